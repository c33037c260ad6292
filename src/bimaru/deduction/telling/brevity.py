"""What one step says of ships that are found, later ones say in short."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from bimaru.deduction.languages.arguments import ArgumentSentences
from bimaru.deduction.languages.notation import shortened
from bimaru.deduction.reasons import Case, Question, Reason, links_of
from bimaru.deduction.telling.steps import Step


def in_brief(step: Step, number: int, said: dict[str, int], sentences: ArgumentSentences) -> Step:
    """A step without the lists of ships that earlier steps have `said`, by the number of the first; this adds
    the step's own."""
    lists = sentences.lists_of_ships([*step.reasons, *links_of(step.cases)], said)
    known = {text: brief for text, brief in lists.items() if text in said}
    for text in lists:
        said.setdefault(text, number)
    if not known:
        return step
    return replace(
        step,
        text=shortened(step.text, known),
        question=_question(step.question, known),
        reasons=tuple(_reason(one, known) for one in step.reasons),
        cases=tuple(_case(one, known) for one in step.cases),
    )


def _question(question: Question | None, known: Mapping[str, str]) -> Question | None:
    return question and replace(question, text=shortened(question.text, known))


def _reason(reason: Reason, known: Mapping[str, str]) -> Reason:
    return replace(reason, text=shortened(reason.text, known))


def _case(case: Case, known: Mapping[str, str]) -> Case:
    return replace(
        case,
        text=shortened(case.text, known),
        reasons=tuple(_reason(one, known) for one in case.reasons),
        ending=case.ending and _reason(case.ending, known),
        question=_question(case.question, known),
        cases=tuple(_case(one, known) for one in case.cases),
    )
