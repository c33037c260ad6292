"""Arguments from a set of clues and known squares, as steps. `needed_steps` makes them smaller."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import partial
from operator import attrgetter
from typing import NamedTuple

from bimaru.board import Board
from bimaru.deduction.deduction import Deduction
from bimaru.deduction.languages.en import ENGLISH
from bimaru.deduction.languages.language import Language
from bimaru.deduction.languages.notation import word_count
from bimaru.deduction.needed_steps import needed_steps
from bimaru.deduction.oracle import Item
from bimaru.deduction.reasons import Case, Clue, Reason
from bimaru.deduction.techniques import CONTRADICTION
from bimaru.deduction.telling.cases import resting_on
from bimaru.deduction.telling.steps import Step
from bimaru.deduction.time_limit import Deadline
from bimaru.puzzle import Given, Puzzle
from bimaru.squares import Part


class Proof(NamedTuple):
    """The steps of an argument, and the contradiction in which they end, if they do. `again` tells it in
    another language: arguments are compared in English, so that all languages have the same."""

    steps: tuple[Step, ...]
    failure: Reason | None = None
    again: Callable[[Language], Proof | None] | None = None

    def told(self, language: Language) -> Proof:
        """The argument, which is in English, in a language."""
        told = None if self.again is None or language is ENGLISH else self.again(language)
        return told or self

    @property
    def words(self) -> int:
        """The words of its sentences."""
        return sum(word_count(step.text) for step in self.steps)


def opposite(given: Given) -> Given:
    """Water for ship of any kind, ship for water."""
    return given._replace(kind=Part.SHIP if given.kind == Part.WATER else Part.WATER)


def prove_failure(
    puzzle: Puzzle, items: Iterable[Item], deadline: Deadline, language: Language
) -> Proof | None:
    """That some clues and known squares leave no board; `None` if the techniques do not lead there."""
    deduction = _start(puzzle, items, deadline, language)
    steps = tuple(deduction.steps_to_contradiction())
    return None if deduction.failure is None else Proof(steps, deduction.failure)


def prove_not(
    puzzle: Puzzle,
    items: Iterable[Item],
    wrong: Given,
    deadline: Deadline,
    *,
    most: int | None = None,
) -> Proof | None:
    """That a square does not show something; `None` if the techniques do not lead there, or not by `most`
    case analyses.

    The shorter of two arguments is taken: forward to the opposite, or from the supposition to a
    contradiction."""
    chosen = [*items]
    found = [_in_english(partial(_by_contradiction, puzzle, chosen, wrong, deadline))]
    if wrong.kind in (Part.WATER, Part.SHIP):
        found.append(_in_english(partial(_forward, puzzle, chosen, wrong, deadline, most=most)))
    return min(filter(None, found), key=attrgetter("words"), default=None)


def _in_english(way: Callable[[Language], Proof | None]) -> Proof | None:
    """The argument of a way to find it, which can be told in other languages."""
    found = way(ENGLISH)
    return found and found._replace(again=way)


def _start(puzzle: Puzzle, items: Iterable[Item], deadline: Deadline, language: Language) -> Deduction:
    chosen = [*items]
    known = [item for item in chosen if isinstance(item, Given)]
    clues = [item for item in chosen if isinstance(item, Clue)]
    return Deduction(puzzle, known, deadline, language, in_force=clues)


def _shown(puzzle: Puzzle, items: Iterable[Item]) -> Board:
    """What all givens and the known squares show, whether an argument takes them or not."""
    return Deduction(puzzle, [item for item in items if isinstance(item, Given)]).board()


def _by_contradiction(
    puzzle: Puzzle, items: Iterable[Item], wrong: Given, deadline: Deadline, language: Language
) -> Proof | None:
    """What is known plainly and matters, and the refutation."""
    deduction = _start(puzzle, items, deadline, language)
    start = _shown(puzzle, items)
    steps = tuple(deduction.steps())
    if deduction.failure is not None:
        return Proof(steps, deduction.failure)
    case = deduction.against(wrong)
    return None if case is None else _refuting(deduction, start, steps, wrong, case, language)


def outline_not(puzzle: Puzzle, items: Iterable[Item], wrong: Given, deadline: Deadline) -> Proof | None:
    """That a square does not show something, in outline; `None` where that takes search too long."""
    return _in_english(partial(_outlined, puzzle, [*items], wrong, deadline))


def _outlined(
    puzzle: Puzzle, chosen: Sequence[Item], wrong: Given, deadline: Deadline, language: Language
) -> Proof | None:
    deduction = _start(puzzle, chosen, deadline, language)
    steps = tuple(deduction.steps())
    case = None if deduction.failure else deduction.outline_against(wrong)
    start = _shown(puzzle, chosen)
    return None if case is None else _refuting(deduction, start, steps, wrong, case, language)


def _refuting(
    deduction: Deduction, start: Board, steps: tuple[Step, ...], wrong: Given, case: Case, language: Language
) -> Proof:
    """The steps that the refutation of a case needs, and that."""
    reason = Reason(CONTRADICTION.name, (), (), "", squares=(wrong.square,))
    if wrong.kind == Part.WATER:
        reason = replace(reason, ship=(wrong.square,))
    elif wrong.kind == Part.SHIP:
        reason = replace(reason, water=(wrong.square,))
    is_value = bool(reason.ship or reason.water)
    text = language.telling.conclusion(reason) if is_value else language.answers.is_not(wrong)
    reason = resting_on(replace(reason, text=text), (case,))
    last = Step(
        CONTRADICTION.name, 1, reason.water, reason.ship, f"{case.text} {text}", (reason,), (case,),
        deduction.board(), language=language.code,
    )  # fmt: skip
    return Proof(needed_steps(start, (*steps, last), wrong.square, last))


def _forward(
    puzzle: Puzzle,
    items: Iterable[Item],
    wrong: Given,
    deadline: Deadline,
    language: Language,
    most: int | None,
) -> Proof | None:
    """The steps to the opposite that it needs."""
    deduction = _start(puzzle, items, deadline, language)
    start = _shown(puzzle, items)
    steps: list[Step] = []
    n_analyses = 0
    for step in deduction.steps_to(wrong.square, is_water=wrong.kind != Part.WATER):
        steps.append(step)
        if wrong.square in (*step.ship, *step.water):
            return Proof(needed_steps(start, steps, wrong.square))
        n_analyses += bool(step.cases)
        if n_analyses == most:
            return None
    return None if deduction.failure is None else Proof(tuple(steps), deduction.failure)
