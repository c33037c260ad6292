# cython: language_level=3, infer_types=True, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, freethreading_compatible=True
"""The plain techniques on placements of ships of any kind: what each concludes, and what that rests on.

A technique stands here twice, side by side: what it concludes (`find_...`), and what that rests on
(`cite_...`), which is worked out only for arguments that are printed or compared.

Letters: the readings of a lettered ship are placements of one body, so most techniques need not know of them;
`find_letters`, `rule_out_by_edges`, `rule_out_blockers`, `rule_out_others` and `rule_out_rivals` do.
"""

from __future__ import annotations

import cython

if not cython.compiled:  # else the .pxd has them
    from bimaru.bits import popcount, trailing_zeros
    from bimaru.deduction.finding.codes import *
    from bimaru.deduction.finding.facts import Facts

MAX_NODES = cython.declare(cython.int, 4000)


@cython.cclass
class PlacementTechniques(Facts):
    """The deductions that a person makes without supposing anything."""

    # Full lines

    def find_full_lines(self) -> cython.bint:
        """Lines, and groups of lines, that have all their ship squares, or need all that are open. Returns
        whether any square is settled."""
        before: cython.int = self.top
        self.find_impossible_lines()
        for line in range(self.n_lines):
            if self.failure != NONE:
                return False
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
        return self.top > before

    def find_impossible_lines(self) -> cython.void:
        """Lines that changed and have too many ship squares, or too little room: before others are completed,
        so that an argument ends as soon as its contradiction is seen."""
        for line in range(self.n_lines):
            if self.failure == NONE and self.lines_changed[line] and self.tally[line] >= 0:
                if popcount(self.line_ship[line]) > self.tally[line]:
                    self.fail(LINE_WATER, line)
                elif popcount(self.line_full[line] & ~self.line_water[line]) < self.tally[line]:
                    self.fail(LINE_SHIP, line)

    def complete(self, subject: cython.int) -> cython.void:
        """Settle the rest of a line, or of a group, if that is clear from its number of ship squares."""
        since: cython.int = self.top
        need: cython.int = self.need[subject]
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

    def cite_full_line(self, subject: cython.int, value: cython.int, since: cython.int) -> cython.void:
        """The squares of a line, or of a group, that are of one value, and its number of ship squares."""
        self.cited_lines[subject] = 1
        for i in range(self.member_start[subject], self.member_start[subject + 1]):
            self.need_line(self.members[i], value, since)

    # Placements that lines, numbers and letters rule out

    def rule_out_placements(self) -> cython.bint:
        """Rule out the placements that break a tally or a number by themselves. Returns whether there are
        any."""
        before: cython.int = self.top
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
        return self.top > before

    def rule_out_on_line(self, line: cython.int) -> cython.void:
        """Placements that would give a line too many ship squares, or leave it too few."""
        since: cython.int = self.top
        ship: cython.ulonglong = self.line_ship[line]
        water: cython.ulonglong = self.line_water[line]
        room: cython.int = self.tally[line] - popcount(ship)
        spare: cython.int = popcount(self.line_full[line] & ~water) - self.tally[line]
        # What is possible covers no water and lies beside no ship: all that it could settle are open squares.
        n_open: cython.int = room + spare
        if room >= min(n_open, self.most_inside) and spare >= min(n_open, self.most_beside):
            return
        for i in range(self.line_start[line], self.line_start[line + 1]):
            place = self.line_place[i]
            if not self.possible[place]:
                continue
            if self.line_inside[i] and popcount(self.line_inside[i] & ~ship) > room:
                self.rule_out(place, OVERFULL, line, since)
            elif self.line_beside[i] and self.starves and popcount(self.line_beside[i] & ~water) > spare:
                self.rule_out(place, STARVED, line, since)

    def cite_overfull(self, place: cython.int, line: cython.int, since: cython.int) -> cython.void:
        """The squares of a line besides those of a placement that fill it, as many as it takes, and the
        tally."""
        inside: cython.ulonglong = self.inside(place, line)
        self.cited_lines[line] = 1
        self.need_first(line, self.line_ship[line] & ~inside, self.tally[line] - popcount(inside) + 1, since)

    def cite_starved(self, i: cython.int, since: cython.int) -> cython.void:
        """The water of a line besides that round a placement, as much as it takes, and the tally; `i` is the
        index of the placement on that line."""
        line: cython.int = self.line_of[i]
        beside: cython.ulonglong = self.line_beside[i]
        self.cited_lines[line] = 1
        self.starved_line[self.line_place[i]] = line
        enough: cython.int = popcount(self.line_full[line] & ~beside) - self.tally[line] + 1
        self.need_first(line, self.line_water[line] & ~beside, enough, since)

    def need_first(
        self, line: cython.int, squares: cython.ulonglong, enough: cython.int, since: cython.int
    ) -> cython.void:
        """Need as many of the squares of a line as are enough, those known longest: they make the shortest
        arguments."""
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

    def cite_ruled_out(self, since: cython.int) -> cython.void:
        """Why there was no ship on placements that a line starves, or that steps ruled out: the plainest
        reason there was by then. In a chain, reasons that were known before it come first."""
        left: cython.int = 0
        early: cython.int = min(since, self.mark)
        if self.n_to_cite == 0:
            return
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
        best: cython.int = since
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
        if self.starves or not self.tells:
            return True
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
        line: cython.int = self.line_of[i]
        if not self.can_starve[line]:
            return False
        water: cython.ulonglong = self.surveyed[line] | self.line_beside[i]
        return popcount(self.line_full[line] & ~water) < self.tally[line]

    def inside(self, place: cython.int, line: cython.int) -> cython.ulonglong:
        """The squares of a line that a placement covers."""
        i: cython.int = self.entry_of(place, line)
        return 0 if i == NONE else self.line_inside[i]

    def entry_of(self, place: cython.int, line: cython.int) -> cython.int:
        """The index of a placement on a line or beside it, -1 elsewhere."""
        for i in range(self.entries_start[place], self.entries_start[place + 1]):
            if self.line_of[self.entries[i]] == line:
                return self.entries[i]
        return NONE

    def find_complete(self, kind: cython.int) -> cython.int:
        """List the bodies of a kind that are complete, a placement of each. Returns their number."""
        n: cython.int = 0
        for place in range(self.first[kind], self.first[kind + 1]):
            if not self.possible[place] or self.value[self.squares[self.squares_start[place]]] != SHIP:
                continue
            if self.is_complete(place, NEVER) and not self.is_listed(place, n):
                self.listed[n] = place
                n += 1
        return n

    def is_listed(self, place: cython.int, n: cython.int) -> cython.bint:
        """Whether the body of a placement is that of one of the first `n` listed."""
        for i in range(n):
            if self.body[self.listed[i]] == self.body[place]:
                return True
        return False

    def rule_out_of_kind(self, kind: cython.int) -> cython.void:
        """Where all ships of a kind are found, there are no others."""
        since: cython.int = self.top
        if self.bodies[kind] < self.number[kind]:
            self.fail(TOO_FEW, kind)
            return
        if self.has_double[kind] and self.bodies[kind] == self.number[kind]:
            self.rule_out_rivals(kind, since)
        n: cython.int = self.find_complete(kind)
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
        before: cython.int = self.top
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
        if self.bodies[kind] <= self.number[kind]:
            return
        n: cython.int = self.find_complete(kind)
        if n >= self.number[kind]:
            return
        n += self.account(kind, NEVER, False)
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
        n: cython.int = 0
        wanted: cython.int = self.wanted_of(kind, since)
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
            found: cython.int = self.n_only_in(line, kind, since) if self.tally[line] >= 0 else 0
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
        is_any: cython.bint = False
        for i in range(self.covering_start[at], self.covering_start[at + 1]):
            place = self.covering[i]
            if self.when_out[place] >= since:
                if self.kind[place] != kind or self.accounted[place] or self.is_complete(place, since):
                    return False
                is_any = True
        return is_any

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
        ship: cython.ulonglong = self.known_in(line, SHIP, since)
        need: cython.int = self.tally[line] - popcount(ship)
        most: cython.int = 0
        if need <= 0:
            return 0
        # Backwards, since short ships, which come last, can lie on most lines: then nothing else matters.
        for i in range(self.line_start[line + 1] - 1, self.line_start[line] - 1, -1):
            place = self.line_place[i]
            if self.when_out[place] < since or self.line_inside[i] & ~ship == 0:
                continue
            if self.kind[place] != kind or self.accounted[place]:
                return 0
            most = max(most, popcount(self.line_inside[i] & ~ship))
        return (need + most - 1) // most if most else 0

    def account_in(self, line: cython.int, since: cython.int, cites: cython.bint) -> cython.void:
        ship: cython.ulonglong = self.known_in(line, SHIP, since)
        water: cython.ulonglong = self.known_in(line, WATER, since)
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

    def cite_complete(self, kind: cython.int, since: cython.int) -> cython.void:
        """The ships of a kind that were complete."""
        self.cited_kinds[kind] = 1
        for place in range(self.first[kind], self.first[kind + 1]):
            if self.is_complete(place, since):
                self.cite_ship(place, since)

    def cite_excess(self, kind: cython.int, since: cython.int) -> cython.void:
        """One ship of a kind more than the fleet has: those that were complete first."""
        place: cython.int
        self.cited_kinds[kind] = 1
        for place in self.excess_of(kind, since):
            self.cite_ship(place, since)

    def excess_of(self, kind: cython.int, since: cython.int) -> list[int]:
        """One ship of a kind more than the fleet has, of those that were complete: the first."""
        place: cython.int
        ages: dict[int, tuple[int, int]] = {}
        for place in range(self.first[kind], self.first[kind + 1]):
            if self.body[place] not in ages and self.is_complete(place, since):
                ages[self.body[place]] = self.completed_at(place), place
        found = []
        for _, place in sorted(ages.values())[: self.number[kind] + 1]:
            found.append(place)
        return found

    def completed_at(self, place: cython.int) -> cython.int:
        """When the last square of a complete ship, or round it, was known."""
        last: cython.int = 0
        for i in range(self.squares_start[place], self.squares_start[place + 1]):
            last = max(last, self.when[self.squares[i]])
        for i in range(self.around_start[place], self.around_start[place + 1]):
            last = max(last, self.when[self.around[i]])
        return last

    def cite_ship(self, place: cython.int, since: cython.int) -> cython.void:
        at: cython.int = self.squares[self.squares_start[place]]
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
        blocks: cython.bint
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
        since: cython.int = self.top
        for i in range(self.covering_start[at], self.covering_start[at + 1]):
            place = self.covering[i]
            shown = self.shows(place, at)
            if self.possible[place] and shown != 0 and shown != self.edge_letter[edge]:
                self.rule_out(place, BEFORE_LETTER, edge, since)

    def cite_edge(self, edge: cython.int, place: cython.int, since: cython.int) -> cython.void:
        """Why other squares could not show the letter at an edge: those before a placement, or all without
        one (-1)."""
        letter: cython.int = self.edge_letter[edge]
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
        before: cython.int = self.top
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

    def find_on_squares(self) -> cython.bint:
        """What the ships share that can lie on a ship square; of the first square where they share anything,
        so that no ship that this rules out is listed for the next."""
        before: cython.int = self.top
        self.start_listing()
        self.any_square = False
        for at in range(self.n):
            if not self.squares_changed[at]:
                continue
            self.squares_changed[at] = 0
            if self.cover[at] == 0:
                self.fail(NO_SHIP, at)
                return False
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
        return False

    def cite_covering(self, at: cython.int, fact: cython.int, since: cython.int) -> cython.void:
        """Why no ship on a square lies otherwise."""
        for i in range(self.covering_start[at], self.covering_start[at + 1]):
            self.need_unlisted(self.covering[i], fact, since)

    # Squares that no ship can cover

    def find_uncovered(self) -> cython.bint:
        """Squares that no ship can cover are water."""
        before: cython.int = self.top
        self.any_uncovered = False
        for at in range(self.n):
            if self.is_uncovered[at]:
                self.is_uncovered[at] = 0
                if not self.waits[at] and self.value[at] == OPEN:
                    self.settle(at, WATER, NO_SHIP, at, before)
        return self.top > before

    def find_waiting(self) -> cython.bint:
        """The same for squares that wait until nothing else follows."""
        before: cython.int = self.top
        for at in range(self.n):
            if self.waits[at] and self.cover[at] == 0 and self.value[at] == OPEN:
                self.settle(at, WATER, NO_SHIP, at, before)
        return self.top > before

    # The ships of a kind

    def find_last(self) -> cython.bint:
        """Kinds that have just as many placements left as ships."""
        before: cython.int = self.top
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
        return False

    def cite_kind(self, kind: cython.int, fact: cython.int, since: cython.int) -> cython.void:
        """Why the ships of a kind lie nowhere else."""
        self.cited_kinds[kind] = 1
        for place in range(self.first[kind], self.first[kind + 1]):
            self.need_unlisted(place, fact, since)

    def need_unlisted(self, place: cython.int, fact: cython.int, since: cython.int) -> cython.void:
        """Need what ruled out a placement, unless a ship there would mean the fact as well. One that would
        starve a line is cited in any case: a reader misses it in the list."""
        t: cython.int = self.when_out[place]
        if t < since and (self.technique[t] == STARVED or not self.implies(place, fact)):
            self.need_ruled_out(place, since)

    def find_overlaps(self) -> cython.bint:
        """What the placements share that are left for the missing ships of a kind: sorted into groups so that
        any two of a group exclude each other, as many groups as ships, and without those that exclude a whole
        other group. No ship of another kind lies on the ship squares that they share."""
        before: cython.int = self.top
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
                return False
            is_clear = True
            for i in range(self.n_grouped):
                is_clear = is_clear and self.may_list(self.grouped[i])
            if not is_clear:
                continue
            if not self.drop_excluding(n, NEVER):
                self.fail(OVERLAP, kind)
                return False
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
        return False

    def wanted_of(self, kind: cython.int, since: cython.int) -> cython.int:
        """The number of ships of a kind that are not complete."""
        n: cython.int = 0
        for place in range(self.first[kind], self.first[kind + 1]):
            if self.when_out[place] < since or self.value[self.squares[self.squares_start[place]]] != SHIP:
                continue
            if self.is_complete(place, since):
                n += 1
        return self.number[kind] - n

    def sort_into_groups(self, kind: cython.int, since: cython.int) -> cython.int:
        """Sort the placements left for a kind into groups of which any two exclude each other: they overlap or
        touch, or would overfill a line together. Returns the number of groups; -1 if there are too many
        placements, or more groups than ships."""
        n_groups: cython.int = 0
        fits: cython.bint
        if self.number[kind] <= 0:
            return -1
        wanted: cython.int = self.wanted_of(kind, since)
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
        n: cython.int = self.sort_into_groups(kind, since)
        if n >= 0 and n == self.wanted_of(kind, since):
            self.drop_excluding(n, since)
        return n

    def drop_excluding(self, n_groups: cython.int, since: cython.int) -> cython.bint:
        """Drop the placements that exclude all those of another group that are left. Returns whether any are
        left: once a group has none, all others exclude it."""
        n_dropped: cython.int = 0
        n_before: cython.int = -1
        while n_dropped > n_before:
            n_before = n_dropped
            for i in range(self.n_grouped):
                group = NONE if self.dropped[i] else self.group_excluded_by(i, n_groups, since)
                if group != NONE:
                    n_dropped += 1
                    self.dropped[i] = n_dropped
                    self.against[i] = group
        return n_dropped < self.n_grouped

    def group_excluded_by(self, i: cython.int, n_groups: cython.int, since: cython.int) -> cython.int:
        """Another group of which a placement excludes all that are left; -1 for none."""
        fits: cython.bint
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

    def go_together(self, one: cython.int, other: cython.int, since: cython.int) -> cython.bint:
        """Whether two placements neither exclude each other nor would overfill a line together."""
        return not self.exclude(one, other) and self.overfilled_by(one, other, since) == NONE

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
        line: cython.int
        place: cython.int = fact - 2 * self.n
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
        t: cython.int = self.when[at]
        return self.technique[t] == OVERLAP and self.subject[t] == kind and self.since[t] == since

    # The ways to fill a line

    def find_ways(self) -> cython.bint:
        """What all ways to fill a line share; of the first line in which they share anything."""
        before: cython.int = self.top
        self.start_listing()
        for line in range(self.n_lines):
            if not self.lines_filled[line]:
                continue
            self.lines_filled[line] = 0
            if self.tally[line] < 0 or not self.may_list_on(line) or not self.list_ways(line, NEVER, True):
                continue
            if self.n_ways == 0:
                self.fail(WAYS, line)
                return False
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
        return False

    def list_ways(self, line: cython.int, since: cython.int, wants_shared: cython.bint) -> cython.bint:
        """List the ways to fill a line that still needs ship squares, as masks of positions. Returns whether
        all are listed: not if there are too many. With `wants_shared`, stops as soon as the ways found have no
        new square in common, and returns `False`."""
        ship: cython.ulonglong = self.known_in(line, SHIP, since)
        water: cython.ulonglong = self.known_in(line, WATER, since)
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
            self.in_every_way &= chosen
            self.in_any_way |= chosen
            if not self.wants_shared:
                return True
            return self.in_every_way & ~ship | self.line_full[line] & ~(self.in_any_way | water) != 0
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

    def cite_ways(self, line: cython.int, since: cython.int) -> cython.void:
        """The squares of a line that were known, its tally, and why ships lie there in no other way."""
        self.cited_lines[line] = 1
        self.need_line(line, SHIP, since)
        self.need_line(line, WATER, since)
        self.mark_patterns(line, since)
        excluded: cython.bint
        ship: cython.ulonglong = self.known_in(line, SHIP, since)
        water: cython.ulonglong = self.known_in(line, WATER, since)
        for i in range(self.line_start[line], self.line_start[line + 1]):
            place = self.line_place[i]
            if self.line_inside[i] == 0 or self.when_out[place] >= since:
                continue
            excluded = self.line_inside[i] & water != 0 or self.line_beside[i] & ship != 0
            if not excluded:
                excluded = popcount(self.line_inside[i] | ship) > self.tally[line]
            if not excluded and self.pattern_seen[self.line_pattern[i]] != self.n_listings:
                self.need_ruled_out(place, since)
