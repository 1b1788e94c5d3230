"""A model of the Hugging Face hub by ``owner/name``: safetensors and JSON alone, into a folder that a next try resumes.

A token is read by the library from the environment (``HF_TOKEN``).
"""

import re
from collections.abc import Callable
from pathlib import Path

from core.bring.folder import INDEX, WHOLE
from core.files import UnusableError

WANTED = re.compile(r"config\.json|preprocessor_config\.json|tokenizer\.json|model\.safetensors"
                    r"|model\.safetensors\.index\.json|model-\d{5}-of-\d{5}\.safetensors")


def fetch(name: str, folder: Path, ask: Callable[[int], None]) -> tuple[Path, str, str]:
    """The folder with the files of the newest revision, that revision, its licence. Raises UnusableError."""
    from huggingface_hub import HfApi
    from huggingface_hub.errors import RepositoryNotFoundError

    try:
        info = HfApi().model_info(name, files_metadata=True)
        sizes = {file.rfilename: file.size or 0 for file in info.siblings if WANTED.fullmatch(file.rfilename)}
        if WHOLE in sizes:
            sizes = {file: size for file, size in sizes.items() if not file.startswith("model") or file == WHOLE}
        elif INDEX not in sizes:
            raise UnusableError(f"The hub's {name} has no {WHOLE}; pickled weights are never read.")
        ask(sum(sizes.values()))
        for file in sorted(sizes, key=sizes.__getitem__):
            HfApi().hf_hub_download(name, file, revision=info.sha, local_dir=folder)
    except RepositoryNotFoundError:
        raise UnusableError(f"The hub has no model {name}, or shows it only to others: set HF_TOKEN.") from None
    except UnusableError:
        raise
    except Exception as error:  # of the library, of the client it speaks with, of the system
        raise UnusableError(f"The hub could not be read ({' '.join(str(error).split())[:200]}). What came is there: "
                            "the same command goes on.") from None
    return folder, info.sha, str((info.card_data or {}).get("license") or "")
