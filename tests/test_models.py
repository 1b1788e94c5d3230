"""Models against the notes' formulas as loops and against torch's own modules; batches against single sentences."""

import pytest
import reference as ref
import torch
from samples import (
    LSTM,
    PAD,
    RUNS,
    SIZES,
    SOURCE,
    SOURCES,
    START,
    TARGET,
    TARGETS,
    close,
    generic,
    random,
    recorded,
    run,
)
from torch import nn
from torch_weights import copy_attention, copy_layer, torch_transformer

from core import record
from core.equations import lstm
from core.models.attention import MultiHeadAttention
from core.models.layers import DecoderLayer, EncoderLayer, PreNormDecoderLayer, PreNormEncoderLayer
from core.models.lstm import LSTMCell
from core.models.patches import PatchEmbedding
from core.models.rnn import RNN
from core.models.seq2seq import AdditiveAttention, unrolled
from core.models.transformer import PreNormTransformer, Transformer, padded

CAUSAL = torch.ones(5, 5, dtype=torch.bool).tril()
MASKS = {"open": None, "causal": CAUSAL, "random": (random(5, 5) > -0.3) | torch.eye(5, dtype=torch.bool)}
every_mask = pytest.mark.parametrize("mask", MASKS.values(), ids=MASKS)
every_dtype = pytest.mark.parametrize(("dtype", "tolerance"), [(torch.float64, 1e-10), (torch.float32, 1e-5)])


def test_transformer_is_the_notes_formulas():
    for source, decoder_input in ((SOURCE, [START, 6, 4]), (SOURCES[1], [START, 5, 2])):
        model, p = run("transformer").model, ref.parameters(run("transformer").model)
        ours = model(source.unsqueeze(0), torch.tensor([decoder_input]))[0].detach()
        assert close(ours, ref.transformer(source.tolist(), decoder_input, p))


def test_losses_are_the_notes_formulas():
    trace = recorded("transformer")
    expected = [ref.cross_entropy(row, right) for row, right in zip(trace["logits"].value.tolist(), TARGET.tolist())]
    assert close(trace["token_losses"].value, expected)
    assert close(trace["loss"].value, sum(expected) / 3)


@every_mask
def test_attention_is_the_notes_formulas(mask):
    model, x = generic(MultiHeadAttention(8, 2)), random(5, 8)
    with record(model) as trace:
        out = model(x, mask=mask)
    weights, expected = ref.attention(x.tolist(), x.tolist(), ref.parameters(model), mask)
    assert close(out, expected)
    assert close(trace["weights"].value, weights)


def test_additive_attention_is_the_notes_formulas():
    model, z, H = generic(AdditiveAttention(3, 4, 6)), random(3), random(5, 4)
    with record(model) as trace:
        context = model(z, H)
    alpha, expected = ref.additive_attention(z.tolist(), H.tolist(), *(p.tolist() for p in (model.W, model.U, model.v)))
    assert close(context, expected)
    assert close(trace["weights"].value, alpha)


def test_patches_are_the_notes_formulas():
    image = random(4, 6, 3)
    assert close(recorded("patches")["patches"].value, ref.patches(image.tolist(), 2), 0)
    with pytest.raises(ValueError, match="cannot be cut into patches of 4 x 4"):
        PatchEmbedding(4, 3, 5)(image.float())


@every_dtype
@every_mask
@pytest.mark.parametrize("crossing", [False, True])
def test_attention_gives_torchs_numbers(mask, crossing, dtype, tolerance):
    """T12."""
    ours, theirs = generic(MultiHeadAttention(8, 2)), nn.MultiheadAttention(8, 2, batch_first=True).double().eval()
    copy_attention(ours, theirs)
    ours, theirs = ours.to(dtype), theirs.to(dtype)
    x, memory = random(3, 5, 8).to(dtype), random(3, 5 if mask is not None else 7, 8, seed=1).to(dtype)
    memory = memory if crossing else x
    with record(ours) as trace, torch.no_grad():
        out = ours(x, memory if crossing else None, mask)
    expected, weights = theirs(x, memory, memory, attn_mask=None if mask is None else ~mask, average_attn_weights=False)
    assert close(out, expected.detach(), tolerance)
    assert close(trace["weights"].value, weights.detach(), tolerance)


@every_mask
@pytest.mark.parametrize("training", [True, False])
@pytest.mark.parametrize("kind", [EncoderLayer, PreNormEncoderLayer])
def test_encoder_layer_gives_torchs_numbers(kind, training, mask):
    """T44; in eval mode torch may take its fused path."""
    ours, x = generic(kind(8, 2, 6)), random(3, 5, 8)
    theirs = nn.TransformerEncoderLayer(8, 2, 6, dropout=0.0, batch_first=True, norm_first=kind is PreNormEncoderLayer)
    theirs = theirs.double().train(training)
    copy_layer(ours, theirs)
    with torch.no_grad():
        assert close(ours.train(training)(x, mask), theirs(x, src_mask=None if mask is None else ~mask))


