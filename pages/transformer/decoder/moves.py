"""What moves when a word is changed: N2-15."""

from __future__ import annotations

import itertools

import streamlit as st

from core.data.piece_vocabulary import INSIDE, PieceVocabulary
from core.data.pieces import FIXED
from core.data.vocabulary import SPECIALS, Vocabulary
from core.experiments import decoder as computed
from core.steps import Trace
from pages.components import charts, lesson, model_choice, runs
from pages.components.address import in_link
from pages.components.board import heatmap
from pages.components.lesson.pictures import label_at, matrix, steps_of
from pages.components.text import words
from pages.transformer.decoder import PAGE

MOST = 500


_changed = runs.of_trace(computed.changed_word)


def offered(vocabulary: Vocabulary | PieceVocabulary) -> list[str]:
    """Words to put in another's place; where pieces are read, whole words, and as many as a list can be read of."""
    whole = (word for word in vocabulary.words[len(SPECIALS):] if word not in FIXED and not word.startswith(INSIDE))
    return list(itertools.islice(whole, MOST))


@lesson.panel
def moves(trace: Trace) -> None:
    """Change one word that is read, and see which distributions move. EXHIBITS N2-15."""
    w, translator = words(PAGE), model_choice.subject()
    with lesson.exhibit(PAGE, "N2-15"):
        row = lesson.controls()
        side = lesson.one_of(row, w["which_side"], ("target", "source"), w, "side_", "changed side", default="target")
        read = trace["shift_right" if side == "target" else "source"].labels[0]
        choices = offered(translator.target_vocabulary if side == "target" else translator.source_vocabulary)
        position = in_link(row.selectbox, f"changed {side}")(
            w["which_word"], range(len(read)), index=min(1, len(read) - 1), key=f"changed {side} {' '.join(read)}",
            format_func=lambda i: steps_of(read)[i], width=180)
        word = in_link(row.selectbox, f"becomes {side}")(
            w["becomes"], [one for one in choices if one != read[position]], key=f"becomes {side} {read[position]}",
            width=180)
        values = _told_of_changes(trace, vocabulary_of=translator)
        change, difference = _changed(side, position, word)
        target = trace["target"].labels[0]
        most = difference.abs().amax(0).topk(min(12, difference.shape[-1])).indices
        left, right = st.columns([0.5, 0.5], gap="medium")
        with left:
            heatmap(matrix("difference", w["difference"], difference[:, most], target,
                           [translator.target_vocabulary.words[v] for v in most], row_axis=w["written"],
                           column_axis=w["most_moved"], limit=max(0.05, float(difference.abs().max()))),
                    key="moved")
        with right:
            charts.columns(steps_of(target), {w["variation"]: change.tolist()}, w["variation"], height=200)
            lesson.predict(PAGE, "N2-15", ("all_rows", "from_there", "none"), **values, truth="from_there")


def _told_of_changes(trace: Trace, vocabulary_of) -> dict[str, str | float]:
    """The numbers of the experiment as the exhibit asks for it: last target word, first source word."""
    read, source = trace["shift_right"].labels[0], trace["source"].labels[0]
    swaps = [(side, place, next(v for v in offered(vocabulary) if v != labels[place]))
             for side, place, vocabulary, labels in (
                 ("target", len(read) - 1, vocabulary_of.target_vocabulary, read),
                 ("source", 0, vocabulary_of.source_vocabulary, source))]
    late, early = (_changed(*swap)[0] for swap in swaps)
    return {"last": label_at(read, len(read) - 1), "first": label_at(source, 0),
            "before": float(late[:-1].max()) if len(late) > 1 else 0.0, "itself": float(late[-1]),
            "moved": str(int((early > 0).sum())), "rows": str(len(early)), "most": float(early.max())}
