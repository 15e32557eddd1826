"""What several commands share: the checkout, the choice of cells, the machine that is demanded."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import get_args

from rocm_ci import changes
from rocm_ci.cell import Op
from rocm_ci.errors import GpuRequiredError, RocmCiError, did_you_mean
from rocm_ci.labels import FILE as LABELS_FILE
from rocm_ci.labels import load as load_labels
from rocm_ci.machine import Machine, gpu_required
from rocm_ci.matrix import Matrix, load
from rocm_ci.plan import EVIDENCE, Selection
from rocm_kernels import devices
from rocm_kernels.policy import BACKENDS
from rocm_kernels.targets import TARGETS

MATRIX = Path("ci") / "matrix.toml"
# Options that take one of a few words.
KNOWN: dict[str, tuple[str, ...]] = {
    "device": (*devices.KINDS, *(f"emulated:{target}" for target in TARGETS)),
    "op": get_args(Op),
    "backend": BACKENDS,
    "target": tuple(TARGETS),
    "evidence": tuple(sorted({*EVIDENCE.values(), "interpreted"})),
}


def find_root(start: Path) -> Path:
    """The repository around ``start``, else around this package; raises RocmCiError."""
    for folder in (start, *start.parents, *Path(__file__).resolve().parents):
        if (folder / MATRIX).is_file():
            return folder
    raise RocmCiError(f"{start} lies in no checkout of rocm-attention-ci (no {MATRIX} above it)")


def positive(text: str) -> int:
    """Take a whole number from 1 on as the value of an option."""
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError("must be at least 1")
    return number


def there(text: str) -> Path:
    """Take a file that is there as the value of an option: a misspelt one must not read as an empty one."""
    path = Path(text)
    if not path.is_file():
        raise argparse.ArgumentTypeError(f"{text!r} is no file")
    return path


def folder(text: str) -> Path:
    """Take a folder that is there as the value of an option."""
    path = Path(text)
    if not path.is_dir():
        raise argparse.ArgumentTypeError(f"{text!r} is no folder")
    return path


def _known(option: str) -> Callable[[str], str]:
    """Take the words of one row of KNOWN only; the others are an error with the nearest of them."""

    def take(text: str) -> str:
        known = KNOWN[option]
        if text in known:
            return text
        # `rocm:gfx942` is a device elsewhere; here a cell is meant for `rocm` and says itself for which target.
        kind = text.partition(":")[0]
        of_that_kind = [word for word in known if word.partition(":")[0] == kind]
        of_that_target = [f"did you mean {word!r}?" for word in known if word.endswith(f":{text}")]
        nearest = next(
            filter(None, (*of_that_target, did_you_mean(text, of_that_kind or known))),
            f"did you mean {kind!r}?" if of_that_kind else None,
        )
        raise argparse.ArgumentTypeError(
            f"{text!r} is none of {', '.join(known)}" + (f"; {nearest}" if nearest else "")
        )

    return take


def add_selection(parser: argparse.ArgumentParser) -> None:
    """Add the options that choose cells."""
    parser.add_argument(
        "--matrix", type=Path, default=None, metavar="FILE", help="the matrix (default: ci/matrix.toml)"
    )
    parser.add_argument("--id", action="append", default=[], metavar="GLOB", help="cells by id; may be repeated")
    for name, text in (
        ("device", "rocm, emulated, emulated:<target>, cuda or cpu; may be repeated"),
        ("op", f"{', '.join(KNOWN['op'])}; may be repeated"),
        ("backend", f"expected backend: {', '.join(KNOWN['backend'])}; may be repeated"),
        ("target", f"cells for {', '.join(KNOWN['target'])}, those for any GPU among them; may be repeated"),
        ("evidence", f"what a cell shows: {', '.join(KNOWN['evidence'])}; may be repeated"),
    ):
        parser.add_argument(
            f"--{name}", action="append", default=[], type=_known(name), metavar=name.upper(), help=text
        )
    parser.add_argument(
        "--label",
        action="append",
        default=[],
        help="cells of a label of ci/pipeline.toml; may be repeated: any of them",
    )
    parser.add_argument(
        "--changed-since",
        default=None,
        metavar="COMMIT",
        help="cells whose result may depend on a file that differs from where this branch left COMMIT",
    )
    parser.add_argument("--shard", type=_part, default=None, metavar="N/M", help="part N of M of about equal length")
    parser.add_argument(
        "--size", choices=("quick", "full"), default="full", help="quick takes the quick slice (default: full)"
    )


def _part(text: str) -> tuple[int, int]:
    """Take ``2/5`` as the value of an option."""
    number, slash, count = text.partition("/")
    if not (slash and number.isdecimal() and count.isdecimal() and 1 <= int(number) <= int(count)):
        raise argparse.ArgumentTypeError(f"{text!r} is no part such as 2/5")
    return int(number), int(count)


def selection_of(arguments: argparse.Namespace, matrix: Matrix, root: Path) -> Selection:
    """Read the options of `add_selection`; raises RocmCiError for a label or a commit that nobody knows."""
    since = arguments.changed_since
    labels = load_labels(root) if arguments.label else {}
    for name in arguments.label:
        if name not in labels:
            hint = did_you_mean(name, labels)
            raise RocmCiError(f"--label: no label {name!r} in {LABELS_FILE}" + (f"; {hint}" if hint else ""))
    return Selection(
        ids=tuple(arguments.id),
        devices=tuple(arguments.device),
        ops=tuple(arguments.op),
        backends=tuple(arguments.backend),
        size=arguments.size,
        targets=tuple(arguments.target),
        evidence=tuple(arguments.evidence),
        affected=None if since is None else changes.affected(root, matrix.cells, since),
        labels=tuple(labels[name] for name in arguments.label),
        shard=arguments.shard,
    )


def matrix_of(arguments: argparse.Namespace, root: Path) -> Matrix:
    """Load the matrix that `--matrix` names, else that of the checkout; raises MatrixError."""
    return load(arguments.matrix if arguments.matrix is not None else root / MATRIX)


def require_gpu(machine: Machine) -> None:
    """Raise GpuRequiredError where ROCM_CI_REQUIRE_GPU is set and there is no AMD GPU."""
    if gpu_required() and machine.device != "rocm":
        raise GpuRequiredError(f"ROCM_CI_REQUIRE_GPU is set, but: {machine.summary}")
