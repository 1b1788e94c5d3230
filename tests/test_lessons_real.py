"""The lessons on real models: what is kept is what the model gives, and what their texts claim holds of it."""

import json
import re

import pytest
import torch
from headless_page import opened
from torch import nn

from core import catalog, zoo
from core.experiments import (
    copying,
    exchanged_rows,
    head_kinds,
    pieces,
    resting_place,
    sentences,
    since_2017,
    stored_runs,
)
from core.files import UnusableError
from pages.components.text_files import page_words
from pages.real.pieces import merges, own_text
from pages.real.resting_place import resting_heads

GUESSES = {"since_2017": {"turned_places": "both", "norms": "both_stay", "cache_of_keys": "whole", "parts": "table"},
           "copying": {"second_reading": "half", "two_heads": "same", "switched_off": "hardly"},
           "resting_place": {"resting_heads": "under_tenth", "large_feature": "alike", "set_to_zero": "hardly"},
           "layer_by_layer": {"early_answers": "first_third", "exchanged_rows": "between"},
           "sentences": {"nearest": "reworded", "word_order": "far", "points": "all"},
           "pieces": {"two_languages": "fewer", "inventory": "one_in_three", "merges": "from_left",
                      "numbers": "one_token", "spaces": "same_token"}}


@pytest.fixture(scope="module")
def subject(real_models):
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("ATTENTION_MODELS", str(real_models))
        return zoo.load("smollm2")


@pytest.mark.parametrize("language", ["zh", "en"])
@pytest.mark.parametrize("page", GUESSES)
def test_a_page_tells_its_run_after_the_guesses(page, language):
    app = opened(f"real/{page}", GUESSES[page], lang=language)
    assert not app.exception and not app.error and len(app.warning) + len(app.success) >= len(GUESSES[page])
    text = " ".join(one.value for one in (*app.warning, *app.success, *app.markdown, *app.caption))
    assert "{" not in text.replace("{\\", "") and ("smollm2" in text.lower() or "minilm" in text)


def test_the_kept_runs_are_small():
    names = (copying.NAME, resting_place.NAME, exchanged_rows.NAME, pieces.NAME, sentences.NAME)
    assert sum((stored_runs.FOLDER / f"{name}.json").stat().st_size for name in names) < 3_000_000


def test_the_second_reading_is_copied_by_few_heads(subject):
    stored, ids, n = copying.stored(), copying.twice(subject), head_kinds.DRAWN
    for name, heads in (("whole", []), ("copiers", stored["copiers"])):
        loss = copying.losses(subject, ids, copying.without(heads)).mean(0)
        assert torch.allclose(loss, torch.tensor(stored["losses"][name]["by_token"]), atol=0.02)
    whole, off, other = (stored["losses"][name]["second"] for name in ("whole", "copiers", "copiers_others"))
    assert whole < other < (whole + stored["losses"]["whole"]["first"]) / 2 < off
    layers = [layer for layer, _ in stored["copiers"]]
    others = copying.others(head_kinds.habits(subject).induction, [tuple(head) for head in stored["copiers"]])
    assert sorted(layer for layer, _ in others) == sorted(layers) and len({*others}) == copying.SWITCHED
    assert not {*others} & {tuple(head) for head in stored["copiers"]}
    A = copying.weights(subject, tuple(stored["copiers"][0]), ids)
    looks = copying.looks(A, n)
    assert looks["after"] == pytest.approx(stored["chain"]["whole"]["after"], abs=2e-3)
    assert looks["after"] == pytest.approx(  # the diagonals by hand
        sum(float(A[b, n + i, i + 1]) for b in range(len(A)) for i in range(n)) / (len(A) * n), abs=1e-5)
    chain = stored["chain"]
    assert chain["backs"]["after"] < chain["whole"]["after"] / 2 < chain["backs_others"]["after"]


def test_heads_rest_on_the_first_token_whatever_it_is(subject):
    stored = resting_place.stored()
    shares = resting_place.shares(subject, stored["text"])
    assert torch.allclose(shares, torch.tensor(stored["shares"]), atol=5e-3)
    assert all(abs(count - stored["resting"]) < stored["resting"] / 4 for _, count in stored["replaced"])
    removed = stored["layer"], 0, stored["feature"]
    whole, without = (resting_place.loss(subject, resting_place.TEXTS[0], one)[0] for one in (None, removed))
    assert without > 2 * whole and stored["losses"]["other"]["loss"] < 1.1 * stored["losses"]["whole"]["loss"]
    assert stored["losses"]["first"]["resting"] < stored["losses"]["whole"]["resting"]


