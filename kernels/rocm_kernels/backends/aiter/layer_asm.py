"""Serves products and experts with AITER's code objects in the emulator, as its host launches them; and one on a GPU.

A spec holds no number of rows, so the kernel is chosen by everything else, and more rows than were surveyed go in several
launches. Where a kernel reads behind the last row, it is given memory there. Weights are put into the kernels' order at each
call: in the emulator that costs little; on a GPU it would cost more than the product, so there only what needs no order is
called.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import torch

from rocm_kernels import devices, flags, launches
from rocm_kernels.backends.aiter import expert_places, layer_launch, package
from rocm_kernels.backends.aiter.layer_asm_support import LayerAsmSupport
from rocm_kernels.backends.aiter.layer_code_objects import LayerCodeObject, LayerRow
from rocm_kernels.backends.aiter.layer_facts import MOST_ROWS
from rocm_kernels.backends.aiter.layers import check_place
from rocm_kernels.backends.aiter.weight_order import in_blocks
from rocm_kernels.dtypes import DATA_TYPES
from rocm_kernels.errors import ImplementationFailure
from rocm_kernels.implementation import Implementation
from rocm_kernels.layer_arguments import BlockScaledGemmArguments, FusedMoeArguments, LinearArguments
from rocm_kernels.layer_specs import FusedMoeSpec, LayerSpec, LinearSpec
from rocm_kernels.layer_support import fp8_of_the_target
from rocm_kernels.quantisation import per_token_scale, quantise
from rocm_kernels.support import Reason

_MOST_PARTS = 64


@dataclass(frozen=True)
class AsmLayer:
    """One family of code objects as an implementation.

    Attributes:
        op, variant: of the implementation's name.
        flag: vLLM's switch of it.
        support: what it serves.
        run: launches a code object for a request of the op, in the emulator.
        function, signature: of the package, for a ROCm device; empty where only the emulated way is there.
        keywords: the function's arguments for a request, for each launch of no more rows than were surveyed.
    """

    op: str
    variant: str
    flag: str
    support: LayerAsmSupport
    run: Callable[[LayerCodeObject, Any], None]
    function: str = ""
    signature: tuple[str, ...] = ()
    keywords: Callable[[LayerCodeObject, Any], Iterator[dict[str, Any]]] = lambda entry, arguments: iter(())


def _pieces(rows: int, most: int) -> list[slice]:
    return [slice(start, min(start + most, rows)) for start in range(0, rows, most)]


def parts(entry: LayerCodeObject, rows: int, spec: LinearSpec) -> int:
    """Into how many parts K is split: as AITER's host does, and never more than K has tiles of 64.

    The host fills the device and does not look at K; with more parts than tiles the kernel gives wrong numbers.
    """
    tiles = -(-rows // entry.tile_rows) * (spec.out_features // entry.tile_columns)
    return max(1, min(layer_launch.COMPUTE_UNITS // tiles, _MOST_PARTS, spec.in_features // 64))


def _a16w16(entry: LayerCodeObject, arguments: LinearArguments) -> None:
    for piece in _pieces(len(arguments.x), MOST_ROWS["linear"]):
        x, output = arguments.x[piece].contiguous(), arguments.output[piece]
        count = parts(entry, len(x), arguments.spec)
        if count > 1:
            output.zero_()
        layer_launch.run(layer_launch.gemm_a16w16(entry, x, arguments.weight, output, count))


def _a16w16_keywords(entry: LayerCodeObject, arguments: LinearArguments) -> Iterator[dict[str, Any]]:
    for piece in _pieces(len(arguments.x), MOST_ROWS["linear"]):
        x = arguments.x[piece].contiguous()
        yield {
            "A": x,
            "B": arguments.weight,
            "out": arguments.output[piece],
            "bias": None,
            "splitK": parts(entry, len(x), arguments.spec),
            "kernelName": entry.symbol,
        }


def _a8w8(entry: LayerCodeObject, arguments: LinearArguments) -> None:
    assert arguments.x_scale is not None
    assert arguments.weight_scale is not None
    weight = in_blocks(arguments.weight, 32)
    bias = torch.zeros(len(weight)) if arguments.bias is None else arguments.bias.float()
    for piece in _pieces(len(arguments.x), MOST_ROWS["linear"]):
        x, scale = arguments.x[piece].contiguous(), arguments.x_scale[piece]
        layer_launch.run(
            layer_launch.gemm_a8w8(entry, x, weight, scale, arguments.weight_scale, bias, arguments.output[piece])
        )


def _flatmm(entry: LayerCodeObject, arguments: BlockScaledGemmArguments) -> None:
    weight, weight_scale = in_blocks(arguments.weight, 16), arguments.weight_scale.t().contiguous()
    blocks, columns = arguments.x_scale.shape[1], arguments.output.shape[1]
    for piece in _pieces(len(arguments.x), MOST_ROWS["block_scaled_gemm"]):
        x, scale = arguments.x[piece], arguments.x_scale[piece]
        # Whole tiles of rows, since the kernel reads scales of all of them, and one more row, since it reads ahead.
        rows = -(-len(x) // entry.tile_rows) * entry.tile_rows
        given = torch.zeros(rows + 1, x.shape[1], dtype=torch.int8).view(x.dtype)
        scales = torch.zeros(blocks, rows)
        given.view(torch.int8)[: len(x)] = x.view(torch.int8)
        scales[:, : len(x)] = scale.t()
        output = torch.empty(rows, columns, dtype=arguments.output.dtype)
        layer_launch.run(layer_launch.flatmm_a8w8_blockscale(entry, given, weight, scales, weight_scale, output))
        arguments.output[piece] = output[: len(x)]


def _experts(entry: LayerCodeObject, arguments: FusedMoeArguments) -> None:
    from rocm_kernels.backends.torch.fused_moe import local_ids

    spec, hidden = arguments.spec, arguments.hidden
    assert arguments.w1_scale is not None
    assert arguments.w2_scale is not None
    stored = DATA_TYPES[spec.weight_dtype]
    w1, w2 = in_blocks(arguments.w1, 16), in_blocks(arguments.w2, 16)
    if spec.scaling == "per_block":
        w1_scale, w2_scale = arguments.w1_scale.flatten(1), arguments.w2_scale.flatten(1)
    else:
        w1_scale, w2_scale = (
            scale[:, None].expand(-1, rows).contiguous()
            for scale, rows in ((arguments.w1_scale, 2 * spec.intermediate), (arguments.w2_scale, spec.hidden))
        )
    ids = local_ids(arguments)
    for piece in _pieces(len(hidden), MOST_ROWS["fused_moe"]):
        groups = hidden[piece].view(-1, spec.hidden // 128, 128) if spec.scaling == "per_block" else hidden[piece]
        scale = per_token_scale(groups, stored)
        count = len(hidden[piece])
        # One row more than there are tokens: places that are empty name it.
        given = torch.zeros(count + 1, spec.hidden, dtype=torch.int8)
        given[:count] = quantise(groups, scale.unsqueeze(-1), stored).view(torch.int8).view(count, spec.hidden)
        scales = torch.cat([scale.t().flatten(), torch.zeros(expert_places.BLOCK_PLACES)])
        places = expert_places.sort(ids[piece], arguments.topk_weights[piece], spec.experts)
        output = arguments.output[piece].zero_()
        layer_launch.run(
            layer_launch.experts(
                entry,
                given.view(stored.torch_dtype),
                w1,
                w2,
                scales,
                w1_scale,
                w2_scale,
                places,
                spec.top_k,
                output,
            )
        )


def _fewest_rows(rows: Sequence[LayerRow], spec: Any) -> LayerRow | None:
    """The kernel with the smallest tile that divides the columns: few rows are what a model's steps have."""
    fitting = [row for row in rows if spec.out_features % row.tile_columns == 0]
    return min(fitting, key=lambda row: (row.tile_rows, row.name), default=None)


