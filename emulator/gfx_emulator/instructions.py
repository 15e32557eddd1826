"""From disassembled instructions to what the machine runs: the handler's form, and the fields of the record."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from gfx_emulator import layout, native_forms
from gfx_emulator.disassembler import Instruction
from gfx_emulator.emit import Form, NotImplementedForm
from gfx_emulator.engine import runtime_functions
from gfx_emulator.handlers import can_emit
from gfx_emulator.operands import Operand, bits, parse, split
from gfx_emulator.scalar import SCALAR
from gfx_emulator.vector import OPERATIONS, dpp_lanes
from gfx_emulator.vector_special import SPECIAL

WAIT_NEVER = -1


@dataclass(slots=True)
class Decoded:
    """An instruction ready to run. ``handler``: a form to compile, or the name of a function of the runtime."""

    handler: Form | str
    destination: int = 0
    destination2: int = 0
    source: list[int] = field(default_factory=lambda: [0, 0, 0])
    immediate: int = 0
    immediate2: int = 0
    flags: int = 0
    target: int | None = None  # address a branch goes to
    registers: tuple[tuple[int, int], ...] = ()  # (first, count), scalars from 512 on: all operands
    loaded: tuple[int, int] = (0, 0)  # registers a load fills
    vector_waits: int = 0
    local_waits: int = 0
    elided: bool = False  # has no effect: needs no record unless the launch is checked
    ends: bool = False  # nothing runs on behind it


class Undecodable(Exception):  # noqa: N818 - says what happened, as the public errors do
    """No handler for this instruction; the text says why."""


_SUFFIX = re.compile(r"_(e32|e64|dpp|sdwa|e64_dpp)$")
_ACCUMULATING = frozenset(
    [
        "v_fmac_f32",
        "v_fmac_f64",
        "v_dot2c_f32_f16",
        "v_dot4c_i32_i8",
        "v_dot8c_i32_i4",
        "v_dot2c_i32_i16",
        "v_pk_fmac_f16",
    ]
)
# Two destinations: a vector register, then a scalar mask.
_MASK_OUT = re.compile(r"v_(add|sub|subrev|addc|subb|subbrev)_co_u32$|v_mad_(u64_u32|i64_i32)$|v_div_scale_f(32|64)$")
_SCALAR_OUT = re.compile(r"v_cmpx?_|v_readlane_b32$|v_readfirstlane_b32$")


def _list(text: str) -> list[int]:
    return [int(x) for x in text.strip("[]").split(",")]


def _mask(values: Sequence[int]) -> int:
    return sum(bool(v) << at for at, v in enumerate(values))


def base_name(mnemonic: str) -> tuple[str, str]:
    """Split a mnemonic into the instruction's name and its encoding suffix."""
    found = _SUFFIX.search(mnemonic)
    return (mnemonic[: found.start()], found.group(1)) if found else (mnemonic, "")


def _halves(words: list[str]) -> frozenset[int]:
    """Sources of a mixed-precision operation that are read as half precision, constants too: those that op_sel_hi names."""
    masks = [_list(text) for key, _, text in (word.partition(":") for word in words) if key == "op_sel_hi"]
    return frozenset(slot for values in masks for slot, value in enumerate(values) if value)


def _vector_types(name: str, count: int) -> list[str]:
    """Types of the sources, for constants."""
    operation = OPERATIONS.get(name)
    if operation:
        table = {"x32": "f32", "h16": "f16", "u16w": "i16", "i16w": "i16"}
        return [table.get(kind, kind) for kind in operation.sources]
    if name.startswith(("v_cmp_", "v_cmpx_")):
        kind = name.rsplit("_", 1)[1]
        if "_class_" in name:
            return [kind, "i32"]
        return [{"u64": "i64"}.get(kind, kind)] * 2
    if name.startswith("v_pk_"):
        return ["f32" if name.endswith(("_f32", "_b32")) else "p16"] * count
    if name.startswith(("v_mad_u64", "v_mad_i64")):
        return ["i32", "i32", "i64"]
    if name.startswith("v_div_"):
        return [name.rsplit("_", 1)[1]] * count
    if name == "v_cndmask_b32":
        return ["f32", "f32", "u64"]
    return ["f32"] * count


def _ranges(operands: Sequence[Operand]) -> tuple[tuple[int, int], ...]:
    found = []
    for o in operands:
        if o.kind == "v":
            found.append((o.index, o.count))
        elif o.kind == "s" and o.index < 128:
            found.append((512 + o.index, o.count))
    return tuple(found)


