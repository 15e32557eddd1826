"""Answers "which kernel would serve this request, and why not the others", as a table for people and as data."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import Any, get_args

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from rocm_kernels import devices, dispatcher, flags, layer_explanation, model_shapes, policy, registry
from rocm_kernels.dtypes import ALIASES, DATA_TYPES
from rocm_kernels.errors import InvalidArgumentError, RocmKernelsError
from rocm_kernels.layouts import LAYOUTS, layout
from rocm_kernels.policy import Policy
from rocm_kernels.spec import AttentionSpec, Op, ScaleGranularity, Spec, cache_class, length_class, min_length_class
from rocm_kernels.support import Reason
from rocm_kernels.targets import TARGETS, in_words

EXIT_SERVED, EXIT_NOBODY, EXIT_BAD_INPUT = 0, 1, 2


@dataclass(frozen=True)
class Candidate:
    """One row of the table.

    Attributes:
        implementation, backend: its names.
        verdict: ``chosen``; ``able`` (it could serve the request, but another comes first or the policy asks for another);
            ``not here`` (it serves such requests, but cannot run on this machine now); ``refused``.
        kernel: what it would launch; empty where it refuses.
        refusals: why it does not serve the request, wherever it runs.
        obstacles: what keeps it from running on this machine now: not installed, switched off, failed before.
        order: why it was passed over although it could.
    """

    implementation: str
    backend: str
    verdict: str
    kernel: str
    refusals: tuple[Reason, ...]
    obstacles: tuple[Reason, ...]
    order: tuple[Reason, ...]


@dataclass(frozen=True)
class Explanation:
    """The whole answer; prints as a table.

    Attributes:
        spec, policy: the question.
        device: the device asked about, in words.
        chosen: name of the implementation that would run, None where nothing may.
        kernel: the kernel that it would launch.
        evidence: what a result of it would show on this machine, None where nothing can run.
        candidates: every implementation of the op, in order of preference.
        notes: what to know about the choice and the flags in force.
    """

    spec: Spec
    policy: Policy
    device: str
    chosen: str | None
    kernel: str
    evidence: str | None
    candidates: tuple[Candidate, ...]
    notes: tuple[str, ...]

    def to_dict(self) -> dict[str, Any]:
        """Give the answer as plain data for JSON."""
        spec: Any = self.spec  # a frozen dataclass, whichever op's
        facts = {name: value for name, value in asdict(spec).items() if not name.startswith("_")}
        return {
            "spec": facts,
            "policy": str(self.policy),
            "device": self.device,
            "chosen": self.chosen,
            "kernel": self.kernel,
            "evidence": self.evidence,
            "candidates": [asdict(candidate) for candidate in self.candidates],
            "notes": list(self.notes),
        }

    def __rich__(self) -> Table:
        title = f"{self.spec}\n{self._answer()}"
        table = Table(title=escape(title), title_justify="left", show_lines=True)
        table.add_column("candidate", no_wrap=True)
        table.add_column("verdict", no_wrap=True)
        table.add_column("why", overflow="fold")
        colours = {"chosen": "bold green", "able": "green", "not here": "yellow", "refused": "red"}
        for candidate in self.candidates:
            verdict = f"[{colours[candidate.verdict]}]{candidate.verdict}[/]"
            table.add_row(candidate.implementation, verdict, escape("\n".join(_why(candidate))))
        if self.notes:
            table.caption = escape("\n".join(f"note: {note}" for note in self.notes))
            table.caption_justify = "left"
        return table

    def __str__(self) -> str:
        lines = [str(self.spec), self._answer()]
        for candidate in self.candidates:
            lines.append(f"  {candidate.implementation}: {candidate.verdict}")
            lines += [f"      {why}" for why in _why(candidate)]
        return "\n".join([*lines, *(f"note: {note}" for note in self.notes)])

    def _answer(self) -> str:
        if self.chosen is None:
            return f"policy {self.policy}: nothing may serve this on {self.device}"
        kernel = f", kernel {self.kernel}" if self.kernel else ""
        shown = f" (evidence: {self.evidence})" if self.evidence else ""
        return f"policy {self.policy}: {self.chosen} on {self.device}{kernel}{shown}"


def _label(obstacle: Reason) -> str:
    """Say what an obstacle is about: flags are as asked, whatever the machine."""
    return "flags" if obstacle.code == "flag" else "here"


def _why(candidate: Candidate) -> Iterable[str]:
    if candidate.verdict == "chosen" and candidate.kernel:
        yield f"launches {candidate.kernel}"
    for reason in candidate.refusals:
        yield f"{reason.message} [{reason.code}]"
    for reason in candidate.obstacles:
        yield f"{_label(reason)}: {reason.message} [{reason.code}]"
    for reason in candidate.order:
        yield f"{reason.message} [{reason.code}]"


def explain(spec: Spec, under: Policy | None = None) -> Explanation:
    """Explain the choice for a spec under a policy (the one in force where none is given).

    Nothing is loaded and nothing runs: a candidate that is installed and broken shows so after its first use only.
    """
    decision = dispatcher.evaluate(spec, under)
    rows = []
    passed_over = {rejection.implementation: rejection.reasons for rejection in decision.rejections}
    for entry in registry.implementations(spec.op):
        refusals = entry.support.reasons(spec)
        obstacles = (*dispatcher.unavailable(entry, spec), *dispatcher.failures(entry, spec))
        known = (*refusals, *obstacles)
        order = tuple(reason for reason in passed_over.get(entry.name, ()) if reason not in known)
        if entry is decision.implementation:
            verdict = "chosen"
        elif refusals:
            # A refused candidate is refused whatever its place in the order.
            verdict, order = "refused", ()
        else:
            verdict = "not here" if obstacles else "able"
        kernel = "" if refusals else entry.kernel_for(spec)
        rows.append(Candidate(entry.name, entry.backend, verdict, kernel, refusals, obstacles, order))
    where = devices.chosen() or _described(spec)
    chosen = decision.implementation
    notes = [*decision.remarks, *flags.current().notices()]
    absent = where.kind in ("rocm", "cuda") and not where.stubbed and where.kind != devices.detect().device.kind
    if absent:
        about_here = any(_label(obstacle) == "here" for row in rows for obstacle in row.obstacles)
        meaning = "; `here` is this machine" if about_here else ""
        notes.insert(0, f"asked about {where}, which is not here ({devices.detect().summary}){meaning}")
    return Explanation(
        spec,
        decision.policy,
        str(where),
        chosen.name if chosen else None,
        decision.kernel,
        devices.evidence_of(where, chosen.backend) if chosen and not absent else None,
        tuple(rows),
        tuple(notes),
    )


def _described(spec: Spec) -> devices.Device:
    return devices.Device(spec.device, spec.device.partition(":")[0], spec.target)


EXAMPLES = """examples:
  rocm-ci explain --heads 71 --kv-heads 1 --head-size 64 --dtype bf16
  # Llama 3 70B with an fp8 cache on an MI300X (gfx942)
  rocm-ci explain --device rocm:gfx942 --flag VLLM_ROCM_USE_AITER=1 --heads 64 --kv-heads 8 --head-size 128 \\
      --dtype bf16 --kv-dtype fp8 --kv-scales per_token --layout asm
  rocm-ci explain --heads 32 --kv-heads 8 --head-size 128 --sliding-window --sinks --json
  # The layers of a model; what is promised of lengths and unused slots decides over AITER's kernels
  rocm-ci explain --device rocm:gfx942 --flag VLLM_ROCM_USE_AITER=1 --model llama-3-8b --kv-dtype fp8 \\
      --min-length 256 --finite-cache
  # The ops beside attention
  rocm-ci explain --op linear --model llama-3-70b --weight-dtype fp8 --device cuda
  rocm-ci explain --op fused_moe --model mixtral --device rocm:gfx942 --flag VLLM_ROCM_USE_AITER=1