@every_mask
@pytest.mark.parametrize("kind", [DecoderLayer, PreNormDecoderLayer])
def test_decoder_layer_gives_torchs_numbers(kind, mask):
    """T45."""
    ours, y, memory = generic(kind(8, 2, 6)), random(3, 5, 8), random(3, 7, 8, seed=1)
    theirs = nn.TransformerDecoderLayer(8, 2, 6, dropout=0.0, batch_first=True, norm_first=kind is PreNormDecoderLayer)
    theirs = theirs.double().eval()
    copy_layer(ours, theirs)
    words = torch.tensor([[True] * 7, [True] * 4 + [False] * 3, [True] + [False] * 6])
    with torch.no_grad():
        expected = theirs(y, memory, tgt_mask=None if mask is None else ~mask, memory_key_padding_mask=~words)
        assert close(ours(y, memory, mask, words.unsqueeze(1).expand(3, 5, 7)), expected)


@pytest.mark.filterwarnings("ignore:.*nested tensor", "ignore:enable_nested_tensor")
@pytest.mark.parametrize("kind", [Transformer, PreNormTransformer])
def test_transformer_gives_torchs_numbers(kind):
    ours = generic(kind(9, 7, **SIZES))
    theirs = torch_transformer(ours, **SIZES)
    shifted, words = torch.cat((torch.full((2, 1), START), TARGETS[:, :-1]), 1), SOURCES == PAD
    with record(ours) as trace:
        logits = ours(SOURCES, shifted)
    x, y = (trace[f"{side}_embedding.positioned"].value for side in ("source", "target"))
    with torch.no_grad():
        out = theirs(x, y, tgt_mask=~CAUSAL[:3, :3], src_key_padding_mask=words, memory_key_padding_mask=words)
        assert close(logits, ours.logits(out))


def test_rnn_gives_torchs_numbers_and_the_notes():
    """T90."""
    ours, theirs, x = generic(RNN(3, 4, 6)), nn.RNN(3, 4, batch_first=True).double(), random(2, 5, 3)
    with torch.no_grad():
        theirs.weight_hh_l0.copy_(ours.cell.W)
        theirs.weight_ih_l0.copy_(ours.cell.U)
        theirs.bias_hh_l0.copy_(ours.cell.b / 3)
        theirs.bias_ih_l0.copy_(ours.cell.b * 2 / 3)
        expected = theirs(x)[0]
    with record(ours) as trace:
        ours(x)
    assert close(trace["stacked"].value, expected)
    assert close(trace["cell.hidden"].value.movedim(0, 1), expected)
    loops = ref.recurrent(x[1].tolist(), *(p.tolist() for p in (ours.cell.W, ours.cell.U, ours.cell.b)))
    assert close(trace["stacked"].value[1], loops)


def test_lstm_gives_torchs_numbers_and_the_notes():
    """T94: torch keeps its gates in the order i, f, g, o, and its biases in two."""
    ours, theirs, x = generic(LSTM(3, 4, 6)), nn.LSTM(3, 4, batch_first=True).double(), random(2, 5, 3)
    with torch.no_grad():
        W, U, b = ours.cell.stacked_weights()
        theirs.weight_ih_l0.copy_(W)
        theirs.weight_hh_l0.copy_(U)
        theirs.bias_ih_l0.copy_(b / 3)
        theirs.bias_hh_l0.copy_(b * 2 / 3)
        expected, (_, memory) = theirs(x)
        states, last = unrolled(ours.cell, x, [x.new_zeros(2, 4)] * 2)
    with record(ours) as trace:
        ours(x)
    assert close(trace["stacked"].value, expected, 1e-9)
    assert close(trace["cell.cell_state"].value[-1], memory[0], 1e-9)
    for actual, wanted in zip((states, *last), (expected, expected[:, -1], memory[0])):
        assert close(actual, wanted, 1e-9)
    states, memories = ref.long_short_term_memory(x[1].tolist(), ref.parameters(ours.cell))
    assert close(trace["cell.hidden"].value[:, 1], states)
    assert close(trace["cell.cell_state"].value[:, 1], memories)


def test_an_open_gate_latches_and_counts():
    """T96: f = 1, i = 0 keeps the memory exactly; f = i = 1 and a candidate of 1 count 100 while h stays below 1."""
    for write, expected in ((0.0, 0.25), (1.0, 100.25)):
        h, C = torch.zeros(1, dtype=torch.float64), torch.tensor([0.25], dtype=torch.float64)
        for _ in range(100):
            C = lstm.cell_state(torch.ones(1), C, torch.full((1,), write), torch.ones(1))
            h = lstm.hidden(torch.ones(1), C)
        assert C.item() == expected and h.abs() <= 1


def test_a_fresh_lstm_keeps_what_it_holds():
    assert LSTMCell(3, 4).b_f.tolist() == [1.0] * 4 and LSTMCell(3, 4, 0.0).b_f.tolist() == [0.0] * 4


