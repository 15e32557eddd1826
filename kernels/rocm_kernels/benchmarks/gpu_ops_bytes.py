"""Calls a mixture of experts and a loop over its experts once each, between the marks of a profiler that counts bytes.

    ncu --clock-control none --profile-from-start off --csv --metrics dram__bytes_read.sum,gpu__time_duration.sum \\
        python -m rocm_kernels.benchmarks.gpu_ops_bytes

The kernels from ``count_places`` to ``add_parts`` are the op's, those up to the next ``count_places`` the loop's; first with
bf16 weights, then with fp8 ones.
"""

from __future__ import annotations

from rocm_kernels.backends.triton import fused_moe
from rocm_kernels.benchmarks.gpu_ops_peers import PEERS_OF
from rocm_kernels.benchmarks.gpu_ops_requests import moe_arguments
from rocm_kernels.layer_specs import Scaling


def main() -> None:
    """Warm each up, then call it inside the profiler's range."""
    import torch

    scalings: tuple[Scaling, ...] = ("none", "per_tensor")
    for scaling in scalings:
        arguments = moe_arguments("mixtral", 64, scaling)
        loop = PEERS_OF[f"moe_{scaling}"]["loop"](arguments)
        for call in (lambda: fused_moe.fused_moe(arguments), loop):  # noqa: B023 - called in the same round
            call()
            torch.cuda.synchronize()
            torch.cuda.profiler.start()  # type: ignore[no-untyped-call]  # PyTorch leaves it untyped
            call()
            torch.cuda.synchronize()
            torch.cuda.profiler.stop()  # type: ignore[no-untyped-call]  # PyTorch leaves it untyped


if __name__ == "__main__":
    main()
