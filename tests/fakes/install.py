"""Puts a fake package in the place of AITER, and takes it away again with everything that was remembered of it."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from types import ModuleType

from rocm_kernels import dispatcher
from rocm_kernels.backends.aiter import surveyed
from rocm_kernels.backends.aiter.surveyed import Region, Surveyed

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


class _RightEverywhere(Mapping[str, Surveyed]):
    """Results of a survey that found every code object right for every request."""

    def __getitem__(self, sha256: str) -> Surveyed:
        return Surveyed("any", sha256, "any", 1, Region({}, {}), (), "fake", "emulated")

    def __iter__(self) -> Iterator[str]:
        return iter(())

    def __len__(self) -> int:
        return 0


@contextmanager
def survey_says(results: Mapping[str, Surveyed]) -> Iterator[None]:
    """Have these results of a survey stand for those of every target."""
    real = surveyed.known
    surveyed.known = lambda target, folder=surveyed.FOLDER: results  # type: ignore[assignment]
    dispatcher.reset()
    try:
        yield
    finally:
        surveyed.known = real
        dispatcher.reset()


RIGHT_EVERYWHERE = _RightEverywhere()
NOTHING_KNOWN: Mapping[str, Surveyed] = {}


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
