"""Every exception that rocm_kernels raises on purpose."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rocm_kernels.support import Rejection


class RocmKernelsError(Exception):
    """Root of the exceptions of this package."""


class InvalidArgumentError(RocmKernelsError, ValueError):
    """An argument was refused before any kernel ran.

    Args:
        argument: name of the argument as the caller wrote it.
        value: what was given, shortened to one line.
        expected: what would have been right.
    """

    def __init__(self, argument: str, value: object, expected: str) -> None:
        self.argument = argument
        self.value = value
        self.expected = expected
        super().__init__(f"{argument}: got {value}, expected {expected}")


class FlagError(RocmKernelsError, ValueError):
    """An environment flag holds a value that means nothing."""


class NoImplementationError(RocmKernelsError):
    """No candidate may run this request under the policy in force; carries every reason."""

    def __init__(self, message: str, rejections: Sequence[Rejection]) -> None:
        self.rejections = tuple(rejections)
        super().__init__(message)


class ImplementationFailure(RocmKernelsError):  # noqa: N818 - the word of the design: a failure becomes a reason
    """An implementation could not serve a request it had accepted (import, load, launch); the next candidate runs.

    Args:
        code: short machine-readable kind, such as ``import_failed`` or ``launch_failed``.
        message: one sentence for people.
    """

    def __init__(self, code: str, message: str) -> None:
        self.code = code
        super().__init__(message)


class UnwrittenOutputError(RocmKernelsError):
    """An implementation returned as if all were well and left elements of its output unwritten.

    Args:
        implementation: its name.
        output: the name of the output.
        unwritten, elements: how many elements were left, of how many.
    """

    def __init__(self, implementation: str, output: str, unwritten: int, elements: int) -> None:
        self.implementation = implementation
        self.unwritten = unwritten
        self.elements = elements
        super().__init__(f"{implementation} left {unwritten} of {elements} elements of {output} unwritten")
