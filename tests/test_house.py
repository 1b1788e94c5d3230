"""Laws of the house: who may import whom, where things lie, how long they may be. A law collects its offenders."""

import ast
import re

import pytest
from house import FILES, PAGES, PRODUCT, PYTHON, ROOT, THIN, found, imports, module_of, name_of, tree

from core.subjects.abilities import KINDS

SCREEN = {"streamlit", "plotly", "altair", "pages", "app"}
NETWORK = {"requests", "urllib", "http", "socket", "aiohttp", "httpx", "ftplib", "huggingface_hub"}
REACHED = {"core/bring/hub.py": {"huggingface_hub"}, "pages/components/no_delay.py": {"socket"}}
"""Who fetches for the operator; who sets an option of the connections that the server has."""
UNSAFE = {"pickle", "shelve", "marshal", "dill", "joblib", "cloudpickle"}
GROUND = {"core", "core.cells", "core.formula", "core.numbers", "core.step", "core.steps", "core.trace"}
LAYERS = {
    "core.lazy": set(),
    "core.files": set(),
    "core.command": {"core.files"},
    "core.cells": set(),
    "core.formula": {"core.cells"},
    "core.check": {"core.cells", "core.formula"},
    "core.numbers": set(),
    "core.plan": set(),
    "core.step": {"core.cells", "core.formula", "core.lazy"},
    "core.labels": {"core.step"},
    "core.streams": {"core.step"},
    "core.steps": {"core", "core.cells", "core.check", "core.formula", "core.half_precision", "core.plan", "core.step"},
    "core.half_precision": {"core.formula"},
    "core.blocks": {"core.step"},
    "core.builder": {"core", "core.blocks", "core.formula", "core.half_precision", "core.labels", "core.plan",
                     "core.step", "core.streams"},
    "core.trace": {"core", "core.blocks", "core.builder", "core.edits", "core.formula", "core.half_precision",
                   "core.step", "core.steps"},
    "core.edits": {"core.formula"},
    "core.data": {"core", "core.command", "core.data", "core.files", "core.lazy"},
    "core.equations": GROUND | {"core.equations"},
    "core.models": GROUND | {"core.data", "core.equations", "core.models", "core.plan"},
    "core.device": {"core.files"},
    "core.decode": GROUND | {"core", "core.data", "core.device", "core.equations", "core.edits"},
    "core.noisy_channel": {"core.data", "core.models"},
    "core.answer_rules": {"core.data"},
    "core.catalog": {"core", "core.bring", "core.data", "core.families", "core.files", "core.subjects"},
    "core.subjects": GROUND | {"core.bring", "core.data", "core.decode", "core.device", "core.edits", "core.equations",
                               "core.families", "core.labels", "core.models", "core.noisy_channel", "core.plan",
                               "core.answer_rules"},
    "core.bring": {"core", "core.families", "core.files"},
    "core.families": GROUND | {"core.models"},
    "core.residence": {"core.blocks"},
    "core.zoo": {"core", "core.catalog", "core.device", "core.files", "core.noisy_channel", "core.residence",
                 "core.subjects"},
}
"""What each part of ``core`` may import of ``core``; parts that are not named stand above all of these."""


def part(module):
    """The part of the house a module belongs to: ``core.equations``, ``core.trace``, ``pages.components``."""
    return ".".join(module.split(".")[:2])


def offenders(paths, law):
    """The files that break a law, each with what it says of them."""
    offences = {}
    for path in paths:
        try:
            law(path)
        except AssertionError as broken:
            offences[name_of(path)] = str(broken).partition("\n")[0]
    return offences


def test_imports_go_downwards():
    assert not offenders(PRODUCT, goes_downwards)


def goes_downwards(path):
    module, imported = module_of(path), list(imports(path))
    tops = {m.split(".")[0] for m in imported if not m.startswith("urllib.parse")}  # which reads addresses, not the net
    assert not tops & ((NETWORK - REACHED.get(name_of(path), set())) | UNSAFE | {"tests"})
    if not module.startswith("core.bring"):  # only the operator brings, and nothing a visitor sends fetches a file
        assert not [m for m in imported if m.startswith("core.bring") and not m.startswith("core.bring.model_folder")]
    if module.startswith("core"):
        assert not tops & SCREEN
        allowed = None if path.stem == "__main__" else LAYERS.get(part(module))  # a command stands above all parts
        own = {part(m) for m in imported if m.startswith("core")}
        assert allowed is None or own - {part(module)} <= allowed
    else:
        own = module.rpartition(".")[0]  # a page's folder uses the shared rooms and itself, never another page's folder
        assert all(m.startswith(("pages.components.", f"{own}.")) for m in imported if m.startswith("pages"))


