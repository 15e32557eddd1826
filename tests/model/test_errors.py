"""What goes wrong is said clearly, before anything is half done; and nothing needs a network."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import torch
from tests.model.cases import truth
from tests.model.lm_eval_runs import TINY
from transformers import GPT2Config, GPT2LMHeadModel

from rocm_kernels.errors import InvalidArgumentError
from rocm_kernels.integrations.errors import CheckpointError, MissingPackageError, require
from rocm_kernels.integrations.lm_eval import RocmKernelsLM
from rocm_kernels.integrations.smollm2 import weights
from rocm_kernels.integrations.transformers import Engine, SamplingOptions
from rocm_kernels.integrations.transformers.checkpoint import load_model
from rocm_kernels.integrations.transformers.gguf_file import load_gguf
from rocm_kernels.integrations.transformers.loading import load

ROOT = Path(__file__).parents[2]


def copied(tmp_path: Path, *without: str) -> Path:
    folder = tmp_path / "model"
    shutil.copytree(TINY / "falcon", folder, ignore=shutil.ignore_patterns(*without))
    return folder


def test_a_missing_package_says_how_to_get_it() -> None:
    with pytest.raises(MissingPackageError, match=r"pip install 'rocm-attention-ci\[models\]'"):
        require("rocm_kernels_no_such_package")


@pytest.mark.parametrize("package", ["transformers", "lm_eval"])
def test_without_an_optional_package_the_integrations_say_so_and_the_ops_still_work(package: str) -> None:
    program = (
        f"import sys; sys.modules[{package!r}] = None\n"
        "import rocm_kernels\n"
        "try:\n"
        f"    import rocm_kernels.integrations.{package}\n"
        "except ImportError as error:\n"
        "    print(type(error).__name__, error)\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, cwd=ROOT, timeout=120)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith(f"MissingPackageError {package} cannot be imported")


def test_a_truncated_checkpoint_is_named(tmp_path: Path) -> None:
    path = copied(tmp_path) / "model.safetensors"
    path.write_bytes(path.read_bytes()[:-1000])
    with pytest.raises(CheckpointError, match=r"model\.safetensors in .* is cut off or damaged"):
        load_model(path.parent)


def test_a_truncated_gguf_file_is_named(tmp_path: Path) -> None:
    path = tmp_path / "cut.gguf"
    with weights().open("rb") as whole:
        path.write_bytes(whole.read(5_000_000))
    with pytest.raises(CheckpointError, match=r"cut\.gguf is cut off or no GGUF file"):
        load_gguf(path)


@pytest.mark.parametrize(
    ("without", "message"),
    [
        ("config.json", r"has no config\.json"),
        ("*.safetensors", r"holds no \*\.safetensors"),
    ],
)
def test_a_checkpoint_with_files_missing_is_refused(tmp_path: Path, without: str, message: str) -> None:
    with pytest.raises(CheckpointError, match=message):
        load_model(copied(tmp_path, without))


def test_a_checkpoint_without_its_tokenizer_is_refused(tmp_path: Path) -> None:
    with pytest.raises(CheckpointError, match="the tokenizer in"):
        load(copied(tmp_path, "tokenizer*"))


def test_an_index_that_names_a_file_that_is_not_there(tmp_path: Path) -> None:
    folder = copied(tmp_path)
    (folder / "model.safetensors.index.json").write_text(json.dumps({"weight_map": {"a": "part-2.safetensors"}}))
    with pytest.raises(CheckpointError, match=r"part-2\.safetensors is missing"):
        load_model(folder)


def test_missing_weights_are_an_error_where_transformers_makes_random_ones(tmp_path: Path) -> None:
    folder = copied(tmp_path)
    config = json.loads((folder / "config.json").read_text())
    (folder / "config.json").write_text(json.dumps({**config, "num_hidden_layers": 3}))
    with pytest.raises(CheckpointError, match=r"lacks .* weights, the first is"):
        load_model(folder)


@pytest.mark.parametrize("dtype", ["int8", "fp8_e4m3fn", "fp4", "half"])
def test_a_wrong_dtype_is_refused_before_loading(dtype: str) -> None:
    with pytest.raises(InvalidArgumentError, match="dtype: got"):
        load_model(TINY / "falcon", dtype)


@pytest.mark.parametrize("dtype", ["bf16", "fp16"])
def test_frequencies_of_the_rotation_stay_unrounded(dtype: str) -> None:
    """A model cast as a whole would round them, and be a little wrong at every position."""
    for model in (load_model(TINY / "falcon", dtype), load_model(TINY / "llama_64", dtype)):
        base = next(module for name, module in model.named_modules() if name.endswith("rotary_emb"))
        assert base.inv_freq.dtype == torch.float32
        assert base.inv_freq[1].item() == pytest.approx(10000 ** (-2 / 64), rel=1e-6)


def test_another_architecture_is_refused() -> None:
    model = GPT2LMHeadModel(GPT2Config(vocab_size=16, n_embd=8, n_layer=1, n_head=1))
    with pytest.raises(InvalidArgumentError, match="model_type 'gpt2'"):
        Engine(model, blocks=4)


@pytest.mark.parametrize(
    ("prompts", "message"),
    [
        ([[3, 4], []], "no token at 1"),
        ([[3, 4], [3, 320]], "token 320 at 1, expected 0 to 319"),
        ([[3] * 4, [3] * 60], "4 pages of 16, expected at most the 3 pages"),
    ],
)
def test_a_bad_prompt_is_refused_and_nothing_is_half_done(prompts: list[list[int]], message: str) -> None:
    engine = Engine(truth("llama").model(), blocks=3)
    with pytest.raises(InvalidArgumentError, match=message):
        engine.generate(prompts, SamplingOptions(max_new_tokens=4))
    assert engine.steps == 0
    assert engine._blocks.free == 3
    assert len(engine.generate([truth("llama").prompts[1]], SamplingOptions(max_new_tokens=2))[0].tokens) == 2


def test_a_failure_in_the_middle_gives_all_pages_back() -> None:
    engine = Engine(truth("llama").model(), blocks=8)

    def stop(request: int, token: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        engine.generate(truth("llama").prompts[:2], on_token=stop)
    assert engine._blocks.free == 8
    reference = truth("llama")
    again = engine.generate(reference.prompts[:2], SamplingOptions(max_new_tokens=12))
    assert [entry.tokens for entry in again] == reference.tokens[:2]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({}, "pretrained: got None"),
        ({"pretrained": "x", "score_mod": "decode"}, "score_mod: got 'decode'"),
        ({"pretrained": "x", "score_mode": "both"}, "score_mode: got 'both'"),
        ({"pretrained": "x", "kv_dtype": "fp8_e4m3fn"}, "scales: got 'none'"),
        ({"pretrained": "x", "scales": "calibrate"}, "scales: got 'calibrate'"),
        ({"pretrained": "x", "device": "gfx942"}, "device: got 'gfx942'"),
        ({"pretrained": "x", "backend": "hip"}, "backend: got 'hip'"),
        ({"pretrained": "x", "batch_size": "auto"}, "batch_size: got 'auto'"),
    ],
)
def test_wrong_model_arguments_are_refused_before_loading(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(InvalidArgumentError, match=message):
        RocmKernelsLM(**arguments)


def test_a_request_that_is_too_long_is_refused_never_cut() -> None:
    model = RocmKernelsLM(pretrained=str(TINY / "falcon"), max_length=8)
    with pytest.raises(InvalidArgumentError, match="9 tokens, expected at most 8; none is cut"):
        model._loglikelihood_tokens([(("", ""), [1] * 8, [5])])


def test_nothing_needs_a_network() -> None:
    """No connection is tried, and none is missed: in a network namespace of its own wherever this machine allows one."""
    program = (
        "import sys\n"
        "tried = []\n"
        "sys.addaudithook(lambda event, given: event in ('socket.connect', 'socket.getaddrinfo') and tried.append(given))\n"
        "from tests.model.lm_eval_runs import TINY, evaluate, scores\n"
        "print(scores(evaluate(['tiny_majority'], pretrained=str(TINY / 'llama_64'), max_length=256)), tried)\n"
    )
    alone = ["unshare", "--user", "--map-root-user", "--net"]
    allowed = shutil.which("unshare") and subprocess.run([*alone, "true"], capture_output=True).returncode == 0
    command = [*(alone if allowed else ()), sys.executable, "-c", program]
    environment = {key: value for key, value in os.environ.items() if not key.startswith(("HF_", "TRANSFORMERS_"))}
    done = subprocess.run(
        command,
        cwd=ROOT,
        env={**environment, "PYTHONPATH": str(ROOT), "OMP_NUM_THREADS": "1"},
        capture_output=True,
        text=True,
        timeout=240,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    assert done.stdout.splitlines() == ["{'tiny_majority': 1.0} []"]
