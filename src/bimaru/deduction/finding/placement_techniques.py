# cython: language_level=3, infer_types=True, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, freethreading_compatible=True
"""The plain techniques, on a board's facts.

A technique stands here twice, side by side: what it concludes (`find_...` or `rule_out_...`), and what that
rests on (`cite_...`), which is worked out only for arguments that are printed or compared.

Letters: the readings of a lettered ship are placements of one body, so most techniques need not know of them;
`find_letters`, `_rule_out_by_edges`, `_rule_out_blockers`, `_rule_out_others` and `_rule_out_rivals` do.
"""

from __future__ import annotations

import cython

if not cython.compiled:  # else the .pxd has them
    from bimaru.bits import ALL_BITS, BIT, popcount, trailing_zeros
    from bimaru.deduction.finding.codes import *
    from bimaru.deduction.finding.facts import Facts

MAX_NODES = cython.declare(cython.int, 4000)  # of the search for ways to fill a line

with cython.cfunc:

    def _has_found(facts: Facts, before: cython.int) -> cython.bint:
        """Whether a technique has found anything, or a contradiction, since the trail had a length."""
        return facts.top > before or facts.failure != NONE

    # Squares of lines

    def square_at(facts: Facts, line: cython.int, position: cython.int) -> cython.int:
        """The square at a position of a line, both from 0."""
        if line < facts.height:
            return line * facts.width + position
        return position * facts.width + line - facts.height

    def _settle_in(
        facts: Facts,
        line: cython.int,
        squares: cython.ulonglong,
        value: cython.int,
        technique: cython.int,
        subject: cython.int,
        since: cython.int,
    ) -> cython.void:
        """Settle squares of a line."""
        while squares:
            facts.settle(square_at(facts, line, trailing_zeros(squares)), value, technique, subject, since)
            squares &= squares - 1

    @cython.exceptval(check=False)
    def _known_in(facts: Facts, line: cython.int, value: cython.int, since: cython.int) -> cython.ulonglong:
        """The squares of a line that were of one value."""
        rest = facts.line_ship[line] if value == SHIP else facts.line_water[line]
        found: cython.ulonglong = 0
        if since == NEVER:
            return rest
        while rest:
            if facts.when[square_at(facts, line, trailing_zeros(rest))] < since:
                found |= rest & (~rest + 1)
            rest &= rest - 1
        return found

    @cython.exceptval(check=False)
    def _need_line(facts: Facts, line: cython.int, value: cython.int, since: cython.int) -> cython.void:
        """Need the squares of a line that were of one value."""
        squares = facts.line_ship[line] if value == SHIP else facts.line_water[line]
        while squares:
            facts.need_square(square_at(facts, line, trailing_zeros(squares)), since)
            squares &= squares - 1

    # Placements

    def _covers(facts: Facts, placement: cython.int, at: cython.int) -> cython.bint:
        return facts.square_masks[placement * facts.words + (at >> 6)] >> (at & 63) & BIT != 0

    def _surrounds(facts: Facts, placement: cython.int, at: cython.int) -> cython.bint:
        return facts.around_masks[placement * facts.words + (at >> 6)] >> (at & 63) & BIT != 0

    @cython.exceptval(check=False)
    def exclude(facts: Facts, one: cython.int, other: cython.int) -> cython.bint:
        """Whether two placements overlap or touch."""
        for w in range(facts.words):
            if facts.square_masks[other * facts.words + w] & (
                facts.square_masks[one * facts.words + w] | facts.around_masks[one * facts.words + w]
            ):
                return True
        return False

    def _implies(facts: Facts, placement: cython.int, fact: cython.int) -> cython.bint:
        """Whether a ship there would mean a fact about a square; none is meant by -1."""
        if fact < 0:
            return False
        return _surrounds(facts, placement, fact >> 1) if fact & 1 else _covers(facts, placement, fact >> 1)

    def _shows(facts: Facts, placement: cython.int, at: cython.int) -> cython.int:
        """The letter that a placement shows on a square; 0 for none."""
        for i in range(facts.squares_start[placement], facts.squares_start[placement + 1]):
            if facts.squares[i] == at:
                return facts.letters[i]
        return 0

    def _can_show(facts: Facts, at: cython.int, letter: cython.int, since: cython.int) -> cython.bint:
        """Whether a square can show a letter."""
        for i in range(facts.covering_start[at], facts.covering_start[at + 1]):
            if facts.when_out[facts.covering[i]] >= since and _shows(facts, facts.covering[i], at) == letter:
                return True
        return False

    @cython.exceptval(check=False)
    def is_complete(facts: Facts, placement: cython.int, since: cython.int) -> cython.bint:
        """Whether a placement was a ship: possible, all its squares ship, all around it water, and no
        ship of another kind can lie there."""
        at = facts.squares[facts.squares_start[placement]]
        if facts.when_out[placement] < since:
            return False
        for i in range(facts.squares_start[placement], facts.squares_start[placement + 1]):
            if facts.value[facts.squares[i]] != SHIP or facts.when[facts.squares[i]] >= since:
                return False
        for i in range(facts.around_start[placement], facts.around_start[placement + 1]):
            if facts.value[facts.around[i]] != WATER or facts.when[facts.around[i]] >= since:
                return False
        if facts.has_double[facts.kind[placement]]:
            for i in range(facts.covering_start[at], facts.covering_start[at + 1]):
                other = facts.covering[i]
                if facts.when_out[other] >= since and facts.kind[other] != facts.kind[placement]:
                    return False
        return True

    # What placements share

    @cython.exceptval(check=False)
    def _start_sharing(facts: Facts) -> cython.void:
        for w in range(facts.words):
            facts.both[w] = facts.near[w] = ALL_BITS

    @cython.exceptval(check=False)
    def _share(facts: Facts, placement: cython.int) -> cython.void:
        for w in range(facts.words):
            facts.both[w] &= facts.square_masks[placement * facts.words + w]
            facts.near[w] &= facts.around_masks[placement * facts.words + w]

    @cython.exceptval(check=False)
    def _settle_shared(
        facts: Facts, technique: cython.int, subject: cython.int, since: cython.int
    ) -> cython.void:
        """Settle what placements share. Water diagonal to a ship square follows from that alone, unasked."""
        for w in range(facts.words):
            rest = facts.both[w]
            while rest:
                facts.settle(64 * w + trailing_zeros(rest), SHIP, technique, subject, since)
                rest &= rest - 1
        for w in range(facts.words):
            rest = facts.near[w]
            while rest:
                at = 64 * w + trailing_zeros(rest)
                rest &= rest - 1
                if not _is_at_corner(facts, at):
                    facts.settle(at, WATER, technique, subject, since)

    def _is_at_corner(facts: Facts, at: cython.int) -> cython.bint:
        """Whether a square is diagonal to a ship square with which no ship covers it."""
        for i in range(facts.corners_start[at], facts.corners_start[at + 1]):
            other = facts.corners[i]
            if (
                facts.value[other] == SHIP
                and other // facts.width != at // facts.width
                and other % facts.width != at % facts.width
            ):
                return True
        return False

    # Full lines

    def find_full_lines(facts: Facts) -> cython.bint:
        """Lines, and groups of lines, that have all their ship squares, or need all that are open. Returns
        whether any square is settled."""
        before = facts.top
        _find_impossible_lines(facts)
        for line in range(facts.n_lines):
            if facts.failure != NONE:
                return True
            if facts.lines_changed[line]:
                facts.lines_changed[line] = 0
                last = facts.top
                if facts.tally[line] >= 0:
                    _complete(facts, line)
                elif facts.group_of[line] >= 0:
                    _complete(facts, facts.group_of[line])
                facts.spread()  # so that no other line is said to need water
                if facts.top > last:
                    _find_impossible_lines(facts)
        return _has_found(facts, before)

    @cython.exceptval(check=False)
    def _find_impossible_lines(facts: Facts) -> cython.void:
        """Lines that changed and have too many ship squares, or too little room: before others are completed,
        so that an argument ends as soon as its contradiction is seen."""
        for line in range(facts.n_lines):
            if facts.failure == NONE and facts.lines_changed[line] and facts.tally[line] >= 0:
                if popcount(facts.line_ship[line]) > facts.tally[line]:
                    facts.fail(LINE_WATER, line)
                elif popcount(facts.line_full[line] & ~facts.line_water[line]) < facts.tally[line]:
                    facts.fail(LINE_SHIP, line)

    @cython.exceptval(check=False)
    def _complete(facts: Facts, subject: cython.int) -> cython.void:
        """Settle the rest of a line, or of a group, if that is clear from its number of ship squares."""
        since = facts.top
        need = facts.need[subject]
        has: cython.int = 0
        left: cython.int = 0
        for i in range(facts.member_start[subject], facts.member_start[subject + 1]):
            line = facts.members[i]
            has += popcount(facts.line_ship[line])
            left += popcount(facts.line_full[line] & ~facts.line_water[line])
        if has > need:
            facts.fail(LINE_WATER, subject)
        elif left < need:
            facts.fail(LINE_SHIP, subject)
        elif has < left and (has == need or left == need):
            for i in range(facts.member_start[subject], facts.member_start[subject + 1]):
                line = facts.members[i]
                rest = facts.line_full[line] & ~(facts.line_ship[line] | facts.line_water[line])
                if has == need:
                    _settle_in(facts, line, rest, WATER, LINE_WATER, subject, since)
                else:
                    _settle_in(facts, line, rest, SHIP, LINE_SHIP, subject, since)

    @cython.exceptval(check=False)
    def cite_full_line(
        facts: Facts, subject: cython.int, value: cython.int, since: cython.int
    ) -> cython.void:
        """The squares of a line, or of a group, that are of one value, and its number of ship squares."""
        facts.cited_lines[subject] = 1
        for i in range(facts.member_start[subject], facts.member_start[subject + 1]):
            _need_line(facts, facts.members[i], value, since)

    # Placements that lines, numbers and letters rule out

    def rule_out_placements(facts: Facts) -> cython.bint:
        """Rule out the placements that break a tally or a number by themselves. Returns whether there are
        any."""
        before = facts.top
        for line in range(facts.n_lines):
            if facts.lines_to_check[line]:
                facts.lines_to_check[line] = 0
                if facts.tally[line] >= 0:
                    _rule_out_on_line(facts, line)
        for kind in range(facts.n_kinds):
            if facts.kinds_changed[kind]:
                facts.kinds_changed[kind] = 0
                if facts.number[kind] >= 0:
                    _rule_out_of_kind(facts, kind)
        if facts.any_edge:
            facts.any_edge = False
            _rule_out_by_edges(facts)
        return _has_found(facts, before)

    @cython.exceptval(check=False)
    def _rule_out_on_line(facts: Facts, line: cython.int) -> cython.void:
        """Placements that would give a line too many ship squares, or leave it too few."""
        since = facts.top
        ship = facts.line_ship[line]
        water = facts.line_water[line]
        room: cython.int = facts.tally[line] - popcount(ship)
        spare: cython.int = popcount(facts.line_full[line] & ~water) - facts.tally[line]
        # What is possible covers no water and lies beside no ship: all that it could settle are open squares.
        n_open = room + spare
        if room >= min(n_open, facts.most_inside) and spare >= min(n_open, facts.most_beside):
            return
        for i in range(facts.line_start[line], facts.line_start[line + 1]):
            placement = facts.line_placement[i]
            if not facts.possible[placement]:
                continue
            if facts.line_inside[i] and popcount(facts.line_inside[i] & ~ship) > room:
                facts.rule_out(placement, OVERFULL, line, since)
            elif facts.line_beside[i] and facts.starves and popcount(facts.line_beside[i] & ~water) > spare:
                facts.rule_out(placement, STARVED, line, since)

    @cython.exceptval(check=False)
    def cite_overfull(
        facts: Facts, placement: cython.int, line: cython.int, since: cython.int
    ) -> cython.void:
        """The squares of a line besides those of a placement that fill it, as many as it takes, and the
        tally."""
        inside = _inside(facts, placement, line)
        facts.cited_lines[line] = 1
        _need_first(
            facts, line, facts.line_ship[line] & ~inside, facts.tally[line] - popcount(inside) + 1, since
        )

    def _cite_starved(facts: Facts, i: cython.int, since: cython.int) -> cython.void:
        """The water of a line besides that round a placement, as much as it takes, and the tally; `i` is the
        index of the placement on that line."""
        line = facts.line_of[i]
        beside = facts.line_beside[i]
        facts.cited_lines[line] = 1
        facts.starved_line[facts.line_placement[i]] = line
        enough: cython.int = popcount(facts.line_full[line] & ~beside) - facts.tally[line] + 1
        _need_first(facts, line, facts.line_water[line] & ~beside, enough, since)

    @cython.exceptval(check=False)
    def _need_first(
        facts: Facts, line: cython.int, squares: cython.ulonglong, enough: cython.int, since: cython.int
    ) -> cython.void:
        """Need as many of the squares of a line as are enough, those known longest: they make the shortest
        arguments."""
        for turn in range(enough):
            best, oldest = NONE, 0
            rest = squares
            while rest:
                at = square_at(facts, line, trailing_zeros(rest))
                if facts.when[at] < since and (best == NONE or facts.when[at] < facts.when[best]):
                    best, oldest = at, rest & (~rest + 1)
                rest &= rest - 1
            if best == NONE:
                return
            facts.needed[facts.when[best]] = 1
            squares &= ~oldest

    @cython.exceptval(check=False)
    def cite_ruled_out(facts: Facts, since: cython.int) -> cython.void:
        """Why there was no ship on placements that a line starves, or that steps ruled out: the plainest
        reason there was by then. In a chain, reasons that were known before it come first."""
        if facts.n_to_cite == 0:
            return
        left, early = 0, min(since, facts.mark)
        _survey(facts, early, since)
        for i in range(facts.n_to_cite):
            placement = facts.to_cite[i]
            if _cite_plainly(facts, placement, early):
                continue
            technique = facts.technique[facts.when_out[placement]]
            kind = facts.subject[facts.when_out[placement]]
            if not _any_starved(facts, placement) and _cite_plainly(facts, placement, since):
                continue
            if technique == STARVED:
                facts.to_cite[left] = placement
                left += 1
            elif technique == ACCOUNTED and _wanted_of(facts, kind, early) == 0:
                cite_complete(facts, kind, early)  # the plainer reason
            else:
                facts.needed[facts.when_out[placement]] = 1
        facts.n_to_cite = left
        _cite_starved_lines(facts, early)
        if facts.n_to_cite:
            _survey(facts, since, since)
            _cite_starved_lines(facts, since)

    def _survey(facts: Facts, bound: cython.int, since: cython.int) -> cython.void:
        """Note for `_is_starved` the water of each line that was known at a `bound`, and which lines were not
        full since."""
        for line in range(facts.n_lines):
            facts.can_starve[line] = (
                facts.tally[line] >= 0 and popcount(_known_in(facts, line, SHIP, since)) < facts.tally[line]
            )
            if facts.can_starve[line]:
                facts.surveyed[line] = _known_in(facts, line, WATER, bound)

    def _cite_starved_lines(facts: Facts, bound: cython.int) -> cython.void:
        """Of the lines that placements starve by what was known at a `bound`, as few as can be."""
        while facts.n_to_cite:
            for line in range(facts.n_lines):
                facts.n_starved[line] = 0
            for i in range(facts.n_to_cite):
                _count_starved(facts, facts.to_cite[i])
            best = 0
            for line in range(facts.n_lines):
                if facts.n_starved[line] > facts.n_starved[best]:
                    best = line
            if facts.n_starved[best] == 0:
                return
            left = 0
            for i in range(facts.n_to_cite):
                entry = _entry_of(facts, facts.to_cite[i], best)
                if _is_starved(facts, entry):
                    _cite_starved(facts, entry, bound)
                else:
                    facts.to_cite[left] = facts.to_cite[i]
                    left += 1
            facts.n_to_cite = left

    @cython.exceptval(check=False)
    def _count_starved(facts: Facts, placement: cython.int) -> cython.void:
        """Count a placement for each line that a ship there would starve."""
        for i in range(facts.entries_start[placement], facts.entries_start[placement + 1]):
            if _is_starved(facts, facts.entries[i]):
                facts.n_starved[facts.line_of[facts.entries[i]]] += 1

    def _any_starved(facts: Facts, placement: cython.int) -> cython.bint:
        for i in range(facts.entries_start[placement], facts.entries_start[placement + 1]):
            if _is_starved(facts, facts.entries[i]):
                return True
        return False

    def _cite_plainly(facts: Facts, placement: cython.int, since: cython.int) -> cython.bint:
        """Cite what a reader sees to rule out a placement: a line that it overfills, water on it, a ship that
        it touches, or that all ships of its kind are found. Returns whether there is any."""
        for i in range(facts.entries_start[placement], facts.entries_start[placement + 1]):
            line, inside = facts.line_of[facts.entries[i]], facts.line_inside[facts.entries[i]]
            if inside and 0 <= facts.tally[line] < popcount(inside | _known_in(facts, line, SHIP, since)):
                cite_overfull(facts, placement, line, since)
                return True
        best = since
        for i in range(facts.squares_start[placement], facts.squares_start[placement + 1]):
            at = facts.squares[i]
            if facts.value[at] == WATER and facts.when[at] < best:
                best = facts.when[at]
        for i in range(facts.around_start[placement], facts.around_start[placement + 1]):
            at = facts.around[i]
            if facts.value[at] == SHIP and facts.when[at] < best:
                best = facts.when[at]
        if best < since:
            facts.needed[best] = 1
            return True
        return False

    def _start_listing(facts: Facts) -> cython.void:
        """Survey the lines for `_may_list`, where that needs it."""
        if facts.tells and not facts.starves:
            _survey(facts, facts.top, facts.top)

    def _may_list(facts: Facts, placement: cython.int) -> cython.bint:
        """Whether a sentence may list a placement that is possible: not one that would starve a line, if
        these are yet to be ruled out."""
        return facts.starves or not facts.tells or not _any_starved(facts, placement)

    def _may_list_on(facts: Facts, line: cython.int) -> cython.bint:
        if facts.starves or not facts.tells:
            return True
        for i in range(facts.line_start[line], facts.line_start[line + 1]):
            if (
                facts.line_pattern[i] >= 0
                and facts.possible[facts.line_placement[i]]
                and not _may_list(facts, facts.line_placement[i])
            ):
                return False
        return True

    def _is_starved(facts: Facts, i: cython.int) -> cython.bint:
        """Whether a ship on a placement would leave a line too few squares, as the lines were surveyed; `i`
        is the index of the placement on that line, -1 elsewhere."""
        if i == NONE:
            return False
        line = facts.line_of[i]
        if not facts.can_starve[line]:
            return False
        water = facts.surveyed[line] | facts.line_beside[i]
        return popcount(facts.line_full[line] & ~water) < facts.tally[line]

    @cython.exceptval(check=False)
    def _inside(facts: Facts, placement: cython.int, line: cython.int) -> cython.ulonglong:
        """The squares of a line that a placement covers."""
        i = _entry_of(facts, placement, line)
        return 0 if i == NONE else facts.line_inside[i]

    @cython.exceptval(check=False)
    def _entry_of(facts: Facts, placement: cython.int, line: cython.int) -> cython.int:
        """The index of a placement on a line or beside it, -1 elsewhere."""
        for i in range(facts.entries_start[placement], facts.entries_start[placement + 1]):
            if facts.line_of[facts.entries[i]] == line:
                return facts.entries[i]
        return NONE

    def _find_complete(facts: Facts, kind: cython.int) -> cython.int:
        """List the bodies of a kind that are complete, a placement of each. Returns their number."""
        n = 0
        for placement in range(facts.first[kind], facts.first[kind + 1]):
            if (
                not facts.possible[placement]
                or facts.value[facts.squares[facts.squares_start[placement]]] != SHIP
            ):
                continue
            if is_complete(facts, placement, NEVER) and not _is_listed(facts, placement, n):
                facts.listed[n] = placement
                n += 1
        return n

    def _is_listed(facts: Facts, placement: cython.int, n: cython.int) -> cython.bint:
        """Whether the body of a placement is that of one of the first `n` listed."""
        for i in range(n):
            if facts.body[facts.listed[i]] == facts.body[placement]:
                return True
        return False

    @cython.exceptval(check=False)
    def _rule_out_of_kind(facts: Facts, kind: cython.int) -> cython.void:
        """Where all ships of a kind are found, there are no others."""
        since = facts.top
        if facts.bodies[kind] < facts.number[kind]:
            facts.fail(TOO_FEW, kind)
            return
        if facts.has_double[kind] and facts.bodies[kind] == facts.number[kind]:
            _rule_out_rivals(facts, kind, since)
        n = _find_complete(facts, kind)
        if n > facts.number[kind]:
            facts.fail(TOO_MANY, kind)
        if n != facts.number[kind] or facts.bodies[kind] == n:
            return
        for placement in range(facts.first[kind], facts.first[kind + 1]):
            if not _is_listed(facts, placement, n):
                facts.rule_out(placement, ALL_FOUND, kind, since)

    def rule_out_unaccounted(facts: Facts) -> cython.bint:
        """Rule out placements of kinds whose ships are all accounted for; of the first kind where there are
        any. Returns whether there are."""
        before = facts.top
        for kind in range(facts.n_kinds):
            if facts.kinds_to_account[kind]:
                facts.kinds_to_account[kind] = 0
                if facts.number[kind] > 0 and not facts.has_double[kind]:
                    _rule_out_others_of(facts, kind, before)
                if facts.top > before or facts.failure != NONE:
                    return True
        return False

    def _rule_out_others_of(facts: Facts, kind: cython.int, since: cython.int) -> cython.void:
        """Where the ships of a kind are complete, or on squares or in lines that only they can fill, there
        are no others."""
        if facts.bodies[kind] <= facts.number[kind]:
            return
        n = _find_complete(facts, kind)
        if n >= facts.number[kind]:
            return
        n += account(facts, kind, NEVER, False)
        if n > facts.number[kind]:
            facts.fail(ACCOUNTED, kind)
        if n != facts.number[kind]:
            return
        for placement in range(facts.first[kind], facts.first[kind + 1]):
            if (
                facts.possible[placement]
                and not facts.accounted[placement]
                and not is_complete(facts, placement, since)
            ):
                facts.rule_out(placement, ACCOUNTED, kind, since)

    def account(facts: Facts, kind: cython.int, since: cython.int, cites: cython.bint) -> cython.int:
        """Find ships of a kind that are not complete but certain: different ones, as no placement could be
        two of them. `anchors` gets the squares that only such ships can cover, and the lines, counted from
        the number of squares, that only they can fill; `anchored` how many each has. Returns how many there
        are in all, up to one more than are missing; with `cites`, what they rest on is needed."""
        n = 0
        wanted = _wanted_of(facts, kind, since)
        facts.n_anchors = 0
        for placement in range(facts.first[kind], facts.first[kind + 1]):
            facts.accounted[placement] = 0
        for at in range(facts.n):
            if n > wanted:
                return n
            if facts.value[at] == SHIP and facts.when[at] < since and _is_only_on(facts, at, kind, since):
                n += _anchor(facts, at, 1)
                _account_on(facts, at, kind, since, cites)
        for line in range(facts.n_lines):
            if n > wanted:
                return n
            found = _n_only_in(facts, line, kind, since) if facts.tally[line] >= 0 else 0
            if found > 0:
                n += _anchor(facts, facts.n + line, found)
                _account_in(facts, line, since, cites)
        return n

    def _anchor(facts: Facts, where: cython.int, number: cython.int) -> cython.int:
        facts.anchors[facts.n_anchors] = where
        facts.anchored[facts.n_anchors] = number
        facts.n_anchors += 1
        return number

    def _is_only_on(facts: Facts, at: cython.int, kind: cython.int, since: cython.int) -> cython.bint:
        """Whether only incomplete ships of a kind can cover a square, none of which is accounted for."""
        is_any = False
        for i in range(facts.covering_start[at], facts.covering_start[at + 1]):
            placement = facts.covering[i]
            if facts.when_out[placement] >= since:
                if (
                    facts.kind[placement] != kind
                    or facts.accounted[placement]
                    or is_complete(facts, placement, since)
                ):
                    return False
                is_any = True
        return is_any

    @cython.exceptval(check=False)
    def _account_on(
        facts: Facts, at: cython.int, kind: cython.int, since: cython.int, cites: cython.bint
    ) -> cython.void:
        if cites:
            facts.need_square(at, since)
        for i in range(facts.covering_start[at], facts.covering_start[at + 1]):
            placement = facts.covering[i]
            if facts.when_out[placement] >= since:
                facts.accounted[placement] = 1
            elif cites and facts.kind[placement] != kind:
                facts.need_ruled_out(placement, since)

    def _n_only_in(facts: Facts, line: cython.int, kind: cython.int, since: cython.int) -> cython.int:
        """How many ships of a kind a line needs at least; 0 if other ships, or any that is accounted for,
        could give it squares."""
        ship = _known_in(facts, line, SHIP, since)
        need: cython.int = facts.tally[line] - popcount(ship)
        most: cython.int = 0
        if need <= 0:
            return 0
        # Backwards, since short ships, which come last, can lie on most lines: then nothing else matters.
        for i in range(facts.line_start[line + 1] - 1, facts.line_start[line] - 1, -1):
            placement = facts.line_placement[i]
            if facts.when_out[placement] < since or facts.line_inside[i] & ~ship == 0:
                continue
            if facts.kind[placement] != kind or facts.accounted[placement]:
                return 0
            most = max(most, popcount(facts.line_inside[i] & ~ship))
        return (need + most - 1) // most if most else 0

    @cython.exceptval(check=False)
    def _account_in(facts: Facts, line: cython.int, since: cython.int, cites: cython.bint) -> cython.void:
        ship = _known_in(facts, line, SHIP, since)
        water = _known_in(facts, line, WATER, since)
        if cites:
            facts.cited_lines[line] = 1
            _need_line(facts, line, SHIP, since)
            _need_line(facts, line, WATER, since)
        for i in range(facts.line_start[line], facts.line_start[line + 1]):
            placement = facts.line_placement[i]
            if facts.line_inside[i] & ~ship == 0:
                continue
            if facts.when_out[placement] >= since:
                facts.accounted[placement] = 1
            elif cites and facts.line_inside[i] & water == 0:
                facts.need_ruled_out(placement, since)

    def _rule_out_rivals(facts: Facts, kind: cython.int, since: cython.int) -> cython.void:
        """Rule out other words on the placements of a word that has exactly as many left as ships. Only for
        kinds that share their form with another; for the rest, `find_last` concludes as much, as a step of
        its own."""
        for placement in range(facts.first[kind], facts.first[kind + 1]):
            if facts.possible[placement]:
                _rule_out_other_kinds(facts, facts.squares[facts.squares_start[placement]], LAST, kind, since)

    def _rule_out_other_kinds(
        facts: Facts, at: cython.int, technique: cython.int, kind: cython.int, since: cython.int
    ) -> cython.void:
        """Rule out ships of all kinds but one on a square."""
        for i in range(facts.covering_start[at], facts.covering_start[at + 1]):
            if facts.kind[facts.covering[i]] != kind:
                facts.rule_out(facts.covering[i], technique, kind, since)

    @cython.exceptval(check=False)
    def cite_complete(facts: Facts, kind: cython.int, since: cython.int) -> cython.void:
        """The ships of a kind that were complete."""
        facts.cited_kinds[kind] = 1
        for placement in range(facts.first[kind], facts.first[kind + 1]):
            if is_complete(facts, placement, since):
                _cite_ship(facts, placement, since)

    def cite_excess(facts: Facts, kind: cython.int, since: cython.int) -> cython.void:
        """Of the complete ships of a kind, those completed first: one more than the fleet has."""
        facts.cited_kinds[kind] = 1
        for placement in excess_of(facts, kind, since):
            _cite_ship(facts, placement, since)

    def _completed_at(facts: Facts, placement: cython.int) -> cython.int:
        """When the last square of a complete ship, or round it, was known."""
        last = 0
        for i in range(facts.squares_start[placement], facts.squares_start[placement + 1]):
            last = max(last, facts.when[facts.squares[i]])
        for i in range(facts.around_start[placement], facts.around_start[placement + 1]):
            last = max(last, facts.when[facts.around[i]])
        return last

    @cython.exceptval(check=False)
    def _cite_ship(facts: Facts, placement: cython.int, since: cython.int) -> cython.void:
        at = facts.squares[facts.squares_start[placement]]
        for i in range(facts.squares_start[placement], facts.squares_start[placement + 1]):
            facts.need_square(facts.squares[i], since)
        for i in range(facts.around_start[placement], facts.around_start[placement + 1]):
            facts.need_square(facts.around[i], since)
        if facts.has_double[facts.kind[placement]]:
            for i in range(facts.covering_start[at], facts.covering_start[at + 1]):
                if facts.kind[facts.covering[i]] != facts.kind[placement]:
                    facts.need_ruled_out(facts.covering[i], since)

    def _rule_out_by_edges(facts: Facts) -> cython.void:
        """Placements that would show another letter before the first one from an edge, or leave it no
        square."""
        for edge in range(facts.n_edges):
            letter = facts.edge_letter[edge]
            first = NONE
            for i in range(facts.edge_start[edge], facts.edge_start[edge + 1]):
                _rule_out_others(facts, facts.edge_squares[i], edge)
                if _can_show(facts, facts.edge_squares[i], letter, NEVER):
                    first = facts.edge_squares[i]
                    break
            if first == NONE:
                facts.fail(LETTER, edge)
                return
            _rule_out_blockers(facts, edge, letter, first)

    def _rule_out_blockers(
        facts: Facts, edge: cython.int, letter: cython.int, first: cython.int
    ) -> cython.void:
        """Placements that would cover every square that can show the letter, and show it on none."""
        for i in range(facts.covering_start[first], facts.covering_start[first + 1]):
            placement = facts.covering[i]
            blocks = facts.possible[placement] != 0
            for k in range(facts.edge_start[edge], facts.edge_start[edge + 1]):
                at = facts.edge_squares[k]
                if not blocks:
                    break
                if _can_show(facts, at, letter, NEVER):
                    blocks = _covers(facts, placement, at) and _shows(facts, placement, at) != letter
            if blocks:
                facts.rule_out(placement, ONLY_LETTER, edge, facts.top)

    def _rule_out_others(facts: Facts, at: cython.int, edge: cython.int) -> cython.void:
        """Placements that would show another letter on a square than comes first from an edge."""
        since = facts.top
        for i in range(facts.covering_start[at], facts.covering_start[at + 1]):
            placement = facts.covering[i]
            shown = _shows(facts, placement, at)
            if facts.possible[placement] and shown != 0 and shown != facts.edge_letter[edge]:
                facts.rule_out(placement, BEFORE_LETTER, edge, since)

    def cite_edge(facts: Facts, edge: cython.int, placement: cython.int, since: cython.int) -> cython.void:
        """Why other squares could not show the letter at an edge: those before a placement, or all without
        one (-1)."""
        letter = facts.edge_letter[edge]
        facts.cited_edges[edge] = 1
        for i in range(facts.edge_start[edge], facts.edge_start[edge + 1]):
            at = facts.edge_squares[i]
            can_show = _can_show(facts, at, letter, since)
            if placement >= 0 and (can_show or _shows(facts, placement, at) not in (0, letter)):
                return
            if can_show:
                continue
            for k in range(facts.covering_start[at], facts.covering_start[at + 1]):
                if _shows(facts, facts.covering[k], at) == letter:
                    facts.need_ruled_out(facts.covering[k], since)

    def find_letters(facts: Facts) -> cython.bint:
        """The only square that can show the letter at an edge is ship."""
        before = facts.top
        for edge in range(facts.n_edges):
            n, only = 0, 0
            for i in range(facts.edge_start[edge], facts.edge_start[edge + 1]):
                if _can_show(facts, facts.edge_squares[i], facts.edge_letter[edge], NEVER):
                    n += 1
                    only = facts.edge_squares[i]
            if n == 1:
                facts.settle(only, SHIP, LETTER, edge, before)
        return _has_found(facts, before)

    # What the placements share that can lie on a ship square

    def find_on_squares(facts: Facts) -> cython.bint:
        """What the ships share that can lie on a ship square; of the first square where they share anything,
        so that no ship that this rules out is listed for the next."""
        before = facts.top
        _start_listing(facts)
        facts.any_square = False
        for at in range(facts.n):
            if not facts.squares_changed[at]:
                continue
            facts.squares_changed[at] = 0
            if facts.cover[at] == 0:
                facts.fail(NO_SHIP, at)
                return True
            is_clear = True
            _start_sharing(facts)
            for i in range(facts.covering_start[at], facts.covering_start[at + 1]):
                if facts.possible[facts.covering[i]]:
                    _share(facts, facts.covering[i])
                    is_clear = is_clear and _may_list(facts, facts.covering[i])
            if not is_clear and facts.cover[at] > 1:
                _share_as_given(facts, at)
            _settle_shared(facts, ON_SQUARE, at, before)
            if facts.top > before:
                facts.any_square = True
                return True
        return _has_found(facts, before)

    @cython.exceptval(check=False)
    def _share_as_given(facts: Facts, at: cython.int) -> cython.void:
        """What the ships on a square share by what is given there alone: which part of a ship."""
        _start_sharing(facts)
        for i in range(facts.covering_start[at], facts.covering_start[at + 1]):
            t = facts.when_out[facts.covering[i]]
            if t == NEVER or facts.technique[t] > GIVEN or facts.subject[t] != at:
                _share(facts, facts.covering[i])

    @cython.exceptval(check=False)
    def cite_covering(facts: Facts, at: cython.int, fact: cython.int, since: cython.int) -> cython.void:
        """Why no ship on a square lies otherwise."""
        for i in range(facts.covering_start[at], facts.covering_start[at + 1]):
            _need_unlisted(facts, facts.covering[i], fact, since)

    # Squares that no ship can cover

    def find_uncovered(facts: Facts) -> cython.bint:
        """Squares that no ship can cover are water."""
        before = facts.top
        facts.any_uncovered = False
        for at in range(facts.n):
            if facts.is_uncovered[at]:
                facts.is_uncovered[at] = 0
                if not facts.waits[at] and facts.value[at] == OPEN:
                    facts.settle(at, WATER, NO_SHIP, at, before)
        return _has_found(facts, before)

    def find_waiting(facts: Facts) -> cython.bint:
        """The same for squares that wait until nothing else follows."""
        before = facts.top
        for at in range(facts.n):
            if facts.waits[at] and facts.cover[at] == 0 and facts.value[at] == OPEN:
                facts.settle(at, WATER, NO_SHIP, at, before)
        return _has_found(facts, before)

    # The ships of a kind

    def find_last(facts: Facts) -> cython.bint:
        """Kinds that have just as many placements left as ships."""
        before = facts.top
        for kind in range(facts.n_kinds):
            if not facts.kinds_compared[kind] or facts.number[kind] <= 0:
                continue
            if facts.bodies[kind] == facts.number[kind]:
                for placement in range(facts.first[kind], facts.first[kind + 1]):
                    if facts.possible[placement]:
                        _start_sharing(facts)
                        _share(facts, placement)
                        _settle_shared(facts, LAST, kind, before)
                if facts.top > before:
                    return True
        return _has_found(facts, before)

    @cython.exceptval(check=False)
    def cite_kind(facts: Facts, kind: cython.int, fact: cython.int, since: cython.int) -> cython.void:
        """Why the ships of a kind lie nowhere else."""
        facts.cited_kinds[kind] = 1
        for placement in range(facts.first[kind], facts.first[kind + 1]):
            _need_unlisted(facts, placement, fact, since)

    @cython.exceptval(check=False)
    def _need_unlisted(
        facts: Facts, placement: cython.int, fact: cython.int, since: cython.int
    ) -> cython.void:
        """Need what ruled out a placement, unless a ship there would mean the fact as well. One that would
        starve a line is cited in any case: a reader misses it in the list."""
        t = facts.when_out[placement]
        if t < since and (facts.technique[t] == STARVED or not _implies(facts, placement, fact)):
            facts.need_ruled_out(placement, since)

    def find_overlaps(facts: Facts) -> cython.bint:
        """What the placements share that are left for the missing ships of a kind: sorted into groups so that
        any two of a group exclude each other, as many groups as ships, and without those that exclude a whole
        other group. No ship of another kind lies on the ship squares that they share."""
        before = facts.top
        _start_listing(facts)
        for kind in range(facts.n_kinds):
            if not facts.kinds_compared[kind]:
                continue
            facts.kinds_compared[kind] = 0
            since = facts.top
            n = _sort_into_groups(facts, kind, NEVER)
            if n < 0:
                continue
            if n < _wanted_of(facts, kind, NEVER):
                facts.fail(OVERLAP, kind)
                return True
            is_clear = True
            for i in range(facts.n_grouped):
                is_clear = is_clear and _may_list(facts, facts.grouped[i])
            if not is_clear:
                continue
            if not _drop_excluding(facts, n, NEVER):
                facts.fail(OVERLAP, kind)
                return True
            for group in range(n):
                _start_sharing(facts)
                for i in range(facts.n_grouped):
                    if facts.group[i] == group and not facts.dropped[i]:
                        _share(facts, facts.grouped[i])
                _settle_shared(facts, OVERLAP, kind, since)
            for t in range(since, facts.top):
                if not facts.fact[t] & 1:
                    _rule_out_other_kinds(facts, facts.fact[t] >> 1, OVERLAP, kind, since)
            if facts.top > before:
                return True
        return _has_found(facts, before)

    def _wanted_of(facts: Facts, kind: cython.int, since: cython.int) -> cython.int:
        """The number of ships of a kind that are not complete."""
        n = 0
        for placement in range(facts.first[kind], facts.first[kind + 1]):
            if (
                facts.when_out[placement] < since
                or facts.value[facts.squares[facts.squares_start[placement]]] != SHIP
            ):
                continue
            if is_complete(facts, placement, since):
                n += 1
        return facts.number[kind] - n

    def _sort_into_groups(facts: Facts, kind: cython.int, since: cython.int) -> cython.int:
        """Sort the placements left for a kind into groups of which any two exclude each other: they overlap
        or touch, or would overfill a line together. Returns the number of groups; -1 if there are too many
        placements, or more groups than ships."""
        n_groups = 0
        if facts.number[kind] <= 0:
            return -1
        wanted = _wanted_of(facts, kind, since)
        facts.n_grouped = 0
        if wanted <= 0:
            return -1
        for placement in range(facts.first[kind], facts.first[kind + 1]):
            if facts.when_out[placement] < since or is_complete(facts, placement, since):
                continue
            if facts.n_grouped == MAX_GROUPED:
                return -1
            fits = False
            for group in range(n_groups):
                fits = True
                for i in range(facts.n_grouped):
                    if facts.group[i] == group and _go_together(facts, placement, facts.grouped[i], since):
                        fits = False
                        break
                if fits:
                    break
            if not fits:
                group = n_groups
                n_groups += 1
                if n_groups > wanted:
                    return -1
            facts.grouped[facts.n_grouped] = placement
            facts.group[facts.n_grouped] = group
            facts.dropped[facts.n_grouped] = 0
            facts.n_grouped += 1
        return n_groups

    def sort_and_drop(facts: Facts, kind: cython.int, since: cython.int) -> cython.int:
        """The same; where each group must hold a ship, the placements that exclude a group are dropped."""
        n = _sort_into_groups(facts, kind, since)
        if n >= 0 and n == _wanted_of(facts, kind, since):
            _drop_excluding(facts, n, since)
        return n

    def _drop_excluding(facts: Facts, n_groups: cython.int, since: cython.int) -> cython.bint:
        """Drop the placements that exclude all those of another group that are left. Returns whether any are
        left: once a group has none, all others exclude it."""
        n_dropped, n_before = 0, -1
        while n_dropped > n_before:
            n_before = n_dropped
            for i in range(facts.n_grouped):
                group = NONE if facts.dropped[i] else _group_excluded_by(facts, i, n_groups, since)
                if group != NONE:
                    n_dropped += 1
                    facts.dropped[i] = n_dropped
                    facts.against[i] = group
        return n_dropped < facts.n_grouped

    @cython.exceptval(check=False)
    def _group_excluded_by(
        facts: Facts, i: cython.int, n_groups: cython.int, since: cython.int
    ) -> cython.int:
        """Another group of which a placement excludes all that are left; -1 for none."""
        for group in range(n_groups):
            fits = group == facts.group[i]
            for j in range(facts.n_grouped):
                if fits:
                    break
                fits = (
                    facts.group[j] == group
                    and not facts.dropped[j]
                    and _go_together(facts, facts.grouped[i], facts.grouped[j], since)
                )
            if not fits:
                return group
        return NONE

    @cython.exceptval(check=False)
    def _go_together(facts: Facts, one: cython.int, other: cython.int, since: cython.int) -> cython.bint:
        """Whether two placements neither exclude each other nor would overfill a line together."""
        return not exclude(facts, one, other) and _overfilled_by(facts, one, other, since) == NONE

    @cython.exceptval(check=False)
    def _overfilled_by(facts: Facts, one: cython.int, other: cython.int, since: cython.int) -> cython.int:
        """A line that two placements would overfill together."""
        for i in range(facts.entries_start[one], facts.entries_start[one + 1]):
            line = facts.line_of[facts.entries[i]]
            its = facts.line_inside[facts.entries[i]]
            if its == 0 or facts.tally[line] < 0:
                continue
            others = _inside(facts, other, line)
            if others and popcount(its | others | _known_in(facts, line, SHIP, since)) > facts.tally[line]:
                return line
        return NONE

    def _are_compared(facts: Facts, i: cython.int, j: cython.int) -> cython.bint:
        """Whether it matters that two placements exclude each other: they are in one group, or the first is
        dropped because of the other's group, where the other was left."""
        if facts.group[i] == facts.group[j]:
            return j < i
        return (
            facts.dropped[i] > 0
            and facts.group[j] == facts.against[i]
            and (not facts.dropped[j] or facts.dropped[j] > facts.dropped[i])
        )

    def cite_overlap(facts: Facts, kind: cython.int, fact: cython.int, since: cython.int) -> cython.void:
        """Why the missing ships of a kind lie nowhere else. What rules out a ship of another kind is the
        square that they share."""
        placement = fact - 2 * facts.n
        if placement >= 0:
            for i in range(facts.squares_start[placement], facts.squares_start[placement + 1]):
                at = facts.squares[i]
                if _is_shared(facts, at, kind, since):
                    facts.needed[facts.when[at]] = 1
                    fact = 2 * at
                    break
        cite_complete(facts, kind, since)
        cite_kind(facts, kind, fact if _wanted_of(facts, kind, since) == 1 else -1, since)
        for lines in overfilled_of(facts, kind, since):
            for line in lines:
                facts.cited_lines[line] = 1
                _need_line(facts, line, SHIP, since)

    def _is_shared(facts: Facts, at: cython.int, kind: cython.int, since: cython.int) -> cython.bint:
        """Whether an overlap settled a square as ship."""
        if facts.value[at] != SHIP:
            return False
        t = facts.when[at]
        return facts.technique[t] == OVERLAP and facts.subject[t] == kind and facts.since[t] == since

    # The ways to fill a line

    def find_ways(facts: Facts) -> cython.bint:
        """What all ways to fill a line share; of the first line in which they share anything."""
        before = facts.top
        _start_listing(facts)
        for line in range(facts.n_lines):
            if not facts.lines_filled[line]:
                continue
            facts.lines_filled[line] = 0
            if (
                facts.tally[line] < 0
                or not _may_list_on(facts, line)
                or not list_ways(facts, line, NEVER, MAX_WAYS, True)
            ):
                continue
            if facts.n_ways == 0:
                facts.fail(WAYS, line)
                return True
            ship = facts.in_every_way & ~facts.line_ship[line]
            water = facts.line_full[line] & ~(facts.in_any_way | facts.line_water[line])
            _settle_in(facts, line, ship, SHIP, WAYS, line, before)
            _settle_in(facts, line, water, WATER, WAYS, line, before)
            if facts.top > before:
                return True
        return _has_found(facts, before)

    def list_ways(
        facts: Facts, line: cython.int, since: cython.int, most: cython.int, wants_shared: cython.bint
    ) -> cython.bint:
        """List the ways to fill a line that still needs ship squares, as masks of positions. Returns whether
        all are listed: not if they are more than `most`, at most `MAX_WAYS`. With `wants_shared`, stops as soon as the ways found have
        no new square in common, and returns `False`."""
        ship = _known_in(facts, line, SHIP, since)
        water = _known_in(facts, line, WATER, since)
        facts.n_patterns = facts.n_ways = facts.n_nodes = 0
        if popcount(ship) >= facts.tally[line]:
            return False
        facts.wants_shared, facts.most_ways = wants_shared, most
        facts.in_every_way, facts.in_any_way = facts.line_full[line], 0
        _mark_patterns(facts, line, since)
        position = 0
        for i in range(facts.pattern_start[line], facts.pattern_start[line + 1]):
            if facts.pattern_seen[i] != facts.n_listings:
                continue
            if facts.n_patterns == MAX_PATTERNS:
                return False
            while position <= trailing_zeros(facts.pattern_inside[i]):
                facts.pattern_first[position] = facts.n_patterns
                position += 1
            facts.pattern_in[facts.n_patterns] = facts.pattern_inside[i]
            facts.pattern_by[facts.n_patterns] = facts.pattern_beside[i]
            facts.n_patterns += 1
        while position <= 64:
            facts.pattern_first[position] = facts.n_patterns
            position += 1
        return _fill(facts, line, ship, water, 0, 0)

    @cython.exceptval(check=False)
    def _mark_patterns(facts: Facts, line: cython.int, since: cython.int) -> cython.void:
        """Mark the patterns of the ships that could lie on a line."""
        facts.n_listings += 1
        for i in range(facts.line_start[line], facts.line_start[line + 1]):
            if facts.line_pattern[i] >= 0 and facts.when_out[facts.line_placement[i]] >= since:
                facts.pattern_seen[facts.line_pattern[i]] = facts.n_listings

    def _fill(
        facts: Facts,
        line: cython.int,
        ship: cython.ulonglong,
        water: cython.ulonglong,
        chosen: cython.ulonglong,
        dry: cython.ulonglong,
    ) -> cython.bint:
        """List the ways that hold the chosen squares, which lie before all others to choose, and none of the
        `dry` ones. Returns whether all are listed."""
        facts.n_nodes += 1
        if facts.n_nodes > MAX_NODES:
            return False
        need: cython.int = facts.tally[line] - popcount(chosen)
        free = facts.line_full[line] & ~(chosen | dry | water)
        left = ship & ~chosen
        if left & dry or need < popcount(left) or need > popcount(free):
            return True
        if need == 0:
            for i in range(facts.n_ways):
                if facts.ways[i] == chosen:
                    return True
            if facts.n_ways == facts.most_ways:
                return False
            facts.ways[facts.n_ways] = chosen
            facts.n_ways += 1
            facts.in_every_way &= chosen
            facts.in_any_way |= chosen
            if not facts.wants_shared:
                return True
            return facts.in_every_way & ~ship | facts.line_full[line] & ~(facts.in_any_way | water) != 0
        first = free & (~free + 1)
        at = trailing_zeros(first)
        for i in range(facts.pattern_first[at], facts.pattern_first[at + 1]):
            if facts.pattern_in[i] & (dry | water | chosen) or facts.pattern_by[i] & (ship | chosen):
                continue
            if popcount(facts.pattern_in[i]) > need:
                continue
            if not _fill(facts, line, ship, water, chosen | facts.pattern_in[i], dry | facts.pattern_by[i]):
                return False
        if ship & first:
            return True
        return _fill(facts, line, ship, water, chosen, dry | first)

    def cite_ways(facts: Facts, line: cython.int, since: cython.int) -> cython.void:
        """The squares of a line that were known, its tally, and why ships lie there in no other way."""
        facts.cited_lines[line] = 1
        _need_line(facts, line, SHIP, since)
        _need_line(facts, line, WATER, since)
        _mark_patterns(facts, line, since)
        ship = _known_in(facts, line, SHIP, since)
        water = _known_in(facts, line, WATER, since)
        for i in range(facts.line_start[line], facts.line_start[line + 1]):
            placement = facts.line_placement[i]
            if facts.line_inside[i] == 0 or facts.when_out[placement] >= since:
                continue
            excluded = facts.line_inside[i] & water != 0 or facts.line_beside[i] & ship != 0
            if not excluded:
                excluded = popcount(facts.line_inside[i] | ship) > facts.tally[line]
            if not excluded and facts.pattern_seen[facts.line_pattern[i]] != facts.n_listings:
                facts.need_ruled_out(placement, since)


