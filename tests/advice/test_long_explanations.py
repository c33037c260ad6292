"""Explanations that would be too long to read end with search."""

from __future__ import annotations

from dataclasses import replace

import pytest

import bimaru
from bimaru import Explanation
from bimaru.advice.explanation import explain
from bimaru.cli.language import conclusion
from bimaru.deduction.languages import LANGUAGES, language_of
from bimaru.deduction.languages.notation import word_count
from bimaru.deduction.limits import MOST_WORDS, TOLD_WORDS
from citations import Citations
from ending_techniques import searched
from explanations import explained
from instances import Instance, instance, instances

ANALYSED = instance("csplib014", "csplib014-16266").puzzle


def n_words(explanation: Explanation) -> int:
    return sum(word_count(step.text) for step in explanation)


@pytest.mark.thorough
def test_no_explanation_has_more_words_than_a_person_reads() -> None:
    """A board of 15x15 that would take 20,600."""
    puzzle = instance("solbat", "sb_15_15_7_0").puzzle
    explanation = explain(puzzle)
    assert explanation.solved
    assert bimaru.check(puzzle, explanation.board) == []
    assert MOST_WORDS - 2000 < n_words(explanation) <= MOST_WORDS
    assert 0 < explanation.n_searched < 20
    citations = Citations(puzzle)
    assert all(citations.follows(step.reasons[0]) for step in searched(explanation))


@pytest.mark.parametrize("language", LANGUAGES)
def test_beyond_the_words_that_may_be_told_search_settles_what_is_left(
    language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = explain(ANALYSED, refine=False)
    monkeypatch.setattr("bimaru.deduction.steps_in_order.TOLD_WORDS", n_words(whole) // 3)
    short = explain(ANALYSED, refine=False, language=language)
    first = next(number for number, step in enumerate(short) if step in searched(short))
    assert [step.board for step in short[:first]] == [step.board for step in whole[:first]]
    assert not any(step.cases for step in short[first:])
    assert short.solved
    assert short.n_searched == len(searched(short)) > 0
    if language == "en":
        assert n_words(short) < n_words(whole)


@pytest.mark.thorough
@pytest.mark.parametrize("one", instances("csplib014")[::20], ids=lambda one: one.id)
def test_other_explanations_are_not_cut_short(one: Instance) -> None:
    assert n_words(explained(one.puzzle)) < TOLD_WORDS


def test_the_squares_that_only_search_settled_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = explain(ANALYSED, refine=False)
    assert whole.n_searched == whole.to_data()["n_searched"] == 0
    monkeypatch.setattr("bimaru.deduction.steps_in_order.TOLD_WORDS", 0)
    explanation = explain(ANALYSED, refine=False)
    number = explanation.to_data()["n_searched"]
    assert number == explanation.n_searched > 1
    assert [*conclusion(explanation, language_of("en"))][-1] == f"{number} squares were found only by search."
    assert "One square was found only by search." in [*conclusion(with_one(explanation), language_of("en"))]
    assert "Ein Feld wurde nur durch Suche gefunden." in [
        *conclusion(with_one(explanation), language_of("de"))
    ]


def with_one(explanation: Explanation) -> Explanation:
    """The explanation with only the first of its steps that search settles."""
    others = searched(explanation)[1:]
    return replace(explanation, steps=tuple(step for step in explanation if step not in others))
