"""Audits: right programs pass, wrong ones are caught with a small counterexample, and all that a program can
do is judged."""

from __future__ import annotations

import json
import signal
import sys
import time
from collections.abc import Iterator, Sequence
from itertools import combinations_with_replacement
from pathlib import Path
from typing import Any, Final

import pytest

import bimaru
from bimaru.board import Board
from bimaru.cli.audit_reports import as_page, as_text, summary
from bimaru.cli.exit_codes import Exit
from bimaru.drawing.terminal import picture
from bimaru.processes.sandbox import Limits, has_namespaces, run_in_sandbox, unenforced
from bimaru.puzzle import Puzzle
from bimaru.study.audit import Audit, Finding, Probe, audit, audit_program
from bimaru.study.audit.auditing import MOST_LATE
from bimaru.study.audit.claims import claim_of_text, claim_of_value
from bimaru.study.audit.probes import battery
from bimaru.study.audit.verdicts import Claim, judge
from command_line import bimaru as command
from command_line import jsonl, started
from mutants import Mutant, mutants

BATTERY: Final = battery()
NO_SOLUTION: Final = Puzzle([1], [0], {1: 1})
SMALL: Final = Puzzle([1, 0], [1, 0], {1: 1})
MUTANTS: Final = mutants(40, seed=1)


def is_small(found: Audit) -> bool:
    """Whether a counterexample was found, on at most 6x6 squares."""
    return found.counterexample is not None and has_small_grid(found.counterexample.puzzle)


def has_small_grid(puzzle: Puzzle) -> bool:
    return max(puzzle.height, puzzle.width) <= 6


# The puzzles


def test_the_puzzles_are_the_same_every_time_and_have_the_boards_that_are_noted() -> None:
    assert battery() == BATTERY
    for probe in BATTERY[::25]:
        assert {*bimaru.solve(probe.puzzle, limit=None).boards} == probe.boards


def test_most_alike_leaves_puzzles_of_every_kind() -> None:
    few = battery(3)
    assert len(few) < len(BATTERY) / 2
    assert {probe.about for probe in few if not probe.about.startswith("given ")} == {
        probe.about for probe in BATTERY if not probe.about.startswith("given ")
    }


# Functions


def test_a_right_solver_is_found_right() -> None:
    assert audit(bimaru.solve).is_right
    assert audit(lambda puzzle: bimaru.solve(puzzle, limit=None), all=True).is_right


@pytest.mark.parametrize(
    ("finding", "answer"),
    [
        (Finding.WRONG, [".S", ".."]),
        (Finding.TOO_MANY, [["S.", ".."], ["S.", ".."]]),
        (Finding.TOO_FEW, None),
    ],
)
def test_the_counterexample_is_a_board_that_is_wrong_rather_than_a_smaller_breakdown(
    finding: Finding, answer: Any
) -> None:
    def solver(puzzle: Puzzle) -> Any:
        return answer if puzzle.id == "larger" else 1 / 0

    smaller, larger = NO_SOLUTION.replace(id="smaller"), SMALL.replace(id="larger")
    found = audit(solver, puzzles=[smaller, larger], shrink=False)
    assert [verdict.finding for verdict in found.failed] == [Finding.CRASH, finding]
    assert found.counterexample is not None
    assert found.counterexample.puzzle.id == "larger"


@pytest.mark.parametrize("answer", [None, "hello", [["."]], 7])
def test_the_counterexample_has_a_ship_if_the_program_fails_on_a_puzzle_with_one(answer: Any) -> None:
    found = audit(lambda _: answer, puzzles=[probe.puzzle for probe in battery(1)]).counterexample
    assert found is not None
    assert has_small_grid(found.puzzle)
    assert found.puzzle.fleet


def without_rows(puzzle: Puzzle) -> Board | None:
    return bimaru.solve(puzzle.replace(rows=[None] * puzzle.height)).board


