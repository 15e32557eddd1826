"""What the bundled HIP kernels cost, with no GPU: resources of each target as compiled, decodes of gfx942 as emulated.

    python -m rocm_kernels.benchmarks.rocm_kernels [--json FILE] [--markdown FILE] [--peers]

Nothing here is a time. Instructions are wave instructions (one for 64 lanes). Bytes are those that the kernels ask memory for,
every access of every lane and wave counted as if there were no cache, their own arguments and partial results among them;
what a decode cannot do without (``Unique``) is counted once.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import struct
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import torch

from rocm_kernels.backends.rocm import specialisation
from rocm_kernels.backends.rocm.build import resources
from rocm_kernels.backends.rocm.kernel_arguments import Value
from rocm_kernels.backends.rocm.launcher import EmulatedLauncher, Grid
from rocm_kernels.backends.rocm.paged_attention import paged_attention
from rocm_kernels.benchmarks.gpu_requests import Problem, make_request
from rocm_kernels.dtypes import DATA_TYPES
from rocm_kernels.files import write_atomically
from rocm_kernels.host_memory import memory_of
from rocm_kernels.spec import AttentionSpec
from rocm_kernels.targets import TARGETS

TARGET = "gfx942"
BATCH = 8
HEAD_SIZE = 128
BLOCK = 16
# Vector registers of one SIMD for one wave of the target's size, the step in which they are handed out, and most waves.
REGISTERS = {
    "gfx90a": (512, 8, 8), "gfx942": (512, 8, 8), "gfx950": (512, 8, 8), "gfx1100": (1536, 24, 16), "gfx1201": (1536, 24, 16),
}  # fmt: skip
SIMDS = 4  # that share the LDS of a workgroup


@dataclass(frozen=True)
class Resources:
    """What one kernel needs on one target, as the compiler states it; ``occupancy`` is waves on a SIMD."""

    target: str
    kernel: str
    vector_registers: int
    scalar_registers: int
    lds_bytes: int
    spills: int
    scratch_bytes: int
    occupancy: int


@dataclass(frozen=True)
class Unique:
    """Bytes that a decode cannot do without, each once.

    Attributes:
        cache: keys and values of all tokens.
        read: those, the queries, the block tables' entries in use, and the context lengths.
        written: the output.
    """

    cache: int
    read: int
    written: int


@dataclass(frozen=True)
class Cost:
    """What one decode did in the emulator; kernels of a decode and its merge are counted together."""

    case: str
    implementation: str
    grid: tuple[int, int, int]
    waves: int
    instructions: int
    matrix_instructions: int
    vector_instructions: int
    cache_bytes: int
    bytes_read: int
    bytes_written: int
    read_over_unique: float
    total_over_unique: float
    lds_conflict_cycles: int | None


def _spec(target: str, query_heads: int, kv_heads: int, kv_dtype: str, **changes: Any) -> AttentionSpec:
    spec = AttentionSpec(
        "paged_attention", f"emulated:{target}", target, "bf16", kv_dtype, query_heads, kv_heads, HEAD_SIZE, BLOCK, "5d"
    )
    return replace(spec, **changes)


def resource_table(targets: Iterable[str] = tuple(TARGETS)) -> Iterator[Resources]:
    """Compile the kernels that the table shows; raises ImplementationFailure where there is no compiler."""
    for target in targets:
        kv_dtypes = ["bf16", "int8"] + ([TARGETS[target].fp8_dtype] if TARGETS[target].fp8_dtype else [])
        specs = [_spec(target, 8, 1, kv, layout=layout) for kv in kv_dtypes if kv for layout in ("5d", "nhd")]
        specs += [_spec(target, 71, 1, "bf16", head_size=64), _spec(target, 8, 1, "bf16", head_size=256)]
        kernels = [specialisation.decode(spec, target) for spec in specs]
        kernels += [specialisation.merge(specs[0]), specialisation.reshape_and_cache(specs[0])]
        for kernel in kernels:
            found = resources(kernel, target)
            yield Resources(
                target,
                kernel.kernel,
                found.vgpr_count,
                found.sgpr_count,
                found.lds_bytes,
                found.vgpr_spill_count + found.sgpr_spill_count,
                found.scratch_bytes,
                occupancy(target, found.vgpr_count, found.lds_bytes, kernel.waves),
            )


def occupancy(target: str, registers: int, lds_bytes: int, waves: int) -> int:
    """Waves that one SIMD can hold at a time, limited by vector registers and LDS."""
    most, step, limit = REGISTERS[target]
    by_registers = most // max(step, -(-registers // step) * step)
    by_lds = TARGETS[target].lds_bytes // lds_bytes * waves // SIMDS if lds_bytes else limit
    return max(0, min(by_registers, by_lds, limit))


class _Recording:
    """A launcher that keeps what the emulator says of each launch."""

    def __init__(self, inner: EmulatedLauncher) -> None:
        self.inner, self.target, self.compute_units = inner, inner.target, inner.compute_units
        self.results: list[Any] = []

    def launch(self, kernel: specialisation.Specialisation, grid: Grid, values: Mapping[str, Value]) -> None:
        self.inner.launch(kernel, grid, values)
        self.results.append(self.inner.last)


def _request(query_heads: int, kv_heads: int, kv_dtype: str, length: int, layout: str, scales: str) -> Any:
    problem = Problem(
        (length,) * BATCH, query_heads, kv_heads, HEAD_SIZE, BLOCK, "bf16", kv_dtype, layout, scales, log_sum_exp=False,
        poison=False, wider_table=0,
    )  # fmt: skip
    arguments = make_request(problem, 0, "cpu", f"emulated:{TARGET}").arguments
    return replace(arguments, spec=replace(arguments.spec, target=TARGET))


def unique_bytes(query_heads: int, kv_heads: int, kv_dtype: str, length: int) -> Unique:
    """Bytes of a decode of ``BATCH`` sequences of ``length`` tokens, a multiple of the block."""
    cache = BATCH * length * kv_heads * HEAD_SIZE * 2 * DATA_TYPES[kv_dtype].itemsize
    rows = BATCH * query_heads * HEAD_SIZE * DATA_TYPES["bf16"].itemsize
    return Unique(cache, cache + rows + BATCH * 4 * (length // BLOCK + 1), rows)


def _cost(case: str, name: str, results: Sequence[Any], unique: Unique) -> Cost:
    own = [t for result in results for t in result.traffic if not t.name.startswith(("code object", "dispatch packet"))]
    read, written = sum(t.read for t in own), sum(t.written for t in own)
    classes: dict[str, int] = {}
    for result in results:
        for word, count in result.classes.items():
            classes[word] = classes.get(word, 0) + count
    instructions = sum(result.instructions for result in results)
    conflicts = sum(sum(result.bank_conflicts.values()) for result in results) if results[0].checked else None
    return Cost(
        case, name, results[0].grid, results[0].waves // results[0].workgroups, instructions, classes.get("matrix", 0),
        classes.get("vector", 0), unique.cache, read, written, read / unique.read,
        (read + written) / (unique.read + unique.written), conflicts,
    )  # fmt: skip


def decode_costs(peers: bool = False) -> Iterator[Cost]:
    """Run the decodes of the table in the emulator; with ``peers`` also AITER's, where its package is installed."""
    emulated = EmulatedLauncher(TARGET)
    emulated.checked = True
    for query_heads, kv_heads in ((64, 8), (8, 1)):
        for kv_dtype in ("bf16", "fp8_e4m3fnuz"):
            for length in (1024, 4096):
                case = f"B{BATCH} {query_heads}x{kv_heads} head {HEAD_SIZE} length {length} {kv_dtype}"
                unique = unique_bytes(query_heads, kv_heads, kv_dtype, length)
                on = _Recording(emulated)
                paged_attention(_request(query_heads, kv_heads, kv_dtype, length, "5d", "none"), on)
                yield _cost(case, "rocm", on.results, unique)
                if peers:
                    scales = "none" if kv_dtype == "bf16" else "per_token"
                    request = _request(query_heads, kv_heads, kv_dtype, length, "asm", scales)
                    result = _aiter_asm(request, query_heads, kv_heads, kv_dtype)
                    if result is not None:
                        yield _cost(case, "aiter asm", [result], unique)
                    if kv_dtype == "bf16":
                        request = _request(query_heads, kv_heads, kv_dtype, length, "hnd", "none")
                        results = _aiter_triton(request, length)
                        if results:
                            yield _cost(case, "aiter triton", results, unique)


