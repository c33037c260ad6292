"""The sentences of links, in any language: which one is used, and what it names.

The sentences are in the tables of the languages (`Words`). What a reader sees on the board is not said: which
placements break a tally, and that the squares diagonal to a ship are water.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, combinations, groupby, product
from typing import Final, NamedTuple

from bimaru.capitals import capitalised
from bimaru.deduction.languages.notation import MAX_LISTED, names, placement_name, shortened, steps_text
from bimaru.deduction.languages.words import Formed, Words
from bimaru.deduction.reasons import (
    Account,
    EitherWay,
    Facts,
    Line,
    Question,
    Reason,
    Squares,
    line_order,
    lines_of,
    settled_by,
)
from bimaru.ships import Ship

SILENT: Final = ("ships do not touch",)
"""Techniques whose conclusions a reader marks unasked."""
_AROUND: Final = ("ships do not touch", "around a given part")
"""Techniques that look at one ship square each, whose sentences come in the order of the board."""
_NOWHERE: Final = "no ship fits"
_MAX_OTHERS: Final = 4
"""Placements that a sentence names though they are ruled out."""
_MAX_EDGES: Final = 8
"""Letters at edges that a sentence names though it is about something else."""
_MAX_WAYS: Final = 12
"""Ways to fill a line that a reader may want to go through."""
_MAX_FOUND: Final = 8
"""Ships that are found of which a sentence says where."""
JOINT: Final = ("rest of the line is water", "rest of the line is ship")
"""Techniques of whose links several lines share a sentence."""


class Said(NamedTuple):
    """The first step that says where the ships of a kind are, and what that rests on there that its board
    does not show: what is supposed, and what follows."""

    step: int
    supposed: Facts = Facts()


@dataclass(frozen=True, slots=True)
class LinkSentences:
    """The sentences of links: of each, and of several in order."""

    words: Words

    def _say(self, key: str, number: int = 1, /, **gaps: object) -> str:
        return self.words.say(key, number, **gaps)

    # What follows

    def finding(self, reason: Reason) -> str:
        """What a link concludes, as a sentence."""
        return as_sentence(self._remarked(reason))

    def _remarked(self, reason: Reason) -> str:
        """What a link concludes, and what else it rests on, as a clause."""
        if reason.technique.startswith(_NOWHERE):
            return self._nowhere([reason])
        return f"{self._clause(reason)}{self._remarks([reason], reason)}"

    def _remarks(
        self, reasons: Sequence[Reason], listing: Reason | None = None, first: Iterable[str] = ()
    ) -> str:
        """In parentheses, what else links rest on; of a link that lists placements, or ways, also which
        others would leave lines too few squares."""
        remarks = [*first, *self._overfilled(reasons, is_listed=listing is not None)]
        remarks += [*self._excluding(listing), *self._short(listing)] if listing else []
        remarks += [*self._taken(reasons), *self._lists(reasons), *self._edges(reasons)]
        remarks += self._ruled_out(reasons)
        return f" ({self.words.clauses(remarks)})" if remarks else ""

    def _overfilled(self, reasons: Sequence[Reason], *, is_listed: bool) -> Iterator[str]:
        """The lines that two ships of the same kind would overfill, with the pair of placements if it is the
        only one; where no placements are listed, those that more ships than fit would overfill."""
        told = [one for one in reasons if one.overfilled]
        pairs = [pair for one in told for pair in _apart_in_groups(one)]
        lines = self.words.any_line([*dict.fromkeys(line for one in told for line in one.overfilled)])
        if len(pairs) == 1:
            both = self.words.joined([*map(self._named, pairs[0])])
            yield self._say("pair overfills", placements=both, lines=lines)
        elif told:
            yield self._say("two overfill" if is_listed else "more overfill", lines=lines)

    def _excluding(self, listing: Reason) -> Iterator[str]:
        """Which other placements would leave the other ships of the kind no room; last those that would only
        overfill lines, each with its own."""
        n_others = (listing.wanted or 0) - 1
        crowded: list[str] = []
        for lines, placements in listing.excluding:
            named = self._placements(placements)
            text = named if crowded else self._say("excluding", n_others, placements=named)
            if lines:
                crowded.append(f"{text}{self._say('overfilling', lines=self.words.any_line(lines))}")
            else:
                yield text
        if crowded:
            yield ", ".join(crowded)

    def _short(self, listing: Reason) -> Iterator[str]:
        """Which other placements would leave lines too few squares; of many only that some would."""
        if n_starving(listing) > MAX_LISTED:
            yield self._say("others", lines=self.words.any_line(listing.starved))
            return
        is_way = listing.technique.startswith("ways to fill a line")
        for line, placements in listing.starving:
            ship, lines = self._ship_of(placements), self.words.any_line([line])
            if listing.starving_words:
                named = self.words.either([*self._with_words(listing, placements)])
                yield self._say("elsewhere", placements=named, lines=lines)
            elif is_way:
                yield self._say(
                    "elsewhere alone", ship=ship, placements=self._placements(placements), lines=lines
                )
            else:
                yield self._say("elsewhere", placements=self._with_submarines(placements), lines=lines)

    def _with_words(self, listing: Reason, placements: Sequence[Squares]) -> Iterator[str]:
        """Placements that would leave a line short, each with every word on it."""
        words = dict(listing.starving_words)
        for placement in placements:
            yield from self._names_of([placement] * len(words[placement]), words[placement])

    def _with_submarines(self, placements: Sequence[Squares]) -> str:
        """`C9-D9, D8-D9 or a submarine on D9`: a single square would not look like a placement."""
        single = [placement for placement in placements if len(placement) == 1]
        named = [self._named(placement) for placement in placements if len(placement) > 1]
        if single:
            submarine = self.words.a(Ship.straight(1))
            named.append(self._say("at", ship=submarine, placements=self._placements(single)))
        return self.words.either(named)

    def _ship_of(self, placements: Sequence[Squares]) -> Formed | str:
        """What lies on straight placements of one length: `a submarine`; else `a ship`."""
        lengths = {len(placement) for placement in placements if is_straight(placement)}
        return self.words.a(Ship.straight(lengths.pop())) if len(lengths) == 1 else self._say("a ship")

    def _starving(self, lines: Sequence[Line]) -> str:
        """Without what lines there is no placement."""
        return self._say("starving", lines=self.words.any_line(lines)) if lines else ""

    def _taken(self, reasons: Sequence[Reason]) -> Iterator[str]:
        """The squares on which other kinds of ships lie, wherever these lie."""
        for ship, total, squares in dict.fromkeys(one for reason in reasons for one in reason.taken):
            kind = self.words.the(ship, 1, 1) if total == 1 else self.words.a(ship)
            yield self._say("taken", len(squares), ship=kind, squares=self.words.squares(squares))

    def _lists(self, reasons: Sequence[Reason]) -> dict[str, str]:
        """The kinds of ships of which there are no more to place: with where they are, and in short."""
        return self._found(reasons) | self._accounted(reasons)

    def _accounted(self, reasons: Sequence[Reason]) -> dict[str, str]:
        return {text: self._in_short(account) for text, account in self.accounts_in(reasons).items()}

    def accounts_in(self, reasons: Iterable[Reason]) -> dict[str, Account]:
        """The ships that are only accounted for, by the clause that says where they are."""
        accounts = dict.fromkeys(one for reason in reasons for one in reason.accounts)
        return {self._at_length(account): account for account in accounts}

    def _in_short(self, account: Account) -> str:
        """That all ships of a kind are accounted for; of the only one, where it is."""
        if account.total == 1:
            return self._only(account)
        return self._say("accounted", ships=self.words.all(account.ship, account.total))

    def _at_length(self, account: Account) -> str:
        """The same with where they are, or that the only one is nowhere else."""
        clause = self._in_short(account)
        if account.total == 1 and account.placed:
            ship, placed = self.words.the(account.ship, 1, 1), self._named(account.placed[0])
            return self._say("last", 1, ships=ship, placements=placed)
        if account.total == 1:
            return self._say("nowhere else", clause=clause)
        return self._say("listed", clause=clause, placements=self._where(account))

    def _only(self, account: Account) -> str:
        """Where the only ship of its kind is."""
        ship = self.words.the(account.ship, 1, 1)
        if account.lines:
            return self._say("line needs", ship=ship, line=self.words.lines([account.lines[0][0]]))
        squares = self._named(account.placed[0]) if account.placed else self.words.squares(account.squares)
        return self._say("covers", ship=ship, squares=squares)

    def _where(self, account: Account) -> str:
        """Where the ships of a kind are: `A10, one on F5 and two in row C`."""
        one = self.words.one(account.ship)
        placements = [self._named(placement) for placement in account.placed]
        placements += [self._say("at", ship=one, placements=names([at])) for at in account.squares]
        for line, number, squares in account.lines:
            some, where = self.words.some(account.ship, number), self.words.lines([line])
            if len(account.lines) == 1:
                placements.append(self._say("some in alone", some=some, line=where))
            elif len(squares) <= _MAX_OTHERS:
                on = self.words.either([names([at]) for at in squares])
                placements.append(self._say("at", ship=some, placements=on))
            else:  # where no other ship fits would have to be said for each
                placements.append(self._say("some in", some=some, line=where))
        return self.words.joined(placements)

    def lists_of_ships(
        self, reasons: Iterable[Reason], said: Mapping[str, Said] | None = None
    ) -> dict[str, str]:
        """What links say of ships that are no more to place: with where they are, and in short. The places of
        ships that are only accounted for are not seen on the board: if an earlier step has `said` them, from
        what is known here as well, the short form gives the number of that step."""
        lists: dict[str, str] = {}
        for one in reasons:
            lists |= self._found([one])
            for text, account in self.accounts_in([one]).items():
                lists[text] = self._again(text, account, (said or {}).get(text))
        return lists

    def _again(self, text: str, account: Account, earlier: Said | None) -> str:
        """What is said of ships that are accounted for if it was said before."""
        if earlier is None:
            return self._in_short(account)
        if (earlier.supposed | account.premises) != account.premises:
            return text
        return self._say("as before", clause=self._in_short(account), step=earlier.step)

    def _found(self, reasons: Sequence[Reason]) -> dict[str, str]:
        """The kinds of ships of which there are no more to place: with where they are, and without."""
        found = sorted({kind for one in reasons for kind in one.found}, key=lambda kind: kind[0].rank)
        if not found:
            return {}
        placements = [placement for _, known in found for placement in known]
        ships = self.words.joined([self.words.all(ship, len(known)) for ship, known in found])
        clause = self._say("found", len(placements), ships=ships)
        return {self._listing(clause, placements): clause}

    def _listing(self, clause: str, placements: Sequence[Squares]) -> str:
        """A clause about ships with where they are, if they are few."""
        if len(placements) > _MAX_FOUND:
            return clause
        return self._say("listed", clause=clause, placements=", ".join(map(self._named, placements)))

    def _edges(self, reasons: Sequence[Reason]) -> Iterator[str]:
        """The letters at edges, other than those that links are about; of many only their lines."""
        by_side: dict[str, dict[Line, str]] = {}
        for side, line, letter in sorted(
            {edge for one in reasons for edge in one.edges}, key=lambda edge: (edge[0], line_order(edge[1]))
        ):
            by_side.setdefault(side, {})[line] = letter
        if sum(map(len, by_side.values())) > _MAX_EDGES:
            lines = [
                self._say("edges in", lines=self.words.lines([*letters]), side=self._say(f"from {side}"))
                for side, letters in by_side.items()
            ]
            yield self._say("edges", lines=self.words.joined(lines))
        else:
            yield from (self.words.edge(side, letters) for side, letters in by_side.items())

    def _ruled_out(self, reasons: Sequence[Reason]) -> Iterator[str]:
        """The steps that ruled out placements, or these placements."""
        resting = [one for one in reasons if not _are_taken(one)]
        numbers = sorted({number for one in resting for number in one.barred_in})
        barred = sorted({placement for one in resting for placement in one.premises.barred})
        if numbers:
            yield self._say("steps", len(numbers), steps=self.words.joined(steps_text(numbers)))
        elif barred:
            placements = self.words.joined([*map(self._named, barred)])
            yield self._say("barred", len(barred), placements=placements)

    def unnumbered(self, text: str, reasons: Iterable[Reason]) -> str:
        """A text of links without the steps that it refers to."""
        for one in reasons:
            if one.barred_in:
                for remark in self._ruled_out([one]):
                    text = self._without_remark(text, remark)
        return text

    def _clause(self, reason: Reason) -> str:  # noqa: C901  # a sentence a technique
        words = self.words
        values = words.values(reason.ship, reason.water)
        match reason.technique.removesuffix(": starved line"):
            case "rest of the line is water":
                return self._full([reason])
            case "rest of the line is ship":
                return self._needs([reason])
            case "missing tally":
                return self._counted(reason, values)
            case "ships do not touch":
                return self._say("diagonal", values=values, squares=words.squares(reason.squares))
            case "around a given part":
                part = words.part(reason.part or "")
                return self._say("part", square=names(reason.squares), part=part, values=values)
            case "water round a finished ship":
                (placement,) = map(self._named, reason.placements)
                if placement == names(reason.squares) and not reason.words:
                    return self._say("is", square=placement, kind=words.part("S"))
                ship = reason.words[0] if reason.words else self._say("any ship")
                text = self._say("finished", ship=ship, placement=placement)
                return self._because(values, text) if reason.found else text
            case "ships on a square" | "one way to grow" | "direction of a middle":
                return self._on_square(reason, values)
            case "last places":
                placements = words.joined(self._names_of(reason.placements, reason.words))
                return self._say(
                    "last", len(reason.placements), ships=self._missing(reason), placements=placements
                )
            case "overlap":
                return self._overlap(reason, values)
            case "ways to fill a line":
                return self._ways(reason, values)
            case "first letter from an edge":
                return self._say("letter", square=names(reason.ship), letter=self._letter(reason))
        return reason.text or str(values)

    def own(self, sentence: str, reason: Reason) -> str:
        """What a technique of the user's concludes, as a clause."""
        values = self.words.values(reason.ship, reason.water)
        squares = Formed(lambda _: self.words.squares(reason.squares))
        return sentence.format(lines=self.words.lines(reason.lines), squares=squares, values=values)

    def _line(self, reason: Reason) -> Formed:
        return self.words.lines(reason.lines)

    def _letter(self, reason: Reason) -> str:
        """`the A that comes first from below in column 7`."""
        side = self._say(f"from {reason.side}")
        return self._say("first", letter=reason.part, line=self._line(reason), side=side)

    def _full(self, reasons: Sequence[Reason]) -> str:
        """Lines that have all their ship squares; those that have none first."""
        parts = []
        for key, group in (
            ("empty", [one for one in reasons if not one.tally]),
            ("full", [one for one in reasons if one.tally]),
        ):
            if lines := lines_of(group):
                parts.append(self._say(key, len(lines), lines=self.words.lines(lines)))
        return self.words.joined(parts)

    def _needs(self, reasons: Sequence[Reason]) -> str:
        """Lines that need all their open squares; of squares in two of them only once."""
        named: set[tuple[int, int]] = set()
        parts = []
        for reason in reasons:
            fresh = [at for at in reason.ship if at not in named]
            named.update(fresh)
            if fresh:
                parts.append((self._line(reason), self.words.squares(fresh)))
        has_lists = any(" " in squares for _, squares in parts)  # which would run into each other
        needs = [
            self._say("next needs" if number and not has_lists else "needs", line=line, squares=squares)
            for number, (line, squares) in enumerate(parts)
        ]
        return self.words.clauses(needs) if has_lists else self.words.joined(needs)

    def _counted(self, reason: Reason, values: Formed) -> str:
        """Lines without a tally, by what the fleet and the other lines leave for them."""
        key = "counted ship" if reason.ship else "counted water" if reason.tally else "counted none"
        return self._say(key, len(reason.lines), lines=self._line(reason), number=reason.tally, values=values)

    def _on_square(self, reason: Reason, values: Formed) -> str:
        where = names(reason.squares)
        if len(reason.placements) > MAX_LISTED and reason.words:
            words = self.words.either([*dict.fromkeys(reason.words)])
            return self._say("wherever words", square=where, words=words, values=values)
        if len(reason.placements) > MAX_LISTED:
            return self._say("wherever", square=where, values=values)
        is_named = bool(reason.words) and reason.kind is None
        placements = self._either(reason) if is_named else self._placements(reason.placements)
        if placements == where:
            return self._say("is", square=where, kind=self.words.part("S"))
        key = "grown word" if is_named else "grown"
        ship = self._say("any ship") if reason.kind is None else self.words.the(reason.kind, 1, 1)
        clause = self._say(key, ship=ship, square=where, placements=placements)
        return (
            clause if len(reason.placements) == 1 else self._say("listed", clause=clause, placements=values)
        )

    def _nowhere(self, reasons: Sequence[Reason]) -> str:
        """Squares that no ship can cover, with what else that rests on; last come those on which a ship would
        leave lines short."""
        plain = [one for one in reasons if not one.starved]
        starving = [one for one in reasons if one.starved]
        parts = []
        for same in _by_number_of_edges(plain):
            squares = [at for one in same for at in one.water]
            parts.append((self._say("nowhere", squares=self.words.none_of(squares)), self._remarks(same)))
        if starving:
            parts.append((self._uncovered(starving), self._remarks(starving)))
        if len({remarks for _, remarks in parts}) == 1:
            return f"{self.words.clauses([text for text, _ in parts])}{parts[0][1]}"
        return self.words.clauses([f"{text}{remarks}" for text, remarks in parts])

    def _uncovered(self, reasons: Sequence[Reason]) -> str:
        """Squares on which a ship would leave lines short; those together where it would leave the same lines
        short, and fill its row, or its column, or neither."""
        groups: dict[tuple[str, tuple[Line, ...]], list[Reason]] = {}
        by_placements = _told_by_placements(reasons)
        placed = [*self._short(_by_line(by_placements, reasons))] if by_placements else []
        for one in sorted(reasons, key=lambda one: one.water):
            if one in by_placements:
                continue
            groups.setdefault((one.filled.axis if one.filled else "", one.starved), []).append(one)
        parts: list[str] = []
        before = ""
        told = [(self._filling(links), starved, links) for (_, starved), links in groups.items()]
        for filling, starved, links in sorted(told, key=lambda group: group[0]):
            opening = "" if len(reasons) == len(links) else "also " if parts else "on "
            key = "starves" if filling in ("", before) else "fills"
            where = self.words.either([names(one.water) for one in links])
            short = self.words.any_line(starved)
            parts.append(self._say(f"{opening}{key}", squares=where, filled=filling, lines=short))
            before = filling
        values = self.words.values((), tuple(sorted(at for one in reasons for at in one.water)))
        return self._because(values, self.words.clauses([*parts, *placed]))

    def _because(self, values: Formed, clause: str) -> str:
        """What squares are, and why."""
        return self._say("listed", clause=values, placements=self.words.after_colon(clause))

    def _filling(self, reasons: Sequence[Reason]) -> str:
        """The line that a ship on any of these squares would fill, by name or as `its row`; else empty."""
        lines = {one.filled for one in reasons if one.filled is not None}
        if not lines:
            return ""
        return str(self.words.lines([*lines])) if len(lines) == 1 else self._say(f"own {lines.pop().axis}")

    def _missing(self, about: Reason | Question) -> Formed:
        return self.words.the(kind_of(about), about.wanted or 0, about.total or 0)

    def _overlap(self, reason: Reason, values: Formed) -> str:
        ships = self._missing(reason)
        if reason.wanted == 1 and len(reason.placements) <= MAX_LISTED:
            return self._say("lies", ship=ships, placements=self._either(reason), values=values)
        if reason.wanted == 1:
            return self._say("lies anywhere", ship=ships, n=len(reason.placements), values=values)
        if len(reason.placements) > 2 * MAX_LISTED:
            return self._say("grouped", ships=ships, n=len(reason.placements), values=values)
        ordered = sorted(reason.groups)
        if ordered and all(len(group) == 1 for group in ordered):
            placements = self.words.joined([self._named(placement) for (placement,) in ordered])
            return self._say("last", len(ordered), ships=ships, placements=placements)
        return self._say("in groups", ships=ships, groups=self._in_groups(reason), values=values)

    def _in_groups(self, reason: Reason) -> str:
        """`one lies on A1-A2 or B1-B2 and one on D1-D2`: where ships lie, one in each group."""
        one, n_others = self.words.one(kind_of(reason)), (reason.wanted or 0) - 1
        groups = [
            self._say("and on" if number else "one on", n_others, one=one, placements=self._placements(group))
            for number, group in enumerate(sorted(reason.groups))
        ]
        return self.words.joined(groups)

    def _ways(self, reason: Reason, values: Formed) -> str:
        line = self._line(reason)
        if reason.kind is not None:
            kind, way = reason.kind, self.words.ways(reason.ways)
            ship = self.words.the(kind, 1, 1) if reason.total == 1 else self.words.a(kind)
            return self._say("fills line", ship=ship, line=line, way=way, values=values)
        if reason.instead:
            return self._instead(reason, values)
        if not reason.ways:
            key = "all ways" if 0 < (reason.n_ways or 0) <= _MAX_WAYS else "else unfilled"
            return self._say(key, line=line, values=values, n=reason.n_ways)
        clause = self._say("one way", len(reason.ways), line=line, way=self.words.ways(reason.ways))
        if len(reason.ways) == 1:
            values = self.words.values((), reason.water)
            return self._say("listed", clause=clause, placements=values) if reason.water else clause
        return self._say("listed", clause=clause, placements=values)

    def _instead(self, reason: Reason, values: Formed) -> str:
        """What a line would need without a square, and what is wrong with that."""
        line, squares = self._line(reason), self.words.squares(reason.instead)
        if reason.too_many:
            placement, ship = placement_name(reason.too_many[0]), self.words.a(reason.too_many[1])
            return self._say(
                "else extra", values=values, line=line, squares=squares, placement=placement, ship=ship
            )
        if not reason.too_long:
            return self._say("else needs", values=values, line=line, squares=squares)
        placement = placement_name(reason.too_long)
        key = "else run" if squares == placement else "else long"
        return self._say(key, values=values, line=line, squares=squares, placement=placement)

    def _either(self, reason: Reason) -> str:
        return self._one_of(reason.placements, reason.words)

    def _placements(self, placements: Sequence[Squares]) -> str:
        if len(placements) > 1 and all(isinstance(placement, EitherWay) for placement in placements):
            return self._say("either way", placement=self.words.either([*map(placement_name, placements)]))
        return self.words.either([*map(self._named, placements)])

    def _named(self, placement: Squares) -> str:
        """A placement by its squares, in the order of its word; and whether that may begin at either end."""
        name = placement_name(placement)
        return self._say("either way", placement=name) if isinstance(placement, EitherWay) else name

    def _names_of(self, placements: Sequence[Squares], words: Sequence[str]) -> list[str]:
        """Placements by their squares, and their words."""
        if not words:
            return [*map(self._named, placements)]
        lying = zip(placements, words, strict=True)
        return [self._say("at", ship=word, placements=self._named(placement)) for placement, word in lying]

    def _one_of(self, placements: Sequence[Squares], words: Sequence[str]) -> str:
        """`RAFT on A6-A3 or B1-B4`; `CRAB on B6-E6; or RAFT or REEF on C6-F6`: the words that are read on the
        same squares together."""
        if not words:
            return self._placements(placements)
        on: dict[str, list[tuple[Squares, str]]] = {}
        for placement, word in zip(placements, words, strict=True):
            on.setdefault(self._named(placement), []).append((placement, word))
        ships = [self.words.either([word for _, word in found]) for found in on.values()]
        if len({*ships}) == 1:
            return self._say(
                "at", ship=ships[0], placements=self._placements([found[0][0] for found in on.values()])
            )
        lying = [self._say("at", ship=ship, placements=name) for name, ship in zip(on, ships, strict=True)]
        return self.words.either(lying) if len(words) == len(on) else self.words.either_clause(lying)

    # Several links

    def plainly(self, reasons: Sequence[Reason]) -> str:
        """Links that nothing is supposed for, as sentences. The last one is said even if a reader marks it
        unasked."""
        loud = [one for one in reasons if one.technique not in SILENT]
        sentences = [sentence for sentence, _ in self._told(loud)]
        last = [one.text for one in reasons[-1:] if one.technique in SILENT]
        return " ".join([*sentences, *last])

    def sentences(self, reasons: Sequence[Reason], *, is_listed: bool = True) -> Iterator[str]:
        """The sentences of links in order; that ships are found is said once, but where it is all the reason,
        and where they are once or never. That ships of a kind are accounted for is said before what follows
        from it."""
        said: set[str] = set()
        for text, links in self._told(reasons):
            for listing, clause in self._accounted(links).items():
                text = self._without_remark(text, listing)
                if listing not in said:
                    yield as_sentence(listing if is_listed else clause)
                said.add(listing)
            for listing, clause in self._found(links).items():
                if listing in said and not any(link.instead for link in links):
                    text = self._without_remark(self._without_remark(text, listing), clause)
                elif listing in said or not is_listed:
                    text = shortened(text, {listing: clause})
                said.add(listing)
            yield text

    def _without_remark(self, text: str, remark: str) -> str:
        """A text without a remark in parentheses, which it has alone or with others."""
        between = self.words.clauses(["", ""])
        for part in (f" ({remark})", f"{between}{remark}", f"{remark}{between}"):
            if part in text:
                return text.replace(part, "")
        return text

    def _told(self, reasons: Sequence[Reason]) -> Iterator[tuple[str, Sequence[Reason]]]:
        """The sentences of links in order, those of several lines in one, each with its links."""
        told = [one for one in reasons if one.technique not in SILENT] or reasons
        for technique, group in groupby(told, key=lambda one: one.technique.removesuffix(": starved line")):
            links = [*group]
            if technique in _AROUND:
                links.sort(key=lambda one: one.squares)
            if technique == _AROUND[1]:
                links = [*self._merged(links)]
            if technique == _NOWHERE:
                yield from ((as_sentence(self._nowhere(run)), run) for run in _independent(links))
            elif technique in JOINT and len(links) > 1:
                yield as_sentence(self._joint(technique, links)), links
            else:
                yield from {one.text: (one.text, [one]) for one in links}.values()

    def _merged(self, links: Sequence[Reason]) -> Iterator[Reason]:
        """Links around given parts, those around the same one as one."""
        for _, group in groupby(links, key=lambda one: one.squares):
            same = [*group]
            ship, water = settled_by(same)
            one = replace(same[0], ship=ship, water=water)
            yield one if len(same) == 1 else replace(one, text=self.finding(one))

    def _joint(self, technique: str, links: Sequence[Reason]) -> str:
        """What several lines conclude, as a clause."""
        text = self._full(links) if technique == JOINT[0] else self._needs(links)
        return f"{text}{self._remarks(links)}"

    def marked(self, reasons: Sequence[Reason], *, is_listed: bool = True) -> Iterator[str]:
        """The sentences of links; none where a reader marks unasked what they conclude."""
        return iter(()) if is_silent(reasons) else self.sentences(reasons, is_listed=is_listed)

    def reminded(self, text: str, reasons: Sequence[Reason]) -> str:
        """The text of links with a reminder to mark squares unasked, if they settle such squares; only the
        reminder, if they settle no others."""
        if not any(one.technique in SILENT for one in reasons):
            return text
        reminder = self._say("diagonals")
        return reminder if is_silent(reasons) else f"{text} {reminder}"


