"""What holds for every command: help, exit codes, bad input, interruption, and what is loaded."""

from __future__ import annotations

import json
import os
import platform
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any, Final, NoReturn

import click
import pytest

from bimaru import __version__, cli, read, write
from bimaru.cli import _COMPILED, COMMANDS, main, options
from bimaru.cli.exit_codes import Exit
from bimaru.engines.protocol import Budget
from bimaru.engines.registry import engine_named
from bimaru.puzzle import Puzzle
from bimaru.rules import Fault
from command_line import (
    MALFORMED,
    MULTIPLE,
    NONE,
    OPEN,
    UNIQUE,
    bimaru,
    jsonl,
    started,
    typed,
    without_times,
)
from explanations import with_column_9
from instances import DATA
from sampling import sampled, thorough

on_unix = pytest.mark.skipif(sys.platform == "win32", reason="signals, devices and shells of Unix")

EXAMPLE: Final = Path("examples/csplib014-113.txt").resolve()
HEAVY: Final = {"ortools", "numpy", "pysat", "asyncio", "concurrent", "multiprocessing", "shutil"}


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A directory of its own with the files that the examples in the helps name."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("BIMARU_LIBRARY", str(tmp_path / "library.db"))
    puzzle = write(with_column_9(read(EXAMPLE)), "text")
    (tmp_path / "puzzle.txt").write_text(puzzle, encoding="utf-8")
    (tmp_path / "half.txt").write_text(".......LR.\n" + "??????????\n" * 9, encoding="utf-8")
    bimaru("convert", "--to", "csc384", "-o", "input.txt", "-", stdin=jsonl(UNIQUE))
    bimaru("convert", "--to", "text", "-o", "impossible.txt", "-", stdin=jsonl(NONE))
    bimaru("convert", "--to", "json", "-o", "puzzles.jsonl", "-", stdin=jsonl(UNIQUE, MULTIPLE))
    # `python` in an example is the interpreter that has bimaru.
    monkeypatch.setenv("PATH", str(Path(sys.executable).parent), prepend=os.pathsep)
    (tmp_path / "solver.py").write_text(SOLVER, encoding="utf-8")
    return tmp_path


SOLVER: Final = """\
import sys

import bimaru

for board in bimaru.solve(bimaru.read(sys.argv[1]), limit=2).boards:
    print(board, end="\\n\\n")
"""


# Help


def examples_in(shown: str) -> list[str]:
    """The commands that a help gives as examples."""
    return re.findall(r"^    ((?:bimaru|glpsol) .*)", shown.partition("Example:")[2], re.MULTILINE)


def test_help_lists_every_command_with_a_sentence() -> None:
    shown = bimaru("--help")
    assert shown.code == Exit.DONE
    for name in COMMANDS:
        assert re.search(rf"^  {name} +[A-Z].*[^.]\.$", shown.out, re.MULTILINE)


def parameters() -> Iterator[tuple[str, click.Parameter]]:
    """Every option and argument, with the command that it belongs to."""
    groups: list[tuple[str, click.Command]] = [("", main)]
    for path, command in groups:
        context = click.Context(command)
        if isinstance(command, click.Group):
            names = command.list_commands(context)
            groups += [
                (f"{path} {name}", one) for name in names if (one := command.get_command(context, name))
            ]
        yield from ((path.strip(), param) for param in command.params)


def number_options() -> Iterator[tuple[str, click.Parameter]]:
    """Every option or argument that takes a number, with the command that it belongs to."""
    for path, param in parameters():
        if isinstance(param.type, click.types.IntParamType | click.types.FloatParamType):
            yield path, param


def test_the_help_of_every_option_is_sentences() -> None:
    helps = [
        (path, param.name, param.help) for path, param in parameters() if isinstance(param, click.Option)
    ]
    assert len(helps) > 200
    for path, name, text in helps:
        sentences = re.sub(r" *\[default.*\]$", "", text or "")
        assert sentences.endswith("."), (path, name, text)
        assert sentences[0].isupper() or sentences.startswith("-"), (path, name, text)


