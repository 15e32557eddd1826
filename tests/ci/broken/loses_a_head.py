"""The bundled kernel's first head is lost: machine code ran and everything was written, and models answer worse."""

from typing import Any

from rocm_kernels.backends.rocm import IMPLEMENTATIONS


def losing(implementation: Any) -> None:
    right = implementation.load

    def load() -> Any:
        run = right()

        def losing_run(arguments: Any) -> None:
            run(arguments)
            arguments.output[:, 0] = 0

        return losing_run

    object.__setattr__(implementation, "load", load)


for entry in IMPLEMENTATIONS:
    if entry.name == "rocm.paged_attention":
        losing(entry)
