"""The clues of a puzzle one by one, and the puzzle with only some of them.

The kinds of ships are not clues: they are part of the rules. How many of a kind there are is a clue.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, TypeAlias

from bimaru.deduction.reasons import Clue, Line
from bimaru.puzzle import Puzzle
from bimaru.ships import Ship
from bimaru.squares import Square

Clues: TypeAlias = tuple[Clue, ...]

_ORDER: Final = ("row", "column", "edge", "given", "fleet", "word", "shape")


def clues_of(puzzle: Puzzle) -> Clues:
    """Every clue: tallies, edge letters, givens, and the number of each kind of ship."""
    found = [Clue("row", r) for r, tally in enumerate(puzzle.rows) if tally is not None]
    found += [Clue("column", c) for c, tally in enumerate(puzzle.cols) if tally is not None]
    found += edge_clues(puzzle)
    found += [Clue("given", given.square) for given in puzzle.givens]
    return (*found, *ships_of(puzzle))


def edge_clues(puzzle: Puzzle) -> list[Clue]:
    """The letters at edges."""
    return [
        Clue("edge", (side, i))
        for side, letters in puzzle.edges._asdict().items()
        for i, letter in enumerate(letters)
        if letter is not None
    ]


def ships_of(puzzle: Puzzle) -> dict[Clue, tuple[Ship, int]]:
    """The kinds of ships and their numbers, by the clue that gives the number."""
    counts = dict(puzzle.ships)
    found = {Clue("fleet", length): Ship.straight(length) for length in puzzle.fleet}
    found |= {Clue("word", ship.word or ""): ship for ship in counts if ship.word is not None}
    seen: set[Ship] = set()
    for number, shape in zip(puzzle.shape_numbers, puzzle.shapes, strict=True):
        ship = Ship.polyomino(shape)
        if ship not in seen:
            found[Clue("shape", number)] = ship
            seen.add(ship)
    return {clue: (ship, counts[ship]) for clue, ship in found.items()}


def ordered(clues: Iterable[Clue]) -> Clues:
    """The clues in the order in which they are listed in sentences."""
    return tuple(sorted(clues, key=_rank))


def _rank(clue: Clue) -> tuple[int, str]:
    value = clue.value if isinstance(clue.value, tuple) else (clue.value,)
    return (
        _ORDER.index(clue.kind),
        "/".join(f"{part:04}" if isinstance(part, int) else part for part in value),
    )


def tally_of(puzzle: Puzzle, clue: Clue) -> int:
    """The tally that a clue gives."""
    tally = (puzzle.rows if clue.kind == "row" else puzzle.cols)[number_of(clue)]
    return 0 if tally is None else tally


def number_of(clue: Clue) -> int:
    """The number of the line, the length or the index that a clue is about."""
    if not isinstance(clue.value, int):
        raise TypeError(f"a clue of kind {clue.kind} has no number")
    return clue.value


def square_of(clue: Clue) -> Square:
    """The square that a given is about."""
    match clue.value:
        case (int(row), int(col)):
            return (row, col)
    raise TypeError(f"a clue of kind {clue.kind} has no square")


def edge_of(puzzle: Puzzle, clue: Clue) -> tuple[str, Line, str]:
    """The side of the letter at an edge, its line, and the letter."""
    match clue.value:
        case (str(side), int(position)):
            line = Line("column" if side in ("top", "bottom") else "row", position)
            return side, line, puzzle.edges._asdict()[side][position]
    raise TypeError(f"a clue of kind {clue.kind} is at no edge")


def line_of(clue: Clue) -> Line:
    """The line that a tally is about."""
    return Line("row" if clue.kind == "row" else "column", number_of(clue))


def without(clues: Sequence[Clue], clue: Clue) -> Clues:
    """All clues except this one."""
    return tuple(other for other in clues if other != clue)
