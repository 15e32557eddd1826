"""Experts of a mixture in fp8: gathered from the names of checkpoints, one matrix an expert, and run by fused_moe."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import torch

from rocm_kernels import ops
from rocm_kernels.dtypes import DATA_TYPES
from rocm_kernels.integrations.errors import CheckpointError
from rocm_kernels.quantisation import quantise

# mixtral names its experts block_sparse_moe.experts.<n>.w1 (gate), w3 (up) and w2 (down), qwen3-moe mlp.experts.<n>.*_proj.
_NAME = re.compile(
    r"(?P<layer>model\.layers\.\d+)\.(?:block_sparse_moe|mlp)\.experts\.(?P<expert>\d+)\."
    r"(?P<part>w1|w2|w3|gate_proj|up_proj|down_proj)\.(?P<what>weight|weight_scale|input_scale)"
)
_PARTS = {"w1": "gate", "gate_proj": "gate", "w3": "up", "up_proj": "up", "w2": "down", "down_proj": "down"}
_ROUTER = re.compile(r"(?P<layer>model\.layers\.\d+)\.block_sparse_moe\.gate\.weight")
_FP8 = DATA_TYPES["fp8_e4m3fn"]

_Key = tuple[int, str, str]


@dataclass
class LayerExperts:
    """The experts of one layer as they stand in a checkpoint: (expert, part, what) -> tensor."""

    layer: str
    tensors: dict[_Key, torch.Tensor] = field(default_factory=dict)


class QuantisedExperts(torch.nn.Module):
    """``rocm_kernels.ops.fused_moe`` with fp8 weights and a scale an expert; activations are quantised a token.

    Args:
        gate_up: fp8 [experts, 2 I, D]; down: fp8 [experts, D, I].
        gate_up_scale, down_scale: fp32 [experts].
    """

    def __init__(
        self, gate_up: torch.Tensor, gate_up_scale: torch.Tensor, down: torch.Tensor, down_scale: torch.Tensor
    ) -> None:
        super().__init__()
        self.gate_up_proj = torch.nn.Parameter(gate_up, requires_grad=False)
        self.gate_up_scale = torch.nn.Parameter(gate_up_scale, requires_grad=False)
        self.down_proj = torch.nn.Parameter(down, requires_grad=False)
        self.down_scale = torch.nn.Parameter(down_scale, requires_grad=False)

    def forward(self, hidden: torch.Tensor, experts: torch.Tensor, weights: torch.Tensor) -> torch.Tensor:
        """Sum over the experts of each token, hidden [tokens, hidden_size]."""
        return ops.fused_moe(
            hidden.contiguous(),
            self.gate_up_proj,
            self.down_proj,
            weights.float().contiguous(),
            experts.int().contiguous(),
            w1_scale=self.gate_up_scale,
            w2_scale=self.down_scale,
        )


def by_row(place: str, scale: torch.Tensor, rows: int) -> torch.Tensor:
    """Scales of a weight, fp32 [rows], from one for all rows or one for each; raises CheckpointError naming ``place``."""
    if scale.numel() not in (1, rows):
        raise CheckpointError(f"{place} has {scale.numel()} scales, expected 1 or {rows}")
    numbers = scale.float().flatten()
    wrong = numbers[~(numbers.isfinite() & (numbers > 0))]
    if len(wrong):
        raise CheckpointError(f"{place} has a scale of {float(wrong[0])}, expected finite numbers above 0")
    return numbers.expand(rows)


def take_out(tensors: dict[str, torch.Tensor]) -> list[LayerExperts]:
    """Take the fp8 experts out of a checkpoint's tensors, and give mixtral's routers the names that the model has for them."""
    found: dict[str, LayerExperts] = {}
    for name in list(tensors):
        router = _ROUTER.fullmatch(name)
        if router is not None:
            tensors[f"{router['layer']}.mlp.gate.weight"] = tensors.pop(name)
            continue
        match = _NAME.fullmatch(name)
        if match is not None:
            layer = found.setdefault(match["layer"], LayerExperts(match["layer"]))
            layer.tensors[int(match["expert"]), _PARTS[match["part"]], match["what"]] = tensors.pop(name)
    return list(found.values())


def merged(source: LayerExperts, experts: int, folder: Path) -> QuantisedExperts:
    """Join the experts of a layer.

    fused_moe takes one scale for the matrix of an expert. Where a checkpoint has one, nothing changes; where it has several (of
    gate and up, of channels), the values are rounded anew under the largest.

    Raises:
        CheckpointError: an expert's weight or scale is missing, a weight is not fp8 or of another shape than the first
            expert's, a scale is of another size or no finite number above 0, or there are more experts than the model has.
    """
    spare = sorted({expert for expert, _, _ in source.tensors if expert >= experts})
    if spare:
        raise CheckpointError(f"{source.layer} in {folder} has experts {spare}, expected {experts} from 0 on")
    shapes: dict[str, torch.Size] = {}

    def of(expert: int, part: str) -> tuple[torch.Tensor, torch.Tensor]:
        place = f"experts.{expert} ({part}) of {source.layer} in {folder}"
        weight, scale = (source.tensors.get((expert, part, what)) for what in ("weight", "weight_scale"))
        if weight is None or scale is None:
            raise CheckpointError(f"{place} has no {'weight' if weight is None else 'weight_scale'}")
        if weight.dtype != _FP8.torch_dtype:
            raise CheckpointError(f"{place} is {weight.dtype}, expected {_FP8.torch_dtype}, as the other experts")
        # Gate and up are of one shape, down of another.
        shape = shapes.setdefault("down" if part == "down" else "gate", weight.shape)
        if weight.shape != shape:
            raise CheckpointError(f"{place} is {tuple(weight.shape)}, expected {tuple(shape)}, as the first expert's")
        return weight, by_row(place, scale, len(weight))

    def joined(*parts: str) -> Iterator[tuple[torch.Tensor, torch.Tensor]]:
        for expert in range(experts):
            read = [of(expert, part) for part in parts]
            weight, scale = (torch.cat(column) for column in zip(*read, strict=True))
            largest = scale.max()
            if not bool((scale == largest).all()):
                weight = quantise(weight.float() * scale[:, None], largest, _FP8)
            yield weight, largest

    (gate_up, gate_up_scale), (down, down_scale) = (
        (torch.stack(column) for column in zip(*joined(*parts), strict=True)) for parts in (("gate", "up"), ("down",))
    )
    return QuantisedExperts(gate_up, gate_up_scale, down, down_scale)
