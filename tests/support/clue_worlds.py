"""The slow obvious thing for sets of clues: all ways to lay any number of ships, and the clues met."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import cache
from itertools import combinations
from typing import Final

from hypothesis import strategies as st

from bimaru.deduction.clues import edge_of, number_of, ships_of, square_of, tally_of
from bimaru.deduction.reasons import Clue
from bimaru.placements import Placement, placements
from bimaru.puzzle import Edges, Given, Puzzle
from bimaru.squares import Part, Square
from brute_force import puzzles_from_boards

MOST_WORLDS: Final = 20_000


@cache
def worlds(puzzle: Puzzle) -> tuple[tuple[Placement, ...], ...]:
    """All sets of placements that do not touch, of the kinds of ships that the puzzle has."""
    every = [one for ship, _ in puzzle.ships for one in placements(ship, puzzle.height, puzzle.width)]
    return tuple(_laid(every, ()))


def _laid(left: list[Placement], laid: tuple[Placement, ...]) -> Iterator[tuple[Placement, ...]]:
    yield laid
    for i, one in enumerate(left):
        apart = {*one.squares, *one.surroundings}
        yield from _laid([other for other in left[i + 1 :] if apart.isdisjoint(other.squares)], (*laid, one))


def meets(puzzle: Puzzle, laid: tuple[Placement, ...], clue: Clue) -> bool:
    """Whether placements meet a clue."""
    shown = {at: (one, i) for one in laid for i, at in enumerate(one.squares)}
    if clue.kind in ("row", "column"):
        axis = 0 if clue.kind == "row" else 1
        return sum(at[axis] == number_of(clue) for at in shown) == tally_of(puzzle, clue)
    if clue.kind == "given":
        given = next(given for given in puzzle.givens if given.square == square_of(clue))
        return shows(laid, given)
    if clue.kind == "edge":
        side, line_at_edge, letter = edge_of(puzzle, clue)
        position = line_at_edge.number
        length = puzzle.height if side in ("top", "bottom") else puzzle.width
        line: list[Square] = [
            (k, position) if side in ("top", "bottom") else (position, k) for k in range(length)
        ]
        letters = [shown[at][0].letters[shown[at][1]] for at in line if at in shown and shown[at][0].letters]
        if side in ("bottom", "right"):
            letters.reverse()
        return letters[:1] == [letter]
    ship, number = ships_of(puzzle)[clue]
    return sum(one.ship == ship for one in laid) == number


def shows(laid: tuple[Placement, ...], given: Given) -> bool:
    """Whether placements show what is given."""
    for one in laid:
        if given.square in one.squares:
            i = one.squares.index(given.square)
            if given.letter:
                return one.letters[i : i + 1] == given.letter
            return given.kind in (Part.SHIP, one.parts[i])
    return given.kind == Part.WATER


def board_key(laid: tuple[Placement, ...]) -> frozenset[tuple[Square, str]]:
    """What tells boards apart: the ship squares, with their letters."""
    return frozenset((at, one.letters[i : i + 1]) for one in laid for i, at in enumerate(one.squares))


def smallest_size(puzzle: Puzzle, clues: tuple[Clue, ...], wrong: Given | None = None) -> int | None:
    """The fewest clues that leave no world (in which `wrong` is true); `None` if all leave one."""
    met = {
        frozenset(clue for clue in clues if meets(puzzle, laid, clue))
        for laid in worlds(puzzle)
        if wrong is None or shows(laid, wrong)
    }
    for size in range(len(clues) + 1):
        if any(all(not {*chosen} <= each for each in met) for chosen in combinations(clues, size)):
            return size
    return None


def reduced(puzzle: Puzzle, clues: Collection[Clue]) -> Puzzle:
    """The puzzle with only these tallies, givens and edge letters. The numbers of ships stay."""
    kept = set(clues)
    edges = {
        side: [letter if Clue("edge", (side, i)) in kept else None for i, letter in enumerate(letters)]
        for side, letters in puzzle.edges._asdict().items()
        if letters
    }
    return puzzle.replace(
        rows=[tally if Clue("row", r) in kept else None for r, tally in enumerate(puzzle.rows)],
        cols=[tally if Clue("column", c) in kept else None for c, tally in enumerate(puzzle.cols)],
        givens=[given for given in puzzle.givens if Clue("given", given.square) in kept],
        edges=Edges(**{side: tuple(letters) for side, letters in edges.items() if any(letters)}),
    )


@st.composite
def tiny_puzzles(draw: st.DrawFn) -> Puzzle:
    """Puzzles with so few squares and ships that all worlds can be listed, many with a tally wrong."""
    puzzle, _ = draw(puzzles_from_boards())
    if puzzle.height * puzzle.width > 12 or len(worlds(puzzle)) > MOST_WORLDS:
        puzzle = Puzzle(rows=(1, None), cols=(0, 1, 1), fleet={1: 1, 2: 1}, givens={(0, 0): "S"})
    tallies = [*puzzle.rows]
    if draw(st.booleans()):
        tallies[0] = draw(st.integers(0, puzzle.width))
    return puzzle.replace(rows=tallies)
