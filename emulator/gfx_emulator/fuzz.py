"""Runs fuzzing cases in worker processes, remembers how far it came, and names every case that broke something.

    python -m gfx_emulator.fuzz --seconds 60
    python -m gfx_emulator.fuzz --state fuzz.json --files 10000 --launches 1000000
    python -m gfx_emulator.fuzz --repeat launches:1234

A case may end in success or in an ``EmulatorError``. Anything else is a fault: another exception, a process that dies,
or one that does not come to an end. The exit code is 1 if there is any.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Protocol

from gfx_emulator.compile.cache import write_atomically
from gfx_emulator.errors import ArgumentError, EmulatorError
from gfx_emulator.fuzzing.corpus import Corpus, build_corpus

KINDS = ("files", "launches")
_CHUNK = {"files": 250, "launches": 5000}
_SECONDS_A_CASE = 60.0
_SECONDS_TO_START = 120.0
_POLL_SECONDS = 0.02


class Cases(Protocol):
    """A numbered, repeatable set of cases."""

    def run(self, index: int) -> str:
        """Run one case and return a word for what came out."""


@dataclass(frozen=True, slots=True)
class Fault:
    """A case that broke something: ``what`` is "exception", "crash" or "hang", ``detail`` says more."""

    kind: str
    index: int
    what: str
    detail: str


@dataclass(slots=True)
class State:
    """How far a run came. Kept in a file, so that it can go on after being stopped."""

    seed: int
    target: str
    corpus_sha256: str
    done: dict[str, int] = field(default_factory=lambda: dict.fromkeys(KINDS, 0))
    outcomes: dict[str, dict[str, int]] = field(default_factory=lambda: {kind: {} for kind in KINDS})
    faults: list[Fault] = field(default_factory=list)
    seconds: float = 0.0

    def save(self, path: Path) -> None:
        """Write the state, whole or not at all."""
        write_atomically(path, json.dumps(asdict(self), indent=1).encode())

    @classmethod
    def load(cls, path: Path) -> State:
        """Read a state file; raises ``ArgumentError`` for one that is not."""
        try:
            data = json.loads(path.read_text())
            return cls(**{**data, "faults": [Fault(**entry) for entry in data["faults"]]})
        except (OSError, ValueError, TypeError, KeyError) as error:
            raise ArgumentError(f"state is {str(path)!r}, which is no state of a fuzzing run: {error}") from error


def make_cases(kind: str, corpus: Corpus, seed: int, target: str) -> Cases:
    """Return the cases of a kind; each is imported only where it is used."""
    if kind == "files":
        from gfx_emulator.fuzzing.files import FileCases

        return FileCases(corpus, seed)
    from gfx_emulator.fuzzing.launches import LaunchCases

    return LaunchCases(corpus, seed, target)


def work(cases: Cases, first: int, count: int, output: int) -> None:
    """Run cases in this process, writing "+index" before and "=outcome" or "!exception" after each to ``output``."""
    parent = os.getppid()
    for index in range(first, first + count):
        if os.getppid() != parent:
            return  # the run that wanted these cases has been stopped
        os.write(output, b"+%d\n" % index)
        try:
            outcome = f"={cases.run(index)}"
        except EmulatorError as error:
            outcome = f"={type(error).__name__}"
        except Exception as error:  # Reported as a fault by the parent; the next cases still run.
            place = traceback.extract_tb(error.__traceback__)[-1]
            outcome = f"!{type(error).__name__}: {error} ({Path(place.filename).name}:{place.lineno})".replace(
                "\n", " "
            )
        os.write(output, outcome.encode("utf-8", "backslashreplace") + b"\n")


@dataclass(frozen=True, slots=True)
class ChunkResult:
    """What one worker did: cases finished, how they ended, and the fault that ended it, if one did."""

    finished: int
    outcomes: Counter[str]
    faults: tuple[Fault, ...]


def run_chunk(command: Sequence[str], kind: str, first: int, deadline: float, case_seconds: float) -> ChunkResult:
    """Run one worker and watch it; ends it at ``deadline`` (monotonic seconds) or where one case takes too long."""
    with tempfile.TemporaryDirectory(prefix="gfx_fuzz_") as folder:
        log = Path(folder, "log")
        errors = Path(folder, "errors")
        with log.open("wb") as output, errors.open("wb") as error_output:
            process = subprocess.Popen(
                [*command, "--output-fd", str(output.fileno())],
                pass_fds=[output.fileno()],
                stdin=subprocess.DEVNULL,
                stdout=error_output,
                stderr=error_output,
            )
            hung, stopped = _watch(process, log, deadline, case_seconds)
        return _read_log(log, errors, kind, first, process.returncode, hung, stopped)


def _watch(process: subprocess.Popen[bytes], log: Path, deadline: float, case_seconds: float) -> tuple[bool, bool]:
    size, changed = 0, time.monotonic()
    while process.poll() is None:
        time.sleep(_POLL_SECONDS)
        now = time.monotonic()
        if log.stat().st_size != size:
            size, changed = log.stat().st_size, now
        # Until the first case has begun, the worker loads its libraries.
        hung = now - changed > (case_seconds if size else max(case_seconds, _SECONDS_TO_START))
        stopped = now > deadline
        if hung or stopped:
            process.kill()
            process.wait()
            return hung, stopped
    return False, False


def _read_log(log: Path, errors: Path, kind: str, first: int, status: int, hung: bool, stopped: bool) -> ChunkResult:
    outcomes: Counter[str] = Counter()
    faults: list[Fault] = []
    index, finished, running = first - 1, 0, False
    for line in log.read_text("utf-8", "replace").splitlines():
        if line.startswith("+"):
            index, running = int(line[1:]), True
        else:
            running, finished = False, finished + 1
            outcomes[line[1:] if line.startswith("=") else "fault"] += 1
            if line.startswith("!"):
                faults.append(Fault(kind, index, "exception", line[1:]))
    words = errors.read_text("utf-8", "replace").strip()[-500:]
    if hung or (status != 0 and not stopped):
        if not running and (not hung or index < first):
            raise EmulatorError(f"a worker could not start or ended between two cases (exit code {status}): {words}")
        what = "hang" if hung else "crash"
        faults.append(
            Fault(kind, index, what, f"exit code {status}: {words}" if what == "crash" else "no end in sight")
        )
        outcomes["fault"] += 1
        finished += 1
    return ChunkResult(finished, outcomes, tuple(faults))


def run(
    state: State,
    goals: dict[str, int],
    *,
    seconds: float | None = None,
    corpus_folder: Path | None = None,
    state_path: Path | None = None,
    case_seconds: float = _SECONDS_A_CASE,
    progress: Callable[[State], None] = lambda state: None,
) -> None:
    """Run chunks of each kind in turn until every goal is met or the time is up, saving the state after each."""
    begin, before = time.monotonic(), state.seconds
    deadline = begin + seconds if seconds is not None else float("inf")
    for kind, count in _schedule(state, goals, deadline):
        command = _worker_command(state, kind, state.done[kind], count, corpus_folder)
        result = run_chunk(command, kind, state.done[kind], deadline, case_seconds)
        state.done[kind] += result.finished
        state.outcomes[kind] = dict(Counter(state.outcomes[kind]) + result.outcomes)
        state.faults += result.faults
        state.seconds = before + time.monotonic() - begin
        if state_path is not None:
            state.save(state_path)
        progress(state)


def recheck(
    state: State,
    *,
    corpus_folder: Path | None = None,
    state_path: Path | None = None,
    case_seconds: float = _SECONDS_A_CASE,
) -> None:
    """Run the cases that were faults once more, and keep those that still are."""
    for fault in tuple(state.faults):
        command = _worker_command(state, fault.kind, fault.index, 1, corpus_folder)
        result = run_chunk(command, fault.kind, fault.index, float("inf"), case_seconds)
        state.faults.remove(fault)
        state.faults += result.faults
        counts = Counter(state.outcomes[fault.kind])
        counts["fault"] -= 1
        state.outcomes[fault.kind] = dict(+(counts + result.outcomes))
        if state_path is not None:
            state.save(state_path)


def _worker_command(state: State, kind: str, first: int, count: int, corpus_folder: Path | None) -> list[str]:
    command = [sys.executable, "-m", "gfx_emulator.fuzz", "--worker", f"{kind}:{first}:{count}"]
    command += ["--seed", str(state.seed), "--target", state.target]
    return command + (["--corpus", str(corpus_folder)] if corpus_folder else [])


def _schedule(state: State, goals: dict[str, int], deadline: float) -> Iterator[tuple[str, int]]:
    while time.monotonic() < deadline and any(state.done[kind] < goals[kind] for kind in KINDS):
        for kind in KINDS:
            count = min(_CHUNK[kind], goals[kind] - state.done[kind])
            if count > 0 and time.monotonic() < deadline:
                yield kind, count


def render(state: State) -> Iterator[str]:
    """Yield lines for people."""
    for kind in KINDS:
        yield f"{kind}: {state.done[kind]} cases"
        for outcome, count in sorted(state.outcomes[kind].items(), key=lambda entry: -entry[1]):
            yield f"  {count:9d}  {outcome}"
    for fault in state.faults:
        yield f"{fault.what}: {fault.kind}:{fault.index} (seed {state.seed}): {fault.detail}"
    yield f"faults: {len(state.faults)}"


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m gfx_emulator.fuzz",
        description="Feed damaged code objects and senseless launches to the emulator.",
        epilog=(__doc__ or "").split("\n\n", 1)[1],
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--seed", type=int, default=1, help="cases are the same for the same seed (default 1)")
    parser.add_argument("--state", type=Path, help="file to go on from, and to save progress in")
    parser.add_argument("--seconds", type=float, help="stop after this time")
    parser.add_argument("--files", type=int, help="damaged files in all, those done before included")
    parser.add_argument("--launches", type=int, help="launches in all, those done before included")
    parser.add_argument("--corpus", type=Path, help="a folder of code objects to damage, besides the built-in kernels")
    parser.add_argument("--target", default="gfx942", help="the AMD processor (default gfx942)")
    parser.add_argument("--recheck", action="store_true", help="first run the faults of the state once more")
    parser.add_argument("--repeat", metavar="KIND:INDEX", help="run one case in this process and show what it does")
    parser.add_argument("--json", action="store_true", help="print the state as JSON")
    parser.add_argument("--worker", help=argparse.SUPPRESS)
    parser.add_argument("--output-fd", type=int, help=argparse.SUPPRESS)
    return parser


def _state(options: argparse.Namespace, corpus: Corpus) -> State:
    if options.state is None or not options.state.exists():
        return State(options.seed, options.target, corpus.sha256)
    state = State.load(options.state)
    wanted = {"seed": options.seed, "target": options.target, "corpus_sha256": corpus.sha256}
    for name, value in wanted.items():
        if getattr(state, name) != value:
            raise ArgumentError(
                f"state has {name} {getattr(state, name)!r}, this run {value!r}: start a new state file"
            )
    return state


def _goals(options: argparse.Namespace) -> dict[str, int]:
    given = {kind: getattr(options, kind) for kind in KINDS}
    if options.seconds is None and not options.recheck and all(value is None for value in given.values()):
        raise ArgumentError("nothing to do: give --seconds, --files, --launches or --recheck")
    endless = options.seconds is not None and all(value is None for value in given.values())
    return {kind: sys.maxsize if endless else value or 0 for kind, value in given.items()}


def _split(value: str, parts: int, what: str) -> list[Any]:
    words = value.split(":")
    if len(words) != parts or words[0] not in KINDS or not all(word.isdecimal() for word in words[1:]):
        raise ArgumentError(f"{what} is {value!r}: expected {' or '.join(KINDS)}, a colon and a number")
    return [words[0], *map(int, words[1:])]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; returns 1 if there is a fault, 2 where it cannot be done."""
    options = _parser().parse_args(arguments)
    try:
        corpus = build_corpus(options.target, options.corpus)
        if options.worker:
            kind, first, count = _split(options.worker, 3, "worker")
            work(make_cases(kind, corpus, options.seed, options.target), first, count, options.output_fd)
            return 0
        if options.repeat:
            kind, index = _split(options.repeat, 2, "repeat")
            print(make_cases(kind, corpus, options.seed, options.target).run(index))
            return 0
        state = _state(options, corpus)

        if options.recheck:
            recheck(state, corpus_folder=options.corpus, state_path=options.state)

        def show(state: State) -> None:
            done = ", ".join(f"{state.done[kind]} {kind}" for kind in KINDS)
            print(f"{state.seconds:8.0f} s: {done}, {len(state.faults)} faults", file=sys.stderr, flush=True)

        run(
            state,
            _goals(options),
            seconds=options.seconds,
            corpus_folder=options.corpus,
            state_path=options.state,
            progress=show,
        )
    except (EmulatorError, OSError) as error:
        print(f"fuzz: {type(error).__name__}: {error}", file=sys.stderr)
        return 2
    print(json.dumps(asdict(state), indent=1) if options.json else "\n".join(render(state)))
    return 1 if state.faults else 0


if __name__ == "__main__":
    sys.exit(main())
