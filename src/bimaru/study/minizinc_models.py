"""Readable MiniZinc models with the puzzle as data, to teach with and to change.

They are those of `bimaru.engines.minizinc_text`, and print boards in the marks of bimaru, as
`bimaru.study.read_answer` reads them. One is for ships with letters, the others for straight ships without.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import chain
from typing import Final

from bimaru.board import WATER, Board
from bimaru.engines.minizinc_text import (
    UNKNOWN,
    array,
    array_2d,
    data_of,
    data_text,
    excluded_boards,
    grid,
    model_text,
    size_and_tallies,
)
from bimaru.engines.square_model import squares_of
from bimaru.puzzle import Puzzle
from bimaru.study.readable_models import UnsupportedExportError, named_givens, named_parts

MODELS: Final = {
    "cp-sat": "ships",
    "mip-ship": "ships",
    "mip-heads": "words",
    "mip-cell": "cells",
    "mip-pairs": "boats",
    "automaton": "lines",
    "rectangles": "rectangles",
    "smith": "smith",
    "sat-boats": "boats",
}
"""The engines whose model there is to read, with the name of its file."""
SUFFIXES: Final = {"minizinc": ".mzn", "mzn": ".mzn", "dzn": ".dzn"}
"""Formats: model and data in one file, the model alone, the data alone."""


def readable_model(name: str, puzzle: Puzzle, to: str, title: str, excluded: Sequence[Board] = ()) -> str:
    """The text of the model that belongs to an engine, in a format of `SUFFIXES`, under a title of one line;
    without the `excluded` boards. Raises `UnsupportedExportError`."""
    if name not in MODELS:
        others = f"{', '.join(MODELS)} have one; minizinc-matrix is for every model"
        raise UnsupportedExportError(f"{name} has no readable model", others)
    written = _words_data if MODELS[name] == "words" else _data
    model = model_text(MODELS[name])
    values = written(puzzle, f"the readable model of {name}", excluded) if to != "mzn" else {}
    data = f"% {title}\n{data_text(values)}"
    if to == "minizinc":
        return f"{model}\n% Data\n\n{data}"
    return model if to == "mzn" else data


def _data(puzzle: Puzzle, model: str, excluded: Sequence[Board]) -> dict[str, object]:
    numbers = ([int(board[at] != WATER) for at in squares_of(puzzle)] for board in excluded)
    return data_of(puzzle, named_givens(puzzle, model), numbers)


def _words_data(puzzle: Puzzle, model: str, excluded: Sequence[Board]) -> dict[str, object]:
    shown, given_letters = named_parts(puzzle, model)
    counts = Counter(puzzle.words)
    longest = max(map(len, counts))
    edges = puzzle.edges._asdict()
    clues = chain(given_letters.values(), *edges.values())
    alphabet = sorted({*"".join(counts), *(letter for letter in clues if letter)})
    number = {letter: i for i, letter in enumerate(alphabet, 1)}
    sides = {"left": puzzle.height, "right": puzzle.height, "top": puzzle.width, "bottom": puzzle.width}
    numbers = [[number.get(board.letter(at) or "", 0) for at in squares_of(puzzle)] for board in excluded]
    spelt = [[number[letter] for letter in word] + [0] * (longest - len(word)) for word in counts]
    return {
        **size_and_tallies(puzzle, longest),
        "words": len(counts),
        "alphabet": array(f'"{letter}"' for letter in alphabet),
        "long": array(map(len, counts)),
        "copies": array(counts.values()),
        "spelling": array_2d(spelt),
        **{
            f"{side}_edge": array(number.get(letter or "", 0) for letter in edges[side] or [None] * length)
            for side, length in sides.items()
        },
        "given": grid(puzzle, lambda at: shown.get(at, UNKNOWN)),
        "given_letter": grid(puzzle, lambda at: number.get(given_letters.get(at, ""), 0)),
        **excluded_boards(puzzle, numbers),
    }
