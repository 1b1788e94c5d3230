"""The two real models of the registry, brought once for each state of the code that brings them."""

import fcntl
import hashlib
import shutil
from pathlib import Path

import platformdirs
from house import ROOT

from core.bring import __main__, sources
from core.bring.registry import PACKAGES


def folder(monkeypatch):
    """A folder outside the repository with both models. What cannot be brought is an error of the tests that ask."""
    cache = Path(platformdirs.user_cache_dir("attention-lecture", appauthor=False))
    cache.mkdir(parents=True, exist_ok=True)
    code = b"".join(path.read_bytes() for path in sorted((ROOT / "core" / "bring").glob("*.py")))
    models = cache / f"models-{hashlib.sha256(code).hexdigest()[:12]}"
    monkeypatch.setenv("ATTENTION_MODELS", str(models))
    with (cache / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # the workers of one run share it
        whole = cache / "whole"  # says of which folder both were measured too, before which a run may have been stopped
        if not whole.exists() or whole.read_text("utf-8") != models.name:
            for old in cache.glob("models-*"):
                shutil.rmtree(old)
            for name in PACKAGES:
                sources.bring(name, lambda nbytes: None, lambda done, total: None)
                __main__.measure(name)
            whole.write_text(models.name, "utf-8")
    return models