def test_every_number_but_seeds_has_a_largest_value_and_none_is_anything_but_a_number() -> None:
    seen = 0
    for command, param in number_options():
        seen += 1
        refused = ["nan", "inf", "-inf", "1e308", "9" * 5000, "one", ""]
        if param.name == "seed":
            assert isinstance(param.type, click.types.IntParamType)
        else:
            refused += ["9223372036854775808", "-1"]
            assert isinstance(param.type, click.IntRange | options.Real), f"{command}: {param.name}"
            assert param.type.max is not None, f"{command}: {param.name}"
            assert param.type.max <= 2**63 - 1
        kind: Any = param.type
        for value in refused:
            with pytest.raises(click.BadParameter):
                kind.convert(value, param, None)
    assert seen > 20


@pytest.mark.parametrize(
    "call",
    [
        ["generate", "--count", "9223372036854775808"],
        ["library", "solved", "--seconds", "nan", "1"],
        ["solve", "--time-limit", "nan", "-"],
        ["draw", "--size", "nan", "-"],
        ["arrangements", "--draw", "9223372036854775808"],
    ],
)
def test_a_number_that_is_too_large_or_none_is_a_wrong_call(call: list[str]) -> None:
    ran = bimaru(*call)
    assert ran.code == Exit.BAD_INPUT
    assert "is not in the range" in ran.err or "is not a number" in ran.err


def test_minus_zero_seconds_are_zero() -> None:
    assert str(options.Seconds().convert("-0", None, None)) == "0.0"


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help_with_an_example(name: str) -> None:
    shown = bimaru(name, "--help")
    assert shown.code == Exit.DONE
    assert examples_in(shown.out)[-1].startswith(f"bimaru {name}")


NOTES: Final = {"minimise": "csplib014-113: 22 clues, proved to be the smallest number\n"}
"""What the examples of a command print on standard error."""


@on_unix
@pytest.mark.usefixtures("here")
@pytest.mark.parametrize(
    "name",
    # Serving goes on, and a comparison runs every engine.
    [
        pytest.param(name, marks=pytest.mark.needs("glpk")) if name == "check" else name
        for name in sampled(["", *(name for name in COMMANDS if name != "serve")], "compare".__ne__)
    ],
)
def test_the_examples_in_the_helps_work(name: str) -> None:
    examples = examples_in(bimaru(*name.split(), "--help").out)
    ran = [typed(example) for example in examples]
    assert {one.code for one in ran} <= {Exit.DONE}
    said = "".join(one.err for one in ran)
    assert re.sub("typesetting about .*\n", "", said) == NOTES.get(name, "")  # on a busy machine


@pytest.mark.parametrize("name", ["", *COMMANDS])
def test_no_line_of_help_is_wider_than_80_columns(name: str) -> None:
    assert max(map(len, bimaru(*name.split(), "--help").out.splitlines())) <= 80


def test_the_version() -> None:
    first, python, build, *_ = bimaru("--version").out.splitlines()
    assert first == f"bimaru {__version__}"
    assert python == f"Python {platform.python_version()}, {platform.python_implementation()}"
    assert build == f"compiled modules: {', '.join(_COMPILED)}"
    setup = Path("setup.py").read_text(encoding="utf-8")
    compiled = re.search(r"^COMPILED\b[^(\[]*[(\[](.*?)^[)\]]", setup, re.MULTILINE | re.DOTALL)
    assert compiled
    assert sorted(re.findall(r'"bimaru\.([a-z_.]+)",', compiled[1])) == sorted(_COMPILED)


