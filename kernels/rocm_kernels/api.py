"""Everything that ``rocm_kernels`` offers by its own name; it imports PyTorch, which ``rocm_kernels`` itself does not."""

from rocm_kernels.decision import Decision
from rocm_kernels.devices import using_device
from rocm_kernels.dispatcher import decide
from rocm_kernels.engine import AiterPagedAttention, PagedAttention, paged_attention_class
from rocm_kernels.explanation import Explanation, explain
from rocm_kernels.flags import overriding_flags
from rocm_kernels.kv_cache import PagedCache, allocate_cache
from rocm_kernels.layouts import compatible
from rocm_kernels.ops.block_scaled_gemm import block_scaled_gemm
from rocm_kernels.ops.fused_moe import fused_moe, route
from rocm_kernels.ops.gather_cache import gather_cache
from rocm_kernels.ops.linear import linear
from rocm_kernels.ops.paged_attention import paged_attention
from rocm_kernels.ops.prefill_attention import prefill_attention
from rocm_kernels.ops.reshape_and_cache import reshape_and_cache
from rocm_kernels.ops.rms_norm import add_rms_norm, quantise, rms_norm, rms_norm_quantised
from rocm_kernels.policy import automatic, explicit, forbid_fallback, using_policy
from rocm_kernels.recorder import recording
from rocm_kernels.spec import AttentionSpec
from rocm_kernels.value_checks import validating

__all__ = [
    "AiterPagedAttention",
    "AttentionSpec",
    "Decision",
    "Explanation",
    "PagedAttention",
    "PagedCache",
    "add_rms_norm",
    "allocate_cache",
    "automatic",
    "block_scaled_gemm",
    "compatible",
    "decide",
    "explain",
    "explicit",
    "forbid_fallback",
    "fused_moe",
    "gather_cache",
    "linear",
    "overriding_flags",
    "paged_attention",
    "paged_attention_class",
    "prefill_attention",
    "quantise",
    "recording",
    "reshape_and_cache",
    "rms_norm",
    "rms_norm_quantised",
    "route",
    "using_device",
    "using_policy",
    "validating",
]
