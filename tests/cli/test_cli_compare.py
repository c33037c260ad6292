"""`bimaru compare`: what it prints, and how it ends."""

from __future__ import annotations

import csv
import json
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest

import lying
from bimaru.cli.batch import InputPuzzle
from bimaru.cli.comparison_reports import as_text
from bimaru.cli.exit_codes import Exit
from bimaru.drawing.terminal import PLAIN
from bimaru.engines import REGISTRY, Engine, engine_named
from bimaru.puzzle import Puzzle
from bimaru.study.comparison import COSTS, SIZES, Comparison, Trial
from command_line import MULTIPLE, NONE, OPEN, UNIQUE, Ran, bimaru, jsonl

LETTERED: Final = {"id": "lettered", "rows": [1], "cols": [1], "words": ["A"]}
GIVENED: Final = MULTIPLE | {"id": "with_givens", "givens": [[0, 0, "S"]]}
TWO: Final = ("--engine", "search", "--engine", "backtracking")
LIAR: Final = ("--engine", "search", "--engine", "mip-cell")

Replace = Callable[[Callable[[], Engine]], None]


@pytest.fixture
def mip_cell_is(monkeypatch: pytest.MonkeyPatch) -> Replace:
    """Puts another engine in the place of one."""

    def replace(other: Callable[[], Engine]) -> None:
        named = lambda name: other() if name == "mip-cell" else engine_named(name)  # noqa: E731
        monkeypatch.setattr("bimaru.cli.options.engine_named", named)

    return replace


def compare(*args: str | Path, stdin: str = "") -> Ran:
    return bimaru("compare", *args, "-", stdin=stdin)


def table(ran: Ran) -> list[list[str]]:
    """The lines below the heads of the first table, without the times."""
    lines = ran.out.partition("\n\n")[0].splitlines()
    heads = next(number for number, line in enumerate(lines) if line.startswith("engine "))
    return [line.split()[:-2] for line in lines[heads + 1 :]]


# What is printed


def test_a_table_a_puzzle_and_the_verdict_below_it() -> None:
    ran = compare(*TWO, stdin=jsonl(UNIQUE, MULTIPLE))
    assert (ran.code, ran.err) == (Exit.DONE, "")
    assert table(ran) == [
        ["search", "unique", "1", "-", "-", "-", "0"],
        ["backtracking", "unique", "1", "1", "4", "-", "1"],
    ]
    assert ran.out.startswith("unique\n")
    assert "\n\n2 engines agree: one solution.\n\nmultiple\n" in ran.out
    assert ran.out.endswith("\n\n2 engines agree: several solutions.\n\n")


@pytest.mark.parametrize(
    ("seconds", "milliseconds"),
    [
        (1.5, "1500"),
        (0.1, "100"),
        (0.09996, "100"),
        (0.05, "50"),
        (0.012345, "12.3"),
        (0.000004, "0.004"),
        (4e-8, "0"),
        (None, "-"),
    ],
)
def test_times_have_three_digits_down_to_a_microsecond(seconds: float | None, milliseconds: str) -> None:
    puzzle = Puzzle.from_data(UNIQUE)
    stats = {} if seconds is None else {"solve_seconds": seconds}
    trial = Trial("search", "unique", decided=True, stats=stats)
    text = as_text(InputPuzzle(puzzle, 1, "", 1), Comparison(puzzle, (trial,)), look=PLAIN)
    (line,) = (line for line in text.splitlines() if line.startswith("search "))
    assert line.split()[-1] == milliseconds


@pytest.mark.thorough
def test_all_engines_are_compared_if_none_is_named_and_fit_in_80_columns() -> None:
    ran = compare(stdin=jsonl(UNIQUE))
    assert [line[0] for line in table(ran)] == [*REGISTRY]
    assert max(map(len, ran.out.splitlines())) <= 80
    assert ran.code == Exit.DONE


def test_an_engine_named_twice_is_compared_once() -> None:
    assert len(table(compare(*TWO, *TWO, stdin=jsonl(UNIQUE)))) == 2


def test_the_solver_is_for_the_engines_that_have_a_choice() -> None:
    ran = compare("--engine", "search", "--engine", "mip-ship", "--solver", "scip", stdin=jsonl(UNIQUE))
    assert [line[:2] for line in table(ran)] == [["search", "unique"], ["mip-ship:solver=scip", "unique"]]
    for engine, solver in (("search", "scip"), ("mip-ship", "abacus")):
        ran = compare("--engine", engine, "--solver", solver, stdin=jsonl(UNIQUE))
        assert (ran.code, ran.out) == (Exit.BAD_INPUT, "")
        assert ran.err.startswith("Usage: ")