def _vector(name: str, encoding: str, operands: list[Operand], words: list[str]) -> Decoded:
    if name == "v_nop":
        return Decoded("nothing", elided=True)
    if name not in OPERATIONS and name not in SPECIAL:
        raise Undecodable(f"no handler for {name}")
    everything = list(operands)
    decoded = Decoded("")
    modifiers: dict[str, object] = {}
    if name == "v_swap_b32":
        destinations, sources = [], operands
    elif _MASK_OUT.match(name):
        destinations, sources = operands[:2], operands[2:]
        decoded.destination2 = destinations[1].offset
    else:
        destinations, sources = operands[:1], operands[1:]
        if _SCALAR_OUT.match(name) and destinations[0].kind != "s":
            raise Undecodable(f"{name}: the destination is no scalar register")
    if destinations:
        decoded.destination = destinations[0].offset
    if name in _ACCUMULATING and len(sources) == 2:
        sources = [*sources, destinations[0]]
    if name == "v_div_fmas_f32" or name == "v_div_fmas_f64":
        everything.append(Operand("s", layout.SGPR_VCC, 2))
    if len(sources) > 3:
        raise Undecodable(f"{name} with {len(sources)} sources")
    types = _vector_types(name, len(sources))
    if len(types) < len(sources):
        raise Undecodable(f"{name} with {len(sources)} sources")
    halves = _halves(words) if name.startswith("v_fma_mix") else frozenset()
    kinds = ""
    negative, absolute, extended = 0, 0, 0
    for slot, operand in enumerate(sources):
        if operand.kind in "vs":
            decoded.source[slot] = operand.offset
        elif operand.kind == "k":
            value = bits(operand, "f16" if slot in halves else types[slot])
            if name.startswith("v_pk_") and types[slot] == "f32":
                value |= value << 32
            decoded.source[slot] = value
        else:
            raise Undecodable(f"operand {operand.word!r}")
        kinds += operand.kind
        negative |= operand.negative << slot
        absolute |= operand.absolute << slot
        extended |= operand.extended << slot
    # In the encoding of mixed precision, the packed sign bits negate and make absolute.
    signs = ("neg_lo", "neg_hi") if name.startswith("v_fma_mix") else ("neg", "abs")
    for key, value in zip((*signs, "sext"), (negative, absolute, extended), strict=True):
        if value:
            modifiers[key] = value
    for word in words:
        key, _, text = word.partition(":")
        if key in ("op_sel", "op_sel_hi", "neg_lo", "neg_hi"):
            values = _list(text)
            if key == "op_sel" and len(values) == len(sources) + 1:
                values = [*values[:-1], *[0] * (3 - len(sources)), values[-1]]
            modifiers[key] = _mask(values)
        elif key == "clamp":
            modifiers["clamp"] = 1
        elif key in ("mul", "div"):
            modifiers["omod"] = word
        elif key in ("quad_perm", "row_shl", "row_shr", "row_ror", "row_newbcast", "row_bcast"):
            modifiers["dpp"] = word
        elif key in ("wave_shl", "wave_shr", "wave_rol", "wave_ror", "row_mirror", "row_half_mirror"):
            modifiers["dpp"] = key
        elif key in ("row_mask", "bank_mask"):
            if int(text, 0) != 15:
                modifiers[key] = int(text, 0)
        elif key == "bound_ctrl":
            modifiers["bound"] = 1
        elif key in ("src0_sel", "src1_sel"):
            if text != "DWORD":
                modifiers[f"sel{key[3]}"] = text
        elif key in ("dst_sel", "dst_unused"):
            modifiers[key] = text
        else:
            raise Undecodable(f"modifier {word!r}")
    if "dpp" in modifiers:
        dpp_lanes(str(modifiers["dpp"]))
    elif encoding.endswith("dpp"):
        raise Undecodable("DPP without a control")
    if modifiers.get("dst_sel", "DWORD") == "DWORD":
        modifiers.pop("dst_sel", None)
        modifiers.pop("dst_unused", None)
    _refuse(name, modifiers)
    decoded.handler = Form(
        name, "".join(o.kind for o in destinations), kinds, tuple(sorted(modifiers.items(), key=str))
    )
    decoded.registers = _ranges(everything)
    return decoded


_SIGNED_OPERANDS = frozenset({"f32", "f16", "f64", "x32", "h16"})