_ASM_FILES = {"bf16": "pa_bf16_noquant_gqa8_1tg_4w.co", "fp8_e4m3fnuz": "pa_bf16_pertokenFp8_gqa8_2tg_4w.co"}
_LOG2_E = 1.4426950408889634


def _package(name: str) -> Path | None:
    found = importlib.util.find_spec(name)
    return Path(next(iter(found.submodule_search_locations))) if found and found.submodule_search_locations else None


def _aiter_asm(arguments: Any, query_heads: int, kv_heads: int, kv_dtype: str) -> Any:
    """Launch the package's hand-written decode kernel; None where the package is not there."""
    from gfx_emulator import Device

    folder = _package("aiter_meta")
    if folder is None:
        return None
    cache, query = arguments.cache, arguments.query
    itemsize = cache.key.element_size()
    buffers = {
        "output": arguments.output, "query": query, "key_cache": cache.key, "value_cache": cache.value,
        "block_tables": arguments.block_tables, "context_lengths": arguments.context_lengths,
        "key_scale": cache.key_scale, "value_scale": cache.value_scale,
    }  # fmt: skip
    # Arguments in 16-byte slots: pointers, the scale times log2(e), strides in bytes, heads a kv head, row starts.
    packed = b"".join(struct.pack("<Q8x", 0 if t is None else t.data_ptr()) for t in buffers.values())
    packed += struct.pack("<f12x", arguments.scale * _LOG2_E)
    strides = (query.stride(0) * 2, cache.key.stride(0) * itemsize, cache.key.stride(1) * itemsize)
    for number in (arguments.block_tables.stride(0), kv_heads, *strides, query_heads // kv_heads, 0, 0):
        packed += struct.pack("<I12x", number)
    module = Device(TARGET, check=True).load(folder / "hsa" / TARGET / "pa" / _ASM_FILES[kv_dtype])
    memory = {name: memory_of(tensor) for name, tensor in buffers.items() if tensor is not None}
    return module.kernel(module.kernel_names[0]).launch((kv_heads, BATCH, 1), (256, 1, 1), packed, buffers=memory)


_PARTITION = 256  # tokens of a part in AITER's Triton decode


def _aiter_triton(arguments: Any, length: int) -> list[Any]:
    """Compile and launch the package's Triton decode (two kernels); empty where it is not there."""
    folder = _package("aiter_meta")
    source = folder.parent / "aiter/ops/triton/_triton_kernels/pa_decode.py" if folder else None
    if source is None or not source.is_file():
        return []
    import triton.language as tl

    from gfx_emulator import Device
    from gfx_emulator.compile import compile_triton

    spec = importlib.util.spec_from_file_location("aiter_pa_decode", source)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)

    query, key, value = arguments.query, arguments.cache.key, arguments.cache.value
    kv_heads, group = key.shape[1], query.shape[1] // key.shape[1]
    parts = -(-length // _PARTITION)
    shape = (BATCH, kv_heads, parts, group)
    sums, logits = torch.empty(shape), torch.empty(shape)
    partial = torch.empty(*shape, HEAD_SIZE, dtype=query.dtype)
    sizes = {"HEAD_SZ": HEAD_SIZE, "HEAD_SZ_POW2": HEAD_SIZE, "QUERY_GRP_SZ": group, "QUERY_GRP_SZ_POW2": 16}
    launches = (
        (
            module._paged_attn_decode_v2_w_dot_kernel,
            (BATCH, kv_heads, parts),
            [sums, logits, partial, query, key, value, arguments.block_tables, arguments.context_lengths,
             arguments.scale, 1.0, 1.0, None, *sums.stride()[:3], *partial.stride()[:4], *query.stride()[:2],
             *key.stride()[:3], arguments.block_tables.stride(0)],
            sizes | {"compute_type": tl.bfloat16, "KV_BLK_SZ": BLOCK, "KV_BLK_SZ_POW2": BLOCK, "SEQ_PARTITION_SZ": _PARTITION},
        ),
        (
            module._paged_attn_decode_v2_w_dot_reduce_kernel,
            (BATCH, kv_heads, 1),
            [arguments.output, sums, logits, partial, arguments.context_lengths, *arguments.output.stride()[:2],
             *sums.stride()[:3], *partial.stride()[:4]],
            sizes | {"SEQ_PARTITION_SZ": _PARTITION, "MAX_NUM_SEQ_PARTITIONS": parts, "MAX_NUM_SEQ_PARTITIONS_POW2": parts},
        ),
    )  # fmt: skip
    types = {torch.float32: "*fp32", torch.bfloat16: "*bf16", torch.int32: "*i32"}
    results = []
    for function, grid, values, constants in launches:
        names = [name for name in function.arg_names if name not in constants]
        signature, divisible, runtime = {}, [], []
        for name, given in zip(names, values, strict=True):
            if given is None:
                constants[name] = None
                continue
            if isinstance(given, torch.Tensor):
                signature[name] = types[given.dtype]
                divisible.append(name)
            elif isinstance(given, float):
                signature[name] = "fp32"
            elif given == 1:
                constants[name] = 1  # as Triton's own launcher does
                continue
            else:
                signature[name] = "i32"
                if given % 16 == 0:
                    divisible.append(name)
            runtime.append(given)
        compiled = compile_triton(
            function, signature, TARGET, constants=constants, divisible_by_16=tuple(divisible), num_warps=4
        )
        kernel = Device(TARGET, check=True).load(compiled.code).kernel(compiled.manifest.details["name"])
        hidden = len([a for a in kernel.info.arguments if not a.hidden]) - len(runtime)
        results.append(
            kernel.launch(
                grid,
                (64 * compiled.manifest.details["num_warps"], 1, 1),
                [*runtime, *[0] * hidden],
                dynamic_lds=0 if kernel.info.group_segment_size else compiled.manifest.details["shared"],
            )
        )
    return results


def markdown(found: Sequence[Resources], costs: Sequence[Cost]) -> str:
    """Both tables as Markdown."""
    lines = [
        "Resources (evidence: compiled)",
        "",
        "| target | kernel | VGPRs | SGPRs | LDS bytes | waves a SIMD | spilled registers | scratch bytes |",
        "| --- | --- | --- | --- | --- | --- | --- | --- |",
    ]
    lines += [
        f"| {r.target} | {r.kernel} | {r.vector_registers} | {r.scalar_registers} | {r.lds_bytes} | {r.occupancy} "
        f"| {r.spills} | {r.scratch_bytes} |"
        for r in found
    ]
    own = {c.case: c.instructions for c in costs if c.implementation == "rocm"}
    lines += [
        "",
        f"Decodes (evidence: emulated, {TARGET}; the merge is counted with the decode)",
        "",
        "| case | implementation | workgroups | waves each | wave instructions | an instruction of ours | instructions a KB "
        "of cache | vector a KB | matrix a KB | read / unique | (read + written) / unique | LDS conflict cycles |",
        "| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |",
    ]
    lines += [
        f"| {c.case} | {c.implementation} | {c.grid} | {c.waves} | {c.instructions:,} "
        f"| {c.instructions / own[c.case]:.2f} | {1024 * c.instructions / c.cache_bytes:.2f} "
        f"| {1024 * c.vector_instructions / c.cache_bytes:.2f} | {1024 * c.matrix_instructions / c.cache_bytes:.2f} "
        f"| {c.read_over_unique:.4f} | {c.total_over_unique:.4f} | {c.lds_conflict_cycles} |"
        for c in costs
    ]
    return "\n".join(lines) + "\n"


def main(arguments: Sequence[str] | None = None) -> int:
    """Print both tables, and write them where asked to."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--peers", action="store_true", help="also run the decode kernels of the amd-aiter package")
    parser.add_argument("--json", type=Path, help="write the numbers here")
    parser.add_argument("--markdown", type=Path, help="write the tables here")
    options = parser.parse_args(arguments)
    found = list(resource_table())
    costs = list(decode_costs(options.peers))
    text = markdown(found, costs)
    print(text, end="")
    if options.markdown:
        write_atomically(options.markdown, text)
    if options.json:
        numbers = {"resources": [asdict(r) for r in found], "decodes": [asdict(c) for c in costs]}
        write_atomically(options.json, json.dumps(numbers, indent=1) + "\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