@pytest.mark.parametrize(("solver", "tally"), [(without_rows, 2), (lambda _: None, 1), (lambda _: ["S"], 1)])
def test_the_description_of_a_smaller_puzzle_holds_for_it(solver: Any, tally: int) -> None:
    found = audit(solver, puzzles=[Puzzle([tally, 0, None], [0, 1, None, 0], {1: 2}, id="larger")])
    assert [verdict.about for verdict in found.verdicts] == ["a puzzle of yours"]
    smaller = found.counterexample
    assert smaller is not None
    assert smaller.puzzle.id is None
    number = len(bimaru.solve(smaller.puzzle).boards)
    assert smaller.about == f"a puzzle with {('no solution', 'one solution', 'several solutions')[number]}"


def by_counts_of_parts(puzzle: Puzzle) -> Board | None:
    """The model of prob014 among CPMpy's examples, in our own words: it counts ships, submarines and middles,
    not lengths."""
    longer = [length for length, count in puzzle.fleet.items() for _ in range(count) if length > 1]
    middles = sum(longer) - 2 * len(longer)
    side = max(puzzle.height, puzzle.width)
    for lengths in combinations_with_replacement(range(2, side + 1), len(longer)):
        if sum(lengths) - 2 * len(lengths) == middles:
            fleet = {length: lengths.count(length) for length in lengths} | {1: puzzle.fleet.get(1, 0)}
            board = bimaru.solve(puzzle.replace(fleet=fleet), limit=1).board
            if board is not None:
                return board
    return None


def test_a_model_that_counts_middles_instead_of_lengths_is_caught_on_a_small_board() -> None:
    found = audit(by_counts_of_parts)
    assert is_small(found)
    assert "lengths exchanged" in {verdict.about for verdict in found.failed}
    verdict = found.counterexample
    assert verdict is not None
    assert verdict.finding == Finding.WRONG
    assert {fault.rule for fault in verdict.faults} == {"fleet"}


def forgets(**changes: Any) -> Any:
    return lambda puzzle: bimaru.solve(puzzle.replace(**changes)).board


def test_a_solver_that_forgets_the_givens_is_caught_with_two_squares() -> None:
    found = audit(forgets(givens=())).counterexample
    assert found is not None
    assert (found.puzzle.height, found.puzzle.width, len(found.puzzle.givens)) == (1, 2, 1)
    assert [fault.rule for fault in found.faults] == ["given"]


def test_a_solver_that_finds_some_boards_only_is_caught_where_all_are_wanted() -> None:
    def first(puzzle: Puzzle) -> Sequence[Board]:
        return bimaru.solve(puzzle, limit=1).boards

    assert audit(first).is_right
    found = audit(first, all=True).counterexample
    assert found is not None
    assert (found.finding, found.text) == (Finding.TOO_FEW, "1 of 2 boards")


TWO: Final = Puzzle([1, 0, 1], [1, 0, 1], {1: 2}, id="two")
MANY: Final = Puzzle([None] * 5, [None] * 5, {2: 2}, id="many")
"""A puzzle with 422 boards, more than an audit lists."""


@pytest.mark.parametrize(
    ("shown", "finding", "text"),
    [
        (0, Finding.TOO_FEW, "no board, but there are at least 100"),
        (2, Finding.TOO_FEW, "2 of at least 100 boards"),
        (421, Finding.TOO_FEW, "421 of 422 boards"),
        (422, Finding.RIGHT, ""),
    ],
)
def test_all_boards_are_wanted_even_of_a_puzzle_with_more_than_are_listed(
    shown: int, finding: Finding, text: str
) -> None:
    found = audit(lambda puzzle: bimaru.solve(puzzle, limit=shown), puzzles=[MANY], all=True, shrink=False)
    assert [(verdict.finding, verdict.text) for verdict in found.verdicts] == [(finding, text)]