def _refuse(name: str, modifiers: dict[str, object]) -> None:
    """Refuse combinations that no emitter honours, so that none is dropped in silence."""
    if name in SPECIAL:
        allowed = {
            "neg",
            "abs",
            "sext",
            "dpp",
            "row_mask",
            "bank_mask",
            "bound",
            "sel0",
            "sel1",
            "dst_sel",
            "dst_unused",
            "clamp",
            "omod",
        }
        if name.startswith(("v_pk_", "v_fma_mix", "v_dot")):
            allowed = {"op_sel", "op_sel_hi", "neg_lo", "neg_hi", "clamp"}
            if name.startswith("v_dot") and modifiers.get("op_sel_hi", 7) == 7:
                modifiers.pop("op_sel_hi", None)
            if name.startswith("v_dot") and not name.startswith("v_dot2_f32"):
                allowed = {"clamp"}
        elif name.startswith(("v_readlane", "v_writelane", "v_readfirstlane", "v_swap", "v_mad_")):
            allowed = set()
        if "op_sel" in modifiers and name.endswith("_f16") and name.startswith(("v_cmp", "v_div_fixup")):
            allowed.add("op_sel")
        if "_co_" in name or name.startswith(("v_add_", "v_sub")):
            allowed -= {"neg", "abs", "omod"}
        if name.startswith(("v_cmp", "v_div_scale", "v_cndmask")):
            allowed -= {"omod", "clamp"}
    else:
        operation = OPERATIONS[name]
        allowed = {
            "dpp",
            "row_mask",
            "bank_mask",
            "bound",
            "sel0",
            "sel1",
            "sext",
            "dst_sel",
            "dst_unused",
            "clamp",
            "omod",
        }
        if any(kind in _SIGNED_OPERANDS for kind in operation.sources):
            allowed |= {"neg", "abs"}
        if any(kind in ("f16", "h16", "i16", "i16w", "u16w") for kind in operation.sources) or operation.result in (
            "f16",
            "i16",
        ):
            allowed.add("op_sel")
        if name.startswith(("v_cvt_pk_fp8", "v_cvt_pk_bf8", "v_cvt_sr")):
            allowed.add("op_sel")
    extra = set(modifiers) - allowed
    if extra:
        raise Undecodable(f"{name} with {', '.join(sorted(extra))}")


def _scalar(name: str, operands: list[Operand], words: list[str], instruction: Instruction) -> Decoded:
    del words
    decoded = Decoded("")
    everything = list(operands)
    destinations: list[Operand] = []
    if name.startswith(("s_cmp_", "s_bitcmp")):
        sources = operands
    elif name.startswith("s_cmpk_"):
        sources = [operands[0], _short(operands[1], signed=not name.endswith("_u32"))]
    elif name in ("s_addk_i32", "s_mulk_i32"):
        destinations, sources = operands[:1], [operands[0], _short(operands[1])]
    elif name in ("s_movk_i32", "s_cmovk_i32"):
        destinations, sources = operands[:1], [_short(operands[1])]
    else:
        destinations, sources = operands[:1], operands[1:]
    kinds = ""
    if len(sources) > 3:
        raise Undecodable(f"{name} with {len(sources)} sources")
    kind64 = "i64" if name.endswith("_i64") else "u64"
    for slot, operand in enumerate(sources):
        if operand.kind == "s":
            decoded.source[slot] = operand.offset
        elif operand.kind == "k":
            decoded.source[slot] = bits(operand, kind64 if name.endswith("64") else "i32")
        else:
            raise Undecodable(f"operand {operand.word!r}")
        kinds += operand.kind
    if destinations:
        if destinations[0].kind != "s":
            raise Undecodable(f"destination {destinations[0].word!r}")
        decoded.destination = destinations[0].offset
    decoded.handler = Form(name, "s" * len(destinations), kinds)
    decoded.registers = _ranges(everything)
    del instruction
    return decoded


def _short(operand: Operand, signed: bool = True) -> Operand:
    """A 16-bit immediate, sign-extended."""
    value = operand.value & 0xFFFF
    if signed and value & 0x8000:
        value -= 0x10000
    return Operand("k", value=value)


def _offset(words: list[str], key: str = "offset") -> int:
    for word in words:
        name, _, text = word.partition(":")
        if name == key:
            return int(text, 0)
    return 0


_CACHE_WORDS = frozenset(["glc", "slc", "sc0", "sc1", "nt", "dlc", "scc"])


def _check_words(words: list[str], allowed: str) -> None:
    for word in words:
        key = word.partition(":")[0]
        if key not in _CACHE_WORDS and key not in allowed.split():
            raise Undecodable(f"modifier {word!r}")