def test_a_row_from_the_other_text_turns_the_answer_where_it_lives(subject):
    stored = exchanged_rows.stored()
    shares = torch.tensor(stored["shares"])
    place = stored["differs"][0]
    first, last = torch.zeros(shares.shape[1]), torch.zeros(shares.shape[1])
    first[place] = last[-1] = 1  # in front of all layers the texts differ there alone; behind them only the end counts
    assert len(stored["differs"]) == 1 and torch.equal(shares[0], first) and torch.equal(shares[-1], last)
    ids = [subject.ids(text) for text in stored["texts"]]
    scores = [subject.model(one)[-1] for one in ids]
    words = tuple(int(score.argmax()) for score in scores)
    whole = [float(score[words[0]] - score[words[1]]) for score in scores]
    depth = len(shares) - 7
    x, y = (exchanged_rows.rows(subject, one)[depth] for one in ids)
    turned = (exchanged_rows.patched(subject, depth, x, y, words) - whole[0]) / (whole[1] - whole[0])
    assert torch.allclose(turned, shares[depth], atol=5e-3) and float(turned[-1]) > 0.9
    with pytest.raises(ValueError, match="equally many"):
        exchanged_rows.exchange(subject, ("One two", "One two three"))
    with pytest.raises(ValueError, match="same word"):
        exchanged_rows.exchange(subject, (stored["texts"][0],) * 2)
    assert stored["says"][-1][0] == stored["answers"][0]


def test_what_changed_since_2017_is_counted(subject):
    sizes = since_2017.MODELS["SmolLM2-135M"]
    assert sum(since_2017.parameters(sizes).values()) == sum(p.numel() for p in subject.model.parameters())
    products = since_2017.products("rotary")
    assert since_2017.spread(products) < 1e-9 < since_2017.spread(since_2017.products("sinusoids"))
    Q, K = since_2017.one_pair()
    assert float(products[5, 5]) == pytest.approx(float((Q * K).sum()))  # at no distance nothing is turned
    ids, cache = subject.ids("one two three"), subject.model.start(subject.ids("one"))
    _, state = subject.model.step(cache, ids)
    count = sum(part.numel() for pair in state.cache._kept.values() for part in pair)
    assert since_2017.cache_bytes(sizes, len(ids)) == since_2017.BYTES * count


def test_what_a_model_would_have_as_in_2017_is_that_of_torchs_layers():
    sizes = since_2017.Sizes(3, 12, 4, 2, 5, 40, 50, "")
    d, width = sizes.d_model, sizes.heads * sizes.d_k
    maps = [(d, width)] * 3 + [(width, d), (d, 4 * d), (4 * d, d)]
    parts = [nn.Embedding(sizes.vocabulary, d), nn.Linear(d, sizes.vocabulary), nn.LayerNorm(d)]
    parts += [part for _ in range(sizes.layers) for part in (
        *(nn.Linear(*shape) for shape in maps), nn.LayerNorm(d), nn.LayerNorm(d))]
    assert sum(since_2017.as_in_2017(sizes).values()) == sum(
        p.numel() for part in parts for p in part.parameters())


def test_directions_of_sentences_are_those_of_the_encoder(real_models, monkeypatch):
    monkeypatch.setenv("ATTENTION_MODELS", str(real_models))
    sentences.encoder.cache_clear()
    stored, encoder = sentences.stored(), sentences.encoder()
    vectors = encoder.vectors(stored["texts"])
    assert torch.allclose(vectors, torch.tensor(stored["vectors"]), atol=1e-3)
    assert torch.allclose(vectors.norm(dim=1), torch.ones(len(vectors)), atol=1e-5)
    for name, pair in sentences.PAIRS.items():
        assert float(sentences.cosines(encoder.vectors(pair))[0, 1]) == pytest.approx(stored["pairs"][name], abs=1e-4)
    places = sentences.in_space(vectors)
    apart = torch.cdist(vectors, vectors) - torch.cdist(places, places)
    assert places.shape == (len(vectors), 3) and float(apart.min()) > -1e-4  # a shadow brings nothing further apart
    pairs = stored["pairs"]
    assert pairs["negated"] > pairs["reworded"] > pairs["same_words"] and pairs["turned"] > pairs["numbers"] > 0.9
    with pytest.raises(ValueError, match="no word"):
        encoder.vectors([" "])
    monkeypatch.setenv("ATTENTION_MODELS", str(real_models / "nowhere"))
    sentences.encoder.cache_clear()
    with pytest.raises(UnusableError, match="brings it"):
        sentences.encoder()


