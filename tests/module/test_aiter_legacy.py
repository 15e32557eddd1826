"""The mystery this began with: falcon-7b's shape given to the 16-bit kernel of AITER's first releases.

``pa_a16w16_b16.co`` has no field for the head size and none for the ratio of heads: it stores 8 heads of 128 for each sequence,
whatever the request. Falcon-7b has 71 query heads of 64 over one key/value head. The host of that time checked one
key/value head, pages of 16 and a contiguous query; falcon-7b passes all three.
"""

from __future__ import annotations

import numpy as np
import pytest
import torch
from numpy.typing import NDArray

from gfx_emulator.errors import MemoryFault
from rocm_kernels import devices, flags, launches, policy, recorder
from rocm_kernels.backends.aiter import asm_arguments, code_objects, emulated, package
from rocm_kernels.errors import NoImplementationError
from rocm_kernels.ops import paged_attention

HEADS, HEAD, PAGE = 71, 64, 16
STORED = 8 * 128
LENGTHS = (300, 17, 41)


class Falcon:
    """A decode request of falcon-7b's shape, with ``spare`` blocks behind those in use."""

    def __init__(self, lengths: tuple[int, ...] = LENGTHS, spare: int = 64) -> None:
        generator = torch.Generator().manual_seed(14836)
        pages = max(-(-length // PAGE) for length in lengths)
        blocks = len(lengths) * pages + spare
        self.lengths = lengths
        self.query = torch.randn(len(lengths), HEADS, HEAD, generator=generator).bfloat16()
        self.key = torch.randn(blocks, 1, HEAD // 8, PAGE, 8, generator=generator).bfloat16()
        self.value = torch.randn(blocks, 1, PAGE // 8, HEAD, 8, generator=generator).bfloat16()
        self.tables = torch.arange(len(lengths) * pages, dtype=torch.int32).reshape(len(lengths), pages)
        self.context_lengths = torch.tensor(lengths, dtype=torch.int32)
        self.output = torch.full_like(self.query, float("nan"))

    def launch(self) -> None:
        """Launch the legacy kernel as its host did: one workgroup a sequence, on whatever memory the tensors have."""
        folder = package.hsa_folder()
        assert folder is not None, "these tests need the files of the wheel: pip install --no-deps amd-aiter"
        code_object = code_objects.read_once(folder, "gfx942").named("pa_a16w16_b16.co")
        values = asm_arguments.host_values(
            self.query, self.key, self.value, self.tables, self.context_lengths, self.output
        )
        emulated.launch(code_object, values, 1, len(self.lengths))

    def right(self) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """softmax(q k / sqrt(64)) v in double precision, from the formula, and the same of |v|: [sequences, heads, head]."""
        keys = self.key.double().numpy().transpose(0, 3, 1, 2, 4).reshape(-1, PAGE, HEAD)
        values = self.value.double().numpy().transpose(0, 2, 4, 1, 3).reshape(-1, PAGE, HEAD)
        rows = []
        for query, table, length in zip(self.query.double().numpy(), self.tables.numpy(), self.lengths, strict=True):
            k, v = keys[table].reshape(-1, HEAD)[:length], values[table].reshape(-1, HEAD)[:length]
            scores = query @ k.T / np.sqrt(HEAD)
            weights = np.exp(scores - scores.max(axis=1, keepdims=True))
            weights /= weights.sum(axis=1, keepdims=True)
            rows.append((weights @ v, weights @ np.abs(v)))
        attention, magnitude = zip(*rows, strict=True)
        return np.stack(attention), np.stack(magnitude)


@pytest.mark.parametrize("lengths", [LENGTHS, (300,), (2048,)])
def test_77_percent_of_the_output_stay_unwritten(lengths: tuple[int, ...]) -> None:
    falcon = Falcon(lengths)
    with launches.listening() as kernels:
        falcon.launch()
    assert kernels == ["pa_kernel_func"]
    unwritten = falcon.output.isnan().reshape(len(lengths), -1)
    assert unwritten.sum(1).tolist() == [HEADS * HEAD - STORED] * len(lengths) == [3_520] * len(lengths)
    assert round(100 * 3_520 / (HEADS * HEAD), 2) == 77.46
    # What is written is each sequence's beginning: heads 0 to 15 as falcon-7b counts them, 0 to 7 as the kernel does.
    assert not unwritten[:, :STORED].any()
    assert unwritten[:, STORED:].all()


def test_what_is_written_is_not_attention_either() -> None:
    """The kernel reads 128 elements a head where there are 64, so each of the 16 heads is far from the right one."""
    falcon = Falcon()
    falcon.launch()
    truth, magnitude = falcon.right()
    error = np.abs(falcon.output.double().numpy() - truth)[:, : STORED // HEAD]
    # Rounding to bf16 of the probabilities, their sum and the output: 2^-8 of the sum of p |v| each.
    outside = error > 3 * 2.0**-8 * magnitude[:, : STORED // HEAD]
    assert outside.mean(axis=2).min() > 0.5, "in every head more than half of the elements are wrong"


def test_it_reads_behind_the_cache_where_that_ends() -> None:
    """Blocks twice as large as they are: with none behind the last one in use, the read leaves the tensor."""
    with pytest.raises(MemoryFault, match=r"past the end of '[KV]'"):
        Falcon((300,), spare=0).launch()


def test_the_dispatcher_never_takes_it_for_falcon_and_says_why() -> None:
    falcon = Falcon()
    given = (falcon.query, falcon.key, falcon.value, falcon.tables, falcon.context_lengths)
    with (
        devices.using_device("emulated:gfx942"),
        flags.overriding_flags(VLLM_ROCM_USE_AITER=True, ROCM_KERNELS_ALLOW_NOT_SURVEYED=True),
        recorder.recording() as record,
    ):
        output = paged_attention(*given, layout="asm", finite_cache=True)
        with policy.using_policy(policy.explicit("aiter")), pytest.raises(NoImplementationError):
            paged_attention(*given, layout="asm", finite_cache=True)
    (call, refused) = record.calls
    assert call.backend == "rocm"
    assert refused.backend is None
    reasons = {e.implementation: {r.code for r in e.reasons} for e in call.decision.rejections}
    assert reasons["aiter.paged_attention.asm_16bit_legacy"] == {"head_size", "gqa", "kv_heads"}
    assert reasons["aiter.paged_attention.asm_16bit"] == {"head_size", "gqa"}
    truth, magnitude = falcon.right()
    assert (np.abs(output.double().numpy() - truth) <= 3 * 2.0**-8 * magnitude + 2.0**-20).all()
