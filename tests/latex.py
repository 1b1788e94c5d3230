"""The little LaTeX in which the arithmetic of a cell is written, computed."""

import math
import re

NAMES = {"exp": math.exp, "sqrt": math.sqrt, "log": math.log, "sin": math.sin, "cos": math.cos, "tanh": math.tanh,
         "sigma": lambda x: 1 / (1 + math.exp(-x)), "max": max, "min": min, "inf": math.inf}
SIGNS = {r"\cdot": "*", r"\infty": "inf", r"\le": "<=", r"\ge": ">=", r"\ne": "!=", "[": "(", "]": ")"}
TOKEN = re.compile(r"\\frac|\\sqrt|e\^|\^|\\(?:sin|cos|tanh|sigma|max|min|log)|\\cdot|\\infty|\\le|\\ge|\\ne|\[|\]")


def group(text: str, start: int) -> tuple[str, int]:
    """What stands between the brace at ``start`` and its partner, and where to go on."""
    if not text.startswith("{", start):
        raise ValueError(f"Behind {text[:start]!r} stands {text[start:]!r}, no brace: write ^{{2}}, not ^2.")
    depth, end = 1, start + 1
    while depth:
        depth += {"{": 1, "}": -1}.get(text[end], 0)
        end += 1
    return text[start + 1:end - 1], end


def python(latex: str) -> str:
    """The same as a Python expression."""
    match = TOKEN.search(latex)
    if not match:
        return latex
    before, sign, end = latex[:match.start()], match[0], match.end()
    if sign == r"\frac":
        over, end = group(latex, end)
        under, end = group(latex, end)
        middle = f"(({python(over)})/({python(under)}))"
    elif sign in (r"\sqrt", "e^", "^"):
        inside, end = group(latex, end)
        middle = {r"\sqrt": "sqrt", "e^": "exp", "^": "**"}[sign] + f"({python(inside)})"
    elif sign in SIGNS:
        middle = SIGNS[sign]
    elif latex[end] == "(":
        middle = sign[1:]
    else:  # a function of all that follows
        return f"{before}{sign[1:]}({python(latex[end:])})"
    return before + middle + python(latex[end:])


def place(operation: str) -> tuple[int, ...] | None:
    """The cell in ``W_E[3, 4]``, where an operation only says where its number stands."""
    match = re.fullmatch(r"[A-Za-z_]+\[([\d, ]+)\]", operation)
    return tuple(map(int, match[1].split(","))) if match else None


def sides(operation: str) -> list[float]:
    """What each side of ``a = b = c`` comes to; of a comparison in brackets, 0 or 1."""
    operation = operation.rpartition(r"\Rightarrow\;")[2].removeprefix(r"\textstyle\sum = ")
    parts = [operation.replace(" = ", " == ")] if operation.startswith("[") else operation.split(" = ")
    return [float(eval(python(part), {"__builtins__": {}}, NAMES)) for part in parts]


def size(operation: str) -> float:
    """The largest number in it, which sets what rounding to four digits may cost."""
    return max((abs(float(number)) for number in re.findall(r"\d+(?:\.\d+)?", operation)), default=1.0)
