"""Kernels compiled while cells run: each worker compiles into a folder of its own, and what appears there is counted."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

# Each compiler's variable, and its part of a worker's folder.
VARIABLES = {"TRITON_CACHE_DIR": "triton", "AITER_JIT_DIR": "aiter", "GFX_EMULATOR_CACHE": "gfx_emulator"}
WARM = "warm"
# Written beside what was compiled, or while it is being compiled.
PASSING = (".lock", ".tmp", ".pid", ".log")


def use(base: Path, worker: str, warm_up: bool) -> Path:
    """Have this process compile into ``base/<worker>``, filled from what was warmed up; gives that folder.

    While warming up all workers share ``base/warm``: the compilers write there in one step or under locks of their own.
    """
    folder = base / (WARM if warm_up else worker)
    if not warm_up and (base / WARM).is_dir():
        shutil.copytree(base / WARM, folder, copy_function=_linked, dirs_exist_ok=True)
    for variable, part in VARIABLES.items():
        (folder / part).mkdir(parents=True, exist_ok=True)
        os.environ[variable] = str(folder / part)
    return folder


def _linked(source: str, target: str) -> str:
    """Copy by a link where the file system can: caches replace files, they never write into one."""
    if not Path(target).exists():
        try:
            os.link(source, target)
        except OSError:
            shutil.copy2(source, target)
    return target


class Watch:
    """Tells which files have appeared in a folder since the last look."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._known = self._files()

    def _files(self) -> set[str]:
        found = (path for path in self.folder.rglob("*") if path.is_file() and not path.name.endswith(PASSING))
        return {path.relative_to(self.folder).as_posix() for path in found}

    def fresh(self) -> list[str]:
        """Sorted, relative to the folder; known from now on."""
        files = self._files()
        new, self._known = sorted(files - self._known), files
        return new
