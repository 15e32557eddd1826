"""The emulated device: loads code objects, launches kernels on host memory, reports what went wrong and where."""

from __future__ import annotations

import ctypes
import os
import threading
import time
import weakref
from collections.abc import Collection, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from gfx_emulator import layout, watching
from gfx_emulator.code_object import CodeObject
from gfx_emulator.code_object import Kernel as KernelInfo
from gfx_emulator.engine import Compiled, host_features
from gfx_emulator.errors import (
    ArgumentError,
    CodeObjectError,
    EmulatorError,
    InstructionBudgetExceeded,
    LaunchError,
    MemoryFault,
    UnimplementedInstruction,
)
from gfx_emulator.layout import FAULTS, FINDINGS, Launch, Region, Thread, Wave
from gfx_emulator.memory import Buffer, buffer_of, is_tensor, match_arguments, named_buffers, pack
from gfx_emulator.operands import PRIVATE_APERTURE, SHARED_APERTURE
from gfx_emulator.program import Program, build_program, mode_register
from gfx_emulator.targets import SUPPORTED_TARGETS, find_target
from gfx_emulator.trace import Finding, LaunchResult, Traffic

DEFAULT_BUDGET = 4_000_000_000
"""Wave instructions a launch may run unless told otherwise: well over half a minute."""
MAXIMUM_WORKGROUP = 1024
_FINDING_LIMIT = 4096
_PAGE = 4096
_LDS_SLACK = 64


def _aligned(size: int, fill: int | None = 0) -> npt.NDArray[np.uint8]:
    """Bytes that start at a page."""
    raw = np.zeros(size + _PAGE, np.uint8) if fill == 0 else np.full(size + _PAGE, fill, np.uint8)
    start = -raw.ctypes.data % _PAGE
    return raw[start : start + size]


class _Arena:
    """What one host thread needs to run workgroups; kept between launches."""

    def __init__(self, waves: int, lds: int, scratch: int, checked: bool) -> None:
        self.key = (waves, lds, scratch, checked)
        self.waves = _aligned(waves * layout.WAVE_BYTES)
        self.lds = _aligned(lds + _LDS_SLACK)
        self.lds_shadow = _aligned(8 * lds + _LDS_SLACK if checked else _LDS_SLACK)
        self.scratch = _aligned(max(scratch * layout.LANES * waves, _LDS_SLACK))


class Device:
    """An emulated AMD GPU.

    ``target``: only "gfx942" so far. ``threads``: host threads over workgroups (default: as many as this process may
    use). ``check``: checked mode, see ``docs/emulator.md``. ``instruction_budget``: wave instructions a launch may run.
    ``features``: host instructions, "avx512" or "avx2" (default: the best there is, or ``GFX_EMULATOR_FEATURES``).
    """

    def __init__(
        self,
        target: str = "gfx942",
        threads: int | None = None,
        check: bool = False,
        instruction_budget: int = DEFAULT_BUDGET,
        features: str | None = None,
    ) -> None:
        find_target(target)
        if target not in SUPPORTED_TARGETS:
            raise ArgumentError(f"target is {target!r}: only {', '.join(SUPPORTED_TARGETS)} can be executed so far")
        if threads is not None and (not isinstance(threads, int) or isinstance(threads, bool) or threads < 1):
            raise ArgumentError(f"threads is {threads!r}: expected a number from 1")
        if not isinstance(instruction_budget, int) or not 0 < instruction_budget < 1 << 62:
            raise ArgumentError(f"instruction_budget is {instruction_budget!r}: expected a positive number below 2^62")
        self.target = target
        self.threads = threads or _usable_processors()
        self.check = bool(check)
        self.instruction_budget = instruction_budget
        self.features = host_features(features)
        self._lds_limit = find_target(target).lds_bytes
        self._arenas: list[_Arena] = []
        self._lock = threading.Lock()
        self._pool: ThreadPoolExecutor | None = None

    def load(self, source: str | os.PathLike[str] | bytes | CodeObject) -> Module:
        """Load a code object from a path or bytes; raises ``CodeObjectError``, also for another target's."""
        code_object = source if isinstance(source, CodeObject) else CodeObject.load(source)
        if code_object.target != self.target:
            raise CodeObjectError(f"the code object is for {code_object.target}, the device is a {self.target}")
        return Module(self, code_object)

    def _take_arena(self, key: tuple[int, int, int, bool]) -> _Arena:
        with self._lock:
            for number, arena in enumerate(self._arenas):
                if arena.key == key:
                    return self._arenas.pop(number)
        try:
            return _Arena(*key)
        except MemoryError as error:
            raise LaunchError(f"no host memory for {key[0]} waves with {key[2]} bytes of scratch a lane") from error

    def _give_arena(self, arena: _Arena) -> None:
        with self._lock:
            self._arenas.insert(0, arena)
            del self._arenas[2 * self.threads :]

    def _workers(self) -> ThreadPoolExecutor:
        with self._lock:
            if self._pool is None:
                self._pool = ThreadPoolExecutor(self.threads, thread_name_prefix="gfx_emulator")
                weakref.finalize(self, self._pool.shutdown, wait=False)
            return self._pool


