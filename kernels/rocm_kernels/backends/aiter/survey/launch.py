"""Launches a code object on the memory of a problem, as AITER's host does; what it wrote stays in the problem's output."""

from __future__ import annotations

import math
from dataclasses import dataclass

from gfx_emulator.errors import EmulatorError, InstructionBudgetExceeded, MemoryFault
from rocm_kernels.backends.aiter import asm_arguments, emulated
from rocm_kernels.backends.aiter.code_objects import CodeObject
from rocm_kernels.backends.aiter.survey.problem import GUARD_BYTES, Problem
from rocm_kernels.host_memory import buffers_of

# Wave instructions for each token of each key/value head, and for each workgroup; the kernels need under a twentieth.
_BUDGET_A_TOKEN = 200
_BUDGET_A_WORKGROUP = 400_000


@dataclass(frozen=True)
class Ended:
    """How a launch ended: ``fault`` empty where it ran to its end, else the kind of error; ``message`` its words."""

    fault: str = ""
    message: str = ""


_KINDS: tuple[tuple[type[EmulatorError], str], ...] = (
    (MemoryFault, "out_of_bounds"),
    (InstructionBudgetExceeded, "endless"),
)


def run(code_object: CodeObject, problem: Problem) -> Ended:
    """Fill the output with its mark, launch, and say how it ended.

    Raises:
        EmulatorError: anything but an access outside of the memory given or a launch without end (the emulator's own limits).
    """
    problem.reset_output()
    values = arguments_of(code_object, problem)
    request, lengths = problem.question.request, problem.question.lengths
    whole = {name: array for name, array in problem.memory.items() if values.get(name) is not None}
    budget = request.kv_heads * (_BUDGET_A_TOKEN * sum(lengths) + _BUDGET_A_WORKGROUP * len(lengths))
    try:
        emulated.kernel_of(code_object).launch(
            (request.kv_heads, len(lengths), 1),
            emulated.BLOCK,
            asm_arguments.pack(values),
            buffers=buffers_of(whole, asm_arguments.WRITTEN),
            instruction_budget=budget,
        )
    except EmulatorError as error:
        for kind, name in _KINDS:
            if isinstance(error, kind):
                return Ended(name, str(error))
        raise
    return Ended()


def arguments_of(code_object: CodeObject, problem: Problem) -> dict[str, asm_arguments.Value]:
    """Every field as the host derives it from the tensors; a softmax scale that the host cannot express is put in by hand."""
    request, memory = problem.question.request, problem.memory
    start = GUARD_BYTES // 2
    output = memory["O"][start : start + math.prod(problem.output_shape)].reshape(problem.output_shape)
    starts = memory["QTP"] if (code_object.mtp and request.query_starts) or request.query_starts_given else None
    values = asm_arguments.host_values(
        query=memory["Q"],
        key=memory["K"],
        value=memory["V"],
        block_tables=memory["BT"],
        context_lengths=memory["CL"],
        output=output,
        key_scale=memory.get("KQ"),
        value_scale=memory.get("VQ"),
        query_start=starts,
    )
    values["sclg"] *= request.softmax_scale
    return values
