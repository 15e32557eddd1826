"""The memory layout shared with the native code: records, wave states, threads, launches (see runtime/machine.h)."""

from __future__ import annotations

import ctypes
from ctypes import c_int32, c_int64, c_uint8, c_uint16, c_uint32, c_uint64, c_void_p

import numpy as np

LANES = 64
REGISTER_BYTES = 4 * LANES
VECTOR_REGISTERS = 512
VECTOR_BASE = 8192
"""Offset of v0 in a wave state; a0 follows 256 registers later."""
# A register tuple may run past the last register by 31 (32x32 results); the wave state has room for it.
WAVE_BYTES = VECTOR_BASE + (VECTOR_REGISTERS + 32) * REGISTER_BYTES
SGPR_VCC, SGPR_TTMP, SGPR_M0, SGPR_EXEC = 106, 108, 124, 126
SCC_OFFSET = 512
MODE_OFFSET = 516
MXCSR_OFFSET = 556
INDEX_OFFSET = 620

RECORD = np.dtype(
    [
        ("handler", "<u8"),
        ("destination", "<u4"),
        ("destination2", "<u4"),
        ("source", "<i8", (3,)),
        ("immediate", "<i8"),
        ("immediate2", "<i8"),
        ("index", "<u4"),
        ("flags", "<u4"),
    ]
)
RECORD_DESTINATION, RECORD_DESTINATION2, RECORD_SOURCE, RECORD_IMMEDIATE, RECORD_IMMEDIATE2 = 8, 12, 16, 40, 48

REGISTER_RANGE = np.dtype([("first", "<u2"), ("count", "<u2")])
ACCESS = np.dtype(
    [
        ("range", REGISTER_RANGE, (8,)),
        ("vector_waits", "<u4"),
        ("local_waits", "<u4"),
        ("loaded", REGISTER_RANGE),
    ]
)
FINDING = np.dtype(
    [
        ("kind", "<u4"),
        ("record", "<u4"),
        ("wave", "<u4"),
        ("lane", "<u4"),
        ("address", "<u8"),
        ("workgroup", "<u8"),
        ("detail", "<u4"),
        ("size", "<u4"),
    ]
)

# Flags of a record, as in machine.h.
MODE_GLOBAL_VECTOR, MODE_GLOBAL_SCALAR, MODE_BUFFER, MODE_FLAT, MODE_SCRATCH = range(5)
FLAG_OFFEN, FLAG_IDXEN, FLAG_SOFFSET_CONSTANT, FLAG_NO_VECTOR, FLAG_NO_SCALAR = 8, 16, 32, 64, 128
FLAG_RETURN, FLAG_SCALAR_CONSTANT = 256, 512

FAULTS = (
    "none",
    "memory",
    "lds",
    "budget",
    "unimplemented",
    "bad_jump",
    "descriptor",
    "trap",
    "barrier",
    "read_only",
    "scratch",
    "index",
    "misaligned",
    "aborted",
)
FINDINGS = (
    "unwritten_memory",
    "unwritten_lds",
    "lds_race",
    "pending_register",
    "buffer_range",
    "pending_lds",
)


class Region(ctypes.Structure):
    """Memory that the kernel may touch: host addresses [low, high)."""

    _fields_ = (
        ("low", c_uint64),
        ("high", c_uint64),
        ("writable", c_uint32),
        ("id", c_uint32),
        ("shadow", c_void_p),
    )


class Launch(ctypes.Structure):
    """What all threads of a launch share."""

    _fields_ = (
        ("records", c_void_p),
        ("entry", c_void_p),
        ("record_count", c_uint64),
        ("grid", c_uint64 * 3),
        ("block", c_uint32 * 3),
        ("waves", c_uint32),
        ("wave_stride", c_uint64),
        ("next_workgroup", c_uint64),
        ("workgroup_count", c_uint64),
        ("abort", c_uint32),
        ("lds_size", c_uint32),
        ("regions", c_void_p),
        ("region_count", c_uint64),
        ("user_sgprs", c_uint32 * 32),
        ("user_sgpr_count", c_uint32),
        ("workgroup_id_mask", c_uint32),
        ("vector_clear", c_uint32 * 2),
        ("accumulator_clear", c_uint32 * 2),
        ("mode", c_uint32),
        ("mxcsr", c_uint32),
        ("scratch_size", c_uint32),
        ("checked", c_uint32),
        ("budget", c_int64),
        ("code_low", c_uint64),
        ("code_high", c_uint64),
        ("code_records", c_void_p),
        ("accesses", c_void_p),
        ("shared_base", c_uint64),
        ("private_base", c_uint64),
        ("workitem_mode", c_uint32),
        ("flat_scratch_sgpr", c_uint32),
    )


