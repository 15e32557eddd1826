"""Files that are generated from matrix and settings, committed, and checked for drift."""

from __future__ import annotations

from pathlib import Path

import yaml

from rocm_ci.pipeline import buildkite, lint, steps
from rocm_ci.pipeline.settings import PipelineError
from rocm_ci.pipeline.steps import Pipeline, Sources

WORKFLOW = Path(".github") / "workflows" / "cpu.yml"
CHECKOUT = "actions/checkout@11bd71901bbe5b1630ceea73d27597364c9af683"  # v4.2.2
PYTHON = "actions/setup-python@a26af69be951a213d495a4c3e4e4022e16d87065"  # v5.6.0
UPLOAD = "actions/upload-artifact@ea165f8d65b6e75b540449e92b4886f43607fa02"  # v4.6.2


def generated(sources: Sources) -> dict[Path, str]:
    """Path from the root to what must stand there."""
    built = {name: steps.build(sources, name) for name in sources.settings.sizes}
    files = {buildkite.FOLDER / f"{name}.yml": buildkite.text(pipeline) for name, pipeline in built.items()}
    return files | {WORKFLOW: workflow(next(iter(built.values())))}


def workflow(pipeline: Pipeline) -> str:
    """The workflow of GitHub: the steps without a GPU, through the same `rocm-ci step`; raises PipelineError."""
    keys = [step.key for step in pipeline.steps if step.queue == "cpu" and step.key != steps.VERDICT]
    runs = [
        {"uses": CHECKOUT, "with": {"fetch-depth": 0, "persist-credentials": False}},
        {"uses": PYTHON, "with": {"python-version": "3.11"}},
        {
            "name": "step",
            "run": f'ci/pipeline.sh step "$STEP" --pipeline {pipeline.name}',
            "env": {"STEP": "${{ matrix.step }}"},
        },
        {
            "name": "summary",
            "if": "always()",
            "run": 'cat "reports/steps/$STEP/latest/annotation.md" >>"$GITHUB_STEP_SUMMARY" 2>/dev/null || true',
            "env": {"STEP": "${{ matrix.step }}"},
        },
        {
            "uses": UPLOAD,
            "if": "always()",
            "with": {"name": "${{ matrix.step }}", "path": "reports/steps", "if-no-files-found": "ignore"},
        },
    ]
    document = {
        "name": "cpu",
        "on": {"push": {"branches": ["main"]}, "pull_request": None},
        "permissions": {"contents": "read"},
        "concurrency": {"group": "cpu-${{ github.ref }}", "cancel-in-progress": True},
        "jobs": {
            "step": {
                "runs-on": "ubuntu-24.04",
                "timeout-minutes": max(step.minutes for step in pipeline.steps if step.key in keys),
                "strategy": {"fail-fast": False, "matrix": {"step": keys}},
                "steps": runs,
            }
        },
    }
    if troubles := lint.workflow(document):
        raise PipelineError(f"{WORKFLOW} is not valid: {'; '.join(troubles)}")
    head = "# Generated: `rocm-ci pipeline generate`. Evidence is emulated, interpreted or reference: there is no GPU here.\n"
    body = yaml.safe_dump(document, sort_keys=False, width=1000)
    return head + body.replace("'on':", "on:")


def outdated(root: Path, sources: Sources) -> dict[Path, str]:
    """Generated files that are not what they should be, and what they should be."""
    found = {}
    for path, text in generated(sources).items():
        file = root / path
        if not file.is_file() or file.read_text(encoding="utf-8") != text:
            found[path] = text
    return found


def left_over(root: Path, sources: Sources) -> list[Path]:
    """Files in the folder of pipelines that nothing generates any more."""
    known = {root / path for path in generated(sources)}
    return [path for path in sorted((root / buildkite.FOLDER).glob("*")) if path not in known]