def test_pages_name_no_kind_of_model():
    """They ask what a model can do; which kind it is only its name in the bar tells."""
    assert not offenders([*PAGES, ROOT / "app.py"], names_no_kind)
    scripts = [path for path in FILES if path.suffix == ".js" and path.is_relative_to(ROOT / "pages")]
    assert not {name_of(path) for path in scripts if KINDS.keys() & set(re.findall(QUOTED, path.read_text("utf-8")))}


QUOTED = re.compile(r"[\"'`](\w+)[\"'`]")


def names_no_kind(path):
    named = KINDS.keys() & {node.value for node in ast.walk(tree(path)) if isinstance(node, ast.Constant)}
    assert not named, named
    asked = re.findall(r"\babilities\.KINDS|\babout\b.*\[['\"]kind['\"]\]", path.read_text("utf-8"))
    assert not asked or name_of(path) == "pages/components/bar/reply.py", asked


def test_core_names_no_page():
    chapters = "|".join(path.name for path in (ROOT / "pages").iterdir() if path.is_dir() and path.name != "components")
    for path in PRODUCT:
        if path.is_relative_to(ROOT / "core"):
            assert not re.search(rf"\b({chapters})/\w+", path.read_text("utf-8")), path.name


def test_equations_and_models_are_reached_by_the_screen_only_through_core():
    assert not {m for path in THIN for m in imports(path) if m.split(".")[0] in {"torch", "numpy", "plotly", "altair"}}


def test_the_top_level_is_the_owners():
    tops = {path.relative_to(ROOT).parts[0] for path in FILES}
    wanted = {"app.py", "pages", "core", "assets", "tests", "requirements.txt", "pyproject.toml"}
    assert wanted <= tops <= wanted | {"README.md", ".ci", ".streamlit", ".gitignore", ".gitattributes"}


def test_in_a_download_without_a_history_the_same_files_are_read():
    assert set(FILES) <= set(found(ROOT))


def test_files_are_short():
    assert not offenders([path for path in FILES if path.suffix in {".py", ".js", ".css"}], is_short)


def is_short(path):
    lines, most = path.read_text("utf-8").splitlines(), 80 if path in THIN else 300
    assert len(lines) <= most, f"{len(lines)} lines, of at most {most}"
    wide = [number for number, line in enumerate(lines, 1) if len(line) > 120]
    assert not wide or path.suffix != ".py", f"more than 120 characters in the lines {wide}"


def test_functions_are_short():
    assert not offenders(PYTHON, has_short_functions)


def has_short_functions(path):
    functions = [n for n in ast.walk(tree(path)) if isinstance(n, (ast.FunctionDef, ast.AsyncFunctionDef))]
    assert not {f.name: f.end_lineno - f.lineno + 1 for f in functions if f.end_lineno - f.lineno >= 40}


def test_nothing_is_unpickled_evaluated_or_random():
    assert not offenders(PRODUCT, is_safe_and_seeded)


def is_safe_and_seeded(path):
    seeded = {"data", "experiments", "measures"} & set(path.parts) or name_of(path) == "core/check.py"
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Call):
            called = ast.unparse(node.func)
            assert called not in {"eval", "exec", "torch.load", "compile", "__import__"}
            assert not re.fullmatch(r"random\.(?!Random$)\w+", called), f"{called}: not seeded"
            assert not re.fullmatch(r"(np|numpy)\.random\.(?!default_rng$)\w+", called), f"{called}: not seeded"
            if called in {"random.Random", "np.random.default_rng"}:
                assert seeded and node.args, f"{called}: seeded, and only in data, experiments, measures, check.py"
            if re.fullmatch(r"torch\.(rand\w*|normal|multinomial|bernoulli)", called) and "models" not in path.parts:
                drawn = {keyword.arg for keyword in node.keywords}
                assert path not in PAGES, f"{called}: nothing is drawn under pages"
                assert "generator" in drawn or "recipes" in path.parts, f"{called}: not seeded"
        elif isinstance(node, ast.ImportFrom):
            assert node.module != "random", "random is imported whole, so that its draws are seen"
        elif isinstance(node, ast.Import) and not seeded:
            assert "random" not in {alias.name for alias in node.names}


def cached(path):
    """The functions whose results are kept for all sessions, each with its decorator."""
    for node in ast.walk(tree(path)):
        for decorator in getattr(node, "decorator_list", ()):
            if re.match(r"(st\.cache_(data|resource)|shared)\b", ast.unparse(decorator)):
                yield node, decorator


SESSION = re.compile(r"\b(session_state|query_params|model_choice\.(subject|models|name|abilities|pictured)"
                     r"|readable_text\.(text|keep_text)|runs\.(trace|edits|dropped_edits|is_own|obstacle)"
                     r"|session\.(chosen|depth|typed|edits_text))\b")


