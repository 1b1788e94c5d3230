"""What a hostile visitor types or links, drawn from a seed."""

import functools
import random
import unicodedata

PARAMETERS = ("lang", "model", "text", "step", "head", "cell", "depth", "unknown")
PIECES = {
    "emoji": "🙂👩‍👩‍👧‍👦🇨🇳🏳️‍🌈❤️‍🔥🫠",
    "right to left": "שלום עולם مرحبا بالعالم \u202e\u2067txet\u2069",
    "html": "<script>alert(1)</script> <img src=x onerror=alert(1)> &lt;b&gt; </div></style> <!-- --> ${7*7} {{7*7}}",
    "sql": "'; DROP TABLE words; -- \" OR 1=1 UNION SELECT * FROM users",
    "control": "".join(map(chr, range(0, 32))) + "\x7f\x80\x9f\u200b\u200d\u2028\u2029\ufeff\ufffe\uffff",
    "astral": "𝕬𝖙𝖙𝖊𝖓𝖙𝖎𝖔𝖓 𠀀𠮷𪚥 \U0010ffff \ud7ff\ue000\ufffd",
    "latin": "Ünïcödé ﬁne Straße İstanbul ĳ Ǆ ŉ e\u0301\u0323\u0308",
    "numbers": "0 -1 1e309 nan inf -inf 0x1F ٣٤ １２ ² ½ 99999999999999999999 3.14.15",
    "marks": "`*_~[](){}#+-.!|\\/$$\\frac{1}{0}$ :red[x] :material/home: %00 %ED%A0%80 %s {0} {words}",
    "words": "我 昨天 买 了 一 本 书 。 I bought a book yesterday . the teacher's didn't",
    "paths": "../../etc/passwd C:\\nul translator-zh-en@1 con.txt file:///etc/hosts",
    "cells": "walk@1.2 source@0.0 encoder.0.self_attention.weights@9.9.9 @ @@@ a@1.99999.5 -3",
}


@functools.cache
def strings():
    """300 strings from a fixed seed: short, long, mixed; ten thousand characters of one kind among them."""
    chance, texts = random.Random(0), ["", " ", "\u3000", "\n", "0" * 5000, "-", "null", "None", "'", "\\"]
    for kind in PIECES.values():
        texts += [kind, (kind * 10000)[:10000], kind.replace(" ", ""), unicodedata.normalize("NFKD", kind)]
    while len(texts) < 300:
        kinds = chance.sample(list(PIECES.values()), chance.randint(1, 3))
        letters = [c for kind in kinds for c in chance.sample(kind, chance.randint(1, len(kind)))]
        texts.append("".join(letters)[:chance.choice((3, 12, 60, 400))])
    return texts[:300]


STEMS = ('[["Skip","*.scores"]]', '[["Scale","*",1e38]]', '[["SetCell","a.weights",[0,1,2],0.5,true]]',
         "encoder.0.self_attention.weights@1.2.3", "source.3", '[["Permute","source_embedding.scaled","token",[1,0]]]')


def new(chance):
    """A text that nobody has thought of: any code points, or what a link may hold with some letters changed."""
    if chance.random() < 0.5:
        return "".join(chr(chance.choice((chance.randrange(32, 127), chance.randrange(0xD800), chance.randrange(
            0xE000, 0x110000)))) for _ in range(chance.choice((1, 7, 40, 600))))
    letters = list(chance.choice(STEMS))
    for _ in range(chance.randint(1, 4)):
        letters[chance.randrange(len(letters))] = chance.choice(("", "9" * 40, "-", "e999", '"', "[", "NaN", "\0"))
    return "".join(letters)


def texts(count, seed):
    """Of those strings and of new ones as many each."""
    chance, known = random.Random(seed), strings()
    return [new(chance) if i % 2 else chance.choice(known) for i in range(count)]