@pytest.mark.parametrize("name", ["transformer", "transformer untied", "pre-norm transformer"])
def test_a_batch_of_one_is_the_sentence_itself(name):
    model, shifted = run(name).model, torch.tensor([START, 6, 4])
    with torch.no_grad():
        assert close(model(SOURCE.unsqueeze(0), shifted.unsqueeze(0))[0], model(SOURCE, shifted), 1e-12)


@pytest.mark.parametrize("kind", [Transformer, PreNormTransformer])
def test_rows_of_a_padded_batch_are_the_single_sentences(kind):
    model = kind(20, 20, d_model=32, n_heads=4).eval()
    lengths = ((3, 7), (9, 2), (1, 1), (6, 9))
    sources = [torch.randint(4, 20, (n,)).tolist() for n, _ in lengths]
    targets = [[START, *torch.randint(4, 20, (m,)).tolist()] for _, m in lengths]
    with torch.no_grad():
        batch = model(padded(sources, PAD), padded(targets, PAD)).softmax(-1)
        for row, source, target in zip(batch, sources, targets):
            single = model(torch.tensor(source), torch.tensor(target)).softmax(-1)
            assert close(row[: len(target)], single, 1e-6)


@pytest.mark.parametrize("kind", [Transformer, PreNormTransformer])
def test_rows_of_a_padded_batch_are_the_single_sentences_in_double(kind):
    model = generic(kind(9, 7, **SIZES))
    with torch.no_grad():
        batch = model(SOURCES, TARGETS)
        assert close(batch[1, :2], model(SOURCES[1, :3], TARGETS[1, :2]), 1e-10)
        assert close(batch[0], model(SOURCES[0], TARGETS[0]), 1e-10)


@pytest.mark.parametrize("name", [name for name in RUNS if name.endswith(" batch")])
def test_a_batch_is_its_rows_step_by_step(name):
    """Every step of an unpadded row of a batch equals the step of the row alone."""
    whole, row = recorded(name), recorded(name.removesuffix(" batch"))
    if any(key.startswith("input_") for key in whole):  # what runs alone there is another input
        with record(run(name).model) as row:
            run(name).model(*(step.value[0] for key, step in whole.items() if key.startswith("input_")))
    computed = {key for key, step in row.items() if step.equation}
    assert len(computed) >= 2 and computed <= set(whole)
    for key in computed:
        step = whole[key]
        value = step.value.select(step.axes.index("batch"), 0) if "batch" in step.axes else step.value
        assert close(value, row[key].value), key


@pytest.mark.parametrize("name", ["transformer", "pre-norm transformer"])
def test_positions_may_start_later(name):
    model, ids = run(name).model, torch.tensor([START, 6, 4])
    with record(model) as later:
        model(SOURCE, ids, start=3)
    for side, length in (("source", 5), ("target", 3)):
        assert close(later[f"{side}_embedding.positions"].value, ref.positions(3 + length, 8)[3:], 1e-12)
    with torch.no_grad():
        assert (later["logits"].value - model(SOURCE, ids)).abs().max() > 1e-3


@pytest.mark.parametrize("kind", [Transformer, PreNormTransformer])
def test_dropout_acts_in_training_only(kind):
    """It is on embeddings, on attention weights and on what each sub-layer writes; none of it outside training."""
    plain, dropping = generic(kind(9, 7, **SIZES)), generic(kind(9, 7, **SIZES, dropout=0.5))
    ids = torch.tensor([START, 6, 4])
    with torch.no_grad():
        assert torch.equal(dropping(SOURCE, ids), plain(SOURCE, ids))
        for module in [m for m in dropping.modules() if isinstance(m, nn.Dropout)]:
            dropping.eval()
            module.train()
            assert not torch.equal(dropping(SOURCE, ids), plain(SOURCE, ids))
            module.eval()


@pytest.mark.parametrize("n_heads", [1, 2, 4, 8])
def test_the_number_of_heads_does_not_change_the_number_of_weights(n_heads):
    count = sum(p.numel() for p in MultiHeadAttention(16, n_heads).parameters())
    assert count == 4 * (16 * 16 + 16)


def test_heads_must_divide_the_width():
    with pytest.raises(ValueError, match=r"d_model \(10\) must be a multiple of n_heads \(3\)"):
        MultiHeadAttention(10, 3)


def test_a_tied_output_is_the_embedding_table():
    tied, untied = Transformer(9, 7, **SIZES), Transformer(9, 7, **SIZES, tied=False)
    count = [sum(p.numel() for p in m.parameters()) for m in (tied, untied)]
    assert count[1] - count[0] == 7 * 8
    assert recorded("transformer")["logits"].inputs == ("decoder.1.norm_3.output", "target_embedding.W_E", "b_out")
    assert recorded("transformer untied")["logits"].inputs[1] == "W_out"
