"""From words to vectors: N0 section 2 and 5.1. Look-up, scale, sinusoidal positions, masks from the words."""

import functools
import math
from functools import partial

import torch

from core.equations.arithmetic import addition, number, passed, taken, wave
from core.formula import Worked
from core.trace import equation


@equation("After N0 (19), put right", r"\Upsilon_{\text{in}} = [\langle s\rangle, y_1, \dots, y_{m-1}]",
          "target -> token", gather=lambda at, ids, start: [[(at[0] - 1,)] if at[0] else [], []], shows="ids")
def shift_right(ids, start):
    """The decoder's input: the target (m,) moved right by one, opened by the start token. Vaswani et al. 2017, 3.1."""
    shifted = torch.roll(ids, 1, -1)
    shifted[..., 0] = start
    return shifted


@shift_right.worked
def _(at, ids, start):
    if at[0] == 0:
        return Worked(start, (), str(start))
    before = ids[at[0] - 1]
    return passed(number(before), before, ids=before)


@equation("N0 (1)", r"\chi_{tv} = 1 \text{ if } v \text{ is word } t, \text{ else } 0", "token -> token vocabulary",
          shows="share")
def one_hot(ids, vocabulary_size):
    """Each word as a row with a single 1, in float32. (n,) -> (n, vocabulary_size)."""
    return torch.nn.functional.one_hot(ids, vocabulary_size).float()


@one_hot.worked
def _(at, ids, vocabulary_size):
    return passed(rf"[{int(ids[at[0]])} = {at[1]}]", float(ids[at[0]] == at[1]), ids=ids[at[0]])


def _looked_up_cells(at, ids, W_E):
    return [[(at[0],)], [(int(ids[at[0]]), at[1])]]


def _looked_up(equation, at, ids, table):
    row, name = int(ids[at[0]]), equation.names[1]
    return passed(rf"{name}[{row}, {at[1]}]", table[row, at[1]], **{name: table[row, at[1]]}, ids=row)


@equation("N0 (1)", r"\tilde{X} = \chi W_E", "token, vocabulary d_model -> token d_model", gather=_looked_up_cells,
          symbols=r"\tilde{X} \chi W_E", shows="signed", worked=_looked_up)
def lookup(ids, W_E):
    """The table's row of each word: (n,), (V, d_model) -> (n, d_model). IndexError for a number without a row."""
    return torch.nn.functional.embedding(ids, W_E)


@equation("Vaswani 3.4", r"\bar{X} = \sqrt{d_{model}}\, \tilde{X}", "token d_model -> token d_model", skip=0,
          symbols=r"\bar{X} \tilde{X}", shows="signed")
def scaled(E):
    """Embeddings (n, d_model) times sqrt(d_model), which N0 leaves out (R17). Vaswani et al. 2017, 3.4."""
    return E * math.sqrt(E.shape[-1])


@scaled.worked
def _(at, E):
    return passed(rf"\sqrt{{{E.shape[-1]}}} \cdot ({number(E[at])})", E[at] * E.shape[-1] ** 0.5, E=E[at])


@equation("N0 (2)", r"PE_{p,2i} = \sin\frac{p}{b^{2i/d}},\quad PE_{p,2i+1} = \cos\frac{p}{b^{2i/d}}",
          "token d_model -> token d_model", gather=lambda at, like, start, base: [[], [], []], symbols="PE",
          shows="signed")
def positions(like, start, base):
    """Sinusoidal positions start, start+1, ... for rows shaped as ``like`` (n, d_model). Vaswani et al. 2017, 3.5."""
    n, d = like.shape[-2:]
    return _waves(start + n, d, base, like.dtype)[start:].to(like.device, copy=True)


@functools.lru_cache(maxsize=128)
def _waves(n, d, base, dtype):
    angles = torch.arange(n, dtype=dtype).unsqueeze(-1) * torch.exp(torch.arange(0, d, 2, dtype=dtype)
                                                                     * (-math.log(base) / d))
    return torch.stack((angles.sin(), angles.cos()), -1).flatten(-2)[:, :d]