"""


def _type_name(text: str) -> str:
    """Turn PyTorch's name of a type into this project's; anything else is left to the check of the choices."""
    return ALIASES[text].name if text in ALIASES else text


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of ``explain`` to a parser of a command line."""
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.epilog = EXAMPLES
    parser.add_argument(
        "--op",
        default="paged_attention",
        choices=(*get_args(Op), *layer_explanation.OPS),
        help="default: paged_attention (decode)",
    )
    parser.add_argument(
        "--device",
        help=f"cpu, cuda, rocm:<target> or emulated:<target>; targets: {in_words()}; default: this machine's",
    )
    parser.add_argument(
        "--model",
        help=f"in place of the next three, the layers of one of {', '.join(model_shapes.MODELS)}; the cache is then in "
        "layout asm with a scale a token unless said otherwise",
    )
    parser.add_argument("--heads", type=int, help="query heads")
    parser.add_argument("--kv-heads", type=int, help="key/value heads")
    parser.add_argument("--head-size", type=int, help="elements a head")
    parser.add_argument(
        "--dtype", default="bf16", type=_type_name, choices=["fp32", "fp16", "bf16"], help="type of the queries"
    )
    parser.add_argument(
        "--kv-dtype",
        default="auto",
        type=_type_name,
        choices=["auto", "fp8", *DATA_TYPES],
        help="type of the cache; auto: the queries' type; fp8: the format of the target",
    )
    parser.add_argument("--block-size", type=int, default=16, help="tokens a page (default 16)")
    parser.add_argument("--layout", choices=list(LAYOUTS), help="layout of the cache (default 5d)")
    parser.add_argument(
        "--kv-scales", choices=get_args(ScaleGranularity), help="default: per_tensor for an 8-bit cache"
    )
    parser.add_argument("--max-length", type=int, default=4096, help="longest context (default 4096)")
    parser.add_argument("--min-length", type=int, default=0, help="shortest context that is promised (default 0)")
    parser.add_argument("--cache-bytes", type=int, default=0, help="bytes of the key cache (default: below 2 GiB)")
    parser.add_argument(
        "--finite-cache", action="store_true", help="every slot of the cache holds finite numbers, that is promised"
    )
    for option, meaning in (
        ("--alibi", "with alibi slopes"),
        ("--sliding-window", "with a sliding window"),
        ("--sinks", "with attention sinks"),
        ("--softcap", "with a cap on the scores"),
        ("--custom-scale", "with a softmax scale other than 1/sqrt(head size)"),
        ("--log-sum-exp", "with the log-sum-exp as a second result"),
    ):
        parser.add_argument(option, action="store_true", help=meaning)
    group = parser.add_mutually_exclusive_group()
    group.add_argument("--backend", choices=policy.BACKENDS, help="policy: this backend or an error")
    group.add_argument("--forbid-fallback", action="store_true", help="policy: the first backend or an error")
    parser.add_argument(
        "--flag",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="a flag as if the environment had it; may be given several times",
    )
    parser.add_argument("--json", action="store_true", help="print JSON")
    layer_explanation.add_arguments(parser)


