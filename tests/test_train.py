"""Laws of the training loop and of the measures that the checkpoints tell: what is read, what counts, what is kept."""

import copy
import itertools
import json
import re
from dataclasses import replace
from pathlib import Path

import pytest
import torch
from safetensors.torch import load_file
from samples import END, PAD, SIZES, SOURCES, START, TARGETS, UNKNOWN, close, generic
from torch import nn

from core import catalog, evaluate, train, zoo
from core.data.grammar import Pair
from core.data.vocabulary import Marks, Vocabulary, build_vocabulary
from core.equations import attention, variants
from core.fit import fit
from core.measures.alignment_error import head_errors
from core.models.transformer import Transformer
from core.recipes import translation
from core.recipes.recipe import Recipe
from core.recipes.translation import TranslationRecipe
from core.subjects.translator import Translator
from core.trace import Module

ROOT = Path(__file__).parent.parent
PLAIN = TranslationRecipe(languages=("zh", "en"), steps=40, warmup=10, unknown=0.0, dropout=0.0, open_ended=0.0,
                          shift=0, batch=4)
PAIRS = [(tuple("abcd"[:n]), tuple("wxyz"[:n])) for n in (2, 3, 4)] * 7 + [(tuple("dd"), tuple("zzz"))]
WORDS = [build_vocabulary([pair[side] for pair in PAIRS * 20], "en") for side in (0, 1)]


class Told(Transformer):
    """A model that keeps what it was given, and whether it was in training."""

    def __init__(self, *sizes, **more):
        super().__init__(*sizes, **more)
        self.heard = []

    def forward(self, source, decoder_input, start=0):
        self.heard.append((source, decoder_input, start, self.training))
        return super().forward(source, decoder_input, start)


def fitted(recipe: TranslationRecipe) -> tuple[Told, list[float]]:
    model = Told(9, 7, **SIZES)
    return model, fit(model, itertools.repeat((SOURCES, TARGETS)), recipe, lambda step, loss: None)


# ---- The loop --------------------------------------------------------------------------------------------------------


def test_the_first_loss_is_that_of_the_shifted_target_over_its_words_only():
    model = generic(Transformer(9, 7, **SIZES)).float()
    before = copy.deepcopy(model)
    (loss,) = fit(model, iter([(SOURCES, TARGETS)]), replace(PLAIN, steps=1, warmup=0), lambda step, loss: None)
    read = torch.tensor([[START, 6, 4], [START, 5, END]])
    with torch.no_grad():
        losses = variants.smoothed_losses(before(SOURCES, read), TARGETS, PLAIN.smoothing)
    assert close(loss, losses[TARGETS != PAD].mean(), 1e-5)
    assert any(not torch.equal(a, b) for a, b in zip(before.parameters(), model.parameters()))


def test_the_loop_learns_what_it_is_shown():
    model, losses = fitted(replace(PLAIN, steps=150, rate=1e-2, smoothing=0.0))
    assert len(losses) == 150
    assert losses[-1] < 0.1 < 1 < losses[0]
    assert not model.training


def test_the_last_part_is_calm_and_places_begin_anywhere_up_to_the_shift():
    heard = fitted(replace(PLAIN, unknown=1.0, shift=3))[0].heard
    assert [training for *_, training in heard] == [True] * 30 + [False] * 10
    assert {start for _, _, start, _ in heard} == {0, 1, 2, 3}
    for source, decoder_input, _, training in heard:
        assert source.tolist() == (torch.where(SOURCES > UNKNOWN, UNKNOWN, SOURCES) if training else SOURCES).tolist()
        assert (decoder_input[:, 0] == START).all() and bool((decoder_input[:, 1:] > UNKNOWN).any()) != training


@pytest.mark.parametrize("share", [0.0, 0.3, 1.0])
def test_only_words_become_unknown(share):
    ids = torch.arange(9).repeat(2000, 1)
    hidden = translation.with_unknowns(ids, share, Marks())
    assert torch.equal(hidden[:, :4], ids[:, :4])
    changed = hidden[:, 4:] != ids[:, 4:]
    assert (hidden[:, 4:][changed] == UNKNOWN).all()
    assert close(changed.double().mean(), share, 0.02)


