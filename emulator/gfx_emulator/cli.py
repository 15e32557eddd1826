"""The command line ``gfx-emulator``: inspect, disasm, coverage, compile and replay."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from gfx_emulator import inspection
from gfx_emulator.code_object import CodeObject
from gfx_emulator.errors import EmulatorError
from gfx_emulator.targets import TARGETS

if TYPE_CHECKING:
    from gfx_emulator.device import Device

EXIT_OK = 0
EXIT_DIFFERENT = 1
"""Something is missing or does not agree."""
EXIT_ERROR = 2
"""The command could not be carried out."""

_EXAMPLES = """\
examples:
  gfx-emulator inspect kernel.co --json
  gfx-emulator disasm kernel.co --kernel add
  gfx-emulator coverage FOLDER --target gfx942
  gfx-emulator compile add.hip --target gfx942 --output add.co
  gfx-emulator replay launch.safetensors --check
"""


def _inspect(options: argparse.Namespace) -> int:
    description = inspection.describe(CodeObject.load(options.file))
    if options.json:
        print(json.dumps(description, indent=2))
    else:
        print("\n".join(inspection.render(description)))
    return EXIT_OK


def _disasm(options: argparse.Namespace) -> int:
    code_object = CodeObject.load(options.file)
    kernels = [code_object.kernel(options.kernel)] if options.kernel else list(code_object.kernels.values())
    for kernel in kernels:
        print("\n".join(inspection.listing(code_object, kernel)))
    return EXIT_OK


def _coverage(options: argparse.Namespace) -> int:
    from gfx_emulator import coverage

    def show(done: int, total: int) -> None:
        if sys.stderr.isatty():
            print(f"\r{done}/{total} files", end="\r", file=sys.stderr, flush=True)

    measured = coverage.measure(options.folder, target=options.target, progress=show)
    if options.json:
        print(json.dumps(measured.to_json(), indent=2))
    else:
        print("\n".join(measured.render()))
    return EXIT_DIFFERENT if measured.missing or measured.unreadable else EXIT_OK


def _compile(options: argparse.Namespace) -> int:
    from gfx_emulator.compile import compile_hip
    from gfx_emulator.compile.cache import write_atomically

    defines = dict(entry.partition("=")[::2] if "=" in entry else (entry, "1") for entry in options.define)
    compiled = compile_hip(
        options.file,
        options.target,
        options=options.option,
        defines=defines,
        include_folders=options.include,
        compiler=options.compiler,
    )
    output = options.output or options.file.with_suffix(f".{options.target}.co")
    write_atomically(output, compiled.code)
    if options.json:
        print(json.dumps({"output": str(output), **compiled.manifest.to_json()}, indent=2))
        return EXIT_OK
    print(f"{output}: {compiled.manifest.compiler_version}")
    for kernel in compiled.manifest.kernels:
        print(
            f"  {kernel.name}: {kernel.vgpr_count} VGPRs, {kernel.agpr_count} AGPRs, {kernel.sgpr_count} SGPRs, "
            f"{kernel.lds_bytes} bytes LDS, {kernel.vgpr_spill_count + kernel.sgpr_spill_count} spills"
        )
    return EXIT_OK


def _device(target: str, options: argparse.Namespace) -> Device:
    # Imported late: the JIT compiler takes longer to load than the other commands take to run.
    from gfx_emulator.device import Device

    return Device(target, threads=options.threads, check=options.check)


def _replay(options: argparse.Namespace) -> int:
    from gfx_emulator import record as records

    recorded = records.load(options.file)
    code = options.code_object.read_bytes() if options.code_object else None
    replayed, comparisons = records.replay(recorded, _device(recorded.target, options), code)
    if options.output:
        records.save(replayed, options.output)
    agrees = all(comparison.agrees for comparison in comparisons)
    if options.json:
        report = {
            "kernel": recorded.kernel,
            "recorded": {"evidence": recorded.evidence, "device": recorded.device},
            "replayed": {"evidence": replayed.evidence, "device": replayed.device},
            "agrees": agrees,
            "buffers": [
                {
                    "name": entry.name,
                    "elements": entry.elements,
                    "different": entry.different,
                    "outside": entry.outside,
                    "largest_absolute": entry.largest_absolute,
                    "largest_relative": entry.largest_relative,
                    "first_outside": entry.first_outside,
                }
                for entry in comparisons
            ],
        }
        print(json.dumps(report, indent=2))
        return EXIT_OK if agrees else EXIT_DIFFERENT
    print(f"{recorded.kernel}: recorded as {recorded.evidence} on {recorded.device}, replayed as emulated")
    for entry in comparisons:
        print(
            f"  {entry.name}: {entry.elements} elements, {entry.different} differ in some bit, "
            f"{entry.outside} outside the tolerance (largest error {entry.largest_absolute:.3g}, "
            f"relative {entry.largest_relative:.3g})"
        )
    print("agrees" if agrees else "DIFFERS")
    return EXIT_OK if agrees else EXIT_DIFFERENT


def build_parser() -> argparse.ArgumentParser:
    """Return the parser; each subcommand sets ``run``."""
    parser = argparse.ArgumentParser(
        prog="gfx-emulator",
        description="Read, compile, measure and run the machine code of AMD GPUs on a CPU.",
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    commands = parser.add_subparsers(required=True, metavar="command")

    def add(name: str, run: Callable[[argparse.Namespace], int], text: str, example: str) -> argparse.ArgumentParser:
        command = commands.add_parser(
            name,
            help=text,
            description=f"{text[0].upper()}{text[1:]}.",
            epilog=f"example:\n  gfx-emulator {example}",
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        command.set_defaults(run=run)
        return command

    command = add("inspect", _inspect, "show kernels, arguments, registers, LDS and float mode", "inspect kernel.co")
    command.add_argument("file", type=Path, help="a code object")
    command.add_argument("--json", action="store_true", help="print JSON")

    command = add("disasm", _disasm, "disassemble the kernels of a code object", "disasm kernel.co --kernel add")
    command.add_argument("file", type=Path, help="a code object")
    command.add_argument("--kernel", help="only this kernel")

    command = add(
        "coverage",
        _coverage,
        "count the instructions of a folder of code objects, and those not implemented (exit code 1 if any)",
        "coverage FOLDER --target gfx942 --json",
    )
    command.add_argument("folder", type=Path, help="a folder with .co or .hsaco files, or one such file")
    command.add_argument("--target", choices=TARGETS, help="skip code objects for other targets")
    command.add_argument("--json", action="store_true", help="print JSON")

    command = add("compile", _compile, "compile a HIP source to a code object", "compile add.hip --target gfx942")
    command.add_argument("file", type=Path, help="a HIP source")
    command.add_argument("--target", choices=TARGETS, required=True, help="the AMD processor")
    command.add_argument("--output", type=Path, help="where the code object goes (default: beside the source)")
    command.add_argument("--compiler", choices=("auto", "ziglang", "hipcc"), default="auto", help="default: auto")
    command.add_argument("-D", "--define", action="append", default=[], metavar="NAME[=VALUE]", help="set a macro")
    command.add_argument("-I", "--include", action="append", default=[], metavar="FOLDER", help="add an include folder")
    command.add_argument("--option", action="append", default=[], help="one more compiler option, as --option=-O2")
    command.add_argument("--json", action="store_true", help="print the manifest as JSON")

    command = add("replay", _replay, "run a recorded launch and compare (exit code 1 if it differs)", "replay FILE")
    command.add_argument("file", type=Path, help="a record, see docs/record_format.md")
    command.add_argument("--code-object", type=Path, help="the code object, where the record does not hold it")
    command.add_argument("--output", type=Path, help="write a record with the emulator's results")
    command.add_argument("--threads", type=int, help="CPU threads (default: all)")
    command.add_argument("--check", action="store_true", help="run in checked mode")
    command.add_argument("--json", action="store_true", help="print JSON")
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; returns 0, 1 where something is missing or differs, 2 where it cannot be done."""
    options = build_parser().parse_args(arguments)
    try:
        status: int = options.run(options)
    except (EmulatorError, OSError) as error:
        if isinstance(error, BrokenPipeError):
            _leave_closed_pipe()
        print(f"gfx-emulator: {error}", file=sys.stderr)
        return EXIT_ERROR
    return status


def _leave_closed_pipe() -> NoReturn:
    # The reader has had enough (| head); Python would complain once more when it flushes at exit.
    sys.stderr.close()
    raise SystemExit(EXIT_OK)


if __name__ == "__main__":
    sys.exit(main())
