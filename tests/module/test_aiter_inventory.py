"""What is listed of an installation's code objects, on the real wheel and on damaged copies of it; nothing is executed."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from rocm_ci.cli import main
from rocm_kernels.backends.aiter import asm_arguments, code_objects, inventory, package, selection
from rocm_kernels.backends.aiter.asm_arguments import FIELDS, Slot, mismatches
from rocm_kernels.backends.aiter.code_objects import Row

WHEEL = package.hsa_folder()
assert WHEEL is not None, "these tests need the files of the wheel: pip install --no-deps amd-aiter"
LISTING = code_objects.read(WHEEL, "gfx942")
ENTRIES = {entry.code_object.name: entry for entry in inventory.entries(LISTING)}


def test_the_wheel_is_whole_and_has_the_kernels_that_its_tables_name() -> None:
    assert package.version() == "0.1.7.post2.dev18"
    assert LISTING.problems == ()
    assert len(LISTING.objects) == 51
    assert sum(entry.listed for entry in LISTING.objects) == 40
    assert len(code_objects.read(WHEEL, "gfx950").objects) == 36


def test_an_entry_is_what_the_table_and_the_note_of_the_file_say() -> None:
    found = LISTING.named("pa_bf16_pertokenFp8_gqa8_2tg_4w_hp")
    assert (found.query_dtype, found.kv_dtype, found.gqa, found.mtp, found.mask) == ("bf16", "fp8", 8, 0, 0)
    assert (found.precision, found.block_size, found.listed, found.one_kv_head) == (1, 16, True, False)
    assert found.symbol == "_ZN5aiter34pa_bf16_pertokenFp8_gqa8_2tg_4w_hpE"
    assert found.kernarg_bytes == 240
    assert found.resources.lds_bytes == 32 * 1024
    assert found.resources.vgprs + found.resources.agprs == 256
    assert [slot.name for slot in found.slots][-1] == "GQA"
    gone = LISTING.named("pa_a16w16_b16.co")
    assert (gone.symbol, gone.listed, gone.one_kv_head, gone.kernarg_bytes) == ("pa_kernel_func", False, True, 224)


def test_fp8_with_at_most_8_query_heads_a_head_has_three_rows_and_the_host_takes_any() -> None:
    ambiguous = {name for name, entry in ENTRIES.items() if entry.ambiguous}
    assert ambiguous == {
        f"pa/pa_{query}_pertokenFp8_gqa8_2tg_4w{precision}.co"
        for query in ("bf16", "fp16")
        for precision in ("", "_hp", "_uhp")
    }
    (only,) = ENTRIES["pa/pa_bf16_pertokenFp8_gqa8_2tg_4w_hp.co"].reaches
    assert (only.gqa, only.query_tokens, only.high_precision) == ((1, 8), (1, 1), (1,))
    assert len(only.among) == 3
    assert "NOT SPECIFIED, one of 3" in str(only)


def test_what_no_request_leads_to_is_told() -> None:
    unreached = {name for name, entry in ENTRIES.items() if not entry.reaches}
    assert unreached == {name for name in ENTRIES if "msk0" in name} | {e.name for e in LISTING.objects if not e.listed}
    assert len(unreached) == 10 + 11


@pytest.mark.parametrize(
    ("request_", "names"),
    [
        (("bf16", "bf16", 8, 16), ["pa_bf16_noquant_gqa8_1tg_4w"]),
        (("bf16", "bf16", 9, 16), ["pa_bf16_noquant_gqa16_1tg_4w"]),
        (("bf16", "bf16", 17, 16), []),
        (("bf16", "fp16", 8, 16), []),
        (("bf16", "bf16", 8, 32), []),
        (("fp16", "int8", 1, 16), ["pa_fp16_pertokenInt8_gqa8_2tg_4w"]),
        (("bf16", "fp8", 10, 1024), ["pa_bf16_pertokenFp8_gqa10_1tg_4w_qlen1_msk1"]),
        (("bf16", "fp8", 8, 1024), []),
        (("bf16", "fp8", 10, 16), ["pa_bf16_pertokenFp8_gqa16_2tg_4w"]),
    ],
)
def test_the_hosts_choice(request_: tuple[str, str, int, int], names: list[str]) -> None:
    found = selection.fitting(LISTING.objects, *request_)
    assert [Path(entry.name).stem for entry in found] == names


def test_of_several_that_fit_the_one_of_the_precision_asked_for_is_named() -> None:
    for precision, suffix in ((0, ""), (1, "_hp"), (2, "_uhp")):
        chosen = selection.choose(LISTING.objects, "bf16", "fp8", 4, 16, high_precision=precision)
        assert chosen is not None
        assert chosen.name == f"pa/pa_bf16_pertokenFp8_gqa8_2tg_4w{suffix}.co"
    # Where no row has it, the host takes what there is for 1, and nothing for 2.
    kept = selection.choose(LISTING.objects, "bf16", "int8", 4, 16)
    assert kept is not None
    assert kept.precision == 0
    assert selection.choose(LISTING.objects, "bf16", "int8", 4, 16, high_precision=2) is None


def test_several_query_tokens_take_the_kernel_of_their_number_else_the_general_one() -> None:
    def names(tokens: int, gqa: int, page: int) -> list[str]:
        found = selection.fitting(LISTING.objects, "bf16", "fp8", gqa, page, query_tokens=tokens)
        return [Path(entry.name).stem for entry in found]

    assert names(2, 8, 16) == ["pa_bf16_pertokenFp8_gqa8_1tg_4w_mtp_msk1"]
    assert names(3, 10, 1024) == ["pa_bf16_pertokenFp8_gqa10_1tg_4w_qlen3_msk1"]
    assert names(5, 10, 1024) == []


def test_rows_that_a_newer_host_chooses_by_other_columns_are_not_taken() -> None:
    persistent = Row("bf16", "fp8", 16, precision=1, other=(("ps", 1),), name="pa/ps.co")
    plain = Row("bf16", "fp8", 16, other=(("ps", 0),), name="pa/plain.co")
    assert selection.fitting([persistent, plain], "bf16", "fp8", 16, 16) == (plain,)


# --- the arguments: one description against the note of every file ----------------------------------------------------


def test_the_description_agrees_with_the_note_of_every_file_of_the_wheel() -> None:
    checked = 0
    for target in ("gfx942", "gfx950"):
        for entry in code_objects.read(WHEEL, target).objects:
            assert mismatches(entry.slots, entry.kernarg_bytes) == ()
            assert {slot.name for slot in entry.slots} <= {field.name for field in FIELDS}
            checked += 1
    assert checked == 51 + 36


WHOLE = tuple(Slot(field.name, field.offset, field.size) for field in FIELDS)


@pytest.mark.parametrize(
    ("slots", "size", "words"),
    [
        (WHOLE, 256, None),
        (WHOLE[:-1], 240, None),
        (WHOLE[:-2], 224, None),
        # The newest host: mtp comes in at 0xe0 and moves what follows.
        ((*WHOLE[:14], Slot("mtp", 0xE0, 4), Slot("GQA", 0xF0, 4)), 256, "mtp at 0xe0 that the host does not know"),
        ((*WHOLE[:14], Slot("GQA", 0xF0, 4)), 256, "GQA at 0xf0 with 4 bytes, the host writes it at 0xe0"),
        ((*WHOLE[:8], Slot("sclg", 0x80, 8), *WHOLE[9:]), 256, "sclg at 0x80 with 8 bytes"),
        (WHOLE[1:], 256, "no field O"),
        (WHOLE, 272, "272 bytes, its last field ends its slot at 256"),
        ((*WHOLE, WHOLE[0]), 256, "names a field twice"),
    ],
)
def test_a_file_of_another_host_is_told_by_its_note(slots: tuple[Slot, ...], size: int, words: str | None) -> None:
    found = mismatches(slots, size)
    assert found == () if words is None else any(words in sentence for sentence in found)


def test_a_value_that_does_not_fit_is_refused_where_the_host_would_cut_it_off() -> None:
    values = {field.name: 0 for field in FIELDS}
    assert asm_arguments.pack(values) == bytes(256)
    assert asm_arguments.pack(values | {"Bs": 2**32 - 1})[0xC0:0xC4] == b"\xff" * 4
    with pytest.raises(ValueError, match=r"Bs: got 4294967296, expected what fits 4 bytes \(bytes from one block"):
        asm_arguments.pack(values | {"Bs": 2**32})
    with pytest.raises(ValueError, match=r"names differ from the fields in \['GQA'\]"):
        asm_arguments.pack({name: value for name, value in values.items() if name != "GQA"})


# --- damaged installations -----------------------------------------------------------------------------------------------

NAME = "pa/pa_bf16_noquant_gqa8_1tg_4w.co"


@pytest.fixture
def copied(tmp_path: Path) -> Path:
    """A copy of the wheel's folder of decode kernels for one target."""
    hsa = tmp_path / "hsa"
    (hsa / "gfx942").mkdir(parents=True)
    shutil.copytree(WHEEL / "gfx942" / "pa", hsa / "gfx942" / "pa")
    for path in (WHEEL / "gfx942").glob("pa_*.co"):
        shutil.copy(path, hsa / "gfx942")
    return hsa


