"""What bimaru answers on grids of every word length, as data, to compare machines whose C types differ.

`long` and pointers have 32 bits in WebAssembly; rows of 17 to 32 squares are words of 32 bits, longer ones of
64. This file runs where only bimaru is installed, too.
"""

from __future__ import annotations

import json
from hashlib import sha256
from itertools import islice
from typing import TYPE_CHECKING, Any, Final

import bimaru
from bimaru import Board, Fleet, Puzzle
from bimaru.generation.generator import maker_of
from bimaru.generation.recipe import Recipe
from bimaru.polyominoes import SETS

if TYPE_CHECKING:
    from collections.abc import Iterator

SIZES: Final = (
    *((10, 10), (8, 16), (8, 17), (7, 24), (7, 31), (7, 32), (7, 33), (5, 48), (5, 63)),
    *((17, 17), (33, 7), (63, 5)),
)
FLEET: Final = Fleet({4: 1, 3: 2, 2: 3, 1: 4})
STRAIGHT_ENGINES: Final = ("search", "placements", "auto")
OTHER_ENGINES: Final = ("placements", "auto")
STEPS: Final = 12
"""Steps of an explanation that are compared."""


def digest(value: object) -> str:
    """A short digest of a value that JSON can hold."""
    return sha256(json.dumps(value, sort_keys=True).encode()).hexdigest()[:16]


def thinned(puzzle: Puzzle) -> Puzzle:
    """The puzzle without its givens and every third tally: with more boards, and more search."""
    rows, cols = (
        [None if i % 3 == 2 else n for i, n in enumerate(side)] for side in (puzzle.rows, puzzle.cols)
    )
    return Puzzle.from_data({**puzzle.to_data(), "rows": rows, "cols": cols, "givens": []})


def searched(puzzle: Puzzle, engine: str) -> list[object]:
    """Status, nodes and boards of a search for up to 20 boards that ends after some nodes."""
    result = bimaru.solve(puzzle, engine=engine, limit=20, node_limit=2_000)
    return [result.status, result.stats["nodes"], digest([board.to_data() for board in result.boards])]


def answers(puzzle: Puzzle) -> Iterator[tuple[str, object]]:
    """What bimaru answers on a puzzle, by question."""
    engines = STRAIGHT_ENGINES if puzzle.is_plain else OTHER_ENGINES
    for engine in engines:
        yield engine, searched(puzzle, engine)
        if engine != "auto":  # whose engines race
            yield f"{engine}, thinned", searched(thinned(puzzle), engine)
    counted = bimaru.count(thinned(puzzle), node_limit=5_000, engine=engines[0])
    yield "count", [int(counted), counted.complete]
    board = bimaru.solve(puzzle).boards[0]
    known = tuple(row if i < puzzle.height // 2 else "?" * puzzle.width for i, row in enumerate(board.rows))
    for name, given in (("hint", None), ("hint, half", Board(known))):
        yield name, digest(bimaru.hint(puzzle, given).to_data())
    if puzzle.is_plain:
        yield "grade", str(bimaru.grade(puzzle))
        yield "steps", [step.text for step in islice(bimaru.explain(puzzle, refine=False), STEPS)]


def recipes(height: int, width: int) -> dict[str, Recipe]:
    """Ways to make a puzzle of a size."""
    size = (height, width)
    return {
        "any": Recipe(size=size, fleet=FLEET),
        "easy": Recipe(size=size, fleet=FLEET, grade="easy"),
        "expert": Recipe(size=size, fleet=FLEET, grade="expert"),
        "lettered": Recipe(size=size, words=("SEA", "OAR", "TIDE", "SHIP")),
        "polyomino": Recipe(size=size, shapes=SETS["tetrominoes"], fleet=Fleet({1: 2})),
    }


def all_answers() -> dict[str, Any]:
    """The answers on every size."""
    found: dict[str, object] = {}
    for height, width in SIZES:
        for sort, recipe in recipes(height, width).items():
            puzzle = maker_of(recipe).make(3)
            name = f"{height}x{width} {sort}"
            found[name] = puzzle.to_data()
            found.update((f"{name}: {question}", answer) for question, answer in answers(puzzle))
    for size in ((3, 17), (3, 32), (2, 64)):
        found[f"arrangements {size}"] = bimaru.count_arrangements(size, {3: 1, 2: 1, 1: 2})
    answers_as_read: dict[str, Any] = json.loads(json.dumps(found))
    return answers_as_read
