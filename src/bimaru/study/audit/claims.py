"""What a program says of a puzzle: in its output, or as the value of a Python function."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import repeat
from typing import Any, Final

from bimaru.board import MARKS, Board
from bimaru.errors import BimaruError, InvalidBoardError
from bimaru.formats.board_rows import board_of_rows
from bimaru.formats.board_text import boards_or_faults_in, solution_heading
from bimaru.formats.lines import TextFault
from bimaru.puzzle import Puzzle
from bimaru.solving import Result
from bimaru.study.answers import Names, detect, interpret
from bimaru.study.audit.verdicts import Claim, Finding

_NONE: Final = re.compile(
    r"\b(unsat(isfiable)?|infeasible|inconsistent|impossible|no (solutions?|boards?|answers?)|none)\b",
    re.I,
)
"""How programs say that there is no board."""
_MINIZINC_END: Final = re.compile(r"^-{10}$", re.MULTILINE)
_CLINGO_ANSWER: Final = re.compile(r"^Answer: \d+.*$", re.MULTILINE)
_LISTED_ROW: Final = re.compile(r"\[([^\[\]]*)\]")
_LISTS: Final = re.compile(rf"\s*\[(?:\s*{_LISTED_ROW.pattern},?)+\s*\]\s*")
"""Lists in a list, as Python and NumPy print them."""
_MOST: Final = 100_000
"""The most boards that are read."""
_MOST_LINES: Final = 2
_MOST_SIGNS: Final = 80
"""The most that is quoted of what cannot be read."""


def claim_of_text(text: str, puzzle: Puzzle, format: str | None = None) -> Claim:
    """What a program has printed, in any form that `check` reads: one board or several, or that there is
    none."""
    if not text.strip():
        return Claim(failure=Finding.UNREADABLE, text="it prints nothing")
    try:
        boards = tuple(_boards_in(text, puzzle, format))
    except BimaruError as error:
        if _NONE.search(text):
            return Claim()
        return Claim(failure=Finding.UNREADABLE, text=f"{error}; it printed {_quoted(text)}")
    return Claim(boards)


def _quoted(text: str) -> str:
    """The first lines of what a program has printed, shortened, and without what terminals would obey."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    first = "".join(sign if sign.isprintable() else "?" for sign in " / ".join(lines[:_MOST_LINES]))
    is_whole = len(lines) <= _MOST_LINES and len(first) <= _MOST_SIGNS
    return f'"{first}"' if is_whole else f'"{first[:_MOST_SIGNS]} …"'


def _boards_in(text: str, puzzle: Puzzle, format: str | None) -> Iterator[Board]:
    """Raises `InvalidBoardError` and what `interpret` raises."""
    if text.lstrip().startswith("{") and '"solutions"' in text:
        yield from _boards_of_results(text, puzzle)
        return
    if _LISTS.fullmatch(text):
        rows = [re.sub(r"['\"\s,]", "", row) for row in _LISTED_ROW.findall(text)]
        yield board_of_rows(rows, puzzle)
        return
    form = format or detect(iter(text.split("\n")))[0]
    if form is not None:
        for part in _parts_of_answer(form, text):
            answer = interpret(form, iter(part.split("\n")), puzzle, Names())
            if answer.board is not None:
                yield answer.board
            elif answer.status == "unknown":
                raise InvalidBoardError(["the program says that it is undecided"])
        return
    if (board := _as_rows(text, puzzle)) is not None:
        yield board
        return
    parts = re.split(rf"^{solution_heading(0)[:-1]}\d+\s*$", text, flags=re.MULTILINE)
    for part in parts[1:] if len(parts) > 1 else parts:
        yield from _boards_of_rows(part, puzzle)


def _as_rows(text: str, puzzle: Puzzle) -> Board | None:
    """The board of a text that is a single row of marks, which `check` does not read."""
    marks = text.strip()
    if puzzle.height == 1 and len(marks) == puzzle.width and all(mark in MARKS for mark in marks):
        return Board((marks,))
    return None


def _parts_of_answer(format: str, text: str) -> list[str]:
    """The answers in a text, if it has several."""
    if format == "minizinc" and len(parts := _MINIZINC_END.split(text)) > 2:
        return [f"{part.strip()}\n----------\n" for part in parts[:-1]]
    if format == "clingo" and len(parts := _CLINGO_ANSWER.split(text)) > 2:
        return [f"Answer: 1\n{part.strip().partition(chr(10))[0]}\nSATISFIABLE\n" for part in parts[1:]]
    return [text]


def _boards_of_results(text: str, puzzle: Puzzle) -> Iterator[Board]:
    """All boards of `solve --json`."""
    import json

    for line in filter(str.strip, text.splitlines()):
        try:
            data = json.loads(line)
        except ValueError as error:
            raise InvalidBoardError([f"no JSON: {error}"]) from None
        for board in data.get("solutions", []):
            found = boards_or_faults_in(iter([json.dumps(board)]), [puzzle], None)
            yield from (each for each in found if isinstance(each, Board))


def _boards_of_rows(text: str, puzzle: Puzzle) -> Iterator[Board]:
    """All boards in plain rows, in JSON or in pictures."""
    number = len([block for block in re.split(r"\n\s*\n", text.strip()) if block.strip()])
    lines = text.split("\n")
    try:
        found = [*boards_or_faults_in(iter(lines), repeat(puzzle, number), None)]
    except InvalidBoardError:
        found = [*boards_or_faults_in(iter(lines), [puzzle], None)]
    yield from (board for board in found if not isinstance(board, TextFault))


def claim_of_value(value: Any) -> Claim:
    """What a function has returned: a board, its rows, a `Result`, several of these, or `None` or nothing for
    none."""
    if isinstance(value, Result):
        return Claim(value.boards)
    if value is None or value is False:
        return Claim()
    try:
        if _is_board(value):
            return Claim((_board(value),))
        boards: list[Board] = []
        for each in value:
            if len(boards) == _MOST:
                return Claim(failure=Finding.TOO_MANY, text=f"more than {_MOST:,} boards")
            boards.append(_board(each))
        return Claim(tuple(boards))
    except (BimaruError, TypeError) as error:
        return Claim(failure=Finding.UNREADABLE, text=f"it returns no board: {error}")


def _is_board(value: Any) -> bool:
    if isinstance(value, Board | dict):
        return True
    return isinstance(value, list | tuple) and bool(value) and isinstance(value[0], str)


def _board(value: Any) -> Board:
    if isinstance(value, Board):
        return value
    if isinstance(value, dict):
        return Board.from_data(value)
    if isinstance(value, str) or not isinstance(value, Iterable):
        raise InvalidBoardError([f"{value!r:.60} is no board"])
    return Board(tuple(value))
