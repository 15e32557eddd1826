"""The seed's "without": the algorithm of the first paged-attention kernels as an implementation, for a benchmark alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import torch

from rocm_kernels import launches, registry
from rocm_kernels.arguments import DecodeArguments
from rocm_kernels.backends.triton.original import PARTITION
from rocm_kernels.backends.triton.original import original_attention as in_triton
from rocm_kernels.benchmarks.gpu_original import original_attention as on_nvidia
from rocm_kernels.implementation import Implementation
from rocm_kernels.spec import AttentionSpec
from rocm_kernels.support import Support
from rocm_kernels.targets import TARGETS

# The registry has no backend of benchmarks; nothing else is in it under this name.
NAME = "triton.paged_attention.original"
# Up to this length v1 was taken where its workgroups fill the device or a second part would be empty.
MOST_FOR_V1 = 8192
FULL = 512


def version_for(sequences: int, query_heads: int, longest: int) -> int:
    """Which of the two kernels the first releases launched."""
    one_part = longest <= PARTITION
    return 1 if longest <= MOST_FOR_V1 and (one_part or sequences * query_heads > FULL) else 2


def run(arguments: DecodeArguments) -> None:
    """Launch v1 or v2: CUDA on an NVIDIA GPU, else in Triton."""
    sequences, heads = arguments.query.shape[:2]
    version = version_for(sequences, heads, arguments.max_context_length)
    device = arguments.query.device
    launches.note(f"original_v{version}")
    if device.type == "cuda" and torch.version.hip is None:
        on_nvidia(arguments, version)()
    else:
        in_triton(arguments, version, interpreted=device.type == "cpu")


def _kernel(spec: AttentionSpec) -> str:
    return "original"


def _load() -> Callable[[DecodeArguments], None]:
    return run


BASELINE = Implementation(
    name=NAME,
    backend="triton",
    op="paged_attention",
    support=Support(
        devices=frozenset({"cuda", "rocm", "cpu"}),
        targets=frozenset(TARGETS),
        query_dtypes=frozenset({"bf16", "fp16"}),
        kv_dtypes=frozenset({"bf16", "fp16"}),
        block_sizes=frozenset({8, 16, 32}),
        head_size_multiple=8,
        layouts=frozenset({"5d"}),
        features=frozenset({"custom_scale"}),
        kv_scales=frozenset({"none"}),
        gqa=(1, 128),
    ),
    available=lambda device: (),
    load=_load,
    kernel_for=_kernel,
)


@contextmanager
def only_the_baseline() -> Iterator[None]:
    """Have nothing else serve decode attention inside the block."""
    others = [entry for op in registry.ops() if op != "paged_attention" for entry in registry.implementations(op)]
    with registry.only(BASELINE, *others):
        yield