def _independent(reasons: Sequence[Reason]) -> Iterator[list[Reason]]:
    """Links in runs: none rests on water that another link of its run concludes."""
    run: list[Reason] = []
    for reason in reasons:
        if any({*reason.premises.water} & {*one.water} for one in run):
            yield run
            run = []
        run.append(reason)
    yield run


def _by_number_of_edges(reasons: Sequence[Reason]) -> list[list[Reason]]:
    """Links that rest on no letter at an edge, those that rest on one, and those that rest on several."""
    groups: dict[int, list[Reason]] = {}
    for one in reasons:
        groups.setdefault(min(len(one.edges), 2), []).append(one)
    return [groups[number] for number in sorted(groups)]


def _told_by_placements(reasons: Sequence[Reason]) -> list[Reason]:
    """The squares that no ship can cover because different placements leave different lines short, where
    these placements are few enough to be named."""
    several = [one for one in reasons if one.filled is None and len(one.starving) > 1]
    return several if sum(map(n_starving, several)) <= _MAX_OTHERS else []


def n_starving(reason: Reason) -> int:
    """How many placements would leave lines short, those on the same squares one for each word."""
    words = dict(reason.starving_words)
    return sum(
        len(words.get(placement, ("",))) for _, placements in reason.starving for placement in placements
    )


