"""Reading takes bounded memory and linear time, whatever the text; written puzzles can be read back."""

from __future__ import annotations

import gzip
import io
import json
import time
from collections.abc import Iterator
from itertools import chain, repeat
from pathlib import Path
from typing import Any, Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bimaru.board import Board
from bimaru.errors import InvalidBoardError, InvalidPuzzleError
from bimaru.formats import (
    REGISTRY,
    CannotWriteError,
    InvalidTextError,
    format_named,
    input_files,
    json_format,
    parse,
    parse_all,
    read,
    read_all,
    reading,
    write,
    write_all,
)
from bimaru.formats import format as format_module
from bimaru.formats import lines as line_limits
from bimaru.formats.board_text import read_boards
from bimaru.formats.builder import Builder
from bimaru.formats.json_format import value_in, values
from bimaru.formats.lines import Piece
from bimaru.puzzle import Puzzle
from bimaru.sizes import MAX_CHARACTERS, MAX_FAULTS, MAX_NUMBER, MAX_SIDE
from bimaru.squares import row_name
from command_line import bimaru
from instances import instances
from sampling import sampled

FIRST: Final = instances("csplib014")[0].puzzle
CHARACTERS: Final = 2**13
BLANKS: Final = 2**14
"""The limits in most of these tests: the real ones take too long to reach."""

every_format = pytest.mark.parametrize("name", REGISTRY)


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """The limits are `CHARACTERS` and `BLANKS`."""
    for module in (format_module, json_format, line_limits, reading, input_files):
        for name, limit in (("MAX_CHARACTERS", CHARACTERS), ("MAX_BLANKS", BLANKS)):
            if hasattr(module, name):
                monkeypatch.setattr(module, name, limit)


