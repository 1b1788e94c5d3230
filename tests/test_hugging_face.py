"""GPT, BERT and ViT against Hugging Face's implementations: the same random weights give the same numbers."""

import pytest
import torch
import transformers
from samples import TEXT, TEXTS, close, generic
from torch import nn
from torch_weights import copy_norm

from core.models.bert import BERT
from core.models.gpt import GPT
from core.models.layers import EncoderLayer
from core.models.vit import ViT

D_MODEL, HEADS, LAYERS, D_FF = 24, 3, 2, 40
SHAPE = {"num_hidden_layers": LAYERS, "num_attention_heads": HEADS, "hidden_size": D_MODEL, "intermediate_size": D_FF,
         "hidden_act": "gelu", "layer_norm_eps": 1e-5, "hidden_dropout_prob": 0, "attention_probs_dropout_prob": 0,
         "attn_implementation": "sdpa"}  # "eager" is in single precision in part
PICTURE = torch.rand(3, 6, 8, 3, dtype=torch.float64, generator=torch.Generator().manual_seed(0))


def read_only(model: nn.Module) -> nn.Module:
    return model.double().eval().requires_grad_(False)


def copy(theirs: nn.Linear, W, b) -> None:
    """torch's linear map acts from the other side."""
    theirs.weight.copy_(W.T)
    theirs.bias.copy_(b)


def projections(layer: EncoderLayer) -> list[tuple[torch.Tensor, torch.Tensor]]:
    """W (d_model, d_model) and b (d_model,) of queries, keys, values: the heads side by side."""
    heads = layer.self_attention
    return [(getattr(heads, f"W_{x}").movedim(0, 1).flatten(1), getattr(heads, f"b_{x}").flatten()) for x in "QKV"]


def gpt_2(ours: GPT) -> nn.Module:
    theirs = read_only(transformers.GPT2Model(transformers.GPT2Config(
        vocab_size=9, n_positions=7, n_embd=D_MODEL, n_layer=LAYERS, n_head=HEADS, n_inner=D_FF,
        activation_function="gelu", layer_norm_epsilon=1e-5, bos_token_id=1, eos_token_id=2,
        attn_implementation="sdpa")))
    theirs.wte.weight.copy_(ours.embedding.W_E)
    theirs.wpe.weight.copy_(ours.embedding.W_P)
    copy_norm(ours.decoder_norm, theirs.ln_f)
    for mine, block in zip(ours.decoder, theirs.h, strict=True):
        copy_norm(mine.norm_1, block.ln_1)
        copy_norm(mine.norm_2, block.ln_2)
        wide = projections(mine)
        pairs = ((block.attn.c_attn, torch.cat([W for W, _ in wide], 1), torch.cat([b for _, b in wide])),
                 (block.attn.c_proj, mine.self_attention.W_O, mine.self_attention.b_O),
                 (block.mlp.c_fc, mine.feed_forward.W_1, mine.feed_forward.b_1),
                 (block.mlp.c_proj, mine.feed_forward.W_2, mine.feed_forward.b_2))
        for convolution, W, b in pairs:  # GPT-2's linear maps act from our side
            convolution.weight.copy_(W)
            convolution.bias.copy_(b)
    return theirs


def copy_layer(ours: EncoderLayer, read: list[nn.Linear], others: list[nn.Linear], norms: list[nn.LayerNorm]) -> None:
    """``read``: the maps to queries, keys, values; ``others``: back from the heads, to d_ff and back."""
    own, mlp = ours.self_attention, ours.feed_forward
    weights = [*projections(ours), (own.W_O, own.b_O), (mlp.W_1, mlp.b_1), (mlp.W_2, mlp.b_2)]
    for linear, (W, b) in zip([*read, *others], weights, strict=True):
        copy(linear, W, b)
    for mine, norm in zip((ours.norm_1, ours.norm_2), norms, strict=True):
        copy_norm(mine, norm)


