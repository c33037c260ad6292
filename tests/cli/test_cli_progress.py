"""The line about long work: again and again on a terminal, every ten seconds elsewhere."""

from __future__ import annotations

import gzip
import io
import re
import time
from pathlib import Path
from unittest.mock import patch

import click
import pytest

from bimaru.cli import progress
from bimaru.cli.exit_codes import Exit
from bimaru.cli.output_protocol import Text
from bimaru.cli.puzzle_totals import number_of_puzzles
from command_line import UNIQUE, bimaru, jsonl


class Terminal(io.StringIO):
    """Standard error as a terminal is, or as a file."""

    def __init__(self, is_terminal: bool) -> None:
        super().__init__()
        self._is_terminal = is_terminal

    def isatty(self) -> bool:
        return self._is_terminal


class Kept:
    """An output that remembers."""

    def __init__(self) -> None:
        self.texts: list[str] = []

    def put(self, id: str | int | None, text: Text) -> None:
        self.texts.append(f"{id} {text!s}")


def wait_for(text: str, error: Terminal | None) -> None:
    """Wait until that is written, though not for ever; where nothing is to be, for a while."""
    for _ in range(5 if error is None else 1000):
        if error is not None and text in error.getvalue():
            return
        time.sleep(0.01)


def printed(is_terminal: bool, *, is_short: bool = False) -> tuple[str, list[str]]:
    """What is written about three answers that take a while, and the answers."""
    kept = Kept()
    with patch("sys.stderr", Terminal(is_terminal)) as error, progress.progress_line(kept) as output:
        for number in range(3):
            output.put(number, "done")
            wait_for(f"{number + 1} done", error if is_terminal and not is_short else None)
    return error.getvalue(), kept.texts


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress, "_DELAY", 0.0)
    monkeypatch.setattr(progress, "_PERIOD", 0.005)


def test_a_line_counts_the_puzzles_and_is_cleared_away() -> None:
    line, answers = printed(is_terminal=True)
    assert re.search(r"1 done, [\d.,]+/s, 0 s", line)
    assert "3 done" in line
    assert line.endswith("\r\x1b[K")
    assert answers == ["0 done", "1 done", "2 done"]


def test_it_names_the_current_task_if_there_is_one() -> None:
    with patch("sys.stderr", Terminal(True)) as error, progress.progress_line(Kept(), lambda: "running sat"):
        wait_for("running sat", error)
    assert "running sat, 0 s" in error.getvalue()


def test_elsewhere_there_is_none_for_ten_seconds() -> None:
    assert printed(is_terminal=False) == ("", ["0 done", "1 done", "2 done"])


def test_elsewhere_there_is_then_a_line_now_and_then(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress, "_LINE_PERIOD", 0.005)
    kept = Kept()
    with patch("sys.stderr", Terminal(False)) as error, progress.progress_line(kept) as output:
        output.put(1, "done")
        wait_for("1 done", error)
    assert re.fullmatch(r"(0 s\n)*(1 done, [\d.,]+/s, 0 s\n)+", error.getvalue())


@pytest.mark.parametrize(
    ("state", "text"),
    [
        ((0, None, 3.0), "3 s"),
        ((0, None, 3.0, "running sat"), "running sat, 3 s"),
        ((5, None, 2.0), "5 done, 2.5/s, 2 s"),
        ((50, 1000, 2.0), "50 of 1,000 done, 25/s, 38 s left"),
        ((1, 1000, 10.0, "puzzle 2"), "1 of 1,000 done, puzzle 2, 0.1/s, 2 h 46 min left"),
        ((1200, 1000, 2.0), "1,200 done, 600/s, 2 s"),
    ],
)
def test_it_says_how_much_is_done_how_fast_and_how_long_the_rest_takes(
    state: tuple[int, int | None, float], text: str
) -> None:
    assert progress.describe(*state) == text


def test_quiet_commands_show_none() -> None:
    with click.Context(click.Command("solve")) as context:
        context.meta[progress.QUIET] = True
        kept = Kept()
        with patch("sys.stderr", Terminal(True)), progress.progress_line(kept) as output:
            assert output is kept


@pytest.mark.parametrize(
    ("name", "text", "number"),
    [
        ("many.jsonl", '{"rows": [1]}\n' * 7, 7),
        ("unended.jsonl", '{"rows": [1]}\n{"rows": [1]}', 2),
        ("two.txt", "fleet: 1\n\n---\nfleet: 1\n", 2),
        ("unknown.txt", "a\nb\n", None),
    ],
)
def test_puzzles_are_counted_before_they_are_read(
    name: str, text: str, number: int | None, tmp_path: Path
) -> None:
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    assert number_of_puzzles([str(path)]) == number
    assert number_of_puzzles([str(path), "-"]) is None


def test_a_table_and_a_directory_of_files_are_counted(tmp_path: Path) -> None:
    with gzip.open(tmp_path / "a.jsonl.gz", "wt") as file:
        file.write("{}\n" * 3)
    (tmp_path / "b.jsonl").write_text("{}\n" * 4)
    assert number_of_puzzles([str(tmp_path)]) == 7


def test_verify_counts_certificates_and_not_the_puzzles_that_they_may_be_of(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    puzzle = tmp_path / "puzzle.jsonl"
    puzzle.write_text(jsonl(UNIQUE), encoding="utf-8")
    for name in "abc":
        assert bimaru("certify", puzzle, "-o", tmp_path / "all" / name).code == Exit.DONE
    totals: list[int | None] = []
    monkeypatch.setattr("bimaru.cli.commands.verify.expect", lambda total: totals.append(total()))
    assert bimaru("verify", tmp_path / "all", "--puzzle", puzzle).code == Exit.DONE
    assert totals == [3]


def test_there_is_none_about_short_work(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress, "_DELAY", 60.0)
    assert printed(is_terminal=True, is_short=True)[0] == ""


def test_it_counts_what_passes() -> None:
    with patch("sys.stderr", Terminal(True)) as error, progress.counted_items(range(3)) as numbers:
        for number in numbers:
            time.sleep(0.05 + 0 * number)
    assert "3 done" in error.getvalue()
