"""The language model against torch's own modules, its cache, its places."""

import pytest
import torch
from samples import SIZES, TEXT, TEXTS, close, generic, run
from torch import nn
from torch_weights import copy_layer, copy_norm

from core.models.cache import Cache
from core.models.gpt import GPT
from core.models.layers import EncoderLayer, LearnedEmbedding, PreNormEncoderLayer, gelu_feed_forward


class Reference(nn.Module):
    """The same model from torch's parts, with our weights."""

    def __init__(self, ours: GPT, d_model: int, n_heads: int, n_layers: int, d_ff: int):
        super().__init__()
        self.words, self.places = nn.Embedding(9, d_model), nn.Embedding(7, d_model)
        layer = nn.TransformerEncoderLayer(d_model, n_heads, d_ff, 0.0, "gelu", batch_first=True, norm_first=True)
        self.body = nn.TransformerEncoder(layer, n_layers, nn.LayerNorm(d_model), enable_nested_tensor=False)
        self.double().eval()
        for mine, theirs in zip(ours.decoder, self.body.layers):
            copy_layer(mine, theirs)
        copy_norm(ours.decoder_norm, self.body.norm)
        self.words.weight.data, self.places.weight.data = ours.embedding.W_E.data, ours.embedding.W_P.data

    def forward(self, ids):
        n = ids.shape[-1]
        x = self.words(ids) + self.places(torch.arange(n))
        later = torch.ones(n, n, dtype=torch.bool).triu(1)
        return self.body(x, mask=later, is_causal=True) @ self.words.weight.T


@pytest.mark.parametrize("ids", [TEXT, TEXTS], ids=["text", "batch"])
def test_gpt_gives_torchs_numbers(ids):
    model = run("gpt").model
    with torch.no_grad():
        assert close(model(ids), Reference(model, **SIZES)(ids), 1e-9)


@pytest.mark.parametrize("kind", [EncoderLayer, PreNormEncoderLayer])
def test_layers_with_gelu_give_torchs_numbers(kind):
    ours = generic(kind(8, 2, 6, feed_forward=gelu_feed_forward))
    theirs = nn.TransformerEncoderLayer(8, 2, 6, 0.0, "gelu", batch_first=True,
                                        norm_first=kind is PreNormEncoderLayer).double().eval()
    copy_layer(ours, theirs)
    x = torch.randn(3, 5, 8, dtype=torch.float64, generator=torch.Generator().manual_seed(1))
    assert close(ours(x).detach(), theirs(x).detach(), 1e-9)


@pytest.mark.parametrize("prompt", [1, 3])
def test_the_cache_changes_nothing(prompt):
    model, cache = run("gpt").model, Cache()
    with torch.no_grad():
        whole = model(TEXT)
        rows = [model.logits(model.decode(TEXT[:prompt], cache))]
        rows += [model.logits(model.decode(TEXT[i:i + 1], cache)) for i in range(prompt, len(TEXT))]
    assert close(torch.cat(rows), whole) and cache.length == len(TEXT)


def test_several_words_behind_a_cache_are_refused():
    model, cache = run("gpt").model, Cache()
    model.decode(TEXT[:2], cache)
    with pytest.raises(ValueError, match="one at a time"):
        model.decode(TEXT[2:4], cache)


def test_later_words_are_not_seen():
    model = run("gpt").model
    with torch.no_grad():
        before, after = model(TEXT), model(TEXT.index_fill(0, torch.tensor([4]), 3))
    assert torch.equal(before[:4], after[:4]) and not torch.equal(before[4], after[4])


def test_a_text_longer_than_its_places_is_refused():
    with pytest.raises(ValueError, match="has 7 places; a text of 8 words does not fit"):
        run("gpt").model(torch.zeros(8, dtype=torch.long))
    with pytest.raises(ValueError, match="has 3 places"):
        LearnedEmbedding(5, 3, 4)(torch.tensor([1, 2]), start=2)
