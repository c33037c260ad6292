"""Trimming: links that conclude nothing known, and cite the squares that a person sees before anything else.

A placement that covers known water is impossible at sight. A link that cites another reason why it is, a line
that it would starve or that it was ruled out before, cites that water instead.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import reduce
from itertools import groupby

from bimaru.deduction.ladder import CLASH, Link, Placement, Proof, Value, decode
from bimaru.deduction.ordering import Marks
from bimaru.deduction.proof_search import squares_of


def with_known_water(link: Link, marks: Marks) -> Link:
    """The link with known water as the reason why placements are impossible, where that is one."""
    water = [*link.from_water]
    height = len(water)

    def is_seen(placement: Placement) -> bool:
        for r, c in squares_of(placement, height):
            if marks.water[r] >> c & 1:
                water[r] |= 1 << c
                return True
        return False

    barred = tuple(placement for placement in link.from_barred if not is_seen(placement))
    starving = tuple(pair for pair in link.starving if not is_seen(pair[0]))
    return link._replace(from_water=tuple(water), from_barred=barred, starving=starving)


def suppose(supposition: int, marks: Marks, width: int) -> None:
    """Mark what is supposed: a value of a square, or a complete ship with the water around it."""
    meaning = decode(supposition)
    height = len(marks.ship)
    if isinstance(meaning, Value):
        r, c = meaning.square
        (marks.ship if meaning.is_ship else marks.water)[r] |= 1 << c
        return
    squares = squares_of(meaning, height)
    for r, c in squares:
        marks.ship[r] |= 1 << c
    for r, c in squares:
        around = (1 << c) | (1 << c + 1) | (1 << c >> 1)
        for row in range(max(r - 1, 0), min(r + 2, height)):
            marks.water[row] |= around & ~marks.ship[row] & ((1 << width) - 1)


def trimmed(proof: Proof, marks: Marks, width: int) -> Proof:
    """The refutation without links that settle only what is known before it. `marks` are known before;
    `width` is that of the grid."""
    known = marks.copy()
    suppose(proof.supposition, known, width)
    links: list[Link] = []
    for _, group in groupby(proof.links, key=lambda link: (link.rung, link.scan)):
        fresh = [*_fresh(group, known, width, is_clash=proof.ending.rung == CLASH)]
        for link in fresh:
            known.add(link.ship, link.water)
        links += fresh
    ending = with_known_water(proof.ending, known)
    return _with_premises(proof._replace(links=tuple(links), ending=ending), marks)


def _fresh(group: Iterator[Link], known: Marks, width: int, *, is_clash: bool) -> Iterator[Link]:
    """The links found on one board, as far as they conclude something that is not known. Of a chain that ends
    in a square that would be both, they stay whole."""
    for link in group:
        if link.proof is not None:
            yield link._replace(proof=trimmed(link.proof, known, width))
            continue
        new = link if is_clash else _without_known(link, known)
        if any(new.ship) or any(new.water):
            yield with_known_water(new, known)


def _without_known(link: Link, known: Marks) -> Link:
    ship = tuple(new & ~old for new, old in zip(link.ship, known.ship, strict=True))
    water = tuple(new & ~old for new, old in zip(link.water, known.water, strict=True))
    return link._replace(ship=ship, water=water)


def _with_premises(proof: Proof, marks: Marks) -> Proof:
    """The refutation with its premises: what its links cite of what is known before it."""
    cited = [*proof.links, proof.ending]
    cited_ship = [link.proof.from_ship if link.proof else link.from_ship for link in cited]
    cited_water = [link.proof.from_water if link.proof else link.from_water for link in cited]
    barred = (placement for link in cited for placement in (link.proof or link).from_barred)
    return proof._replace(
        from_ship=_known(cited_ship, marks.ship),
        from_water=_known(cited_water, marks.water),
        from_barred=tuple(dict.fromkeys(barred)),
    )


def _known(cited: Sequence[Sequence[int]], known: Sequence[int]) -> tuple[int, ...]:
    """The squares that are cited and known, one mask a row."""
    return tuple(
        reduce(int.__or__, rows) & mask for rows, mask in zip(zip(*cited, strict=True), known, strict=True)
    )