@pytest.mark.parametrize("name", train.RECIPES)
def test_the_rate_rises_to_its_peak_and_falls_to_zero(name):
    recipe = train.RECIPES[name]
    rates = [recipe.rate_at(step) for step in range(recipe.steps + 1)]
    top = recipe.warmup - 1
    assert close([rates[0], rates[top], rates[-1]], [1 / recipe.warmup, 1, 0], 1e-12)
    if type(recipe).rate_at is Recipe.rate_at:  # half a cosine
        assert close(recipe.rate_at((recipe.warmup + recipe.steps) // 2), 0.5, 1e-3)
    assert all(a < b for a, b in itertools.pairwise(rates[:top + 1]))
    assert all(a >= b for a, b in itertools.pairwise(rates[top:]))


def shown(recipe: TranslationRecipe, count: int) -> list[tuple]:
    """(source words, target words) of the rows of the first batches, without padding."""
    rows = []
    for source, target in itertools.islice(translation.batches(PAIRS, WORDS, recipe), count):
        for s, t in zip(source.tolist(), target.tolist()):
            s, t = ([i for i in ids if i != PAD] for ids in (s, t))
            assert t[-1] == END and END not in t[:-1] + s
            rows.append((tuple(WORDS[0].decode(s)), tuple(WORDS[1].decode(t))))
    return rows


def test_a_round_shows_every_pair_once():
    rows = shown(PLAIN, 12)  # 22 pairs in batches of 4: six batches a round
    assert sorted(rows[:22]) == sorted(rows[22:]) == sorted(PAIRS)
    assert rows[:22] != rows[22:]
    assert rows == shown(PLAIN, 12) != shown(replace(PLAIN, seed=2), 12)


def test_an_open_ended_pair_loses_its_last_word_on_both_sides():
    assert sorted(shown(replace(PLAIN, open_ended=1.0), 6)) == sorted((s[:-1], t[:-1]) for s, t in PAIRS)


def test_held_out_dialogues_are_not_trained_on():
    openers, contents = set(evaluate.dialogue.other_openers()), set(evaluate.dialogue.unseen_content())
    trained = set(train.RECIPES["chat"].training_pairs())
    assert len(openers) > 50 and len(contents) > 50 and not openers & contents and not (openers | contents) & trained
    assert openers | contents | trained == set(evaluate.dialogue.dialogue_corpus())
    asked = [" ".join(question) for question, _ in trained]
    for question, _ in contents:  # not even within another question
        bare = " ".join(question[max((i + 1 for i, word in enumerate(question) if word == ","), default=0):])
        assert not any(known.endswith(bare) for known in asked), bare
    known = {word for pair in trained for side in pair for word in side}
    assert all(set(question) | set(answer) <= known for question, answer in openers | contents)


def test_the_dialogue_answers_its_examples_as_its_data_does():
    chat, answers = zoo.load("chat"), dict(evaluate.dialogue.dialogue_corpus())
    trained = {question for question, _ in train.RECIPES["chat"].training_pairs()}
    for example in chat.examples:
        question = next(q for q in answers if " ".join(q).lower() == " ".join(chat.read(example)).lower())
        assert question in trained and answers[question] == tuple(chat.answer(example)), example


def test_what_is_saved_is_what_is_loaded(tmp_path):
    model = generic(Transformer(9, 7, **SIZES)).float()
    weights = train.stored(model, torch.float32)
    train.save(weights, tmp_path / "new" / "model.safetensors")
    about = {"kind": "translator", "configuration": SIZES,
             "vocabulary": {"source": {"language": "zh", "words": list("abcdefghi")},
                            "target": {"language": "en", "words": list("stuvwxy")}}}
    for state in (weights, load_file(tmp_path / "new" / "model.safetensors")):
        built = zoo.build("model", about, state).model
        assert all(torch.equal(p, dict(model.named_parameters())[name]) for name, p in built.named_parameters())
        assert not built.training and not any(p.requires_grad for p in built.parameters())
    with pytest.raises(ValueError, match="does not fit"):
        zoo.build("model", about, {k: v for k, v in weights.items() if k != "b_out"})


def test_an_unknown_recipe_is_answered_with_those_there_are(capsys):
    for arguments in ([], ["nothing"], ["chat", "chat"]):
        with pytest.raises(SystemExit, match="2"):
            train.main(arguments)
        told = capsys.readouterr().err
        assert all(name in told for name in train.RECIPES)


# ---- The measures ----------------------------------------------------------------------------------------------------

PAIR = Pair(("a", "b", "c"), ("x", "y"), frozenset({(0, 0)}), frozenset({(0, 0), (1, 1), (2, 1)}))


class Looks(Module):
    def __init__(self, links: list[int], words: int):
        super().__init__()
        self.scores = 3 * nn.functional.one_hot(torch.tensor(links), words).double().view(1, 1, len(links), words)

    def forward(self):
        return attention.weights(self.scores)


class Pointing(Module):
    """A model whose one head looks, in each row, at the word it is told to."""

    def __init__(self, links: list[int], words: int):
        super().__init__()
        self.decoder = nn.ModuleList([nn.ModuleDict({"cross_attention": Looks(links, words)})])

    def forward(self, source, decoder_input):
        looks = self.decoder[0]["cross_attention"]
        assert decoder_input[0, 0] == START and looks.scores.shape[2:] == (decoder_input.shape[1], source.shape[1])
        return looks()


@pytest.mark.parametrize(("languages", "links", "producing", "own"), [
    (("zh", "en"), [0, 2, 0, 2], 0.0, 1.0),  # 1 - (1 + 2) / (2 + 1): a sure link and a possible one; own rows: none
    (("zh", "en"), [0, 0, 1, 2], 1 / 3, 0.0),  # 1 - (1 + 1) / (2 + 1); own rows: a sure and a possible one
    (("zh", "en"), [1, 1, 0, 0], 2 / 3, 1.0),  # 1 - (0 + 1) / (2 + 1)
    (("en", "zh"), [0, 1, 1, 0, 0], 0.0, 3 / 4),  # from the other side: three words with a link
    (("en", "zh"), [1, 0, 1, 1, 1], 3 / 4, 0.0),  # 1 - (0 + 1) / (3 + 1); own rows: 1 - (1 + 3) / (3 + 1)
])
def test_the_alignment_error_of_a_head_by_hand(languages, links, producing, own):
    """AER = 1 - (|A and sure| + |A and possible|) / (|A| + |sure|)."""
    words = [Vocabulary(tuple("_se?") + getattr(PAIR, side), side) for side in languages]
    model = Pointing(links, len(getattr(PAIR, languages[0])))
    about = {"kind": "translator", "languages": languages, "configuration": {}}
    errors = head_errors(Translator("by hand", model, *words, about), [PAIR])
    assert list(errors) == ["decoder.0.cross_attention.weights head 0"]
    assert close(*map(list, (next(iter(errors.values())), (producing, own))), 1e-6)


def test_an_exact_match_is_every_word():
    translator = zoo.load("translator-zh-en")
    source = tuple(translator.read("我昨天买了一本书。"))
    answer = tuple(translator.answer("我昨天买了一本书。"))
    pairs = [(source, answer), (source, answer[:-1]), (source, (*answer, ".")), (source, ("You", *answer[1:]))]
    assert evaluate.exact_match(translator, pairs) == 25.0


def test_the_readme_tells_what_the_checkpoints_tell():
    table = re.findall(r"^\| `([\w-]+)` \| ([\d,]+) \| (.+) \| (.+) \|$", (ROOT / "README.md").read_text("utf-8"), re.M)
    kinds = {name: catalog.about(name)["kind"] for name in catalog.stored()}
    speaking = ("translator", "recurrent_translator", "dialogue")
    shown = {name: row for name, *row in table if kinds[name] in speaking}
    assert set(shown) == {name for name, kind in kinds.items() if kind in speaking}
    for name, (parameters, exact, error) in shown.items():
        about = json.loads((catalog.CHECKPOINTS / f"{name}.json").read_text("utf-8"))
        assert int(parameters.replace(",", "")) == about["parameters"]
        assert about["parameters"] == sum(p.numel() for p in zoo.load(name).model.parameters())
        assert [float(n) for n in re.findall(r"\d+\.\d+", exact)] == list(about["metrics"]["exact_match"].values())
        assert error in (str(about["metrics"].get("alignment", {}).get("error_rate")), "–")
