"""A folder that transformers wrote is brought and walked from end to end: machine, block, step, cell, answer."""

import json

import pytest
import torch
import transformers
from checkpoint_samples import tokenizer as byte_tokenizer
from headless_page import opened
from tokenizers import AddedToken, Tokenizer, decoders, models, normalizers, pre_tokenizers, processors

from core import catalog, zoo
from core.bring import model_folder
from core.bring.sources import bring
from core.data import hidden_words
from core.families import pixels
from core.subjects import TooLongError
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


WORDS = ("i", "like", "the", "cat", ".", "a", "##t", "c")
SIZES = {"hidden_size": 16, "num_hidden_layers": 2, "num_attention_heads": 2, "intermediate_size": 20,
         "initializer_range": 0.2}


def word_pieces():
    pieces = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", *WORDS]
    built = Tokenizer(models.WordPiece({piece: i for i, piece in enumerate(pieces)}, unk_token="[UNK]"))
    built.normalizer, built.pre_tokenizer = normalizers.BertNormalizer(), pre_tokenizers.BertPreTokenizer()
    built.decoder = decoders.WordPiece()
    built.add_special_tokens(pieces[:5])
    built.post_processor = processors.TemplateProcessing(single="[CLS] $A [SEP]", special_tokens=[("[CLS]", 2),
                                                                                                  ("[SEP]", 3)])
    return built.to_str()


def bytes_between_marks():
    pieces = ["<s>", "<pad>", "</s>", "<unk>", "<mask>", *sorted(pre_tokenizers.ByteLevel.alphabet())]
    built = Tokenizer(models.BPE({piece: i for i, piece in enumerate(pieces)}, []))
    built.pre_tokenizer, built.decoder = pre_tokenizers.ByteLevel(add_prefix_space=False), decoders.ByteLevel()
    built.add_special_tokens([*pieces[:4], AddedToken("<mask>", lstrip=True)])
    built.post_processor = processors.RobertaProcessing(("</s>", 2), ("<s>", 0))
    return built.to_str()


def bert(kind=transformers.BertForMaskedLM):
    return kind(transformers.BertConfig(vocab_size=15, max_position_embeddings=32, **SIZES))


def roberta():
    return transformers.RobertaForMaskedLM(transformers.RobertaConfig(vocab_size=263, max_position_embeddings=64,
                                                                      **SIZES))


PICTURES = SIZES | {"image_size": 12, "patch_size": 4}


def vit():
    names = {0: "cat, felis", 1: "dog"}
    return transformers.ViTForImageClassification(transformers.ViTConfig(**PICTURES, id2label=names))


def mae():
    return transformers.ViTMAEForPreTraining(transformers.ViTMAEConfig(
        **PICTURES, decoder_hidden_size=8, decoder_num_attention_heads=2, decoder_num_hidden_layers=1,
        decoder_intermediate_size=10))


KINDS = {"tiny-en-zh": (marian, lambda: piece_tokenizer().to_str(), "brought_translator"),
         "tiny-gpt2": (gpt2, byte_tokenizer, "open_language_model"),
         "tiny-mistral": (mistral, byte_tokenizer, "open_language_model"),
         "tiny-bert": (bert, word_pieces, "open_cloze"),
         "tiny-roberta": (roberta, bytes_between_marks, "open_cloze"),
         "tiny-sentences": (lambda: bert(transformers.BertModel), word_pieces, "sentence_encoder"),
         "tiny-vit": (vit, None, "brought_classifier"),
         "tiny-mae": (mae, None, "brought_autoencoder"),
         "scaled-vit": (vit, None, "brought_classifier"),
         "scaled-mae": (mae, None, "brought_autoencoder")}
SCALED = {"image_processor_type": "ViTImageProcessor", "do_resize": True, "size": {"height": 12, "width": 12},
          "resample": 3, "do_rescale": True, "rescale_factor": 0.01, "do_normalize": True,
          "image_mean": [0.2, 0.3, 0.4], "image_std": [0.5, 2.0, 1.5]}