def only_problem(hsa: Path, target: str = "gfx942") -> code_objects.Problem:
    (problem,) = code_objects.read(hsa, target).problems
    return problem


def rewrite_table(hsa: Path, old: str, new: str) -> None:
    table = hsa / "gfx942" / "pa" / "pa_asm.csv"
    text = table.read_text(encoding="utf-8")
    assert old in text
    table.write_text(text.replace(old, new), encoding="utf-8")


def test_a_copy_is_listed_as_the_original(copied: Path) -> None:
    assert {entry.sha256 for entry in code_objects.read(copied, "gfx942").objects} == set(LISTING.by_hash())


def test_a_missing_folder_of_the_target(copied: Path) -> None:
    problem = only_problem(copied, "gfx950")
    assert (problem.code, problem.row) == ("folder_missing", None)
    assert "has no folder gfx950 (it has gfx942)" in problem.message
    assert only_problem(copied / "nowhere").code == "folder_missing"


def test_a_table_that_names_a_missing_file(copied: Path) -> None:
    (copied / "gfx942" / NAME).unlink()
    problem = only_problem(copied)
    assert (problem.code, problem.name) == ("file_missing", NAME)
    assert problem.row is not None
    assert (problem.row.query_dtype, problem.row.gqa) == ("bf16", 8)


