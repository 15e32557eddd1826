"""What goes wrong between models and ops, and the check that an optional package is there."""

from __future__ import annotations

from importlib import import_module
from types import ModuleType

from rocm_kernels.errors import RocmKernelsError


class MissingPackageError(RocmKernelsError, ImportError):
    """An optional package is not installed, or cannot be imported."""


class CheckpointError(RocmKernelsError, ValueError):
    """A checkpoint is not there, is damaged, or does not hold what its configuration says."""


class OutOfBlocksError(RocmKernelsError):
    """More pages of the cache were asked for than are free."""


def require(package: str) -> ModuleType:
    """Import an optional package of the extra ``models``; raises MissingPackageError that says how to get it."""
    try:
        return import_module(package)
    except ImportError as error:
        raise MissingPackageError(
            f"{package} cannot be imported ({error}); it comes with the extra: pip install 'rocm-attention-ci[models]'"
        ) from error
