"""Attention of a recurrent decoder over an encoder's states: N2, attention-based model; Bahdanau et al. 2015, A.1.2."""

import numpy as np
import torch

from core.equations.arithmetic import end_to_end, end_to_end_cells, inner_product, number, single, softmax
from core.formula import Part, Worked
from core.trace import equation


@equation("N2 attention", r"m_i = \tanh(W z + U h_i)", "d_z, key d_h, d_match d_z, d_match d_h -> key d_match",
          symbols="m_i W z U h_i", shows="signed")
def matched(z, H, W, U):
    """The decoder's state laid beside each encoder state. (d_z,), (n, d_h) -> (n, d_match)."""
    return torch.tanh((z @ W.mT).unsqueeze(-2) + H @ U.mT)


@matched.worked
def _(at, z, H, W, U):
    i, a = at
    z = z[:]
    asked, offered = W[a] * z, U[a] * H[i]
    parts = Part(asked, {"W": W[a], "z": z}), Part(offered, {"U": U[a], "H": H[i]})
    return Worked(float(np.tanh(asked.sum() + offered.sum())), parts,
                  rf"\tanh({number(asked.sum())} + ({number(offered.sum())}))")


@equation("N2 attention", r"e_i = v^\top m_i", "key d_match, d_match -> key", symbols="e_i v m_i", shows="signed",
          worked=inner_product)
def energies(M, v):
    """How well each source state matches. (n, d_match) -> (n,)."""
    return M @ v


@equation("N2 attention", r"\tilde{e}_i = e_i \text{ if } i \text{ is a word, else } -\infty", "key, key -> key",
          symbols=r"\tilde{e}_i e_i", shows="signed")
def masked_energies(e, ids, pad):
    """The padding of a batch matches nothing. (n,), word ids (n,) -> (n,)."""
    return e.masked_fill(ids == pad, -torch.inf)


@masked_energies.worked
def _(at, e, ids, pad):
    word = int(ids[at]) != pad
    result = float(e[at]) if word else -np.inf
    return Worked(result, (single(result, e=e[at], ids=ids[at]),), number(e[at]) if word else r"-\infty")


@equation("N2 attention", r"\hat{\alpha}_i = \frac{\exp(e_i)}{\sum_j \exp(e_j)}", "key -> key", along="key",
          symbols=r"\hat{\alpha}_i e_i", shows="share", worked=softmax)
def weights(e):
    """Softmax over the source; of padding alone, zeros. (n,)."""
    return torch.softmax(e, -1).masked_fill(e.isneginf(), 0.0)  # softmax alone makes 0 / 0 of nothing


@equation("N2 attention", r"c = \sum_i \hat{\alpha}_i h_i", "key, key d_h -> d_h", symbols=r"c \hat{\alpha}_i h_i",
          shows="signed", worked=inner_product)
def context(alpha, H):
    """The weighted sum of the source states. (n,), (n, d_h) -> (d_h,)."""
    return (alpha.unsqueeze(-2) @ H).squeeze(-2)


@equation("N2 attention", r"u_t = [y_{t-1}, c^{t-1}]", "d_x, d_h -> d_read",
          gather=end_to_end_cells, symbols="u_t y_{t-1} c^{t-1}", shows="signed", worked=end_to_end)
def with_context(x, c):
    """What the decoder reads: the last word and the context, one behind the other. (d_x,), (d_h,) -> (d_x + d_h,)."""
    return torch.cat((x, c), -1)
