"""What counts as an executed RUN line, by logs as buildx writes them."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.docker import run_lines

DOCKERFILE = """FROM base AS one
RUN --mount=type=bind,from=scripts,target=/scripts \\
    /scripts/build.sh "${COMMIT}" && \\
    /scripts/other.sh
FROM one AS two
RUN true
"""
LOG = """#1 [internal] load build definition from Dockerfile
#1 DONE 0.0s
#9 [one 1/1] RUN --mount=type=bind,from=scripts,target=/scripts     /scripts/build.sh "abc" &&     /scripts/other.sh
#9 0.31 some output DONE
{end}
"""


@pytest.fixture
def dockerfile(tmp_path: Path) -> Path:
    path = tmp_path / "Dockerfile"
    path.write_text(DOCKERFILE)
    return path


@pytest.mark.parametrize("end", ["#9 DONE 1.3s", "#9 CACHED"])
def test_a_line_that_ended_counts_whatever_its_arguments(dockerfile: Path, end: str) -> None:
    assert run_lines.never_executed([dockerfile], LOG.format(end=end)) == ["Dockerfile: true"]


@pytest.mark.parametrize("end", ["#9 ERROR: process did not complete", "#9 CANCELED", "#10 DONE 1.3s", ""])
def test_a_line_that_failed_was_cancelled_or_never_ended_does_not_count(dockerfile: Path, end: str) -> None:
    assert len(run_lines.never_executed([dockerfile], LOG.format(end=end))) == 2


def test_steps_of_another_build_with_the_same_numbers_are_others(dockerfile: Path) -> None:
    again = LOG.format(end="#0 building with another instance") + "#9 DONE 0.1s\n"
    assert len(run_lines.never_executed([dockerfile], again)) == 2


def test_a_dockerfile_without_run_lines_is_refused(tmp_path: Path) -> None:
    (tmp_path / "Dockerfile").write_text("FROM scratch\n")
    with pytest.raises(ValueError, match="has no RUN line"):
        run_lines.never_executed([tmp_path / "Dockerfile"], "")
