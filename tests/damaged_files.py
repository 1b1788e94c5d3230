"""A copy of all that is stored, ways to spoil a file of it, and what ``/health`` says."""

import json
import re
import shutil
from pathlib import Path

from core import catalog, zoo
from core.data import characters, digits, verses
from core.experiments import stored_runs
from core.files import ASSETS
from pages.components import health, readable_text

STORED = ("checkpoints", "snapshots", "examples", "experiments", "poems", "images")


def asked():
    (route,) = health.routes()
    answer = route.endpoint(None)
    assert route.path == "/health"
    return answer.status_code, json.loads(answer.body)


def damaged():
    """What /health names, each with its file or model in the sentence; no path of the server's."""
    status, health = asked()
    assert status == 200 and health["status"] == ("damaged" if health["damaged"] else "well")
    for name, sentence in health["damaged"].items():
        known = Path(name).stem if name.startswith(("checkpoints", "snapshots")) else name
        assert known in sentence and str(catalog.CHECKPOINTS.parents[1]) not in sentence and "Traceback" not in sentence
    return set(health["damaged"])


def copied(folder):
    """All that is stored, in a folder of its own."""
    for name in STORED:
        shutil.copytree(ASSETS / name, folder / name)


def read_from(folder, monkeypatch):
    """What is stored is read from this copy."""
    for name in ("CHECKPOINTS", "SNAPSHOTS", "EXAMPLES"):
        monkeypatch.setattr(catalog, name, folder / name.lower())
    monkeypatch.setattr(stored_runs, "FOLDER", folder / "experiments")
    for module in (digits, verses, characters):
        monkeypatch.setattr(module, "FILE", folder / module.FILE.parent.name / module.FILE.name)


def mend(folder):
    """Make the copy whole again: a file that is not as the stored one comes anew, and what is not stored goes."""
    for path in sorted(folder.rglob("*")):
        stored = ASSETS / path.relative_to(folder)
        if path.is_dir() and not stored.is_dir():
            shutil.rmtree(path)
        elif path.is_file() and (not stored.is_file() or written(path) != written(stored)):
            path.unlink()
    for stored in (path for name in STORED for path in (ASSETS / name).rglob("*") if path.is_file()):
        path = folder / stored.relative_to(ASSETS)
        if not path.exists():
            path.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(stored, path)


def written(path):
    """A file's date, which a copy keeps, and its size."""
    return path.stat().st_mtime_ns, path.stat().st_size


def forget():
    for remembered in (zoo._loaded, zoo.snapshot, catalog.about, catalog.abilities, readable_text.unread,
                       characters.book, characters._simplifier):
        remembered.cache_clear()


def plain(log):
    return re.sub(r"\x1b\[[\d;]*m", "", log)


def halve(path):
    path.write_bytes(path.read_bytes()[:path.stat().st_size // 2])


def overwrite(path):
    """All numbers of a file of weights with ones: NaN, in a file that can be read."""
    whole = path.read_bytes()
    start = 8 + int.from_bytes(whole[:8], "little")
    path.write_bytes(whole[:start] + b"\xff" * (len(whole) - start))


def replace(path):
    """A folder in place of the file."""
    path.unlink()
    path.mkdir()


def without(path, *keys):
    """The JSON without what stands there under these keys, one in the other."""
    data = json.loads(path.read_text("utf-8"))
    inside = data
    for key in keys[:-1]:
        inside = inside[key]
    del inside[keys[-1]]
    path.write_text(json.dumps(data), "utf-8")
