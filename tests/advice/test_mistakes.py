"""Why a mark is wrong: every mistake has a reason, which follows from what it cites."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Final, NamedTuple

import pytest

import bimaru
from bimaru import Board, Puzzle
from bimaru.advice.mistakes import Mistake, MistakeSearch
from bimaru.board import SHIP, UNKNOWN, WATER, with_marks
from bimaru.deduction.clues import clues_of
from bimaru.deduction.languages.notation import word_count
from bimaru.deduction.limits import ARGUMENT_WORDS
from bimaru.deduction.reasons import Case, Facts, Reason
from bimaru.deduction.steps_in_order import Deduction
from bimaru.squares import Square
from citations import Citations, links_in, links_of
from instances import instances
from sampling import sampled

FEW: Final = 10
N_SEEDED: Final = 100
_MORE: Final = 6
"""The most further squares that a player has found by search, or guessed."""


class Wrong(NamedTuple):
    """A board with one wrong square."""

    puzzle: Puzzle
    board: Board
    square: Square
    ship: frozenset[Square]
    """The ship squares of the board that are right."""
    water: frozenset[Square]
    """The water that is right."""


def seeded(seed: int) -> Wrong:
    """A CSPLib board where plain techniques end, with some more squares, one of which is wrong."""
    generator = random.Random(seed)
    puzzle = generator.choice(instances("csplib014")).puzzle
    solution = bimaru.solve(puzzle).board
    assert solution is not None
    deduction = Deduction(puzzle)
    deduction.run()
    known = deduction.board()
    left = [at for at, mark in known.squares() if mark == UNKNOWN] or [at for at, _ in known.squares()]
    wrong, *more = generator.sample(left, 1 + generator.randrange(min(_MORE, len(left))))
    # Ship squares without parts: of what is shown, links cite only that.
    right = [*more, *(at for at, mark in known.squares() if mark != UNKNOWN and at != wrong)]
    marks = {at: WATER if solution[at] == WATER else SHIP for at in right}
    marks[wrong] = SHIP if solution[wrong] == WATER else WATER
    board = with_marks(Board.unknown(puzzle.height, puzzle.width), marks)
    water = frozenset(at for at in right if solution[at] == WATER)
    return Wrong(puzzle, board, wrong, frozenset(right) - water, water)


def mistake_on(one: Wrong, **options: Any) -> Mistake:
    """The mistake that a hint finds on such a board."""
    mistake = bimaru.hint(one.puzzle, one.board, **options).mistake
    assert mistake is not None
    return mistake


def unfounded(one: Wrong, mistake: Mistake) -> Iterator[str]:
    """What the argument against a mistake says that does not follow, by SAT, from what it cites and is known
    before."""
    citations = Citations(one.puzzle)
    granted = {*clues_of(one.puzzle)}
    ship, water = {*one.ship}, {*one.water}
    if mistake.case is not None:
        links = (_supposing(link, mistake.case) for link in links_in(mistake.case))
        yield from (link.text for link in links if not citations.follows(link))
    for step in mistake.steps:
        for link in links_of([step]):
            # Squares shown are among the premises, too.
            cited = replace(link, clues=tuple(clue for clue in link.clues if clue in granted))
            if not citations.follows(cited):
                yield link.text
        for reason in step.reasons:
            if not (ship.issuperset(reason.premises.ship) and water.issuperset(reason.premises.water)):
                yield f"unknown: {reason.text}"
            ship |= {*reason.ship}
            water |= {*reason.water}


def _supposing(link: Reason, case: Case) -> Reason:
    """The link, or the contradiction of a case together with what that supposes."""
    if link is not case.ending:
        return link
    supposed = Facts(water=case.supposed) if case.is_water else Facts(ship=case.supposed)
    return replace(link, premises=link.premises | supposed)


@pytest.mark.parametrize("seed", sampled(range(N_SEEDED), lambda seed: seed < FEW))
def test_every_mistake_has_a_reason_that_follows_from_what_it_cites(seed: int) -> None:
    one = seeded(seed)
    mistake = mistake_on(one)
    assert mistake.squares == (one.square,)
    assert (mistake.case is None) == bool(mistake.steps), mistake.text
    assert [*unfounded(one, mistake)] == []
    assert word_count(mistake.text) <= ARGUMENT_WORDS + 20
    if mistake.steps:
        last = mistake.steps[-1]
        settled = last.water if one.board[one.square] != WATER else last.ship
        assert one.square in settled
        assert "step" not in mistake.text  # as there are no numbers


def test_some_of_these_mistakes_are_refuted_in_outline() -> None:
    """Otherwise the test above would look at less."""
    found = [*map(mistake_on, map(seeded, range(FEW)))]
    assert sum("further cases" in mistake.text for mistake in found) > 1


def argued() -> Wrong:
    """A board with a mistake that takes an argument with case analyses."""
    return next(one for one in map(seeded, range(FEW)) if mistake_on(one).steps)


def test_below_the_idea_no_reason_is_looked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    one = argued()
    whole = mistake_on(one)
    monkeypatch.setattr(MistakeSearch, "_argument", lambda *_: pytest.fail("a reason is looked for"))
    for revealed, strength in enumerate(("where", "technique")):
        mistake = mistake_on(one, strength=strength)
        assert mistake.to_data(revealed) == whole.to_data(revealed)
    with pytest.raises(ValueError, match="unknown strength 'all'"):
        bimaru.hint(one.puzzle, strength="all")  # type: ignore[arg-type]


def test_a_reason_is_told_in_other_languages_from_the_same_steps() -> None:
    one = argued()
    english = mistake_on(one)
    french = mistake_on(one, language="fr")
    settled = [[(step.water, step.ship) for step in mistake.steps] for mistake in (english, french)]
    assert settled[0] == settled[1]
    assert "Supposons" in french.text


def test_where_arguments_take_too_much_search_the_mistake_is_still_named(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    one = argued()
    monkeypatch.setattr("bimaru.advice.mistakes.ARGUMENT_WORK", 1)
    mistake = mistake_on(one)
    assert mistake.squares == (one.square,)
    assert mistake.steps == ()
    assert mistake.text.endswith("in every solution.")
