"""AITER's products and experts in the emulator: what the host would do, what was measured, and why it is wrong where it is."""

from __future__ import annotations

import shutil
import struct
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import torch
from tests.fakes.install import fake_aiter

import rocm_kernels as rk
from rocm_kernels import devices, layer_specs, recorder
from rocm_kernels.backends.aiter import (
    expert_places,
    inventory,
    kernel_files,
    layer_asm,
    layer_asm_support,
    layer_code_objects,
    layer_launch,
    package,
    surveyed,
    weight_order,
)
from rocm_kernels.backends.aiter.layer_code_objects import LayerCodeObject
from rocm_kernels.backends.aiter.layer_facts import MOST_ROWS
from rocm_kernels.backends.aiter.layer_survey import cases, formats, problem, support_files
from rocm_kernels.backends.aiter.layer_survey.explanations import explanation
from rocm_kernels.backends.aiter.layer_survey.question import LayerQuestion, base, questions
from rocm_kernels.backends.aiter.survey.cases import CaseError
from rocm_kernels.backends.aiter.survey.explanations import listing_of
from rocm_kernels.flags import overriding_flags

TARGET = "gfx942"
HSA = package.hsa_folder()
assert HSA is not None
LISTING = layer_code_objects.read(HSA, TARGET)
VERSION = package.version()
CASES = sorted(surveyed.FOLDER.glob(f"{VERSION}/{support_files.CASES}/*.toml"))
S_BARRIER, WAIT_FOR_LDS = 0xBF8A0000, 0xBF8CC07F


def entry_of(name: str) -> LayerCodeObject:
    """The code object whose file has a name."""
    return next(entry for entry in LISTING.objects if Path(entry.name).stem == name)


def verdict(entry: LayerCodeObject, **shape: object) -> str:
    """What the launch of a shape gives."""
    question = LayerQuestion(entry.family, "test", "", replace(base(entry), **shape))  # type: ignore[arg-type]
    return problem.judge(entry, question).verdict


def test_every_file_of_the_families_is_whole_and_takes_the_arguments() -> None:
    assert not LISTING.problems
    counts = {family: len(LISTING.family(family)) for family in layer_code_objects.BY_NAME}
    assert counts == {
        "gemm_a16w16": 4,
        "gemm_a8w8": 2,
        "flatmm_a8w8_blockscale": 1,
        "fmoe_g1u1_bf16": 14,
        "fmoe_g1u1_fp16": 14,
        "fmoe_fp8_blockscale_g1u1": 4,
    }


def test_no_code_object_is_a_norm_of_one_gpu() -> None:
    """Of the files, those with a norm in their name are LayerNorm or fused with an all-reduce over eight GPUs."""
    assert HSA is not None
    listing = inventory.read(HSA, TARGET)[1]
    norms = {other.name for other in inventory.others(HSA, TARGET, listing) if "norm" in other.name}
    assert norms == {
        "layer_norm.co",
        "layer_norm_qnt.co",
        "allreduce_layernorm_N8192.co",
        "allreduce_rmsnorm_N8192.co",
        "allreduce_rmsnorm_qnt_N8192.co",
    }


def test_a_file_of_other_arguments_is_refused_by_name(tmp_path: Path) -> None:
    entry = entry_of("bf16gemm_outf32_tn_32x64_pf3")
    layout = layer_code_objects.BY_NAME["gemm_a8w8"].layout
    found = kernel_files.read(entry.path, entry.name, entry.symbol, TARGET, layout)
    assert isinstance(found, kernel_files.Damage)
    assert found.code == "arguments_mismatch"
    assert "alpha" in found.message


