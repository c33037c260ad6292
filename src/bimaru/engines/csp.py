"""The puzzle as a constraint satisfaction problem: a variable per ship, its values the ways that it can lie.

A domain is a set of bits, so that one operation on a Python integer serves all of it. Every
constraint has one `filter`, which makes it generalised arc consistent (Bessiere, "Constraint
Propagation", Handbook of Constraint Programming, 2006, section 3.3): algorithms differ in when
they call it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import reduce
from itertools import combinations
from operator import or_
from typing import Final, NamedTuple, TypeAlias, TypeVar

from bimaru.deadlines import checked
from bimaru.engines import lines
from bimaru.placements import Placement, fitting
from bimaru.puzzle import Puzzle
from bimaru.ships import Ship
from bimaru.sizes import MAX_SIDE
from bimaru.squares import Part, Square

Domain: TypeAlias = int
"""Bit v is set while the ship can still lie in its way v."""
Domains: TypeAlias = list[Domain]
"""The domain of every ship."""
Filter: TypeAlias = Callable[[Domains], bool]
"""Drops values from domains; false where that leaves nothing."""


class Constraint(ABC):
    """`ships` are the variables that it concerns, `scope` the same as bits."""

    def __init__(self, ships: Iterable[int]) -> None:
        self.ships = tuple(ships)
        self.scope = sum(1 << ship for ship in self.ships)

    @abstractmethod
    def filter(self, domains: Domains) -> bool:
        """Drop every value that the other domains cannot complete. False where nothing is left."""

    def checks(self) -> Mapping[str, Filter]:
        """Filters worth a call while ships are still to come, by what they look for."""
        return {}


class Apart(Constraint):
    """Two ships do not touch, and of two alike the first lies in the earlier way, so that
    exchanging them gives no other board. `beside` is what each way of `one` leaves to `other`."""

    def __init__(
        self, one: int, other: int, beside: Sequence[Domain], beside_other: Sequence[Domain]
    ) -> None:
        super().__init__((one, other))
        self._arcs = ((one, other, beside, beside_other), (other, one, beside_other, beside))

    def filter(self, domains: Domains) -> bool:
        for one, other, beside, beside_other in self._arcs:
            there = domains[other]
            if there & (there - 1):
                domains[one] = union(1 << way for way in values(domains[one]) if beside[way] & there)
            else:
                domains[one] &= beside_other[there.bit_length() - 1]
            if not domains[one]:
                return False
        return True


class Tally(Constraint):
    """The ships have `total` squares on a line. `shares` groups the ways of each ship by how
    many squares of the line they take, fewest first."""

    def __init__(self, shares: Mapping[int, Sequence[tuple[int, Domain]]], total: int) -> None:
        super().__init__(shares)
        self._shares = tuple(shares.items())
        self._total = total

    def filter(self, domains: Domains) -> bool:
        """Sums as bits: those that the ships before can reach, those from which the ships
        after can reach the total (Trick, Annals of Operations Research 118, 2003)."""
        shares = [
            (ship, [(n, ways) for n, ways in groups if ways & domains[ship]]) for ship, groups in self._shares
        ]
        before = [1]
        for _, groups in shares:
            before.append(union(before[-1] << n for n, _ in groups))
        after = 1 << self._total
        for (ship, groups), reached in zip(reversed(shares), reversed(before[:-1]), strict=True):
            domains[ship] &= union(ways for n, ways in groups if reached << n & after)
            after = union(after >> n for n, _ in groups)
        return bool(after & 1)

    def checks(self) -> Mapping[str, Filter]:
        return {"overfull": self.cap, "underfull": self.fill}

    def cap(self, domains: Domains) -> bool:
        """Bounds consistency of the sum being at most the total."""
        least = [next(n for n, ways in groups if ways & domains[ship]) for ship, groups in self._shares]
        room = self._total - sum(least)
        for (ship, groups), n_least in zip(self._shares, least, strict=True):
            domains[ship] &= ~union(ways for n, ways in groups if n > n_least + room)
        return room >= 0

    def fill(self, domains: Domains) -> bool:
        """Bounds consistency of the sum being at least the total."""
        most = [
            next(n for n, ways in reversed(groups) if ways & domains[ship]) for ship, groups in self._shares
        ]
        spare = sum(most) - self._total
        for (ship, groups), n_most in zip(self._shares, most, strict=True):
            domains[ship] &= ~union(ways for n, ways in groups if n < n_most - spare)
        return spare >= 0


class Covered(Constraint):
    """Some ship lies on a square. `covering` are the ways of each that do."""

    def __init__(self, covering: Mapping[int, Domain]) -> None:
        super().__init__(covering)
        self._covering = covering

    def checks(self) -> Mapping[str, Filter]:
        return {"givens": self.filter}

    def filter(self, domains: Domains) -> bool:
        able = [ship for ship, ways in self._covering.items() if ways & domains[ship]]
        if len(able) == 1:
            domains[able[0]] &= self._covering[able[0]]
        return bool(able)


class View(NamedTuple):
    """Ways of a ship that look alike from the edge: how far its nearest letter on the line is
    (`OUT_OF_SIGHT` if it has none there), and whether that is the letter told."""

    distance: int
    is_told: bool
    ways: Domain


OUT_OF_SIGHT: Final = MAX_SIDE


class Nearest(Constraint):
    """The letter nearest to the edge of a line is the one told. `views` groups the ways of each ship."""

    def __init__(self, views: Mapping[int, Sequence[View]]) -> None:
        super().__init__(views)
        self._views = views

    def checks(self) -> Mapping[str, Filter]:
        return {"edges": self.filter}

    def filter(self, domains: Domains) -> bool:
        views = {
            ship: [view for view in groups if view.ways & domains[ship]]
            for ship, groups in self._views.items()
        }
        farthest = {ship: max(view.distance for view in seen) for ship, seen in views.items()}
        told = [
            (view.distance, ship, {other for other in views if farthest[other] <= view.distance} - {ship})
            for ship, seen in views.items()
            for view in seen
            if view.is_told
        ]
        for ship, seen in views.items():
            own = {distance for distance, teller, hiding in told if teller == ship and not hiding}
            others = (distance for distance, teller, hiding in told if teller != ship and hiding <= {ship})
            nearest = min(others, default=OUT_OF_SIGHT)
            domains[ship] &= union(
                view.ways
                for view in seen
                if view.distance > nearest or (view.is_told and view.distance in own)
            )
        return bool(told) and all(domains[ship] for ship in views)


class Csp(NamedTuple):
    """`ways` are the values of each ship, by their bits in its domain."""

    ways: tuple[tuple[Placement, ...], ...]
    constraints: tuple[Constraint, ...]

    @property
    def domains(self) -> Domains:
        """What every ship can be while nothing is known."""
        return [(1 << len(ways)) - 1 for ways in self.ways]


def csp_of(puzzle: Puzzle) -> Csp:
    """The variables are the ships, longest first; the givens have already narrowed their domains."""
    fit = fitting(puzzle)
    ships = [ship for ship, number in puzzle.ships for _ in range(number)]
    constraints = (
        *_apart(ships, fit),
        *(_tally(ships, fit, line, total) for line, total in lines.tallied(puzzle)),
        *(_covered(ships, fit, given.square) for given in puzzle.givens if given.kind != Part.WATER),
        *(_nearest(ships, fit, line, letter) for line, letter in lines.lettered(puzzle)),
    )
    return Csp(tuple(fit[ship] for ship in ships), constraints)


def _apart(ships: Sequence[Ship], fit: Mapping[Ship, Sequence[Placement]]) -> Iterator[Constraint]:
    beside = {(one, other): _beside(fit[one], fit[other]) for one in fit for other in fit}
    earlier = {ship: [ways & (1 << way) - 1 for way, ways in enumerate(beside[ship, ship])] for ship in fit}
    later = {ship: [ways >> way << way for way, ways in enumerate(beside[ship, ship])] for ship in fit}
    for i, j in checked(combinations(range(len(ships)), 2)):
        one, other = ships[i], ships[j]
        if one == other:
            yield Apart(i, j, later[one], earlier[one])
        else:
            yield Apart(i, j, beside[one, other], beside[other, one])


def _beside(ways: Sequence[Placement], others: Sequence[Placement]) -> list[Domain]:
    """For each of `ways`, which of `others` lie apart from it."""
    covering = _grouped((at, way) for way, other in enumerate(others) for at in other.squares)
    whole = (1 << len(others)) - 1
    return [
        whole & ~union(covering.get(at, 0) for at in way.squares + way.surroundings) for way in checked(ways)
    ]


def _tally(
    ships: Sequence[Ship], fit: Mapping[Ship, Sequence[Placement]], line: lines.Line, total: int
) -> Tally:
    squares = set(line)
    shares = {ship: sorted(_shares(ways, squares).items()) for ship, ways in fit.items()}
    return Tally({i: shares[ship] for i, ship in enumerate(ships) if any(n for n, _ in shares[ship])}, total)


def _shares(ways: Sequence[Placement], squares: set[Square]) -> dict[int, Domain]:
    return _grouped((len(squares.intersection(way.squares)), k) for k, way in enumerate(checked(ways)))


def _covered(ships: Sequence[Ship], fit: Mapping[Ship, Sequence[Placement]], at: Square) -> Covered:
    covering = {
        ship: union(1 << k for k, way in enumerate(checked(ways)) if at in way.squares)
        for ship, ways in fit.items()
    }
    return Covered({i: covering[ship] for i, ship in enumerate(ships) if covering[ship]})


def _nearest(
    ships: Sequence[Ship], fit: Mapping[Ship, Sequence[Placement]], line: lines.Line, told: str
) -> Nearest:
    distances = {at: distance for distance, at in enumerate(line)}
    views = {ship: _views(ways, distances, told) for ship, ways in fit.items()}
    near = {ship for ship in fit if any(view.distance < OUT_OF_SIGHT for view in views[ship])}
    return Nearest({i: views[ship] for i, ship in enumerate(ships) if ship in near})


def _views(ways: Sequence[Placement], distances: Mapping[Square, int], told: str) -> list[View]:
    alike = _grouped((_seen(way, distances), k) for k, way in enumerate(checked(ways)))
    return [View(distance, letter == told, domain) for (distance, letter), domain in alike.items()]


def _seen(way: Placement, distances: Mapping[Square, int]) -> tuple[int, str]:
    """The distance and the letter of the nearest that a ship shows on a line."""
    shown = zip(way.squares, way.letters, strict=False)
    return min(
        ((distances[at], letter) for at, letter in shown if at in distances), default=(OUT_OF_SIGHT, "")
    )


K = TypeVar("K")


def _grouped(pairs: Iterable[tuple[K, int]]) -> dict[K, Domain]:
    """The values that come with each key, as a domain."""
    found: dict[K, Domain] = {}
    for key, value in pairs:
        found[key] = found.get(key, 0) | 1 << value
    return found


def union(domains: Iterable[Domain]) -> Domain:
    """The values of any of them."""
    return reduce(or_, domains, 0)


def values(domain: Domain) -> Iterator[int]:
    """The values of a domain, lowest first."""
    while domain:
        lowest = domain & -domain
        yield lowest.bit_length() - 1
        domain ^= lowest
