"""The next square where the techniques end: the one that the fewest clues and known squares force."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from bimaru.board import UNKNOWN, WATER, Board
from bimaru.deduction.layout import bits
from bimaru.deduction.minimal_sets import minimal_set, smallest_set
from bimaru.deduction.oracle import Item, Items, Oracle
from bimaru.deduction.placement_state import Placing
from bimaru.puzzle import Given
from bimaru.squares import LETTER_MARK, Part, Square

_MAX_CANDIDATES: Final = 20
"""Squares that are tried, each with one search."""
_MAX_SETS: Final = 4
"""Squares for which a minimal set is found, those for which the first search used the fewest items."""
_MAX_SIZE: Final = 12
"""A smaller set is sought only for sets of at most this many items."""
_ROUNDS: Final = 40
"""Rounds of the search for a smaller set for the square that is chosen."""


class Forced(NamedTuple):
    """What a square must show, and the items that force it; none of them can be left out."""

    given: Given
    items: Items
    is_smallest: bool


def next_forced(oracle: Oracle, placing: Placing, forced: Board) -> Forced | None:
    """Of the squares that are known in all solutions (`forced`), and not yet, the one that the fewest items
    force: clues, and squares known so far. `None` if there is none. Raises `OutOfTimeError`."""
    items: tuple[Item, ...] = (*_known(placing), *oracle.clues)
    cores = []
    for given in _candidates(placing, forced):
        core = oracle.core(items, [-oracle.literal(given)])
        if core is not None:
            cores.append(Forced(given, core, is_smallest=False))
    best: Forced | None = None
    for candidate in sorted(cores, key=lambda each: len(each.items))[:_MAX_SETS]:
        found = minimal_set(oracle, candidate.items, [-oracle.literal(candidate.given)])
        if found is not None and (best is None or len(found) < len(best.items)):
            best = Forced(candidate.given, found, is_smallest=False)
    if best is None or len(best.items) > _MAX_SIZE:
        return best
    smaller = smallest_set(oracle, items, [-oracle.literal(best.given)], _ROUNDS)
    return best if smaller is None else Forced(best.given, smaller.items, smaller.is_smallest)


def _known(placing: Placing) -> Iterator[Given]:
    """The squares known so far, those of givens aside."""
    given = {given.square for given in placing.layout.givens}
    for mask, kind in ((placing.ship, Part.SHIP), (placing.water, Part.WATER)):
        for square in placing.layout.squares(mask):
            if square not in given:
                yield Given(*square, kind.value)


def _candidates(placing: Placing, forced: Board) -> Iterator[Given]:
    """The squares to choose from: those next to known ships first, then letters."""
    layout = placing.layout
    squares = [at for at in layout.squares(placing.open) if forced[at] != UNKNOWN]
    for square in sorted(squares, key=lambda at: _distance(placing, at))[:_MAX_CANDIDATES]:
        yield Given(*square, Part.WATER.value if forced[square] == WATER else Part.SHIP.value)
    if squares:
        return
    for at in bits(placing.ship):
        letter = forced.letter(layout.square(at))
        if letter is not None and len(placing.letters_on(at)) > 1:
            yield Given(*layout.square(at), LETTER_MARK + letter)


def _distance(placing: Placing, square: Square) -> tuple[int, Square]:
    """How far a square is from the nearest ship square, and the square."""
    ships: Sequence[Square] = placing.layout.squares(placing.ship)
    nearest = min((max(abs(square[0] - r), abs(square[1] - c)) for r, c in ships), default=0)
    return nearest, square