@pytest.mark.parametrize("kept", [0, 3, 64, 5000, -1])
def test_a_truncated_file(copied: Path, kept: int) -> None:
    path = copied / "gfx942" / NAME
    path.write_bytes(path.read_bytes()[:kept])
    problem = only_problem(copied)
    assert (problem.code, problem.name) == ("file_damaged", NAME)
    assert "is no whole code object" in problem.message


def test_a_file_of_another_target(copied: Path) -> None:
    shutil.copy(WHEEL / "gfx950" / NAME, copied / "gfx942" / NAME)
    problem = only_problem(copied)
    assert (problem.code, problem.message) == ("wrong_target", f"{NAME} is built for gfx950, not for gfx942")


def test_a_table_that_names_a_kernel_that_the_file_has_not(copied: Path) -> None:
    rewrite_table(copied, "_ZN5aiter27pa_bf16_noquant_gqa8_1tg_4wE", "another_symbol")
    problem = only_problem(copied)
    assert problem.code == "symbol_missing"
    assert "no kernel another_symbol (it holds _ZN5aiter27pa_bf16_noquant_gqa8_1tg_4wE)" in problem.message


def test_a_file_whose_note_contradicts_the_host(copied: Path) -> None:
    """The name of one field in the note is changed: as far as the host can see, a field came and one went."""
    path = copied / "gfx942" / NAME
    data = path.read_bytes()
    at = data.index(b"\xa3GQA")
    path.write_bytes(data[:at] + b"\xa3MTP" + data[at + 4 :])
    problem = only_problem(copied)
    assert (problem.code, problem.name) == ("arguments_mismatch", NAME)
    assert "the file has a field MTP at 0xe0 that the host does not know" in problem.message


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("qType,kvType,Gqa", "qType,kvType,Ratio", "no column Gqa"),
        ("knl_file", "path", "no column knl_file or co_name"),
        ("blkSz,knl_name", "blkSz,colour,knl_name", "columns that are not known: colour"),
        ("bf16,bf16,8,0,0,0,16,_ZN5aiter27", "bf16,bf16,eight,0,0,0,16,_ZN5aiter27", "invalid literal"),
        ("bf16,bf16,8,0,0,0,16,_ZN5aiter27pa_bf16_noquant_gqa8_1tg_4wE,", "bf16,bf16,8,", "cannot be read"),
    ],
)
def test_a_damaged_table(copied: Path, old: str, new: str, words: str) -> None:
    rewrite_table(copied, old, new)
    problem = only_problem(copied)
    assert (problem.code, problem.name) == ("table_damaged", "pa/pa_asm.csv")
    assert words in problem.message


