"""`bimaru check`: the referee at the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bimaru.cli.exit_codes import Exit
from bimaru.study.answer_readers import ANSWERS
from command_line import MULTIPLE, NONE, UNIQUE, bimaru, jsonl
from instances import DATA

WRONG = '{"board": ["RS", ".."]}'
UNRECOGNISED = f"not recognised as a solver's answer ({', '.join(ANSWERS)}); --from names its format"


@pytest.fixture
def puzzles(tmp_path: Path) -> Path:
    path = tmp_path / "puzzles.jsonl"
    path.write_text(jsonl(UNIQUE, MULTIPLE), encoding="utf-8")
    return path


@pytest.fixture
def puzzle(tmp_path: Path) -> Path:
    path = tmp_path / "puzzle.json"
    path.write_text(jsonl(UNIQUE), encoding="utf-8")
    return path


@pytest.mark.parametrize("options", ["", "--ascii", "--json", "--all", "--limit 1", "--json --all"])
def test_what_solve_prints_is_found_right(options: str, puzzles: Path, tmp_path: Path) -> None:
    bimaru("solve", *options.split(), "-o", tmp_path / "solved", puzzles)
    ran = bimaru("check", puzzles, tmp_path / "solved")
    assert ran == (Exit.DONE, "unique: right\nmultiple: right\n", "")


def test_every_solution_of_a_real_set_passes(tmp_path: Path) -> None:
    bimaru("solve", "-o", tmp_path / "solved.txt", DATA / "csplib014.jsonl")
    ran = bimaru("check", "--json", DATA / "csplib014.jsonl", tmp_path / "solved.txt")
    assert ran.code == Exit.DONE
    assert [answer["faults"] for answer in ran.objects] == [[]] * 202


def test_every_broken_rule_is_listed_with_its_squares(puzzle: Path) -> None:
    ran = bimaru("check", puzzle, "-", stdin=WRONG)
    expected = """\
unique: wrong
  row        row A has 2 ship squares, its tally is 1 (A1-A2)
  column     column 2 has 1 ship square, its tally is 0 (A2-B2)
  part       A1 shows a right end but is a left end
  part       A2 shows a submarine but is a right end
  fleet      ships of length 2: 1, the fleet has 0 (A1-A2)
  fleet      ships of length 1: 0, the fleet has 1
"""
    assert (ran.code, ran.out) == (Exit.FAILED, expected)


def test_json_has_the_keys_of_the_contract(puzzle: Path) -> None:
    ran = bimaru("check", "--json", puzzle, "-", stdin=WRONG)
    assert ran.code == Exit.FAILED
    (answer,) = ran.objects
    assert list(answer) == ["id", "faults"]
    assert answer["faults"][0] == {
        "rule": "row",
        "squares": [[0, 0], [0, 1]],
        "text": "row A has 2 ship squares, its tally is 1",
    }


def test_a_half_filled_board_is_unfinished(puzzle: Path) -> None:
    ran = bimaru("check", "--json", puzzle, "-", stdin='{"board": ["S?", ".."]}')
    assert ran.code == Exit.FAILED
    assert [fault["rule"] for fault in ran.objects[0]["faults"]] == ["unfinished"]


@pytest.mark.parametrize(("rows", "verdict"), [("S?\n..\n", "unfinished"), ("SS\n.?\n", "wrong")])
def test_a_half_filled_board_is_called_wrong_only_if_it_breaks_a_rule(
    rows: str, verdict: str, puzzle: Path
) -> None:
    ran = bimaru("check", puzzle, "-", stdin=rows)
    assert (ran.code, ran.out.splitlines()[0]) == (Exit.FAILED, f"unique: {verdict}")
    assert "unfinished squares still unknown: 1" in ran.out


def test_a_board_of_another_size_fails(puzzle: Path) -> None:
    ran = bimaru("check", puzzle, "-", stdin='{"board": ["S."]}')
    assert ran.code == Exit.FAILED
    assert "the board is 1x2, the puzzle 2x2" in ran.out


@pytest.mark.parametrize(
    ("board", "message"),
    [
        ("", "standard input: empty: expected a board\n"),
        ("\n{", "standard input:2: not JSON: "),
        (json.dumps({"solutions": {}}), "standard input:1: `solutions` holds no board"),
        ("A | O ~ |\nB | ~ |", "standard input:2: row B: expected 2 squares, found 1"),
        ('{"board": ["S.", ".."]}\n' * 2, "standard input: more boards than puzzles"),
    ],
)
def test_what_is_no_board_is_bad_input(board: str, message: str, puzzle: Path) -> None:
    ran = bimaru("check", puzzle, "-", stdin=board)
    assert (ran.code, ran.out if "more" not in message else "") == (Exit.BAD_INPUT, "")
    assert ran.err.startswith(f"Error: {message}")


def test_more_puzzles_than_boards_is_bad_input(puzzles: Path) -> None:
    ran = bimaru("check", puzzles, "-", stdin='{"board": ["S.", ".."]}')
    assert ran == (Exit.BAD_INPUT, "unique: right\n", "Error: standard input: more puzzles than boards\n")


def test_a_malformed_puzzle_is_bad_input(puzzle: Path) -> None:
    ran = bimaru("check", "-", puzzle, stdin='{"rows": [1]}')
    assert ran.code == Exit.BAD_INPUT
    assert ran.err.startswith("Error: standard input:1: ")


def test_puzzle_and_board_cannot_both_be_standard_input() -> None:
    ran = bimaru("check", "-", "-", stdin=jsonl(UNIQUE))
    assert ran.code == Exit.BAD_INPUT
    assert "cannot both be standard input" in ran.err


def test_a_puzzle_for_which_no_board_was_found_fails_and_the_others_are_checked(tmp_path: Path) -> None:
    (tmp_path / "three.json").write_text(jsonl(UNIQUE, NONE, MULTIPLE), encoding="utf-8")
    solved = bimaru("solve", "--json", tmp_path / "three.json").out
    ran = bimaru("check", tmp_path / "three.json", "-", stdin=solved)
    assert (ran.code, ran.err) == (Exit.FAILED, "")
    expected = """\
