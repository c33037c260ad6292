# cython: language_level=3, infer_types=True, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, freethreading_compatible=True
"""What is known of a board, how it follows, and from what: the trail of facts.

A *fact* is a ship square (2 * number), a water square (2 * number + 1), or a placement that is ruled out
(2 * the number of squares + its number). Facts are added in order to the *trail*, each with its technique,
the *subject* (the line, the square or the kind of ship that the technique looks at), and the length of the
trail when the technique looked (`since`): what it concludes follows from earlier facts. Facts with the same
three belong to one *link* of an argument.

`rule_out` adds a placement that can no longer be; when the trail is read up to it, `count_ruled_out` counts
it and marks the lines, squares and kinds that have to be looked at again. To suppose something, keep the
length of the trail (`mark`), settle the supposition and run; `undo` goes back.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import Any

import cython

from bimaru.deduction.finding.geometry import Geometry, Lists

if not cython.compiled:  # else the .pxd has them
    from bimaru.bits import BIT
    from bimaru.deduction.finding.codes import *


@cython.cclass
class Facts:
    """What is known of one board. `failure` is the technique by which the board cannot be completed, or -1;
    `failure_subject` what it looks at, and of a square that would be both `failed_by` what would settle
    it."""

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
        self.n_placements, self.words = len(g.placements), g.words
        self.kind, self.first, self.body, self.letters = g.kind, g.first, g.body, g.letters
        # Kinds with a form that another kind has, too: where one lies, it may be the other.
        self.has_double = bytearray(g.has_double)
        self.squares_start, self.squares = g.squares.start, g.squares.items
        self.around_start, self.around = g.around.start, g.around.items
        self.covering_start, self.covering = g.covering.start, g.covering.items
        self.touching_start, self.touching = g.touching.start, g.touching.items
        self.corners_start, self.corners = g.corners.start, g.corners.items
        self.square_masks, self.around_masks = g.square_masks, g.around_masks
        self.line_start, self.line_placement, self.line_of = g.line_start, g.line_placement, g.line_of
        self.line_inside, self.line_beside = g.line_inside, g.line_beside
        self.entries_start, self.entries = g.entries.start, g.entries.items
        self.most_inside, self.most_beside = g.most_inside, g.most_beside
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

        size = self.n + self.n_placements + 1
        self.value, self.possible = bytearray(self.n), bytearray(b"\1" * (self.n_placements + 1))
        self.when, self.when_out = _filled(self.n, NEVER), _filled(self.n_placements + 1, NEVER)
        self.line_ship, self.line_water = _words(self.n_lines), _words(self.n_lines)
        self.line_full = _words(self.n_lines)
        for line in range(self.n_lines):
            self.line_full[line] = (BIT << (self.width if line < self.height else self.height)) - 1
        self.bodies, self.readings = _filled(self.n_kinds + 1, 0), _filled(g.n_bodies + 1, 0)
        for placement in range(self.n_placements):
            self.readings[self.body[placement]] += 1
            if self.readings[self.body[placement]] == 1:
                self.bodies[self.kind[placement]] += 1
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
        self.own: list[Any] = []
        self.findings: list[Any] = []

        self.needed, self.cited_lines = bytearray(size), bytearray(self.n_lines + self.n_groups)
        self.cited_kinds, self.cited_givens = bytearray(self.n_kinds + 1), bytearray(self.n)
        self.cited_edges = bytearray(self.n_edges + 1)
        self.cited_accounts = _filled(self.n_kinds + 1, NONE)
        self.starved_line, self.n_starved = _filled(self.n_placements + 1, NONE), _filled(self.n_lines, 0)
        self.can_starve, self.surveyed = bytearray(self.n_lines), _words(self.n_lines)
        self.to_cite, self.n_to_cite, self.mark = _filled(self.n_placements + 1, 0), 0, NEVER
        self.wording = 0

        self.both, self.near = _words(self.words), _words(self.words)
        self.pattern_in, self.pattern_by = _words(MAX_PATTERNS), _words(MAX_PATTERNS)
        self.pattern_seen, self.pattern_first = _filled(len(g.pattern_inside), 0), _filled(66, 0)
        self.ways, self.in_every_way, self.in_any_way = _words(MAX_WAYS), 0, 0
        self.grouped, self.group = _filled(MAX_GROUPED, 0), _filled(MAX_GROUPED, 0)
        self.dropped, self.against = _filled(MAX_GROUPED, 0), _filled(MAX_GROUPED, 0)
        self.listed, self.joined = _filled(max(self.n_placements, self.n) + 1, 0), bytearray(self.n)
        self.accounted = bytearray(self.n_placements + 1)
        self.anchors, self.anchored = _filled(self.n + self.n_lines, 0), _filled(self.n + self.n_lines, 0)
        self.n_patterns = self.n_listings = self.n_ways = self.most_ways = self.n_nodes = 0
        self.n_grouped = self.n_anchors = 0
        self.wants_shared = False

    # Adding facts

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

    def change_line(self, line: cython.int) -> cython.void:
        self.lines_changed[line] = self.lines_to_check[line] = self.lines_filled[line] = 1

    def change_kind(self, kind: cython.int) -> cython.void:
        self.kinds_changed[kind] = self.kinds_compared[kind] = self.kinds_to_account[kind] = 1

    def rule_out(
        self, placement: cython.int, technique: cython.int, subject: cython.int, since: cython.int
    ) -> cython.void:
        """Add the fact that no ship can lie there."""
        if self.possible[placement]:
            self.possible[placement] = 0
            self.when_out[placement] = self.top
            self.add(2 * self.n + placement, technique, subject, since)

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

    def count_ruled_out(self, placement: cython.int) -> cython.void:
        """Count a placement that was ruled out."""
        self.readings[self.body[placement]] -= 1
        if self.readings[self.body[placement]] == 0:
            self.bodies[self.kind[placement]] -= 1
        self.change_kind(self.kind[placement])
        self.any_edge = self.n_edges > 0
        for i in range(self.squares_start[placement], self.squares_start[placement + 1]):
            at = self.squares[i]
            self.cover[at] -= 1
            self.lines_filled[at // self.width] = 1
            self.lines_filled[self.height + at % self.width] = 1
            if self.cover[at] == 0:
                self.is_uncovered[at] = 1
                self.any_uncovered = True
            if self.value[at] == SHIP:
                self.change_square(at)

    def change_square(self, at: cython.int) -> cython.void:
        """Note that a ship square is new, or that fewer ships can cover it."""
        self.squares_changed[at] = 1
        self.any_square = True
        if self.cover[at] == 0 and self.has_no_form(at):
            self.fail(NO_FORM, at)

    def has_no_form(self, at: cython.int) -> cython.bint:
        """Whether a ship square and those that it is joined to form no ship: each ship on it would touch
        one of them."""
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

    def first_joined(self, placement: cython.int) -> cython.int:
        """Of the squares marked round a placement, the one known first; -1 for none."""
        best = NONE
        for i in range(self.around_start[placement], self.around_start[placement + 1]):
            at = self.around[i]
            if self.joined[at] and (best == NONE or self.when[at] < self.when[best]):
                best = at
        return best

    # What conclusions rest on

    def need_square(self, at: cython.int, since: cython.int) -> cython.void:
        if self.when[at] < since:
            self.needed[self.when[at]] = 1

    def need_ruled_out(self, placement: cython.int, since: cython.int) -> cython.void:
        """Need what ruled out a placement; where that was a starved line, a ship of another kind or a
        step, it is left for `cite_ruled_out`, which may find a plainer reason."""
        t = self.when_out[placement]
        if t >= since:
            return
        if self.technique[t] != STARVED and self.technique[t] != NOTED and self.technique[t] != OVERLAP:
            self.needed[t] = 1
            return
        for i in range(self.n_to_cite):
            if self.to_cite[i] == placement:
                return
        self.to_cite[self.n_to_cite] = placement
        self.n_to_cite += 1

    # Taking facts back

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
            placement = fact - 2 * self.n
            self.possible[placement] = 1
            self.when_out[placement] = NEVER
            if self.top < self.head:
                if self.readings[self.body[placement]] == 0:
                    self.bodies[self.kind[placement]] += 1
                self.readings[self.body[placement]] += 1
                for i in range(self.squares_start[placement], self.squares_start[placement + 1]):
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

    def rule_out_all(self, placements: Sequence[int], technique: int, subject: int) -> None:
        """Add the facts that no ship can lie on any of these placements."""
        since = self.top
        for placement in placements:
            self.rule_out(placement, technique, subject, since)

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

    def is_possible(self, placement: int) -> bool:
        """Whether a ship can lie there."""
        return bool(self.possible[placement])


def _filled(size: int, value: int) -> array[int]:
    return array("i", [value]) * size


def _words(size: int) -> array[int]:
    return array("Q", bytes(8 * max(size, 1)))
