"""What was measured of AITER's code objects, as data: the schema, and which requests a region refuses."""

from __future__ import annotations

import copy
from pathlib import Path
from typing import Any

import pytest
from tests.fakes.implementations import spec

from rocm_kernels.backends.aiter import code_objects, package, surveyed
from rocm_kernels.backends.aiter.surveyed import Region, Surveyed, SurveyFileError, request_of
from rocm_kernels.spec import CACHE_CLASSES, LENGTH_CLASSES, MIN_LENGTH_CLASSES, UNBOUNDED
from rocm_kernels.targets import TARGETS

DIGEST = "0123456789abcdef" * 4
SAMPLE = f"""
schema = 1
aiter = "0.0.1"
target = "gfx942"
evidence = "emulated"

[[code_object]]
name = "pa/sample.co"
sha256 = "{DIGEST}"
symbol = "sample"
points = 12

[code_object.surveyed]
context_length = [1, 131072]
gqa = [1, 8]
unused_slots = ["anything", "finite"]

[[code_object.wrong]]
case = "length_241_to_255"
how = "wrong_numbers"
summary = "the last tile is counted twice"
context_length = [241, 255]

[[code_object.wrong]]
case = "nan_behind_the_end"
how = "nan"
summary = "slots behind the end are multiplied by 0"
unused_slots = ["anything"]

[[code_object.wrong]]
case = "beyond_2_gib"
how = "wrong_numbers"
summary = "offsets have 31 bits"
cache_bytes = [2147483649, 4611686018427387904]
"""
DATA: dict[str, Any] = {
    "schema": 1,
    "aiter": "0.0.1",
    "target": "gfx942",
    "evidence": "emulated",
    "code_object": [
        {
            "name": "pa/sample.co",
            "sha256": DIGEST,
            "symbol": "sample",
            "points": 12,
            "surveyed": {"context_length": [1, 131072]},
            "wrong": [{"case": "a", "how": "nan", "summary": "b", "context_length": [241, 255]}],
        }
    ],
}


@pytest.fixture
def sample(tmp_path: Path) -> Surveyed:
    path = tmp_path / "0.0.1" / "gfx942.toml"
    path.parent.mkdir()
    path.write_text(SAMPLE, encoding="utf-8")
    (found,) = surveyed.load(path)
    assert surveyed.known.__wrapped__("gfx942", tmp_path) == {DIGEST: found}
    assert surveyed.known.__wrapped__("gfx950", tmp_path) == {}
    return found


def codes(entry: Surveyed, **changes: Any) -> list[str]:
    request = {"layout": "asm", "device": "emulated:gfx942", "target": "gfx942", **changes}
    return [reason.code for reason in entry.reasons(request_of(spec(**request)))]


PROMISED = {"min_length_class": 256, "finite_cache": True}


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        (PROMISED, []),
        ({"finite_cache": True, "length_class": 240}, []),
        ({**PROMISED, "length_class": 131_072}, []),
        ({**PROMISED, "min_length_class": 0}, ["known_wrong"]),
        ({**PROMISED, "min_length_class": 241}, ["known_wrong"]),
        ({"finite_cache": True, "length_class": 255}, ["known_wrong"]),
        ({**PROMISED, "finite_cache": False}, ["known_wrong"]),
        ({}, ["known_wrong", "known_wrong"]),
        ({**PROMISED, "length_class": 1_048_576}, ["not_surveyed"]),
        ({**PROMISED, "length_class": UNBOUNDED}, ["not_surveyed"]),
        ({**PROMISED, "query_heads": 72}, ["not_surveyed"]),
        ({**PROMISED, "cache_class": CACHE_CLASSES[0]}, []),
        ({**PROMISED, "cache_class": CACHE_CLASSES[1]}, ["known_wrong"]),
        ({**PROMISED, "cache_class": CACHE_CLASSES[2]}, ["known_wrong"]),
    ],
    ids=str,
)
def test_a_request_is_refused_where_it_can_meet_what_is_wrong_or_unknown(
    sample: Surveyed, changes: dict[str, Any], expected: list[str]
) -> None:
    assert codes(sample, **changes) == expected