def _memory(name: str, operands: list[Operand], words: list[str]) -> Decoded:
    space, _, rest = name.partition("_")
    verb, _, suffix = rest.partition("_")
    decoded = Decoded("", immediate=_offset(words), vector_waits=1, registers=_ranges(operands))
    if space == "flat":
        decoded.local_waits = 1
    _check_words(words, "offset offen idxen lds")
    returns = "sc0" in words or "glc" in words
    to_local = "lds" in words or suffix.startswith("lds_")
    if suffix.startswith("lds_"):
        suffix = suffix[4:]
    if verb == "load":
        if suffix not in native_forms.LOADS:
            raise Undecodable(f"no handler for {name}")
        handler, registers = native_forms.LOADS[suffix]
        if to_local:
            handler += "_lds"
            if handler not in _LDS_LOADS:
                raise Undecodable(f"no handler for {name} to LDS")
            rest_operands = operands
        else:
            decoded.destination = _vgpr(operands[0]).offset
            decoded.loaded = (operands[0].index, registers)
            rest_operands = operands[1:]
        data = None
    elif verb == "store":
        if suffix not in native_forms.STORES:
            raise Undecodable(f"no handler for {name}")
        handler, _ = native_forms.STORES[suffix]
        if space == "buffer":
            data, rest_operands = operands[0], operands[1:]
        else:
            data, rest_operands = operands[1], [operands[0], *operands[2:]]
    elif verb == "atomic":
        if suffix not in native_forms.MEMORY_ATOMICS:
            raise Undecodable(f"no handler for {name}")
        operation, dwords = native_forms.MEMORY_ATOMICS[suffix]
        handler = f"memory_atomic_x{dwords}"
        decoded.destination2 = operation
        if space == "buffer":
            data, rest_operands = operands[0], operands[1:]
            result = operands[0]
        else:
            result = operands[0]
            if returns:
                operands = operands[1:]
            data, rest_operands = operands[1], [operands[0], *operands[2:]]
        if returns:
            decoded.flags |= layout.FLAG_RETURN
            decoded.destination = _vgpr(result).offset
            decoded.loaded = (result.index, dwords)
    else:
        raise Undecodable(f"no handler for {name}")
    if data is not None:
        decoded.source[1] = _vgpr(data).offset
    decoded.handler = handler
    if space == "buffer":
        _buffer_address(decoded, rest_operands, words)
    elif space == "global":
        if len(rest_operands) != 2:
            raise Undecodable(f"{name} with {len(rest_operands)} address operands")
        address, base = rest_operands
        decoded.source[0] = _vgpr(address).offset
        if base.kind == "o":
            decoded.flags |= layout.MODE_GLOBAL_VECTOR
        elif base.kind == "s":
            decoded.flags |= layout.MODE_GLOBAL_SCALAR
            decoded.source[2] = base.offset
        else:
            raise Undecodable(f"address operand {base.word!r}")
    elif space == "flat":
        decoded.flags |= layout.MODE_FLAT
        decoded.source[0] = _vgpr(rest_operands[0]).offset
    elif space == "scratch":
        decoded.flags |= layout.MODE_SCRATCH
        address, base = rest_operands
        if address.kind == "o":
            decoded.flags |= layout.FLAG_NO_VECTOR
        else:
            decoded.source[0] = _vgpr(address).offset
        if base.kind == "o":
            decoded.flags |= layout.FLAG_NO_SCALAR
        elif base.kind == "s":
            decoded.source[2] = base.offset
        else:
            raise Undecodable(f"address operand {base.word!r}")
    return decoded


_LDS_LOADS = frozenset(f"memory_load_{part}_lds" for part in ("x1", "u8", "i8", "u16", "i16"))


def _vgpr(operand: Operand) -> Operand:
    if operand.kind != "v":
        raise Undecodable(f"operand {operand.word or operand.kind!r} in place of a vector register")
    return operand


def _buffer_address(decoded: Decoded, operands: list[Operand], words: list[str]) -> None:
    if len(operands) == 3:
        address, descriptor, offset = operands
        if address.kind != "o":
            decoded.source[0] = _vgpr(address).offset
    else:
        descriptor, offset = operands
    if descriptor.kind != "s" or descriptor.count != 4:
        raise Undecodable("a buffer access without a descriptor of four registers")
    decoded.flags |= layout.MODE_BUFFER
    decoded.source[2] = descriptor.offset
    if "offen" in words:
        decoded.flags |= layout.FLAG_OFFEN
    if "idxen" in words:
        decoded.flags |= layout.FLAG_IDXEN
    if offset.kind == "k":
        decoded.flags |= layout.FLAG_SOFFSET_CONSTANT
        decoded.immediate2 = bits(offset, "i32")
    elif offset.kind == "s":
        decoded.immediate2 = offset.offset
    else:
        raise Undecodable(f"offset operand {offset.word!r}")


