"""What the clues ask, as constraints over whatever variables cover the squares.

Tallies, givens and edge letters read the same in every formulation, given which of its
variables make a square ship.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import TypeAlias

from bimaru.engines import lines
from bimaru.engines.formulation import Constraint, Variable, at_least, at_most, exactly
from bimaru.puzzle import Puzzle
from bimaru.squares import Part, Square, row_name, square_name

Cover: TypeAlias = Mapping[Square, Sequence[Variable]]
"""Variables whose sum is 1 where the square is ship and 0 where it is water; squares that
cannot be ship may be left out."""
LetterCover: TypeAlias = Mapping[Square, Mapping[str, Sequence[Variable]]]
"""The same for each letter that a square may show; `""` is ship without a letter."""


def total(cover: Cover, squares: Iterable[Square]) -> Counter[Variable]:
    """The number of ship squares among `squares`, as terms."""
    return Counter(chain.from_iterable(cover.get(square, ()) for square in squares))


def tallies(puzzle: Puzzle, cover: Cover) -> Iterator[Constraint]:
    """Every line with a tally has that many ship squares."""
    for r, (tally, line) in enumerate(zip(puzzle.rows, lines.rows(puzzle), strict=True)):
        if tally is not None:
            yield exactly(tally, f"row_{row_name(r)}", total(cover, line))
    for c, (tally, line) in enumerate(zip(puzzle.cols, lines.columns(puzzle), strict=True)):
        if tally is not None:
            yield exactly(tally, f"column_{c + 1}", total(cover, line))


def givens(puzzle: Puzzle, cover: Cover) -> Iterator[Constraint]:
    """Givened squares are ship, or water; what they show is up to the variables that cover them."""
    for given in puzzle.givens:
        is_ship = given.kind != Part.WATER
        terms = total(cover, [given.square])
        if is_ship or terms:
            yield exactly(int(is_ship), f"given_{square_name(given.square)}", terms)


def edge_letters(puzzle: Puzzle, cover: LetterCover) -> Iterator[Constraint]:
    """The letter named at an edge is the nearest in its line: the line has it, and has
    another only where it lies nearer to the edge."""
    for i, (line, named) in enumerate(lines.lettered(puzzle), start=1):
        nearer: Counter[Variable] = Counter()
        for square in line:
            shown = cover.get(square, {})
            rivals = shown.keys() - {"", named}
            others = Counter(chain.from_iterable(shown[letter] for letter in rivals))
            if others:
                others.subtract(nearer)
                yield at_most(0, f"edge{i}_{square_name(square)}", _nonzero(others))
            nearer.update(shown.get(named, ()))
        yield at_least(1, f"edge{i}", nearer)


def _nonzero(terms: Mapping[Variable, int]) -> dict[Variable, int]:
    return {variable: factor for variable, factor in terms.items() if factor}
