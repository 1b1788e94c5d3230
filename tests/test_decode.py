"""Laws of decoding: what is chosen, from which distribution, and that cache, batch and beam tell the same story."""

import itertools
import math

import pytest
import torch
from samples import END, PAD, SIZES, START, close, generic, random

from core import record
from core.decode import beam, distribution, greedy, sampling, scorer, words
from core.edits import Scale
from core.models.cache import Cache
from core.models.transformer import PreNormTransformer, Transformer, padded

KINDS = [Transformer, PreNormTransformer]
every_kind = pytest.mark.parametrize("kind", KINDS)


def sources(count: int = 6) -> list[list[int]]:
    return [torch.randint(4, 9, (n % 5 + 1,)).tolist() for n in range(count)]


@every_kind
def test_a_batch_is_decoded_like_its_sentences(kind):
    early = False
    for seed in range(8):  # some of these models end their sentences, some never do
        model, rows = generic(kind(9, 7, **SIZES), seed), sources(6)
        batch = greedy(model, padded(rows, PAD), limit=9)
        early |= bool((batch == PAD).any())
        for row, source in zip(batch.tolist(), rows):
            alone = greedy(model, torch.tensor(source), limit=9).tolist()
            assert row[: len(alone)] == alone
            assert set(row[len(alone):]) <= {PAD}
    assert early, "no sentence has ended before another"


@every_kind
@pytest.mark.parametrize("cached", [False, True])
def test_words_one_by_one_are_the_greedy_sentence(kind, cached):
    for seed, source in enumerate(sources()):
        model = generic(kind(9, 7, **SIZES), seed)
        ids = [word.id for word in words(model, torch.tensor(source), cached=cached, limit=9)]
        assert ids == greedy(model, torch.tensor(source), limit=9).tolist()


@every_kind
def test_the_cache_changes_no_number(kind):
    model, source = generic(kind(9, 7, **SIZES)), torch.tensor([4, 6, 5])
    pairs = list(zip(words(model, source, limit=6), words(model, source, cached=True, limit=6)))
    assert len(pairs) > 1
    for t, (full, short) in enumerate(pairs):
        assert close(full.probabilities, short.probabilities, 1e-12)
        for name, step in short.trace.items():
            axis = next((i for i, word in enumerate(step.axes) if word in ("token", "query")), None)
            if step.equation and axis is not None:
                last = [trace[name].value.select(axis, -1) for trace in (short.trace, full.trace)]
                assert close(*last, 1e-12), name
        assert short.trace["decoder.0.self_attention.weights"].value.shape == (2, 1, t + 1)
        assert full.trace["decoder.0.self_attention.weights"].value.shape == (2, t + 1, t + 1)


def test_a_cached_pass_computes_the_new_word_only():
    model, source = generic(Transformer(9, 7, **SIZES)), torch.tensor([4, 6, 5])
    first, second = itertools.islice(words(model, source, cached=True, limit=6), 2)
    assert "decoder.0.cross_attention.keys" in first.trace
    assert "decoder.0.cross_attention.keys" not in second.trace
    assert second.trace["decoder.0.self_attention.keys"].value.shape == (2, 1, 4)
    assert second.trace["decoder.0.self_attention.appended_keys"].inputs == (
        "decoder.0.self_attention.past_keys", "decoder.0.self_attention.keys")


def test_words_enter_the_cache_one_at_a_time():
    model, source = generic(Transformer(9, 7, **SIZES)), torch.tensor([4, 6, 5])
    with torch.no_grad():
        memory = model.encode(source)
        one, ids, rows = Cache(), [START, 6, 4, 5], []
        for i in ids:
            rows.append(model.decode(torch.tensor([i]), memory, source, one))
        assert one.length == len(ids)
        assert close(torch.cat(rows), model.decode(torch.tensor(ids), memory, source), 1e-12)
        with pytest.raises(ValueError, match="one at a time"):
            model.decode(torch.tensor(ids), memory, source, one)
        together = Cache()
        assert close(model.decode(torch.tensor(ids), memory, source, together), torch.cat(rows), 1e-12)
        assert together.length == len(ids)


def test_every_word_carries_its_own_trace():
    model, source = generic(Transformer(9, 7, **SIZES)), torch.tensor([4, 6, 5])
    labels = [f"w{i}" for i in range(7)]
    generated = list(words(model, source, limit=6, labels=lambda ids: {
        "decoder_input": {"token": [labels[i] for i in ids]}}))
    for t, word in enumerate(generated):
        prefix = [START, *(w.id for w in generated[:t])]
        assert word.trace["decoder_input"].value.tolist() == prefix
        assert word.trace.labels("decoder.0.self_attention.weights")["query"] == tuple(labels[i] for i in prefix)
        assert torch.equal(word.trace["probabilities"].value[-1], word.probabilities)
        assert int(word.probabilities.argmax()) == word.id


