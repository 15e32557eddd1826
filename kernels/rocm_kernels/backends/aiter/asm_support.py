"""Which requests AITER's asm kernels serve: the table of what the host checks, and what was measured of the code object.

A request that the table lets through leads to one code object, the one that the host would launch. It is served where that file
is whole, takes the arguments that are packed, and was surveyed and found right for all that the request can be.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from rocm_kernels import flags
from rocm_kernels.backends.aiter import package, selection, surveyed
from rocm_kernels.backends.aiter.code_objects import CodeObject, Listing, Row, read_once
from rocm_kernels.spec import UNBOUNDED, AttentionSpec
from rocm_kernels.support import Reason, Support

ALLOW = "ROCM_KERNELS_ALLOW_NOT_SURVEYED"
Choice = Callable[[Iterable[Row], AttentionSpec], Row | None]


def listed(rows: Iterable[Row], spec: AttentionSpec) -> Row | None:
    """The row that this project has AITER's host launch."""
    return selection.choose(rows, spec.query_dtype, selection.KV_WORDS[spec.kv_dtype], spec.gqa, spec.block_size)


# The 16-bit kernels of AITER's first releases, by type.
LEGACY: Mapping[str, str] = {"bf16": "pa_a16w16_b16.co", "fp16": "pa_a16w16_f16.co"}


def legacy(rows: Iterable[Row], spec: AttentionSpec) -> Row | None:
    """The row of the 16-bit kernel that AITER's first releases launched."""
    return next((row for row in rows if row.name == LEGACY.get(spec.kv_dtype)), None)


@dataclass(frozen=True)
class AsmSupport(Support):
    """A table whose requests are also held against the code object that would serve them.

    Attributes:
        choice: how a request leads to a row.
    """

    choice: Choice = listed

    @property
    def rules(self) -> tuple[str, ...]:
        """Codes of the rules beside the table's columns."""
        return (*self.extra, "known_wrong", "not_surveyed")

    def reasons(self, spec: AttentionSpec) -> tuple[Reason, ...]:
        """Every reason why ``spec`` is not served: those of the table, and where it has none, those of the code object."""
        return super().reasons(spec) or self._of_code_object(spec)

    def code_object(self, spec: AttentionSpec) -> CodeObject | Reason:
        """The code object that serves a request of this table, or why there is none."""
        if spec.target is None:
            return Reason("target", f"the target of {spec.device} is not known")
        hsa = package.hsa_folder()
        if hsa is None:
            return Reason("folder_missing", f"no folder of code objects (hsa) of {package.DISTRIBUTION} is there")
        return _chosen(self.choice, hsa, spec)

    def _of_code_object(self, spec: AttentionSpec) -> tuple[Reason, ...]:
        if package.hsa_folder() is None and not package.installed():
            return ()  # that nothing is installed is no property of the request
        found = self.code_object(spec)
        if isinstance(found, Reason):
            return (found,)
        reasons = _launched(found, spec) + survey_reasons(found, spec)
        if flags.current()[ALLOW]:
            reasons = tuple(reason for reason in reasons if reason.code != "not_surveyed")
        return reasons

    def remarks(self, spec: AttentionSpec) -> tuple[str, ...]:
        """What to know of a request that is served: the promises that it rests on, and what a flag lets through unmeasured."""
        found = self.code_object(spec)
        if isinstance(found, Reason):
            return ()
        missing = [reason.message for reason in survey_reasons(found, spec) if reason.code == "not_surveyed"]
        said = [f"{found.name}: {message}; allowed by {ALLOW}" for message in missing]
        promises = _needed_promises(found, spec)
        if promises:
            said.append(f"{found.name} is right here as long as it is true that {', that '.join(promises)}")
        return tuple(said)


def survey_reasons(code_object: CodeObject, spec: AttentionSpec) -> tuple[Reason, ...]:
    """Hold a request against what was measured of a code object; empty where it was found right for all of it."""
    try:
        found = surveyed.known(code_object.target).get(code_object.sha256)
    except surveyed.SurveyFileError as error:
        return (Reason("not_surveyed", f"not surveyed: the results cannot be read: {error}"),)
    if found is None:
        digest = code_object.sha256[:12]
        return (
            Reason(
                "not_surveyed",
                f"not surveyed: where {code_object.name} (sha256 {digest}...) is right has not been measured, so it is not "
                f"trusted",
            ),
        )
    return found.reasons(surveyed.request_of(spec))


def _needed_promises(code_object: CodeObject, spec: AttentionSpec) -> tuple[str, ...]:
    """What was promised of a request without which it could meet a region where the code object is wrong."""
    promises = (
        ("every slot of the cache holds finite numbers (finite_cache)", replace(spec, finite_cache=False)),
        (
            f"no context but an empty one is shorter than {spec.min_length_class} tokens (min_context_length)",
            replace(spec, min_length_class=0),
        ),
        (
            f"no context is longer than {spec.length_class} tokens (max_context_length, or the block table's width)",
            replace(spec, length_class=UNBOUNDED),
        ),
    )
    return tuple(
        words
        for words, without in promises
        if any(reason.code == "known_wrong" for reason in survey_reasons(code_object, without))
    )


def _launched(code_object: CodeObject, spec: AttentionSpec) -> tuple[Reason, ...]:
    if code_object.listed or spec.device.startswith("emulated"):
        return ()
    where = f"{package.DISTRIBUTION} {package.version() or ''}".strip()
    return (
        Reason("not_listed", f"the host of {where} launches what its tables name, {code_object.name} is not there"),
    )


_choices: dict[tuple[Choice, Path, AttentionSpec], CodeObject | Reason] = {}


def _chosen(choice: Choice, hsa: Path, spec: AttentionSpec) -> CodeObject | Reason:
    key = (choice, hsa, spec)
    found = _choices.get(key)
    if found is None:
        if len(_choices) >= 8_192:
            _choices.clear()
        found = _choices[key] = _choose(choice, read_once(hsa, str(spec.target)), spec)
    return found


def _choose(choice: Choice, listing: Listing, spec: AttentionSpec) -> CodeObject | Reason:
    """A row whose file is broken is chosen as any other: the host would, and its error ends the process with exit code 0."""
    broken = {problem.row: problem for problem in listing.problems if problem.row is not None}
    row = choice([*listing.objects, *broken], spec)
    if isinstance(row, CodeObject):
        return row
    if row is not None:
        return Reason(broken[row].code, broken[row].message)
    general = next((problem for problem in listing.problems if problem.row is None), None)
    if general is not None:
        return Reason(general.code, general.message)
    gqa, kv = spec.gqa, selection.KV_WORDS[spec.kv_dtype]
    return Reason(
        "no_code_object",
        f"AITER's tables for {listing.target} have no kernel for {spec.query_dtype} over {kv}, {gqa} query heads a "
        f"key/value head, pages of {spec.block_size}",
    )
