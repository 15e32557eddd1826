"""HIP source to a code object: clang of the package ``ziglang``, or hipcc where a ROCm is installed.

clang's own one-step build looks for a linker by a name that the package does not have, so the package is used in three
steps: compile to assembly, assemble, link.
"""

from __future__ import annotations

import importlib.util
import json
import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Literal

from gfx_emulator.compile.cache import CompileCache, content_key
from gfx_emulator.compile.manifest import CompiledObject, describe
from gfx_emulator.errors import ArgumentError, CompileError, ToolMissing
from gfx_emulator.targets import find_target

CompilerName = Literal["auto", "ziglang", "hipcc"]

INCLUDE_FOLDER = Path(__file__).with_name("include")
"""Holds ``hip_device.h``; always on the include path."""

# Value names put the arguments' names into the metadata, so that faults can name a buffer.
_STANDARD_OPTIONS = ("-O3", "-std=c++17", "-fno-discard-value-names")
_INCLUDE = re.compile(rb"^[ \t]*#[ \t]*include[ \t]*(.*?)[ \t]*$", re.MULTILINE)
_INCLUDED_NAME = re.compile(rb"""["<]([^">]+)[">]""")
_TIMEOUT_SECONDS = 600


@dataclass(frozen=True, slots=True)
class HipCompiler:
    """One compiler that was found: its name, how it is called, and what it says of its version."""

    name: str
    command: tuple[str, ...]
    version: str


def compile_hip(
    source: str | os.PathLike[str],
    target: str,
    *,
    options: Sequence[str] = (),
    defines: Mapping[str, str | int] | None = None,
    include_folders: Sequence[str | os.PathLike[str]] = (),
    compiler: CompilerName = "auto",
    cache_folder: Path | None = None,
) -> CompiledObject:
    """Compile a HIP source for one target, such as "gfx942".

    ``source`` is a path, or the text itself where it holds a line break. ``options`` are added to the compiler's
    command line, ``defines`` become macros. "auto" takes hipcc where it is installed, else ziglang. Results are kept
    in ``cache_folder`` (default: the user's cache) under a hash of the source, the headers that it includes from the
    include path, the options and the compiler's version; where the folders lie does not matter.

    Raises ``CompileError`` with the compiler's own words, ``ToolMissing`` where no compiler is installed,
    ``ArgumentError`` for a source that cannot be read or an unknown target.
    """
    find_target(target)
    text, path = _read_source(source)
    folder, name = (path.parent, path.name.lstrip("-") or "kernel.hip") if path is not None else (None, "kernel.hip")
    folders = tuple(Path(entry).resolve() for entry in ([folder] if folder else [])) + tuple(
        Path(entry).resolve() for entry in (*include_folders, INCLUDE_FOLDER)
    )
    for entry in folders:
        if not entry.is_dir():
            raise ArgumentError(f"include_folders names {str(entry)!r}, which is no folder")
    chosen = find_compiler(compiler)
    arguments = (
        *_STANDARD_OPTIONS,
        *(f"-D{name}={value}" for name, value in (defines or {}).items()),
        *options,
    )
    store = CompileCache(cache_folder)
    key = content_key(_key_parts(chosen, target, arguments, text, folders))
    code, assembly = store.get(key, ".co"), store.get(key, ".s")
    if code is None or assembly is None:
        code, assembly = _STEPS[chosen.name](chosen, name, text, target, arguments, folders)
        store.put(key, ".s", assembly)
        store.put(key, ".co", code)
    result = describe(
        code,
        compiler=chosen.name,
        version=chosen.version,
        target=target,
        options=arguments,
        assembly=assembly.decode("utf-8", "replace"),
    )
    store.put(key, ".json", json.dumps(result.manifest.to_json(), indent=1).encode())
    return result


def find_compiler(name: CompilerName = "auto") -> HipCompiler:
    """Return the compiler to use; raises ``ToolMissing`` where it is not installed, ``ArgumentError`` for its name."""
    if name not in ("auto", "ziglang", "hipcc"):
        raise ArgumentError(f"compiler is {name!r}: expected 'auto', 'ziglang' or 'hipcc'")
    hipcc = _hipcc() if name != "ziglang" else None
    if hipcc is not None:
        return HipCompiler("hipcc", (hipcc,), _version((hipcc, "--version")))
    zig = _zig() if name != "hipcc" else None
    if zig is not None:
        return HipCompiler("ziglang", (zig,), _version((zig, "clang", "--version")))
    wanted = {"auto": "the package ziglang or ROCm's hipcc", "ziglang": "the package ziglang", "hipcc": "ROCm's hipcc"}
    raise ToolMissing(f"no HIP compiler is installed: install {wanted[name]}")


def _hipcc() -> str | None:
    rocm = os.environ.get("ROCM_PATH", "/opt/rocm")
    return shutil.which("hipcc") or shutil.which("hipcc", path=str(Path(rocm, "bin")))


def _zig() -> str | None:
    package = importlib.util.find_spec("ziglang")
    for folder in (package.submodule_search_locations or ()) if package else ():
        path = Path(folder, "zig")
        if path.is_file():
            return str(path)
    return None


@cache
def _version(command: tuple[str, ...]) -> str:
    lines = _run(command, "the compiler's version").decode("utf-8", "replace").splitlines()
    return next((line.strip() for line in lines if "version" in line), lines[0].strip() if lines else "unknown")


