"""Launches the prefill kernels for NVIDIA's sm_90."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import torch

from rocm_kernels import launches
from rocm_kernels.arguments import PrefillArguments
from rocm_kernels.backends.triton.configurations import HOPPER_PREFILL, HopperPrefillConfiguration
from rocm_kernels.backends.triton.launching import Launch
from rocm_kernels.backends.triton.prefill_choice import boxes_are_there
from rocm_kernels.backends.triton.problem import bytes_view, cache_strides, power_of_two_above
from rocm_kernels.backends.triton.source_modules import kernels

_BLOCK_M = 128
# Query rows times the longest context from which boxes serve: a launch with them costs more of the host's time.
MUCH_WORK = 2**27
# Elements of a row of a box: 128 bytes, as wide as the tensor memory accelerator swizzles.
BOX_ELEMENTS = 64
# A thread that computes and one that loads boxes: they need hardly any addresses.
_BOX_REGISTERS = {"REGISTERS": 216, "FEW_REGISTERS": 72}
_MOST_CACHES = 4096


@dataclass(frozen=True)
class Matrix:
    """A cache tensor as a matrix of which every box of some tokens and 64 elements of one head is a part.

    Attributes:
        rows, columns: its shape.
        stride: elements from row to row; a row is a token.
        block_rows: rows from block to block.
        head_rows, head_columns: from head to head.
    """

    rows: int
    columns: int
    stride: int
    block_rows: int
    head_rows: int
    head_columns: int


def matrix_of(
    storage: torch.Tensor, token: int, head: int, block_size: int, heads: int, head_size: int
) -> Matrix | None:
    """See a cache tensor as a matrix, given its strides from token to token and from head to head; None where it is none."""
    block = storage.stride(0)
    apart = head >= token  # a row holds one head, or all of them
    if block % token or (apart and head % token) or (token * storage.element_size()) % 16:
        return None
    rows = (storage.shape[0] - 1) * (block // token) + block_size
    if apart:
        rows += (heads - 1) * (head // token)
    columns = head_size if apart else (heads - 1) * head + head_size
    if rows <= 0 or columns > token or rows >= 2**31:
        return None
    return Matrix(rows, columns, token, block // token, head // token if apart else 0, 0 if apart else head)


def boxes_of(arguments: PrefillArguments, block_n: int) -> tuple[Matrix, Matrix] | None:
    """Key and value cache as matrices, where a page's tokens are whole boxes; None where they are not."""
    spec, cache = arguments.spec, arguments.cache
    size = cache.block_size
    if size % 8 or (size & (size - 1) and size % block_n):
        return None
    strides = cache_strides(cache)
    found = [
        matrix_of(storage, strides[f"{prefix}_TOKEN"], strides[f"{prefix}_HEAD"], size, spec.kv_heads, spec.head_size)
        for prefix, storage in (("K", cache.key), ("V", cache.value))
    ]
    key, value = found
    return None if key is None or value is None else (key, value)


def much_work(arguments: PrefillArguments) -> bool:
    """Whether a request is so long that the launch does not count; depends on nothing that a plan is not made for."""
    tokens, sequences = arguments.query.shape[0], arguments.context_lengths.shape[0]
    rows = tokens * arguments.spec.query_heads
    return tokens >= 32 * sequences and rows * arguments.spec.length_class > MUCH_WORK


class Memory:
    """Stands for a tensor in a descriptor, which would keep the tensor's memory."""

    def __init__(self, address: int, dtype: torch.dtype) -> None:
        self.address, self.dtype = address, dtype

    def data_ptr(self) -> int:
        """Where it begins."""
        return self.address


def descriptor(base: torch.Tensor | Memory, matrix: Matrix, box: int) -> Any:
    """Triton's descriptor of boxes of ``box`` tokens and 64 elements."""
    from triton.experimental.gluon.language import NVMMASharedLayout
    from triton.experimental.gluon.nvidia.hopper import TensorDescriptor

    layout = NVMMASharedLayout(swizzle_byte_width=128, element_bitwidth=16, rank=2)
    return TensorDescriptor(base, [matrix.rows, matrix.columns], [matrix.stride, 1], [box, BOX_ELEMENTS], layout)


