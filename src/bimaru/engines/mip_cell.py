"""The cell-based model: every square shows one of seven symbols.

W. J. M. Meuffels and D. den Hertog, "Solving the Battleship Puzzle as an Integer Programming
Problem", INFORMS Transactions on Education 10(3), 2010, pages 156-162, the cell-based model:
water or one of six ship parts in every square, and implications that stitch the parts into
straight ships.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from typing import Final, TypeAlias

from bimaru.board import Board, neighbours, part_among
from bimaru.deadlines import checked
from bimaru.engines import clues
from bimaru.engines.clues import Cover
from bimaru.engines.formulation import Constraint, Formulation, Variable, at_least, at_most, exactly
from bimaru.engines.mathopt import MipEngine
from bimaru.engines.model_size import Ways
from bimaru.engines.placement_variables import fitting_placements, label, names
from bimaru.engines.square_model import corners, squares_of
from bimaru.placements import Placement
from bimaru.puzzle import Puzzle
from bimaru.ships import Ship
from bimaru.squares import Part, Square, square_name

_ENDS: Final = tuple(part_among((0, 0), [near]) for near in neighbours((0, 0)))
"""The ends, by the neighbour that they open to, as `neighbours` orders them."""
_PARTS: Final = (Part.SUBMARINE, *_ENDS, Part.MIDDLE)
_NONZEROS_A_SQUARE: Final = 200
"""More than there are, besides those of runs: 162 on 6x6 and 186 on 30x30 with all tallies."""

Symbols: TypeAlias = Mapping[Square, Mapping[Part, Variable]]
"""The variable for each part that each square may show."""
Runs: TypeAlias = Mapping[Variable, Placement]
"""The variables that find the ships of two squares and more."""


class MipCell(MipEngine):
    """Takes every puzzle with straight ships and no letters."""

    name = "mip-cell"
    takes_letters = False
    takes_shapes = False

    def formulation(self, puzzle: Puzzle) -> Formulation:
        return cell_based(puzzle)

    def nonzeros(self, puzzle: Puzzle, ways: Ways, /) -> int:
        """Those of the squares, and for each run itself and its parts."""
        runs = sum(number * (3 + ship.length) for ship, number in ways.items())
        return _NONZEROS_A_SQUARE * puzzle.height * puzzle.width + runs


def cell_based(puzzle: Puzzle) -> Formulation:
    """Variables for the six parts of every square, then for water, then for the runs of parts
    that make a ship of each length; the parts distinguish boards."""
    squares = squares_of(puzzle)
    shown = [(at, part) for at in squares for part in _PARTS]
    symbols: dict[Square, dict[Part, Variable]] = {at: {} for at in squares}
    for variable, (at, part) in enumerate(shown):
        symbols[at][part] = variable
    water = dict(zip(squares, range(len(shown), len(shown) + len(squares)), strict=True))
    ships = [p for p in fitting_placements(puzzle) if p.ship.length > 1]
    runs = dict(enumerate(ships, start=len(shown) + len(squares)))
    cover = {at: list(parts.values()) for at, parts in symbols.items()}
    constraints = chain(
        _one_symbol(cover, water),
        clues.tallies(puzzle, cover),
        _givens(puzzle, symbols),
        corners(puzzle, cover),
        chain.from_iterable(_neighbours(at, symbols[at], cover) for at in squares),
        chain.from_iterable(_middle(at, symbols[at][Part.MIDDLE], cover) for at in squares),
        _runs(symbols, runs),
        _fleet(puzzle, symbols, runs),
    )
    variables = (
        *(f"cell_{square_name(at)}_{part}" for at, part in shown),
        *(f"cell_{square_name(at)}_{Part.WATER}" for at in squares),
        *names(ships),
    )

    def read(solution: Iterable[Variable]) -> Board:
        return Board.of_parts(puzzle.height, puzzle.width, dict(shown[v] for v in solution if v < len(shown)))

    return Formulation(variables, tuple(checked(constraints)), range(len(shown)), read)


def _one_symbol(cover: Cover, water: Mapping[Square, Variable]) -> Iterator[Constraint]:
    """A square shows a part or water."""
    for at, parts in cover.items():
        yield exactly(1, f"symbol_{square_name(at)}", dict.fromkeys([*parts, water[at]], 1))


def _givens(puzzle: Puzzle, symbols: Symbols) -> Iterator[Constraint]:
    """A given square shows a part that the given allows, or water."""
    for given in puzzle.givens:
        allowed = [v for part, v in symbols[given.square].items() if given.kind in (part, Part.SHIP)]
        is_ship = given.kind != Part.WATER
        terms = allowed if is_ship else symbols[given.square].values()
        yield exactly(int(is_ship), f"given_{square_name(given.square)}", dict.fromkeys(terms, 1))


def _neighbours(at: Square, parts: Mapping[Part, Variable], cover: Cover) -> Iterator[Constraint]:
    """Ends and submarines: beside where they open is ship, beside where they do not is water."""
    for near, end in zip(neighbours(at), _ENDS, strict=True):
        closed = [parts[part] for part in (Part.SUBMARINE, *_ENDS) if part != end]
        ship = dict.fromkeys(cover.get(near, ()), 1)
        name = f"{square_name(at)}_{end}"
        yield at_most(0, f"open_{name}", _less({parts[end]: 1}, ship))
        if ship:
            yield at_most(1, f"closed_{name}", dict.fromkeys(closed, 1) | ship)


def _middle(at: Square, middle: Variable, cover: Cover) -> Iterator[Constraint]:
    """A middle has ship on two opposite sides and water on the two others."""
    above, below, left, right = (dict.fromkeys(cover.get(near, ()), 1) for near in neighbours(at))
    name = square_name(at)
    for i, (one, other) in enumerate(((above, below), (below, above), (left, right), (right, left))):
        yield at_most(1, f"through_{name}_{i}", _less({middle: 1} | one, other))
    yield at_least(0, f"straight_{name}", _less(above | left, {middle: 1}))
    yield at_most(2, f"single_{name}", {middle: 1} | above | left)


def _runs(symbols: Symbols, runs: Runs) -> Iterator[Constraint]:
    """A run has all its parts, and each left or top end begins exactly one."""
    begun: dict[Variable, list[Variable]] = defaultdict(list)
    for run, ship in runs.items():
        parts = [symbols[at][part] for at, part in zip(ship.squares, ship.parts, strict=True)]
        begun[parts[0]].append(run)
        yield at_least(0, "run", _less(dict.fromkeys(parts, 1), {run: len(parts)}))
    for parts_here in symbols.values():
        for end in (parts_here[Part.LEFT], parts_here[Part.TOP]):
            yield exactly(0, "begin", _less({end: 1}, dict.fromkeys(begun[end], 1)))


def _fleet(puzzle: Puzzle, symbols: Symbols, runs: Runs) -> Iterator[Constraint]:
    """As many submarines, and runs of each length, as there are ships."""
    lying: dict[Ship, list[Variable]] = defaultdict(list)
    lying[Ship.straight(1)] = [parts[Part.SUBMARINE] for parts in symbols.values()]
    for run, placement in runs.items():
        lying[placement.ship].append(run)
    numbers = {Ship.straight(1): 0, **dict(puzzle.ships)}
    for ship, number in numbers.items():
        yield exactly(number, f"fleet_{label(ship)}", dict.fromkeys(lying[ship], 1))


def _less(terms: Mapping[Variable, int], others: Mapping[Variable, int]) -> dict[Variable, int]:
    """The terms less those of other variables."""
    return {**terms, **{variable: -factor for variable, factor in others.items()}}
