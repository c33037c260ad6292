# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, freethreading_compatible=True
"""What is known of a board, how it follows, and from what.

A *fact* is a ship square (2 * number), a water square (2 * number + 1), or a placement that is ruled out
(2 * the number of squares + its number). Facts are noted in order on the *trail*, each with its technique,
the *subject* (the line, the square or the kind of ship that the technique looks at), and the length of the
trail when the technique looked (`since`): what it concludes follows from earlier facts. Facts with the same
three belong to one *link* of an argument.

To suppose something, note the length of the trail (`mark`), settle the supposition and run; `undo` goes back.

A technique stands here twice, side by side: what it concludes (`find_...`), and what that rests on
(`cite_...`), which is worked out only for arguments that are told or compared.

The file is Python, compiled with Cython (pure-Python mode).
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import NamedTuple

import cython

from bimaru.bits import ALL_BITS as _ALL_BITS
from bimaru.deduction.finding.geometry import Geometry

if cython.compiled:
    from cython.cimports.bimaru.bits import popcount, trailing_zeros
else:
    from bimaru.bits import popcount, trailing_zeros

# Values of squares.
OPEN = cython.declare(cython.int, 0)
SHIP = cython.declare(cython.int, 1)
WATER = cython.declare(cython.int, 2)

# Techniques, in the order in which they are tried; those before FULL_LINE only note what is given or known.
KNOWN = cython.declare(cython.int, 0)  # on the board, or supposed
GIVEN = cython.declare(cython.int, 1)
BARRED = cython.declare(cython.int, 2)  # a placement that an earlier step ruled out
REFUTED = cython.declare(cython.int, 3)  # what cases showed
ON_WATER = cython.declare(cython.int, 4)
TOUCHING = cython.declare(cython.int, 5)
CORNER = cython.declare(cython.int, 6)
LINE_WATER = cython.declare(cython.int, 7)
LINE_SHIP = cython.declare(cython.int, 8)
OVERFULL = cython.declare(cython.int, 9)
STARVED = cython.declare(cython.int, 10)
ALL_FOUND = cython.declare(cython.int, 11)
BEFORE_LETTER = cython.declare(cython.int, 12)
ONLY_LETTER = cython.declare(cython.int, 13)
LETTER = cython.declare(cython.int, 14)
ON_SQUARE = cython.declare(cython.int, 15)
NO_SHIP = cython.declare(cython.int, 16)
LAST = cython.declare(cython.int, 17)
OVERLAP = cython.declare(cython.int, 18)
WAYS = cython.declare(cython.int, 19)
# Contradictions that are none of the techniques'.
CLASH = cython.declare(cython.int, 20)
TOO_FEW = cython.declare(cython.int, 21)
TOO_MANY = cython.declare(cython.int, 22)
NONE = cython.declare(cython.int, -1)

ALL_BITS = cython.declare(cython.ulonglong, _ALL_BITS)
NEVER = cython.declare(cython.int, 0x7FFF_FFFF)
MAX_WAYS = cython.declare(cython.int, 128)
MAX_GROUPED = cython.declare(cython.int, 96)
_MAX_PATTERNS = cython.declare(cython.int, 256)
_MAX_NODES = cython.declare(cython.int, 4000)

names_of_techniques = {
    "KNOWN": KNOWN, "GIVEN": GIVEN, "BARRED": BARRED, "REFUTED": REFUTED, "CORNER": CORNER,
    "LINE_WATER": LINE_WATER, "LINE_SHIP": LINE_SHIP, "OVERFULL": OVERFULL, "STARVED": STARVED,
    "ALL_FOUND": ALL_FOUND, "LETTER": LETTER, "ON_SQUARE": ON_SQUARE, "NO_SHIP": NO_SHIP, "LAST": LAST,
    "OVERLAP": OVERLAP, "WAYS": WAYS, "CLASH": CLASH, "TOO_FEW": TOO_FEW, "TOO_MANY": TOO_MANY,
    "ON_WATER": ON_WATER, "TOUCHING": TOUCHING, "BEFORE_LETTER": BEFORE_LETTER, "ONLY_LETTER": ONLY_LETTER,
}  # fmt: skip
"""The numbers for callers in Python."""


class Link(NamedTuple):
    """What one technique concludes about one subject: the facts, in order."""

    technique: int
    subject: int
    since: int
    facts: tuple[int, ...]


class Basis(NamedTuple):
    """What a conclusion rests on: clues (lines, groups of lines, kinds of ships, squares of givens, edges) by
    number, squares that are known before, and the trail's positions of placements that steps ruled out."""

    lines: tuple[int, ...]
    groups: tuple[int, ...]
    kinds: tuple[int, ...]
    givens: tuple[int, ...]
    edges: tuple[int, ...]
    ship: tuple[int, ...]
    water: tuple[int, ...]
    barred: tuple[int, ...]
    starved: tuple[int, ...]


