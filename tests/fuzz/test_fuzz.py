"""The fuzzers find nothing in their first cases, would find what is wrong, and go on where they stopped;
and the enumerator that they trust knows the numbers that others found."""

from __future__ import annotations

import ast
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any, Final

import pytest
from hypothesis import given

import lying
from bimaru.puzzle import Puzzle
from brute_force import boards_of, small_puzzles
from fuzz import campaign
from fuzz.agreement import Finding, expect_boards, expect_limited, expect_number, puzzle_of, raw_of, shown
from fuzz.enumerator import RawPuzzle, TooMany, arrangements, boards
from fuzz.puzzles import Clues, made
from instances import instances
from sampling import sampled

ROOT: Final = Path(__file__).parents[2]
CASES: Final = 24


# Targets


@pytest.mark.parametrize("cases", sampled((6, CASES), (6).__eq__))
@pytest.mark.parametrize("name", sampled(campaign.names(), "api_bodies".__ne__))
def test_the_first_cases_of_every_target_find_nothing(name: str, cases: int, tmp_path: Path) -> None:
    state = campaign.run(name, tmp_path, cases=cases)
    assert state.findings == {}
    assert state.cases == cases


WRONG: Final = [lying.forgetful(), lying.careless(), lying.stuttering(), lying.slow()]


