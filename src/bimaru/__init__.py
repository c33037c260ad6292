"""Solve, explain, make, draw and play Battleship puzzles (Solitaire Battleships, Bimaru, Yubotu).

>>> import bimaru
>>> puzzle = bimaru.read("puzzle.txt")
>>> result = bimaru.solve(puzzle)
>>> result.status
'unique'
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

from bimaru.board import Board as Board
from bimaru.did_you_mean import missing_attribute as _missing_attribute
from bimaru.drawing import draw as draw
from bimaru.drawing import show_in_notebooks as _show_in_notebooks
from bimaru.errors import BimaruError as BimaruError
from bimaru.errors import InvalidBoardError as InvalidBoardError
from bimaru.errors import InvalidInputError as InvalidInputError
from bimaru.errors import InvalidPuzzleError as InvalidPuzzleError
from bimaru.errors import MissingExtraError as MissingExtraError
from bimaru.errors import NoSolutionError as NoSolutionError
from bimaru.errors import OutOfReachError as OutOfReachError
from bimaru.errors import OutOfTimeError as OutOfTimeError
from bimaru.errors import UnsupportedPuzzleError as UnsupportedPuzzleError
from bimaru.formats import CannotWriteError as CannotWriteError
from bimaru.formats import InvalidTextError as InvalidTextError
from bimaru.formats import parse as parse
from bimaru.formats import parse_all as parse_all
from bimaru.formats import read as read
from bimaru.formats import read_all as read_all
from bimaru.formats import write as write
from bimaru.formats import write_all as write_all
from bimaru.puzzle import Edges as Edges
from bimaru.puzzle import Given as Given
from bimaru.puzzle import Provenance as Provenance
from bimaru.puzzle import Puzzle as Puzzle
from bimaru.rules import Fault as Fault
from bimaru.rules import check as check
from bimaru.ships import Fleet as Fleet
from bimaru.solving import Count as Count
from bimaru.solving import NotUniqueError as NotUniqueError
from bimaru.solving import Result as Result
from bimaru.solving import Solutions as Solutions
from bimaru.solving import count as count
from bimaru.solving import is_unique as is_unique
from bimaru.solving import search as search
from bimaru.solving import solve as solve
from bimaru.solving import solve_many as solve_many
from bimaru.squares import Part as Part

if TYPE_CHECKING:  # the names of `_LAZY`, as a test checks
    from bimaru.advice import Advice as Advice
    from bimaru.advice import Ambiguity as Ambiguity
    from bimaru.advice import Argument as Argument
    from bimaru.advice import Conflict as Conflict
    from bimaru.advice import Explanation as Explanation
    from bimaru.advice import Mistake as Mistake
    from bimaru.advice import Repair as Repair
    from bimaru.advice import Review as Review
    from bimaru.advice import UngradableError as UngradableError
    from bimaru.advice import explain as explain
    from bimaru.advice import explain_ambiguity as explain_ambiguity
    from bimaru.advice import explain_conflict as explain_conflict
    from bimaru.advice import grade as grade
    from bimaru.advice import hint as hint
    from bimaru.advice import review as review
    from bimaru.advice import why as why
    from bimaru.arrangements.random_boards import draw_boards as draw_boards
    from bimaru.arrangements.random_fleets import FleetDoesNotFitError as FleetDoesNotFitError
    from bimaru.arrangements.square_counts import SquareCounts as SquareCounts
    from bimaru.arrangements.square_counts import count_squares as count_squares
    from bimaru.arrangements.sweep import count_arrangements as count_arrangements
    from bimaru.bulk import explain_many as explain_many
    from bimaru.bulk import generate_many as generate_many
    from bimaru.bulk import grade_many as grade_many
    from bimaru.bulk import read_table as read_table
    from bimaru.deduction import Change as Change
    from bimaru.deduction import Step as Step
    from bimaru.deduction import grade_name as grade_name
    from bimaru.deduction import technique_name as technique_name
    from bimaru.formats.board_text import parse_board as parse_board
    from bimaru.generation.generator import generate as generate
    from bimaru.generation.minimisation import Minimisation as Minimisation
    from bimaru.generation.minimisation import minimisation as minimisation
    from bimaru.generation.minimisation import minimise as minimise
    from bimaru.generation.recipe import InvalidRecipeError as InvalidRecipeError
    from bimaru.generation.recipe import Recipe as Recipe
    from bimaru.generation.tries import CannotGenerateError as CannotGenerateError
    from bimaru.grading import Grade as Grade
    from bimaru.puzzle_collections.making import make_collection as make_collection
    from bimaru.puzzle_collections.records import Completion as Completion
    from bimaru.study.audit import Audit as Audit
    from bimaru.study.audit import Verdict as Verdict
    from bimaru.study.audit import audit as audit
    from bimaru.symmetry import canonical as canonical

__version__ = "0.1.0"

_LAZY: Final = {
    "bimaru.advice": (
        "Advice", "Ambiguity", "Argument", "Conflict", "Explanation", "Mistake", "Repair", "Review",
        "UngradableError", "explain", "explain_ambiguity", "explain_conflict", "grade", "hint",
        "review", "why",
    ),
    "bimaru.arrangements.random_boards": ("draw_boards",),
    "bimaru.arrangements.random_fleets": ("FleetDoesNotFitError",),
    "bimaru.arrangements.square_counts": ("SquareCounts", "count_squares"),
    "bimaru.arrangements.sweep": ("count_arrangements",),
    "bimaru.bulk": ("explain_many", "generate_many", "grade_many", "read_table"),
    "bimaru.deduction": ("Change", "Step", "grade_name", "technique_name"),
    "bimaru.formats.board_text": ("parse_board",),
    "bimaru.generation.generator": ("generate",),
    "bimaru.generation.minimisation": ("Minimisation", "minimisation", "minimise"),
    "bimaru.generation.recipe": ("InvalidRecipeError", "Recipe"),
    "bimaru.generation.tries": ("CannotGenerateError",),
    "bimaru.grading": ("Grade",),
    "bimaru.puzzle_collections.making": ("make_collection",),
    "bimaru.puzzle_collections.records": ("Completion",),
    "bimaru.study.audit": ("Audit", "Verdict", "audit"),
    "bimaru.symmetry": ("canonical",),
}  # fmt: skip
"""The public names that are imported on first use, by module, to keep `import bimaru` fast."""
_MODULE_OF: Final = {name: module for module, names in _LAZY.items() for name in names}

_MEANT: Final = {
    "book": "the command `bimaru book`",
    "Collection": "make_collection",
    "convert": "write",
    "count_solutions": "count",
    "Generator": "generate or Recipe",
    "load": "read",
    "load_all": "read_all",
    "loads": "parse",
    "minimize": "minimise",
    "score": "grade",
    "Solver": "solve",
    **dict.fromkeys(("dump", "dumps", "save", "to_json"), "write, which returns the text"),
    **dict.fromkeys(
        ("to_arrow", "to_pandas", "to_polars"),
        "bimaru.batches.read_batches, whose batches have these methods",
    ),
    **{f"{name}_all": f"{name}_many" for name in ("explain", "generate", "grade", "solve")},
    "validate": "is_unique or check",
    "verify": "is_unique or check",
}
"""Names that people try, and what there is instead."""

_EAGER: Final = {
    name
    for name, value in globals().items()
    if getattr(value, "__module__", "").startswith("bimaru.") and not name.startswith("_")
}
__all__ = sorted({*_EAGER, *_MODULE_OF})

_show_in_notebooks(Board, Puzzle, Result)


if not TYPE_CHECKING:  # otherwise type checkers would accept any name

    def __getattr__(name: str) -> Any:
        if name not in _MODULE_OF:
            raise _missing_attribute(f"module {__name__!r}", name, _MEANT)
        module = import_module(_MODULE_OF[name])
        if module.__name__ in ("bimaru.advice", "bimaru.deduction"):
            from bimaru.drawing.notebook import show_deductions

            show_deductions()
        found = getattr(module, name)
        globals()[name] = found
        return found


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
