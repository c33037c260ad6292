"""The sentences of contradictions, in any language: why a board cannot be completed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Final

from bimaru.deduction.languages.link_sentences import (
    LinkSentences,
    are_close,
    is_straight,
    kind_of,
    n_starving,
)
from bimaru.deduction.languages.notation import MAX_LISTED, names, placement_name, shortened
from bimaru.deduction.reasons import Account, Reason, Squares
from bimaru.ships import Ship

_MAX_IN_GROUPS: Final = 4
"""Placements in several groups that a sentence lists where ships do not fit."""
_MAX_STARVING: Final = 2
"""Placements that would leave a line short that a sentence names where ships do not fit."""


@dataclass(frozen=True, slots=True)
class EndingSentences(LinkSentences):
    """The sentences of what ends a case, or a puzzle without a solution."""

    def failure(self, reason: Reason) -> str:
        """Why the board cannot be completed, as a clause."""
        clause, first = self._impossible(reason), [*self._placed(reason), *self._last_one(reason)]
        told = replace(reason, accounts=tuple(one for one in reason.accounts if not _is_last(reason, one)))
        lists_placements = told.technique == "last places" and (told.placements or told.excess)
        starving = ""
        if not lists_placements and n_starving(told) <= _MAX_STARVING:
            first += self._short(told)
        elif not lists_placements:
            starving = self._starving(told.starved)
        if few := self._fitting(told):
            clause, starving = self._say("listed", clause=f"{clause}{starving}", placements=few), ""
        return f"{clause}{starving}{self._remarks([told], told if lists_placements else None, first)}"

    def _fitting(self, reason: Reason) -> str:
        """Where the ships could lie of which not all fit, if these placements are few."""
        is_grouped = 1 < len(reason.groups) < (reason.wanted or 0)
        most = _MAX_IN_GROUPS if is_grouped else MAX_LISTED
        if reason.technique != "overlap" or len(reason.placements) > most:
            return ""
        return self._in_groups(reason) if is_grouped else self._placements(reason.placements)

    def _placed(self, reason: Reason) -> Iterator[str]:
        """Where ships are that are placed already, if the others do not fit."""
        if reason.complete:
            placements, n = self.words.joined([*map(self._named, reason.complete)]), len(reason.complete)
            yield self._say("placed", n, n=self.words.number(n), placements=placements)

    def _last_one(self, reason: Reason) -> Iterator[str]:
        """On which square the last ship of its kind has to lie, if it fits nowhere."""
        for account in reason.accounts:
            if _is_last(reason, account):
                ship, squares = self._missing(reason), self.words.squares(account.squares)
                yield self._say("covers", ship=ship, squares=squares)

    def clash(self, attempt: Reason, square: Squares, *, is_ship: bool) -> str:
        """Why a square would have to be both: what settles it, as a clause, and what it is already."""
        if attempt.technique.startswith("last places") and _close_pairs(attempt.placements):
            return self.overlapping(attempt)
        values = self.words.values(square, ()) if is_ship else self.words.values((), square)
        return self._say("clash by", clause=self._remarked(attempt), values=values)

    def overlapping(self, last: Reason) -> str:
        """That two of the last places for ships touch or overlap, as a clause."""
        one, other = _close_pairs(last.placements)[0]
        key = "touching placements" if {*one}.isdisjoint(other) else "overlapping"
        pair = self.words.joined([self._named(one), self._named(other)])
        placements = self._say("these") if len(last.placements) == 2 else pair
        return (
            f"{self._say(key, clause=self._clause(last), placements=placements)}{self._remarks([last], last)}"
        )

    def crowded(self, last: Reason, other: Reason) -> str:
        """That ships can only lie where no other placement leaves room for another one, as a clause."""
        clause = self._say("crowded", clause=self._clause(last), ships=self._missing(other))
        return f"{clause}{self._remarks([last], last)}"

    def searched(self, values: str) -> str:
        """What search finds where the techniques end, as a sentence."""
        return self._say("searched", values=values)

    def contradiction(self, clause: str) -> str:
        """That an argument ends in a contradiction, which is a clause, as a sentence."""
        return self._say("then", clause=clause)

    def no_case(self) -> str:
        """That all cases fail, as a clause."""
        return self._say("no case")

    def counted(self, number: int) -> str:
        """That a case fails after a number of others, as a clause."""
        return self._say("fails after", number, n=number)

    def _impossible(self, reason: Reason) -> str:
        words = self.words
        match reason.technique:
            case "rest of the line is water":
                return self._say("too many", len(reason.lines), lines=self._line(reason), number=reason.tally)
            case "rest of the line is ship":
                return self._say("too few", len(reason.lines), lines=self._line(reason), number=reason.tally)
            case "no ship fits":
                return self._no_ship(reason.squares)
            case "last places":
                return self._wrong_number(reason)
            case "overlap":
                n, one = min(len(reason.groups), (reason.wanted or 0) - 1), words.one(kind_of(reason))
                return self._say("few fit", n, n=words.number(n), one=one, ships=self._missing(reason))
            case "ways to fill a line":
                return self._say("no way", line=self._line(reason))
            case "first letter from an edge":
                return self._say("no letter", letter=self._letter(reason))
            case "ships do not touch" if is_straight(reason.squares):
                return self._no_ship(reason.squares)
            case "ships do not touch":
                return self._say("touching", squares=words.joined([names([at]) for at in reason.squares]))
        return self._say("clash", square=names(reason.squares))

    def _no_ship(self, squares: Squares) -> str:
        """That no ship covers a square, or squares that belong together."""
        if len(squares) == 1:
            return self._say("nowhere", squares=self.words.none_of(squares))
        return self._say("longer" if is_straight(squares) else "no form", placement=placement_name(squares))

    def _wrong_number(self, reason: Reason) -> str:
        if reason.excess is not None:
            clause = self._too_many(reason.excess.ship)
            return self._say("listed", clause=clause, placements=self._where(reason.excess))
        total, n = reason.total or 0, len(reason.placements)
        if n > total:
            return self._listing(self._too_many(kind_of(reason)), reason.placements)
        if n == 0:
            return self._say("no room", reason.wanted or 1, ships=self._missing(reason))
        placements = self.words.joined([*map(self._named, reason.placements)])
        return self._say("little room", n, ships=self._missing(reason), placements=placements)

    def _too_many(self, kind: Ship) -> str:
        return self._say("found too many", ships=self.words.many(kind))

    def _unlisted(self, ending: Reason) -> str:
        """A contradiction that does not say where ships are."""
        listings = self._lists([ending])
        if ending.kind is not None:
            clause = self._too_many(ending.kind)
            listings[self._listing(clause, ending.placements)] = clause
        return shortened(ending.text, listings)


def _is_last(reason: Reason, account: Account) -> bool:
    """Whether all ships of the kind that a reason is about are accounted for, the last one on a square."""
    is_on_square = len(account.squares) == reason.wanted == 1 and not account.lines
    return account.ship == reason.kind and is_on_square


def _close_pairs(placements: Sequence[Squares]) -> list[tuple[Squares, Squares]]:
    """The pairs of placements that overlap or touch."""
    return [pair for pair in combinations(placements, 2) if are_close(*pair)]