def _by_line(told: Sequence[Reason], reasons: Sequence[Reason]) -> Reason:
    """The placements that rule out several squares as those of one reason: without those that lie on a square
    where no ship could, or whose kind is found, unless these are all that could cover a square."""
    without = {at for one in reasons if one not in told for at in one.water}
    lengths = {ship.length for one in reasons for ship, _ in one.found if ship.is_straight and not ship.word}
    found: dict[Line, set[Squares]] = {}
    for one in told:
        placements = [(line, placement) for line, placements in one.starving for placement in placements]
        kept = [
            (line, placement)
            for line, placement in placements
            if without.isdisjoint(placement) and not (is_straight(placement) and len(placement) in lengths)
        ]
        for line, placement in kept or placements:
            found.setdefault(line, set()).add(placement)
    starving = tuple((line, tuple(sorted(found[line]))) for line in sorted(found, key=line_order))
    words: dict[Squares, tuple[str, ...]] = {}
    for one in told:
        words |= {
            placement: tuple(sorted({*words.get(placement, ()), *on})) for placement, on in one.starving_words
        }
    return replace(told[0], starving=starving, starving_words=tuple(words.items()))


def is_silent(reasons: Sequence[Reason]) -> bool:
    """Whether a reader marks unasked what links conclude."""
    return all(one.technique in SILENT for one in reasons)


