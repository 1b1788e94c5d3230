"""At the edges: nothing to attend to, nothing to say, numbers that are none, places that are not there yet."""

import json
import math

import pytest
import torch
from samples import END, PAD, SIZES, SOURCE, START, TARGET, UNKNOWN, close, generic, run

from core import Ablate, Permute, Replace, Scale, SetCell, Skip, catalog, file_check, record, train, zoo
from core.data import vocabulary
from core.decode import beam, distribution, greedy, scorer, words
from core.edits import LONGEST_TEXT, from_text, to_text
from core.equations import attention, output
from core.models.cache import Cache
from core.models.gpt import GPT
from core.models.rnn import WordRNN
from core.models.transformer import PreNormTransformer, Transformer

WEIGHTS = "encoder.0.self_attention.weights"
OWN = "decoder.0.self_attention.weights"
MASKED = "decoder.0.self_attention.masked_scores"


def model(kind=Transformer):
    return generic(kind(9, 7, **SIZES))


# ---- Nothing to attend to --------------------------------------------------------------------------------------------


def test_a_row_with_nothing_allowed_is_zeros_and_passes_no_gradient():
    S = torch.tensor([[[1.0, -1.0, 3.0], [0.5, 7.0, 2.0]]], dtype=torch.float64, requires_grad=True)
    A = attention.weights(attention.masked_scores(S, torch.tensor([[False] * 3, [True, False, True]])))
    assert A[0, 0].tolist() == [0.0, 0.0, 0.0]
    assert close(A[0, 1].detach().sum(), 1.0, 1e-12) and float(A[0, 1, 1].detach()) == 0.0
    (A * torch.tensor([1.0, 2.0, 3.0])).sum().backward()
    assert S.grad.isfinite().all() and not S.grad[0, 0].any() and S.grad[0, 1].any()


def test_what_is_no_number_is_not_taken_for_a_masked_row():
    A = attention.weights(torch.tensor([[[math.nan, 0.0], [1.0, 0.0]]]))
    assert A[0, 0].isnan().all() and A[0, 1].isfinite().all()


@pytest.mark.parametrize("kind", [Transformer, PreNormTransformer])
def test_a_sentence_of_padding_alone_leaves_the_others_and_the_gradient_finite(kind):
    free = model(kind)
    sources, read = torch.tensor([[4, 8, 5], [PAD, PAD, PAD]]), torch.tensor([[START, 6], [START, 5]])
    scores = free(sources, read)
    assert scores.isfinite().all()
    assert close(scores[0].detach(), free(sources[0], read[0]).detach(), 1e-12)
    scores.square().sum().backward()
    assert all(p.grad.isfinite().all() for p in free.parameters() if p.grad is not None)


def test_the_loss_of_no_words_is_zero():
    losses, nothing = torch.tensor([3.0, math.inf], dtype=torch.float64), torch.tensor([PAD, PAD])
    assert float(output.loss(losses, nothing, PAD)) == 0.0
    assert float(output.loss(losses, torch.tensor([5, PAD]), PAD)) == 3.0
    for target in (nothing, torch.tensor([5, PAD])):
        worked = output.loss.equation.work((), losses.numpy(), target.numpy(), PAD)
        assert worked.result == float(output.loss(losses, target, PAD))


# ---- Generation ------------------------------------------------------------------------------------------------------


def test_no_room_gives_no_words():
    free, source = model(), torch.tensor([4, 6])
    assert greedy(free, source, limit=0).shape == (0,)
    assert greedy(free, source.repeat(3, 1), limit=0).shape == (3, 0)
    assert list(words(free, source, limit=0)) == []
    with pytest.raises(ValueError, match="at least 1"):
        beam(scorer(free, source), 1, limit=0)


@pytest.mark.parametrize("cached", [False, True])
def test_one_word_is_a_sentence(cached):
    free, source = model(), torch.tensor([4])
    ids = [word.id for word in words(free, source, cached=cached, limit=5)]
    assert ids == greedy(free, source, limit=5).tolist()
    search = beam(scorer(free, source), 1, limit=5)
    assert ids == list(search.tree[search.best[0]].words)


def test_the_cache_counts_its_words_itself():
    free, source, cache = model(), torch.tensor([4, 6]), Cache()
    with torch.no_grad():
        memory = free.encode(source)
        for count, word in enumerate((START, 6, 4), 1):
            free.decode(torch.tensor([word]), memory, source, cache)
            assert cache.length == count


@pytest.mark.parametrize("dtype", [torch.float32, torch.float64])
@pytest.mark.parametrize("temperature", [0.0, 5e-324, 1e-45, 1e-30, 1e-9])
def test_a_temperature_near_zero_chooses_the_largest(dtype, temperature):
    assert distribution(torch.tensor([1.0, 2.0, 500.0, -math.inf], dtype=dtype), temperature).tolist() == [0, 0, 1, 0]


