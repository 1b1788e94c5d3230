"""Laws of the texts: the same files and keys in both languages, every word that is asked for, the glossary's terms."""

import ast
import re
import tomllib

import pytest
from house import PAGES, ROOT, name_of, tree

from pages.components import glossary

TEXT = ROOT / "assets" / "text"
LANGUAGES = ("zh", "en")


def toml(language, name):
    return tomllib.loads((TEXT / language / f"{name}.toml").read_text("utf-8"))


def passages(language, name):
    pieces = re.split(r"^## +(\S+) *$", (TEXT / language / f"{name}.md").read_text("utf-8"), flags=re.MULTILINE)
    return dict(zip(pieces[1::2], (body.strip() for body in pieces[2::2])))


LISTS = ("own_words", "other_meanings")
"""What each language says of its own words: identity of the term = "pattern :: standard word", or a pattern of phrases
in which its word means something else."""
TOML = sorted({path.stem for language in LANGUAGES for path in (TEXT / language).glob("*.toml")} - {*LISTS})
SLOT = re.compile(r"\{\w*(?::[^{}]*)?\}")
"""Where a number or a word is put in, with how it is written, as ``{share:.1%}``."""
PROSE = sorted({path.stem for language in LANGUAGES for path in (TEXT / language).glob("*.md")})


def test_both_languages_have_the_same_files():
    assert len({tuple(sorted(p.name for p in (TEXT / language).iterdir())) for language in LANGUAGES}) == 1
    assert {p.name for p in TEXT.iterdir()} == set(LANGUAGES)


def test_words_are_the_same_in_both_languages_and_none_is_empty():
    for name in TOML:
        zh, en = (toml(language, name) for language in LANGUAGES)
        assert list(zh) == list(en), name
        assert all(isinstance(value, str) and value.strip() for value in [*zh.values(), *en.values()]), name
        for key in zh:
            assert set(SLOT.findall(zh[key])) == set(SLOT.findall(en[key])), (name, key)


def test_a_term_stands_in_one_place():
    """What stands among the terms stands nowhere else with the same meaning in both languages."""
    terms = [toml(language, "terms") for language in LANGUAGES]
    twice = {(name, key) for name in TOML if name != "terms" for key in toml("en", name) if key in terms[0]
             and all(toml(language, name)[key] == one[key] for language, one in zip(LANGUAGES, terms))}
    assert not twice


def test_a_chapter_has_one_name():
    for language in LANGUAGES:
        app, quiz = toml(language, "app"), toml(language, "quiz")
        assert not {key for key in app.keys() & quiz.keys() if key.startswith("chapter_") and app[key] != quiz[key]}


def slots_of_prose(text):
    return set(SLOT.findall(re.sub(r"\$\$.*?\$\$|\$[^$]*\$", "", text, flags=re.DOTALL)))


def test_prose_is_the_same_in_both_languages_and_none_is_empty():
    for name in PROSE:
        zh, en = (passages(language, name) for language in LANGUAGES)
        assert list(zh) == list(en), name
        assert all([*zh.values(), *en.values()]), name
        for key in zh:
            assert slots_of_prose(zh[key]) == slots_of_prose(en[key]), (name, key)
        headings = re.findall(r"^## +(\S+) *$", (TEXT / "zh" / f"{name}.md").read_text("utf-8"), flags=re.MULTILINE)
        assert len(headings) == len(set(headings)), name


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


def listed(language, name):
    """A list about words: what it says of each, by the identity of what is meant."""
    return {key: value.split(" :: ") for key, value in toml(language, name).items()}


READ = [(language, path) for language in LANGUAGES for path in sorted((TEXT / language).iterdir())
        if path.stem not in LISTS]


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_word_of_our_own_stands_for_a_standard_one(language):
    own_words, ours = listed(language, "own_words").values(), {}
    quoted = r"「[^」]*」|“[^”]*”" if language == "zh" else "$^"
    for path in (path for one, path in READ if one == language):
        text = re.sub(quoted, "", path.read_text("utf-8"))
        ours |= {(path.name, match[0]): better for own, better in own_words if (match := re.search(own, text))}
    assert not ours


def in_language(value, language, inside=False):
    """All strings below ``language`` in a file that holds both languages."""
    for key, one in value.items() if isinstance(value, dict) else enumerate(value):
        here = inside or key == language
        if isinstance(one, (dict, list)):
            yield from in_language(one, language, here)
        elif here:
            yield str(one)


