"""The files of the house, read: what the laws over all of them stand on."""

import ast
import asyncio
import subprocess
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).parent.parent
MADE = {".git", ".venv", "__pycache__", ".pytest_cache", ".ruff_cache", "tmp"}  # by tools: no file of the house


def tracked(root):
    """The files that git knows, as far as they are there."""
    known = subprocess.run(["git", "ls-files", "-z"], cwd=root, capture_output=True, text=True, check=True).stdout
    return [root / line for line in known.split("\0") if line and (root / line).exists()]


def found(root):
    """All files that no tool has made: the files of the house in a download, which has no history."""
    return sorted(path for path in root.rglob("*")
                  if path.is_file() and path.suffix != ".pyc" and not MADE & set(path.relative_to(root).parts))


FILES = tracked(ROOT) if (ROOT / ".git").exists() else found(ROOT)
PYTHON = [path for path in FILES if path.suffix == ".py"]
PRODUCT = [path for path in PYTHON if path.parts[len(ROOT.parts)] != "tests"]
PAGES = [path for path in PRODUCT if path.is_relative_to(ROOT / "pages")]
THIN = [path for path in PAGES if path.stem == path.parent.name and "components" not in path.parts]


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


def module_of(path):
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


def run(coroutine):
    """What a coroutine returns, run in a thread of its own: the loop of a browser test may hold this one."""
    with ThreadPoolExecutor(1) as alone:
        return alone.submit(asyncio.run, coroutine).result()
