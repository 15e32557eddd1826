"""Cells of the ops beside attention: norm, quantisation, matrix products, mixture of experts."""

from __future__ import annotations

from typing import Any, ClassVar, Literal

from pydantic import Field

from rocm_ci.cell import Cell, DTypeName, StoredTypeName, wrong_format

EightBits = Literal["fp8_e4m3fn", "fp8_e4m3fnuz", "int8"]
Fp8 = Literal["fp8_e4m3fn", "fp8_e4m3fnuz"]
Strides = Literal["fresh", "sliced"]
FLOATS = ("fp32", "fp16", "bf16")


class RmsNormCell(Cell):
    """A cell of rms_norm.

    Attributes (beside those of Cell):
        rows, hidden: shape of x.
        dtype: of x, residual and weight.
        output_dtype: of the result; that of x unless given.
        residual: add a residual first and check the sum too.
        quantisation: scale of an 8-bit result: ``per_tensor`` (static) or ``per_token``.
        strides: of x, ``fresh`` or ``sliced`` out of wider rows.
        amplitude: size of the numbers in x.
    """

    always_shown: ClassVar[tuple[str, ...]] = ("rows", "hidden", "dtype", "output_dtype")
    shown_if_set: ClassVar[tuple[str, ...]] = ("residual", "quantisation", "strides", "amplitude")

    op: Literal["rms_norm"]
    rows: int = Field(gt=0)
    hidden: int = Field(gt=0)
    dtype: DTypeName = "bf16"
    output_dtype: StoredTypeName
    residual: bool = False
    quantisation: Literal["none", "per_tensor", "per_token"] = "none"
    strides: Strides = "fresh"
    amplitude: float = Field(default=1.0, gt=0)

    @classmethod
    def _defaulted(cls, values: dict[str, Any]) -> dict[str, Any]:
        values.setdefault("output_dtype", values.get("dtype", "bf16"))
        return values

    def own_problem(self) -> str | None:
        """Why no machine could run this request, or None."""
        quantised = self.output_dtype not in FLOATS
        if quantised != (self.quantisation != "none"):
            return f"quantisation {self.quantisation} does not belong to an output_dtype of {self.output_dtype}"
        if not quantised and self.output_dtype != self.dtype:
            return f"output_dtype is {self.dtype}, that of x, or has 8 bits; not {self.output_dtype}"
        return wrong_format(self, self.output_dtype)


class QuantiseCell(Cell):
    """A cell of quantise: ``rows`` of ``width`` elements of ``dtype``, to ``output_dtype`` with scales of ``quantisation``."""

    always_shown: ClassVar[tuple[str, ...]] = ("rows", "width", "dtype", "output_dtype", "quantisation")
    shown_if_set: ClassVar[tuple[str, ...]] = ("strides", "amplitude")

    op: Literal["quantise"]
    rows: int = Field(gt=0)
    width: int = Field(gt=0)
    dtype: DTypeName = "bf16"
    output_dtype: EightBits
    quantisation: Literal["per_tensor", "per_token", "per_block"] = "per_token"
    strides: Strides = "fresh"
    amplitude: float = Field(default=1.0, gt=0)

    def own_problem(self) -> str | None:
        """Why no machine could run this request, or None."""
        return wrong_format(self, self.output_dtype)