def kind_of(named: Reason | Question) -> Ship:
    """The kind of ship that a link, or a question, is about."""
    if named.kind is None:
        raise ValueError(f"{named} is about no kind of ship")
    return named.kind


def are_close(one: Squares, other: Squares) -> bool:
    """Whether two placements overlap or touch."""
    return any(max(abs(r - i), abs(c - j)) <= 1 for (r, c), (i, j) in product(one, other))


def _are_taken(reason: Reason) -> bool:
    """Whether each placement among the premises that is ruled out would lie on a square of another ship that
    the sentence names anyway."""
    return all(
        any(len(placement) != ship.length and not {*placement}.isdisjoint(on) for ship, _, on in reason.taken)
        for placement in reason.premises.barred
    )


def _apart_in_groups(reason: Reason) -> list[tuple[Squares, Squares]]:
    """The pairs of placements in a group that neither overlap nor touch."""
    pairs = chain.from_iterable(combinations(group, 2) for group in reason.groups)
    return [pair for pair in pairs if not are_close(*pair)]


def is_straight(squares: Squares) -> bool:
    """Whether squares lie in one line."""
    return 1 in (len({at[axis] for at in squares}) for axis in (0, 1))


def as_sentence(clause: str) -> str:
    """A clause with a capital letter and a full stop."""
    return f"{capitalised(clause)}."