def test_quiz_and_lectures_keep_to_the_standard_words():
    own_words = {language: listed(language, "own_words").values() for language in LANGUAGES}
    for path in sorted((ROOT / "assets").glob("[ql]*/*.toml")):
        both = tomllib.loads(path.read_text("utf-8"))
        for language in LANGUAGES:
            text = "\n".join(in_language(both, language))
            ours = [better for own, better in own_words[language] if re.search(own, text)]
            assert text and not ours, (path.stem, language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_standard_word_is_the_one_that_the_glossary_explains(language):
    terms = glossary.terms(language)
    for identity, (own, better) in listed(language, "own_words").items():
        assert not re.search(own, better)
        if identity in terms:
            assert identity in {one[0] for one in glossary.term_spans(language, better)}, identity


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_card_opens_where_its_word_means_something_else(language):
    meanings, wrong = listed(language, "other_meanings"), []
    assert meanings.keys() <= glossary.terms(language).keys()
    for path in (path for one, path in READ if one == language and path.stem != "glossary"):
        text = path.read_text("utf-8")
        opened = [*glossary.term_spans(language, text)]
        wrong += [(path.name, identity, one[0]) for identity, (phrase,) in meanings.items()
                  for one in re.finditer(phrase, text)
                  if any(known == identity and start < one.end() and one.start() < end for known, start, end in opened)]
    assert not wrong


SPACED = ("alignment", "attention", "couplets", "decoder", "detr", "equations", "errata", "families", "generation",
          "heads", "language_models", "layers", "lstm", "mae", "nonlocal_block", "output", "positions", "recurrent",
          "similarity", "start", "symmetry", "tokens", "training", "vit", "walkthrough")


def test_chinese_and_latin_stand_apart():
    """A space between Chinese and a word, a number, a formula or code, as all these pages have it."""
    close = []
    for name in SPACED:
        texts = (passages("zh", name) if name in PROSE else {}) | (toml("zh", name) if name in TOML else {})
        for key, text in texts.items():
            bare = re.sub(r"\$\$.*?\$\$|\[[^\]\n]*\]\([^)\n]*\)|`[^`\n]*`|\$[^$\n]*\$", "x", text, flags=re.DOTALL)
            bare = re.sub(r"\{\w+\}|《.*?》", "", bare)  # it may stand for Chinese; titles stay as they are
            touching = re.findall(r"[\u4e00-\u9fff][A-Za-z0-9]|[A-Za-z0-9%][\u4e00-\u9fff]", bare)
            close += [(name, key, two) for two in touching if not key.startswith("twice_")]  # a sentence of the note's
    assert not close


def test_a_share_is_written_in_one_way():
    """95%, as numbers.js writes it too."""
    for path in sorted([*TEXT.rglob("*.*"), *(ROOT / "assets" / "quiz").iterdir()]):
        assert not re.findall(r".{,12}[\d}] %", path.read_text("utf-8")), name_of(path)


TYPED = {"a hyphen for a minus": r"(?<![\w\-–.])-\d", "× with spaces": r"[0-9A-Za-z}] × [0-9A-Za-z{]",
         "marks of another script": r"[\u4e00-\u9fff](?:[,;?](?!\d)|:(?![\w-]*\[))", "three dots for …": r"\.\.\."}
UNREAD = r"\$[^$]*\$|`[^`]*`|\]\([^)]*\)|:[\w-]+\[|^\"[^\"]*\" =|\?\||::"
"""Formulas, code, addresses, and what only a program reads."""


def test_chinese_is_set_by_rule():
    for path in sorted((TEXT / "zh").iterdir()):
        text = re.sub(UNREAD, "", path.read_text("utf-8"), flags=re.MULTILINE)
        assert not {rule: matches for rule, pattern in TYPED.items()
                    if (matches := re.findall(f".{{,12}}{pattern}", text))}, path.name


CITED = re.compile(
    r"\b(?!Since|September|December)([A-Z][a-zà-ž]+)( et al\.| and [A-Z]\w+| 等| [与和] [A-Z]\w+)? ((?:19|20)\d\d)\b"
    r"(?:[,，;；]? (?=\w)|[，；])?(?:footnote of |appendix |附录 )?(?:section |eq\. |table |figure |第 |式|表 |图 )?"
    r"\(?([A-Z]?\.?\d[\d.]*)?")
"""Who wrote it, with whom, when, and where in it: "Carion et al. 2020, appendix A.4", “Carion 等 2020，附录 A.4”."""
SEVERAL = {"He": {"2016", "2021"}, "Radford": {"2018", "2019"}, "Shazeer": {"2019", "2020"},
           "Touvron": {"2020", "2023"}, "Wang": {"2018", "2023"}}
"""Of whom more than one paper is cited."""


def cited(text):
    return {(name, year, place.rstrip(".")) for name, _, year, place in CITED.findall(text)}


def test_both_languages_cite_the_same_papers_at_the_same_places():
    unlike = {}
    for name in sorted({*PROSE, *TOML}):
        zh, en = ({**(passages(one, name) if name in PROSE else {}), **(toml(one, name) if name in TOML else {})}
                  for one in LANGUAGES)
        unlike |= {(name, key): cited(zh[key]) ^ cited(en[key]) for key in en if cited(zh[key]) != cited(en[key])}
        unlike |= {(name, key): "et al." for key in zh if "et al." in zh[key]}
    assert not unlike


def test_a_paper_is_cited_in_one_way():
    """One year for each author, never without a year, and "et al." everywhere or nowhere."""
    texts = [path.read_text("utf-8") for kind in ("assets/**/*.md", "assets/**/*.toml", "core/**/*.py", "pages/**/*.py")
             for path in ROOT.glob(kind)]
    years, ways = {}, {}
    for name, others, year, _ in (one for text in texts for one in CITED.findall(text)):
        years.setdefault(name, set()).add(year)
        ways.setdefault((name, year), set()).add(bool(others))
    assert {name: found for name, found in years.items() if len(found) > 1} == SEVERAL
    assert not {key for key, found in ways.items() if len(found) > 1}
    assert not [found for text in texts for found in
                re.findall(r".{0,9}(?:et al\.|[A-Za-z] 等)[,，]? ?(?:第 |section )?\d{1,2}\.\d.{0,5}", text)]


@pytest.mark.parametrize("path", [path for path in sorted(TEXT.rglob("*.*")) if path.suffix in (".md", ".toml")],
                         ids=lambda path: f"{path.parent.name}/{path.name}")
def test_what_is_to_be_bold_is_bold(path):
    """``**so：**it`` stays as written: Markdown ends nothing with stars between a stop and a letter."""
    for line in re.sub(r"`[^`\n]*`", "x", path.read_text("utf-8")).replace(r"\n", "\n").splitlines():
        parts = line.split("**")
        for inside, after in zip(parts[1::2], parts[2::2]):
            stopped = re.search(r"[^\w\s$}]$", inside) and re.match(r"\w|\{", after)
            assert not stopped, f"**{inside}**{after[:9]}"
