"""Tokenizers: a ``tokenizer.json`` checked before it is used, and one built from the lists of a GGUF file."""

import json

from core.bring.source_file import TOKENIZER_BYTES, json_object
from core.files import UnusableError

RULES_LENGTH = 1_000_000
"""The most characters of all rules beside vocabulary and added tokens: a rule is applied to every text."""
CONTROL, USER_DEFINED = 3, 4  # kinds of tokens in GGUF: never part of a text's own pieces
WORDS_OF_LLAMA = (r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*"
                  r"|\s*[\r\n]+|\s+(?!\S)|\s+")
"""How Llama 3 splits a text before pieces are merged (its model card's tokenizer)."""


def checked(text: str, vocab_size: int) -> str:
    """The same ``tokenizer.json``, unpadded and uncut, if it fits a table of so many rows. Raises UnusableError."""
    from tokenizers import Tokenizer

    if len(text) > TOKENIZER_BYTES:
        raise UnusableError("tokenizer.json is longer than any that is read.")
    description = json_object(text.encode(), "tokenizer.json") | {"truncation": None, "padding": None}
    rules = {key: value for key, value in description.items() if key not in {"model", "added_tokens"}}
    if len(json.dumps(rules)) > RULES_LENGTH:
        raise UnusableError("tokenizer.json holds rules longer than any honest one.")
    text = json.dumps(description, ensure_ascii=False)
    try:
        built = Tokenizer.from_str(text)
    except BaseException as error:  # a panic of the library is no Exception
        if isinstance(error, (KeyboardInterrupt, SystemExit)):
            raise
        raise UnusableError(f"tokenizer.json describes no tokenizer ({' '.join(str(error).split())[:200]}).") from None
    highest = max(built.get_vocab(with_added_tokens=True).values(), default=-1)
    if not 0 <= highest < vocab_size:
        raise UnusableError(f"tokenizer.json numbers its pieces up to {highest}, and the model has {vocab_size} rows.")
    return text


def of_gguf(fields: dict) -> str:
    """The ``tokenizer.json`` of a GGUF file's fields ``tokenizer.ggml.*``. Raises UnusableError for unknown kinds."""
    from tokenizers import AddedToken, Regex, Tokenizer, decoders, models, pre_tokenizers, processors

    kind, split = fields.get("tokenizer.ggml.model"), fields.get("tokenizer.ggml.pre", "default")
    known = {"default": [], "gpt-2": [], "smollm": [pre_tokenizers.Digits(individual_digits=True)],
             "llama-bpe": [pre_tokenizers.Split(Regex(WORDS_OF_LLAMA), "isolated")]}
    if kind != "gpt2" or split not in known:
        raise UnusableError(f"The file's tokenizer is {kind!r} with {split!r}; known is 'gpt2' with "
                            f"{', '.join(known)}. Bring the model's folder with its tokenizer.json instead.")
    pieces, kinds, pairs = (fields.get(f"tokenizer.ggml.{name}") for name in ("tokens", "token_type", "merges"))
    if not all(isinstance(column, list) for column in (pieces, kinds, pairs)):
        raise UnusableError("The file lacks the pieces, kinds or merges of its tokenizer.")
    merges = [tuple(pair.split(" ")) for pair in pairs]
    vocabulary = {piece: index for index, piece in enumerate(pieces)}
    if len(vocabulary) < len(pieces) or len(kinds) != len(pieces) or any(len(pair) != 2 for pair in merges):
        raise UnusableError("The file's tokenizer has pieces twice, or lists that do not fit together.")
    built = Tokenizer(models.BPE(vocabulary, merges, ignore_merges=split == "llama-bpe"))
    built.pre_tokenizer = pre_tokenizers.Sequence(
        [*known[split], pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=split != "llama-bpe")])
    built.decoder = decoders.ByteLevel()
    for code, add in ((CONTROL, built.add_special_tokens), (USER_DEFINED, built.add_tokens)):
        add([AddedToken(piece, normalized=False, special=code == CONTROL)
             for piece, own in zip(pieces, kinds, strict=True) if own == code])
    if fields.get("tokenizer.ggml.add_bos_token"):
        first = fields["tokenizer.ggml.bos_token_id"]
        built.post_processor = processors.TemplateProcessing(
            single=[pieces[first], "$A"], pair=[pieces[first], "$A", "$B"], special_tokens=[(pieces[first], first)])
    return built.to_str()
