"""Handlers for forms: picks the emitter and writes one module of LLVM IR for a set of forms."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from gfx_emulator.emit import DENORMAL_OUTPUTS, Body, Form, NotImplementedForm
from gfx_emulator.layout import PENDING_OFFSET, PENDING_WORDS
from gfx_emulator.scalar import SCALAR
from gfx_emulator.vector import OPERATIONS, Sources, modify, narrow, write
from gfx_emulator.vector_special import SPECIAL


def emit(form: Form, checked: bool = False) -> Body:
    """Write the handler of a form; raises ``NotImplementedForm``."""
    body = Body(form)
    if checked:
        _check_pending(body)
    name = form.name
    if name in SCALAR:
        SCALAR[name](body)
    elif name in SPECIAL:
        SPECIAL[name](body)
    elif name in OPERATIONS:
        operation = OPERATIONS[name]
        sources = Sources(body)
        double = operation.double or bool(form.get("half") and operation.result == "f16")
        if double:
            body.begin_double()
        if form.get("omod") and operation.result == "f32":
            body.load_csr(body.op(f"and i32 {body.host_csr()}, {~DENORMAL_OUTPUTS & 0xFFFF}"))
        values = [sources.get(slot, kind) for slot, kind in enumerate(operation.sources)]
        if operation.whole:
            operation.compute(body, sources, *values)
        else:
            value = modify(body, operation.result, operation.compute(body, *values))
            if double:
                bits = narrow(body, value) if operation.result == "f16" else value
                body.end_double()
                write(body, sources, "h16" if operation.result == "f16" else operation.result, bits)
            else:
                write(body, sources, operation.result, value)
    else:
        raise NotImplementedForm(name)
    return body


def _check_pending(body: Body) -> None:
    """Checked mode: call the runtime where any register has a load under way."""
    body.declarations.add("declare void @check_instruction(ptr, ptr)")
    words = [
        body.op(f"load <2 x i64>, ptr {body.place(str(PENDING_OFFSET + 16 * n))}, align 8")
        for n in range(PENDING_WORDS // 2)
    ]
    total = words[0]
    for word in words[1:]:
        total = body.op(f"or <2 x i64> {total}, {word}")
    bits = body.op(f"bitcast <2 x i64> {total} to i128")
    busy = body.op(f"icmp ne i128 {bits}, 0")
    call, go = body.label("check"), body.label("go")
    body.do(f"br i1 {busy}, label %{call}, label %{go}")
    body.start(call)
    body.do("call void @check_instruction(ptr %s, ptr %r)")
    body.do(f"br label %{go}")
    body.start(go)


@lru_cache(maxsize=4096)
def can_emit(form: Form) -> bool:
    """Whether a form has an emitter that accepts it."""
    try:
        emit(form)
    except NotImplementedForm:
        return False
    return True


def module(forms: Sequence[Form], checked: bool = False) -> str:
    """LLVM IR that defines handler_0, handler_1, ... for the forms, in order."""
    functions, declarations = [], set()
    for number, form in enumerate(forms):
        body = emit(form, checked)
        functions.append(body.text(f"handler_{number}"))
        declarations |= body.declarations
    metadata = '!0 = !{!"branch_weights", i32 1000, i32 1}\n!1 = !{!"branch_weights", i32 1, i32 1000}\n'
    return "\n".join([*sorted(declarations), *functions, metadata])