@pytest.mark.parametrize("options", [
    {"temperature": math.nan}, {"temperature": math.inf}, {"top_p": 0.0}, {"top_p": math.nan}, {"top_k": -1}])
def test_the_dials_say_how_far_they_turn(options):
    with pytest.raises(ValueError, match="A temperature must be finite"):
        distribution(torch.zeros(3), **options)


@pytest.mark.parametrize("scores", [[math.nan, 1.0], [math.inf, 1.0], [-math.inf, -math.inf]])
def test_scores_that_are_no_numbers_give_no_distribution(scores):
    for temperature in (0.0, 1.0):
        with pytest.raises(ValueError, match="give no distribution"):
            distribution(torch.tensor(scores), temperature)


def test_a_word_that_is_ruled_out_is_never_drawn():
    p = distribution(torch.tensor([-math.inf, 1.0, 2.0]), temperature=3.0, top_k=5, top_p=0.999)
    assert float(p[0]) == 0.0 and close(p.sum(), 1.0, 1e-6)


# ---- Edits -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", [math.nan, math.inf, -math.inf, 1e39, 10**400])
def test_an_edits_number_is_finite(number):
    for edit in (lambda: Scale(WEIGHTS, number), lambda: SetCell(WEIGHTS, (0, 0, 0), number)):
        with pytest.raises(ValueError, match="finite"):
            edit()


@pytest.mark.parametrize(("edit", "sentence"), [
    (SetCell("shift_right", (1,), 9999), "cannot be computed: index out of range"),
    (SetCell("shift_right", (1,), 2.5), "never 2.5"),
    (SetCell("look_ahead_mask", (0, 0), 7.0), "never 7.0"),
    (SetCell("loss", (), 1.0, renormalize=True), "single number"),
    (Scale("source", 2.0), "is given, not computed"),
])
def test_what_cannot_be_edited_is_told_in_a_sentence(edit, sentence):
    with pytest.raises(ValueError, match=sentence):
        run("transformer").trace(edit)


def test_a_call_that_was_never_made_is_told():
    with pytest.raises(ValueError, match="never made"):
        run("rnn").trace(SetCell("cell.hidden", (99, 2), 0.9))


def test_an_error_that_no_edit_made_stays_what_it_is():
    with pytest.raises(IndexError), record(model()):
        model()(torch.tensor([99]), TARGET)


@pytest.mark.parametrize("factor", [0.0, -1.0, 0.5])
def test_scaling_does_not_open_a_mask(factor):
    trace = run("transformer").trace(Scale(MASKED, factor))
    hidden = ~trace["look_ahead_mask"].value
    assert (trace[MASKED].value[:, hidden] == -math.inf).all()
    assert not trace[OWN].value[:, hidden].any() and close(trace[OWN].value.sum(-1), torch.ones(2, 3), 1e-12)


@pytest.mark.parametrize("edit", [
    SetCell(OWN, (0, 1, 2), 0.5), SetCell(OWN, (1, 0, 2), 0.5, True), Permute(OWN, "query", (2, 0, 1)),
    SetCell("logits", (2, 5), 90.0), SetCell("decoder.1.norm_3.output", (1, 0), 4.0)])
def test_generation_goes_on_until_an_edits_place_is_there(edit):
    free, plain = model(), greedy(model(), SOURCE, limit=3).tolist()
    generated = list(words(free, SOURCE, edits=(edit,), limit=3))
    assert len(generated) == 3 and generated[0].id == plain[0]
    with record(free, edit) as trace:
        free(SOURCE, torch.tensor([START, *(word.id for word in generated[:2])]))
    assert close(trace["logits"].value[-1], generated[2].trace["logits"].value[-1], 1e-10)


def test_a_nonsensical_edit_is_refused_in_generation_too():
    with pytest.raises(ValueError, match="no head"):
        list(words(model(), SOURCE, edits=(Ablate("decoder.0.norm_1.output", 0),), limit=2))


def test_a_tensor_does_not_fit_in_a_link():
    with pytest.raises(ValueError, match="does not fit in a link"):
        to_text((Replace(WEIGHTS, torch.zeros(2, 5, 5)),))


