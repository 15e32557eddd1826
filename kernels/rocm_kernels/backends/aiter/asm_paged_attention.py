"""Calls ``pa_fwd_asm`` of the AITER package."""

from __future__ import annotations

from collections.abc import Callable

import torch

from rocm_kernels import devices, launches
from rocm_kernels.arguments import DecodeArguments
from rocm_kernels.backends.aiter import package
from rocm_kernels.backends.aiter.kernels import SIGNATURES
from rocm_kernels.errors import ImplementationFailure

FUNCTION = "pa_fwd_asm"
# AITER's default. Of the three precisions of its fp8 kernels, the one that this asks for is not specified: with at most 8
# query heads a key/value head its host takes the first row that fits in the order of a hash map.
HIGH_PRECISION = 1


def load() -> Callable[[DecodeArguments], None]:
    """Import AITER and check the function.

    Raises:
        ImplementationFailure: it cannot be imported, has no such function, or its parameters are not the expected ones.
    """
    module = package.load()
    function = package.function(module, FUNCTION, SIGNATURES[FUNCTION])
    kernel = f"{package.label(module)}.{FUNCTION}"
    fake = package.label(module) != package.PACKAGE

    def run(arguments: DecodeArguments) -> None:
        _guard(arguments, fake)
        cache = arguments.cache
        output = arguments.output
        launches.note(kernel)
        result = function(
            Q=arguments.query,
            K=cache.key,
            V=cache.value,
            block_tables=arguments.block_tables,
            context_lens=arguments.context_lengths,
            block_tables_stride0=arguments.block_tables.stride(0),
            max_qlen=1,
            K_QScale=cache.key_scale,
            V_QScale=cache.value_scale,
            out_=output,
            qo_indptr=None,
            high_precision=HIGH_PRECISION,
            kernelName=None,
        )
        if isinstance(result, torch.Tensor) and result.data_ptr() != output.data_ptr():
            raise ImplementationFailure("output_elsewhere", f"{kernel} did not write into the output it was given")
        # Contexts of length 0 give zeros; the kernel knows no such thing. Neither step waits for the device.
        output.masked_fill_((arguments.context_lengths == 0).view(-1, 1, 1), 0)

    return run


def _guard(arguments: DecodeArguments, fake: bool) -> None:
    """Keep machine code from host memory and a stand-in package from real devices."""
    on_gpu = arguments.query.device.type == "cuda"
    chosen = devices.chosen()
    stubbed = chosen is not None and chosen.stubbed
    if fake and (on_gpu or not stubbed):
        raise ImplementationFailure(
            "fake_package", "the aiter that is installed marks itself as a fake: for stubbed devices only"
        )
    if not fake and not on_gpu:
        raise ImplementationFailure(
            "not_on_gpu", f"AITER's kernels need tensors on a GPU, not on {arguments.query.device}"
        )
