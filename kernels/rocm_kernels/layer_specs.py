"""The frozen facts of one request of the ops beside attention: norm, quantisation, matrix products, mixture of experts."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import Literal

Quantisation = Literal["none", "per_tensor", "per_token", "per_block"]
Scaling = Literal["none", "per_tensor", "per_token_per_channel", "per_block"]
BLOCK = 128  # elements that share a scale along an axis, where scales belong to blocks


@dataclass(frozen=True, eq=True)
class LayerSpec:
    """What the specs of these ops have in common; never tensors, never numbers of rows.

    Attributes:
        device: ``rocm``, ``emulated:<target>``, ``cuda`` or ``cpu``.
        target: AMD target of the device, None on ``cuda`` and ``cpu``.
        dtype: name (rocm_kernels.dtypes) of the input's type.
    """

    device: str
    target: str | None
    dtype: str
    _hash: int = field(init=False, repr=False, compare=False, default=0)

    def __post_init__(self) -> None:
        # Hashed once: a decision is looked up by this on every call.
        facts = tuple(getattr(self, entry.name) for entry in fields(self) if entry.compare)
        object.__setattr__(self, "_hash", hash((type(self).__name__, facts)))

    def __hash__(self) -> int:
        # Each spec takes this by name: a dataclass without one of its own would hash all fields at every look-up.
        return self._hash

    @property
    def op(self) -> str:
        """The op asked for."""
        raise NotImplementedError

    @property
    def stored_dtype(self) -> str:
        """The 8-bit type that is read or written, where there is one; else the input's type."""
        return self.dtype

    def __str__(self) -> str:
        where = f"{self.device} ({self.target})" if self.device == "rocm" and self.target else self.device
        facts = [
            f"{entry.name} {getattr(self, entry.name)}"
            for entry in fields(self)
            if entry.compare and entry.name not in ("device", "target")
        ]
        return f"{self.op} on {where}: {', '.join(facts)}"


@dataclass(frozen=True, eq=True)
class RmsNormSpec(LayerSpec):
    """One rms_norm.

    Attributes (beside those of LayerSpec):
        hidden: elements of a row.
        output_dtype: type of the result; an 8-bit one is quantised.
        residual: a residual is added first, and the sum is a second result.
        quantisation: how the result is scaled: ``none``, ``per_tensor`` (static) or ``per_token``.
    """

    hidden: int
    output_dtype: str
    residual: bool = False
    quantisation: Quantisation = "none"
    __hash__ = LayerSpec.__hash__

    @property
    def op(self) -> str:
        """The op asked for."""
        return "rms_norm"

    @property
    def stored_dtype(self) -> str:
        """The type of the result."""
        return self.output_dtype


@dataclass(frozen=True, eq=True)
class QuantiseSpec(LayerSpec):
    """One quantise: ``width`` elements a row become ``output_dtype`` with scales of ``quantisation``."""

    width: int
    output_dtype: str
    quantisation: Quantisation
    __hash__ = LayerSpec.__hash__

    @property
    def op(self) -> str:
        """The op asked for."""
        return "quantise"

    @property
    def stored_dtype(self) -> str:
        """The type of the result."""
        return self.output_dtype


@dataclass(frozen=True, eq=True)
class LinearSpec(LayerSpec):
    """One linear.

    Attributes (beside those of LayerSpec):
        weight_dtype: type of the weight; an 8-bit one under a ``dtype`` of 16 or 32 bit means that the op quantises the
            input itself, per token.
        output_dtype: type of the result.
        in_features, out_features: K and N.
        scaling: scales of an 8-bit product: ``per_tensor`` or ``per_token_per_channel``; else ``none``.
        bias: whether one is added.
    """

    weight_dtype: str
    output_dtype: str
    in_features: int
    out_features: int
    scaling: Scaling = "none"
    bias: bool = False
    __hash__ = LayerSpec.__hash__

    @property
    def op(self) -> str:
        """The op asked for."""
        return "linear"

    @property
    def stored_dtype(self) -> str:
        """The type of the weight."""
        return self.weight_dtype

    @property
    def dynamic(self) -> bool:
        """Whether the op quantises its input."""
        return self.dtype != self.weight_dtype


@dataclass(frozen=True, eq=True)
class BlockScaledGemmSpec(LayerSpec):
    """One block_scaled_gemm: [M, in_features] x [out_features, in_features] of an fp8 ``dtype``, to ``output_dtype``."""

    output_dtype: str
    in_features: int
    out_features: int
    __hash__ = LayerSpec.__hash__

    @property
    def op(self) -> str:
        """The op asked for."""
        return "block_scaled_gemm"


@dataclass(frozen=True, eq=True)
class FusedMoeSpec(LayerSpec):
    """One fused_moe.

    Attributes (beside those of LayerSpec):
        weight_dtype: type of the experts' weights; an fp8 one means that activations are quantised to it inside.
        hidden, intermediate: D and I.
        experts, top_k: of the router.
        scaling: ``none``, ``per_tensor`` (one scale an expert; activations per token) or ``per_block``.
        expert_mask: some experts may be left out.
    """

    weight_dtype: str
    hidden: int
    intermediate: int
    experts: int
    top_k: int
    scaling: Scaling = "none"
    expert_mask: bool = False
    __hash__ = LayerSpec.__hash__

    @property
    def op(self) -> str:
        """The op asked for."""
        return "fused_moe"

    @property
    def stored_dtype(self) -> str:
        """The type of the weights."""
        return self.weight_dtype