def test_the_version_names_the_compiler(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    note = tmp_path / "compiler.txt"
    monkeypatch.setattr("bimaru.cli._COMPILER", note)
    assert "compiled by" not in bimaru("--version").out
    note.write_text("Cython 3.3.0, gcc (Debian 12.2.0) 12.2.0\n")
    assert bimaru("--version").out.endswith("\ncompiled by Cython 3.3.0, gcc (Debian 12.2.0) 12.2.0\n")


def test_the_version_says_what_is_not_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cli, "_COMPILED", ("rules", "squares"))
    assert cli._describe_build().startswith("not compiled, some hundred times slower: squares.")


@pytest.mark.parametrize(
    ("words", "offers"),
    [
        thorough("bimaru con", ["convert"]),
        thorough("bimaru convert --to puzz", ["puzzlink"]),
        ("bimaru solve --al", ["--all"]),
    ],
)
def test_shells_complete_commands_options_and_choices(words: str, offers: list[str]) -> None:
    completion = {
        "_BIMARU_COMPLETE": "bash_complete",
        "COMP_WORDS": words,
        "COMP_CWORD": str(words.count(" ")),
    }
    with started(env=os.environ | completion) as process:
        assert process.communicate()[0].split() == [f"plain,{offer}" for offer in offers]


# What is loaded


@pytest.mark.parametrize("args", ["--version", "solve puzzle.txt", "count --json puzzle.txt"])
def test_nothing_heavy_is_loaded_without_need(args: str, here: Path) -> None:
    program = (
        "import atexit, sys; from bimaru.cli import main\n"
        f"atexit.register(lambda: print(*(sys.modules.keys() & {HEAVY}), file=sys.stderr))\n"
        "main(prog_name='bimaru')"
    )
    command = [sys.executable, "-c", program, *args.split()]
    run = subprocess.run(command, cwd=here, capture_output=True, encoding="utf-8", check=False)
    assert run.stdout
    assert run.stderr.split() == []


# Exit codes


@pytest.mark.parametrize("command", ["solve", "count"])
@pytest.mark.parametrize(
    ("puzzles", "code"),
    [
        pytest.param([UNIQUE, MULTIPLE], Exit.DONE, id="solvable"),
        pytest.param([UNIQUE, NONE, UNIQUE], Exit.FAILED, id="one without a solution"),
        pytest.param([NONE, MALFORMED], Exit.BAD_INPUT, id="one malformed"),
    ],
)
def test_the_exit_code_is_the_worst_of_a_batch(command: str, puzzles: list[object], code: Exit) -> None:
    assert bimaru(command, "-", stdin=jsonl(*puzzles)).code == code


@pytest.mark.parametrize("command", ["solve", "count"])
def test_a_limit_that_came_before_the_answer_outdoes_a_puzzle_without_a_solution(command: str) -> None:
    ran = bimaru(command, "--json", "--time-limit", "0", "-", stdin=jsonl(NONE, OPEN, UNIQUE))
    assert ran.code == Exit.UNDECIDED
    assert [answer["complete"] for answer in ran.objects][1] is False


# Bad input

READERS: Final = {
    "solve": ["solve"],
    "solve by processes": ["solve", "--workers", "2"],
    "count": ["count"],
    "explain": ["explain"],
    "grade": ["grade"],
    "hint": ["hint"],
    "convert": ["convert", "--to", "json"],
    "draw": ["draw", "--to", "text"],
}
"""The commands that take PATH..."""

RUBBISH: Final = {
    "nothing": b"",
    "blanks": b"\n \n",
    "binary": b"\x00\xff\xfe rubbish",
    "every byte": bytes(range(256)),
    "half a puzzle": b'{"rows": [1',
    "ten megabytes of brackets": b"[" * 10**7,
    "ten megabytes in a line": b"x" * 10**7,
}


@pytest.mark.parametrize(
    "command",
    [["compare", "--engine", "search", "--json"], ["stats"], ["stats", "--grade"], ["why"]],
    ids=" ".join,
)
def test_other_commands_answer_the_puzzles_around_a_malformed_line(command: list[str]) -> None:
    square = ["A1"] if command == ["why"] else []
    good = bimaru(*command, "-", *square, stdin=jsonl(UNIQUE, MULTIPLE, UNIQUE))
    bad = bimaru(*command, "-", *square, stdin=jsonl(UNIQUE, MULTIPLE, MALFORMED, UNIQUE))
    assert (good.code, bad.code) == (Exit.DONE, Exit.BAD_INPUT)
    assert without_times(bad.out) == without_times(good.out)
    assert all(fault.startswith("Error: standard input:3: ") for fault in bad.err.splitlines())


