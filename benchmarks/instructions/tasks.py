"""The standard tasks whose instructions are counted.

A task prepares what it needs and returns the work itself, a call without arguments; only that is counted.
What it returns is compared between the two sides: where the answers differ, so may the work. The same tasks
run on both sides, and call nothing but the public API, so that an older commit understands them.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import bimaru
from bimaru import Puzzle

Work = Callable[[], object]

DATA: Final = Path(__file__).parents[2] / "tests" / "data"
POLYOMINO: Final = (("###", "#.."), ("###", ".#."), ("##", "##"))
"""The ships of the polyomino puzzle that is made: too few fleets would fit with more."""

TASKS: Final[dict[str, Callable[[], Work]]] = {}
"""Every task, by the name of its function with spaces."""


def task(prepare: Callable[[], Work]) -> Callable[[], Work]:
    """Register a task in `TASKS`."""
    TASKS[prepare.__name__.replace("_", " ")] = prepare
    return prepare


def puzzles_of(name: str, copies: int = 1) -> list[Puzzle]:
    """The puzzles of a file of `tests/data`; fresh copies, which share no caches."""
    path = DATA / f"{name}.jsonl"
    return [puzzle for _ in range(copies) for puzzle in bimaru.read_all(path)]


def one_of(name: str, id: str) -> Puzzle:
    """The puzzle of a file that has this id."""
    return next(puzzle for puzzle in puzzles_of(name) if puzzle.id == id)


def solving(puzzles: list[Puzzle], engine: str) -> Work:
    """Solving puzzles one at a time."""
    return lambda: [bimaru.solve(puzzle, engine=engine).status for puzzle in puzzles]


@task
def read_json() -> Work:
    """The puzzles of CSPLib, with their notes."""
    text = (DATA / "csplib014.jsonl").read_text(encoding="utf-8")
    return lambda: len([*bimaru.parse_all(text * 4)])


@task
def read_other_formats() -> Work:
    """Text, Prolog facts and puzz.link addresses, each recognised."""
    puzzles = puzzles_of("csplib014")[:60]
    texts = ["".join(bimaru.write_all(puzzles, name)) for name in ("text", "csplib")]
    rows = (DATA / "puzzlink.jsonl").read_text(encoding="utf-8").splitlines()
    texts.append("\n".join(json.loads(row)["url"] for row in rows))
    return lambda: [len([*bimaru.parse_all(text)]) for text in texts]


@task
def solve_csplib() -> Work:
    """Small puzzles one at a time, fifteen times each: what a call costs counts as much as the search."""
    return solving(puzzles_of("csplib014", copies=15), "search")


@task
def solve_many() -> Work:
    """The same puzzles in one call."""
    puzzles = puzzles_of("csplib014", copies=15)
    return lambda: [result.status for result in bimaru.solve_many(puzzles, engine="search", workers=1)]


@task
def solve_large() -> Work:
    """Grids of 15x15 to 30x20, where the search itself is what counts."""
    return solving(puzzles_of("large"), "search")


@task
def solve_polyomino() -> Work:
    """Ships of any shape, by placements."""
    return solving(puzzles_of("polyomino", copies=40), "placements")


@task
def solve_lettered() -> Work:
    """Ships with letters, by placements."""
    return solving(puzzles_of("lettered", copies=100), "placements")


@task
def count_boards() -> Work:
    """Puzzles of CSPLib without their givens: thousands of boards."""
    puzzles = [puzzle.replace(givens=()) for puzzle in puzzles_of("csplib014")[:100]]
    return lambda: [int(bimaru.count(puzzle, engine="search")) for puzzle in puzzles]


@task
def hint() -> Work:
    """The first hint of many puzzles."""
    puzzles = puzzles_of("boats")[:20]
    return lambda: [str(bimaru.hint(puzzle).text) for puzzle in puzzles]


@task
def explain_easy() -> Work:
    """Plain techniques to the end, in English."""
    puzzles = puzzles_of("boats")[:15]
    return lambda: [str(bimaru.explain(puzzle).grade) for puzzle in puzzles]


@task
def explain_expert() -> Work:
    """A puzzle that needs case analyses."""
    puzzle = one_of("csplib014", "csplib014-113")
    return lambda: [step.text for step in bimaru.explain(puzzle)]


@task
def grade() -> Work:
    """The grade and the score of every puzzle of Boats."""
    puzzles = puzzles_of("boats", copies=5)
    return lambda: [bimaru.grade(puzzle).score for puzzle in puzzles]


@task
def generate_easy() -> Work:
    """Easy puzzles of the standard size."""
    return lambda: [bimaru.write(bimaru.generate(grade="easy", seed=seed), "text") for seed in range(80)]


@task
def generate_hard() -> Work:
    """Hard puzzles: many are made and graded for one that is kept."""
    return lambda: [bimaru.write(bimaru.generate(grade="hard", seed=seed), "text") for seed in range(80)]


@task
def generate_polyomino() -> Work:
    """Puzzles with polyomino ships, by placements."""
    recipe: dict[str, Any] = {"fleet": {2: 1, 1: 2}, "shapes": POLYOMINO}
    return lambda: [bimaru.write(bimaru.generate(**recipe, seed=seed), "text") for seed in range(20)]


@task
def minimise() -> Work:
    """Stripping redundant clues."""
    puzzles = puzzles_of("csplib014")[:25]
    return lambda: [bimaru.write(bimaru.minimise(puzzle), "text") for puzzle in puzzles]


@task
def draw() -> Work:
    """Pictures of puzzles, in SVG."""
    puzzles = puzzles_of("csplib014")
    return lambda: sum(len(bimaru.draw(puzzle)) for puzzle in puzzles)
