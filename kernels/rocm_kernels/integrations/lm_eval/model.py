"""The model ``rocm-kernels`` of lm-eval: likelihoods and generation by ``rocm_kernels.integrations.transformers``."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from lm_eval.api.instance import Instance
from lm_eval.api.model import TemplateLM
from lm_eval.api.registry import register_model
from lm_eval.models.utils import handle_stop_sequences
from lm_eval.utils import get_rolling_token_windows, make_disjoint_window

from rocm_kernels.errors import InvalidArgumentError
from rocm_kernels.files import write_atomically
from rocm_kernels.integrations.lm_eval.options import Options
from rocm_kernels.integrations.transformers.caches import KVScales
from rocm_kernels.integrations.transformers.calibration import calibrate
from rocm_kernels.integrations.transformers.checkpoint import read_scales
from rocm_kernels.integrations.transformers.engine import Engine
from rocm_kernels.integrations.transformers.loading import load
from rocm_kernels.integrations.transformers.sampling import SamplingOptions
from rocm_kernels.integrations.transformers.tally import Tally

NAME = "rocm-kernels"
CALIBRATED_ON = 32  # requests


@register_model(NAME)
class RocmKernelsLM(TemplateLM):  # type: ignore[misc]  # untyped base
    """lm-eval's view of a model; see ``Options`` for the arguments.

    Attributes:
        tally: decisions and launches of everything so far.
    """

    def __init__(self, **arguments: Any) -> None:
        super().__init__()
        arguments.pop("max_batch_size", None)  # lm-eval always gives it
        self.options = Options.of(arguments)
        model, self.tokenizer = load(self.options.path, self.options.dtype)
        self._model = model.to(self.options.torch_device)
        self._engine: Engine | None = None

    @property
    def tally(self) -> Tally:
        """Decisions and launches so far."""
        return self._engine.tally if self._engine is not None else Tally()

    @property
    def eot_token_id(self) -> int:
        """The token that ends a text."""
        number: int = self.tokenizer.eos_token_id
        return number

    @property
    def prefix_token_id(self) -> int:
        """The token before a text."""
        first = self.tokenizer.bos_token_id
        return self.eot_token_id if first is None else int(first)

    @property
    def max_length(self) -> int:
        """Most tokens of a sequence."""
        longest: int = self._model.config.max_position_embeddings
        return min(self.options.max_length or longest, longest)

    @property
    def tokenizer_name(self) -> str:
        """For the fingerprints of lm-eval's caches."""
        return self.options.path.name

    def tok_encode(self, string: str, add_special_tokens: bool | None = None, **others: Any) -> list[int]:
        """Tokens of a text."""
        ids: list[int] = self.tokenizer(string, add_special_tokens=bool(add_special_tokens)).input_ids
        return ids

    def apply_chat_template(self, chat_history: list[dict[str, str]], add_generation_prompt: bool = True) -> str:
        """Write a conversation as the model's chat template does."""
        text: str = self.tokenizer.apply_chat_template(
            chat_history, tokenize=False, add_generation_prompt=add_generation_prompt
        )
        return text

    def get_model_info(self) -> dict[str, Any]:
        """What lm-eval writes into its results beside the scores."""
        return {"rocm_kernels": self.report()}

    def report(self) -> dict[str, Any]:
        """Options, evidence, and every decision with its launches."""
        return {
            "options": {**asdict(self.options), "pretrained": self.options.path.name},
            "evidence": list(self.tally.evidence()),
            "kernels": dict(self.tally.kernels()),
            "decisions": self.tally.as_dict(),
        }

    def _loglikelihood_tokens(
        self, requests: Sequence[tuple[tuple[str, str], list[int], list[int]]], **others: Any
    ) -> list[tuple[float, bool]]:
        pairs = [(context, continuation) for _, context, continuation in requests]
        self._check_lengths([len(context) + len(continuation) for context, continuation in pairs])
        engine = self._ready([[*context, *continuation] for context, continuation in pairs])
        scored = engine.score(pairs, self.options.score_mode)
        self._write()
        return [(entry.logprob, all(score.greedy for score in entry.scores)) for entry in scored]

    def loglikelihood_rolling(self, requests: Sequence[Instance], disable_tqdm: bool = False) -> list[float]:
        """Likelihood of whole texts, in windows of ``max_length`` where they are longer."""
        windows: list[tuple[int, list[int], list[int]]] = []
        for number, request in enumerate(requests):
            tokens = self.tok_encode(request.args[0])
            for pair in get_rolling_token_windows(tokens, self.prefix_token_id, self.max_length - 1, 1):
                windows.append((number, *make_disjoint_window(pair)))
        totals = [0.0] * len(requests)
        if windows:
            engine = self._ready([[*context, *continuation] for _, context, continuation in windows])
            scored = engine.score([window[1:] for window in windows], self.options.score_mode)
            for (number, _, _), entry in zip(windows, scored, strict=True):
                totals[number] += entry.logprob
        self._write()
        return totals

    def generate_until(self, requests: Sequence[Instance], disable_tqdm: bool = False) -> list[str]:
        """Complete texts until one of the task's stop sequences, which is left out."""
        prompts = [self.tok_encode(request.args[0]) for request in requests]
        texts: list[str | None] = [None] * len(requests)
        groups: dict[str, list[int]] = {}
        for number, request in enumerate(requests):
            groups.setdefault(json.dumps(request.args[1], sort_keys=True), []).append(number)
        if not groups:
            return []
        engine = self._ready(prompts)
        for numbers in groups.values():
            given = dict(requests[numbers[0]].args[1])
            until = handle_stop_sequences(given.get("until"), self.tokenizer.eos_token)
            options = self._sampling(given)
            self._check_lengths([len(prompts[number]) + options.max_new_tokens for number in numbers])

            def ends(tokens: list[int], until: list[str] = until) -> bool:
                text = self.tokenizer.decode(tokens)
                return any(stop in text for stop in until if stop)

            made = engine.generate([prompts[number] for number in numbers], options, ends=ends)
            for number, entry in zip(numbers, made, strict=True):
                text = self.tokenizer.decode(entry.tokens)
                for stop in until:
                    text = text.partition(stop)[0] if stop else text
                texts[number] = text
        self._write()
        return [text for text in texts if text is not None]

    def _sampling(self, given: dict[str, Any]) -> SamplingOptions:
        known = {"until", "do_sample", "temperature", "top_k", "top_p", "max_gen_toks", "seed"}
        wrong = sorted(set(given) - known)
        if wrong:
            raise InvalidArgumentError("generation_kwargs", wrong[0], f"one of {', '.join(sorted(known))}")
        sampled = bool(given.get("do_sample", False))
        return SamplingOptions(
            max_new_tokens=int(given.get("max_gen_toks", self.options.max_gen_toks)),
            temperature=float(given.get("temperature", 1.0)) if sampled else 0.0,
            top_k=given.get("top_k") if sampled else None,
            top_p=float(given.get("top_p", 1.0)) if sampled else 1.0,
            seed=int(given.get("seed", 0)),
            stop_tokens=frozenset({self.eot_token_id}),
        )

    def _check_lengths(self, lengths: Sequence[int]) -> None:
        if lengths and max(lengths) > self.max_length:
            raise InvalidArgumentError("requests", f"{max(lengths)} tokens", f"at most {self.max_length}; none is cut")

    def _ready(self, samples: Sequence[Sequence[int]]) -> Engine:
        """The engine, made at the first requests: a calibration pass needs some."""
        if self._engine is None:
            options = self.options
            blocks = options.blocks or options.batch_size * -(-self.max_length // options.block_size)
            self._engine = Engine(
                self._model,
                blocks=blocks,
                block_size=options.block_size,
                layout=options.layout,
                kv_dtype=options.kv_dtype,
                scales=self._scales(samples),
                chunk=options.chunk,
                max_sequences=options.batch_size,
                placement=options.placement,
                record=True,
            )
        return self._engine

    def _scales(self, samples: Sequence[Sequence[int]]) -> Any:
        options = self.options
        if options.scales == "calibrate":
            assert options.kv_dtype is not None
            return calibrate(self._model, samples[:CALIBRATED_ON], options.kv_dtype, options.granularity)
        if options.scales == "checkpoint":
            assert options.kv_dtype is not None
            scales: KVScales = read_scales(options.path, options.kv_dtype)
            return scales
        return None if options.scales == "none" else options.scales

    def _write(self) -> None:
        if self.options.decisions is not None:
            write_atomically(Path(self.options.decisions), json.dumps(self.report(), indent=1))