@pytest.mark.parametrize("command", READERS.values(), ids=READERS)
class TestBadInput:
    def test_every_fault_of_a_puzzle_is_reported_with_file_and_line(
        self, command: list[str], tmp_path: Path
    ) -> None:
        file = tmp_path / "batch.jsonl"
        file.write_text(jsonl(UNIQUE, UNIQUE, MALFORMED, UNIQUE), encoding="utf-8")
        ran = bimaru(*command, file)
        assert ran.code == Exit.BAD_INPUT
        assert ran.err == (
            f"Error: {file}:3: rows[1]: 'x' is neither null nor an integer from 0 to 9999\n"
            f"Error: {file}:3: cols[1]: -1 is neither null nor an integer from 0 to 9999\n"
        )

    @pytest.mark.parametrize("line", [json.dumps(MALFORMED), '{"rows": [1,', "no JSON"])
    def test_the_puzzles_around_a_malformed_line_are_answered(self, command: list[str], line: str) -> None:
        good = bimaru(*command, "-", stdin=jsonl(UNIQUE, MULTIPLE, UNIQUE))
        bad = bimaru(*command, "-", stdin=jsonl(UNIQUE, MULTIPLE) + f"{line}\n" + jsonl(UNIQUE))
        assert (good.code, bad.code) == (Exit.DONE, Exit.BAD_INPUT)
        assert without_times(bad.out) == without_times(good.out)
        assert all(fault.startswith("Error: standard input:3: ") for fault in bad.err.splitlines())

    def test_what_was_printed_before_other_malformed_input_stands(self, command: list[str]) -> None:
        one = write(Puzzle.from_data(UNIQUE), "text")
        good = bimaru(*command, "-", stdin=f"{one}---\n{one}")
        bad = bimaru(*command, "-", stdin=f"{one}---\n{one}---\n1 1\n1 q\n---\n{one}")
        assert good.out
        assert without_times(bad.out) == without_times(good.out)
        assert bad.err.endswith("Error: standard input: reading ended at puzzle 3; the rest was not read\n")

    def test_no_file_is_left(self, command: list[str], tmp_path: Path) -> None:
        ran = bimaru(*command, "-o", tmp_path / "out.txt", "-", stdin=jsonl(UNIQUE, MALFORMED))
        assert (ran.code, ran.out) == (Exit.BAD_INPUT, "")
        assert list(tmp_path.iterdir()) == []

    def test_in_a_directory_the_files_of_the_other_puzzles_are_left_unless_reading_ends(
        self, command: list[str], tmp_path: Path
    ) -> None:
        ran = bimaru(*command, "-o", f"{tmp_path}/new/", "-", stdin=jsonl(UNIQUE, MALFORMED, UNIQUE))
        assert (ran.code, ran.out) == (Exit.BAD_INPUT, "")
        assert len([*(tmp_path / "new").iterdir()]) == 2
        text = write(Puzzle.from_data(UNIQUE), "text")
        ran = bimaru(*command, "-o", f"{tmp_path}/other/", "-", stdin=f"{text}---\n1 1\n1 q\n")
        assert ran.code == Exit.BAD_INPUT
        assert not (tmp_path / "other").exists()

    @pytest.mark.parametrize("rubbish", RUBBISH.values(), ids=RUBBISH)
    def test_what_is_no_puzzle_is_refused_in_a_line(self, command: list[str], rubbish: bytes) -> None:
        ran = bimaru(*command, "-", stdin=rubbish)
        assert (ran.code, ran.out) == (Exit.BAD_INPUT, "")
        assert re.fullmatch(r"Error: standard input.{10,150}\n", ran.err)

    def test_a_path_that_cannot_be_read_is_named(self, command: list[str], tmp_path: Path) -> None:
        for path in (tmp_path, tmp_path / "missing"):
            ran = bimaru(*command, path)
            assert (ran.code, ran.out) == (Exit.BAD_INPUT, "")
            assert str(path) in ran.err.splitlines()[-1]


