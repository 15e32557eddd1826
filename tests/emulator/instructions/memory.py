"""Models of memory instructions: LDS, global, flat and buffer accesses, atomics, scalar loads and stores, lane permutes.

Sources: CDNA3 ISA manual, chapters 8 (scalar memory), 9 (vector memory, buffer addressing and range checks), 10 (flat and
global) and 11 (LDS), and the instruction tables 12.5, 12.12 to 12.15.
"""

from __future__ import annotations

import re
from collections.abc import Callable

import numpy as np

from .case import Case
from .data import MEMORY_BYTES
from .entry import Outcome
from .formats import Array, bfloat_from_float, bfloat_to_float, to_bits, to_float
from .state import VECTOR_BASE, Operand, State, read_scalar, read_vector, write_scalar
from .text import Instruction, parse

U = np.uint64
WORD = 0xFFFFFFFF
# name of the access: bytes read, sign, registers written, and what d16 forms do with the other half
LOADS = {
    "ubyte": (1, False, ""),
    "sbyte": (1, True, ""),
    "ushort": (2, False, ""),
    "sshort": (2, True, ""),
    "dword": (4, False, ""),
    "dwordx2": (8, False, ""),
    "dwordx3": (12, False, ""),
    "dwordx4": (16, False, ""),
    "ubyte_d16": (1, False, "lo"),
    "ubyte_d16_hi": (1, False, "hi"),
    "sbyte_d16": (1, True, "lo"),
    "sbyte_d16_hi": (1, True, "hi"),
    "short_d16": (2, False, "lo"),
    "short_d16_hi": (2, False, "hi"),
}
STORES = {
    "byte": (1, 0),
    "short": (2, 0),
    "dword": (4, 0),
    "dwordx2": (8, 0),
    "dwordx3": (12, 0),
    "dwordx4": (16, 0),
    "byte_d16_hi": (1, 16),
    "short_d16_hi": (2, 16),
}
DS_LOADS = {
    "u8": "ubyte",
    "i8": "sbyte",
    "u16": "ushort",
    "i16": "sshort",
    "b32": "dword",
    "b64": "dwordx2",
    "b96": "dwordx3",
    "b128": "dwordx4",
    "u8_d16": "ubyte_d16",
    "u8_d16_hi": "ubyte_d16_hi",
    "i8_d16": "sbyte_d16",
    "i8_d16_hi": "sbyte_d16_hi",
    "u16_d16": "short_d16",
    "u16_d16_hi": "short_d16_hi",
}
DS_STORES = {
    "b8": "byte",
    "b16": "short",
    "b32": "dword",
    "b64": "dwordx2",
    "b96": "dwordx3",
    "b128": "dwordx4",
    "b8_d16_hi": "byte_d16_hi",
    "b16_d16_hi": "short_d16_hi",
}


def _float32(function: Callable[[Array, Array], Array]) -> Callable[[int, int], int]:
    def apply(old: int, data: int) -> int:
        a, b = (to_float(np.array([x], U), 32) for x in (old, data))
        return int(to_bits(function(a, b).astype(np.float32), 32)[0])

    return apply


def _pairs(encode: Callable[[Array], Array], decode: Callable[[Array], Array]) -> Callable[[int, int], int]:
    def apply(old: int, data: int) -> int:
        out = 0
        for shift in (0, 16):
            a, b = (decode(np.array([(x >> shift) & 0xFFFF], U)).astype(np.float64) for x in (old, data))
            out |= int(encode(a + b)[0]) << shift
        return out

    return apply


def _wrap(value: int, width: int) -> int:
    return value - (1 << width) if value >> (width - 1) else value


def integer_atomic(name: str, width: int) -> Callable[[int, int], int] | None:
    """New memory value of an integer atomic, by the name that follows global_atomic_."""
    mask = (1 << width) - 1
    table: dict[str, Callable[[int, int], int]] = {
        "add": lambda m, d: (m + d) & mask,
        "sub": lambda m, d: (m - d) & mask,
        "rsub": lambda m, d: (d - m) & mask,
        "and": lambda m, d: m & d,
        "or": lambda m, d: m | d,
        "xor": lambda m, d: m ^ d,
        "swap": lambda m, d: d,
        "umin": lambda m, d: min(m, d),
        "umax": lambda m, d: max(m, d),
        "smin": lambda m, d: min(m, d, key=lambda x: _wrap(x, width)),
        "smax": lambda m, d: max(m, d, key=lambda x: _wrap(x, width)),
        "inc": lambda m, d: 0 if m >= d else m + 1,
        "dec": lambda m, d: d if m == 0 or m > d else m - 1,
    }
    return table.get(name)


