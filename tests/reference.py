"""The notes' formulas as plain loops over lists of Python floats: slow, obvious, and written without the core.

A matrix is a list of rows. Parameters come as ``{"W_Q": ..., "self_attention.W_Q": ...}`` of nested lists.
"""

import math

PAD = 0


def parameters(module) -> dict:
    """Every parameter of a torch module as nested lists."""
    return {name: value.tolist() for name, value in module.state_dict().items()}


def part(p: dict, name: str) -> dict:
    """The parameters below a dotted name."""
    return {key.removeprefix(name + "."): value for key, value in p.items() if key.startswith(name + ".")}


def product(X, W, b=None):
    """X W + b. The sums of N0 (4), (9), (15)."""
    columns = range(len(W[0]))
    return [[sum(row[k] * W[k][j] for k in range(len(W))) + (b[j] if b else 0.0) for j in columns] for row in X]


def added(X, Y):
    return [[x + y for x, y in zip(a, b)] for a, b in zip(X, Y)]


def positions(n: int, d: int, base: float = 10000.0):
    """N0 (2): sine in the even columns, cosine in the odd ones."""
    table = []
    for p in range(n):
        row = []
        for j in range(d):
            angle = p / base ** ((j - j % 2) / d)
            row.append(math.cos(angle) if j % 2 else math.sin(angle))
        table.append(row)
    return table


def softmax(row):
    """exp over the sum of exps; -inf counts for nothing, and a row of nothing is all zeros."""
    top = max(row)
    if top == -math.inf:
        return [0.0] * len(row)
    powers = [math.exp(s - top) for s in row]
    return [x / sum(powers) for x in powers]


def head(Q, K, V, allowed=None):
    """N0 (5), (22), (23) for one head: (weights, outputs)."""
    weights = []
    for i, q in enumerate(Q):
        scores = [sum(a * b for a, b in zip(q, k)) / math.sqrt(len(q)) for k in K]
        weights.append(softmax([s if allowed is None or allowed[i][j] else -math.inf for j, s in enumerate(scores)]))
    return weights, [[sum(a * v[c] for a, v in zip(row, V)) for c in range(len(V[0]))] for row in weights]


def attention(X, memory, p: dict, allowed=None):
    """N0 (6)-(9): (weights per head, output)."""
    heads = [head(product(X, p["W_Q"][h], p["b_Q"][h]), product(memory, p["W_K"][h], p["b_K"][h]),
                  product(memory, p["W_V"][h], p["b_V"][h]), allowed) for h in range(len(p["W_Q"]))]
    beside = [[z for _, Z in heads for z in Z[i]] for i in range(len(X))]
    return [A for A, _ in heads], product(beside, p["W_O"], p["b_O"])


def layer_norm(X, p: dict, epsilon: float = 1e-5):
    """N0 (13), (14) as Ba et al. 2016 have it."""
    rows = []
    for x in X:
        mu = sum(x) / len(x)
        variance = sum((a - mu) ** 2 for a in x) / len(x)
        rows.append([g * (a - mu) / math.sqrt(variance + epsilon) + b for a, g, b in zip(x, p["gamma"], p["beta"])])
    return rows


def feed_forward(X, p: dict):
    """N0 (15), (16)."""
    return product([[max(0.0, h) for h in row] for row in product(X, p["W_1"], p["b_1"])], p["W_2"], p["b_2"])


def encoder_layer(X, p: dict, allowed=None):
    """N0 (10)-(18)."""
    X = layer_norm(added(X, attention(X, X, part(p, "self_attention"), allowed)[1]), part(p, "norm_1"))
    return layer_norm(added(X, feed_forward(X, part(p, "feed_forward"))), part(p, "norm_2"))