class LinearCell(Cell):
    """A cell of linear.

    Attributes (beside those of Cell):
        rows, out_features, in_features: M, N and K.
        dtype, weight_dtype: of x and the weight; an 8-bit weight under a float x makes the op quantise x. ``weight_dtype`` is
            ``dtype`` unless given.
        output_dtype: of the result.
        scaling: of 8-bit values.
        bias: add one.
        strides: of x, ``fresh`` or ``sliced`` out of wider rows.
    """

    always_shown: ClassVar[tuple[str, ...]] = (
        "rows",
        "out_features",
        "in_features",
        "dtype",
        "weight_dtype",
        "output_dtype",
    )
    shown_if_set: ClassVar[tuple[str, ...]] = ("scaling", "bias", "strides")

    op: Literal["linear"]
    rows: int = Field(gt=0)
    out_features: int = Field(gt=0)
    in_features: int = Field(gt=0)
    dtype: StoredTypeName = "bf16"
    weight_dtype: StoredTypeName
    output_dtype: DTypeName
    scaling: Literal["none", "per_tensor", "per_token_per_channel"] = "none"
    bias: bool = False
    strides: Strides = "fresh"

    @classmethod
    def _defaulted(cls, values: dict[str, Any]) -> dict[str, Any]:
        dtype = values.get("dtype", "bf16")
        values.setdefault("weight_dtype", dtype)
        values.setdefault("output_dtype", dtype if dtype in FLOATS else "bf16")
        return values

    @property
    def dynamic(self) -> bool:
        """Whether the op quantises x."""
        return self.dtype != self.weight_dtype

    def own_problem(self) -> str | None:
        """Why no machine could run this request, or None."""
        if self.raises is not None:
            return None
        quantised = self.weight_dtype not in FLOATS
        if self.dynamic and not (quantised and self.dtype in FLOATS):
            return f"x of {self.dtype} does not go with a weight of {self.weight_dtype}"
        if quantised != (self.scaling != "none"):
            return f"scaling {self.scaling} does not belong to a weight of {self.weight_dtype}"
        if self.dynamic and self.scaling != "per_token_per_channel":
            return "where the op quantises x, scaling is per_token_per_channel"
        return wrong_format(self, self.weight_dtype)


class BlockScaledGemmCell(Cell):
    """A cell of block_scaled_gemm: M ``rows``, N ``out_features`` and K ``in_features`` of an fp8 ``dtype``."""

    always_shown: ClassVar[tuple[str, ...]] = ("rows", "out_features", "in_features", "dtype", "output_dtype")

    op: Literal["block_scaled_gemm"]
    rows: int = Field(gt=0)
    out_features: int = Field(gt=0)
    in_features: int = Field(gt=0)
    dtype: Fp8
    output_dtype: DTypeName = "bf16"

    def own_problem(self) -> str | None:
        """Why no machine could run this request, or None."""
        return wrong_format(self, self.dtype)


class FusedMoeCell(Cell):
    """A cell of fused_moe.

    Attributes (beside those of Cell):
        tokens, hidden, intermediate, experts, top_k: the layer's shape.
        dtype, weight_dtype: of the activations and the weights; ``weight_dtype`` is ``dtype`` unless given.
        scaling: of fp8 weights.
        routing: ``random``; ``one_expert`` (all tokens to the last one); ``few`` (half of the experts get no token);
            ``duplicates`` (a token chooses the same expert twice); ``missing`` (some places are -1).
        expert_mask: every other expert lives elsewhere; ids count over twice as many experts.
    """

    always_shown: ClassVar[tuple[str, ...]] = (
        *("tokens", "hidden", "intermediate", "experts", "top_k", "dtype", "weight_dtype"),
    )
    shown_if_set: ClassVar[tuple[str, ...]] = ("scaling", "routing", "expert_mask", "wrong_value")

    op: Literal["fused_moe"]
    tokens: int = Field(gt=0)
    hidden: int = Field(gt=0)
    intermediate: int = Field(gt=0)
    experts: int = Field(gt=0)
    top_k: int = Field(gt=0)
    dtype: DTypeName = "bf16"
    weight_dtype: StoredTypeName
    scaling: Literal["none", "per_tensor", "per_block"] = "none"
    routing: Literal["random", "one_expert", "few", "duplicates", "missing"] = "random"
    expert_mask: bool = False
    wrong_value: Literal["expert_too_large", "mask_of_another_size"] | None = None

    @classmethod
    def _defaulted(cls, values: dict[str, Any]) -> dict[str, Any]:
        values.setdefault("weight_dtype", values.get("dtype", "bf16"))
        return values

    def own_problem(self) -> str | None:
        """Why no machine could run this request, or None."""
        if self.wrong_value is not None and self.raises is None:
            return f"a request with {self.wrong_value} has no right answer: raises must be given"
        quantised = self.weight_dtype not in FLOATS
        if quantised != (self.scaling != "none"):
            return f"scaling {self.scaling} does not belong to weights of {self.weight_dtype}"
        if not quantised and self.weight_dtype != self.dtype:
            return f"weights of {self.weight_dtype} do not go with activations of {self.dtype}"
        if self.top_k > self.experts and self.routing == "random":
            return f"{self.top_k} different experts cannot be chosen of {self.experts}"
        return wrong_format(self, self.weight_dtype)
