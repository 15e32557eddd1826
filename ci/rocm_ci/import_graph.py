"""Which module imports which, read from the sources without running them."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path


@dataclass(frozen=True)
class Module:
    """One module.

    Attributes:
        name: dotted; for a file of tests, with the folders from the root.
        path: from the root of the repository.
        imports: modules that importing it imports.
        lazy: modules that its functions import when they are called.
    """

    name: str
    path: Path
    imports: frozenset[str]
    lazy: frozenset[str]


@dataclass(frozen=True)
class Graph:
    """All modules of some source folders by name."""

    modules: Mapping[str, Module]

    def without_imports(self, name: str) -> Graph:
        """The same graph with one module that imports nothing: for callers that never load it."""
        if name not in self.modules:
            return self
        alone = replace(self.modules[name], imports=frozenset(), lazy=frozenset())
        return Graph({**self.modules, name: alone})

    def reach(self, roots: Iterable[str], lazy_of: Collection[str] | None = None, not_lazy: str = "") -> frozenset[str]:
        """Names of everything that may be imported from ``roots`` on.

        Args:
            roots: names of modules.
            lazy_of: packages below ``not_lazy`` whose functions are called too, None for all of them.
            not_lazy: a package; functions of modules below it count only for those in ``lazy_of``.
        """
        found: set[str] = set()
        todo = [name for name in roots if name in self.modules]
        while todo:
            name = todo.pop()
            if name in found:
                continue
            found.add(name)
            module = self.modules[name]
            following = module.imports
            below = bool(not_lazy) and name.startswith(f"{not_lazy}.")
            if lazy_of is None or not below or any(_within(name, f"{not_lazy}.{part}") for part in lazy_of):
                following |= module.lazy
            todo += following - found
        return frozenset(found)


def _within(name: str, package: str) -> bool:
    return name == package or name.startswith(f"{package}.")


def build(root: Path, folders: Mapping[str, str], files: Iterable[str] = ()) -> Graph:
    """Read every Python file.

    Args:
        root: of the repository.
        folders: folder from the root to the name of the package that it is.
        files: single files besides, from the root.
    """
    paths: dict[str, Path] = {}
    for folder, package in folders.items():
        for path in sorted((root / folder).rglob("*.py")):
            parts = path.relative_to(root / folder).with_suffix("").parts
            parts = parts[:-1] if parts[-1] == "__init__" else parts
            paths[".".join((package, *parts))] = path
    for file in files:
        paths[file.removesuffix(".py").replace("/", ".")] = root / file
    children: dict[str, set[str]] = {}
    for name in paths:
        children.setdefault(name.rpartition(".")[0], set()).add(name)
    modules = {}
    for name, path in paths.items():
        reader = _Reader(name, path.name == "__init__.py", paths.keys(), children)
        reader.visit(ast.parse(path.read_text(encoding="utf-8"), str(path)))
        modules[name] = Module(name, path.relative_to(root), frozenset(reader.top), frozenset(reader.lazy))
    return Graph(modules)


class _Reader(ast.NodeVisitor):
    """Collects the imports of one module, those inside functions apart."""

    def __init__(self, name: str, is_package: bool, known: Collection[str], children: Mapping[str, set[str]]) -> None:
        self.name, self.known, self.children = name, known, children
        self.package = name if is_package else name.rpartition(".")[0]
        self.top: set[str] = set()
        self.lazy: set[str] = set()
        self._depth = 0

    def _add(self, names: Iterable[str]) -> None:
        target = self.lazy if self._depth else self.top
        for name in names:
            parts = name.split(".")
            # Importing a.b.c runs a and a.b first.
            target.update(
                known for known in (".".join(parts[:n]) for n in range(1, len(parts) + 1)) if known in self.known
            )

    def visit_FunctionDef(self, node: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda) -> None:
        """What stands in a function is imported when it is called."""
        self._depth += 1
        self.generic_visit(node)
        self._depth -= 1

    visit_AsyncFunctionDef = visit_FunctionDef  # noqa: N815
    visit_Lambda = visit_FunctionDef  # noqa: N815

    def visit_If(self, node: ast.If) -> None:
        """What is imported for types only is never run."""
        if "TYPE_CHECKING" in ast.dump(node.test):
            for other in node.orelse:
                self.visit(other)
        else:
            self.generic_visit(node)

    def visit_Import(self, node: ast.Import) -> None:
        """``import a.b``."""
        self._add(alias.name for alias in node.names)

    def visit_ImportFrom(self, node: ast.ImportFrom) -> None:
        """``from a import b``, where b may be a module."""
        base = node.module or ""
        if node.level:
            up = self.package.split(".")[: len(self.package.split(".")) - node.level + 1]
            base = ".".join([*up, *([node.module] if node.module else [])])
        self._add([base])
        self._add(f"{base}.{alias.name}" for alias in node.names)

    def visit_Call(self, node: ast.Call) -> None:
        """``import_module(...)`` by a name that is computed: everything that it could be."""
        function = node.func
        called = function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")
        if called in ("import_module", "__import__") and node.args:
            self._add(self._possible(node.args[0]))
        self.generic_visit(node)

    def _possible(self, argument: ast.expr) -> Iterator[str]:
        if isinstance(argument, ast.Constant):
            yield str(argument.value)
        elif isinstance(argument, ast.JoinedStr) and isinstance(argument.values[0], ast.Constant):
            yield from self.children.get(str(argument.values[0].value).rstrip("."), ())
        else:
            yield from (name for name in self.known if _within(name, self.package))