def test_edits_act_on_every_word():
    model, source = generic(Transformer(9, 7, **SIZES)), torch.tensor([4, 6, 5])
    edit = Scale("decoder.0.cross_attention.output", 0.0)
    for word in words(model, source, limit=4, edits=(edit,)):
        assert not word.trace[edit.step].value.any()


def test_edits_of_the_encoder_act_on_the_memory_of_every_word():
    model, source = generic(Transformer(9, 7, **SIZES)), torch.tensor([4, 6, 5])
    for edits in ((Scale("encoder.0.self_attention.scores", 9.0),), (Scale("*.head_outputs", 2.0),),
                  (Scale("*.scores", 0.5), Scale("decoder.1.norm_3.output", 1.5))):
        for cached in (False, True):
            generated = list(words(model, source, limit=4, edits=edits, cached=cached))
            with record(model, *edits) as trace:
                model(source, torch.tensor([START, *(word.id for word in generated[:-1])]))
            assert close(trace["logits"].value, torch.stack([w.trace["logits"].value[-1] for w in generated]), 1e-10)
            assert not close(generated[0].probabilities, next(words(model, source)).probabilities, 1e-6)


def test_the_distribution_follows_its_definition():
    logits = torch.tensor([2.0, 1.0, 0.1, -1.0], dtype=torch.float64)
    p = torch.softmax(logits, -1)
    assert close(distribution(logits), p, 1e-15)
    assert close(distribution(logits, temperature=2.0), torch.softmax(logits / 2, -1), 1e-15)
    assert close(distribution(logits, top_k=2), [*(p[:2] / p[:2].sum()).tolist(), 0, 0], 1e-15)
    assert close(distribution(logits, top_p=0.8), [*(p[:2] / p[:2].sum()).tolist(), 0, 0], 1e-15)
    assert close(distribution(logits, top_p=1e-9), [1, 0, 0, 0], 0)
    assert close(distribution(logits, temperature=0), [1, 0, 0, 0], 0)
    assert close(distribution(logits, top_k=9), p, 1e-15)
    assert close(distribution(logits, temperature=1e-3), [1, 0, 0, 0], 1e-12)


@pytest.mark.parametrize(("logits", "top_p", "count"), [
    ([0.0, 0.0, 0.0, 0.0], 0.5, 2), ([0.0, 0.0, 0.0, 0.0], 0.25, 1), ([0.0, 0.0, 0.0, 0.0], 0.5001, 3),
    ([0.0, 0.0, 0.0, 0.0], 0.75, 3)])
def test_the_nucleus_holds_no_word_more_than_it_needs(logits, top_p, count):
    """Quarters are exact in binary: two of them are one half, and a third word would be one too many."""
    assert int((distribution(torch.tensor(logits, dtype=torch.float64), top_p=top_p) > 0).sum()) == count


@pytest.mark.parametrize("top_p", [0.1, 0.5, 0.9, 0.99])
@pytest.mark.parametrize("seed", range(5))
def test_the_nucleus_is_the_smallest_set_that_is_likely_enough(seed, top_p):
    logits = 2 * random(30, seed=seed)
    p, nucleus = torch.softmax(logits, -1), distribution(logits, top_p=top_p) > 0
    assert p[nucleus].min() >= p[~nucleus].max()
    assert p[nucleus].sum() >= top_p > p[nucleus].sum() - p[nucleus].min()


@pytest.mark.parametrize("seed", range(5))
def test_without_limits_no_word_is_impossible(seed):
    logits = 3 * torch.randn(200, 514, generator=torch.Generator().manual_seed(seed))
    for row in logits[:40]:
        assert (distribution(row) > 0).all()
        assert close(distribution(row).sum(), 1.0, 1e-6)


@pytest.mark.parametrize("options", [{"temperature": -1}, {"top_p": 0}, {"top_p": 1.1}, {"top_k": -1}])
def test_impossible_sampling_options_are_refused(options):
    with pytest.raises(ValueError, match="must"):
        distribution(torch.zeros(3), **options)


def test_sampling_repeats_itself_and_follows_the_distribution():
    logits = torch.tensor([1.0, 0.0, -1.0])
    draws = [[choose(logits) for _ in range(3000)] for choose in (sampling(1.0, 0, 1.0, 3) for _ in range(2))]
    assert draws[0] == draws[1]
    assert draws[0] != [sampling(1.0, 0, 1.0, 4)(logits) for _ in range(3000)]
    shares = torch.bincount(torch.tensor(draws[0]), minlength=3) / 3000
    assert close(shares, distribution(logits), 0.03)
    assert sampling(0.0, 0, 1.0, 5)(logits) == 0


def table(tree: dict, size: int):
    """A scorer from {prefix: probabilities}; unlisted prefixes end for sure."""
    def log_probabilities(prefixes):
        rows = [tree.get(p, [float(i == END) for i in range(size)]) for p in prefixes]
        return torch.tensor(rows, dtype=torch.float64).log()
    return log_probabilities