class BoxLaunch(Launch):
    """A launch that also hands over boxes of the cache, which hold its addresses.

    Triton's compiled kernel is launched: the driver gets descriptors as the launcher that Triton has compiled lays them out.

    Args:
        plain: launches the kernel without boxes, for tensors that are not at multiples of 16.
        matrices: key and value cache.
        box: tokens of a box.
        numbers, constants: as in Launch.
    """

    def __init__(
        self,
        plain: Launch,
        arguments: PrefillArguments,
        matrices: tuple[Matrix, Matrix],
        box: int,
        numbers: tuple[int | float, ...],
        constants: dict[str, Any],
    ) -> None:
        cache = arguments.cache
        kernel = kernels("prefill_boxes", interpreted=False).paged_prefill_hopper
        self._plain, self._matrices, self._box, self._dtype = plain, matrices, box, cache.key.dtype
        self._descriptors: dict[tuple[int, int], tuple[Any, Any]] = {}
        self._bound = numbers
        # Addresses do not matter to the compiler.
        described = self._described(16, 16)
        super().__init__(kernel, plain.grid, (*described, *numbers), constants, {"num_warps": 4})

    def __call__(self, tensors: tuple[torch.Tensor | None, ...], stream: int, capturing: bool = False) -> None:
        """Launch on a stream of the current device."""
        addresses = [None if tensor is None else tensor.data_ptr() for tensor in tensors]
        if any(address is not None and address & 15 for address in addresses):
            self._plain(tensors, stream, capturing)
            return
        launches.note(self.name)
        key, value = tensors[1], tensors[2]
        assert key is not None
        assert value is not None
        compiled = self._compiled
        if compiled is None:
            views = [None if tensor is None else bytes_view(tensor) for tensor in tensors]
            boxes = (descriptor(key, self._matrices[0], self._box), descriptor(value, self._matrices[1], self._box))
            self._compiled = self.kernel[self.grid](
                *views, *boxes, *self._bound, *self.constants.values(), **self.options
            )
            return
        compiled.run(
            *self.grid, 1, stream, compiled.function, compiled.packed_metadata, None, None, None,
            *addresses, *self._described(key.data_ptr(), value.data_ptr()), *self._bound, *self.constants.values(),
        )  # fmt: skip

    def _described(self, key: int, value: int) -> tuple[Any, Any]:
        """Descriptors of the caches at these addresses; kept, one pair a layer."""
        found = self._descriptors.get((key, value))
        if found is None:
            if len(self._descriptors) >= _MOST_CACHES:
                self._descriptors.clear()
            keys, values = self._matrices
            found = self._descriptors[key, value] = (
                descriptor(Memory(key, self._dtype), keys, self._box),
                descriptor(Memory(value, self._dtype), values, self._box),
            )
        return found


def hopper_launch(arguments: PrefillArguments, configuration: HopperPrefillConfiguration = HOPPER_PREFILL) -> Launch:
    """Bind everything but addresses, for a request that ``prefill_choice.serves``; the grid depends on shapes only."""
    spec, cache = arguments.spec, arguments.cache
    tokens, sequences = arguments.query.shape[0], arguments.context_lengths.shape[0]
    strides = cache_strides(cache)
    constants: dict[str, Any] = {
        "GQA": spec.gqa,
        "KV_HEADS": spec.kv_heads,
        "HEAD_SIZE": spec.head_size,
        "BLOCK_SIZE": cache.block_size,
        "CAUSAL": arguments.causal,
        "LOG_SUM_EXP": arguments.log_sum_exp is not None,
        **{name: strides[name] for name in ("K_HEAD", "K_TOKEN", "V_HEAD", "V_TOKEN")},
        # Four warps look at the sequences, a lane each or more.
        "SEQUENCES": max(power_of_two_above(sequences), 2),
        "BLOCK_N": configuration.block_n,
        "STAGES": configuration.stages,
        "REGISTERS": configuration.registers,
        "FEW_REGISTERS": configuration.few_registers,
    }
    numbers = (
        sequences,
        float(arguments.scale),
        *arguments.query.stride()[:2],
        *arguments.output.stride()[:2],
        0 if arguments.log_sum_exp is None else arguments.log_sum_exp.stride(0),
        arguments.block_tables.stride(0),
    )
    # Every sequence may leave one tile partly empty.
    programs = (-(-tokens * spec.gqa // _BLOCK_M) + sequences) * spec.kv_heads
    blocks = (cache.key.stride(0), cache.value.stride(0))
    kernel = kernels("prefill_hopper", interpreted=False).paged_prefill_hopper
    plain = Launch(kernel, (programs, 1), (*numbers, *blocks), constants, {"num_warps": 4})
    matrices = boxes_of(arguments, configuration.block_n) if much_work(arguments) and boxes_are_there() else None
    if matrices is None:
        return plain
    box = min(cache.block_size, configuration.block_n)
    constants = {**constants, **_BOX_REGISTERS, "BOX": box}
    for prefix, matrix in zip("KV", matrices, strict=True):
        constants |= {
            f"{prefix}_ROWS": matrix.block_rows,
            f"{prefix}_HEAD_ROWS": matrix.head_rows,
            f"{prefix}_HEAD_COLUMNS": matrix.head_columns,
        }
    return BoxLaunch(plain, arguments, matrices, box, numbers, constants)


def tensors(arguments: PrefillArguments) -> tuple[Any, ...]:
    """Tensors in the order of the kernel's parameters."""
    cache = arguments.cache
    return (
        arguments.query, cache.key, cache.value, arguments.block_tables, arguments.context_lengths, arguments.query_start,
        arguments.output, arguments.log_sum_exp,
    )  # fmt: skip
