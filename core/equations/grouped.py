"""Keys and values that several heads share. Ainslie et al. 2023, 2.2; with one group Shazeer 2019, 3."""

from core.equations.arithmetic import picked
from core.trace import equation


def _for_each_head(shared, heads):
    if heads % shared.shape[-3]:
        raise ValueError(f"{shared.shape[-3]} groups cannot be shared evenly by {heads} heads.")
    return shared.repeat_interleave(heads // shared.shape[-3], -3)


def _cells(at, shared, heads):
    head, i, k = at
    return [[(head * len(shared) // heads, i, k)], []]


@equation("Ainslie 2.2", r"K_h = K'_{\lfloor h g / H \rfloor}", "group key d_k -> head key d_k", gather=_cells,
          symbols="K_h K'", shows="signed", worked=picked)
def shared_keys(shared, heads):
    """Each group's keys (g, m, d_k), once for each of its heads: (heads, m, d_k). ValueError if g does not divide."""
    return _for_each_head(shared, heads)


@equation("Ainslie 2.2", r"V_h = V'_{\lfloor h g / H \rfloor}", "group key d_v -> head key d_v", gather=_cells,
          symbols="V_h V'", shows="signed", worked=picked)
def shared_values(shared, heads):
    """Each group's values (g, m, d_v), once for each of its heads: (heads, m, d_v). ValueError if g does not divide."""
    return _for_each_head(shared, heads)
