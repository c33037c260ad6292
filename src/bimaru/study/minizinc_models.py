"""Readable MiniZinc models with the puzzle as data, to teach with and to change.

The models are in `minizinc/*.mzn`; they read the same data and print boards in the marks of bimaru, as
`bimaru.study.read_answer` reads them. One is for ships with letters, the others for straight ships without.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from importlib.resources import files
from itertools import chain, product
from typing import Final

from bimaru.board import WATER, Board
from bimaru.puzzle import Puzzle
from bimaru.squares import Square
from bimaru.study.readable import UnsupportedExportError, named_givens, named_parts

MODELS: Final = {
    "cp-sat": "ships",
    "mip-ship": "ships",
    "mip-heads": "words",
    "mip-cell": "cells",
    "mip-pairs": "boats",
    "automaton": "lines",
    "rectangles": "rectangles",
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
    written = _words_data if MODELS[name] == "words" else _data
    model = (files("bimaru.study") / "minizinc" / f"{MODELS[name]}.mzn").read_text(encoding="utf-8")
    values = written(puzzle, f"the readable model of {name}", excluded) if to != "mzn" else {}
    data = "".join([f"% {title}\n", *(f"{key} = {value};\n" for key, value in values.items())])
    if to == "minizinc":
        return f"{model}\n% Data\n\n{data}"
    return model if to == "mzn" else data


def _data(puzzle: Puzzle, model: str, excluded: Sequence[Board]) -> dict[str, object]:
    shown = named_givens(puzzle, model)
    longest = max((ship.length for ship, _ in puzzle.ships), default=0)
    numbers = [[int(board[at] != WATER) for at in _squares(puzzle)] for board in excluded]
    return {
        **_lines(puzzle, longest),
        "fleet": _array(puzzle.fleet.get(length, 0) for length in range(1, longest + 1)),
        "given": _grid(puzzle, lambda at: shown.get(at, _UNKNOWN)),
        **_excluded(puzzle, numbers),
    }


def _words_data(puzzle: Puzzle, model: str, excluded: Sequence[Board]) -> dict[str, object]:
    shown, given_letters = named_parts(puzzle, model)
    counts = Counter(puzzle.words)
    longest = max(map(len, counts))
    edges = puzzle.edges._asdict()
    clues = chain(given_letters.values(), *edges.values())
    alphabet = sorted({*"".join(counts), *(letter for letter in clues if letter)})
    number = {letter: i for i, letter in enumerate(alphabet, 1)}
    sides = {"left": puzzle.height, "right": puzzle.height, "top": puzzle.width, "bottom": puzzle.width}
    numbers = [[number.get(board.letter(at) or "", 0) for at in _squares(puzzle)] for board in excluded]
    spelt = [[number[letter] for letter in word] + [0] * (longest - len(word)) for word in counts]
    return {
        **_lines(puzzle, longest),
        "words": len(counts),
        "alphabet": _array(f'"{letter}"' for letter in alphabet),
        "long": _array(map(len, counts)),
        "copies": _array(counts.values()),
        "spelling": _rows(spelt),
        **{
            f"{side}_edge": _array(number.get(letter or "", 0) for letter in edges[side] or [None] * length)
            for side, length in sides.items()
        },
        "given": _grid(puzzle, lambda at: shown.get(at, _UNKNOWN)),
        "given_letter": _grid(puzzle, lambda at: number.get(given_letters.get(at, ""), 0)),
        **_excluded(puzzle, numbers),
    }


def _lines(puzzle: Puzzle, longest: int) -> dict[str, object]:
    return {
        "height": puzzle.height,
        "width": puzzle.width,
        "longest": longest,
        "row_tally": _array(-1 if tally is None else tally for tally in puzzle.rows),
        "column_tally": _array(-1 if tally is None else tally for tally in puzzle.cols),
    }


def _grid(puzzle: Puzzle, value: Callable[[Square], object]) -> str:
    return _rows([value((r, c)) for c in range(puzzle.width)] for r in range(puzzle.height))


def _rows(rows: Iterable[Iterable[object]]) -> str:
    return "[|\n  " + " |\n  ".join(", ".join(map(str, row)) for row in rows) + " |]"


def _squares(puzzle: Puzzle) -> Iterator[Square]:
    return product(range(puzzle.height), range(puzzle.width))


def _excluded(puzzle: Puzzle, boards: Sequence[Sequence[int]]) -> dict[str, object]:
    """Excluded boards, each as the numbers of its squares."""
    numbers = _array(chain.from_iterable(boards))
    return {
        "boards": len(boards),
        "excluded": f"array3d(1..{len(boards)}, 1..{puzzle.height}, 1..{puzzle.width}, {numbers})",
    }


def _array(items: Iterable[object]) -> str:
    return f"[{', '.join(map(str, items))}]"
