"""One case of a damaged file: read it, describe it, disassemble it, and hand it to a device."""

from __future__ import annotations

import random

from gfx_emulator import inspection
from gfx_emulator.code_object import CodeObject
from gfx_emulator.fuzzing.corpus import Corpus
from gfx_emulator.fuzzing.mutations import mutate


class FileCases:
    """Damaged copies of a corpus; case ``index`` is the same for the same seed and corpus."""

    def __init__(self, corpus: Corpus, seed: int) -> None:
        self._corpus = corpus
        self._seed = seed

    def make(self, index: int) -> bytes:
        """Return the bytes of one case."""
        rng = random.Random(f"files {self._seed} {index}")  # noqa: S311 - repeatable on purpose
        _, data = rng.choice(self._corpus.files)
        return mutate(data, rng)

    def run(self, index: int) -> str:
        """Run one case; returns what came out, raises ``EmulatorError`` where the file is refused."""
        code_object = CodeObject.load(self.make(index))
        lines = sum(1 for _ in inspection.render(inspection.describe(code_object)))
        for kernel in code_object.kernels.values():
            lines += sum(1 for _ in inspection.listing(code_object, kernel))
        return "read"