@pytest.mark.parametrize("engine", WRONG, ids=lambda engine: engine.name)
def test_an_engine_that_is_wrong_is_found_out(
    engine: lying.Doctored, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("bimaru.solving.engine_named", lambda _: engine)
    assert campaign.run("straight", tmp_path, cases=CASES).findings


def test_an_honest_engine_is_not(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("bimaru.solving.engine_named", lambda _: lying.honest())
    assert not campaign.run("straight", tmp_path, cases=CASES).findings


TWO: Final = RawPuzzle([1, None], [None, None], {1: 1})
"""A submarine in the first row of two columns: two boards."""


def test_boards_that_are_missing_or_too_many_are_named() -> None:
    both = boards(TWO)
    one = {min(both)}
    expect_boards(puzzle_of(TWO), "search", both)
    with pytest.raises(Finding, match=r"boards of search: too many: .*S\.\.\..* for .*\"rows\": \[1, null\]"):
        expect_boards(puzzle_of(TWO), "search", one)
    with pytest.raises(Finding, match="boards of search: missing"):
        expect_boards(puzzle_of(TWO), "search", {*both, ("....", "....")})
    with pytest.raises(Finding, match="count of search"):
        expect_number(puzzle_of(TWO), "search", 1)


@pytest.mark.parametrize("limit", range(4))
def test_a_limit_is_compared_with_the_boards_there_are(limit: int) -> None:
    both = boards(TWO)
    expect_limited(puzzle_of(TWO), "search", both, limit)
    with pytest.raises(Finding):
        expect_limited(puzzle_of(TWO), "search", {("....", "....")}, max(limit, 1))


def test_random_puzzles_have_the_board_that_they_were_made_from() -> None:
    random = Random(1)
    clues = Clues(missing=0.3, givens=3, edges=0.5)
    for _ in range(50):
        raw = made(random, (6, 5), [3, "AB", ("##", "#."), 1], clues)
        assert next(arrangements(raw), None) is not None


def test_ships_that_are_impossible_and_false_clues_come_only_where_asked_for() -> None:
    random = Random(1)
    impossible = made(random, (2, 2), [3, 1], Clues(impossible=1.0))
    assert (dict(impossible.fleet), boards(impossible)) == ({3: 1, 1: 1}, set())
    assert any(not boards(made(random, (3, 3), [2, 1], Clues(falsified=1.0))) for _ in range(20))


# The enumerator


def test_the_enumerator_imports_nothing_from_bimaru() -> None:
    tree = ast.parse((ROOT / "fuzz/enumerator.py").read_text(encoding="utf-8"))
    imported = {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert not any(isinstance(node, ast.Import) for node in ast.walk(tree))
    assert {str(module).partition(".")[0] for module in imported} <= sys.stdlib_module_names


@pytest.mark.thorough
@given(puzzle=small_puzzles())
def test_the_enumerator_finds_the_boards_of_brute_force(puzzle: Puzzle) -> None:
    assert boards(raw_of(puzzle)) == {shown(board) for board in boards_of(puzzle)}


@pytest.mark.thorough
def test_the_enumerator_counts_the_arrangements_of_a_fleet() -> None:
    number = sum(1 for _ in arrangements(RawPuzzle([None] * 6, [None] * 6, {3: 1, 2: 2, 1: 3})))
    assert number == 894_296


@pytest.mark.parametrize("known", instances("seeds"), ids=lambda known: known.id)
def test_the_enumerator_counts_the_boards_of_the_seeds(known: Any) -> None:
    assert len(boards(raw_of(known.puzzle))) == known.known["n_solutions"]


@pytest.mark.parametrize("name", sampled(["csplib014", "boats", "lettered", "polyomino"], "csplib014".__ne__))
def test_the_enumerator_finds_the_one_board_of_real_puzzles(name: str) -> None:
    numbers = [*_numbers_of_boards(name)]
    assert {*numbers} == {1}
    assert len(numbers) > 1


def _numbers_of_boards(name: str) -> Iterator[int]:
    for known in instances(name)[:20]:
        try:
            yield len(boards(raw_of(known.puzzle), most_work=200_000))
        except TooMany:
            continue


def test_the_enumerator_gives_up_when_there_is_too_much_to_do() -> None:
    with pytest.raises(TooMany):
        boards(RawPuzzle([None] * 6, [None] * 6, {1: 6}), most_work=1000)


# Campaigns


@pytest.fixture
def picky(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """A target that finds something in the cases 3 and 7, and the numbers of the cases it has tried."""
    tried: list[int] = []
    firsts = {Random(f"picky:{number}").random(): number for number in range(100)}

    def case(random: Random) -> None:
        number = firsts[random.random()]
        tried.append(number)
        if number in (3, 7):
            raise ValueError(f"case {number} is wrong")

    monkeypatch.setattr(campaign, "import_module", lambda _: SimpleNamespace(case=case))
    return tried


def test_a_campaign_goes_on_where_it_stopped(picky: list[int], tmp_path: Path) -> None:
    whole = campaign.run("picky", tmp_path / "whole", cases=10)
    assert picky == [*range(10)]
    picky.clear()
    for cases in (4, 4, 9, 10):
        parts = campaign.run("picky", tmp_path / "parts", cases=cases)
    assert picky == [*range(10)]
    assert (parts.cases, parts.findings) == (whole.cases, whole.findings)


def test_workers_share_the_cases(picky: list[int], tmp_path: Path) -> None:
    states = [campaign.run("picky", tmp_path, cases=10, first=i, step=3) for i in range(3)]
    assert sorted(picky) == [*range(10)]
    assert [state.cases for state in states] == [4, 3, 3]
    assert {number for state in states for number in state.findings} == {3, 7}


def test_a_finding_is_kept_with_its_number_and_raised_again(picky: list[int], tmp_path: Path) -> None:
    campaign.run("picky", tmp_path, cases=10)
    kept = json.loads(campaign.path_of("picky", tmp_path).read_text(encoding="utf-8"))
    assert kept["cases"] == 10
    assert {*kept["findings"]} == {"3", "7"}
    assert "ValueError: case 7 is wrong" in kept["findings"]["7"]
    with pytest.raises(ValueError, match="case 7 is wrong"):
        campaign.try_case("picky", 7)
    campaign.try_case("picky", 6)


def test_a_campaign_stops_when_its_seconds_are_over(picky: list[int], tmp_path: Path) -> None:
    assert campaign.run("picky", tmp_path, seconds=0).cases == 0
    assert picky == []


def test_an_interrupted_case_is_tried_again_and_nothing_before_it_is_lost(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    tries = []

    def case(random: Random) -> None:
        tries.append(random.random())
        if len(tries) == 3:
            raise KeyboardInterrupt

    monkeypatch.setattr(campaign, "import_module", lambda _: SimpleNamespace(case=case))
    with pytest.raises(KeyboardInterrupt):
        campaign.run("picky", tmp_path, cases=5)
    assert campaign.run("picky", tmp_path, cases=5).cases == 5
    assert len(tries) == 6
    assert tries[2] == tries[3]


@pytest.mark.skipif(sys.platform == "win32", reason="signals of Unix")
def test_the_command_keeps_its_state_when_it_is_interrupted(tmp_path: Path) -> None:
    line = [sys.executable, "-m", "fuzz", "straight", "--seconds", "300", "--state", str(tmp_path)]
    place = campaign.path_of("straight", tmp_path)
    process = subprocess.Popen(line, cwd=ROOT, start_new_session=True)
    try:
        while process.poll() is None and not place.exists():
            time.sleep(0.05)
        os.killpg(process.pid, signal.SIGINT)
        assert process.wait(60) == 130
    finally:
        process.kill()
    assert json.loads(place.read_text(encoding="utf-8"))["cases"] > 0