@pytest.mark.parametrize("length_class", [240, 255])
def test_bounds_that_contradict_each_other_promise_nothing(sample: Surveyed, length_class: int) -> None:
    for least in (241, 256):
        request = request_of(spec(min_length_class=least, length_class=length_class, finite_cache=True))
        first, last = request.numbers["context_length"]
        assert first <= last
    assert "known_wrong" in codes(sample, min_length_class=256, length_class=255, finite_cache=True)


def test_of_two_measurements_that_of_the_later_version_counts(tmp_path: Path) -> None:
    for version in ("0.1.10", "0.1.9", "0.1.10.dev3", "trial"):
        path = tmp_path / version / "gfx942.toml"
        path.parent.mkdir()
        text = "\n".join(f'aiter = "{version}"' if line.startswith("aiter =") else line for line in SAMPLE.splitlines())
        path.write_text(text, encoding="utf-8")
    assert surveyed.known.__wrapped__("gfx942", tmp_path)[DIGEST].source == "0.1.10"


@pytest.mark.parametrize(("emulated", "hardware"), [("0.1.9", "0.1.10"), ("0.1.10", "0.1.9")])
def test_what_hardware_gave_is_never_replaced_by_an_emulated_measurement(
    tmp_path: Path, emulated: str, hardware: str
) -> None:
    for version, evidence in ((emulated, "emulated"), (hardware, "hardware"), ("9.0", "emulated")):
        path = tmp_path / version / "gfx942.toml"
        path.parent.mkdir()
        changed = {"aiter": version, "evidence": evidence}
        lines = [
            next((f'{name} = "{value}"' for name, value in changed.items() if line.startswith(f"{name} =")), line)
            for line in SAMPLE.splitlines()
        ]
        path.write_text("\n".join(lines), encoding="utf-8")
    found = surveyed.known.__wrapped__("gfx942", tmp_path)[DIGEST]
    assert (found.evidence, found.source) == ("hardware", hardware)


def test_the_reason_names_the_case_and_what_could_be_promised(sample: Surveyed) -> None:
    first, second = sample.reasons(request_of(spec()))
    assert first.message == (
        "known wrong: length_241_to_255 (context_length 241 to 255): the last tile is counted twice; "
        "promise max_context_length of at most 240 or min_context_length of at least 256"
    )
    assert second.message == (
        "known wrong: nan_behind_the_end (unused_slots anything): slots behind the end are multiplied by 0; "
        "promise finite_cache=True"
    )
    (outside,) = sample.reasons(request_of(spec(finite_cache=True, min_length_class=256, length_class=UNBOUNDED)))
    assert outside.message == "not surveyed: context_length 256 and more is asked for, 1 to 131072 was measured"


def test_a_fact_that_no_spec_pins_down_refuses_every_request_of_its_region() -> None:
    everywhere = request_of(spec(finite_cache=True))
    assert "sequences" not in everywhere.numbers
    assert Region({"sequences": (9, 9)}, {}).meets(everywhere)
    assert Region({"sequences": (9, 9), "gqa": (4, 4)}, {}).meets(everywhere)
    assert not Region({"sequences": (9, 9), "gqa": (5, 5)}, {}).meets(everywhere)


def changed(place: tuple[str | int, ...], value: Any) -> dict[str, Any]:
    data = copy.deepcopy(DATA)
    at: Any = data
    for step in place[:-1]:
        at = at[step]
    if value is None:
        del at[place[-1]]
    else:
        at[place[-1]] = value
    return data


OBJECT = ("code_object", 0)


