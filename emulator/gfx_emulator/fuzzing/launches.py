"""One case of a senseless launch: arguments, grids, argument bytes (so register contents) and patched instructions."""

from __future__ import annotations

import random
import struct
from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from gfx_emulator.code_object import CodeObject, Kernel
from gfx_emulator.device import Device, Module
from gfx_emulator.fuzzing.corpus import Corpus
from gfx_emulator.fuzzing.mutations import interesting

INSTRUCTION_BUDGET = 4000
"""Wave instructions a case: enough for every kernel of the corpus on a few small workgroups."""
CASES_A_PATCH = 1000
"""Cases in a row that share one patched code object, since decoding and compiling it takes longer than a launch."""

_DTYPES = ("float32", "float64", "float16", "uint8", "int16", "int32", "uint32", "int64", "uint64", "complex64", "bool")
# Instructions that change where a program goes, waits, or whom it runs for: s_endpgm, s_barrier, s_nop, branches to
# itself and far away, s_setpc_b64, s_swappc_b64, s_mov_b64 exec with 0 and -1, s_trap, s_sethalt, s_sleep, s_setreg.
_SPECIAL_WORDS = (
    *(0xBF810000, 0xBF8A0000, 0xBF800000, 0xBF82FFFF, 0xBF827FFF, 0xBF828000, 0xBE801D00, 0xBE821E00),
    *(0xBEFE0180, 0xBEFE01C1, 0xBF920001, 0xBF8D0001, 0xBF8E007F, 0xB9000801, 0xBF8C0000, 0xFFFFFFFF, 0x00000000),
)