@pytest.mark.parametrize(
    "args",
    [
        *(["solve", "--time-limit", limit] for limit in ("nan", "inf", "-1", "soon")),
        *(["solve", "--limit", limit] for limit in ("0", "-1", "1e-3", "9" * 5000)),
        *(["solve", "--workers", number] for number in ("0", "-2", "many", "9" * 30)),
        ["solve", "--limit", "3", "--all"],
        ["solve", "--engine", "steam"],
        ["count", "--time-limit", "-0.1"],
        ["convert"],
        ["convert", "--to", "papyrus"],
        ["check"],
        ["draught"],
    ],
    ids=lambda args: " ".join(args)[:40],
)
def test_a_wrong_call_is_a_usage_error(args: list[str], here: Path) -> None:
    ran = bimaru(*args, "puzzle.txt")
    assert (ran.code, ran.out) == (Exit.BAD_INPUT, "")
    assert ran.err.startswith("Usage: bimaru ")


@pytest.mark.parametrize("workers", [["--workers", "1"], ["--workers", "2"]])
def test_a_puzzle_that_the_engine_does_not_take_is_named(workers: list[str]) -> None:
    lettered = {"rows": [1], "cols": [1], "words": ["A"]}
    ran = bimaru("solve", "--json", "--engine", "search", *workers, "-", stdin=jsonl(UNIQUE, NONE, lettered))
    assert ran.code == Exit.BAD_INPUT
    assert [answer["id"] for answer in ran.objects] == ["unique", "none"]
    assert ran.err.startswith(
        "Error: standard input: puzzle 3: the engine search does not take this puzzle: "
    )


@pytest.mark.parametrize("engine", ["cp-sat", "mip-ship", "sat"])
def test_an_engine_whose_package_is_missing_names_the_extra(engine: str, here: Path) -> None:
    program = (
        "import sys; sys.modules.update(ortools=None, pysat=None)\n"
        "from bimaru.cli import main; main(prog_name='bimaru')"
    )
    command = [sys.executable, "-c", program, "solve", "--engine", engine, "puzzle.txt"]
    run = subprocess.run(command, cwd=here, capture_output=True, encoding="utf-8", check=False)
    assert (run.returncode, run.stdout) == (Exit.BAD_INPUT, "")
    assert run.stderr == f"Error: the engine {engine} needs an extra: pip install 'bimaru[models]'\n"


# Breakdowns


