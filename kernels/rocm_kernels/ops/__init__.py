"""The ops that models ask for: each checks its arguments and hands them to the dispatcher."""

from rocm_kernels.ops.gather_cache import gather_cache
from rocm_kernels.ops.paged_attention import paged_attention
from rocm_kernels.ops.prefill_attention import prefill_attention
from rocm_kernels.ops.reshape_and_cache import reshape_and_cache

__all__ = ["gather_cache", "paged_attention", "prefill_attention", "reshape_and_cache"]
