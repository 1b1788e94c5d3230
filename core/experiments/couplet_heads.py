"""What each head of the couplets' cross-attention looks at, and what is lost without those that face the other line.

``python -m core.experiments.couplet_heads`` measures it on unseen couplets (a minute of one core; it needs the package
of poems, see ``core.data.poems``) and keeps the result in assets/experiments.
"""

from collections.abc import Sequence

import torch
from torch import Tensor

from core import decode, zoo
from core.data import poems
from core.edits import Ablate
from core.experiments import stored_runs
from core.experiments.couplets import facing
from core.measures import couplet as measures
from core.recipes.couplet import split
from core.subjects import step_and_head
from core.subjects.couplet import Couplet
from core.trace import record

NAME = "couplet_heads"
ASKED = 1000
RELATIONS = ("facing", "before", "behind", "first", "last")

stored = stored_runs.kept(NAME)
"""``heads``: per head and relation the share of rows whose largest weight stands there; ``chance``: that of even
weights; ``without``: the figures of the whole model, without the facing heads, and without as many others."""


def columns(relation: str, n: int) -> Tensor:
    """For each of n places, the place of the first line that a head of this relation looks at; -1: there is none."""
    own = torch.arange(n)
    places = {"facing": own, "before": own - 1, "behind": own + 1, "first": torch.zeros_like(own),
              "last": torch.full_like(own, n - 1)}[relation]
    return places.masked_fill(places >= n, -1)


def relations(couplet: Couplet, pairs: measures.Pairs) -> tuple[dict[str, dict[str, float]], dict[str, float]]:
    """Per head the share of rows of each relation, teacher-forced; and the share of a head that looks evenly."""
    hits: dict[str, dict[str, float]] = {}
    even, rows = dict.fromkeys(RELATIONS, 0.0), dict.fromkeys(RELATIONS, 0)
    for looked in measures.largest(couplet, pairs):
        count, n = next(iter(looked.values())).shape
        for relation in RELATIONS:
            wanted = columns(relation, n)
            asked = int((wanted >= 0).sum()) * count
            rows[relation] += asked
            even[relation] += asked / n
            for head, places in looked.items():
                one = hits.setdefault(head, dict.fromkeys(RELATIONS, 0.0))
                one[relation] += int((places == wanted).sum())
    shares = {head: {r: round(count / rows[r], 4) for r, count in one.items()} for head, one in hits.items()}
    return shares, {r: round(even[r] / rows[r], 4) for r in RELATIONS}


def written(couplet: Couplet, firsts: Sequence[str], heads: Sequence[tuple[str, int]]) -> dict[str, float]:
    """Percentages over greedy second lines, no rule forced, without these heads: length, tones, ending, classes."""
    edits = [Ablate(step.replace("weights", "head_outputs"), head) for step, head in heads]
    pairs, right, end = [], 0, couplet.model.marks.end
    for n in sorted({len(first) for first in firsts}):
        asked = [first for first in firsts if len(first) == n]
        with record(couplet.model, *edits, strict=False):
            answers = decode.greedy(couplet.model, torch.tensor([couplet.source_vocabulary.encode(a) for a in asked]),
                                    n + 3)
        for first, ids in zip(asked, answers.tolist()):
            line = "".join(couplet.target_vocabulary.words[i] for i in ids[:ids.index(end) if end in ids else n])
            right += len(line) == n and end in ids
            if len(line) == n:
                pairs.append((first, line))
    rules = measures.rules(pairs)
    return {"length": round(100 * right / len(firsts), 2), **{k: rules[k] for k in ("opposite_tones", "same_class")}}


def run() -> dict:
    """All of ``stored``."""
    couplet = zoo.load("couplet")
    _, unseen = split(poems.couplets(poems.regular(poems.archive())))
    shares, chance = relations(couplet, unseen)
    faced = facing(couplet)
    others = [head for head in sorted(map(step_and_head, shares)) if head not in faced][:len(faced)]
    firsts = [first for first, _ in unseen[:ASKED]]
    return {"pairs": len(unseen), "asked": len(firsts), "heads": shares, "chance": chance, "faced": faced,
            "others": others, "without": {name: written(couplet, firsts, heads) for name, heads in
                                          (("none", ()), ("faced", faced), ("others", others))}}


if __name__ == "__main__":
    stored_runs.keep(NAME, run)