@cython.cclass
class State:
    """What is known of one board. `failure` is the technique by which the board cannot be completed, or -1;
    `failure_subject` what it looks at, and of a square that would be both `failed_by` what would settle
    it."""

    geometry = cython.declare(object, visibility="public")
    n = cython.declare(cython.int, visibility="readonly")
    n_lines: cython.int
    height: cython.int
    width: cython.int
    n_kinds: cython.int
    n_places: cython.int
    words: cython.int
    tally: cython.int[::1]
    line_clued: cython.int[::1]
    number: cython.int[::1]
    kind: cython.int[::1]
    first: cython.int[::1]
    body: cython.int[::1]
    squares_start: cython.int[::1]
    squares: cython.int[::1]
    letters: cython.int[::1]
    around_start: cython.int[::1]
    around: cython.int[::1]
    covering_start: cython.int[::1]
    covering: cython.int[::1]
    touching_start: cython.int[::1]
    touching: cython.int[::1]
    corners_start: cython.int[::1]
    corners: cython.int[::1]
    square_masks: cython.ulonglong[::1]
    around_masks: cython.ulonglong[::1]
    line_start: cython.int[::1]
    line_place: cython.int[::1]
    line_inside: cython.ulonglong[::1]
    line_beside: cython.ulonglong[::1]
    line_pattern: cython.int[::1]
    pattern_start: cython.int[::1]
    pattern_inside: cython.ulonglong[::1]
    pattern_beside: cython.ulonglong[::1]
    pattern_seen: cython.int[::1]
    n_listings: cython.int
    pattern_first: cython.int[::1]
    group_start: cython.int[::1]
    group_lines: cython.int[::1]
    group_need: cython.int[::1]
    n_groups: cython.int
    group_of: cython.int[::1]
    edge_start: cython.int[::1]
    edge_squares: cython.int[::1]
    edge_letter: cython.int[::1]
    n_edges: cython.int
    # The board.
    value: cython.uchar[::1]
    when: cython.int[::1]
    alive: cython.uchar[::1]
    died: cython.int[::1]
    cover: cython.int[::1]
    line_ship: cython.ulonglong[::1]
    line_water: cython.ulonglong[::1]
    line_full: cython.ulonglong[::1]
    bodies: cython.int[::1]
    readings: cython.int[::1]
    # The trail.
    top = cython.declare(cython.int, visibility="readonly")
    head: cython.int
    fact: cython.int[::1]
    technique: cython.int[::1]
    subject: cython.int[::1]
    since: cython.int[::1]
    n_known = cython.declare(cython.int, visibility="readonly")
    # What has changed since each technique looked.
    lines_changed: cython.uchar[::1]
    lines_weeded: cython.uchar[::1]
    lines_filled: cython.uchar[::1]
    squares_changed: cython.uchar[::1]
    kinds_changed: cython.uchar[::1]
    kinds_compared: cython.uchar[::1]
    has_double: cython.uchar[::1]
    is_uncovered: cython.uchar[::1]
    any_uncovered: cython.bint
    any_square: cython.bint
    any_edge: cython.bint
    failure = cython.declare(cython.int, visibility="readonly")
    failure_subject = cython.declare(cython.int, visibility="readonly")
    failure_since = cython.declare(cython.int, visibility="readonly")
    failed_by = cython.declare(cython.int, visibility="readonly")
    failed_about = cython.declare(cython.int, visibility="readonly")
    failed_fact = cython.declare(cython.int, visibility="readonly")
    starves: cython.bint
    # Citing.
    needed: cython.uchar[::1]
    cited_lines: cython.uchar[::1]
    cited_groups: cython.uchar[::1]
    cited_kinds: cython.uchar[::1]
    cited_givens: cython.uchar[::1]
    cited_edges: cython.uchar[::1]
    # Scratch.
    both: cython.ulonglong[::1]
    near: cython.ulonglong[::1]
    pattern_in: cython.ulonglong[::1]
    pattern_by: cython.ulonglong[::1]
    n_patterns: cython.int
    ways: cython.ulonglong[::1]
    n_ways: cython.int
    n_nodes: cython.int
    grouped: cython.int[::1]
    group: cython.int[::1]
    n_grouped: cython.int
    listed: cython.int[::1]

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
        i: cython.int
        g = geometry
        self.geometry = geometry
        self.n, self.n_lines, self.n_kinds = g.n_squares, g.n_lines, len(g.ships)
        self.height, self.width = g.height, g.width
        self.n_places, self.words = len(g.places), g.words
        self.tally, self.number = array("i", tallies), array("i", [*numbers, 0])
        self.kind, self.first, self.body = g.kind, g.first, g.body
        self.squares_start, self.squares = g.squares.start, g.squares.items
        self.letters = g.letters
        self.around_start, self.around = g.around.start, g.around.items
        self.covering_start, self.covering = g.covering.start, g.covering.items
        self.touching_start, self.touching = g.touching.start, g.touching.items
        self.corners_start, self.corners = g.corners.start, g.corners.items
        self.square_masks, self.around_masks = g.square_masks, g.around_masks
        self.line_start, self.line_place = g.line_start, g.line_place
        self.line_inside, self.line_beside = g.line_inside, g.line_beside
        self.line_pattern, self.pattern_start = g.line_pattern, g.pattern_start
        self.pattern_inside, self.pattern_beside = g.pattern_inside, g.pattern_beside
        self.pattern_seen = _filled(len(g.pattern_inside), 0)
        self.n_listings = 0
        self.pattern_first = _filled(66, 0)
        # Kinds with a form that another kind has, too: where one lies, it may be the other.
        self.has_double = bytearray(g.has_double)
        starts, lines, needs, of = [0], [], [], [-1] * g.n_lines
        for group, (members, need) in enumerate(groups):
            for line in members:
                lines.append(line)
                of[line] = group
            starts.append(len(lines))
            needs.append(need)
        self.n_groups = len(groups)
        self.group_start, self.group_lines = array("i", starts), array("i", [*lines, 0])
        self.group_need, self.group_of = array("i", [*needs, 0]), array("i", of)
        starts, first_letters = [0], []
        along: list[int] = []
        for squares, letter in edges:
            along += squares
            starts.append(len(along))
            first_letters.append(ord(letter))
        self.n_edges = len(edges)
        self.edge_start, self.edge_squares = array("i", starts), array("i", [*along, 0])
        self.edge_letter = array("i", [*first_letters, 0])
        size = self.n + self.n_places + 1
        self.value, self.alive = bytearray(self.n), bytearray(b"\1" * (self.n_places + 1))
        self.when, self.died = _filled(self.n, NEVER), _filled(self.n_places + 1, NEVER)
        self.cover = _filled(self.n, 0)
        for i in range(self.n):
            self.cover[i] = self.covering_start[i + 1] - self.covering_start[i]
        self.line_ship, self.line_water = _words(self.n_lines), _words(self.n_lines)
        self.line_full = _words(self.n_lines)
        one: cython.ulonglong = 1
        for i in range(self.n):
            self.line_full[i // self.width] |= one << (i % self.width)
            self.line_full[self.height + i % self.width] |= one << (i // self.width)
        self.bodies, self.readings = _filled(self.n_kinds + 1, 0), _filled(g.n_bodies + 1, 0)
        for i in range(self.n_places):
            self.readings[self.body[i]] += 1
            if self.readings[self.body[i]] == 1:
                self.bodies[self.kind[i]] += 1
        self.fact, self.technique = _filled(size, 0), _filled(size, 0)
        self.subject, self.since = _filled(size, 0), _filled(size, 0)
        self.top = self.head = self.n_known = 0
        self.lines_changed = bytearray(b"\1" * self.n_lines)
        self.lines_weeded = bytearray(b"\1" * self.n_lines)
        self.lines_filled = bytearray(b"\1" * self.n_lines)
        self.squares_changed = bytearray(self.n)
        self.kinds_changed = bytearray(b"\1" * (self.n_kinds + 1))
        self.kinds_compared = bytearray(b"\1" * (self.n_kinds + 1))
        self.is_uncovered = bytearray(self.n)
        self.any_uncovered = True
        for i in range(self.n):
            self.is_uncovered[i] = self.cover[i] == 0
        self.any_square, self.any_edge = False, self.n_edges > 0
        self.failure = NONE
        self.failure_subject = self.failure_since = self.failed_by = self.failed_about = self.failed_fact = 0
        self.starves = True
        self.needed = bytearray(size)
        self.cited_lines, self.cited_groups = bytearray(self.n_lines), bytearray(self.n_groups + 1)
        self.cited_kinds, self.cited_givens = bytearray(self.n_kinds + 1), bytearray(self.n)
        self.cited_edges = bytearray(self.n_edges + 1)
        self.both, self.near = _words(self.words), _words(self.words)
        self.pattern_in, self.pattern_by = _words(_MAX_PATTERNS), _words(_MAX_PATTERNS)
        self.ways = _words(MAX_WAYS)
        self.grouped, self.group = _filled(MAX_GROUPED, 0), _filled(MAX_GROUPED, 0)
        self.listed = _filled(self.n_places + 1, 0)
        self.n_patterns = self.n_ways = self.n_nodes = self.n_grouped = 0

    # Noting facts

    @cython.cfunc
    @cython.exceptval(check=False)
    def note(
        self, fact: cython.int, technique: cython.int, subject: cython.int, since: cython.int
    ) -> cython.void:
        self.fact[self.top] = fact
        self.technique[self.top] = technique
        self.subject[self.top] = subject
        self.since[self.top] = since
        self.top += 1

    @cython.cfunc
    @cython.exceptval(check=False)
    def fail(self, technique: cython.int, subject: cython.int) -> cython.void:
        if self.failure == NONE:
            self.failure = technique
            self.failure_subject = subject
            self.failure_since = self.top

    @cython.cfunc
    @cython.exceptval(check=False)
    def settle(
        self, at: cython.int, value: cython.int, technique: cython.int, subject: cython.int, since: cython.int
    ) -> cython.void:
        """Note that a square is ship or water; a contradiction if it is the other."""
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
        self.note(2 * at + value - 1, technique, subject, since)
        row: cython.int = at // self.width
        col: cython.int = at % self.width
        one: cython.ulonglong = 1
        if value == SHIP:
            self.line_ship[row] |= one << col
            self.line_ship[self.height + col] |= one << row
        else:
            self.line_water[row] |= one << col
            self.line_water[self.height + col] |= one << row
        self.change_line(row)
        self.change_line(self.height + col)

    @cython.cfunc
    @cython.exceptval(check=False)
    def change_line(self, line: cython.int) -> cython.void:
        self.lines_changed[line] = self.lines_weeded[line] = self.lines_filled[line] = 1

    @cython.cfunc
    @cython.exceptval(check=False)
    def kill(
        self, place: cython.int, technique: cython.int, subject: cython.int, since: cython.int
    ) -> cython.void:
        """Note that a placement is ruled out."""
        if self.alive[place]:
            self.alive[place] = 0
            self.died[place] = self.top
            self.note(2 * self.n + place, technique, subject, since)

    @cython.cfunc
    @cython.exceptval(check=False)
    def spread(self) -> cython.void:
        """Note what the new facts mean for placements, and the corners of ships."""
        fact: cython.int
        at: cython.int
        i: cython.int
        kind: cython.int
        while self.head < self.top and self.failure == NONE:
            fact = self.fact[self.head]
            self.head += 1
            if fact >= 2 * self.n:
                self.bury(fact - 2 * self.n)
                continue
            at = fact >> 1
            if fact & 1:
                for i in range(self.covering_start[at], self.covering_start[at + 1]):
                    self.kill(self.covering[i], ON_WATER, at, self.top)
            else:
                for i in range(self.touching_start[at], self.touching_start[at + 1]):
                    self.kill(self.touching[i], TOUCHING, at, self.top)
                for i in range(self.corners_start[at], self.corners_start[at + 1]):
                    self.settle(self.corners[i], WATER, CORNER, at, self.head)
                self.squares_changed[at] = 1
                self.any_square = True
            for kind in range(self.n_kinds):
                self.kinds_changed[kind] = self.kinds_compared[kind] = 1

    @cython.cfunc
    @cython.exceptval(check=False)
    def bury(self, place: cython.int) -> cython.void:
        """Count a placement that was ruled out."""
        i: cython.int
        at: cython.int
        self.readings[self.body[place]] -= 1
        if self.readings[self.body[place]] == 0:
            self.bodies[self.kind[place]] -= 1
        self.kinds_changed[self.kind[place]] = self.kinds_compared[self.kind[place]] = 1
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
                self.squares_changed[at] = 1
                self.any_square = True

    @cython.ccall
    def undo(self, mark: cython.int) -> cython.void:
        """Go back to where the trail had this length, where nothing was left to find."""
        fact: cython.int
        at: cython.int
        i: cython.int
        place: cython.int
        row: cython.int
        col: cython.int
        one: cython.ulonglong = 1
        while self.top > mark:
            self.top -= 1
            fact = self.fact[self.top]
            if fact < 2 * self.n:
                at = fact >> 1
                row, col = at // self.width, at % self.width
                self.value[at] = OPEN
                self.when[at] = NEVER
                self.n_known -= 1
                self.line_ship[row] &= ~(one << col)
                self.line_water[row] &= ~(one << col)
                self.line_ship[self.height + col] &= ~(one << row)
                self.line_water[self.height + col] &= ~(one << row)
                continue
            place = fact - 2 * self.n
            self.alive[place] = 1
            self.died[place] = NEVER
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
            self.lines_changed[i] = self.lines_weeded[i] = self.lines_filled[i] = 0
        for i in range(self.n_kinds):
            self.kinds_changed[i] = self.kinds_compared[i] = 0
        if self.any_square or self.any_uncovered:
            for i in range(self.n):
                self.squares_changed[i] = self.is_uncovered[i] = 0
        self.any_square = self.any_uncovered = self.any_edge = False

    # What is given, supposed or concluded by cases

    def suppose(
        self, ship: Sequence[int], water: Sequence[int], technique: int = 0, subject: int = 0
    ) -> None:
        """Note that squares are ship, and squares are water; `technique` says how that is known."""
        since: cython.int = self.top
        at: cython.int
        for at in ship:
            self.settle(at, SHIP, technique, subject, since)
        for at in water:
            self.settle(at, WATER, technique, subject, since)

    def rule_out(self, places: Sequence[int], technique: int, subject: int) -> None:
        """Note that placements are ruled out."""
        since: cython.int = self.top
        place: cython.int
        for place in places:
            self.kill(place, technique, subject, since)

    def starve(self, does: bool) -> None:
        """Rule out placements that would leave a line too few squares, from now on, or do not."""
        line: cython.int
        self.starves = does
        for line in range(self.n_lines if does else 0):
            self.lines_weeded[line] = 1

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
        contradiction."""
        before: cython.int = self.n_known
        while True:
            self.spread()
            if self.failure != NONE:
                return False
            if self.n_known > before:
                return True
            if self.find_full_lines() or self.failure != NONE:
                continue
            if self.weed_out() or self.failure != NONE:
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
        return False

    # Full lines

    @cython.cfunc
    @cython.exceptval(check=False)
    def find_full_lines(self) -> cython.bint:
        """Lines that have all their ship squares, or need all that are open. Returns whether any square is
        settled."""
        line: cython.int
        before: cython.int = self.top
        group: cython.int
        has: cython.int
        left: cython.int
        i: cython.int
        since: cython.int
        for line in range(self.n_lines):
            if not self.lines_changed[line]:
                continue
            self.lines_changed[line] = 0
            if self.tally[line] >= 0:
                has = popcount(self.line_ship[line])
                left = popcount(self.line_full[line] & ~self.line_water[line])
                if has > self.tally[line]:
                    self.fail(LINE_WATER, line)
                    return False
                if left < self.tally[line]:
                    self.fail(LINE_SHIP, line)
                    return False
                if has < left and has == self.tally[line]:
                    self.settle_line(line, WATER, LINE_WATER, line, self.top)
                elif has < left and left == self.tally[line]:
                    self.settle_line(line, SHIP, LINE_SHIP, line, self.top)
            group = self.group_of[line]
            if group >= 0:
                has = left = 0
                for i in range(self.group_start[group], self.group_start[group + 1]):
                    has += popcount(self.line_ship[self.group_lines[i]])
                    left += popcount(
                        self.line_full[self.group_lines[i]] & ~self.line_water[self.group_lines[i]]
                    )
                if has > self.group_need[group]:
                    self.fail(LINE_WATER, self.n_lines + group)
                    return False
                if left < self.group_need[group]:
                    self.fail(LINE_SHIP, self.n_lines + group)
                    return False
                if has < left and (has == self.group_need[group] or left == self.group_need[group]):
                    since = self.top
                    for i in range(self.group_start[group], self.group_start[group + 1]):
                        if has == self.group_need[group]:
                            self.settle_line(
                                self.group_lines[i], WATER, LINE_WATER, self.n_lines + group, since
                            )
                        else:
                            self.settle_line(
                                self.group_lines[i], SHIP, LINE_SHIP, self.n_lines + group, since
                            )
        return self.top > before

    @cython.cfunc
    @cython.exceptval(check=False)
    def settle_line(
        self,
        line: cython.int,
        value: cython.int,
        technique: cython.int,
        subject: cython.int,
        since: cython.int,
    ) -> cython.void:
        """Settle the squares of a line that are open."""
        rest: cython.ulonglong = self.line_full[line] & ~(self.line_ship[line] | self.line_water[line])
        while rest:
            self.settle(self.square_at(line, trailing_zeros(rest)), value, technique, subject, since)
            rest &= rest - 1

    @cython.cfunc
    @cython.exceptval(check=False)
    def square_at(self, line: cython.int, position: cython.int) -> cython.int:
        if line < self.height:
            return line * self.width + position
        return position * self.width + line - self.height

    @cython.cfunc
    @cython.exceptval(check=False)
    def cite_full_line(self, subject: cython.int, value: cython.int, since: cython.int) -> cython.void:
        """The squares of a line that are of one value, and its tally."""
        i: cython.int
        if subject < self.n_lines:
            self.cited_lines[subject] = 1
            self.need_line(subject, value, since)
            return
        subject -= self.n_lines
        self.cited_groups[subject] = 1
        for i in range(self.group_start[subject], self.group_start[subject + 1]):
            self.need_line(self.group_lines[i], value, since)

    @cython.cfunc
    @cython.exceptval(check=False)
    def need_line(self, line: cython.int, value: cython.int, since: cython.int) -> cython.void:
        """Need the squares of a line that were of one value."""
        squares: cython.ulonglong = self.line_ship[line] if value == SHIP else self.line_water[line]
        while squares:
            self.need_square(self.square_at(line, trailing_zeros(squares)), since)
            squares &= squares - 1

    # Placements that lines, numbers and letters rule out

    @cython.cfunc
    @cython.exceptval(check=False)
    def weed_out(self) -> cython.bint:
        """Rule out the placements that break a tally or a number by themselves. Returns whether there are
        any."""
        before: cython.int = self.top
        line: cython.int
        kind: cython.int
        for line in range(self.n_lines):
            if self.lines_weeded[line]:
                self.lines_weeded[line] = 0
                if self.tally[line] >= 0:
                    self.weed_line(line)
        for kind in range(self.n_kinds):
            if self.kinds_changed[kind]:
                self.kinds_changed[kind] = 0
                if self.number[kind] >= 0:
                    self.weed_kind(kind)
        if self.any_edge:
            self.any_edge = False
            self.weed_edges()
        return self.top > before

    @cython.cfunc
    @cython.exceptval(check=False)
    def weed_line(self, line: cython.int) -> cython.void:
        """Placements that would give a line too many ship squares, or leave it too few."""
        since: cython.int = self.top
        ship: cython.ulonglong = self.line_ship[line]
        water: cython.ulonglong = self.line_water[line]
        room: cython.int = self.tally[line] - popcount(ship)
        spare: cython.int = popcount(self.line_full[line] & ~water) - self.tally[line]
        i: cython.int
        place: cython.int
        for i in range(self.line_start[line], self.line_start[line + 1]):
            place = self.line_place[i]
            if not self.alive[place]:
                continue
            if self.line_inside[i] and popcount(self.line_inside[i] & ~ship) > room:
                self.kill(place, OVERFULL, line, since)
            elif self.line_beside[i] and self.starves and popcount(self.line_beside[i] & ~water) > spare:
                self.kill(place, STARVED, line, since)

    @cython.cfunc
    @cython.exceptval(check=False)
    def cite_weeded(
        self, place: cython.int, technique: cython.int, line: cython.int, since: cython.int
    ) -> cython.void:
        """The squares of a line besides those of a placement, or round it, as many as it takes, and the
        tally."""
        i: cython.int
        inside: cython.ulonglong = 0
        beside: cython.ulonglong = 0
        squares: cython.ulonglong
        enough: cython.int
        at: cython.int
        turn: cython.int
        for i in range(self.line_start[line], self.line_start[line + 1]):
            if self.line_place[i] == place:
                inside, beside = self.line_inside[i], self.line_beside[i]
        self.cited_lines[line] = 1
        if technique == OVERFULL:
            squares = self.line_ship[line] & ~inside
            enough = self.tally[line] - popcount(inside) + 1
        else:
            squares = self.line_water[line] & ~beside
            enough = popcount(self.line_full[line] & ~beside) - self.tally[line] + 1
        # Those known longest first: they make the shortest arguments.
        for turn in range(enough):
            best: cython.int = NONE
            rest: cython.ulonglong = squares
            while rest:
                at = self.square_at(line, trailing_zeros(rest))
                rest &= rest - 1
                if self.when[at] < since and (best == NONE or self.when[at] < self.when[best]):
                    best = at
            if best == NONE:
                return
            self.needed[self.when[best]] = 1
            squares &= ~(self.bit_of(line, best))

    @cython.cfunc
    @cython.exceptval(check=False)
    def bit_of(self, line: cython.int, at: cython.int) -> cython.ulonglong:
        one: cython.ulonglong = 1
        return one << (at % self.width if line < self.height else at // self.width)

    @cython.cfunc
    @cython.exceptval(check=False)
    def is_complete(self, place: cython.int) -> cython.bint:
        """Whether a placement that is possible is a ship: all its squares are ship, all around it is water,
        and no ship of another kind can lie there."""
        i: cython.int
        other: cython.int
        at: cython.int = self.squares[self.squares_start[place]]
        if self.value[at] != SHIP:
            return False
        for i in range(self.squares_start[place] + 1, self.squares_start[place + 1]):
            if self.value[self.squares[i]] != SHIP:
                return False
        for i in range(self.around_start[place], self.around_start[place + 1]):
            if self.value[self.around[i]] != WATER:
                return False
        if self.has_double[self.kind[place]]:
            for i in range(self.covering_start[at], self.covering_start[at + 1]):
                other = self.covering[i]
                if self.alive[other] and self.kind[other] != self.kind[place]:
                    return False
        return True

    @cython.cfunc
    @cython.exceptval(check=False)
    def find_complete(self, kind: cython.int) -> cython.int:
        """List the bodies of a kind that are complete, a placement of each. Returns their number."""
        place: cython.int
        n: cython.int = 0
        i: cython.int
        is_new: cython.bint
        for place in range(self.first[kind], self.first[kind + 1]):
            if self.alive[place] and self.is_complete(place):
                is_new = True
                for i in range(n):
                    if self.body[self.listed[i]] == self.body[place]:
                        is_new = False
                if is_new:
                    self.listed[n] = place
                    n += 1
        return n

    @cython.cfunc
    @cython.exceptval(check=False)
    def weed_kind(self, kind: cython.int) -> cython.void:
        """Where all ships of a kind are found, there are no others."""
        since: cython.int = self.top
        if self.bodies[kind] < self.number[kind]:
            self.fail(TOO_FEW, kind)
            return
        if self.bodies[kind] == self.number[kind]:
            self.kill_rivals(kind, since)
        n: cython.int = self.find_complete(kind)
        if n > self.number[kind]:
            self.fail(TOO_MANY, kind)
        if n != self.number[kind] or self.bodies[kind] == n:
            return
        place: cython.int
        i: cython.int
        is_found: cython.bint
        for place in range(self.first[kind], self.first[kind + 1]):
            is_found = False
            for i in range(n):
                if self.body[self.listed[i]] == self.body[place]:
                    is_found = True
            if not is_found:
                self.kill(place, ALL_FOUND, kind, since)

    @cython.cfunc
    @cython.exceptval(check=False)
    def kill_rivals(self, kind: cython.int, since: cython.int) -> cython.void:
        """Where a word has just as many placements left as ships, no other word lies on them."""
        place: cython.int
        i: cython.int
        at: cython.int
        for place in range(self.first[kind], self.first[kind + 1]):
            if self.alive[place]:
                at = self.squares[self.squares_start[place]]
                for i in range(self.covering_start[at], self.covering_start[at + 1]):
                    if self.kind[self.covering[i]] != kind:
                        self.kill(self.covering[i], LAST, kind, since)

    @cython.cfunc
    @cython.exceptval(check=False)
    def cite_complete(self, kind: cython.int, since: cython.int) -> cython.int:
        """The ships of a kind that were complete. Returns their number."""
        self.cited_kinds[kind] = 1
        place: cython.int
        n: cython.int = 0
        for place in range(self.first[kind], self.first[kind + 1]):
            if self.was_complete(place, since):
                n += 1
                self.cite_ship(place, since)
        return n

    @cython.cfunc
    @cython.exceptval(check=False)
    def cite_ship(self, place: cython.int, since: cython.int) -> cython.void:
        i: cython.int
        at: cython.int = self.squares[self.squares_start[place]]
        for i in range(self.squares_start[place], self.squares_start[place + 1]):
            self.need_square(self.squares[i], since)
        for i in range(self.around_start[place], self.around_start[place + 1]):
            self.need_square(self.around[i], since)
        if self.has_double[self.kind[place]]:
            for i in range(self.covering_start[at], self.covering_start[at + 1]):
                if self.kind[self.covering[i]] != self.kind[place]:
                    self.need_dead(self.covering[i], since)

    @cython.cfunc
    @cython.exceptval(check=False)
    def was_complete(self, place: cython.int, since: cython.int) -> cython.bint:
        i: cython.int
        other: cython.int
        at: cython.int = self.squares[self.squares_start[place]]
        if self.died[place] < since:
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
                if self.died[other] >= since and self.kind[other] != self.kind[place]:
                    return False
        return True

    @cython.cfunc
    @cython.exceptval(check=False)
    def shows(self, place: cython.int, at: cython.int) -> cython.int:
        """The letter that a placement shows on a square; 0 for none."""
        i: cython.int
        for i in range(self.squares_start[place], self.squares_start[place + 1]):
            if self.squares[i] == at:
                return self.letters[i]
        return 0

    @cython.cfunc
    @cython.exceptval(check=False)
    def can_show(self, at: cython.int, letter: cython.int, since: cython.int) -> cython.bint:
        """Whether a square can show a letter."""
        i: cython.int
        for i in range(self.covering_start[at], self.covering_start[at + 1]):
            if self.died[self.covering[i]] >= since and self.shows(self.covering[i], at) == letter:
                return True
        return False

    @cython.cfunc
    @cython.exceptval(check=False)
    def weed_edges(self) -> cython.void:
        """Placements that would show another letter before the first one from an edge, or leave it no
        square."""
        edge: cython.int
        i: cython.int
        at: cython.int
        first: cython.int
        letter: cython.int
        for edge in range(self.n_edges):
            letter = self.edge_letter[edge]
            first = NONE
            for i in range(self.edge_start[edge], self.edge_start[edge + 1]):
                at = self.edge_squares[i]
                if first == NONE:
                    self.kill_others(at, letter, BEFORE_LETTER, edge, self.top)
                    if self.can_show(at, letter, NEVER):
                        first = at
            if first == NONE:
                self.fail(LETTER, edge)
                return
            self.kill_blockers(edge, letter, first)

    @cython.cfunc
    @cython.exceptval(check=False)
    def kill_blockers(self, edge: cython.int, letter: cython.int, first: cython.int) -> cython.void:
        """Placements that would cover every square that can show the letter, and show it on none."""
        i: cython.int
        k: cython.int
        at: cython.int
        place: cython.int
        blocks: cython.bint
        for i in range(self.covering_start[first], self.covering_start[first + 1]):
            place = self.covering[i]
            blocks = self.alive[place] != 0
            for k in range(self.edge_start[edge], self.edge_start[edge + 1]):
                at = self.edge_squares[k]
                if not blocks:
                    break
                if self.can_show(at, letter, NEVER):
                    blocks = self.covers(place, at) and self.shows(place, at) != letter
            if blocks:
                self.kill(place, ONLY_LETTER, edge, self.top)

    @cython.cfunc
    @cython.exceptval(check=False)
    def kill_others(
        self,
        at: cython.int,
        letter: cython.int,
        technique: cython.int,
        edge: cython.int,
        since: cython.int,
    ) -> cython.void:
        i: cython.int
        place: cython.int
        shown: cython.int
        for i in range(self.covering_start[at], self.covering_start[at + 1]):
            place = self.covering[i]
            shown = self.shows(place, at)
            if self.alive[place] and shown != 0 and shown != letter:
                self.kill(place, technique, edge, since)

    @cython.cfunc
    @cython.exceptval(check=False)
    def cite_edge(
        self, edge: cython.int, place: cython.int, is_only: cython.bint, since: cython.int
    ) -> cython.void:
        """Why other squares could not show the letter at an edge: those before a placement, or all."""
        i: cython.int
        k: cython.int
        at: cython.int
        letter: cython.int = self.edge_letter[edge]
        self.cited_edges[edge] = 1
        for i in range(self.edge_start[edge], self.edge_start[edge + 1]):
            at = self.edge_squares[i]
            if place >= 0 and not is_only and self.shows(place, at) not in (0, letter):
                return
            if self.can_show(at, letter, since):
                if is_only:
                    continue
                return
            for k in range(self.covering_start[at], self.covering_start[at + 1]):
                if self.shows(self.covering[k], at) == letter:
                    self.need_dead(self.covering[k], since)

    @cython.cfunc
    @cython.exceptval(check=False)
    def covers(self, place: cython.int, at: cython.int) -> cython.bint:
        one: cython.ulonglong = 1
        return self.square_masks[place * self.words + (at >> 6)] >> (at & 63) & one != 0

    @cython.cfunc
    @cython.exceptval(check=False)
    def surrounds(self, place: cython.int, at: cython.int) -> cython.bint:
        one: cython.ulonglong = 1
        return self.around_masks[place * self.words + (at >> 6)] >> (at & 63) & one != 0

    @cython.cfunc
    @cython.exceptval(check=False)
    def find_letters(self) -> cython.bint:
        """The only square that can show the letter at an edge is ship."""
        before: cython.int = self.top
        edge: cython.int
        i: cython.int
        n: cython.int
        only: cython.int
        for edge in range(self.n_edges):
            n, only = 0, 0
            for i in range(self.edge_start[edge], self.edge_start[edge + 1]):
                if self.can_show(self.edge_squares[i], self.edge_letter[edge], NEVER):
                    n += 1
                    only = self.edge_squares[i]
            if n == 1:
                self.settle(only, SHIP, LETTER, edge, before)
        return self.top > before

    # What the placements share that can lie on a ship square

    @cython.cfunc
    @cython.exceptval(check=False)
    def start_sharing(self) -> cython.void:
        w: cython.int
        for w in range(self.words):
            self.both[w] = self.near[w] = ALL_BITS

    @cython.cfunc
    @cython.exceptval(check=False)
    def share(self, place: cython.int) -> cython.void:
        w: cython.int
        for w in range(self.words):
            self.both[w] &= self.square_masks[place * self.words + w]
            self.near[w] &= self.around_masks[place * self.words + w]

    @cython.cfunc
    @cython.exceptval(check=False)
    def settle_shared(self, technique: cython.int, subject: cython.int, since: cython.int) -> cython.void:
        w: cython.int
        rest: cython.ulonglong
        for w in range(self.words):
            rest = self.both[w]
            while rest:
                self.settle(64 * w + trailing_zeros(rest), SHIP, technique, subject, since)
                rest &= rest - 1
            rest = self.near[w]
            while rest:
                self.settle(64 * w + trailing_zeros(rest), WATER, technique, subject, since)
                rest &= rest - 1

    @cython.cfunc
    @cython.exceptval(check=False)
    def find_on_squares(self) -> cython.bint:
        """What the ships share that can lie on a ship square; of the first square where they share anything,
        so that no ship that this rules out is listed for the next."""
        before: cython.int = self.top
        at: cython.int
        i: cython.int
        self.any_square = False
        for at in range(self.n):
            if not self.squares_changed[at]:
                continue
            self.squares_changed[at] = 0
            if self.cover[at] == 0:
                self.fail(NO_SHIP, at)
                return False
            self.start_sharing()
            for i in range(self.covering_start[at], self.covering_start[at + 1]):
                if self.alive[self.covering[i]]:
                    self.share(self.covering[i])
            self.settle_shared(ON_SQUARE, at, before)
            if self.top > before:
                self.any_square = True
                return True
        return False

    @cython.cfunc
    @cython.exceptval(check=False)
    def cite_on_square(self, at: cython.int, fact: cython.int, since: cython.int) -> cython.void:
        """Why no ship lies there otherwise."""
        self.need_square(at, since)
        i: cython.int
        for i in range(self.covering_start[at], self.covering_start[at + 1]):
            if not self.implies(self.covering[i], fact):
                self.need_dead(self.covering[i], since)

    @cython.cfunc
    @cython.exceptval(check=False)
    def implies(self, place: cython.int, fact: cython.int) -> cython.bint:
        """Whether a ship there would mean a fact about a square; none is meant by -1."""
        if fact < 0:
            return False
        return self.surrounds(place, fact >> 1) if fact & 1 else self.covers(place, fact >> 1)

    # Squares that no ship can cover

    @cython.cfunc
    @cython.exceptval(check=False)
    def find_uncovered(self) -> cython.bint:
        """Squares that no ship can cover are water."""
        before: cython.int = self.top
        at: cython.int
        self.any_uncovered = False
        for at in range(self.n):
            if self.is_uncovered[at]:
                self.is_uncovered[at] = 0
                if self.value[at] == OPEN:
                    self.settle(at, WATER, NO_SHIP, at, before)
        return self.top > before

    @cython.cfunc
    @cython.exceptval(check=False)
    def cite_uncovered(self, at: cython.int, since: cython.int) -> cython.void:
        i: cython.int
        for i in range(self.covering_start[at], self.covering_start[at + 1]):
            self.need_dead(self.covering[i], since)

    # The ships of a kind

    @cython.cfunc
    @cython.exceptval(check=False)
    def find_last(self) -> cython.bint:
        """Kinds that have just as many placements left as ships."""
        before: cython.int = self.top
        kind: cython.int
        place: cython.int
        for kind in range(self.n_kinds):
            if not self.kinds_compared[kind] or self.number[kind] <= 0:
                continue
            if self.bodies[kind] == self.number[kind]:
                for place in range(self.first[kind], self.first[kind + 1]):
                    if self.alive[place]:
                        self.start_sharing()
                        self.share(place)
                        self.settle_shared(LAST, kind, before)
                if self.top > before:
                    return True
        return False

    @cython.cfunc
    @cython.exceptval(check=False)
    def cite_kind(self, kind: cython.int, fact: cython.int, since: cython.int) -> cython.void:
        """Why the ships of a kind lie nowhere else."""
        place: cython.int
        self.cited_kinds[kind] = 1
        for place in range(self.first[kind], self.first[kind + 1]):
            if not self.implies(place, fact):
                self.need_dead(place, since)

    @cython.cfunc
    @cython.exceptval(check=False)
    def find_overlaps(self) -> cython.bint:
        """What the placements share that are left for the missing ships of a kind: sorted into groups so that
        any two of a group exclude each other, as many groups as ships."""
        before: cython.int = self.top
        kind: cython.int
        group: cython.int
        n: cython.int
        since: cython.int
        i: cython.int
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
                return False
            if n > self.wanted_of(kind, NEVER):
                continue
            for group in range(n):
                self.start_sharing()
                for i in range(self.n_grouped):
                    if self.group[i] == group:
                        self.share(self.grouped[i])
                self.settle_shared(OVERLAP, kind, since)
            if self.top > before:
                return True
        return False

    @cython.cfunc
    @cython.exceptval(check=False)
    def wanted_of(self, kind: cython.int, since: cython.int) -> cython.int:
        """The number of ships of a kind that are not complete."""
        place: cython.int
        n: cython.int = 0
        for place in range(self.first[kind], self.first[kind + 1]):
            if self.was_complete(place, since):
                n += 1
        return self.number[kind] - n

    @cython.cfunc
    @cython.exceptval(check=False)
    def sort_into_groups(self, kind: cython.int, since: cython.int) -> cython.int:
        """Sort the placements left for a kind into groups of which any two exclude each other. Returns the
        number of groups; -1 if there are too many placements, or more groups than ships."""
        place: cython.int
        i: cython.int
        group: cython.int
        n_groups: cython.int = 0
        fits: cython.bint
        if self.number[kind] <= 0:
            return -1
        wanted: cython.int = self.wanted_of(kind, since)
        self.n_grouped = 0
        if wanted <= 0:
            return -1
        for place in range(self.first[kind], self.first[kind + 1]):
            if self.died[place] < since or self.was_complete(place, since):
                continue
            if self.n_grouped == MAX_GROUPED:
                return -1
            fits = False
            for group in range(n_groups):
                fits = True
                for i in range(self.n_grouped):
                    if self.group[i] == group and not self.exclude(place, self.grouped[i]):
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
            self.n_grouped += 1
        return n_groups

    @cython.cfunc
    @cython.exceptval(check=False)
    def exclude(self, one: cython.int, other: cython.int) -> cython.bint:
        """Whether two placements overlap or touch."""
        w: cython.int
        for w in range(self.words):
            if self.square_masks[other * self.words + w] & (
                self.square_masks[one * self.words + w] | self.around_masks[one * self.words + w]
            ):
                return True
        return False

    @cython.cfunc
    @cython.exceptval(check=False)
    def cite_overlap(self, kind: cython.int, fact: cython.int, since: cython.int) -> cython.void:
        """Why the missing ships of a kind lie nowhere else."""
        self.cite_complete(kind, since)
        self.cite_kind(kind, fact if self.wanted_of(kind, since) == 1 else -1, since)

    # The ways to fill a line

    @cython.cfunc
    @cython.exceptval(check=False)
    def find_ways(self) -> cython.bint:
        """What all ways to fill a line share; of the first line in which they share anything."""
        before: cython.int = self.top
        line: cython.int
        ship: cython.ulonglong
        water: cython.ulonglong
        for line in range(self.n_lines):
            if not self.lines_filled[line]:
                continue
            self.lines_filled[line] = 0
            if self.tally[line] < 0 or not self.list_ways(line, NEVER):
                continue
            if self.n_ways == 0:
                self.fail(WAYS, line)
                return False
            ship = self.shared_by_ways(line, True) & ~self.line_ship[line]
            water = self.shared_by_ways(line, False) & ~self.line_water[line]
            while ship:
                self.settle(self.square_at(line, trailing_zeros(ship)), SHIP, WAYS, line, before)
                ship &= ship - 1
            while water:
                self.settle(self.square_at(line, trailing_zeros(water)), WATER, WAYS, line, before)
                water &= water - 1
            if self.top > before:
                return True
        return False

    @cython.cfunc
    @cython.exceptval(check=False)
    def shared_by_ways(self, line: cython.int, is_ship: cython.bint) -> cython.ulonglong:
        i: cython.int
        shared: cython.ulonglong = self.line_full[line]
        for i in range(self.n_ways):
            shared &= self.ways[i] if is_ship else ~self.ways[i]
        return shared

    @cython.cfunc
    @cython.exceptval(check=False)
    def list_ways(self, line: cython.int, since: cython.int) -> cython.bint:
        """List the ways to fill a line that still needs ship squares, as masks of positions. Returns whether
        all are listed: not if they are too many."""
        ship: cython.ulonglong = 0
        water: cython.ulonglong = 0
        i: cython.int
        position: cython.int
        at: cython.int
        one: cython.ulonglong = 1
        rest: cython.ulonglong = self.line_ship[line] | self.line_water[line]
        while rest:
            position = trailing_zeros(rest)
            rest &= rest - 1
            at = self.square_at(line, position)
            if self.when[at] < since:
                if self.value[at] == SHIP:
                    ship |= one << position
                else:
                    water |= one << position
        self.n_patterns = self.n_ways = self.n_nodes = 0
        if popcount(ship) >= self.tally[line]:
            return False
        self.n_listings += 1
        for i in range(self.line_start[line], self.line_start[line + 1]):
            if self.line_pattern[i] >= 0 and self.died[self.line_place[i]] >= since:
                self.pattern_seen[self.line_pattern[i]] = self.n_listings
        position = 0
        for i in range(self.pattern_start[line], self.pattern_start[line + 1]):
            if self.pattern_seen[i] != self.n_listings:
                continue
            if self.n_patterns == _MAX_PATTERNS:
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

    @cython.cfunc
    @cython.exceptval(check=False)
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
        if self.n_nodes > _MAX_NODES:
            return False
        i: cython.int
        need: cython.int = self.tally[line] - popcount(chosen)
        free: cython.ulonglong = self.line_full[line] & ~(chosen | dry | water)
        left: cython.ulonglong = ship & ~chosen
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
            return True
        first: cython.ulonglong = free & (~free + 1)
        at: cython.int = trailing_zeros(first)
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

    @cython.cfunc
    @cython.exceptval(check=False)
    def cite_ways(self, line: cython.int, since: cython.int) -> cython.void:
        """The squares of a line that were known, its tally, and why ships lie there in no other way."""
        self.cited_lines[line] = 1
        self.need_line(line, SHIP, since)
        self.need_line(line, WATER, since)
        self.list_ways(line, since)  # for the patterns
        i: cython.int
        at: cython.int
        place: cython.int
        excluded: cython.bint
        ship: cython.ulonglong = 0
        water: cython.ulonglong = 0
        rest: cython.ulonglong = self.line_ship[line] | self.line_water[line]
        while rest:
            at = self.square_at(line, trailing_zeros(rest))
            if self.when[at] < since:
                if self.value[at] == SHIP:
                    ship |= self.bit_of(line, at)
                else:
                    water |= self.bit_of(line, at)
            rest &= rest - 1
        for i in range(self.line_start[line], self.line_start[line + 1]):
            place = self.line_place[i]
            if self.line_inside[i] == 0 or self.died[place] >= since:
                continue
            excluded = self.line_inside[i] & water != 0 or self.line_beside[i] & ship != 0
            if not excluded:
                excluded = popcount(self.line_inside[i] | ship) > self.tally[line]
            if not excluded and self.pattern_seen[self.line_pattern[i]] != self.n_listings:
                self.need_dead(place, since)

    # What conclusions rest on

    @cython.cfunc
    @cython.exceptval(check=False)
    def need_square(self, at: cython.int, since: cython.int) -> cython.void:
        if self.when[at] < since:
            self.needed[self.when[at]] = 1

    @cython.cfunc
    @cython.exceptval(check=False)
    def need_dead(self, place: cython.int, since: cython.int) -> cython.void:
        if self.died[place] < since:
            self.needed[self.died[place]] = 1

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
        elif technique == OVERFULL or technique == STARVED:
            self.cite_weeded(fact - 2 * self.n, technique, subject, since)
        elif technique == ALL_FOUND or technique == TOO_MANY:
            self.cite_complete(subject, since)
        elif technique == BEFORE_LETTER:
            self.cite_edge(subject, fact - 2 * self.n, False, since)
        elif technique == ONLY_LETTER or technique == LETTER:
            self.cite_edge(subject, -1, True, since)
        elif technique == ON_SQUARE:
            self.cite_on_square(subject, fact, since)
        elif technique == NO_SHIP:
            if fact < 0:
                self.need_square(subject, since)
            self.cite_uncovered(subject, since)
        elif technique == LAST or technique == TOO_FEW:
            self.cite_kind(subject, fact if fact < 2 * self.n else -1, since)
        elif technique == OVERLAP:
            self.cite_overlap(subject, fact, since)
        elif technique == WAYS:
            self.cite_ways(subject, since)
        elif technique == GIVEN:
            self.cited_givens[subject] = 1
        elif technique == KNOWN and fact >= 2 * self.n:
            self.need_square(subject, since + 1)

    @cython.cfunc
    @cython.exceptval(check=False)
    def start_citing(self) -> cython.void:
        i: cython.int
        for i in range(self.top + 1):
            self.needed[i] = 0
        for i in range(self.n_lines):
            self.cited_lines[i] = 0
        for i in range(self.n_groups):
            self.cited_groups[i] = 0
        for i in range(self.n_kinds):
            self.cited_kinds[i] = 0
        for i in range(self.n):
            self.cited_givens[i] = 0
        for i in range(self.n_edges):
            self.cited_edges[i] = 0

    @cython.cfunc
    @cython.exceptval(check=False)
    def cite_failure(self) -> cython.void:
        if self.failure == CLASH:
            self.need_square(self.failure_subject, self.top)
            self.cite(self.failed_by, self.failed_about, self.failed_fact, self.failure_since)
        else:
            self.cite(self.failure, self.failure_subject, -1, self.failure_since)

    def basis(self, technique: int, subject: int, facts: Sequence[int], since: int) -> Basis:
        """What a link rests on; without facts, what the contradiction does that was found."""
        self.start_citing()
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
        t: cython.int
        ship, water, barred, starved = [], [], [], set()
        for t in range(self.top - 1, -1, -1):
            if not self.needed[t]:
                continue
            if self.fact[t] >= 2 * self.n:
                if self.technique[t] == BARRED:
                    barred.append(t)
                else:
                    self.cite(self.technique[t], self.subject[t], self.fact[t], self.since[t])
                    if self.technique[t] == STARVED:
                        starved.add(self.subject[t])
            elif self.fact[t] & 1:
                water.append(self.fact[t] >> 1)
            else:
                ship.append(self.fact[t] >> 1)
        return Basis(
            _marked(self.cited_lines, self.n_lines),
            _marked(self.cited_groups, self.n_groups),
            _marked(self.cited_kinds, self.n_kinds),
            _marked(self.cited_givens, self.n),
            _marked(self.cited_edges, self.n_edges),
            tuple(sorted(ship)),
            tuple(sorted(water)),
            tuple(sorted(barred)),
            tuple(sorted(starved)),
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
        t: cython.int
        facts_of: dict[tuple[int, int, int], list[int]] = {}
        for t in range(mark, self.top):
            if (
                (is_traced and not self.needed[t])
                or self.fact[t] >= 2 * self.n
                or self.technique[t] <= REFUTED
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
        t: cython.int
        fact: cython.int
        self.start_citing()
        if facts:
            for fact in facts:
                self.needed[self.when[fact >> 1]] = 1
        else:
            self.cite_failure()
        for t in range(self.top - 1, -1, -1):
            if self.needed[t] and (t >= mark or self.fact[t] >= 2 * self.n):
                self.cite(self.technique[t], self.subject[t], self.fact[t], self.since[t])

    @cython.ccall
    def cost(self, mark: cython.int, facts: Sequence[int] = ()) -> cython.int:
        """About how many words the chain takes that facts, or the contradiction, rest on."""
        t: cython.int
        words: cython.int = 8
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
                words += 12 if last >= LAST else 8 if last >= ON_SQUARE else 5
            words += 1
        for t in range(mark):
            if self.needed[t] and self.technique[t] == BARRED:
                words += 3
        return 2 * words // 3

    def noted(self, mark: int) -> list[int]:
        """The positions on the trail, before `mark`, of placements ruled out by steps that the last trace
        needs."""
        t: cython.int
        found = []
        for t in range(mark):
            if self.needed[t] and self.technique[t] == BARRED:
                found.append(t)
        return found

    # Looking

    def known(self, at: int) -> int:
        """0 for an open square, 1 for ship, 2 for water."""
        return self.value[at]

    def facts_since(self, mark: int) -> list[int]:
        """The facts about squares that are noted since the trail had this length."""
        t: cython.int
        found = []
        for t in range(mark, self.top):
            if self.fact[t] < 2 * self.n:
                found.append(self.fact[t])
        return found

    def entry(self, t: int) -> tuple[int, int, int, int]:
        """A fact on the trail, its technique, subject and `since`."""
        return self.fact[t], self.technique[t], self.subject[t], self.since[t]

    def settled_at(self, at: int) -> int:
        """The position on the trail of what is known of a square."""
        return self.when[at]

    def places_on(self, at: int, since: int = 0x7FFF_FFFF) -> list[int]:
        """The placements that could cover a square."""
        i: cython.int
        found = []
        for i in range(self.covering_start[at], self.covering_start[at + 1]):
            if self.died[self.covering[i]] >= since:
                found.append(self.covering[i])
        return found

    def places_of(self, kind: int, since: int = 0x7FFF_FFFF, *, with_complete: bool = False) -> list[int]:
        """The placements that a kind of ship could have, without those that are complete."""
        place: cython.int
        found = []
        for place in range(self.first[kind], self.first[kind + 1]):
            if self.died[place] >= since and (with_complete or not self.was_complete(place, since)):
                found.append(place)
        return found

    def complete_of(self, kind: int, since: int = 0x7FFF_FFFF) -> list[int]:
        """The ships of a kind that are complete."""
        place: cython.int
        found = []
        for place in range(self.first[kind], self.first[kind + 1]):
            if self.was_complete(place, since):
                found.append(place)
        return found

    def is_alive(self, place: int) -> bool:
        """Whether a ship can lie there."""
        return bool(self.alive[place])

    def are_apart(self, one: int, other: int) -> bool:
        """Whether ships can lie on both placements."""
        return not self.exclude(one, other)

    def groups_of(self, kind: int, since: int) -> list[list[int]]:
        """The placements left for a kind, sorted into groups of which any two exclude each other."""
        n = self.sort_into_groups(kind, since)
        found: list[list[int]] = []
        i: cython.int
        for i in range(n):
            found.append([])
        if n > 0:
            for i in range(self.n_grouped):
                found[self.group[i]].append(self.grouped[i])
        return found

    def ways_of(self, line: int, since: int = 0x7FFF_FFFF) -> list[tuple[int, ...]] | None:
        """The ways to fill a line that needs ship squares, each as its ship squares; `None` for too many."""
        if self.tally[line] < 0 or not self.list_ways(line, since):
            return None
        i: cython.int
        position: cython.int
        found = []
        for i in range(self.n_ways):
            way = []
            for position in range(64):
                if self.ways[i] >> position & 1:
                    way.append(self.square_at(line, position))
            found.append(tuple(way))
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


def _filled(size: int, value: int) -> array[int]:
    return array("i", [value]) * size


def _words(size: int) -> array[int]:
    return array("Q", bytes(8 * max(size, 1)))


@cython.cfunc
def _marked(flags: cython.uchar[::1], size: cython.int) -> object:
    i: cython.int
    found = []
    for i in range(size):
        if flags[i]:
            found.append(i)
    return tuple(found)
