"""Puts a fake package in the place of AITER, and takes it away again with everything that was remembered of it."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from types import ModuleType

from rocm_kernels import dispatcher

FAKES = Path(__file__).parent
BROKEN = {
    "ImportError": FAKES / "broken" / "import_error",
    "OSError": FAKES / "broken" / "os_error",
    "RuntimeError": FAKES / "broken" / "runtime_error",
    "SystemExit": FAKES / "broken" / "system_exit",
}


def _forget() -> None:
    for name in [name for name in sys.modules if name == "aiter" or name.startswith("aiter.")]:
        del sys.modules[name]
    dispatcher.reset()


@contextmanager
def aiter_from(folder: Path) -> Iterator[None]:
    """Have ``import aiter`` find the package in ``folder``, ahead of one that may be installed."""
    kept = {name: module for name, module in sys.modules.items() if name == "aiter" or name.startswith("aiter.")}
    _forget()
    sys.path.insert(0, str(folder))
    try:
        yield
    finally:
        sys.path.remove(str(folder))
        _forget()
        sys.modules.update(kept)


@contextmanager
def fake_aiter(behaviour: str = "right") -> Iterator[ModuleType]:
    """Install the fake that works; ``behaviour`` is right, raises or unwritten."""
    with aiter_from(FAKES):
        module = import_module("aiter")
        assert module.FAKE
        module.behaviour = behaviour
        yield module
