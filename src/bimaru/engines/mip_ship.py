"""The ship-based model: a variable for every placement, 2x2 windows to keep ships apart.

W. J. M. Meuffels and D. den Hertog, "Solving the Battleship Puzzle as an Integer Programming
Problem", INFORMS Transactions on Education 10(3), 2010, pages 156-162, the ship-based model;
V. Jandhyala, "Solving Puzzles through Mathematical Programming", chapter 24, states it again.
Letters and polyomino ships are added here.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import chain

from bimaru.deadlines import checked
from bimaru.engines import clues, lines
from bimaru.engines.clues import Cover
from bimaru.engines.formulation import Constraint, Formulation, at_least, at_most
from bimaru.engines.mathopt import MipEngine
from bimaru.engines.model_size import Ways
from bimaru.engines.placement_variables import (
    board_reader,
    fitting_placements,
    fleet_constraints,
    given_parts,
    letter_cover,
    names,
    square_cover,
)
from bimaru.puzzle import NO_EDGES, Puzzle
from bimaru.squares import square_name


class MipShip(MipEngine):
    """Takes every puzzle."""

    name = "mip-ship"
    takes_letters = True
    takes_shapes = True

    def formulation(self, puzzle: Puzzle) -> Formulation:
        return ship_based(puzzle)

    def nonzeros(self, puzzle: Puzzle, ways: Ways, /) -> int:
        return estimate_nonzeros(puzzle, ways)


def ship_based(puzzle: Puzzle) -> Formulation:
    """Variables y_g, one a placement g. The constraints in the order of chapter 24: fleet,
    row and column clues over x_rc (the sum of the y_g that cover a square), windows, revealed
    squares. Placements that a single given or tally forbids have no variable."""
    placements = fitting_placements(puzzle)
    cover = square_cover(placements)
    constraints = chain(
        fleet_constraints(puzzle, placements),
        clues.tallies(puzzle, cover),
        _windows(puzzle, cover),
        clues.givens(puzzle, cover),
        given_parts(puzzle, placements),
        clues.edge_letters(puzzle, letter_cover(placements)) if puzzle.edges != NO_EDGES else (),
    )
    return Formulation(
        tuple(names(placements)),
        tuple(checked(constraints)),
        range(len(placements)),
        board_reader(puzzle, placements),
    )


def ship_based_with_sums(puzzle: Puzzle) -> Formulation:
    """The ship-based model for solvers without linear relaxation, which would take long to detect
    tallies that do not add up: it states them as a contradiction."""
    model = ship_based(puzzle)
    if lines.tallies_add_up(puzzle):
        return model
    return replace(model, constraints=(*model.constraints, at_least(1, "tallies_add_up", {})))


def estimate_nonzeros(puzzle: Puzzle, ways: Ways) -> int:
    """A placement has one for the fleet, one for each of its lines and windows, and at a named
    edge one for each square behind it, which are half of the line's."""
    lines = sum(number * (1 + ship.length) for ship, number in ways.items())
    windows = sum(number * (2 + 2 * ship.length) for ship, number in ways.items())
    named = sum(letter is not None for side in puzzle.edges for letter in side)
    sides = puzzle.height + puzzle.width
    behind = named * lines // sides * max(puzzle.height, puzzle.width) // 2
    return sum(ways.values()) + lines + windows + behind


def _windows(puzzle: Puzzle, cover: Cover) -> Iterator[Constraint]:
    """At most one placement touches a window: ships that overlap or touch, also at a corner,
    share one. A grid of a single line has windows of two squares, a case that the sources leave out."""
    for r in range(max(1, puzzle.height - 1)):
        for c in range(max(1, puzzle.width - 1)):
            window = [(r, c), (r, c + 1), (r + 1, c), (r + 1, c + 1)]
            touching = clues.total(cover, window)
            if len(touching) > 1:
                yield at_most(1, f"window_{square_name((r, c))}", dict.fromkeys(touching, 1))
