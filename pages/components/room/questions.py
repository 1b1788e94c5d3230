"""What a room can be asked at a stop of the walkthrough, with the machine's own answer."""

from __future__ import annotations

from zlib import crc32

from core.steps import Trace
from pages.components.room.state import Question
from pages.components.stage import follow
from pages.components.stage.run import Run
from pages.components.stage.stop_text import StopText
from pages.components.text_files import escaped, page_words, said

MOST = 40  # words that a question offers


def of_stop(run: tuple[str, ...], trace: Trace, stage_run: Run, text: StopText, language: str) -> Question | None:
    """Where the machine looks from the row that the stop speaks of, or what it writes; None where neither is told.

    ``run``: model, sentence, edits. The right answer is the largest weight of the head that the stop's answer names.
    """
    if not text.findings:
        return None
    name, index = text.findings[0]
    step, row = trace[name], index[:-1]
    if step.shows != "share" or not row or None in row or not step.labels[-1]:
        return None
    labels, ahead = step.labels[-1], step.axes[-1] == "vocabulary"
    columns = range(step.shape[-1]) if stage_run.visible_columns[name] is None else stage_run.visible_columns[name]
    columns = sorted(columns, key=labels.__getitem__) if ahead else list(columns)
    if not 2 <= len(columns) <= MOST:
        return None
    from pages.components.sheet.markup import markup

    w, (read, produced) = page_words(language, "room"), follow.row_words(trace, name, row[-1])
    kind = "asked_next" if ahead else "asked_written" if produced else "asked_looks"
    head = [page_words(language, "walkthrough")["head_n"].format(n=row[0] + 1)] if step.axes[0] == "head" else []
    values = step.value[row].tolist()
    machine = tuple(values[i] for i in columns)
    return Question(
        id=f"{crc32(repr(run).encode()):08x}@{name}@{'.'.join(map(str, row))}", kind="row",
        asked=markup(language, w[kind].format(word=escaped(said(read, w)), produced=escaped(said(produced, w)))),
        choices=tuple(said(labels[i], w) for i in columns), place=" · ".join([*text.place, *head]), machine=machine,
        truth=machine.index(max(machine)))