def test_pieces_are_those_of_the_tokenizer_and_their_lists_make_a_language_dear(subject, real_models, monkeypatch):
    monkeypatch.setenv("ATTENTION_MODELS", str(real_models))
    for cached in (pieces.vocabulary, pieces.merge_list):
        cached.cache_clear()
    stored, words = pieces.stored(), subject.target_vocabulary
    assert stored == json.loads(json.dumps(pieces.measure(subject))) | {"command": stored["command"]}
    typed = (pieces.WORD, " aaaaaaaa banana", "def f(x):\n    y", "👍🏽 饕餮")
    for text in [*typed, *(one for pair in pieces.PAIRS for one in pair), *catalog.BROUGHT_EXAMPLES]:
        built = [one[-1].pieces if one else None for one in pieces.rounds("smollm2", text)]
        assert sum(len(one) if one else 1 for one in built) == len(words.ids(text)), text
        merged = [piece for one in built for piece in one or ()]
        assert [piece for piece in pieces.cut(words, text) if piece in merged] == merged, text
    assert sum(stored["inventory"]["brought"].values()) == len(words)
    pairs = stored["pairs"]
    assert all(zh["tokens"] > 1.5 * en["tokens"] and zh["characters"] < en["characters"] for en, zh in pairs)
    assert all(en["own"] > 2 * zh["own"] for en, zh in pairs)  # it goes by the list, not by the language
    total = [sum(pair[i]["bytes"] for pair in pairs) for i in range(2)]
    assert 0.7 < total[1] / total[0] < 1.3
    cosines = stored["cosines"]
    assert min(cosines["same"].values()) > cosines["different"]
    assert all(len(tokens) == len(text) for text, tokens in stored["numbers"])


def test_a_token_is_written_with_each_of_its_spaces_once(real_models, monkeypatch):
    monkeypatch.setenv("ATTENTION_MODELS", str(real_models))
    words = pieces.vocabulary("smollm2")
    written = [pieces.shown(words, i) for i in range(len(words))]
    assert not [one for one in written if " " in re.sub("⟨[^⟩]*⟩", "", one) or one.startswith("␣⟨20")]
    for token, i in (("␣the", words.ids(" the")[0]), ("⏎␣␣␣", words.ids("x\n    y")[1])):
        assert written[i] == token
    assert own_text.in_line(["a|b", "`"]) == "`a|b` `` ` ``" and own_text.in_cell(["||"]) == r"`\|\|`"


@pytest.mark.parametrize("language", ["zh", "en"])
def test_of_one_token_alone_no_heads_are_counted_and_where_nothing_merges_no_rounds_are_shown(real_models, monkeypatch,
                                                                                              language):
    monkeypatch.setenv("ATTENTION_MODELS", str(real_models))
    for page in (resting_heads, merges):
        monkeypatch.setattr(page, "language_model", lambda: "smollm2")
    app = opened("real/resting_place", GUESSES["resting_place"], lang=language)
    counted = page_words(language, "resting_place")["own_resting"].partition("{")[0]
    for text, alone in (("Hi", True), ("Hi there", False)):
        app.text_input(key="resting text").set_value(text).run()
        assert bool(app.info) == alone and any(counted in one.value for one in app.markdown) != alone
    app = opened("real/pieces", GUESSES["pieces"], lang=language)
    for text, some in (("𠮷", False), ("cat", True)):
        app.text_input(key="pieces word").set_value(text).run()
        title = page_words(language, "pieces")["round"]
        assert any(f"| {title} |" in one.value for one in app.markdown) == some != bool(app.info)
