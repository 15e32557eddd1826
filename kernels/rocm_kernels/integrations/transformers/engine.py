"""Runs a Hugging Face model over the ops of this package: paged caches, ragged batches, continuous batching.

>>> engine = Engine(model, blocks=256)                                  # doctest: +SKIP
>>> engine.generate([[1, 5, 9], [1, 7]], SamplingOptions(max_new_tokens=8))   # doctest: +SKIP
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import torch

from rocm_kernels import recording, validation
from rocm_kernels.dtypes import data_type_of
from rocm_kernels.errors import InvalidArgumentError
from rocm_kernels.integrations.transformers import caches as kv
from rocm_kernels.integrations.transformers.allocator import BlockAllocator
from rocm_kernels.integrations.transformers.attention import Observer, Paging, Placement, paging
from rocm_kernels.integrations.transformers.bridge import take_over
from rocm_kernels.integrations.transformers.graphs import DecodeGraphs
from rocm_kernels.integrations.transformers.sampling import Chooser, Given, Likeliest, SamplingOptions, chooser, rows_of
from rocm_kernels.integrations.transformers.scheduler import Scheduler
from rocm_kernels.integrations.transformers.sequences import FinishReason, TokenScore
from rocm_kernels.integrations.transformers.sequences import Sequence as Request
from rocm_kernels.integrations.transformers.shapes import attention_shape
from rocm_kernels.integrations.transformers.steps import Step, make_step
from rocm_kernels.integrations.transformers.tally import Tally

ScoreMode = Literal["prefill", "decode"]
TokenIds = Sequence[int]


@dataclass(frozen=True, eq=False)
class Completion:
    """What came of one prompt.

    Attributes:
        tokens: the new tokens.
        scores: one a new token.
        finish_reason: ``stop`` (a stop token, which is the last one) or ``length``.
        preemptions: how often the request lost its pages and was computed anew.
        logits: fp32 [new tokens, vocabulary], only where they were asked for.
    """

    tokens: tuple[int, ...]
    scores: tuple[TokenScore, ...]
    finish_reason: FinishReason
    preemptions: int
    logits: torch.Tensor | None = None

    @property
    def logprob(self) -> float:
        """Natural logarithm of the probability of all tokens together."""
        return sum(score.logprob for score in self.scores)


class Engine:
    """Serves prompts with one model.

    The model is taken over: its attention layers work inside an engine only from then on.

    Args:
        model: a causal language model of transformers, of ``shapes.COMPARED``.
        blocks: pages of the cache, each for all layers.
        block_size: tokens a page.
        layout: of rocm_kernels.layouts.
        kv_dtype: stored type; the model's own where None.
        scales: for a quantised cache: KVScales, or ``per_token``.
        chunk: most prompt tokens of a sequence in one step; None computes whole prompts.
        max_sequences, max_tokens: most of both in one step.
        placement: devices that cpu tensors stand for.
        record: add up decisions and launches in ``tally``; slows small models down.
        graphs: capture decode steps as graphs, for a model on a GPU; see ``graphs.DecodeGraphs``.
        seed: of the order in which pages are handed out.

    Attributes:
        caches: one a layer.
        tally: decisions and launches so far, where they are recorded; a replayed graph counts as what was captured in it.
        graphs: the captured decode steps; None without.
        steps: forward passes so far.
        observer: sees the keys and values of each layer before they are written; None until one is set.

    Raises:
        InvalidArgumentError: a model that is not served, or an argument that does not fit it.
    """

    def __init__(
        self,
        model: Any,
        *,
        blocks: int,
        block_size: int = 16,
        layout: str = "5d",
        kv_dtype: str | None = None,
        scales: kv.KVScales | Literal["per_token"] | None = None,
        chunk: int | None = None,
        max_sequences: int = 64,
        max_tokens: int = 4096,
        placement: Placement | None = None,
        record: bool = False,
        graphs: bool = False,
        seed: int = 0,
    ) -> None:
        validation.check_whole_number("block_size", block_size)
        self.shape = attention_shape(model.config)
        weight = model.get_input_embeddings().weight
        self._device = weight.device
        dtype = data_type_of(weight, "model").name
        if graphs and self._device.type != "cuda":
            raise InvalidArgumentError("graphs", f"True for a model on {self._device}", "a model on a GPU")
        self._blocks = BlockAllocator(blocks, seed)
        self._scheduler = Scheduler(
            self._blocks, block_size, max_sequences=max_sequences, max_tokens=max_tokens, chunk=chunk
        )
        self.caches = kv.allocate(
            self.shape,
            blocks,
            block_size,
            layout=layout,
            dtype=kv_dtype or dtype,
            scales=scales,
            device=self._device,
        )
        self.model = take_over(model)
        self._placement = placement or Placement()
        self._record = record
        self.graphs = DecodeGraphs(self._forward, block_size, self._device, record=record) if graphs else None
        self.observer: Observer | None = None
        self.tally = Tally()
        self.steps = 0

    def generate(
        self,
        prompts: Sequence[TokenIds],
        options: SamplingOptions | None = None,
        *,
        keep_logits: bool = False,
        on_token: Callable[[int, int], None] | None = None,
        ends: Callable[[list[int]], bool] | None = None,
    ) -> list[Completion]:
        """Complete prompts, together and in any mixture of steps; results in the order of the prompts.

        Args:
            prompts: token ids of each, at least one.
            options: how; greedy where None.
            keep_logits: give the logits of each new token.
            on_token: called with (request, token) as soon as a token is there.
            ends: told the new tokens of a request after each one, says whether it ends there.

        Raises:
            InvalidArgumentError: an empty prompt, an unknown token, or a request that needs more pages than there are; nothing
                was computed then.
        """
        options = options or SamplingOptions()
        requests = [
            self._request(
                index,
                prompt,
                chooser(options, index),
                len(prompt) + options.max_new_tokens,
                len(prompt),
                options.stop_tokens,
                keep_logits,
            )
            for index, prompt in enumerate(prompts)
        ]
        for request in requests:
            request.ends = ends
        self._run(requests, on_token)
        return [_completion(request) for request in requests]

    def score(
        self,
        pairs: Sequence[tuple[TokenIds, TokenIds]],
        mode: ScoreMode = "prefill",
        *,
        keep_logits: bool = False,
    ) -> list[Completion]:
        """Score given continuations: how likely each token of them is after all before it.

        Args:
            pairs: context and continuation, both not empty.
            mode: ``prefill`` computes each pair as one prompt, so that a kernel for decoding never runs; ``decode`` feeds the
                last token of the context and all of the continuation one by one, so that each token is scored from a decode
                step (a context of one token leaves nothing to decode after: the first token is then scored from its prompt).
            keep_logits: give the logits from which each token was scored.

        Raises:
            InvalidArgumentError: as ``generate``.
        """
        if mode not in ("prefill", "decode"):
            raise InvalidArgumentError("mode", repr(mode), "prefill or decode")
        requests = []
        for index, (context, continuation) in enumerate(pairs):
            if not continuation:
                raise InvalidArgumentError("pairs", f"an empty continuation at {index}", "at least one token")
            whole = [*context, *continuation]
            first = len(context)
            known, choose = (whole, Likeliest()) if mode == "prefill" else (whole[:first], Given(continuation))
            self._check_tokens("pairs", index, context)
            self._check_tokens("pairs", index, continuation)
            request = self._request(index, known, choose, len(whole), first, frozenset(), keep_logits)
            request.decode_from = first - 1 if mode == "decode" else None
            requests.append(request)
        self._run(requests, None)
        return [_completion(request) for request in requests]

    def _request(
        self,
        index: int,
        prompt: TokenIds,
        choose: Chooser,
        limit: int,
        scored_from: int,
        stop: frozenset[int],
        keep_logits: bool,
    ) -> Request:
        self._check_tokens("prompts", index, prompt)
        request = Request(index, list(prompt), len(prompt), choose, limit, stop, scored_from, keep_logits)
        self._scheduler.check(request)
        return request

    def _check_tokens(self, argument: str, index: int, tokens: TokenIds) -> None:
        if not len(tokens):
            raise InvalidArgumentError(argument, f"no token at {index}", "at least one")
        vocabulary = self.model.config.vocab_size
        wrong = [token for token in tokens if not 0 <= token < vocabulary]
        if wrong:
            raise InvalidArgumentError(argument, f"token {wrong[0]} at {index}", f"0 to {vocabulary - 1}")

    def _run(self, requests: list[Request], on_token: Callable[[int, int], None] | None) -> None:
        for request in requests:
            self._scheduler.add(request)
        try:
            while self._scheduler.busy:
                self._step(on_token)
        except BaseException:
            self._scheduler.abandon()
            raise

    @torch.inference_mode()
    def _step(self, on_token: Callable[[int, int], None] | None) -> None:
        shares = self._scheduler.plan()
        step = make_step(shares, self._scheduler.block_size, self._device)
        rows = rows_of(self._logits(step))
        self.steps += 1
        row = 0
        for share in shares:
            sequence = share.sequence
            wanted = sequence.wanted(share.start, share.count)
            known = len(sequence.tokens)
            for position in wanted:
                sequence.take(position, rows[row])
                row += 1
            sequence.computed += share.count
            if on_token is not None:
                for token in sequence.tokens[known:]:
                    on_token(sequence.request, token)
            if sequence.finish_reason is None and sequence.left == 0:
                sequence.finish_reason = "length"
            if sequence.finish_reason is not None:
                self._scheduler.finish(sequence)

    def _logits(self, step: Step) -> torch.Tensor:
        """Logits of the wanted rows, fp32 [rows, vocabulary], with what the step launched added to the tally."""
        if self.graphs is not None and self.observer is None and self.graphs.serves(step):
            logits, calls = self.graphs.run(step)
            self.tally.add(calls)
            return logits
        if not self._record:
            return self._forward(step).float()
        with recording() as record:
            logits = self._forward(step)
        self.tally.add(record.calls)
        return logits.float()

    def _forward(self, step: Step) -> torch.Tensor:
        """Run the model over a step; logits [wanted rows, vocabulary] of its own type."""
        with paging(Paging(step, self.caches, self._placement, self.observer)):
            output = self.model(step.tokens, position_ids=step.positions, use_cache=False, logits_to_keep=step.wanted)
        logits: torch.Tensor = output.logits[0]
        return logits


def _completion(request: Request) -> Completion:
    assert request.finish_reason is not None
    scored = range(request.scored_from, len(request.tokens))
    logits = torch.stack([request.logits[position] for position in scored]) if request.keep_logits else None
    return Completion(
        tuple(request.tokens[request.scored_from :]),
        tuple(request.scores[position] for position in scored),
        request.finish_reason,
        request.preemptions,
        logits,
    )


def generate(
    model: Any, prompts: Sequence[TokenIds], options: SamplingOptions | None = None, **engine: Any
) -> list[Completion]:
    """Complete prompts with a model: ``Engine(model, ...).generate(prompts, options)``.

    Args:
        model, prompts, options: as in Engine.
        engine: further arguments of Engine; without ``blocks`` the cache has as many pages as all prompts need at once.
    """
    options = options or SamplingOptions()
    block_size = engine.get("block_size", 16)
    needed = sum(-(-(len(prompt) + options.max_new_tokens) // block_size) for prompt in prompts)
    return Engine(model, **{"blocks": max(needed, 1), **engine}).generate(prompts, options)
