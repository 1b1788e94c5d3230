"""SmolLM2 as the package registry has it: the numbers and words of ``transformers``, opened to the last cell."""

import random
from collections import Counter

import pytest
import torch
import transformers

from core import Ablate, catalog, zoo
from core.check import agrees
from core.data.byte_vocabulary import ByteVocabulary
from core.experiments import head_kinds
from core.trace import record

MARY = "When Mary and John went to the store, John gave a drink to"
TEXTS = (MARY, "The", "你好，世界 😀", "def f(x):\n    return x", "Mr. Dursley was thin. Mr. Durs")


@pytest.fixture(scope="module")
def smollm2(real_models):
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("ATTENTION_MODELS", str(real_models))
        assert catalog.brought() == ["minilm", "smollm2"] and catalog.abilities("smollm2").tokenizer == "bytes"
        yield zoo.fresh("smollm2")


@pytest.fixture(scope="module")
def theirs(real_models):
    return transformers.AutoModelForCausalLM.from_pretrained(real_models / "smollm2", dtype=torch.float32).eval()


@torch.no_grad()
@pytest.mark.parametrize("text", TEXTS)
def test_scores_are_those_of_hugging_face(smollm2, theirs, text):
    ids = smollm2.ids(text)
    ours, other = smollm2.trace(text)["logits"].value, theirs(ids[None]).logits[0]
    assert (torch.softmax(ours, -1) - torch.softmax(other, -1)).abs().max() < 1e-4


def test_mary(smollm2):
    share, best = smollm2.trace(MARY)["probabilities"].value[-1].max(-1)
    assert smollm2.target_vocabulary.words[int(best)] == "Mary" and abs(float(share) - 0.923) < 2e-3


@torch.no_grad()
def test_greedy_text_is_that_of_hugging_face(smollm2, theirs):
    from core import decode

    ids = smollm2.ids(MARY)
    wanted = theirs.generate(ids[None], max_new_tokens=40, do_sample=False, pad_token_id=2)[0, len(ids):].tolist()
    assert decode.greedy(smollm2.model, ids, 40).tolist()[:len(wanted)] == wanted


def test_its_trace_is_deep_and_every_cell_opens(smollm2):
    trace = smollm2.trace(MARY)
    assert trace.blocks is not None and len(trace.blocks) == 30
    draw, steps = random.Random(0), [step for step in trace.values() if step.equation is not None]
    for step in draw.sample(steps, 60):
        cell = tuple(draw.randrange(n) for n in step.shape)
        assert agrees(trace.worked(step.name, cell), step.at(cell)), (step.name, cell)
        assert all(name in trace or name in trace.parameters for name, _ in trace.sources(step.name, cell))


def test_an_edit_of_a_late_layer_takes_the_early_ones_from_the_plain_trace(smollm2):
    plain, edit = smollm2.trace(MARY), Ablate("decoder.19.self_attention.weights", 6)
    resumed, whole = smollm2.trace(MARY, (edit,), plain), smollm2.trace(MARY, (edit,))
    assert torch.equal(resumed["probabilities"].value, whole["probabilities"].value)
    assert not torch.equal(resumed["probabilities"].value, plain["probabilities"].value)


@pytest.mark.parametrize("text", TEXTS)
def test_labels_can_be_read(smollm2, text):
    labels, words = smollm2.read(text), smollm2.target_vocabulary
    assert isinstance(words, ByteVocabulary) and words.text(words.ids(text)) == text
    assert len(labels) == len(words.ids(text)) and all(label and "\ufffd" not in label for label in labels)


def test_what_heads_do_is_measured_as_defined(smollm2):
    """On one drawn text, each mean again as loops over the rows that can show it."""
    once = torch.randint(head_kinds.FIRST, len(smollm2.target_vocabulary), (5,),
                         generator=torch.Generator().manual_seed(3))
    habits = head_kinds._habits(smollm2, once)
    with record(smollm2.model, deep=False) as trace:
        smollm2.model(torch.cat((once, once)))
    for layer, head in ((0, 0), (12, 1), (19, 6), (29, 8)):
        weights = trace[f"decoder.{layer}.self_attention.weights"].value[head]
        loops = ([weights[5 + i, i + 1] for i in range(5)], [weights[i, i - 1] for i in range(1, 10)],
                 [weights[i, 0] for i in range(1, 10)])
        for mine, rows in zip(habits, loops):
            assert abs(float(mine[layer, head]) - sum(map(float, rows)) / len(rows)) < 1e-6


def test_some_heads_copy_and_many_rest_as_was_kept_when_the_model_was_brought(smollm2, monkeypatch):
    counts = Counter(kind for row in head_kinds.kinds(smollm2).values() for kind in row)
    assert counts.total() == 270 and 5 <= counts["induction"] <= 15 and counts["resting"] > 100
    assert set(counts) == {*head_kinds.Habits._fields, "other"}
    stored = smollm2.about["heads"]
    monkeypatch.setitem(smollm2.about, "heads", {})
    assert head_kinds.kinds(smollm2) == stored
