"""AITER's Triton decode kernels, compiled for gfx942 without a GPU and run in the emulator by AITER's own host code.

The host functions of the wheel are called as they are; only the launch of a kernel is replaced, by one that compiles the
kernel as Triton's launcher would and runs the machine code in the emulator. Where the host asks the device for its name and its
number of compute units, it is told the target's.
"""

from __future__ import annotations

import hashlib
import importlib
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import numpy.typing as npt
import torch

from gfx_emulator.device import Kernel
from gfx_emulator.errors import EmulatorError, MemoryFault
from rocm_kernels import launches
from rocm_kernels.backends.aiter import emulated
from rocm_kernels.backends.aiter.survey.launch import Ended
from rocm_kernels.backends.aiter.survey.problem import GUARD_BYTES, TORCH, Problem, placed
from rocm_kernels.backends.aiter.survey.references import Tokens, Truth, formula, groups, seen_query
from rocm_kernels.targets import TARGETS

TARGET = "gfx942"
_PACKAGES = ("aiter", "aiter.ops", "aiter.ops.triton")
# Modules that ask the device what it is.
_DEVICE_INFO = "aiter.ops.triton.utils.device_info"
_ARCHITECTURE = "aiter.ops.triton.utils._triton.arch_info"
_SOURCES = ("pa_decode.py", "unified_attention.py")
# Rounding to nearest of one number to 16 bits, relative.
_UNIT = {"bf16": 2.0**-8, "fp16": 2.0**-11}


@dataclass(frozen=True)
class TritonKernel:
    """One path through AITER's host code.

    Attributes:
        name: for people and files.
        layout: of the cache that it reads: "hnd" [blocks, kv_heads, page, head] or "nhd" [blocks, page, kv_heads, head].
        most_sequences: of a launch, so that the host takes this path.
        rounds_query: whether the scaled query is rounded to 16 bits before the product.
        rounds_parts: whether results of parts of a sequence are stored in 16 bits.
        call: runs the host function on a problem's tensors.
    """

    name: str
    layout: str
    most_sequences: int
    rounds_query: bool
    rounds_parts: bool
    call: Callable[[Problem, Mapping[str, torch.Tensor]], None]


class _Emulated:
    """Stands where a Triton kernel stood: ``kernel[grid](...)`` compiles it for the target and runs it in the emulator."""

    def __init__(self, function: Any) -> None:
        self.function = function
        self.compiled: dict[Any, tuple[Kernel, int, int]] = {}

    def __getitem__(self, grid: tuple[int, ...]) -> Callable[..., None]:
        def launch(*positional: Any, **named: Any) -> None:
            names = self.function.arg_names
            given = dict(zip(names, positional, strict=False))
            options = {name: value for name, value in named.items() if name not in names}
            given |= {name: value for name, value in named.items() if name in names}
            given |= {name: self._default(name) for name in names if name not in given and self._has_default(name)}
            missing = [name for name in names if name not in given]
            if missing:
                raise TypeError(f"{self.function.__name__}: no value for {', '.join(missing)}")
            kernel, warps, shared = self._compile(given, options)
            ordered = [given[name] for name in names if not _constant(self.function, name, given[name])]
            hidden = sum(not argument.hidden for argument in kernel.info.arguments) - len(ordered)
            lds = 0 if kernel.info.group_segment_size else shared
            launches.note(self.function.__name__)
            kernel.launch(grid, (64 * warps, 1, 1), [*ordered, *[0] * hidden], dynamic_lds=lds)

        return launch

    def _has_default(self, name: str) -> bool:
        return bool(self.function.params[self.function.arg_names.index(name)].has_default)

    def _default(self, name: str) -> Any:
        return self.function.params[self.function.arg_names.index(name)].default

    def _compile(self, given: Mapping[str, Any], options: Mapping[str, Any]) -> tuple[Kernel, int, int]:
        from gfx_emulator.compile import compile_triton

        constants = {name: value for name, value in given.items() if _constant(self.function, name, value)}
        signature, divisible = {}, []
        for name, value in given.items():
            if name in constants:
                continue
            signature[name] = _type_of(value)
            if isinstance(value, torch.Tensor) or (isinstance(value, int) and value % 16 == 0):
                divisible.append(name)
        key = (tuple(sorted(signature.items())), tuple(divisible), repr(sorted(constants.items())), repr(options))
        if key not in self.compiled:
            built = compile_triton(
                self.function, signature, TARGET, constants=constants, divisible_by_16=tuple(divisible), **options
            )
            details = built.manifest.details
            kernel = emulated.device(TARGET).load(built.code).kernel(details["name"])
            self.compiled[key] = (kernel, details["num_warps"], details["shared"])
        return self.compiled[key]


