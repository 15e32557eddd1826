"""AITER's own machine code runs, and what it writes goes elsewhere: what was in memory before comes back as the output."""

from dataclasses import replace
from typing import Any

import torch

from rocm_kernels import registry


def writing_elsewhere(implementation: Any) -> None:
    right = implementation.load

    def load() -> Any:
        run = right()

        def run_elsewhere(arguments: Any) -> None:
            run(replace(arguments, output=torch.empty_like(arguments.output)))

        return run_elsewhere

    object.__setattr__(implementation, "load", load)


for entry in registry.implementations("paged_attention"):
    if entry.backend == "aiter":
        writing_elsewhere(entry)
