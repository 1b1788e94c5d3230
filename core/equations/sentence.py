"""A sentence as one direction: the mean of its words' vectors, brought to length 1. Reimers and Gurevych 2019, 3.

The cosine of two sentences is ``variants.cosine`` of the two.
"""

from core.equations.arithmetic import mean_cell, number, passed
from core.formula import Part, Worked
from core.trace import equation


def _word_cells(at, X, ids, pad):
    return [[(t, at[0]) for t in range(len(ids)) if ids[t] != pad], [(t,) for t in range(len(ids))], []]


@equation("Reimers 3", r"s = \frac{1}{n}\sum_{t=1}^{n} X_t", "token d_model, token -> d_model", gather=_word_cells,
          symbols="s X", shows="signed")
def mean_of_words(X, ids, pad):
    """The mean over the tokens that are words; padding does not count. (n, d_model), (n,) -> (d_model,)."""
    words = (ids != pad).unsqueeze(-1)
    return X.where(words, 0.0).sum(-2) / words.sum(-2).clamp_min(1)


@mean_of_words.worked
def _(at, X, ids, pad):
    terms = X[:, at[0]][ids[:] != pad]
    return mean_cell(terms, max(1, len(terms)), X=terms)


@equation("Reimers 3", r"\ell = \sum_k s_k^2", "d_model -> ", symbols=r"\ell s", shows="size")
def squared_length(s):
    """The dot product of a vector with itself. (d_model,) -> a number."""
    return s.square().sum(-1)


@squared_length.worked
def _(at, s):
    row = s[:]
    total = (row**2).sum()
    return Worked(total, (Part(row**2, {"s": row}),), rf"\textstyle\sum = {number(total)}")


@equation("Reimers 3", r"u = \frac{s}{\sqrt{\ell}}", "d_model, -> d_model", skip=0, symbols=r"u s \ell", shows="signed")
def unit_length(s, squared):
    """The same direction with length 1, so that a dot product is a cosine; zeros stay zeros. (d_model,)."""
    return s * squared.clamp_min(1e-24).rsqrt().unsqueeze(-1)


@unit_length.worked
def _(at, s, squared):
    size = max(squared[()], 1e-24)
    return passed(rf"\frac{{{number(s[at])}}}{{\sqrt{{{number(size)}}}}}", s[at] / size**0.5, s=s[at],
                  squared=squared[()])