def test_a_puzzle_whose_boards_cannot_be_counted_in_time_is_not_judged(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("bimaru.study.audit.probes.COUNT_SECONDS", 0)
    uncounted = MANY.replace(fleet={2: 3})
    found = audit(lambda puzzle: bimaru.solve(puzzle, limit=150), puzzles=[SMALL, uncounted], all=True)
    assert summary(found) == "right on 1 puzzle; 1 more not judged, with too many boards to count in time"
    alone = audit(lambda puzzle: bimaru.solve(puzzle, limit=150), puzzles=[uncounted], all=True)
    assert not alone.is_right
    assert summary(alone) == "1 puzzle not judged, with too many boards to count in time"


@pytest.mark.parametrize("number", [0, 1])
def test_a_board_that_a_program_has_not_found_is_shown(number: int) -> None:
    boards = sorted(bimaru.solve(TWO).boards, key=str)
    found = audit(lambda _: boards[:number], puzzles=[TWO], all=True, shrink=False)
    verdict = found.counterexample
    assert verdict is not None
    assert verdict.missing == boards[number]
    assert verdict.to_data()["missing"] == boards[number].to_data()
    shown = f"A solution that it misses:\n\n{picture(TWO, boards[number])}\n\nToo few: "
    assert shown in as_text(found)
    assert shown in as_page([found])


def test_boards_that_differ_in_their_letters_alone_are_two() -> None:
    lettered = Puzzle([None], [None, None], words=["12"])
    found = audit(lambda puzzle: bimaru.solve(puzzle, limit=None), puzzles=[lettered], all=True)
    assert found.is_right
    twice = audit(lambda puzzle: bimaru.solve(puzzle).boards[:1] * 2, puzzles=[lettered], shrink=False)
    assert [verdict.finding for verdict in twice.verdicts] == [Finding.TOO_MANY]


def test_the_json_of_a_wrong_board_has_its_letters() -> None:
    lettered = Puzzle([None], [None, None], words=["12"], givens=[(0, 0, "=1")])
    wrong = Board(("LR",), letters=("21",))
    found = audit(lambda _: wrong, puzzles=[lettered], shrink=False)
    data = found.verdicts[0].to_data()
    assert (data["finding"], data["board"], data["letters"]) == ("wrong", ["LR"], ["21"])


def test_a_summary_counts_the_puzzles() -> None:
    assert summary(audit(bimaru.solve, puzzles=[SMALL])) == "right on 1 puzzle"
    assert summary(audit(bimaru.solve, puzzles=[SMALL, TWO])) == "right on 2 puzzles"


def test_an_error_is_a_verdict_and_the_audit_goes_on() -> None:
    def fails(puzzle: Puzzle) -> None:
        raise KeyError(puzzle.height)

    found = audit(fails, puzzles=[SMALL, NO_SOLUTION], shrink=False)
    assert [verdict.finding for verdict in found.verdicts] == [Finding.CRASH] * 2
    assert found.verdicts[0].text == "KeyError: 2"
    assert json.loads(json.dumps(found.to_data()))["right"] is False


@pytest.mark.parametrize("solver", [5, "solver.py", SMALL])
def test_what_cannot_be_called_is_refused(solver: Any) -> None:
    with pytest.raises(TypeError, match=r"expected a function, got .*: one that takes a puzzle"):
        audit(solver)


# Mutants


def sampled_mutants() -> Iterator[Any]:
    for number, mutant in enumerate(MUTANTS):
        yield pytest.param(mutant, id=str(mutant), marks=[] if number % 8 == 2 else [pytest.mark.thorough])


@pytest.mark.parametrize("mutant", [*sampled_mutants()])
def test_mutants_of_the_published_models_are_caught_on_small_grids_unless_equivalent(mutant: Mutant) -> None:
    pytest.importorskip("ortools")
    small = [probe for probe in BATTERY if has_small_grid(probe.puzzle)]
    if not any(is_caught(mutant, probe) for probe in small):
        assert not any(is_caught(mutant, probe) for probe in BATTERY if not has_small_grid(probe.puzzle))
        assert mutant.is_equivalent()


def is_caught(mutant: Mutant, probe: Probe) -> bool:
    return not judge(probe, Claim(tuple(mutant.boards(probe.puzzle))), wants_all=False).is_fine


# What programs say


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("S.\n..\n", 1),
        ("10\n00\n", 1),
        ("S.\n..\n\n.S\n..\n", 2),
        ('{"board": ["S.", ".."]}', 1),
        ('{"solutions": [{"board": ["S.", ".."]}, {"board": [".S", ".."]}]}', 2),
        ("{(0, 0)}", 1),
        ("[[1, 0], [0, 0]]\n", 1),
        ("[[1 0]\n [0 0]]\n", 1),
        ("[['S', '.'], ['.', '.']]\n", 1),
        ("no solution\n", 0),
        ("UNSAT", 0),
        ("=====UNSATISFIABLE=====\n", 0),
        ("s UNSATISFIABLE\n", 0),
    ],
)
def test_boards_are_read_in_every_form(text: str, number: int) -> None:
    claim = claim_of_text(text, SMALL)
    assert (claim.failure, len(claim.boards)) == (None, number)


