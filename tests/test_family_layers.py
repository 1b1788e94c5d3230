"""Families of the notes' own layers against Hugging Face: what it saves gives the same numbers here, inside too."""

import functools
import json
import tempfile
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import pytest
import torch
import transformers
from safetensors.torch import load_file
from torch import Tensor, nn

from core.families import RefusedError, build, check, marian
from core.trace import given, record

WORDS = torch.tensor([4, 8, 5, 4, 7])
HALVES = (torch.arange(5) > 2).long()
SIZES = {"num_hidden_layers": 3, "num_attention_heads": 4, "hidden_size": 24, "intermediate_size": 40,
         "layer_norm_eps": 1e-3}  # large enough to be seen if it were not read
TEXT = {**SIZES, "vocab_size": 11, "max_position_embeddings": 9}


@dataclass(frozen=True)
class Case:
    """``make``: their random model; ``ours``: our pass; ``theirs``: theirs; ``last``: their result that ours equals.

    ``hidden`` and ``weights``: our steps for their fields of hidden states and attentions, ``*`` for the layer.
    """

    make: Callable[[], nn.Module]
    ours: Callable[[nn.Module], Tensor]
    theirs: Callable[[nn.Module, dict], dict]
    last: Callable[[dict], Tensor]
    hidden: dict[str, tuple[str, ...]]
    weights: dict[str, str]
    refused: dict[str, object] = field(default_factory=dict)
    arranged: Callable[[Tensor], Tensor] = lambda rows: rows
    """The features of their rows in our order."""


def read_halves(model: nn.Module) -> Tensor:
    return model(given("source", WORDS, "token", shows="ids"), given("segments", HALVES, "token", shows="ids"))


def told_halves(model: nn.Module, wanted: dict) -> dict:
    return model(WORDS[None], token_type_ids=HALVES[None], **wanted)


ENCODED = {"hidden_states": ("embedding.norm.output", "encoder.*.norm_2.output")}
ENCODER = {"attentions": "encoder.*.self_attention.weights"}
BERT_REFUSED = {"hidden_act": "relu", "position_embedding_type": "relative_key", "is_decoder": True,
                "num_hidden_layers": 10**9, "vocab_size": -1, "hidden_size": 25, "num_local_experts": 8,
                "layer_norm_eps": "small", "pad_token_id": 11, "tie_word_embeddings": False}
CASES = {
    "bert": Case(lambda: transformers.BertForMaskedLM(transformers.BertConfig(**TEXT)), read_halves, told_halves,
                 lambda outputs: outputs["logits"][0], ENCODED, ENCODER, BERT_REFUSED),
    "roberta": Case(lambda: transformers.RobertaForMaskedLM(transformers.RobertaConfig(**TEXT)), read_halves,
                    told_halves, lambda outputs: outputs["logits"][0], ENCODED, ENCODER, BERT_REFUSED),
    "sentence": Case(lambda: transformers.BertModel(transformers.BertConfig(**TEXT)), read_halves, told_halves,
                     lambda outputs: nn.functional.normalize(outputs["last_hidden_state"][0].mean(0), dim=0), ENCODED,
                     ENCODER, BERT_REFUSED),
}
CASES["gpt2"] = Case(
    lambda: transformers.GPT2LMHeadModel(transformers.GPT2Config(
        vocab_size=11, n_positions=9, n_embd=24, n_layer=3, n_head=4, n_inner=40, layer_norm_epsilon=1e-3,
        bos_token_id=1, eos_token_id=2)),
    lambda model: model(given("source", WORDS, "token", shows="ids")),
    lambda model, wanted: model(WORDS[None], **wanted), lambda outputs: outputs["logits"][0],
    {"hidden_states": ("embedding.positioned", "decoder.*.residual_2.added", "decoder_norm.output")},
    {"attentions": "decoder.*.self_attention.weights"},
    {"activation_function": "tanh", "scale_attn_by_inverse_layer_idx": True, "scale_attn_weights": False,
     "n_layer": 10**9, "vocab_size": 2.5, "n_embd": 25, "num_local_experts": 8, "add_cross_attention": True,
     "tie_word_embeddings": False, "n_inner": -1})
