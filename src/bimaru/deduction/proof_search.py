"""Finding: the proof of a puzzle's solution, as the moves that the compiled ladder finds one after another.

A move is a plain link, or the refutation of one supposition: the value of a square, or a single placement,
which is barred then. Among the suppositions that fail, those with the shortest arguments are ruled out first;
suppositions are nested only where none fails otherwise. Everything is in the grid's own numbers.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple, TypeAlias

from bimaru.board import UNKNOWN, WATER
from bimaru.deduction.ladder import (
    NO_END,
    Link,
    Placement,
    Proof,
    Prover,
    Value,
    decode,
    encode_placement,
    encode_value,
)
from bimaru.deduction.word_count import estimated_words
from bimaru.squares import Square

Forced: TypeAlias = Sequence[str]
"""The squares that are the same in every solution, as rows of a board; `NEITHER` on every square of a puzzle
without a solution."""
NEITHER: Final = "!"
"""The mark of a square that can be neither ship nor water, because there is no solution."""

_SHORT: Final = 5
"""A chain of at most this many links is accepted without looking for a shorter one."""
_SLACK: Final = 4
"""Of chains that are longer by at most this many links, those that take the fewest words come first."""
_BRIEF: Final = 90
"""A refutation of at most this many words is accepted without looking for a briefer one."""
_LARGE: Final = 160
"""On grids with at least this many squares, not all suppositions are compared."""
_MORE: Final = 10
"""How many more nested suppositions are tried after the first that fails."""
_FEW: Final = 12
"""The most links of a chain that a person can follow; longer nested suppositions are the last resort."""


class Failure(NamedTuple):
    """The end of a proof that there is no solution: the link that shows it."""

    link: Link


Move: TypeAlias = Link | Proof | Failure


def find(prover: Prover, forced: Forced | None, *, is_thorough: bool = True) -> Iterator[Move]:
    """The moves that lead as far as possible; without `forced` squares only plain ones. Unless it
    `is_thorough`, suppositions are nested only where they must fail, as `Search.nested` describes."""
    search = None if forced is None else Search(prover, forced, is_thorough=is_thorough)
    while True:
        links, failure = prover.advance()
        yield from links
        if failure is not None:
            yield Failure(failure)
            return
        if search is None or prover.is_solved():
            return
        proofs = search.next_proofs()
        if not proofs:
            return
        for proof in proofs:
            apply(prover, proof)
            yield proof


def settling(moves: Iterable[Move]) -> list[Move]:
    """The first move that settles a square, after those that it needs; empty if none does."""
    before: list[Proof] = []
    for move in moves:
        if isinstance(move, Proof) and not isinstance(decode(move.supposition), Value):
            before.append(move)
            continue
        if isinstance(move, Failure):
            return []
        needed = set(move.from_barred)
        kept: list[Move] = [move]
        for proof in reversed(before):
            if decode(proof.supposition) in needed:
                needed.update(proof.from_barred)
                kept.append(proof)
        return kept[::-1]
    return []


def settles(move: Move, square: Square) -> bool:
    """Whether a move marks a square."""
    if isinstance(move, Link):
        r, c = square
        return bool((move.ship[r] | move.water[r]) >> c & 1)
    if isinstance(move, Failure):
        return False
    meaning = decode(move.supposition)
    return isinstance(meaning, Value) and meaning.square == square


def shortest_of_square(prover: Prover, forced: Forced, last: Sequence[Square]) -> Proof | None:
    """The shortest refutation of a wrong value of a square by plain techniques; near other squares, where
    several are about as short."""
    found: list[tuple[int, int, int]] = []
    most: int = NO_END
    for supposition in Search(prover, forced).wrong_values():
        number = prover.refute(supposition, most)
        if 0 <= number <= most:
            ((r, c),) = _squares(supposition, prover.height)
            distance = min((max(abs(r - row), abs(c - col)) for row, col in last), default=0)
            found.append((number // 2, distance, supposition))
            most = min(most, number + 1)
    return None if not found else prover.proof(min(found)[2])


def apply(prover: Prover, proof: Proof) -> None:
    """Mark what a refutation settles."""
    rule_out(prover, proof.supposition)


def rule_out(prover: Prover, supposition: int) -> None:
    """Bar a placement, or mark the other value of a square."""
    meaning = decode(supposition)
    if not isinstance(meaning, Value):
        prover.bar(meaning)
        return
    mark_opposite(prover, meaning)


def mark_opposite(prover: Prover, refuted: Value) -> None:
    """Mark the other value of a square."""
    (r, c), none = refuted.square, (0,) * prover.height
    mask = tuple(1 << c if row == r else 0 for row in range(prover.height))
    prover.add_known(*((none, mask) if refuted.is_ship else (mask, none)))


def squares_of(placement: Placement, height: int) -> list[Square]:
    """The squares of a placement in a grid of some height."""
    line, start, length = placement
    if line < height:
        return [(line, at) for at in range(start, start + length)]
    return [(at, line - height) for at in range(start, start + length)]


def squares_in(line: int, mask: int, height: int) -> list[Square]:
    """The squares of a line in a mask of its positions, in a grid of some height."""
    positions = (at for at in range(mask.bit_length()) if mask >> at & 1)
    return [(line, at) if line < height else (at, line - height) for at in positions]


def packed(rows: Sequence[int]) -> int:
    """Masks of rows as one number."""
    number = 0
    for mask in rows:
        number = number << 64 | mask
    return number


def packed_squares(squares: Sequence[Square], height: int) -> int:
    """Squares as one number, the same as their masks would give."""
    return sum(1 << packed_bit(square, height) for square in squares)


def packed_bit(square: Square, height: int) -> int:
    """The bit of a square in the masks of `height` rows as one number."""
    r, c = square
    return 64 * (height - 1 - r) + c


class Search:
    """Looks for the suppositions that fail. A supposition that did not fail is kept with the board that it
    led to; it is not tried again until something beyond that board is known."""

    def __init__(self, prover: Prover, forced: Forced, *, is_thorough: bool = True) -> None:
        self._prover = prover
        self._is_thorough = is_thorough
        self._forced = forced
        self._reached: dict[int, tuple[int, int, int]] = {}
        self._barred: list[int] = []
        self._last: list[Square] = []

    def next_proofs(self) -> list[Proof]:
        """The shortest refutations; empty if there is none."""
        prover = self._prover
        shortest = self._shortest(self._near_first(self.suppositions()))
        proofs = _briefest([proof for proof in map(prover.proof, shortest) if proof is not None])
        if not proofs:
            nested = self.nested()
            proofs = [] if nested is None else [nested]
        for proof in proofs:
            self._note_barred(proof.supposition)
            self._last = _squares(proof.supposition, prover.height)
        return proofs

    def _near_first(self, suppositions: Sequence[int]) -> Sequence[int]:
        """The suppositions, on a large grid those near the last one first."""
        prover = self._prover
        if prover.height * prover.width <= _LARGE:
            return suppositions
        last = self._last

        def distance(supposition: int) -> int:
            squares = _squares(supposition, prover.height)
            return min((max(abs(r - y), abs(c - x)) for r, c in squares[:1] for y, x in last), default=0)

        return sorted(suppositions, key=lambda one: (distance(one) // 4, not isinstance(decode(one), Value)))

    def all_failing(self) -> tuple[list[tuple[int, int]], int]:
        """All suppositions that fail now, each with the number of its links, and how many were tried."""
        prover = self._prover
        ship, water = map(packed, prover.known_rows())
        failing: list[tuple[int, int]] = []
        tried = 0
        for supposition in self.suppositions():
            if self._still_stands(supposition, ship, water):
                continue
            tried += 1
            number = prover.refute(supposition, NO_END)
            if number < 0:
                self._remember(supposition)
            else:
                failing.append((supposition, number))
        for supposition, _ in failing:
            self._note_barred(supposition)
        return failing, tried

    def _note_barred(self, supposition: int) -> None:
        """Note that a placement will be barred, if that is what was supposed."""
        meaning = decode(supposition)
        height = self._prover.height
        if not isinstance(meaning, Value):
            self._barred.append(packed_squares(squares_of(meaning, height), height))

    def _shortest(self, suppositions: Sequence[int]) -> list[int]:
        """The suppositions with the shortest refutations, and with some that are not much longer. On a large
        grid the first that is short enough."""
        prover = self._prover
        ship, water = map(packed, prover.known_rows())
        is_large = prover.height * prover.width > _LARGE
        slack = 0 if is_large else _SLACK
        found: list[tuple[int, int]] = []
        most: int = NO_END
        for supposition in suppositions:
            if self._still_stands(supposition, ship, water):
                continue
            number = prover.refute(supposition, most + slack)
            if number < 0:
                self._remember(supposition)
            elif number <= most + slack:
                found.append((number, supposition))
                most = min(most, max(number, _SHORT))
                if is_large and number <= _FEW:
                    break
        return [supposition for number, supposition in found if number <= most + slack]

    def _remember(self, supposition: int) -> None:
        reached = self._prover.reached
        if reached is not None:
            ship, water = reached
            self._reached[supposition] = (packed(ship), packed(water), len(self._barred))

    def _still_stands(self, supposition: int, ship: int, water: int) -> bool:
        """Whether nothing new is known that could refute a supposition."""
        if supposition not in self._reached:
            return False
        reached_ship, reached_water, n_barred = self._reached[supposition]
        if ship & ~reached_ship or water & ~reached_water:
            return False
        return all(squares & reached_water for squares in self._barred[n_barred:])

    def suppositions(self) -> list[int]:
        """Wrong values of squares, and placements of the ships that are missing, long ones first."""
        prover = self._prover
        missing = [length for length, number in prover.missing_ships().items() if number > 0]
        return [
            *self.wrong_values(),
            *(encode_placement(one) for length in missing for one in prover.placements_of(length)),
        ]

    def wrong_values(self) -> Iterator[int]:
        """For each open square that is forced, the other value; both values if there is no solution."""
        for r, (marks, known) in enumerate(zip(self._prover.marks(), self._forced, strict=True)):
            for c, mark in enumerate(marks):
                if mark == UNKNOWN and known[c] != UNKNOWN:
                    yield encode_value((r, c), known[c] in (WATER, NEITHER))
                    if known[c] == NEITHER:
                        yield encode_value((r, c), False)

    def nested(self) -> Proof | None:
        """A short refutation of a value of a square with others nested in it. Those that lead far come first.

        First those are nested that must fail, because their consequences contradict what the supposition
        leads to; only then, in a thorough search, all."""
        prover = self._prover
        values = [
            encode_value((r, c), is_ship)
            for r, marks in enumerate(prover.marks())
            for c, mark in enumerate(marks)
            for is_ship in (True, False)
            if mark == UNKNOWN
        ]
        for value in values:
            if value not in self._reached and prover.refute(value, NO_END) < 0:
                self._remember(value)
        order = sorted(self.wrong_values(), key=self._reach)
        best: Proof | None = None
        more = 0 if prover.height * prover.width > _LARGE else _MORE
        places = [one for one in self.suppositions() if not isinstance(decode(one), Value)]
        for has_all in (False, True) if self._is_thorough else (False,):
            for supposition in order:
                inner = [*values, *places]
                if not has_all:
                    inner = self._disagreeing(inner, supposition)
                proof = prover.refute_nested(supposition, inner, NO_END) if inner else None
                if proof is not None and (best is None or size(proof) < size(best)):
                    best = proof
                more -= best is not None
                if best is not None and (has_all or size(best) <= _FEW or more < 0):
                    return best
            if best is not None:
                break
        return best

    def _disagreeing(self, suppositions: Iterable[int], other: int) -> list[int]:
        """The suppositions that lead to another value of some square than one does."""
        ship, water, _ = self._reached.get(other, (0, 0, 0))
        nothing = (0, 0, 0)
        return [
            one
            for one, (its_ship, its_water, _) in (
                (one, self._reached.get(one, nothing)) for one in suppositions
            )
            if its_ship & water or its_water & ship
        ]

    def _reach(self, supposition: int) -> int:
        """The number of squares that stay open after a supposition."""
        ship, water, _ = self._reached.get(supposition, (0, 0, 0))
        return -(ship.bit_count() + water.bit_count())


def _briefest(proofs: Sequence[Proof]) -> list[Proof]:
    """Those that take few words, the briefest first; if there is none, the briefest."""
    words = sorted((estimated_words(proof), i) for i, proof in enumerate(proofs))
    most = max(words[0][0], _BRIEF) if words else 0
    return [proofs[i] for number, i in words if number <= most]


def _squares(supposition: int, height: int) -> list[Square]:
    """The squares that a supposition is about."""
    meaning = decode(supposition)
    return [meaning.square] if isinstance(meaning, Value) else squares_of(meaning, height)


def size(proof: Proof) -> int:
    """The number of links of a refutation, with those of suppositions nested in it."""
    return len(proof.links) + sum(size(link.proof) for link in proof.links if link.proof is not None)