@pytest.mark.parametrize("text", ["", "   \n", "hello world\n", "S.\n...\n"])
def test_what_is_no_board_is_unreadable(text: str) -> None:
    assert claim_of_text(text, SMALL).failure in (Finding.UNREADABLE, None)
    assert not judge(BATTERY[0], claim_of_text(text, SMALL), wants_all=False).is_fine


@pytest.mark.parametrize(
    ("text", "quoted"),
    [
        ("hello world\n", '"hello world"'),
        ("\nhello\n\n  world\n", '"hello / world"'),
        ("one\ntwo\nthree\n", '"one / two …"'),
        ("x" * 100, f'"{"x" * 80} …"'),
        ("\x1b[2Jhello\n", '"?[2Jhello"'),
    ],
)
def test_what_cannot_be_read_is_quoted(text: str, quoted: str) -> None:
    claim = claim_of_text(text, SMALL)
    assert claim.failure == Finding.UNREADABLE
    assert claim.text.endswith(f"; it printed {quoted}")


@pytest.mark.parametrize("value", [7, "text", [3], [["S", 1]], object()])
def test_a_value_that_is_no_board_is_unreadable(value: object) -> None:
    assert claim_of_value(value).failure == Finding.UNREADABLE


# Programs


RIGHT: Final = """\
import json, sys
print(json.dumps({"solutions": [{"board": ["S.", ".."]}]}))
"""


def run(program: str, tmp_path: Path, **limits: Any) -> Any:
    return run_in_sandbox([sys.executable, "-I", "-c", program], tmp_path, Limits(**limits))


@pytest.mark.thorough
def test_a_program_ends_at_its_time_with_the_processes_that_it_has_started(tmp_path: Path) -> None:
    mark = tmp_path / "alive"
    child = f"import time, pathlib; time.sleep(2); pathlib.Path({str(mark)!r}).touch()"
    start = time.perf_counter()
    parent = (
        f"import subprocess, sys, time; subprocess.Popen([sys.executable, '-c', {child!r}]); time.sleep(9)"
    )
    ran = run(parent, tmp_path, seconds=0.7)
    assert ran.code is None
    assert time.perf_counter() - start < 5
    time.sleep(2.5)
    assert not mark.exists()


