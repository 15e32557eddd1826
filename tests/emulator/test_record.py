"""Records of launches: what is written comes back, damage is refused, comparison counts right, and replay agrees."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import safetensors.numpy
import torch

from gfx_emulator import record as records
from gfx_emulator.cli import EXIT_DIFFERENT, EXIT_ERROR, EXIT_OK, main
from gfx_emulator.compile import compile_hip
from gfx_emulator.errors import ArgumentError, CodeObjectError
from gfx_emulator.record import BufferRecord, Pointer, Record, RecordError, Tolerance

SOURCE = """
#include "hip_device.h"
extern "C" __global__ void axpy(float *y, const float *x, float a, unsigned n) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = __builtin_fmaf(a, x[i], y[i]);
}
"""
COUNT = 100


@pytest.fixture(scope="module")
def code(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    return compile_hip(SOURCE, "gfx942", cache_folder=tmp_path_factory.mktemp("cache")).code


@pytest.fixture
def prepared(code: bytes) -> Record:
    rng = np.random.default_rng(3)
    x, y = rng.standard_normal((2, COUNT)).astype(np.float32)
    return records.prepare(code, "axpy", (2, 1, 1), (64, 1, 1), [y, x, 1.5, COUNT])


def expected(record: Record) -> np.ndarray[Any, Any]:
    y, x = (buffer.before.view(np.float32).astype(np.float64) for buffer in record.buffers)
    # The product is exact in float64, and so is the sum for these magnitudes up to one rounding to float32.
    return (1.5 * x + y).astype(np.float32)


def with_results(record: Record) -> Record:
    y, x = record.buffers
    return replace(
        record,
        buffers=(replace(y, after=records.as_bytes(expected(record))), replace(x, after=x.before)),
        evidence="hardware",
        device="a GPU that does not exist",
    )


def assert_same(left: Record, right: Record) -> None:
    for a, b in zip(left.buffers, right.buffers, strict=True):
        assert (a.name, a.dtype, a.shape, a.tolerance) == (b.name, b.dtype, b.shape, b.tolerance)
        assert np.array_equal(a.before, b.before)
        assert (a.after is None) == (b.after is None)
        assert a.after is None or np.array_equal(a.after, b.after)
    assert replace(left, buffers=()) == replace(right, buffers=())


def test_arguments_are_packed_as_the_metadata_says(prepared: Record) -> None:
    assert [pointer.offset for pointer in prepared.pointers] == [0, 8]
    packed = prepared.pack_arguments({"y": 0x1122334455667788, "x": 2})
    assert packed[:8] == bytes.fromhex("8877665544332211")
    assert packed[8:16] == (2).to_bytes(8, "little")
    assert np.frombuffer(packed[16:20], np.float32)[0] == 1.5
    assert int.from_bytes(packed[20:24], "little") == COUNT


@pytest.mark.parametrize("finished", [False, True])
def test_what_is_saved_comes_back(prepared: Record, finished: bool, tmp_path: Path) -> None:
    record = with_results(prepared) if finished else prepared
    records.save(record, tmp_path / "launch")
    assert_same(records.load(tmp_path / "launch"), record)


def test_the_code_object_may_stay_out(prepared: Record, tmp_path: Path) -> None:
    records.save(replace(prepared, code_object=None), tmp_path / "launch")
    loaded = records.load(tmp_path / "launch")
    assert loaded.code_object is None
    assert loaded.code_object_sha256 == prepared.code_object_sha256


def test_the_file_is_what_the_documentation_says(prepared: Record, tmp_path: Path) -> None:
    records.save(with_results(prepared), tmp_path / "launch")
    with safetensors.safe_open(tmp_path / "launch", "numpy") as file:
        assert set(file.keys()) == {"before.y", "before.x", "after.y", "after.x", "code_object"}
        header = json.loads(file.metadata()["launch"])
        assert all(file.get_tensor(name).dtype == np.uint8 for name in file.keys())  # noqa: SIM118 - no mapping
    documented = (Path(__file__).parents[2] / "docs" / "record_format.md").read_text()
    for key in header:
        assert f"`{key}`" in documented
    for dtype in records.DTYPES:
        assert dtype in documented


# Bad records


def edited(record: Record, tmp_path: Path, edit: Any) -> Path:
    """A record file whose header or tensors were changed after the checks."""
    path = tmp_path / "launch"
    records.save(record, path)
    with safetensors.safe_open(path, "numpy") as file:
        tensors = {name: file.get_tensor(name) for name in file.keys()}  # noqa: SIM118 - no mapping
        header = json.loads(file.metadata()["launch"])
    changed = edit(header, tensors)
    header = header if changed is None else changed
    safetensors.numpy.save_file(tensors, path, metadata={"launch": json.dumps(header)})
    return path


def setter(**values: Any) -> Any:
    return lambda header, tensors: header.update(values)


BAD = {
    "other format": (setter(format="x"), "expected 'gfx-emulator-launch' version 1"),
    "newer version": (setter(version=2), "expected 'gfx-emulator-launch' version 1"),
    "no kernel": (lambda header, tensors: header.pop("kernel") and None, "KeyError"),
    "header is a list": (lambda header, tensors: [1], "TypeError"),
    "grid of two": (setter(grid=[1, 1]), "ValueError"),
    "grid of zero": (setter(grid=[0, 1, 1]), "expected positive sizes"),
    "negative LDS": (setter(dynamic_lds=-1), "expected positive sizes"),
    "odd hexadecimal": (setter(kernarg="abc"), "ValueError"),
    "pointer past the end": (setter(pointers=[[20, "y", 0]]), "a pointer to 'y' at byte 20"),
    "pointer to nothing": (setter(pointers=[[0, "z", 0]]), "a pointer to 'z'"),
    "pointer of two": (setter(pointers=[[0, "y"]]), "ValueError"),
    "evidence": (setter(evidence="simulated"), "expected 'hardware' or 'emulated'"),
    "hash": (setter(code_object_sha256="0" * 64), "does not have the hash"),
    "missing tensor": (lambda header, tensors: tensors.pop("before.x") is None or None, "before.x"),
    "short tensor": (
        lambda header, tensors: tensors.update({"before.x": tensors["before.x"][:-1]}),
        "expected 400 bytes",
    ),
    "float tensor": (
        lambda header, tensors: tensors.update({"before.x": tensors["before.x"].view(np.float32)}),
        "float32: expected 400 bytes",
    ),
    "unknown dtype": (lambda header, tensors: header["buffers"][0].update(dtype="float128"), "dtype 'float128'"),
    "shape": (lambda header, tensors: header["buffers"][0].update(shape=[3]), "expected 12 bytes"),
    "negative shape": (lambda header, tensors: header["buffers"][0].update(shape=[-1]), "expected 0 bytes"),
    "same name": (lambda header, tensors: header["buffers"].append(header["buffers"][0]), "expected different names"),
}


@pytest.mark.parametrize("name", BAD)
def test_bad_records_are_refused(name: str, prepared: Record, tmp_path: Path) -> None:
    edit, words = BAD[name]
    with pytest.raises(RecordError, match=words):
        records.load(edited(prepared, tmp_path, edit))


def test_every_truncation_is_refused(prepared: Record, tmp_path: Path) -> None:
    path = tmp_path / "launch"
    records.save(prepared, path)
    data = path.read_bytes()
    for length in range(0, len(data), 97):
        path.write_bytes(data[:length])
        with pytest.raises(RecordError, match="no readable record"):
            records.load(path)


def test_any_damage_is_refused_or_harmless(prepared: Record, tmp_path: Path) -> None:
    path = tmp_path / "launch"
    records.save(with_results(prepared), path)
    data = path.read_bytes()
    rng = random.Random(5)
    outcomes = set()
    for _ in range(400):
        damaged = bytearray(data)
        for _ in range(rng.randint(1, 3)):
            # Most of the format is in the header, the file's first bytes.
            damaged[rng.randrange(2500 if rng.random() < 0.8 else len(data))] = rng.randrange(256)
        path.write_bytes(damaged)
        try:
            records.load(path)
            outcomes.add("loaded")
        except RecordError:
            outcomes.add("refused")
    assert outcomes == {"loaded", "refused"}


@pytest.mark.parametrize("content", [b"", b"PK\3\4" + bytes(60), b"\x93NUMPY" + bytes(60), b"\x80\4K\1."])
def test_other_files_are_refused(content: bytes, tmp_path: Path) -> None:
    (tmp_path / "launch").write_bytes(content)
    with pytest.raises(RecordError, match="no readable record"):
        records.load(tmp_path / "launch")


def test_a_record_that_contradicts_itself_is_not_written(prepared: Record, tmp_path: Path) -> None:
    with pytest.raises(RecordError):
        records.save(replace(prepared, pointers=(Pointer(1000, "y"),)), tmp_path / "launch")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ([1.0], "takes 4 arguments, 1 given"),
        ([None, None, 1.5, 1 << 32], "does not fit"),
        ([None, None, 1.5, -(1 << 31) - 1], "does not fit"),
        ([None, None, 1e39, 1], "does not fit"),
    ],
)
def test_wrong_arguments_are_named(arguments: list[Any], words: str, code: bytes) -> None:
    with pytest.raises(ArgumentError, match=words):
        records.prepare(code, "axpy", (1, 1, 1), (64, 1, 1), arguments)


def test_an_unknown_kernel_is_named(code: bytes) -> None:
    with pytest.raises(CodeObjectError, match="no kernel is called 'absent'"):
        records.prepare(code, "absent", (1, 1, 1), (64, 1, 1), [])


# Comparing


TORCH_DTYPES = {
    "bfloat16": torch.bfloat16,
    "float16": torch.float16,
    "float8_e4m3fn": torch.float8_e4m3fn,
    "float8_e5m2": torch.float8_e5m2,
    "float8_e4m3fnuz": torch.float8_e4m3fnuz,
    "float8_e5m2fnuz": torch.float8_e5m2fnuz,
}


@pytest.mark.parametrize("name", TORCH_DTYPES)
def test_every_code_of_a_small_float_decodes_as_torch_decodes_it(name: str) -> None:
    dtype = TORCH_DTYPES[name]
    size = records.DTYPES[name]
    codes = np.arange(256 if size == 1 else 65536, dtype=f"<u{size}").view(np.uint8)
    reference = torch.from_numpy(codes.copy()).view(dtype).to(torch.float64).numpy()
    np.testing.assert_array_equal(records.decode(codes, name), reference)


def buffer(values: Any, dtype: str, tolerance: Tolerance = Tolerance()) -> BufferRecord:  # noqa: B008 - immutable
    array = np.asarray(values, dtype)
    return BufferRecord("b", dtype, array.shape, records.as_bytes(array), records.as_bytes(array), tolerance)


def test_equal_bits_agree_even_for_nan() -> None:
    recorded = buffer([1.0, np.nan, -0.0, np.inf], "float32")
    found = records.compare(recorded, recorded.before)
    assert found.agrees
    assert (found.elements, found.different, found.outside) == (4, 0, 0)


def test_without_tolerance_every_bit_counts() -> None:
    recorded = buffer([1.0, 0.0, 2.0], "float32")
    found = records.compare(
        recorded, records.as_bytes(np.asarray([1.0, -0.0, np.nextafter(np.float32(2), 3)], "float32"))
    )
    assert (found.different, found.outside, found.first_outside) == (2, 2, 1)
    assert found.largest_absolute == 2.0**-22
    assert found.largest_relative == 2.0**-23
    assert not found.agrees


def test_the_tolerance_is_absolute_plus_relative() -> None:
    recorded = buffer([100.0, 0.0, 0.0, np.nan, np.inf, np.inf], "float64", Tolerance(absolute=0.5, relative=0.01))
    replayed = np.asarray([101.5, 0.5, 0.5000001, -np.nan, np.inf, 1.0])
    found = records.compare(recorded, records.as_bytes(replayed))
    assert found.outside == 2
    assert found.first_outside == 2
    assert found.different == 5


def test_integers_are_compared_as_integers() -> None:
    recorded = buffer([1, -1, 300], "int32", Tolerance(absolute=1.0))
    found = records.compare(recorded, records.as_bytes(np.asarray([2, 1, 300], "int32")))
    assert (found.different, found.outside, found.first_outside, found.largest_absolute) == (2, 1, 1, 2.0)


def test_a_buffer_without_result_cannot_be_compared(prepared: Record) -> None:
    with pytest.raises(ArgumentError, match="no recorded result"):
        records.compare(prepared.buffers[0], prepared.buffers[0].before)
    with pytest.raises(ArgumentError, match="has 3 bytes"):
        records.compare(buffer([1.0], "float32"), np.zeros(3, np.uint8))


# Replaying


def test_replay_agrees_with_numpy(prepared: Record) -> None:
    from gfx_emulator import Device

    replayed, comparisons = records.replay(with_results(prepared), Device("gfx942", check=True))
    assert [(entry.name, entry.elements, entry.different) for entry in comparisons] == [
        ("y", COUNT, 0),
        ("x", COUNT, 0),
    ]
    assert replayed.evidence == "emulated"
    assert np.array_equal(replayed.buffers[0].after.view(np.float32), expected(prepared))
    assert np.array_equal(prepared.buffers[0].before, replayed.buffers[0].before)


def test_replay_needs_the_right_code_object(prepared: Record, code: bytes) -> None:
    from gfx_emulator import Device

    bare = replace(with_results(prepared), code_object=None)
    with pytest.raises(RecordError, match="the record does not hold it"):
        records.replay(bare, Device("gfx942"))
    with pytest.raises(RecordError, match="another hash"):
        records.replay(bare, Device("gfx942"), code + b"\0")
    _, comparisons = records.replay(bare, Device("gfx942"), code)
    assert all(entry.agrees for entry in comparisons)


def test_the_command_line_replays(prepared: Record, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "launch"
    records.save(with_results(prepared), path)
    assert main(["replay", str(path), "--check", "--output", str(tmp_path / "again")]) == EXIT_OK
    shown = capsys.readouterr().out
    assert "recorded as hardware on a GPU that does not exist, replayed as emulated" in shown
    assert shown.splitlines()[-1] == "agrees"
    assert records.load(tmp_path / "again").evidence == "emulated"


def test_the_command_line_says_what_differs(
    prepared: Record, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    good = with_results(prepared)
    y, x = good.buffers
    wrong = y.after.copy()
    wrong[7 * 4 + 3] ^= 0x80
    path = tmp_path / "launch"
    records.save(replace(good, buffers=(replace(y, after=wrong), x)), path)
    assert main(["replay", str(path), "--json"]) == EXIT_DIFFERENT
    shown = json.loads(capsys.readouterr().out)
    assert shown["agrees"] is False
    assert [entry["outside"] for entry in shown["buffers"]] == [1, 0]
    assert shown["buffers"][0]["first_outside"] == 7


def test_the_command_line_refuses_a_record_of_an_unknown_target(prepared: Record, tmp_path: Path) -> None:
    path = tmp_path / "launch"
    records.save(replace(prepared, target="gfx1"), path)
    assert main(["replay", str(path)]) == EXIT_ERROR