def test_the_limit_is_how_many_solutions_are_looked_for() -> None:
    found = [table(compare(*TWO, "--limit", n, stdin=jsonl(MULTIPLE)))[0][1:3] for n in ("1", "2", "3")]
    assert found == [["unknown", "1"], ["multiple", "2"], ["multiple", "2"]]


def test_json_is_an_object_a_puzzle() -> None:
    ran = compare(*TWO, "--json", stdin=jsonl(UNIQUE, NONE))
    unique, none = ran.objects
    assert list(unique) == ["id", "agree", "engines", "disagreements"]
    assert (unique["id"], unique["agree"], unique["disagreements"]) == ("unique", True, [])
    search, backtracking = unique["engines"]
    assert list(search) == ["engine", "status", "complete", "n_solutions", *SIZES, *COSTS, "trouble"]
    assert (search["engine"], search["status"], search["n_solutions"]) == ("search", "unique", 1)
    assert (search["variables"], backtracking["variables"]) == (None, 1)
    assert {engine["status"] for engine in none["engines"]} == {"none"}


def test_csv_is_a_line_an_engine_with_heads_once() -> None:
    ran = compare(*TWO, "--csv", stdin=jsonl(UNIQUE, LETTERED))
    rows = list(csv.DictReader(ran.out.splitlines()))
    assert list(rows[0]) == [
        "id",
        "agree",
        "engine",
        "status",
        "complete",
        "n_solutions",
        *SIZES,
        *COSTS,
        "trouble",
    ]
    assert [(row["id"], row["engine"], row["status"], row["variables"]) for row in rows] == [
        ("unique", "search", "unique", ""),
        ("unique", "backtracking", "unique", "1"),
        ("lettered", "search", "refused", ""),
        ("lettered", "backtracking", "unique", "1"),
    ]
    assert rows[2]["trouble"].startswith("the engine search does not take this puzzle: ")


def test_puzzles_without_an_id_are_told_apart_in_csv() -> None:
    nameless = [{**puzzle, "id": None} for puzzle in (UNIQUE, MULTIPLE)]
    ran = compare(*TWO, "--csv", stdin=jsonl(*nameless))
    rows = list(csv.DictReader(ran.out.splitlines()))
    assert [row["id"] for row in rows] == ["puzzle 1", "puzzle 1", "puzzle 2", "puzzle 2"]


def test_each_file_of_a_directory_is_whole(tmp_path: Path) -> None:
    compare(*TWO, "--csv", "-o", f"{tmp_path}/", stdin=jsonl(UNIQUE, MULTIPLE))
    files = {path.name: path.read_text(encoding="utf-8") for path in tmp_path.iterdir()}
    assert sorted(files) == ["multiple.csv", "unique.csv"]
    assert all(text.startswith("id,") and text.count("\n") == 3 for text in files.values())


def test_options_for_two_output_forms_are_rejected() -> None:
    ran = compare("--json", "--csv", stdin=jsonl(UNIQUE))
    assert (ran.code, ran.out) == (Exit.BAD_INPUT, "")


# How it ends


def flowing(text: str) -> str:
    """Text without its line breaks."""
    return " ".join(text.split())


@pytest.mark.parametrize(
    ("liar", "shown"),
    [
        (lying.forgetful, "Search found a board that is not among all the boards of forgetful."),
        (lying.careless, "The engine careless gave a wrong board: A1 is given as "),
        (lying.stuttering, "The engine stuttering gave a wrong board: it is given twice."),
    ],
    ids=["forgetful", "careless", "stuttering"],
)
def test_a_disagreement_is_shown_with_both_boards(
    liar: Callable[[], Engine], shown: str, mip_cell_is: Replace
) -> None:
    mip_cell_is(liar)
    ran = compare(*LIAR, stdin=jsonl(GIVENED))
    assert (ran.code, ran.err) == (Exit.FAILED, "")
    assert shown in flowing(ran.out)
    assert "\nsearch:\n    1 2 3\n" in ran.out
    assert f"\n{liar().name}: no solution\n" in ran.out or f"\n{liar().name}:\n    1 2 3\n" in ran.out
    assert ran.out.endswith("\n\nThe engines disagree.\n\n")


def test_a_disagreement_outdoes_all_that_comes_after_it(mip_cell_is: Replace) -> None:
    mip_cell_is(lying.forgetful)
    ran = compare(*LIAR, stdin=jsonl(UNIQUE, LETTERED | {"id": "refused"}, NONE))
    assert ran.code == Exit.FAILED
    assert ran.out.count("engine ") >= 3


