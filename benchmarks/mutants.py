"""Mutants: small faults put into the uncompiled modules one at a time, to find what no test notices.

    python -m benchmarks.mutants --count 200 --seed 1 build/mutants.jsonl

Mutants are drawn at random by the seed, each in a copy of the sources, and the tests that belong to the
module run until one fails. The result of each mutant is a line of the file; run again, the command continues.
A mutant that survives is either equivalent to the original, or a gap in the tests. This takes a minute or so
for each mutant, and is not part of the checks.

The operators follow Offutt et al., "An experimental determination of sufficient mutant operators", ACM TOSEM
5(2), 1996: relations, arithmetic, logic and conditions; and constants and returned values besides.
"""

from __future__ import annotations

import argparse
import ast
import json
import os
import random
import re
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

ROOT: Final = Path(__file__).parents[1]
SOURCES: Final = ROOT / "src" / "bimaru"
LONGEST: Final = 600
"""Seconds of the processor for a process of tests; a mutant that takes longer counts as found."""

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


def compiled_modules() -> set[str]:
    """The paths of the compiled modules, which tests see only after a build."""
    text = (ROOT / "setup.py").read_text(encoding="utf-8")
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


def draw(seed: int, only: str = "") -> Iterator[Mutant]:
    """Mutants without end, a module by its number of nodes, of those whose path matches an expression."""
    chance = random.Random(seed)
    compiled = compiled_modules()
    paths = sorted(path.relative_to(SOURCES).as_posix() for path in SOURCES.rglob("*.py"))
    trees = {
        path: ast.parse((SOURCES / path).read_text(encoding="utf-8"))
        for path in paths
        if path not in compiled and re.match(only, path)
    }
    nodes = {path: mutable_nodes(tree) for path, tree in trees.items()}
    names, weights = [*nodes], [len(found) for found in nodes.values()]
    while True:
        (path,) = chance.choices(names, weights)
        number = chance.randrange(len(nodes[path]))
        node: Any = nodes[path][number]
        yield Mutant(path, number, getattr(node, "lineno", 0), _change_of(node))


def mutated(mutant: Mutant) -> str:
    """The source of the module with the fault."""
    tree = ast.parse((SOURCES / mutant.path).read_text(encoding="utf-8"))
    change(mutable_nodes(tree)[mutant.node])
    return ast.unparse(ast.fix_missing_locations(tree))


def tests_of(path: str) -> list[str]:
    """The files of tests that belong to a module: those that name it, in its room first; else its room's."""
    room, stem = path.split("/")[0].removesuffix(".py"), Path(path).stem
    files = sorted((ROOT / "tests").rglob("test_*.py"))
    own = [file for file in files if room in (file.parent.name, file.stem.removeprefix("test_"))]
    dotted = "bimaru." + path.removesuffix(".py").replace("/", ".")
    named = [
        file
        for file in files
        if re.search(rf"\b{re.escape(stem)}\b", file.stem.replace("_", " "))
        or dotted in file.read_text(encoding="utf-8")
    ]
    chosen = list(dict.fromkeys([*[file for file in named if file in own], *named, *own]))
    return [str(file.relative_to(ROOT)) for file in chosen]


def survives(mutant: Mutant, copy: Path) -> bool:
    """Whether all tests of the module pass with the fault, which is put into the copy of the sources."""
    file = copy / "bimaru" / mutant.path
    original = file.read_bytes()
    file.write_text(mutated(mutant), encoding="utf-8")
    place = {"PYTHONPATH": os.pathsep.join(map(str, (copy, ROOT / "tests" / "support", ROOT)))}
    options = ["-q", "-x", "-p", "no:cacheprovider", "--no-header"]
    try:
        ran = subprocess.run(
            [sys.executable, "-m", "pytest", *options, *tests_of(mutant.path)],
            cwd=ROOT,
            env=os.environ | place | {"PYTHONDONTWRITEBYTECODE": "1"},
            capture_output=True,
            check=False,
            preexec_fn=_limit_time,  # this process has no other threads
        )
    finally:
        file.write_bytes(original)
    return ran.returncode == 0


def _limit_time() -> None:
    """End this process after `LONGEST` seconds of the processor: other work does not slow them down."""
    resource.setrlimit(resource.RLIMIT_CPU, (LONGEST, LONGEST))


def results_in(file: Path) -> dict[str, bool]:
    """The mutants tried so far, and whether they survived."""
    lines = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
    return {entry["mutant"]: entry["survived"] for entry in map(json.loads, lines)}


def main() -> None:
    """Try mutants until there are results for as many as asked for, or the time is over."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.mutants", description=main.__doc__)
    parser.add_argument("results", type=Path)
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=float("inf"))
    parser.add_argument("--only", default="", metavar="REGEX", help="modules, as in 'books/|formats/'")
    options = parser.parse_args()
    end = time.monotonic() + options.seconds
    options.results.parent.mkdir(parents=True, exist_ok=True)
    known = results_in(options.results)
    tried: dict[str, bool] = {}
    with tempfile.TemporaryDirectory() as directory:
        copy = Path(directory)
        shutil.copytree(SOURCES, copy / "bimaru", ignore=shutil.ignore_patterns("__pycache__"))
        for mutant in draw(options.seed, options.only):
            if len(tried) >= options.count or time.monotonic() > end:
                break
            if mutant.key in tried:
                continue
            if mutant.key not in known:
                known[mutant.key] = survives(mutant, copy)
                line = json.dumps({"mutant": mutant.key, "survived": known[mutant.key]})
                with options.results.open("a", encoding="utf-8") as file:
                    file.write(f"{line}\n")
                print("survived" if known[mutant.key] else "found   ", mutant.key, flush=True)
            tried[mutant.key] = known[mutant.key]
    counts = Counter(tried.values())
    print(f"{counts[False]} of {len(tried)} mutants were found")


if __name__ == "__main__":
    main()
