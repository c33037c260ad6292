"""The clauses of a certificate, satisfied exactly by the boards of a puzzle other than those known.

Written to be read by those who verify it: from the rules alone, sharing nothing with an engine, without
optimisations or redundant clauses left out. Its models are the other boards, each exactly once, so it is
unsatisfiable if and only if the puzzle has no boards but those known.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import combinations, product
from typing import Final, TypeAlias

from bimaru.board import NO_LETTER, Board, neighbours, part_among
from bimaru.errors import BimaruError
from bimaru.puzzle import Puzzle
from bimaru.ships import Ship
from bimaru.squares import Part, Square, square_name

Placement: TypeAlias = tuple[tuple[Square, str], ...]
"""A placement of a ship: its squares in reading order, each with its letter (`.` for none)."""

MOST_CLAUSES: Final = 3_000_000
"""Limit of a specification: some seconds and about a gigabyte."""


class TooManyClausesError(BimaruError, ValueError):
    """The puzzle needs more clauses than are allowed, by default `MOST_CLAUSES`."""


def specify(puzzle: Puzzle, boards: Iterable[Board], most: int = MOST_CLAUSES) -> Specification:
    """The clauses satisfied exactly by the boards of `puzzle` other than `boards`, which must be solutions.

    Raises `TooManyClausesError` as soon as there are more than `most`."""
    rules = Specification(puzzle, most)
    rules.state("ships do not overlap or touch, and nothing else is ship", rules.keep_ships_apart)
    rules.state("of each ship there are as many as in the fleet", rules.complete_fleet)
    rules.state("rows and columns have as many ship squares as their tallies", rules.match_tallies)
    rules.state("given squares show what is given", rules.match_givens)
    rules.state("the letters at the edges are the nearest in their lines", rules.match_edge_letters)
    for number, board in enumerate(boards, start=1):
        rules.state(f"a board other than number {number} of those known", partial(rules.exclude, board))
    return rules


def number_of_placements(puzzle: Puzzle) -> int:
    """The number of placements of all kinds of ships, without listing them: each has clauses of its own."""
    return sum(
        max(0, puzzle.height - max(r for (r, _), _ in form))
        * max(0, puzzle.width - max(c for (_, c), _ in form))
        for ship, _ in puzzle.ships
        for form in _forms(list(zip(ship.squares, ship.word or NO_LETTER * ship.length, strict=True)))
    )


class Specification:
    """`clauses` over the variables 1 to `variables`, added rule by rule. `groups` are the rules in words,
    each with the number of its clauses."""

    def __init__(self, puzzle: Puzzle, most: int = MOST_CLAUSES) -> None:
        self.puzzle = puzzle
        self._most = most
        self.variables = 0
        self.clauses: list[list[int]] = []
        self.groups: list[tuple[str, int]] = []
        self._names: dict[int, str] = {}
        squares = product(range(puzzle.height), range(puzzle.width))
        self.ship = {at: self.new_variable(f"ship_{square_name(at)}") for at in squares}
        self.fleet = {
            ship: {placement: self.new_variable(_name(placement)) for placement in self.placements(ship)}
            for ship, _ in puzzle.ships
        }
        self.chosen = {
            placement: chosen
            for placements in self.fleet.values()
            for placement, chosen in placements.items()
        }
        self.true = self.new_variable("true")
        self.state("the variable `true` is true", partial(self.clause, self.true))

    def state(self, rule: str, add: Callable[[], None]) -> None:
        """Add the clauses of a rule, which is put in words on one line."""
        before = len(self.clauses)
        add()
        self.groups.append((rule, len(self.clauses) - before))

    def names(self) -> dict[int, str]:
        """The meaning of the variables: squares that are ship, and chosen placements. The others are
        auxiliary."""
        return self._names

    def new_variable(self, name: str | None = None) -> int:
        """A new variable; `names` has those with a name."""
        self.variables += 1
        if name is not None:
            self._names[self.variables] = name
        return self.variables

    def clause(self, *literals: int) -> None:
        if len(self.clauses) == self._most:
            raise TooManyClausesError(f"the puzzle needs more than {self._most:,} clauses")
        self.clauses.append([*literals])

    def either(self, result: int, causes: Iterable[int]) -> None:
        """`result` is true exactly if at least one of `causes` is."""
        causes = [*causes]
        self.clause(-result, *causes)
        for cause in causes:
            self.clause(-cause, result)

    def exactly(self, number: int, literals: Iterable[int]) -> None:
        """Exactly `number` of the literals are true.

        Of the first i, at least j are true if at least j of the first i - 1 are, or at least j - 1 of them
        and the i-th."""
        at_least = [self.true] + (number + 1) * [-self.true]
        for literal in literals:
            before = at_least.copy()
            for j in range(1, number + 2):
                if before[j - 1] != -self.true:
                    at_least[j] = self.new_variable()
                    self.clause(-at_least[j], before[j], before[j - 1])
                    self.clause(-at_least[j], before[j], literal)
                    self.clause(-before[j], at_least[j])
                    self.clause(-before[j - 1], -literal, at_least[j])
        self.clause(at_least[number])
        self.clause(-at_least[number + 1])

    def placements(self, ship: Ship) -> list[Placement]:
        """All placements of a ship: turned, flipped and moved within the grid."""
        cells = list(zip(ship.squares, ship.word or NO_LETTER * ship.length, strict=True))
        moved = (_moved(form, *at) for form in _forms(cells) for at in self.ship)
        return sorted(placement for placement in moved if all(at in self.ship for at, _ in placement))

    def keep_ships_apart(self) -> None:
        """The squares of a chosen placement are ship, those around it are water, and no other square is ship.

        Two placements that overlap exclude each other by the squares around them, unless they cover the very
        same squares."""
        by_squares = defaultdict(list)
        covering = defaultdict(list)
        for placement, chosen in self.chosen.items():
            squares = {at for at, _ in placement}
            by_squares[frozenset(squares)].append(chosen)
            for at in squares:
                covering[at].append(chosen)
            for at in self.around(squares):
                self.clause(-chosen, -self.ship[at])
        for at, is_ship in self.ship.items():
            self.either(is_ship, covering[at])
        for placements in by_squares.values():
            for first, second in combinations(placements, 2):
                self.clause(-first, -second)

    def around(self, squares: set[Square]) -> set[Square]:
        """The squares of the grid that touch these, also at a corner."""
        near = {(r + dr, c + dc) for r, c in squares for dr, dc in product((-1, 0, 1), repeat=2)}
        return near & self.ship.keys() - squares

    def complete_fleet(self) -> None:
        """Of the placements of each ship, as many are chosen as there are such ships."""
        for ship, number in self.puzzle.ships:
            self.exactly(number, self.fleet[ship].values())

    def match_tallies(self) -> None:
        """Each line has as many ship squares as its tally."""
        for r, tally in enumerate(self.puzzle.rows):
            if tally is not None:
                self.exactly(tally, (self.ship[r, c] for c in range(self.puzzle.width)))
        for c, tally in enumerate(self.puzzle.cols):
            if tally is not None:
                self.exactly(tally, (self.ship[r, c] for r in range(self.puzzle.height)))

    def match_givens(self) -> None:
        """Given squares are water or ship as given, and have their letters. A part determines which of the
        squares beside it are ship: every combination that would show another part is excluded."""
        for given in self.puzzle.givens:
            at = given.square
            self.clause(-self.ship[at] if given.kind == Part.WATER else self.ship[at])
            if given.letter is not None:
                self.clause(
                    *(chosen for placement, chosen in self.chosen.items() if (at, given.letter) in placement)
                )
            elif given.kind not in (Part.WATER, Part.SHIP):
                beside = [near for near in neighbours(at) if near in self.ship]
                for shown in product((False, True), repeat=len(beside)):
                    ships = {near for near, is_ship in zip(beside, shown, strict=True) if is_ship}
                    if part_among(at, ships) != given.kind:
                        self.clause(
                            *(-self.ship[near] if near in ships else self.ship[near] for near in beside)
                        )

    def match_edge_letters(self) -> None:
        """A line has the letter named at its edge, and any other letter only behind that one."""
        showing = defaultdict(list)
        for placement, chosen in self.chosen.items():
            for at, letter in placement:
                if letter != NO_LETTER:
                    showing[at, letter].append(chosen)
        shows = {key: self.new_variable() for key in showing}
        for key, is_shown in shows.items():
            self.either(is_shown, showing[key])
        for line, named in self.lines_of_sight():
            nearer: list[int] = []
            for at in line:
                for (there, letter), is_shown in shows.items():
                    if there == at and letter != named:
                        self.clause(-is_shown, *nearer)
                nearer += [shows[at, named]] if (at, named) in shows else []
            self.clause(*nearer)

    def lines_of_sight(self) -> Iterator[tuple[list[Square], str]]:
        """The lines with a letter at an edge, as squares from that edge on, and the letter."""
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

    def exclude(self, board: Board) -> None:
        """Not all placements of the board are chosen."""
        ship = board.occupied()
        on_board = {(at, board.letter(at) or NO_LETTER) for at in ship}
        self.clause(
            *(
                -chosen
                for placement, chosen in self.chosen.items()
                if on_board.issuperset(placement) and not ship & self.around({at for at, _ in placement})
            )
        )


def _forms(cells: list[tuple[Square, str]]) -> set[Placement]:
    """A ship in all eight orientations, each moved to the corner of the grid."""
    forms = set()
    for _ in range(4):
        cells = [((c, -r), letter) for (r, c), letter in cells]
        for form in (cells, [((r, -c), letter) for (r, c), letter in cells]):
            top, left = (min(at[axis] for at, _ in form) for axis in (0, 1))
            forms.add(_moved(form, -top, -left))
    return forms


def _moved(form: Iterable[tuple[Square, str]], down: int, right: int) -> Placement:
    return tuple(sorted(((r + down, c + right), letter) for (r, c), letter in form))


def _name(placement: Placement) -> str:
    return "lies_" + "_".join(
        square_name(at) + ("" if letter == NO_LETTER else f"={letter}") for at, letter in placement
    )
