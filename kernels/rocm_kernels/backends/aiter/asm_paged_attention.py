"""Serves decode requests with AITER's asm kernels: through its package on a ROCm GPU, in the emulator on ``emulated:<target>``.

Both ways launch the code object that the decision was made on. The host is told its name, so that it looks nothing up.
"""

from __future__ import annotations

from collections.abc import Callable

import torch

from rocm_kernels import devices, launches
from rocm_kernels.arguments import DecodeArguments
from rocm_kernels.backends.aiter import emulated, package
from rocm_kernels.backends.aiter.asm_arguments import host_values
from rocm_kernels.backends.aiter.asm_support import AsmSupport
from rocm_kernels.backends.aiter.code_objects import CodeObject
from rocm_kernels.backends.aiter.contract import SIGNATURES
from rocm_kernels.backends.aiter.selection import HIGH_PRECISION
from rocm_kernels.errors import ImplementationFailure
from rocm_kernels.spec import AttentionSpec
from rocm_kernels.support import Reason

FUNCTION = "pa_fwd_asm"
Run = Callable[[DecodeArguments], None]


def load(support: AsmSupport) -> Run:
    """Give the function that serves requests of a table.

    Where the device is no emulated one, AITER is imported and its function checked at once.

    Raises:
        ImplementationFailure: it cannot be imported, has no such function, or its parameters are not the expected ones.
    """
    chosen = devices.chosen()
    on_gpu = None if chosen is not None and chosen.kind == "emulated" else load_package()

    found: dict[AttentionSpec, CodeObject] = {}

    def run(arguments: DecodeArguments) -> None:
        nonlocal on_gpu
        code_object = found.get(arguments.spec)
        if code_object is None:
            code_object = found[arguments.spec] = _whole(support.code_object(arguments.spec))
        if arguments.spec.device.startswith("emulated:"):
            run_emulated(code_object, arguments)
        else:
            on_gpu = on_gpu or load_package()
            on_gpu(code_object, arguments)
        # Contexts of length 0 give zeros; the kernel knows no such thing. Neither step waits for the device.
        arguments.output.masked_fill_((arguments.context_lengths == 0).view(-1, 1, 1), 0)

    return run


def _whole(found: CodeObject | Reason) -> CodeObject:
    if isinstance(found, Reason):
        raise ImplementationFailure(found.code, found.message)
    return found


def run_emulated(code_object: CodeObject, arguments: DecodeArguments) -> None:
    """Launch a code object in the emulator on the tensors of a request."""
    cache = arguments.cache
    values = host_values(
        arguments.query,
        cache.key,
        cache.value,
        arguments.block_tables,
        arguments.context_lengths,
        arguments.output,
        cache.key_scale,
        cache.value_scale,
    )
    emulated.launch(code_object, values, cache.key.shape[1], arguments.query.shape[0])


def load_package() -> Callable[[CodeObject, DecodeArguments], None]:
    """Import AITER and check its function; gives what calls it.

    Raises:
        ImplementationFailure: as ``load``.
    """
    module = package.load()
    function = package.function(module, FUNCTION, SIGNATURES[FUNCTION])
    fake = package.label(module) != package.PACKAGE

    def run(code_object: CodeObject, arguments: DecodeArguments) -> None:
        _guard(arguments, fake)
        cache = arguments.cache
        output = arguments.output
        launches.note(f"{package.label(module)}.{FUNCTION}" if fake else code_object.symbol)
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
            kernelName=code_object.symbol,
        )
        if isinstance(result, torch.Tensor) and result.data_ptr() != output.data_ptr():
            raise ImplementationFailure("output_elsewhere", f"{FUNCTION} did not write into the output it was given")

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
