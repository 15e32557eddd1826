"""How an implementation of this backend is loaded: its module is imported at the first use, with Triton."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any


def loader(module: str, function: str) -> Callable[[], Callable[[Any], None]]:
    """Give what imports a module of this backend and returns its function for checked arguments."""

    def load() -> Callable[[Any], None]:
        run = getattr(import_module(f"rocm_kernels.backends.triton.{module}"), function)

        def call(arguments: Any) -> None:
            # Tensors on the cpu can only be interpreted.
            run(arguments, interpreted=arguments.spec.device == "cpu")

        return call

    return load
