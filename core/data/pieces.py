"""Pieces of words: the likeliest cut of a text under a unigram model, with single bytes for what has no piece.

Kudo 2018, "Subword Regularization", 3.2 and 3.3. A piece that begins a word, after a space or at the text's beginning,
starts with ``▁``; Chinese is written without spaces, so there a piece is a word or a part of one.
"""

import math
import random
import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence

from core.data.vocabulary import SPECIALS

SPACE = "▁"
BYTES = tuple(f"<0x{byte:02X}>" for byte in range(256))
FIXED = (*SPECIALS, *BYTES)
"""What every inventory begins with."""
BYTE_SCORE = -30.0  # nats; worse than any cut into pieces that is possible
FREQUENT = 8  # times that a spelled word stands in the texts to be a piece
ROUNDS = 4  # of counting the best cuts anew, after an inventory has been filtered


class Pieces:
    """An inventory of pieces, ``(*SPECIALS, *BYTES, *others)``, with the log probability of each other piece, in nats.

    Raises ValueError where pieces and scores are not equally many, or the first pieces are others.
    """

    def __init__(self, pieces: Sequence[str], scores: Sequence[float]):
        if tuple(pieces[:len(FIXED)]) != FIXED or len(pieces) != len(FIXED) + len(scores):
            raise ValueError("An inventory begins with marks and bytes, and each other piece has a score.")
        self.pieces, self.scores = tuple(pieces), tuple(scores)
        self._others = {piece: (i, score) for i, (piece, score) in
                        enumerate(zip(self.pieces[len(FIXED):], scores), len(FIXED))}
        self._longest = max(map(len, self._others), default=1)

    def __len__(self) -> int:
        return len(self.pieces)

    def encode(self, text: str, alpha: float | None = None, draw: random.Random | None = None) -> list[int]:
        """The numbers of the pieces of a text (normalised, spaces written as ``▁``).

        The likeliest cut; with ``alpha`` a cut drawn with its probability to the power alpha (Kudo 2018, 3.3).
        """
        arrivals = self._lattice(text)
        forward, back = [0.0] * (len(text) + 1), [None] * (len(text) + 1)
        for end in range(1, len(text) + 1):
            if alpha is None:
                forward[end], back[end] = max(((forward[start] + score, (start, ids))
                                               for start, ids, score in arrivals[end]), key=lambda way: way[0])
            else:
                sums = [forward[start] + alpha * score for start, _, score in arrivals[end]]
                top = max(sums)
                shares = [math.exp(each - top) for each in sums]
                forward[end], back[end] = top + math.log(sum(shares)), shares
        ids, end = [], len(text)
        while end:
            if alpha is None:
                end, taken = back[end]
            else:
                end, taken, _ = draw.choices(arrivals[end], back[end])[0]
            ids[:0] = taken
        return ids

    def _lattice(self, text: str) -> list[list[tuple[int, list[int], float]]]:
        """For each place of the text, the pieces that end there: (where it starts, its numbers, log probability)."""
        arrivals: list[list] = [[] for _ in range(len(text) + 1)]
        for start in range(len(text)):
            for end in range(start + 1, min(len(text), start + self._longest) + 1):
                piece = self._others.get(text[start:end])
                if piece is not None:
                    arrivals[end].append((start, [piece[0]], piece[1]))
            if text[start] not in self._others:
                spelled = text[start].encode("utf-8", "replace")
                arrivals[start + 1].append((start, [len(SPECIALS) + byte for byte in spelled],
                                            BYTE_SCORE * len(spelled)))
        return arrivals

    def text(self, ids: Iterable[int]) -> str:
        """The text of pieces; bytes that are no text become the replacement character, marks nothing."""
        raw, first = bytearray(), len(FIXED)
        for i in ids:
            if i >= first:
                raw += self.pieces[i].encode()
            elif i >= len(SPECIALS):
                raw.append(i - len(SPECIALS))
        return raw.decode("utf-8", "replace").replace(SPACE, " ").strip()


def spaced(text: str, language: str) -> str:
    """A text as pieces are cut from it: spaces are ``▁``, and English begins with one."""
    return (SPACE if language == "en" and text else "") + text.replace(" ", SPACE)


def learn(texts: Sequence[str], size: int, keep: Callable[[str], bool]) -> Pieces:
    """An inventory of ``size`` pieces from texts (as ``spaced``), of those for which ``keep`` holds.

    SentencePiece finds twice as many (EM over all cuts, Kudo 2018, 3.2). It leaves out frequent words whose parts are
    frequent (``This`` beside ``Thi`` and ``s``), so words that stand ``FREQUENT`` times after a space are added. Single
    characters and the likeliest others are kept, their probabilities counted anew from the best cuts.
    """
    import io

    import sentencepiece

    out = io.BytesIO()
    sentencepiece.SentencePieceTrainer.train(
        sentence_iterator=iter(texts), model_writer=out, vocab_size=2 * size, character_coverage=1.0,
        add_dummy_prefix=False, normalization_rule_name="identity", split_digits=True, hard_vocab_limit=False,
        num_threads=2, minloglevel=2, max_sentencepiece_length=16, split_by_whitespace=True,
        remove_extra_whitespaces=False)
    processor = sentencepiece.SentencePieceProcessor(model_proto=out.getvalue())
    scored = {processor.id_to_piece(i): processor.get_score(i) for i in range(3, len(processor))}
    words = Counter(word for text in texts for word in re.findall(f"{SPACE}[A-Za-z]+", text))
    scored |= {word: math.log(count / words.total()) for word, count in words.items() if count >= FREQUENT}
    singles = Counter("".join(texts))
    room = size - len(FIXED) - len(singles)
    likeliest = sorted((p for p in scored if len(p) > 1 and keep(p)), key=lambda p: (-scored[p], p))[:room]
    pieces = (*FIXED, *likeliest, *sorted(singles, key=lambda c: (-singles[c], c)))
    inventory = Pieces(pieces, [scored.get(piece, -15.0) for piece in pieces[len(FIXED):]])
    for _ in range(ROUNDS):
        counts = Counter(i for text in texts for i in inventory.encode(text))
        total, first = sum(counts.values()), len(FIXED)
        inventory = Pieces(pieces, [math.log((counts[i] + 0.1) / total) for i in range(first, len(pieces))])
    return inventory


def whole_word(piece: str, headwords: frozenset[str]) -> bool:
    """Whether a piece may stand for a Chinese word: it is in the dictionary, or holds no Chinese character."""
    return piece in headwords or not re.search("[\u3400-\u4dbf\u4e00-\u9fff，。？！：；、（）]", piece)