FOLDERS = {}
"""By name: the folder with what transformers wrote (``source``) and what was brought of it (``models``); only read."""


def folder_of(name, temporary):
    """The folder of a model, made once."""
    if name not in FOLDERS:
        make, tokenizer, _ = KINDS[name]
        folder = temporary.mktemp(name)
        torch.manual_seed(0)
        source = folder / "source" / name
        make().save_pretrained(source)
        if name.startswith("scaled"):
            (source / pixels.FILE).write_text(json.dumps(SCALED), "utf-8")
        if tokenizer:
            (source / "tokenizer.json").write_text(tokenizer(), "utf-8")
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("ATTENTION_MODELS", str(folder / "models"))
            assert bring(str(source), lambda nbytes: None, lambda done, total: None).name == name
        FOLDERS[name] = folder
    return FOLDERS[name]


@pytest.fixture(params=KINDS)
def brought(request, tmp_path_factory, monkeypatch):
    name, kind = request.param, KINDS[request.param][-1]
    monkeypatch.setenv("ATTENTION_MODELS", str(folder_of(name, tmp_path_factory) / "models"))
    torch.manual_seed(0)
    assert catalog.abilities(name) and catalog.kind(name) == kind and name in catalog.names()
    offered = tuple(catalog.names())
    monkeypatch.setattr(session, "MODELS", offered)
    monkeypatch.setitem(session.CHOICES, "model", offered)
    monkeypatch.setitem(model_choice.SENTENCES, name, catalog.examples(name))
    monkeypatch.setitem(model_choice.EXAMPLES, name, catalog.examples(name)[0])
    yield name
    catalog.about.cache_clear()
    catalog.abilities.cache_clear()
    model_folder.tensors.cache_clear()
    zoo._loaded.cache_clear()


def test_a_brought_folder_is_walked_to_the_last_cell(brought):
    subject = zoo.load(brought)
    text = TEXT if subject.abilities.reads != "picture" else subject.examples[0]
    trace, answer = subject.trace(text), subject.answer_text(subject.answer(text))
    assert isinstance(answer, str) and len(trace) > 40
    weights = next(step.name for step in trace.values() if step.axes == ("head", "query", "key"))
    places = ("machine", BLOCK + trace.plan.box_of(trace, weights).id, weights,
              *([ENDING] if subject.abilities.writes else []))
    for language in ("zh", "en"):
        app = opened("transformer/walkthrough", model=brought, lang=language, text=text, tour="")
        for place in places:
            app.session_state[WALK] = {"step": place}
            app.run()
            assert not app.exception and not app.error, (place, [one.value for one in app.error])
        app.session_state[WALK] = {"step": weights, "cell": {"picture": weights, "panel": 1, "row": 2, "column": 1}}
        app.run()
        assert not app.exception and not app.error
    worked = trace.worked(weights, (1, 2, 1))
    assert worked.result == pytest.approx(float(trace[weights].value[1, 2, 1]), abs=1e-6)


HIDDEN = {"I like the cat.": "the [MASK].", "a cat [MASK] a": "cat [MASK] a", "<mask> like": "[MASK] like",
          "我喜欢猫。": "我喜欢[MASK]。", "the cat's!?": "the [MASK]!?"}


@pytest.mark.parametrize("text", HIDDEN)
def test_what_is_hidden_or_else_the_last_word_is_read_as_the_mark(text):
    assert hidden_words.hidden(text, "[MASK]").endswith(HIDDEN[text])
    assert hidden_words.hides(text) == ("mask" in text.lower())


