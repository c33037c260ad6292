"""Solve, explain, make, draw and play Battleship puzzles (Solitaire Battleships, Bimaru, Yubotu).

>>> import bimaru
>>> puzzle = bimaru.read("puzzle.txt")
>>> result = bimaru.solve(puzzle)
>>> result.status
'unique'
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

from bimaru.board import Board
from bimaru.drawing import draw
from bimaru.drawing.notebooks import picture_in_notebooks
from bimaru.errors import (
    BimaruError,
    InvalidBoardError,
    InvalidInputError,
    InvalidPuzzleError,
    MissingExtraError,
    OutOfReachError,
    OutOfTimeError,
    UnsupportedPuzzleError,
)
from bimaru.formats import (
    CannotWriteError,
    InvalidTextError,
    UnknownFormatError,
    parse,
    parse_all,
    read,
    read_all,
    write,
    write_all,
)
from bimaru.puzzle import Edges, Given, Puzzle
from bimaru.rules import Fault, check
from bimaru.ships import Fleet
from bimaru.solving import Count, NotUniqueError, Result, WrongBoardError, count, is_unique, solve, solve_many
from bimaru.squares import Part

if TYPE_CHECKING:
    from bimaru.arrangements.counting import count_arrangements
    from bimaru.arrangements.random_fleets import FleetDoesNotFitError
    from bimaru.deduction import (
        Advice,
        CannotExplainError,
        Explanation,
        Grade,
        Mistake,
        NoSolutionError,
        Step,
        UngradableError,
        explain,
        grade,
        hint,
    )
    from bimaru.generation.attempts import CannotGenerateError
    from bimaru.generation.generator import generate
    from bimaru.generation.minimisation import minimise
    from bimaru.generation.recipe import InvalidRecipeError

picture_in_notebooks(Board, Puzzle)

__version__ = "0.1.0"

__all__ = [
    "Advice",
    "BimaruError",
    "Board",
    "CannotExplainError",
    "CannotGenerateError",
    "CannotWriteError",
    "Count",
    "Edges",
    "Explanation",
    "Fault",
    "Fleet",
    "FleetDoesNotFitError",
    "Given",
    "Grade",
    "InvalidBoardError",
    "InvalidInputError",
    "InvalidPuzzleError",
    "InvalidRecipeError",
    "InvalidTextError",
    "MissingExtraError",
    "Mistake",
    "NoSolutionError",
    "NotUniqueError",
    "OutOfReachError",
    "OutOfTimeError",
    "Part",
    "Puzzle",
    "Result",
    "Step",
    "UngradableError",
    "UnknownFormatError",
    "UnsupportedPuzzleError",
    "WrongBoardError",
    "check",
    "count",
    "count_arrangements",
    "draw",
    "explain",
    "generate",
    "grade",
    "hint",
    "is_unique",
    "minimise",
    "parse",
    "parse_all",
    "read",
    "read_all",
    "solve",
    "solve_many",
    "write",
    "write_all",
]

_WHEN_ASKED_FOR: Final = {
    "bimaru.deduction": (
        "Advice",
        "CannotExplainError",
        "Explanation",
        "Grade",
        "Mistake",
        "NoSolutionError",
        "Step",
        "UngradableError",
        "explain",
        "grade",
        "hint",
    ),
    "bimaru.arrangements.counting": ("count_arrangements",),
    "bimaru.arrangements.random_fleets": ("FleetDoesNotFitError",),
    "bimaru.generation.generator": ("generate",),
    "bimaru.generation.minimisation": ("minimise",),
    "bimaru.generation.recipe": ("InvalidRecipeError",),
    "bimaru.generation.attempts": ("CannotGenerateError",),
}
"""What is loaded only once somebody asks for it: who just solves does not wait for it."""
_MODULE_OF: Final = {name: module for module, names in _WHEN_ASKED_FOR.items() for name in names}


if not TYPE_CHECKING:  # type checkers know the names from the imports above, and should know no others

    def __getattr__(name: str) -> Any:
        if name not in _MODULE_OF:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        found = getattr(import_module(_MODULE_OF[name]), name)
        globals()[name] = found
        return found


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