def _usable_processors() -> int:
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:
        return os.cpu_count() or 1


class Module:
    """A loaded code object: its segments lie in host memory, its kernels can be launched."""

    def __init__(self, device: Device, code_object: CodeObject) -> None:
        self.device = device
        self.code_object = code_object
        low = min((s.address for s in code_object.segments), default=0)
        high = max((s.address + max(s.memory_size, len(s.data)) for s in code_object.segments), default=0)
        if high - low > 1 << 31:
            raise CodeObjectError(f"the segments span {high - low} bytes: expected less than 2 GiB")
        low -= low % _PAGE
        self._image = _aligned(high - low + _PAGE)
        self.base = int(self._image.ctypes.data) - low
        self.buffers: list[Buffer] = []
        for segment in code_object.segments:
            start = segment.address - low
            self._image[start : start + len(segment.data)] = np.frombuffer(segment.data, np.uint8)
            first = self.base + segment.address
            size = max(segment.memory_size, len(segment.data))
            self.buffers.append(Buffer(f"code object {segment.address:#x}", first, first + size, segment.writable))
        self._kernels: dict[str, Kernel] = {}

    @property
    def kernel_names(self) -> tuple[str, ...]:
        """Names of the kernels."""
        return tuple(self.code_object.kernels)

    def kernel(self, name: str) -> Kernel:
        """Return a kernel by name; raises ``CodeObjectError`` listing those there are."""
        if name not in self._kernels:
            self._kernels[name] = Kernel(self, self.code_object.kernel(name))
        return self._kernels[name]

    __getitem__ = kernel


@dataclass(frozen=True)
class _Ready:
    program: Program
    compiled: Compiled
    records: npt.NDArray[np.void]
    seconds: float