def _widest(rows: Sequence[LayerRow], spec: FusedMoeSpec) -> LayerRow | None:
    """The kernel with the widest tile that divides the intermediate size: the fewest parts are added in 16 bits.

    Persistent, and of those the one that skips: what the host prefers where its heuristic finds several equal.
    """
    fitting = [row for row in rows if spec.intermediate % row.tile_columns == 0 and row.persistent]
    return max(fitting, key=lambda row: (row.skips, row.tile_columns, row.name), default=None)


def _experts_family(spec: FusedMoeSpec) -> str:
    return "fmoe_fp8_blockscale_g1u1" if spec.scaling == "per_block" else f"fmoe_g1u1_{spec.dtype}"


def _weight_order(spec: LayerSpec) -> str | None:
    if spec.device != "rocm":
        return None
    return "reads weights in its own order; on a GPU putting them into it at each call would cost more than the product"


_GFX942 = frozenset({"gfx942"})
_BOTH = frozenset({"rocm", "emulated"})
_FP8 = frozenset({"fp8_e4m3fn", "fp8_e4m3fnuz"})
_ORDERED = {"weight_order": _weight_order}
_LINEAR, _MOE = "VLLM_ROCM_USE_AITER_LINEAR", "VLLM_ROCM_USE_AITER_MOE"

