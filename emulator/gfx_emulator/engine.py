"""Compiles handlers for this host and keeps the machine code on disk.

One object holds all that one kernel needs: the handlers of its forms and the functions of the runtime they use. It is
found again by a hash of the IR's inputs: package version, the runtime's text, the forms, the host's features.
"""

from __future__ import annotations

import ctypes
import hashlib
import importlib.metadata
import os
import re
import sys
import tempfile
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path

from gfx_emulator.emit import Form
from gfx_emulator.errors import ArgumentError, ToolMissing
from gfx_emulator.handlers import module
from gfx_emulator.layout import LAYOUT_CHECKS

CACHE_VARIABLE = "GFX_EMULATOR_CACHE"
"""Environment variable with the folder for compiled code; empty switches the cache off."""
FEATURES_VARIABLE = "GFX_EMULATOR_FEATURES"
"""Environment variable that picks the host instructions: avx512 or avx2."""

FEATURES = {
    # level: (LLVM processor, LLVM features, what the host must have)
    "avx512": ("x86-64-v4", "-prefer-256-bit", ("avx512f", "avx512bw", "avx512dq", "avx512vl", "avx512cd")),
    "avx2": ("x86-64-v3", "", ("avx2", "fma", "f16c", "bmi2")),
}
_FORMAT = 2
_LOCK = threading.RLock()
_ENTRY = ("run_workgroups", "layout_check")


def host_features(wanted: str | None = None) -> str:
    """Return "avx512" or "avx2": ``wanted``, or the environment's choice, or the best this host has.

    Raises ``ArgumentError`` for an unknown level or one that the host lacks, ``ToolMissing`` for a host without AVX2.
    """
    wanted = wanted or os.environ.get(FEATURES_VARIABLE) or None
    available = [level for level in FEATURES if _host_has(level)]
    if not available:
        raise ToolMissing("the emulator needs a processor with AVX2, FMA and F16C")
    if wanted is None:
        return available[0]
    if wanted not in FEATURES:
        raise ArgumentError(f"features is {wanted!r}: expected one of {', '.join(FEATURES)}")
    if wanted not in available:
        raise ArgumentError(f"features is {wanted!r}: this processor has only {', '.join(available)}")
    return wanted


@cache
def _host_has(level: str) -> bool:
    import llvmlite.binding as llvm

    host = llvm.get_host_cpu_features()
    return all(host.get(name, False) for name in FEATURES[level][2])


# ------------------------------------------------------------------ the runtime's text


@dataclass(frozen=True)
class _RuntimeText:
    declarations: dict[str, str]
    types: tuple[str, ...]
    functions: dict[str, str]
    globals: dict[str, str]
    uses: dict[str, frozenset[str]]
    digest: str

    def closure(self, names: Sequence[str]) -> str:
        """IR text of the named functions and all they use."""
        wanted: set[str] = set()
        waiting = list(names)
        while waiting:
            name = waiting.pop()
            if name not in wanted:
                wanted.add(name)
                waiting.extend(self.uses.get(name, ()))
        parts = [text for table in (self.globals, self.functions) for name, text in table.items() if name in wanted]
        return "\n".join([*self.types, *parts])


_NAME = re.compile(r"@([\w.$-]+)")


@cache
def _runtime_text() -> _RuntimeText:
    text = (Path(__file__).parent / "runtime" / "runtime.ll").read_text()
    declarations: dict[str, str] = {}
    functions: dict[str, str] = {}
    variables: dict[str, str] = {}
    types = []
    lines = iter(text.splitlines())
    for line in lines:
        if line.startswith("declare "):
            declarations[_NAME.findall(line)[0]] = line
        elif line.startswith("%"):
            types.append(line)
        elif line.startswith("@"):
            variables[_NAME.findall(line)[0]] = line
        elif line.startswith("define "):
            name = _NAME.findall(line)[0]
            body = [line.replace("define internal ", "define ").replace("define ", "define internal ", 1)]
            for inner in lines:
                body.append(inner)
                if inner == "}":
                    break
            functions[name] = "\n".join(body)
    uses = {
        name: frozenset(_NAME.findall(body)) - {name}
        for table in (functions, variables)
        for name, body in table.items()
    }
    return _RuntimeText(
        declarations, tuple(types), functions, variables, uses, hashlib.sha256(text.encode()).hexdigest()
    )


@cache
def runtime_functions() -> frozenset[str]:
    """Names of all functions of the runtime."""
    return frozenset(_runtime_text().functions)


# ------------------------------------------------------------------ compilation


def _text(forms: Sequence[Form], natives: Sequence[str], checked: bool) -> str:
    runtime = _runtime_text()
    handlers = module(forms, checked)
    names = [*_ENTRY, *natives, *(["check_instruction"] if checked else [])]
    handler_lines = handlers.splitlines()
    declared = {line for line in handler_lines if line.startswith("declare ")}
    known = dict(runtime.declarations)
    for line in declared:
        name = _NAME.findall(line)[0]
        if name != "check_instruction":
            known[name] = line
    wrappers: list[str] = []
    native_symbols = []
    for number, name in enumerate(natives):
        symbol = name
        if checked and name not in ("wait_counters",):
            # runtime handlers are checked before they run, as the compiled forms are
            symbol = f"checked_{number}"
            wrappers.append(
                f"define internal preserve_nonecc void @{symbol}(ptr %s, ptr %r) nounwind {{\n"
                f"  call void @check_instruction(ptr %s, ptr %r)\n"
                f"  musttail call preserve_nonecc void @{name}(ptr %s, ptr %r)\n  ret void\n}}"
            )
        native_symbols.append(symbol)
    entries = [*(f"handler_{n}" for n in range(len(forms))), *native_symbols, *_ENTRY]
    pointers = ", ".join(f"ptr @{name}" for name in entries)
    table = f"@handler_table = constant [{len(entries)} x ptr] [{pointers}]"
    body = "\n".join(line for line in handler_lines if not line.startswith("declare "))
    body = body.replace("define preserve_nonecc", "define internal preserve_nonecc")
    return "\n".join([*known.values(), runtime.closure(names), *wrappers, body, table, ""])


