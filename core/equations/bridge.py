"""What an encoder hands to a decoder without attention: its last state, and nothing else. N2, machine translation."""

from functools import partial

import torch

from core.equations.arithmetic import passed
from core.trace import equation


def _last(ids, pad: int) -> int:
    """The place of the last word of (n,) ids that is no padding."""
    return max(t for t in range(ids.shape[0]) if int(ids[t]) != pad)


def _cells(at, ids, pad, *states) -> list:
    last = _last(ids, pad)
    return [[(t,) for t in range(ids.shape[0])], [], *([(at[0],)] if t == last else [] for t in range(len(states)))]


def _cell(letter, equation, at, ids, pad, *states):
    last = _last(ids, pad)
    return passed(rf"{letter}_{{{last}}}[{at[0]}]", states[last][at], **{equation.names[2]: states[last][at]})


def _at_the_end(ids, pad, states):
    last = (ids != pad).sum(-1) - 1
    return torch.stack(states, -2).gather(-2, last[..., None, None].expand(*last.shape, 1, states[0].shape[-1])
                                          ).squeeze(-2)


@equation("N2 translation", r"z^0 = h^n", "time, , * d_h -> d_h", gather=_cells, symbols="z^0", shows="signed",
          worked=partial(_cell, "h"))
def bridge(ids, pad, *states):
    """The state after the last word, whatever the sentence's length. Ids (n,), n times (d_h,) -> (d_h,).

    Sutskever et al. 2014, 2: the fixed-length representation of the source.
    """
    return _at_the_end(ids, pad, states)


@equation("N2 translation", r"C^0 = C^n", "time, , * d_h -> d_h", gather=_cells, symbols="C^0", shows="signed",
          worked=partial(_cell, "C"))
def memory_bridge(ids, pad, *memories):
    """The same for an LSTM's cell state. Ids (n,), n times (d_h,) -> (d_h,)."""
    return _at_the_end(ids, pad, memories)
