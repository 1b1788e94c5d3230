"""Laws of the house: who may import whom, where things lie, how long they may be, and what the texts must hold."""

import ast
import re
import subprocess
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
TEXT = ROOT / "assets" / "text"
LANGUAGES = ("zh", "en")
TRACKED = [ROOT / line for line in subprocess.run(
    ["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True).stdout.split("\0") if line]
FILES = [path for path in TRACKED if path.exists()]
PYTHON = [path for path in FILES if path.suffix == ".py"]
PRODUCT = [path for path in PYTHON if path.parts[len(ROOT.parts)] != "tests"]
PAGES = [path for path in PRODUCT if path.is_relative_to(ROOT / "pages")]
THIN = [path for path in PAGES if "components" not in path.parts]

SCREEN = {"streamlit", "plotly", "altair", "pages", "app"}
NETWORK = {"requests", "urllib", "http", "socket", "aiohttp", "httpx", "ftplib", "huggingface_hub"}
UNSAFE = {"pickle", "shelve", "marshal", "dill", "joblib", "cloudpickle"}
GROUND = {"core", "core.formula", "core.steps", "core.trace"}
LAYERS = {
    "core.formula": set(),
    "core.steps": {"core.formula"},
    "core.trace": {"core.formula", "core.steps", "core.edits"},
    "core.edits": {"core.formula"},
    "core.data": {"core.data"},
    "core.equations": GROUND | {"core.equations"},
    "core.models": GROUND | {"core.equations", "core.models"},
    "core.decode": GROUND | {"core.equations", "core.models", "core.edits"},
    "core.zoo": GROUND | {"core.equations", "core.models", "core.edits", "core.data", "core.decode"},
}
"""What each part of ``core`` may import of ``core``; parts that are not named stand above all of these."""


def name_of(path):
    return str(path.relative_to(ROOT))


def tree(path):
    return ast.parse(path.read_text("utf-8"))


def imports(path):
    """Every module imported by a file, with what is taken from it: ``core.trace.record``."""
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and not node.level:
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def part(module):
    """The part of the house a module belongs to: ``core.equations``, ``core.trace``, ``pages.components``."""
    return ".".join(module.split(".")[:2])


def module_of(path):
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


@pytest.mark.parametrize("path", PRODUCT, ids=name_of)
def test_imports_go_downwards(path):
    module, found = module_of(path), list(imports(path))
    tops = {m.split(".")[0] for m in found}
    assert not tops & (NETWORK | UNSAFE | {"tests"})
    if module.startswith("core"):
        assert not tops & SCREEN
        allowed = LAYERS.get(part(module))
        own = {part(m) for m in found if m.startswith("core")}
        assert allowed is None or own - {part(module)} <= allowed
    else:
        assert {part(m) for m in found if m.startswith("pages")} <= {"pages.components"}


def test_equations_and_models_are_reached_by_the_screen_only_through_core():
    assert not {m for path in THIN for m in imports(path) if m.split(".")[0] in {"torch", "numpy", "plotly", "altair"}}


def test_the_top_level_is_the_owners():
    tops = {path.relative_to(ROOT).parts[0] for path in TRACKED}
    wanted = {"app.py", "pages", "core", "assets", "tests", "requirements.txt", "pyproject.toml"}
    assert wanted <= tops <= wanted | {"README.md", ".ci", ".streamlit", ".gitignore", ".gitattributes"}


@pytest.mark.parametrize("path", [p for p in FILES if p.suffix in {".py", ".js", ".css"}], ids=name_of)
def test_files_are_short(path):
    lines = path.read_text("utf-8").splitlines()
    assert len(lines) <= (80 if path in THIN else 300)
    assert max(map(len, lines), default=0) <= 120 or path.suffix != ".py"


@pytest.mark.parametrize("path", PYTHON, ids=name_of)
def test_functions_are_short(path):
    functions = [n for n in ast.walk(tree(path)) if isinstance(n, (ast.FunctionDef, ast.AsyncFunctionDef))]
    assert not {f.name: f.end_lineno - f.lineno + 1 for f in functions if f.end_lineno - f.lineno >= 40}


@pytest.mark.parametrize("path", PRODUCT, ids=name_of)
def test_nothing_is_unpickled_evaluated_or_random(path):
    seeded = "experiments" in path.parts or "data" in path.parts
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Call):
            called = ast.unparse(node.func)
            assert called not in {"eval", "exec", "torch.load", "compile", "__import__"}
            assert not re.fullmatch(r"random\.(?!Random$)\w+", called), f"{called}: not seeded"
            assert not re.fullmatch(r"(np|numpy)\.random\.(?!default_rng$)\w+", called), f"{called}: not seeded"
            if called in {"random.Random", "np.random.default_rng"}:
                assert seeded and node.args, f"{called}: seeded, and only in core/data and core/experiments"
            if re.fullmatch(r"torch\.(rand\w*|normal|multinomial|bernoulli)", called) and "models" not in path.parts:
                drawn = {keyword.arg for keyword in node.keywords}
                assert path not in PAGES, f"{called}: nothing is drawn under pages"
                assert "generator" in drawn or path.name == "train.py", f"{called}: not seeded"
        elif isinstance(node, ast.ImportFrom):
            assert node.module != "random", "random is imported whole, so that its draws are seen"
        elif isinstance(node, ast.Import) and not seeded:
            assert "random" not in {alias.name for alias in node.names}


def cached(path):
    """The functions whose results Streamlit keeps, each with the call of its decorator."""
    for node in ast.walk(tree(path)):
        for decorator in getattr(node, "decorator_list", ()):
            if re.match(r"st\.cache_(data|resource)\b", ast.unparse(decorator)):
                yield node, decorator


SESSION = re.compile(r"\b(session_state|query_params|state\.(translator|trace|text|model_name|depth|edits|chosen))\b")


@pytest.mark.parametrize("path", PAGES, ids=name_of)
def test_caches_are_bounded_and_know_no_session(path):
    """What is kept for all sessions depends on nothing but its arguments; words need the language among them."""
    for function, decorator in cached(path):
        assert "max_entries" in ast.unparse(decorator), function.name
        body, names = ast.unparse(function.body), {argument.arg for argument in function.args.args}
        assert not SESSION.search(body), function.name
        assert "lang" in names or not re.search(r"\b(words|prose)\(['A-Z]", body), function.name
        assert "base" in names or "theme()" not in body, function.name


def spoken(path):
    """The strings of a file that a reader could see: neither docstrings nor the messages of errors."""
    parsed = tree(path)
    silent = {id(n) for node in ast.walk(parsed) if isinstance(node, ast.Raise) for n in ast.walk(node)}
    silent |= {id(node.value) for node in ast.walk(parsed) if isinstance(node, ast.Expr)}
    return [node.value for node in ast.walk(parsed)
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in silent]


@pytest.mark.parametrize("path", [*PAGES, ROOT / "app.py"], ids=name_of)
def test_page_code_holds_no_sentences(path):
    for text in spoken(path):
        assert not re.search(r"[\u3400-\u9fff\uff01-\uff5e]", text), text
        assert not re.search(r"(?<![\w-])[A-Za-z][a-z']+( [a-z']+){2,}[.,?!:]?(?![\w-])", text), text


@pytest.mark.parametrize("path", [p for p in FILES if p.suffix == ".js"], ids=name_of)
def test_scripts_speak_no_language(path):
    assert not re.search(r"[\u3400-\u9fff]", path.read_text("utf-8"))


@pytest.mark.parametrize("name", ["requirements.txt", "tests/requirements.txt"])
def test_requirements_are_pinned(name):
    lines = [line.split("#")[0].strip() for line in (ROOT / name).read_text("utf-8").splitlines()]
    assert all(re.fullmatch(r"[A-Za-z0-9_.\[\]-]+==[0-9][\w.]*|-r \S+", line) for line in lines if line)


# ---- Texts -----------------------------------------------------------------------------------------------------------


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


@pytest.mark.parametrize("name", PROSE)
def test_prose_is_the_same_in_both_languages_and_none_is_empty(name):
    zh, en = (passages(language, name) for language in LANGUAGES)
    assert list(zh) == list(en)
    assert all([*zh.values(), *en.values()])
    headings = re.findall(r"^## +(\S+) *$", (TEXT / "zh" / f"{name}.md").read_text("utf-8"), flags=re.MULTILINE)
    assert len(headings) == len(set(headings))


def used(path):
    """(file, key) of every string that page code asks for by a constant name."""
    parsed, files = tree(path), {}
    for node in ast.walk(parsed):
        if isinstance(node, ast.Assign) and (name := asked(node.value)) and isinstance(node.targets[0], ast.Name):
            files.setdefault(node.targets[0].id, set()).add(name)
    for node in ast.walk(parsed):
        if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Constant):
            name = asked(node.value)
            names = {name} if name else files.get(getattr(node.value, "id", ""), set())
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


@pytest.mark.parametrize("path", [*PAGES, ROOT / "app.py"], ids=name_of)
def test_every_word_that_is_used_exists(path):
    for names, key in used(path):
        known = set().union(*({*toml("en", n)} if n in TOML else set() for n in names),
                            *({*passages("en", n)} if n in PROSE else set() for n in names))
        assert key in known, f"{sorted(names)}: {key}"


def test_every_word_of_a_component_exists():
    from pages.components import diagram, heatmap, worked

    for module, name in ((diagram, "diagram"), (heatmap, "board"), (worked, "worked")):
        assert set(module.WORD_KEYS) <= set(toml("en", name))


FORBIDDEN = {"字典": "词表", "层规范化": "层归一化", "批规范化": "批归一化", "多层感知器": "多层感知机",
             "向前看掩码": "前瞻掩码", "注意力层数": "头数", "贪婪解码": "贪心解码", "集束搜索": "束搜索",
             "隐状态": "隐藏状态", "残差链接": "残差连接", "掩膜": "掩码", "独热码": "独热编码", "前向反馈": "前馈",
             "您": "你"}


@pytest.mark.parametrize("path", sorted((TEXT / "zh").iterdir()), ids=lambda p: p.name)
def test_chinese_terms_follow_the_glossary(path):
    text = re.sub(r"「[^」]*」|“[^”]*”", "", path.read_text("utf-8"))  # what the notes say may be quoted
    assert not {word: better for word, better in FORBIDDEN.items() if word in text}


# ---- Sizes -----------------------------------------------------------------------------------------------------------


def megabytes(*folders):
    return sum(p.stat().st_size for f in folders for p in (ROOT / "assets" / f).rglob("*") if p.is_file()) / 1e6


def test_checkpoints_are_small():
    assert 0 < megabytes("checkpoints") < 4
    assert megabytes("checkpoints", "snapshots") < 10


def test_no_file_is_large():
    assert not {name_of(p): p.stat().st_size for p in FILES if p.stat().st_size > 2_000_000}