FLOAT_ATOMICS: dict[str, Callable[[int, int], int]] = {
    "add_f32": _float32(lambda a, b: a + b),
    "pk_add_f16": _pairs(lambda x: to_bits(x.astype(np.float16), 16), lambda x: to_float(x, 16)),
    "pk_add_bf16": _pairs(lambda x: bfloat_from_float(x.astype(np.float32)), bfloat_to_float),
}
DS_ATOMICS = {
    "add_u32": ("add", 32),
    "sub_u32": ("sub", 32),
    "rsub_u32": ("rsub", 32),
    "min_i32": ("smin", 32),
    "max_i32": ("smax", 32),
    "min_u32": ("umin", 32),
    "max_u32": ("umax", 32),
    "and_b32": ("and", 32),
    "or_b32": ("or", 32),
    "xor_b32": ("xor", 32),
    "inc_u32": ("inc", 32),
    "dec_u32": ("dec", 32),
    "wrxchg_b32": ("swap", 32),
    "add_u64": ("add", 64),
    "add_f32": ("add_f32", 32),
    "max_u64": ("umax", 64),
}


def atomic(name: str, width: int) -> Callable[[int, int], int]:
    """Atomic by name; raises KeyError where it is not modelled."""
    found = integer_atomic(name, width) or FLOAT_ATOMICS.get(name)
    if found is None:
        raise KeyError(f"atomic: no model of {name!r}")
    return found


def _index(operand: Operand) -> int:
    return operand.first - (VECTOR_BASE if operand.file == "v" else 0)


