"""Makes one handler wrong: rewrites the LLVM IR text of a handler, or of a function of the runtime, before it is compiled.

While a fault is planted, neither the memory nor the disk cache of compiled handlers is used.
"""

from __future__ import annotations

import contextlib
import dataclasses
import os
import re
from collections.abc import Iterator
from typing import Any

from tests.emulator.instructions import suite

from gfx_emulator import engine

FUNCTION = re.compile(r"^define [^\n]*@([\w.$]+)\([^\n]*\n.*?^\}", re.MULTILINE | re.DOTALL)


@dataclasses.dataclass(frozen=True)
class Fault:
    """What is made wrong, in which handler, and how.

    `handler` is a mnemonic, or the name of a runtime function after an @. `find` and `replace` are those of re.sub, applied to
    the text of that function at most `count` times (0: everywhere). `shown_by` is the mnemonic whose test must turn red.
    """

    name: str
    handler: str
    find: str
    replace: str
    shown_by: str = ""
    count: int = 0
    declare: str = ""

    @property
    def mnemonic(self) -> str:
        """Mnemonic whose test is to notice."""
        return self.shown_by or self.handler


class NotPlanted(Exception):
    """The text that a fault looks for does not occur in the handlers that were compiled."""


def forget() -> None:
    """Drops devices and loaded code objects, so that nothing compiled before is used again."""
    for cache in (suite.device, suite.module, suite.lone_module, engine.compile_handlers):
        cache.cache_clear()


@contextlib.contextmanager
def planted(fault: Fault) -> Iterator[list[str]]:
    """Within the block, handlers are compiled with the fault; yields the names of the functions that were changed."""
    changed: list[str] = []
    original = engine._text

    def text(forms: Any, natives: Any, checked: bool) -> str:
        whole = original(forms, natives, checked)
        wanted = {
            f"handler_{number}" for number, form in enumerate(forms) if form.key.split(" ")[0] == fault.handler
        } | {fault.handler.removeprefix("@")}

        def rewrite(match: re.Match[str]) -> str:
            if match.group(1) not in wanted:
                return match.group(0)
            body, times = re.subn(fault.find, fault.replace, match.group(0), count=fault.count, flags=re.DOTALL)
            changed.extend([match.group(1)] * bool(times))
            return body

        return FUNCTION.sub(rewrite, whole) + (
            f"\n{fault.declare}\n" if fault.declare and fault.declare not in whole else ""
        )

    saved = os.environ.get(engine.CACHE_VARIABLE)
    engine._text = text
    os.environ[engine.CACHE_VARIABLE] = ""
    forget()
    try:
        yield changed
    finally:
        engine._text = original
        os.environ.pop(engine.CACHE_VARIABLE)
        if saved is not None:
            os.environ[engine.CACHE_VARIABLE] = saved
        forget()


def caught(fault: Fault) -> str:
    """The first difference that the tests of the instruction report under the fault, "" where they stay green.

    Raises NotPlanted where the fault changed nothing: then the table is out of date, and nothing was shown.
    """
    with planted(fault) as changed:
        for group in suite.groups_of(list(suite.cases.accepted()[fault.mnemonic])):
            before = len(changed)
            for result in suite.run_group(group):
                if (result.differences or result.refusal) and not result.unimplemented and len(changed) > before:
                    detail = result.differences[0] if result.differences else result.refusal
                    return f"{result.case.text}: {detail}"
    if not changed:
        raise NotPlanted(f"{fault.name}: {fault.find!r} does not occur in {fault.handler}")
    return ""
