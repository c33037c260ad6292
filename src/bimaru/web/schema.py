"""The bodies and answers of the API, as `/openapi.json` describes them.

What a value shows in JSON stands at its type; here is what a body may hold besides, and what an answer adds.
The models are documentation only: workers read bodies with the library's own readers, which report more
faults; and a body that is designed to be slow to read delays no other request.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Any, Final, Literal, TypeAlias

from pydantic import BaseModel, Field
from pydantic.json_schema import models_json_schema

import bimaru
from bimaru import puzzle, solving
from bimaru.advice.explanation import Explanation
from bimaru.advice.hints import Advice
from bimaru.advice.reviews import Review
from bimaru.advice.why import Argument
from bimaru.arrangements.square_counts import SquareCounts
from bimaru.board import MARKS
from bimaru.deduction.reasons import Clue
from bimaru.deduction.techniques import BY_NAME
from bimaru.formats import format as formats
from bimaru.formats.registry import FormatName
from bimaru.generation import recipe
from bimaru.generation.completion import Completion
from bimaru.generation.patterns import SYMMETRIES
from bimaru.grading.grades import GRADES, GradeName
from bimaru.rules import Fault
from bimaru.sizes import GENERATED_MAX_SIDE, MAX_NUMBER, MAX_SIDE, SERVER_MAX_SIDE
from bimaru.web.messages import BOOKLET_PUZZLES
from bimaru.web.queries import KIND, Seed
from bimaru.web.scheduler import PoolLoad
from bimaru.web.value_models import ValueModels, described_by


def _one_of(names: Iterable[str]) -> Any:
    return Field(json_schema_extra={"enum": [*names]})


Count: TypeAlias = Annotated[int, Field(ge=0, le=MAX_NUMBER)]
Tally: TypeAlias = Count | None
Tallies: TypeAlias = Annotated[list[Tally], Field(min_length=1, max_length=SERVER_MAX_SIDE)]
Square: TypeAlias = Annotated[list[int], Field(min_length=2, max_length=2)]
Letter: TypeAlias = Annotated[str, Field(min_length=1, max_length=1)] | None
Word: TypeAlias = Annotated[str, Field(min_length=1, max_length=MAX_SIDE)]
Shape: TypeAlias = Annotated[list[Annotated[str, Field(pattern="^[#.]+$")]], Field(min_length=1)]
FleetCounts: TypeAlias = dict[Annotated[str, Field(pattern=r"^0*[0-9]{1,4}$")], Count]
Index: TypeAlias = Annotated[int, Field(ge=0, lt=SERVER_MAX_SIDE)]
Kind: TypeAlias = Annotated[str, Field(pattern=KIND)]
Given: TypeAlias = tuple[Index, Index, Kind]
GivenOptions: TypeAlias = list[Annotated[str, _one_of(recipe.GIVEN_OPTIONS)]]
Range: TypeAlias = Annotated[list[Annotated[int, Field(ge=0)]], Field(min_length=2, max_length=2)]
Side: TypeAlias = Annotated[int, Field(ge=1, le=GENERATED_MAX_SIDE)]


# Bodies


class Edges(BaseModel, extra="forbid"):
    """The letter nearest to each edge of a lettered puzzle, line by line; null where none is given."""

    top: list[Letter] = []
    bottom: list[Letter] = []
    left: list[Letter] = []
    right: list[Letter] = []


def _older(name: str, default: object = None) -> Any:
    """A key that stands for another."""
    text = f"The older name of `{name}`; not both."
    return Field(default, description=text, json_schema_extra={"deprecated": True})


@described_by(bimaru.Puzzle)
class Puzzle(BaseModel):
    """A puzzle. Its ships are `fleet`, `words` and `shapes` together. Other keys are kept."""

    id: str | int | None = None
    source: str | None = None
    rows: Tallies
    cols: Tallies
    fleet: FleetCounts | None = Field(None, examples=[{"4": 1, "3": 2}])
    words: list[Word] = []
    shapes: list[Shape] = []
    givens: list[Given] = Field([], examples=[[[0, 3, "W"], [2, 1, "S"]]])
    hints: list[Given] = _older("givens", [])
    edges: Edges | None = None


class Board(BaseModel):
    """A board."""

    board: list[Annotated[str, Field(pattern=rf"^[{MARKS}]+$")]] = Field(
        min_length=1,
        description=f"One string a row over `{MARKS}`: water, parts, ship of unknown part, unknown.",
    )
    letters: list[str] | None = Field(None, description="The letters of a lettered puzzle.")


class PuzzleAndBoard(BaseModel):
    """A puzzle and a board for it."""

    puzzle: Puzzle
    board: Board


class PuzzleBoardAndHistory(PuzzleAndBoard):
    """A puzzle, a board for it, and the boards before that one."""

    history: list[Board] = Field([], description="Earlier boards, oldest first, to go back to.")


class PuzzleAndOptionalBoard(BaseModel):
    """A puzzle, with or without a board for it."""

    puzzle: Puzzle
    board: Board | None = None


class Booklet(BaseModel):
    """The puzzles of a booklet, in order."""

    puzzles: Annotated[list[Puzzle], Field(min_length=1, max_length=BOOKLET_PUZZLES)]


class Conversion(BaseModel):
    """Text with puzzles in any format, and the format to convert them to."""

    text: str = Field(examples=["battleship/10/10/05022313222433241100k0zzzi6zp//d"])
    to: FormatName


_GRADE: Final = f"({'|'.join(GRADES)})"


@described_by(recipe.Recipe)
class Recipe(BaseModel, extra="forbid"):
    """The options of a generated puzzle; null stands for the default. Size and ships may be text, as on the
    command line."""

    size: str | Annotated[list[Side], Field(min_length=2, max_length=2)] | None
    fleet: str | FleetCounts | None
    words: str | list[Word] | None
    shapes: str | list[Shape] | None
    edges: list[Annotated[str, _one_of(recipe.SIDES)]] | None
    grade: Annotated[str, Field(pattern=f"^{_GRADE}([-,]{_GRADE})*$")] | None
    givens: GivenOptions | None
    hints: GivenOptions | None = _older("givens")
    givens_number: Range | None
    hints_number: Range | None = _older("givens_number")
    symmetry: Annotated[str, _one_of(SYMMETRIES)] | None
    missing_tallies: Annotated[int, Field(ge=0, le=2 * GENERATED_MAX_SIDE)] | None
    spare: Annotated[int, Field(ge=0, le=GENERATED_MAX_SIDE**2)] | None
    tries: Annotated[int, Field(ge=1)] | None
    score: bool | None
    technique: Annotated[str, _one_of(BY_NAME)] | None
    seed: Seed | None = Field(None, description="Equal seeds give equal puzzles; null: random.")


_BODIES: Final = (PuzzleAndBoard, PuzzleBoardAndHistory, PuzzleAndOptionalBoard, Booklet, Conversion, Recipe)
_REFERENCE: Final = "#/components/schemas/{model}"


def body_schemas() -> dict[str, Any]:
    """The JSON schemas of all bodies and what they consist of, by name."""
    _, document = models_json_schema([(model, "validation") for model in _BODIES], ref_template=_REFERENCE)
    return dict(document["$defs"])


def request_body(*models: type[BaseModel]) -> dict[str, Any]:
    """The `openapi_extra` of a route that takes one of these bodies."""
    references = [{"$ref": _REFERENCE.format(model=model.__name__)} for model in models]
    schema = references[0] if len(references) == 1 else {"anyOf": references}
    return {"requestBody": {"required": True, "content": {"application/json": {"schema": schema}}}}


# Answers

_VALUES: Final = ValueModels(
    {
        tuple[int, int]: Square,
        puzzle.Given: Given,
        bimaru.Puzzle: Puzzle,
        bimaru.Board: Board,
        Clue: dict[str, int | str | list[int | str]],
    }
)
_COMPLETE: Final = "False if the time limit passed first."


class Result(BaseModel):
    """A result for a puzzle. Later versions may add keys."""

    id: str | int | None = Field(description="The `id` of the puzzle.")


@_VALUES.like(solving.Result)
class SolveResult(Result):
    """Solutions."""

    failure: str | None = Field(
        None, description="Without a solution: why, if that is seen at once; null if not."
    )


@_VALUES.like(SquareCounts)
class CountResult(Result):
    """The number of solutions; a lower bound if the count is not complete. `squares` only if requested, and
    null if that was not found out."""

    n_solutions: int = Field(ge=0)
    squares: list[list[int]] | None = None


class CheckResult(Result):
    """The rules that a board breaks."""

    faults: list[_VALUES.model(Fault)]  # type: ignore[valid-type]  # made here


@_VALUES.like(Review)
class ReviewResult(Result):
    """Whether a board can be completed to a solution; null if the time limit passed first. Only with `rewind`
    is there a board to go back to."""

    right: bool | None
    finished: bool | None
    removed: list[Square] | None
    complete: bool = Field(True, description=_COMPLETE)


class GradeResult(Result):
    """The difficulty; null unless the puzzle has one solution and was graded in time."""

    grade: GradeName | None
    score: float | None
    grader: int = Field(description="The version of the grader: grades of equal versions are comparable.")
    ungraded: str | None = Field(None, description="Why there is no grade; left out if there is one.")
    complete: bool = Field(True, description=_COMPLETE)


@_VALUES.like(Argument)
class WhyResult(Result):
    """Why a square is ship or water, or cannot show a kind."""


@_VALUES.like(Explanation)
class ExplainResult(GradeResult):
    """The deduction of a solution, step by step."""

    complete: bool


@_VALUES.like(Advice)
class HintResult(Result):
    """The next step, or the mistake. Null: does not apply, or beyond the `strength` requested."""

    complete: bool = Field(True, description=_COMPLETE)


@_VALUES.like(Completion)
class CompleteResult(Result):
    """A draft completed to a target."""


class ConvertResult(BaseModel):
    """Converted puzzles."""

    text: str
    source: str = Field(alias="from", description="The format detected.")
    to: str


Format: Final = _VALUES.model(formats.Format)


@_VALUES.like(PoolLoad)
class Queue(BaseModel):
    """A pool of workers for one kind of request, and its queue."""

    work: Literal["short", "longer", "hard"]


class Health(BaseModel):
    """The state of the server."""

    status: Literal["ok", "unavailable"]
    version: str
    uptime: float = Field(description="Seconds since the start.")
    queues: list[Queue]


class Error(BaseModel):
    """An error."""

    error: str
    faults: list[str] = Field(description="One sentence for each fault of the request, if known.")
