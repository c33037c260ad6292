# cython: language_level=3, infer_types=True, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, freethreading_compatible=True
"""The state of a board for people's arguments: it runs the techniques, and cites what conclusions rest on."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import NamedTuple

import cython

from bimaru.deduction.finding.codes import BY_NUMBER, UNNAMED

if not cython.compiled:  # else the .pxd has them
    from bimaru.bits import ALL_BITS, BIT, popcount, trailing_zeros
    from bimaru.deduction.finding import placement_techniques as techniques
    from bimaru.deduction.finding.codes import *
    from bimaru.deduction.finding.facts import Facts

# About how many words a conclusion by each technique takes, and a contradiction.
WORDS = cython.declare(cython.int[::1], array("i", [UNNAMED.case] * (OWN + 1)))
ENDING_WORDS = cython.declare(cython.int[::1], array("i", [UNNAMED.ending] * (OWN + 1)))
for number, named in BY_NUMBER.items():
    WORDS[number], ENDING_WORDS[number] = named.case, named.ending


class Link(NamedTuple):
    """What one technique concludes about one subject: the facts, in order."""

    technique: int
    subject: int
    since: int
    facts: tuple[int, ...]


class Basis(NamedTuple):
    """What a conclusion rests on: clues (lines, groups of lines, kinds of ships, squares of givens, edges) by
    number, squares that are known before, the trail's positions of placements that steps ruled out, kinds of
    ships all of which are accounted for, each with the length of the trail then, and the placements that
    would leave a line too few squares, each with that line."""

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


@cython.final
@cython.cclass
class State(Facts):
    """A board on which the techniques run as far as they lead, and tell what their conclusions rest on."""

    with cython.cfunc:
        # What conclusions rest on

        def start_citing(self) -> cython.void:
            for i in range(self.top + 1):
                self.needed[i] = 0
            for i in range(self.n_lines + self.n_groups):
                self.cited_lines[i] = 0
            for i in range(self.n_kinds):
                self.cited_kinds[i] = 0
                self.cited_accounts[i] = NONE
            for i in range(self.n):
                self.cited_givens[i] = 0
            for i in range(self.n_edges):
                self.cited_edges[i] = 0
            for i in range(self.n_placements):
                self.starved_line[i] = NONE
            self.n_to_cite = 0

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
                techniques.cite_full_line(self, subject, SHIP, since)
            elif technique == LINE_SHIP:
                techniques.cite_full_line(self, subject, WATER, since)
            elif technique == CORNER or technique == TOUCHING or technique == ON_WATER:
                self.need_square(subject, since)
            elif technique == OVERFULL:
                techniques.cite_overfull(self, fact - 2 * self.n, subject, since)
            elif technique == ALL_FOUND:
                techniques.cite_complete(self, subject, since)
            elif technique == ACCOUNTED:
                techniques.cite_complete(self, subject, since)
                techniques.account(self, subject, since, True)
                self.cited_accounts[subject] = since
            elif technique == TOO_MANY:
                techniques.cite_excess(self, subject, since)
            elif technique == NO_FORM:
                self.cite_no_form(subject)
            elif technique == BEFORE_LETTER:
                techniques.cite_edge(self, subject, fact - 2 * self.n, since)
            elif technique == ONLY_LETTER or technique == LETTER:
                techniques.cite_edge(self, subject, NONE, since)
            elif technique == ON_SQUARE:
                self.need_square(subject, since)
                techniques.cite_covering(self, subject, fact, since)
            elif technique == NO_SHIP:
                if fact < 0:
                    self.need_square(subject, since)
                techniques.cite_covering(self, subject, -1, since)
            elif technique == LAST or technique == TOO_FEW:
                techniques.cite_kind(self, subject, fact if fact < 2 * self.n else -1, since)
            elif technique == OVERLAP:
                techniques.cite_overlap(self, subject, fact, since)
            elif technique == WAYS:
                techniques.cite_ways(self, subject, since)
            elif technique == OWN:
                self.cite_own(subject, since)
            elif technique == GIVEN:
                self.cited_givens[subject] = 1
            elif technique == KNOWN and fact >= 2 * self.n:
                self.need_square(subject, since + 1)
            techniques.cite_ruled_out(self, since)

        def cite_no_form(self, at: cython.int) -> cython.void:
            """A square and those that it is joined to, one that each ship on it would touch."""
            self.join(at)
            self.need_square(at, self.top)
            for i in range(self.covering_start[at], self.covering_start[at + 1]):
                self.needed[self.when[self.first_joined(self.covering[i])]] = 1

        def cite_own(self, subject: cython.int, since: cython.int) -> cython.void:
            """The clues and the squares that a technique of the user's says it rests on, and what rules out
            placements for ships of these kinds."""
            finding = self.findings[subject]
            for number in finding.lines:
                self.cited_lines[number] = 1
            for number in finding.kinds:
                techniques.cite_kind(self, number, -1, since)
            for number in finding.known:
                self.need_square(number, since)

        def cite_failure(self) -> cython.void:
            if self.failure == CLASH:
                self.need_square(self.failure_subject, self.top)
                self.cite(self.failed_by, self.failed_about, self.failed_fact, self.failure_since)
            else:
                self.cite(self.failure, self.failure_subject, -1, self.failure_since)

        def linked(self, mark: cython.int, is_traced: cython.bint) -> list[Link]:
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

        # Looking

        def squares_in(self, line: cython.int, mask: cython.ulonglong) -> tuple[int, ...]:
            """The squares of a line at the positions that a mask holds."""
            found = []
            while mask:
                found.append(techniques.square_at(self, line, trailing_zeros(mask)))
                mask &= mask - 1
            return tuple(found)

    # Running

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
        before = self.n_known
        while True:
            self.spread()
            if self.failure != NONE:
                return False
            if self.n_known > before:
                return True
            if not techniques.find_full_lines(self) and not techniques.rule_out_placements(self):
                break
        if (
            (self.any_square and techniques.find_on_squares(self))
            or (self.any_uncovered and techniques.find_uncovered(self))
            or (self.n_edges and techniques.find_letters(self))
            or techniques.find_last(self)
            or techniques.find_overlaps(self)
            or techniques.find_ways(self)
            or (self.any_waits and techniques.find_waiting(self))
        ):
            return self.failure == NONE
        if techniques.rule_out_unaccounted(self):
            return self.step() if self.failure == NONE else False
        return self.find_own() if self.own and self.starves else False

    @cython.ccall
    def find_own(self) -> cython.bint:
        """Apply the user's own techniques, in order, up to the first that settles a square."""
        before = self.top
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

    def basis(
        self, technique: int, subject: int, facts: Sequence[int], since: int, mark: int = 0x7FFF_FFFF
    ) -> Basis:
        """What a link rests on, of a chain from `mark` on; without facts, what the contradiction does that
        was found."""
        self.start_citing()
        self.mark = mark
        if facts:
            for fact in facts:
                self.cite(technique, subject, fact, since)
        else:
            self.cite_failure()
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
            tuple((i, self.cited_accounts[i]) for i in range(self.n_kinds) if self.cited_accounts[i] >= 0),
            tuple((i, self.starved_line[i]) for i in range(self.n_placements) if self.starved_line[i] >= 0),
        )

    def chain(self, mark: int, facts: Sequence[int] = ()) -> list[Link]:
        """The links after `mark` that facts rest on, in order; without facts, those that the contradiction
        rests on."""
        self.trace(mark, facts)
        return self.linked(mark, True)

    def links(self, mark: int) -> list[Link]:
        """All links after `mark`, in order."""
        return self.linked(mark, False)

    def trace(self, mark: cython.int, facts: Sequence[int] = ()) -> cython.void:
        """Need what facts, or the contradiction, rest on, back to where the trail had the length `mark`."""
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

    def cost(self, mark: cython.int, facts: Sequence[int] = ()) -> cython.int:
        """About how many words the chain takes that facts, or the contradiction, rest on. Chains of the same
        words have the same `wording`, a number."""
        words = 5
        starved: cython.ulonglong = 0
        self.wording = 0 if facts else 64 * self.failure_subject + self.failure
        self.trace(mark, facts)
        last, about = -1, -1
        for t in range(mark, self.top):
            if not self.needed[t] or self.fact[t] >= 2 * self.n or self.technique[t] == KNOWN:
                continue
            if self.technique[t] == CORNER:
                continue
            if self.technique[t] != last or self.subject[t] != about:
                last, about = self.technique[t], self.subject[t]
                words += WORDS[last]
                self.wording = _mixed(self.wording, 64 * about + last)
            if last != LINE_WATER:
                self.wording = _mixed(self.wording, self.fact[t])
        for t in range(mark):
            if self.needed[t] and self.technique[t] == NOTED:
                words += 1
        for t in range(self.n_kinds):
            if self.cited_accounts[t] != NONE:
                words += 9
        for t in range(self.n_placements):
            if self.starved_line[t] != NONE:
                self.wording = _mixed(self.wording, self.starved_line[t])
                starved |= BIT << (self.starved_line[t] & 63)
        return words + 6 * popcount(starved) + (0 if facts else ENDING_WORDS[self.failure])

    def needed_notes(self, mark: cython.int) -> list[int]:
        """The placements ruled out by steps before the trail had this length, that the last trace needs."""
        found = []
        for t in range(mark):
            if self.needed[t] and self.technique[t] == NOTED:
                found.append(self.fact[t] - 2 * self.n)
        return found

    def needed_facts(self, mark: cython.int, end: cython.int) -> tuple[int, ...]:
        """What the last trace needs of the squares that were settled between these lengths of the trail."""
        n = 2 * self.n
        return tuple(self.fact[t] for t in range(mark, end) if self.needed[t] and self.fact[t] < n)

    # Looking

    def placements_on(self, at: cython.int, since: cython.int = NEVER) -> list[int]:
        """The placements that could cover a square."""
        found = []
        for i in range(self.covering_start[at], self.covering_start[at + 1]):
            if self.when_out[self.covering[i]] >= since:
                found.append(self.covering[i])
        return found

    def placements_of(
        self, kind: cython.int, since: cython.int = NEVER, *, with_complete: bool = False
    ) -> list[int]:
        """The placements that a kind of ship could have, without those that are complete."""
        found = []
        for placement in range(self.first[kind], self.first[kind + 1]):
            if self.when_out[placement] >= since and (
                with_complete or not techniques.is_complete(self, placement, since)
            ):
                found.append(placement)
        return found

    def number_of(self, kind: int) -> int:
        """The number of ships of a kind in the fleet, -1 for an unknown one."""
        return self.number[kind]

    def complete_of(self, kind: cython.int, since: cython.int = NEVER) -> tuple[int, ...]:
        """The ships of a kind that are complete."""
        placements = range(self.first[kind], self.first[kind + 1])
        return tuple(placement for placement in placements if techniques.is_complete(self, placement, since))

    def anchors_of(self, kind: int, since: int) -> tuple[tuple[int, int], ...]:
        """The squares that only incomplete ships of a kind could cover, and the lines, counted from the
        number of squares, that only they could fill, each with how many it needs."""
        techniques.account(self, kind, since, False)
        return tuple((self.anchors[i], self.anchored[i]) for i in range(self.n_anchors))

    def groups_of(self, kind: int, since: int) -> list[list[int]]:
        """The placements left for a kind, sorted into groups of which any two exclude each other, and at last
        those dropped because they exclude another group; none where there are fewer groups than ships."""
        n = techniques.sort_and_drop(self, kind, since)
        found: list[list[int]] = []
        dropped: list[int] = []
        for i in range(n):
            found.append([])
        for i in range(self.n_grouped if n >= 0 else 0):
            (dropped if self.dropped[i] else found[self.group[i]]).append(self.grouped[i])
        return [*found, dropped]

    def ways_of(
        self, line: int, since: int = 0x7FFF_FFFF, most: cython.int = 0x7FFF_FFFF
    ) -> list[tuple[tuple[int, ...], tuple[int, ...]]] | None:
        """The ways to fill a line that needs ship squares, each as its ship and its water squares; `None` for
        more than `most`, or too many to be listed."""
        if self.tally[line] < 0 or not techniques.list_ways(self, line, since, min(most, MAX_WAYS), False):
            return None
        found = []
        for i in range(self.n_ways):
            ship = self.squares_in(line, self.ways[i])
            found.append((ship, self.squares_in(line, self.line_full[line] & ~self.ways[i])))
        return found

    def ruled_out(self, since: cython.int) -> tuple[int, ...]:
        """The placements that had been ruled out when the trail had a length."""
        return tuple(placement for placement in range(self.n_placements) if self.when_out[placement] < since)

    def are_apart(self, one: int, other: int) -> bool:
        """Whether ships can lie on both placements."""
        return not techniques.exclude(self, one, other)

    def excess_of(self, kind: int, since: int) -> list[int]:
        """Of the complete ships of a kind, those completed first: one more than the fleet has."""
        return techniques.excess_of(self, kind, since)

    def overfilled_of(self, kind: int, since: int) -> tuple[list[int], list[int]]:
        """The lines that two placements left for a kind would overfill together, and those that a dropped one
        would overfill."""
        return techniques.overfilled_of(self, kind, since)

    def clashing(self, at: int, letter: str, part: str) -> list[int]:
        """The placements over a square that show another letter, or another part, than given."""
        found = []
        for placement in self.geometry.covering[at]:
            one = self.geometry.placements[placement]
            i = one.squares.index(divmod(at, self.width))
            if (one.letters[i : i + 1] != letter) if letter else (one.parts[i] != part):
                found.append(placement)
        return found


@cython.cfunc
def _mixed(number: cython.ulonglong, other: cython.int) -> cython.ulonglong:
    """A number that depends on both (FNV-1a, http://www.isthe.com/chongo/tech/comp/fnv).

    As a word in C: a product of Python's integers can be interrupted, and nothing here raises exceptions."""
    prime: cython.ulonglong = 0x100000001B3
    return (number ^ other) * prime & ALL_BITS


@cython.cfunc
def _marked(flags: cython.uchar[::1], first: cython.int, size: cython.int) -> tuple[int, ...]:
    """The indices from `first` on, counted from there, that have a flag."""
    found = []
    for i in range(size):
        if flags[first + i]:
            found.append(i)
    return tuple(found)
