"""The code objects that the amd-aiter wheel ships; only its files are used, the package is never imported."""

from __future__ import annotations

import importlib.util
import os
from functools import cache
from pathlib import Path

ALL_FILES = os.environ.get("GFX_EMULATOR_ALL_FILES") == "1"
"""Set this variable to 1 to run the slow cross-checks over all files of the wheel, not only a share of them."""


@cache
def wheel_folder(target: str = "gfx942") -> Path:
    """The folder of code objects for a target."""
    package = importlib.util.find_spec("aiter_meta")
    if package is None or not package.submodule_search_locations:
        raise AssertionError("these tests need the files of the wheel: pip install --no-deps amd-aiter")
    return Path(next(iter(package.submodule_search_locations)), "hsa", target)


def wheel_files(pattern: str = "**/*.co", target: str = "gfx942") -> list[Path]:
    """Code objects below the folder, sorted."""
    files = sorted(wheel_folder(target).glob(pattern))
    assert files, f"the wheel has no {pattern} for {target}"
    return files


PA_BF16 = "pa/pa_bf16_noquant_gqa8_1tg_4w.co"
