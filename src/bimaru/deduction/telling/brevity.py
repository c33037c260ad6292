"""Lists of ships that an earlier step has given are shortened in later ones."""

from __future__ import annotations

from dataclasses import replace
from typing import TypeVar

from bimaru.deduction.languages.argument_sentences import ArgumentSentences
from bimaru.deduction.languages.notation import shortened
from bimaru.deduction.reasons import Case, Question, Reason, links_of
from bimaru.deduction.telling.step import Step

Part = TypeVar("Part", Step, Case, Question, Reason)


def in_brief(step: Step, number: int, said: dict[str, int], sentences: ArgumentSentences) -> Step:
    """A step without the lists of ships that earlier steps have `said`, by the number of the first; this adds
    the step's own."""
    lists = sentences.lists_of_ships([*step.reasons, *links_of(step.cases)], said)
    brief_of = {text: brief for text, brief in lists.items() if text in said}
    for text in lists:
        said.setdefault(text, number)
    if not brief_of:
        return step

    def brief(part: Part) -> Part:
        return replace(part, text=shortened(part.text, brief_of))

    def brief_case(case: Case) -> Case:
        return replace(
            brief(case),
            reasons=tuple(map(brief, case.reasons)),
            ending=case.ending and brief(case.ending),
            question=case.question and brief(case.question),
            cases=tuple(map(brief_case, case.cases)),
        )

    return replace(
        brief(step),
        question=step.question and brief(step.question),
        reasons=tuple(map(brief, step.reasons)),
        cases=tuple(map(brief_case, step.cases)),
    )
