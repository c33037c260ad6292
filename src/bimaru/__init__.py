"""Solve, explain, make, draw and play Battleship puzzles (Solitaire Battleships, Bimaru, Yubotu).

>>> import bimaru
>>> puzzle = bimaru.read("puzzle.txt")
>>> result = bimaru.solve(puzzle)
>>> result.status
'unique'
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

from bimaru.board import Board, InvalidBoard
from bimaru.drawing import draw
from bimaru.drawing.notebooks import picture_in_notebooks
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

if TYPE_CHECKING:
    from bimaru.arrangements.counting import arrangements
    from bimaru.arrangements.random_fleets import FleetCannotFit
    from bimaru.arrangements.sweep import OutOfReach
    from bimaru.deduction import (
        Advice,
        CannotExplain,
        Explanation,
        Grade,
        Mistake,
        NoBoard,
        OutOfTime,
        Step,
        Ungradable,
        explain,
        grade,
        hint,
    )
    from bimaru.generation.attempts import CannotMake
    from bimaru.generation.generator import generate
    from bimaru.generation.minimisation import NotUnique, minimise
    from bimaru.generation.recipe import InvalidRecipe

picture_in_notebooks(Board, Puzzle)

__version__ = "0.1.0"

__all__ = [
    "Advice",
    "Board",
    "CannotExplain",
    "CannotMake",
    "CannotWrite",
    "Count",
    "Edges",
    "EngineRefuses",
    "Explanation",
    "Fault",
    "Fleet",
    "FleetCannotFit",
    "Grade",
    "Hint",
    "InvalidBoard",
    "InvalidPuzzle",
    "InvalidRecipe",
    "InvalidText",
    "MissingExtra",
    "Mistake",
    "NoBoard",
    "NotUnique",
    "OutOfReach",
    "OutOfTime",
    "Part",
    "Puzzle",
    "Result",
    "Step",
    "Ungradable",
    "UnknownFormat",
    "WrongBoard",
    "arrangements",
    "count",
    "draw",
    "explain",
    "faults",
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
        "CannotExplain",
        "Explanation",
        "Grade",
        "Mistake",
        "NoBoard",
        "OutOfTime",
        "Step",
        "Ungradable",
        "explain",
        "grade",
        "hint",
    ),
    "bimaru.arrangements.counting": ("arrangements",),
    "bimaru.arrangements.random_fleets": ("FleetCannotFit",),
    "bimaru.generation.generator": ("generate",),
    "bimaru.generation.minimisation": ("NotUnique", "minimise"),
    "bimaru.generation.recipe": ("InvalidRecipe",),
    "bimaru.arrangements.sweep": ("OutOfReach",),
    "bimaru.generation.attempts": ("CannotMake",),
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
