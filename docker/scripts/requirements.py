"""Print the requirements of this repository, as pyproject.toml has them, without what is already there.

Only the standard library is used (and pip's own copy of packaging): this runs in the Python of an image that is being built.
"""

from __future__ import annotations

import argparse
import sys
from importlib import metadata
from pathlib import Path

from pip._vendor.packaging.requirements import Requirement

try:
    import tomllib
except ModuleNotFoundError:  # Python 3.10
    from pip._vendor import tomli as tomllib

# Installed by hand where they are there: an index must never choose them.
GUARDED = ("torch", "triton", "pytorch-triton-rocm")


def main() -> int:
    """Print one requirement a line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("pyproject", type=Path)
    parser.add_argument("--extras", default="", help="names, separated by commas")
    parser.add_argument("--present", action="store_true", help="leave out torch and Triton where they are installed")
    parser.add_argument("--without", default="", help="names to leave out, separated by commas")
    arguments = parser.parse_args()
    project = tomllib.loads(arguments.pyproject.read_text(encoding="utf-8"))["project"]
    wanted = list(project["dependencies"])
    for extra in filter(None, arguments.extras.split(",")):
        wanted += project["optional-dependencies"][extra]
    left_out = set(filter(None, arguments.without.split(",")))
    if arguments.present:
        left_out |= {name for name in GUARDED if _installed(name)}
    for text in wanted:
        if Requirement(text).name not in left_out:
            sys.stdout.write(text + "\n")
    return 0


def _installed(name: str) -> bool:
    try:
        metadata.version(name)
    except metadata.PackageNotFoundError:
        return False
    return True


if __name__ == "__main__":
    raise SystemExit(main())
