"""A model with its tokenizer, whatever kind of file they are in."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import torch
from transformers import AutoTokenizer

from rocm_kernels.integrations.errors import CheckpointError
from rocm_kernels.integrations.transformers.checkpoint import load_model
from rocm_kernels.integrations.transformers.gguf_file import load_gguf


def load(path: Path | str, dtype: str | torch.dtype = "bf16") -> tuple[Any, Any]:
    """Load from a folder with config.json and *.safetensors, or from a GGUF file; see ``load_model`` and ``load_gguf``.

    Raises:
        CheckpointError: something is missing or damaged, the tokenizer included.
    """
    path = Path(path)
    if path.suffix == ".gguf":
        return load_gguf(path, dtype)
    model = load_model(path, dtype)
    try:
        return model, AutoTokenizer.from_pretrained(path, local_files_only=True)
    except (OSError, ValueError) as error:
        raise CheckpointError(f"the tokenizer in {path} cannot be loaded: {error}") from error
