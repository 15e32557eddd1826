"""The AITER package as it is found: imports that fail, functions that are missing, signatures that drifted."""

from __future__ import annotations

import ast
import importlib.util
import types
from pathlib import Path

import pytest
import torch
from tests.fakes.install import BROKEN, FAKES, aiter_from, fake_aiter

from rocm_kernels.backends.aiter import asm_paged_attention, package
from rocm_kernels.backends.aiter.contract import SIGNATURES
from rocm_kernels.errors import ImplementationFailure

EXPECTED = SIGNATURES["pa_fwd_asm"]


def module_with(function: object, name: str = "pa_fwd_asm") -> types.ModuleType:
    module = types.ModuleType("aiter")
    module.FAKE = True  # type: ignore[attr-defined]
    setattr(module, name, function)
    return module


def function_of(parameters: tuple[str, ...]) -> object:
    """A Python function with these parameters, each with a default."""
    scope: dict[str, object] = {}
    exec(f"def pa_fwd_asm({', '.join(f'{name}=None' for name in parameters)}): pass", scope)
    return scope["pa_fwd_asm"]


def refusal(module: types.ModuleType) -> ImplementationFailure:
    with pytest.raises(ImplementationFailure) as raised:
        package.function(module, "pa_fwd_asm", EXPECTED)
    return raised.value


@pytest.mark.parametrize("error", sorted(BROKEN))
def test_whatever_an_import_raises_becomes_a_reason(error: str) -> None:
    with aiter_from(BROKEN[error]):
        assert package.installed()
        with pytest.raises(ImplementationFailure) as raised:
            package.load()
    assert raised.value.code == "import_failed"
    assert f"importing aiter raised {error}: broken on purpose" in str(raised.value)


def test_an_interrupt_of_the_user_is_no_reason(tmp_path: Path) -> None:
    (tmp_path / "aiter").mkdir()
    (tmp_path / "aiter" / "__init__.py").write_text("raise KeyboardInterrupt", encoding="utf-8")
    with aiter_from(tmp_path), pytest.raises(KeyboardInterrupt):
        package.load()


def test_looking_for_the_package_does_not_import_it() -> None:
    with aiter_from(BROKEN["SystemExit"]):
        assert package.installed()


def test_the_fake_has_the_expected_signature_and_its_own_name() -> None:
    with fake_aiter() as module:
        assert package.parameters(module, "pa_fwd_asm") == EXPECTED
        assert package.label(module) == "fake_aiter"
        assert package.function(module, "pa_fwd_asm", EXPECTED) is module.pa_fwd_asm
    assert package.label(types.ModuleType("aiter")) == "aiter"


def test_the_expected_signature_is_that_of_the_installed_wheel() -> None:
    """Read from its source, since importing it needs ROCm; the fake in tests/fakes comes first on no path here."""
    found = importlib.util.find_spec("aiter")
    assert found is not None, "amd-aiter is not installed: `make setup` brings it"
    assert found.origin is not None
    assert not Path(found.origin).is_relative_to(FAKES)
    source = (Path(found.origin).parent / "ops" / "attention.py").read_text(encoding="utf-8")
    written = [
        tuple(argument.arg for argument in node.args.args)
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.FunctionDef) and node.name == "pa_fwd_asm"
    ]
    assert written == [EXPECTED]


def test_a_wrapped_function_is_read_from_the_schema_that_it_registered() -> None:
    """The wheel's functions are ``(*args, **kwargs)``; their parameters stand in torch.ops.aiter."""

    def wrapped(*args: object, **kwargs: object) -> None: ...

    library = torch.library.Library("aiter", "FRAGMENT")
    schema = ", ".join(f"Tensor? {name}=None" for name in EXPECTED)
    library.define(f"drift_probe({schema}) -> Tensor")
    module = module_with(wrapped, "drift_probe")
    try:
        assert package.parameters(module, "drift_probe") == EXPECTED
        assert package.function(module, "drift_probe", EXPECTED) is wrapped
        with pytest.raises(ImplementationFailure, match="has its parameters in another order"):
            package.function(module, "drift_probe", EXPECTED[::-1])
    finally:
        library._destroy()


def test_a_function_without_signature_and_schema_is_refused() -> None:
    def wrapped(*args: object, **kwargs: object) -> None: ...

    for opaque in (wrapped, dict.update, print.__call__):
        found = refusal(module_with(opaque, "pa_fwd_asm"))
        assert found.code in ("signature_unknown", "signature_drift")
    assert refusal(module_with(wrapped)).code == "signature_unknown"
    assert "fake_aiter.pa_fwd_asm shows neither a signature nor a schema" in str(refusal(module_with(wrapped)))


def without(name: str) -> tuple[str, ...]:
    return tuple(parameter for parameter in EXPECTED if parameter != name)


def inserted(name: str, before: str) -> tuple[str, ...]:
    place = EXPECTED.index(before)
    return (*EXPECTED[:place], name, *EXPECTED[place:])


@pytest.mark.parametrize(
    ("live", "words"),
    [
        (without("max_qlen"), ["lacks max_qlen"]),
        (inserted("mtp", "K_QScale"), ["has mtp before K_QScale, which is not expected"]),
        ((*EXPECTED, "sliding_window"), ["has sliding_window at the end, which is not expected"]),
        (("out_", *without("out_")), ["another order"]),
        (tuple("key_scale" if name == "K_QScale" else name for name in EXPECTED), ["has key_scale", "lacks K_QScale"]),
        ((), ["neither a signature"]),
    ],
    ids=["came", "inserted", "appended", "moved", "renamed", "none at all"],
)
def test_a_drifted_signature_is_refused_with_its_parameters_named(live: tuple[str, ...], words: list[str]) -> None:
    found = refusal(module_with(function_of(live)))
    assert found.code == ("signature_drift" if live else "signature_unknown")
    for word in words:
        assert word in str(found)


def test_max_qlen_before_k_qscale_is_named_by_one_who_expects_the_older_signature() -> None:
    """The drift of the public record: a positional caller of the older one would bind the scale to ``max_qlen``."""
    with pytest.raises(ImplementationFailure, match="has max_qlen before K_QScale, which is not expected"):
        package.function(module_with(function_of(EXPECTED)), "pa_fwd_asm", without("max_qlen"))


def test_a_missing_function_is_refused_by_name() -> None:
    found = refusal(types.ModuleType("aiter"))
    assert found.code == "missing_function"
    assert "aiter has no function pa_fwd_asm" in str(found)


def test_loading_the_adapter_checks_all_of_that() -> None:
    with fake_aiter() as module:
        module.pa_fwd_asm = function_of(without("max_qlen"))
        with pytest.raises(ImplementationFailure, match="lacks max_qlen"):
            asm_paged_attention.load_package()
