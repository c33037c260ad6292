"""A ship square of which a step argues by letters shows those that are possible, in small."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import chain
from typing import Final

from bimaru import Explanation, Puzzle, solve, why
from bimaru.advice.explanation import explain
from bimaru.board import Board
from bimaru.deduction.limits import MOST_LETTERS
from bimaru.deduction.reasons import links_of
from bimaru.drawing.argument import overview, states_of
from bimaru.drawing.layout import picture
from bimaru.drawing.scene import scene
from bimaru.squares import Square
from instances import instance

WORDS: Final = Puzzle(
    rows=(3, 0, 3, 3, 5, 4, 3, 3, 1),
    cols=(5, 1, 5, 1, 3, 0, 4, 0, 6),
    words=("ANCHOR", "CABIN", "BOAT", "TANK", "OAR", "SEA"),
    edges={
        "top": ["C", "O", "A", "R", "A", None, "T", None, "R"],
        "bottom": ["N", "O", "K", "R", "S", None, "B", None, "A"],
        "left": ["O", None, "T", "A", "C", "A", "B", "I", "N"],
        "right": ["R", None, "R", "O", "H", "C", "N", "A", "N"],
    },
)
SMALL: Final = 0.4
"""More than the size of letters that are possible, and less than of others."""
PUZZLES: Final = (WORDS, instance("lettered", "lettered-1").puzzle)


@cache
def explanation(puzzle: Puzzle) -> Explanation:
    return explain(puzzle)


def solution(puzzle: Puzzle) -> Board:
    (board,) = solve(puzzle, limit=2).boards
    return board


def lettered() -> Iterator[tuple[Puzzle, int]]:
    """The steps with possible letters."""
    for puzzle in PUZZLES:
        yield from ((puzzle, i) for i, step in enumerate(explanation(puzzle)) if step.possible_letters)


def test_the_letters_that_are_possible_are_few_and_the_true_one_is_among_them() -> None:
    for puzzle, number in lettered():
        step, solved = explanation(puzzle).steps[number], solution(puzzle)
        for row, col, letters in step.possible_letters:
            assert 2 <= len(letters) <= MOST_LETTERS
            assert letters == "".join(sorted({*letters}))
            assert (solved.letter((row, col)) or "?") in letters
            assert step.board[row, col] == "X"
            assert step.board.letter((row, col)) is None
    assert len([*lettered()]) > 3


def test_a_square_in_the_middle_or_at_an_end_of_a_word_can_show_these_letters() -> None:
    step = explanation(PUZZLES[1]).steps[2]
    assert step.text.startswith("123 lies on C2-E2 either way round or D2-F2")
    assert step.possible_letters == ((3, 1, "12"), (4, 1, "123"))


def test_only_steps_that_argue_by_letters_show_possible_ones() -> None:
    for puzzle, number in lettered():
        step = explanation(puzzle).steps[number]
        links = [*step.reasons, *links_of(step.cases)]
        words = chain.from_iterable(case.ships for case in step.cases)
        assert any(link.words or link.side or link.edges for link in links) or any(
            ship.word for ship in words
        )
    plain = [s for p in PUZZLES for s in explanation(p) if s.technique == "rest of the line is ship"]
    assert plain
    assert not any(step.possible_letters for step in plain)


def small_letters(puzzle: Puzzle, number: int) -> dict[Square, str]:
    """The small letters of the picture of a step, by their squares."""
    state = overview(explanation(puzzle))[number]
    drawn = picture(scene(puzzle, state.board, fleet=False, highlight=state.highlight))
    texts = [text for layer in drawn.layers if layer.role == "letter" for text in layer.texts]
    found: dict[Square, str] = {}
    for text in texts:
        if text.size < SMALL:
            at = (int(text.y), int(text.x))
            found[at] = found.get(at, "") + text.text
    return found


def test_the_picture_of_a_step_shows_them_in_their_squares() -> None:
    for puzzle, number in lettered():
        step = explanation(puzzle).steps[number]
        assert small_letters(puzzle, number) == {(r, c): letters for r, c, letters in step.possible_letters}


def test_after_a_case_analysis_they_are_on_its_last_board_only() -> None:
    """Before the conclusion more are possible."""
    puzzle, number = next((p, i) for p, i in lettered() if explanation(p).steps[i].cases)
    steps = explanation(puzzle).steps
    *earlier, last = states_of(steps[number - 1].board, steps[number])
    assert last.highlight.possible_letters == steps[number].possible_letters
    assert not any(state.highlight.possible_letters for state in earlier)


def test_the_steps_of_an_argument_for_one_square_have_none() -> None:
    """Nor letters: steps that are not told may have settled them."""
    argument = why(PUZZLES[1], "E7")
    assert argument.steps
    assert not any(step.possible_letters or step.letters for step in argument.steps)


def test_json_has_them_only_where_there_are_some() -> None:
    for step in explanation(PUZZLES[1]):
        data = step.to_data()
        assert data.get("possible_letters", []) == [[*one] for one in step.possible_letters]
        assert ("possible_letters" in data) == bool(step.possible_letters)
