"""The seed's table: tokens a second of a model of llama-2-70b's shape, without and with this project's decode attention.

`without` is the algorithm of the first paged-attention kernels (v1 or v2, chosen as its releases chose), `with` what the
dispatcher takes. Model, random weights, prompts and pages are the same, decode steps are captured graphs, and each kernel has a
cache of the layout that it was made for. Tokens are those of prompts and outputs together, as in the seed, whose steps take the
same time at both lengths only if counted so.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import torch

from rocm_kernels import recording, using_policy
from rocm_kernels.backends.triton import interpreting
from rocm_kernels.benchmarks.seed_baseline import only_the_baseline
from rocm_kernels.benchmarks.seed_model import WIDTHS, Width, make_model
from rocm_kernels.files import write_atomically
from rocm_kernels.integrations.transformers import Engine, SamplingOptions
from rocm_kernels.policy import explicit

BLOCK_SIZE = 16
# Divergence of the two columns' logits in 16 bit, nats a token; a fault of attention leaves it by orders of magnitude.
MOST_DIVERGENCE = 0.02
CHECKED_TOKENS = 4


@dataclass(frozen=True)
class Row:
    """One line of the seed's table: llama-2-70b-chat, tokens a second on the GPUs of that time."""

    prompts: int
    input: int
    output: int
    without: float | None = None
    with_kernel: float | None = None

    @property
    def name(self) -> str:
        """As the seed writes it."""
        return f"{self.prompts}x{self.input}x{self.output}"

    @property
    def ratio(self) -> float | None:
        """With over without, as the seed measured it."""
        return None if self.without is None or self.with_kernel is None else self.with_kernel / self.without


SEED = (
    Row(8, 512, 256, 360.15, 419.62),
    Row(8, 512, 512, 271.54, 293.50),
    Row(16, 512, 256, 616.33, 770.72),
    Row(16, 512, 512, 414.81, 560.03),
    Row(32, 512, 256, 913.00, 1263.37),
    Row(32, 512, 512, 626.82, 969.73),
)
# Beyond the seed: contexts at which reading the cache takes a good part of a step.
LONG = (Row(32, 3968, 128),)
NARROW = (Row(2, 20, 3),)


@dataclass(frozen=True)
class Column:
    """One side of a row.

    Attributes:
        seconds: of each repetition.
        decode_seconds: of each repetition, from the first token of the last prompt on.
        kernels: launches of decode attention by name in two steps before the timed ones, on a GPU as captured.
        layout: of the cache.
    """

    seconds: tuple[float, ...]
    decode_seconds: tuple[float, ...]
    kernels: dict[str, int]
    layout: str


@dataclass(frozen=True)
class Result:
    """A row with both columns, and how far their logits are apart, nats a token."""

    row: Row
    without: Column
    with_kernel: Column
    divergence: float

    def rate(self, column: Column) -> float:
        """Tokens a second, prompts and outputs, at the median repetition."""
        return self.row.prompts * (self.row.input + self.row.output) / statistics.median(column.seconds)

    @property
    def ratio(self) -> float:
        """With over without."""
        return self.rate(self.with_kernel) / self.rate(self.without)

    @property
    def decode_ratio(self) -> float:
        """The same of decode steps alone."""
        return statistics.median(self.without.decode_seconds) / statistics.median(self.with_kernel.decode_seconds)

    @property
    def spread(self) -> float:
        """The largest share by which a repetition of either column lies off that column's median."""
        return max(
            abs(seconds / statistics.median(column.seconds) - 1)
            for column in (self.without, self.with_kernel)
            for seconds in column.seconds
        )


@contextmanager
def _placed(baseline: bool, device: str) -> Iterator[None]:
    with ExitStack() as during:
        if baseline:
            during.enter_context(only_the_baseline())
        elif device == "cpu":
            during.enter_context(using_policy(explicit("triton")))
        if device == "cpu":
            during.enter_context(interpreting())
        yield


