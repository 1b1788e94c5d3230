"""From word to vector, and the word's place: EXHIBITS N0-04 to N0-07, N2-16, N2-25, N3-11, N3-12, N4-19, N4-20."""

import math
from collections.abc import Sequence

import torch
from torch import Tensor

from core.data.vocabulary import SPECIALS
from core.equations import attention, embedding, feedforward, output, variants
from core.experiments.replaced_parameters import with_parameters
from core.models.transformer import Transformer

DOUBLE = torch.float64


def table(n: int, d: int, base: float = 10000.0, start: int = 0) -> Tensor:
    """Positions start, start + 1, ... in float64. (n, d). EXHIBITS N0-05."""
    return embedding.positions(torch.zeros(n, d, dtype=DOUBLE), start, float(base))


def halves(n: int, d: int, base: float = 10000.0) -> Tensor:
    """The same with all sines first. (n, d). EXHIBITS N1-03."""
    return variants.positions_in_halves(torch.zeros(n, d, dtype=DOUBLE), float(base))


def rounds(d: int, base: float) -> tuple[float, float]:
    """After how many positions the fastest and the slowest clock have gone round. FIDELITY T06."""
    omega = frequencies(d, base)
    return 2 * math.pi / omega[0].item(), 2 * math.pi / omega[-1].item()


def frequencies(d: int, base: float) -> Tensor:
    """Radians per position, for each pair of columns. (d / 2,)."""
    return base ** (-torch.arange(0, d, 2, dtype=DOUBLE) / d)


def rotation(k: float, d: int, base: float = 10000.0) -> Tensor:
    """M_k with PE_{p+k} = M_k PE_p for columns: what k steps do to each unit vector. (d, d). EXHIBITS N2-25."""
    return variants.moved_positions(torch.eye(d, dtype=DOUBLE), k, float(base)).mT


def row(p: int, d: int, base: float = 10000.0) -> Tensor:
    """PE(p) alone, also for p < 0. (d,)."""
    return clocks(p, d, base).flatten()


def clocks(p: float, d: int, base: float) -> Tensor:
    """Each pair (sine, cosine) as the tip of a clock's hand. (d / 2, 2)."""
    angles = p * frequencies(d, base)
    return torch.stack((angles.sin(), angles.cos()), -1)


def facts(n: int, d: int, base: float, k: int = 1) -> dict[str, float]:
    """Norms of the rows, how far inner products leave their diagonal, how far M_k misses. EXHIBITS N0-05."""
    PE = table(n + k, d, base)
    norms, G = PE.norm(dim=-1), variants.gram(PE, PE)
    return {"shortest": norms.min().item(), "longest": norms.max().item(), "root": math.sqrt(d / 2),
            "stripes": off_diagonal(G), "turned": (PE[:n] @ rotation(k, d, base).mT - PE[k:]).abs().max().item()}


def off_diagonal(G: Tensor) -> float:
    """The largest distance of a cell from the mean of its diagonal: 0 for a Toeplitz matrix."""
    return (G - _diagonal_means(G)).abs().max().item()


def within_diagonals(G: Tensor) -> float:
    """The share of the variance that lies within diagonals: 0 if only the distance counts. EXHIBITS N0-06."""
    spread = (G - G.mean()).square().sum()
    return ((G - _diagonal_means(G)).square().sum() / spread).item() if spread > 0 else 0.0


def _diagonal_means(G: Tensor) -> Tensor:
    n = len(G)
    distance = torch.arange(n) - torch.arange(n).unsqueeze(1) + n - 1
    sums = torch.zeros(2 * n - 1, dtype=G.dtype).index_add(0, distance.flatten(), G.flatten())
    counts = torch.zeros(2 * n - 1, dtype=G.dtype).index_add(0, distance.flatten(), torch.ones_like(G).flatten())
    return (sums / counts)[distance]


def likeness(n: int, d: int, base: float) -> Tensor:
    """PE(p) . PE(p + k) for k = 0, 1, ... (n,). EXHIBITS N0-05, R18."""
    return torch.cos(torch.arange(n, dtype=DOUBLE).unsqueeze(-1) * frequencies(d, base)).sum(-1)


def first_rise(n: int, d: int, base: float) -> int | None:
    """The first distance at which the likeness grows again; None within n. R18: 44 for d = 512."""
    rises = likeness(n, d, base).diff() > 0
    return int(rises.nonzero()[0]) + 1 if rises.any() else None


def seen_through(PE: Tensor, W_Q: Tensor, W_K: Tensor) -> Tensor:
    """What the heads see of the places alone: PE W_Q (PE W_K)^T / sqrt(d_k). (head, n, n). EXHIBITS N0-06."""
    Q, K = attention.queries(PE, W_Q.to(PE), None), attention.keys(PE, W_K.to(PE), None)
    return attention.scores(attention.dot_products(Q, K), W_Q.shape[-1])


