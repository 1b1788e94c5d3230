"""The LaTeX in which the equations are shown, computed: matrices, indices, sums, cases. What it cannot read it says."""

from __future__ import annotations

import math
import operator
import re
from collections.abc import Iterator, Mapping

import torch
from torch import Tensor

FUNCTIONS = {"tanh": torch.tanh, "exp": torch.exp, "log": torch.log, "sin": torch.sin, "cos": torch.cos,
             "sigma": torch.sigmoid, "Phi": torch.special.ndtr, "relu": torch.relu, "diag": torch.diag,
             "softmax": lambda x: x.softmax(-1), "argsort": lambda x: x.argsort(stable=True)}
COMPARED = {r"\le": operator.le, r"\ge": operator.ge, "<": operator.lt, "=": operator.eq}
PAIRS = {"{": "}", "(": ")", "[": "]", r"\lVert": r"\rVert", r"\lfloor": r"\rfloor", r"\begin{cases}": r"\end{cases}"}
SIZES = re.compile(r"\\(?:left|right|big)(?![a-z])|\\[,;]|\.\\mathbf\{z\}")  # t.z: a token's vector
LETTERS = re.compile(r"[a-z]'?")
NUMBER = re.compile(r"\d+(?:\.\d+)?")


class UnreadableError(ValueError):
    """A sign or a letter that has no meaning here."""


def parts(text: str, *signs: str) -> Iterator[tuple[str, str]]:
    """(what stands before, sign) for each of the signs that stands in no brackets; the last sign is empty."""
    depth = start = at = 0
    while at < len(text):
        found = next((s for s in (*PAIRS, *PAIRS.values(), *signs) if text.startswith(s, at)), text[at])
        if not depth and found in signs and not re.match(r"[a-z]{2}", text[at + len(found) - 1:]):
            yield text[start:at], found
            start = at + len(found)
        depth += (found in PAIRS) - (found in PAIRS.values())
        at += len(found)
    yield text[start:], ""


def number(x) -> Tensor:
    return torch.as_tensor(x, dtype=torch.float64)


