# cython: language_level=3, infer_types=True, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, freethreading_compatible=True
"""What is known of a board, how it follows, and from what: the trail of facts, and the plain techniques that add
to it.

A *fact* is a ship square (2 * number), a water square (2 * number + 1), or a placement that is ruled out
(2 * the number of squares + its number). Facts are added in order to the *trail*, each with its technique,
the *subject* (the line, the square or the kind of ship that the technique looks at), and the length of the
trail when the technique looked (`since`): what it concludes follows from earlier facts. Facts with the same
three belong to one *link* of an argument.

`rule_out` adds a placement that can no longer be; when the trail is read up to it, `count_ruled_out` counts it
and marks the lines, squares and kinds that have to be looked at again. To suppose something, keep the length
of the trail (`mark`), settle the supposition and run; `undo` goes back.

A technique stands here twice, side by side: what it concludes (`find_...` or `rule_out_...`), and what that
rests on (`cite_...`), which is worked out only for arguments that are printed or compared.

Letters: the readings of a lettered ship are placements of one body, so most techniques need not know of them;
`find_letters`, `rule_out_by_edges`, `rule_out_blockers`, `rule_out_others` and `rule_out_rivals` do.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import NamedTuple

import cython

from bimaru.deduction.finding.geometry import Geometry, Lists

if not cython.compiled:  # else the .pxd has them
    from bimaru.bits import ALL_BITS, BIT, popcount, trailing_zeros
    from bimaru.deduction.finding.codes import *

MAX_NODES = cython.declare(cython.int, 4000)  # of the search for ways to fill a line

# About how many words a conclusion by each technique takes, and a contradiction: fitted to 5,000 cases of CSPLib
# boards and *extreme* puzzles. The estimate and the actual words of a case have a correlation of 0.98; with
# lettered ships and polyominoes, 0.97.
WORDS = cython.declare(cython.int[::1], array("i", [8] * (OWN + 1)))
WORDS[OVERLAP] = WORDS[LETTER] = 22
WORDS[WAYS] = 15
WORDS[ON_SQUARE] = 12
WORDS[LAST] = 9
WORDS[LINE_SHIP] = 6
WORDS[NO_SHIP] = 4
WORDS[LINE_WATER] = 3
ENDING_WORDS = cython.declare(cython.int[::1], array("i", [4] * (OWN + 1)))
ENDING_WORDS[LETTER] = 16
ENDING_WORDS[ACCOUNTED] = 10
ENDING_WORDS[TOO_MANY] = ENDING_WORDS[OVERLAP] = ENDING_WORDS[NO_SHIP] = 7
ENDING_WORDS[CLASH] = 0


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


@cython.final
@cython.cclass
class State:
    """What is known of one board, on which the techniques run as far as they lead. `failure` is the technique
    by which the board cannot be completed, or -1; `failure_subject` what it looks at, and of a square that
    would be both `failed_by` what would settle it."""

    # Where ships can lie, as in `Geometry`.
    geometry = cython.declare(object, visibility="public")
    n = cython.declare(cython.int, visibility="readonly")
    cython.declare(height=cython.int, width=cython.int, n_lines=cython.int, n_kinds=cython.int)
    cython.declare(n_places=cython.int, words=cython.int, has_double=cython.uchar[::1])
    cython.declare(kind=cython.int[::1], first=cython.int[::1], body=cython.int[::1])
    cython.declare(squares_start=cython.int[::1], squares=cython.int[::1], letters=cython.int[::1])
    cython.declare(around_start=cython.int[::1], around=cython.int[::1])
    cython.declare(covering_start=cython.int[::1], covering=cython.int[::1])
    cython.declare(touching_start=cython.int[::1], touching=cython.int[::1])
    cython.declare(corners_start=cython.int[::1], corners=cython.int[::1])
    cython.declare(square_masks=cython.ulonglong[::1], around_masks=cython.ulonglong[::1])
    cython.declare(line_start=cython.int[::1], line_place=cython.int[::1], line_of=cython.int[::1])
    cython.declare(line_inside=cython.ulonglong[::1], line_beside=cython.ulonglong[::1])
    cython.declare(entries_start=cython.int[::1], entries=cython.int[::1])
    cython.declare(line_pattern=cython.int[::1], pattern_start=cython.int[::1])
    cython.declare(pattern_inside=cython.ulonglong[::1], pattern_beside=cython.ulonglong[::1])
    # The clues: of lines, and then of groups of lines that have no tally, their lines and the ship squares that
    # they need.
    cython.declare(tally=cython.int[::1], number=cython.int[::1], need=cython.int[::1])
    cython.declare(member_start=cython.int[::1], members=cython.int[::1])
    cython.declare(n_groups=cython.int, group_of=cython.int[::1])
    cython.declare(n_edges=cython.int, edge_start=cython.int[::1])
    cython.declare(edge_squares=cython.int[::1], edge_letter=cython.int[::1])
    # The board: squares and placements, and when each was settled or ruled out.
    cython.declare(value=cython.uchar[::1], when=cython.int[::1])
    cython.declare(possible=cython.uchar[::1], when_out=cython.int[::1])
    cython.declare(cover=cython.int[::1], bodies=cython.int[::1], readings=cython.int[::1])
    cython.declare(line_ship=cython.ulonglong[::1], line_water=cython.ulonglong[::1])
    cython.declare(line_full=cython.ulonglong[::1])
    n_known = cython.declare(cython.int, visibility="readonly")
    # The trail.
    top = cython.declare(cython.int, visibility="readonly")
    cython.declare(head=cython.int, fact=cython.int[::1], technique=cython.int[::1])
    cython.declare(subject=cython.int[::1], since=cython.int[::1])
    # What has changed since each technique looked.
    cython.declare(lines_changed=cython.uchar[::1], lines_to_check=cython.uchar[::1])
    cython.declare(lines_filled=cython.uchar[::1], kinds_changed=cython.uchar[::1])
    cython.declare(kinds_compared=cython.uchar[::1], kinds_to_account=cython.uchar[::1])
    cython.declare(squares_changed=cython.uchar[::1], any_square=cython.bint, any_edge=cython.bint)
    cython.declare(is_uncovered=cython.uchar[::1], any_uncovered=cython.bint)
    cython.declare(waits=cython.uchar[::1], any_waits=cython.bint, starves=cython.bint)
    # The contradiction.
    failure = cython.declare(cython.int, visibility="readonly")
    failure_subject = cython.declare(cython.int, visibility="readonly")
    failure_since = cython.declare(cython.int, visibility="readonly")
    failed_by = cython.declare(cython.int, visibility="readonly")
    failed_about = cython.declare(cython.int, visibility="readonly")
    failed_fact = cython.declare(cython.int, visibility="readonly")
    tells = cython.declare(cython.bint, visibility="public")
    """Whether conclusions are told: then lists have no placements that starve a line."""
    own = cython.declare(list, visibility="public")
    """The user's own techniques, called where the others end."""
    findings = cython.declare(list, visibility="readonly")
    """Everything that they ever found."""
    # What is cited; the placements of which it is still to be cited why no ship lies there; and `mark`, where
    # the chain begins that is cited.
    wording = cython.declare(cython.ulonglong, visibility="readonly")
    cython.declare(needed=cython.uchar[::1], cited_lines=cython.uchar[::1], cited_kinds=cython.uchar[::1])
    cython.declare(cited_givens=cython.uchar[::1], cited_edges=cython.uchar[::1])
    cython.declare(cited_accounts=cython.int[::1], starved_line=cython.int[::1], n_starved=cython.int[::1])
    cython.declare(can_starve=cython.uchar[::1], surveyed=cython.ulonglong[::1])
    cython.declare(to_cite=cython.int[::1], n_to_cite=cython.int, mark=cython.int)
    # Scratch. `dropped`: the order in which placements were dropped, 0 for those that are left.
    cython.declare(both=cython.ulonglong[::1], near=cython.ulonglong[::1])
    cython.declare(pattern_in=cython.ulonglong[::1], pattern_by=cython.ulonglong[::1])
    cython.declare(pattern_seen=cython.int[::1], pattern_first=cython.int[::1])
    cython.declare(n_patterns=cython.int, n_listings=cython.int)
    cython.declare(
        ways=cython.ulonglong[::1], n_ways=cython.int, n_nodes=cython.int, wants_shared=cython.bint
    )
    cython.declare(in_every_way=cython.ulonglong, in_any_way=cython.ulonglong)
    cython.declare(grouped=cython.int[::1], group=cython.int[::1], n_grouped=cython.int)
    cython.declare(dropped=cython.int[::1], against=cython.int[::1])
    cython.declare(listed=cython.int[::1], joined=cython.uchar[::1], accounted=cython.uchar[::1])
    cython.declare(anchors=cython.int[::1], anchored=cython.int[::1], n_anchors=cython.int)

    def __init__(
        self,
        geometry: Geometry,
        tallies: Sequence[int],
        numbers: Sequence[int],
        groups: Sequence[tuple[Sequence[int], int]],
        edges: Sequence[tuple[Sequence[int], str]],
    ) -> None:
        """The empty board. `tallies`: of the lines, -1 where unknown. `numbers`: of each kind of ship, -1
        where unknown. `groups`: lines that have no tally, with the ship squares that they have together.
        `edges`: the squares of a line from an edge, and the letter that comes first there."""
        g = geometry
        self.geometry = geometry
        self.n, self.n_lines, self.n_kinds = g.n_squares, g.n_lines, len(g.ships)
        self.height, self.width = g.height, g.width
        self.n_places, self.words = len(g.places), g.words
        self.kind, self.first, self.body, self.letters = g.kind, g.first, g.body, g.letters
        # Kinds with a form that another kind has, too: where one lies, it may be the other.
        self.has_double = bytearray(g.has_double)
        self.squares_start, self.squares = g.squares.start, g.squares.items
        self.around_start, self.around = g.around.start, g.around.items
        self.covering_start, self.covering = g.covering.start, g.covering.items
        self.touching_start, self.touching = g.touching.start, g.touching.items
        self.corners_start, self.corners = g.corners.start, g.corners.items
        self.square_masks, self.around_masks = g.square_masks, g.around_masks
        self.line_start, self.line_place, self.line_of = g.line_start, g.line_place, g.line_of
        self.line_inside, self.line_beside = g.line_inside, g.line_beside
        self.entries_start, self.entries = g.entries.start, g.entries.items
        self.line_pattern, self.pattern_start = g.line_pattern, g.pattern_start
        self.pattern_inside, self.pattern_beside = g.pattern_inside, g.pattern_beside

        self.tally, self.number = array("i", tallies), array("i", [*numbers, 0])
        self.n_groups = len(groups)
        self.need = array("i", (*tallies, *tuple(need for _, need in groups)))
        members = Lists((*tuple((line,) for line in range(g.n_lines)), *tuple(lines for lines, _ in groups)))
        self.member_start, self.members = members.start, members.items
        self.group_of = _filled(self.n_lines, NONE)
        for subject in range(self.n_lines, self.n_lines + self.n_groups):
            for i in range(self.member_start[subject], self.member_start[subject + 1]):
                self.group_of[self.members[i]] = subject
        along = Lists(tuple(squares for squares, _ in edges))
        self.n_edges, self.edge_start, self.edge_squares = len(edges), along.start, along.items
        self.edge_letter = array("i", (*tuple(ord(letter) for _, letter in edges), 0))

        size = self.n + self.n_places + 1
        self.value, self.possible = bytearray(self.n), bytearray(b"\1" * (self.n_places + 1))
        self.when, self.when_out = _filled(self.n, NEVER), _filled(self.n_places + 1, NEVER)
        self.line_ship, self.line_water = _words(self.n_lines), _words(self.n_lines)
        self.line_full = _words(self.n_lines)
        for line in range(self.n_lines):
            self.line_full[line] = (BIT << (self.width if line < self.height else self.height)) - 1
        self.bodies, self.readings = _filled(self.n_kinds + 1, 0), _filled(g.n_bodies + 1, 0)
        for place in range(self.n_places):
            self.readings[self.body[place]] += 1
            if self.readings[self.body[place]] == 1:
                self.bodies[self.kind[place]] += 1
        self.fact, self.technique = _filled(size, 0), _filled(size, 0)
        self.subject, self.since = _filled(size, 0), _filled(size, 0)
        self.top = self.head = self.n_known = 0
        self.failure, self.failure_subject, self.failure_since = NONE, 0, 0
        self.failed_by = self.failed_about = self.failed_fact = 0

        lines, kinds = b"\1" * self.n_lines, b"\1" * (self.n_kinds + 1)
        self.lines_changed, self.lines_to_check = bytearray(lines), bytearray(lines)
        self.lines_filled, self.kinds_changed = bytearray(lines), bytearray(kinds)
        self.kinds_compared, self.kinds_to_account = bytearray(kinds), bytearray(kinds)
        self.squares_changed, self.waits = bytearray(self.n), bytearray(self.n)
        self.cover, self.is_uncovered = _filled(self.n, 0), bytearray(self.n)
        for at in range(self.n):
            self.cover[at] = self.covering_start[at + 1] - self.covering_start[at]
            self.is_uncovered[at] = self.cover[at] == 0
        self.any_square, self.any_uncovered, self.any_edge = False, True, self.n_edges > 0
        self.starves, self.any_waits, self.tells = True, False, False
        self.own, self.findings = [], []

        self.needed, self.cited_lines = bytearray(size), bytearray(self.n_lines + self.n_groups)
        self.cited_kinds, self.cited_givens = bytearray(self.n_kinds + 1), bytearray(self.n)
        self.cited_edges = bytearray(self.n_edges + 1)
        self.cited_accounts = _filled(self.n_kinds + 1, NONE)
        self.starved_line, self.n_starved = _filled(self.n_places + 1, NONE), _filled(self.n_lines, 0)
        self.can_starve, self.surveyed = bytearray(self.n_lines), _words(self.n_lines)
        self.to_cite, self.n_to_cite, self.mark = _filled(self.n_places + 1, 0), 0, NEVER
        self.wording = 0

        self.both, self.near = _words(self.words), _words(self.words)
        self.pattern_in, self.pattern_by = _words(MAX_PATTERNS), _words(MAX_PATTERNS)
        self.pattern_seen, self.pattern_first = _filled(len(g.pattern_inside), 0), _filled(66, 0)
        self.ways, self.in_every_way, self.in_any_way = _words(MAX_WAYS), 0, 0
        self.grouped, self.group = _filled(MAX_GROUPED, 0), _filled(MAX_GROUPED, 0)
        self.dropped, self.against = _filled(MAX_GROUPED, 0), _filled(MAX_GROUPED, 0)
        self.listed, self.joined = _filled(max(self.n_places, self.n) + 1, 0), bytearray(self.n)
        self.accounted = bytearray(self.n_places + 1)
        self.anchors, self.anchored = _filled(self.n + self.n_lines, 0), _filled(self.n + self.n_lines, 0)
        self.n_patterns = self.n_listings = self.n_ways = self.n_nodes = 0
        self.n_grouped = self.n_anchors = 0
        self.wants_shared = False

    with cython.cfunc:
        # Adding facts

        @cython.exceptval(check=False)
        def add(
            self, fact: cython.int, technique: cython.int, subject: cython.int, since: cython.int
        ) -> cython.void:
            self.fact[self.top] = fact
            self.technique[self.top] = technique
            self.subject[self.top] = subject
            self.since[self.top] = since
            self.top += 1

        def fail(self, technique: cython.int, subject: cython.int) -> cython.void:
            if self.failure == NONE:
                self.failure = technique
                self.failure_subject = subject
                self.failure_since = self.top

        def has_found(self, before: cython.int) -> cython.bint:
            """Whether a technique has found anything, or a contradiction, since the trail had a length."""
            return self.top > before or self.failure != NONE

        @cython.exceptval(check=False)
        def settle(
            self,
            at: cython.int,
            value: cython.int,
            technique: cython.int,
            subject: cython.int,
            since: cython.int,
        ) -> cython.void:
            """Add the fact that a square is ship or water; a contradiction if it is the other."""
            if self.value[at] == value:
                return
            if self.value[at] != OPEN:
                if self.failure == NONE:
                    self.fail(CLASH, at)
                    self.failure_since = since
                    self.failed_by = technique
                    self.failed_about = subject
                    self.failed_fact = 2 * at + value - 1
                return
            self.value[at] = value
            self.when[at] = self.top
            self.n_known += 1
            self.add(2 * at + value - 1, technique, subject, since)
            row, col = at // self.width, at % self.width
            if value == SHIP:
                self.line_ship[row] |= BIT << col
                self.line_ship[self.height + col] |= BIT << row
            else:
                self.line_water[row] |= BIT << col
                self.line_water[self.height + col] |= BIT << row
            self.change_line(row)
            self.change_line(self.height + col)

        def settle_line(
            self,
            line: cython.int,
            value: cython.int,
            technique: cython.int,
            subject: cython.int,
            since: cython.int,
        ) -> cython.void:
            """Settle the squares of a line that are open."""
            rest = self.line_full[line] & ~(self.line_ship[line] | self.line_water[line])
            while rest:
                self.settle(self.square_at(line, trailing_zeros(rest)), value, technique, subject, since)
                rest &= rest - 1

        @cython.exceptval(check=False)
        def change_line(self, line: cython.int) -> cython.void:
            self.lines_changed[line] = self.lines_to_check[line] = self.lines_filled[line] = 1

        @cython.exceptval(check=False)
        def change_kind(self, kind: cython.int) -> cython.void:
            self.kinds_changed[kind] = self.kinds_compared[kind] = self.kinds_to_account[kind] = 1

        @cython.exceptval(check=False)
        def rule_out(
            self, place: cython.int, technique: cython.int, subject: cython.int, since: cython.int
        ) -> cython.void:
            """Add the fact that no ship can lie there."""
            if self.possible[place]:
                self.possible[place] = 0
                self.when_out[place] = self.top
                self.add(2 * self.n + place, technique, subject, since)

        @cython.exceptval(check=False)
        def spread(self) -> cython.void:
            """Add what follows from the new facts for placements, and at the corners of ships."""
            while self.head < self.top and self.failure == NONE:
                fact = self.fact[self.head]
                self.head += 1
                if fact >= 2 * self.n:
                    self.count_ruled_out(fact - 2 * self.n)
                    continue
                at = fact >> 1
                if fact & 1:
                    for i in range(self.covering_start[at], self.covering_start[at + 1]):
                        self.rule_out(self.covering[i], ON_WATER, at, self.top)
                else:
                    for i in range(self.touching_start[at], self.touching_start[at + 1]):
                        self.rule_out(self.touching[i], TOUCHING, at, self.top)
                    for i in range(self.corners_start[at], self.corners_start[at + 1]):
                        self.settle(self.corners[i], WATER, CORNER, at, self.head)
                    self.change_square(at)
                for kind in range(self.n_kinds):
                    self.change_kind(kind)

        @cython.exceptval(check=False)
        def count_ruled_out(self, place: cython.int) -> cython.void:
            """Count a placement that was ruled out."""
            self.readings[self.body[place]] -= 1
            if self.readings[self.body[place]] == 0:
                self.bodies[self.kind[place]] -= 1
            self.change_kind(self.kind[place])
            self.any_edge = self.n_edges > 0
            for i in range(self.squares_start[place], self.squares_start[place + 1]):
                at = self.squares[i]
                self.cover[at] -= 1
                self.lines_filled[at // self.width] = 1
                self.lines_filled[self.height + at % self.width] = 1
                if self.cover[at] == 0:
                    self.is_uncovered[at] = 1
                    self.any_uncovered = True
                if self.value[at] == SHIP:
                    self.change_square(at)

        @cython.exceptval(check=False)
        def change_square(self, at: cython.int) -> cython.void:
            """Note that a ship square is new, or that fewer ships can cover it."""
            self.squares_changed[at] = 1
            self.any_square = True
            if self.cover[at] == 0 and self.has_no_form(at):
                self.fail(NO_FORM, at)

        def has_no_form(self, at: cython.int) -> cython.bint:
            """Whether a ship square and those that it is joined to form no ship: each ship on it would touch one
            of them."""
            self.join(at)
            for i in range(self.covering_start[at], self.covering_start[at + 1]):
                if self.first_joined(self.covering[i]) == NONE:
                    return False
            return True

        def join(self, at: cython.int) -> cython.void:
            """Mark the ship squares that a square is joined to, along rows and columns."""
            n = 1
            for i in range(self.n):
                self.joined[i] = 0
            self.joined[at] = 1
            self.listed[0] = at
            while n:
                n -= 1
                at = self.listed[n]
                if at % self.width > 0:
                    n = self.join_next(at - 1, n)
                if at % self.width < self.width - 1:
                    n = self.join_next(at + 1, n)
                if at >= self.width:
                    n = self.join_next(at - self.width, n)
                if at + self.width < self.n:
                    n = self.join_next(at + self.width, n)

        def join_next(self, at: cython.int, n: cython.int) -> cython.int:
            if self.value[at] != SHIP or self.joined[at]:
                return n
            self.joined[at] = 1
            self.listed[n] = at
            return n + 1

        @cython.exceptval(check=False)
        def first_joined(self, place: cython.int) -> cython.int:
            """Of the squares marked round a placement, the one known first; -1 for none."""
            best = NONE
            for i in range(self.around_start[place], self.around_start[place + 1]):
                at = self.around[i]
                if self.joined[at] and (best == NONE or self.when[at] < self.when[best]):
                    best = at
            return best

        # Squares of lines

        def square_at(self, line: cython.int, position: cython.int) -> cython.int:
            if line < self.height:
                return line * self.width + position
            return position * self.width + line - self.height

        # Placements

        def covers(self, place: cython.int, at: cython.int) -> cython.bint:
            return self.square_masks[place * self.words + (at >> 6)] >> (at & 63) & BIT != 0

        def surrounds(self, place: cython.int, at: cython.int) -> cython.bint:
            return self.around_masks[place * self.words + (at >> 6)] >> (at & 63) & BIT != 0

        @cython.exceptval(check=False)
        def exclude(self, one: cython.int, other: cython.int) -> cython.bint:
            """Whether two placements overlap or touch."""
            for w in range(self.words):
                if self.square_masks[other * self.words + w] & (
                    self.square_masks[one * self.words + w] | self.around_masks[one * self.words + w]
                ):
                    return True
            return False

        def implies(self, place: cython.int, fact: cython.int) -> cython.bint:
            """Whether a ship there would mean a fact about a square; none is meant by -1."""
            if fact < 0:
                return False
            return self.surrounds(place, fact >> 1) if fact & 1 else self.covers(place, fact >> 1)

        def shows(self, place: cython.int, at: cython.int) -> cython.int:
            """The letter that a placement shows on a square; 0 for none."""
            for i in range(self.squares_start[place], self.squares_start[place + 1]):
                if self.squares[i] == at:
                    return self.letters[i]
            return 0

        def can_show(self, at: cython.int, letter: cython.int, since: cython.int) -> cython.bint:
            """Whether a square can show a letter."""
            for i in range(self.covering_start[at], self.covering_start[at + 1]):
                if self.when_out[self.covering[i]] >= since and self.shows(self.covering[i], at) == letter:
                    return True
            return False

        @cython.exceptval(check=False)
        def is_complete(self, place: cython.int, since: cython.int) -> cython.bint:
            """Whether a placement was a ship: possible, all its squares ship, all around it water, and no ship of
            another kind can lie there."""
            at = self.squares[self.squares_start[place]]
            if self.when_out[place] < since:
                return False
            for i in range(self.squares_start[place], self.squares_start[place + 1]):
                if self.value[self.squares[i]] != SHIP or self.when[self.squares[i]] >= since:
                    return False
            for i in range(self.around_start[place], self.around_start[place + 1]):
                if self.value[self.around[i]] != WATER or self.when[self.around[i]] >= since:
                    return False
            if self.has_double[self.kind[place]]:
                for i in range(self.covering_start[at], self.covering_start[at + 1]):
                    other = self.covering[i]
                    if self.when_out[other] >= since and self.kind[other] != self.kind[place]:
                        return False
            return True

        # What placements share

        @cython.exceptval(check=False)
        def start_sharing(self) -> cython.void:
            for w in range(self.words):
                self.both[w] = self.near[w] = ALL_BITS

        @cython.exceptval(check=False)
        def share(self, place: cython.int) -> cython.void:
            for w in range(self.words):
                self.both[w] &= self.square_masks[place * self.words + w]
                self.near[w] &= self.around_masks[place * self.words + w]

        @cython.exceptval(check=False)
        def settle_shared(self, technique: cython.int, subject: cython.int, since: cython.int) -> cython.void:
            """Settle what placements share. Water diagonal to a ship square follows from that alone, unasked."""
            for w in range(self.words):
                rest = self.both[w]
                while rest:
                    self.settle(64 * w + trailing_zeros(rest), SHIP, technique, subject, since)
                    rest &= rest - 1
            for w in range(self.words):
                rest = self.near[w]
                while rest:
                    at = 64 * w + trailing_zeros(rest)
                    rest &= rest - 1
                    if not self.is_at_corner(at):
                        self.settle(at, WATER, technique, subject, since)

        def is_at_corner(self, at: cython.int) -> cython.bint:
            """Whether a square is diagonal to a ship square with which no ship covers it."""
            for i in range(self.corners_start[at], self.corners_start[at + 1]):
                other = self.corners[i]
                if (
                    self.value[other] == SHIP
                    and other // self.width != at // self.width
                    and other % self.width != at % self.width
                ):
                    return True
            return False

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
            for i in range(self.n_places):
                self.starved_line[i] = NONE
            self.n_to_cite = 0

        @cython.exceptval(check=False)
        def need_square(self, at: cython.int, since: cython.int) -> cython.void:
            if self.when[at] < since:
                self.needed[self.when[at]] = 1

        @cython.exceptval(check=False)
        def need_ruled_out(self, place: cython.int, since: cython.int) -> cython.void:
            """Need what ruled out a placement; where that was a starved line, a ship of another kind or a step, it
            is left for `State.cite_ruled_out`, as there may be a plainer reason by now."""
            t = self.when_out[place]
            if t >= since:
                return
            if self.technique[t] != STARVED and self.technique[t] != NOTED and self.technique[t] != OVERLAP:
                self.needed[t] = 1
                return
            for i in range(self.n_to_cite):
                if self.to_cite[i] == place:
                    return
            self.to_cite[self.n_to_cite] = place
            self.n_to_cite += 1

        @cython.exceptval(check=False)
        def known_in(self, line: cython.int, value: cython.int, since: cython.int) -> cython.ulonglong:
            """The squares of a line that were of one value."""
            rest = self.line_ship[line] if value == SHIP else self.line_water[line]
            found: cython.ulonglong = 0
            if since == NEVER:
                return rest
            while rest:
                if self.when[self.square_at(line, trailing_zeros(rest))] < since:
                    found |= rest & (~rest + 1)
                rest &= rest - 1
            return found

        @cython.exceptval(check=False)
        def need_line(self, line: cython.int, value: cython.int, since: cython.int) -> cython.void:
            """Need the squares of a line that were of one value."""
            squares = self.line_ship[line] if value == SHIP else self.line_water[line]
            while squares:
                self.need_square(self.square_at(line, trailing_zeros(squares)), since)
                squares &= squares - 1

        # Full lines

        def find_full_lines(self) -> cython.bint:
            """Lines, and groups of lines, that have all their ship squares, or need all that are open. Returns
            whether any square is settled."""
            before = self.top
            self.find_impossible_lines()
            for line in range(self.n_lines):
                if self.failure != NONE:
                    return True
                if self.lines_changed[line]:
                    self.lines_changed[line] = 0
                    last = self.top
                    if self.tally[line] >= 0:
                        self.complete(line)
                    elif self.group_of[line] >= 0:
                        self.complete(self.group_of[line])
                    self.spread()  # so that no other line is said to need water
                    if self.top > last:
                        self.find_impossible_lines()
            return self.has_found(before)

        @cython.exceptval(check=False)
        def find_impossible_lines(self) -> cython.void:
            """Lines that changed and have too many ship squares, or too little room: before others are completed,
            so that an argument ends as soon as its contradiction is seen."""
            for line in range(self.n_lines):
                if self.failure == NONE and self.lines_changed[line] and self.tally[line] >= 0:
                    if popcount(self.line_ship[line]) > self.tally[line]:
                        self.fail(LINE_WATER, line)
                    elif popcount(self.line_full[line] & ~self.line_water[line]) < self.tally[line]:
                        self.fail(LINE_SHIP, line)

        @cython.exceptval(check=False)
        def complete(self, subject: cython.int) -> cython.void:
            """Settle the rest of a line, or of a group, if that is clear from its number of ship squares."""
            since = self.top
            need = self.need[subject]
            has: cython.int = 0
            left: cython.int = 0
            for i in range(self.member_start[subject], self.member_start[subject + 1]):
                line = self.members[i]
                has += popcount(self.line_ship[line])
                left += popcount(self.line_full[line] & ~self.line_water[line])
            if has > need:
                self.fail(LINE_WATER, subject)
            elif left < need:
                self.fail(LINE_SHIP, subject)
            elif has < left and (has == need or left == need):
                for i in range(self.member_start[subject], self.member_start[subject + 1]):
                    if has == need:
                        self.settle_line(self.members[i], WATER, LINE_WATER, subject, since)
                    else:
                        self.settle_line(self.members[i], SHIP, LINE_SHIP, subject, since)

        @cython.exceptval(check=False)
        def cite_full_line(self, subject: cython.int, value: cython.int, since: cython.int) -> cython.void:
            """The squares of a line, or of a group, that are of one value, and its number of ship squares."""
            self.cited_lines[subject] = 1
            for i in range(self.member_start[subject], self.member_start[subject + 1]):
                self.need_line(self.members[i], value, since)

        # Placements that lines, numbers and letters rule out

        def rule_out_placements(self) -> cython.bint:
            """Rule out the placements that break a tally or a number by themselves. Returns whether there are
            any."""
            before = self.top
            for line in range(self.n_lines):
                if self.lines_to_check[line]:
                    self.lines_to_check[line] = 0
                    if self.tally[line] >= 0:
                        self.rule_out_on_line(line)
            for kind in range(self.n_kinds):
                if self.kinds_changed[kind]:
                    self.kinds_changed[kind] = 0
                    if self.number[kind] >= 0:
                        self.rule_out_of_kind(kind)
            if self.any_edge:
                self.any_edge = False
                self.rule_out_by_edges()
            return self.has_found(before)

        @cython.exceptval(check=False)
        def rule_out_on_line(self, line: cython.int) -> cython.void:
            """Placements that would give a line too many ship squares, or leave it too few."""
            since = self.top
            ship = self.line_ship[line]
            water = self.line_water[line]
            room: cython.int = self.tally[line] - popcount(ship)
            spare: cython.int = popcount(self.line_full[line] & ~water) - self.tally[line]
            for i in range(self.line_start[line], self.line_start[line + 1]):
                place = self.line_place[i]
                if not self.possible[place]:
                    continue
                if self.line_inside[i] and popcount(self.line_inside[i] & ~ship) > room:
                    self.rule_out(place, OVERFULL, line, since)
                elif self.line_beside[i] and self.starves and popcount(self.line_beside[i] & ~water) > spare:
                    self.rule_out(place, STARVED, line, since)

        @cython.exceptval(check=False)
        def cite_overfull(self, place: cython.int, line: cython.int, since: cython.int) -> cython.void:
            """The squares of a line besides those of a placement that fill it, as many as it takes, and the
            tally."""
            inside = self.inside(place, line)
            self.cited_lines[line] = 1
            self.need_first(
                line, self.line_ship[line] & ~inside, self.tally[line] - popcount(inside) + 1, since
            )

        def cite_starved(self, i: cython.int, since: cython.int) -> cython.void:
            """The water of a line besides that round a placement, as much as it takes, and the tally; `i` is the
            index of the placement on that line."""
            line = self.line_of[i]
            beside = self.line_beside[i]
            self.cited_lines[line] = 1
            self.starved_line[self.line_place[i]] = line
            enough: cython.int = popcount(self.line_full[line] & ~beside) - self.tally[line] + 1
            self.need_first(line, self.line_water[line] & ~beside, enough, since)

        @cython.exceptval(check=False)
        def need_first(
            self, line: cython.int, squares: cython.ulonglong, enough: cython.int, since: cython.int
        ) -> cython.void:
            """Need as many of the squares of a line as are enough, those known longest: they make the shortest
            arguments."""
            for turn in range(enough):
                best, oldest = NONE, 0
                rest = squares
                while rest:
                    at = self.square_at(line, trailing_zeros(rest))
                    if self.when[at] < since and (best == NONE or self.when[at] < self.when[best]):
                        best, oldest = at, rest & (~rest + 1)
                    rest &= rest - 1
                if best == NONE:
                    return
                self.needed[self.when[best]] = 1
                squares &= ~oldest

        @cython.exceptval(check=False)
        def cite_ruled_out(self, since: cython.int) -> cython.void:
            """Why there was no ship on placements that a line starves, or that steps ruled out: the plainest
            reason there was by then. In a chain, reasons that were known before it come first."""
            if self.n_to_cite == 0:
                return
            left, early = 0, min(since, self.mark)
            self.survey(early, since)
            for i in range(self.n_to_cite):
                place = self.to_cite[i]
                if self.cite_plainly(place, early):
                    continue
                technique = self.technique[self.when_out[place]]
                kind = self.subject[self.when_out[place]]
                if not self.any_starved(place) and self.cite_plainly(place, since):
                    continue
                if technique == STARVED:
                    self.to_cite[left] = place
                    left += 1
                elif technique == ACCOUNTED and self.wanted_of(kind, early) == 0:
                    self.cite_complete(kind, early)  # plainer by now
                else:
                    self.needed[self.when_out[place]] = 1
            self.n_to_cite = left
            self.cite_starved_lines(early)
            if self.n_to_cite:
                self.survey(since, since)
                self.cite_starved_lines(since)

        def survey(self, bound: cython.int, since: cython.int) -> cython.void:
            """Note for `is_starved` the water of each line that was known at a `bound`, and which lines were not
            full since."""
            for line in range(self.n_lines):
                self.can_starve[line] = (
                    self.tally[line] >= 0 and popcount(self.known_in(line, SHIP, since)) < self.tally[line]
                )
                if self.can_starve[line]:
                    self.surveyed[line] = self.known_in(line, WATER, bound)

        def cite_starved_lines(self, bound: cython.int) -> cython.void:
            """Of the lines that placements starve by what was known at a `bound`, as few as can be."""
            while self.n_to_cite:
                for line in range(self.n_lines):
                    self.n_starved[line] = 0
                for i in range(self.n_to_cite):
                    self.count_starved(self.to_cite[i])
                best = 0
                for line in range(self.n_lines):
                    if self.n_starved[line] > self.n_starved[best]:
                        best = line
                if self.n_starved[best] == 0:
                    return
                left = 0
                for i in range(self.n_to_cite):
                    entry = self.entry_of(self.to_cite[i], best)
                    if self.is_starved(entry):
                        self.cite_starved(entry, bound)
                    else:
                        self.to_cite[left] = self.to_cite[i]
                        left += 1
                self.n_to_cite = left

        @cython.exceptval(check=False)
        def count_starved(self, place: cython.int) -> cython.void:
            """Count a placement for each line that a ship there would starve."""
            for i in range(self.entries_start[place], self.entries_start[place + 1]):
                if self.is_starved(self.entries[i]):
                    self.n_starved[self.line_of[self.entries[i]]] += 1

        def any_starved(self, place: cython.int) -> cython.bint:
            for i in range(self.entries_start[place], self.entries_start[place + 1]):
                if self.is_starved(self.entries[i]):
                    return True
            return False

        def cite_plainly(self, place: cython.int, since: cython.int) -> cython.bint:
            """Cite what a reader sees to rule out a placement: a line that it overfills, water on it, a ship that
            it touches, or that all ships of its kind are found. Returns whether there is any."""
            for i in range(self.entries_start[place], self.entries_start[place + 1]):
                line, inside = self.line_of[self.entries[i]], self.line_inside[self.entries[i]]
                if inside and 0 <= self.tally[line] < popcount(inside | self.known_in(line, SHIP, since)):
                    self.cite_overfull(place, line, since)
                    return True
            best = since
            for i in range(self.squares_start[place], self.squares_start[place + 1]):
                at = self.squares[i]
                if self.value[at] == WATER and self.when[at] < best:
                    best = self.when[at]
            for i in range(self.around_start[place], self.around_start[place + 1]):
                at = self.around[i]
                if self.value[at] == SHIP and self.when[at] < best:
                    best = self.when[at]
            if best < since:
                self.needed[best] = 1
                return True
            return False

        def start_listing(self) -> cython.void:
            """Survey the lines for `may_list`, where that needs it."""
            if self.tells and not self.starves:
                self.survey(self.top, self.top)

        def may_list(self, place: cython.int) -> cython.bint:
            """Whether a sentence may list a placement that is possible: not one that would starve a line, if these
            are yet to be ruled out."""
            return self.starves or not self.tells or not self.any_starved(place)

        def may_list_on(self, line: cython.int) -> cython.bint:
            for i in range(self.line_start[line], self.line_start[line + 1]):
                if (
                    self.line_pattern[i] >= 0
                    and self.possible[self.line_place[i]]
                    and not self.may_list(self.line_place[i])
                ):
                    return False
            return True

        def is_starved(self, i: cython.int) -> cython.bint:
            """Whether a ship on a placement would leave a line too few squares, as the lines were surveyed; `i`
            is the index of the placement on that line, -1 elsewhere."""
            if i == NONE:
                return False
            line = self.line_of[i]
            if not self.can_starve[line]:
                return False
            water = self.surveyed[line] | self.line_beside[i]
            return popcount(self.line_full[line] & ~water) < self.tally[line]

        @cython.exceptval(check=False)
        def inside(self, place: cython.int, line: cython.int) -> cython.ulonglong:
            """The squares of a line that a placement covers."""
            i = self.entry_of(place, line)
            return 0 if i == NONE else self.line_inside[i]

        @cython.exceptval(check=False)
        def entry_of(self, place: cython.int, line: cython.int) -> cython.int:
            """The index of a placement on a line or beside it, -1 elsewhere."""
            for i in range(self.entries_start[place], self.entries_start[place + 1]):
                if self.line_of[self.entries[i]] == line:
                    return self.entries[i]
            return NONE

        def find_complete(self, kind: cython.int) -> cython.int:
            """List the bodies of a kind that are complete, a placement of each. Returns their number."""
            n = 0
            for place in range(self.first[kind], self.first[kind + 1]):
                if self.possible[place] and self.is_complete(place, NEVER) and not self.is_listed(place, n):
                    self.listed[n] = place
                    n += 1
            return n

        def is_listed(self, place: cython.int, n: cython.int) -> cython.bint:
            """Whether the body of a placement is that of one of the first `n` listed."""
            for i in range(n):
                if self.body[self.listed[i]] == self.body[place]:
                    return True
            return False

        @cython.exceptval(check=False)
        def rule_out_of_kind(self, kind: cython.int) -> cython.void:
            """Where all ships of a kind are found, there are no others."""
            since = self.top
            if self.bodies[kind] < self.number[kind]:
                self.fail(TOO_FEW, kind)
                return
            if self.has_double[kind] and self.bodies[kind] == self.number[kind]:
                self.rule_out_rivals(kind, since)
            n = self.find_complete(kind)
            if n > self.number[kind]:
                self.fail(TOO_MANY, kind)
            if n != self.number[kind] or self.bodies[kind] == n:
                return
            for place in range(self.first[kind], self.first[kind + 1]):
                if not self.is_listed(place, n):
                    self.rule_out(place, ALL_FOUND, kind, since)

        def rule_out_unaccounted(self) -> cython.bint:
            """Rule out placements of kinds whose ships are all accounted for; of the first kind where there are
            any. Returns whether there are."""
            before = self.top
            for kind in range(self.n_kinds):
                if self.kinds_to_account[kind]:
                    self.kinds_to_account[kind] = 0
                    if self.number[kind] > 0 and not self.has_double[kind]:
                        self.rule_out_others_of(kind, before)
                    if self.top > before or self.failure != NONE:
                        return True
            return False

        def rule_out_others_of(self, kind: cython.int, since: cython.int) -> cython.void:
            """Where the ships of a kind are complete, or on squares or in lines that only they can fill, there are
            no others."""
            n = self.find_complete(kind)
            if n >= self.number[kind] or self.bodies[kind] <= self.number[kind]:
                return
            n += self.account(kind, since, False)
            if n > self.number[kind]:
                self.fail(ACCOUNTED, kind)
            if n != self.number[kind]:
                return
            for place in range(self.first[kind], self.first[kind + 1]):
                if self.possible[place] and not self.accounted[place] and not self.is_complete(place, since):
                    self.rule_out(place, ACCOUNTED, kind, since)

        def account(self, kind: cython.int, since: cython.int, cites: cython.bint) -> cython.int:
            """Find ships of a kind that are not complete but certain: different ones, as no placement could be two
            of them. `anchors` gets the squares that only such ships can cover, and the lines, counted from the
            number of squares, that only they can fill; `anchored` how many each has. Returns how many there are in
            all, up to one more than are missing; with `cites`, what they rest on is needed."""
            n = 0
            wanted = self.wanted_of(kind, since)
            self.n_anchors = 0
            for place in range(self.first[kind], self.first[kind + 1]):
                self.accounted[place] = 0
            for at in range(self.n):
                if n > wanted:
                    return n
                if self.value[at] == SHIP and self.when[at] < since and self.is_only_on(at, kind, since):
                    n += self.anchor(at, 1)
                    self.account_on(at, kind, since, cites)
            for line in range(self.n_lines):
                if n > wanted:
                    return n
                found = self.n_only_in(line, kind, since) if self.tally[line] >= 0 else 0
                if found > 0:
                    n += self.anchor(self.n + line, found)
                    self.account_in(line, since, cites)
            return n

        def anchor(self, where: cython.int, number: cython.int) -> cython.int:
            self.anchors[self.n_anchors] = where
            self.anchored[self.n_anchors] = number
            self.n_anchors += 1
            return number

        def is_only_on(self, at: cython.int, kind: cython.int, since: cython.int) -> cython.bint:
            """Whether only incomplete ships of a kind can cover a square, none of which is accounted for."""
            is_any = False
            for i in range(self.covering_start[at], self.covering_start[at + 1]):
                place = self.covering[i]
                if self.when_out[place] >= since:
                    if self.kind[place] != kind or self.accounted[place] or self.is_complete(place, since):
                        return False
                    is_any = True
            return is_any

        @cython.exceptval(check=False)
        def account_on(
            self, at: cython.int, kind: cython.int, since: cython.int, cites: cython.bint
        ) -> cython.void:
            if cites:
                self.need_square(at, since)
            for i in range(self.covering_start[at], self.covering_start[at + 1]):
                place = self.covering[i]
                if self.when_out[place] >= since:
                    self.accounted[place] = 1
                elif cites and self.kind[place] != kind:
                    self.need_ruled_out(place, since)

        def n_only_in(self, line: cython.int, kind: cython.int, since: cython.int) -> cython.int:
            """How many ships of a kind a line needs at least; 0 if other ships, or any that is accounted for,
            could give it squares."""
            ship = self.known_in(line, SHIP, since)
            need: cython.int = self.tally[line] - popcount(ship)
            most: cython.int = 0
            if need <= 0:
                return 0
            for i in range(self.line_start[line], self.line_start[line + 1]):
                place = self.line_place[i]
                if self.when_out[place] < since or self.line_inside[i] & ~ship == 0:
                    continue
                if self.kind[place] != kind or self.accounted[place]:
                    return 0
                most = max(most, popcount(self.line_inside[i] & ~ship))
            return (need + most - 1) // most if most else 0

        @cython.exceptval(check=False)
        def account_in(self, line: cython.int, since: cython.int, cites: cython.bint) -> cython.void:
            ship = self.known_in(line, SHIP, since)
            water = self.known_in(line, WATER, since)
            if cites:
                self.cited_lines[line] = 1
                self.need_line(line, SHIP, since)
                self.need_line(line, WATER, since)
            for i in range(self.line_start[line], self.line_start[line + 1]):
                place = self.line_place[i]
                if self.line_inside[i] & ~ship == 0:
                    continue
                if self.when_out[place] >= since:
                    self.accounted[place] = 1
                elif cites and self.line_inside[i] & water == 0:
                    self.need_ruled_out(place, since)

        def rule_out_rivals(self, kind: cython.int, since: cython.int) -> cython.void:
            """Rule out other words on the placements of a word that has exactly as many left as ships. Only for
            kinds that share their form with another; for the rest, `find_last` concludes as much, as a step of
            its own."""
            for place in range(self.first[kind], self.first[kind + 1]):
                if self.possible[place]:
                    self.rule_out_other_kinds(self.squares[self.squares_start[place]], LAST, kind, since)

        def rule_out_other_kinds(
            self, at: cython.int, technique: cython.int, kind: cython.int, since: cython.int
        ) -> cython.void:
            """Rule out ships of all kinds but one on a square."""
            for i in range(self.covering_start[at], self.covering_start[at + 1]):
                if self.kind[self.covering[i]] != kind:
                    self.rule_out(self.covering[i], technique, kind, since)

        @cython.exceptval(check=False)
        def cite_complete(self, kind: cython.int, since: cython.int) -> cython.void:
            """The ships of a kind that were complete."""
            self.cited_kinds[kind] = 1
            for place in range(self.first[kind], self.first[kind + 1]):
                if self.is_complete(place, since):
                    self.cite_ship(place, since)

        def cite_excess(self, kind: cython.int, since: cython.int) -> cython.void:
            """One ship of a kind more than the fleet has: those that were complete first."""
            self.cited_kinds[kind] = 1
            for place in self.excess_of(kind, since):
                self.cite_ship(place, since)

        def completed_at(self, place: cython.int) -> cython.int:
            """When the last square of a complete ship, or round it, was known."""
            last = 0
            for i in range(self.squares_start[place], self.squares_start[place + 1]):
                last = max(last, self.when[self.squares[i]])
            for i in range(self.around_start[place], self.around_start[place + 1]):
                last = max(last, self.when[self.around[i]])
            return last

        @cython.exceptval(check=False)
        def cite_ship(self, place: cython.int, since: cython.int) -> cython.void:
            at = self.squares[self.squares_start[place]]
            for i in range(self.squares_start[place], self.squares_start[place + 1]):
                self.need_square(self.squares[i], since)
            for i in range(self.around_start[place], self.around_start[place + 1]):
                self.need_square(self.around[i], since)
            if self.has_double[self.kind[place]]:
                for i in range(self.covering_start[at], self.covering_start[at + 1]):
                    if self.kind[self.covering[i]] != self.kind[place]:
                        self.need_ruled_out(self.covering[i], since)

        def rule_out_by_edges(self) -> cython.void:
            """Placements that would show another letter before the first one from an edge, or leave it no
            square."""
            for edge in range(self.n_edges):
                letter = self.edge_letter[edge]
                first = NONE
                for i in range(self.edge_start[edge], self.edge_start[edge + 1]):
                    self.rule_out_others(self.edge_squares[i], edge)
                    if self.can_show(self.edge_squares[i], letter, NEVER):
                        first = self.edge_squares[i]
                        break
                if first == NONE:
                    self.fail(LETTER, edge)
                    return
                self.rule_out_blockers(edge, letter, first)

        def rule_out_blockers(self, edge: cython.int, letter: cython.int, first: cython.int) -> cython.void:
            """Placements that would cover every square that can show the letter, and show it on none."""
            for i in range(self.covering_start[first], self.covering_start[first + 1]):
                place = self.covering[i]
                blocks = self.possible[place] != 0
                for k in range(self.edge_start[edge], self.edge_start[edge + 1]):
                    at = self.edge_squares[k]
                    if not blocks:
                        break
                    if self.can_show(at, letter, NEVER):
                        blocks = self.covers(place, at) and self.shows(place, at) != letter
                if blocks:
                    self.rule_out(place, ONLY_LETTER, edge, self.top)

        def rule_out_others(self, at: cython.int, edge: cython.int) -> cython.void:
            """Placements that would show another letter on a square than comes first from an edge."""
            since = self.top
            for i in range(self.covering_start[at], self.covering_start[at + 1]):
                place = self.covering[i]
                shown = self.shows(place, at)
                if self.possible[place] and shown != 0 and shown != self.edge_letter[edge]:
                    self.rule_out(place, BEFORE_LETTER, edge, since)

        def cite_edge(self, edge: cython.int, place: cython.int, since: cython.int) -> cython.void:
            """Why other squares could not show the letter at an edge: those before a placement, or all without
            one (-1)."""
            letter = self.edge_letter[edge]
            self.cited_edges[edge] = 1
            for i in range(self.edge_start[edge], self.edge_start[edge + 1]):
                at = self.edge_squares[i]
                can_show = self.can_show(at, letter, since)
                if place >= 0 and (can_show or self.shows(place, at) not in (0, letter)):
                    return
                if can_show:
                    continue
                for k in range(self.covering_start[at], self.covering_start[at + 1]):
                    if self.shows(self.covering[k], at) == letter:
                        self.need_ruled_out(self.covering[k], since)

        def find_letters(self) -> cython.bint:
            """The only square that can show the letter at an edge is ship."""
            before = self.top
            for edge in range(self.n_edges):
                n, only = 0, 0
                for i in range(self.edge_start[edge], self.edge_start[edge + 1]):
                    if self.can_show(self.edge_squares[i], self.edge_letter[edge], NEVER):
                        n += 1
                        only = self.edge_squares[i]
                if n == 1:
                    self.settle(only, SHIP, LETTER, edge, before)
            return self.has_found(before)

        # What the placements share that can lie on a ship square

        def find_on_squares(self) -> cython.bint:
            """What the ships share that can lie on a ship square; of the first square where they share anything,
            so that no ship that this rules out is listed for the next."""
            before = self.top
            self.start_listing()
            self.any_square = False
            for at in range(self.n):
                if not self.squares_changed[at]:
                    continue
                self.squares_changed[at] = 0
                if self.cover[at] == 0:
                    self.fail(NO_SHIP, at)
                    return True
                is_clear = True
                self.start_sharing()
                for i in range(self.covering_start[at], self.covering_start[at + 1]):
                    if self.possible[self.covering[i]]:
                        self.share(self.covering[i])
                        is_clear = is_clear and self.may_list(self.covering[i])
                if is_clear or self.cover[at] == 1:
                    self.settle_shared(ON_SQUARE, at, before)
                if self.top > before:
                    self.any_square = True
                    return True
            return self.has_found(before)

        @cython.exceptval(check=False)
        def cite_covering(self, at: cython.int, fact: cython.int, since: cython.int) -> cython.void:
            """Why no ship on a square lies otherwise."""
            for i in range(self.covering_start[at], self.covering_start[at + 1]):
                self.need_unlisted(self.covering[i], fact, since)

        # Squares that no ship can cover

        def find_uncovered(self) -> cython.bint:
            """Squares that no ship can cover are water."""
            before = self.top
            self.any_uncovered = False
            for at in range(self.n):
                if self.is_uncovered[at]:
                    self.is_uncovered[at] = 0
                    if not self.waits[at] and self.value[at] == OPEN:
                        self.settle(at, WATER, NO_SHIP, at, before)
            return self.has_found(before)

        def find_waiting(self) -> cython.bint:
            """The same for squares that wait until nothing else follows."""
            before = self.top
            for at in range(self.n):
                if self.waits[at] and self.cover[at] == 0 and self.value[at] == OPEN:
                    self.settle(at, WATER, NO_SHIP, at, before)
            return self.has_found(before)

        # The ships of a kind

        def find_last(self) -> cython.bint:
            """Kinds that have just as many placements left as ships."""
            before = self.top
            for kind in range(self.n_kinds):
                if not self.kinds_compared[kind] or self.number[kind] <= 0:
                    continue
                if self.bodies[kind] == self.number[kind]:
                    for place in range(self.first[kind], self.first[kind + 1]):
                        if self.possible[place]:
                            self.start_sharing()
                            self.share(place)
                            self.settle_shared(LAST, kind, before)
                    if self.top > before:
                        return True
            return self.has_found(before)

        @cython.exceptval(check=False)
        def cite_kind(self, kind: cython.int, fact: cython.int, since: cython.int) -> cython.void:
            """Why the ships of a kind lie nowhere else."""
            self.cited_kinds[kind] = 1
            for place in range(self.first[kind], self.first[kind + 1]):
                self.need_unlisted(place, fact, since)

        @cython.exceptval(check=False)
        def need_unlisted(self, place: cython.int, fact: cython.int, since: cython.int) -> cython.void:
            """Need what ruled out a placement, unless a ship there would mean the fact as well. One that would
            starve a line is cited in any case: a reader misses it in the list."""
            t = self.when_out[place]
            if t < since and (self.technique[t] == STARVED or not self.implies(place, fact)):
                self.need_ruled_out(place, since)

        def find_overlaps(self) -> cython.bint:
            """What the placements share that are left for the missing ships of a kind: sorted into groups so that
            any two of a group exclude each other, as many groups as ships, and without those that exclude a whole
            other group. No ship of another kind lies on the ship squares that they share."""
            before = self.top
            self.start_listing()
            for kind in range(self.n_kinds):
                if not self.kinds_compared[kind]:
                    continue
                self.kinds_compared[kind] = 0
                since = self.top
                n = self.sort_into_groups(kind, NEVER)
                if n < 0:
                    continue
                if n < self.wanted_of(kind, NEVER):
                    self.fail(OVERLAP, kind)
                    return True
                is_clear = True
                for i in range(self.n_grouped):
                    is_clear = is_clear and self.may_list(self.grouped[i])
                if not is_clear:
                    continue
                if not self.drop_excluding(n, NEVER):
                    self.fail(OVERLAP, kind)
                    return True
                for group in range(n):
                    self.start_sharing()
                    for i in range(self.n_grouped):
                        if self.group[i] == group and not self.dropped[i]:
                            self.share(self.grouped[i])
                    self.settle_shared(OVERLAP, kind, since)
                for t in range(since, self.top):
                    if not self.fact[t] & 1:
                        self.rule_out_other_kinds(self.fact[t] >> 1, OVERLAP, kind, since)
                if self.top > before:
                    return True
            return self.has_found(before)

        def wanted_of(self, kind: cython.int, since: cython.int) -> cython.int:
            """The number of ships of a kind that are not complete."""
            n = 0
            for place in range(self.first[kind], self.first[kind + 1]):
                if self.when_out[place] >= since and self.is_complete(place, since):
                    n += 1
            return self.number[kind] - n

        def sort_into_groups(self, kind: cython.int, since: cython.int) -> cython.int:
            """Sort the placements left for a kind into groups of which any two exclude each other: they overlap or
            touch, or would overfill a line together. Returns the number of groups; -1 if there are too many
            placements, or more groups than ships."""
            n_groups = 0
            if self.number[kind] <= 0:
                return -1
            wanted = self.wanted_of(kind, since)
            self.n_grouped = 0
            if wanted <= 0:
                return -1
            for place in range(self.first[kind], self.first[kind + 1]):
                if self.when_out[place] < since or self.is_complete(place, since):
                    continue
                if self.n_grouped == MAX_GROUPED:
                    return -1
                fits = False
                for group in range(n_groups):
                    fits = True
                    for i in range(self.n_grouped):
                        if self.group[i] == group and self.go_together(place, self.grouped[i], since):
                            fits = False
                            break
                    if fits:
                        break
                if not fits:
                    group = n_groups
                    n_groups += 1
                    if n_groups > wanted:
                        return -1
                self.grouped[self.n_grouped] = place
                self.group[self.n_grouped] = group
                self.dropped[self.n_grouped] = 0
                self.n_grouped += 1
            return n_groups

        def sort_and_drop(self, kind: cython.int, since: cython.int) -> cython.int:
            """The same; where each group must hold a ship, the placements that exclude a group are dropped."""
            n = self.sort_into_groups(kind, since)
            if n >= 0 and n == self.wanted_of(kind, since):
                self.drop_excluding(n, since)
            return n

        def drop_excluding(self, n_groups: cython.int, since: cython.int) -> cython.bint:
            """Drop the placements that exclude all those of another group that are left. Returns whether any are
            left: once a group has none, all others exclude it."""
            n_dropped, n_before = 0, -1
            while n_dropped > n_before:
                n_before = n_dropped
                for i in range(self.n_grouped):
                    group = NONE if self.dropped[i] else self.group_excluded_by(i, n_groups, since)
                    if group != NONE:
                        n_dropped += 1
                        self.dropped[i] = n_dropped
                        self.against[i] = group
            return n_dropped < self.n_grouped

        @cython.exceptval(check=False)
        def group_excluded_by(self, i: cython.int, n_groups: cython.int, since: cython.int) -> cython.int:
            """Another group of which a placement excludes all that are left; -1 for none."""
            for group in range(n_groups):
                fits = group == self.group[i]
                for j in range(self.n_grouped):
                    if fits:
                        break
                    fits = (
                        self.group[j] == group
                        and not self.dropped[j]
                        and self.go_together(self.grouped[i], self.grouped[j], since)
                    )
                if not fits:
                    return group
            return NONE

        @cython.exceptval(check=False)
        def go_together(self, one: cython.int, other: cython.int, since: cython.int) -> cython.bint:
            """Whether two placements neither exclude each other nor would overfill a line together."""
            return not self.exclude(one, other) and self.overfilled_by(one, other, since) == NONE

        @cython.exceptval(check=False)
        def overfilled_by(self, one: cython.int, other: cython.int, since: cython.int) -> cython.int:
            """A line that two placements would overfill together."""
            for i in range(self.entries_start[one], self.entries_start[one + 1]):
                line = self.line_of[self.entries[i]]
                its = self.line_inside[self.entries[i]]
                if its == 0 or self.tally[line] < 0:
                    continue
                others = self.inside(other, line)
                if others and popcount(its | others | self.known_in(line, SHIP, since)) > self.tally[line]:
                    return line
            return NONE

        def are_compared(self, i: cython.int, j: cython.int) -> cython.bint:
            """Whether it matters that two placements exclude each other: they are in one group, or the first is
            dropped because of the other's group, where the other was left."""
            if self.group[i] == self.group[j]:
                return j < i
            return (
                self.dropped[i] > 0
                and self.group[j] == self.against[i]
                and (not self.dropped[j] or self.dropped[j] > self.dropped[i])
            )

        def cite_overlap(self, kind: cython.int, fact: cython.int, since: cython.int) -> cython.void:
            """Why the missing ships of a kind lie nowhere else. What rules out a ship of another kind is the square
            that they share."""
            place = fact - 2 * self.n
            if place >= 0:
                for i in range(self.squares_start[place], self.squares_start[place + 1]):
                    at = self.squares[i]
                    if self.is_shared(at, kind, since):
                        self.needed[self.when[at]] = 1
                        fact = 2 * at
                        break
            self.cite_complete(kind, since)
            self.cite_kind(kind, fact if self.wanted_of(kind, since) == 1 else -1, since)
            for lines in self.overfilled_of(kind, since):
                for line in lines:
                    self.cited_lines[line] = 1
                    self.need_line(line, SHIP, since)

        def is_shared(self, at: cython.int, kind: cython.int, since: cython.int) -> cython.bint:
            """Whether an overlap settled a square as ship."""
            if self.value[at] != SHIP:
                return False
            t = self.when[at]
            return self.technique[t] == OVERLAP and self.subject[t] == kind and self.since[t] == since

        # The ways to fill a line

        def find_ways(self) -> cython.bint:
            """What all ways to fill a line share; of the first line in which they share anything."""
            before = self.top
            self.start_listing()
            for line in range(self.n_lines):
                if not self.lines_filled[line]:
                    continue
                self.lines_filled[line] = 0
                if (
                    self.tally[line] < 0
                    or not self.may_list_on(line)
                    or not self.list_ways(line, NEVER, True)
                ):
                    continue
                if self.n_ways == 0:
                    self.fail(WAYS, line)
                    return True
                ship = self.in_every_way & ~self.line_ship[line]
                water = self.line_full[line] & ~(self.in_any_way | self.line_water[line])
                while ship:
                    self.settle(self.square_at(line, trailing_zeros(ship)), SHIP, WAYS, line, before)
                    ship &= ship - 1
                while water:
                    self.settle(self.square_at(line, trailing_zeros(water)), WATER, WAYS, line, before)
                    water &= water - 1
                if self.top > before:
                    return True
            return self.has_found(before)

        def list_ways(self, line: cython.int, since: cython.int, wants_shared: cython.bint) -> cython.bint:
            """List the ways to fill a line that still needs ship squares, as masks of positions. Returns whether
            all are listed: not if there are too many. With `wants_shared`, stops as soon as the ways found have no
            new square in common, and returns `False`."""
            ship = self.known_in(line, SHIP, since)
            water = self.known_in(line, WATER, since)
            self.n_patterns = self.n_ways = self.n_nodes = 0
            if popcount(ship) >= self.tally[line]:
                return False
            self.wants_shared = wants_shared
            self.in_every_way, self.in_any_way = self.line_full[line], 0
            self.mark_patterns(line, since)
            position = 0
            for i in range(self.pattern_start[line], self.pattern_start[line + 1]):
                if self.pattern_seen[i] != self.n_listings:
                    continue
                if self.n_patterns == MAX_PATTERNS:
                    return False
                while position <= trailing_zeros(self.pattern_inside[i]):
                    self.pattern_first[position] = self.n_patterns
                    position += 1
                self.pattern_in[self.n_patterns] = self.pattern_inside[i]
                self.pattern_by[self.n_patterns] = self.pattern_beside[i]
                self.n_patterns += 1
            while position <= 64:
                self.pattern_first[position] = self.n_patterns
                position += 1
            return self.fill(line, ship, water, 0, 0)

        @cython.exceptval(check=False)
        def mark_patterns(self, line: cython.int, since: cython.int) -> cython.void:
            """Mark the patterns of the ships that could lie on a line."""
            self.n_listings += 1
            for i in range(self.line_start[line], self.line_start[line + 1]):
                if self.line_pattern[i] >= 0 and self.when_out[self.line_place[i]] >= since:
                    self.pattern_seen[self.line_pattern[i]] = self.n_listings

        def fill(
            self,
            line: cython.int,
            ship: cython.ulonglong,
            water: cython.ulonglong,
            chosen: cython.ulonglong,
            dry: cython.ulonglong,
        ) -> cython.bint:
            """List the ways that hold the chosen squares, which lie before all others to choose, and none of the
            `dry` ones. Returns whether all are listed."""
            self.n_nodes += 1
            if self.n_nodes > MAX_NODES:
                return False
            need: cython.int = self.tally[line] - popcount(chosen)
            free = self.line_full[line] & ~(chosen | dry | water)
            left = ship & ~chosen
            if left & dry or need < popcount(left) or need > popcount(free):
                return True
            if need == 0:
                for i in range(self.n_ways):
                    if self.ways[i] == chosen:
                        return True
                if self.n_ways == MAX_WAYS:
                    return False
                self.ways[self.n_ways] = chosen
                self.n_ways += 1
                self.in_every_way &= chosen
                self.in_any_way |= chosen
                if not self.wants_shared:
                    return True
                return self.in_every_way & ~ship | self.line_full[line] & ~(self.in_any_way | water) != 0
            first = free & (~free + 1)
            at = trailing_zeros(first)
            for i in range(self.pattern_first[at], self.pattern_first[at + 1]):
                if self.pattern_in[i] & (dry | water | chosen) or self.pattern_by[i] & (ship | chosen):
                    continue
                if popcount(self.pattern_in[i]) > need:
                    continue
                if not self.fill(line, ship, water, chosen | self.pattern_in[i], dry | self.pattern_by[i]):
                    return False
            if ship & first:
                return True
            return self.fill(line, ship, water, chosen, dry | first)

        def cite_ways(self, line: cython.int, since: cython.int) -> cython.void:
            """The squares of a line that were known, its tally, and why ships lie there in no other way."""
            self.cited_lines[line] = 1
            self.need_line(line, SHIP, since)
            self.need_line(line, WATER, since)
            self.mark_patterns(line, since)
            ship = self.known_in(line, SHIP, since)
            water = self.known_in(line, WATER, since)
            for i in range(self.line_start[line], self.line_start[line + 1]):
                place = self.line_place[i]
                if self.line_inside[i] == 0 or self.when_out[place] >= since:
                    continue
                excluded = self.line_inside[i] & water != 0 or self.line_beside[i] & ship != 0
                if not excluded:
                    excluded = popcount(self.line_inside[i] | ship) > self.tally[line]
                if not excluded and self.pattern_seen[self.line_pattern[i]] != self.n_listings:
                    self.need_ruled_out(place, since)

        # Running

        def find_own(self) -> cython.bint:
            """Apply the techniques of the user's, in order, up to the first that settles a square."""
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

        def cite_no_form(self, at: cython.int) -> cython.void:
            """A square and those that it is joined to, one that each ship on it would touch."""
            self.join(at)
            self.need_square(at, self.top)
            for i in range(self.covering_start[at], self.covering_start[at + 1]):
                self.needed[self.when[self.first_joined(self.covering[i])]] = 1

        def cite_own(self, subject: cython.int, since: cython.int) -> cython.void:
            """The clues and the squares that a technique of the user's says it rests on, and what rules out places
            for ships of these kinds."""
            finding = self.findings[subject]
            for number in finding.lines:
                self.cited_lines[number] = 1
            for number in finding.kinds:
                self.cite_kind(number, -1, since)
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
                found.append(self.square_at(line, trailing_zeros(mask)))
                mask &= mask - 1
            return tuple(found)

    # Adding facts

    def undo(self, mark: cython.int) -> cython.void:
        """Go back to where the trail had this length, where nothing was left to find."""
        while self.top > mark:
            self.top -= 1
            fact = self.fact[self.top]
            if fact < 2 * self.n:
                at = fact >> 1
                row, col = at // self.width, at % self.width
                self.value[at] = OPEN
                self.when[at] = NEVER
                self.n_known -= 1
                self.line_ship[row] &= ~(BIT << col)
                self.line_water[row] &= ~(BIT << col)
                self.line_ship[self.height + col] &= ~(BIT << row)
                self.line_water[self.height + col] &= ~(BIT << row)
                continue
            place = fact - 2 * self.n
            self.possible[place] = 1
            self.when_out[place] = NEVER
            if self.top < self.head:
                if self.readings[self.body[place]] == 0:
                    self.bodies[self.kind[place]] += 1
                self.readings[self.body[place]] += 1
                for i in range(self.squares_start[place], self.squares_start[place + 1]):
                    self.cover[self.squares[i]] += 1
        if self.head > mark:
            self.head = mark
        self.failure = NONE
        for i in range(self.n_lines):
            self.lines_changed[i] = self.lines_to_check[i] = self.lines_filled[i] = 0
        for i in range(self.n_kinds):
            self.kinds_changed[i] = self.kinds_compared[i] = self.kinds_to_account[i] = 0
        if self.any_square or self.any_uncovered:
            for i in range(self.n):
                self.squares_changed[i] = self.is_uncovered[i] = 0
        self.any_square = self.any_uncovered = self.any_edge = False

    # What is given, supposed or concluded by cases

    def suppose(
        self, ship: Sequence[int], water: Sequence[int], technique: int = 0, subject: int = 0
    ) -> None:
        """Add the facts that some squares are ship and others water; `technique` says how that is known."""
        since = self.top
        for at in ship:
            self.settle(at, SHIP, technique, subject, since)
        for at in water:
            self.settle(at, WATER, technique, subject, since)

    def rule_out_all(self, places: Sequence[int], technique: int, subject: int) -> None:
        """Add the facts that no ship can lie on any of these placements."""
        since = self.top
        for place in places:
            self.rule_out(place, technique, subject, since)

    def starve(self, does: bool) -> None:
        """Rule out placements that would leave a line too few squares, from now on, or do not."""
        self.starves = does
        for line in range(self.n_lines if does else 0):
            self.lines_to_check[line] = 1

    def wait(self, squares: Sequence[int]) -> None:
        """From now on, conclude that no ship fits on these squares only when nothing else follows; on all
        others at once."""
        for at in range(self.n):
            self.waits[at] = 0
        for waiting in squares:
            self.waits[waiting] = 1
        self.any_waits = len(squares) > 0

    def look_again(self) -> None:
        """Add what follows at once from the new facts, and let the techniques look at everything again.
        `undo` leads back only to where the techniques had ended; to start over from elsewhere, they need this
        before and after."""
        self.spread()
        for i in range(self.n_lines):
            self.change_line(i)
        for i in range(self.n_kinds):
            self.change_kind(i)
        for i in range(self.n):
            self.is_uncovered[i] = self.cover[i] == 0
            if self.value[i] == SHIP:
                self.change_square(i)
        self.any_uncovered, self.any_edge = True, self.n_edges > 0

    # Looking

    def known(self, at: int) -> int:
        """0 for an open square, 1 for ship, 2 for water."""
        return self.value[at]

    def facts_since(self, mark: cython.int) -> list[int]:
        """The facts about squares that were added since the trail had this length."""
        found = []
        for t in range(mark, self.top):
            if self.fact[t] < 2 * self.n:
                found.append(self.fact[t])
        return found

    def notes_since(self, mark: cython.int) -> tuple[int, ...]:
        """The positions on the trail, from `mark` on, of placements that steps ruled out."""
        return tuple(t for t in range(mark, self.top) if self.technique[t] == NOTED)

    def entry(self, t: int) -> tuple[int, int, int, int]:
        """A fact on the trail, its technique, subject and `since`."""
        return self.fact[t], self.technique[t], self.subject[t], self.since[t]

    def values(self) -> bytes:
        """What is known of each square: 0 for an open one, 1 for ship, 2 for water."""
        return bytes(self.value)

    def position(self) -> bytes:
        """What is known of squares and placements, whatever it was that showed it."""
        return self.values() + bytes(self.possible)

    def settled_at(self, at: int) -> int:
        """The position on the trail of what is known of a square."""
        return self.when[at]

    def is_possible(self, place: int) -> bool:
        """Whether a ship can lie there."""
        return bool(self.possible[place])

    def are_apart(self, one: int, other: int) -> bool:
        """Whether ships can lie on both placements."""
        return not self.exclude(one, other)

    # Placements that lines, numbers and letters rule out

    @cython.ccall
    def excess_of(self, kind: cython.int, since: cython.int) -> list[int]:
        """One ship of a kind more than the fleet has, of those that were complete: the first."""
        ages: dict[int, tuple[int, int]] = {}
        for place in range(self.first[kind], self.first[kind + 1]):
            if self.body[place] not in ages and self.is_complete(place, since):
                ages[self.body[place]] = self.completed_at(place), place
        found = []
        for _, oldest in sorted(ages.values())[: self.number[kind] + 1]:
            found.append(oldest)
        return found

    # The ships of a kind

    def overfilled_of(self, kind: cython.int, since: cython.int) -> tuple[list[int], list[int]]:
        """The lines that two placements of a group would overfill together, and those that a dropped one would
        overfill, with others of its group or of the one that it excludes. Where only one ship is missing, its
        placements exclude each other anyway."""
        by_left: list[int] = []
        by_dropped: list[int] = []
        if self.wanted_of(kind, since) == 1 or self.sort_and_drop(kind, since) < 0:
            return by_left, by_dropped
        for i in range(self.n_grouped):
            for j in range(self.n_grouped):
                if not self.are_compared(i, j) or self.exclude(self.grouped[i], self.grouped[j]):
                    continue
                line = self.overfilled_by(self.grouped[i], self.grouped[j], since)
                lines = by_dropped if self.dropped[i] or self.dropped[j] else by_left
                if line != NONE and line not in lines:
                    lines.append(line)
        return by_left, by_dropped

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
            if not self.find_full_lines() and not self.rule_out_placements():
                break
        if (
            (self.any_square and self.find_on_squares())
            or (self.any_uncovered and self.find_uncovered())
            or (self.n_edges and self.find_letters())
            or self.find_last()
            or self.find_overlaps()
            or self.find_ways()
            or (self.any_waits and self.find_waiting())
        ):
            return self.failure == NONE
        if self.rule_out_unaccounted():
            return self.step() if self.failure == NONE else False
        return self.find_own() if self.own else False

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
            tuple(line for line in range(self.n_lines) if self.cited_lines[line]),
            tuple(group for group in range(self.n_groups) if self.cited_lines[self.n_lines + group]),
            tuple(kind for kind in range(self.n_kinds) if self.cited_kinds[kind]),
            tuple(at for at in range(self.n) if self.cited_givens[at]),
            tuple(edge for edge in range(self.n_edges) if self.cited_edges[edge]),
            tuple(sorted(ship)),
            tuple(sorted(water)),
            tuple(sorted(notes)),
            tuple((i, self.cited_accounts[i]) for i in range(self.n_kinds) if self.cited_accounts[i] >= 0),
            tuple((i, self.starved_line[i]) for i in range(self.n_places) if self.starved_line[i] >= 0),
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
        for t in range(self.n_places):
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

    def places_on(self, at: cython.int, since: cython.int = NEVER) -> list[int]:
        """The placements that could cover a square."""
        found = []
        for i in range(self.covering_start[at], self.covering_start[at + 1]):
            if self.when_out[self.covering[i]] >= since:
                found.append(self.covering[i])
        return found

    def places_of(
        self, kind: cython.int, since: cython.int = NEVER, *, with_complete: bool = False
    ) -> list[int]:
        """The placements that a kind of ship could have, without those that are complete."""
        found = []
        for place in range(self.first[kind], self.first[kind + 1]):
            if self.when_out[place] >= since and (with_complete or not self.is_complete(place, since)):
                found.append(place)
        return found

    def complete_of(self, kind: cython.int, since: cython.int = NEVER) -> tuple[int, ...]:
        """The ships of a kind that are complete."""
        places = range(self.first[kind], self.first[kind + 1])
        return tuple(place for place in places if self.is_complete(place, since))

    def anchors_of(self, kind: int, since: int) -> tuple[tuple[int, int], ...]:
        """The squares that only incomplete ships of a kind could cover, and the lines, counted from the number
        of squares, that only they could fill, each with how many it needs."""
        self.account(kind, since, False)
        return tuple((self.anchors[i], self.anchored[i]) for i in range(self.n_anchors))

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

    def ruled_out(self, since: cython.int) -> tuple[int, ...]:
        """The placements that had been ruled out when the trail had a length."""
        return tuple(place for place in range(self.n_places) if self.when_out[place] < since)

    def clashing(self, at: int, letter: str, part: str) -> list[int]:
        """The placements over a square that show another letter, or another part, than given."""
        found = []
        for place in self.geometry.covering[at]:
            one = self.geometry.places[place]
            i = one.squares.index(divmod(at, self.width))
            if (one.letters[i : i + 1] != letter) if letter else (one.parts[i] != part):
                found.append(place)
        return found


@cython.cfunc
def _mixed(number: cython.ulonglong, other: cython.int) -> cython.ulonglong:
    """A number that depends on both (FNV-1a, http://www.isthe.com/chongo/tech/comp/fnv).

    As a word in C: a product of Python's integers can be interrupted, and nothing here raises exceptions."""
    prime: cython.ulonglong = 0x100000001B3
    return (number ^ other) * prime & ALL_BITS


def _filled(size: int, value: int) -> array[int]:
    return array("i", [value]) * size


def _words(size: int) -> array[int]:
    return array("Q", bytes(8 * max(size, 1)))