def _engine(model: Any, row: Row, layout: str, *, graphs: bool, record: bool = False) -> Engine:
    blocks = row.prompts * -(-(row.input + row.output) // BLOCK_SIZE)
    return Engine(
        model,
        blocks=blocks,
        block_size=BLOCK_SIZE,
        layout=layout,
        max_sequences=row.prompts,
        max_tokens=row.prompts * row.input,
        graphs=graphs,
        record=record,
    )


def _synchronise(device: str) -> None:
    if device == "cuda":
        torch.cuda.synchronize()


def _timed(engine: Engine, prompts: list[list[int]], row: Row, device: str) -> tuple[float, float]:
    """Seconds of a whole run, and of its decode steps."""
    begun: list[float] = []
    waiting = set(range(row.prompts))

    def seen(request: int, token: int) -> None:
        waiting.discard(request)
        if not waiting and not begun:
            begun.append(time.perf_counter())

    _synchronise(device)
    start = time.perf_counter()
    made = engine.generate(prompts, SamplingOptions(max_new_tokens=row.output), on_token=seen)
    _synchronise(device)
    end = time.perf_counter()
    if any(len(entry.tokens) != row.output or entry.preemptions for entry in made):
        raise RuntimeError(f"{row.name}: a request ended early or lost its pages, so the time means nothing")
    return end - start, end - begun[0]


def _checked(model: Any, prompts: list[list[int]], row: Row, layout: str) -> torch.Tensor:
    """Logits of a few decoded tokens [prompts * tokens, vocabulary]."""
    engine = _engine(model, row, layout, graphs=False)
    pairs = [(prompt[:-CHECKED_TOKENS], prompt[-CHECKED_TOKENS:]) for prompt in prompts]
    scored = engine.score(pairs, "decode", keep_logits=True)
    return torch.cat([entry.logits for entry in scored if entry.logits is not None])


def _warmed(engine: Engine, prompts: list[list[int]]) -> dict[str, int]:
    """Compile and capture, so that the graph of all later steps is there; gives launches of decode attention by kernel."""
    with recording() as record:
        engine.generate(prompts, SamplingOptions(max_new_tokens=3))
    decodes = [call for call in record.calls if call.spec.op == "paged_attention"]
    return dict(Counter(name for call in decodes for name in call.kernels))


def divergence(first: torch.Tensor, second: torch.Tensor) -> float:
    """Mean Kullback-Leibler divergence of the second's distributions from the first's, nats a token."""
    one, other = first.double().log_softmax(-1), second.double().log_softmax(-1)
    return float((one.exp() * (one - other)).sum(-1).mean())


def measure(model: Any, row: Row, *, device: str, layout: str, repeats: int, seed: int) -> Result:
    """Check both columns against each other, then time them in turns."""
    generator = torch.Generator().manual_seed(seed)
    vocabulary = model.config.vocab_size
    prompts = torch.randint(3, vocabulary, (row.prompts, row.input), generator=generator).tolist()
    layouts = {True: "5d", False: layout}
    logits, kernels, engines = {}, {}, {}
    for baseline in (True, False):
        with _placed(baseline, device):
            logits[baseline] = _checked(model, prompts, row, layouts[baseline])
    apart = divergence(logits[True], logits[False])
    logits.clear()
    for baseline in (True, False):
        engines[baseline] = _engine(model, row, layouts[baseline], graphs=device == "cuda")
        with _placed(baseline, device):
            kernels[baseline] = _warmed(engines[baseline], prompts)
    times: dict[bool, list[tuple[float, float]]] = {True: [], False: []}
    for _ in range(repeats):
        for baseline in (True, False):
            with _placed(baseline, device):
                times[baseline].append(_timed(engines[baseline], prompts, row, device))
    columns = {
        baseline: Column(
            tuple(whole for whole, _ in times[baseline]),
            tuple(decode for _, decode in times[baseline]),
            kernels[baseline],
            layouts[baseline],
        )
        for baseline in (True, False)
    }
    return Result(row, columns[True], columns[False], apart)


def machine(device: str) -> dict[str, str]:
    """Where and with what a run was made, and on what evidence it stands."""
    if device == "cpu":
        place = {"device": "cpu", "evidence": "interpreted: these times say nothing about any kernel"}
    else:
        name = torch.cuda.get_device_name()
        place = {"device": name, "evidence": f"hardware ({name})"}
    versions = {name: sys.modules[name].__version__ for name in ("torch", "triton", "transformers")}
    return {**place, **versions}


HEADER = (
    "prompts x input x output | without tok/s | with tok/s | with/without | decode alone | seed: without -> with, ratio "
    "| spread | divergence"
)


def line(result: Result) -> str:
    """One line of the table."""
    row = result.row
    seed = "-" if row.ratio is None else f"{row.without:8.2f} -> {row.with_kernel:8.2f}, {row.ratio:.3f}"
    return (
        f"{row.name:24s} | {result.rate(result.without):13.1f} | {result.rate(result.with_kernel):10.1f} | "
        f"{result.ratio:12.3f} | {result.decode_ratio:12.3f} | {seed:34s} | {result.spread:5.1%} | {result.divergence:.1e}"
    )


def _document(place: dict[str, str], width: Width, layers: int, results: Sequence[Result]) -> dict[str, Any]:
    return {
        "machine": place,
        "model": {**asdict(width), "layers": layers, "weights": "random", "dtype": "bf16"},
        "results": [
            {
                **asdict(result),
                "tokens_per_second": {
                    "without": result.rate(result.without),
                    "with": result.rate(result.with_kernel),
                },
                "ratio": result.ratio,
                "decode_ratio": result.decode_ratio,
                "seed_ratio": result.row.ratio,
                "spread": result.spread,
            }
            for result in results
        ],
    }


def main(arguments: Sequence[str] | None = None) -> int:
    """Parse, run, print, write JSON; 1 where the columns disagree, 2 where this machine cannot run it."""
    parser = argparse.ArgumentParser(
        prog="python -m rocm_kernels.benchmarks.seed",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        epilog="examples:\n  python -m rocm_kernels.benchmarks.seed --layers 20 --json reports/seed.json\n"
        "  python -m rocm_kernels.benchmarks.seed --rows 8x512x256 --repeats 1\n"
        "  python -m rocm_kernels.benchmarks.seed --device cpu      a narrow model in Triton's interpreter",
    )
    names = [row.name for row in SEED + LONG]
    parser.add_argument("--layers", type=int, default=None, help="of the model (default: 20; on the cpu 1)")
    parser.add_argument("--rows", nargs="*", default=None, choices=names, metavar="ROW", help=", ".join(names))
    parser.add_argument("--repeats", type=int, default=3, help="of each column, in turns (default: %(default)s)")
    parser.add_argument(
        "--device", choices=("cuda", "cpu"), default="cuda", help="cuda is also PyTorch's name for AMD GPUs"
    )
    parser.add_argument(
        "--layout", default="nhd", help="of the cache with our kernel; the baseline reads 5d (default: %(default)s)"
    )
    parser.add_argument("--json", type=Path, default=None, help="write everything here too")
    options = parser.parse_args(arguments)
    for name in ("layers", "repeats"):
        value = getattr(options, name)
        if value is not None and value < 1:
            parser.error(f"--{name}: got {value}, expected at least 1")
    if options.device == "cuda" and not torch.cuda.is_available():
        parser.error("this machine has no GPU that PyTorch sees; --device cpu shows that it runs, and measures nothing")
    on_gpu = options.device == "cuda"
    width, known = (WIDTHS["llama-2-70b"], SEED + LONG) if on_gpu else (WIDTHS["narrow"], NARROW)
    if not on_gpu and options.rows:
        parser.error("--rows: the seed's rows need a GPU")
    layers = options.layers or (20 if on_gpu else 1)
    rows = [row for row in known if not options.rows or row.name in options.rows]
    model = make_model(width, layers, options.device)
    place = machine(options.device)
    print(
        f"{place['evidence']}; {width.name}, {layers} of {width.whole} layers, random bf16 weights; torch {place['torch']}, "
        f"triton {place['triton']}, transformers {place['transformers']}"
    )
    print(HEADER)
    results: list[Result] = []
    for row in rows:
        result = measure(
            model, row, device=options.device, layout=options.layout, repeats=options.repeats, seed=len(results)
        )
        results.append(result)
        print(line(result), flush=True)
        if on_gpu:
            torch.cuda.empty_cache()
    for column, of in (("without", [result.without for result in results]), ("with", [r.with_kernel for r in results])):
        launched = dict.fromkeys(name for entry in of for name in entry.kernels)
        print(f"{column}: {', '.join(launched)}; cache {of[0].layout}")
    if options.json is not None:
        write_atomically(options.json, json.dumps(_document(place, width, layers, results), indent=1) + "\n")
    apart = [result.row.name for result in results if not result.divergence <= MOST_DIVERGENCE]
    if apart:
        print(f"the columns disagree by more than {MOST_DIVERGENCE} nats a token: {', '.join(apart)}", file=sys.stderr)
    return 1 if apart else 0


if __name__ == "__main__":
    raise SystemExit(main())
