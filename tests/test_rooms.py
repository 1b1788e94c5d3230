"""Laws of the rooms: a file has a subject, shared rooms know no page, and each thing has one writer."""

import ast
import re
import tomllib

from house import FILES, PAGES, PRODUCT, ROOT, THIN, name_of, tree


def test_a_file_is_named_by_its_subject():
    """A second file has a second subject; a number in a name tells neither, but for a year."""
    vague = re.compile(r"(_(?!\d{4}$)\d+|(?<![a-z])part\d*|_?misc|utils?|helpers?)$")
    assert not [name_of(path) for path in FILES if vague.search(path.stem)
                and path.suffix in {".py", ".js", ".css", ".toml", ".md"}]


PAGE_NAMES = {path.stem for path in THIN}


def test_shared_rooms_name_no_page():
    """No words, prose or link of a single page in ``components``; the walkthrough's words are everybody's terms."""
    named = re.compile(r"""\b(?:words|prose|_words|passages)\((?:lang\w*, )?["'](\w+)["']""")
    single = PAGE_NAMES - {"walkthrough", "start", "errata"}
    assert not {name_of(path): names for path in PAGES if "components" in path.parts
                and (names := {*named.findall(path.read_text("utf-8"))} & single)}


def test_one_file_knows_where_the_assets_lie():
    """``core.files.ASSETS``."""
    counted = re.compile(r"\.parents?\b[^\n]*assets")
    assert [name_of(path) for path in PRODUCT if counted.search(path.read_text("utf-8"))] == ["core/files.py"]


def test_there_is_one_writer_of_charts():
    """Charts are drawn by ``components/charts`` alone, and Altair by nobody."""
    calls = re.compile(r"\.(altair_chart|vega_lite_chart|line_chart|bar_chart|scatter_chart|area_chart)\(|\baltair\b")
    writers = [name_of(path) for path in PAGES if calls.search(path.read_text("utf-8").split('"""', 2)[-1])]
    assert writers == ["pages/components/charts/marks.py"]


def formatted(path):
    """The numbers that a file writes by a format of its own."""
    return [ast.unparse(node) for node in ast.walk(tree(path)) if isinstance(node, ast.FormattedValue)
            and node.format_spec is not None and re.search(r"[gfe%,]'$", ast.unparse(node.format_spec))]


def test_there_is_one_writer_of_numbers():
    """Numbers for readers go through ``core.numbers``: plain, fixed or latex."""
    written = {name_of(path): formats for path in [*PAGES, ROOT / "app.py"] if (formats := formatted(path))}
    assert not written
    raising = [name_of(path) for path in PRODUCT if "⁻⁰¹²" in path.read_text("utf-8")]
    assert raising == ["core/numbers.py"]


def test_a_number_that_a_text_writes_is_a_numeral():
    """``{x:.3f}`` in a text writes like ``core.numbers`` only what is given to it as ``Numeral`` or by ``numerals``."""
    texts = {key: text for path in sorted((ROOT / "assets" / "text" / "en").glob("*.toml"))
             for key, text in tomllib.loads(path.read_text("utf-8")).items() if SLOT.search(text)}
    calls = [(path, node) for path in PAGES for node in ast.walk(tree(path)) if isinstance(node, ast.Call)
             and re.fullmatch(r"w\['\w+'\]\.format", ast.unparse(node.func))]
    filled = {(name_of(path), node.func.value.slice.value, given.arg): ast.unparse(given.value)
              for path, node in calls for given in node.keywords
              if given.arg in SLOT.findall(texts.get(node.func.value.slice.value, ""))}
    assert len(filled) > 30 and not {place for place, value in filled.items() if not value.startswith("Numeral(")}


SLOT = re.compile(r"\{(\w+):\.\d+[fg]\}")


def test_there_is_one_arithmetic_of_a_cell():
    """``worked`` of the component is mounted in one place, which every board of every page uses."""
    calls = [name_of(path) for path in PAGES if re.search(r"(?<![\w.])worked\((?!self)", path.read_text("utf-8"))
             and path.name != "__init__.py"]
    assert calls == ["pages/components/cell/arithmetic.py"]


def test_the_map_of_the_house_is_whole():
    """Every file and folder that the README's table names is there; it lacks no folder, nor a file of ``core``."""
    readme = (ROOT / "README.md").read_text("utf-8")
    table = readme.partition("\n## The house\n")[2].partition("\nTests read")[0]
    named = set(re.findall(r"`([\w./]+)`", table))
    paths = {name for name in named if re.match(r"(core|assets|pages|tests|\.\w+)/|app\.py", name)}
    assert {name for name in paths if not (ROOT / name).exists()} == {"pages/CHAPTER/PAGE/"}
    folders = {f"{parent}/" for path in FILES for parent in [path.parent.relative_to(ROOT)]
               if len(parent.parts) == 2 and parent.parts[0] in {"core", "assets"}}
    files = {name_of(path) for path in PRODUCT if path.parent == ROOT / "core" and path.name != "__init__.py"}
    shared = {path.relative_to(ROOT / "pages" / "components").parts[0].removesuffix(".py") for path in PAGES
              if "components" in path.parts}
    assert not (folders | files | shared) - named


def test_the_readme_counts_lines_as_they_are():
    readme = (ROOT / "README.md").read_text("utf-8")
    lines = {path: len(path.read_text("utf-8").splitlines()) for path in FILES if path.suffix in {".js", ".py"}}
    longest = max(count for path, count in lines.items() if path.suffix == ".js" and ROOT / "pages" in path.parents)
    assert f"the longest is {longest} lines" in readme
    assert f"computed by {lines[ROOT / 'tests' / 'latex.py']} lines of the tests" in readme
