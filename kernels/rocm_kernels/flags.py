"""The environment flags: one table, read once, and the only module of this package that looks at the environment."""

from __future__ import annotations

import difflib
import logging
import os
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass

from rocm_kernels.errors import FlagError

_logger = logging.getLogger("rocm_kernels")

PREFIXES = ("VLLM_ROCM_", "ROCM_KERNELS_")
_TRUE = ("1", "true", "yes", "on")
_FALSE = ("0", "false", "no", "off")
EXPECTED = f"one of {', '.join(_TRUE)} or {', '.join(_FALSE)} (upper or lower case)"


@dataclass(frozen=True)
class Flag:
    """One switch.

    Attributes:
        name: the environment variable.
        default: the value where it is not set.
        meaning: what it switches, one sentence.
        master: the flag without which this one has no effect.
        notice: said whenever somebody sets it, None where there is nothing to say.
    """

    name: str
    default: bool
    meaning: str
    master: str | None = None
    notice: str | None = None


_AITER = "VLLM_ROCM_USE_AITER"
_DROPPED = "works here; vLLM itself has dropped it, and setting it there does nothing"
_NO_OP_YET = "is vLLM's and is understood, but no op of this package reads it"


FLAGS: dict[str, Flag] = {
    flag.name: flag
    for flag in (
        Flag(_AITER, False, "the master switch of everything that comes from AITER"),
        Flag(
            "VLLM_ROCM_USE_AITER_PAGED_ATTN",
            True,
            "AITER's paged attention for decoding; on under the master, as vLLM's other AITER switches are",
            _AITER,
            _DROPPED,
        ),
        Flag(
            "VLLM_ROCM_CUSTOM_PAGED_ATTN",
            True,
            "the ROCm paged-attention kernels bundled here",
            None,
            _DROPPED,
        ),
        Flag("VLLM_ROCM_USE_AITER_MHA", True, "AITER's attention over prompts (prefill)", _AITER),
        Flag("VLLM_ROCM_USE_AITER_LINEAR", True, "AITER's linear layers, block-scaled ones too", _AITER),
        Flag("VLLM_ROCM_USE_AITER_MOE", True, "AITER's fused mixture of experts", _AITER),
        Flag("VLLM_ROCM_USE_AITER_RMSNORM", True, "AITER's RMS norm", _AITER),
        Flag("VLLM_ROCM_USE_AITER_MLA", True, "AITER's multi-head latent attention", _AITER, _NO_OP_YET),
        Flag("VLLM_ROCM_USE_AITER_TRITON_GEMM", True, "AITER's Triton matrix products", _AITER, _NO_OP_YET),
        Flag("VLLM_ROCM_USE_AITER_UNIFIED_ATTENTION", False, "AITER's Triton unified attention", _AITER, _NO_OP_YET),
        Flag("VLLM_ROCM_USE_AITER_FP8BMM", False, "AITER's fp8 batched matrix product", _AITER, _NO_OP_YET),
        Flag("VLLM_ROCM_USE_AITER_FP4BMM", False, "AITER's fp4 batched matrix product", _AITER, _NO_OP_YET),
        Flag("VLLM_ROCM_USE_AITER_TRITON_ROPE", False, "AITER's Triton rotary embedding", _AITER, _NO_OP_YET),
        Flag(
            "VLLM_ROCM_SHUFFLE_KV_CACHE_LAYOUT",
            False,
            "the asm (shuffle) cache layout in vLLM",
            None,
            "is vLLM's and is understood; here the layout is an argument of the op and of PagedAttention",
        ),
        Flag("VLLM_ROCM_FP8_PADDING", True, "padding of fp8 weights", None, _NO_OP_YET),
        Flag("VLLM_ROCM_MOE_PADDING", True, "padding of expert weights", None, _NO_OP_YET),
        Flag(
            "ROCM_KERNELS_CHECK_OUTPUT",
            False,
            "fill every output with a marker before a kernel runs and fail where one is left after it (reads the output back)",
        ),
        Flag(
            "ROCM_KERNELS_CHECK_EMULATED",
            False,
            "look for races, reads of unwritten memory and missing waits in every launch in the emulator, and fail it for one",
        ),
        Flag(
            "ROCM_KERNELS_VALIDATE",
            False,
            "check the values of tensors (block ids, lengths, slots) before every op, which waits for their device; where "
            "nobody sets it, they are checked on the CPU only",
        ),
        Flag(
            "ROCM_KERNELS_ALLOW_NOT_SURVEYED",
            False,
            "let AITER's code objects serve requests for which nothing was measured; the decision says so. What was measured "
            "to be wrong stays refused",
        ),
        Flag(
            "ROCM_KERNELS_TRITON_INTERPRET",
            False,
            "let Triton's interpreter run its kernels on cpu tensors (slow, evidence `interpreted`)",
        ),
        Flag(
            "ROCM_KERNELS_TRITON_EMULATE",
            False,
            "let Triton's kernels, compiled for the target, run on emulated devices (compiling takes seconds a kernel)",
        ),
    )
}

