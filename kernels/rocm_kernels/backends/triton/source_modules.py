"""Loads the kernel sources, once for Triton's compiler and once for its interpreter."""

from __future__ import annotations

import importlib.util
import sys
import threading
from functools import cache
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

_PACKAGE = "rocm_kernels.backends.triton.sources"
_INTERPRETED = "rocm_kernels.backends.triton._interpreted_sources"
_lock = threading.RLock()


@cache
def kernels(module: str, *, interpreted: bool) -> Any:
    """Load ``sources/<module>.py``.

    Triton decides when a function is decorated whether it is compiled or interpreted. So the sources are loaded a second time,
    under another name, while its switch is on; both versions then live side by side in one process.
    """
    with _lock:
        if not interpreted:
            return import_module(f"{_PACKAGE}.{module}")
        import triton

        with triton.knobs.runtime.scope():
            triton.knobs.runtime.interpret = True
            _interpreted_package()
            return import_module(f"{_INTERPRETED}.{module}")


def _interpreted_package() -> ModuleType:
    if _INTERPRETED in sys.modules:
        return sys.modules[_INTERPRETED]
    folder = Path(__file__).parent / "sources"
    spec = importlib.util.spec_from_file_location(
        _INTERPRETED, folder / "__init__.py", submodule_search_locations=[str(folder)]
    )
    assert spec is not None
    assert spec.loader is not None
    package = importlib.util.module_from_spec(spec)
    sys.modules[_INTERPRETED] = package
    spec.loader.exec_module(package)
    return package