class Kernel:
    """A kernel that can be launched."""

    def __init__(self, module: Module, info: KernelInfo) -> None:
        self.module = module
        self.info = info
        self.name = info.name
        self._ready: dict[bool, _Ready] = {}
        self._lock = threading.Lock()

    def prepare(self, check: bool | None = None) -> Program:
        """Decode and compile ahead of the first launch."""
        return self._prepare(self.module.device.check if check is None else check).program

    def _prepare(self, check: bool) -> _Ready:
        with self._lock:
            if check not in self._ready:
                started = time.perf_counter()
                program = build_program(self.module.code_object, self.info, check)
                compiled = program.compile(self.module.device.features)
                records = program.records(compiled, self.module.base)
                self._ready[check] = _Ready(program, compiled, records, time.perf_counter() - started)
            return self._ready[check]

    def launch(
        self,
        grid: Sequence[int] | int,
        block: Sequence[int] | int,
        args: Sequence[Any] | Mapping[str, Any] | bytes | bytearray | memoryview = (),
        *,
        buffers: Mapping[str, Any] | Iterable[Any] | None = None,
        uninitialised: Collection[Any] = (),
        dynamic_lds: int = 0,
        check: bool | None = None,
        instruction_budget: int | None = None,
    ) -> LaunchResult:
        """Run the kernel to its end on the memory of the arguments, in place.

        ``grid``: workgroups in x, y, z (not work-items). ``block``: work-items of a workgroup in x, y, z.
        ``args``: tensors, integers and floats in the metadata's order, or by name; or the raw bytes of the argument
        segment, then ``buffers`` names the memory that their pointers lead to. ``buffers``: more memory that the
        kernel may touch, by name. ``uninitialised``: names or tensors that hold nothing yet (checked mode tells reads
        of them from reads of values). ``dynamic_lds``: bytes of LDS beyond the kernel's own.

        Raises ``ArgumentError`` or ``LaunchError`` before anything runs; while it runs ``MemoryFault``,
        ``UnimplementedInstruction``, ``InstructionBudgetExceeded`` or ``LaunchError``. Memory written until then stays.
        """
        device = self.module.device
        check = device.check if check is None else bool(check)
        grid3, block3 = _three(grid, "grid", 0xFFFFFFFF), _three(block, "block", MAXIMUM_WORKGROUP)
        items = block3[0] * block3[1] * block3[2]
        self._check_shape(grid3, block3, items, dynamic_lds)
        budget = device.instruction_budget if instruction_budget is None else instruction_budget
        if not isinstance(budget, int) or not 0 < budget < 1 << 62:
            raise ArgumentError(f"instruction_budget is {budget!r}: expected a positive number below 2^62")
        lds = self.info.group_segment_size + dynamic_lds
        kernarg, memory = self._arguments(args, grid3, block3, dynamic_lds)
        memory += named_buffers(buffers)
        memory = _mark_uninitialised(memory, uninitialised)
        run = _Run(self, self._prepare(check), check, grid3, block3, items, lds, kernarg, memory, budget)
        return watching.tell(run.run())

    def _check_shape(
        self, grid: tuple[int, int, int], block: tuple[int, int, int], items: int, dynamic_lds: int
    ) -> None:
        info = self.info
        if items > MAXIMUM_WORKGROUP:
            raise LaunchError(
                f"block {block} has {items} work-items: expected at most {MAXIMUM_WORKGROUP}", kernel=self.name
            )
        if info.maximum_workgroup_size and items > info.maximum_workgroup_size:
            raise LaunchError(
                f"block {block} has {items} work-items: the kernel was built for at most {info.maximum_workgroup_size}",
                kernel=self.name,
            )
        if info.required_workgroup_size and tuple(block) != tuple(info.required_workgroup_size):
            raise LaunchError(f"block is {block}: the kernel requires {info.required_workgroup_size}", kernel=self.name)
        if grid[0] * grid[1] * grid[2] >= 1 << 40:
            raise LaunchError(f"grid {grid} has too many workgroups: expected fewer than 2^40", kernel=self.name)
        if not isinstance(dynamic_lds, int) or dynamic_lds < 0:
            raise ArgumentError(f"dynamic_lds is {dynamic_lds!r}: expected bytes from 0")
        lds = info.group_segment_size + dynamic_lds
        if lds > self.module.device._lds_limit:
            raise LaunchError(
                f"{lds} bytes of LDS ({info.group_segment_size} of the kernel and {dynamic_lds} of the launch):"
                f" {self.module.device.target} has {self.module.device._lds_limit}",
                kernel=self.name,
            )
        if info.private_segment_size > 1 << 17:
            raise LaunchError(
                f"{info.private_segment_size} bytes of scratch a lane: expected at most 128 KiB", kernel=self.name
            )

    def _arguments(
        self, args: Any, grid: tuple[int, int, int], block: tuple[int, int, int], dynamic_lds: int
    ) -> tuple[bytearray, list[Buffer]]:
        if isinstance(args, bytes | bytearray | memoryview):
            data = bytearray(args)
            needed = max((a.offset + a.size for a in self.info.arguments if not a.hidden), default=0)
            if len(data) < needed:
                raise ArgumentError(f"the argument bytes are {len(data)} long: kernel {self.name!r} takes {needed}")
            if len(data) < self.info.kernarg_size:
                data += bytes(self.info.kernarg_size - len(data))
            return data, []
        if isinstance(args, str) or not isinstance(args, Sequence | Mapping):
            raise ArgumentError(f"args is a {type(args).__name__}: expected a list, a mapping by name, or bytes")
        return pack(self.info, match_arguments(self.info, args), hidden_arguments(grid, block, dynamic_lds))


def hidden_arguments(grid: tuple[int, int, int], block: tuple[int, int, int], dynamic_lds: int) -> dict[str, int]:
    """Values of the hidden arguments (LLVM AMDGPU guide, code object v5 metadata); those not listed are 0."""
    values = {"hidden_grid_dims": 1 + (grid[1] > 1 or block[1] > 1) + (grid[2] > 1 or block[2] > 1)}
    if grid[2] > 1 or block[2] > 1:
        values["hidden_grid_dims"] = 3
    for letter, count, size in zip("xyz", grid, block, strict=True):
        values[f"hidden_block_count_{letter}"] = count
        values[f"hidden_group_size_{letter}"] = size
    values["hidden_dynamic_lds_size"] = dynamic_lds
    values["hidden_shared_base"] = SHARED_APERTURE >> 32
    values["hidden_private_base"] = PRIVATE_APERTURE >> 32
    return values


