"""The order of plain links: sweeps over the whole board at the start, then one idea at a time, near the
last."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import reduce
from itertools import groupby
from operator import or_
from typing import Final

from bimaru.deduction.ladder import Link
from bimaru.deduction.placement_techniques import LINE_SHIP
from bimaru.deduction.techniques import PLAIN
from bimaru.squares import Square

_NEAR: Final = 3
"""The greatest distance, in squares, of two ideas that one glance takes in."""
_FAR: Final = 1000


class Marks:
    """What is known of a board at some point of an explanation: squares, one mask a row, in the grid's own
    numbers."""

    def __init__(self, ship: Sequence[int], water: Sequence[int]) -> None:
        self.ship = [*ship]
        self.water = [*water]

    def copy(self) -> Marks:
        """The same marks, to be changed independently."""
        return Marks(self.ship, self.water)

    def add(self, ship: Sequence[int], water: Sequence[int]) -> None:
        """Mark squares."""
        for r, (more_ship, more_water) in enumerate(zip(ship, water, strict=True)):
            self.ship[r] |= more_ship
            self.water[r] |= more_water

    def has(self, ship: Sequence[int], water: Sequence[int]) -> bool:
        """Whether all these squares are known."""
        return not any(
            need_ship & ~known_ship or need_water & ~known_water
            for need_ship, known_ship, need_water, known_water in zip(
                ship, self.ship, water, self.water, strict=True
            )
        )

    def ships_in(self, line: int) -> int:
        """The number of squares of a line known to be ship."""
        return self.masks_of(line)[0].bit_count()

    def masks_of(self, line: int) -> tuple[int, int]:
        """The squares of a line known to be ship, and those known to be water, as masks of its positions."""
        if line < len(self.ship):
            return self.ship[line], self.water[line]
        shift = line - len(self.ship)
        ship, water = (
            sum((mask >> shift & 1) << r for r, mask in enumerate(rows)) for rows in (self.ship, self.water)
        )
        return ship, water


def whole(link: Link, marks: Marks, width: int) -> Link:
    """The link without what is known; of a line that needs all its open squares, with all of them, also those
    that another line needs. `width` is that of the grid."""
    ship = tuple(new & ~known for new, known in zip(link.ship, marks.ship, strict=True))
    water = tuple(new & ~known for new, known in zip(link.water, marks.water, strict=True))
    if any(ship) and link.rung < len(PLAIN) and PLAIN[link.rung].name == LINE_SHIP:
        height, line = len(ship), link.subject
        rows = [line] if line < height else [*range(height)]
        full = (1 << width) - 1 if line < height else 1 << (line - height)
        ship = tuple(full & ~(marks.ship[r] | marks.water[r]) if r in rows else 0 for r in range(height))
    return link._replace(ship=ship, water=water)


def merged(links: Iterable[Link]) -> Iterator[Link]:
    """The links in order; where one sentence covers what one scan finds in several places, those are one
    link."""
    for (rung, _), group in groupby(links, key=lambda link: (link.rung, link.scan)):
        if rung < len(PLAIN) and PLAIN[rung].is_merged:
            yield reduce(_joined, group)
        else:
            yield from group


def gathered(links: Sequence[Link]) -> tuple[Link, ...]:
    """The links of a chain in an order in which those of one technique are together, as far as what they rest
    on allows. Each such group has a scan of its own; suppositions nested in the chain keep their places."""
    ordered: list[Link] = []
    for is_nested, found in groupby(links, key=lambda link: link.proof is not None):
        group = [*found]
        ordered += group if is_nested else _by_technique(group)
    scans: list[Link] = []
    for number, (_, same) in enumerate(groupby(ordered, key=lambda link: (link.rung, link.scan))):
        scans += [link._replace(scan=number) for link in same]
    return tuple(scans)


def _by_technique(links: Sequence[Link]) -> Iterator[Link]:
    """The links, those next that are ready and whose technique has the most; `scan` numbers the groups."""
    needs = [
        {j for j, other in enumerate(links[:i]) if _rests_on(link, other)} for i, link in enumerate(links)
    ]
    left = dict(enumerate(links))
    number = 0
    while left:
        ready = [i for i in left if not needs[i] & left.keys()]
        rungs = [left[i].rung for i in ready]
        rung = max(rungs, key=lambda one: (rungs.count(one) - _waiting(one, ready, left), -rungs.index(one)))
        for i in ready:
            if left[i].rung == rung:
                yield left.pop(i)._replace(scan=number)
        number += 1


def _waiting(rung: int, ready: Sequence[int], left: Mapping[int, Link]) -> bool:
    """Whether links of a technique are not ready yet, so that it is better to wait for them."""
    return any(link.rung == rung for i, link in left.items() if i not in ready)


def _rests_on(link: Link, other: Link) -> bool:
    """Whether a link has a premise that another one settles."""
    return any(
        need_ship & ship or need_water & water
        for need_ship, need_water, ship, water in zip(
            link.from_ship, link.from_water, other.ship, other.water, strict=True
        )
    )


def _joined(one: Link, other: Link) -> Link:
    """Two links of the same technique as one."""
    return one._replace(
        ship=_union(one.ship, other.ship),
        water=_union(one.water, other.water),
        from_ship=_union(one.from_ship, other.from_ship),
        from_water=_union(one.from_water, other.from_water),
        from_barred=tuple(dict.fromkeys(one.from_barred + other.from_barred)),
        lines=tuple(sorted({*one.lines, *other.lines})),
        lengths=tuple(sorted({*one.lengths, *other.lengths}, reverse=True)),
        givens=tuple(sorted({*one.givens, *other.givens})),
        starving=tuple(dict.fromkeys(one.starving + other.starving)),
    )


def _union(rows: Sequence[int], others: Sequence[int]) -> tuple[int, ...]:
    return tuple(map(or_, rows, others))


def sweeps(links: Sequence[Link]) -> Iterator[list[Link]]:
    """The links found on the same board together."""
    for _, group in groupby(links, key=lambda link: link.scan):
        yield [*group]


def one_by_one(links: Sequence[Link], marks: Marks, last: Sequence[Square]) -> Iterator[list[Link]]:
    """The links in an order in which each is near the one before it, as far as what they rest on allows; what
    one glance takes in is together. `marks` are known before, `last` the squares settled last."""
    marks = marks.copy()
    left = [*links]
    while left:
        ready = [link for link in left if marks.has(link.from_ship, link.from_water)] or left[:1]
        distances = [_distance(link, last) for link in ready]
        best = min(range(len(ready)), key=lambda i: (_is_hard(ready[i]), distances[i], ready[i].rung))
        group = [ready[best]]
        settled = [*settled_by(ready[best])]
        if PLAIN[ready[best].rung].is_merged:
            group += [
                link
                for i, link in enumerate(ready)
                if i != best and link.rung == ready[best].rung and _distance(link, settled) <= _NEAR
            ]
        for link in group:
            left.remove(link)
            marks.add(link.ship, link.water)
        last = [at for link in group for at in settled_by(link)]
        yield group


def _is_hard(link: Link) -> bool:
    return PLAIN[link.rung].grade != "easy"


def settled_by(link: Link) -> Iterator[Square]:
    """The squares that a link settles."""
    for r, mask in enumerate(a | b for a, b in zip(link.ship, link.water, strict=True)):
        while mask:
            yield r, (mask & -mask).bit_length() - 1
            mask &= mask - 1


def _distance(link: Link, last: Sequence[Square]) -> int:
    """The number of squares between what a link settles and other squares."""
    return min(
        (max(abs(r - row), abs(c - col)) for r, c in settled_by(link) for row, col in last), default=_FAR
    )
