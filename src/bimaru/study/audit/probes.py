"""The puzzles of an audit: small ones, each of which shows one way to be wrong.

A program that forgets a rule is caught by a puzzle without solutions that has one without the rule; one that
demands too much, by a puzzle with a single solution that it excludes. So most puzzles here are made from a
board: one that breaks exactly one rule, with its clues, or a right one, with clues up to a single solution.
All are made in the same way every time, in ascending size.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import product
from typing import Final, NamedTuple, TypeAlias

from bimaru.board import WATER, Board
from bimaru.engines.kernel import KernelRun
from bimaru.engines.protocol import NO_LIMIT
from bimaru.placements import Placement, board_of, placements
from bimaru.puzzle import Puzzle, Tally
from bimaru.ships import Ship
from bimaru.solving import Count, count, solve
from bimaru.squares import Part, Square, square_name

MOST_BOARDS: Final = 100
"""The most boards of a puzzle that an audit knows."""
COUNT_SECONDS: Final = 5.0
"""Time to count the boards of a puzzle that has more."""
_KINDS: Final = ("W", "S", "L", "R", "T", "B", "M", "X")
Fleet: TypeAlias = Mapping[int, int]
_Made: TypeAlias = tuple[Puzzle, str]
"""A puzzle, and what it is about."""
_Pair: TypeAlias = tuple[list[Placement], dict[int, int]]
"""Two ships, and their fleet."""


class Probe(NamedTuple):
    """A puzzle, what it is about, and its boards; `complete`: whether these are all."""

    puzzle: Puzzle
    about: str
    boards: frozenset[Board]
    complete: bool = True

    @property
    def squares(self) -> int:
        return self.puzzle.height * self.puzzle.width

    @property
    def number(self) -> Count:
        """How many boards there are, counted where they are not all known, as far as there is time."""
        return Count(len(self.boards), True) if self.complete else _counted(self.puzzle)


@lru_cache(1024)
def _counted(puzzle: Puzzle) -> Count:
    """The number of boards, once for all programs of a class."""
    return count(puzzle, time_limit=COUNT_SECONDS)


def probe_of(puzzle: Puzzle, about: str) -> Probe:
    """A probe of any puzzle."""
    result = solve(puzzle, limit=MOST_BOARDS)
    return Probe(puzzle, about, frozenset(result.boards), result.complete)


def battery(most_alike: int | None = None) -> tuple[Probe, ...]:
    """The puzzles of an audit, smallest first, each with an id that says what it is about; at most
    `most_alike` about the same."""
    made = [
        *_ordinary(),
        *_touching(),
        *_wrong_tallies(),
        *_wrong_fleets(),
        *_wrong_lengths(),
        *_wrong_givens(),
        *_several(),
    ]
    unique: dict[Puzzle, Probe] = {}
    for puzzle, about in _spread(made, most_alike):
        if puzzle not in unique:
            unique[puzzle] = probe_of(puzzle, about)
    ordered = sorted(unique.values(), key=lambda probe: probe.squares)
    return tuple(
        probe._replace(puzzle=probe.puzzle.replace(id=f"{number:03}-{probe.about.replace(' ', '-')}"))
        for number, probe in enumerate(ordered, 1)
    )


def _spread(made: Sequence[_Made], most: int | None) -> Iterator[_Made]:
    """At most `most` of those about the same, from first to last."""
    alike: dict[str, list[_Made]] = {}
    for puzzle, about in made:
        key = about.rpartition(" ")[0] if about.startswith("given ") else about
        alike.setdefault(key, []).append((puzzle, about))
    for group in alike.values():
        yield from group if most is None else group[:: -(-len(group) // most)]


# Boards and their clues


def clues_of(board: Board, fleet: Fleet, givens: Mapping[Square, str] | None = None) -> Puzzle:
    """The puzzle with the tallies of a board and this fleet."""
    rows = [sum(mark != WATER for mark in row) for row in board.rows]
    cols = [sum(row[col] != WATER for row in board.rows) for col in range(board.width)]
    return Puzzle(rows, cols, fleet, givens or {})


def open_puzzle(height: int, width: int, fleet: Fleet) -> Puzzle:
    """The puzzle that has nothing but a fleet."""
    return Puzzle([None] * height, [None] * width, fleet)


def some_board(height: int, width: int, fleet: Fleet, order: int) -> Board:
    """One of the boards of a fleet; another for most numbers."""
    return next(KernelRun(open_puzzle(height, width, fleet), NO_LIMIT, order))


def made_unique(puzzle: Puzzle, board: Board) -> Puzzle:
    """The puzzle with givens of the board, up to a single solution."""
    givens = {given.square: given.kind for given in puzzle.givens}
    while True:
        puzzle = puzzle.replace(givens=givens)
        other = next((found for found in solve(puzzle, engine="search").boards if found != board), None)
        if other is None:
            return puzzle
        at = next(at for at, mark in board.squares() if mark != other[at])
        givens[at] = "W" if board[at] == WATER else board[at]


# Right ones: programs that demand too much find nothing


_SHAPES: Final[Sequence[tuple[int, int, Fleet, str]]] = (
    (1, 1, {1: 1}, "a single square"),
    (1, 1, {}, "no ship at all"),
    (1, 5, {2: 1, 1: 1}, "a single row"),
    (5, 1, {2: 1, 1: 1}, "a single column"),
    (1, 4, {4: 1}, "a ship as long as the row"),
    (4, 1, {4: 1}, "a ship as long as the column"),
    (2, 4, {2: 1, 1: 1}, "two rows"),
    (3, 3, {1: 4}, "ships in all corners"),
    (3, 5, {3: 1, 1: 1}, "wider than high"),
    (5, 3, {3: 1, 1: 1}, "higher than wide"),
    (4, 4, {2: 2, 1: 2}, "small fleet"),
    (4, 4, {4: 1, 2: 1, 1: 1}, "small fleet with a long ship"),
    (5, 5, {3: 1, 2: 2, 1: 2}, "dense"),
    (6, 6, {3: 1, 2: 2, 1: 3}, "medium fleet"),
    (6, 6, {5: 1, 3: 1, 1: 2}, "a long ship"),
    (5, 6, {4: 2, 2: 1}, "two of the longest"),
    (10, 10, {4: 1, 3: 2, 2: 3, 1: 4}, "standard fleet"),
    (12, 12, {5: 1, 4: 1, 3: 2, 2: 3, 1: 4}, "large"),
)


def _ordinary() -> Iterator[tuple[Puzzle, str]]:
    """Puzzles with a single solution: of every shape, with and without some tallies."""
    for (height, width, fleet, about), order in product(_SHAPES, range(2)):
        board = some_board(height, width, fleet, order)
        puzzle = clues_of(board, fleet)
        yield made_unique(puzzle, board), about
        if 1 < height <= 10 and width > 1:
            rows = [None if row % 2 == order else tally for row, tally in enumerate(puzzle.rows)]
            cols = [None if col % 3 == order else tally for col, tally in enumerate(puzzle.cols)]
            yield made_unique(puzzle.replace(rows=rows, cols=cols), board), f"{about}, tallies missing"
    yield from _every_part_given()


def _every_part_given() -> Iterator[tuple[Puzzle, str]]:
    """Every part given, in the middle and at borders, each the only given."""
    for order in range(6):
        board = some_board(5, 5, {3: 2, 2: 1, 1: 1}, order)
        for at, mark in board.squares():
            kind = "W" if mark == WATER else mark
            if (at[0] * 5 + at[1] + order) % 4 == 0:
                puzzle = clues_of(board, {3: 2, 2: 1, 1: 1}, {at: kind})
                yield made_unique(puzzle, board), f"given {kind}"
            elif mark != WATER and order < 2:
                puzzle = clues_of(board, {3: 2, 2: 1, 1: 1}, {at: "X"})
                yield made_unique(puzzle, board), "given X"


# Wrong ones: programs that forget something find a board


def _without_solution(found: Iterable[tuple[Puzzle, str]]) -> Iterator[tuple[Puzzle, str]]:
    return ((puzzle, about) for puzzle, about in found if solve(puzzle, limit=1).status == "none")


_PAIRS: Final = (
    (2, (1, 1), "at a corner"),
    (3, (1, 1), "at a corner"),
    (4, (1, 1), "at a corner"),
    (4, (2, 1), "at a corner"),
    (4, (2, 2), "at a corner"),
    (5, (3, 3), "at a corner"),
    (3, (2, 2), "side by side"),
    (4, (3, 2), "side by side"),
)
"""Sides of a square grid, the lengths of two ships, and how they touch."""


def _touching() -> Iterator[tuple[Puzzle, str]]:
    """Boards on which two ships touch, in every place of a small grid."""
    yield from _without_solution(
        (clues_of(_placed(size, size, laid), fleet), f"touching {how}")
        for size, pair, how in _PAIRS
        for laid, fleet in _thinned([*_touching_pairs(size, pair, how)])
    )


def _thinned(pairs: list[_Pair]) -> list[_Pair]:
    """At most some forty of the pairs, all over the grid."""
    return pairs[:: 1 + len(pairs) // 40]


def _touching_pairs(size: int, lengths: tuple[int, int], how: str) -> Iterator[_Pair]:
    """Pairs of ships of these lengths that touch in that way and no other."""
    fleet: dict[int, int] = {}
    for length in lengths:
        fleet[length] = fleet.get(length, 0) + 1
    first, second = (placements(Ship.straight(length), size, size) for length in lengths)
    for one, other in product(first, second):
        if set(one.squares) & set(other.squares) or not set(one.squares) & set(other.surroundings):
            continue
        beside = any(abs(r - i) + abs(c - j) == 1 for r, c in one.squares for i, j in other.squares)
        is_longer_ship = beside and _are_in_line(one, other)
        if beside == (how == "side by side") and not is_longer_ship:
            yield [one, other], fleet


def _are_in_line(one: Placement, other: Placement) -> bool:
    rows, cols = ({*lines} for lines in zip(*one.squares, *other.squares, strict=True))
    return len(rows) == 1 or len(cols) == 1


def _placed(height: int, width: int, laid: Iterable[Placement]) -> Board:
    return board_of(open_puzzle(height, width, {}), laid)


def _wrong_tallies() -> Iterator[tuple[Puzzle, str]]:
    """A tally that is one too high or too low, for every line; and two that are exchanged."""
    found: list[tuple[Puzzle, str]] = []
    for height, width, fleet in ((3, 3, {2: 1, 1: 1}), (4, 4, {2: 1, 1: 2}), (5, 4, {3: 1, 2: 1, 1: 1})):
        puzzle = clues_of(some_board(height, width, fleet, height), fleet)
        for rows in _one_wrong(puzzle.rows):
            found.append((puzzle.replace(rows=rows), "row tally wrong"))
            found.append((puzzle.replace(rows=rows, cols=[None] * width), "row tally wrong"))
        for cols in _one_wrong(puzzle.cols):
            found.append((puzzle.replace(cols=cols), "column tally wrong"))
            found.append((puzzle.replace(rows=[None] * height, cols=cols), "column tally wrong"))
        found.append((puzzle.replace(rows=puzzle.rows[::-1]), "row tallies reversed"))
        found.append((puzzle.replace(cols=puzzle.cols[::-1]), "column tallies reversed"))
    yield from _without_solution(found)


def _one_wrong(tallies: Sequence[Tally]) -> Iterator[Sequence[Tally]]:
    for i, change in product(range(len(tallies)), (1, -1)):
        tally = (tallies[i] or 0) + change
        if tally >= 0:
            yield (*tallies[:i], tally, *tallies[i + 1 :])


_OTHER_FLEETS: Final[Sequence[tuple[int, int, Fleet, Fleet, str]]] = (
    (1, 3, {2: 1, 1: 1}, {3: 1}, "two ships in one"),
    (1, 3, {3: 1}, {1: 2}, "a ship torn apart"),
    (3, 3, {2: 1, 1: 1}, {3: 1}, "a ship too long"),
    (3, 3, {3: 1}, {2: 1, 1: 1}, "a ship too short"),
    (3, 3, {2: 1}, {1: 2}, "submarines for a destroyer"),
    (3, 3, {1: 2}, {2: 1}, "a destroyer for submarines"),
    (3, 3, {2: 1, 1: 2}, {2: 2}, "lengths exchanged"),
    (4, 4, {2: 2}, {3: 1, 1: 1}, "lengths exchanged"),
    (4, 4, {3: 1, 1: 1}, {2: 2}, "lengths exchanged"),
    (4, 5, {3: 2}, {4: 1, 2: 1}, "lengths exchanged"),
    (4, 5, {4: 1, 2: 1}, {3: 2}, "lengths exchanged"),
    (5, 5, {4: 1, 3: 2, 2: 1}, {4: 2, 2: 2}, "lengths exchanged"),
    (6, 6, {4: 1, 3: 2, 2: 2, 1: 1}, {4: 2, 2: 3, 1: 1}, "lengths exchanged"),
    (6, 6, {5: 1, 3: 1, 1: 2}, {4: 2, 1: 2}, "lengths exchanged"),
    (4, 4, {2: 1, 1: 1}, {2: 1, 1: 2}, "a submarine too many"),
    (4, 4, {2: 1, 1: 2}, {2: 1, 1: 1}, "a submarine missing"),
    (4, 4, {2: 1, 1: 1}, {2: 2, 1: 1}, "a destroyer too many"),
    (4, 4, {2: 2, 1: 1}, {2: 1, 1: 1}, "a destroyer missing"),
    (5, 5, {3: 1, 1: 2}, {3: 2, 1: 2}, "a cruiser too many"),
    (5, 5, {3: 2, 1: 1}, {3: 1, 1: 1}, "a cruiser missing"),
    (5, 5, {4: 1, 1: 2}, {4: 2, 1: 2}, "a battleship too many"),
    (5, 5, {4: 2, 1: 1}, {4: 1, 1: 1}, "a battleship missing"),
    (6, 6, {2: 3}, {6: 1}, "a ship too long"),
    (5, 5, {1: 5}, {5: 1}, "a ship too long"),
)
"""Sizes, the fleet of the puzzle, the fleet of the board that it is made from."""


def _wrong_fleets() -> Iterator[tuple[Puzzle, str]]:
    for height, width, fleet, other, about in _OTHER_FLEETS:
        orders = (clues_of(some_board(height, width, other, order), fleet) for order in range(1, 9))
        yield from [*_without_solution((puzzle, about) for puzzle in orders)][:2]


def _wrong_lengths() -> Iterator[tuple[Puzzle, str]]:
    """A single ship one square too short, and one too long, in every place of a small grid."""
    for length, change in ((2, -1), (3, -1), (4, -1), (1, 1), (2, 1), (3, 1)):
        about = "a ship too short" if change < 0 else "a ship too long"
        for placement in placements(Ship.straight(max(length, length + change)), 4, 4):
            drawn = placement.squares[: length + change]
            marks = ["".join(".X"[(row, col) in drawn] for col in range(4)) for row in range(4)]
            yield clues_of(Board(tuple(marks)), {length: 1}), about


def _wrong_givens() -> Iterator[tuple[Puzzle, str]]:
    """Every part given where the solution shows another: the first place for each pair."""
    found: dict[tuple[str, str], tuple[Puzzle, str]] = {}
    fleets: Sequence[tuple[int, int, Fleet]] = (
        (3, 3, {2: 1, 1: 1}), (3, 4, {3: 1, 1: 1}), (4, 3, {3: 1, 1: 1}), (4, 4, {3: 1, 2: 1, 1: 1}),
        (5, 5, {3: 2, 2: 1, 1: 1}),
    )  # fmt: skip
    for (height, width, fleet), order in product(fleets, range(6)):
        board = some_board(height, width, fleet, order)
        for at, mark in board.squares():
            shown = "W" if mark == WATER else mark
            for kind in _KINDS:
                if kind == shown or (kind == "X" and shown != "W") or (kind, shown) in found:
                    continue
                puzzle = clues_of(board, fleet, {at: kind})
                if solve(puzzle, limit=1).status == "none":
                    found[kind, shown] = (puzzle, f"given {kind} on {_name(shown)} {square_name(at)}")
    yield from found.values()


def _name(shown: str) -> str:
    return Part(shown).name.lower()


def _several() -> Iterator[tuple[Puzzle, str]]:
    """Puzzles with some solutions, for programs that find all."""
    yield Puzzle([1, 1], [None, None], {2: 1}), "several solutions"
    yield Puzzle([None] * 2, [None] * 2, {1: 1}), "several solutions"
    yield Puzzle([1, 0, 1], [1, 0, 1], {1: 2}), "several solutions"
    for size, order in product((4, 5), range(3)):
        fleet = {3: 1, 2: 1, 1: 1} if size == 5 else {2: 2, 1: 1}
        puzzle = clues_of(some_board(size, size, fleet, order), fleet)
        yield (
            puzzle.replace(rows=[None, *puzzle.rows[1:]], cols=[*puzzle.cols[:-1], None]),
            "several solutions",
        )
    yield open_puzzle(2, 3, {2: 1}), "several solutions, no tallies"
    yield open_puzzle(3, 3, {2: 1, 1: 1}), "several solutions, no tallies"
