"""Writes the tables of the documentation that follow from code and matrix: between two marks, checked for drift by a test."""

from __future__ import annotations

import itertools
import re
import sys
from collections import Counter
from pathlib import Path

from rocm_ci import layer_documentation
from rocm_ci.commands.common import MATRIX, find_root
from rocm_ci.commands.run import exit_code_table
from rocm_ci.errors import RocmCiError
from rocm_ci.matrix import load
from rocm_kernels import registry
from rocm_kernels.backends.aiter.survey import page
from rocm_kernels.files import write_atomically
from rocm_kernels.spec import FEATURES
from rocm_kernels.support import Support, span

MOST_LISTED = 12  # numbers; more of them are written as a range
# Rules that refuse every request.
NEVER_SERVED = {"known_wrong": "known wrong", "not_surveyed": "not surveyed"}
RULES = "[rules](docs/dispatch.md#reasons)"
OPS = ("paged_attention", "prefill_attention", "reshape_and_cache")


def _values(values: frozenset[str] | frozenset[int] | None) -> str:
    if values is None:
        return "any"
    numbers = sorted(value for value in values if isinstance(value, int))
    if len(numbers) > MOST_LISTED:
        steps = {later - earlier for earlier, later in itertools.pairwise(numbers)}
        if len(steps) == 1:
            step = steps.pop()
            return f"{numbers[0]} to {numbers[-1]}" + (f" in steps of {step}" if step > 1 else "")
    return ", ".join(str(value) for value in numbers) or ", ".join(sorted(map(str, values)))


def _unused(support: Support) -> str:
    """Say of an implementation that serves no request at all why it does not."""
    reasons = [words for code, words in NEVER_SERVED.items() if code in support.extra]
    return f" (not used: {', '.join(reasons)})" if reasons else ""


def _features(support: Support) -> str:
    missing = [name for name in FEATURES if name not in support.features]
    if not missing:
        return "all"
    return "none" if len(missing) == len(FEATURES) else "all but " + ", ".join(missing)


def backends() -> str:
    """Every implementation with its predicate, from the tables that the dispatcher reads."""
    heads = ("implementation", "devices", "query", "cache", "head size", "page", "gqa", "layouts", "options", RULES)
    lines = [f"| {' | '.join(heads)} |", "|" + " --- |" * len(heads)]
    for op in OPS:
        for entry in registry.implementations(op):
            support = entry.support
            assert isinstance(support, Support), f"{entry.name} describes itself by another table"
            targets = "" if support.targets is None else f" ({_values(support.targets)})"
            cells = (
                f"`{entry.name}`" + _unused(support),
                _values(support.devices) + targets,
                _values(support.query_dtypes),
                _values(support.kv_dtypes),
                _values(support.head_sizes),
                _values(support.block_sizes),
                "any" if support.gqa is None else span(support.gqa),
                _values(support.layouts),
                _features(support),
                ", ".join(support.rules) or "-",
            )
            lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines)


def families(root: Path) -> str:
    """The families of the matrix: what each guards against, and how many cells it has where."""
    lines = ["| family | op | guards against | reported as | cells |", "| --- | --- | --- | --- | --- |"]
    cells = load(root / MATRIX).cells
    for family in dict.fromkeys(cell.family for cell in cells):
        members = [cell for cell in cells if cell.family == family]
        runs = ", ".join(f"{count} {run}" for run, count in Counter(cell.run for cell in members).items())
        sources = ", ".join(members[0].sources) or "-"
        lines.append(f"| {family} | {members[0].op} | {members[0].why} | {sources} | {runs} |")
    return "\n".join(lines)


def generated(root: Path) -> dict[Path, dict[str, str]]:
    """File to mark to text."""
    return {
        root / "README.md": {"backends": backends()},
        root / "docs" / "matrix.md": {"families": families(root)},
        root / "docs" / "ops.md": {"implementations": layer_documentation.implementations()},
        root / "docs" / "aiter_survey.md": {"survey": page.text()},
        root / "docs" / "red_build.md": {"exit codes": f"```\n{exit_code_table()}\n```"},
    }


def replaced(text: str, mark: str, content: str) -> str:
    """The text with what stands between the two marks replaced; raises RocmCiError where they are missing."""
    begin, end = f"<!-- begin {mark} -->", f"<!-- end {mark} -->"
    pattern = re.compile(f"{re.escape(begin)}.*?{re.escape(end)}", re.DOTALL)
    if len(pattern.findall(text)) != 1:
        raise RocmCiError(f"the marks {begin} and {end} must stand once")
    return pattern.sub(lambda _: f"{begin}\n{content}\n{end}", text)


def outdated(root: Path) -> dict[Path, str]:
    """Files whose generated parts are not what they should be, with the text that they should have."""
    found = {}
    for path, parts in generated(root).items():
        text = wanted = path.read_text(encoding="utf-8")
        for mark, content in parts.items():
            wanted = replaced(wanted, mark, content)
        if wanted != text:
            found[path] = wanted
    return found


def main() -> int:
    """Rewrite every generated table; 0 always."""
    root = find_root(Path.cwd())
    for path, text in outdated(root).items():
        write_atomically(path, text)
        sys.stdout.write(f"rewrote {path.relative_to(root)}\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