PICTURE = torch.rand(6, 6, 3, dtype=torch.float64, generator=torch.Generator().manual_seed(0))
VISION = {**SIZES, "image_size": 6, "patch_size": 2, "num_channels": 3}
VISION_REFUSED = {"hidden_act": "relu", "qkv_bias": False, "num_hidden_layers": 10**9, "image_size": 7, "patch_size": 0,
                  "hidden_size": 25, "num_local_experts": 8, "layer_norm_eps": None}
CASES["vit"] = Case(
    lambda: transformers.ViTForImageClassification(transformers.ViTConfig(**VISION, num_labels=5)),
    lambda model: model(given("picture", PICTURE, "height width channel", shows="picture"))[0],
    lambda model, wanted: model(PICTURE.movedim(-1, 0)[None], **wanted), lambda outputs: outputs["logits"][0],
    {"hidden_states": ("embedding.placed", "encoder.*.residual_2.added")},
    {"attentions": "encoder.*.self_attention.weights"}, VISION_REFUSED)
NOISE = torch.rand(9, generator=torch.Generator().manual_seed(1))
CASES["vit_mae"] = Case(
    lambda: transformers.ViTMAEForPreTraining(transformers.ViTMAEConfig(
        **VISION, decoder_hidden_size=16, decoder_num_attention_heads=2, decoder_num_hidden_layers=2,
        decoder_intermediate_size=20, mask_ratio=0.5)),
    lambda model: model(given("picture", PICTURE, "height width channel", shows="picture"), NOISE, 0.5)[1],
    lambda model, wanted: model(PICTURE.movedim(-1, 0)[None], noise=NOISE[None], **wanted),
    lambda outputs: outputs["logits"][0], {"hidden_states": ("with_class", "encoder.*.residual_2.added")},
    {"attentions": "encoder.*.self_attention.weights"},
    VISION_REFUSED | {"norm_pix_loss": True, "decoder_hidden_size": 17, "decoder_num_hidden_layers": 10**9})

SAID = torch.tensor([10, 3, 9, 6])
CASES["marian"] = Case(
    lambda: transformers.MarianMTModel(transformers.MarianConfig(
        vocab_size=11, d_model=24, max_position_embeddings=9, encoder_layers=3, decoder_layers=3,
        encoder_attention_heads=4, decoder_attention_heads=4, encoder_ffn_dim=40, decoder_ffn_dim=40,
        activation_function="swish", scale_embedding=True, pad_token_id=10, eos_token_id=0, decoder_start_token_id=10)),
    lambda model: model(given("source", WORDS, "token", shows="ids"), given("read", SAID, "token", shows="ids")),
    lambda model, wanted: model(WORDS[None], decoder_input_ids=SAID[None], **wanted),
    lambda outputs: outputs["logits"][0],
    {"encoder_hidden_states": ("source_embedding.positioned", "encoder.*.norm_2.output"),
     "decoder_hidden_states": ("target_embedding.positioned", "decoder.*.norm_3.output")},
    {"encoder_attentions": "encoder.*.self_attention.weights", "decoder_attentions": "decoder.*.self_attention.weights",
     "cross_attentions": "decoder.*.cross_attention.weights"},
    {"activation_function": "tanh", "scale_embedding": False, "share_encoder_decoder_embeddings": False,
     "normalize_before": True, "decoder_layers": 2, "decoder_ffn_dim": 41, "encoder_layers": 10**9, "vocab_size": -1,
     "d_model": 25, "num_local_experts": 8, "decoder_vocab_size": 12, "tie_word_embeddings": False},
    lambda rows: rows[..., marian.features(24)])