def test_ctrl_c_ends_an_audit_and_its_programs_at_once(tmp_path: Path) -> None:
    puzzles = tmp_path / "puzzles.jsonl"
    puzzles.write_text(jsonl(NO_SOLUTION.to_data()) * 5, encoding="utf-8")
    program = f"import pathlib, time; pathlib.Path({str(tmp_path / 'runs')!r}).touch(); time.sleep(9)"
    with started(
        "audit", "--puzzles", puzzles, "--", sys.executable, "-c", program, start_new_session=True
    ) as process:
        while not (tmp_path / "runs").exists():
            time.sleep(0.01)
        start = time.perf_counter()
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=20)
    assert process.returncode == Exit.INTERRUPTED
    assert time.perf_counter() - start < 5  # 0.1 on a machine with nothing else to do


@pytest.mark.parametrize("name", ["audit.html", "audit.txt"])
def test_ctrl_c_leaves_a_report_of_the_programs_that_were_finished(tmp_path: Path, name: str) -> None:
    submissions, puzzles, page = tmp_path / "class", tmp_path / "puzzles.jsonl", tmp_path / name
    submissions.mkdir()
    begun = tmp_path / "begun"
    wait = f"import pathlib, time; pathlib.Path({str(begun)!r}).touch(); time.sleep(9)"
    for program, text in (("ada", RIGHT), ("bob", "import time; time.sleep(9)"), ("cy", RIGHT), ("di", wait)):
        (submissions / f"{program}.py").write_text(text, encoding="utf-8")
    puzzles.write_text(bimaru.write(SMALL, "json"), encoding="utf-8")
    call = ("audit", "--puzzles", puzzles, "--submissions", submissions, "--workers", "2", "-o", page)
    with started(*call, "--", sys.executable, "{submission}", start_new_session=True) as process:
        while not begun.exists():
            time.sleep(0.01)
        process.send_signal(signal.SIGINT)
        _, messages = process.communicate(timeout=20)
    assert process.returncode == Exit.INTERRUPTED
    assert "Interrupted; finished results are kept." in str(messages)
    text = page.read_text(encoding="utf-8")
    assert [name for name in ("ada", "bob", "cy", "di") if f"{name}.py" in text] == ["ada", "cy"]
    assert text.count("right on 1 puzzle") == 2


@pytest.mark.skipif(sys.platform != "linux", reason="limits of Linux")
def test_memory_and_files_are_limited_and_the_peak_is_known(tmp_path: Path) -> None:
    assert run("x = bytearray(10**9)", tmp_path, memory=500_000_000).code == 1
    assert run("open('big', 'wb').write(bytes(10**7))", tmp_path, file_bytes=10**6).code != 0
    assert run("x = b'x' * 10**8", tmp_path).peak_bytes > 10**8


@pytest.mark.skipif(not has_namespaces(), reason="for want of namespaces")
def test_there_is_no_network(tmp_path: Path) -> None:
    program = "import socket; s = socket.socket(); s.bind(('127.0.0.1', 0)); s.connect(s.getsockname())"
    assert "unreachable" in run(program, tmp_path).messages


def test_a_program_is_audited_on_the_command_line(tmp_path: Path) -> None:
    program, puzzles = tmp_path / "program.py", tmp_path / "puzzles.jsonl"
    program.write_text(RIGHT, encoding="utf-8")
    other = Puzzle([0, 1], [1, 0], {1: 1})
    puzzles.write_text("".join(bimaru.write_all([SMALL, other], "json")), encoding="utf-8")
    ran = command("audit", "--puzzles", str(puzzles), "--", sys.executable, str(program), "{puzzle}")
    assert ran.code == Exit.FAILED
    assert "not right on 1 of 2 puzzles (wrong 1)" in ran.out
    assert "The smallest counterexample found:" in ran.out
    assert "\n\nWrong: the board is 2x2, the puzzle 1x1.\n\n" in ran.out


def test_puzzles_of_several_files_are_tried(tmp_path: Path) -> None:
    for name in ("one", "two"):
        (tmp_path / name).write_text(bimaru.write(SMALL.replace(id=name), "json"), encoding="utf-8")
    ran = command("audit", "--puzzles", tmp_path / "one", "--puzzles", tmp_path / "two", "--", "true")
    assert "\n  one: unreadable: it prints nothing\n  two: unreadable: it prints nothing\n" in ran.out