@positions.worked
def _(at, like, start, base):
    return wave(at[0] + start, at[1] // 2 * 2, like.shape[-1], base, cosine=at[1] % 2 == 1)


@equation("After N0 (3) (19), put right", r"X = \bar{X} + PE", "token d_model, token d_model -> token d_model", skip=0,
          symbols=r"X \bar{X} PE", shows="signed", worked=addition)
def positioned(E, PE):
    """Word plus place. (n, d_model). Vaswani et al. 2017, 3.5."""
    return E + PE


@equation("Devlin 3", r"P_t = W_{P,\,s+t}", "token d_model, place d_model -> token d_model",
          gather=lambda at, like, W_P, start: [[], [(at[0] + start, at[1])], []], symbols="P_t", shows="signed",
          worked=partial(taken, "W_P"))
def learned_positions(like, W_P, start):
    """Learned positions start, start + 1, ... for rows shaped as ``like`` (n, d_model), W_P (places, d_model).

    ValueError for more rows than places. Devlin et al. 2018, 3, figure 2; Radford et al. 2018, 3.1.
    """
    end = start + like.shape[-2]
    if end > len(W_P):
        raise ValueError(f"The model has {len(W_P)} places; a text of {end} words does not fit.")
    return W_P[start:end].clone()


@equation("Devlin 3", r"S_t = W_{S,\,g_t}", "token, segment d_model -> token d_model", gather=_looked_up_cells,
          symbols="S_t g_t", shows="signed", worked=_looked_up)
def segments(ids, W_S):
    """A learned row for the part of the text that each word stands in: (n,), (segments, d_model) -> (n, d_model)."""
    return torch.nn.functional.embedding(ids, W_S)


@equation("Devlin 3", r"X' = X + S", "token d_model, token d_model -> token d_model", skip=0, symbols="X' X S",
          shows="signed", worked=addition)
def with_segments(X, S):
    """Word and place, plus the part of the text. (n, d_model). Devlin et al. 2018, 3, figure 2."""
    return X + S


def _word_cells(at, query_ids, key_ids, pad):
    return [[], [(at[1],)], []]


def _word_cell(equation, at, query_ids, key_ids, pad):
    return passed(rf"[{int(key_ids[at[1]])} \ne {pad}]", float(key_ids[at[1]] != pad), key_ids=key_ids[at[1]])


@equation("N0 5.2", r"M_{ij} = [\,j \text{ is a word}\,]", "query, key -> query key", gather=_word_cells, shows="mask",
          worked=_word_cell)
def padding_mask(query_ids, key_ids, pad):
    """Which words of its own sentence each word may see: all but padding. (n,), (n,) -> (n, n) booleans."""
    return (key_ids != pad).unsqueeze(-2).expand(*query_ids.shape, key_ids.shape[-1])


@equation("N0 5.4", r"M_{ij} = [\,j \text{ is a word}\,]", "query, key -> query key", gather=_word_cells, shows="mask",
          worked=_word_cell)
def memory_mask(query_ids, key_ids, pad):
    """Which words of the source each target word may see: all but padding. (m,), (n,) -> (m, n) booleans."""
    return (key_ids != pad).unsqueeze(-2).expand(*query_ids.shape, key_ids.shape[-1])


@equation("After N0 (22), put right", r"M_{ij} = [\,j \le i\,]", "query, key -> query key",
          gather=lambda at, query_ids, key_ids: [[], []], shows="mask")
def look_ahead_mask(query_ids, key_ids):
    """Each word may see itself and the words before it; padding comes after them. (m,), (m,) -> (m, m) booleans."""
    return torch.ones(*query_ids.shape, key_ids.shape[-1], dtype=torch.bool, device=query_ids.device).tril()


@look_ahead_mask.worked
def _(at, query_ids, key_ids):
    return Worked(float(at[1] <= at[0]), (), rf"[{at[1]} \le {at[0]}]")


@equation("Beltagy 3.1; Jiang 2", r"M_{ij} = [\,i - w < j \le i\,]", "query, key -> query key",
          gather=lambda at, *inputs: [[]] * len(inputs), shows="mask")
def sliding_look_ahead_mask(query_ids, key_ids, window):
    """Each word may see itself and the window - 1 words before it. The queries are the last of the keys. (m,), (n,).

    Beltagy et al. 2020, 3.1; Mistral 7B, Jiang et al. 2023, 2. -> (m, n) booleans.
    """
    m, n = query_ids.shape[-1], key_ids.shape[-1]
    places = torch.arange(n, device=key_ids.device)
    back = places[n - m:, None] - places
    return ((back >= 0) & (back < window)).expand(*query_ids.shape, n)


@sliding_look_ahead_mask.worked
def _(at, query_ids, key_ids, window):
    i = at[0] + key_ids.shape[-1] - query_ids.shape[-1]
    return Worked(float(i - window < at[1] <= i), (), rf"[{i} - {window} < {at[1]} \le {i}]")
