"""A folder that transformers wrote is brought and walked from end to end: machine, block, step, cell, answer."""

import pytest
import torch
import transformers
from checkpoint_samples import tokenizer as byte_tokenizer
from opened import opened
from tokenizers import Tokenizer, decoders, models, pre_tokenizers, processors

from core import catalog, zoo
from core.bring.sources import bring
from pages.components import model_choice, session
from pages.components.bar.navigation import WALK
from pages.components.stage.run import ENDING
from pages.components.stage.stops import BLOCK

LETTERS = "abcdefghijklmnopqrstuvwxyzTI.,我你他书"
TEXT = "I like the cat."


def piece_tokenizer():
    pieces = [("</s>", 0.0), ("<unk>", 0.0), ("▁", -2.0), *((letter, -3.0) for letter in LETTERS), ("▁the", -1.0)]
    built = Tokenizer(models.Unigram(pieces, unk_id=1))
    built.pre_tokenizer, built.decoder = pre_tokenizers.Metaspace(), decoders.Metaspace()
    built.add_special_tokens(["</s>", "<unk>", "<pad>"])
    built.post_processor = processors.TemplateProcessing(single=["$A", "</s>"], special_tokens=[("</s>", 0)])
    return built


def marian():
    size = piece_tokenizer().get_vocab_size()
    return transformers.MarianMTModel(transformers.MarianConfig(
        vocab_size=size, d_model=16, encoder_layers=2, decoder_layers=2, encoder_attention_heads=2,
        decoder_attention_heads=2, encoder_ffn_dim=20, decoder_ffn_dim=20, activation_function="swish",
        scale_embedding=True, pad_token_id=size - 1, eos_token_id=0, decoder_start_token_id=size - 1))


def gpt2():
    return transformers.GPT2LMHeadModel(transformers.GPT2Config(
        vocab_size=300, n_positions=64, n_embd=16, n_layer=2, n_head=2, bos_token_id=0, eos_token_id=0))


def mistral():
    return transformers.MistralForCausalLM(transformers.MistralConfig(
        vocab_size=300, hidden_size=32, intermediate_size=24, num_hidden_layers=2, num_attention_heads=4,
        num_key_value_heads=2, sliding_window=3, bos_token_id=0, eos_token_id=0, pad_token_id=None))


KINDS = {"tiny-en-zh": (marian, lambda: piece_tokenizer().to_str(), "brought_translator"),
         "tiny-gpt2": (gpt2, byte_tokenizer, "open_language_model"),
         "tiny-mistral": (mistral, byte_tokenizer, "open_language_model")}


@pytest.fixture(params=KINDS)
def brought(request, tmp_path, monkeypatch):
    make, tokenizer, kind = KINDS[request.param]
    torch.manual_seed(0)
    source = tmp_path / "source" / request.param
    make().save_pretrained(source)
    (source / "tokenizer.json").write_text(tokenizer(), "utf-8")
    monkeypatch.setenv("ATTENTION_MODELS", str(tmp_path / "models"))
    name = bring(str(source), lambda nbytes: None, lambda done, total: None).name
    assert catalog.abilities(name) and catalog.kind(name) == kind and name in catalog.names()
    offered = tuple(catalog.names())
    monkeypatch.setattr(session, "MODELS", offered)
    monkeypatch.setitem(session.CHOICES, "model", offered)
    monkeypatch.setitem(model_choice.SENTENCES, name, catalog.examples(name))
    monkeypatch.setitem(model_choice.EXAMPLES, name, catalog.examples(name)[0])
    yield name
    catalog.about.cache_clear()
    zoo._loaded.cache_clear()


def test_a_brought_folder_is_walked_to_the_last_cell(brought):
    subject = zoo.load(brought)
    trace, said = subject.trace(TEXT), subject.said(subject.answer(TEXT))
    assert isinstance(said, str) and len(trace) > 40
    weights = next(step.name for step in trace.values() if step.axes == ("head", "query", "key"))
    places = ("machine", BLOCK + trace.plan.box_of(trace, weights).id, weights, ENDING)
    for language in ("zh", "en"):
        app = opened("transformer/walkthrough", model=brought, lang=language, text=TEXT, tour="")
        for place in places:
            app.session_state[WALK] = {"step": place}
            app.run()
            assert not app.exception and not app.error, (place, [one.value for one in app.error])
        app.session_state[WALK] = {"step": weights, "cell": {"picture": weights, "panel": 1, "row": 2, "column": 1}}
        app.run()
        assert not app.exception and not app.error
    worked = trace.worked(weights, (1, 2, 1))
    assert worked.result == pytest.approx(float(trace[weights].value[1, 2, 1]), abs=1e-6)
