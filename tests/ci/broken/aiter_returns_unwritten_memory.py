"""AITER's kernel says that it ran and writes nothing: what was in memory before comes back as the output."""

from typing import Any

from tests.fakes.implementations import Scripted

from rocm_kernels import launches, registry


class Unwritten(Scripted):
    def run(self, arguments: Any) -> None:
        launches.note(self.kernel)


registry.register(Unwritten("aiter", variant=".unwritten").implementation())
