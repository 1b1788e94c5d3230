"""Laws of the texts: the same files and keys in both languages, every word that is asked for, the glossary's terms."""

import ast
import re
import tomllib

import pytest
from house import PAGES, ROOT, name_of, tree

TEXT = ROOT / "assets" / "text"
LANGUAGES = ("zh", "en")


def toml(language, name):
    return tomllib.loads((TEXT / language / f"{name}.toml").read_text("utf-8"))


def passages(language, name):
    pieces = re.split(r"^## +(\S+) *$", (TEXT / language / f"{name}.md").read_text("utf-8"), flags=re.MULTILINE)
    return dict(zip(pieces[1::2], (body.strip() for body in pieces[2::2])))


TOML = sorted({path.stem for language in LANGUAGES for path in (TEXT / language).glob("*.toml")})
PROSE = sorted({path.stem for language in LANGUAGES for path in (TEXT / language).glob("*.md")})


def test_both_languages_have_the_same_files():
    assert len({tuple(sorted(p.name for p in (TEXT / language).iterdir())) for language in LANGUAGES}) == 1
    assert {p.name for p in TEXT.iterdir()} == set(LANGUAGES)


@pytest.mark.parametrize("name", TOML)
def test_words_are_the_same_in_both_languages_and_none_is_empty(name):
    zh, en = (toml(language, name) for language in LANGUAGES)
    assert list(zh) == list(en)
    assert all(isinstance(value, str) and value.strip() for value in [*zh.values(), *en.values()])
    for key in zh:
        assert set(re.findall(r"\{\w*\}", zh[key])) == set(re.findall(r"\{\w*\}", en[key])), key


def test_a_term_stands_in_one_place():
    """What stands among the terms stands nowhere else with the same meaning in both languages."""
    terms = [toml(language, "terms") for language in LANGUAGES]
    twice = {(name, key) for name in TOML if name != "terms" for key in toml("en", name) if key in terms[0]
             and all(toml(language, name)[key] == one[key] for language, one in zip(LANGUAGES, terms))}
    assert not twice


@pytest.mark.parametrize("name", PROSE)
def test_prose_is_the_same_in_both_languages_and_none_is_empty(name):
    zh, en = (passages(language, name) for language in LANGUAGES)
    assert list(zh) == list(en)
    assert all([*zh.values(), *en.values()])
    headings = re.findall(r"^## +(\S+) *$", (TEXT / "zh" / f"{name}.md").read_text("utf-8"), flags=re.MULTILINE)
    assert len(headings) == len(set(headings))


def arguments(function):
    return {one.arg for one in function.args.args}


def used(path):
    """(file, key) of every string that page code asks for by a constant name."""
    parsed, files = tree(path), {}
    for node in ast.walk(parsed):
        if isinstance(node, ast.Assign) and (name := asked(node.value)) and isinstance(node.targets[0], ast.Name):
            files.setdefault(node.targets[0].id, set()).add(name)
    given = {id(node) for function in ast.walk(parsed) if isinstance(function, ast.FunctionDef)
             for node in ast.walk(function) if getattr(node, "id", "") in arguments(function)}
    for node in ast.walk(parsed):
        if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Constant):
            name = asked(node.value)
            names = {name} if name else files.get(getattr(node.value, "id", ""), set())
            names = {*TOML} if names and id(node.value) in given else names  # given by a caller: the words of any file
            if names:
                yield names, node.slice.value
        elif isinstance(node, ast.Call) and ast.unparse(node.func) == "prose" and len(node.args) == 2:
            file, key = node.args
            if isinstance(file, ast.Constant) and isinstance(key, ast.Constant):
                yield {file.value}, key.value


def asked(node):
    """The file in ``words("file")``."""
    if isinstance(node, ast.Call) and ast.unparse(node.func) == "words" and isinstance(node.args[0], ast.Constant):
        return node.args[0].value
    return None


def test_every_word_that_is_used_exists():
    words = {name: {*toml("en", name), *toml("en", "terms")} for name in TOML}
    prose = {name: {*passages("en", name)} for name in PROSE}
    missing = {name_of(path): (sorted(names), key) for path in [*PAGES, ROOT / "app.py"] for names, key in used(path)
               if not any(key in words.get(name, ()) or key in prose.get(name, ()) for name in names)}
    assert not missing


def test_every_word_of_a_component_exists():
    from pages.components import board, cell

    for module, name in ((board, "board"), (cell, "worked")):
        assert set(module.WORD_KEYS) <= {*toml("en", name), *toml("en", "terms")}


FORBIDDEN = {"字典": "词表", "层规范化": "层归一化", "批规范化": "批归一化", "多层感知器": "多层感知机",
             "向前看掩码": "前瞻掩码", "注意力层数": "头数", "贪婪解码": "贪心解码", "集束搜索": "束搜索",
             "隐状态": "隐藏状态", "残差链接": "残差连接", "掩膜": "掩码", "独热码": "独热编码", "前向反馈": "前馈",
             "您": "你", "类别词元": "分类词元"}


@pytest.mark.parametrize("path", sorted((TEXT / "zh").iterdir()), ids=lambda p: p.name)
def test_chinese_terms_follow_the_glossary(path):
    text = re.sub(r"「[^」]*」|“[^”]*”", "", path.read_text("utf-8"))  # what the notes say may be quoted
    assert not {word: better for word, better in FORBIDDEN.items() if word in text}


SPACED = ("alignment", "attention", "couplets", "decoder", "detr", "equations", "errata", "families", "generation",
          "heads", "language_models", "layers", "lstm", "mae", "nonlocal_block", "output", "positions", "recurrent",
          "similarity", "start", "symmetry", "tokens", "training", "vit", "walkthrough")


@pytest.mark.parametrize("name", SPACED)
def test_chinese_and_latin_stand_apart(name):
    """A space between Chinese and a word, a number, a formula or code, as all these pages have it."""
    texts = (passages("zh", name) if name in PROSE else {}) | (toml("zh", name) if name in TOML else {})
    close = []
    for key, text in texts.items():
        bare = re.sub(r"\$\$.*?\$\$|\[[^\]\n]*\]\([^)\n]*\)|`[^`\n]*`|\$[^$\n]*\$", "x", text, flags=re.DOTALL)
        bare = re.sub(r"\{\w+\}|《.*?》", "", bare)  # it may stand for Chinese; titles stay as they are
        touching = re.findall(r"[\u4e00-\u9fff][A-Za-z0-9]|[A-Za-z0-9%][\u4e00-\u9fff]", bare)
        close += [(key, two) for two in touching if not key.startswith("twice_")]  # a sentence of the note's
    assert not close


TYPED = {"a hyphen for a minus": r"(?<![\w\-–.])-\d", "a space before %": r"\d %",
         "× with spaces": r"[0-9A-Za-z}] × [0-9A-Za-z{]",
         "marks of another script": r"[\u4e00-\u9fff](?:[,;?](?!\d)|:(?![\w-]*\[))", "three dots for …": r"\.\.\."}
UNREAD = r"\$[^$]*\$|`[^`]*`|\]\([^)]*\)|:[\w-]+\[|^\"[^\"]*\" =|\?\||::"
"""Formulas, code, addresses, and what only a program reads."""


@pytest.mark.parametrize("path", sorted((TEXT / "zh").iterdir()), ids=lambda p: p.name)
def test_chinese_is_set_by_rule(path):
    text = re.sub(UNREAD, "", path.read_text("utf-8"), flags=re.MULTILINE)
    assert not {rule: found for rule, pattern in TYPED.items() if (found := re.findall(f".{{,12}}{pattern}", text))}