class Thread(ctypes.Structure):
    """What one host thread owns during a launch."""

    _fields_ = (
        ("launch", c_void_p),
        ("waves", c_void_p),
        ("lds", c_void_p),
        ("lds_shadow", c_void_p),
        ("scratch", c_void_p),
        ("taken", c_void_p),
        ("landed", c_void_p),
        ("bytes_read", c_void_p),
        ("bytes_written", c_void_p),
        ("last_region", c_uint64),
        ("fault_wave", c_uint64),
        ("budget", c_int64),
        ("findings", c_void_p),
        ("finding_count", c_uint32),
        ("finding_limit", c_uint32),
        ("reported", c_void_p),
        ("out_of_range", c_void_p),
        ("bank_conflicts", c_void_p),
        ("lds_bytes", c_void_p),
        ("barriers", c_uint64),
        ("workgroups", c_uint64),
        ("waves_run", c_uint64),
        ("lds_epoch", c_uint32),
        ("reserved", c_uint32),
    )


class Pending(ctypes.Structure):
    """One load under way (checked mode)."""

    _fields_ = (
        ("lds_limit", c_uint32),
        ("first", c_uint16),
        ("count", c_uint16),
        ("lds_low", c_uint32),
        ("lds_high", c_uint32),
        ("scalar", c_uint32),
    )


class Wave(ctypes.Structure):
    """The head of a wave state; vector registers start at ``VECTOR_BASE``."""

    _fields_ = (
        ("scalar", c_uint32 * 128),
        ("scc", c_uint32),
        ("mode", c_uint32),
        ("resume", c_uint64),
        ("status", c_uint32),
        ("wave_index", c_uint32),
        ("budget", c_int64),
        ("lds", c_void_p),
        ("lds_size", c_uint32),
        ("mxcsr", c_uint32),
        ("launch", c_void_p),
        ("thread", c_void_p),
        ("fault_address", c_uint64),
        ("fault_kind", c_uint32),
        ("fault_lane", c_uint32),
        ("fault_size", c_uint32),
        ("fault_detail", c_uint32),
        ("workgroup", c_uint64),
        ("scratch", c_void_p),
        ("scratch_size", c_uint32),
        ("index_mode", c_uint32),
        ("clock", c_uint64),
        ("pending", c_uint64 * 10),
        ("vector_head", c_uint32),
        ("vector_tail", c_uint32),
        ("local_head", c_uint32),
        ("local_tail", c_uint32),
        ("pending_count", c_uint32),
        ("epoch", c_uint32),
        ("vector_queue", Pending * 128),
        ("local_queue", Pending * 128),
    )


PENDING_OFFSET = Wave.pending.offset
PENDING_WORDS = 10

LAYOUT_CHECKS: tuple[int, ...] = (
    RECORD.itemsize,
    ctypes.sizeof(Wave),
    ctypes.sizeof(Thread),
    ctypes.sizeof(Launch),
    ctypes.sizeof(Region),
    ACCESS.itemsize,
    FINDING.itemsize,
    Wave.scc.offset,
    Wave.mode.offset,
    Wave.fault_address.offset,
    Wave.index_mode.offset,
    Launch.user_sgprs.offset,
    Launch.accesses.offset,
    Thread.findings.offset,
)
"""What ``layout_check(n)`` of the native code must answer for n = 0, 1, ..."""

__all__ = [
    "ACCESS",
    "FAULTS",
    "FINDING",
    "FINDINGS",
    "LANES",
    "LAYOUT_CHECKS",
    "RECORD",
    "REGISTER_BYTES",
    "VECTOR_BASE",
    "WAVE_BYTES",
    "Launch",
    "Region",
    "Thread",
    "Wave",
    "c_int32",
    "c_uint8",
    "c_uint16",
]