def _local(name: str, operands: list[Operand], words: list[str]) -> Decoded:
    decoded = Decoded("", local_waits=1, registers=_ranges(operands))
    _check_words(words, "offset offset0 offset1")
    if name in native_forms.LOCAL_READS:
        decoded.handler, registers = native_forms.LOCAL_READS[name]
        decoded.destination = _vgpr(operands[0]).offset
        decoded.source[0] = _vgpr(operands[1]).offset
        decoded.loaded = (operands[0].index, registers)
        decoded.immediate = _offset(words)
    elif name in native_forms.LOCAL_WRITES:
        decoded.handler, _ = native_forms.LOCAL_WRITES[name]
        decoded.source[0], decoded.source[1] = _vgpr(operands[0]).offset, _vgpr(operands[1]).offset
        decoded.immediate = _offset(words)
    elif name in native_forms.LOCAL_PAIRS:
        decoded.handler, step, dwords = native_forms.LOCAL_PAIRS[name]
        decoded.immediate, decoded.immediate2 = _offset(words, "offset0") * step, _offset(words, "offset1") * step
        if "read" in name:
            decoded.destination = _vgpr(operands[0]).offset
            decoded.source[0] = _vgpr(operands[1]).offset
            decoded.loaded = (operands[0].index, 2 * dwords)
        else:
            for slot in range(3):
                decoded.source[slot] = _vgpr(operands[slot]).offset
    elif name in native_forms.LOCAL_ATOMICS:
        operation, dwords, returns = native_forms.LOCAL_ATOMICS[name]
        decoded.handler = f"local_atomic_x{dwords}"
        decoded.immediate, decoded.immediate2 = _offset(words), operation
        if returns:
            decoded.flags |= layout.FLAG_RETURN
            decoded.destination = _vgpr(operands[0]).offset
            decoded.loaded = (operands[0].index, dwords)
            operands = operands[1:]
        for slot, operand in enumerate(operands):
            decoded.source[slot] = _vgpr(operand).offset
    elif name in ("ds_bpermute_b32", "ds_permute_b32"):
        decoded.handler = name.replace("ds_", "local_").removesuffix("_b32")
        decoded.destination = _vgpr(operands[0]).offset
        decoded.source[0], decoded.source[1] = _vgpr(operands[1]).offset, _vgpr(operands[2]).offset
        decoded.immediate = _offset(words)
        decoded.loaded = (operands[0].index, 1)
    elif name == "ds_swizzle_b32":
        decoded.handler = "local_swizzle"
        decoded.destination, decoded.source[0] = _vgpr(operands[0]).offset, _vgpr(operands[1]).offset
        decoded.immediate = _swizzle(words)
        decoded.loaded = (operands[0].index, 1)
    elif name == "ds_nop":
        return Decoded("nothing", elided=True)
    else:
        raise Undecodable(f"no handler for {name}")
    return decoded


def _swizzle(words: list[str]) -> int:
    text = next((w.partition(":")[2] for w in words if w.startswith("offset:")), "0")
    found = re.fullmatch(r"swizzle\((\w+),(.*)\)", text)
    if not found:
        return int(text, 0)
    mode, arguments = found.groups()
    if mode == "QUAD_PERM":
        return 0x8000 | sum(int(x) << 2 * at for at, x in enumerate(arguments.split(",")))
    if mode == "BITMASK_PERM":
        kept = flipped = forced = 0
        for letter in arguments.strip('" '):
            kept, forced, flipped = kept << 1, forced << 1, flipped << 1
            kept |= letter in "pi"
            forced |= letter == "1"
            flipped |= letter == "i"
        return kept | forced << 5 | flipped << 10
    numbers = [int(x) for x in arguments.split(",")]
    if mode == "SWAP":
        return 0x1F | numbers[0] << 10
    if mode == "REVERSE":
        return 0x1F | (numbers[0] - 1) << 10
    if mode == "BROADCAST":
        return (0x1F & ~(numbers[0] - 1)) | numbers[1] << 5
    raise Undecodable(f"swizzle {text}")


_SCALAR_WORDS = {"dword": 1, "dwordx2": 2, "dwordx4": 4, "dwordx8": 8, "dwordx16": 16}


def _scalar_memory(name: str, operands: list[Operand], words: list[str]) -> Decoded:
    stem, _, suffix = name.rpartition("_")
    decoded = Decoded("", local_waits=1 | 16, registers=_ranges(operands))
    _check_words(words, "offset")
    if name in ("s_memtime", "s_memrealtime"):
        decoded.handler = "read_clock"
        decoded.destination = operands[0].offset
        decoded.loaded = (512 + operands[0].index, 2)
        return decoded
    if stem.startswith("s_atomic") or name.startswith("s_atomic"):
        operation = name.removeprefix("s_atomic_")
        dwords = 2 if operation.endswith("_x2") else 1
        operation = operation.removesuffix("_x2")
        if operation not in native_forms.ATOMICS:
            raise Undecodable(f"no handler for {name}")
        decoded.handler = f"scalar_atomic_x{dwords}"
        decoded.destination2 = native_forms.ATOMICS.index(operation)
        decoded.source[1] = operands[0].offset
        if "glc" in words:
            decoded.flags |= layout.FLAG_RETURN
            decoded.loaded = (512 + operands[0].index, dwords)
    else:
        kind = {"s_load": "scalar_load", "s_store": "scalar_store", "s_buffer_load": "scalar_buffer_load"}.get(stem)
        if kind is None or suffix not in _SCALAR_WORDS or (kind == "scalar_store" and _SCALAR_WORDS[suffix] > 4):
            raise Undecodable(f"no handler for {name}")
        count = _SCALAR_WORDS[suffix]
        decoded.handler = f"{kind}_x{count}"
        if kind == "scalar_store":
            decoded.source[1] = operands[0].offset
        else:
            if operands[0].index + count > 108 and operands[0].index not in range(108, 124):
                raise Undecodable(f"destination {operands[0].index} of {name}")
            decoded.destination = operands[0].offset
            decoded.loaded = (512 + operands[0].index, count)
    if operands[1].kind != "s":
        raise Undecodable("an address that is no scalar register pair")
    decoded.source[0] = operands[1].offset
    decoded.immediate = _offset(words)
    last = operands[2] if len(operands) > 2 else Operand("k")
    if last.kind == "k":
        decoded.immediate += last.value
        decoded.flags |= layout.FLAG_SCALAR_CONSTANT
    elif last.kind == "s":
        decoded.source[2] = last.offset
    else:
        raise Undecodable(f"offset {last.word!r}")
    return decoded


