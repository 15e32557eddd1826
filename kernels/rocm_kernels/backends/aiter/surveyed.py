"""What was measured of AITER's code objects, as data: where each is right, and where it is wrong.

One file for each version and target, ``support/<aiter version>/<target>.toml``, written by ``rocm-ci aiter survey``::

    schema = 1
    aiter = "0.1.7.post2.dev18"
    target = "gfx942"
    evidence = "emulated"

    [[code_object]]
    name = "pa/pa_bf16_noquant_gqa8_1tg_4w.co"    # below the target's folder, for people
    sha256 = "..."                                # of the file; what was measured is found again by it
    symbol = "_ZN5aiter27pa_bf16_noquant_gqa8_1tg_4wE"
    points = 4711                                 # requests that were run

    [code_object.surveyed]                        # outside of it nothing is known
    context_length = [1, 131072]                  # numbers: lowest and highest, both inside
    gqa = [1, 8]
    head_size = [128, 128]
    unused_slots = ["anything", "finite"]         # words: those that were tried

    [[code_object.wrong]]                         # any number of them
    case = "length_241_to_255"                    # the case file's name without its suffix
    how = "wrong_numbers"                         # of HOW
    summary = "the last tile is counted twice where 16 pages hold fewer than 256 tokens"
    context_length = [241, 255]                   # facts that a request must all meet to be in the region

The names of facts are those of FACTS; anything else is refused. A request is a set of possibilities: a fact that it does not
pin down may take every value. It is inside of what was surveyed where all its possibilities are, and it is refused where
one of them lies in a wrong region. Facts that ``surveyed`` does not name do not matter to the kernel, or are settled by the
implementation's table of what it supports.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

from packaging.version import InvalidVersion, Version

from rocm_kernels.backends.aiter import layer_facts
from rocm_kernels.errors import RocmKernelsError
from rocm_kernels.spec import UNBOUNDED, AttentionSpec
from rocm_kernels.support import Reason, span

SCHEMA = 1
FOLDER = Path(__file__).parent / "support"
# What a measurement can be, the weakest first.
EVIDENCE = ("emulated", "hardware")
# How a region is wrong, the gravest first.
HOW = ("out_of_bounds", "endless", "wrote_outside", "unwritten", "nan", "wrong_numbers")

Interval = tuple[int, int]
Words = frozenset[str]


@dataclass(frozen=True)
class Fact:
    """Something about a request that a region can depend on.

    Attributes:
        meaning: for people.
        words: the values of a fact that is no number; None for numbers.
        promise: how a caller can pin it down, for the message of a refusal; None where the request settles it.
    """

    meaning: str
    words: Words | None = None
    promise: str | None = None


FACTS: Mapping[str, Fact] = {
    "context_length": Fact("tokens of a context that is not empty", promise="min_context_length, max_context_length"),
    "cache_bytes": Fact("bytes of the key cache or of the value cache, the larger of the two"),
    "sequences": Fact("sequences of a request; no spec pins it down"),
    "gqa": Fact("query heads a key/value head"),
    "kv_heads": Fact("key/value heads"),
    "head_size": Fact("elements a head"),
    "block_size": Fact("tokens a page"),
    "unused_slots": Fact(
        "what cache slots that no token owns, and their scales, may hold",
        Words({"finite", "anything"}),
        "finite_cache=True",
    ),
    **{name: Fact(meaning) for name, meaning in layer_facts.MEANINGS.items()},
}


class SurveyFileError(RocmKernelsError, ValueError):
    """A file of survey results is not as its schema has it; the message names file, place and what was expected."""


@dataclass(frozen=True)
class Region:
    """A part of the space of requests: by fact an interval with both ends inside, or words; other facts are free."""

    numbers: Mapping[str, Interval]
    words: Mapping[str, Words]

    def meets(self, request: Region) -> bool:
        """Whether some possibility of a request lies inside."""
        for name, (low, high) in self.numbers.items():
            first, last = request.numbers.get(name, (0, UNBOUNDED))
            if last < low or high < first:
                return False
        return all(request.words.get(name, FACTS[name].words or words) & words for name, words in self.words.items())

    def leaves_out(self, request: Region) -> tuple[str, ...]:
        """Names of the facts by which some possibility of a request lies outside."""
        outside = []
        for name, (low, high) in self.numbers.items():
            first, last = request.numbers.get(name, (0, UNBOUNDED))
            if first < low or last > high:
                outside.append(name)
        for name, words in self.words.items():
            if not request.words.get(name, FACTS[name].words or words) <= words:
                outside.append(name)
        return tuple(outside)

    def __str__(self) -> str:
        said = [f"{name} {_span(ends)}" for name, ends in self.numbers.items()]
        said += [f"{name} {' or '.join(sorted(words))}" for name, words in self.words.items()]
        return ", ".join(said) or "every request"


@dataclass(frozen=True)
class WrongRegion:
    """A part of the space where a code object is wrong.

    Attributes:
        case: name of the case file that reproduces it, without suffix.
        how: one of HOW.
        summary: one sentence for people.
        region: where.
    """

    case: str
    how: str
    summary: str
    region: Region


@dataclass(frozen=True)
class Surveyed:
    """What was measured of one code object.

    Attributes:
        name, sha256, symbol: the code object's.
        points: requests that were run.
        surveyed: the part of the space of which something is known.
        wrong: where it is wrong in it.
        source: version of AITER in whose file it stands.
        evidence: what the measurement was: ``emulated`` or ``hardware``.
    """

    name: str
    sha256: str
    symbol: str
    points: int
    surveyed: Region
    wrong: tuple[WrongRegion, ...]
    source: str
    evidence: str

    def reasons(self, request: Region) -> tuple[Reason, ...]:
        """Why the code object must not serve a request, as far as was measured; empty where it may."""
        reasons = [
            Reason("known_wrong", _known_wrong(entry, request)) for entry in self.wrong if entry.region.meets(request)
        ]
        outside = self.surveyed.leaves_out(request)
        if outside:
            said = "; ".join(_not_measured(name, self.surveyed, request) for name in outside)
            reasons.append(Reason("not_surveyed", f"not surveyed: {said}"))
        return tuple(reasons)


def request_of(spec: AttentionSpec) -> Region:
    """Describe a spec by the facts of regions: what it pins down, and what it leaves open."""
    least = max(spec.min_length_class, 1)
    if least > spec.length_class:
        least = 1  # of empty contexts only, or a spec made by hand: an empty range would pass by every wrong region
    return Region(
        numbers={
            "context_length": (least, spec.length_class),
            "cache_bytes": (0, spec.cache_class),
            "gqa": (spec.gqa, spec.gqa),
            "kv_heads": (spec.kv_heads, spec.kv_heads),
            "head_size": (spec.head_size, spec.head_size),
            "block_size": (spec.block_size, spec.block_size),
        },
        words={"unused_slots": frozenset({"finite"} if spec.finite_cache else {"finite", "anything"})},
    )


def _span(ends: Interval) -> str:
    return f"{ends[0]} and more" if ends[1] >= UNBOUNDED else span(ends)


def _known_wrong(entry: WrongRegion, request: Region) -> str:
    """The case, where it lies, and what a caller could promise so that the request cannot meet it."""
    hints = []
    lengths = entry.region.numbers.get("context_length")
    if lengths is not None:
        low, high = lengths
        ways = [f"max_context_length of at most {low - 1}"] if low > 1 else []
        ways += [f"min_context_length of at least {high + 1}"] if high < UNBOUNDED else []
        hints.append(" or ".join(ways))
    if "unused_slots" in entry.region.words and "anything" in entry.region.words["unused_slots"]:
        hints.append("finite_cache=True")
    promise = f"; promise {', or '.join(hint for hint in hints if hint)}" if any(hints) else ""
    return f"known wrong: {entry.case} ({entry.region}): {entry.summary}{promise}"


def _not_measured(name: str, surveyed: Region, request: Region) -> str:
    if name in surveyed.words:
        asked = request.words.get(name, FACTS[name].words or frozenset())
        return f"{name} {' or '.join(sorted(asked))} is asked for, {' or '.join(sorted(surveyed.words[name]))} was measured"
    asked_for = _span(request.numbers.get(name, (0, UNBOUNDED)))
    return f"{name} {asked_for} is asked for, {_span(surveyed.numbers[name])} was measured"


@cache
def known(target: str, folder: Path = FOLDER) -> Mapping[str, Surveyed]:
    """Everything that was measured on a target, by the hash of the code object, over all versions of AITER.

    A code object that did not change from one version to the next keeps what was measured of it. Of two measurements of one
    that on hardware counts before an emulated one, whatever their versions; of the same evidence the later version's counts.

    Raises:
        SurveyFileError: a file does not follow the schema.
    """
    found: dict[str, Surveyed] = {}
    for path in sorted(folder.glob(f"*/{target}.toml"), key=_by_version):
        for entry in load(path):
            before = found.get(entry.sha256)
            if before is None or EVIDENCE.index(entry.evidence) >= EVIDENCE.index(before.evidence):
                found[entry.sha256] = entry
    return found


def _by_version(path: Path) -> tuple[Version, str]:
    """Order files by the version that names their folder (as text, 0.1.10 would come before 0.1.7); other names come first."""
    name = path.parent.name
    try:
        return Version(name), name
    except InvalidVersion:
        return Version("0.dev0"), name


def load(path: Path) -> tuple[Surveyed, ...]:
    """Read one file; raises SurveyFileError naming the place for anything that the schema does not have."""
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise SurveyFileError(f"{path}: cannot be read: {error}") from error
    return parse(data, str(path))


def parse(data: Mapping[str, Any], where: str) -> tuple[Surveyed, ...]:
    """Check the data of one file and give its code objects; raises SurveyFileError, its message beginning with ``where``."""
    _keys(data, {"schema", "aiter", "target", "evidence"}, {"code_object", "survey"}, where)
    if data["schema"] != SCHEMA:
        raise SurveyFileError(f"{where}: schema: got {data['schema']!r}, expected {SCHEMA}")
    source = _text(data, "aiter", where)
    evidence = _one_of(data, "evidence", EVIDENCE, where)
    entries = data.get("code_object", [])
    if not isinstance(entries, list):
        raise SurveyFileError(f"{where}: code_object: expected an array of tables")
    found = [
        _code_object(entry, f"{where}: code_object {number}", source, evidence) for number, entry in enumerate(entries)
    ]
    hashes = [entry.sha256 for entry in found]
    twice = sorted({digest for digest in hashes if hashes.count(digest) > 1})
    if twice:
        raise SurveyFileError(f"{where}: code_object: sha256 {', '.join(twice)} twice, expected each once")
    return tuple(found)


def _code_object(entry: Any, where: str, source: str, evidence: str) -> Surveyed:
    _keys(entry, {"name", "sha256", "symbol", "points", "surveyed"}, {"wrong"}, where)
    digest = _text(entry, "sha256", where)
    if not re.fullmatch(r"[0-9a-f]{64}", digest):
        raise SurveyFileError(f"{where}: sha256: got {digest!r}, expected 64 hexadecimal digits")
    points = entry["points"]
    if not isinstance(points, int) or isinstance(points, bool) or points < 1:
        raise SurveyFileError(f"{where}: points: got {points!r}, expected a positive number")
    wrong = entry.get("wrong", [])
    if not isinstance(wrong, list):
        raise SurveyFileError(f"{where}: wrong: expected an array of tables")
    return Surveyed(
        _text(entry, "name", where),
        digest,
        _text(entry, "symbol", where),
        points,
        _region(entry["surveyed"], f"{where}: surveyed"),
        tuple(_wrong(region, f"{where}: wrong {number}") for number, region in enumerate(wrong)),
        source,
        evidence,
    )


def _wrong(entry: Any, where: str) -> WrongRegion:
    _keys(entry, {"case", "how", "summary"}, set(FACTS), where)
    facts = {name: value for name, value in entry.items() if name in FACTS}
    return WrongRegion(
        _text(entry, "case", where),
        _one_of(entry, "how", HOW, where),
        _text(entry, "summary", where),
        _region(facts, where),
    )


def _region(entry: Any, where: str) -> Region:
    _keys(entry, set(), set(FACTS), where)
    numbers: dict[str, Interval] = {}
    words: dict[str, Words] = {}
    for name, value in entry.items():
        expected = FACTS[name].words
        if not isinstance(value, list) or not value:
            raise SurveyFileError(f"{where}: {name}: got {value!r}, expected a list")
        if expected is not None:
            if not all(isinstance(word, str) for word in value) or not set(value) <= expected:
                raise SurveyFileError(f"{where}: {name}: got {value!r}, expected some of {', '.join(sorted(expected))}")
            words[name] = frozenset(value)
            continue
        whole = len(value) == 2 and all(isinstance(end, int) and not isinstance(end, bool) for end in value)
        if not whole or not 0 <= value[0] <= value[1] <= UNBOUNDED:
            raise SurveyFileError(f"{where}: {name}: got {value!r}, expected lowest and highest from 0 to 2^62")
        numbers[name] = (value[0], value[1])
    return Region(numbers, words)


def _keys(entry: Any, required: set[str], optional: set[str], where: str) -> None:
    if not isinstance(entry, Mapping):
        raise SurveyFileError(f"{where}: got {entry!r}, expected a table")
    missing, unknown = sorted(required - set(entry)), sorted(set(entry) - required - optional)
    if missing or unknown:
        parts = [f"lacks {', '.join(missing)}"] if missing else []
        parts += [f"has {', '.join(unknown)}, which the schema does not know"] if unknown else []
        raise SurveyFileError(f"{where}: {'; '.join(parts)}")


def _text(entry: Mapping[str, Any], name: str, where: str) -> str:
    value = entry[name]
    if not isinstance(value, str) or not value:
        raise SurveyFileError(f"{where}: {name}: got {value!r}, expected text")
    return value


def _one_of(entry: Mapping[str, Any], name: str, allowed: tuple[str, ...], where: str) -> str:
    value = _text(entry, name, where)
    if value not in allowed:
        raise SurveyFileError(f"{where}: {name}: got {value!r}, expected one of {', '.join(allowed)}")
    return value