def _constant(function: Any, name: str, value: Any) -> bool:
    """Whether Triton's launcher compiles a value in: declared so, None, or the number 1."""
    declared = function.params[function.arg_names.index(name)].is_constexpr
    return bool(declared) or value is None or (isinstance(value, int) and value == 1)


_TYPES = {torch.float32: "*fp32", torch.float16: "*fp16", torch.bfloat16: "*bf16", torch.int32: "*i32"}


def _type_of(value: Any) -> str:
    if isinstance(value, torch.Tensor):
        return _TYPES[value.dtype]
    if isinstance(value, float):
        return "fp32"
    return "i32" if -(2**31) <= value < 2**31 else "i64"


def _folder() -> Path:
    spec = find_spec("aiter")
    if spec is None or not spec.submodule_search_locations:
        raise ModuleNotFoundError("the package aiter is not installed")
    return Path(next(iter(spec.submodule_search_locations)))


@cache
def source_hash() -> str:
    """A hash of the Triton sources and of Triton's version: what the machine code follows from."""
    import triton

    digest = hashlib.sha256(triton.__version__.encode())
    for name in _SOURCES:
        for place in ("ops/triton", "ops/triton/_triton_kernels"):
            digest.update((_folder() / place / name).read_bytes())
    return digest.hexdigest()


@contextmanager
def _stand_ins() -> Iterator[None]:
    """Let single modules of the package be imported without the package's own import, which needs ROCm."""
    before = {key: module for key, module in sys.modules.items() if key.partition(".")[0] == "aiter"}
    made = {}
    for package in _PACKAGES:
        module = ModuleType(package)
        module.__path__ = [str(_folder().joinpath(*package.split(".")[1:]))]
        made[package] = module
    info = ModuleType(_DEVICE_INFO)
    info.get_num_sms = lambda: TARGETS[TARGET].compute_units  # type: ignore[attr-defined]
    info.get_num_xcds = lambda: 8  # type: ignore[attr-defined]
    architecture = ModuleType(_ARCHITECTURE)
    architecture.get_arch = lambda: TARGET  # type: ignore[attr-defined]
    architecture.is_fp8_avail = lambda: True  # type: ignore[attr-defined]
    sys.modules.update({**made, _DEVICE_INFO: info, _ARCHITECTURE: architecture})
    try:
        yield
    finally:
        for name in (*_PACKAGES, _DEVICE_INFO, _ARCHITECTURE):
            sys.modules.pop(name, None)
        sys.modules.update(before)


@cache
def host_module(name: str) -> ModuleType:
    """A module of AITER's host code whose kernels run in the emulator."""
    with _stand_ins():
        sys.modules.pop(f"aiter.ops.triton.{name}", None)
        module = importlib.import_module(f"aiter.ops.triton.{name}")
    for key, value in vars(module).copy().items():
        if hasattr(value, "arg_names") and hasattr(value, "params"):
            setattr(module, key, _Emulated(value))
    return module


def _pa_decode(problem: Problem, tensors: Mapping[str, torch.Tensor]) -> None:
    import triton.language as language

    request = problem.question.request
    one = torch.ones(1)
    kind = {"bf16": language.bfloat16, "fp16": language.float16}[request.dtype]
    scale = request.softmax_scale * request.head_size**-0.5
    host_module("pa_decode").paged_attention_decode(
        tensors["O"], tensors["Q"], tensors["K"], tensors["V"], tensors["CL"], tensors["BT"], scale,
        max(problem.question.lengths), kind, one, one,
    )  # fmt: skip


def _unified(problem: Problem, tensors: Mapping[str, torch.Tensor]) -> None:
    request = problem.question.request
    host_module("unified_attention").unified_attention(
        q=tensors["Q"],
        k=tensors["K"],
        v=tensors["V"],
        out=tensors["O"],
        cu_seqlens_q=tensors["QTP"],
        max_seqlen_q=request.query_length,
        seqused_k=tensors["CL"],
        max_seqlen_k=max(problem.question.lengths),
        softmax_scale=request.softmax_scale * request.head_size**-0.5,
        causal=True,
        window_size=(-1, -1),
        block_table=tensors["BT"],
        softcap=0,
        q_descale=None,
        k_descale=None,
        v_descale=None,
    )


