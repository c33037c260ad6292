"""A hundred commands as readers of README typed them before they saw any help."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from bimaru import read, write
from bimaru.cli.exit_codes import Exit
from command_line import Ran, bimaru, typed
from explanations import with_column_9
from sampling import thorough

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="a shell of Unix")

DATA: Final = Path(__file__).parent / "data"
EXAMPLES: Final = Path("examples").resolve()
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
    r"[Dd]id you mean|--size|name the file|name other files|like 4:1|-o |chapter|as in --json|bimaru explain"
    r"|it writes|is detected|not a valid whole number|For the engine: --engine|is not one of 'en', 'de'"
    r"|'nosuchpuzzle.txt' does not exist|No file is named|bimaru formats|is for bimaru|'--strength'"
    r"|from 1 to 63|sort that|a whole number from 1|make the puzzles first|To read an address"
    r"|has no column rows|bimaru solve proves|that is a command|bimaru hint gives"
)


@pytest.fixture
def here(tmp_path: Path) -> Iterator[Path]:
    """A directory with the files that the commands name."""
    directory = tmp_path / "typed"
    directory.mkdir()
    (directory / "puzzles").mkdir()
    shutil.copytree(EXAMPLES, directory / "alone/examples")
    puzzle = write(with_column_9(read(EXAMPLES / "csplib014-113.txt")), "text")
    for name in ("puzzle.txt", "puzzles/one.txt", "puzzles/two.txt", "alone/examples/csplib014-113.txt"):
        (directory / name).write_text(puzzle, encoding="utf-8")
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
    if pipe and last.startswith("bimaru ") and ">" not in last:
        return bimaru(*last.split()[1:], stdin=bimaru(*first.split()[1:]).out)
    return typed(line) if " " in line else bimaru()


def output_of(line: str) -> Path | None:
    """The file that a line writes to, if there is one."""
    found = re.search(r"(?:-o|--output|--out) (\S+[^/ ])$", line)
    return Path(found[1]) if found else None


def is_right(file: Path | None) -> bool:
    """Whether a file, if there is one, has the contents that its ending promises."""
    return file is None or file.read_bytes().startswith(SIGNATURES.get(file.suffix, b""))


@pytest.mark.parametrize(
    ("name", "place", "number", "meant"),
    [
        thorough("hundred_commands.txt", ".", 100, 90),
        thorough("sixty_commands.txt", "alone", 60, 50),
        thorough("forty_commands.txt", "alone", 40, 36),
        thorough("twenty_eight_commands.txt", "alone", 28, 19),
        ("thirty_commands.txt", "alone", 30, 21),
    ],
)
def test_most_commands_that_readers_of_readme_type_do_what_is_meant_and_the_others_lead_on(
    name: str, place: str, number: int, meant: int, here: Path
) -> None:
    os.chdir(here / place)
    lines = (DATA / name).read_text(encoding="utf-8").splitlines()
    commands = [line for line in lines if not line.startswith("#")]
    assert len(commands) == number
    pytest.importorskip("typst", reason="for want of the extra print")
    pytest.importorskip("pyarrow", reason="for want of the extra parquet")
    failed = {}
    for line in commands:
        ran = run(line)
        if ran.code != Exit.DONE or not is_right(output_of(line)):
            failed[line] = ran
    assert len(failed) <= number - meant, {line: ran.err for line, ran in failed.items()}
    for line, ran in failed.items():
        assert ran.code == Exit.BAD_INPUT, line
        assert _LEADS_ON.search(" ".join(ran.err.split())), (line, ran.err)


def test_flags_may_follow_the_name_of_a_copy(here: Path) -> None:
    ran = bimaru("convert", "puzzle.txt", "copy.json", "--quiet")
    assert (ran.code, ran.err) == (Exit.DONE, "")
    assert Path("copy.json").read_text(encoding="utf-8").startswith("{")


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("bimaru generate --dificulty hard", "Did you mean '--grade'"),
        ("bimaru sovle puzzle.txt", "Did you mean 'solve'"),
        ("bimaru solve --engine kp-sat puzzle.txt", "did you mean 'cp-sat'"),
        (
            "bimaru generate --to json -o x.jsonl.gz",
            "cannot write .gz: compress what it writes, as in | gzip > x",
        ),
        ("bimaru generate -o x.foo", "-o x.foo: bimaru generate cannot write .foo; it writes .txt .json"),
        ("bimaru generate --to json -o x.txt", "-o x.txt and --to json contradict each other"),
        ("bimaru solve --json puzzle.txt -o x.csv --limit 3 -o y.svg", "-o y.svg: --limit does not apply"),
        ("bimaru generate 3 --count 4", "--count 4 and 3 contradict each other"),
        ("bimaru generate --size 6x6 8x8", "'8x8' is no number; did you mean --size 8x8?"),
        (
            "bimaru generate --title T -o x.txt",
            "--title is for pictures: -o FILE with the ending .svg or .pdf",
        ),
        ("bimaru generate --to png -o x.txt", "-o x.txt and --to png contradict each other"),
        ("bimaru draw --width 300 puzzle.txt", "--size PIXELS is the side of a square"),
        ("bimaru why Z puzzle.txt", "Path 'Z' does not exist"),
        ("bimaru solve --solver highs puzzle.txt", "the engine auto has no option solver"),
        ("bimaru solve --solver highs puzzle.txt", "as in --engine mip-ship --solver highs"),
        ("bimaru hint --count 2 puzzle.txt", "bimaru explain --steps N gives N steps"),
        ("bimaru generate --easy", "did you mean --grade easy?"),
        ("bimaru generate --hints 3", "'3' is a number, which --givens-number takes"),
        ("bimaru solve --nosuch puzzle.txt", "No such option '--nosuch'."),
        ("bimaru solve puzle.txt", "Did you mean 'puzzle.txt'"),
        ("bimaru solve 'https://a.org/#r=1&c=1&f=1x1'", "1&f=1x1' | bimaru solve -"),
        ("bimaru solve https://a.org/puzzle.txt", "Addresses are not fetched: download the file first."),
        ("bimaru solve 'https://a.org/#top'", "Addresses are not fetched: download the file first."),
        ("bimaru count s3://bucket/puzzle.txt", "Addresses are not fetched: download the file first."),
        ("bimaru solve puzzle.txt new.txt", "To write to it: -o new.txt"),
        ("bimaru solve --csv puzzle.txt -o x.json", "-o x.json and --csv contradict each other"),
        ("bimaru explain --json --html puzzle.txt", "--json and --html cannot be combined"),
        ("bimaru site puzzles.jsonl", "name that with -o DIR"),
        ("bimaru site", "Missing argument 'DIR'"),
        ("bimaru book a.toml -o x.pdf", "Path 'a.toml' does not exist"),
        ("bimaru play", "Did you mean 'serve --open'?"),
        ("bimaru generate --width 8", "as in --size 8x10"),
        ("bimaru solve", "Missing argument 'PATH...'"),
        ("bimaru hint --to csv puzzle.txt", "it writes .txt .json .jsonl; .csv is for bimaru solve, count"),
        ("bimaru draw --to=html puzzle.txt", "cannot write .html; it writes .svg .pdf .png .txt"),
        ("bimaru explain puzzle.txt -o x.csv", "-o x.csv: bimaru explain cannot write .csv"),
        ("bimaru generate --to csv -o x.json", "-o x.json and --to csv contradict each other"),
        ("bimaru generate --size 0x0", "'0x0' is not a height and a width from 1 to 63, like 10x10"),
        ("bimaru hint --level 2 puzzle.txt", "Invalid value for '--strength': '2' is not one of 'where'"),
        ("bimaru solve puzzle.txt -o json", "-o json: the name of a file; for the format, --to json"),
        ("bimaru solve puzzle.txt --json --to csv", "--to csv and --json contradict each other"),
        ("bimaru generate --to json -o x.csv", "-o x.csv and --to json contradict each other"),
        ("bimaru solve puzzle.txt -o puzzle.txt", "-o puzzle.txt: a file to read, which would be lost"),
        (
            "bimaru draw puzzle.txt puzzle.txt picture.png",
            "picture.png exists; to replace it: -o picture.png",
        ),
        ("bimaru --json solve puzzle.txt", "options follow the command, as in bimaru solve --json"),
        ("bimaru solve puzzle.txt hint", "That is a command: bimaru hint"),
        ("bimaru solve help", "That is a command: bimaru help"),
        ("bimaru solve {}", "To read the puzzle itself: echo '{}' | bimaru solve"),
        ("bimaru count puzzle.txt --limit 10", "bimaru solve --limit N stops at N"),
        ("bimaru generate --no-solution", "the answer is in JSON only, not with --to text"),
        (
            "bimaru model puzzle.txt --engine sat --to dimacs",
            "No such option '--engine': did you mean --model?",
        ),
        ("bimaru model puzzle.txt --solver highs --to lp", "--to FORMAT give a file for any solver"),
        ("bimaru solve puzzle.txt --model sat", "No such option '--model': did you mean --engine?"),
        (
            "bimaru check puzzle.txt puzzle.txt --engine sat",
            "--model NAME is the model that a solver's answer",
        ),
        ("bimaru explain puzzle.txt --engine sat", "bimaru solve, count and compare take an engine"),
        ("bimaru draw puzzle.txt --solver highs", "bimaru solve, count and compare take a solver"),
        ("bimaru hint puzzle.txt --square A1", "bimaru why PUZZLE SQUARE explains a square"),
        ("bimaru generate -o nosuch/x.jsonl", "cannot be written: there is no directory nosuch"),
        ("bimaru audit puzzles.jsonl", "not an executable program, as python solver.py is"),
        (
            "bimaru book puzzles.jsonl -o book.docx",
            "bimaru book cannot write .docx; it writes .pdf .epub .html",
        ),
        (
            "bimaru model puzzle.txt --to sicstus -o x.pdf",
            "bimaru model cannot write .pdf; it writes .txt .lp",
        ),
        (
            "bimaru model puzzle.txt --model sat --to dimacs -o x.mzn",
            "-o x.mzn and --to dimacs contradict each other",
        ),
        ("bimaru edit puzzle.txt", "Did you mean 'serve --open', whose page has an editor?"),
        ("bimaru about", "No such command 'about'. bimaru --help lists the commands."),
    ],
)
def test_what_cannot_be_meant_gets_an_answer_that_leads_on(line: str, answer: str, here: Path) -> None:
    Path("picture.png").touch()
    text = Path("puzzle.txt").read_text(encoding="utf-8")
    ran = typed(line)
    assert ran.code == Exit.BAD_INPUT
    assert answer in " ".join(ran.err.replace("[PATH]...", "PATH...").split())
    assert not Path("x.txt").exists()
    assert Path("puzzle.txt").read_text(encoding="utf-8") == text


@pytest.mark.parametrize("line", ["bimaru solve", "bimaru grade", "bimaru hint", "bimaru draw"])
def test_without_a_file_the_puzzles_are_those_of_standard_input(line: str, here: Path) -> None:
    text = Path("puzzle.txt").read_text(encoding="utf-8")
    assert bimaru(*line.split()[1:], stdin=text).code == Exit.DONE


def test_books_and_tables_may_be_named_like_copies(here: Path) -> None:
    assert bimaru("export", "puzzles.jsonl", "table.csv").code == Exit.DONE
    assert Path("table.csv").read_text(encoding="utf-8").startswith("id,source,seed,")
    assert bimaru("book", "puzzles.jsonl", "book.html").code == Exit.DONE
    assert Path("book.html").stat().st_size


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


def test_a_file_without_a_command_is_solved(here: Path) -> None:
    assert bimaru("puzzle.txt").out.startswith("csplib014-113\n")


def test_help_is_shown_in_either_order() -> None:
    assert bimaru("--help", "grade").out == bimaru("grade", "--help").out
    assert bimaru("help", "help").out == bimaru("--help").out


def test_width_and_height_are_a_size() -> None:
    apart = bimaru("generate", "--width", "8", "--seed", "1", "--height=7")
    assert apart.out == bimaru("generate", "--size", "7x8", "--seed", "1").out != ""


@pytest.mark.parametrize(
    ("typed_so", "meant"),
    [
        ("generate 6x6 --seed 1", "generate --size 6x6 --seed 1"),
        ("generate --seed 1 Easy", "generate --seed 1 --grade easy"),
        ("generate --rows=5 --cols 6 --random_seed 2", "generate --size 5x6 --seed 2"),
        ("generate --unique --no-givens --size 6x6 --seed 1", "generate --givens none --size 6x6 --seed 1"),
        ("-i puzzle.txt grade", "grade puzzle.txt"),
        ("list engines", "engines"),
        ("show puzzle.txt", "draw --to text puzzle.txt"),
        ("why A1 puzzle.txt", "why puzzle.txt A1"),
        ("why --input=puzzle.txt A1", "why puzzle.txt A1"),
        ("validate puzzle.txt --json --limit 1", "solve puzzle.txt --json --limit 1"),
        ("validate puzzle.txt solved.json", "check puzzle.txt solved.json"),
        ("verify puzzle.txt --json", "solve puzzle.txt --json"),
        ("verify puzzle.txt solved.json", "check puzzle.txt solved.json"),
        ("gen 6x6 --seed 1 --grade 2", "generate --size 6x6 --seed 1 --grade intermediate"),
        ("draw --solution puzzle.txt --to text", "draw --answer puzzle.txt --to text"),
        ("man solve", "solve --help"),
        ("generate --count 1e1 --seed 1 --size 5x5", "generate 10 --seed 1 --size 5x5"),
        ("generate --count 0,002 --seed 1 --size 5x5", "generate 2 --seed 1 --size 5x5"),
        ("generate --grades easy,hard --seed 1", "generate --grade easy,hard --seed 1"),
        ("explain puzzle.txt --step 3 --to svg", "draw --step 3 puzzle.txt"),
        ("grade puzzle.txt --progress --text", "grade puzzle.txt"),
    ],
)
def test_what_is_plain_does_the_same_as_what_is_documented(typed_so: str, meant: str, here: Path) -> None:
    assert bimaru("solve", "puzzle.txt", "-o", "solved.json").code == Exit.DONE
    plain, documented = (bimaru(*line.split()) for line in (typed_so, meant))
    untimed = [re.sub(r'"seconds": \S+', "", ran.out) for ran in (plain, documented)]
    assert (plain.code, documented.code, plain.err) == (Exit.DONE, Exit.DONE, "")
    assert untimed[0] == untimed[1] != ""


def test_a_square_alone_is_asked_of_the_puzzle_on_standard_input(here: Path) -> None:
    text = Path("puzzle.txt").read_text(encoding="utf-8")
    assert bimaru("why", "A1", stdin=text).out == bimaru("why", "puzzle.txt", "A1").out != ""


def test_a_solver_alone_is_an_engine(here: Path) -> None:
    ran = bimaru("solve", "--solver", "back_tracking", "puzzle.txt")
    assert "proved by backtracking" in ran.out


def test_options_of_the_picture_go_to_the_command_that_draws_it(here: Path) -> None:
    pytest.importorskip("typst", reason="for want of the extra print")
    made = bimaru("generate", "2", "--seed", "1", "-o", "two.jsonl")
    assert made.code == Exit.DONE
    options = ("--title", "Calm seas", "--per-page", "1", "--language", "de")
    assert bimaru("draw", *options, "two.jsonl", "-o", "two.pdf").code == Exit.DONE
    assert bimaru("generate", "2", "--seed", "1", *options, "-o", "one.pdf").code == Exit.DONE
    assert _pages("one.pdf") == _pages("two.pdf") > 2
    assert bimaru("solve", "--dark", "puzzle.txt", "dark.svg").code == Exit.DONE
    drawn = bimaru("draw", "--answer", "--theme", "dark", "puzzle.txt").out
    assert Path("dark.svg").read_text(encoding="utf-8") == drawn


def _pages(file: str) -> int:
    return len(pytest.importorskip("pypdf").PdfReader(file).pages)


def test_many_puzzles_are_made_as_pictures(here: Path) -> None:
    assert bimaru("generate", "2", "--seed", "1", "--to", "svg", "-o", "pictures/").code == Exit.DONE
    assert [file.read_bytes()[:4] for file in sorted(Path("pictures").iterdir())] == [b"<svg"] * 2
    assert bimaru("generate", "--seed", "1", "--to", "svg").out.startswith("<svg")


def test_the_first_steps_are_printed_with_the_board_after_them(here: Path) -> None:
    whole, first = (
        json.loads(bimaru("explain", "--json", *more, "puzzle.txt").out) for more in ((), ("--steps", "3"))
    )
    assert first == whole | {"steps": whole["steps"][:3]}
    assert len(whole["steps"]) > 3
    text = bimaru("explain", "--steps", "3", "puzzle.txt").out
    assert re.findall(r"^(\d+)\. ", text, re.MULTILINE) == ["1", "2", "3"]
    assert bimaru("explain", "--draw", "--steps", "3", "puzzle.txt").out.count("┌") == 3
    assert text.count("┌") == 1
    assert bimaru("explain", "--steps", "1000", "puzzle.txt").out == bimaru("explain", "puzzle.txt").out


def test_a_list_of_grades_is_drawn_from(here: Path) -> None:
    made = bimaru("generate", "12", "--size", "6x6", "--seed", "1", "--grade", "easy,hard").out
    assert {json.loads(line)["grade"] for line in made.splitlines()} == {"easy", "hard"}


def test_a_choice_may_be_a_flag(here: Path) -> None:
    assert bimaru("draw", "--dark", "puzzle.txt").out == bimaru("draw", "--theme", "dark", "puzzle.txt").out


@pytest.mark.parametrize(
    "command", [["convert", "puzzles.jsonl"], ["generate", "2"], ["minimise", "puzzle.txt"]]
)
def test_puzzles_can_be_printed_as_csv(command: list[str], here: Path) -> None:
    ran = bimaru(*command, "--to", "csv")
    assert (ran.code, ran.out[:15]) == (Exit.DONE, "id,source,seed,")


def test_engines_to_compare_may_stand_in_one_list(here: Path) -> None:
    ran = bimaru("compare", "--engines", "Search,placements", "--csv", "puzzle.txt")
    assert [line.split(",")[2] for line in ran.out.splitlines()[1:]] == ["search", "placements"]


@pytest.mark.parametrize("flag", [["--csv"], ["--format", "csv"], ["--csv", "-o", "-"]])
def test_rows_can_be_printed_as_csv(flag: list[str], here: Path) -> None:
    heads, row = "id,grade,score,grader", "csplib014-113,expert,4.337,11"
    assert bimaru("grade", *flag, "puzzle.txt").out == f"{heads}\n{row}\n"


def test_a_missing_file_that_a_command_needs_is_not_taken_for_an_output(here: Path) -> None:
    ran = bimaru("check", "puzzle.txt", "new.txt")
    assert "Path 'new.txt' does not exist." in ran.err
    assert "-o" not in ran.err


def test_the_answer_to_check_may_be_standard_input(here: Path) -> None:
    answers = bimaru("solve", "puzzles.jsonl").out
    ran = bimaru("check", "puzzles.jsonl", stdin=answers)
    assert (ran.code, ran.out.count(": right")) == (Exit.DONE, 5)


def test_a_lesson_is_a_page_with_a_slider_for_each_puzzle(here: Path) -> None:
    assert (
        bimaru("explain", "--language", "german", "puzzle.txt", "puzzle.txt", "-o", "l.html").code
        == Exit.DONE
    )
    page = Path("l.html").read_text(encoding="utf-8")
    assert page.startswith('<!doctype html>\n<html lang="de">')
    assert (page.count("<!doctype"), page.count("<h1>csplib014-113</h1>"), page.count('type="range"')) == (
        1,
        2,
        2,
    )
    assert bimaru("explain", "--html", "puzzle.txt").out.count('type="range"') == 1


def test_puzzles_are_a_book_of_one_chapter(here: Path) -> None:
    pytest.importorskip("typst", reason="for want of the extra print")
    text = Path("puzzles.jsonl").read_text(encoding="utf-8")
    assert bimaru("book", "--language", "de", "-o", "b.html", stdin=text).code == Exit.DONE
    piped = Path("b.html").read_text(encoding="utf-8")
    assert "Rätsel" in piped
    assert bimaru("book", "--language", "de", "puzzles.jsonl", "-o", "b.html").code == Exit.DONE
    assert Path("b.html").read_text(encoding="utf-8") == piped


@pytest.mark.parametrize("size", ["6x6", "6x8", "5x5", "4x6", "3x3", "2x4", "1x5"])
def test_a_small_grid_gets_a_fleet_that_fits(size: str) -> None:
    ran = bimaru("generate", "--size", size, "--seed", "1")
    assert (ran.code, bimaru("solve", stdin=ran.out).code) == (Exit.DONE, Exit.DONE)


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