def _three(value: Sequence[int] | int, name: str, limit: int) -> tuple[int, int, int]:
    parts = [value] if isinstance(value, int) else value
    try:
        numbers = [int(x) for x in parts]
        exact = all(a == b for a, b in zip(numbers, parts, strict=True))
    except (TypeError, ValueError):
        numbers, exact = [], False
    if not exact or not 1 <= len(numbers) <= 3 or any(not 0 < n <= limit for n in numbers):
        raise ArgumentError(f"{name} is {value!r}: expected one to three whole numbers from 1 to {limit}")
    return tuple([*numbers, 1, 1][:3])  # type: ignore[return-value]


def _mark_uninitialised(memory: list[Buffer], uninitialised: Collection[Any]) -> list[Buffer]:
    names, places = set(), set()
    for entry in uninitialised:
        if isinstance(entry, str):
            names.add(entry)
        elif is_tensor(entry):
            b = buffer_of(entry, "uninitialised")
            places.add((b.low, b.high))
        else:
            raise ArgumentError(f"uninitialised holds a {type(entry).__name__}: expected names or tensors")
    unknown = names - {b.name for b in memory} | {
        f"a tensor at {low:#x}" for low, high in places if (low, high) not in {(b.low, b.high) for b in memory}
    }
    if unknown:
        raise ArgumentError(f"uninitialised names {sorted(unknown)}, which are no tensors of this launch")
    return [
        Buffer(b.name, b.low, b.high, b.writable, False, b.keep) if b.name in names or (b.low, b.high) in places else b
        for b in memory
    ]


