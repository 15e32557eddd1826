"""Which requests for products and experts AITER's code objects serve: what the host checks, and what was measured of the file.

A request that the table lets through leads to one code object. It is served where that file is whole, takes the arguments that
are packed, and was surveyed and found right for all that the request can be.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from rocm_kernels import flags
from rocm_kernels.backends.aiter import package, surveyed
from rocm_kernels.backends.aiter.layer_code_objects import LayerCodeObject, LayerListing, LayerRow, read_once
from rocm_kernels.backends.aiter.layer_facts import numbers_of
from rocm_kernels.layer_specs import LayerSpec
from rocm_kernels.layer_support import LayerSupport
from rocm_kernels.support import Reason

ALLOW = "ROCM_KERNELS_ALLOW_NOT_SURVEYED"
TRUTH = "{target}.layers"


@dataclass(frozen=True)
class LayerAsmSupport(LayerSupport):
    """A table whose requests are also held against the code object that would serve them.

    Attributes:
        family: (spec) -> the family that serves it.
        choice: (rows of the family that fit, spec) -> the one that is launched, None where none fits.
    """

    family: Callable[[Any], str] = lambda spec: ""
    choice: Callable[[Sequence[LayerRow], Any], LayerRow | None] = lambda rows, spec: None

    @property
    def rules(self) -> tuple[str, ...]:
        """Codes of the rules beside the table's columns."""
        return (*self.extra, "known_wrong", "not_surveyed")

    def reasons(self, spec: LayerSpec) -> tuple[Reason, ...]:
        """Every reason why ``spec`` is not served: those of the table, and where it has none, those of the code object."""
        return super().reasons(spec) or self._of_code_object(spec)

    def code_object(self, spec: LayerSpec) -> LayerCodeObject | Reason:
        """The code object that serves a request of this table, or why there is none."""
        if spec.target is None:
            return Reason("target", f"the target of {spec.device} is not known")
        hsa = package.hsa_folder()
        if hsa is None:
            return Reason("folder_missing", f"no folder of code objects (hsa) of {package.DISTRIBUTION} is there")
        return self._chosen(read_once(hsa, spec.target), spec)

    def _chosen(self, listing: LayerListing, spec: LayerSpec) -> LayerCodeObject | Reason:
        """A row whose file is broken is chosen as any other: the host would, and its error ends the process."""
        family = self.family(spec)
        problems = [problem for problem in listing.problems if problem.family in ("", family)]
        broken = {problem.row: problem for problem in problems if problem.row is not None}
        row = self.choice([*listing.family(family), *broken], spec)
        if isinstance(row, LayerCodeObject):
            return row
        if row is not None:
            return Reason(broken[row].code, broken[row].message)
        general = next((problem for problem in problems if problem.row is None), None)
        if general is not None:
            return Reason(general.code, general.message)
        return Reason(
            "no_code_object", f"AITER's tables for {listing.target} have no kernel of {family} for this shape"
        )

    def _of_code_object(self, spec: LayerSpec) -> tuple[Reason, ...]:
        if package.hsa_folder() is None and not package.installed():
            return ()  # that nothing is installed is no property of the request
        found = self.code_object(spec)
        if isinstance(found, Reason):
            return (found,)
        reasons = survey_reasons(found, spec)
        if flags.current()[ALLOW]:
            reasons = tuple(reason for reason in reasons if reason.code != "not_surveyed")
        return reasons

    def remarks(self, spec: LayerSpec) -> tuple[str, ...]:
        """What to know about a request that is served: that nothing was measured, where a flag lets it through."""
        found = self.code_object(spec)
        if isinstance(found, Reason):
            return ()
        missing = [reason.message for reason in survey_reasons(found, spec) if reason.code == "not_surveyed"]
        return tuple(f"{found.name}: {message}; allowed by {ALLOW}" for message in missing)


def survey_reasons(code_object: LayerCodeObject, spec: LayerSpec) -> tuple[Reason, ...]:
    """Hold a request against what was measured of a code object; empty where it was found right for all of it."""
    try:
        found = surveyed.known(TRUTH.format(target=code_object.target)).get(code_object.sha256)
    except surveyed.SurveyFileError as error:
        return (Reason("not_surveyed", f"not surveyed: the results cannot be read: {error}"),)
    if found is None:
        said = f"where {code_object.name} (sha256 {code_object.sha256[:12]}...) is right has not been measured"
        return (Reason("not_surveyed", f"not surveyed: {said}, so it is not trusted"),)
    return found.reasons(surveyed.Region(numbers=numbers_of(spec), words={}))