def specs_of(options: argparse.Namespace) -> tuple[Spec, ...]:
    """Build the specs that the options describe, one a kind of layer; raises InvalidArgumentError naming the option."""
    if options.op in layer_explanation.OPS:
        return layer_explanation.specs_of(options, _asked(options))
    layer_explanation.check_taken(options)
    shape = ("heads", "kv_heads", "head_size")
    given = [f"--{name.replace('_', '-')}" for name in shape if getattr(options, name) is not None]
    if options.model is None:
        if len(given) < len(shape):
            raise InvalidArgumentError(
                "--heads, --kv-heads, --head-size", ", ".join(given) or "none", "all three or --model"
            )
        return (spec_of(argparse.Namespace(**{**vars(options), "layout": options.layout or "5d"})),)
    if given:
        raise InvalidArgumentError("--model", options.model, f"no {', '.join(given)} beside it")
    kinds = []
    for layer in model_shapes.layers(options.model, "--model"):
        facts = {name: value for name, value in vars(layer).items() if name != "name" and value is not False}
        facts["layout"] = options.layout or "asm"
        eight_bit = options.kv_dtype == "fp8" or (
            options.kv_dtype in DATA_TYPES and DATA_TYPES[options.kv_dtype].quantised
        )
        facts["kv_scales"] = options.kv_scales or ("per_token" if eight_bit else None)
        kinds.append(spec_of(argparse.Namespace(**{**vars(options), **facts})))
    return tuple(kinds)