class Endless(io.BytesIO):
    """A file that starts with some text and repeats the same piece for ever; `taken` bytes of it have been
    read. Fails when `most` bytes have."""

    def __init__(self, start: str, piece: str, most: int) -> None:
        super().__init__()
        self._pieces = chain([start.encode()], repeat(piece.encode() * (4096 // len(piece) + 1)))
        self._ready, self._at = b"", 0
        self._most = most
        self.taken = 0

    def readline(self, size: int | None = -1, /) -> bytes:
        """The next line, or as much of it as `size` bytes."""
        size = -1 if size is None else size
        while (newline := self._ready.find(b"\n", self._at)) < 0 and len(self._ready) - self._at < size:
            self._ready, self._at = self._ready[self._at :] + next(self._pieces), 0
        end = self._at + size if newline < 0 else min(newline + 1, self._at + size)
        line, self._at = self._ready[self._at : end], end
        self.taken += len(line)
        assert self.taken < self._most, "read on for too long"
        return line

    def read(self, size: int | None = -1, /) -> bytes:
        """Nothing: only lines are read."""
        assert size == 0
        return b""


NEVER_ENDING: Final = {
    "text": ("fleet: 1:1\n1 1\n", "1 . .\n"),
    "json": ('{"rows": [', "1,\n"),
    "csplib": ("problem(1, [1:1],\n", "% nothing\n"),
    "minizinc": ("height = 1;\n", "/* */\n"),
    "csc384": ("11\n11\n1000\n00\n", "00\n"),
    "csc384-old": ("11\n11\n1000\nW0\n", "00\n"),
    "ist": ("ROW\t1\n", "HINT 0 0 C\n"),
    "puzzlink": ("battleship/1/1/111/", "1/11g"),
    "pzprv3": ("pzprv3\n", "a/b/\n"),
    "boats": ("SAVEFILE:1:x\n", "TIME:1:x\n"),
    "kmkeen": ("ships = '+'\n", "across = '1'\n"),
    "permalink": ("#r=1&c=1", "&h=A1W"),
}
"""For each format the start of a puzzle, and a text that can repeat for ever after it."""


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize("is_named", [True, False])
@every_format
def test_an_endless_puzzle_is_rejected_with_the_limit(name: str, is_named: bool) -> None:
    file = Endless(*NEVER_ENDING[name], most=4 * CHARACTERS)
    with pytest.raises(InvalidTextError, match=rf"^line \d+: .*{CHARACTERS} characters"):
        list(read_all(file, name if is_named else None))


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize("unit", ["0", "1 ", "a", "[", "[],", '{"a":', '"', "# ", "battleship/", " ", "é"])
@every_format
def test_an_endless_line_is_rejected(name: str, unit: str) -> None:
    for named in (name, None):
        with pytest.raises(InvalidTextError):
            list(read_all(Endless(unit, unit, most=4 * BLANKS), named))


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize("blank", ["\n", "   \n", "\r\n"])
@every_format
def test_endless_blank_lines_are_rejected_after_a_puzzle(name: str, blank: str) -> None:
    start = write(FIRST, name)
    for named in (name, None):
        with pytest.raises(InvalidTextError, match=rf"^line \d+: more than {BLANKS} blank characters"):
            list(read_all(Endless(start, blank, most=3 * BLANKS), named))


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize("blank", ["\n", "   \n", "\r\n"])
@pytest.mark.parametrize("name", [*REGISTRY, None])
def test_endless_blank_lines_are_rejected_without_a_puzzle(name: str | None, blank: str) -> None:
    with pytest.raises(InvalidTextError, match=rf"^line \d+: more than {BLANKS} blank characters"):
        list(read_all(Endless("", blank, most=3 * BLANKS), name))


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize(
    ("start", "unit"), [('{"board": [', '".",\n'), ("", "..S\n"), ("", "  \n"), ("A | ~ |\n", "B | ~ |\n")]
)
def test_an_endless_board_is_rejected(start: str, unit: str) -> None:
    with pytest.raises(InvalidBoardError):
        list(read_boards(Endless(start, unit, most=3 * BLANKS), [Puzzle([1], [1])]))


@pytest.mark.usefixtures("small")
def test_the_limit_is_reported_with_file_and_line_as_bad_input(tmp_path: Path) -> None:
    path = tmp_path / "long.txt"
    path.write_text("fleet: 1:1\n" + "1 . .\n" * (CHARACTERS // 6))
    ran = bimaru("solve", path)
    assert ran.code == 2
    place = f"{path}:{CHARACTERS // 6}"
    assert ran.err == f"Error: {place}: a puzzle or board of more than {CHARACTERS} characters\n"


@pytest.mark.usefixtures("small")
def test_a_gzipped_file_of_blank_lines_is_rejected_with_the_limit(tmp_path: Path) -> None:
    path = tmp_path / "blank.gz"
    path.write_bytes(gzip.compress(b"\n" * (BLANKS + 1)))
    with pytest.raises(InvalidTextError, match=f"{BLANKS} blank characters"):
        read(path)


@pytest.mark.usefixtures("small")
def test_many_puzzles_take_no_more_memory_than_one(tmp_path: Path) -> None:
    for name in filter(lambda name: format_named(name).many, REGISTRY):
        number = 3 * CHARACTERS // len(write(FIRST, name))
        text = "".join(write_all([FIRST] * number, name))
        path = tmp_path / "many.gz"
        path.write_bytes(gzip.compress(text.encode()))
        assert sum(puzzle == FIRST for puzzle in read_all(path)) == number


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize(
    ("before", "between", "after"), [("[", ", ", "]"), ("[\n", ",\n", "\n]"), ("", " ", "")]
)
def test_puzzles_in_an_array_or_on_one_line_are_a_stream(before: str, between: str, after: str) -> None:
    number = 5 * CHARACTERS // len(write(FIRST, "json"))
    text = before + between.join([write(FIRST, "json").strip()] * number) + after
    for found in (read_all(io.BytesIO(text.encode())), parse_all(text)):
        assert sum(puzzle == FIRST for puzzle in found) == number


@pytest.mark.usefixtures("small")
def test_an_endless_array_is_a_stream() -> None:
    one = write(FIRST, "json").strip()
    stream = read_all(Endless("[", one + ",", most=10**9))
    assert all(next(stream) == FIRST for _ in range(5 * CHARACTERS // len(one)))


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize("before", ["", "\n", '{"rows":\n [1],\n "cols": [1]}, '])
def test_a_fault_in_a_long_line_is_reported_with_its_column(before: str) -> None:
    one = write(FIRST, "json").strip()
    text = f"[{before}" + f"{one}," * (2 * CHARACTERS // len(one)) + "oops"
    line, column = text.count("\n") + 1, len(text.split("\n")[-1]) - 3
    with pytest.raises(
        InvalidTextError, match=rf"^line {line}: not JSON: Expecting value \(column {column}\)$"
    ):
        list(parse_all(text))


@pytest.mark.usefixtures("small")
def test_a_character_split_between_two_pieces_of_a_line_is_read() -> None:
    for before in range(4):
        text = '{"id": "' + " " * before + "é€𝄞" * CHARACTERS + '"}'
        for number in (CHARACTERS // 4, CHARACTERS):
            puzzle = {"rows": [1], "cols": [1], "note": text[9 : 9 + number]}
            if number < CHARACTERS:
                assert read(io.BytesIO(json.dumps(puzzle, ensure_ascii=False).encode())).extra["note"]
            else:
                with pytest.raises(InvalidTextError, match=f"more than {CHARACTERS} characters"):
                    read(io.BytesIO(json.dumps(puzzle, ensure_ascii=False).encode()))
    with pytest.raises(InvalidTextError, match="not text in UTF-8"):
        read(io.BytesIO(b'{"id": "' + b"x" * (CHARACTERS - 9) + b"\xe2"))


JSON: Final = st.recursive(
    st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.booleans()
    | st.none()
    | st.text(max_size=4),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
)


def in_pieces(text: str, cuts: list[int]) -> Iterator[str]:
    """The lines of a text, with one in pieces wherever a cut is inside it, but no blank piece at its start:
    real pieces are so long that one would exceed the limit on blank text."""
    at = 0
    for line in text.split("\n"):
        start = 0
        for cut in sorted(
            {cut - at for cut in cuts if line[: max(0, cut - at)].strip() and cut - at < len(line)}
        ):
            yield Piece(line[start:cut])
            start = cut
        yield line[start:]
        at += len(line) + 1


@settings(max_examples=60)
@given(data=st.data(), several=st.lists(JSON, min_size=1, max_size=4), indent=st.none() | st.integers(0, 2))
def test_json_in_any_pieces_is_the_same_json(
    data: st.DataObject, several: list[Any], indent: int | None
) -> None:
    text = data.draw(st.sampled_from([" ", "\n", "\n\n "])).join(
        json.dumps(one, indent=indent) for one in several
    )
    cuts = data.draw(st.lists(st.integers(0, len(text)), max_size=8))
    assert list(values(in_pieces(text, cuts))) == list(values(iter(text.split("\n"))))
    assert [value for _, value in values(in_pieces(text, cuts))] == several


@settings(max_examples=40)
@given(data=st.data(), several=st.lists(JSON, min_size=1, max_size=3))
def test_damaged_json_is_rejected_in_any_pieces(data: st.DataObject, several: list[Any]) -> None:
    text = json.dumps(several, indent=data.draw(st.none() | st.just(0)))
    at = data.draw(st.integers(0, len(text)))
    text = text[:at] + data.draw(st.sampled_from(["", "x", '"', "[", "}", ",", "\n"])) + text[at + 1 :]
    cuts = data.draw(st.lists(st.integers(0, len(text)), max_size=8))
    outcomes: list[list[tuple[int, Any]] | None] = []
    for lines in (iter(text.split("\n")), in_pieces(text, cuts)):
        try:
            outcomes.append(list(values(lines)))
        except InvalidTextError:
            outcomes.append(None)
    assert outcomes[0] == outcomes[1]


def test_after_a_line_that_ends_with_its_piece_no_other_line_is_read() -> None:
    lines = iter([Piece('{"a": 1}'), "", '{"b": 2}'])
    assert next(values(lines)) == (1, {"a": 1})
    assert list(lines) == ['{"b": 2}']


# Valid puzzles at the limits


@pytest.mark.thorough
def test_the_largest_puzzle_is_read_in_every_format_that_has_it() -> None:
    sides = [MAX_NUMBER] * MAX_SIDE
    givens = {(row, col): "RB" for row in range(MAX_SIDE) for col in range(MAX_SIDE)}
    everything = Puzzle(
        sides,
        sides,
        dict.fromkeys(range(1, MAX_NUMBER + 1), MAX_NUMBER),
        givens,
        words=["A" * MAX_SIDE] * MAX_NUMBER,
        shapes=[["##", "#."]] * MAX_NUMBER,
        edges=dict.fromkeys(("top", "bottom", "left", "right"), ["Z"] * MAX_SIDE),
        extra={"solution": ["." * MAX_SIDE] * 5000, "notes": {"of": "any kind"}},
    )
    for name in ("json", "text"):
        assert parse(write(everything, name)) == everything
    assert parse(write(everything, "json")).extra["notes"] == {"of": "any kind"}
    plain = everything.replace(words=(), edges=None, rows=[99] * MAX_SIDE, cols=[99] * MAX_SIDE)
    lengthy = plain.replace(fleet={30: MAX_NUMBER, 2: MAX_NUMBER})
    straight = plain.replace(shapes=(), givens=dict.fromkeys(givens, "W"), fleet={9: 9, 1: MAX_NUMBER})
    for name in REGISTRY.keys() - {"json", "text"}:  # which have just had a larger one
        for puzzle in (lengthy, straight, straight.replace(fleet={5: 9}, rows=[9] * 99, cols=[9] * 99)):
            if not list(format_named(name).scope.unsupported(puzzle)):
                assert parse(write(puzzle, name), name) == puzzle


def test_puzzles_that_could_not_be_read_back_are_not_written() -> None:
    crowded = Puzzle([1], [1], {9999: 9999, 1: 1})
    with pytest.raises(CannotWriteError, match="1000000 squares"):
        write(crowded, "kmkeen")
    with pytest.raises(CannotWriteError, match="more than 100000 ships"):
        write(Puzzle([1], [1], dict.fromkeys(range(1, 30), 9999)), "puzzlink")
    with pytest.raises(CannotWriteError, match=f"more than {MAX_CHARACTERS} characters"):
        write(Puzzle([1], [1], extra={"note": "x" * MAX_CHARACTERS}), "json")


def test_faults_are_listed_up_to_a_limit_and_the_others_counted() -> None:
    with pytest.raises(InvalidPuzzleError) as error:
        Puzzle([1], [1], givens=[(9, 9, "S")] * 500)
    assert len(error.value.faults) == MAX_FAULTS
    assert error.value.faults[-1] == "... and 401 more faults"
    with pytest.raises(InvalidTextError) as text:
        parse(json.dumps({"rows": [-1] * 99, "cols": [-1] * 99}))
    assert [len(text.value.faults), text.value.faults[-1]] == [100, "line 1: ... and 99 more faults"]
    with pytest.raises(InvalidBoardError) as board:
        Board(tuple("q" * (i + 1) for i in range(300)))
    assert len(board.value.faults) == MAX_FAULTS


def test_as_many_faults_as_the_limit_are_all_listed() -> None:
    builder = Builder()
    for number in range(MAX_FAULTS - 1):
        builder.fault(f"fault {number}")
    with pytest.raises(InvalidTextError) as error:
        builder.fault("the last one")
    assert len(error.value.faults) == MAX_FAULTS
    assert error.value.faults[-1] == "line 1: the last one"


# Time


def puzzle_line(number: int) -> str:
    return " ".join(['{"rows":[1],"cols":[1]}'] * number)


def shapes_of(rows: list[str]) -> Any:
    return lambda number: json.dumps({"rows": [1], "cols": [1], "shapes": [rows] * (number // 100)})


SNAKE: Final = [
    ("#" * 99 if i % 2 == 0 else "." * 98 + "#" if i % 4 == 1 else "#" + "." * 98) for i in range(99)
]
COMB: Final = ["#.#" * 33] * 98 + ["#" * 99]
GROWING: Final = {
    "a key doubled after many": lambda n: (
        "{" + "".join(f'"{i}":1,' for i in range(4 * n)) + f'"{4 * n - 1}":2}}'
    ),
    "many puzzles on a line": puzzle_line,
    "an array of puzzles": lambda n: "[" + puzzle_line(n).replace(" ", ",") + "]",
    "blank lines": lambda n: "\n" * 20 * n,
    "blank lines after a puzzle": lambda n: puzzle_line(1) + " \n" * 20 * n,
    "malformed lines between others": lambda n: '{"a": [\n{}\n' * 10 * n,
    "an object of many lines": lambda n: '{"a": [\n' + "1,\n" * 10 * n,
    "an open text": lambda n: '{"a": "' + "x" * 100 * n,
    "shapes that wind": shapes_of(SNAKE),
    "shapes like combs": shapes_of(COMB),
    "givens off the grid": lambda n: json.dumps({"rows": [1], "cols": [1], "givens": [[9, 9, "S"]] * n}),
    "sides of edges": lambda n: json.dumps(
        {"rows": [1], "cols": [1], "edges": {f"e{i}": [] for i in range(n)}}
    ),
    "rows of text before tallies": lambda n: "fleet: 1:1\n" + ". . 1\n" * n + "1 1\n",
    "rows of text": lambda n: "fleet: 1:1\n1 1\n" + "1 . .\n" * n,
    "letters of text": lambda n: "fleet: 1:1\n1 1\n1 " + " ".join(f"=A{i}" for i in range(8 * n)),
    "ships of text": lambda n: "fleet: " + "a," * 2 * n,
    "rows of a picture": lambda n: "".join(f"{row_name(r % 702)} | ~ | 1\n" for r in range(n)),
    "ships of a picture": lambda n: "A | ~ | 1\n\n" + "1 x O   2 x <>   " * n,
    "tallies of a picture": lambda n: "A | ~ | 1\n" + "    1\n" * 10 * n,
    "facts of Prolog": lambda n: "problem(1,[1:1],[1],[1],[]).\n" * (n // 4),
    "quotes of Prolog": lambda n: "problem('" + "a\\'" * 50 * n,
    "comments of Prolog": lambda n: "problem(" + "/* */ /*\n" * 10 * n,
    "items of data": lambda n: "height = 1;\n" + "a;\n" * 10 * n,
    "comments of data": lambda n: "height = 1;\n" + "/* " * 100 * n,
    "strings of a script": lambda n: "ships = '+'\n" * 4 * n,
    "open strings of a script": lambda n: "ships = '''+\n" * 4 * n,
    "pieces of a bank": lambda n: f"battleship/2/2//{n}" + f"/zz{'v' * 244}" * (n // 20),
    "ships of a bank": lambda n: f"battleship/2/2//{n}" + "/11g" * 10 * n,
    "givens of a link": lambda n: "#r=1&c=1&h=" + "A1W." * 10 * n,
    "fields of a link": lambda n: "#r=1&c=1" + "&h=A1W" * 10 * n,
    "fragments of a link": lambda n: "#r=1&c=1" * 10 * n,
    "lines of pzpr": lambda n: "pzprv3\n" + "a/" * 10 * n,
    "games of Boats": lambda n: "2x2f1,1:1,1,1,1,d\n" * (n // 4),
    "squares of Boats": lambda n: "2x2f1,1:1,1,1,1," + "S" * 20 * n,
    "a save file": lambda n: "SAVEFILE:1:x\n" + "A" * 20 * n + "\n" + "A :1:1\n" * n,
    "givens of Fathom It": lambda n: "START-NEW-BOARD 1 1\n" + "Hint: 0 0 Circle\n" * n,
    "sizes of Fathom It": lambda n: "START-NEW-BOARD " + "1 " * n,
    "rows of CSC384": lambda n: "11\n11\n1000\n" + "00\n" * 4 * n,
    "squares of CSC384": lambda n: "11\n11\n1000\n" + "S" * 10 * n,
    "givens of IST": lambda n: "ROW 1\n" + "HINT 0 0 C\n" * n,
}
"""Texts that have taken, or might take, more than linear time to read."""


def seconds_of_reading(text: str) -> float:
    """The processor time that reading takes."""
    start = time.process_time()
    try:
        for _ in parse_all(text):
            pass
    except InvalidTextError:
        pass
    return time.process_time() - start


@pytest.mark.parametrize("what", sampled(GROWING, lambda what: what != "shapes like combs"))
def test_four_times_the_text_takes_no_more_than_ten_times_the_time(what: str) -> None:
    text_of = GROWING[what]
    short, long = text_of(1500), text_of(6000)
    ratios = []
    for _ in range(5):
        ratios.append(seconds_of_reading(long) / max(seconds_of_reading(short), 0.002))
        if ratios[-1] < 10:
            return
    pytest.fail(f"the times grow by {ratios}")


@pytest.mark.parametrize("between", sampled([" ", "\n", "\n\n\n"], lambda between: between == " "))
def test_many_values_of_json_take_linear_time(between: str) -> None:
    def seconds(number: int) -> float:
        text = between.join(["{}"] * number)
        start = time.process_time()
        assert sum(1 for _ in values(iter([text]))) == number
        return time.process_time() - start

    assert any(seconds(200_000) / max(seconds(50_000), 0.002) < 10 for _ in range(3))


def test_a_body_of_the_server_is_read_in_linear_time_too() -> None:
    def seconds(number: int) -> float:
        body = b"\n" * number + b"{" + b"".join(b'"%d":1,\n' % i for i in range(number)) + b'"0":2}'
        start = time.process_time()
        with pytest.raises(InvalidTextError, match=f"^line {number + 1}: the key '0' is given twice"):
            value_in(body)
        return time.process_time() - start

    assert any(seconds(40_000) / max(seconds(10_000), 0.002) < 10 for _ in range(3))
