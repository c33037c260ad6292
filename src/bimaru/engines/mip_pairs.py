"""The pairwise model: variables for each single ship, a constraint for every two that touch.

"16_Solitaire_Battleships", a model written for the 12x12 boards of the MiniZinc benchmark: its
constraints (1) to (7), the last in the explicit form with buffer sets that closes it. It
distinguishes ships of one kind, and so does this: a board that is found in many labellings is
identified by its occupancy and yielded once.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain, combinations
from itertools import pairwise as consecutive
from typing import ClassVar, Final, NamedTuple

from bimaru.deadlines import checked
from bimaru.engines import clues, mip_ship
from bimaru.engines.clues import Cover
from bimaru.engines.formulation import Constraint, Formulation, Variable, at_most, exactly
from bimaru.engines.mathopt import AUTO, MipEngine
from bimaru.engines.model_engine import MOST_NONZEROS
from bimaru.engines.model_size import Ways
from bimaru.engines.options import check_value
from bimaru.engines.placement_variables import board_reader, given_parts, names, square_cover
from bimaru.placements import Placement, fitting
from bimaru.puzzle import Puzzle
from bimaru.ships import Ship
from bimaru.squares import square_name

SYMMETRIES: Final = ("kept", "broken")
"""Ships of one kind are interchangeable, as published; or in the order of their placements."""
_SAMPLE: Final = 100
"""Placements of a kind that are sampled to estimate the size of a model."""


class MipPairs(MipEngine):
    """Takes every puzzle without letters."""

    name = "mip-pairs"
    takes_letters = False
    takes_shapes = True

    option_values: ClassVar = {**MipEngine.option_values, "symmetry": SYMMETRIES}

    def __init__(
        self, solver: str = AUTO, cuts: bool = True, symmetry: str = "kept", split: str = "squares"
    ) -> None:
        """`symmetry` is one of `SYMMETRIES`. Raises `ValueError` for an option that is not accepted."""
        super().__init__(solver, cuts, split)
        check_value("symmetry", symmetry, SYMMETRIES)
        self._symmetry = symmetry

    def formulation(self, puzzle: Puzzle) -> Formulation:
        model = pairwise(puzzle)
        if self._symmetry == "kept":
            return model
        return replace(model, constraints=(*model.constraints, *model.ordering), ordering=())

    def nonzeros(self, puzzle: Puzzle, ways: Ways, /) -> int:
        """Two a conflict, beside which the rest is little. Where the ship-based model is too
        large already, conflicts are not counted."""
        others = mip_ship.estimate_nonzeros(puzzle, ways)
        if others > MOST_NONZEROS:
            return others
        placed = sum(number * ways[ship] * (1 + ship.length) for ship, number in puzzle.ships)
        return placed + 4 * puzzle.height * puzzle.width + 2 * _number_of_conflicts(puzzle)


class Single(NamedTuple):
    """One ship s: its placements P_s, which of them cover each square, and the variable of the first."""

    name: str
    kind: Ship
    placed: Sequence[Placement]
    cover: Cover
    first: Variable

    @property
    def variables(self) -> range:
        return range(self.first, self.first + len(self.placed))


def pairwise(puzzle: Puzzle) -> Formulation:
    """Variables y_sp, ship s lies at placement p, then x_ij, square (i, j) is ship.

    Placements that a single given or tally forbids have no variable."""
    ships = list(_singles(puzzle))
    placed = [placement for ship in ships for placement in ship.placed]
    cover = square_cover(placed)
    squares = sorted(cover)
    occupancy = range(len(placed), len(placed) + len(squares))
    occupied = {at: [x] for at, x in zip(squares, occupancy, strict=True)}
    constraints = chain(
        (exactly(1, f"place_{ship.name}", dict.fromkeys(ship.variables, 1)) for ship in ships),  # (1)
        _occupancy(cover, occupied),  # (2), and (6) as an x_ij is at most 1
        clues.tallies(puzzle, occupied),  # (3), (4)
        clues.givens(puzzle, occupied),  # (5)
        given_parts(puzzle, placed),
        _conflicts(ships),  # (7)
    )
    variables = (
        *(f"{ship.name}_{name}" for ship in ships for name in names(ship.placed)),
        *(f"square_{square_name(at)}" for at in squares),
    )
    return Formulation(
        variables,
        tuple(checked(constraints)),
        occupancy,
        board_reader(puzzle, placed),
        tuple(checked(_ordered(ships))),
    )


def _singles(puzzle: Puzzle) -> Iterator[Single]:
    first = 0
    number = 0
    fitted = fitting(puzzle)
    for ship, copies in puzzle.ships:
        cover = square_cover(fitted[ship])
        for _ in range(copies):
            number += 1
            yield Single(f"s{number}", ship, fitted[ship], cover, first)
            first += len(fitted[ship])


def _occupancy(cover: Cover, occupied: Cover) -> Iterator[Constraint]:
    for at, (x,) in occupied.items():
        yield exactly(0, f"occupancy_{square_name(at)}", {**dict.fromkeys(cover[at], 1), x: -1})


def _conflicts(ships: Sequence[Single]) -> Iterator[Constraint]:
    """y_sp + y_s'p' <= 1 wherever the buffer set of p meets the squares of p'."""
    for one, other in combinations(ships, 2):
        for y, placement in zip(one.variables, one.placed, strict=True):
            for met in _conflicting(placement, other.cover):
                yield Constraint("apart", {y: 1, other.first + met: 1}, "<=", 1)


def _ordered(ships: Sequence[Single]) -> Iterator[Constraint]:
    """Of two ships of a kind the first has the earlier placement."""
    for one, other in consecutive(ships):
        if one.kind == other.kind:
            terms = {y: number for number, y in enumerate(one.variables) if number}
            terms |= {y: -number for number, y in enumerate(other.variables) if number}
            yield at_most(-1, f"order_{one.name}_{other.name}", terms)


def _conflicting(placement: Placement, cover: Cover) -> Sequence[int]:
    """The placements in `cover` that meet the buffer set B of this one."""
    return sorted(clues.total(cover, placement.squares + placement.surroundings))


def _number_of_conflicts(puzzle: Puzzle) -> int:
    fitted = fitting(puzzle)
    covers = {ship: square_cover(placed) for ship, placed in fitted.items()}
    conflicts = 0
    for i, (ship, number) in enumerate(puzzle.ships):
        conflicts += number * (number - 1) // 2 * _conflict_estimate(fitted[ship], covers[ship])
        for other, others in puzzle.ships[i + 1 :]:
            conflicts += number * others * _conflict_estimate(fitted[ship], covers[other])
    return conflicts


def _conflict_estimate(placed: Sequence[Placement], cover: Cover) -> int:
    """An estimate of the pairs that meet, from a sample of the placements."""
    sample = placed[:: len(placed) // _SAMPLE + 1]
    conflicts = sum(len(_conflicting(placement, cover)) for placement in checked(sample))
    return conflicts * len(placed) // max(1, len(sample))