class Reader:
    """A formula's right side. ``letters``: what each is, as spelled; ``at``: where each running index stands.

    ``joined``: what two letters side by side are, a product of matrices or, of formulas for one number, of numbers.
    """

    def __init__(self, letters: Mapping[str, object], at: dict[str, int], joined=torch.matmul):
        self.letters, self.at, self.joined, self.text, self.here = letters, at, joined, "", 0
        self.names, self.from_one = sorted(letters, key=len, reverse=True), set()

    def value(self, text: str):
        """What this text comes to."""
        kept = self.text, self.here
        self.text, self.here = text, 0
        try:
            result = self._sum()
            if self._ahead():
                raise UnreadableError(f"{self._ahead()!r} at the end of {text!r}")
            return result
        finally:
            self.text, self.here = kept

    def holds(self, text: str) -> bool:
        """Whether a chain of comparisons is true."""
        sides = list(parts(text, *COMPARED))
        numbers = [number(self.value(side)) for side, _ in sides]
        return all(COMPARED[sign](a, b) for (_, sign), a, b in zip(sides, numbers, numbers[1:]))

    def index(self, text: str) -> list:
        """The places that a lower index names: ij, t,y_t, iW+j."""
        single = list(LETTERS.findall(text)) if LETTERS.sub("", text) == "" else [part for part, _ in parts(text, ",")]
        return [slice(None) if one.strip() == ":" else int(self.value(one)) - (one in self.from_one) for one in single]

    def _ahead(self) -> str:
        while self.text[self.here:self.here + 1] == " ":
            self.here += 1
        return self.text[self.here:]

    def _took(self, *signs: str) -> str:
        ahead = self._ahead()
        found = next((sign for sign in signs if ahead.startswith(sign)
                      and not (sign[0] == "\\" and re.match("[A-Za-z]{2}", ahead[len(sign) - 1:]))), "")
        self.here += len(found)
        return found

    def _inside(self, opening: str) -> str:
        """What stands between a bracket that was taken and its partner."""
        closing, depth, start = PAIRS[opening], 1, self.here
        while depth:
            ahead = self.text[self.here:]
            if not ahead:
                raise UnreadableError(f"{opening} without an end in {self.text!r}")
            found = next((s for s in (*PAIRS, *PAIRS.values()) if ahead.startswith(s)), ahead[0])
            depth += (found in PAIRS) - (found in PAIRS.values())
            self.here += len(found)
        return self.text[start:self.here - len(closing)]

    def _group(self) -> str:
        """The next sign or group in braces, as text."""
        if self._took("{"):
            return self._inside("{")
        sign = re.match(r"\\[a-z]+|.", self._ahead())[0]
        self.here += len(sign)
        return sign

    def _sum(self):
        result = -self._product() if self._took("-") else self._product()
        while sign := self._took("+", "-"):
            result = result + self._product() if sign == "+" else result - self._product()
        return result

    def _product(self):
        result = self._factor()
        while True:
            if self._took("/"):
                result = result / self._factor()
            elif self._took(r"\odot", r"\cdot"):
                result = result * self._factor()
            elif not self._ahead() or self._ahead()[0] in "+-=<,;&":
                return result
            else:
                result = self._times(result, self._factor())

    def _times(self, a, b):
        if not all(isinstance(x, Tensor) and x.ndim for x in (a, b)):
            return a * b
        if a.ndim == 1 and b.ndim == 2 and len(b) == 1:  # a column times a row
            return a.unsqueeze(-1) * b
        result = self.joined(a, b)
        return result.squeeze(0) if a.ndim == 2 and len(a) == 1 and b.ndim == 1 else result

    def _factor(self):
        if name := self._took(*sorted([*self.names, *self.at], key=len, reverse=True)):
            return self._raised(self._indexed(self.at[name] if name in self.at else self.letters[name]))
        if self._took(r"\|"):
            inside, _, rest = self._ahead().partition(r"\|")
            self.here = len(self.text) - len(rest)
            return torch.linalg.vector_norm(self.value(inside))
        if bracket := self._took("(", "[", r"\lVert", r"\lfloor", r"\begin{cases}"):
            return self._raised(self._bracketed(bracket, self._inside(bracket)))
        if found := NUMBER.match(self._ahead()):
            self.here += found.end()
            return self._raised(float(found[0]))
        return self._command()

    def _command(self):
        if self._took(r"\sum"):
            return self._summed()
        if self._took(r"\frac"):
            return self.value(self._group()) / self.value(self._group())
        if self._took(r"\sqrt"):
            return number(self.value(self._group())).sqrt()
        if self._took("e^"):
            return number(self.value(self._group())).exp()
        if name := self._took(r"\max", r"\min"):
            self._took("(")
            a, b = (number(self.value(part)) for part, _ in parts(self._inside("("), ","))
            return torch.maximum(a, b) if name == r"\max" else torch.minimum(a, b)
        if self._took(r"\infty"):
            return math.inf
        if self._took(r"\pi"):
            return math.pi
        if name := self._took(*(rf"\mathrm{{{name}}}" for name in FUNCTIONS), *("\\" + name for name in FUNCTIONS)):
            x = self._factor()
            return FUNCTIONS[name.removeprefix(r"\mathrm{").strip("\\}")](x if isinstance(x, Tensor) else number(x))
        raise UnreadableError(f"{self._ahead()[:20]!r} in {self.text!r}")

    def _indexed(self, x):
        """A letter with its lower index, or what stands in brackets behind the letter of a function."""
        places = []
        while self._took("_"):
            places += self.index(self._group())
        if isinstance(x, Tensor) and len(places) < x.ndim and x.ndim == 2 and places and self._took("("):
            places += self.index(self._inside("("))
        elif isinstance(x, Tensor) and x.ndim == 1 and not places and not x.is_floating_point() and self._took("("):
            places = self.index(self._inside("("))
        return x[tuple(places)] if places else x

    def _raised(self, x):
        """With what stands above: transposed, to a power, or the index of a row."""
        while self._took("^"):
            above = self._group()
            if above == r"\top":
                x = x.unsqueeze(0) if x.ndim == 1 else x.mT
            else:
                x = x[self.at[above]] if above in self.at else x ** self.value(above)
        return x

    def _bracketed(self, bracket: str, text: str):
        if bracket == "(":
            return self.value(text)
        if bracket == r"\lfloor":
            return math.floor(self.value(text))
        if bracket == r"\begin{cases}":
            rows = [row.split("&") for row in text.split(r"\\")]
            return self.value(next(value for value, condition in rows if self.holds(condition)))
        if bracket != "[":
            return torch.linalg.vector_norm(self.value(text), 1 if self._took("_1") else 2)
        if len(list(parts(text, *COMPARED))) > 1:
            return float(self.holds(text))
        return self._listed(text)

    def _listed(self, text: str):
        """[a, b] end to end, [a; b] as rows, [a_1; ...; a_n] all that there are."""
        items, signs = zip(*((part.strip(), sign) for part, sign in parts(text, ",", ";")))
        if r"\dots" in items:
            first = next((i for i, item in enumerate(items) if "_1" in item), 0)
            last = re.escape(items[first]).replace("_1", "_[A-Za-z]")
            if "_1" not in items[first] or not re.fullmatch(last, items[-1]):
                raise UnreadableError(f"{items[-1]!r} does not end what {items[first]!r} begins")
            rows = [self.value(item) for item in items[:first]]
            rows += list(self.each([r"\iota"], lambda: self.value(items[first].replace("_1", r"_\iota"))))
        else:
            rows = [self.value(item) for item in items]
        return torch.stack(rows) if ";" in signs or not rows[0].ndim else torch.cat(rows, -1)

    def each(self, letters: list[str], make) -> Iterator:
        """What is made with these indices at 0, 1, 2, ... each, as far as there are such cells."""
        kept = dict(self.at)
        try:
            for first in range(99):
                self.at[letters[0]] = first
                try:
                    yield from self.each(letters[1:], make) if letters[1:] else [make()]
                except IndexError:
                    if not first:
                        raise
                    return
        finally:
            self.at.clear()
            self.at.update(kept)

    def _summed(self):
        self._took("_")
        letter, bounded, least = self._group().partition("=")
        most = self.value(self._group()) if bounded and self._took("^") else None
        start = self.here
        if not bounded:
            def term():
                self.here = start
                return self._product(), self.here
            terms = list(self.each(LETTERS.findall(letter), term))
            self.here = terms[-1][1]
            return sum(term for term, _ in terms)
        total, kept = 0.0, self.at.get(letter)
        self.from_one |= {letter} if int(least) else set()
        for self.at[letter] in range(int(least), int(most) + 1):
            self.here = start
            total = total + self._product()
        self.at.pop(letter) if kept is None else self.at.update({letter: kept})
        return total
