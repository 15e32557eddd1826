"""AITER's Triton decode kernels as implementations of paged_attention, for a demonstration on an emulated gfx942.

AITER's own host code is called; what it would launch is compiled for the target and run in the emulator. Nothing dispatches to
these by itself: vLLM has AITER's Triton attention off unless it is asked for, and on a GPU they are reached by other functions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import torch

from rocm_kernels import registry
from rocm_kernels.arguments import DecodeArguments
from rocm_kernels.backends.aiter import package
from rocm_kernels.implementation import Implementation
from rocm_kernels.spec import AttentionSpec
from rocm_kernels.support import Reason, Support


@dataclass(frozen=True)
class Decoder:
    """One of AITER's host functions for decoding.

    Attributes:
        module, function: of ``aiter.ops.triton``.
        layout: of the cache that it reads.
        call: (function, arguments) runs it.
        known_wrong: gives the reason against a request for which the survey (``<target>.triton.toml``) found it wrong.
    """

    module: str
    function: str
    layout: str
    call: Callable[[Callable[..., object], DecodeArguments], object]
    known_wrong: Callable[[AttentionSpec], str | None]


def _pa_decode(function: Callable[..., object], arguments: DecodeArguments) -> object:
    import triton.language as language

    cache, one = arguments.cache, torch.ones(1)
    compute = {torch.bfloat16: language.bfloat16, torch.float16: language.float16}[arguments.query.dtype]
    return function(
        arguments.output, arguments.query, cache.key, cache.value, arguments.context_lengths, arguments.block_tables,
        arguments.scale, arguments.max_context_length, compute, one, one,
    )  # fmt: skip


def _unified_attention(function: Callable[..., object], arguments: DecodeArguments) -> object:
    sequences = arguments.query.shape[0]
    return function(
        q=arguments.query,
        k=arguments.cache.key,
        v=arguments.cache.value,
        out=arguments.output,
        cu_seqlens_q=torch.arange(sequences + 1, dtype=torch.int32),
        max_seqlen_q=1,
        seqused_k=arguments.context_lengths,
        max_seqlen_k=arguments.max_context_length,
        softmax_scale=arguments.scale,
        causal=True,
        window_size=(-1, -1),
        block_table=arguments.block_tables,
        softcap=0,
        q_descale=None,
        k_descale=None,
        v_descale=None,
    )


def _offsets(spec: AttentionSpec) -> str | None:
    return "known wrong: reads elsewhere in caches over 4 GiB" if spec.cache_class > 2**32 else None


def _unused_slots(spec: AttentionSpec) -> str | None:
    if spec.finite_cache:
        return None
    return "known wrong: NaN in a slot behind a sequence's end spreads; promise finite_cache=True"


DECODERS: Mapping[str, Decoder] = {
    "pa_decode": Decoder("pa_decode", "paged_attention_decode", "hnd", _pa_decode, _offsets),
    "unified": Decoder("unified_attention", "unified_attention", "nhd", _unified_attention, _unused_slots),
}


def _reasons(device: str) -> tuple[Reason, ...]:
    if package.installed():
        return ()
    return (Reason("not_installed", f"{package.DISTRIBUTION} is not installed (pip install --no-deps)"),)


def _runner(decoder: Decoder) -> Callable[[], Callable[[DecodeArguments], None]]:
    def load() -> Callable[[DecodeArguments], None]:
        from rocm_kernels.backends.aiter.survey.triton_kernels import host_module

        function = getattr(host_module(decoder.module), decoder.function)

        def run(arguments: DecodeArguments) -> None:
            decoder.call(function, arguments)
            # Contexts of length 0 give zeros; these kernels know no such thing.
            arguments.output.masked_fill_((arguments.context_lengths == 0).view(-1, 1, 1), 0)

        return run

    return load


def _named(decoder: Decoder) -> Callable[[AttentionSpec], str]:
    return lambda spec: f"aiter.ops.triton.{decoder.module}.{decoder.function}"


def implementation(name: str) -> Implementation:
    """One of DECODERS as an implementation."""
    decoder = DECODERS[name]
    support = Support(
        devices=frozenset({"emulated"}),
        targets=frozenset({"gfx942"}),
        query_dtypes=frozenset({"bf16", "fp16"}),
        kv_dtypes=frozenset({"bf16", "fp16"}),
        head_sizes=frozenset({64, 128}),
        block_sizes=frozenset({16, 32, 64}),
        gqa=(2, 16),
        layouts=frozenset({decoder.layout}),
        features=frozenset({"custom_scale"}),
        kv_scales=frozenset({"none"}),
        extra={"known_wrong": decoder.known_wrong},
    )
    return Implementation(
        f"aiter.paged_attention.triton_{name}",
        "aiter",
        "paged_attention",
        support,
        _reasons,
        _runner(decoder),
        _named(decoder),
    )


@contextmanager
def offered(name: str) -> Iterator[None]:
    """Have one of DECODERS stand behind AITER's other kernels inside the block, in every thread."""
    entries: list[Any] = [entry for op in registry.ops() for entry in registry.implementations(op)]
    with registry.only(*entries, implementation(name)):
        yield
