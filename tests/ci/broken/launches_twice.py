"""The bundled kernel runs twice for one launch that is noted: the numbers stay right."""

from typing import Any

from gfx_emulator.device import Kernel

right = Kernel.launch


def twice(self: Kernel, *arguments: Any, **options: Any) -> Any:
    right(self, *arguments, **options)
    return right(self, *arguments, **options)


Kernel.launch = twice  # type: ignore[method-assign]
