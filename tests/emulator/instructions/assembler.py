"""Assembles and links text for gfx942 with clang from ziglang, keeping the code objects in a cache folder."""

from __future__ import annotations

import hashlib
import importlib.metadata
import os
import pathlib
import subprocess
import sys
import tempfile


def cache_folder() -> pathlib.Path:
    """Where code objects are kept between runs."""
    base = os.environ.get("XDG_CACHE_HOME") or str(pathlib.Path.home() / ".cache")
    folder = pathlib.Path(base) / "gfx_emulator_tests"
    folder.mkdir(parents=True, exist_ok=True)
    return folder


class AssemblerError(RuntimeError):
    """The assembler refused the text; the message holds its own words."""


def run_tool(arguments: list[str]) -> None:
    """Runs one tool of ziglang, raising AssemblerError with its output on failure."""
    done = subprocess.run([sys.executable, "-m", "ziglang", *arguments], capture_output=True, text=True, check=False)
    if done.returncode:
        raise AssemblerError(done.stderr)


def assemble(source: str, target: str = "gfx942") -> bytes:
    """Code object for assembly text."""
    version = importlib.metadata.version("ziglang")
    key = hashlib.sha256(f"{version} {target}\n{source}".encode()).hexdigest()[:32]
    stored = cache_folder() / f"{key}.co"
    if stored.exists():
        return stored.read_bytes()
    with tempfile.TemporaryDirectory() as scratch:
        stem = pathlib.Path(scratch) / "kernels"
        stem.with_suffix(".s").write_text(source)
        options = ["-target", "amdgcn-amd-amdhsa", f"-mcpu={target}"]
        run_tool(["clang", *options, "-c", f"{stem}.s", "-o", f"{stem}.o"])
        run_tool(["ld.lld", "-shared", f"{stem}.o", "-o", f"{stem}.co"])
        data = stem.with_suffix(".co").read_bytes()
    partial = stored.with_suffix(f".{os.getpid()}")
    partial.write_bytes(data)
    partial.replace(stored)
    return data


def kernel_text(
    name: str, body: list[str], *, vectors: int, accumulators: int, mode: dict[str, int], lds: int = 0
) -> str:
    """One kernel: code, descriptor directives. It takes two pointers and the workgroup number in s2."""
    offset = (vectors + 3) // 4 * 4
    settings = {
        "user_sgpr_kernarg_segment_ptr": 1,
        "system_sgpr_workgroup_id_x": 1,
        "next_free_vgpr": offset + max(accumulators, 0),
        "accum_offset": offset,
        "next_free_sgpr": 96,
        "kernarg_size": 16,
        "group_segment_fixed_size": lds,
        **mode,
    }
    lines = [f".globl {name}", f".type {name},@function", ".p2align 8", f"{name}:", *("  " + line for line in body)]
    lines += [f".size {name}, . - {name}", ".rodata", ".p2align 6", f".amdhsa_kernel {name}"]
    lines += [f"  .amdhsa_{key} {value}" for key, value in settings.items()]
    lines += [".end_amdhsa_kernel", ".text"]
    return "\n".join(lines)


def metadata(kernels: list[tuple[str, int, int, int]]) -> str:
    """The metadata note for kernels given as (name, vector registers, accumulators, LDS bytes)."""
    lines = [".amdgpu_metadata", "---", "amdhsa.version: [1, 2]", "amdhsa.target: amdgcn-amd-amdhsa--gfx942"]
    lines.append("amdhsa.kernels:")
    for name, vectors, accumulators, lds in kernels:
        lines += [
            f"  - .name: {name}",
            f"    .symbol: {name}.kd",
            "    .kernarg_segment_size: 16",
            "    .kernarg_segment_align: 8",
            f"    .group_segment_fixed_size: {lds}",
            "    .private_segment_fixed_size: 0",
            "    .wavefront_size: 64",
            "    .sgpr_count: 96",
            f"    .vgpr_count: {vectors}",
            f"    .agpr_count: {accumulators}",
            "    .max_flat_workgroup_size: 256",
            "    .args:",
            "      - {.name: input, .address_space: global, .offset: 0, .size: 8, .value_kind: global_buffer}",
            "      - {.name: output, .address_space: global, .offset: 8, .size: 8, .value_kind: global_buffer}",
        ]
    return "\n".join([*lines, "...", ".end_amdgpu_metadata", ""])


def program(kernels: list[tuple[str, str, int, int, int]]) -> str:
    """Assembly for kernels given as (name, text of kernel_text, vectors, accumulators, LDS bytes)."""
    head = ['.amdgcn_target "amdgcn-amd-amdhsa--gfx942"', ".amdhsa_code_object_version 5", ".text"]
    texts = [text for _, text, _, _, _ in kernels]
    return "\n".join([*head, *texts, metadata([(n, v, a, lds) for n, _, v, a, lds in kernels])])
