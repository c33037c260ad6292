"""What can be changed in a module, and which changes are tried.

The operators follow Offutt et al., "An experimental determination of sufficient mutant operators", ACM TOSEM
5(2), 1996: relations, arithmetic, logic and conditions; and constants and returned values besides.
"""

from __future__ import annotations

import ast
import random
import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any, Final, NamedTuple

_RELATIONS: Final = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
_ARITHMETIC: Final = {ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.FloorDiv, ast.FloorDiv: ast.Mult}


class Mutant(NamedTuple):
    """A fault: the module's path in the package, the number of the node among those that can be changed, and
    what the change is."""

    path: str
    node: int
    line: int
    change: str

    @property
    def key(self) -> str:
        """Its name in the results."""
        return f"{self.path}:{self.line}:{self.node} {self.change}"


class Place(NamedTuple):
    """The lines of a fault, those of its statement included, and whether they run once, at import."""

    lines: range
    at_import: bool


def sources_in(root: Path) -> Path:
    """The directory of the package, in the project's directory."""
    return root / "src" / "bimaru"


def compiled_modules(root: Path) -> set[str]:
    """The paths of the compiled modules, which tests see only after a build."""
    text = (root / "setup.py").read_text(encoding="utf-8")
    names: list[str] = re.findall(r'"bimaru\.([\w.]+)",', text)
    return {f"{name.replace('.', '/')}.py" for name in names}


def mutable_nodes(tree: ast.Module) -> list[ast.AST]:
    """The nodes that can be changed, in a fixed order, without documentation and types."""
    skipped: set[int] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            skipped.add(id(node.value))
        for field in ("annotation", "returns"):
            if (annotation := getattr(node, field, None)) is not None:
                skipped |= {id(part) for part in ast.walk(annotation)}
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.dump(node.test):
            skipped |= {id(part) for part in ast.walk(node)}
    return [node for node in ast.walk(tree) if id(node) not in skipped and _change_of(node)]


def _change_of(node: Any) -> str:
    """What is changed in a node; empty if nothing is."""
    match node:
        case ast.Compare(ops=[op]) if type(op) in _RELATIONS:
            return f"{type(op).__name__} to {_RELATIONS[type(op)].__name__}"
        case ast.BinOp(op=op) if type(op) in _ARITHMETIC:
            return f"{type(op).__name__} to {_ARITHMETIC[type(op)].__name__}"
        case ast.BoolOp(op=op):
            return "And to Or" if isinstance(op, ast.And) else "Or to And"
        case ast.UnaryOp(op=ast.Not()):
            return "Not dropped"
        case ast.If() | ast.IfExp() | ast.While():
            return "condition inverted"
        case ast.Constant(value=bool(flag)):
            return f"{flag} inverted"
        case ast.Constant(value=int(number) | float(number)):
            return f"{number} plus 1"
        case ast.Constant(value=str(text)) if text.strip():
            return f"{text[:20]!r} changed"
        case ast.Return(value=ast.expr()) if not isinstance(node.value, ast.Constant):
            return "None returned"
    return ""


def change(node: Any) -> None:
    """Change a node in place."""
    match node:
        case ast.Compare():
            node.ops = [_RELATIONS[type(node.ops[0])]()]
        case ast.BinOp():
            node.op = _ARITHMETIC[type(node.op)]()
        case ast.BoolOp():
            node.op = ast.Or() if isinstance(node.op, ast.And) else ast.And()
        case ast.UnaryOp():
            node.operand = ast.UnaryOp(ast.Not(), node.operand)
        case ast.If() | ast.IfExp() | ast.While():
            node.test = ast.UnaryOp(ast.Not(), node.test)
        case ast.Constant(value=bool(flag)):
            node.value = not flag
        case ast.Constant(value=str(text)):
            node.value = f"{text}X"
        case ast.Constant(value=int(number) | float(number)):
            node.value = number + 1
        case ast.Return():
            node.value = ast.Constant(None)


def faults_in(root: Path, only: str = "") -> dict[str, list[ast.AST]]:
    """The nodes that can be changed, of each uncompiled module whose path matches an expression."""
    compiled, sources = compiled_modules(root), sources_in(root)
    paths = sorted(path.relative_to(sources).as_posix() for path in sources.rglob("*.py"))
    chosen = [path for path in paths if path not in compiled and re.match(only, path)]
    return {path: mutable_nodes(_parsed(root, path)) for path in chosen}


def draw(nodes: dict[str, list[ast.AST]], seed: int) -> Iterator[Mutant]:
    """An endless stream of mutants; the chance of a module is proportional to its number of nodes."""
    chance = random.Random(seed)
    names, weights = [*nodes], [len(found) for found in nodes.values()]
    while True:
        (path,) = chance.choices(names, weights)
        number = chance.randrange(len(nodes[path]))
        node: Any = nodes[path][number]
        yield Mutant(path, number, getattr(node, "lineno", 0), _change_of(node))


def drawn(root: Path, seed: int, count: int, only: str = "") -> list[Mutant]:
    """The first `count` different mutants of a seed, or all that there are."""
    nodes = faults_in(root, only)
    most = min(count, sum(map(len, nodes.values())))
    found: dict[str, Mutant] = {}
    mutants = draw(nodes, seed) if most else iter(())
    while len(found) < most:
        mutant = next(mutants)
        found.setdefault(mutant.key, mutant)
    return [*found.values()]


def mutated(root: Path, mutant: Mutant) -> str:
    """The source of the module with the fault."""
    tree = _parsed(root, mutant.path)
    change(mutable_nodes(tree)[mutant.node])
    return ast.unparse(ast.fix_missing_locations(tree))


def unchanged(root: Path, path: str) -> str:
    """The source of a module as `mutated` writes it, without comments, but without a fault."""
    return ast.unparse(_parsed(root, path))


def place_of(root: Path, mutant: Mutant) -> Place:
    """Where the fault is."""
    tree = _parsed(root, mutant.path)
    ancestry = _ancestry(tree, mutable_nodes(tree)[mutant.node])
    statement = next(node for node in ancestry if isinstance(node, ast.stmt))
    first, last = _header(statement)
    if isinstance(node := ancestry[0], ast.expr):  # in a `case`, it is not in the header
        first, last = min(first, node.lineno), max(last, node.end_lineno or node.lineno)
    return Place(range(first, last + 1), not any(_is_called(*pair) for pair in pairwise(ancestry)))


def _parsed(root: Path, path: str) -> ast.Module:
    return ast.parse((sources_in(root) / path).read_text(encoding="utf-8"))


def _ancestry(tree: ast.Module, node: ast.AST) -> list[ast.AST]:
    """A node, its parent, and so on up to the module."""
    parents = {id(child): parent for parent in ast.walk(tree) for child in ast.iter_child_nodes(parent)}
    found = [node]
    while (parent := parents.get(id(found[-1]))) is not None:
        found.append(parent)
    return found


def _header(statement: Any) -> tuple[int, int]:
    """The first and the last line of a statement, without the statements in it."""
    match statement:
        case ast.Match():
            inner = statement.cases[0].pattern.lineno
        case _ if hasattr(statement, "body"):
            inner = statement.body[0].lineno
        case _:
            return statement.lineno, statement.end_lineno
    return statement.lineno, max(statement.lineno, inner - 1)


def _is_called(node: ast.AST, parent: ast.AST) -> bool:
    """Whether a node runs when its parent, a function, is called; its decorators and defaults do not."""
    match parent:
        case ast.FunctionDef() | ast.AsyncFunctionDef():
            return node in parent.body
        case ast.Lambda():
            return node is parent.body
    return False