def test_a_table_of_bytes_and_no_table(copied: Path) -> None:
    table = copied / "gfx942" / "pa" / "pa_asm.csv"
    table.write_bytes(b"\xff\xfe\x00")
    assert only_problem(copied).code == "table_damaged"
    table.unlink()
    assert only_problem(copied).code == "table_missing"


# --- the command ---------------------------------------------------------------------------------------------------------


def test_the_command_lists_every_code_object_of_the_wheel(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["aiter", "inventory", "--ops", "all", "--json"]) == 0
    targets = json.loads(capsys.readouterr().out)["targets"]
    counts = {name: len(data["kernels"]) + len(data["others"]) for name, data in targets.items()}
    assert counts == {"gfx942": 1281, "gfx950": 1220}
    on_disk = sum(1 for _ in WHEEL.rglob("*.co"))
    assert sum(counts.values()) == on_disk == 2501
    for data in targets.values():
        assert data["problems"] == []
        for other in data["others"]:
            assert other["problem"] is None
            assert len(other["resources"]) == len(other["kernels"]) == len(other["kernarg_bytes"]) >= 1


def test_the_command_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["aiter", "inventory", "--target", "gfx942"]) == 0
    out = capsys.readouterr().out
    assert (
        "gfx942: 51 kernels of paged attention, 21 that the host never chooses, 6 whose choice is not specified" in out
    )
    assert "never chosen: in no table" in out
    assert "never chosen: no request leads to its row" in out


def test_the_command_is_red_for_a_damaged_folder(copied: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["aiter", "inventory", "--hsa", str(copied)]) == 0
    (copied / "gfx942" / NAME).unlink()
    assert main(["aiter", "inventory", "--hsa", str(copied)]) == 1
    assert f"the table names {NAME}, which is not there [file_missing]" in capsys.readouterr().out
    assert main(["aiter", "inventory", "--hsa", str(copied), "--json"]) == 1
    (problem,) = json.loads(capsys.readouterr().out)["targets"]["gfx942"]["problems"]
    assert problem["code"] == "file_missing"


def test_the_command_names_a_folder_that_is_not_there(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["aiter", "inventory", "--hsa", str(tmp_path / "none")]) == 2
    assert "--hsa: got" in capsys.readouterr().err