def test_a_wider_beam_finds_what_greed_misses_and_may_also_miss():
    """N1 4.4 takes the likeliest word (R54): greedy 0.17, beam of two 0.27; and a tree where the beam is worse."""
    A, B, C = 3, 4, 5
    missed = table({(): [0, 0, 0, .5, .3, .2], (A,): [0, 0, .34, .33, .33, 0], (B,): [0, 0, .9, .1, 0, 0],
                    (C,): [0, 0, .5, .5, 0, 0]}, 6)
    probability = [math.exp(search.tree[search.best[0]].log_probability)
                   for search in (beam(missed, width, alpha=0) for width in (1, 2))]
    assert close(probability, [0.17, 0.27], 1e-12)
    worse = table({(): [0, 0, 0, .4, .35, .25], (A,): [0, 0, 0, .4, .3, .3], (B,): [0, 0, 0, .5, .5, 0],
                   (A, A): [0, 0, 1., 0, 0, 0], (B, A): [0, 0, .4, .3, .3, 0], (B, B): [0, 0, .4, .3, .3, 0]}, 6)
    probability = [math.exp(search.tree[search.best[0]].log_probability)
                   for search in (beam(worse, width, alpha=0, limit=3) for width in (1, 2))]
    assert close(probability, [0.16, 0.07], 1e-12)


@pytest.mark.parametrize(("alpha", "best"), [(0.0, (END,)), (0.6, (5, 5, END)), (1.0, (5, 5, END))])
def test_the_length_penalty_can_let_the_longer_hypothesis_win(alpha, best):
    """0.52 in one word against 0.48 in three: the penalty divides -0.65 by 1 and -0.73 by (8/6) ** alpha."""
    score = table({(): [0, 0, .52, 0, 0, .48], (5,): [0, 0, 0, 0, 0, 1.]}, 6)
    search = beam(score, width=2, alpha=alpha, limit=5)
    assert search.tree[search.best[0]].words == best


def test_hypotheses_that_have_ended_keep_their_places_in_the_beam():
    """Of a beam of two, one has ended: from then on one prefix is extended, and two are found in all."""
    halves = [0, 0, .5, .3, .2, 0]
    score = table({(): halves, **{(3,) * n: halves for n in range(1, 6)}}, 6)
    search = beam(score, width=2, alpha=0.0, limit=6)
    assert [search.tree[i].words for i in search.best] == [(END,), (3, END)]
    assert sum(node.finished and node.kept for node in search.tree) == 2


@every_kind
def test_a_wide_beam_is_exhaustive_search(kind):
    model, source, limit = generic(kind(9, 7, **SIZES)), torch.tensor([4, 6, 5]), 3
    score = scorer(model, source)
    search = beam(score, width=7**limit, alpha=0.0, limit=limit)
    best = search.tree[search.best[0]]
    totals = {}
    for length in range(1, limit + 1):
        for ids in itertools.product([i for i in range(7) if i != END], repeat=length - 1):
            sentence = (*ids, END)
            totals[sentence] = sum(float(score([sentence[:t]])[0, i]) for t, i in enumerate(sentence))
    assert best.words == max(totals, key=totals.get)
    assert close(best.log_probability, max(totals.values()), 1e-10)


@pytest.mark.parametrize("width", [1, 2, 4])
@pytest.mark.parametrize("alpha", [0.0, 0.6])
def test_the_beams_tree_holds_together(width, alpha):
    model = generic(Transformer(9, 7, **SIZES), seed=3)
    search = beam(scorer(model, torch.tensor([4, 6, 5])), width, alpha, limit=8)
    for depth in range(1, 9):
        level = [node for node in search.tree if len(node.words) == depth]
        assert sum(node.kept for node in level) <= width
        kept = [node.log_probability for node in level if node.kept]
        assert all(node.log_probability <= min(kept) for node in level if kept and not node.kept)
        ended = sum(node.kept and node.finished for node in search.tree if 0 < len(node.words) < depth)
        assert len(kept) == min(width - ended, len(level))
    for node in search.tree[1:]:
        parent = search.tree[node.parent]
        assert parent.kept and not parent.finished
        assert node.words[:-1] == parent.words
        assert node.log_probability < parent.log_probability
        assert node.finished == (node.words[-1] == END)
        assert math.isclose(node.score, node.log_probability / ((5 + len(node.words)) / 6) ** alpha)
    scores = [search.tree[i].score for i in search.best]
    assert scores == sorted(scores, reverse=True)
    assert len(search.best) == len({search.tree[i].words for i in search.best}) <= width


def test_a_beam_needs_a_width():
    with pytest.raises(ValueError, match="at least 1"):
        beam(table({}, 4), 0)


def test_the_scorer_agrees_with_the_trace():
    model, source = generic(Transformer(9, 7, **SIZES)), torch.tensor([4, 6, 5])
    log_probabilities = scorer(model, source)([(6, 4), (5, 3)])
    for row, prefix in zip(log_probabilities, ((START, 6, 4), (START, 5, 3))):
        with record(model) as trace:
            model(source, torch.tensor(prefix))
        assert close(row, torch.log_softmax(trace["logits"].value[-1], -1), 1e-12)