class _Run:
    """One launch under way."""

    def __init__(
        self,
        kernel: Kernel,
        ready: _Ready,
        check: bool,
        grid: tuple[int, int, int],
        block: tuple[int, int, int],
        items: int,
        lds: int,
        kernarg: bytearray,
        memory: list[Buffer],
        budget: int,
    ) -> None:
        self.kernel, self.ready, self.check = kernel, ready, check
        self.grid, self.block, self.lds = grid, block, lds
        self.device = kernel.module.device
        self.waves = -(-items // layout.LANES)
        self.workgroups = grid[0] * grid[1] * grid[2]
        # compilers load arguments in pieces of up to 64 bytes, which may run past the last one
        room = max(-(-len(kernarg) // 64) * 64, 64)
        self.kernarg = _aligned(room)
        self.kernarg[: len(kernarg)] = np.frombuffer(kernarg, np.uint8)
        first = int(self.kernarg.ctypes.data)
        self.packet = self._dispatch_packet(first)
        self.buffers = [
            *(b for b in memory if b.high > b.low),
            Buffer("arguments", first, first + room, False),
            Buffer("dispatch packet", int(self.packet.ctypes.data), int(self.packet.ctypes.data) + 64, False),
            *kernel.module.buffers,
        ]
        self.launch = self._launch_structure(first, budget)

    def _dispatch_packet(self, kernarg: int) -> npt.NDArray[np.uint8]:
        """The AQL dispatch packet (HSA runtime specification 2.9.6)."""
        packet = np.zeros(64, np.uint8)
        packet[4:10].view(np.uint16)[:] = self.block
        packet[12:24].view(np.uint32)[:] = [(g * b) & 0xFFFFFFFF for g, b in zip(self.grid, self.block, strict=True)]
        packet[24:28].view(np.uint32)[0] = self.kernel.info.private_segment_size
        packet[28:32].view(np.uint32)[0] = self.lds
        packet[40:48].view(np.uint64)[0] = kernarg
        return packet

    def _launch_structure(self, kernarg: int, budget: int) -> Launch:
        info, program, records = self.kernel.info, self.ready.program, self.ready.records
        launch = Launch()
        launch.records = records.ctypes.data
        entry = int(program.record_of[program.entry])
        launch.entry = records.ctypes.data + entry * layout.RECORD.itemsize
        launch.record_count = len(records)
        launch.grid[:] = self.grid
        launch.block[:] = self.block
        launch.waves = self.waves
        launch.wave_stride = layout.WAVE_BYTES
        launch.workgroup_count = self.workgroups
        launch.lds_size = self.lds
        self.regions = (Region * len(self.buffers))()
        self.shadow_memory: list[npt.NDArray[np.uint8]] = []  # lives as long as the run
        self.shadows = _shadows(self.buffers, self.shadow_memory) if self.check else None
        for number, buffer in enumerate(self.buffers):
            shadow = self.shadows[number] if self.shadows else 0
            self.regions[number] = Region(buffer.low, buffer.high, int(buffer.writable), number, shadow or None)
        launch.regions = ctypes.addressof(self.regions)
        launch.region_count = len(self.buffers)
        self._set_registers(launch, kernarg)
        vector, accumulator = program.register_ranges
        launch.vector_clear[:] = (0, vector)
        launch.accumulator_clear[:] = (256, accumulator)
        descriptor = info.descriptor
        launch.mode = mode_register(info)
        launch.scratch_size = info.private_segment_size
        launch.checked = int(self.check)
        launch.budget = budget
        code = program.instructions
        launch.code_low = self.kernel.module.base + code[0].address
        launch.code_high = self.kernel.module.base + code[-1].address + code[-1].size
        launch.code_records = program.code_records.ctypes.data
        if self.check:
            launch.accesses = program.accesses.ctypes.data
        launch.shared_base, launch.private_base = SHARED_APERTURE, PRIVATE_APERTURE
        launch.workitem_mode = descriptor.workitem_id_mode
        return launch

    def _set_registers(self, launch: Launch, kernarg: int) -> None:
        descriptor = self.kernel.info.descriptor
        values = {
            "kernarg_segment_ptr": kernarg,
            "dispatch_ptr": int(self.packet.ctypes.data),
            "private_segment_size": self.kernel.info.private_segment_size,
        }
        for entry in descriptor.user_sgprs:
            if entry.first + entry.count > len(launch.user_sgprs):
                raise LaunchError(f"user register {entry.name} lies at s{entry.first}", kernel=self.kernel.name)
            value = values.get(entry.name, 0)
            for n in range(entry.count):
                launch.user_sgprs[entry.first + n] = value >> 32 * n & 0xFFFFFFFF
        launch.user_sgpr_count = descriptor.user_sgpr_count
        names = ("workgroup_id_x", "workgroup_id_y", "workgroup_id_z", "workgroup_info")
        enabled = {entry.name for entry in descriptor.system_sgprs}
        launch.workgroup_id_mask = sum(1 << bit for bit, name in enumerate(names) if name in enabled)

    # ---- running ----

    def run(self) -> LaunchResult:
        count = max(1, min(self.device.threads, self.workgroups))
        arenas = [
            self.device._take_arena((self.waves, self.lds, self.launch.scratch_size, self.check)) for _ in range(count)
        ]
        threads = [self._thread(arena) for arena in arenas]
        entry = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p)(self.ready.compiled.run)
        started = time.perf_counter()
        try:
            if count == 1 and self.launch.budget <= 1 << 27:
                entry(ctypes.addressof(threads[0]))
            else:
                pool = self.device._workers()
                futures = [pool.submit(entry, ctypes.addressof(thread)) for thread in threads]
                try:
                    wait(futures)
                except BaseException:
                    # an interrupt: let the waves stop at their next branch before the memory goes away
                    self.launch.abort = 1
                    wait(futures)
                    raise
            seconds = time.perf_counter() - started
            self._raise_fault(threads)
            return self._result(threads, seconds)
        finally:
            for arena in arenas:
                self.device._give_arena(arena)

    def _thread(self, arena: _Arena) -> Thread:
        records, regions = len(self.ready.records), len(self.buffers)
        thread = Thread()
        counters: dict[str, npt.NDArray[Any]] = {
            "taken": np.zeros(records, np.uint64),
            "landed": np.zeros(records, np.uint64),
            "bytes_read": np.zeros(regions, np.uint64),
            "bytes_written": np.zeros(regions, np.uint64),
            "lds_bytes": np.zeros(2, np.uint64),
            "out_of_range": np.zeros(records if self.check else 1, np.uint64),
            "bank_conflicts": np.zeros(records if self.check else 1, np.uint64),
            "reported": np.zeros(records * len(FINDINGS) if self.check else 1, np.uint8),
            "findings": np.zeros(_FINDING_LIMIT if self.check else 1, layout.FINDING),
        }
        for name, array in counters.items():
            setattr(thread, name, array.ctypes.data)
        thread.counters = counters  # keeps the arrays alive as long as the structure
        thread.launch = ctypes.addressof(self.launch)
        thread.waves, thread.lds = arena.waves.ctypes.data, arena.lds.ctypes.data
        thread.lds_shadow, thread.scratch = arena.lds_shadow.ctypes.data, arena.scratch.ctypes.data
        thread.finding_limit = _FINDING_LIMIT if self.check else 0
        return thread

    def _sum(self, threads: list[Thread], name: str) -> npt.NDArray[np.uint64]:
        total: npt.NDArray[np.uint64] = np.sum([thread.counters[name] for thread in threads], axis=0, dtype=np.uint64)
        return total

    def _result(self, threads: list[Thread], seconds: float) -> LaunchResult:
        read, written = self._sum(threads, "bytes_read"), self._sum(threads, "bytes_written")
        lds = self._sum(threads, "lds_bytes")
        return LaunchResult(
            kernel=self.kernel.name,
            target=self.device.target,
            grid=self.grid,
            block=self.block,
            threads=len(threads),
            seconds=seconds,
            compile_seconds=self.ready.seconds,
            compiled_from_cache=self.ready.compiled.from_cache,
            waves=sum(t.waves_run for t in threads),
            workgroups=sum(t.workgroups for t in threads),
            barriers=sum(t.barriers for t in threads),
            traffic=tuple(Traffic(b.name, int(read[n]), int(written[n])) for n, b in enumerate(self.buffers)),
            checked=self.check,
            findings=self._findings(threads),
            lds_read=int(lds[0]),
            lds_written=int(lds[1]),
            program=self.ready.program,
            taken=self._sum(threads, "taken"),
            landed=self._sum(threads, "landed"),
            out_of_range=self._sum(threads, "out_of_range"),
            conflicts=self._sum(threads, "bank_conflicts"),
        )

    # ---- what went wrong ----

    def _place(self, record: int) -> tuple[int, str]:
        program = self.ready.program
        number = int(program.instruction_of[record]) if 0 <= record < len(program.instruction_of) else -1
        if number < 0:
            return program.instructions[-1].address + program.instructions[-1].size, "end of the code"
        return program.instructions[number].address, program.instructions[number].text

    def _nearest(self, address: int) -> str:
        tensors = [b for b in self.buffers if b.high > b.low]
        nearest = min(tensors, key=lambda b: b.distance(address))
        offset = address - nearest.low
        size = nearest.high - nearest.low
        if 0 <= offset < size:
            return f"byte {offset} of {nearest.name!r} ({size} bytes)"
        where = f"{-offset} bytes before" if offset < 0 else f"{address - nearest.high} bytes past the end of"
        return f"{where} {nearest.name!r} ({size} bytes)"

    def _findings(self, threads: list[Thread]) -> tuple[Finding, ...]:
        found: dict[tuple[int, int], Finding] = {}
        for thread in threads:
            for entry in thread.counters["findings"][: thread.finding_count]:
                key = (int(entry["kind"]), int(entry["record"]))
                if key not in found:
                    found[key] = self._finding(entry)
        return tuple(sorted(found.values(), key=lambda f: (f.pc, f.kind)))

    def _finding(self, entry: Any) -> Finding:
        kind = FINDINGS[int(entry["kind"])]
        pc, text = self._place(int(entry["record"]))
        address, detail, size = int(entry["address"]), int(entry["detail"]), int(entry["size"])
        nearest = ""
        if kind == "unwritten_memory":
            nearest = self._nearest(address)
            message = f"read of {size} bytes at {address:#x} that nothing wrote: {nearest}"
        elif kind == "unwritten_lds":
            message = f"read of {size} bytes of LDS at {address:#x} that nothing wrote"
        elif kind == "lds_race":
            message = f"{size} bytes of LDS at {address:#x} are shared with wave {detail} with no barrier between"
        elif kind == "pending_register":
            name = f"s{detail - 512}" if detail >= 512 else f"a{detail - 256}" if detail >= 256 else f"v{detail}"
            message = f"{name} is used while a load into it is under way: an s_waitcnt is missing"
        elif kind == "buffer_range":
            nearest = self._nearest(address)
            message = (
                f"buffer access of {size} bytes at {address:#x} out of the descriptor's range (reads 0, writes nothing)"
            )
        else:
            message = f"{kind} at {address:#x}"
        return Finding(
            kind=kind,
            message=message,
            kernel=self.kernel.name,
            pc=pc,
            instruction=text,
            lane=int(entry["lane"]),
            wave=int(entry["wave"]),
            workgroup=int(entry["workgroup"]),
            address=address,
            nearest=nearest,
        )

    def _raise_fault(self, threads: list[Thread]) -> None:
        for thread in threads:
            if not thread.fault_wave:
                continue
            wave = Wave.from_address(thread.fault_wave)
            kind = FAULTS[wave.fault_kind]
            if kind != "aborted":
                raise self._fault(wave, kind)

    def _fault(self, wave: Wave, kind: str) -> EmulatorError:
        record = (wave.resume - self.ready.records.ctypes.data) // layout.RECORD.itemsize
        pc, text = self._place(int(record))
        where: dict[str, Any] = {"kernel": self.kernel.name, "address": pc, "instruction": text}
        wave_text = f"wave {wave.wave_index} of workgroup {wave.workgroup}"
        address, size = int(wave.fault_address), int(wave.fault_size)
        if kind in ("memory", "read_only"):
            verb = "write" if wave.fault_detail or kind == "read_only" else "read"
            what = "memory that may only be read" if kind == "read_only" else "memory outside all tensors of the launch"
            return MemoryFault(
                f"{verb} of {size} bytes at {address:#x}, {what}; nearest: {self._nearest(address)}; {wave_text}",
                lane=int(wave.fault_lane),
                **where,
            )
        if kind in ("lds", "scratch"):
            limit = wave.lds_size if kind == "lds" else wave.scratch_size
            return MemoryFault(
                f"access of {size} bytes at {address:#x} of {'LDS' if kind == 'lds' else 'scratch'},"
                f" which has {limit} bytes; {wave_text}",
                lane=int(wave.fault_lane),
                **where,
            )
        if kind == "misaligned":
            return MemoryFault(
                f"atomic of {size} bytes at {address:#x}, which is not aligned; {wave_text}",
                lane=int(wave.fault_lane),
                **where,
            )
        if kind == "budget":
            return InstructionBudgetExceeded(
                f"more than the budget of wave instructions ran; the last was here; {wave_text}", **where
            )
        if kind == "unimplemented":
            number = int(self.ready.program.instruction_of[int(record)])
            reason = self.ready.program.reasons.get(number, "no handler")
            return UnimplementedInstruction(f"{reason}; {wave_text}", **where)
        if kind == "descriptor":
            return UnimplementedInstruction(
                f"the buffer descriptor asks for swizzled or thread-id addressing; {wave_text}", **where
            )
        if kind == "bad_jump":
            return LaunchError(f"control leaves the kernel's code (to {address:#x}); {wave_text}", **where)
        if kind == "index":
            return LaunchError(f"register index {address} leads past the last vector register; {wave_text}", **where)
        if kind == "trap":
            return LaunchError(f"the kernel trapped; {wave_text}", **where)
        return LaunchError(f"{kind}; {wave_text}", **where)


def _shadows(buffers: list[Buffer], memory: list[npt.NDArray[np.uint8]]) -> list[int]:
    """Checked mode: an address for each buffer's byte-written shadow in ``memory``; buffers that overlap share one."""
    order = sorted(range(len(buffers)), key=lambda n: buffers[n].low)
    shadows = [0] * len(buffers)
    group: list[int] = []
    end = 0

    def close() -> None:
        if all(buffers[n].initialised for n in group):
            return
        start = buffers[group[0]].low
        shadow = np.zeros(end - start, np.uint8)
        for n in group:
            if buffers[n].initialised:
                shadow[buffers[n].low - start : buffers[n].high - start] = 1
        memory.append(shadow)
        for n in group:
            shadows[n] = int(shadow.ctypes.data) + buffers[n].low - start

    for n in order:
        if group and buffers[n].low >= end:
            close()
            group = []
        group.append(n)
        end = max(end, buffers[n].high) if len(group) > 1 else buffers[n].high
    if group:
        close()
    return shadows


__all__ = ["DEFAULT_BUDGET", "Device", "Kernel", "LaunchResult", "Module", "Path", "hidden_arguments"]