KERNELS: tuple[TritonKernel, ...] = (
    TritonKernel("pa_decode_v1", "hnd", 1050, True, False, _pa_decode),
    TritonKernel("pa_decode_v2", "hnd", 60, True, True, _pa_decode),
    TritonKernel("unified_attention_2d", "nhd", 1050, False, False, _unified),
    TritonKernel("unified_attention_3d", "nhd", 60, False, False, _unified),
)


def tensors_of(kernel: TritonKernel, problem: Problem) -> dict[str, torch.Tensor]:
    """The problem's memory as tensors in the kernel's layout; the output is a slice of a larger tensor."""
    request = problem.question.request
    kind = TORCH[request.dtype]
    size = (request.kv_heads, request.page, request.head_size)
    found = {}
    for name, order in (("K", (0, 1, 3, 2, 4)), ("V", (0, 1, 2, 4, 3))):
        used = problem.memory[name][problem.first_block :].transpose(order).reshape(-1, *size)
        array = np.ascontiguousarray(used.transpose(0, 2, 1, 3) if kernel.layout == "nhd" else used)
        found[name] = torch.from_numpy(placed(array, problem.first_block)).view(kind)
    for name in ("BT", "CL", "QTP", "Q"):
        found[name] = torch.from_numpy(np.array(problem.memory[name]))
    found["Q"] = found["Q"].view(kind)
    start = GUARD_BYTES // 2
    whole = torch.from_numpy(problem.memory["O"].view(np.int16)).view(kind)
    found["O"] = whole[start : start + problem.query.size].view(problem.output_shape)
    return found


def run(kernel: TritonKernel, problem: Problem) -> Ended:
    """Call AITER's host code on a problem; what it wrote stays in the problem's output."""
    problem.reset_output()
    tensors = tensors_of(kernel, problem)
    with _uninitialised_is_nan():
        try:
            kernel.call(problem, tensors)
        except MemoryFault as error:
            return Ended("out_of_bounds", str(error))
        except EmulatorError:
            raise
    return Ended()


@contextmanager
def _uninitialised_is_nan() -> Iterator[None]:
    """Let torch.empty, with which the host makes its intermediate tensors, give NaN."""
    before = torch.are_deterministic_algorithms_enabled()
    fill = torch.utils.deterministic.fill_uninitialized_memory  # type: ignore[attr-defined]
    torch.use_deterministic_algorithms(True)
    torch.utils.deterministic.fill_uninitialized_memory = True  # type: ignore[attr-defined]
    try:
        yield
    finally:
        torch.use_deterministic_algorithms(before)
        torch.utils.deterministic.fill_uninitialized_memory = fill  # type: ignore[attr-defined]


def widened(kernel: TritonKernel, problem: Problem, truth: Truth) -> Truth:
    """The bound with what these kernels round beyond AITER's hand-written ones.

    A scaled query rounded to 16 bits moves a score by at most unit * scale |q| |k|, a weight by e^(2 ds); a part's result
    stored in 16 bits is off by unit times the sum of its weights and values.
    """
    request = problem.question.request
    sizes = _sizes(problem)
    bound = truth.bound
    unit = _UNIT[request.dtype]
    if kernel.rounds_query:
        norms = np.linalg.norm(problem.query.astype(np.float64), axis=-1, keepdims=True)
        keys = float(np.linalg.norm(problem.keys.astype(np.float64), axis=-1).max())
        moved = unit * request.softmax_scale * request.head_size**-0.5 * norms * keys
        bound = bound + sizes * np.expm1(2 * moved)
    if kernel.rounds_parts:
        bound = bound + unit * sizes
    return replace(truth, bound=bound)


def _sizes(problem: Problem) -> npt.NDArray[np.float64]:
    """Sums of weights times the absolute values of the values."""
    values = np.abs(problem.values)
    blind = replace(problem, values=values, value_codes=values)
    result = np.zeros(problem.output_shape)
    query = seen_query(problem)
    tokens: dict[tuple[int, int], Tokens] = {}
    for group in groups(blind):
        if group.longest:
            place = (group.document, group.head)
            if place not in tokens:
                tokens = {place: Tokens.of(blind, group)}
            rows = query[group.rows, group.heads]
            result[group.rows, group.heads] = formula(blind, group, rows, tokens[place])[0]
    return result