def _matrix(name: str, operands: list[Operand], words: list[str]) -> Decoded:
    if name not in native_forms.MATRIX:
        raise Undecodable(f"no handler for {name}")
    for word in words:
        key, _, value = word.partition(":")
        if key not in ("cbsz", "abid", "blgp") or int(value, 0):
            raise Undecodable(f"modifier {word!r}")
    decoded = Decoded(native_forms.MATRIX[name], registers=_ranges(operands))
    decoded.destination = _vgpr(operands[0]).offset
    decoded.source[0], decoded.source[1] = _vgpr(operands[1]).offset, _vgpr(operands[2]).offset
    third = operands[3]
    if third.kind == "v":
        decoded.source[2] = third.offset
    elif third.kind == "k":
        kind = "f64" if "_f64_" in name else "f32"
        decoded.source[2] = bits(third, kind)
        decoded.flags |= layout.FLAG_SCALAR_CONSTANT
    else:
        raise Undecodable(f"operand {third.word!r}")
    return decoded


_WAIT = re.compile(r"(vmcnt|expcnt|lgkmcnt)\((\d+)\)")
_HARDWARE = re.compile(r"hwreg\((\w+)(?:,\s*(\d+),\s*(\d+))?\)")
_ZERO_REGISTERS = frozenset(["HW_REG_XCC_ID", "HW_REG_HW_ID", "HW_REG_GPR_ALLOC", "HW_REG_LDS_ALLOC", "HW_REG_TRAPSTS"])


def _control(name: str, instruction: Instruction) -> Decoded | None:
    text = instruction.operands
    behind = instruction.address + instruction.size
    if name in native_forms.CONTROL:
        distance = int(text, 0) & 0xFFFF
        distance -= (distance & 0x8000) << 1
        return Decoded(native_forms.CONTROL[name], target=behind + 4 * distance, ends=name == "s_branch")
    if name == "s_endpgm":
        return Decoded("end_program", ends=True)
    if name == "s_barrier":
        return Decoded("barrier")
    if name == "s_waitcnt":
        counts = dict(_WAIT.findall(text))
        if not counts and text.strip():
            raise Undecodable(f"s_waitcnt {text}")
        return Decoded(
            "wait_counters",
            immediate=int(counts.get("vmcnt", WAIT_NEVER)),
            immediate2=int(counts.get("lgkmcnt", WAIT_NEVER)),
            elided=True,
        )
    if name in native_forms.NO_EFFECT:
        return Decoded("nothing", elided=True)
    if name == "s_trap":
        return Decoded("trap", ends=True)
    if name == "s_getpc_b64":
        o = parse(text)
        return Decoded("scalar_getpc", o.offset, immediate=behind, registers=_ranges([o]))
    if name == "s_setpc_b64":
        o = parse(text)
        return Decoded("scalar_setpc", source=[o.offset, 0, 0], ends=True, registers=_ranges([o]))
    if name == "s_swappc_b64":
        d, o = (parse(x.strip()) for x in text.split(","))
        return Decoded("scalar_swappc", d.offset, source=[o.offset, 0, 0], immediate=behind, registers=_ranges([d, o]))
    if name == "s_call_b64":
        first, second = text.split(",")
        distance = int(second, 0) & 0xFFFF
        distance -= (distance & 0x8000) << 1
        d = parse(first.strip())
        return Decoded(
            "scalar_call", d.offset, immediate=behind, immediate2=behind + 4 * distance, registers=_ranges([d])
        )
    if name == "s_set_gpr_idx_off":
        return Decoded("nothing", elided=True)
    if name == "s_set_gpr_idx_on":
        return _index_on(text)
    if name == "s_setvskip":
        return _skip(text)
    if name in ("s_getreg_b32", "s_setreg_b32", "s_setreg_imm32_b32"):
        return _hardware_register(name, text)
    return None


_INDEXED = {"SRC0": 1, "SRC1": 2, "SRC2": 4, "DST": 8}


