"""The exceptions of rocm_ci that a person should read as one sentence, never as a traceback."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from pathlib import Path


class RocmCiError(Exception):
    """Root of the exceptions of this package; ``kind`` is a name of rocm_ci.verdicts.KINDS."""

    kind = "infrastructure"


class MatrixError(RocmCiError):
    """The matrix file says something that cannot be.

    Args:
        path: the file.
        line: line counted from 1.
        message: what is wrong, with the value found.
        suggestion: what was probably meant.
    """

    kind = "matrix"

    def __init__(self, path: Path, line: int, message: str, suggestion: str | None = None) -> None:
        self.path = path
        self.line = line
        self.message = message
        self.suggestion = suggestion
        super().__init__(f"{path}:{line}: {message}" + (f"; {suggestion}" if suggestion else ""))


class GpuRequiredError(RocmCiError):
    """A GPU was demanded and there is none."""

    kind = "gpu_required"


class SelectionError(RocmCiError):
    """Nothing that can run was selected."""

    kind = "empty"


def did_you_mean(word: str, known: Iterable[str]) -> str | None:
    """``did you mean 'nearest'?`` or None where no known word is near."""
    nearest = difflib.get_close_matches(word, list(known), n=1)
    return f"did you mean {nearest[0]!r}?" if nearest else None
