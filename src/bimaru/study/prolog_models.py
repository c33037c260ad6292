"""Models to read in languages that bimaru does not use itself: ECLiPSe, SICStus Prolog and Essence'.

They complete the published models of CSPLib's prob014, in words of our own after what the sources say: the
programs are in `prolog/`, the model in `essence/`, each under a header that says what it follows, how
it is run, and that it has not been run by those systems here. They take straight ships without letters.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from importlib.resources import files
from itertools import product
from typing import Final, NamedTuple, TypeAlias

from bimaru.board import Board
from bimaru.puzzle import Puzzle
from bimaru.squares import Square
from bimaru.study.readable_models import NAMES, named_givens

Shown: TypeAlias = Mapping[Square, str]
"""What the given squares show, by names."""


class Program(NamedTuple):
    """A text: the suffix and the path of its file, and the function that adds a puzzle with its givens and
    excluded boards under a title of one line."""

    suffix: str
    path: str
    write: Callable[[str, str, Puzzle, Shown, Collection[Board]], str]


def program_text(to: str, puzzle: Puzzle, title: str, excluded: Collection[Board] = ()) -> str:
    """The program of `PROGRAMS` with a puzzle, under a title of one line; without the `excluded` boards.
    Raises `UnsupportedExportError`."""
    shown = named_givens(puzzle, f"the program for {to}")
    program = PROGRAMS[to]
    text = (files("bimaru.study") / program.path).read_text(encoding="utf-8")
    return program.write(text, title, puzzle, shown, excluded)


# Prolog


def _prolog(text: str, title: str, puzzle: Puzzle, shown: Shown, excluded: Collection[Board]) -> str:
    """The program, and the puzzle as facts. A tally that is not given is a variable."""
    facts = {
        "rows": map(_tally, puzzle.rows),
        "columns": map(_tally, puzzle.cols),
        "fleet": (f"{ship.length}-{number}" for ship, number in puzzle.ships),
        "givens": (f"given({row + 1}, {column + 1}, {name})" for (row, column), name in shown.items()),
        "excluded": (_list(map(_list, _bits(puzzle, board))) for board in excluded),
    }
    data = "".join(f"{name}({_list(items)}).\n" for name, items in facts.items())
    return f"% {title}\n%\n{text}\n% The puzzle\n\n{data}"


def _tally(tally: int | None) -> str:
    return "_" if tally is None else str(tally)


# Essence'


def _essence(text: str, title: str, puzzle: Puzzle, shown: Shown, excluded: Collection[Board]) -> str:
    """The model with the puzzle in its place. The language wants its name in the first line."""
    numbers = {square: 1 + NAMES.index(name) for square, name in shown.items()}
    longest = max((ship.length for ship, _ in puzzle.ships), default=1)
    data = {
        "height": puzzle.height,
        "width": puzzle.width,
        "longest": longest,
        "most": max(puzzle.height, puzzle.width),
        "row_tally": _list(-1 if tally is None else tally for tally in puzzle.rows),
        "column_tally": _list(-1 if tally is None else tally for tally in puzzle.cols),
        "fleet": _list(puzzle.fleet.get(length, 0) for length in range(1, longest + 1)),
        "shown": _list(
            _list(numbers.get((r, c), 0) for c in range(puzzle.width)) for r in range(puzzle.height)
        ),
    }
    lettings = "".join(f"letting {name} be {value}\n" for name, value in data.items())
    model = text.replace("DATA\n", lettings, 1)
    others = "".join(f",\n\n{_other_than(puzzle, board)}\n" for board in excluded)
    return f"language ESSENCE' 1.0\n$ {title}\n$\n{model.rstrip()}{others.rstrip()}\n"


def _other_than(puzzle: Puzzle, board: Board) -> str:
    """The constraint that excludes a board."""
    squares = [at for at in product(range(puzzle.height), range(puzzle.width)) if at in board.occupied()]
    terms = " + ".join(f"ship[{r + 1}, {c + 1}]" for r, c in squares) or "0"
    return f"$ Another board than this\n\n({terms} <= {len(squares) - 1})"


def _bits(puzzle: Puzzle, board: Board) -> Sequence[Sequence[int]]:
    """1 for ship, 0 for water."""
    occupied = board.occupied()
    return [[int((r, c) in occupied) for c in range(puzzle.width)] for r in range(puzzle.height)]


def _list(items: Iterable[object]) -> str:
    return f"[{', '.join(map(str, items))}]"


PROGRAMS: Final = {
    "eclipse": Program(".ecl", "prolog/patterns.ecl", _prolog),
    "sicstus": Program(".pl", "prolog/rectangles.pl", _prolog),
    "essence": Program(".eprime", "essence/cells.eprime", _essence),
}
"""The languages. Each has one program, which needs no name of a model."""