def _index_on(text: str) -> Decoded:
    source, _, names = text.partition(",")
    found = re.fullmatch(r"gpr_idx\(([A-Z0-9,]*)\)", names.strip())
    if not found:
        raise Undecodable(f"s_set_gpr_idx_on {text}")
    mask = sum(_INDEXED[name] for name in found.group(1).split(",") if name)
    decoded = Decoded("set_index", immediate=mask)
    _scalar_or_constant(decoded, parse(source.strip()))
    return decoded


def _scalar_or_constant(decoded: Decoded, operand: Operand) -> None:
    if operand.kind == "s":
        decoded.source[0] = operand.offset
        decoded.registers = _ranges([operand])
    elif operand.kind == "k":
        decoded.source[0] = bits(operand, "i32")
        decoded.flags |= layout.FLAG_SCALAR_CONSTANT
    else:
        raise Undecodable(f"operand {operand.word!r}")


def _skip(text: str) -> Decoded:
    first, second = (parse(x.strip()) for x in text.split(","))
    if second.kind != "k":
        raise Undecodable(f"s_setvskip {text}")
    if first.kind == "k" and not first.value >> (second.value & 31) & 1:
        return Decoded("nothing", elided=True)
    decoded = Decoded("skip_vector")
    _scalar_or_constant(decoded, first)
    decoded.source[1] = second.value
    return decoded


def decode_all(instructions: Sequence[Instruction], float_mode: int = 0xC0) -> tuple[list[Decoded], dict[int, str]]:
    """Decode a stretch of code; what has no handler stops the launch when it is reached, and the reason is returned.

    Register indexing (s_set_gpr_idx_on to _off) and vector skipping (s_setvskip) are modes of the processor; here they
    are worked out from the order of the code, and refused where control could enter or leave in between.
    """
    decoded: list[Decoded] = []
    reasons: dict[int, str] = {}
    ieee = bool(float_mode >> 9 & 1)
    special_half = _half_mode_matters(instructions, float_mode)
    for number, instruction in enumerate(instructions):
        try:
            d = decode(instruction)
            if isinstance(d.handler, Form):
                if special_half and _uses_half(d.handler.name):
                    d.handler = d.handler.with_modifier("half")
                if ieee and _EXTREMES.match(d.handler.name):
                    d.handler = d.handler.with_modifier("ieee")
            _check_handler(d, instruction)
        except Undecodable as error:
            reasons[number] = str(error)
            d = Decoded("unimplemented", ends=True)
        decoded.append(d)
    for number, d in enumerate(decoded):
        if d.handler in ("set_index", "skip_vector"):
            resolve = _index_region if d.handler == "set_index" else _skip_region
            try:
                resolve(instructions, decoded, number)
            except Undecodable as error:
                reasons[number] = str(error)
                decoded[number] = Decoded("unimplemented", ends=True)
    return decoded, reasons


# IEEE mode is a matter of the descriptor: no compiler changes it on the way.
_EXTREMES = re.compile(r"v_(pk_)?(min|max|min3|max3|med3)_f(16|32|64)$")


def _half_mode_matters(instructions: Sequence[Instruction], mode: int) -> bool:
    """Whether 16-bit floats may be flushed, saturated or rounded unlike 32-bit ones: by descriptor or s_setreg of MODE."""
    if mode & 0xC0 != 0xC0 or mode >> 23 & 1 or (mode & 3) != (mode >> 2 & 3):
        return True
    return any(i.mnemonic.startswith("s_setreg") and "HW_REG_MODE" in i.operands for i in instructions)


@lru_cache(maxsize=1024)
def _uses_half(name: str) -> bool:
    operation = OPERATIONS.get(name)
    if operation:
        return bool({"f16", "h16"} & {operation.result, *operation.sources})
    return "_f16" in name


def _check_handler(d: Decoded, instruction: Instruction) -> None:
    if isinstance(d.handler, Form):
        if not can_emit(d.handler):
            raise Undecodable(f"no handler for this form of {instruction.mnemonic}")
    elif d.handler not in runtime_functions():
        raise Undecodable(f"no handler {d.handler}")


def _index_region(instructions: Sequence[Instruction], decoded: list[Decoded], start: int) -> None:
    mask, highest = decoded[start].immediate, 0
    indexed: list[tuple[int, Form]] = []
    for number in range(start + 1, len(decoded)):
        mnemonic, d = instructions[number].mnemonic, decoded[number]
        if mnemonic == "s_set_gpr_idx_off":
            break
        if d.target is not None or d.ends or d.handler in ("set_index", "skip_vector", "barrier"):
            raise Undecodable(f"{mnemonic} between s_set_gpr_idx_on and s_set_gpr_idx_off")
        if mnemonic.startswith("s_") and d.destination == 4 * layout.SGPR_M0:
            raise Undecodable(f"{mnemonic} changes m0 between s_set_gpr_idx_on and s_set_gpr_idx_off")
        if not mnemonic.startswith("v_"):
            continue
        if not isinstance(d.handler, Form) or any(256 <= first < 512 for first, _ in d.registers):
            raise Undecodable(f"{mnemonic} with indexed registers")
        highest = max([highest, *(first + count - 1 for first, count in d.registers if first < 256)])
        form = d.handler
        indexed.append((number, Form(form.name, form.destinations, form.sources, (*form.modifiers, ("index", mask)))))
    else:
        raise Undecodable("s_set_gpr_idx_on without s_set_gpr_idx_off")
    for number, form in indexed:
        decoded[number].handler = form
        decoded[number].registers = (*decoded[number].registers, (0, 256))
    decoded[start].immediate2 = highest


