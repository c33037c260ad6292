"""A model of heads, directions and letters, made for Literowce; it also supports unlettered ships.

"ILP", part 100: "Literowce" gives it as a program for a modelling library; the line numbers
below are those of its listing. There letters are integers and rules are implications; here a
letter on a square is a 0-1 variable, so that implications are linear without a large constant.
There the square beyond a ship laid upwards is no neighbour of it (`>=` where `>` is meant), so
that ships may touch; here they may not.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import chain

from bimaru.deadlines import checked
from bimaru.engines import clues
from bimaru.engines.clues import Cover, LetterCover
from bimaru.engines.formulation import Constraint, Formulation, Variable, at_most, exactly
from bimaru.engines.mathopt import MipEngine
from bimaru.engines.model_size import Ways
from bimaru.engines.placement_variables import (
    ascii_name,
    board_reader,
    fitting_placements,
    fleet_constraints,
    given_parts,
    head,
    letter_cover,
    names,
)
from bimaru.placements import Placement
from bimaru.puzzle import Puzzle
from bimaru.ships import squares_of_ships
from bimaru.squares import Square, square_name


class MipHeads(MipEngine):
    """Takes every puzzle with straight ships."""

    name = "mip-heads"
    takes_letters = True
    takes_shapes = False

    def formulation(self, puzzle: Puzzle) -> Formulation:
        return heads_and_letters(puzzle)

    def nonzeros(self, puzzle: Puzzle, ways: Ways, /) -> int:
        """For each head: itself, its letters, the letters around it, the heads on its ship."""
        squares = puzzle.height * puzzle.width
        alphabet = len(set("".join(puzzle.words))) + bool(puzzle.fleet)
        on_a_square = sum(ways.values()) // squares
        return 6 * alphabet * squares + sum(
            number * (5 + 2 * ship.length + alphabet * (2 * ship.length + 6) + on_a_square * ship.length)
            for ship, number in ways.items()
        )


def heads_and_letters(puzzle: Puzzle) -> Formulation:
    """Variables for every head (a ship, its first square and its direction: a placement), then
    for every letter that a square may show; the letters distinguish boards. Equal ships, which the
    source does not have, share their heads.

    Heads off the board (lines 113-130), or that a single given or tally forbids, are left out."""
    heads = fitting_placements(puzzle)
    showing = letter_cover(heads)
    shown = [(at, letter) for at in sorted(showing) for letter in sorted(showing[at])]
    letters: dict[Square, dict[str, list[Variable]]] = defaultdict(dict)
    for variable, (at, letter) in enumerate(shown, start=len(heads)):
        letters[at][letter] = [variable]
    cover = {at: list(chain.from_iterable(here.values())) for at, here in letters.items()}
    constraints = chain(
        _one_on_a_square(heads, cover),  # lines 37-51
        fleet_constraints(puzzle, heads),  # lines 53-67
        _spelled(heads, letters),  # lines 70-99
        _nothing_else(puzzle, cover),  # lines 101-111
        _apart(heads, cover),  # lines 132-166
        _headless(heads),  # lines 168-206
        clues.tallies(puzzle, cover),  # lines 208-226
        clues.edge_letters(puzzle, letters),  # lines 228-260
        clues.givens(puzzle, cover),
        given_parts(puzzle, heads),
    )
    variables = (
        *names(heads),
        *(f"square_{square_name(at)}_{ascii_name(letter) or 'ship'}" for at, letter in shown),
    )
    distinguishing = range(len(heads), len(variables))
    return Formulation(variables, tuple(checked(constraints)), distinguishing, board_reader(puzzle, heads))


def _one_on_a_square(heads: Sequence[Placement], cover: Cover) -> Iterator[Constraint]:
    """A square has at most one head and at most one letter (implied where letters are integers)."""
    for at, here in _heads_by_square(heads).items():
        yield at_most(1, f"head_{square_name(at)}", dict.fromkeys(here, 1))
    for at, letters in cover.items():
        yield at_most(1, f"letter_{square_name(at)}", dict.fromkeys(letters, 1))


def _spelled(heads: Sequence[Placement], letters: LetterCover) -> Iterator[Constraint]:
    """A head puts the letters of its ship on the squares."""
    for variable, placement in enumerate(heads):
        for i, at in enumerate(placement.squares):
            (letter,) = letters[at][placement.letters[i : i + 1]]
            yield at_most(0, "spell", {variable: 1, letter: -1})


def _nothing_else(puzzle: Puzzle, cover: Cover) -> Iterator[Constraint]:
    """There are as many letters as the ships have."""
    yield exactly(squares_of_ships(puzzle.ships), "letters", clues.total(cover, cover))


def _apart(heads: Sequence[Placement], cover: Cover) -> Iterator[Constraint]:
    """No letter is on the squares around a ship."""
    for variable, placement in enumerate(heads):
        around = [at for at in placement.surroundings if at in cover]
        if around:
            terms = {**clues.total(cover, around), variable: len(around)}
            yield at_most(len(around), "apart", terms)


def _headless(heads: Sequence[Placement]) -> Iterator[Constraint]:
    """No other ship has its head on a ship; one on the same square has been ruled out."""
    by_square = _heads_by_square(heads)
    for variable, placement in enumerate(heads):
        others = [at for at in placement.squares if at in by_square and at != head(placement)]
        if others:
            terms = {**clues.total(by_square, others), variable: len(others)}
            yield at_most(len(others), "headless", terms)


def _heads_by_square(heads: Sequence[Placement]) -> Cover:
    found: dict[Square, list[Variable]] = defaultdict(list)
    for variable, placement in enumerate(heads):
        found[head(placement)].append(variable)
    return found
