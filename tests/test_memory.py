"""Memory that runs out is reported, and breaks nothing: each allocation of the compiled code fails once. And
memory does not run out because old puzzles are kept."""

from __future__ import annotations

import ast
import gc
import re
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import Final

import pytest

import bimaru
from bimaru.puzzle import Puzzle
from explanations import with_column_9
from instances import instance
from sampling import sampled

ROOT: Final = Path(__file__).parents[1]


def compiled_modules() -> list[str]:
    """The dotted names in `COMPILED` of `setup.py`."""
    setup = ast.parse((ROOT / "setup.py").read_text(encoding="utf-8"))
    lists = {ast.unparse(node.targets[0]): node.value for node in setup.body if isinstance(node, ast.Assign)}
    return [*ast.literal_eval(lists["COMPILED"])]


# One module allocates for seconds.
@pytest.mark.parametrize(
    "module", sampled(compiled_modules(), lambda name: name != "bimaru.engines.sweep_kernel")
)
def test_an_allocation_that_fails_is_a_memory_error_and_leaves_all_sound(module: str) -> None:
    pytest.importorskip("_testcapi", reason="for want of CPython's own tests")
    program = [sys.executable, str(ROOT / "tests" / "support" / "out_of_memory.py"), module]
    run = subprocess.run(program, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    assert int(run.stdout) > 1


@pytest.mark.thorough
@pytest.mark.parametrize("module", compiled_modules())
def test_no_list_is_built_in_the_way_that_frees_its_items_twice(module: str, tmp_path: Path) -> None:
    pytest.importorskip("Cython", reason="for want of Cython")
    source = ROOT / "src" / f"{module.replace('.', '/')}.py"
    program = [sys.executable, "-m", "cython", "-3", str(source), "-o", str(tmp_path / "module.c")]
    subprocess.run(program, capture_output=True, check=True)
    written = (tmp_path / "module.c").read_text(encoding="utf-8")
    # CONTRIBUTING says which Python becomes that, and what to write instead.
    # File 0 is the module; what Cython adds for memory views has lists of its own, which are not used.
    assert not re.search(r"__Pyx_ListComp_AppendAndDecref\(.*__PYX_ERR\(0,", written)


@pytest.mark.parametrize("module", compiled_modules())
def test_no_index_counts_from_the_end(module: str) -> None:
    """Without `wraparound` it reads what lies before; only the stable ABI happens to wrap it."""
    source = ROOT / "src" / f"{module.replace('.', '/')}.py"
    indices = [
        node.slice
        for node in ast.walk(ast.parse(source.read_text(encoding="utf-8")))
        if isinstance(node, ast.Subscript)
    ]
    assert [ast.unparse(index) for index in indices if isinstance(index, ast.UnaryOp)] == []


# What is kept

PUZZLE: Final = with_column_9(instance("csplib014", "csplib014-113").puzzle)
CALLS: Final[dict[str, Callable[[], object]]] = {
    "explain": lambda: bimaru.explain(PUZZLE, with_clues=True).to_data(),
    "hint": lambda: bimaru.hint(PUZZLE),
    "why": lambda: bimaru.why(PUZZLE, (0, 0)).to_data(),
    "solve": lambda: bimaru.solve(PUZZLE, limit=None),
    "count": lambda: bimaru.count(PUZZLE),
    "generate": lambda: bimaru.generate(seed=1),
}


@pytest.fixture
def new_objects_only() -> Iterator[None]:
    """Objects of other tests are neither collected nor counted, which would take most of the time."""
    gc.freeze()
    yield
    gc.unfreeze()


@pytest.mark.parametrize("name", CALLS)
@pytest.mark.usefixtures("new_objects_only")
def test_the_same_call_again_keeps_no_more_objects(name: str) -> None:
    call, kept = CALLS[name], []
    for _ in range(4):
        call()
        gc.collect()
        kept.append(len(gc.get_objects()))
    # The first call imports and fills caches; in any other, threads of other tests may end or begin.
    assert min(after - before for before, after in pairwise(kept[1:])) < 10


def test_the_solver_of_a_formula_leaves_no_thread() -> None:
    pytest.importorskip("pysat")
    before = {*threading.enumerate()}
    for _ in range(3):
        bimaru.solve(Puzzle([1, 0], [1, 0], {1: 1}), engine="sat")
    for thread in {*threading.enumerate()} - before:
        thread.join(10)
    assert {*threading.enumerate()} <= before


KNOWN: Final = {
    **dict.fromkeys(["factory_of", "_default", "options_of"], "engines"),
    "_images": "turns of a board",
    "keys_of": "classes with JSON",
    "labels_of": "languages",
    "_maker": "recipes of a command",
    "_preset_ships": "letters of a format",
    "techniques_in": "files of a command",
}
"""Caches without a limit, and of what: of what there are few."""


def test_no_cache_grows_with_the_puzzles() -> None:
    assert {*unlimited_caches()} == KNOWN.keys()


def unlimited_caches() -> Iterator[str]:
    """The functions with arguments whose results are all kept."""
    for file in (ROOT / "src" / "bimaru").rglob("*.py"):
        text = file.read_text(encoding="utf-8")
        for node in ast.walk(ast.parse(text if "cache" in text else "")):
            if isinstance(node, ast.FunctionDef) and ast.unparse(node.args):
                yield from (
                    node.name
                    for decorator in node.decorator_list
                    if ast.unparse(decorator) in {"cache", "functools.cache", "lru_cache(maxsize=None)"}
                )