def _read_source(source: str | os.PathLike[str]) -> tuple[bytes, Path | None]:
    if isinstance(source, str) and "\n" in source:
        return source.encode(), None
    try:
        path = Path(source)
        return path.read_bytes(), path
    except (OSError, ValueError, TypeError) as error:
        raise ArgumentError(f"source is {source!r}: expected a readable HIP file or its text ({error})") from error


def _key_parts(
    compiler: HipCompiler, target: str, arguments: tuple[str, ...], text: bytes, folders: tuple[Path, ...]
) -> Iterator[str | bytes]:
    yield from (compiler.name, compiler.version, target, *arguments)
    yield text
    for header in _included(text, folders):
        yield from (header.place, header.name, header.content)


@dataclass(frozen=True, slots=True)
class _Header:
    """One file that an include may mean.

    Attributes:
        place: which includer looked where: the includer's number, and the position of a folder of the include path, or
            "beside" for the includer's own folder. Never an absolute path, so that checkouts share what they compile.
        name: as the source writes it.
        content: of the file.
    """

    place: str
    name: str
    content: bytes


def _included(text: bytes, folders: tuple[Path, ...]) -> Iterator[_Header]:
    """Every header that a source may include, directly or not, that lies in ``folders`` or beside its includer.

    Conditions are not evaluated, so that there may be more than the compiler reads; there are never fewer. Only named
    files are looked at: a source may lie in a folder of any size, in which others work.

    Raises ``ArgumentError`` for a header that is named by a macro, since the result could not be kept under its content.
    """
    # A file found again is named again, but its own includes are followed once.
    followed: dict[Path, bytes] = {}
    waiting: list[tuple[bytes, Path | None]] = [(text, None)]
    for number, (content, beside) in enumerate(waiting):  # grows while it is walked
        places = [("beside", beside)] if beside else []
        places += [(str(position), folder) for position, folder in enumerate(folders)]
        for operand in _INCLUDE.findall(content):
            name = _INCLUDED_NAME.match(operand)
            if name is None:
                shown = operand.decode("utf-8", "replace")
                raise ArgumentError(f"source has #include {shown}: expected a name in quotes or angle brackets")
            for place, folder in places:
                path = (folder / os.fsdecode(name[1])).resolve()
                if path in followed or path.is_file():
                    if path not in followed:
                        followed[path] = path.read_bytes()
                        waiting.append((followed[path], path.parent))
                    yield _Header(f"{number}:{place}", os.fsdecode(name[1]), followed[path])


def _run(command: Sequence[str], what: str, folder: str | None = None) -> bytes:
    try:
        done = subprocess.run(
            command, cwd=folder, capture_output=True, check=False, timeout=_TIMEOUT_SECONDS, stdin=subprocess.DEVNULL
        )
    except (OSError, ValueError) as error:
        raise ToolMissing(f"cannot run {command[0]!r} for {what}: {error}") from error
    except subprocess.TimeoutExpired as error:
        raise CompileError(f"{what} took longer than {_TIMEOUT_SECONDS} s", command=tuple(command)) from error
    if done.returncode:
        output = (done.stderr + done.stdout).decode("utf-8", "replace").strip()
        raise CompileError(f"{what} failed with exit code {done.returncode}:", output=output, command=tuple(command))
    return done.stdout


def _with_ziglang(
    compiler: HipCompiler,
    name: str,
    text: bytes,
    target: str,
    arguments: tuple[str, ...],
    folders: tuple[Path, ...],
) -> tuple[bytes, bytes]:
    zig = compiler.command[0]
    with tempfile.TemporaryDirectory(prefix="gfx_emulator_") as folder:
        Path(folder, name).write_bytes(text)  # its own name, for the compiler's messages
        device_only = ("--cuda-device-only", "-nogpuinc", "-nogpulib", "--no-gpu-bundle-output")
        front = (zig, "clang", "-x", "hip", f"--offload-arch={target}", *device_only, *arguments)
        _run(
            (*front, *(f"-I{entry}" for entry in folders), "-S", name, "-o", "kernel.s"),
            f"compiling HIP for {target}",
            folder,
        )
        _run(
            (zig, "clang", "-target", "amdgcn-amd-amdhsa", f"-mcpu={target}", "-c", "kernel.s", "-o", "kernel.o"),
            f"assembling for {target}",
            folder,
        )
        _run((zig, "ld.lld", "-shared", "kernel.o", "-o", "kernel.co"), f"linking for {target}", folder)
        return Path(folder, "kernel.co").read_bytes(), Path(folder, "kernel.s").read_bytes()


def _with_hipcc(
    compiler: HipCompiler,
    name: str,
    text: bytes,
    target: str,
    arguments: tuple[str, ...],
    folders: tuple[Path, ...],
) -> tuple[bytes, bytes]:
    with tempfile.TemporaryDirectory(prefix="gfx_emulator_") as folder:
        Path(folder, name).write_bytes(text)  # its own name, for the compiler's messages
        common = (*compiler.command, f"--offload-arch={target}", "--cuda-device-only", "--no-gpu-bundle-output")
        common += (*arguments, *(f"-I{entry}" for entry in folders), name)
        _run((*common, "-S", "-o", "kernel.s"), f"compiling HIP for {target}", folder)
        _run((*common, "-c", "-o", "kernel.co"), f"compiling HIP for {target}", folder)
        return Path(folder, "kernel.co").read_bytes(), Path(folder, "kernel.s").read_bytes()


_STEPS = {"ziglang": _with_ziglang, "hipcc": _with_hipcc}
