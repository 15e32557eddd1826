"""The AITER package as it is installed: finding it and its files, importing it, and checking what is called."""

from __future__ import annotations

import importlib
import importlib.metadata
import importlib.util
import inspect
import sys
from collections.abc import Callable
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType
from typing import Any

import torch

from rocm_kernels.errors import ImplementationFailure

PACKAGE = "aiter"
DISTRIBUTION = "amd-aiter"
_DATA = "aiter_meta"  # the wheel keeps its sources and code objects beside the package


def installed() -> bool:
    """Whether the package can be found; it is not imported."""
    return PACKAGE in sys.modules or _spec(PACKAGE) is not None


def version() -> str | None:
    """Version of the installed distribution, read from its metadata; None where it is not installed as one."""
    try:
        return importlib.metadata.version(DISTRIBUTION)
    except importlib.metadata.PackageNotFoundError:
        return None


def hsa_folder() -> Path | None:
    """Folder of the installed package's code objects, one folder a target; nothing is imported. None where there is none."""
    found = _spec(_DATA)
    roots = [Path(place) for place in (found.submodule_search_locations or ())] if found else []
    package = package_folder()
    if package is not None:
        roots.append(package.parent)  # an installation from its sources
    return next((root / "hsa" for root in roots if (root / "hsa").is_dir()), None)


def package_folder() -> Path | None:
    """Folder of the installed package's Python files; nothing is imported. None where it is not installed."""
    package = _spec(PACKAGE)
    return None if package is None or package.origin is None else Path(package.origin).parent


def _spec(name: str) -> ModuleSpec | None:
    try:
        return importlib.util.find_spec(name)
    except (ImportError, ValueError):  # a module without a spec in sys.modules
        return None


def load() -> ModuleType:
    """Import the package; whatever that raises, SystemExit included, becomes an ImplementationFailure ``import_failed``."""
    try:
        return importlib.import_module(PACKAGE)
    except (Exception, SystemExit) as error:
        raise ImplementationFailure(
            "import_failed", f"importing {PACKAGE} raised {type(error).__name__}: {error}"
        ) from error


def label(module: ModuleType) -> str:
    """Name the package for records of launches: a stand-in that marks itself FAKE never bears AITER's own name."""
    return f"fake_{PACKAGE}" if getattr(module, "FAKE", False) else PACKAGE


def parameters(module: ModuleType, name: str) -> tuple[str, ...] | None:
    """Read the names of a function's parameters, in order, from the installed package.

    AITER wraps many of its functions in ``(*args, **kwargs)``; their parameters stand in the schema that it registers with
    PyTorch under ``torch.ops.aiter``. None where neither tells them (a C++ function without a signature).
    """
    try:
        found = tuple(inspect.signature(getattr(module, name)).parameters.values())
    except (TypeError, ValueError):
        found = ()  # a C++ function
    variable = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)
    if found and not any(parameter.kind in variable for parameter in found):
        return tuple(parameter.name for parameter in found)
    packet = getattr(torch.ops.aiter, name, None)
    overload = getattr(packet, "default", None)
    if overload is None:
        return None
    return tuple(argument.name for argument in overload._schema.arguments)


def function(module: ModuleType, name: str, expected: tuple[str, ...]) -> Callable[..., Any]:
    """Look a function up and check that its parameters are the expected ones, in the expected order.

    It is called by keyword all the same; the check is there because a parameter that came, went or moved may have changed
    what the others mean.

    Raises:
        ImplementationFailure: ``missing_function``, ``signature_unknown`` or ``signature_drift``, with the parameters named.
    """
    found = getattr(module, name, None)
    if not callable(found):
        raise ImplementationFailure("missing_function", f"{label(module)} has no function {name}")
    live = parameters(module, name)
    if live is None:
        raise ImplementationFailure(
            "signature_unknown",
            f"{label(module)}.{name} shows neither a signature nor a schema, so it cannot be checked",
        )
    if live != expected:
        raise ImplementationFailure("signature_drift", f"{label(module)}.{name} {drift(live, expected)}")
    bound: Callable[..., Any] = found
    return bound


def drift(live: tuple[str, ...], expected: tuple[str, ...]) -> str:
    """Describe in words how a list of parameters differs from the expected one."""
    came = [name for name in live if name not in expected]
    went = [name for name in expected if name not in live]
    said = [f"has {name}{_before(live, name)}, which is not expected" for name in came]
    said += [f"lacks {name}" for name in went]
    if not said:
        said = ["has its parameters in another order"]
    return f"{'; '.join(said)} (has {', '.join(live)}; expected {', '.join(expected)})"


def _before(live: tuple[str, ...], name: str) -> str:
    place = live.index(name) + 1
    return f" before {live[place]}" if place < len(live) else " at the end"
