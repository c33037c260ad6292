"""The line about long work, which is for terminals only."""

from __future__ import annotations

import io
import time
from unittest.mock import patch

import pytest

from bimaru.cli import progress
from bimaru.cli.output import Text


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
    assert "1 done, 0 s" in line
    assert "3 done, 0 s" in line
    assert line.endswith("\r\x1b[K")
    assert answers == ["0 done", "1 done", "2 done"]


def test_it_names_the_current_task_if_there_is_one() -> None:
    with patch("sys.stderr", Terminal(True)) as error, progress.progress_line(Kept(), lambda: "running sat"):
        wait_for("running sat", error)
    assert "running sat, 0 s" in error.getvalue()


def test_there_is_none_where_standard_error_is_no_terminal() -> None:
    assert printed(is_terminal=False) == ("", ["0 done", "1 done", "2 done"])


def test_there_is_none_about_short_work(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress, "_DELAY", 60.0)
    assert printed(is_terminal=True, is_short=True)[0] == ""


def test_it_counts_what_passes() -> None:
    with patch("sys.stderr", Terminal(True)) as error, progress.counted_items(range(3)) as numbers:
        for number in numbers:
            time.sleep(0.05 + 0 * number)
    assert "3 done" in error.getvalue()
