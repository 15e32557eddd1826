"""Compiles runtime.c to runtime.ll, the text that is shipped: run it with the package ziglang after a change to the sources.

python -m gfx_emulator.runtime.build [--check]
"""

from __future__ import annotations

import argparse
import importlib.util
import re
import subprocess
import sys
import tempfile
from pathlib import Path

FOLDER = Path(__file__).parent
OUTPUT = FOLDER / "runtime.ll"
_COMMAND = (
    *("-m", "ziglang", "clang", "-target", "x86_64-unknown-linux-gnu", "-march=x86-64-v3", "-std=gnu11", "-O2"),
    *("-fno-vectorize", "-fno-slp-vectorize", "-ffreestanding", "-ffp-contract=off", "-fno-stack-protector"),
    *("-fomit-frame-pointer", "-fno-ident", "-Wall", "-Wextra", "-Werror", "-Wno-psabi", "-S", "-emit-llvm"),
)


def build() -> str:
    """Return the text of runtime.ll for the sources; raises ``RuntimeError`` with the compiler's words."""
    if importlib.util.find_spec("ziglang") is None:
        raise RuntimeError("the package ziglang is not installed")
    with tempfile.TemporaryDirectory() as folder:
        output = Path(folder, "runtime.ll")
        done = subprocess.run(
            [sys.executable, *_COMMAND, "-o", str(output), "runtime.c"],
            cwd=FOLDER,
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode:
            raise RuntimeError(f"clang refused runtime.c:\n{done.stderr}")
        return _clean(output.read_text())


def _clean(text: str) -> str:
    """Drop what ties the text to one compiler version or one processor: attributes, metadata, names of files."""
    lines = []
    for line in text.splitlines():
        if line.startswith(("attributes #", "!", "; ", "source_filename", "target ", "declare ")) or not line.strip():
            continue
        line = re.sub(r", !\w[\w.]* !\d+", "", line)
        line = re.sub(r" #\d+", "", line)
        line = re.sub(r"\s*;.*$", "", line)
        line = re.sub(
            r" (captures\([^)]*\)|initializes\(\([^)]*\)\)|nofree|noundef|local_unnamed_addr|dso_local)", "", line
        )
        line = re.sub(r"\b(memory\([^)]*\)|nocallback|nosync|mustprogress|norecurse|willreturn) ", "", line)
        lines.append(line)
    declarations = sorted(
        re.sub(r" #\d+$", "", re.sub(r" (captures\([^)]*\)|nofree|noundef|immarg|local_unnamed_addr)", "", line))
        for line in text.splitlines()
        if line.startswith("declare ")
    )
    return "\n".join([*declarations, *lines, ""])


def main() -> int:
    """Write runtime.ll, or with --check only compare it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="compare with the file, write nothing")
    arguments = parser.parse_args()
    text = build()
    if arguments.check:
        same = OUTPUT.exists() and OUTPUT.read_text() == text
        print("runtime.ll is up to date" if same else "runtime.ll is out of date")
        return 0 if same else 1
    OUTPUT.write_text(text)
    print(f"{OUTPUT.name}: {len(text)} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