# Flags of vLLM that are no switches, or switch what this package has no part in: known, so that they are not reported as
# misspelt; never parsed.
FOREIGN_FLAGS = frozenset(
    {
        "VLLM_ROCM_QUICK_REDUCE_CAST_BF16_TO_FP16",
        "VLLM_ROCM_QUICK_REDUCE_MAX_SIZE_BYTES_MB",
        "VLLM_ROCM_QUICK_REDUCE_QUANTIZATION",
        "VLLM_ROCM_SLEEP_MEM_CHUNK_SIZE",
        "VLLM_ROCM_USE_AITER_FP4_ASM_GEMM",
        "VLLM_ROCM_USE_AITER_FUSION_SHARED_EXPERTS",
        "VLLM_ROCM_USE_SKINNY_GEMM",
    }
)


def parse(name: str, text: str) -> bool:
    """Read a switch; upper and lower case and blanks around it do not matter. Raises FlagError naming the flag."""
    word = text.strip().lower()
    if word in _TRUE:
        return True
    if word in _FALSE:
        return False
    raise FlagError(f"{name}: got {text!r}, expected {EXPECTED}")


def parse_all(values: Mapping[str, bool | str]) -> dict[str, bool]:
    """Read switches by name; raises FlagError for an unknown name (with the nearest known one) or a meaningless value."""
    read = {}
    for name, value in values.items():
        if name not in FLAGS:
            nearest = nearest_name(name)
            hint = f"; the nearest known name is {nearest}" if nearest else ""
            raise FlagError(f"{name}: no such flag{hint}")
        read[name] = value if isinstance(value, bool) else parse(name, str(value))
    return read


@dataclass(frozen=True, eq=False)
class Flags:
    """The value of every flag of the table. Equal values share one object, so identity is equality.

    Attributes:
        values: flag name -> value.
        given: flag name -> ``environment`` or ``context``, for those that somebody set.
        unknown: names with our prefixes in the environment that nobody knows, with the nearest known name or None.
    """

    values: Mapping[str, bool]
    given: Mapping[str, str]
    unknown: tuple[tuple[str, str | None], ...]

    def __getitem__(self, name: str) -> bool:
        return self.values[name]

    def enabled(self, name: str) -> bool:
        """Whether the flag and every master above it are on."""
        flag: Flag | None = FLAGS[name]
        while flag is not None:
            if not self.values[flag.name]:
                return False
            flag = FLAGS[flag.master] if flag.master else None
        return True

    def off_because(self, name: str) -> str | None:
        """What keeps a flag from being in effect, one sentence for people; None where it is in effect."""
        flag: Flag | None = FLAGS[name]
        while flag is not None:
            if not self.values[flag.name]:
                origin = self.given.get(flag.name)
                how = f"set to off by the {origin}" if origin else "not set, and its default is off as in vLLM"
                return f"{flag.name} is {how}"
            flag = FLAGS[flag.master] if flag.master else None
        return None

    def notices(self) -> tuple[str, ...]:
        """What people should know about the flags that are set."""
        said = [f"{name} {FLAGS[name].notice}" for name in self.given if FLAGS[name].notice]
        for name, origin in self.given.items():
            master = FLAGS[name].master
            if master and self.values[name] and not self.enabled(master):
                said.append(f"{name} is set by the {origin} but has no effect: {self.off_because(master)}")
        for name, nearest in self.unknown:
            hint = f"; the nearest known name is {nearest}" if nearest else ""
            said.append(f"{name} is set but nobody knows it{hint}")
        return tuple(said)


