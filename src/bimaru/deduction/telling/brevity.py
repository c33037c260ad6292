"""Lists of ships that an earlier step has given are shortened in later ones."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from bimaru.deduction.languages.argument_sentences import ArgumentSentences
from bimaru.deduction.languages.notation import shortened
from bimaru.deduction.reasons import Case, Question, Reason, links_of
from bimaru.deduction.telling.steps import Step


def in_brief(step: Step, number: int, said: dict[str, int], sentences: ArgumentSentences) -> Step:
    """A step without the lists of ships that earlier steps have `said`, by the number of the first; this adds
    the step's own."""
    lists = sentences.lists_of_ships([*step.reasons, *links_of(step.cases)], said)
    brief_of = {text: brief for text, brief in lists.items() if text in said}
    for text in lists:
        said.setdefault(text, number)
    if not brief_of:
        return step
    return replace(
        step,
        text=shortened(step.text, brief_of),
        question=_question(step.question, brief_of),
        reasons=tuple(_reason(one, brief_of) for one in step.reasons),
        cases=tuple(_case(one, brief_of) for one in step.cases),
    )


def _question(question: Question | None, brief_of: Mapping[str, str]) -> Question | None:
    return question and replace(question, text=shortened(question.text, brief_of))


def _reason(reason: Reason, brief_of: Mapping[str, str]) -> Reason:
    return replace(reason, text=shortened(reason.text, brief_of))


def _case(case: Case, brief_of: Mapping[str, str]) -> Case:
    """The case with the lists in `brief_of` shortened in all its parts."""
    return replace(
        case,
        text=shortened(case.text, brief_of),
        reasons=tuple(_reason(one, brief_of) for one in case.reasons),
        ending=case.ending and _reason(case.ending, brief_of),
        question=_question(case.question, brief_of),
        cases=tuple(_case(one, brief_of) for one in case.cases),
    )