class LaunchCases:
    """Launches of the corpus's kernels with something wrong; the same for the same seed and corpus."""

    def __init__(self, corpus: Corpus, seed: int, target: str) -> None:
        self._seed = seed
        self._device = Device(target, threads=1, instruction_budget=INSTRUCTION_BUDGET)
        self._checked = Device(target, threads=1, check=True, instruction_budget=INSTRUCTION_BUDGET)
        self._files = [data for _, data in corpus.files]
        self._modules: dict[tuple[int, bool], Module] = {}
        self._patched: tuple[int, Module | None] = (-1, None)

    def run(self, index: int) -> str:
        """Run one case; returns what came out, raises ``EmulatorError`` where the launch is refused or stops."""
        rng = random.Random(f"launches {self._seed} {index}")  # noqa: S311 - repeatable on purpose
        make = rng.choices(_WAYS, _WEIGHTS)[0]
        if make is _valid and index % 4 == 0:
            module = self._patched_module(index // CASES_A_PATCH)
        else:
            module = self._module(rng.randrange(len(self._files)), rng.random() < 0.2)
        kernel = rng.choice(list(module.code_object.kernels.values()))
        grid, block, arguments, options = make(kernel, rng)
        result = module.kernel(kernel.name).launch(grid, block, arguments, **options)
        return "ran with findings" if result.findings else "ran"

    def _module(self, number: int, checked: bool) -> Module:
        key = (number, checked)
        if key not in self._modules:
            self._modules[key] = (self._checked if checked else self._device).load(self._files[number])
        return self._modules[key]

    def _patched_module(self, patch: int) -> Module:
        if self._patched[0] != patch or self._patched[1] is None:
            rng = random.Random(f"patch {self._seed} {patch}")  # noqa: S311 - repeatable on purpose
            data = patch_code(rng.choice(self._files), rng)
            self._patched = (patch, self._device.load(data))
        module = self._patched[1]
        assert module is not None
        return module


def patch_code(data: bytes, rng: random.Random) -> bytes:
    """Return a code object with one to six dwords of its machine code changed."""
    code_object = CodeObject.load(data)
    kernel = rng.choice(list(code_object.kernels.values()))
    code = code_object.code(kernel)
    start = data.find(code)
    patched = bytearray(data)
    words = len(code) // 4
    for _ in range(rng.randint(1, 6)):
        at = start + 4 * rng.randrange(words)
        (old,) = struct.unpack_from("<I", patched, at)
        (other,) = struct.unpack_from("<I", patched, start + 4 * rng.randrange(words))
        new = rng.choice(
            (
                rng.getrandbits(32),
                old ^ 1 << rng.randrange(32),
                old ^ 0xFF << 8 * rng.randrange(4),
                other,
                (old & 0xFFFF0000) | (other & 0xFFFF),
                (old & 0xFFFF) | (other & 0xFFFF0000),
                rng.choice(_SPECIAL_WORDS),
                old & 0x80FFFFFF | rng.getrandbits(7) << 24,
            )
        )
        struct.pack_into("<I", patched, at, new)
    return bytes(patched)


Launch = tuple[Any, Any, Any, dict[str, Any]]


def _array(rng: random.Random) -> npt.NDArray[Any]:
    size = rng.choice((0, 1, 7, 64, 256, 300, 4096))
    return np.frombuffer(rng.randbytes(8 * size), np.uint8).copy().view(np.float32 if rng.random() < 0.5 else np.uint32)


def _value(rng: random.Random, size: int) -> Any:
    if size == 8 and rng.random() < 0.2:
        return rng.uniform(-1e3, 1e3)
    return rng.choice((rng.randrange(300), rng.getrandbits(8 * size - 1), interesting(rng, 256) % (1 << 8 * size - 1)))


def _valid_arguments(kernel: Kernel, rng: random.Random) -> list[Any]:
    return [
        _array(rng) if argument.kind == "global_buffer" else _value(rng, argument.size)
        for argument in kernel.arguments
        if not argument.hidden
    ]


def _small_shape(kernel: Kernel, rng: random.Random) -> tuple[tuple[int, ...], tuple[int, ...]]:
    block = kernel.required_workgroup_size or rng.choice(((64,), (256,), (1,), (33, 2), (16, 16), (4, 4, 4), (1024,)))
    return (rng.randint(1, 3), *rng.choice(((), (2,), (1, 2)))), block


def _valid(kernel: Kernel, rng: random.Random) -> Launch:
    """Arguments of the right kinds with any values, on arrays of any size."""
    grid, block = _small_shape(kernel, rng)
    return grid, block, _valid_arguments(kernel, rng), {"dynamic_lds": rng.choice((0, 0, 0, 64, 4096))}


def _wrong_kinds(kernel: Kernel, rng: random.Random) -> Launch:
    """Some arguments of a wrong type, too many, or too few."""
    grid, block = _small_shape(kernel, rng)
    arguments: Any = _valid_arguments(kernel, rng)
    for _ in range(rng.randint(1, 3)):
        choice = rng.random()
        if choice < 0.15 and arguments:
            arguments.pop(rng.randrange(len(arguments)))
        elif choice < 0.3:
            arguments.insert(rng.randrange(len(arguments) + 1), _odd(rng))
        elif arguments:
            arguments[rng.randrange(len(arguments))] = _odd(rng)
    if rng.random() < 0.2:
        names = [argument.name for argument in kernel.arguments if not argument.hidden]
        arguments = dict(zip([*names, "more"], arguments, strict=False))
    elif rng.random() < 0.05:
        arguments = _odd(rng)
    return grid, block, arguments, {"buffers": rng.choice((None, None, {}, {"x": _odd(rng)}, [_array(rng)], _odd(rng)))}


def _odd(rng: random.Random) -> Any:
    """Something that a caller may pass by mistake."""
    dtype = rng.choice(_DTYPES)
    array = np.zeros(rng.choice(((), (0,), (5,), (3, 4))), dtype)
    read_only = array.copy()
    read_only.flags.writeable = False
    return rng.choice(
        (
            None,
            True,
            "text",
            b"bytes",
            -1,
            1 << 64,
            -(1 << 70),
            interesting(rng, 256),
            float("nan"),
            float("inf"),
            1e300,
            1j,
            [],
            [1, 2],
            {},
            object(),
            array,
            read_only,
            np.zeros((8, 8), dtype)[::2, ::3],
            np.zeros(8, dtype)[::-1],
            np.zeros(4, dtype).astype(object),
            np.float16(rng.random()),
            np.int8(-1),
            np.uint64(rng.getrandbits(64)),
            np.zeros(3, ">f4"),
        )
    )


def _wrong_shapes(kernel: Kernel, rng: random.Random) -> Launch:
    """Grids, blocks and LDS sizes that make no sense."""

    def number() -> Any:
        return rng.choice(
            (0, 1, 2, 64, 1024, 1025, -1, 1 << 31, 1 << 32, 1 << 64, 1.0, 1.5, float("nan"), "1", None, True)
        )

    def shape(default: tuple[int, ...]) -> Any:
        if rng.random() < 0.3:
            return default
        return rng.choice((number(), tuple(number() for _ in range(rng.randint(0, 4))), [1, 1, number()], {}, "111"))

    grid, block = _small_shape(kernel, rng)
    lds = rng.choice((0, -1, 1, 1 << 16, 1 << 31, 1 << 64, 1.5, None, "0"))
    options = {"dynamic_lds": lds if rng.random() < 0.4 else 0}
    if rng.random() < 0.2:
        options["instruction_budget"] = rng.choice((0, -1, 1, 7, 1 << 62, 1 << 70, 1.5, "9"))
    return shape(grid), shape(block), _valid_arguments(kernel, rng), options


def _raw(kernel: Kernel, rng: random.Random) -> Launch:
    """Argument bytes with anything in them: these become the contents of registers, pointers among them."""
    grid, block = _small_shape(kernel, rng)
    arrays = {f"array{at}": _array(rng) for at in range(rng.randint(0, 3))}
    size = rng.choice((0, 8, kernel.kernarg_size, kernel.kernarg_size, kernel.kernarg_size + 64))
    data = bytearray(rng.choice((rng.randbytes(size), bytes(size), b"\xff" * size)))
    for argument in kernel.arguments:
        if argument.offset + argument.size > size or rng.random() < 0.1:
            continue
        if argument.kind == "global_buffer" and arrays:
            array = rng.choice(list(arrays.values()))
            address = array.ctypes.data + rng.choice((0, 0, 0, 4, 1, array.nbytes, -4, array.nbytes - 4))
            struct.pack_into("<Q", data, argument.offset, address % (1 << 64))
        elif argument.size in (4, 8) and rng.random() < 0.7:
            value = interesting(rng, 256) % (1 << 8 * argument.size)
            data[argument.offset : argument.offset + argument.size] = value.to_bytes(argument.size, "little")
    return grid, block, rng.choice((bytes(data), data, memoryview(data))), {"buffers": arrays}


_WAYS: tuple[Callable[[Kernel, random.Random], Launch], ...] = (_valid, _wrong_kinds, _wrong_shapes, _raw)
_WEIGHTS = (0.4, 0.15, 0.15, 0.3)

__all__ = ["CASES_A_PATCH", "INSTRUCTION_BUDGET", "LaunchCases", "patch_code"]
