"""Reading from files and streams: sources, read-ahead and detection of the format."""

from __future__ import annotations

import bz2
import gzip
import io
import json
import lzma
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import bimaru
from bimaru.cli.tabulate import csv_of
from bimaru.formats import (
    REGISTRY,
    InvalidTextError,
    format_named,
    parse,
    parse_all,
    read,
    read_all,
    sniff,
    write,
    write_all,
)
from bimaru.formats.csv_tables import read_csv
from bimaru.formats.input_files import lines_of
from bimaru.formats.json_format import values
from bimaru.formats.reading import read_all_or_faults
from bimaru.formats.tables import table_row
from bimaru.puzzle import Puzzle
from instances import DATA, SOLVABLE_SETS, instances
from puzzle_strategies import puzzles

FIRST = instances("csplib014")[0].puzzle
SECOND = instances("csplib014")[1].puzzle
every_format_of_many = pytest.mark.parametrize("name", [name for name in REGISTRY if format_named(name).many])


@pytest.mark.parametrize("name", SOLVABLE_SETS)
def test_collections_are_read_in_order_with_their_notes(name: str) -> None:
    for puzzle, found in zip(read_all(DATA / f"{name}.jsonl"), instances(name), strict=True):
        assert puzzle == found.puzzle
        assert puzzle.id == found.id
        assert {**found.known, **puzzle.extra} == found.known
        assert puzzle.extra.get("n_solutions") == found.known.get("n_solutions")


@pytest.mark.parametrize("name", REGISTRY)
def test_a_file_is_read_in_any_format(name: str, tmp_path: Path) -> None:
    path = tmp_path / f"puzzle{format_named(name).suffix}"
    path.write_text(write(FIRST, name), encoding="utf-8")
    assert read(path) == read(str(path)) == bimaru.read(path) == FIRST


@given(puzzles())
@example(FIRST.replace(id="\r", source='a\r\n"b"\n\r'))
def test_a_table_in_csv_is_read_as_it_was_written(puzzle: Puzzle) -> None:
    row = {"height": puzzle.height, "width": puzzle.width} | table_row(puzzle)._asdict()
    file = io.BytesIO("".join(csv_of([*row], [row] * 2)).encode())
    assert [*read_csv(lines_of(file, ends=""))] == [puzzle] * 2


def test_a_table_with_the_ends_of_lines_of_windows_is_read(tmp_path: Path) -> None:
    path = tmp_path / "it.csv"
    path.write_bytes("\r\n".join(["\ufeffrows,cols,fleet,givens", "[1],[1],1:1,[]", ""]).encode())
    assert [*read_all(path)] == [Puzzle([1], [1], {1: 1})]


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("id,grade\n1,easy\n", ":1: not a table of puzzles: it has no column rows, cols, fleet, givens"),
        ("rows,cols,fleet,givens\n[1],[1],1:1,[]\n[1],[1]\n", ":3: not a puzzle: givens: missing"),
        ("rows,cols,fleet,givens\n[1],[-1],1:1,[]\n", ":2: not a puzzle: cols[0]: -1"),
        ("rows,cols,fleet,givens\n[1],[1],1:1,[[0]]\n", ":2: not a puzzle: not enough values"),
        ("rows,cols,fleet,givens\n[1],[1,1:1,[]\n", ":2: not a puzzle: Expecting"),
        ("rows,cols,fleet,givens,score\n[1],[1],1:1,[],nan\n", ":2: not a puzzle: score: nan is not finite"),
        ('rows,cols,fleet,givens\n"[1],[1]\n', "not a puzzle: unexpected end of data"),
        (f"rows,cols,fleet,givens\n{'[' * 100_000},[1],1:1,[]\n", ":2: not a puzzle:"),
    ],
)
def test_any_other_table_in_csv_is_refused(text: str, fault: str, tmp_path: Path) -> None:
    path = tmp_path / "it.csv"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(InvalidTextError, match=re.escape(fault)):
        [*read_all(path)]