def test_json_has_the_boards_of_a_disagreement(mip_cell_is: Replace) -> None:
    mip_cell_is(lying.forgetful)
    ran = compare(*LIAR, "--json", stdin=jsonl(UNIQUE))
    (answer,) = ran.objects
    assert (ran.code, answer["agree"]) == (Exit.FAILED, False)
    assert answer["disagreements"] == [
        {
            "text": "search found a board that is not among all the boards of forgetful",
            "claims": [
                {"engine": "search", "solution": {"board": ["S.", ".."]}},
                {"engine": "forgetful", "solution": None},
            ],
        }
    ]


def test_a_board_of_another_size_is_shown_as_it_is(mip_cell_is: Replace) -> None:
    mip_cell_is(lying.oversized)
    ran = compare(*LIAR, stdin=jsonl(UNIQUE))
    assert ran.code == Exit.FAILED
    assert "\noversized:\n...\n...\n...\n\nsearch:\n" in ran.out


def test_a_solver_that_breaks_down_does_not_end_the_comparison(mip_cell_is: Replace) -> None:
    mip_cell_is(lambda: lying.broken(RuntimeError("out of ideas")))
    ran = compare(*LIAR, stdin=jsonl(UNIQUE, MULTIPLE))
    assert ran.code == Exit.FAILED
    assert ran.out.count("The engine broken failed: out of ideas.\n") == 2
    assert "One solution.\n" in ran.out


@pytest.mark.parametrize(
    ("puzzle", "engines", "code", "verdict"),
    [
        pytest.param(NONE, TWO, Exit.FAILED, "2 engines agree: no solution.", id="no solution"),
        pytest.param(OPEN, TWO[2:], Exit.UNDECIDED, "Undecided within the time limit.", id="undecided"),
    ],
)
def test_the_exit_code_reports_agreement(
    puzzle: object, engines: tuple[str, ...], code: Exit, verdict: str
) -> None:
    ran = compare(*engines, "--time-limit", "0.01", stdin=jsonl(puzzle, UNIQUE))
    assert ran.code == code
    assert verdict in ran.out


def test_an_engine_that_runs_out_of_time_does_not_count(mip_cell_is: Replace) -> None:
    mip_cell_is(lying.slow)
    ran = compare(*LIAR, stdin=jsonl(UNIQUE))
    assert ran.code == Exit.DONE
    assert table(ran)[1][:3] == ["slow", "unknown", "0"]
    assert ran.out.endswith("\n\nOne solution. 1 did not finish.\n\n")


def test_an_engine_that_does_not_take_a_puzzle_says_why() -> None:
    ran = compare(stdin=jsonl(LETTERED))
    assert ran.code == Exit.DONE
    assert ["search", "refused", *"-----"] in table(ran)
    assert "The engine mip-pairs does not take this puzzle: it has no variables for letters.\n" in ran.out


def test_an_engine_that_was_named_should_take_every_puzzle() -> None:
    ran = compare(*TWO, "--json", stdin=jsonl(UNIQUE, LETTERED, UNIQUE))
    assert ran.code == Exit.BAD_INPUT
    assert [answer["id"] for answer in ran.objects] == ["unique", "lettered", "unique"]
    assert ran.err.startswith(
        "Error: standard input: puzzle 2: the engine search does not take this puzzle: "
    )


def test_an_engine_whose_package_is_missing_names_the_extra(tmp_path: Path) -> None:
    (tmp_path / "puzzle.json").write_text(jsonl(UNIQUE), encoding="utf-8")
    program = (
        "import sys; sys.modules.update(ortools=None, pysat=None)\n"
        "from bimaru.cli import main; main(prog_name='bimaru')"
    )
    command = [sys.executable, "-c", program, "compare", "--quiet", str(tmp_path / "puzzle.json")]
    run = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
    assert (run.returncode, run.stderr) == (Exit.DONE, "")
    assert "The engine cp-sat needs an extra: pip install 'bimaru[models]'.\n" in run.stdout
    assert re.search(r"\n\n\d+ engines agree: one solution\.\n\n$", run.stdout)


def test_what_was_finished_before_ctrl_c_stands(mip_cell_is: Replace, tmp_path: Path) -> None:
    mip_cell_is(lambda: lying.broken(KeyboardInterrupt()))
    for target in ("-", f"{tmp_path}/out.json"):
        ran = compare(*LIAR, "--json", "-o", target, stdin=jsonl(UNIQUE, MULTIPLE))
        assert (ran.code, ran.err) == (Exit.INTERRUPTED, "Interrupted; finished results are kept.\n")
        text = ran.out or (tmp_path / "out.json").read_text(encoding="utf-8")
        (partial,) = map(json.loads, text.splitlines())
        assert [engine["engine"] for engine in partial["engines"]] == ["search"]
