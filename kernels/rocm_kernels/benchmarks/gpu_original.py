"""The first paged-attention kernels, v1 and v2, on an NVIDIA GPU: gpu_original.cu, compiled when it is first asked for."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import Any

import torch

from rocm_kernels.arguments import DecodeArguments

PARTITION = 512
_THREADS = 128
_MOST_DYNAMIC_SHARED = 8  # CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES


class CudaError(RuntimeError):
    """The driver or the compiler of CUDA refused something; the message holds its words or its code."""


@lru_cache(maxsize=1)
def _driver() -> Any:
    return ctypes.CDLL("libcuda.so.1")


@lru_cache(maxsize=1)
def _compiler() -> Any:
    """NVRTC, which comes with PyTorch."""
    names = [f"libnvrtc.so.{version}" for version in (13, 12)]
    site = Path(torch.__file__).parent.parent / "nvidia"
    names += sorted(str(path) for path in site.glob("*/lib/libnvrtc.so.*"))
    for name in names:
        try:
            return ctypes.CDLL(name)
        except OSError:
            continue
    raise CudaError("NVRTC is not on this machine")


def _call(function: str, *arguments: Any) -> None:
    code = getattr(_driver(), function)(*arguments)
    if code:
        raise CudaError(f"{function}: CUDA error {code}")


def _ptx(options: tuple[str, ...]) -> bytes:
    compiler, program = _compiler(), ctypes.c_void_p()
    source = (Path(__file__).parent / "gpu_original.cu").read_bytes()
    if compiler.nvrtcCreateProgram(ctypes.byref(program), source, b"gpu_original.cu", 0, None, None):
        raise CudaError("nvrtcCreateProgram failed")
    given = [option.encode() for option in options]
    code = compiler.nvrtcCompileProgram(program, len(given), (ctypes.c_char_p * len(given))(*given))
    size = ctypes.c_size_t()
    if code:
        compiler.nvrtcGetProgramLogSize(program, ctypes.byref(size))
        log = ctypes.create_string_buffer(size.value)
        compiler.nvrtcGetProgramLog(program, log)
        raise CudaError(f"gpu_original.cu does not compile: {log.value.decode()}")
    compiler.nvrtcGetPTXSize(program, ctypes.byref(size))
    text = ctypes.create_string_buffer(size.value)
    compiler.nvrtcGetPTX(program, text)
    return text.raw


@lru_cache(maxsize=32)
def _functions(head_size: int, block_size: int, gqa: int, bf16: bool, partition: int, device: int) -> tuple[Any, Any]:
    """Compile and load both kernels for the current device."""
    major, minor = torch.cuda.get_device_capability(device)
    defines = {"HEAD_SIZE": head_size, "BLOCK_SIZE": block_size, "GQA": gqa, "BF16": int(bf16), "PARTITION": partition}
    options = (f"--gpu-architecture=compute_{major}{minor}", "--std=c++17", "-default-device",
               *(f"-D{name}={value}" for name, value in defines.items()))  # fmt: skip
    module = ctypes.c_void_p()
    _call("cuModuleLoadData", ctypes.byref(module), _ptx(options))
    found = []
    for name in (b"original_partition", b"original_reduce"):
        function = ctypes.c_void_p()
        _call("cuModuleGetFunction", ctypes.byref(function), module, name)
        found.append(function)
    _call("cuFuncSetAttribute", found[0], _MOST_DYNAMIC_SHARED, 200 * 1024)
    return found[0], found[1]


def original_attention(arguments: DecodeArguments, version: int) -> Callable[[], None]:
    """Prepare v1 or v2; the call launches on PyTorch's current stream.

    Raises:
        ValueError: prefill, a cache of another type than the query, another layout than ``5d``, or an option.
        CudaError: it cannot be compiled, or the scores of the longest context do not fit shared memory (v1).
    """
    spec, cache = arguments.spec, arguments.cache
    if spec.op != "paged_attention" or spec.features not in ((), ("custom_scale",)):
        raise ValueError("the baseline decodes only, and has no options")
    if spec.kv_dtype != spec.query_dtype or spec.query_dtype not in ("fp16", "bf16") or spec.layout != "5d":
        raise ValueError("the baseline reads a 16-bit cache of layout 5d in the query's type")
    if cache.block_size not in (8, 16, 32) or spec.head_size % 8:
        raise ValueError("the baseline has pages of 8, 16 or 32 and heads of a multiple of 8")
    if cache.key.stride(0) != cache.value.stride(0):
        raise ValueError("the baseline has one stride of pages for keys and values")
    query, output, tables = arguments.query, arguments.output, arguments.block_tables
    sequences, heads = query.shape[:2]
    longest = max(arguments.max_context_length, 1)
    partition = PARTITION if version == 2 else 0
    parts = -(-longest // PARTITION) if partition else 1
    device = query.device.index or 0
    attend, reduce = _functions(
        spec.head_size, cache.block_size, spec.gqa, spec.query_dtype == "bf16", partition, device
    )
    rows = sequences * heads * parts
    partial = torch.empty(rows * spec.head_size, dtype=query.dtype, device=query.device)
    statistics = torch.empty(2, rows, dtype=torch.float32, device=query.device)
    pages = -(-(partition or longest) // cache.block_size)
    # The scores, or the sums of half of the warps afterwards.
    shared = 4 * max(pages * cache.block_size, 2 * spec.head_size)
    values: list[Any] = [ctypes.c_uint64(tensor.data_ptr()) for tensor in (
        query, cache.key, cache.value, tables, arguments.context_lengths, output, partial, *statistics)]  # fmt: skip
    values += [ctypes.c_float(arguments.scale), *(ctypes.c_int32(stride) for stride in (
        *query.stride()[:2], *output.stride()[:2], tables.stride(0))),
        ctypes.c_int64(cache.key.stride(0)), ctypes.c_int64(cache.key.stride(1))]  # fmt: skip
    joined: list[Any] = [ctypes.c_uint64(tensor.data_ptr()) for tensor in (
        output, partial, *statistics, arguments.context_lengths)]  # fmt: skip
    joined += [ctypes.c_int32(parts), *(ctypes.c_int32(stride) for stride in output.stride()[:2])]
    keep = (arguments, partial, statistics)

    def launch(function: Any, grid: tuple[int, int, int], size: int, given: list[Any]) -> None:
        pointers = (ctypes.c_void_p * len(given))(*(ctypes.addressof(value) for value in given))
        stream = ctypes.c_void_p(torch.cuda.current_stream(device).cuda_stream)
        _call("cuLaunchKernel", function, *grid, _THREADS, 1, 1, size, stream, pointers, None)

    def call() -> None:
        assert keep
        launch(attend, (heads, sequences, parts), shared, values)
        if partition:
            launch(reduce, (heads, sequences, 1), 4 * parts, joined)

    return call
