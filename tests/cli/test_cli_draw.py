"""`bimaru draw`: pictures, lessons and booklets as files."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Final

import pytest
from pypdf import PdfReader

import bimaru as api
from bimaru.cli.exit_codes import Exit
from bimaru.drawing.argument import states_of
from bimaru.puzzle import Puzzle
from command_line import MULTIPLE, NONE, OPEN, UNIQUE, bimaru, jsonl, started
from explanations import explained, with_column_9
from fonts import CHINESE, font_with
from instances import instance, instances
from png_pixels import image_of
from sampling import sampled

CSPLIB: Final = with_column_9(instance("csplib014", "csplib014-113").puzzle)
CASES: Final = "11"
"""The number of the step that is a case analysis."""
SMALL: Final = Puzzle([3, 0, 2, 1], [2, 1, 1, 2], {3: 1, 2: 1, 1: 1}, {(0, 0): "L"})
"""A puzzle with an explanation of a few steps."""

on_unix = pytest.mark.skipif(sys.platform == "win32", reason="signals of Unix")


@pytest.fixture
def puzzle(tmp_path: Path) -> Path:
    """A file with a puzzle."""
    file = tmp_path / "puzzle.json"
    file.write_text(api.write(CSPLIB, "json"), encoding="utf-8")
    return file


@pytest.fixture
def small_puzzle(tmp_path: Path) -> Path:
    """A file with a puzzle that is quickly explained."""
    file = tmp_path / "small.json"
    file.write_text(api.write(SMALL, "json"), encoding="utf-8")
    return file


# Pictures


def test_a_puzzle_is_drawn_as_svg_on_standard_output(puzzle: Path) -> None:
    ran = bimaru("draw", puzzle)
    assert (ran.code, ran.out, ran.err) == (Exit.DONE, api.draw(CSPLIB), "")


def test_options_say_how_it_looks(puzzle: Path) -> None:
    ran = bimaru("draw", "--theme", "dark", "--size", "20", "--no-names", "--no-fleet", puzzle)
    assert ran.out == api.draw(CSPLIB, theme="dark", size=20, names=False, fleet=False)


def test_the_answer(puzzle: Path) -> None:
    assert bimaru("draw", "--answer", puzzle).out == api.draw(CSPLIB, api.solve(CSPLIB).board)


def test_a_half_filled_board(puzzle: Path, tmp_path: Path) -> None:
    board = api.Board(("..........", *["?" * 10] * 9))
    (tmp_path / "board.json").write_text(json.dumps(board.to_data()), encoding="utf-8")
    assert bimaru("draw", "--board", tmp_path / "board.json", puzzle).out == api.draw(CSPLIB, board)


def test_a_step(small_puzzle: Path) -> None:
    assert bimaru("draw", "--step", "3", small_puzzle).out == api.draw(SMALL, step=api.explain(SMALL)[2])


@pytest.mark.parametrize("suffix", ["svg", "png", "pdf", "txt"])
def test_the_format_is_taken_from_the_name_of_the_file(suffix: str, puzzle: Path, tmp_path: Path) -> None:
    file = tmp_path / f"picture.{suffix.upper()}"
    assert bimaru("draw", "--answer", puzzle, "-o", file).code == Exit.DONE
    match suffix:
        case "svg":
            assert file.read_text(encoding="utf-8").startswith("<svg")
        case "png":
            assert image_of(file.read_bytes()).width > 300
        case "pdf":
            assert len(PdfReader(file).pages) == 1
        case _:
            assert "A │ ~ ~ ~ ~ ~[~]~ ◖[◗]~ │ 2" in file.read_text(encoding="utf-8")


def test_text_can_hold_many_pictures(small_puzzle: Path) -> None:
    ran = bimaru("draw", "--to", "text", "--explanation", small_puzzle)
    steps = api.explain(SMALL)
    assert ran.out.count("│ 3\nB │") == len(steps)
    assert f"{len(steps)}. {steps[-1].title}." in ran.out


def test_a_directory_takes_a_picture_a_puzzle(tmp_path: Path) -> None:
    stdin = jsonl(UNIQUE, {**MULTIPLE, "id": None}, {**NONE, "id": "../<x>"})
    assert bimaru("draw", "--to", "png", "-", "-o", f"{tmp_path}/new/", stdin=stdin).code == Exit.DONE
    assert sorted(file.name for file in (tmp_path / "new").iterdir()) == [
        "puzzle-0002.png",
        "unique.png",
        "x.png",
    ]


def test_a_directory_takes_a_picture_a_step(puzzle: Path, tmp_path: Path) -> None:
    bimaru("draw", "--explanation", puzzle, "-o", f"{tmp_path}/steps/")
    names = sorted(file.name for file in (tmp_path / "steps").iterdir())
    assert len(names) == len(explained(CSPLIB))
    assert names[:2] == ["csplib014-113-001.svg", "csplib014-113-002.svg"]


@pytest.mark.parametrize(
    ("given", "code", "note"),
    [
        (UNIQUE, Exit.DONE, ""),
        (MULTIPLE, Exit.DONE, "multiple: one of several solutions\n"),
        (NONE, Exit.FAILED, "none: no solution\n"),
    ],
)
def test_a_solution_that_is_not_unique_is_reported(given: object, code: Exit, note: str) -> None:
    ran = bimaru("draw", "--answer", "-", stdin=jsonl(given))
    assert (ran.code, ran.err) == (code, note)
    assert ran.out.startswith("<svg") == (given is not NONE)


@pytest.mark.parametrize("target", ["it.svg", "it.png", "it.pdf", "it.txt"])
def test_an_answer_that_does_not_exist_has_no_picture(target: str, tmp_path: Path) -> None:
    ran = bimaru("draw", "--answer", "-", "-o", tmp_path / target, stdin=jsonl(NONE))
    assert (ran.code, ran.err) == (Exit.FAILED, "none: no solution\n")
    assert [*tmp_path.iterdir()] == []


def test_a_directory_has_pictures_of_the_answers_that_exist(tmp_path: Path) -> None:
    ran = bimaru("draw", "--answer", "-", "-o", f"{tmp_path}/new/", stdin=jsonl(NONE, UNIQUE))
    assert (ran.code, ran.err) == (Exit.FAILED, "none: no solution\n")
    assert [file.name for file in (tmp_path / "new").iterdir()] == ["unique.svg"]


@pytest.mark.parametrize("command", ["draw", "export", "solve"])
def test_a_title_that_is_not_utf_8_is_refused(command: str, tmp_path: Path) -> None:
    target = tmp_path / ("it.csv" if command == "export" else "it.pdf")
    ran = bimaru(command, "--title", "M\udcfcller", "-", "-o", target, stdin=jsonl(UNIQUE))
    assert ran.code == Exit.BAD_INPUT
    assert "'--title': 'M\\udcfcller' is not UTF-8." in ran.err
    assert [*tmp_path.iterdir()] == []


def test_an_answer_that_takes_too_long_is_not_waited_for() -> None:
    ran = bimaru("draw", "--answer", "--time-limit", "0", "-", stdin=jsonl(OPEN))
    assert (ran.code, ran.err) == (Exit.UNDECIDED, "open: undecided within the time limit\n")


@pytest.mark.parametrize("suffix", sampled(["svg", "png", "pdf"], "png".__ne__))
def test_a_case_analysis_is_a_strip_of_boards(suffix: str, puzzle: Path, tmp_path: Path) -> None:
    file = tmp_path / f"strip.{suffix}"
    call = ("draw", "--step", CASES, "--strip", "--size", "8", puzzle, "-o", file)
    assert bimaru(*call).code == Exit.DONE
    assert file.stat().st_size > 1000


def test_a_case_analysis_is_an_animation(puzzle: Path) -> None:
    ran = bimaru("draw", "--step", CASES, "--animation", "--seconds", "1.5", puzzle)
    before, step = explained(CSPLIB)[int(CASES) - 2 : int(CASES)]
    assert ran.code == Exit.DONE
    assert ran.out.count('class="bimaru-turn ') == len(states_of(before.board, step))


def test_an_explanation_is_one_strip(puzzle: Path) -> None:
    ran = bimaru("draw", "--explanation", "--strip", "--columns", "9", puzzle)
    assert ran.out.count('class="bimaru-frame"') == len(explained(CSPLIB))


# Documents


def test_many_puzzles_in_a_pdf_are_a_booklet(tmp_path: Path) -> None:
    file = tmp_path / "book.pdf"
    puzzles = api.write_all((found.puzzle for found in instances("boats")[:5]), "json")
    ran = bimaru("draw", "--title", "Calm seas", "--grades", "-", "-o", file, stdin="".join(puzzles))
    assert (ran.code, ran.out, ran.err) == (Exit.DONE, "", "")
    reader = PdfReader(file)
    pages = [page.extract_text() for page in reader.pages]
    assert "Calm seas" in pages[0]
    assert "easy" in pages[1]
    assert "Answers" in pages[-1]


def test_what_a_puzzle_says_of_its_answer_is_not_believed(tmp_path: Path) -> None:
    solved = {**UNIQUE, "solution": {"board": ["..", ".S"]}, "grade": "expert"}
    pages = []
    for puzzle in (solved, {**UNIQUE, "grade": "expert"}):
        bimaru("draw", "--per-page", "2", "-", "-o", tmp_path / "book.pdf", stdin=jsonl(puzzle))
        pages.append((tmp_path / "book.pdf").read_bytes())
    assert pages[0] == pages[1]
    assert "expert" in PdfReader(tmp_path / "book.pdf").pages[1].extract_text()


def test_puzzles_without_a_unique_solution_are_reported_on_standard_error_and_in_the_book(
    tmp_path: Path,
) -> None:
    ran = bimaru("draw", "-", "-o", tmp_path / "book.pdf", stdin=jsonl(UNIQUE, MULTIPLE, NONE))
    assert ran.code == Exit.FAILED
    assert ran.err == "multiple: one of several solutions\nnone: no solution\n"
    last = PdfReader(tmp_path / "book.pdf").pages[-1].extract_text().replace("\xad\n", "")  # hyphenated
    assert "one of several solutions" in last
    assert "no solution" in last


def test_rules_and_answers_can_be_left_out(tmp_path: Path) -> None:
    target = tmp_path / "book.pdf"
    args = ["--no-rules", "--no-answers", "--paper", "letter", "-"]
    bimaru("draw", *args, "-o", target, stdin=jsonl(UNIQUE, MULTIPLE))
    (page,) = PdfReader(tmp_path / "book.pdf").pages
    assert float(page.mediabox.height) == 792


def test_a_booklet_of_answers_has_them_in_place_of_the_puzzles(tmp_path: Path) -> None:
    bimaru("draw", "--answer", "-", "-o", tmp_path / "book.pdf", stdin=jsonl(UNIQUE, UNIQUE))
    assert len(PdfReader(tmp_path / "book.pdf").pages) == 1


TITLE: Final = CHINESE


def test_a_title_that_the_font_lacks_is_refused(puzzle: Path, tmp_path: Path) -> None:
    ran = bimaru("draw", "--title", TITLE, puzzle, "-o", tmp_path / "it.pdf")
    assert ran.code == Exit.BAD_INPUT
    assert "Libertinus Serif has no sign for '海' (U+6D77): choose a font that has it" in ran.err
    assert not (tmp_path / "it.pdf").exists()


def test_a_cyrillic_title_needs_no_font(puzzle: Path, tmp_path: Path) -> None:
    ran = bimaru("draw", "--title", "Морской бой", puzzle, "-o", tmp_path / "it.pdf")
    assert (ran.code, ran.err) == (Exit.DONE, "")
    assert "Морской бой" in PdfReader(tmp_path / "it.pdf").pages[0].extract_text()


def test_a_title_is_printed_in_a_font_of_ones_own(puzzle: Path, tmp_path: Path) -> None:
    font = font_with(CHINESE, tmp_path / "own.ttf")
    ran = bimaru("draw", "--title", TITLE, "--font", font, puzzle, "-o", tmp_path / "it.pdf")
    assert (ran.code, ran.err) == (Exit.DONE, "")
    assert all(TITLE in page.extract_text() for page in PdfReader(tmp_path / "it.pdf").pages)


def test_the_id_of_a_puzzle_heads_its_lesson_and_is_refused_if_the_font_lacks_it(tmp_path: Path) -> None:
    (tmp_path / "it.jsonl").write_text(jsonl(UNIQUE | {"id": TITLE}, UNIQUE), encoding="utf-8")
    ran = bimaru("draw", "--explanation", tmp_path / "it.jsonl", "-o", tmp_path / "it.pdf")
    assert ran.code == Exit.BAD_INPUT
    assert "has no sign for '海'" in ran.err
    assert not (tmp_path / "it.pdf").exists()


@pytest.mark.parametrize("suffix", ["pdf", "png", "svg"])
def test_a_word_that_the_font_lacks_is_refused_except_in_svg(suffix: str, tmp_path: Path) -> None:
    path, out = tmp_path / "it.jsonl", tmp_path / f"it.{suffix}"
    path.write_text(jsonl({"rows": [1, 0], "cols": [1, 0], "words": ["海"]}), encoding="utf-8")
    ran = bimaru("draw", path, "-o", out)
    assert (ran.code == Exit.DONE) == out.exists() == (suffix == "svg")
    assert ("no sign for '海'" in ran.err) == (suffix != "svg")
    own = font_with("海", tmp_path / "own.ttf")
    assert bimaru("draw", "--font", own, path, "-o", out).code == (
        Exit.BAD_INPUT if suffix == "svg" else Exit.DONE
    )


def test_of_many_pictures_only_those_that_the_font_lacks_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "it.jsonl"
    chinese = {"id": "c", "rows": [1, 0], "cols": [1, 0], "words": ["海"]}
    path.write_text(jsonl(chinese, UNIQUE), encoding="utf-8")
    ran = bimaru("draw", "--to", "png", path, "-o", f"{tmp_path}/out/")
    assert ran.code == Exit.BAD_INPUT
    assert "no sign for '海'" in ran.err
    assert [file.name for file in (tmp_path / "out").iterdir()] == ["unique.png"]


def test_an_explanation_is_a_document(small_puzzle: Path, tmp_path: Path) -> None:
    target = tmp_path / "lesson.pdf"
    options = ("--explanation", "--paper", "letter", "--title", "Lesson 1")
    ran = bimaru("draw", *options, small_puzzle, "-o", target)
    assert ran.code == Exit.DONE
    reader = PdfReader(target)
    assert float(reader.pages[0].mediabox.height) == 792
    text = " ".join(page.extract_text() for page in reader.pages)
    assert text.startswith("Lesson 1")
    assert "1. Rest of the line is water" in text
    assert "The only solution. Grade: intermediate." in text


def test_an_explanation_keeps_to_its_time(puzzle: Path, tmp_path: Path) -> None:
    target = tmp_path / "lesson.pdf"
    ran = bimaru("draw", "--explanation", "--time-limit", "0", puzzle, "-o", target)
    assert ran.code == Exit.UNDECIDED
    assert ran.err == "csplib014-113: not explained within the time limit\n"
    assert "The time limit was reached; still open are" in PdfReader(target).pages[-1].extract_text()


# Wrong calls


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["--answer", "--step", "1"], "--answer, --board, --step and --explanation cannot be combined."),
        (["-o", "x.gif"], "-o x.gif: bimaru draw cannot write .gif; it writes .svg .pdf .png .txt"),
        (["--theme", "auto", "--to", "png"], "--theme auto needs SVG."),
        (["--per-page", "2", "-o", "x.svg"], "need a booklet"),
        (
            ["--per-page", "2", "--theme", "dark", "-o", "x.pdf"],
            "--theme does not apply to booklets",
        ),
        (
            ["--explanation", "--per-page", "2", "-o", "x.pdf"],
            "--per-page, --no-rules, --no-answers and --grades do not apply to explanations.",
        ),
        (["--explanation"], "an explanation has many pictures"),
        (["--step", "99"], "--step 99: the explanation has"),
        (["--step", "1", "--strip"], "--step 1: a plain step, without a case analysis to go through"),
        (["--strip"], "--strip needs --step N or --explanation."),
        (["--step", "10", "--animation", "-o", "x.png"], "--animation needs SVG."),
        (["--step", "10", "--strip", "-o", "x.txt"], "--strip needs SVG, PDF or PNG."),
        (["--step", "10", "--columns", "2"], "--columns needs --strip."),
        (["--step", "10", "--seconds", "2"], "--seconds needs --animation."),
        (["--per-page", "7", "-o", "x.pdf"], "7 is not in the range 1<=x<=6"),
    ],
)
def test_invalid_options_are_reported_and_leave_no_file(
    args: list[str], message: str, puzzle: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    ran = bimaru("draw", *args, puzzle)
    assert (ran.code, ran.out) == (Exit.BAD_INPUT, "")
    assert message in ran.err
    assert [*tmp_path.iterdir()] == [puzzle]


def test_a_picture_too_large_for_memory_is_refused(tmp_path: Path) -> None:
    puzzle = {"rows": [None] * 40, "cols": [None] * 40}
    ran = bimaru("draw", "--size", "400", "-", "-o", tmp_path / "x.png", stdin=jsonl(puzzle))
    assert ran.code == Exit.BAD_INPUT
    assert ran.err.startswith("Error: standard input: puzzle 1: --size 400: a picture of ")
    assert [*tmp_path.iterdir()] == []


def test_one_file_takes_one_picture() -> None:
    ran = bimaru("draw", "-", stdin=jsonl(UNIQUE, UNIQUE))
    assert ran.code == Exit.BAD_INPUT
    assert "-o DIRECTORY/" in ran.err


def test_a_board_of_another_size_and_one_too_many_are_refused(puzzle: Path, tmp_path: Path) -> None:
    (tmp_path / "small.json").write_text('{"board": ["?"]}', encoding="utf-8")
    ran = bimaru("draw", "--board", tmp_path / "small.json", puzzle)
    assert (ran.code, ran.err) == (
        Exit.BAD_INPUT,
        f"Error: {puzzle}: puzzle 1: --board: the board is 1x1, the puzzle 10x10\n",
    )
    row = json.dumps({"board": ["?" * 10] * 10}) + "\n"
    (tmp_path / "two.jsonl").write_text(2 * row, encoding="utf-8")
    assert "more boards than puzzles" in bimaru("draw", "--board", tmp_path / "two.jsonl", puzzle).err


@pytest.mark.parametrize("target", ["x.svg", "x.png", "x.pdf"])
def test_bad_input_leaves_no_file(target: str, tmp_path: Path) -> None:
    ran = bimaru("draw", "-", "-o", f"{tmp_path}/{target}", stdin=jsonl(UNIQUE) + "{}")
    assert ran.code == Exit.BAD_INPUT
    assert [*tmp_path.iterdir()] == []


def test_puzzles_that_cannot_be_explained_are_named(tmp_path: Path) -> None:
    file = tmp_path / "large.json"
    file.write_text(api.write(Puzzle([1] + [0] * 63, [1] + [0] * 63, {1: 1}), "json"), encoding="utf-8")
    ran = bimaru("draw", "--step", "1", file)
    assert ran.code == Exit.BAD_INPUT
    assert f"{file}: puzzle 1: the puzzle cannot be explained" in ran.err


@pytest.mark.parametrize("to", sampled(["png", "pdf"], "pdf".__eq__))
def test_a_missing_package_names_the_extra(to: str, puzzle: Path) -> None:
    program = "import sys; sys.modules['typst'] = None\nfrom bimaru.cli import main; main(prog_name='bimaru')"
    command = [sys.executable, "-c", program, "draw", "--to", to, str(puzzle)]
    run = subprocess.run(command, capture_output=True, check=False)
    assert (run.returncode, run.stdout) == (Exit.BAD_INPUT, b"")
    assert run.stderr == b"Error: drawing as PDF or PNG needs an extra: pip install 'bimaru[print]'\n"


@on_unix
def test_ctrl_c_leaves_no_file(tmp_path: Path) -> None:
    (tmp_path / "open.jsonl").write_text(jsonl(*[OPEN] * 100), encoding="utf-8")
    source, target = tmp_path / "open.jsonl", tmp_path / "book.pdf"
    with started("draw", "--explanation", source, "-o", target, start_new_session=True) as process:
        deadline = time.monotonic() + 20
        while len(list(tmp_path.iterdir())) == 1 and process.poll() is None and time.monotonic() < deadline:
            time.sleep(0.01)
        os.killpg(process.pid, signal.SIGINT)
        process.communicate()
    assert process.returncode == Exit.INTERRUPTED
    assert [path.name for path in tmp_path.iterdir()] == ["open.jsonl"]