def test_what_the_server_computes_draws_from_generators_of_its_own():
    """All threads share torch's one; trainings, which are commands, begin by seeding it."""
    seeding = {name_of(path) for path in PRODUCT if "torch.manual_seed(" in path.read_text("utf-8")}
    assert seeding == {"core/train.py", "core/fit.py", *(f"core/experiments/{name}.py" for name in (
        "data_scale", "entropy", "mask_ratio", "small_translators"))}


def test_caches_are_bounded_and_know_no_session():
    """What is kept for all sessions depends on nothing but its arguments; words need the language among them."""
    assert not offenders(PAGES, keeps_what_it_may)


def keeps_what_it_may(path):
    of_session = {target for target, wrapper, _ in kept_by_name(path) if wrapper in KEEPING[2:]}
    for function, decorator in cached(path):
        caching = ast.unparse(decorator)
        assert caching == "shared" or "max_entries" in caching, function.name
        body, names = ast.unparse(function.body), {argument.arg for argument in function.args.args}
        assert not SESSION.search(body) and not of_session & set(re.findall(r"\b\w+(?=\()", body)), function.name
        assert "lang" in names or not re.search(r"\b(words|prose)\(['A-Z]", body), function.name
        assert "base" in names or "theme()" not in body, function.name


def kept_by_name(path):
    """What a file keeps of functions written elsewhere: its name, its wrapper, and where the function is written."""
    places = {alias.asname or alias.name: f"{node.module}.{alias.name}" for node in ast.walk(tree(path))
              if isinstance(node, ast.ImportFrom) for alias in node.names}
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Assign):
            targets, values = (getattr(one, "elts", [one]) for one in (node.targets[0], node.value))
            for target, value in zip(targets, values):
                if isinstance(value, ast.Call) and ast.unparse(value.func) in KEEPING:
                    module, _, function = ast.unparse(value.args[0]).partition(".")
                    yield ast.unparse(target), ast.unparse(value.func), f"{places[module]}.{function}"


KEEPING = ("shared", "runs.of_model", "runs.of_sentence", "runs.of_trace")


def test_a_function_that_is_written_elsewhere_is_kept_in_one_way():
    """The cache knows a result by where its function is written, and by what the function is given."""
    kept = [place for path in PAGES for _, _, place in kept_by_name(path)]
    assert len(kept) == len(set(kept)) > 30


def spoken(path):
    """The strings of a file that a reader could see: neither docstrings nor the messages of errors."""
    parsed = tree(path)
    silent = {id(n) for node in ast.walk(parsed) if isinstance(node, ast.Raise) for n in ast.walk(node)}
    silent |= {id(node.value) for node in ast.walk(parsed) if isinstance(node, ast.Expr)}
    return [node.value for node in ast.walk(parsed)
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in silent]


def test_page_code_holds_no_sentences():
    assert not offenders([*PAGES, ROOT / "app.py"], holds_no_sentences)


def holds_no_sentences(path):
    for text in spoken(path):
        assert not re.search(r"[\u3400-\u9fff\uff01-\uff5e]", text), text
        assert not re.search(r"(?<![\w-])[A-Za-z][a-z']+( [a-z']+){2,}[.,?!:]?(?![\w-])", text), text


def test_scripts_speak_no_language():
    scripts = [path for path in FILES if path.suffix == ".js"]
    assert not [name_of(path) for path in scripts if re.search(r"[\u3400-\u9fff]", path.read_text("utf-8"))]


@pytest.mark.parametrize("name", ["requirements.txt", "tests/requirements.txt"])
def test_requirements_are_pinned(name):
    lines = [line.split("#")[0].strip() for line in (ROOT / name).read_text("utf-8").splitlines()]
    assert all(re.fullmatch(r"[A-Za-z0-9_.\[\]-]+==[0-9][\w.]*|-r \S+", line) for line in lines if line)


# ---- Sizes -----------------------------------------------------------------------------------------------------------


def megabytes(*folders):
    return sum(p.stat().st_size for f in folders for p in (ROOT / "assets" / f).rglob("*") if p.is_file()) / 1e6


def test_checkpoints_are_small():
    assert 0 < megabytes("checkpoints", "snapshots") < 64 and 0 < megabytes("poems") < 2


def test_no_file_is_large():
    """Weights of the largest model aside: 11.2 million numbers of two bytes."""
    sizes = {name_of(path): (path.stat().st_size, path.suffix) for path in FILES}
    assert not {name: size for name, (size, kind) in sizes.items()
                if size > (23_000_000 if kind == ".safetensors" else 3_000_000)}
