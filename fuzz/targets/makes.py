"""A generated puzzle meets its recipe, has one solution, and is the same each time."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any, Final

import bimaru
from bimaru import (
    Board,
    CannotGenerateError,
    FleetDoesNotFitError,
    InvalidRecipeError,
    OutOfReachError,
    Puzzle,
)
from fuzz.agreement import expect, raw_of, shown
from fuzz.enumerator import WATER, Square, TooMany, boards

GRADES: Final = ("easy", "intermediate", "hard", "expert")
_SYMMETRIES: Final = {
    "none": "",
    "half-turn": "h",
    "quarter-turn": "q",
    "left-right": "l",
    "top-bottom": "t",
    "both": "lt",
    "diagonal": "d",
    "other-diagonal": "o",
    "diagonals": "do",
}
"""The moves that a pattern stays the same under."""
_SIDES: Final = ("top", "bottom", "left", "right")
_GIVENS: Final = ("water", "parts", "ships")
_TRIES: Final = 20
_MOST_WORK: Final = 30_000
_SECONDS: Final = 5.0


def case(random: Random) -> None:
    """One recipe, whose puzzle is made twice."""
    recipe = _recipe(random)
    try:
        puzzle = bimaru.generate(**recipe)
    except (CannotGenerateError, FleetDoesNotFitError, InvalidRecipeError, OutOfReachError) as error:
        _expect_same_error(recipe, error)
        return
    again = bimaru.generate(**recipe)
    expect("the same seed's puzzle", bimaru.write(again, "json"), bimaru.write(puzzle, "json"), puzzle)
    _expect_unique(puzzle)
    _expect_ships_and_tallies(recipe, puzzle)
    _expect_givens(recipe, puzzle)
    _expect_edges(recipe, puzzle)
    _expect_grade(recipe, puzzle)
    if not {"grade", "spare", "givens_number"} & recipe.keys():
        _expect_none_to_spare(random, recipe, puzzle)


def _recipe(random: Random) -> dict[str, Any]:
    """Options, most of them left out; now and then they contradict each other."""
    height, width = random.randint(1, 8), random.randint(1, 8)
    if random.random() < 0.5:
        width = height
    recipe: dict[str, Any] = {
        "size": (height, width),
        "fleet": _fleet(random, random.randint(0, 1 + height * width // 7), min(max(height, width), 5)),
        "seed": random.getrandbits(random.choice((4, 48))),
        "tries": _TRIES,
    }
    if random.random() < 0.1:
        return recipe | _lettered(random, max(height, width))
    options: dict[str, Any] = {
        "grade": random.choice((*GRADES, "easy-hard", "hard-expert")),
        "givens": tuple(random.sample(_GIVENS, random.randint(0, 3))),
        "givens_number": tuple(sorted(random.choices(range(height * width + 1), k=2))),
        "symmetry": random.choice([*_SYMMETRIES]),
        "missing_tallies": random.randint(0, height + width),
        "spare": random.randint(1, 4),
    }
    return recipe | {name: value for name, value in options.items() if random.random() < 0.25}


def _fleet(random: Random, ships: int, longest: int) -> dict[int, int]:
    return dict(Counter(min(random.randint(1, longest), random.randint(1, longest)) for _ in range(ships)))


def _lettered(random: Random, side: int) -> dict[str, Any]:
    longest = min(side, 4)
    words = [
        "".join(random.choices("ABC", k=random.randint(1, longest))) for _ in range(random.randint(1, 3))
    ]
    options = {
        "edges": tuple(random.sample(_SIDES, random.randint(0, 4))),
        "givens": ("water", "parts"),
        "missing_tallies": random.randint(0, side),
        "fleet": _fleet(random, random.randint(0, 2), longest),
    }
    return {"words": words, "fleet": {}} | {
        name: value for name, value in options.items() if random.random() < 0.5
    }


def _expect_same_error(recipe: dict[str, Any], error: Exception) -> None:
    try:
        bimaru.generate(**recipe)
    except type(error) as again:
        if str(again) == str(error):
            return
    raise AssertionError(f"{error} is not raised again for {recipe}")


def _expect_unique(puzzle: Puzzle) -> None:
    """The board that comes with the puzzle is the only one."""
    board = Board.from_data(puzzle.provenance.solution)
    try:
        found = boards(raw_of(puzzle), _MOST_WORK)
    except TooMany:
        result = bimaru.solve(puzzle, engine="sat", time_limit=_SECONDS)
        if not result.complete:
            return
        found = {shown(one) for one in result.boards}
    expect("boards of a made puzzle", found, {shown(board)}, puzzle)


def _expect_ships_and_tallies(recipe: dict[str, Any], puzzle: Puzzle) -> None:
    expect("size", (puzzle.height, puzzle.width), recipe["size"], puzzle)
    expect("fleet", dict(puzzle.fleet), recipe["fleet"], puzzle)
    expect("words", sorted(puzzle.words), sorted(recipe.get("words", ())), puzzle)
    missing = [*puzzle.rows, *puzzle.cols].count(None)
    expect("missing tallies", missing, recipe.get("missing_tallies", 0), puzzle)


def _expect_givens(recipe: dict[str, Any], puzzle: Puzzle) -> None:
    kinds = {"W": "water", "X": "ships"}
    allowed = {*recipe.get("givens", ("water", "parts"))}
    expect(
        "kinds of givens",
        {kinds.get(given.kind, "parts") for given in puzzle.givens} - allowed,
        set(),
        puzzle,
    )
    squares = {given.square for given in puzzle.givens}
    least, most = recipe.get("givens_number", (0, puzzle.height * puzzle.width))
    expect("number of givens as asked", least <= len(squares) <= most, True, puzzle)
    for move in _SYMMETRIES[recipe.get("symmetry", "none")]:
        expect("pattern", {_moved(move, square, puzzle) for square in squares}, squares, puzzle)


def _moved(move: str, square: Square, puzzle: Puzzle) -> Square:
    r, c = square
    bottom, right = puzzle.height - 1, puzzle.width - 1
    return {
        "h": (bottom - r, right - c),
        "q": (c, right - r),
        "l": (r, right - c),
        "t": (bottom - r, c),
        "d": (c, r),
        "o": (right - c, bottom - r),
    }[move]


def _expect_edges(recipe: dict[str, Any], puzzle: Puzzle) -> None:
    """The sides of the recipe, and no others, name the letter nearest to them wherever there is one."""
    rows = Board.from_data(puzzle.provenance.solution).letters or ()
    columns = tuple(map("".join, zip(*rows, strict=True)))
    ends = {"left": (rows, 0), "right": (rows, -1), "top": (columns, 0), "bottom": (columns, -1)}
    for side, (lines, end) in ends.items():
        letters = [line.replace(WATER, "") for line in lines if side in recipe.get("edges", ())]
        nearest = tuple(line[end] if line else None for line in letters)
        expect(f"letters at the {side}", getattr(puzzle.edges, side), nearest if any(nearest) else (), puzzle)


def _expect_grade(recipe: dict[str, Any], puzzle: Puzzle) -> None:
    wanted = recipe.get("grade")
    if wanted is None:
        expect("grade, where the recipe has none", puzzle.provenance.grade, None, puzzle)
        return
    first, _, last = wanted.partition("-")
    grade = str(bimaru.grade(puzzle))
    expect("grade", puzzle.provenance.grade, grade, puzzle)
    range_wanted = GRADES[GRADES.index(first) : GRADES.index(last or first) + 1]
    expect(f"grade {grade} within the range of the recipe", grade in range_wanted, True, puzzle)


def _expect_none_to_spare(random: Random, recipe: dict[str, Any], puzzle: Puzzle) -> None:
    """Without any one of the givens, or with its symmetric ones, there are other boards."""
    if not puzzle.givens:
        return
    dropped = {random.choice(puzzle.givens).square}
    moves = _SYMMETRIES[recipe.get("symmetry", "none")]
    while more := {_moved(move, square, puzzle) for move in moves for square in dropped} - dropped:
        dropped |= more
    fewer = puzzle.replace(givens=[given for given in puzzle.givens if given.square not in dropped])
    expect(f"status without {sorted(dropped)}", bimaru.solve(fewer).status, "multiple", puzzle)