@pytest.mark.parametrize(
    ("place", "value", "words"),
    [
        (("schema",), 2, "schema: got 2, expected 1"),
        (("aiter",), None, "lacks aiter"),
        (("evidence",), "guessed", "evidence: got 'guessed', expected one of emulated, hardware"),
        (("extra",), 1, "has extra, which the schema does not know"),
        ((*OBJECT, "sha256"), "12", "sha256: got '12', expected 64 hexadecimal digits"),
        ((*OBJECT, "points"), 0, "points: got 0, expected a positive number"),
        ((*OBJECT, "points"), True, "points: got True"),
        ((*OBJECT, "surveyed"), None, "lacks surveyed"),
        ((*OBJECT, "surveyed", "colour"), [1, 2], "has colour"),
        ((*OBJECT, "surveyed", "gqa"), [8, 1], "gqa: got \\[8, 1\\], expected lowest and highest"),
        ((*OBJECT, "surveyed", "gqa"), 8, "gqa: got 8, expected a list"),
        ((*OBJECT, "surveyed", "gqa"), [1.0, 8.0], "gqa: got"),
        (
            (*OBJECT, "surveyed", "unused_slots"),
            ["some"],
            "unused_slots: got \\['some'\\], expected some of anything, finite",
        ),
        ((*OBJECT, "wrong", 0, "how"), "badly", "how: got 'badly'"),
        ((*OBJECT, "wrong", 0, "case"), "", "case: got '', expected text"),
        ((*OBJECT, "wrong", 0, "context_length"), [-1, 3], "context_length: got"),
        (("code_object",), [DATA["code_object"][0], DATA["code_object"][0]], "twice, expected each once"),
    ],
)
def test_anything_the_schema_does_not_have_is_refused_by_name(
    place: tuple[str | int, ...], value: Any, words: str
) -> None:
    surveyed.parse(DATA, "file")
    with pytest.raises(SurveyFileError, match=f"^file.*{words}"):
        surveyed.parse(changed(place, value), "file")


def test_an_unreadable_file_is_refused_with_its_path(tmp_path: Path) -> None:
    path = tmp_path / "gfx942.toml"
    path.write_text("[[", encoding="utf-8")
    with pytest.raises(SurveyFileError, match=r"gfx942\.toml: cannot be read"):
        surveyed.load(path)


def test_what_is_committed_follows_the_schema_and_its_borders_are_those_of_specs() -> None:
    """A border inside a class of lengths or of bytes would be seen as the whole class: safe, but refusing too much."""
    hsa = package.hsa_folder()
    assert hsa is not None, "these tests need the files of the wheel: pip install --no-deps amd-aiter"
    for path in (path for target in TARGETS for path in surveyed.FOLDER.glob(f"*/{target}.toml")):
        one_token = {entry.sha256 for entry in code_objects.read(hsa, path.stem).objects if entry.mtp == 0}
        for entry in surveyed.load(path):
            if entry.sha256 not in one_token:
                continue  # no op launches it
            low, high = entry.surveyed.numbers.get("context_length", (0, UNBOUNDED))
            assert low <= 1, entry.name
            assert high in (*LENGTH_CLASSES, UNBOUNDED), (entry.name, high)
            assert entry.surveyed.numbers.get("cache_bytes", (0, 0))[0] == 0, entry.name
            for wrong in entry.wrong:
                low, high = wrong.region.numbers.get("context_length", (0, UNBOUNDED))
                assert low <= 1 or low in MIN_LENGTH_CLASSES or low - 1 in LENGTH_CLASSES, (entry.name, wrong.case)
                assert high in (0, *LENGTH_CLASSES, UNBOUNDED), (entry.name, wrong.case)
                low, high = wrong.region.numbers.get("cache_bytes", (0, UNBOUNDED))
                assert low == 0 or low > CACHE_CLASSES[0], (entry.name, wrong.case)
                assert high in CACHE_CLASSES, (entry.name, wrong.case)