def test_text_that_is_taken_for_a_path_is_sent_to_the_function_that_reads_text() -> None:
    with pytest.raises(OSError, match="csplib") as caught:
        read(write(FIRST, "text"))
    assert caught.value.__notes__ == ["The path of a file is expected; bimaru.parse reads text."]


@pytest.mark.parametrize("name", REGISTRY)
@pytest.mark.parametrize("ends", ["\r\n", "  \n", "\n\n"])
def test_the_ends_of_lines_do_not_matter(name: str, ends: str) -> None:
    text = "\ufeff" + write(FIRST, name).replace("\n", ends)
    assert list(read_all(io.BytesIO(text.encode()))) == [FIRST]
    assert list(parse_all(text)) == [FIRST]


def test_files_that_are_joined_may_have_byte_order_marks_in_the_middle() -> None:
    each = ["\ufeff" + write(puzzle, "json") for puzzle in (FIRST, SECOND)]
    assert list(read_all(io.BytesIO("".join(each).encode()))) == [FIRST, SECOND]


def gzipped(*puzzles: Puzzle) -> bytes:
    """The puzzles as gzipped JSON Lines."""
    return gzip.compress("".join(write_all(puzzles, "json")).encode())


def test_text_and_byte_files_are_read_and_left_open() -> None:
    for file in (io.StringIO(write(FIRST, "text")), io.BytesIO(write(FIRST, "text").encode())):
        assert read(file) == FIRST
        assert not file.closed


