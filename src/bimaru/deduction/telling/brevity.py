"""What one step says of ships that are found, later ones say in short."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from functools import reduce

from bimaru.deduction.languages.arguments import ArgumentSentences
from bimaru.deduction.reasons import Case, Reason, links_of
from bimaru.deduction.telling.steps import Step


def in_brief(step: Step, said: set[str], sentences: ArgumentSentences) -> Step:
    """A step without those lists of ships that earlier ones have `said`, which is extended by its own."""
    lists = sentences.lists_of_ships([*step.reasons, *links_of(step.cases)])
    known = {text: brief for text, brief in lists.items() if text in said}
    said.update(lists)
    if not known:
        return step
    return replace(
        step,
        text=_shortened(step.text, known),
        question=step.question and replace(step.question, text=_shortened(step.question.text, known)),
        reasons=tuple(_reason(one, known) for one in step.reasons),
        cases=tuple(_case(one, known) for one in step.cases),
    )


def _shortened(text: str, known: Mapping[str, str]) -> str:
    # A list is not to be found at the beginning of another one: A1 in A10.
    return reduce(lambda told, one: re.sub(re.escape(one) + r"(?![\d-])", known[one], told), known, text)


def _reason(reason: Reason, known: Mapping[str, str]) -> Reason:
    return replace(reason, text=_shortened(reason.text, known))


def _case(case: Case, known: Mapping[str, str]) -> Case:
    return replace(
        case,
        text=_shortened(case.text, known),
        reasons=tuple(_reason(one, known) for one in case.reasons),
        ending=case.ending and _reason(case.ending, known),
        question=case.question and replace(case.question, text=_shortened(case.question.text, known)),
        cases=tuple(_case(one, known) for one in case.cases),
    )
