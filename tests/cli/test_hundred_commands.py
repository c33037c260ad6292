"""A hundred commands as readers of README typed them before they saw any help."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from bimaru.cli.exit_codes import Exit
from command_line import Ran, bimaru, typed

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="a shell of Unix")

COMMANDS: Final = [
    line
    for line in (Path(__file__).parent / "data/hundred_commands.txt").read_text(encoding="utf-8").splitlines()
    if not line.startswith("#")
]
EXAMPLES: Final = Path("examples").resolve()
MEANT: Final = 90
"""The commands of a hundred that must do what was meant."""
SIGNATURES: Final = {
    ".svg": b"<svg",
    ".png": b"\x89PNG",
    ".pdf": b"%PDF",
    ".parquet": b"PAR1",
    ".json": b"{",
    ".jsonl": b"{",
}
"""How files of these endings begin."""
_LEADS_ON: Final = re.compile(
    r"[Dd]id you mean|--size 8x10|name the file|name other files|like 4:1|-o |chapter"
)


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A directory with the files that the commands name."""
    directory = tmp_path_factory.mktemp("typed")
    (directory / "puzzles").mkdir()
    shutil.copy(EXAMPLES / "csplib014-113.txt", directory / "puzzle.txt")
    shutil.copy(EXAMPLES / "csplib014-113.txt", directory / "puzzles/one.txt")
    shutil.copy(EXAMPLES / "csplib014-113.txt", directory / "puzzles/two.txt")
    shutil.copy(EXAMPLES / "csplib014.jsonl", directory / "puzzles.jsonl")
    before = Path.cwd()
    os.chdir(directory)
    yield directory
    os.chdir(before)


def run(line: str) -> Ran:
    """Run a line; what begins with a file or a pipe, in this process too."""
    first, pipe, last = line.partition(" | ")
    piped = re.fullmatch(r"cat (\S+)", first) if pipe else None
    if found := re.fullmatch(r"bimaru (.*) < (\S+)", line):
        return bimaru(*found[1].split(), stdin=Path(found[2]).read_bytes())
    if piped:
        return bimaru(*last.split()[1:], stdin=Path(piped[1]).read_bytes())
    if pipe:
        return bimaru(*last.split()[1:], stdin=bimaru(*first.split()[1:]).out)
    return typed(line) if " " in line else bimaru()


def output_of(line: str) -> Path | None:
    """The file that a line writes to, if there is one."""
    found = re.search(r"(?:-o|--output|--out) (\S+[^/ ])$", line)
    return Path(found[1]) if found else None


def is_right(file: Path | None) -> bool:
    """Whether a file, if there is one, has the contents that its ending promises."""
    return file is None or file.read_bytes().startswith(SIGNATURES.get(file.suffix, b""))


def test_ninety_of_a_hundred_commands_do_what_is_meant_and_the_others_lead_on(here: Path) -> None:
    pytest.importorskip("typst", reason="for want of the extra print")
    pytest.importorskip("pyarrow", reason="for want of the extra parquet")
    assert len(COMMANDS) == 100
    failed = {}
    for line in COMMANDS:
        ran = run(line)
        if ran.code != Exit.DONE or not is_right(output_of(line)):
            failed[line] = ran
    assert len(failed) <= 100 - MEANT, [*failed]
    for line, ran in failed.items():
        assert ran.code == Exit.BAD_INPUT, line
        assert _LEADS_ON.search(ran.err), (line, ran.err)


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("bimaru sovle puzzle.txt", "Did you mean 'solve'"),
        ("bimaru solve --engine kp-sat puzzle.txt", "Did you mean 'cp-sat'"),
        ("bimaru generate -o x.foo", "-o x.foo: bimaru generate cannot write .foo; it writes .txt .json"),
        ("bimaru generate --to json -o x.txt", "-o x.txt and --to json contradict each other"),
        ("bimaru solve --json puzzle.txt -o x.csv --limit 3 -o y.svg", "-o y.svg: --limit does not apply"),
        ("bimaru generate 3 --count 4", "--count 4 and 3 contradict each other"),
        ("bimaru generate --width 8", "as in --size 8x10"),
        ("bimaru solve", "Missing argument 'PATH...'"),
    ],
)
def test_what_cannot_be_meant_gets_an_answer_that_leads_on(line: str, answer: str, here: Path) -> None:
    ran = typed(line)
    assert ran.code == Exit.BAD_INPUT
    assert answer in " ".join(ran.err.replace("[PATH]...", "PATH...").split())
    assert not Path("x.txt").exists()


@pytest.mark.parametrize("line", ["bimaru solve", "bimaru grade", "bimaru hint", "bimaru draw"])
def test_without_a_file_the_puzzles_are_those_of_standard_input(line: str, here: Path) -> None:
    text = Path("puzzle.txt").read_text(encoding="utf-8")
    assert bimaru(*line.split()[1:], stdin=text).code == Exit.DONE


def test_a_terminal_without_a_file_gets_the_usage_at_once(here: Path) -> None:
    pty = pytest.importorskip("pty")
    controller, terminal = pty.openpty()
    call = [sys.executable, "-m", "bimaru", "solve"]
    ran = subprocess.run(call, stdin=terminal, capture_output=True, encoding="utf-8", timeout=60, check=False)
    os.close(controller)
    os.close(terminal)
    assert ran.returncode == Exit.BAD_INPUT
    assert ran.stderr.startswith("Usage:")


def test_without_arguments_there_is_a_short_help_with_examples() -> None:
    ran = bimaru()
    assert (ran.code, ran.err) == (Exit.DONE, "")
    assert len(re.findall("^  bimaru ", ran.out, re.MULTILINE)) == 3


def test_a_time_limit_takes_a_unit(here: Path) -> None:
    assert bimaru("solve", "--time-limit", "0ms", "puzzle.txt").code == Exit.UNDECIDED
    assert bimaru("solve", "--time-limit", "2m", "puzzle.txt").code == Exit.DONE


def test_a_puzzle_that_is_not_found_in_time_is_reported() -> None:
    ran = bimaru("generate", "--grade", "extreme", "--seed", "1", "--time-limit", "0")
    assert (ran.code, ran.out) == (Exit.UNDECIDED, "")
    assert ran.err == "Error: seed 1: the time limit was reached; no suitable puzzle\n"


def test_verbose_logs_what_is_called(here: Path) -> None:
    assert "INFO bimaru: bimaru solve" in bimaru("-v", "solve", "puzzle.txt").err
    assert bimaru("solve", "puzzle.txt").err == ""
