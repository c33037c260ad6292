# cython: language_level=3, infer_types=True, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, freethreading_compatible=True
"""The state of a board for people's arguments: it runs the techniques, and cites what conclusions rest on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import cython

if not cython.compiled:  # else the .pxd has them
    from bimaru.bits import ALL_BITS, BIT, popcount, trailing_zeros
    from bimaru.deduction.finding.codes import *
    from bimaru.deduction.finding.placement_techniques import PlacementTechniques


class Link(NamedTuple):
    """What one technique concludes about one subject: the facts, in order."""

    technique: int
    subject: int
    since: int
    facts: tuple[int, ...]


class Basis(NamedTuple):
    """What a conclusion rests on: clues (lines, groups of lines, kinds of ships, squares of givens, edges) by
    number, squares that are known before, the trail's positions of placements that steps ruled out, kinds of
    ships all of which are accounted for, each with the length of the trail then, and the placements that would
    leave a line too few squares, each with that line."""

    lines: tuple[int, ...]
    groups: tuple[int, ...]
    kinds: tuple[int, ...]
    givens: tuple[int, ...]
    edges: tuple[int, ...]
    ship: tuple[int, ...]
    water: tuple[int, ...]
    notes: tuple[int, ...]
    accounts: tuple[tuple[int, int], ...]
    starving: tuple[tuple[int, int], ...]


@cython.cclass
class State(PlacementTechniques):
    """A board on which the techniques run as far as they lead, and tell what their conclusions rest on."""

    # Running

    @cython.ccall
    def run(self) -> cython.bint:
        """Apply the techniques, easiest first, as far as they lead. Returns whether the board can still be
        completed, as far as they show."""
        while self.failure == NONE:
            if not self.step():
                break
        return self.failure == NONE

    @cython.ccall
    def step(self) -> cython.bint:
        """Apply the easiest technique that settles a square. Returns whether any did; not after a
        contradiction.

        Placements that break a rule or a tally by themselves are ruled out first, until there are none:
        so a technique that lists placements lists none that the reader sees to be impossible."""
        before: cython.int = self.n_known
        while True:
            self.spread()
            if self.failure != NONE:
                return False
            if self.n_known > before:
                return True
            if self.find_full_lines() or self.failure != NONE:
                continue
            if self.rule_out_placements() or self.failure != NONE:
                continue
            break
        if self.any_square and (self.find_on_squares() or self.failure != NONE):
            return self.failure == NONE
        if self.any_uncovered and (self.find_uncovered() or self.failure != NONE):
            return self.failure == NONE
        if self.n_edges and (self.find_letters() or self.failure != NONE):
            return self.failure == NONE
        if self.find_last() or self.failure != NONE:
            return self.failure == NONE
        if self.find_overlaps() or self.failure != NONE:
            return self.failure == NONE
        if self.find_ways() or self.failure != NONE:
            return self.failure == NONE
        if self.any_waits and (self.find_waiting() or self.failure != NONE):
            return self.failure == NONE
        if self.rule_out_unaccounted():
            return self.step() if self.failure == NONE else False
        return self.find_own() if self.own else False

    @cython.cfunc
    def find_own(self) -> cython.bint:
        """Apply the techniques of the user's, in order, up to the first that settles a square."""
        before: cython.int = self.top
        at: cython.int
        for find in self.own:
            finding = find(self)
            if finding is None:
                continue
            self.findings.append(finding)
            for at in finding.ship:
                self.settle(at, SHIP, OWN, len(self.findings) - 1, before)
            for at in finding.water:
                self.settle(at, WATER, OWN, len(self.findings) - 1, before)
            if self.top > before or self.failure != NONE:
                return self.failure == NONE
        return False

    # What conclusions rest on

    @cython.cfunc
    @cython.exceptval(check=False)
    def cite(
        self,
        technique: cython.int,
        subject: cython.int,
        fact: cython.int,
        since: cython.int,
    ) -> cython.void:
        """Need what a conclusion rests on; `fact` is what is concluded, -1 for a contradiction."""
        if technique == LINE_WATER:
            self.cite_full_line(subject, SHIP, since)
        elif technique == LINE_SHIP:
            self.cite_full_line(subject, WATER, since)
        elif technique == CORNER or technique == TOUCHING or technique == ON_WATER:
            self.need_square(subject, since)
        elif technique == OVERFULL:
            self.cite_overfull(fact - 2 * self.n, subject, since)
        elif technique == ALL_FOUND:
            self.cite_complete(subject, since)
        elif technique == ACCOUNTED:
            self.cite_complete(subject, since)
            self.account(subject, since, True)
            self.cited_accounts[subject] = since
        elif technique == TOO_MANY:
            self.cite_excess(subject, since)
        elif technique == NO_FORM:
            self.cite_no_form(subject)
        elif technique == BEFORE_LETTER:
            self.cite_edge(subject, fact - 2 * self.n, since)
        elif technique == ONLY_LETTER or technique == LETTER:
            self.cite_edge(subject, NONE, since)
        elif technique == ON_SQUARE:
            self.need_square(subject, since)
            self.cite_covering(subject, fact, since)
        elif technique == NO_SHIP:
            if fact < 0:
                self.need_square(subject, since)
            self.cite_covering(subject, -1, since)
        elif technique == LAST or technique == TOO_FEW:
            self.cite_kind(subject, fact if fact < 2 * self.n else -1, since)
        elif technique == OVERLAP:
            self.cite_overlap(subject, fact, since)
        elif technique == WAYS:
            self.cite_ways(subject, since)
        elif technique == OWN:
            self.cite_own(subject, since)
        elif technique == GIVEN:
            self.cited_givens[subject] = 1
        elif technique == KNOWN and fact >= 2 * self.n:
            self.need_square(subject, since + 1)
        self.cite_ruled_out(since)

    @cython.cfunc
    @cython.exceptval(check=False)
    def cite_no_form(self, at: cython.int) -> cython.void:
        """A square and those that it is joined to, one that each ship on it would touch."""
        self.join(at)
        self.need_square(at, self.top)
        for i in range(self.covering_start[at], self.covering_start[at + 1]):
            self.needed[self.when[self.first_joined(self.covering[i])]] = 1

    @cython.cfunc
    @cython.exceptval(check=False)
    def cite_own(self, subject: cython.int, since: cython.int) -> cython.void:
        """The clues and the squares that a technique of the user's says it rests on, and what rules out places
        for ships of these kinds."""
        number: cython.int
        finding = self.findings[subject]
        for number in finding.lines:
            self.cited_lines[number] = 1
        for number in finding.kinds:
            self.cite_kind(number, -1, since)
        for number in finding.known:
            self.need_square(number, since)

    @cython.cfunc
    @cython.exceptval(check=False)
    def cite_failure(self) -> cython.void:
        if self.failure == CLASH:
            self.need_square(self.failure_subject, self.top)
            self.cite(self.failed_by, self.failed_about, self.failed_fact, self.failure_since)
        else:
            self.cite(self.failure, self.failure_subject, -1, self.failure_since)

    def basis(
        self, technique: int, subject: int, facts: Sequence[int], since: int, mark: int = 0x7FFF_FFFF
    ) -> Basis:
        """What a link rests on, of a chain from `mark` on; without facts, what the contradiction does that
        was found."""
        self.start_citing()
        self.mark = mark
        fact: cython.int
        if facts:
            for fact in facts:
                self.cite(technique, subject, fact, since)
        else:
            self.cite_failure()
        return self.collected()

    @cython.cfunc
    def collected(self) -> object:
        """What is needed, and what that rests on if it is no square."""
        ship, water, notes = [], [], []
        for t in range(self.top - 1, -1, -1):
            if not self.needed[t]:
                continue
            if self.fact[t] >= 2 * self.n:
                if self.technique[t] == NOTED:
                    notes.append(t)
                else:
                    self.cite(self.technique[t], self.subject[t], self.fact[t], self.since[t])
            elif self.fact[t] & 1:
                water.append(self.fact[t] >> 1)
            else:
                ship.append(self.fact[t] >> 1)
        return Basis(
            _marked(self.cited_lines, 0, self.n_lines),
            _marked(self.cited_lines, self.n_lines, self.n_groups),
            _marked(self.cited_kinds, 0, self.n_kinds),
            _marked(self.cited_givens, 0, self.n),
            _marked(self.cited_edges, 0, self.n_edges),
            tuple(sorted(ship)),
            tuple(sorted(water)),
            tuple(sorted(notes)),
            _numbered(self.cited_accounts, self.n_kinds),
            _numbered(self.starved_line, self.n_places),
        )

    def chain(self, mark: int, facts: Sequence[int] = ()) -> list[Link]:
        """The links after `mark` that facts rest on, in order; without facts, those that the contradiction
        rests on."""
        self.trace(mark, facts)
        return self.linked(mark, True)

    def links(self, mark: int) -> list[Link]:
        """All links after `mark`, in order."""
        return self.linked(mark, False)

    @cython.cfunc
    def linked(self, mark: cython.int, is_traced: cython.bint) -> object:
        facts_of: dict[tuple[int, int, int], list[int]] = {}
        for t in range(mark, self.top):
            if (
                (is_traced and not self.needed[t])
                or self.fact[t] >= 2 * self.n
                or self.technique[t] <= CONCLUDED
            ):
                continue
            key = (self.technique[t], self.subject[t], self.since[t])
            facts_of.setdefault(key, []).append(self.fact[t])
        links = []
        for key, facts in facts_of.items():
            links.append(Link(key[0], key[1], key[2], tuple(facts)))
        return links

    @cython.ccall
    def trace(self, mark: cython.int, facts: Sequence[int] = ()) -> cython.void:
        """Need what facts, or the contradiction, rest on, back to where the trail had the length `mark`."""
        fact: cython.int
        self.start_citing()
        self.mark = mark
        if facts:
            for fact in facts:
                self.need_square(fact >> 1, self.top)
        else:
            self.cite_failure()
        for t in range(self.top - 1, -1, -1):
            if self.needed[t] and (t >= mark or self.fact[t] >= 2 * self.n):
                self.cite(self.technique[t], self.subject[t], self.fact[t], self.since[t])

    @cython.ccall
    def cost(self, mark: cython.int, facts: Sequence[int] = ()) -> cython.int:
        """About how many words the chain takes that facts, or the contradiction, rest on. Chains of the same
        words have the same `wording`, a number."""
        words: cython.int = 5
        starved: cython.ulonglong = 0
        self.wording = 0 if facts else 64 * self.failure_subject + self.failure
        self.trace(mark, facts)
        last: cython.int = -1
        about: cython.int = -1
        for t in range(mark, self.top):
            if not self.needed[t] or self.fact[t] >= 2 * self.n or self.technique[t] == KNOWN:
                continue
            if self.technique[t] == CORNER:
                continue
            if self.technique[t] != last or self.subject[t] != about:
                last, about = self.technique[t], self.subject[t]
                words += _words_of(last)
                self.wording = _mixed(self.wording, 64 * about + last)
            if last != LINE_WATER:
                self.wording = _mixed(self.wording, self.fact[t])
        for t in range(mark):
            if self.needed[t] and self.technique[t] == NOTED:
                words += 1
        for t in range(self.n_kinds):
            if self.cited_accounts[t] != NONE:
                words += 9
        for t in range(self.n_places):
            if self.starved_line[t] != NONE:
                self.wording = _mixed(self.wording, self.starved_line[t])
                starved |= BIT << (self.starved_line[t] & 63)
        return words + 6 * popcount(starved) + (0 if facts else _words_of_ending(self.failure))

    def needed_notes(self, mark: int) -> list[int]:
        """The placements ruled out by steps before the trail had this length, that the last trace needs."""
        t: cython.int
        found = []
        for t in range(mark):
            if self.needed[t] and self.technique[t] == NOTED:
                found.append(self.fact[t] - 2 * self.n)
        return found

    def needed_facts(self, mark: int, end: int) -> list[int]:
        """What the last trace needs of the squares that were settled between these lengths of the trail."""
        t: cython.int
        found = []
        for t in range(mark, end):
            if self.needed[t] and self.fact[t] < 2 * self.n:
                found.append(self.fact[t])
        return found

    # Looking

    def places_on(self, at: int, since: int = 0x7FFF_FFFF) -> list[int]:
        """The placements that could cover a square."""
        i: cython.int
        found = []
        for i in range(self.covering_start[at], self.covering_start[at + 1]):
            if self.when_out[self.covering[i]] >= since:
                found.append(self.covering[i])
        return found

    def places_of(self, kind: int, since: int = 0x7FFF_FFFF, *, with_complete: bool = False) -> list[int]:
        """The placements that a kind of ship could have, without those that are complete."""
        place: cython.int
        found = []
        for place in range(self.first[kind], self.first[kind + 1]):
            if self.when_out[place] >= since and (with_complete or not self.is_complete(place, since)):
                found.append(place)
        return found

    def complete_of(self, kind: int, since: int = 0x7FFF_FFFF) -> list[int]:
        """The ships of a kind that are complete."""
        place: cython.int
        found = []
        for place in range(self.first[kind], self.first[kind + 1]):
            if self.is_complete(place, since):
                found.append(place)
        return found

    def anchors_of(self, kind: int, since: int) -> list[tuple[int, int]]:
        """The squares that only incomplete ships of a kind could cover, and the lines, counted from the number
        of squares, that only they could fill, each with how many it needs."""
        self.account(kind, since, False)
        found = []
        for i in range(self.n_anchors):
            found.append((self.anchors[i], self.anchored[i]))
        return found

    def groups_of(self, kind: int, since: int) -> list[list[int]]:
        """The placements left for a kind, sorted into groups of which any two exclude each other, and at last
        those dropped because they exclude another group; none where there are fewer groups than ships."""
        n = self.sort_and_drop(kind, since)
        found: list[list[int]] = []
        dropped: list[int] = []
        for i in range(n):
            found.append([])
        for i in range(self.n_grouped if n >= 0 else 0):
            (dropped if self.dropped[i] else found[self.group[i]]).append(self.grouped[i])
        return [*found, dropped]

    def ways_of(
        self, line: int, since: int = 0x7FFF_FFFF, most: int = 0x7FFF_FFFF
    ) -> list[tuple[tuple[int, ...], tuple[int, ...]]] | None:
        """The ways to fill a line that needs ship squares, each as its ship and its water squares; `None` for
        more than `most`, or too many to be listed."""
        if self.tally[line] < 0 or not self.list_ways(line, since, False) or self.n_ways > most:
            return None
        found = []
        for i in range(self.n_ways):
            ship = self.squares_in(line, self.ways[i])
            found.append((ship, self.squares_in(line, self.line_full[line] & ~self.ways[i])))
        return found

    @cython.cfunc
    def squares_in(self, line: cython.int, mask: cython.ulonglong) -> object:
        """The squares of a line at the positions that a mask holds."""
        found = []
        while mask:
            found.append(self.square_at(line, trailing_zeros(mask)))
            mask &= mask - 1
        return tuple(found)

    def ruled_out(self, since: int) -> list[int]:
        """The placements that had been ruled out when the trail had a length."""
        found = []
        for place in range(self.n_places):
            if self.when_out[place] < since:
                found.append(place)
        return found

    def clashing(self, at: int, letter: str, part: str) -> list[int]:
        """The placements over a square that show another letter, or another part, than given."""
        found = []
        for place in self.geometry.covering[at]:
            one = self.geometry.places[place]
            i = one.squares.index(divmod(at, self.width))
            if (one.letters[i : i + 1] != letter) if letter else (one.parts[i] != part):
                found.append(place)
        return found


