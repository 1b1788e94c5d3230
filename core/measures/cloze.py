"""How good the reader of quatrains with hidden characters is, beside the poet, who sees only what stands before."""

from collections.abc import Sequence

import torch
from torch import Tensor, nn

from core import catalog, zoo
from core.data import quatrain
from core.data.poems import Lines
from core.subjects.cloze import Cloze

HIDDEN, SEED = 0.15, 7


def metrics(cloze: Cloze, unseen: Sequence[Lines]) -> dict:
    """Over unseen quatrains whose characters are all known, by length of the lines: 15% of the characters are hidden,
    drawn anew for each poem. Nats per hidden character and percentage right at the first guess; the poet's at the same
    places, where there is a poet with the same characters."""
    by_size = {f"lines_of_{size}": one_size(cloze, [lines for lines in unseen if len(lines[0]) == size])
               for size in quatrain.SIZES.values()}
    return {"hidden_share": HIDDEN, "evaluation_seed": SEED, "unseen": by_size}


@torch.no_grad()
def one_size(cloze: Cloze, poems: Sequence[Lines]) -> dict:
    forms = [quatrain.form("".join(quatrain.tokens(lines)), cloze.vocabulary) for lines in poems]
    whole = torch.stack([ids for form in forms if cloze.vocabulary.marks.unknown not in (ids := cloze.ids(form))])
    generator = torch.Generator().manual_seed(SEED)
    hidden = (torch.rand(whole.shape, generator=generator) < HIDDEN) & cloze.characters()[whole]
    segments = torch.tensor(forms[0].segments).expand(whole.shape)
    ids = whole.masked_fill(hidden, cloze.vocabulary.index[quatrain.HIDDEN])
    scores = torch.cat([cloze.model(*part) for part in zip(ids.split(100), segments.split(100))])
    figures = {"poems": len(whole), "hidden": int(hidden.sum()), "cloze": _figures(scores, whole, hidden)}
    if "poet" in catalog.names():
        poet = zoo.load("poet")
        if poet.vocabulary.words == cloze.vocabulary.words[:-1]:
            asked = torch.cat([poet.model(part) for part in whole[:, :-1].split(100)])
            figures["poet"] = _figures(asked, whole[:, 1:], hidden[:, 1:])
    return figures


def _figures(scores: Tensor, whole: Tensor, hidden: Tensor) -> dict:
    """scores (b, n, V) for the tokens (b, n), read where they are hidden."""
    scores, wanted = scores[hidden], whole[hidden]
    return {"nats_per_character": round(nn.functional.cross_entropy(scores, wanted).item(), 4),
            "right": round(100 * (scores.argmax(-1) == wanted).double().mean().item(), 2)}