def bert(ours: BERT) -> nn.Module:
    """With the head that says what is hidden."""
    theirs = read_only(transformers.BertForMaskedLM(transformers.BertConfig(
        vocab_size=9, max_position_embeddings=7, type_vocab_size=2, pad_token_id=0, **SHAPE)))
    read, head = theirs.bert.embeddings, theirs.cls.predictions
    read.word_embeddings.weight.copy_(ours.embedding.W_E)
    read.position_embeddings.weight.copy_(ours.embedding.W_P)
    read.token_type_embeddings.weight.copy_(ours.embedding.W_S)
    copy_norm(ours.embedding.norm, read.LayerNorm)
    for mine, layer in zip(ours.encoder, theirs.bert.encoder.layer, strict=True):
        own, end = layer.attention, layer.output
        copy_layer(mine, [own.self.query, own.self.key, own.self.value],
                   [own.output.dense, layer.intermediate.dense, end.dense], [own.output.LayerNorm, end.LayerNorm])
    copy(head.transform.dense, ours.transform.W_1, ours.transform.b_1)
    copy_norm(ours.transform.norm, head.transform.LayerNorm)
    head.bias.copy_(ours.b_out)
    head.decoder.bias.copy_(ours.b_out)
    return theirs


def vit(ours: ViT) -> nn.Module:
    theirs = read_only(transformers.ViTModel(transformers.ViTConfig(
        image_size=(6, 8), patch_size=2, num_channels=3, **SHAPE), add_pooling_layer=False))
    read, first = theirs.embeddings, ours.embedding
    side = first.patch_embedding.side
    kernels = first.patch_embedding.E.T.unflatten(1, (side, side, 3)).movedim(-1, 1)
    read.patch_embeddings.projection.weight.copy_(kernels)
    read.patch_embeddings.projection.bias.copy_(first.patch_embedding.b)
    read.cls_token.copy_(first.x_class)
    read.position_embeddings.copy_(first.E_pos)
    copy_norm(ours.encoder_norm, theirs.layernorm)
    for mine, layer in zip(ours.encoder, theirs.layers, strict=True):
        own, mlp = layer.attention, layer.mlp
        copy_layer(mine, [own.q_proj, own.k_proj, own.v_proj], [own.o_proj, mlp.fc1, mlp.fc2],
                   [layer.layernorm_before, layer.layernorm_after])
    return theirs


@pytest.mark.parametrize("ids", [TEXT, TEXTS], ids=["text", "batch"])
def test_gpt_gives_the_numbers_of_gpt_2(ids):
    ours = generic(GPT(9, 7, D_MODEL, HEADS, LAYERS, D_FF)).requires_grad_(False)
    theirs = gpt_2(ours)(ids.view(-1, ids.shape[-1])).last_hidden_state
    assert close(ours.decode(ids), theirs.view(*ids.shape, -1), 1e-9)


@pytest.mark.parametrize("ids", [TEXT, TEXTS], ids=["text", "batch"])
def test_bert_gives_the_numbers_of_bert(ids):
    ours = generic(BERT(9, 7, 2, D_MODEL, HEADS, LAYERS, D_FF)).requires_grad_(False)
    segments = (torch.arange(ids.shape[-1]) > 2).long().expand(ids.shape)
    rows, halves = (x.reshape(-1, ids.shape[-1]) for x in (ids, segments))
    logits = bert(ours)(rows, (rows != 0).long(), halves).logits.view(*ids.shape, -1)
    assert close(ours(ids, segments)[ids != 0], logits[ids != 0], 1e-9)


def test_vit_gives_the_numbers_of_vit():
    ours = generic(ViT(2, 3, 12, 4, D_MODEL, HEADS, LAYERS, D_FF)).requires_grad_(False)
    assert close(ours.encode(PICTURE), vit(ours)(PICTURE.movedim(-1, -3)).last_hidden_state, 1e-9)