def _key(forms: Sequence[Form], natives: Sequence[str], checked: bool, level: str) -> str:
    import llvmlite

    parts = [
        str(_FORMAT),
        _package_version(),
        llvmlite.__version__,
        _emitters_digest(),
        _runtime_text().digest,
        level,
        str(checked),
        *(form.key for form in forms),
        *natives,
    ]
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()


@cache
def _package_version() -> str:
    try:
        return importlib.metadata.version("rocm-attention-ci")
    except importlib.metadata.PackageNotFoundError:
        return "unknown"


@cache
def _emitters_digest() -> str:
    """Hash of the sources that decide what a handler does, so that an edited checkout never meets stale code."""
    folder = Path(__file__).parent
    names = ("emit.py", "handlers.py", "layout.py", "scalar.py", "vector.py", "vector_special.py", "engine.py")
    digest = hashlib.sha256()
    for name in names:
        path = folder / name
        digest.update(path.read_bytes() if path.exists() else name.encode())
    return digest.hexdigest()


def cache_folder() -> Path | None:
    """Where compiled code is kept, or None where the cache is switched off."""
    chosen = os.environ.get(CACHE_VARIABLE)
    if chosen == "":
        return None
    if chosen:
        return Path(chosen)
    base = os.environ.get("XDG_CACHE_HOME")
    root = Path(base) if base else Path.home() / ".cache"
    return root / "gfx_emulator"


@cache
def _target_machine(level: str) -> object:
    import llvmlite.binding as llvm

    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    processor, features, _ = FEATURES[level]
    return llvm.Target.from_triple(llvm.get_process_triple()).create_target_machine(
        cpu=processor, features=features, opt=1, jit=True
    )


@cache
def _linker() -> object:
    import llvmlite.binding as llvm

    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    return llvm.create_lljit_compiler()


@dataclass(frozen=True)
class Compiled:
    """Addresses of compiled code: one a form, one a runtime function, and the two entry points."""

    forms: dict[Form, int]
    natives: dict[str, int]
    run: int
    seconds: float
    from_cache: bool
    keep: object


@lru_cache(maxsize=512)
def compile_handlers(forms: tuple[Form, ...], natives: tuple[str, ...], checked: bool, level: str) -> Compiled:
    """Compile or load the handlers for a set of forms and runtime functions."""
    import time

    import llvmlite.binding as llvm

    started = time.perf_counter()
    with _LOCK:
        key = _key(forms, natives, checked, level)
        folder = cache_folder()
        path = folder / key[:2] / f"{key}.o" if folder else None
        code = _read(path)
        from_cache = code is not None
        if code is None:
            machine = _target_machine(level)
            parsed = llvm.parse_assembly(_text(forms, natives, checked))
            parsed.triple = llvm.get_process_triple()
            parsed.data_layout = str(machine.target_data)  # type: ignore[attr-defined]
            code = machine.emit_object(parsed)  # type: ignore[attr-defined]
            _write(path, code)
        builder = llvm.JITLibraryBuilder()
        builder.add_object_img(code)
        builder.add_current_process()
        builder.export_symbol("handler_table")
        tracker = builder.link(_linker(), f"handlers_{key}_{len(_LOADED)}")
        _LOADED.append(tracker)
        count = len(forms) + len(natives) + len(_ENTRY)
        table = (ctypes.c_uint64 * count).from_address(tracker["handler_table"])
        addresses = list(table)
    layout = ctypes.CFUNCTYPE(ctypes.c_uint64, ctypes.c_uint32)(addresses[-1])
    answers = tuple(layout(n) for n in range(len(LAYOUT_CHECKS)))
    if answers != LAYOUT_CHECKS:
        raise ToolMissing(f"the native code has another memory layout than this package: {answers} for {LAYOUT_CHECKS}")
    return Compiled(
        dict(zip(forms, addresses, strict=False)),
        dict(zip(natives, addresses[len(forms) :], strict=False)),
        addresses[-2],
        time.perf_counter() - started,
        from_cache,
        tracker,
    )


_LOADED: list[object] = []


def _read(path: Path | None) -> bytes | None:
    """A cached object: a hash in front shows a file that was cut short or changed."""
    if path is None:
        return None
    try:
        data = path.read_bytes()
    except OSError:
        return None
    if len(data) < 32 or hashlib.sha256(data[32:]).digest() != data[:32]:
        return None
    return data[32:]


def _write(path: Path | None, code: bytes) -> None:
    """Write an object whole or not at all; a cache that cannot be written is no error."""
    if path is None:
        return
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        descriptor, name = tempfile.mkstemp(dir=path.parent)
        try:
            with os.fdopen(descriptor, "wb") as file:
                file.write(hashlib.sha256(code).digest() + code)
            Path(name).replace(path)
        except OSError:
            Path(name).unlink(missing_ok=True)
    except OSError:
        return


if sys.byteorder != "little":
    raise ToolMissing("the emulator runs on little-endian hosts only")