# What is listed for sentences. Functions of C, too, by the .pxd: under `cython.cfunc`, it could not declare
# what these return.


def excess_of(facts: Facts, kind: cython.int, since: cython.int) -> list[int]:
    """Of the complete ships of a kind, those completed first: one more than the fleet has."""
    ages: dict[int, tuple[int, int]] = {}
    for placement in range(facts.first[kind], facts.first[kind + 1]):
        if facts.body[placement] not in ages and is_complete(facts, placement, since):
            ages[facts.body[placement]] = _completed_at(facts, placement), placement
    found = []
    for _, oldest in sorted(ages.values())[: facts.number[kind] + 1]:
        found.append(oldest)
    return found


def overfilled_of(facts: Facts, kind: cython.int, since: cython.int) -> tuple[list[int], list[int]]:
    """The lines that two placements of a group would overfill together, and those that a dropped one would
    overfill, with others of its group or of the one that it excludes. Where only one ship is missing, its
    placements exclude each other anyway."""
    by_left: list[int] = []
    by_dropped: list[int] = []
    if _wanted_of(facts, kind, since) == 1 or sort_and_drop(facts, kind, since) < 0:
        return by_left, by_dropped
    for i in range(facts.n_grouped):
        for j in range(facts.n_grouped):
            if not _are_compared(facts, i, j) or exclude(facts, facts.grouped[i], facts.grouped[j]):
                continue
            line = _overfilled_by(facts, facts.grouped[i], facts.grouped[j], since)
            lines = by_dropped if facts.dropped[i] or facts.dropped[j] else by_left
            if line != NONE and line not in lines:
                lines.append(line)
    return by_left, by_dropped
