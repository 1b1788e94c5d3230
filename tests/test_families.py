"""Families of checkpoints against Hugging Face: the same small random weights give the same numbers."""

import pytest
import torch
import transformers
from torch import nn

from core.families import RefusedError, build, check
from core.trace import given, record

TEXT = torch.tensor([3, 8, 5, 3, 7, 1])
SIZES = {"vocab_size": 11, "hidden_size": 24, "intermediate_size": 40, "num_hidden_layers": 3, "num_attention_heads": 6,
         "num_key_value_heads": 2, "max_position_embeddings": 32, "attn_implementation": "sdpa", "bos_token_id": 1,
         "eos_token_id": 2, "pad_token_id": None}
CONFIGS = {
    "llama": lambda: transformers.LlamaConfig(**SIZES, tie_word_embeddings=True),
    "llama, wide heads, untied": lambda: transformers.LlamaConfig(**SIZES, head_dim=10, tie_word_embeddings=False),
    "llama, biases": lambda: transformers.LlamaConfig(**SIZES | {"num_key_value_heads": 6}, attention_bias=False),
    "mistral": lambda: transformers.MistralConfig(**SIZES, sliding_window=None),
    "mistral, a window": lambda: transformers.MistralConfig(**SIZES, sliding_window=3),
    "llama, GELU in the gates": lambda: transformers.LlamaConfig(**SIZES, hidden_act="gelu_pytorch_tanh"),
    "qwen2, windows from a layer on": lambda: transformers.Qwen2Config(**SIZES, use_sliding_window=True,
                                                                       sliding_window=2, max_window_layers=1),
    "qwen2": lambda: transformers.Qwen2Config(**SIZES, use_sliding_window=False),
    "qwen3": lambda: transformers.Qwen3Config(**SIZES, head_dim=10, use_sliding_window=False),
}


class DoubleRotary(nn.Module):
    """Theirs computes angles in single precision whatever the model's."""

    def __init__(self, width, base):
        super().__init__()
        self.frequencies = base ** (-torch.arange(0, width, 2, dtype=torch.float64) / width)

    def forward(self, x, position_ids):
        angles = (position_ids[..., None].double() * self.frequencies).repeat(1, 1, 2)
        return angles.cos(), angles.sin()


class DoubleNorm(nn.Module):
    """Theirs squares in single precision."""

    def __init__(self, theirs):
        super().__init__()
        self.weight, self.epsilon = theirs.weight, theirs.variance_epsilon

    def forward(self, x):
        return self.weight * (x * torch.rsqrt(x.pow(2).mean(-1, keepdim=True) + self.epsilon))


def exact(module):
    """Every norm of a model in double precision."""
    for name, child in module.named_children():
        if type(child).__name__.endswith("RMSNorm"):
            setattr(module, name, DoubleNorm(child))
        else:
            exact(child)


def theirs_of(name):
    torch.manual_seed(0)
    config = CONFIGS[name]()
    model = transformers.AutoModelForCausalLM.from_config(config, attn_implementation="sdpa").double().eval()
    for parameter in model.parameters():
        parameter.data = torch.randn_like(parameter) * 0.3 + (parameter.ndim == 1)
    tensors = {key: value.clone() for key, value in model.state_dict().items() if "inv_freq" not in key}
    settings = {key: value for key, value in config.to_dict().items() if key not in ("attn_implementation",)}
    width = getattr(config, "head_dim", None) or SIZES["hidden_size"] // SIZES["num_attention_heads"]
    model.model.rotary_emb = DoubleRotary(width, 10000.0)
    exact(model)
    return model, settings, tensors