LAYERS: tuple[AsmLayer, ...] = (
    AsmLayer(
        "linear",
        "asm_a16w16",
        _LINEAR,
        LayerAsmSupport(
            _BOTH,
            _GFX942,
            served={
                "dtype": frozenset({"bf16"}),
                "weight_dtype": frozenset({"bf16"}),
                "output_dtype": frozenset({"fp32"}),
            },
            multiples={"in_features": 64, "out_features": 64},
            without=frozenset({"bias"}),
            family=lambda spec: "gemm_a16w16",
            choice=_fewest_rows,
        ),
        _a16w16,
        "gemm_a16w16_asm",
        ("A", "B", "out", "bias", "splitK", "kernelName"),
        _a16w16_keywords,
    ),
    AsmLayer(
        "linear",
        "asm_a8w8",
        _LINEAR,
        LayerAsmSupport(
            _BOTH,
            _GFX942,
            served={
                "dtype": frozenset({"int8"}),
                "weight_dtype": frozenset({"int8"}),
                "output_dtype": frozenset({"bf16"}),
                "scaling": frozenset({"per_token_per_channel"}),
            },
            multiples={"in_features": 32, "out_features": 128},
            extra=_ORDERED,
            family=lambda spec: "gemm_a8w8",
            choice=_fewest_rows,
        ),
        _a8w8,
    ),
    AsmLayer(
        "block_scaled_gemm",
        "asm_flatmm",
        _LINEAR,
        LayerAsmSupport(
            _BOTH,
            _GFX942,
            served={"output_dtype": frozenset({"fp16"})},
            multiples={"in_features": 128, "out_features": 256},
            extra={"fp8_format": fp8_of_the_target, **_ORDERED},
            family=lambda spec: "flatmm_a8w8_blockscale",
            choice=_fewest_rows,
        ),
        _flatmm,
    ),
    AsmLayer(
        "fused_moe",
        "asm_fp8",
        _MOE,
        LayerAsmSupport(
            _BOTH,
            _GFX942,
            served={
                "dtype": frozenset({"bf16", "fp16"}),
                "weight_dtype": _FP8,
                "scaling": frozenset({"per_tensor"}),
            },
            multiples={"hidden": 32},
            extra={"fp8_format": fp8_of_the_target, **_ORDERED},
            family=_experts_family,
            choice=_widest,
        ),
        _experts,
    ),
    AsmLayer(
        "fused_moe",
        "asm_fp8_blockscale",
        _MOE,
        LayerAsmSupport(
            _BOTH,
            _GFX942,
            served={
                "dtype": frozenset({"bf16"}),
                "weight_dtype": _FP8,
                "scaling": frozenset({"per_block"}),
            },
            multiples={"hidden": 128, "intermediate": 256},
            extra={"fp8_format": fp8_of_the_target, **_ORDERED},
            family=_experts_family,
            choice=_widest,
        ),
        _experts,
    ),
)


def _available(layer: AsmLayer) -> Callable[[str], tuple[Reason, ...]]:
    def reasons(device: str) -> tuple[Reason, ...]:
        from rocm_kernels.backends.aiter import not_emulated

        found = []
        off = flags.current().off_because(layer.flag)
        if off is not None:
            found.append(Reason("flag", off))
        kind, _, target = device.partition(":")
        if kind == "emulated":
            found += not_emulated(target)
        elif not package.installed():
            message = f"the package {package.PACKAGE} is not installed (pip install amd-aiter)"
            found.append(Reason("not_installed", message))
        return tuple(found)

    return reasons


def _load(layer: AsmLayer) -> Callable[[], Callable[[Any], None]]:
    def load() -> Callable[[Any], None]:
        chosen = devices.chosen()
        on_gpu = None if chosen is not None and chosen.kind == "emulated" else _on_gpu(layer)

        def run(arguments: Any) -> None:
            nonlocal on_gpu
            entry = layer.support.code_object(arguments.spec)
            if isinstance(entry, Reason):
                raise ImplementationFailure(entry.code, entry.message)
            if arguments.spec.device.startswith("emulated:"):
                layer.run(entry, arguments)
                return
            on_gpu = on_gpu or _on_gpu(layer)
            on_gpu(entry, arguments)

        return run

    return load


def _on_gpu(layer: AsmLayer) -> Callable[[LayerCodeObject, Any], None]:
    """The package's function, checked.

    Raises:
        ImplementationFailure: there is none for this family, or it is not as expected.
    """
    if not layer.function:
        raise ImplementationFailure("not_adapted", f"{layer.variant} is launched in the emulator only")
    module = package.load()
    function = package.function(module, layer.function, layer.signature)
    fake = package.label(module) != package.PACKAGE

    def run(entry: LayerCodeObject, arguments: Any) -> None:
        check_place(arguments.output, fake)
        for keywords in layer.keywords(entry, arguments):
            launches.note(f"{package.label(module)}.{layer.function}" if fake else entry.symbol)
            result = function(**keywords)
            if isinstance(result, torch.Tensor) and result.data_ptr() != keywords["out"].data_ptr():
                raise ImplementationFailure(
                    "output_elsewhere", f"{layer.function} did not write into the output it was given"
                )

    return run


def _kernel(layer: AsmLayer) -> Callable[[Any], str]:
    def name(spec: Any) -> str:
        found = layer.support.code_object(spec)
        return found.symbol if isinstance(found, LayerCodeObject) else f"aiter.{layer.variant}"

    return name


IMPLEMENTATIONS: tuple[Implementation, ...] = tuple(
    Implementation(
        f"aiter.{layer.op}.{layer.variant}",
        "aiter",
        layer.op,
        layer.support,
        _available(layer),
        _load(layer),
        _kernel(layer),
        layer.support.remarks,
    )
    for layer in LAYERS
)
