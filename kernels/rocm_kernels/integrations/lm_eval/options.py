"""The model arguments of ``rocm-kernels`` as lm-eval's command line gives them, checked before anything is loaded."""

from __future__ import annotations

from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, get_args

import torch

from rocm_kernels.devices import parse_device
from rocm_kernels.dtypes import data_type
from rocm_kernels.errors import InvalidArgumentError
from rocm_kernels.integrations.transformers.attention import Placement
from rocm_kernels.integrations.transformers.caches import Granularity
from rocm_kernels.integrations.transformers.engine import ScoreMode
from rocm_kernels.policy import explicit

SCALES = ("none", "calibrate", "checkpoint", "per_token")


@dataclass(frozen=True)
class Options:
    """Model arguments.

    Attributes:
        pretrained: folder with config.json and *.safetensors, or a GGUF file of a llama model.
        dtype: of weights and queries.
        device: ``cpu``, ``cuda`` (PyTorch's name for AMD GPUs too), or ``emulated:<target>``: the model runs on the CPU and
            only paged_attention on that target's code.
        batch_size: sequences in one step.
        score_mode: ``decode`` feeds continuations token by token, so that the kernel for decoding runs; ``prefill`` scores each
            as one prompt.
        kv_dtype: stored type of the cache; that of ``dtype`` where None.
        scales: of a quantised cache: ``calibrate`` (on the first requests), ``checkpoint`` or ``per_token``.
        granularity: of calibrated scales.
        backend: must decode; None leaves it to the dispatcher.
        layout, block_size: of the cache.
        blocks: pages; enough for ``batch_size`` sequences of ``max_length`` where None.
        chunk: most prompt tokens of a sequence in a step.
        max_length: longest sequence; the model's where None. Longer requests are refused, never cut.
        max_gen_toks: most new tokens where a task does not say.
        decisions: file for decisions and launches, JSON; they also stand in lm-eval's own results.
    """

    pretrained: str
    dtype: str = "bf16"
    device: str = "cpu"
    batch_size: int = 8
    score_mode: ScoreMode = "decode"
    kv_dtype: str | None = None
    scales: str = "none"
    granularity: Granularity = "per_tensor"
    backend: str | None = None
    layout: str = "5d"
    block_size: int = 16
    blocks: int | None = None
    chunk: int | None = None
    max_length: int | None = None
    max_gen_toks: int = 256
    decisions: str | None = None

    def __post_init__(self) -> None:
        for name, known in (
            ("score_mode", get_args(ScoreMode)),
            ("scales", SCALES),
            ("granularity", get_args(Granularity)),
        ):
            if getattr(self, name) not in known:
                raise InvalidArgumentError(name, repr(getattr(self, name)), f"one of {', '.join(known)}")
        for name in ("batch_size", "block_size", "blocks", "chunk", "max_length", "max_gen_toks"):
            value = getattr(self, name)
            if value is not None and (not isinstance(value, int) or isinstance(value, bool) or value < 1):
                raise InvalidArgumentError(name, repr(value), "a whole number from 1 on")
        if data_type(self.dtype, "dtype").quantised:
            raise InvalidArgumentError("dtype", repr(self.dtype), "fp32, fp16 or bf16")
        quantised = data_type(self.kv_dtype or self.dtype, "kv_dtype").quantised
        if quantised != (self.scales != "none"):
            expected = "calibrate, checkpoint or per_token for a quantised cache, none for any other"
            raise InvalidArgumentError("scales", repr(self.scales), expected)
        if self.backend is not None:
            explicit(self.backend)
        if self.device != "cuda":
            parse_device(self.device)

    @classmethod
    def of(cls, arguments: dict[str, Any]) -> Options:
        """Read keyword arguments as lm-eval passes them on; raises InvalidArgumentError for one that is not known."""
        known = {field.name for field in fields(cls)}
        wrong = sorted(set(arguments) - known)
        if wrong:
            raise InvalidArgumentError(wrong[0], repr(arguments[wrong[0]]), f"one of {', '.join(sorted(known))}")
        if "pretrained" not in arguments:
            raise InvalidArgumentError("pretrained", None, "a folder or a GGUF file")
        given = {name: value for name, value in arguments.items() if value is not None}
        for name, value in given.items():
            # lm-eval reads the batch size of its command line as text.
            if name == "batch_size" and isinstance(value, str) and value.isdecimal():
                given[name] = int(value)
        # Its command line asks for cuda:0 where nobody asks for anything.
        if given.get("device") == "cuda:0":
            given["device"] = "cuda" if torch.cuda.is_available() else "cpu"
        return cls(**given)

    @property
    def path(self) -> Path:
        """Where the weights are."""
        return Path(self.pretrained).expanduser()

    @property
    def torch_device(self) -> str:
        """PyTorch's device."""
        return "cuda" if self.device.partition(":")[0] in ("cuda", "rocm") else "cpu"

    @property
    def placement(self) -> Placement:
        """Devices of the ops."""
        emulated = self.device if self.device.startswith("emulated:") else None
        return Placement(decode=emulated, backend=self.backend)