@pytest.mark.parametrize("name", CONFIGS)
@torch.no_grad()
def test_a_family_gives_the_numbers_of_hugging_face(name):
    theirs, config, tensors = theirs_of(name)
    ours = build(config, tensors)
    with record(ours) as trace:
        logits = ours(given("source", TEXT, "token", shows="ids"))
    outputs = theirs(TEXT[None], output_hidden_states=True)
    assert (logits - outputs.logits[0]).abs().max() < 1e-9
    layers = range(len(ours.decoder))
    rows = [trace[f"decoder.{layer}.residual_2.added"].value for layer in layers]
    for mine, other in zip(rows[:-1], outputs.hidden_states[1:-1], strict=True):
        assert (mine - other[0]).abs().max() < 1e-9
    assert (trace["decoder_norm.output"].value - outputs.hidden_states[-1][0]).abs().max() < 1e-9
    theirs.set_attn_implementation("eager")  # which tells its weights, in single precision
    for layer, weights in zip(layers, theirs(TEXT[None], output_attentions=True).attentions, strict=True):
        assert (trace[f"decoder.{layer}.self_attention.weights"].value - weights[0]).abs().max() < 1e-6


REFUSED = {
    "rope_scaling": {"rope_scaling": {"type": "yarn", "factor": 4.0}}, "hidden_act": {"hidden_act": "tanh"},
    "layer_types": {"layer_types": ["sliding_attention"] * 3},
    "num_local_experts": {"num_local_experts": 8}, "final_logit_softcapping": {"final_logit_softcapping": 30.0},
    "sliding_window": {"sliding_window": 4096}, "num_hidden_layers": {"num_hidden_layers": 10**9},
    "vocab_size": {"vocab_size": -3}, "num_key_value_heads": {"num_key_value_heads": 4},
    "hidden_size": {"hidden_size": "24"}, "rope_parameters": {"rope_parameters": {"rope_type": "llama3", "factor": 8}},
    "mlp_bias": {"mlp_bias": True}, "rms_norm_eps": {"rms_norm_eps": None}, "model_type": {"model_type": "mamba"},
}


@pytest.mark.parametrize("field", REFUSED)
def test_a_field_that_cannot_be_honoured_is_refused_by_name(field):
    _, config, tensors = theirs_of("llama")
    shapes = {key: tuple(value.shape) for key, value in tensors.items()}
    with pytest.raises(RefusedError, match=field):
        check(config | REFUSED[field], shapes)


@pytest.mark.parametrize("change", ["missing", "surplus", "shape"])
def test_tensors_that_do_not_fit_the_config_are_refused_by_name(change):
    _, config, tensors = theirs_of("llama")
    shapes = {key: tuple(value.shape) for key, value in tensors.items()}
    name = "model.layers.1.mlp.up_proj.weight"
    if change == "missing":
        del shapes[name]
    elif change == "surplus":
        shapes[name := "model.layers.9.mlp.up_proj.weight"] = (3,)
    else:
        shapes[name] = (40, 23)
    with pytest.raises(RefusedError, match=name.replace(".", r"\.")):
        check(config, shapes)


@torch.no_grad()
def test_neighbouring_features_turned_together_are_the_halves_in_another_order():
    _, config, tensors = theirs_of("llama")
    width = config["hidden_size"] // config["num_attention_heads"]
    order = torch.arange(width).view(2, -1).mT.flatten()  # feature c and c + width / 2 become neighbours
    turned = {key: value.unflatten(0, (-1, width))[:, order].flatten(0, 1) for key, value in tensors.items()
              if "q_proj" in key or "k_proj" in key}
    halves = build(config, tensors)
    pairs = build(config | {"rope_interleaved": True}, tensors | turned)
    assert (halves(TEXT) - pairs(TEXT)).abs().max() < 1e-12


@pytest.mark.parametrize("name", CONFIGS)
@torch.no_grad()
def test_over_the_cache_each_token_is_scored_as_in_one_pass(name):
    _, config, tensors = theirs_of(name)
    ours = build(config, tensors)
    whole, state, rows = ours(TEXT), ours.start(TEXT[:1]), []
    for token in TEXT:
        logits, state = ours.step(state, token[None])
        rows.append(logits[0])
    assert (torch.stack(rows) - whole).abs().max() < 1e-9