@pytest.mark.parametrize("name", ["puzzles.jsonl.gz", "puzzles"])
def test_gzipped_files_are_decompressed_whatever_their_name(name: str, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_bytes(gzipped(FIRST, SECOND))
    assert list(read_all(path)) == [FIRST, SECOND]


@pytest.mark.parametrize(("mark", "encoding"), [(b"\xff\xfe", "utf-16-le"), (b"\xfe\xff", "utf-16-be")])
def test_text_in_utf_16_is_read_as_powershell_writes_it(mark: bytes, encoding: str, tmp_path: Path) -> None:
    path = tmp_path / "puzzles.jsonl"
    lines = "".join(f"{write(puzzle, 'json').strip()}\r\n" for puzzle in (FIRST, SECOND))
    path.write_bytes(mark + lines.encode(encoding))
    assert list(read_all(path)) == [FIRST, SECOND]
    path.write_bytes(path.read_bytes()[:-1])
    with pytest.raises(InvalidTextError, match="not text in UTF-16"):
        list(read_all(path))


def test_gzipped_standard_input_is_decompressed() -> None:
    command = [sys.executable, "-m", "bimaru", "convert", "--to", "json", "-"]
    ran = subprocess.run(command, input=gzipped(FIRST), capture_output=True, check=True)
    assert parse(ran.stdout.decode()) == FIRST


def test_the_json_lines_files_of_a_directory_are_read_in_order_of_name(tmp_path: Path) -> None:
    (tmp_path / "b.jsonl.gz").write_bytes(gzipped(SECOND))
    (tmp_path / "a.jsonl").write_text(write(FIRST, "json"), encoding="utf-8")
    (tmp_path / "c.jsonl.gz").write_bytes(gzip.compress(b""))
    (tmp_path / "d.jsonl").write_text(write(FIRST, "json"), encoding="utf-8")
    (tmp_path / "manifest.json").write_text("{}")
    (tmp_path / ".e.jsonl").write_text("half a puz")
    assert list(read_all(tmp_path)) == list(read_all(str(tmp_path))) == [FIRST, SECOND, FIRST]
    assert read(tmp_path) == FIRST


def test_a_fault_in_a_directory_is_reported_with_the_file(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_text(write(FIRST, "json") + "{", encoding="utf-8")
    stream = read_all(tmp_path)
    assert next(stream) == FIRST
    with pytest.raises(InvalidTextError, match=re.escape(f"{tmp_path / 'a.jsonl'}:2: not JSON")):
        next(stream)


@pytest.mark.parametrize(
    ("lines", "malformed"),
    [
        (["no JSON"], [2]),
        (['{"rows": [1,'], [2]),
        (['{"rows": [1,', '{"id": "x'], [2]),
        (['{"rows": [1]}', "7"], [2, 3]),
        (['{"rows": [1],', '  "cols": [-1]}'], [2]),
    ],
)
def test_the_lines_after_a_malformed_one_of_json_lines_are_read(
    lines: list[str], malformed: list[int], tmp_path: Path
) -> None:
    file = tmp_path / "some.jsonl"
    good = write(FIRST, "json")
    file.write_text(good + "".join(f"{line}\n" for line in lines) + good * 2, encoding="utf-8")
    found = [*read_all_or_faults(file)]
    faults = [one for one in found if isinstance(one, InvalidTextError)]
    assert [one for one in found if isinstance(one, Puzzle)] == [FIRST] * 3
    assert [fault.text_faults[0].line for fault in faults] == malformed
    assert {fault.file for fault in faults} == {str(file)}
    with pytest.raises(InvalidTextError, match=re.escape(f"{file}:2: ")):
        [*read_all(file)]


@pytest.mark.parametrize(
    "text", ['[\n{"rows": 1},\n{}\n{}\n]', '{}\n{"rows": [1', '{}\n{"id": "' + "x" * 2**22]
)
def test_an_array_and_what_no_line_follows_are_read_no_further(text: str) -> None:
    with pytest.raises(InvalidTextError):
        list(read_all_or_faults(io.StringIO(text)))


def test_a_directory_without_puzzles_is_rejected_by_name(tmp_path: Path) -> None:
    (tmp_path / "empty.jsonl").touch()
    (tmp_path / "puzzle.txt").write_text("fleet: 1\n 1\n1 .\n", encoding="utf-8")
    found = rf"^{re.escape(str(tmp_path))}: no puzzle in files ending in .jsonl .*: name other files, as in"
    with pytest.raises(InvalidTextError, match=found):
        read(tmp_path)


@pytest.mark.parametrize("slash", ["", "/"])
def test_other_files_of_a_directory_are_advised_with_a_single_slash(slash: str, tmp_path: Path) -> None:
    with pytest.raises(InvalidTextError) as invalid:
        read(f"{tmp_path}{slash}")
    assert str(invalid.value).endswith(f"as in {tmp_path}/*.txt")


@pytest.mark.parametrize("kept", [slice(0, 9), slice(0, -9), slice(9, None)])
def test_a_damaged_gzip_file_is_rejected_by_name(kept: slice, tmp_path: Path) -> None:
    path = tmp_path / "puzzles.gz"
    path.write_bytes(gzip.compress(write(FIRST, "json").encode())[kept])
    with pytest.raises(InvalidTextError, match=r"puzzles\.gz: not a complete gzip file"):
        list(read_all(path))


def test_a_dash_is_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(write(FIRST, "csplib").encode())))
    assert read("-") == FIRST
    monkeypatch.setattr(sys, "stdin", io.StringIO("{}"))
    with pytest.raises(InvalidTextError, match=r"^standard input:1: rows: missing"):
        read("-")


