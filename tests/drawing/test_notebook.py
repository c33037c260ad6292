"""What a notebook shows of explanations, and what a prompt prints."""

from __future__ import annotations

import asyncio
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from itertools import islice
from typing import Any

import pytest

import bimaru
from bimaru.drawing.notebook import explanation_html
from bimaru.grading.grades import score_text
from bimaru.puzzle import Puzzle
from explanations import explained
from instances import DATA, instance

PUZZLE = next(bimaru.read_all(DATA / "boats.jsonl"))
EXPLANATION: Any = bimaru.explain(PUZZLE)
BROKEN = Puzzle([2, 0], [1, 0], {1: 1})


MAKERS: dict[str, Callable[[], Any]] = {
    "explanation": lambda: EXPLANATION,
    "step": lambda: EXPLANATION[-1],
    "argument": lambda: bimaru.why(PUZZLE, (0, 0)),
    "conflict": lambda: bimaru.explain_conflict(BROKEN),
    "advice": lambda: bimaru.hint(PUZZLE),
}
"""A value of each kind."""


@cache
def value(kind: str) -> Any:
    return MAKERS[kind]()


@pytest.mark.parametrize("kind", MAKERS)
def test_notebooks_show_it_as_html_of_one_piece(kind: str) -> None:
    shown: str = value(kind)._repr_html_()
    as_xml = shown.replace(" hidden>", ' hidden="">').replace('this.value">', 'this.value"/>')
    page = ElementTree.fromstring(as_xml)
    assert page.get("class") == "bimaru"
    assert len(shown) < 200_000


@pytest.mark.parametrize("kind", MAKERS)
def test_a_prompt_prints_it_in_a_line(kind: str) -> None:
    text = repr(value(kind))
    assert len(text) < 130
    assert "\n" not in text


def test_an_explanation_has_a_slider_through_its_steps_and_shows_the_last_board() -> None:
    shown: str = EXPLANATION._repr_html_()
    assert shown.count("<pre>") == shown.count("<summary>") == len(EXPLANATION)
    assert shown.count(" hidden>") == len(EXPLANATION) - 1
    assert f'max="{len(EXPLANATION)}"' in shown


def test_the_steps_of_a_chapter_unfold_together() -> None:
    explanation = explained(instance("csplib014", "csplib014-1337").puzzle)
    shown: str = explanation_html(explanation)
    for chapter in explanation.chapters:
        assert f'<details><summary>{chapter.text}</summary><ol start="{chapter.first}"><li>' in shown
    assert shown.count("<li>") == len(explanation)


def test_the_grade_is_in_the_repr() -> None:
    grade = EXPLANATION.grade
    assert grade is not None
    assert (
        repr(EXPLANATION) == f"<Explanation: {grade} ({score_text(grade.score)}), {len(EXPLANATION)} steps>"
    )


def test_the_repr_of_a_step_has_its_first_hundred_characters() -> None:
    step: Any = EXPLANATION[0]
    assert repr(replace(step, text="A" * 100)) == f"<Step: {'A' * 100}>"
    assert repr(replace(step, text="A" * 101)) == f"<Step: {'A' * 97}...>"


def test_text_is_escaped() -> None:
    step: Any = replace(EXPLANATION[0], text="<script>alert(1)</script>")
    assert "<script>" not in step._repr_html_()


def test_a_call_is_awaited_in_a_thread() -> None:
    async def solve() -> str:
        result = await asyncio.to_thread(bimaru.solve, PUZZLE)
        return result.status

    assert asyncio.run(solve()) == "unique"


def test_many_calls_are_awaited_together() -> None:
    puzzles = [*islice(bimaru.read_all(DATA / "boats.jsonl"), 5)]

    async def grades() -> list[Any]:
        return await asyncio.gather(*(asyncio.to_thread(bimaru.grade, puzzle) for puzzle in puzzles))

    assert asyncio.run(grades()) == [*map(bimaru.grade, puzzles)]
