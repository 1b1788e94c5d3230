"""The encoder that fills hidden places gives torch's numbers with the same weights, and sees both sides."""

import pytest
import torch
from samples import SIZES, TEXT, TEXTS, close, run
from torch import nn
from torch_weights import copy_layer, copy_norm

from core.models.bert import BERT


class Reference(nn.Module):
    """The same model from torch's parts, with our weights."""

    def __init__(self, ours: BERT, d_model: int, n_heads: int, n_layers: int, d_ff: int):
        super().__init__()
        self.words, self.places, self.halves = (nn.Embedding(n, d_model) for n in (9, 7, 4))
        self.norm, self.linear, self.last = nn.LayerNorm(d_model), nn.Linear(d_model, d_model), nn.LayerNorm(d_model)
        layer = nn.TransformerEncoderLayer(d_model, n_heads, d_ff, 0.0, "gelu", batch_first=True)
        self.body = nn.TransformerEncoder(layer, n_layers, enable_nested_tensor=False)
        self.double().train()
        for mine, theirs in zip(ours.encoder, self.body.layers):
            copy_layer(mine, theirs)
        copy_norm(ours.embedding.norm, self.norm)
        copy_norm(ours.transform.norm, self.last)
        for table, name in ((self.words, "W_E"), (self.places, "W_P"), (self.halves, "W_S")):
            table.weight.data = getattr(ours.embedding, name).data
        self.linear.weight.data, self.linear.bias.data = ours.transform.W_1.data.T, ours.transform.b_1.data
        self.bias = ours.b_out

    def forward(self, ids, segments):
        x = self.norm(self.words(ids) + self.places(torch.arange(ids.shape[-1])) + self.halves(segments))
        x = self.body(x, src_key_padding_mask=ids == 0 if ids.ndim > 1 else None)
        return self.last(nn.functional.gelu(self.linear(x))) @ self.words.weight.T + self.bias


@pytest.mark.parametrize("ids", [TEXT, TEXTS], ids=["text", "batch"])
def test_bert_gives_torchs_numbers(ids):
    model, segments = run("bert").model, (torch.arange(5) > 2).long().expand(ids.shape)
    with torch.no_grad():
        ours, theirs = model(ids, segments), Reference(model, **SIZES)(ids, segments)
    assert close(ours[ids != 0], theirs[ids != 0], 1e-9)


def test_every_place_sees_both_sides_and_its_segment():
    model, segments = run("bert").model, torch.tensor([0, 0, 0, 1, 1])
    with torch.no_grad():
        before = model(TEXT, segments)
        for place in range(5):
            for ids, halves in ((TEXT.clone().index_fill_(0, torch.tensor(place), 6), segments),
                                (TEXT, segments.clone().index_fill_(0, torch.tensor(place), 2))):
                assert (model(ids, halves) != before).any(-1).all()