@functools.cache
def saved(name: str) -> tuple[nn.Module, dict, dict[str, Tensor]]:
    """Their model with random numbers everywhere, and config and tensors as it writes them into a folder."""
    torch.manual_seed(0)
    model = CASES[name].make().double().eval().requires_grad_(False)
    for key, parameter in model.named_parameters():
        if "embed_positions" in key:  # sinusoids, which theirs computes in single precision
            n, d = parameter.shape
            angles = torch.outer(torch.arange(n).double(), 10000.0 ** -(torch.arange(0, d, 2).double() / d))
            parameter.data = torch.cat((angles.sin(), angles.cos()), 1)
        else:
            parameter.data = torch.randn_like(parameter) * 0.3 + ("orm" in key and key.endswith("weight"))
    with tempfile.TemporaryDirectory() as folder:
        model.save_pretrained(folder)
        config = json.loads((Path(folder) / "config.json").read_text("utf-8"))
        return model, config, load_file(Path(folder) / "model.safetensors")


def shapes(tensors: dict[str, Tensor]) -> dict[str, tuple[int, ...]]:
    return {key: tuple(value.shape) for key, value in tensors.items()}


@pytest.mark.parametrize("name", CASES)
@torch.no_grad()
def test_a_family_gives_the_numbers_of_hugging_face_inside_too(name):
    case, (theirs, config, tensors) = CASES[name], saved(name)
    ours = build(config, tensors)
    with record(ours) as trace:
        last = case.ours(ours)
    theirs.set_attn_implementation("sdpa")  # "eager" is in single precision in part
    outputs = case.theirs(theirs, {"output_hidden_states": True})
    assert (last - case.last(outputs)).abs().max() < 1e-9
    for key, (first, pattern, *ends) in case.hidden.items():
        names = [first, *layers(trace, pattern)]
        if ends:  # theirs tells the last one behind its norm
            names[-1] = ends[0]
        for mine, other in zip(names, outputs[key], strict=True):
            assert (trace[mine].value - case.arranged(other[0])).abs().max() < 1e-9, mine
    theirs.set_attn_implementation("eager")
    with single_precision_as_double():
        outputs = case.theirs(theirs, {"output_attentions": True})
    for key, pattern in case.weights.items():
        for mine, other in zip(layers(trace, pattern), outputs[key], strict=True):
            assert (trace[mine].value - other[0]).abs().max() < 1e-9, mine


def layers(trace, pattern: str) -> list[str]:
    """The steps of a pattern in all layers, in order."""
    first, last = pattern.split("*")
    return [name for name in trace if name.startswith(first) and name.endswith(last) and name.count(".") ==
            pattern.count(".")]


class single_precision_as_double:  # noqa: N801 - used as ``with single_precision_as_double():``
    """Inside, a softmax that is asked for in single precision is computed in double."""

    def __enter__(self):
        self.softmax = nn.functional.softmax
        nn.functional.softmax = lambda x, dim=None, dtype=None, **more: self.softmax(x, dim=dim)

    def __exit__(self, *error):
        nn.functional.softmax = self.softmax


@pytest.mark.parametrize(("name", "refused"), [(name, key) for name, case in CASES.items() for key in case.refused])
def test_a_field_that_cannot_be_honoured_is_refused_by_its_name(name, refused):
    _, config, tensors = saved(name)
    changed = config | {refused: CASES[name].refused[refused]}
    with pytest.raises(RefusedError, match=refused):
        check(changed, shapes(tensors))


@pytest.mark.parametrize("name", CASES)
@pytest.mark.parametrize("change", ["missing", "surplus", "shape"])
def test_each_tensor_is_needed_and_of_its_shape(name, change):
    """Each is taken away; of every third the shape is another, or there is one more of nearly its name."""
    _, config, tensors = saved(name)
    for key, shape in list(shapes(tensors).items())[::1 if change == "missing" else 3]:
        if "pooler" in key:
            continue
        altered = shapes(tensors)
        wrong = key
        if change == "missing":
            del altered[key]
        elif change == "surplus":
            altered[wrong := f"{key}.more"] = shape
        else:
            altered[key] = (*shape, 2)
        if change == "missing" and key in ("cls.predictions.bias", "lm_head.bias"):
            wrong = key.rpartition(".")[0]  # without its bias the head is none, and another part of it is too many
        with pytest.raises(RefusedError, match=wrong.replace(".", r"\.")):
            check(config, altered)