def _asked(options: argparse.Namespace) -> devices.Device:
    """The device asked about: this machine's where none is named."""
    return devices.detect().device if options.device is None else devices.parse_device(options.device, "--device")


def spec_of(options: argparse.Namespace) -> AttentionSpec:
    """Build the spec that complete options describe; raises InvalidArgumentError naming the option."""
    device = _asked(options)
    for option in ("heads", "kv_heads", "head_size", "block_size", "max_length"):
        if getattr(options, option) < 1:
            raise InvalidArgumentError(f"--{option.replace('_', '-')}", getattr(options, option), "a positive number")
    for option in ("min_length", "cache_bytes"):
        if getattr(options, option) < 0:
            raise InvalidArgumentError(f"--{option.replace('_', '-')}", getattr(options, option), "a number from 0 on")
    if options.min_length > options.max_length:
        raise InvalidArgumentError("--min-length", options.min_length, f"at most --max-length {options.max_length}")
    if options.heads % options.kv_heads:
        raise InvalidArgumentError("--heads", options.heads, f"a multiple of --kv-heads {options.kv_heads}")
    kv_dtype = options.kv_dtype
    if kv_dtype == "auto":
        kv_dtype = options.dtype
    elif kv_dtype == "fp8":
        own = TARGETS[device.target].fp8_dtype if device.target else "fp8_e4m3fn"
        if own is None:
            raise InvalidArgumentError("--kv-dtype", "fp8", f"another type: {device.target} has no fp8")
        kv_dtype = own
    quantised = DATA_TYPES[kv_dtype].quantised
    if not quantised and options.kv_scales not in (None, "none"):
        raise InvalidArgumentError("--kv-scales", options.kv_scales, f"none: a {kv_dtype} cache has no scales")
    refusal = layout(options.layout, "--layout").refusal(
        options.head_size, options.block_size, DATA_TYPES[kv_dtype].itemsize
    )
    if refusal is not None:
        raise InvalidArgumentError("--layout", options.layout, f"a layout that can hold this cache ({refusal})")
    return AttentionSpec(
        options.op,
        device.name,
        device.target,
        options.dtype,
        kv_dtype,
        options.heads,
        options.kv_heads,
        options.head_size,
        options.block_size,
        options.layout,
        alibi=options.alibi,
        sliding_window=options.sliding_window,
        sinks=options.sinks,
        softcap=options.softcap,
        custom_scale=options.custom_scale,
        log_sum_exp=options.log_sum_exp,
        kv_scales=options.kv_scales or ("per_tensor" if quantised else "none"),
        length_class=length_class(options.max_length),
        min_length_class=min_length_class(options.min_length),
        cache_class=cache_class(options.cache_bytes),
        finite_cache=options.finite_cache,
    )


def policy_of(options: argparse.Namespace) -> Policy:
    """Build the policy that the options describe."""
    if options.backend:
        return policy.explicit(options.backend)
    return policy.forbid_fallback if options.forbid_fallback else policy.automatic


def run(options: argparse.Namespace, console: Console | None = None) -> int:
    """Print the explanation that the options ask for.

    Returns:
        0 where something may serve the request, 1 where nothing may, 2 for bad input (said on standard error).
    """
    try:
        given = {}
        for item in options.flag:
            name, equals, value = item.partition("=")
            if not equals:
                raise InvalidArgumentError("--flag", repr(item), "NAME=VALUE")
            given[name] = value
        with flags.overriding_flags(**given):
            explanations = [explain(spec, policy_of(options)) for spec in specs_of(options)]
    except RocmKernelsError as error:
        print(f"error: {error}", file=sys.stderr)
        return EXIT_BAD_INPUT
    if options.json:
        data = [explanation.to_dict() for explanation in explanations]
        print(json.dumps(data[0] if options.model is None else data, indent=2))
    else:
        for explanation in explanations:
            (console or Console()).print(explanation)
    return EXIT_NOBODY if any(explanation.chosen is None for explanation in explanations) else EXIT_SERVED