def test_a_missing_file_raises_the_error_of_the_system(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        read(tmp_path / "missing.txt")


def test_bytes_that_are_not_utf8_are_rejected_with_file_and_line(tmp_path: Path) -> None:
    path = tmp_path / "latin.jsonl"
    path.write_bytes(b'{"rows": [1], "cols": [1]}\n{"id": "\xe9"}\n')
    with pytest.raises(InvalidTextError) as error:
        list(read_all(path))
    assert error.value.faults == (f"{path}:2: not text in UTF-8: invalid continuation byte",)


@pytest.mark.parametrize(
    ("start", "what"),
    [
        (b"\x89PNG\r\n", "a PNG picture"),
        (b"%PDF-1.7\n", "a PDF document"),
        (bz2.compress(b"rows"), "a file compressed by bzip2"),
        (lzma.compress(b"rows"), "a file compressed by xz"),
    ],
)
def test_what_is_no_text_is_named(start: bytes, what: str, tmp_path: Path) -> None:
    path = tmp_path / "puzzle"
    path.write_bytes(start + b"1\n")
    with pytest.raises(InvalidTextError, match=f"puzzle: {what}; puzzles are read from text"):
        read(path)


def test_a_named_format_is_not_detected() -> None:
    grid = "1\n1\n1000\n0\n"
    assert sniff(grid) == "csc384"
    assert bimaru.parse(grid, format="csc384-old") == bimaru.parse(grid)
    with pytest.raises(InvalidTextError, match="line 2: not JSON: Expecting value"):
        bimaru.parse("\n" + write(FIRST, "text"), format="json")


class Counted(io.BytesIO):
    """A file that counts the lines taken from it."""

    lines = 0

    def readline(self, size: int | None = -1, /) -> bytes:
        self.lines += 1
        return super().readline(size)


@every_format_of_many
def test_puzzles_are_read_lazily(name: str) -> None:
    text = "".join(write_all([FIRST] * 100, name))
    file = Counted(text.encode())
    next(read_all(file))
    assert file.lines < len(text.splitlines()) / 10


@pytest.mark.parametrize("name", ["json", "boats", "puzzlink"])
def test_a_stream_of_lines_is_not_read_ahead(name: str) -> None:
    file = Counted("".join(write_all([FIRST, SECOND, FIRST], name)).encode())
    stream = read_all(file)
    assert (next(stream), file.lines) == (FIRST, 1)
    assert (next(stream), file.lines) == (SECOND, 2)


@settings(max_examples=40)
@given(several=st.lists(puzzles(max_side=3), min_size=1, max_size=4), indent=st.integers(0, 3))
def test_json_may_spread_over_lines_or_be_an_array(several: list[Puzzle], indent: int) -> None:
    objects = [json.loads(write(puzzle, "json")) for puzzle in several]
    spread = [json.dumps(data, indent=indent) for data in objects]
    for text in (
        "\n".join(spread),
        " ".join(spread),
        json.dumps(objects, indent=indent),
        json.dumps(objects),
    ):
        assert list(parse_all(text)) == several


def test_json_values_have_their_line_numbers() -> None:
    text = '\n{"a":\n[1,\n\n2]} 3\n\n[4,\n5\n] {}\n"6"'
    assert list(values(iter(text.split("\n")))) == [
        (2, {"a": [1, 2]}),
        (5, 3),
        (7, [4, 5]),
        (9, {}),
        (10, "6"),
    ]


@given(data=st.recursive(st.integers() | st.text(max_size=3), lambda inner: st.lists(inner, max_size=4)))
def test_truncated_json_is_read_to_its_end_before_it_is_rejected(data: Any) -> None:
    lines = json.dumps([data], indent=0).split("\n")
    for end in range(1, len(lines)):
        consumed = iter(lines[:end])
        with pytest.raises(InvalidTextError):
            list(values(consumed))
        assert not list(consumed)


def test_an_endless_stream_is_read_puzzle_by_puzzle() -> None:
    class Endless(io.BytesIO):
        def readline(self, _: int | None = -1, /) -> bytes:
            return write(FIRST, "json").encode()

    stream = read_all(Endless())
    assert all(next(stream) == FIRST for _ in range(1000))


def test_bytes_are_not_a_path() -> None:
    with pytest.raises(TypeError, match="expected a path or an open file, got bytes"):
        read(b"")  # type: ignore[arg-type]


def test_only_a_bracket_or_a_brace_begins_json() -> None:
    is_json = format_named("json").recognises
    assert {sign for sign in map(chr, range(33, 127)) if is_json([sign])} == {"[", "{"}