unique: right
none: wrong
  board      no board for this puzzle
multiple: right
"""
    assert ran.out == expected


def test_plain_rows_do_for_boards(puzzles: Path) -> None:
    ran = bimaru("check", puzzles, "-", stdin="S.\n..\n\nS.S\n...\nS.?\n")
    assert (ran.code, ran.err) == (Exit.FAILED, "")
    assert ran.out.startswith("unique: right\nmultiple: wrong\n")
    wrong = bimaru("check", puzzles, "-", stdin="S.\n..\n\nS.S\n..\n")
    assert (wrong.code, wrong.out) == (Exit.BAD_INPUT, "unique: right\n")
    assert wrong.err == "Error: standard input:5: board: row 2 has 2 squares, row 1 has 3\n"


@pytest.mark.parametrize("command", ["check --so-far {} -", "check --rewind {} -", "hint {} --board -"])
def test_dots_for_unknown_squares_are_noted_to_be_water(command: str, puzzle: Path) -> None:
    noted = bimaru(*command.format(puzzle).split(), stdin="..\n..\n")
    assert noted.code == Exit.FAILED
    note = "no square of the board is unknown, but ship squares are missing: . is water, ? unknown"
    assert noted.err == f"{puzzle}: puzzle 1: {note}\n"
    for board in ("??\n..\n", "S.\n..\n", ".S\n..\n"):
        assert bimaru(*command.format(puzzle).split(), stdin=board).err == ""


def test_an_unknown_answer_for_a_model_asks_for_its_format(puzzle: Path) -> None:
    ran = bimaru("check", "--model", "mip-ship", puzzle, "-", stdin="the answer is 42\n")
    assert (ran.code, ran.out) == (Exit.BAD_INPUT, "")
    assert ran.err == f"Error: standard input: {UNRECOGNISED}\n"


def test_what_is_neither_a_board_nor_an_answer_is_refused_with_all_formats(puzzle: Path) -> None:
    ran = bimaru("check", puzzle, "-", stdin="the answer is 42\n")
    board = (
        "no board: expected JSON with `board` or `solutions`, rows of . (water), X or parts (ship) and ? "
        "(unknown), or a picture with rows like  A | ~ < > |"
    )
    assert (ran.code, ran.out) == (Exit.BAD_INPUT, "")
    assert ran.err == f"Error: standard input: {board}; {UNRECOGNISED}\n"
    unknown = bimaru("check", "--from", "abacus", puzzle, "-", stdin="the answer is 42\n")
    assert all(repr(name) in unknown.err for name in ANSWERS)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ("check --raw", "--raw needs --model NAME."),
        ("check --model sat --exported {file}", "--model and --exported cannot be combined."),
        ("check --history {file}", "--history needs --rewind."),
        ("check --time-limit 0", "--time-limit needs --so-far or --rewind."),
        ("certify --solutions 2 --all -o {file}.proof", "--solutions and --all cannot be combined."),
        ("compare --json --csv", "--json and --csv cannot be combined."),
        ("compare --log --csv", "--log and --csv cannot be combined."),
        ("compare --relaxation --csv", "--relaxation and --csv cannot be combined."),
    ],
)
def test_options_that_do_not_go_together_are_refused(options: str, message: str, tmp_path: Path) -> None:
    file = tmp_path / "puzzle.json"
    file.write_text(json.dumps(UNIQUE))
    ran = bimaru(*options.format(file=file).split(), file, file)
    assert (ran.code, ran.out) == (Exit.BAD_INPUT, "")
    assert message in ran.err