@pytest.mark.parametrize(
    ("limits", "words"),
    [
        (("which files are read",), "which files are read"),
        (
            ("memory", "the size of files", "which files are read"),
            "memory, the size of files and which files are read",
        ),
    ],
)
def test_what_is_not_limited_is_told_in_a_sentence(limits: tuple[str, ...], words: str) -> None:
    found = Audit("right", (), unenforced=limits)
    assert f"\nNot limited on this system: {words}.\n" in as_text(found)
    assert f"<p>Not limited on this system: {words}.</p>" in as_page([found])
    assert [limit for limit in unenforced() if "," in limit] == []


def test_a_class_is_audited_into_a_page_and_into_xml(tmp_path: Path) -> None:
    submissions, puzzles = tmp_path / "class", tmp_path / "puzzles.jsonl"
    submissions.mkdir()
    (submissions / "ada.py").write_text(RIGHT, encoding="utf-8")
    (submissions / "bob.py").write_text("print(1 / 0)", encoding="utf-8")
    puzzles.write_text("".join(bimaru.write_all([SMALL], "json")), encoding="utf-8")
    for ending, words in (
        (".html", ("<td>ada.py", "right on 1 puzzle", "bob.py</a>", "crash 1")),
        (".xml", ('<testsuite name="ada.py" tests="1" failures="0"', "ZeroDivisionError")),
    ):
        page = tmp_path / f"audit{ending}"
        call = ("audit", "--puzzles", str(puzzles), "--submissions", str(submissions), "-o", str(page))
        ran = command(*call, "--", sys.executable, "{submission}", "{puzzle}")
        assert (ran.code, ran.err) == (Exit.FAILED, "")
        text = page.read_text(encoding="utf-8")
        assert [word for word in words if word not in text] == []


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (("--", "no-such-program", "{puzzle}"), "no-such-program: no such program"),
        (("--", "true", "{submission}"), "--submissions DIR goes with {submission}"),
    ],
)
def test_a_call_that_cannot_be_is_refused(call: tuple[str, ...], message: str) -> None:
    ran = command("audit", *call)
    assert ran.code == Exit.BAD_INPUT
    assert message in ran.err


def test_a_program_that_never_answers_is_given_up_before_larger_puzzles() -> None:
    seen: list[Puzzle] = []

    def loops(puzzle: Puzzle) -> Claim:
        seen.append(puzzle)
        return Claim(failure=Finding.TIME, text="no answer")

    found = audit_program("loops", loops, BATTERY)
    assert len(seen) == MOST_LATE < len(found.verdicts) == len(BATTERY)
    assert not found.complete
    left = len(BATTERY) - 10
    assert summary(found).endswith(f"(time 10; {left} more not run, after 10 puzzles without an answer)")


def test_a_program_that_no_puzzle_was_put_to_is_not_right(tmp_path: Path) -> None:
    assert not audit(bimaru.solve, puzzles=[]).is_right
    file = tmp_path / "small.json"
    file.write_text(bimaru.write(SMALL, "json"), encoding="utf-8")
    ran = command("audit", "--puzzles", file, "--to", "ist", "--", "cat")
    assert ran.code == Exit.UNDECIDED
    assert ran.out.startswith("cat: tried on no puzzle: the format ist cannot express: a grid of 2x2")


@pytest.mark.skipif(sys.platform == "win32", reason="files are not limited there")
def test_a_program_that_writes_without_end_is_told_so(tmp_path: Path) -> None:
    file = tmp_path / "small.json"
    file.write_text(bimaru.write(SMALL, "json"), encoding="utf-8")
    ran = command("audit", "--puzzles", file, "--", "yes")
    assert ran.code == Exit.FAILED
    assert "  puzzle 1: crash: it wrote more than 100 MB\n" in ran.out