# Words a sentence by technique, fitted to 5,000 cases of CSPLib boards and *extreme* puzzles. The estimate and
# the actual words of a case have a correlation of 0.98; with lettered ships and polyominoes, 0.97.


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def _words_of(technique: cython.int) -> cython.int:
    """About how many words a conclusion takes."""
    if technique == OVERLAP or technique == LETTER:
        return 22
    if technique == WAYS:
        return 15
    if technique == ON_SQUARE:
        return 12
    if technique == LAST:
        return 9
    if technique == LINE_SHIP:
        return 6
    if technique == NO_SHIP:
        return 4
    return 3 if technique == LINE_WATER else 8


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def _words_of_ending(technique: cython.int) -> cython.int:
    """About how many words a contradiction takes."""
    if technique == LETTER:
        return 16
    if technique == ACCOUNTED:
        return 10
    if technique == TOO_MANY or technique == OVERLAP or technique == NO_SHIP:
        return 7
    return 0 if technique == CLASH else 4


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def _mixed(number: cython.ulonglong, other: cython.int) -> cython.ulonglong:
    """A number that depends on both (FNV-1a, http://www.isthe.com/chongo/tech/comp/fnv).

    As a word in C: a product of Python's integers can be interrupted, and nothing here raises exceptions."""
    prime: cython.ulonglong = 0x100000001B3
    return (number ^ other) * prime & ALL_BITS


@cython.cfunc
def _marked(flags: cython.uchar[::1], first: cython.int, size: cython.int) -> object:
    found = []
    for i in range(size):
        if flags[first + i]:
            found.append(i)
    return tuple(found)


@cython.cfunc
def _numbered(numbers: cython.int[::1], size: cython.int) -> object:
    """Each index that has a number, with that."""
    found = []
    for i in range(size):
        if numbers[i] != NONE:
            found.append((i, numbers[i]))
    return tuple(found)
