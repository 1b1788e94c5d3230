"""A translator that was brought (Marian, as in opus-mt): like ours, over the pieces of its own tokenizer."""

from torch import Tensor

from core import families
from core.bring import model_folder
from core.data.token_vocabulary import TokenVocabulary
from core.data.vocabulary import Marks
from core.subjects.translator import Translator


def build(name: str, about: dict, weights: dict[str, Tensor]) -> Translator:
    """From what is told of a model and its weights. ValueError where they do not fit."""
    config = about["configuration"]
    model, tokenizer = families.build(config, weights), model_folder.tokenizer(name)
    pad, end = config["pad_token_id"], config["eos_token_id"]
    unknown = tokenizer.token_to_id("<unk>")
    model.marks = Marks(pad, config.get("decoder_start_token_id", pad), end, pad if unknown is None else unknown)
    model.b_out.data[pad] = -float("inf")  # it begins a sentence and pads it, and is never written
    source, target = (TokenVocabulary(tokenizer, model.marks, language, config["vocab_size"])
                      for language in about["languages"])
    return Translator(name, model, source, target, about)
