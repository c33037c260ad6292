"""Solve, explain, make, draw and play Battleship puzzles (Solitaire Battleships, Bimaru, Yubotu).

>>> import bimaru
>>> puzzle = bimaru.read("puzzle.txt")
>>> result = bimaru.solve(puzzle)
>>> result.status
'unique'
"""

from bimaru.board import Board, InvalidBoard
from bimaru.deduction import (
    Advice,
    CannotExplain,
    Explanation,
    Grade,
    Mistake,
    NoBoard,
    Step,
    Ungradable,
    explain,
    grade,
    hint,
)
from bimaru.engines.protocol import EngineRefuses, MissingExtra
from bimaru.formats import (
    CannotWrite,
    InvalidText,
    UnknownFormat,
    parse,
    parse_all,
    read,
    read_all,
    write,
    write_all,
)
from bimaru.puzzle import Edges, Fleet, Hint, InvalidPuzzle, Part, Puzzle
from bimaru.rules import Fault, faults
from bimaru.solving import Count, Result, WrongBoard, count, is_unique, solve, solve_many

__version__ = "0.1.0"

__all__ = [
    "Advice",
    "Board",
    "CannotExplain",
    "CannotWrite",
    "Count",
    "Edges",
    "EngineRefuses",
    "Explanation",
    "Fault",
    "Fleet",
    "Grade",
    "Hint",
    "InvalidBoard",
    "InvalidPuzzle",
    "InvalidText",
    "MissingExtra",
    "Mistake",
    "NoBoard",
    "Part",
    "Puzzle",
    "Result",
    "Step",
    "Ungradable",
    "UnknownFormat",
    "WrongBoard",
    "count",
    "explain",
    "faults",
    "grade",
    "hint",
    "is_unique",
    "parse",
    "parse_all",
    "read",
    "read_all",
    "solve",
    "solve_many",
    "write",
    "write_all",
]