def decoder_layer(Y, memory, p: dict, allowed=None, memory_allowed=None):
    """N0 (20)-(35)."""
    Y = layer_norm(added(Y, attention(Y, Y, part(p, "self_attention"), allowed)[1]), part(p, "norm_1"))
    attended = attention(Y, memory, part(p, "cross_attention"), memory_allowed)[1]
    Y = layer_norm(added(Y, attended), part(p, "norm_2"))
    return layer_norm(added(Y, feed_forward(Y, part(p, "feed_forward"))), part(p, "norm_3"))


def embedding(ids, W_E, base: float = 10000.0):
    """N0 (1)-(3), with the paper's square root."""
    rows = [[math.sqrt(len(W_E[i])) * x for x in W_E[i]] for i in ids]
    return added(rows, positions(len(ids), len(rows[0]), base))


def transformer(source, decoder_input, p: dict):
    """N0 (1)-(36), tied: logits (m, V). Pads of the source are hidden from everyone."""
    words = [i != PAD for i in source]
    X, memory_layers = embedding(source, p["source_embedding.W_E"]), layers(p, "encoder")
    for name in memory_layers:
        X = encoder_layer(X, part(p, name), [words] * len(source))
    Y = embedding(decoder_input, p["target_embedding.W_E"])
    causal = [[j <= i for j in range(len(decoder_input))] for i in range(len(decoder_input))]
    for name in layers(p, "decoder"):
        Y = decoder_layer(Y, X, part(p, name), causal, [words] * len(decoder_input))
    return product(Y, [list(column) for column in zip(*p["target_embedding.W_E"])], p["b_out"])


def layers(p: dict, stack: str) -> list[str]:
    """``encoder.0``, ``encoder.1`` ... as far as there are parameters."""
    return sorted({".".join(key.split(".")[:2]) for key in p if key.startswith(stack + ".")})


def cross_entropy(scores, right: int) -> float:
    """N0 (38): minus the log of the softmax at the right word."""
    return -math.log(softmax(scores)[right])


def recurrent(X, W, U, b):
    """N4: h_t = tanh(W h_{t-1} + U x_t + b) from h = 0."""
    h, states = [0.0] * len(b), []
    for x in X:
        h = [math.tanh(sum(w * s for w, s in zip(W[i], h)) + sum(u * a for u, a in zip(U[i], x)) + b[i])
             for i in range(len(b))]
        states.append(h)
    return states


def long_short_term_memory(X, p: dict):
    """N4: f, i, the candidate, C, o, h of every time, from h = C = 0; (states, memories)."""
    def row(name, v):
        return [sum(w * a for w, a in zip(ws, v)) + b for ws, b in zip(p[f"W_{name}"], p[f"b_{name}"])]

    h, C, states, memories = [0.0] * len(p["b_f"]), [0.0] * len(p["b_f"]), [], []
    for x in X:
        v = h + list(x)
        f, i, o = ([1 / (1 + math.exp(-a)) for a in row(name, v)] for name in "fio")
        C = [a * c + b * math.tanh(new) for a, c, b, new in zip(f, C, i, row("C", v))]
        h = [a * math.tanh(c) for a, c in zip(o, C)]
        states.append(h)
        memories.append(C)
    return states, memories


def additive_attention(z, H, W, U, v):
    """N2: (weights, context) of one decoder state over the encoder's states."""
    energies = []
    for h in H:
        match = [math.tanh(sum(w * a for w, a in zip(W[i], z)) + sum(u * b for u, b in zip(U[i], h)))
                 for i in range(len(v))]
        energies.append(sum(a * m for a, m in zip(v, match)))
    alpha = softmax(energies)
    return alpha, [sum(a * h[c] for a, h in zip(alpha, H)) for c in range(len(H[0]))]


def patches(image, side: int):
    """N0 (41): squares first, each flattened row by row."""
    rows = []
    for top in range(0, len(image), side):
        for left in range(0, len(image[0]), side):
            rows.append([value for y in range(side) for x in range(side) for value in image[top + y][left + x]])
    return rows