@pytest.mark.parametrize(
    ("damage", "code", "depth"),
    [("gone", "file_missing", 64), ("cut", "file_damaged", 128), ("table", "table_missing", 192)],
)
def test_a_broken_installation_gives_a_reason(
    damage: str, code: str, depth: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert HSA is not None
    for part in ("bf16gemm", "i8gemm"):
        shutil.copytree(HSA / TARGET / part, tmp_path / TARGET / part)
    file = tmp_path / TARGET / "bf16gemm" / "bf16gemm_outf32_tn_32x64_pf3.co"
    if damage == "gone":
        file.unlink()
    elif damage == "cut":
        file.write_bytes(file.read_bytes()[:500])
    else:
        (tmp_path / TARGET / "bf16gemm" / "bf16gemm_outf32.csv").unlink()
    monkeypatch.setattr(package, "hsa_folder", lambda: tmp_path)
    x, weight = torch.randn(3, depth).bfloat16(), torch.randn(64, depth).bfloat16()
    flags = overriding_flags(VLLM_ROCM_USE_AITER="1")
    with devices.using_device(f"emulated:{TARGET}"), flags, recorder.recording() as record:
        rk.linear(x, weight, out_dtype="fp32")
    refused = {entry.implementation: [r.code for r in entry.reasons] for entry in record.calls[0].decision.rejections}
    assert refused["aiter.linear.asm_a16w16"] == [code]
    assert record.calls[0].implementation == "torch.linear"


def test_weights_in_blocks_and_places_by_expert_are_as_the_host_makes_them() -> None:
    weight = torch.arange(64 * 64).view(64, 64).to(torch.int8)
    ordered = weight_order.in_blocks(weight, 32)
    for place, (row, column) in enumerate(
        (r, half * 16 + c) for half in range(2) for r in range(32) for c in range(16)
    ):
        assert ordered.view(-1)[place] == weight[row, column]
    ids = torch.tensor([[1, 3], [3, -1], [1, 1]], dtype=torch.int32)
    places = expert_places.sort(ids, torch.arange(6.0).view(3, 2), 4)
    assert places.filled.tolist() == [64, 3]
    assert places.experts[:2].tolist() == [1, 3]
    assert [(t & 0xFFFFFF, t >> 24) for t in places.tokens[:4].tolist()] == [(0, 0), (2, 0), (2, 1), (3, 2)]
    assert places.weights[:4].tolist() == [0.0, 4.0, 5.0, 0.0]
    assert [(t & 0xFFFFFF, t >> 24) for t in places.tokens[32:35].tolist()] == [(0, 1), (1, 0), (3, 2)]


def test_own_fp8_numbers_are_pytorchs() -> None:
    every = torch.arange(256, dtype=torch.uint8).view(torch.float8_e4m3fnuz)
    assert np.array_equal(formats.FP8, every.double().numpy(), equal_nan=True)
    values = torch.cat([torch.randn(5000) * 60, torch.arange(-300, 300, 0.25)])
    wanted = values.clamp(-240, 240).to(torch.float8_e4m3fnuz).double().numpy()
    assert np.array_equal(formats.fp8_rounded(values.double().numpy())[0], wanted)


@pytest.mark.parametrize("path", CASES, ids=[path.stem for path in CASES])
def test_each_case_file_reproduces(path: Path) -> None:
    case = cases.read(path)
    rows = cases.reproduce(case, {entry.sha256: entry for entry in LISTING.objects})
    # The first and the last of the code objects.
    assert all(now in (None, recorded) for _, recorded, now in rows[:1] + rows[-1:])


@pytest.mark.parametrize("path", CASES, ids=[path.stem for path in CASES])
def test_each_case_file_says_why(path: Path) -> None:
    case = cases.read(path)
    entry = next(entry for entry in LISTING.objects if entry.sha256 == case["code_object"][0]["sha256"])
    assert case["explanation"] == explanation(entry, case["question"]["axis"], case["how"]) != ""


def test_a_damaged_case_file_is_refused(tmp_path: Path) -> None:
    broken = tmp_path / "case.toml"
    broken.write_text(CASES[0].read_text().replace("schema = 1", "schema = 2"))
    with pytest.raises(CaseError, match="schema"):
        cases.read(broken)


def test_the_committed_truth_gives_the_committed_table() -> None:
    """The table follows from the verdicts: a verdict that is turned moves the region."""
    truth, _ = support_files.read_truth(surveyed.FOLDER / str(VERSION) / f"{TARGET}.layers.truth.json")
    known = surveyed.known(layer_asm_support.TRUTH.format(target=TARGET))
    assert set(truth) == set(known)
    for entry in LISTING.objects:
        if entry.sha256 not in truth:
            continue
        answers = [
            (axis, value, question, truth[entry.sha256][question.key])
            for axis, value, question in questions(entry)
            if question.key in truth[entry.sha256]
        ]
        wrong = [found for found in support_files.findings(answers) if found.interval or found.axis.name == "base"]
        assert [region.case for region in known[entry.sha256].wrong] == [
            support_files.case_name(entry, f) for f in wrong
        ]
        if entry.family == "gemm_a8w8":
            turned = [(*a[:3], "right" if (a[0].name, a[1]) == ("in_features", 256) else a[3]) for a in answers]
            spans = [found.interval for found in support_files.findings(turned) if found.axis.name == "in_features"]
            assert spans == [(1, 255)]
        if not known[entry.sha256].wrong or known[entry.sha256].wrong[0].region.numbers:
            rows = known[entry.sha256].surveyed.numbers["rows"][1]
            needed = MOST_ROWS[layer_code_objects.BY_NAME[entry.family].op]
            assert rows >= needed or (entry.family.startswith("fmoe") and not entry.persistent)


def test_a_missing_barrier_is_why_block_scaled_experts_are_wrong(tmp_path: Path) -> None:
    """With a barrier behind the reads of the first half's scratch, in both copies of the code, they are right."""
    entry = entry_of("fmoe_bf16_blockscaleFp8_g1u1_vs_silu_1tg_32x256")
    assert verdict(entry, rows=33) == "wrong_numbers"
    data = bytearray(entry.path.read_bytes())
    for address in (0x518C, 0x8444):
        place = _offset(bytes(data), address)
        assert struct.unpack_from("<I", data, place)[0] == WAIT_FOR_LDS
        struct.pack_into("<I", data, place, S_BARRIER)
    path = tmp_path / "patched.co"
    path.write_bytes(data)
    layout = layer_code_objects.BY_NAME[entry.family].layout
    found = kernel_files.read(path, "patched.co", entry.symbol, TARGET, layout)
    assert isinstance(found, kernel_files.KernelFile)
    patched = replace(entry, path=path, sha256=found.sha256)
    assert verdict(patched, rows=33) == "right"
    assert verdict(patched, rows=5, depth=1024, columns=512, routing="twice") == "right"


def _offset(data: bytes, address: int) -> int:
    """Where in an ELF file an address lies."""
    start, size, count = struct.unpack_from("<Q", data, 32)[0], *struct.unpack_from("<HH", data, 54)
    for number in range(count):
        kind, _, offset, virtual, _, length = struct.unpack_from("<IIQQQQ", data, start + number * size)
        if kind == 1 and virtual <= address < virtual + length:
            return int(offset + address - virtual)
    raise AssertionError(f"no segment holds {address:#x}")


def test_the_hosts_own_split_of_k_is_wrong_and_this_projects_is_not() -> None:
    entry = entry_of("bf16gemm_outf32_tn_32x64_pf3")
    spec = layer_specs.LinearSpec(f"emulated:{TARGET}", TARGET, "bf16", "bf16", "fp32", 512, 64)
    assert layer_asm.parts(entry, 5, spec) == 8  # of K = 512, at most one for each tile
    assert (
        verdict(entry, columns=64, parts=64) == "wrong_numbers"
    )  # the host's: 304 compute units, one tile, at most 64
    assert verdict(entry, columns=64, parts=8) == "right"


@pytest.mark.parametrize("path", [path for path in CASES if "_values_wide_" in path.stem], ids=lambda path: path.stem)
def test_fp16_parts_are_rounded_toward_zero(path: Path) -> None:
    """What is outside of the bound is below fp16's normal range, too small, and by less than half a step for each part."""
    case = cases.read(path)
    question = LayerQuestion.from_data(dict(case["question"]))
    (member,) = case["code_object"]
    entry = next(entry for entry in LISTING.objects if entry.sha256 == member["sha256"])
    names = {instruction.mnemonic for instruction in listing_of(entry.path, entry.symbol)}
    assert "v_cvt_pkrtz_f16_f32" in names
    assert not any(name.startswith("v_cvt_f16") for name in names), "no other way to fp16"
    made = problem.build(entry, question)
    made.output.zero_()
    layer_launch.run(made.launch)
    numbers, truth = formats.decoded(made.output), made.truth
    off = np.abs(numbers - truth.value)
    outside = off > truth.bound
    assert outside.sum() == member["bad"] > 0
    assert (np.abs(truth.value[outside]) < 2.0**-14).all()
    assert (np.abs(numbers[outside]) < np.abs(truth.value[outside])).all()
    assert (off <= truth.bound + question.shape.top_k * 2.0**-25).all()


@pytest.mark.parametrize("rows", [1, MOST_ROWS["linear"], MOST_ROWS["linear"] + 1, 2 * MOST_ROWS["linear"] + 5])
@pytest.mark.parametrize("depth", [64, 512])
def test_on_a_gpu_no_launch_is_bigger_than_what_was_surveyed(rows: int, depth: int) -> None:
    """The package's function, stood in for by one that notes what it is given: rows, parts of K and the kernel's name."""
    x, weight = torch.randn(rows, depth).bfloat16(), torch.randn(64, depth).bfloat16()
    given: list[tuple[int, int, str]] = []

    def gemm_a16w16_asm(A, B, out, bias=None, splitK=None, kernelName=None):
        assert bias is None
        given.append((len(A), splitK, kernelName))
        return out.copy_(A.float() @ B.float().t())

    with (
        devices.using_device("rocm:gfx942", stub=True),
        overriding_flags(VLLM_ROCM_USE_AITER="1"),
        fake_aiter() as module,
    ):
        module.gemm_a16w16_asm = gemm_a16w16_asm
        with recorder.recording() as record:
            output = rk.linear(x, weight, out_dtype="fp32")
    (call,) = record.calls
    assert call.implementation == "aiter.linear.asm_a16w16"
    assert sum(count for count, _, _ in given) == rows
    entry = entry_of("bf16gemm_outf32_tn_32x64_pf3")
    known = surveyed.known(layer_asm_support.TRUTH.format(target=TARGET))[entry.sha256].surveyed.numbers["rows"]
    assert all(known[0] <= count <= known[1] for count, _, _ in given)
    assert all(1 <= parts <= depth // 64 for _, parts, _ in given)
    assert {name for _, _, name in given} == {entry.symbol}
    assert len(call.kernels) == len(given)
    torch.testing.assert_close(output, x.float() @ weight.float().t())


def test_the_adapter_gives_the_room_that_kernels_read_into() -> None:
    entry = entry_of("flatmm_uk_gfx9_f16f8_128x256x128_1x4x1_16x16x32")
    assert verdict(entry, spare=False) == "out_of_bounds"
    assert verdict(entry, spare=True) == "right"
