"""`bimaru solve` and `bimaru count`: what they print."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path
from typing import Any, Final

import pytest

from bimaru.cli.exit_codes import Exit
from bimaru.engines import REGISTRY
from bimaru.formats.board_text import UNICODE
from command_line import MULTIPLE, NONE, OPEN, UNIQUE, bimaru, jsonl, started, without_times
from instances import DATA, instance

SEED: Final = json.dumps(dict(instance("seeds", "seed-001-6x6").known))
"""A puzzle with 30 solutions."""


def test_the_board_is_shown_with_the_proof_that_it_is_the_only_one() -> None:
    ran = bimaru("solve", "--engine", "search", "-", stdin=jsonl(UNIQUE))
    expected = """\
unique

    1 2
  ┌─────┐
A │ ● ~ │ 1
B │ ~ ~ │ 0
  └─────┘
    1 0

1 × ●

The only solution, proved by search (0 nodes, 9 ms).

"""
    assert (ran.code, ran.err) == (Exit.DONE, "")
    assert re.sub(r"[\d.]+ ms", "9 ms", ran.out) == expected


def test_of_several_solutions_one_is_shown_with_the_squares_where_another_differs() -> None:
    ran = bimaru("solve", "--ascii", "-", stdin=jsonl(MULTIPLE))
    assert ran.out.count("+-------+") == 2
    assert ran.out.endswith("\n\nOne of several solutions; another differs at A1 A3 C1 C3.\n\n")


@pytest.mark.parametrize(
    ("option", "shown", "verdict"),
    [
        ("--all", 2, "These are all 2 solutions."),
        ("--limit=3", 2, "These are all 2 solutions."),
        ("--limit=2", 2, "2 solutions shown; there may be more."),
        ("--limit=1", 1, "1 solution shown; there may be more."),
    ],
)
def test_the_option_is_the_number_of_solutions_shown(option: str, shown: int, verdict: str) -> None:
    ran = bimaru("solve", option, "-", stdin=jsonl(MULTIPLE))
    assert ran.code == Exit.DONE
    assert ran.out.count("┌") == shown
    assert ran.out.rstrip().endswith(verdict)
    assert ("Solution 2" in ran.out) == (shown > 1)


def test_a_puzzle_without_a_solution_is_shown_as_it_is_given() -> None:
    ran = bimaru("solve", "-", stdin=jsonl(NONE | {"givens": [[1, 1, "W"]]}))
    assert ran.code == Exit.FAILED
    assert "B │ ·[~]│ 0" in ran.out
    reason = "the rows have 2 ship squares and the columns have 1, as the ships\ndo"
    assert ran.out.endswith(f"\n\nNo solution: {reason}.\n\n")


@pytest.mark.parametrize("option", ["--limit=2", "--all"])
@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"rows": [2, 0]}, "the rows have 2 ship squares and the columns have 1, as the ships do"),
        ({"fleet": {"1": 2}}, "the rows have 1 ship square and the ships have 2"),
        ({"fleet": {"3": 1}}, "a ship of length 3 does not fit"),
        ({"cols": [0, 1], "givens": [[0, 0, "S"]]}, None),
        ({"rows": [None, 0], "cols": [0, 0]}, "the columns have 0 ship squares and the ships have 1"),
    ],
)
def test_clues_that_contradict_each_other_at_sight_are_the_reason_why_there_is_no_solution(
    changes: dict[str, Any], reason: str | None, option: str
) -> None:
    given = jsonl(UNIQUE | changes)
    text = bimaru("solve", option, "-", stdin=given).out
    verdict = "No solution." if reason is None else f"No solution: {reason}."
    assert text.replace("\n", " ").endswith(f"{verdict}  ")
    (data,) = bimaru("solve", option, "--json", "-", stdin=given).objects
    assert (data["status"], data["failure"]) == ("none", reason)


def test_a_puzzle_that_takes_too_long_is_left_undecided() -> None:
    ran = bimaru("solve", "--time-limit", "0", "-", stdin=jsonl(OPEN))
    assert ran.code == Exit.UNDECIDED
    assert ran.out.endswith("\n\nUndecided within the time limit.\n\n")


def test_every_puzzle_of_a_batch_has_its_title() -> None:
    nameless = {key: UNIQUE[key] for key in UNIQUE if key != "id"}
    ran = bimaru("solve", "-", stdin=jsonl(nameless, nameless, UNIQUE | {"id": 77}))
    assert re.findall(r"^\w.*(?=\n\n    1 2$)", ran.out, re.MULTILINE) == ["puzzle 1", "puzzle 2", "77"]


def test_of_several_files_each_names_its_puzzles(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    nameless = {key: UNIQUE[key] for key in UNIQUE if key != "id"}
    Path("one.jsonl").write_text(jsonl(nameless), encoding="utf-8")
    Path("two.jsonl").write_text(jsonl(nameless, nameless, UNIQUE), encoding="utf-8")
    ran = bimaru("count", "one.jsonl", "two.jsonl", "-", stdin=jsonl(nameless))
    assert ran.out == (
        "one.jsonl: 1 solution\n"
        "two.jsonl, puzzle 1: 1 solution\n"
        "two.jsonl, puzzle 2: 1 solution\n"
        "unique: 1 solution\n"
        "standard input: 1 solution\n"
    )


def test_of_several_puzzles_in_a_file_each_is_labelled(tmp_path: Path) -> None:
    nameless = {key: UNIQUE[key] for key in UNIQUE if key != "id"}
    several, single = tmp_path / "several.jsonl", tmp_path / "single.jsonl"
    several.write_text(jsonl(nameless, nameless, {"rows": 1}), encoding="utf-8")
    single.write_text(jsonl(nameless), encoding="utf-8")
    assert bimaru("count", several).out == "puzzle 1: 1 solution\npuzzle 2: 1 solution\n"
    assert bimaru("count", single).out == "1 solution\n"
    several.write_text(jsonl(nameless, {"rows": 1}), encoding="utf-8")
    assert bimaru("count", several).out == "puzzle 1: 1 solution\n"


def test_of_a_stream_whose_end_is_not_known_every_puzzle_is_labelled() -> None:
    nameless = {key: UNIQUE[key] for key in UNIQUE if key != "id"}
    for number in (1, 2):
        with started("count", "-") as process:
            out, _ = process.communicate(jsonl(*[nameless] * number))
        assert out.splitlines() == [f"puzzle {i}: 1 solution" for i in range(1, number + 1)]


def test_standard_input_from_a_file_is_labelled_as_the_file_is(tmp_path: Path) -> None:
    nameless = {key: UNIQUE[key] for key in UNIQUE if key != "id"}
    file = tmp_path / "puzzles.jsonl"
    for number in (1, 2):
        file.write_text(jsonl(*[nameless] * number), encoding="utf-8")
        with file.open(encoding="utf-8") as stdin, started("count", "-", stdin=stdin) as process:
            out, _ = process.communicate()
        assert out == bimaru("count", file).out


def test_tallies_without_a_fleet_are_noted() -> None:
    ran = bimaru("count", "-", stdin=jsonl({"rows": [1], "cols": [1]}, {"rows": [0], "cols": [None]}))
    advice = "no fleet given, but tallies above 0; a line like fleet: 3:1, 2:2 gives one"
    assert ran.err == f"standard input: puzzle 1: {advice}\n"
    assert (ran.code, ran.out) == (Exit.FAILED, "puzzle 1: 0 solutions\npuzzle 2: 1 solution\n")


def test_a_title_is_one_line_and_cannot_command_the_terminal() -> None:
    ran = bimaru("solve", "-", stdin=jsonl(UNIQUE | {"id": "a\n\x1b[31mb"}))
    assert ran.out.startswith("a\\n\\x1b[31mb\n\n")


def test_json_has_the_keys_of_the_contract() -> None:
    ran = bimaru("solve", "--json", "-", stdin=jsonl(UNIQUE, MULTIPLE, NONE))
    unique, multiple, none = ran.objects
    assert list(unique) == ["id", "status", "complete", "solutions", "engine", "nodes", "seconds"]
    assert unique["solutions"] == [{"board": ["S.", ".."]}]
    assert unique["engine"] in REGISTRY
    assert (unique["status"], multiple["status"], none["status"]) == ("unique", "multiple", "none")
    assert (unique["complete"], none["complete"]) == (True, True)
    assert len(multiple["solutions"]) == 2
    assert (none["id"], none["solutions"]) == ("none", [])


LITEROWCE: Final = instance("seeds", "seed-002-literowce").puzzle


def test_the_ships_of_a_solution_are_listed() -> None:
    puzzle = {
        "id": "small",
        "rows": [2, 0, 1],
        "cols": [1, 1, 1],
        "fleet": {"2": 1, "1": 1},
        "givens": [[0, 0, "L"]],
    }
    ran = bimaru("solve", "--ships", "-", stdin=jsonl(puzzle))
    assert (
        "ship  length  row  column  orientation\n"
        "1     2       A    1       horizontal\n"
        "2     1       C    3       -\n"
    ) in ran.out
    (solution,) = bimaru("solve", "--ships", "--json", "--all", "-", stdin=jsonl(puzzle)).objects[0][
        "solutions"
    ]
    assert solution["ships"] == [
        {"length": 2, "row": 0, "column": 0, "orientation": "horizontal", "squares": [[0, 0], [0, 1]]},
        {"length": 1, "row": 2, "column": 2, "orientation": None, "squares": [[2, 2]]},
    ]


def test_listed_ships_lie_where_the_model_places_them() -> None:
    """A word that is read backwards is listed from its first letter, as the model `mip-heads` names it."""
    ran = bimaru("solve", "--ships", "--json", "-", stdin=jsonl(LITEROWCE.to_data()))
    (solution,) = ran.objects[0]["solutions"]
    letters = solution["letters"]
    steps = {"right": (0, 1), "down": (1, 0), "left": (0, -1), "up": (-1, 0), None: (0, 0)}
    assert {ship["orientation"] for ship in solution["ships"]} & {"left", "up"}
    for ship in solution["ships"]:
        down, right = steps[ship["orientation"]]
        spelled = "".join(
            letters[ship["row"] + down * i][ship["column"] + right * i] for i in range(ship["length"])
        )
        assert spelled == ship["word"]
    assert sorted(ship["word"] for ship in solution["ships"]) == sorted(LITEROWCE.words)


@pytest.mark.parametrize(("form", "expected"), [("csc384", "S.\n..\n"), ("csc384-old", "SW\nWW\n")])
def test_a_solution_is_written_as_the_assignment_wants_it(form: str, expected: str) -> None:
    assert bimaru("solve", "--to", form, "-", stdin=jsonl(UNIQUE)).out == expected
    assert bimaru("solve", "--to", form, "--all", "-", stdin=jsonl(UNIQUE)).out == expected
    both = bimaru("solve", "--to", form, "--limit", "2", "-", stdin=jsonl(MULTIPLE)).out
    assert both.count("\n\n") == 1
    none = bimaru("solve", "--to", form, "-", stdin=jsonl(NONE))
    assert (none.code, none.out) == (1, "")


def test_a_solution_that_the_assignment_cannot_express_is_refused() -> None:
    ran = bimaru("solve", "--to", "csc384", "-", stdin=jsonl(LITEROWCE.to_data()))
    assert ran.code == 2
    assert "csc384" in ran.err
    assert bimaru("solve", "--to", "csc384", "--json", "-", stdin=jsonl(UNIQUE)).code == 2


@pytest.mark.parametrize("command", ["solve", "count"])
def test_answers_come_before_the_next_puzzle_is_read(command: str) -> None:
    with started(command, "--json", "-") as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for number in range(3):
            process.stdin.write(jsonl(UNIQUE | {"id": number}))
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["id"] == number
        process.stdin.close()
        assert process.stdout.read() == ""


def test_workers_give_the_same_answers_in_the_same_order() -> None:
    one, two = (
        bimaru("solve", "--json", "--workers", number, DATA / "csplib014.jsonl") for number in ("1", "2")
    )
    assert without_times(one.out) == without_times(two.out)
    assert len(one.objects) == 202
    assert {answer["status"] for answer in one.objects} == {"unique"}


def test_several_paths_make_one_batch(tmp_path: Path) -> None:
    (tmp_path / "two.jsonl").write_text(jsonl(MULTIPLE, NONE), encoding="utf-8")
    ran = bimaru("count", "-", tmp_path / "two.jsonl", stdin=jsonl(UNIQUE))
    assert ran.out == "unique: 1 solution\nmultiple: 2 solutions\nnone: 0 solutions\n"
    assert ran.code == Exit.FAILED


def test_counts_are_exact() -> None:
    assert bimaru("count", "--json", "-", stdin=SEED).objects == [
        {"id": "seed-001-6x6", "n_solutions": 30, "complete": True}
    ]


def test_a_count_that_a_limit_cut_short_is_a_lower_bound() -> None:
    ran = bimaru("count", "--time-limit", "0.05", "-", stdin=jsonl(OPEN))
    assert ran.code == Exit.UNDECIDED
    assert re.fullmatch(r"open: at least [1-9]\d* solutions\n", ran.out)


# On a terminal

pty = pytest.importorskip("pty", reason="for want of pseudo-terminals")


def on_a_terminal(*args: str | Path, **variables: str) -> str:
    """What the command prints on a terminal of 80 columns."""
    terminal, end = pty.openpty()
    environment = {key: value for key, value in os.environ.items() if key != "NO_COLOR"}
    with started(*args, stdout=end, env=environment | {"TERM": "xterm"} | variables) as process:
        os.close(end)
        printed = b""
        while part := _read(terminal):
            printed += part
    os.close(terminal)
    assert process.returncode == Exit.DONE
    return printed.decode().replace("\r\n", "\n")


def _read(terminal: int) -> bytes:
    try:
        return os.read(terminal, 65536)
    except OSError:  # how Linux tells the end
        return b""


def test_there_is_colour_on_a_terminal_only_and_not_against_the_users_will(tmp_path: Path) -> None:
    puzzle = tmp_path / "seed.json"
    puzzle.write_text(SEED, encoding="utf-8")
    plain = bimaru("solve", puzzle).out
    assert "\x1b" not in plain
    coloured = on_a_terminal("solve", puzzle)
    assert "\x1b[" in coloured
    assert without_times(re.sub(r"\x1b\[[\d;]*m", "", coloured)) == without_times(plain)
    for quiet in (
        on_a_terminal("solve", puzzle, NO_COLOR="1"),
        on_a_terminal("solve", puzzle, TERM="dumb"),
        on_a_terminal("solve", puzzle, "--no-color"),
    ):
        assert without_times(quiet) == without_times(plain)
    assert on_a_terminal("solve", "--ascii", puzzle).isascii()


def test_output_that_cannot_show_the_signs_gets_ascii() -> None:
    with started("solve", "-", env=os.environ | {"PYTHONIOENCODING": "latin-1"}) as process:
        out, err = process.communicate(jsonl(UNIQUE | {"id": "№ 1"}))
    assert err == ""
    assert not set(out) & set(UNICODE.values()) - {"~"}
    assert "A | O ~ | 1" in out


def test_output_that_cannot_show_the_marks_of_print_gets_plain_ones() -> None:
    words = ("why", "--language", "fr", "-", "B2")
    for encoding, line in (("latin-1", "rangée"), ("ascii", r"rang\xe9e")):
        settings = os.environ | {"PYTHONIOENCODING": encoding}
        with started(*words, env=settings, encoding=encoding) as process:
            out, err = process.communicate(jsonl(UNIQUE))
        assert err == ""
        assert "B2 est de l'eau." in out
        assert line in out
        assert "\\u" not in out
        assert ("0\u00a0: donc" if encoding == "latin-1" else "0 : donc") in out
