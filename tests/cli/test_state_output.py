"""What `-o` names is never half-written: it is as it was before, or complete."""

from __future__ import annotations

import json
import random
import signal
import sys
import tempfile
import time
from functools import cache
from pathlib import Path
from typing import Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bimaru.cli.exit_codes import Exit
from command_line import MALFORMED, UNIQUE, Ran, bimaru, jsonl, started
from full_disk import room_for

COMMANDS: Final = ("convert --to json", "convert --to text", "solve --json", "grade", "count")
MANY: Final = jsonl(*({**UNIQUE, "id": f"puzzle {number}"} for number in range(12)))


def contents(directory: Path) -> dict[str, str]:
    """Every file of a directory, and in it, without the figures that no two runs share."""
    return {
        str(path.relative_to(directory)): _without_times(path.read_text(encoding="utf-8"))
        for path in sorted(directory.rglob("*"))
        if path.is_file()
    }


def _without_times(text: str) -> str:
    try:
        answers = [json.loads(line) for line in text.splitlines()]
    except ValueError:
        return text
    return jsonl(*({**answer, "seconds": 0} for answer in answers if isinstance(answer, dict)))


def run(command: str, target: str, text: str, room: int | None, place: Path) -> Ran:
    """Run a command on puzzles, on a disk with room for files of so many bytes."""
    output = f"{place / target}{'/' if target.endswith('/') else ''}"
    args = [*command.split(), "-o", output, "-"]
    if room is None:
        return bimaru(*args, stdin=text)
    (empty := place / ".empty").touch()
    try:
        with room_for(room, empty):
            return bimaru(*args, stdin=text)
    finally:
        empty.unlink()


@cache
def expected(command: str, target: str) -> dict[str, str]:
    """The files of a run with nothing in its way."""
    with tempfile.TemporaryDirectory() as place:
        assert run(command, target, MANY, None, Path(place)).code == Exit.DONE
        return contents(Path(place))


@pytest.mark.skipif(sys.platform == "win32", reason="limits of Unix")
@settings(max_examples=max(25, settings().max_examples // 4))
@given(
    command=st.sampled_from(COMMANDS),
    target=st.sampled_from(["out", "out/", "new/"]),
    is_there=st.booleans(),
    room=st.none() | st.integers(0, 3000) | st.integers(0, 200),
    fault=st.sampled_from(["", "", json.dumps(MALFORMED), "oops"]),
)
def test_an_output_is_as_before_or_complete(
    command: str, target: str, is_there: bool, room: int | None, fault: str
) -> None:
    with tempfile.TemporaryDirectory() as name:
        place = Path(name)
        if is_there and target == "out":
            (place / "out").write_text("old\n", encoding="utf-8")
        elif is_there:
            (place / "new").mkdir()
            (place / "new" / "old.txt").write_text("old\n", encoding="utf-8")
        before = contents(place)
        ran = run(command, target, MANY + fault, room, place)
        is_full = "cannot be written" in ran.err or "File too large" in ran.err
        if ran.code == Exit.DONE:
            assert not fault
        else:
            assert fault or is_full
            assert ran.code == Exit.BAD_INPUT
        is_read = "reading ended" not in ran.err
        is_complete = ran.code == Exit.DONE or (target.endswith("/") and is_read and not is_full)
        assert contents(place) == before | (expected(command, target) if is_complete else {})


@pytest.mark.skipif(sys.platform == "win32", reason="signals of Unix")
def test_an_output_is_as_before_or_complete_when_the_command_is_killed(tmp_path: Path) -> None:
    puzzles = tmp_path / "puzzles.jsonl"
    puzzles.write_text(jsonl(*({**UNIQUE, "id": number} for number in range(2000))), encoding="utf-8")
    target = tmp_path / "out.jsonl"
    chance = random.Random(1)
    for end in (signal.SIGKILL, signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGKILL):
        target.write_text("old\n", encoding="utf-8")
        with started("convert", "--to", "json", "-o", target, puzzles) as process:
            time.sleep(chance.uniform(0.05, 0.5))
            process.send_signal(end)
            process.communicate(timeout=60)
        text = target.read_text(encoding="utf-8")
        assert text == "old\n" or text.count("\n") == 2000
        parts = list(tmp_path.glob(".*"))
        assert parts == [] or end == signal.SIGKILL
        for part in parts:
            part.unlink()