@pytest.mark.parametrize("brought", ["tiny-bert", "tiny-roberta"], indirect=True)
def test_every_hidden_word_is_filled_and_its_chances_are_those_of_the_trace(brought):
    subject, text = zoo.load(brought), "[MASK] like the <mask>."
    for filled, ids in ((0, ()), (1, (12,)), (2, (12, 11))):
        place = subject.next_place(text, ids)
        assert (place.scores is None) == (filled == 2)
    place, shares = subject._surest(subject.ids(text), ())
    assert shares.untyped_storage().nbytes() == shares.nbytes  # what is kept is of one place, not of all
    assert torch.equal(shares[subject.source_vocabulary.is_word],
                       subject.trace(text)["probabilities"].value[place][subject.source_vocabulary.is_word])
    assert not any(mark in subject.answer_text(subject.answer(text)) for mark in hidden_words.MARKS)
    with pytest.raises(ValueError, match="no word"):
        subject.read("?!")
    with pytest.raises(TooLongError):
        subject.read("cat " * 400)


@pytest.mark.parametrize("brought", ["tiny-sentences"], indirect=True)
def test_a_sentence_is_the_mean_of_its_tokens_at_unit_length(brought):
    subject = zoo.load(brought)
    trace = subject.trace(TEXT)
    last = trace["encoder.1.norm_2.output"].value
    mean = last.mean(0)
    assert torch.allclose(trace["unit_length"].value, mean / mean.norm(), atol=1e-6)
    assert subject.answer(TEXT) == trace["unit_length"].value.tolist()


@pytest.mark.parametrize("brought", ["tiny-vit", "tiny-mae", "scaled-vit", "scaled-mae"], indirect=True)
def test_a_model_of_pictures_reads_pixels_as_transformers_reads_scaled_ones(brought):
    subject = zoo.load(brought)
    assert [subject.picture(one).shape for one in subject.examples] == [(12, 12, 3)] * len(subject.examples)
    given = subject.examples[0]
    read, trace = subject.read(given), subject.trace(given)
    kind = "vit_mae" if brought.endswith("mae") else "vit"
    scaling = (SCALED["image_mean"], SCALED["image_std"]) if brought.startswith("scaled") else pixels.ASSUMED[kind]
    full = 255 * SCALED["rescale_factor"] if brought.startswith("scaled") else 1
    mean, deviation = (torch.tensor(one) / full for one in scaling)
    scaled = ((torch.from_numpy(read.picture) - mean) / deviation).movedim(-1, 0)[None]
    folder = FOLDERS[brought] / "source" / brought
    with torch.no_grad():
        if kind == "vit":
            theirs = transformers.ViTForImageClassification.from_pretrained(folder).eval()(scaled).logits[0].softmax(-1)
            assert torch.allclose(trace["class_probabilities"].value[0], theirs, atol=1e-5)
            assert sorted(name for name, _ in subject.answer(given)) == ["cat", "dog"]
        else:
            theirs = transformers.ViTMAEForPreTraining.from_pretrained(folder).eval()(
                scaled, noise=trace["noise"].value[None]).logits[0]
            painted = theirs * deviation.repeat(16) + mean.repeat(16)
            assert torch.allclose(trace["predicted"].value, painted, atol=1e-5)
            assert subject.read(f"{given}; 50 3")[1:] == (0.5, 3)
    with pytest.raises(ValueError):
        subject.read("nothing of the kind")


@pytest.mark.parametrize("brought", ["tiny-vit", "scaled-vit"], indirect=True)
@pytest.mark.parametrize("language", ["zh", "en"])
def test_the_page_says_where_a_model_comes_from_and_how_its_pixels_are_scaled(brought, language):
    app = opened("transformer/walkthrough", model=brought, lang=language, step="machine", tour="")
    captions = " ".join(one.value for one in app.caption).replace("\\", "")
    assert "model.safetensors" in captions and catalog.about(brought)["date"] in captions and "/source/" not in captions
    assert ("assumed" in captions or "假定" in captions) == brought.startswith("tiny") and "{" not in captions
    assert pixels.FILE in captions
