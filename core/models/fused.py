"""Recurrent cells over whole sequences by torch's own kernels: the same numbers as step by step, without a trace."""

from collections.abc import Sequence

import torch
from torch import Tensor, nn

from core.models.lstm import LSTMCell
from core.models.rnn import RNNCell


def unrolled(cell: RNNCell | LSTMCell, X: Tensor, state: Sequence[Tensor],
             lengths: Tensor | None = None) -> tuple[Tensor, tuple[Tensor, ...]]:
    """A cell over X (batch, T, d_x) from its state, each (batch, d_h).

    -> (states (batch, T, d_h), the state after the last row; of each sequence's own last row where ``lengths`` (batch,)
    says how long it is, its states behind that being 0).
    """
    lstm = isinstance(cell, LSTMCell)
    kernel, weights = (torch.lstm, cell.stacked_weights()) if lstm else (torch.rnn_tanh, (cell.U, cell.W, cell.b))
    weights = [*weights, torch.zeros_like(weights[2])]
    before = [part.unsqueeze(0) for part in state]
    if lengths is None:
        H, *after = kernel(X, before if lstm else before[0], weights, True, 1, 0.0, False, False, True)
        return H, tuple(part[0] for part in after)
    packed = nn.utils.rnn.pack_padded_sequence(X, lengths, batch_first=True, enforce_sorted=False)
    before = [part[:, packed.sorted_indices] for part in before]
    data, *after = kernel(packed.data, packed.batch_sizes, before if lstm else before[0], weights, True, 1, 0.0, False,
                          False)
    H, _ = nn.utils.rnn.pad_packed_sequence(nn.utils.rnn.PackedSequence(data, *packed[1:]), True, 0.0, X.shape[1])
    return H, tuple(part[0, packed.unsorted_indices] for part in after)
