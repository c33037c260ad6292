"""`bimaru explain` as a stream: steps are printed as soon as they are known."""

from __future__ import annotations

import json

import pytest

from bimaru.cli.exit_codes import Exit
from bimaru.deduction import explain
from command_line import bimaru, jsonl
from instances import instance


def test_steps_are_printed_before_the_work_that_follows(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError("stopped")

    puzzle = instance("csplib014", "csplib014-113").puzzle
    first = explain(puzzle)[0]
    monkeypatch.setattr("bimaru.deduction.explanation.forced_squares", fail)
    ran = bimaru("explain", "-", stdin=jsonl(puzzle.to_data()))
    assert ran.code == Exit.INTERNAL_ERROR
    assert " ".join(ran.out.split()).startswith(f"csplib014-113 1. Around a given part. {first} 2.")
    ran = bimaru("explain", "--json", "-", stdin=jsonl(puzzle.to_data()))
    assert ran.out.startswith(f'{{"id": "csplib014-113", "steps": [{json.dumps(first.to_data())}, {{')


def test_unrefined_steps_are_those_of_the_library() -> None:
    puzzle = instance("csplib014", "csplib014-113").puzzle
    ran = bimaru("explain", "--no-refine", "--json", "-", stdin=jsonl(puzzle.to_data()))
    assert ran.objects[0]["steps"] == json.loads(json.dumps(explain(puzzle, refine=False).to_data()["steps"]))
