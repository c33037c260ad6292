"""Whole collections as streams: in constant memory, in order, and shared out to processes."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import pytest

from bimaru.cli.exit_codes import Exit
from bimaru.formats.board_text import read_boards
from bimaru.puzzle import Puzzle
from bimaru.solving import search, solve
from command_line import MULTIPLE, NONE, OPEN, UNIQUE, bimaru, jsonl, started, without_times
from instances import DATA, instance
from sampling import sampled

SEED: Final = instance("seeds", "seed-001-6x6")
"""A puzzle with 30 solutions."""

PEAK: Final = """
import resource, subprocess, sys
with subprocess.Popen(sys.argv[2:], stdin=sys.stdin, stdout=subprocess.PIPE) as process:
    read = 0
    while read < int(sys.argv[1]) and (part := process.stdout.read(65536)):
        read += len(part)
    process.kill()
print(read, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
"""
"""The most memory that a command has, in kilobytes, until it has printed so much."""


def peak(most: int, *args: str, stdin: Any = subprocess.DEVNULL) -> int:
    """Kilobytes that the command takes to print so many bytes, or all of them."""
    command = [sys.executable, "-c", PEAK, str(most), sys.executable, "-m", "bimaru", *args]
    run = subprocess.run(command, stdin=stdin, capture_output=True, text=True, check=True)
    read, memory = map(int, run.stdout.split())
    assert read > 0
    return memory


@pytest.mark.skipif(sys.platform == "win32", reason="memory is measured as Unix tells it")
class TestMemory:
    @pytest.mark.thorough
    @pytest.mark.parametrize("options", [[], ["--json"], ["--json", "-o", "-"]], ids=" ".join)
    def test_all_solutions_come_as_they_are_found(self, options: list[str], tmp_path: Path) -> None:
        (tmp_path / "open.json").write_text(jsonl(OPEN), encoding="utf-8")
        few, many = (
            peak(size, "solve", "--engine", "search", "--all", *options, str(tmp_path / "open.json"))
            for size in (100_000, 10_000_000)
        )
        assert many < few + 3000

    @pytest.mark.thorough
    @pytest.mark.parametrize(
        "command",
        [["solve", "--json"], ["count"], ["convert", "--to", "json"], ["count", "--workers", "2"]],
        ids=" ".join,
    )
    def test_a_long_stream_takes_no_more_than_a_short_one(self, command: list[str], tmp_path: Path) -> None:
        memory = []
        for size in (500, 10_000):
            file = tmp_path / "stream.jsonl"
            with file.open("w", encoding="utf-8") as stream:
                stream.writelines(
                    json.dumps(UNIQUE | {"id": f"{number:0200}"}) + "\n" for number in range(size)
                )
            with file.open("rb") as stream:
                memory.append(peak(10**9, *command, "-", stdin=stream))
        assert memory[1] < memory[0] + 5000


def test_every_solution_is_there_whether_streamed_or_collected(tmp_path: Path) -> None:
    given = jsonl(dict(SEED.known), NONE, MULTIPLE)
    texts = [bimaru("solve", "--all", "--workers", workers, "-", stdin=given) for workers in ("1", "2")]
    assert texts[0].code == texts[1].code == Exit.FAILED
    assert without_times(texts[0].out) == without_times(texts[1].out)
    streamed, collected = (
        bimaru("solve", "--all", "--json", "--workers", workers, "-", stdin=given).objects
        for workers in ("1", "2")
    )
    assert [len(answer["solutions"]) for answer in streamed] == [30, 0, 2]
    for one, other in zip(streamed, collected, strict=True):
        assert one | {"seconds": 0} == other | {"seconds": 0}


def test_solutions_are_shown_before_the_next_is_looked_for() -> None:
    with started("solve", "--all", "--json", "--engine", "search", "-") as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(jsonl(OPEN))
        process.stdin.close()
        assert json.loads(process.stdout.read(300).split(": [", 1)[1].split("}")[0] + "}")["board"]
        process.kill()


def test_all_solutions_of_a_puzzle_go_into_its_file(tmp_path: Path) -> None:
    bimaru("solve", "--all", "-o", f"{tmp_path}/", "-", stdin=jsonl(MULTIPLE, UNIQUE))
    (several,) = [file for file in tmp_path.iterdir() if file.stem == "multiple"]
    assert several.read_text(encoding="utf-8").count("Solution ") == 2
    assert len([*read_boards(several, [Puzzle([1], [1])])]) == 1


def test_an_engine_that_refuses_one_of_many_is_reported_after_the_others() -> None:
    lettered = {"rows": [1], "cols": [1], "words": ["A"]}
    ran = bimaru("solve", "--all", "--json", "--engine", "search", "-", stdin=jsonl(UNIQUE, lettered))
    assert (ran.code, len(ran.objects)) == (Exit.BAD_INPUT, 1)
    assert ran.err.startswith("Error: standard input: puzzle 2: the engine search does not take this puzzle")


def test_a_wrong_board_in_a_stream_is_never_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bimaru.solving.check", lambda *_: 1 // 0)
    ran = bimaru("solve", "--all", "-", stdin=jsonl(UNIQUE))
    assert (ran.code, ran.out) == (Exit.INTERNAL_ERROR, "")
    assert "standard input: puzzle 1" in ran.err


@pytest.mark.parametrize("command", sampled(["count", "grade"], "count".__eq__))
def test_workers_give_the_same_answers_in_the_same_order(command: str) -> None:
    lines = (DATA / "csplib014.jsonl").read_text(encoding="utf-8").splitlines()[:20]
    given = "\n".join([*lines, jsonl(NONE, MULTIPLE)]).strip()
    one, two = (bimaru(command, "--json", "--workers", number, "-", stdin=given) for number in ("1", "2"))
    assert one == two
    assert len(one.objects) == len(given.splitlines())


# In Python


@pytest.mark.parametrize("limit", [None, 0, 1, 7, 100])
def test_a_search_gives_the_boards_of_solve_and_then_its_result(limit: int | None) -> None:
    found = search(SEED.puzzle, limit=limit)
    boards = tuple(found)
    result = solve(SEED.puzzle, limit=limit)
    assert (boards, found.found) == (result.boards, len(boards))
    ended = found.result(boards)
    assert (ended.status, ended.boards, ended.engine) == (result.status, result.boards, result.engine)
    assert ended.complete == found.complete == result.complete
    assert found.result().status == result.status


@pytest.mark.parametrize(
    "call", [lambda: search(SEED.puzzle, limit=-1), lambda: search(SEED.puzzle, engine="steam")]
)
def test_a_search_checks_its_arguments(call: Callable[[], object]) -> None:
    with pytest.raises(ValueError, match=r"limit: -1|steam"):
        call()
