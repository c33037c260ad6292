"""Hints: the mistake, or else the easiest next step, in three strengths."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import takewhile
from pathlib import Path
from typing import Any, Final

import pytest

import bimaru
from bimaru import Advice, Board, InvalidBoardError, NoSolutionError, Puzzle
from bimaru.advice import Focus, start_explanation
from bimaru.advice.position import contradicts
from bimaru.board import UNKNOWN, WATER
from bimaru.cli.exit_codes import Exit
from bimaru.deduction import Line
from bimaru.deduction.reasons import lines_of
from bimaru.grading.grades import GRADER
from bimaru.puzzle import Given
from bimaru.squares import Part, square_name
from command_line import MULTIPLE, NONE, UNIQUE, jsonl
from command_line import bimaru as call
from instances import Instance, instance, instances
from sampling import sampled

PUZZLE: Final = instance("csplib014", "csplib014-113").puzzle
EASY: Final = instances("boats")[0].puzzle
SOLUTION: Final = bimaru.solve(PUZZLE).boards[0]


def half_filled(board: Board, every: int = 3) -> Board:
    """The board with only every nth square filled in."""
    marks = [mark if i % every == 0 else UNKNOWN for i, (_, mark) in enumerate(board.squares())]
    width = board.width
    return Board(tuple("".join(marks[i : i + width]) for i in range(0, len(marks), width)))


def changed(board: Board, row: int, col: int, mark: str) -> Board:
    rows = [*board.rows]
    rows[row] = rows[row][:col] + mark + rows[row][col + 1 :]
    return Board(tuple(rows))


def hinted_to_the_end(puzzle: Puzzle) -> Iterator[Board]:
    """The boards that a player reaches by following each hint."""
    board = Board.unknown(puzzle.height, puzzle.width)
    while (advice := bimaru.hint(puzzle, board)).step is not None:
        assert advice.mistake is None
        board = advice.step.board
        yield board


@pytest.mark.parametrize("off", [{"last": (10, 0)}, {"moves": [Given(0, 10, "X")]}], ids=repr)
def test_a_square_off_the_grid_is_refused(off: dict[str, Any]) -> None:
    with pytest.raises(bimaru.InvalidInputError, match="is not on the grid, which is 10x10"):
        bimaru.hint(PUZZLE, **off)


@pytest.mark.parametrize("puzzle", [EASY, PUZZLE], ids=repr)
def test_following_every_hint_solves_the_puzzle(puzzle: Puzzle) -> None:
    *_, last = hinted_to_the_end(puzzle)
    assert bimaru.check(puzzle, last) == []


def test_a_hint_without_a_board_is_the_first_step_of_the_explanation() -> None:
    advice = bimaru.hint(PUZZLE)
    first = bimaru.explain(PUZZLE)[0]
    lines = tuple(lines_of(first.reasons))
    assert advice.step is not None
    assert first.text.startswith(advice.step.text)  # an explanation adds what all its steps mark unasked
    same = replace(first, text=advice.step.text)
    assert advice == Advice(None, Focus(lines=lines), first.technique, same)
    assert advice.where == "Look at rows G, I and J and columns 1 and 3."


@pytest.mark.parametrize(
    ("focus", "data", "where"),
    [
        (
            Focus(lines=(Line("row", 3), Line("column", 4))),
            {"squares": [], "lines": [{"row": 3}, {"column": 4}]},
            "row D and column 5",
        ),
        (Focus(((0, 0), (0, 1))), {"squares": [[0, 0], [0, 1]], "lines": []}, "A1-A2"),
    ],
)
def test_where_to_look_is_data_as_well_as_words(focus: Focus, data: object, where: str) -> None:
    advice = Advice(focus=focus)
    assert advice.to_data()["focus"] == data
    assert advice.where == f"Look at {where}."


def test_results_do_not_equal_tuples() -> None:
    step = bimaru.explain(EASY)[0]
    for value in (step, step.reasons[0], bimaru.hint(EASY)):
        with pytest.raises(TypeError):
            tuple(value)  # type: ignore[arg-type]


def test_a_step_continues_from_the_half_filled_board() -> None:
    board = half_filled(SOLUTION)
    step = bimaru.hint(PUZZLE, board).step
    assert step is not None
    assert all(board[at] == UNKNOWN for at in (*step.water, *step.ship))
    assert all(SOLUTION[at] == WATER for at in step.water)
    assert all(SOLUTION[at] != WATER for at in step.ship)


def test_a_full_and_right_board_needs_no_hint() -> None:
    assert bimaru.hint(PUZZLE, SOLUTION) == Advice(solved=True)
    assert not bimaru.hint(PUZZLE, changed(SOLUTION, 5, 6, "?")).solved


def test_the_command_says_that_a_puzzle_is_solved(tmp_path: Path) -> None:
    puzzle, solved = tmp_path / "puzzle.json", tmp_path / "solved.json"
    puzzle.write_text(json.dumps({"rows": [1, 0], "cols": [1, 0], "fleet": {"1": 1}}), encoding="utf-8")
    solved.write_text(json.dumps({"board": ["S.", ".."]}), encoding="utf-8")
    arguments = ["hint", str(puzzle), "--board", str(solved)]
    assert call(*arguments).out == "The puzzle is solved.\n"
    assert call(*arguments, "--language", "de").out == "Das Rätsel ist gelöst.\n"
    assert call(*arguments, "--json").objects[0]["solved"] is True


STARVED: Final = "no ship fits: starved line"


def test_a_step_by_the_preferred_technique_is_given_wherever_one_follows_from_the_board() -> None:
    puzzle = bimaru.generate(size=(8, 8), grade="hard", seed=1)
    solution = bimaru.solve(puzzle).boards[0]
    board = Board.unknown(8, 8)
    gained = 0
    while (usual := bimaru.hint(puzzle, board)).step is not None:
        advice = bimaru.hint(puzzle, board, prefer=STARVED)
        assert advice.step is not None
        gained += advice.technique == STARVED != usual.technique
        if advice.technique != STARVED:
            assert advice == usual
        for reason in advice.step.reasons if advice.technique != usual.technique else ():
            assert {*reason.premises.ship} <= board.occupied()
            assert all(board[at] == WATER for at in reason.premises.water)
            assert not reason.premises.barred
            assert all(solution[at] == WATER for at in advice.step.water)
            assert {*advice.step.ship} <= solution.occupied()
            assert all(advice.step.board[at] == WATER for at in advice.step.water)
        board = usual.step.board
    assert gained > 0


@pytest.mark.parametrize(
    ("every", "text"),
    [
        (1, "E5 is water, diagonal to F4."),
        (3, "Rows I and J are empty. Column 9 needs A9 and C9; row D needs D2 and D5-D6. E5 is water"),
        (200, "Suppose E5 is ship. "),
    ],
)
def test_a_wrong_square_is_the_mistake_with_the_reason(every: int, text: str) -> None:
    board = changed(half_filled(SOLUTION, every), 4, 4, "X")
    advice = bimaru.hint(PUZZLE, board)
    assert advice.mistake is not None
    assert advice.step is None
    assert advice.mistake.squares == ((4, 4),)
    assert advice.mistake.text.startswith(f"E5 cannot be ship. {text}")
    assert ("Then " in advice.mistake.text) == ("Suppose " in text)


@pytest.mark.parametrize(
    ("known", "shown", "differ"),
    [
        ("=A", "T", False),
        ("T", "=A", False),
        ("=A", "=B", True),
        ("T", "B", True),
        ("X", "T", False),
        ("W", "=A", True),
    ],
)
def test_a_letter_and_a_part_of_one_square_do_not_contradict_each_other(
    known: str, shown: str, differ: bool
) -> None:
    puzzle = Puzzle([None] * 4, [None] * 4, {}, words=["AB"], givens={(1, 1): known})
    assert contradicts(Given(1, 1, shown), puzzle) is differ


def test_a_square_that_contradicts_a_given_names_it() -> None:
    mistake = bimaru.hint(PUZZLE, changed(half_filled(SOLUTION), 0, 5, "X")).mistake
    assert mistake is not None
    assert mistake.text == "A6 cannot be ship. It is given as water."


def test_a_given_left_open_is_named_by_its_part_and_only_if_no_other_square_is_wrong() -> None:
    puzzle = Puzzle([1, 0, 1], [1, 0, 1], {1: 2}, givens={(0, 0): "S"})
    alone, beside = (
        bimaru.hint(puzzle, Board(rows)).mistake for rows in ((".??", "???", "???"), (".X?", "???", "???"))
    )
    assert alone is not None
    assert alone.text == "A1 cannot be water. It is given as a submarine."
    assert beside is not None
    assert beside.squares == ((0, 1),)


def test_a_part_that_cannot_be_is_a_mistake() -> None:
    mistake = bimaru.hint(PUZZLE, changed(SOLUTION, 5, 6, "S")).mistake
    assert mistake is not None
    assert (5, 6) in mistake.squares


def test_squares_that_are_wrong_only_together_are_a_mistake() -> None:
    puzzle = Puzzle(rows=(1, 0, 1), cols=(1, 0, 1), fleet={1: 2})
    mistake = bimaru.hint(puzzle, Board(("X??", "???", "X??"))).mistake
    assert mistake is not None
    assert mistake.squares


@pytest.mark.parametrize("one", instances("lettered"), ids=lambda one: one.id)
def test_where_all_ships_stand_hints_spell_them_until_the_board_is_solved(one: Instance) -> None:
    board = bimaru.solve(one.puzzle).boards[0]
    spelled: dict[tuple[int, int], str] = {}
    words: list[str] = []
    height, width = one.puzzle.height, one.puzzle.width
    while True:
        letters = tuple("".join(spelled.get((r, c), ".") for c in range(width)) for r in range(height))
        advice = bimaru.hint(one.puzzle, Board(board.rows, letters))
        if advice.step is None:
            break
        words.append(advice.step.text.rstrip(".").split(" is ")[1].split(" (")[0])
        spelled |= {square: board.letter(square) or "" for square in advice.step.ship}
    assert advice.solved
    assert sorted(words) == sorted(one.puzzle.words)


def test_a_corner_among_the_moves_is_a_ship_square_of_the_board() -> None:
    puzzle = Puzzle((2, 1, None), (2, 1, None), shapes=[("##", "#.")])
    assert bimaru.hint(puzzle, moves=[Given(0, 0, "LT")]).mistake is None
    mistake = bimaru.hint(puzzle, moves=[Given(1, 1, "RB")]).mistake
    assert mistake is not None
    assert mistake.squares == ((1, 1),)


@pytest.mark.parametrize("number", sampled(range(10), lambda number: number not in (6, 8)))  # two slow boards
def test_of_the_moves_the_first_wrong_one_that_stands_is_the_mistake(number: int) -> None:
    """Ten boards with ten mistakes each, among right marks before and after and other wrong ones after it."""
    puzzle = instances("csplib014")[number * 19].puzzle
    solution = bimaru.solve(puzzle).boards[0]
    given = {one.square for one in puzzle.givens}
    for seed in range(10):
        generator = random.Random(100 * number + seed)
        squares = [at for at, _ in solution.squares() if at not in given]
        generator.shuffle(squares)
        first = generator.randrange(1, 30)
        wrong = {first, *range(first + 5, 40, 7)}
        moves = [
            Given(*at, Part.WATER if (solution[at] == WATER) != (i in wrong) else Part.SHIP)
            for i, at in enumerate(squares[:40])
        ]
        changed_since = [
            Given(*move.square, Part.WATER if move.kind == Part.SHIP else Part.SHIP)
            for move in (moves[0], moves[first])
        ]
        mistake = bimaru.hint(puzzle, moves=[*changed_since, *moves]).mistake
        assert mistake is not None
        assert mistake.squares == (moves[first].square,)
        assert {*mistake.clear} == {move.square for move in moves[first:]}


def test_a_wrong_mark_is_a_guess_where_nothing_settled_the_square_by_then() -> None:
    puzzle = Puzzle(rows=(2, 0, 1), cols=(1, 1, 1), fleet={2: 1, 1: 1}, givens={(2, 0): "W"})
    mistake = bimaru.hint(puzzle, moves=[Given(0, 2, Part.SHIP)]).mistake
    assert mistake is not None
    assert mistake.guess is False
    assert mistake.text.startswith(
        "A3 was the first wrong mark, though what was known by then settled that square. A3 cannot be"
    )
    hard = instance("csplib014", "csplib014-113").puzzle
    mistake = bimaru.hint(hard, moves=[Given(4, 4, Part.SHIP)]).mistake
    assert mistake is not None
    assert mistake.guess is True
    assert mistake.text.startswith(
        "E5 was the first wrong mark, and a guess: nothing settled that square yet."
    )


def test_squares_that_no_move_filled_in_are_not_named_as_the_first_mistake() -> None:
    """Such as those that a page fills in by itself."""
    at = next(
        at for at, mark in SOLUTION.squares() if mark == WATER and at != (4, 4) and SOLUTION[4, 4] == WATER
    )
    board = changed(changed(SOLUTION, *at, "X"), 4, 4, "X")
    mistake = bimaru.hint(PUZZLE, board, moves=[Given(4, 4, Part.SHIP)]).mistake
    assert mistake is not None
    assert mistake.squares == ((4, 4),)


def test_hints_about_a_mistake_reveal_more_and_more() -> None:
    mistake = bimaru.hint(PUZZLE, changed(half_filled(SOLUTION), 4, 4, "X")).mistake
    assert mistake is not None
    assert mistake.told(0) == "There is a mistake in row E."
    assert mistake.told(1) == "Look again at E5."
    assert mistake.told(2) == mistake.text
    assert mistake.told(3) == f"{mistake.text} Clear E5 to go back to before it."
    german = bimaru.hint(PUZZLE, changed(half_filled(SOLUTION), 4, 4, "X"), language="de").mistake
    assert german is not None
    assert german.told(0) == "In Zeile E ist ein Fehler."
    data = [mistake.to_data(strength) for strength in range(4)]
    assert [one["squares"] for one in data] == [[], [[4, 4]], [[4, 4]], [[4, 4]]]
    assert [one["clear"] for one in data] == [[], [], [], [[4, 4]]]
    assert [one["case"] is None for one in data] == [True, True, False, False]


def test_where_nothing_follows_there_is_no_step() -> None:
    puzzle = Puzzle(rows=(1, 0, 1), cols=(1, 0, 1), fleet={1: 2})
    assert bimaru.hint(puzzle, Board(("?.?", "...", "?.?"))) == Advice()


def test_a_board_of_another_size_is_refused() -> None:
    with pytest.raises(InvalidBoardError, match="the board is 1x2, the puzzle 10x10"):
        bimaru.hint(PUZZLE, Board(("??",)))
    with pytest.raises(InvalidBoardError, match="the board is 1x2, the puzzle 10x10"):
        bimaru.explain(PUZZLE, Board(("??",)))


def test_a_puzzle_without_a_board_has_no_hint() -> None:
    with pytest.raises(NoSolutionError, match="has no solution"):
        bimaru.hint(Puzzle(rows=(2, 0), cols=(1, 0), fleet={1: 1}))


# On the command line


def test_moves_may_be_triples_and_what_is_unknown_is_refused_by_name() -> None:
    puzzle = bimaru.Puzzle((2, 0, 1), (1, 1, 1), {2: 1, 1: 1}, givens={(2, 0): "W"})
    board = Board(("???", "???", "?X?"))
    triple: Any = (2, 1, "X")
    found = bimaru.hint(puzzle, board, moves=[triple])
    assert found.mistake == bimaru.hint(puzzle, board, moves=[Given(2, 1, "X")]).mistake is not None
    with pytest.raises(bimaru.InvalidInputError, match="prefer: 'zz' is not one of around a given part, "):
        bimaru.hint(puzzle, prefer="zz")
    with pytest.raises(
        ValueError, match="unknown strength 'all'; expected one of where, technique, idea, step"
    ):
        found.to_data("all")


def test_the_command_hints_in_three_strengths() -> None:
    shown = [
        call("hint", "--strength", strength, "-", stdin=jsonl(UNIQUE)).out
        for strength in ("where", "technique", "step")
    ]
    assert shown[0] == "unique:\nLook at row B and column 2.\n"
    assert shown[1] == shown[0] + "Technique: rest of the line is water.\n"
    assert shown[2].startswith(shown[1] + "Row B and column 2 are empty.")


def test_the_command_continues_from_a_board_in_a_file(tmp_path: Path) -> None:
    file = tmp_path / "board.json"
    file.write_text(json.dumps({"board": ["?.", ".."]}), encoding="utf-8")
    ran = call("hint", "--json", "--board", file, "-", stdin=jsonl(UNIQUE))
    (answer,) = ran.objects
    assert ran.code == Exit.DONE
    assert answer.keys() == {"id", "mistake", "where", "focus", "technique", "idea", "step", "solved"}
    assert answer["step"]["ship"] == [[0, 0]]


def test_the_idea_of_a_case_analysis_says_what_to_suppose_and_where_to_watch() -> None:
    puzzle = instance("csplib014", "csplib014-113").puzzle
    board = None
    for step in start_explanation(puzzle, refine=False):
        if step.cases:
            break
        board = step.board
    idea = bimaru.hint(puzzle, board).to_data("idea")["idea"]
    assert isinstance(idea, str)
    assert square_name(step.cases[0].supposed[0]) in idea
    assert bimaru.hint(puzzle, None).to_data()["idea"] is None  # a plain step


def test_the_command_fails_for_a_mistake_and_for_a_puzzle_without_a_board(tmp_path: Path) -> None:
    file = tmp_path / "board.json"
    file.write_text(json.dumps({"board": ["?X", "??"]}), encoding="utf-8")
    ran = call("hint", "--json", "--board", file, "-", stdin=jsonl(UNIQUE))
    assert ran.code == Exit.FAILED
    assert ran.objects[0]["mistake"]["squares"] == [[0, 1]]
    ran = call("hint", "-", stdin=jsonl(NONE))
    assert (ran.code, ran.out) == (Exit.FAILED, "none:\nThe puzzle has no solution.\n")


def test_the_command_names_the_first_wrong_mark() -> None:
    ran = call("hint", "--strength", "technique", "--moves", "A1=X B1=X B1=? A2=X", "-", stdin=jsonl(UNIQUE))
    assert (ran.code, ran.out) == (Exit.FAILED, "unique:\nLook again at A2.\n")
    ran = call("hint", "--moves", "A1=Q", "-", stdin=jsonl(UNIQUE))
    assert ran.code == Exit.BAD_INPUT
    assert "'A1=Q' is not a square and what it shows, like B4=X." in ran.err


def test_the_command_refuses_a_board_of_another_size(tmp_path: Path) -> None:
    file = tmp_path / "board.json"
    file.write_text(json.dumps({"board": ["???"]}), encoding="utf-8")
    ran = call("hint", "--board", file, "-", stdin=jsonl(UNIQUE))
    assert (ran.code, ran.err) == (
        Exit.BAD_INPUT,
        "Error: standard input: puzzle 1: the board is 1x3, the puzzle 2x2\n",
    )


def test_explain_prints_every_step_and_how_it_ends() -> None:
    ran = call("explain", "-", stdin=jsonl(UNIQUE, MULTIPLE))
    assert ran.code == Exit.DONE
    assert "1. Rest of the line. Row B and column 2 are empty. Column 1 needs A1." in ran.out
    assert "The only solution. Grade: easy (" in ran.out
    several = "There are several solutions: nothing more follows, and A1, A3, C1 and C3 stay open."
    assert several in " ".join(ran.out.split())
    ran = call("explain", "-", stdin=jsonl(NONE))
    assert ran.code == Exit.FAILED
    assert "No solution: the rows have 2 ship squares and the columns have 1" in ran.out


def test_explain_and_grade_print_what_the_contract_says_as_json() -> None:
    explained = call("explain", "--json", "-", stdin=jsonl(UNIQUE, MULTIPLE, NONE))
    assert explained.code == Exit.FAILED
    one, several, none = explained.objects
    assert (one["id"], one["solved"], one["grade"]) == ("unique", True, "easy")
    keys = {"technique", "depth", "water", "ship", "barred", "text", "question", "reasons", "cases"}
    assert one["steps"][0].keys() == keys
    assert one["complete"] is True
    assert (several["solved"], several["grade"], len(several["boards"])) == (False, None, 2)
    assert (none["solved"], none["grade"]) == (False, None)
    graded = call("grade", "--json", "-", stdin=jsonl(UNIQUE, MULTIPLE))
    assert graded.code == Exit.DONE
    assert [
        {"id": "unique", "grade": "easy", "score": one["score"], "grader": GRADER},
        {
            "id": "multiple",
            "grade": None,
            "score": None,
            "grader": GRADER,
            "ungraded": "it has several solutions",
        },
    ] == graded.objects
    assert call("grade", "-", stdin=jsonl(NONE)).code == Exit.FAILED


def test_explain_draws_the_board_after_every_step() -> None:
    steps = len(bimaru.explain(EASY))
    drawn = call("explain", "--draw", "--ascii", "-", stdin=bimaru.write(EASY, "json")).out
    assert drawn.count("1 2 3 4 5 6 7 8 9 0") == steps


@pytest.mark.parametrize("command", ["explain", "grade", "hint"])
def test_where_the_time_runs_out_the_next_puzzle_follows_and_the_exit_code_says_so(command: str) -> None:
    stdin = jsonl(UNIQUE, NONE)
    ran = call(command, "--json", "--time-limit", "0", "-", stdin=stdin)
    assert ran.code == Exit.UNDECIDED
    assert [one["id"] for one in ran.objects] == ["unique", "none"]
    assert ran.objects[0]["complete"] is False
    text = call(command, "--time-limit", "0", "-", stdin=stdin)
    assert text.code == Exit.UNDECIDED
    assert "time limit was reached" in text.out
    enough = call(command, "--json", "--time-limit", "3600", "-", stdin=jsonl(UNIQUE))
    assert enough.code == Exit.DONE
    assert enough.objects == call(command, "--json", "-", stdin=jsonl(UNIQUE)).objects


def test_a_given_part_that_is_filled_in_as_ship_is_still_that_part() -> None:
    board = Board(tuple("?????????X" if row == 6 else "??????????" for row in range(10)))
    texts = [step.text for step in bimaru.explain(PUZZLE, board)]
    assert any(text.startswith("G10 is a submarine") for text in texts)


@cache
def before_cases(puzzle: Puzzle) -> Board:
    """The board before the first case analysis of the explanation."""
    return [*takewhile(lambda step: not step.cases, start_explanation(puzzle))][-1].board


@pytest.mark.parametrize(
    ("number", "language", "text"),
    [
        (
            3649,
            "en",
            "How can column 4 be filled? There are 10 possibilities. That leaves E4 and H4; or E4 and I4: E4 "
            "is ship",
        ),
        (
            3649,
            "de",
            "Wie lässt sich Spalte 4 füllen? Es gibt 10 Möglichkeiten. Es bleiben E4 und H4; oder E4 und I4",
        ),
        (16266, "en", "Suppose D2 is ship. Then row E cannot reach 3. So D2 is water."),
        (
            16266,
            "de",
            "Angenommen, D2 ist ein Schiffsfeld. Das geht nicht, denn Zeile E kommt nicht auf 3. Also",
        ),
    ],
)
def test_of_a_long_argument_a_hint_is_a_summary(
    number: int, language: str, text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bimaru.advice.hints.HINT_WORDS", 30)
    puzzle = instance("csplib014", f"csplib014-{number}").puzzle
    advice = bimaru.hint(puzzle, before_cases(puzzle), language=language)
    assert advice.step is not None
    assert advice.text is not None
    assert len(advice.step.text.split()) > 30 > len(advice.text.split())
    assert advice.text.startswith(text)


def test_the_command_prints_long_arguments_in_full_on_request(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bimaru.advice.hints.HINT_WORDS", 30)
    puzzle = instance("csplib014", "csplib014-16266").puzzle
    files = tmp_path / "puzzle.json", tmp_path / "board.json"
    files[0].write_text(json.dumps(puzzle.to_data()), encoding="utf-8")
    files[1].write_text(json.dumps(before_cases(puzzle).to_data()), encoding="utf-8")
    short = call("hint", files[0], "--board", files[1]).out
    full = call("hint", "--full", files[0], "--board", files[1]).out
    assert len(short.split()) + 30 < len(full.split())