def random_projections(n_heads: int, d: int, d_k: int) -> tuple[Tensor, Tensor]:
    """W_Q and W_K as they are before any training. (head, d, d_k) twice."""
    generator = torch.Generator().manual_seed(0)
    return tuple(torch.randn(2, n_heads, d, d_k, generator=generator, dtype=DOUBLE) * d**-0.5)


def shift_facts(d: int) -> dict[str, float]:
    """Two steps of one, near the start and fifty places on: equally long, and not the same. R18."""
    PE = table(52, d)
    near, distant = PE[1] - PE[0], PE[51] - PE[50]
    return {"near": near.norm().item(), "far": distant.norm().item(), "apart": (near - distant).norm().item(),
            "rows": (PE[0] - PE[50]).norm().item()}


# ---- Words -------------------------------------------------------------------------------------------------------


def pocket(ids: Sequence[int], vocabulary_size: int) -> list[int]:
    """Rows of the table to look at: those of the sentence and, up to sixteen, those next to them."""
    chosen = set(ids)
    for step in range(1, vocabulary_size):
        for i in sorted(set(ids)):
            if len(chosen) < 16 and i + step < vocabulary_size:
                chosen.add(i + step)
    return sorted(chosen)


def touched(model: Transformer, source: Tensor, target: Tensor) -> Tensor:
    """The loss's gradient in the source table: zero in rows of words not in the sentence. (V, d). N0-04."""
    W_E = model.source_embedding.W_E.detach().clone().requires_grad_()
    with torch.enable_grad():
        own = with_parameters(model, {"source_embedding.W_E": W_E})
        scores = own(source, embedding.shift_right(target, model.marks.start))
        output.token_losses(scores, target).mean().backward()
    return W_E.grad


def neighbours(W_E: Tensor, word: int) -> list[tuple[int, float]]:
    """The seven words whose rows point most nearly the same way, with their cosines; the special words are left out."""
    C = variants.cosine(W_E[word:word + 1], W_E)[0].clone()
    C[:len(SPECIALS)], C[word] = -2.0, -2.0
    nearest = C.topk(min(7, len(C) - len(SPECIALS) - 1))
    return list(zip(nearest.indices.tolist(), nearest.values.tolist()))


def one_hot_product(ids: Tensor, W_E: Tensor) -> float:
    """How far the one-hot product is from the look-up. EXHIBITS N1-02: exactly 0."""
    return (embedding.one_hot(ids, len(W_E)).to(W_E) @ W_E - embedding.lookup(ids, W_E)).abs().max().item()


def asked(word: int, W_E: Tensor) -> tuple[Tensor | None, str]:
    """The row of any number, or what the look-up says when there is none. EXHIBITS N1-02."""
    try:
        return embedding.lookup(torch.tensor([word]), W_E)[0], ""
    except IndexError as error:
        return None, str(error)


def first_sizes(d: int) -> dict[str, dict[str, float]]:
    """Rows, rows with the factor, and tied logits, before training: torch's N(0, 1) and N(0, 1/d). EXHIBITS N2-16."""
    generator = torch.Generator().manual_seed(0)
    drawn = torch.randn(500, d, generator=generator, dtype=DOUBLE)
    y = torch.randn(64, d, generator=generator, dtype=DOUBLE)
    y = y / y.square().mean(-1, keepdim=True).sqrt()  # as layer norm leaves it
    sizes = {}
    for name, W_E in (("torch", drawn), ("paper", drawn * d**-0.5)):
        sizes[name] = {"row": W_E.norm(dim=-1).mean().item(),
                       "scaled": embedding.scaled(W_E).norm(dim=-1).mean().item(),
                       "logits": output.logits(y, W_E, torch.zeros(len(W_E), dtype=DOUBLE)).std().item()}
    return sizes


def two_words(d: int) -> dict[str, float]:
    """Mean cosine of two different words at places 0 and 1, without and with sqrt(d), rows from N(0, 1/d). R17."""
    E = torch.randn(1000, d, generator=torch.Generator().manual_seed(0), dtype=DOUBLE) * d**-0.5
    PE, figures = table(2, d), {"norm": E.norm(dim=-1).mean().item(), "places": math.sqrt(d / 2)}
    for name, rows in (("printed", E), ("right", embedding.scaled(E))):
        here, there = rows[:500] + PE[0], rows[500:] + PE[1]
        figures[name] = torch.cosine_similarity(here, there).mean().item()
    figures["scaled"] = embedding.scaled(E).norm(dim=-1).mean().item()
    return figures


# ---- Turning -----------------------------------------------------------------------------------------------------


def by_turning(n: int, d: int, dtype: torch.dtype = DOUBLE) -> Tensor:
    """The whole table from PE(1) alone: its sines and cosines turn each row into the next. (n, d). EXHIBITS N3-12."""
    one = table(2, d)[1].to(dtype)
    sine, cosine = one[0::2], one[1::2]
    s, c, rows = torch.zeros_like(sine), torch.ones_like(cosine), []
    for _ in range(n):
        rows.append(torch.stack((s, c), -1).flatten())
        s, c = s * cosine + c * sine, c * cosine - s * sine
    return torch.stack(rows)


