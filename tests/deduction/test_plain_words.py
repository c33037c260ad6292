"""The words of plain steps, estimated by what their sentences list."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

import pytest

import bimaru
from bimaru.board import Board
from bimaru.deduction.finding import codes
from bimaru.deduction.finding.citations import Link
from bimaru.deduction.finding.plain import Round, briefest_rounds
from bimaru.deduction.finding.plain_words import WORDS, contents
from bimaru.deduction.finding.start import NumberedClues
from bimaru.deduction.languages.en import ENGLISH
from bimaru.deduction.reasons import Reason
from bimaru.deduction.telling.narrator import Narrator
from bimaru.grading import graders
from bimaru.puzzle import Puzzle

HARD: Final = [*bimaru.generate_many(40, grade="hard", seed=41)]
AT_MOST: Final = ("kind that is found", "kind that is accounted for", "line left short by others")
"""What a sentence leaves out where the reader has seen it."""


class Way:
    """The plain way through a puzzle."""

    def __init__(self, puzzle: Puzzle) -> None:
        clues = NumberedClues(puzzle)
        self.state = clues.start()
        self.state.tells = True
        self._narrator = Narrator(clues, self.state, ENGLISH)
        self.rounds = [*briefest_rounds(self.state)]

    def reasons(self, one: Round) -> Iterator[tuple[Link, Reason]]:
        for link in one.links:
            reason = self._narrator.reason(link)
            if link.technique == codes.ON_SQUARE and reason.technique == "around a given part":
                # That sentence lists no places, but the estimate, which does not see parts, counts them.
                places = self.state.placements_on(link.subject, link.since)
                reason = replace(reason, placements=((),) * len(places))
            yield link, reason


WAYS: Final = [*map(Way, HARD)]


def named(links: Sequence[tuple[Link, Reason]]) -> Counter[str]:
    """What the sentences of a round have, as their reasons have it."""
    found = nowhere([one for link, one in links if link.technique == codes.NO_SHIP])
    for link, one in links:
        match link.technique:
            case codes.LINE_WATER:
                found["full line"] += 1
            case codes.LINE_SHIP:
                found["line that needs all squares"] += 1
            case codes.ON_SQUARE:
                found["ship on a square"] += 1
                found["placement"] += len(one.placements)
            case codes.LAST:
                found["placement"] += len(one.placements)
            case codes.OVERLAP:
                found["alternative"] += sum(map(len, one.groups)) + sum(len(out) for _, out in one.excluding)
            case codes.WAYS:
                found["alternative"] += one.n_ways or 0
        if link.technique in (codes.LAST, codes.OVERLAP, codes.WAYS):
            found["argument about a line or a kind"] += 1
        if link.technique != codes.NO_SHIP:
            found["kind that is found"] += len(one.found)
            found["kind that is accounted for"] += len(one.accounts)
            found["line left short by others"] += len(one.starved)
    return found


def nowhere(reasons: Sequence[Reason]) -> Counter[str]:
    """The same of squares that no ship can cover."""
    short = [one.starved for one in reasons if one.starved]
    return Counter(
        {
            "squares that no ship fits": int(len(short) < len(reasons)),
            "square that would leave lines short": len(short),
            "lines left short": len({*short}),
        }
    )


@pytest.mark.parametrize("way", WAYS)
def test_counted_is_what_sentences_have(way: Way) -> None:
    for one in way.rounds:
        counted: Counter[str] = Counter()
        for name, number in contents(way.state, one):
            counted[name] += number
        told = named([*way.reasons(one)])
        for name in WORDS:
            assert counted[name] >= told[name] if name in AT_MOST else counted[name] == told[name]


def test_everything_that_has_words_is_counted_somewhere() -> None:
    counted = {name for way in WAYS for one in way.rounds for name, n in contents(way.state, one) if n}
    assert counted == WORDS.keys() - {"letter at an edge"}


def test_a_way_takes_about_the_words_that_it_is_told_in() -> None:
    """On average within a tenth of them."""
    errors = []
    for puzzle in HARD[:16]:
        told = sum(len(step.text.split()) for step in bimaru.explain(puzzle))
        board = Board.from_data(puzzle.provenance.solution)
        errors.append(abs(graders.words_of(puzzle, board) - told) / told)
    assert sum(errors) / len(errors) < 0.1
