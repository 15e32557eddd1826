"""The ops that models ask for: each checks its arguments and hands them to the dispatcher."""

from rocm_kernels.ops.block_scaled_gemm import block_scaled_gemm
from rocm_kernels.ops.fused_moe import fused_moe, route
from rocm_kernels.ops.gather_cache import gather_cache
from rocm_kernels.ops.linear import linear
from rocm_kernels.ops.paged_attention import paged_attention
from rocm_kernels.ops.prefill_attention import prefill_attention
from rocm_kernels.ops.reshape_and_cache import reshape_and_cache
from rocm_kernels.ops.rms_norm import add_rms_norm, quantise, rms_norm, rms_norm_quantised

__all__ = [
    "add_rms_norm",
    "block_scaled_gemm",
    "fused_moe",
    "gather_cache",
    "linear",
    "paged_attention",
    "prefill_attention",
    "quantise",
    "reshape_and_cache",
    "rms_norm",
    "rms_norm_quantised",
    "route",
]