_lock = threading.Lock()
_interned: dict[tuple[tuple[bool, ...], tuple[tuple[str, str], ...], tuple[tuple[str, str | None], ...]], Flags] = {}
_environment: Flags | None = None
_current: ContextVar[Flags | None] = ContextVar("rocm_kernels_flags", default=None)


def _intern(values: Mapping[str, bool], given: Mapping[str, str], unknown: tuple[tuple[str, str | None], ...]) -> Flags:
    key = (tuple(values[name] for name in FLAGS), tuple(sorted(given.items())), unknown)
    with _lock:
        return _interned.setdefault(key, Flags(dict(values), dict(given), unknown))


def nearest_name(name: str) -> str | None:
    """Find the known flag that ``name`` most likely means, None where nothing is near."""
    found = difflib.get_close_matches(name, sorted(FOREIGN_FLAGS.union(FLAGS)), n=1, cutoff=0.75)
    return found[0] if found else None


def read(environment: Mapping[str, str]) -> Flags:
    """Read the flags from a mapping of environment variables; raises FlagError where a value means nothing."""
    values = {name: flag.default for name, flag in FLAGS.items()}
    given: dict[str, str] = {}
    unknown: list[tuple[str, str | None]] = []
    for name in sorted(environment):
        if name in FLAGS:
            values[name] = parse(name, environment[name])
            given[name] = "environment"
        elif name.startswith(PREFIXES) and name not in FOREIGN_FLAGS:
            unknown.append((name, nearest_name(name)))
    return _intern(values, given, tuple(unknown))


def current() -> Flags:
    """Return the flags in force: those of the innermost ``overriding_flags``, else those of the environment, read once."""
    flags = _current.get()
    if flags is not None:
        return flags
    return _environment if _environment is not None else _read_environment()


def _read_environment() -> Flags:
    global _environment
    flags = read(os.environ)
    if _environment is None:
        _environment = flags
        for notice in flags.notices():
            _logger.warning("%s", notice)
    return _environment


def reload() -> Flags:
    """Read the environment again, for a process that changed its own; returns the flags in force outside any override."""
    global _environment
    _environment = None
    return _read_environment()


@contextmanager
def overriding_flags(**values: bool | str) -> Iterator[Flags]:
    """Set flags inside the block, in this thread or task only: ``overriding_flags(VLLM_ROCM_USE_AITER=True)``.

    Raises:
        FlagError: an unknown name (with the nearest known one) or a value that means nothing.
    """
    chosen = parse_all(values)
    base = current()
    flags = _intern({**base.values, **chosen}, {**base.given, **dict.fromkeys(chosen, "context")}, base.unknown)
    token = _current.set(flags)
    try:
        yield flags
    finally:
        _current.reset(token)


@contextmanager
def environment_of_children(**values: str) -> Iterator[None]:
    """Set environment variables for processes started inside the block; afterwards they are as they were before."""
    before = {name: os.environ.get(name) for name in values}
    os.environ.update(values)
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                os.environ.pop(name, None)
            else:
                os.environ[name] = value


def markdown_table() -> str:
    """Write the table of flags for the documentation."""
    lines = ["| flag | default | under | meaning | notice |", "| --- | --- | --- | --- | --- |"]
    for flag in FLAGS.values():
        state = "on" if flag.default else "off"
        master = f"`{flag.master}`" if flag.master else "-"
        lines.append(f"| `{flag.name}` | {state} | {master} | {flag.meaning} | {flag.notice or '-'} |")
    return "\n".join(lines)