def _skip_region(instructions: Sequence[Instruction], decoded: list[Decoded], start: int) -> None:
    for number in range(start + 1, len(decoded)):
        mnemonic, d = instructions[number].mnemonic, decoded[number]
        if mnemonic == "s_setvskip":
            decoded[start].target = instructions[number].address
            return
        if mnemonic.startswith("s_") and not d.elided:
            raise Undecodable(f"{mnemonic} between two s_setvskip")
    raise Undecodable("s_setvskip without an end")


def _hardware_register(name: str, text: str) -> Decoded:
    found = _HARDWARE.search(text)
    if not found:
        raise Undecodable(f"{name} {text}")
    register, offset, size = found.groups()
    selection = int(offset or 0) | int(size or 32) << 8
    other = parse((text[: found.start()] + text[found.end() :]).strip(" ,"))
    if name == "s_getreg_b32":
        if register == "HW_REG_MODE":
            return Decoded("get_mode", other.offset, immediate=selection, registers=_ranges([other]))
        if register in _ZERO_REGISTERS:
            form = Form("s_mov_b32", "s", "k")
            return Decoded(form, other.offset, registers=_ranges([other]))
        raise Undecodable(f"{name} of {register}")
    if register != "HW_REG_MODE":
        raise Undecodable(f"{name} of {register}")
    if other.kind == "k":
        return Decoded(
            "set_mode", source=[bits(other, "i32"), 0, 0], immediate=selection, flags=layout.FLAG_SCALAR_CONSTANT
        )
    return Decoded("set_mode", source=[other.offset, 0, 0], immediate=selection, registers=_ranges([other]))


@lru_cache(maxsize=65536)
def _parse_operand(text: str) -> Operand:
    return parse(text)


_FAMILIES: tuple[tuple[tuple[str, ...], Callable[..., Decoded]], ...] = (
    (("v_mfma_", "v_smfmac_"), _matrix),
    (("buffer_", "global_", "flat_", "scratch_"), _memory),
    (("ds_",), _local),
)
_SCALAR_MEMORY = ("s_load_", "s_buffer_load_", "s_store_", "s_atomic_", "s_memtime", "s_memrealtime")


def decode(instruction: Instruction) -> Decoded:
    """Decode one instruction; raises ``Undecodable`` for one without a handler."""
    name, encoding = base_name(instruction.mnemonic)
    control = _control(name, instruction)
    if control is not None:
        return control
    texts, words = split(instruction.operands)
    operands = [_parse_operand(t) for t in texts]
    try:
        if name.startswith("s_"):
            if name.startswith(_SCALAR_MEMORY):
                return _scalar_memory(name, operands, words)
            if name not in SCALAR:
                raise Undecodable(f"no handler for {name}")
            return _scalar(name, operands, words, instruction)
        for prefixes, decoder in _FAMILIES:
            if name.startswith(prefixes):
                return decoder(name, operands, words)
        if name.startswith("v_"):
            return _vector(name, encoding, operands, words)
    except (IndexError, ValueError, KeyError, NotImplementedForm) as error:
        raise Undecodable(f"operands {instruction.operands!r} of {instruction.mnemonic}: {error}") from error
    raise Undecodable(f"no handler for {instruction.mnemonic}")


def is_implemented(instruction: Instruction) -> bool:
    """Whether the emulator can run this instruction in this form."""
    try:
        _check_handler(decode(instruction), instruction)
    except Undecodable:
        return False
    return True


CLASSES = (
    ("matrix", ("v_mfma_", "v_smfmac_")),
    ("vector", ("v_",)),
    ("vector memory", ("buffer_", "global_", "flat_", "scratch_")),
    ("LDS", ("ds_",)),
    ("scalar memory", _SCALAR_MEMORY),
    ("branch", ("s_branch", "s_cbranch", "s_setpc", "s_swappc", "s_call", "s_endpgm")),
    ("wait and barrier", ("s_waitcnt", "s_barrier", "s_nop", "s_sleep")),
    ("scalar", ("s_",)),
)


@lru_cache(maxsize=4096)
def instruction_class(mnemonic: str) -> str:
    """The class an instruction counts under."""
    return next((name for name, prefixes in CLASSES if mnemonic.startswith(prefixes)), "other")
