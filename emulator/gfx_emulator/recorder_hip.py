"""Runs a record's launch on an AMD GPU through the HIP runtime, and writes what the hardware computed.

    python -m gfx_emulator.recorder_hip INPUT OUTPUT [--code-object FILE] [--device 0]

INPUT is a record, for example one that the emulator wrote; OUTPUT is the same launch with the GPU's results, evidence
"hardware" and the GPU's name, for ``gfx-emulator replay``.

No AMD GPU was at hand when this was written: it has never run on hardware. Its calls follow HIP's module API reference.
"""

from __future__ import annotations

import argparse
import contextlib
import ctypes
import ctypes.util
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from gfx_emulator import record as records
from gfx_emulator.errors import EmulatorError, ToolMissing

_TO_DEVICE = 1
_TO_HOST = 2
# Values of hip_runtime_api.h for passing arguments as one packed buffer.
_LAUNCH_PARAM_BUFFER_POINTER = 1
_LAUNCH_PARAM_BUFFER_SIZE = 2
_LAUNCH_PARAM_END = 3
_NAME_BYTES = 256


class HipError(EmulatorError):
    """A call into the HIP runtime failed."""


class HipRuntime:
    """The few calls of libamdhip64 that a launch needs; each failure raises ``HipError`` with HIP's own words."""

    def __init__(self, library: str | None = None) -> None:
        name = library or ctypes.util.find_library("amdhip64") or "libamdhip64.so"
        try:
            self._library = ctypes.CDLL(name)
        except OSError as error:
            raise ToolMissing(f"the HIP runtime cannot be loaded: {error}; recording needs ROCm") from error
        self._library.hipGetErrorString.restype = ctypes.c_char_p
        self.call("hipInit", 0)

    def call(self, function: str, *arguments: Any) -> None:
        """Call a function that returns a hipError_t."""
        code = getattr(self._library, function)(*arguments)
        if code:
            words = self._library.hipGetErrorString(code) or b"?"
            raise HipError(f"{function} failed with {code}: {words.decode('utf-8', 'replace')}")

    def device_name(self, device: int) -> str:
        """Select a device and return its name."""
        self.call("hipSetDevice", device)
        name = ctypes.create_string_buffer(_NAME_BYTES)
        self.call("hipDeviceGetName", name, _NAME_BYTES, device)
        return name.value.decode("utf-8", "replace")

    def allocate(self, data: records.Bytes, owner: contextlib.ExitStack) -> ctypes.c_void_p:
        """Return device memory that holds a copy of ``data`` and is freed when ``owner`` closes."""
        pointer = ctypes.c_void_p()
        self.call("hipMalloc", ctypes.byref(pointer), ctypes.c_size_t(max(data.size, 1)))
        owner.callback(self.call, "hipFree", pointer)
        self.call("hipMemcpy", pointer, ctypes.c_void_p(data.ctypes.data), ctypes.c_size_t(data.size), _TO_DEVICE)
        return pointer

    def read(self, pointer: ctypes.c_void_p, size: int) -> records.Bytes:
        """Copy device memory back."""
        data = np.empty(size, np.uint8)
        self.call("hipMemcpy", ctypes.c_void_p(data.ctypes.data), pointer, ctypes.c_size_t(size), _TO_HOST)
        return data

    def launch(self, code: bytes, record: records.Record, arguments: bytes) -> None:
        """Load a code object, launch one kernel and wait for it."""
        module, function = ctypes.c_void_p(), ctypes.c_void_p()
        self.call("hipModuleLoadData", ctypes.byref(module), ctypes.c_char_p(code))
        self.call("hipModuleGetFunction", ctypes.byref(function), module, record.kernel.encode())
        packed = ctypes.create_string_buffer(arguments, max(len(arguments), 1))
        size = ctypes.c_size_t(len(arguments))
        configuration = (ctypes.c_void_p * 5)(
            _LAUNCH_PARAM_BUFFER_POINTER,
            ctypes.addressof(packed),
            _LAUNCH_PARAM_BUFFER_SIZE,
            ctypes.addressof(size),
            _LAUNCH_PARAM_END,
        )
        sizes = [ctypes.c_uint(value) for value in (*record.grid, *record.block, record.dynamic_lds)]
        self.call("hipModuleLaunchKernel", function, *sizes, None, None, configuration)
        self.call("hipDeviceSynchronize")
        self.call("hipModuleUnload", module)


def run_on_hardware(
    record: records.Record, runtime: HipRuntime, code: bytes | None = None, device: int = 0
) -> records.Record:
    """Return the record with the GPU's results; raises ``HipError`` where a call fails."""
    name = runtime.device_name(device)
    code = record.code_object or code
    if code is None:
        raise records.RecordError("the record does not hold its code object: give it with --code-object")
    with contextlib.ExitStack() as owner:
        memory = {buffer.name: runtime.allocate(buffer.before, owner) for buffer in record.buffers}
        addresses = {buffer: pointer.value or 0 for buffer, pointer in memory.items()}
        runtime.launch(code, record, record.pack_arguments(addresses))
        results = {buffer.name: runtime.read(memory[buffer.name], buffer.before.size) for buffer in record.buffers}
    buffers = tuple(replace(buffer, after=results[buffer.name]) for buffer in record.buffers)
    return replace(record, buffers=buffers, evidence="hardware", device=name)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; returns 0, or 2 with a message where recording is not possible."""
    parser = argparse.ArgumentParser(
        prog="python -m gfx_emulator.recorder_hip",
        description="Run a record on an AMD GPU and write what it computed. Never yet run on hardware.",
    )
    parser.add_argument("input", type=Path, help="a record, with or without results")
    parser.add_argument("output", type=Path, help="where the record with the GPU's results goes")
    parser.add_argument("--code-object", type=Path, help="the code object, where the record does not hold it")
    parser.add_argument("--device", type=int, default=0, help="number of the GPU (default 0)")
    options = parser.parse_args(arguments)
    try:
        code = options.code_object.read_bytes() if options.code_object else None
        result = run_on_hardware(records.load(options.input), HipRuntime(), code, options.device)
        records.save(result, options.output)
    except (EmulatorError, OSError) as error:
        print(f"recorder: {error}", file=sys.stderr)
        return 2
    print(f"{options.output}: {result.kernel} as {result.device} computed it")
    return 0


if __name__ == "__main__":
    sys.exit(main())
