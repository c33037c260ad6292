"""What a uniqueness certificate claims, in clauses: that a puzzle has no board but this one.

For the reader who must believe it. It is written from the rules alone, shares nothing with any
engine, leaves out nothing that could be left out and takes no short cut. Its models are the other
boards, each exactly once, so nothing satisfies it if and only if there is none.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import combinations, product
from typing import Final, TypeAlias

from bimaru.board import NO_LETTER, Board, neighbours, part_among
from bimaru.errors import BimaruError
from bimaru.puzzle import Puzzle
from bimaru.ships import Ship
from bimaru.squares import Part, Square, square_name

Way: TypeAlias = tuple[tuple[Square, str], ...]
"""One way that a ship can lie: its squares in reading order, each with its letter (`.` for none)."""

MOST_CLAUSES: Final = 3_000_000
"""The largest specification: some seconds and about a gigabyte."""


class TooManyClausesError(BimaruError, ValueError):
    """The puzzle is too large to be specified in `MOST_CLAUSES` clauses."""


def specify(puzzle: Puzzle, board: Board) -> Specification:
    """The clauses that are all true of the boards of `puzzle` other than `board`, which must be a
    right one, and of nothing else. Raises `TooManyClausesError`."""
    rules = Specification(puzzle)
    rules.ships_lie_apart()
    rules.the_fleet_is_complete()
    rules.lines_have_their_tallies()
    rules.squares_show_their_givens()
    rules.lines_have_their_nearest_letters()
    rules.it_is_not(board)
    return rules


class Specification:
    """`clauses` over the variables 1 to `variables`."""

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle
        self.variables = 0
        self.clauses: list[list[int]] = []
        self._names: dict[int, str] = {}
        squares = product(range(puzzle.height), range(puzzle.width))
        self.ship = {at: self.variable(f"ship_{square_name(at)}") for at in squares}
        self.fleet = {
            ship: {way: self.variable(_name(way)) for way in self.ways(ship)} for ship, _ in puzzle.ships
        }
        self.lies = {way: lies for ways in self.fleet.values() for way, lies in ways.items()}
        self.true = self.variable("true")
        self.clause(self.true)

    def names(self) -> dict[int, str]:
        """What the variables mean: the squares that are ship, and the ways that ships lie. The
        others only count."""
        return self._names

    def variable(self, name: str | None = None) -> int:
        self.variables += 1
        if name is not None:
            self._names[self.variables] = name
        return self.variables

    def clause(self, *literals: int) -> None:
        if len(self.clauses) == MOST_CLAUSES:
            raise TooManyClausesError(f"the rules of the puzzle take more than {MOST_CLAUSES:,} clauses")
        self.clauses.append([*literals])

    def either(self, result: int, causes: Iterable[int]) -> None:
        """`result` is true exactly if one of `causes` is."""
        causes = [*causes]
        self.clause(-result, *causes)
        for cause in causes:
            self.clause(-cause, result)

    def exactly(self, number: int, literals: Iterable[int]) -> None:
        """`number` of the literals are true: of the first i, at least j are if of those before
        the i-th at least j were, or at least j - 1 and it is true."""
        at_least = [self.true] + (number + 1) * [-self.true]
        for literal in literals:
            before = at_least.copy()
            for j in range(1, number + 2):
                if before[j - 1] != -self.true:
                    at_least[j] = self.variable()
                    self.clause(-at_least[j], before[j], before[j - 1])
                    self.clause(-at_least[j], before[j], literal)
                    self.clause(-before[j], at_least[j])
                    self.clause(-before[j - 1], -literal, at_least[j])
        self.clause(at_least[number])
        self.clause(-at_least[number + 1])

    def ways(self, ship: Ship) -> list[Way]:
        """Every way to turn, flip and move the ship within the grid."""
        cells = list(zip(ship.squares, ship.word or NO_LETTER * ship.length, strict=True))
        moved = (_moved(form, *at) for form in _forms(cells) for at in self.ship)
        return sorted(way for way in moved if all(at in self.ship for at, _ in way))

    def ships_lie_apart(self) -> None:
        """A ship's squares are ship, those around it are water, and there is no other ship square.

        Two ships that overlap would each have a square around the other, unless they are on the
        very same squares."""
        alike = defaultdict(list)
        covering = defaultdict(list)
        for way, lies in self.lies.items():
            squares = {at for at, _ in way}
            alike[frozenset(squares)].append(lies)
            for at in squares:
                covering[at].append(lies)
            for at in self.around(squares):
                self.clause(-lies, -self.ship[at])
        for at, is_ship in self.ship.items():
            self.either(is_ship, covering[at])
        for ways in alike.values():
            for one, other in combinations(ways, 2):
                self.clause(-one, -other)

    def around(self, squares: set[Square]) -> set[Square]:
        """The squares of the grid that touch these, also at a corner."""
        near = {(r + dr, c + dc) for r, c in squares for dr, dc in product((-1, 0, 1), repeat=2)}
        return near & self.ship.keys() - squares

    def the_fleet_is_complete(self) -> None:
        for ship, number in self.puzzle.ships:
            self.exactly(number, self.fleet[ship].values())

    def lines_have_their_tallies(self) -> None:
        for r, tally in enumerate(self.puzzle.rows):
            if tally is not None:
                self.exactly(tally, (self.ship[r, c] for c in range(self.puzzle.width)))
        for c, tally in enumerate(self.puzzle.cols):
            if tally is not None:
                self.exactly(tally, (self.ship[r, c] for r in range(self.puzzle.height)))

    def squares_show_their_givens(self) -> None:
        """A part shows which of the squares beside it are ship: none of the ways in which
        these show another part is allowed."""
        for given in self.puzzle.givens:
            at = given.square
            self.clause(-self.ship[at] if given.kind == Part.WATER else self.ship[at])
            if given.letter is not None:
                self.clause(*(lies for way, lies in self.lies.items() if (at, given.letter) in way))
            elif given.kind not in (Part.WATER, Part.SHIP):
                beside = [near for near in neighbours(at) if near in self.ship]
                for shown in product((False, True), repeat=len(beside)):
                    ships = {near for near, is_ship in zip(beside, shown, strict=True) if is_ship}
                    if part_among(at, ships) != given.kind:
                        self.clause(
                            *(-self.ship[near] if near in ships else self.ship[near] for near in beside)
                        )

    def lines_have_their_nearest_letters(self) -> None:
        """A line has the letter told at its edge, and any other only behind that one."""
        showing = defaultdict(list)
        for way, lies in self.lies.items():
            for at, letter in way:
                if letter != NO_LETTER:
                    showing[at, letter].append(lies)
        shows = {key: self.variable() for key in showing}
        for key, is_shown in shows.items():
            self.either(is_shown, showing[key])
        for line, told in self.lines_of_sight():
            nearer: list[int] = []
            for at in line:
                for (there, letter), is_shown in shows.items():
                    if there == at and letter != told:
                        self.clause(-is_shown, *nearer)
                nearer += [shows[at, told]] if (at, told) in shows else []
            self.clause(*nearer)

    def lines_of_sight(self) -> Iterator[tuple[list[Square], str]]:
        """Every line with a letter at an edge, from that edge, and the letter."""
        rows = [[(r, c) for c in range(self.puzzle.width)] for r in range(self.puzzle.height)]
        columns = [[row[c] for row in rows] for c in range(self.puzzle.width)]
        edges = self.puzzle.edges
        for side, lines, step in (
            (edges.left, rows, 1),
            (edges.right, rows, -1),
            (edges.top, columns, 1),
            (edges.bottom, columns, -1),
        ):
            for line, letter in zip(lines, side, strict=False):
                if letter is not None:
                    yield line[::step], letter

    def it_is_not(self, board: Board) -> None:
        """Not all ships lie where they lie on the board."""
        ship = board.occupied()
        on_board = {(at, board.letter(at) or NO_LETTER) for at in ship}
        self.clause(
            *(
                -lies
                for way, lies in self.lies.items()
                if on_board.issuperset(way) and not ship & self.around({at for at, _ in way})
            )
        )


def _forms(cells: list[tuple[Square, str]]) -> set[Way]:
    """A ship turned and flipped in all eight ways, each moved to the corner of the grid."""
    forms = set()
    for _ in range(4):
        cells = [((c, -r), letter) for (r, c), letter in cells]
        for form in (cells, [((r, -c), letter) for (r, c), letter in cells]):
            top, left = (min(at[axis] for at, _ in form) for axis in (0, 1))
            forms.add(_moved(form, -top, -left))
    return forms


def _moved(form: Iterable[tuple[Square, str]], down: int, right: int) -> Way:
    return tuple(sorted(((r + down, c + right), letter) for (r, c), letter in form))


def _name(way: Way) -> str:
    return "lies_" + "_".join(
        square_name(at) + ("" if letter == NO_LETTER else f"={letter}") for at, letter in way
    )
