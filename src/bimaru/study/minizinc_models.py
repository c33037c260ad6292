"""Readable MiniZinc models with the puzzle as data, to teach with and to change.

The models are in `minizinc/*.mzn`; they read the same data and print boards in the marks of bimaru, as
`bimaru.study.read_answer` reads them. They take straight ships without letters.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from importlib.resources import files
from itertools import product
from typing import Final

from bimaru.board import Board
from bimaru.puzzle import Puzzle
from bimaru.squares import Square
from bimaru.study.readable import UnsupportedExportError, named_givens

MODELS: Final = {
    "cp-sat": "ships",
    "mip-ship": "ships",
    "mip-cell": "cells",
    "mip-pairs": "boats",
    "sat-boats": "boats",
}
"""The engines whose model there is to read, with the name of its file."""
SUFFIXES: Final = {"minizinc": ".mzn", "mzn": ".mzn", "dzn": ".dzn"}
"""Formats: model and data in one file, the model alone, the data alone."""
_UNKNOWN: Final = "unknown"


def readable_model(name: str, puzzle: Puzzle, to: str, title: str, excluded: Sequence[Board] = ()) -> str:
    """The text of the model that belongs to an engine, in a format of `SUFFIXES`, under a title of one line;
    without the `excluded` boards. Raises `UnsupportedExportError`."""
    if name not in MODELS:
        others = f"{', '.join(MODELS)} have one; minizinc-matrix is for every model"
        raise UnsupportedExportError(f"{name} has no readable model", others)
    shown = named_givens(puzzle, f"the readable model of {name}")
    model = (files("bimaru.study") / "minizinc" / f"{MODELS[name]}.mzn").read_text(encoding="utf-8")
    data = f"% {title}\n{_data(puzzle, shown, excluded)}"
    if to == "minizinc":
        return f"{model}\n% Data\n\n{data}"
    return model if to == "mzn" else data


def _data(puzzle: Puzzle, shown: Mapping[Square, str], excluded: Sequence[Board]) -> str:
    longest = max((ship.length for ship, _ in puzzle.ships), default=0)
    grid = [[shown.get((r, c), _UNKNOWN) for c in range(puzzle.width)] for r in range(puzzle.height)]
    return "".join(
        f"{name} = {value};\n"
        for name, value in {
            "height": puzzle.height,
            "width": puzzle.width,
            "longest": longest,
            "row_tally": _array(-1 if tally is None else tally for tally in puzzle.rows),
            "column_tally": _array(-1 if tally is None else tally for tally in puzzle.cols),
            "fleet": _array(puzzle.fleet.get(length, 0) for length in range(1, longest + 1)),
            "given": "[|\n  " + " |\n  ".join(map(", ".join, grid)) + " |]",
            "boards": len(excluded),
            "excluded": _excluded(puzzle, excluded),
        }.items()
    )


def _excluded(puzzle: Puzzle, boards: Sequence[Board]) -> str:
    squares = list(product(range(puzzle.height), range(puzzle.width)))
    bits = _array(int(at in board.occupied()) for board in boards for at in squares)
    return f"array3d(1..{len(boards)}, 1..{puzzle.height}, 1..{puzzle.width}, {bits})"


def _array(items: Iterable[int]) -> str:
    return f"[{', '.join(map(str, items))}]"
