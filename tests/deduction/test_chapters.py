"""Chapters of long explanations: which steps they hold, and what they are called."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import pytest

from bimaru.board import Board
from bimaru.deduction.languages import LANGUAGES
from bimaru.deduction.telling.chapters import MANY, Chapter, chapters_of
from bimaru.puzzle import Puzzle
from bimaru.squares import square_name
from explanations import explained
from instances import instance

LONG: Final = instance("csplib014", "csplib014-6541").puzzle
VARIED: Final = instance("csplib014", "csplib014-411").puzzle
SHORT: Final = instance("csplib014", "csplib014-2432").puzzle
ENGLISH: Final = LANGUAGES["en"]


def test_chapters_hold_every_step_once_and_in_order() -> None:
    explanation = explained(LONG)
    numbers = [number for one in explanation.chapters for number in range(one.first, one.last + 1)]
    assert numbers == [*range(1, len(explanation) + 1)]


def test_the_opening_has_no_cases_and_every_other_chapter_begins_with_them() -> None:
    explanation = explained(LONG)
    opening, *others = explanation.chapters
    assert opening.title == "The opening"
    assert not any(step.cases for step in explanation[: opening.last])
    assert others
    assert all(explanation[one.first - 1].cases for one in others)


def test_a_chapter_is_named_by_the_ships_that_it_finds() -> None:
    explanation = explained(LONG)
    chapter = next(one for one in explanation.chapters if one.title == "The battleship and the rest")
    (battleship,) = (ship for ship in explanation.board.ships() if len(ship) == 4)
    assert not explanation[chapter.first - 2].board.occupied().issuperset(battleship)
    assert explanation[chapter.last - 1].board.occupied().issuperset(battleship)


def test_a_chapter_that_finds_no_kind_of_ship_is_named_by_the_lines_that_it_finishes() -> None:
    explanation = explained(LONG)
    chapter = next(one for one in explanation.chapters if one.title == "Row I")
    before, after = (explanation[at - 1].board.rows for at in (chapter.first - 1, chapter.last))
    assert "?" in before[8]
    assert "?" not in after[8]


def test_an_explanation_with_few_case_analyses_has_no_chapters() -> None:
    explanation = explained(SHORT)
    assert 0 < sum(bool(step.cases) for step in explanation) <= MANY
    assert explanation.chapters == ()
    assert explanation.to_data()["chapters"] == []


def test_steps_that_settle_nothing_are_the_rest() -> None:
    plain, with_cases = (
        next(step for step in explained(LONG) if bool(step.cases) == is_case) for is_case in (False, True)
    )
    steps = [plain, *[replace(with_cases, board=plain.board)] * (MANY + 1)]
    chapters = chapters_of(LONG, steps, explained(LONG).board, ENGLISH)
    assert [one.text for one in chapters] == [
        "The opening: step 1",
        "The rest: steps 2-11",
        f"The rest: steps 12-{MANY + 2}",
    ]


def test_a_chapter_that_finds_only_water_says_so() -> None:
    plain, with_cases = (
        next(step for step in explained(LONG) if bool(step.cases) == is_case) for is_case in (False, True)
    )
    board = Board(
        tuple(row.replace("?", ".", 1) if r == 4 else row for r, row in enumerate(plain.board.rows))
    )
    (at,) = (at for at, mark in board.squares() if plain.board[at] != mark)
    steps = [plain, *[replace(with_cases, board=board)] * (MANY + 1)]
    titles = [one.title for one in chapters_of(LONG, steps, explained(LONG).board, ENGLISH)]
    assert titles[1] == f"{square_name(at)} is water"


def test_a_chapter_is_named_by_the_word_that_it_finds_as_the_puzzle_lists_it() -> None:
    solved = explained(LONG)
    (battleship,) = (ship for ship in solved.board.ships() if len(ship) == 4)
    spelled = dict(zip(battleship, "DCBA", strict=True))
    letters = tuple("".join(spelled.get((r, c), ".") for c in range(10)) for r in range(10))
    lettered = Board(solved.board.rows, letters)
    titles = [one.title for one in chapters_of(LONG.replace(words=["DCBA"]), solved.steps, lettered, ENGLISH)]
    assert "DCBA and the rest" in titles
    assert not any("battleship" in title for title in titles)


@pytest.mark.parametrize(
    ("code", "texts", "lines"),
    [
        (
            "en",
            (
                "The opening: steps 1 and 2",
                "C1, C5, E5, B7-C7 and E7 are water",
                "A2, A5, A7, C10 and D7 are water",
                "B8 is ship",
                "Row E",
                "The battleship",
                "The two cruisers and the rest",
            ),
            "Columns 8 and 9",
        ),
        (
            "de",
            (
                "Der Anfang: Schritte 1 und 2",
                "C1, C5, E5, B7-C7 und E7 sind Wasser",
                "A2, A5, A7, C10 und D7 sind Wasser",
                "B8 ist ein Schiffsfeld",
                "Zeile E",
                "Das Schlachtschiff",
                "Die beiden Kreuzer und der Rest",
            ),
            "Die Spalten 8 und 9",
        ),
        (
            "fr",
            (
                "Le d\xe9but\u00a0: \xe9tapes 1 et 2",
                "C1, C5, E5, B7-C7 et E7 sont de l’eau",
                "A2, A5, A7, C10 et D7 sont de l’eau",
                "B8 est une case de navire",
                "La ligne E",
                "Le cuirassé",
                "Les deux croiseurs et le reste",
            ),
            "Les colonnes 8 et 9",
        ),
        (
            "es",
            (
                "El comienzo: pasos 1 y 2",
                "C1, C5, E5, B7-C7 y E7 son agua",
                "A2, A5, A7, C10 y D7 son agua",
                "B8 es barco",
                "La fila E",
                "El acorazado",
                "Los dos cruceros y el resto",
            ),
            "Las columnas 8 y 9",
        ),
    ],
)
def test_chapters_are_named_in_every_language(code: str, texts: Sequence[str], lines: str) -> None:
    opening, *others = chapters_in(code, VARIED)
    assert (opening.text, *(one.title for one in others)) == texts
    assert chapter_of_two_columns(code).title == lines


def chapters_in(code: str, puzzle: Puzzle) -> Sequence[Chapter]:
    """The chapters of an explanation in a language; its steps are those of the English one."""
    explanation = explained(puzzle)
    return chapters_of(puzzle, explanation.steps, explanation.board, LANGUAGES[code])


def chapter_of_two_columns(code: str) -> Chapter:
    """The chapter of steps that find what is in columns 8 and 9, and nothing else."""
    solved = explained(LONG)
    plain = next(step for step in solved if not step.cases)
    with_cases = next(step for step in solved if step.cases)
    rows = zip(plain.board.rows, solved.board.rows, strict=True)
    board = Board(tuple(known[:7] + solution[7:9] + known[9:] for known, solution in rows))
    steps = [plain, *[replace(with_cases, board=board)] * (MANY + 1)]
    return chapters_of(LONG, steps, solved.board, LANGUAGES[code])[1]
