"""Nothing imports in a circle: no module of Python and none of JavaScript reaches itself through what it imports."""

import ast
import re
from graphlib import TopologicalSorter

from house import PRODUCT, ROOT, tree

SCRIPTS = sorted((ROOT / "pages").rglob("*.js"))
IMPORTED = re.compile(r"""(?:\bfrom\s*|\bimport\s*\(?\s*)["'](\.{1,2}/[^"']+)["']""")


def module_of(path):
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imports(path, modules):
    """What a file imports of these modules, in its functions too: a circle that is put off is one all the same."""
    package = module_of(path).split(".")[:None if path.name == "__init__.py" else -1]
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package[:len(package) - node.level + 1] if node.level else []
            base = ".".join([*above, *filter(None, [node.module])])
            yield from (inner if (inner := f"{base}.{alias.name}") in modules else base for alias in node.names)


def test_no_script_imports_in_a_circle():
    graph = {path: {(path.parent / target).resolve() for target in IMPORTED.findall(path.read_text("utf-8"))}
             for path in SCRIPTS}
    assert set().union(*graph.values()) <= set(SCRIPTS) and sum(map(len, graph.values())) > 100
    TopologicalSorter(graph).prepare()  # CycleError names the circle


def test_no_module_imports_in_a_circle():
    modules = {module_of(path): path for path in PRODUCT}
    graph = {name: set(imports(path, modules)) & set(modules) for name, path in modules.items()}
    assert sum(map(len, graph.values())) > 900
    TopologicalSorter(graph).prepare()