def load_lane(state: State, memory: Array, wave: int, lane: int, address: int, kind: str, target: Operand) -> None:
    """One lane of a load; `memory` is the wave's bytes."""
    size, is_signed, half = LOADS[kind]
    file = state.v if target.file == "v" else state.a
    first = _index(target)
    raw = int.from_bytes(memory[wave, address : address + size].tobytes(), "little")
    if is_signed and raw >> (8 * size - 1):
        raw -= 1 << (8 * size)
    if half:
        old = int(file[wave, first, lane])
        part = raw & 0xFFFF
        file[wave, first, lane] = (old & 0xFFFF0000) | part if half == "lo" else (old & 0xFFFF) | (part << 16)
        return
    for register in range(max(1, size // 4)):
        file[wave, first + register, lane] = (raw >> (32 * register)) & WORD


def store_lane(memory: Array, wave: int, address: int, kind: str, words: list[int]) -> None:
    """One lane of a store."""
    size, shift = STORES[kind]
    value = sum(word << (32 * index) for index, word in enumerate(words)) >> shift
    memory[wave, address : address + size] = np.frombuffer(
        (value & ((1 << (8 * size)) - 1)).to_bytes(size, "little"), np.uint8
    )


def words_of(state: State, operand: Operand, wave: int, lane: int) -> list[int]:
    """Registers of a data operand in one lane."""
    file = state.v if operand.file == "v" else state.a
    return [int(file[wave, _index(operand) + i, lane]) for i in range(operand.count)]


def active_lanes(state: State) -> list[tuple[int, int]]:
    """Pairs of wave and lane under EXEC."""
    return [(int(w), int(n)) for w, n in np.argwhere(state.active)]


def atomic_lane(
    memory: Array,
    wave: int,
    address: int,
    function: Callable[[int, int], int],
    width: int,
    data: int,
    compare: int | None,
) -> int:
    """One lane of an atomic; returns the old value."""
    size = width // 8
    old = int.from_bytes(memory[wave, address : address + size].tobytes(), "little")
    new = function(old, data)
    if compare is not None:
        new = data if old == compare else old
    memory[wave, address : address + size] = np.frombuffer(new.to_bytes(size, "little"), np.uint8)
    return old


def run(state: State, case: Case) -> Outcome:
    """State after the memory instruction (the last line of the case)."""
    instruction = parse(case.text.splitlines()[-1])
    after = state.copy()
    base = instruction.base
    if base.startswith("ds_"):
        _shared(state, after, instruction)
    elif base.startswith(("global_", "flat_")):
        _global(state, after, instruction, 0x400 if "0x400" in case.text else 0)
    elif base.startswith("buffer_"):
        _buffer(state, after, instruction, case)
    else:
        _scalar(state, after, instruction)
    after.v[:, 6:8] = 0
    after.s[:, 12:16] = 0
    return Outcome(after)


def permute(state: State, after: State, instruction: Instruction) -> None:
    """ds_permute, ds_bpermute and ds_swizzle: no memory is touched, lanes exchange data."""
    base = instruction.base
    active = state.active
    waves = state.waves
    target = _index(instruction.operands[0])
    if base == "ds_swizzle_b32":
        data = read_vector(state, instruction.operands[1], 32)
        source = swizzle_sources(instruction.number("offset"))
        valid = active[:, source]
        moved = np.where(valid, data[:, source], 0)
    else:
        address = read_vector(state, instruction.operands[1], 32) + U(instruction.number("offset"))
        data = read_vector(state, instruction.operands[2], 32)
        lane = ((address >> U(2)) & U(63)).astype(np.int64)
        moved = np.zeros((waves, 64), U)
        if base == "ds_bpermute_b32":
            moved = np.where(np.take_along_axis(active, lane, 1), np.take_along_axis(data, lane, 1), 0)
        else:
            for wave in range(waves):
                for n in range(64):
                    if active[wave, n]:
                        moved[wave, lane[wave, n]] = data[wave, n]
    after.v[:, target] = np.where(active, moved.astype(np.uint32), after.v[:, target])


def swizzle_sources(offset: int) -> Array:
    """Source lanes of ds_swizzle: quad permutation, or and/or/xor masks within 32 lanes, or rotation."""
    lane = np.arange(64)
    if offset & 0x8000:
        if offset >= 0xC000:
            rotate, mask = (offset >> 5) & 0x1F, offset & 0x1F
            step = rotate if not offset & 0x400 else -rotate
            inside = lane % 32
            return lane - inside + ((inside & mask) | ((inside + step) & ~mask & 31))
        return lane - lane % 4 + (offset >> (2 * (lane % 4)) & 3)
    and_mask, or_mask, xor_mask = offset & 31, (offset >> 5) & 31, (offset >> 10) & 31
    inside = lane % 32
    return lane - inside + (((inside & and_mask) | or_mask) ^ xor_mask)


def _shared(state: State, after: State, instruction: Instruction) -> None:
    base, operands = instruction.base, instruction.operands
    if base in ("ds_permute_b32", "ds_bpermute_b32", "ds_swizzle_b32"):
        permute(state, after, instruction)
        return
    double = re.fullmatch(r"ds_(read|write)2(st64)?_b(32|64)", base)
    lanes = active_lanes(state)
    if double:
        direction, far, width = double.groups()
        unit = int(width) // 8 * (64 if far else 1)
        kind = "dword" if width == "32" else "dwordx2"
        for slot in (0, 1):
            offset = instruction.number(f"offset{slot}") * unit
            for wave, lane in lanes:
                if direction == "read":
                    address = int(state.v[wave, _index(operands[1]), lane]) + offset
                    target = Operand(operands[0].file, operands[0].first + slot * int(width) // 32)
                    load_lane(after, state.lds, wave, lane, address, kind, target)
                else:
                    address = int(state.v[wave, _index(operands[0]), lane]) + offset
                    store_lane(after.lds, wave, address, kind, words_of(state, operands[1 + slot], wave, lane))
        return
    offset = instruction.number("offset")
    name = base[3:]
    if name.startswith("read_"):
        for wave, lane in lanes:
            address = int(state.v[wave, _index(operands[1]), lane]) + offset
            load_lane(after, state.lds, wave, lane, address, DS_LOADS[name[5:]], operands[0])
    elif name.startswith("write_"):
        for wave, lane in lanes:
            address = int(state.v[wave, _index(operands[0]), lane]) + offset
            store_lane(after.lds, wave, address, DS_STORES[name[6:]], words_of(state, operands[1], wave, lane))
    else:
        returns = "_rtn_" in name
        name = name.replace("_rtn_", "_")
        shift = 1 if returns else 0
        compare = name.startswith("cmpst_b")
        key, width = ("swap", int(name[-2:])) if compare else DS_ATOMICS[name]
        for wave, lane in lanes:
            address = int(state.v[wave, _index(operands[shift]), lane]) + offset
            data = _join(words_of(state, operands[shift + 1], wave, lane))
            expected = None
            if compare:
                expected, data = data, _join(words_of(state, operands[shift + 2], wave, lane))
            old = atomic_lane(after.lds, wave, address, atomic(key, width), width, data, expected)
            if returns:
                _put(after, operands[0], wave, lane, old)


def _join(words: list[int]) -> int:
    return sum(word << (32 * index) for index, word in enumerate(words))


def _put(after: State, target: Operand, wave: int, lane: int, value: int) -> None:
    file = after.v if target.file == "v" else after.a
    for index in range(target.count):
        file[wave, _index(target) + index, lane] = (value >> (32 * index)) & WORD


def _vector_access(
    state: State, after: State, instruction: Instruction, prefix: str, addresses: Array, inside: Array, data_first: bool
) -> None:
    """A load, store or atomic with known addresses [waves, 64]; lanes outside read 0 and do not write."""
    name = instruction.base[len(prefix) :]
    operands = instruction.operands
    if name.startswith("load_"):
        kind = name[5:]
        blank = np.zeros((state.waves, 16), np.uint8)
        for wave, lane in active_lanes(state):
            ok = bool(inside[wave, lane])
            memory, address = (state.memory, int(addresses[wave, lane])) if ok else (blank, 0)
            load_lane(after, memory, wave, lane, address, kind, operands[0])
        return
    data_operand = operands[0] if data_first else operands[1]
    if name.startswith("store_"):
        for wave, lane in active_lanes(state):
            if inside[wave, lane]:
                words = words_of(state, data_operand, wave, lane)
                store_lane(after.memory, wave, int(addresses[wave, lane]), name[6:], words)
        return
    key = name[7:]
    width = 64 if key.endswith("_x2") else 32
    key = key.removesuffix("_x2")
    returns = "sc0" in instruction.modifiers
    if returns and not data_first:
        data_operand = operands[2]
    compare = key == "cmpswap"
    function = atomic("swap" if compare else key, width)
    for wave, lane in active_lanes(state):
        if not inside[wave, lane]:
            continue
        words = words_of(state, data_operand, wave, lane)
        data, expected = _join(words), None
        if compare:
            half = len(words) // 2
            data, expected = _join(words[:half]), _join(words[half:])
        old = atomic_lane(after.memory, wave, int(addresses[wave, lane]), function, width, data, expected)
        if returns:
            _put(after, operands[0], wave, lane, old)


def _global(state: State, after: State, instruction: Instruction, added: int) -> None:
    """global_ and flat_: the address operand is v10 beside s[12:13], or v[14:15]; both are base + v10 + added."""
    prefix = instruction.base.split("_")[0] + "_"
    offset = int(instruction.modifiers.get("offset", "0"), 0) + added
    addresses = state.v[:, 2].astype(np.int64) + offset
    _vector_access(state, after, instruction, prefix, addresses, np.ones(addresses.shape, bool), False)


def _buffer(state: State, after: State, instruction: Instruction, case: Case) -> None:
    """MUBUF: address = base + soffset + offset + (offen) v + stride * (idxen) v.

    The check: num_records is in bytes where the stride is 0 or the instruction has no idxen, and in units of the stride where
    it has (Mesa, ac_descriptors.c, on the meaning of NUM_RECORDS for VMEM on GFX9).
    """
    modifiers, operands = instruction.modifiers, instruction.operands
    to_lds = "lds" in modifiers
    scalar_at = next(index for index, operand in enumerate(operands) if operand.file == "s" and operand.count == 4)
    soffset = read_scalar(state, operands[scalar_at + 1], 32)[:, None]
    offset = U(instruction.number("offset"))
    first = state.v[:, 2].astype(U)
    index = offen = np.zeros(first.shape, U)
    if "idxen" in modifiers:
        index = first
        if "offen" in modifiers:
            offen = state.v[:, 3].astype(U)
    elif "offen" in modifiers:
        offen = first
    inner = offen + offset
    size = 16
    match = re.search(r"dwordx(\d)", instruction.base)
    size = (
        4 * int(match.group(1))
        if match
        else 1
        if "byte" in instruction.base
        else 2
        if "short" in instruction.base
        else 4
    )
    if case.stride:
        inside = index < U(case.records)
        addresses = index * U(case.stride) + inner + soffset
    else:
        addresses = inner + soffset
        inside = addresses + U(size) <= U(case.records)
    inside = np.broadcast_to(inside, first.shape)
    places = np.where(inside, np.minimum(addresses, U(MEMORY_BYTES)), U(0)).astype(np.int64)
    if to_lds:
        for wave, lane in active_lanes(state):
            place = int(state.m0[wave] & 0xFFFF) + int(offset) + 4 * lane
            if inside[wave, lane]:
                source = state.memory[wave, places[wave, lane] : places[wave, lane] + 4]
                after.lds[wave, place : place + 4] = source
            else:
                after.lds[wave, place : place + 4] = 0
        return
    _vector_access(state, after, instruction, "buffer_", places, inside, True)


def _scalar(state: State, after: State, instruction: Instruction) -> None:
    """s_load, s_store, s_buffer_load, s_atomic: offset is a number or a scalar register, low two bits ignored."""
    name, operands = instruction.base, instruction.operands
    offset = read_scalar(state, operands[2], 32).astype(np.int64)
    if len(operands) > 3:
        offset = offset + read_scalar(state, operands[3], 32).astype(np.int64)
    offset = offset + int(instruction.modifiers.get("offset", "0"), 0)
    match = re.search(r"dwordx(\d+)$", name)
    count = int(match.group(1)) if match else 1
    for wave in range(state.waves):
        place = int(offset[wave]) & ~3
        if "load" in name:
            words = np.ascontiguousarray(state.memory[wave, place : place + 4 * count]).view(np.uint32)
            for index in range(count):
                target = Operand("s", operands[0].first + index)
                value = read_scalar(after, target, 32)
                value[wave] = words[index]
                write_scalar(after, target, value, 32)
        elif "store" in name:
            words = after.s[wave, operands[0].first - 32 : operands[0].first - 32 + count]
            after.memory[wave, place : place + 4 * count] = np.ascontiguousarray(words).view(np.uint8)
        else:
            data = int(state.s[wave, operands[0].first - 32])
            old = atomic_lane(after.memory, wave, place, atomic(name.split("_")[2], 32), 32, data, None)
            if "glc" in instruction.modifiers:
                after.s[wave, operands[0].first - 32] = old


def names() -> set[str]:
    """Mnemonics with a model here."""
    found = {f"ds_read_{k}" for k in DS_LOADS} | {f"ds_write_{k}" for k in DS_STORES}
    found |= {f"ds_{d}2{far}_b{w}" for d in ("read", "write") for far in ("", "st64") for w in (32, 64)}
    found |= {f"ds_{k}" for k in DS_ATOMICS if "wrxchg" not in k}
    found |= {f"ds_{k.partition('_')[0]}_rtn_{k.partition('_')[2]}" for k in DS_ATOMICS}
    found |= {"ds_cmpst_b32", "ds_cmpst_rtn_b32", "ds_permute_b32", "ds_bpermute_b32", "ds_swizzle_b32"}
    for prefix in ("global", "flat", "buffer"):
        found |= {f"{prefix}_load_{k}" for k in LOADS} | {f"{prefix}_store_{k}" for k in STORES}
        found |= {f"{prefix}_atomic_{k}" for k in FLOAT_ATOMICS}
        for k in ("add", "sub", "and", "or", "xor", "swap", "umin", "umax", "smin", "smax", "inc", "dec", "cmpswap"):
            found |= {f"{prefix}_atomic_{k}", f"{prefix}_atomic_{k}_x2"}
    found |= {f"s_load_dword{x}" for x in ("", "x2", "x4", "x8", "x16")}
    found |= {f"s_buffer_load_dword{x}" for x in ("", "x2", "x4", "x8", "x16")}
    found |= {f"s_store_dword{x}" for x in ("", "x2", "x4")} | {"s_atomic_inc", "s_atomic_add"}
    return found