@pytest.mark.parametrize("error", [RuntimeError, EOFError])
@pytest.mark.parametrize("command", ["solve", "count"])
def test_an_internal_error_is_reported_as_a_bug_with_the_puzzle_and_leaves_no_file(
    command: str, error: type[Exception], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def break_down(puzzle: Puzzle, budget: Budget) -> NoReturn:
        raise error("too many\nships")

    monkeypatch.setattr(engine_named("search"), "run", break_down, raising=False)
    monkeypatch.delenv("BIMARU_DEBUG", raising=False)
    ran = bimaru(command, "--engine", "search", "-o", tmp_path / "out", "-", stdin=jsonl(UNIQUE))
    assert (ran.code, ran.out) == (Exit.INTERNAL_ERROR, "")
    first, advice = ran.err.split("\n", 1)
    assert first == f"Error: internal error: {error.__name__}: too many ships (standard input: puzzle 1)"
    assert "this is a bug: please report it" in advice
    assert list(tmp_path.iterdir()) == []


def test_a_wrong_board_is_never_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bimaru.solving.check", lambda *_: [Fault("fleet", (), "a ship too many")])
    ran = bimaru("solve", "-", stdin=jsonl(UNIQUE))
    assert (ran.code, ran.out) == (Exit.INTERNAL_ERROR, "")
    assert "a ship too many" in ran.err


@pytest.mark.parametrize(("debug", "shows"), [("1", True), ("", False)])
def test_the_traceback_of_an_internal_error_is_printed_on_request(
    debug: str, shows: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bimaru.solving.check", lambda *_: 1 // 0)
    monkeypatch.setenv("BIMARU_DEBUG", debug)
    ran = bimaru("solve", "-", stdin=jsonl(UNIQUE))
    assert ran.code == Exit.INTERNAL_ERROR
    assert ("Traceback (most recent call last)" in ran.err) is shows


# Interruption


def test_ctrl_c_while_the_arguments_are_parsed_exits_with_130(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*_: object) -> NoReturn:
        raise KeyboardInterrupt

    monkeypatch.setattr(click.Group, "parse_args", interrupt)
    assert bimaru("solve", "-") == (Exit.INTERRUPTED, "", "")


@on_unix
@pytest.mark.parametrize(
    "case", sampled(product(["out.txt", "out/"], ["1", "2"]), lambda case: case[1] == "1")
)
def test_ctrl_c_ends_at_once_and_leaves_nothing(case: tuple[str, str], tmp_path: Path) -> None:
    target, workers = case
    (tmp_path / "open.jsonl").write_text(jsonl(OPEN, OPEN, OPEN), encoding="utf-8")
    args = ["solve", "--limit", "1000000", "--workers", workers, "-o", f"{tmp_path}/{target}"]
    with started(*args, tmp_path / "open.jsonl", start_new_session=True) as process:
        while len(list(tmp_path.iterdir())) == 1:
            time.sleep(0.01)
        time.sleep(0.3)
        start = time.monotonic()
        os.killpg(process.pid, signal.SIGINT)
        try:
            out, err = process.communicate(timeout=20)
        finally:
            process.kill()
        assert time.monotonic() - start < 5  # 0.2 on a machine with nothing else to do
    message = f"Interrupted; nothing was written to {tmp_path}/{target}.\n"
    assert (process.returncode, out, err) == (Exit.INTERRUPTED, "", message)
    assert [path.name for path in tmp_path.iterdir()] == ["open.jsonl"]


@on_unix
@pytest.mark.parametrize(
    "case",
    sampled(
        product(["out.txt", "out/"], [("SIGTERM", 143), ("SIGHUP", 129)], ["1", "2"]),
        lambda case: case in (("out.txt", ("SIGTERM", 143), "1"), ("out/", ("SIGHUP", 129), "2")),
    ),
)
def test_a_terminated_command_leaves_no_file(case: tuple[str, tuple[str, int], str], tmp_path: Path) -> None:
    target, (end, code), workers = case
    (tmp_path / "open.jsonl").write_text(jsonl(OPEN, OPEN, OPEN), encoding="utf-8")
    args = ["solve", "--limit", "1000000", "--workers", workers, "-o", f"{tmp_path}/{target}"]
    with started(*args, tmp_path / "open.jsonl") as process:
        while len(list(tmp_path.iterdir())) == 1:
            time.sleep(0.01)
        time.sleep(0.3)
        process.send_signal(getattr(signal, end))
        try:
            out, err = process.communicate(timeout=20)
        finally:
            process.kill()  # what goes on fills the disk
    assert (process.returncode, out, err) == (code, "", "")
    assert [path.name for path in tmp_path.iterdir()] == ["open.jsonl"]


@on_unix
def test_a_reader_that_goes_away_is_no_error() -> None:
    with started("solve", "--json", DATA / "csplib014.jsonl") as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == ""
    assert process.returncode == Exit.BROKEN_PIPE


@on_unix
@pytest.mark.parametrize(
    "case",
    sampled(
        [
            ("solve - <&-", "standard input: no puzzle in the input"),
            ("solve puzzle.txt 2>&-", ""),
            ("solve puzzle.txt -o solved.txt >&-", ""),
            ("solve missing.txt >&- 2>&-", ""),
            *(
                (f"{args} >&-", "standard output: cannot be written: it is closed")
                for args in (
                    *("--help", "formats", "solve puzzle.txt"),
                    *("draw --to svg puzzle.txt", "solve --help"),
                )
            ),
        ],
        lambda case: not case[0].startswith(("formats", "draw", "solve --help", "solve puzzle.txt -o")),
    ),
)
def test_a_standard_stream_may_be_closed(case: tuple[str, str], here: Path) -> None:
    args, error = case
    script = f'"{sys.executable}" -m bimaru {args}'
    run = subprocess.run(["sh", "-c", script], cwd=here, capture_output=True, encoding="utf-8", check=False)
    assert bool(run.stdout) is (args == "solve puzzle.txt 2>&-")
    assert run.stderr == (f"Error: {error}\n" if error else "")
    assert run.returncode == (Exit.BAD_INPUT if error or "missing" in args else Exit.DONE)
    assert (here / "solved.txt").exists() is ("-o" in args)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="for want of /dev/full")
@pytest.mark.parametrize(
    "args",
    sampled(
        ["--help", "formats", "solve puzzle.txt", "draw puzzle.txt", "solve puzzle.txt -o /dev/full"],
        lambda args: args == "--help" or args.startswith("solve"),
    ),
)
def test_a_full_disk_is_reported_in_one_line(args: str, here: Path) -> None:
    with Path("/dev/full").open("w") as full, started(*args.split(), cwd=here, stdout=full) as process:
        err = process.communicate()[1]
    assert process.returncode == Exit.BAD_INPUT
    name = "/dev/full" if "-o" in args else "standard output"
    assert err == f"Error: {name}: cannot be written: No space left on device\n"


@on_unix
@pytest.mark.parametrize("target", ["solved.txt", "site/", "solved.csv"])
def test_a_current_directory_that_has_been_deleted_is_named_as_the_cause(
    target: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (deleted := tmp_path / "deleted").mkdir()
    monkeypatch.chdir(deleted)
    deleted.rmdir()
    assert bimaru("solve", "-", stdin=jsonl(UNIQUE)).code == Exit.DONE
    ran = bimaru("solve", "-", "-o", target, stdin=jsonl(UNIQUE))
    assert (ran.code, ran.out) == (Exit.BAD_INPUT, "")
    assert ran.err == "Error: the current directory has been deleted: change to another one\n"


@on_unix
def test_a_pipe_is_written_under_its_name_in_dev(here: Path) -> None:
    with started("solve", "puzzle.txt", "-o", "/dev/stdout", cwd=here, stdout=subprocess.PIPE) as process:
        named = process.communicate()[0]
    with started("solve", "puzzle.txt", cwd=here, stdout=subprocess.PIPE) as process:
        assert without_times(named) == without_times(process.communicate()[0])
    assert process.returncode == Exit.DONE


def test_an_output_without_a_name_is_refused() -> None:
    ran = bimaru("solve", "-", "-o", "", stdin=jsonl(UNIQUE))
    assert (ran.code, ran.out) == (Exit.BAD_INPUT, "")
    assert "Invalid value for '-o' / '--output': no file is named" in ran.err


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="for want of /dev/full")
def test_what_is_left_to_be_written_at_the_end_must_be_written_too(here: Path) -> None:
    pytest.importorskip("pyarrow", reason="for want of Arrow")
    for output in (">/dev/full", ">&-"):
        script = f'"{sys.executable}" -m bimaru export puzzle.txt -o - {output}'
        run = subprocess.run(
            ["sh", "-c", script], cwd=here, capture_output=True, encoding="utf-8", check=False
        )
        assert run.returncode == Exit.BAD_INPUT
        assert run.stderr.startswith("Error: standard output: cannot be written: ")