def test_a_text_too_long_to_be_a_link_holds_no_edits():
    edits = (Scale("x" * 40, 1.5),) * 80
    assert from_text(to_text(edits)) == edits
    assert from_text(to_text(edits * (LONGEST_TEXT // 1000))) == ()
    assert from_text("[" + "1," * 10**6 + "1]") == ()


# ---- Checkpoints -----------------------------------------------------------------------------------------------------

ABOUT = {"kind": "translator", "configuration": SIZES,
         "vocabulary": {"source": {"language": "zh", "words": list("abcdefghi")},
                        "target": {"language": "en", "words": list("stuvwxy")}}}


@pytest.mark.parametrize(("about", "why"), [
    ({}, "KeyError: 'kind'"),
    ({"kind": "oracle"}, "KeyError: 'oracle'"),
    ({"kind": "translator"}, "KeyError: 'vocabulary'"),
    ({**ABOUT, "configuration": {**SIZES, "rotary": True}}, "rotary"),
    ({**ABOUT, "configuration": {**SIZES, "n_heads": 3}}, "multiple of n_heads"),
    ({**ABOUT, "configuration": {**SIZES, "d_model": 16}}, "size mismatch for b_Q|size mismatch for .*W_E"),
    ({**ABOUT, "configuration": {**SIZES, "n_layers": 3}}, "Missing key"),
    ({**ABOUT, "configuration": {**SIZES, "n_layers": 1}}, "Unexpected key"),
    ({**ABOUT, "vocabulary": {**ABOUT["vocabulary"], "target": {"language": "en", "words": ["a"]}}}, "size mismatch"),
])
def test_a_checkpoint_of_another_shape_says_so(about, why):
    weights = {key: value.half() for key, value in model().state_dict().items()}
    assert zoo.build("chat", ABOUT, weights).model.b_out.dtype == torch.float32
    with pytest.raises(ValueError, match=rf"chat@7 does not fit this code .*({why}).*python -m core.train chat$"):
        zoo.build("chat@7", about, weights)


@pytest.mark.parametrize(("about", "weights"), [("{", b""), (json.dumps(ABOUT), None), (json.dumps(ABOUT), b"pickle")])
def test_damaged_files_say_so(tmp_path, monkeypatch, about, weights):
    monkeypatch.setattr(catalog, "CHECKPOINTS", tmp_path)
    (tmp_path / "broken.json").write_text(about, "utf-8")
    if weights is not None:
        (tmp_path / "broken.safetensors").write_bytes(weights)
    with pytest.raises(catalog.UnusableError, match=r"broken does not fit this code .* python -m core.train broken"):
        zoo.load("broken")
    assert "broken does not fit this code" in file_check.damaged()["checkpoints/broken"]
    assert catalog.names() == []


def test_what_is_not_there_is_answered_with_what_is():
    with pytest.raises(ValueError, match="there are: open-zh-en, open-en-zh, translator-zh-en, "):
        zoo.load("../../etc/passwd")
    with pytest.raises(ValueError, match=r"No weights of translator-zh-en were kept at step 5; there are: .*16000"):
        zoo.snapshot("translator-zh-en", 5)


def test_the_best_head_is_the_one_with_the_lowest_error():
    alignment = zoo.load("translator-zh-en").about["metrics"]["alignment"]
    step, head = zoo.load("translator-zh-en").best_head()
    assert alignment["heads"][f"{step} head {head}"] == min(alignment["heads"].values()) == alignment["error_rate"]


def test_the_command_line_explains_itself(capsys):
    with pytest.raises(SystemExit, match="0"):
        train.main(["--help"])
    assert capsys.readouterr().out.startswith("usage: python -m core.train ")
    with pytest.raises(SystemExit, match="2"):
        train.main(["chatt"])
    assert "invalid choice: 'chatt'" in capsys.readouterr().err


def test_words_have_the_same_special_numbers_in_texts_and_in_models():
    for kind in (Transformer, PreNormTransformer, GPT, WordRNN):
        assert kind.marks == vocabulary.Vocabulary.marks == (PAD, START, END, UNKNOWN)
    assert [vocabulary.SPECIALS[i] for i in vocabulary.Vocabulary.marks] == ["<pad>", "<s>", "</s>", "<unk>"]


# ---- Numbers in links ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", ["1e38", "-1e38", "1000001", "3.5e6"])
def test_item_6_a_number_too_large_is_not_read_from_a_link(number):
    assert from_text(f'[["Scale","{WEIGHTS}",{number}],["SetCell","{WEIGHTS}",[0,0,0],{number},false]]') == ()


def test_item_6_edits_that_add_up_to_no_number_are_told_with_the_step():
    grows = Skip("*.normalized"), Scale("*.output", 1e6), Scale("*.added", 1e6)
    with pytest.raises(ValueError, match=r"too large for 32 bits, first in encoder\."):
        zoo.load("translator-zh-en").trace("我爱你。", grows)


@pytest.mark.parametrize("factor", [1e6, -1e6, 0.0])
def test_item_6_the_largest_number_is_computed(factor):
    edits = from_text(to_text((Scale("*.scores", factor),)))
    trace = zoo.load("translator-zh-en").trace("我爱你。", edits)
    assert edits and all(step.value.isfinite().all() for name, step in trace.items()
               if step.value.is_floating_point() and "scores" not in name)