def combined(alpha: int, beta: int, d: int) -> dict:
    """The best a PE(alpha) + b PE(beta) for PE(alpha + beta), and what it leaves over. R64: 1.226 of 2 for d = 8."""
    PE = table(alpha + beta + 1, d)
    pair, wanted = PE[[alpha, beta]].mT, PE[alpha + beta]
    factors = torch.linalg.lstsq(pair, wanted.unsqueeze(-1)).solution[:, 0]
    best = pair @ factors
    turned = rotation(beta, d) @ PE[alpha]
    return {"factors": factors.tolist(), "rows": torch.stack((PE[alpha], PE[beta], best, turned, wanted)),
            "left": (best - wanted).norm().item(), "norm": wanted.norm().item(),
            "turned": (turned - wanted).norm().item()}


# ---- A learned table, a table for a plane, the robot ---------------------------------------------------------------


def places_table(learned: bool, n: int, d: int) -> Tensor:
    """W^P: waves, or rows as a learned table starts. (n, d) in float64. EXHIBITS N3-11."""
    if not learned:
        return table(n, d)
    return torch.randn(n, d, generator=torch.Generator().manual_seed(0), dtype=DOUBLE)


def appended(x: Tensor, places: Sequence[int], W_I: Tensor, W_P: Tensor) -> tuple[Tensor, Tensor]:
    """[x; one-hot place] times both matrices, one on the other: (read, product). N3-11. IndexError beyond them."""
    if max(places) >= len(W_P):
        raise IndexError(f"index {max(places)} is out of bounds for a table of {len(W_P)} rows")
    read = torch.cat((x, embedding.one_hot(torch.tensor(places), len(W_P)).to(x)), -1)
    return read, feedforward.hidden(read, torch.cat((W_I, W_P)), torch.zeros(W_I.shape[-1], dtype=x.dtype))


def taught(waves: bool, n: int = 24, shown: int = 16) -> dict:
    """Places that learn to attend to the place before, shown the first ``shown`` only. EXHIBITS N3-11.

    Learned: the table, W_Q and W_K; with waves the table stays. Returns the table, what changed in it, the weights of
    all n places, and how much falls on the place before: among those seen, and beyond.
    """
    generator, d = torch.Generator().manual_seed(0), 32
    P = table(n, d).float() if waves else torch.randn(n, d, generator=generator)
    first, W = P.clone(), [torch.randn(1, d, d, generator=generator) * d**-0.5 for _ in "QK"]
    learned = [x.requires_grad_() for x in (W if waves else [P, *W])]
    optimizer = torch.optim.Adam(learned, lr=0.01)

    def attend(places: Tensor) -> Tensor:
        Q, K = (project(places, M, None) for project, M in zip((attention.queries, attention.keys), W))
        return attention.weights(attention.scores(attention.dot_products(Q, K), d))[0]

    with torch.enable_grad():
        for _ in range(300):
            optimizer.zero_grad()
            (-attend(P[:shown])[1:].diagonal().log().mean()).backward()
            optimizer.step()
    with torch.no_grad():
        A = attend(P)
        before = A[1:].diagonal()
        return {"table": P.detach().numpy(), "change": (P - first).detach().numpy(), "weights": A.numpy(),
                "seen": before[: shown - 1].mean().item(), "beyond": before[shown - 1:].mean().item()}


ROBOT = (("0", "1", "0", "1"), ("0.84", "0.54", "0.10", "1.0"), ("0.91", "-0.42", "0.20", "0.98"),
         ("0.14", "-0.99", "0.30", "0.96"))
"""The sixteen values of N4's table, as printed: d = 4, base 100. EXHIBITS N4-20."""


def as_printed(printed: str, value: float) -> bool:
    """Whether a value, rounded to as many decimals as are printed, is what is printed. ERRATA R98."""
    return round(value, len(printed.partition(".")[2])) == float(printed)


def twins(n: int, d: int, base: float) -> dict[str, float]:
    """How far each place is from place 0, the nearest one, and the closest pair of all. (n,). EXHIBITS N4-20."""
    PE = table(n, d, base)
    distance = (PE - PE[0]).norm(dim=-1)
    near = int(distance[1:].argmin()) + 1  # distances depend on the gap alone, so this is the closest pair as well
    return {"distance": distance, "near": near, "least": distance[near].item()}


def plane(height: int, width: int, d: int, base: float) -> Tensor:
    """A code for every patch, in float64. (H, W, d). EXHIBITS N4-19."""
    return variants.positions_in_a_plane(torch.zeros(height, width, d, dtype=DOUBLE), float(base))


def look_alikes(codes: Tensor, row: int, column: int, least: float = 0.3) -> tuple[int, float]:
    """How many other patches have nearly the same code (closer than ``least``), and the nearest one's distance."""
    distance = (codes - codes[row, column]).norm(dim=-1)
    distance[row, column] = math.inf
    return int((distance < least).sum()), distance.min().item()
