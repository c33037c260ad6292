"""Effects: what the placements that a link rules out would do to the lines whose tallies it cites."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import reduce
from operator import or_
from typing import NamedTuple

from bimaru.deduction.ladder import CLASH, SUPPOSE, Link, Placement
from bimaru.deduction.ordering import settled_by
from bimaru.deduction.proof_search import packed, packed_bit, squares_of
from bimaru.deduction.techniques import PLAIN
from bimaru.puzzle import Tally
from bimaru.squares import Square

_ABOUT_PLACEMENTS = ("unreached", "growth", "last_placements", "overlaps", "fillings")
"""The methods of the ladder whose links rule out placements."""


class Effects(NamedTuple):
    """The lines that placements would give more ship squares than their tally; those of them whose tally is
    below the length of the ships that the link is about; and the placements that would leave a line too few
    squares, each with that line."""

    overfull: tuple[int, ...] = ()
    too_short: tuple[int, ...] = ()
    starving: tuple[tuple[Placement, int], ...] = ()


class _Option(NamedTuple):
    """A placement, with its squares and those around it, as masks of the grid."""

    placement: Placement
    squares: int
    around: int


class EffectFinder:
    """Finds the effects of placements on the lines of one grid, in its own numbers. `lengths` are those of
    the fleet, in its order."""

    def __init__(self, tallies: Sequence[Tally], height: int, width: int, lengths: Iterable[int]) -> None:
        self._tallies, self._lengths = tallies, tuple(lengths)
        self._height, self._width = height, width
        rows = [[(r, c) for c in range(width)] for r in range(height)]
        cols = [[(r, c) for r in range(height)] for c in range(width)]
        self._lines = tuple(map(self._mask, [*rows, *cols]))
        self._options = tuple(map(self._option, self._placements()))

    def of(self, link: Link, known_water: Sequence[int]) -> Effects:
        """The effects of the placements that a plain link is about and rules out on the lines that it cites
        besides its own, but those that it says would starve. Placements that `known_water`, one mask a row,
        rules out at sight do not count."""
        if link.rung in (CLASH, SUPPOSE) or PLAIN[link.rung].method not in _ABOUT_PLACEMENTS:
            return Effects()
        known = {line for _, line in link.starving}
        known |= {link.subject} if PLAIN[link.rung].subject == "line" else set()
        lines = [line for line in link.lines if line not in known and self._tallies[line] is not None]
        return self._effects(link, lines, packed(known_water)) if lines else Effects()

    def _effects(self, link: Link, lines: Iterable[int], known_water: int) -> Effects:
        ship, water = packed(link.from_ship), packed(link.from_water)
        options = [
            one
            for one in self._ruled_out(link)
            if not one.squares & (water | known_water)
            if not one.around & ship and one.placement not in link.from_barred
        ]
        overfull: list[int] = []
        starving: list[tuple[Placement, int]] = []
        for line in lines:
            tally, mask = self._tallies[line] or 0, self._lines[line]
            room = mask.bit_count() - tally
            if any((mask & (ship | one.squares)).bit_count() > tally for one in options):
                overfull.append(line)
            else:
                starving += [
                    (one.placement, line)
                    for one in options
                    if (mask & (water | one.around)).bit_count() > room
                ]
        length = self._lengths[link.subject] if PLAIN[link.rung].subject == "ships" else 0
        too_short = tuple(line for line in overfull if (self._tallies[line] or 0) < length)
        return Effects(tuple(overfull), too_short, tuple(starving))

    def _ruled_out(self, link: Link) -> Iterator[_Option]:
        """The placements that a link is about and does not leave."""
        subject = PLAIN[link.rung].subject
        left = {*link.places, *link.found}
        if subject == "ships":
            length = self._lengths[link.subject]
            return (one for one in self._options if one.placement[2] == length and one.placement not in left)
        squares = [*settled_by(link)] if any(link.water) and not link.places else [divmod(link.subject, 64)]
        over = self._lines[link.subject] if subject == "line" else self._mask(squares)
        return (one for one in self._options if one.squares & over and one.placement not in left)

    # Placements

    def _placements(self) -> Iterator[Placement]:
        """Every placement of every length, those of one square once."""
        for length in self._lengths:
            for line in range(self._height + (self._width if length > 1 else 0)):
                size = self._width if line < self._height else self._height
                yield from ((line, start, length) for start in range(size - length + 1))

    def _option(self, placement: Placement) -> _Option:
        squares = squares_of(placement, self._height)
        near = {
            (r + down, c + right)
            for r, c in squares
            for down in (-1, 0, 1)
            for right in (-1, 0, 1)
            if 0 <= r + down < self._height and 0 <= c + right < self._width
        }
        return _Option(placement, self._mask(squares), self._mask(near - {*squares}))

    def _mask(self, squares: Iterable[Square]) -> int:
        return reduce(or_, (1 << packed_bit(square, self._height) for square in squares), 0)
