"""One puzzle of a batch never ends the others: what goes wrong with it is reported, and the rest goes on."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from importlib import import_module
from itertools import product
from pathlib import Path
from typing import Any, Final, NamedTuple

import pytest

from bimaru.board import WATER, Board
from bimaru.cli.exit_codes import Exit, worst
from bimaru.engines import engine_named
from bimaru.engines.kernel import KernelSearch
from bimaru.engines.protocol import Budget, Run
from bimaru.formats import format_named
from bimaru.generation.generator import maker_of
from bimaru.generation.recipe import Recipe
from bimaru.puzzle import Puzzle
from bimaru.rules import Fault
from command_line import MULTIPLE, NONE, OPEN, UNIQUE, Ran, bimaru, jsonl, without_times
from sampling import sampled

BROKEN: Final = UNIQUE | {"id": "broken"}
LETTERED: Final = {"id": "lettered", "rows": [1], "cols": [1], "words": ["A"]}
BOARD: Final = {"board": ["S.", ".."]}
MESSAGE: Final = "Error: internal error: RuntimeError: out of order ({}: puzzle 2)\n"


class Failing:
    """Does what `work` does, except for the puzzle with the id `broken`, for which it breaks down."""

    def __init__(self, work: Callable[..., Any]) -> None:
        self.work = work

    def __call__(self, *args: Any, **options: Any) -> Any:
        if any(isinstance(one, Puzzle) and one.id == "broken" for one in args):
            raise RuntimeError("out of order")
        return self.work(*args, **options)


class MakerWithoutFour(NamedTuple):
    """Makes puzzles of a recipe, but breaks down at seed 4."""

    recipe: Recipe

    def make(self, seed: int, time_limit: float | None = None) -> Puzzle:
        if seed == 4:
            raise RuntimeError("out of order")
        return maker_of(self.recipe).make(seed, time_limit)


def run(puzzle: Puzzle, budget: Budget) -> Run:
    """What the engine `search` runs, in this process or another."""
    started: Run = Failing(KernelSearch().run)(puzzle, budget)
    return started


@pytest.fixture
def broken_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine_named("search"), "run", run, raising=False)
    monkeypatch.delenv("BIMARU_DEBUG", raising=False)


def make_fail(monkeypatch: pytest.MonkeyPatch, target: str) -> None:
    module, _, name = target.rpartition(".")
    monkeypatch.setattr(target, Failing(getattr(import_module(module), name)))
    monkeypatch.delenv("BIMARU_DEBUG", raising=False)


# Internal errors


# One command is enough in several processes.
@pytest.mark.parametrize(
    "case",
    sampled(
        product(["solve", "solve --all", "count"], ["text", "json"], ["1", "2"]),
        lambda case: case[2] == "1" or case[:2] == ("solve --all", "text"),
    ),
    ids="-".join,
)
def test_the_others_are_answered_in_one_process_and_in_several(
    case: tuple[str, str, str], broken_engine: None
) -> None:
    command, form, workers = case
    options = ["--json"] if form == "json" else []
    args = [*command.split(), *options, "--engine", "search", "--workers", workers, "-"]
    good = bimaru(*args, stdin=jsonl(MULTIPLE, UNIQUE, MULTIPLE))
    bad = bimaru(*args, stdin=jsonl(MULTIPLE, BROKEN, UNIQUE, BROKEN, MULTIPLE))
    assert good.code == Exit.DONE
    assert without_times(bad.out) == without_times(good.out)
    assert bad.code == Exit.INTERNAL_ERROR
    assert bad.err.count("this is a bug: please report it") == 2
    assert bad.err.startswith(MESSAGE.format("standard input"))
    assert "RuntimeError: out of order (standard input: puzzle 4)\n" in bad.err


@pytest.mark.parametrize("workers", ["1", "2"])
def test_the_traceback_is_shown_on_request(
    workers: str, broken_engine: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BIMARU_DEBUG", "1")
    ran = bimaru("count", "--engine", "search", "--workers", workers, "-", stdin=jsonl(UNIQUE, BROKEN))
    assert (ran.code, ran.out) == (Exit.INTERNAL_ERROR, "unique: 1 solution\n")
    assert "Traceback (most recent call last)" in ran.err
    assert "in __call__" in ran.err


TARGETS: Final = {
    "explain": "bimaru.advice.start_explanation",
    "explain --json": "bimaru.advice.start_explanation",
    "hint --json": "bimaru.advice.hint",
    "grade --json": "bimaru.advice.grade",
    "minimise --json": "bimaru.cli.commands.minimise.minimisation",
    "convert --to text": "",
    "compare --engine search": "bimaru.cli.commands.compare.run_trial",
    "draw --to text": "bimaru.drawing.terminal.picture",
    "draw --to text --answer": "bimaru.cli.pictures.solve",
}


@pytest.mark.parametrize("command", TARGETS)
def test_every_command_answers_the_others(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if command.startswith("convert"):
        text = format_named("text")
        monkeypatch.setattr(
            "bimaru.cli.commands.convert.format_named", lambda _: replace(text, to_text=Failing(text.to_text))
        )
    else:
        make_fail(monkeypatch, TARGETS[command])
    good, bad = tmp_path / "good.jsonl", tmp_path / "bad.jsonl"
    # Which of several boards comes first may depend on the machine.
    other = UNIQUE | {"id": "other"} if "--answer" in command else MULTIPLE
    good.write_text(jsonl(UNIQUE, other), encoding="utf-8")
    bad.write_text(jsonl(UNIQUE, BROKEN, other), encoding="utf-8")
    wanted, ran = (bimaru(*command.split(), file) for file in (good, bad))
    assert figureless(ran) == figureless(wanted)
    assert ran.code == Exit.INTERNAL_ERROR
    assert MESSAGE.format(bad) in ran.err
    target = tmp_path / "out"
    assert bimaru(*command.split(), bad, "-o", target).code == Exit.INTERNAL_ERROR
    assert not target.exists()


def figureless(ran: Ran) -> str:
    """The output without times, which no two runs share."""
    return "" if "engine " in ran.out else without_times(ran.out)


def test_the_first_answer_has_no_separator_before_it_though_the_first_puzzle_broke_down(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    text = format_named("text")
    monkeypatch.setattr(
        "bimaru.cli.commands.convert.format_named", lambda _: replace(text, to_text=Failing(text.to_text))
    )
    wanted = bimaru("convert", "--to", "text", "-", stdin=jsonl(UNIQUE, MULTIPLE))
    ran = bimaru("convert", "--to", "text", "-", stdin=jsonl(BROKEN, UNIQUE, MULTIPLE))
    assert (ran.out, ran.code) == (wanted.out, Exit.INTERNAL_ERROR)


def test_boards_that_come_beside_the_puzzles_stay_with_their_puzzles(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_fail(monkeypatch, "bimaru.rules.check")
    boards = tmp_path / "boards.jsonl"
    boards.write_text(jsonl(BOARD, BOARD, {"board": [".S", ".."]}, BOARD), encoding="utf-8")
    puzzles = jsonl(UNIQUE, BROKEN, UNIQUE | {"id": "wrong"}, UNIQUE | {"id": "last"})
    ran = bimaru("check", "--json", "-", boards, stdin=puzzles)
    assert ran.code == Exit.INTERNAL_ERROR
    assert [(answer["id"], bool(answer["faults"])) for answer in ran.objects] == [
        ("unique", False),
        ("wrong", True),
        ("last", False),
    ]


def test_statistics_and_libraries_take_the_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    make_fail(monkeypatch, "bimaru.cli.commands.stats.features_of")
    make_fail(monkeypatch, "bimaru.cli.commands.library.library_row")
    given = jsonl(UNIQUE, BROKEN, MULTIPLE)
    ran = bimaru("stats", "--json", "-", stdin=given)
    assert (ran.code, ran.objects[0]["puzzles"]) == (Exit.INTERNAL_ERROR, 2)
    assert ran.err.startswith(MESSAGE.format("standard input"))
    library = tmp_path / "library.db"
    ran = bimaru("library", "add", "--library", library, "-", stdin=given)
    assert (ran.code, ran.out) == (Exit.INTERNAL_ERROR, "2 new puzzles\n")
    listed = bimaru("library", "list", "--json", "--library", library).objects
    assert [entry["id"] for entry in listed] == ["unique", "multiple"]


def test_a_table_with_a_row_missing_leaves_no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("pyarrow")
    make_fail(monkeypatch, "bimaru.cli.commands.export.table_row")
    ran = bimaru("export", "-", "-o", tmp_path / "table.parquet", stdin=jsonl(UNIQUE, BROKEN))
    assert ran.code == Exit.INTERNAL_ERROR
    assert [*tmp_path.iterdir()] == []


def test_documents_show_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("typst")
    make_fail(monkeypatch, "bimaru.cli.pictures.solve")
    make_fail(monkeypatch, "bimaru.advice.explain")
    for options in (["--per-page", "1"], ["--explanation"]):
        args = ["draw", "--to", "pdf", *options, "-"]
        ran = bimaru(*args, stdin=jsonl(UNIQUE, BROKEN, MULTIPLE))
        assert ran.code == Exit.INTERNAL_ERROR
        assert ran.out.startswith("%PDF")
        assert ran.err.startswith(MESSAGE.format("standard input"))


def test_the_other_puzzles_are_certified(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("pysat")
    make_fail(monkeypatch, "bimaru.study.certificates.certify")
    last = UNIQUE | {"id": "last"}
    ran = bimaru("certify", "--json", "-", "-o", tmp_path / "all", stdin=jsonl(UNIQUE, BROKEN, last))
    assert ran.code == Exit.INTERNAL_ERROR
    assert [answer["id"] for answer in ran.objects] == ["unique", "last"]
    assert sorted(path.name for path in (tmp_path / "all").iterdir()) == ["last", "unique"]


@pytest.mark.parametrize("workers", ["1", "2"])
def test_the_other_seeds_become_puzzles(workers: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bimaru.cli.commands.generate._maker", MakerWithoutFour)
    args = ["generate", "--size", "5x5", "--fleet", "2,1", "--seed", "3", "--count", "3"]
    ran = bimaru(*args, "--workers", workers)
    assert ran.code == Exit.INTERNAL_ERROR
    assert [made["seed"] for made in ran.objects] == [3, 5]
    assert "RuntimeError: out of order (seed 4)" in ran.err


def test_an_answer_that_breaks_off_ends_its_line_and_leaves_no_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    two = MULTIPLE | {"id": "broken"}
    monkeypatch.setattr("bimaru.solving.check", breaks_down_at_the_second_board)
    ran = bimaru("solve", "--all", "--json", "-", stdin=jsonl(two, UNIQUE))
    assert ran.code == Exit.INTERNAL_ERROR
    *_, last = ran.out.splitlines()
    assert json.loads(last)["id"] == "unique"
    bimaru("solve", "--all", "--json", "-o", f"{tmp_path}/", "-", stdin=jsonl(two, UNIQUE))
    assert [path.name for path in tmp_path.iterdir()] == ["unique.json"]


def breaks_down_at_the_second_board(puzzle: Puzzle, board: Board) -> list[Fault]:
    if puzzle.id == "broken" and board[0, 0] == WATER:
        raise RuntimeError("out of order")
    return []


# Engines and formats that do not take one of them


@pytest.mark.parametrize("workers", sampled(["1", "2"], "1".__eq__))
def test_an_engine_that_refuses_one_puzzle_answers_the_others(workers: str, tmp_path: Path) -> None:
    args = ["solve", "--json", "--engine", "search", "--workers", workers, "-"]
    given = jsonl(UNIQUE, LETTERED, NONE, LETTERED, MULTIPLE)
    ran = bimaru(*args, stdin=given)
    assert ran.code == Exit.BAD_INPUT
    assert [answer["id"] for answer in ran.objects] == ["unique", "none", "multiple"]
    for line, number in zip(ran.err.splitlines(), (2, 4), strict=True):
        assert line.startswith(f"Error: standard input: puzzle {number}: the engine search does not take")
    assert bimaru(*args, "-o", tmp_path / "out", stdin=given).code == Exit.BAD_INPUT
    assert [*tmp_path.iterdir()] == []


def test_in_a_directory_the_files_of_the_others_are_left(tmp_path: Path) -> None:
    ran = bimaru(
        "convert", "--to", "csplib", "-o", f"{tmp_path}/new/", "-", stdin=jsonl(UNIQUE, LETTERED, MULTIPLE)
    )
    assert ran.code == Exit.BAD_INPUT
    assert ran.err.startswith("Error: standard input: puzzle 2: the format csplib cannot express: ")
    assert sorted(path.stem for path in (tmp_path / "new").iterdir()) == ["multiple", "unique"]


def test_a_directory_that_would_be_empty_is_not_left(tmp_path: Path) -> None:
    bimaru("convert", "--to", "csplib", "-o", f"{tmp_path}/new/", "-", stdin=jsonl(LETTERED, LETTERED))
    assert [*tmp_path.iterdir()] == []


def test_a_board_of_another_size_is_about_its_puzzle_only(tmp_path: Path) -> None:
    boards = tmp_path / "boards.jsonl"
    boards.write_text(jsonl(BOARD, {"board": ["?"]}, BOARD), encoding="utf-8")
    ran = bimaru("hint", "--json", "--board", boards, "-", stdin=jsonl(UNIQUE, BROKEN, UNIQUE))
    assert (ran.code, len(ran.objects)) == (Exit.BAD_INPUT, 2)
    assert ran.err == "Error: standard input: puzzle 2: the board is 1x1, the puzzle 2x2\n"


# The exit code


def test_the_exit_code_of_a_batch_is_the_first_of_70_2_3_1_that_occurred(broken_engine: None) -> None:
    def code(*puzzles: object) -> int:
        args = ["count", "--engine", "search", "--time-limit", "0.05", "-"]
        return bimaru(*args, stdin=jsonl(*puzzles)).code

    assert code(UNIQUE, MULTIPLE) == 0
    assert code(NONE, UNIQUE) == 1
    assert code(OPEN, NONE) == code(NONE, OPEN) == 3
    assert code(LETTERED, OPEN, NONE) == code(NONE, OPEN, LETTERED) == 2
    assert code(BROKEN, LETTERED, OPEN) == code(OPEN, LETTERED, NONE, BROKEN) == 70


def test_the_worst_of_exit_codes_is_not_the_largest() -> None:
    order = [Exit.DONE, Exit.FAILED, Exit.UNDECIDED, Exit.BAD_INPUT, Exit.INTERNAL_ERROR]
    for i, code in enumerate(order):
        assert worst(*order[: i + 1]) == worst(*reversed(order[: i + 1])) == code
