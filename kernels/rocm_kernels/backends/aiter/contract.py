"""What this project expects of AITER's functions, and how an installed version, or a source tree, differs from it.

Signatures are read from the source, since importing AITER needs a ROCm device.
"""

from __future__ import annotations

import ast
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from rocm_kernels.backends.aiter.package import drift


@dataclass(frozen=True)
class Function:
    """One function of AITER, as it was when this project was written against it (amd-aiter 0.1.7.post2.dev18).

    Attributes:
        name: as it is imported from ``aiter``.
        module: where it was defined, below the package.
        called: whether this project calls it; the others serve a request in its tables only.
        names: of its parameters, in order, with blanks between.
    """

    name: str
    module: str
    called: bool
    names: str

    @property
    def parameters(self) -> tuple[str, ...]:
        """Names of the parameters, in order."""
        return tuple(self.names.split())


CONTRACT: tuple[Function, ...] = (
    Function(
        "pa_fwd_asm",
        "ops.attention",
        True,
        "Q K V block_tables context_lens block_tables_stride0 max_qlen K_QScale V_QScale out_ qo_indptr "
        "high_precision kernelName",
    ),
    Function(
        "paged_attention_rocm",
        "ops.attention",
        False,
        "out exp_sums max_logits tmp_out query key_cache value_cache num_kv_heads scale block_tables context_lens "
        "block_size max_context_len alibi_slopes kv_cache_dtype k_scale v_scale fp8_out_scale partition_size mtp "
        "q_scale",
    ),
    Function(
        "mha_batch_prefill_func",
        "ops.mha",
        False,
        "q k v cu_seqlens_q kv_indptr kv_page_indices max_seqlen_q max_seqlen_k dropout_p softmax_scale "
        "logits_soft_cap causal window_size alibi_slopes deterministic return_lse return_attn_probs out",
    ),
    Function(
        "reshape_and_cache_with_pertoken_quant",
        "ops.cache",
        False,
        "key value key_cache value_cache k_dequant_scales v_dequant_scales slot_mapping asm_layout",
    ),
)
# The parameters of the functions that are called, by name.
SIGNATURES: dict[str, tuple[str, ...]] = {entry.name: entry.parameters for entry in CONTRACT if entry.called}


@dataclass(frozen=True)
class Binding:
    """One argument of a call by position that would land at another parameter than the one it was meant for."""

    place: int
    meant: str
    bound: str


@dataclass(frozen=True)
class Comparison:
    """One function of an installed version beside the pinned one.

    Attributes:
        name: the function's.
        called: whether this project calls it.
        status: ``as pinned``, ``drifted`` or ``missing``.
        where: file in which it was found, relative to the package; empty where it was not.
        parameters: as they are there.
        message: what differs, in words; empty where nothing does.
        misbound: arguments that a call by position would bind to another parameter.
        too_many: whether a call by position with all arguments would be refused.
    """

    name: str
    called: bool
    status: str
    where: str
    parameters: tuple[str, ...]
    message: str
    misbound: tuple[Binding, ...]
    too_many: bool

    def to_dict(self) -> dict[str, Any]:
        """Give the comparison as plain data."""
        return asdict(self)


def compare(package: Path) -> tuple[Comparison, ...]:
    """Compare every function of CONTRACT with a package folder (the one that holds ``ops``); nothing is imported."""
    return tuple(_compare(package, function) for function in CONTRACT)


def _compare(package: Path, function: Function) -> Comparison:
    found = _find(package, function)
    if found is None:
        return Comparison(
            function.name, function.called, "missing", "", (), f"{function.name} is defined nowhere in it", (), False
        )
    path, live = found
    where = path.relative_to(package).as_posix()
    if live == function.parameters:
        return Comparison(function.name, function.called, "as pinned", where, live, "", (), False)
    misbound = tuple(
        Binding(place, meant, bound)
        for place, (meant, bound) in enumerate(zip(function.parameters, live, strict=False))
        if meant != bound
    )
    return Comparison(
        function.name,
        function.called,
        "drifted",
        where,
        live,
        f"{function.name} {drift(live, function.parameters)}",
        misbound,
        len(live) < len(function.parameters),
    )


def _find(package: Path, function: Function) -> tuple[Path, tuple[str, ...]] | None:
    """Where the function is defined: in its own module, else in the first file by name that has it."""
    own = package.joinpath(*function.module.split(".")).with_suffix(".py")
    for path in (own, *(path for path in sorted(package.rglob("*.py")) if path != own)):
        live = _parameters(path, function.name)
        if live is not None:
            return path, live
    return None


def _parameters(path: Path, name: str) -> tuple[str, ...] | None:
    """Parameters of a function that a file defines at its top level; None where it does not, or cannot be read."""
    try:
        text = path.read_text(encoding="utf-8", errors="replace")
        if f"def {name}" not in text:
            return None
        body = ast.parse(text).body
    except (OSError, SyntaxError, ValueError):
        return None
    for node in body:
        if isinstance(node, ast.FunctionDef) and node.name == name:
            taken = node.args
            every = [*taken.posonlyargs, *taken.args, *([taken.vararg] if taken.vararg else []), *taken.kwonlyargs]
            return tuple(argument.arg for argument in every)
    return None
