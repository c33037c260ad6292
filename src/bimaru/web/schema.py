"""What the API takes and answers, as its description at `/openapi.json` tells it.

Bodies are described here and read in a worker, by what reads files: its faults say more, and a body made
to be slow to read keeps nobody else waiting.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    ModelWrapValidatorHandler,
    model_validator,
)

from bimaru.board import MARKS
from bimaru.engines.registry import REGISTRY as ENGINES
from bimaru.formats.registry import REGISTRY as FORMATS
from bimaru.sizes import MAX_NUMBER, MAX_SIDE
from bimaru.squares import LETTER_MARK, Part

Tally: TypeAlias = Annotated[int, Field(ge=0, le=MAX_NUMBER)] | None
Square: TypeAlias = Annotated[list[int], Field(min_length=2, max_length=2)]
Letter: TypeAlias = Annotated[str, Field(min_length=1, max_length=1)] | None
Length: TypeAlias = Annotated[str, Field(pattern=r"^[0-9]{1,4}$")]
Index: TypeAlias = Annotated[int, Field(ge=0, lt=MAX_SIDE)]
Kind: TypeAlias = Annotated[str, Field(pattern=rf"^({'|'.join(Part)}|{LETTER_MARK}\w)$")]
_IN_TIME = "False where the time limit came first."
Status: TypeAlias = Literal["unique", "multiple", "none", "unknown"]


class Body(BaseModel):
    """A body as it came: the worker reads it."""

    @model_validator(mode="wrap")
    @classmethod
    def _unread(cls, data: Any, _: ModelWrapValidatorHandler[Body]) -> Any:
        return data


class Edges(BaseModel):
    """In lettered puzzles the letter nearest to each edge, line by line; null where it is not told."""

    model_config = ConfigDict(extra="forbid")
    top: list[Letter] = []
    bottom: list[Letter] = []
    left: list[Letter] = []
    right: list[Letter] = []


class Puzzle(Body):
    """A puzzle. Its ships are `fleet`, `words` and `shapes` together. Other keys are carried along."""

    id: str | int | None = None
    source: str | None = None
    rows: list[Tally] = Field(min_length=1, max_length=MAX_SIDE, description="Tallies, from the top.")
    cols: list[Tally] = Field(min_length=1, max_length=MAX_SIDE, description="Tallies, from the left.")
    fleet: dict[Length, Annotated[int, Field(ge=0, le=MAX_NUMBER)]] | None = Field(
        None, description="How many straight ships there are of each length.", examples=[{"4": 1, "3": 2}]
    )
    words: list[Annotated[str, Field(pattern=rf"^[A-Za-z0-9]{{1,{MAX_SIDE}}}$")]] = Field(
        [], description="Ships with letters."
    )
    shapes: list[Annotated[list[Annotated[str, Field(pattern="^[#.]+$")]], Field(min_length=1)]] = Field(
        [], description="Bent ships, a string a row: `#` for their squares, `.` for the others."
    )
    hints: list[tuple[Index, Index, Kind]] = Field(
        [],
        description="Given squares, [row, column, kind], counted from 0. The kind is one of "
        f"`{' '.join(Part)}`, or `{LETTER_MARK}` and a letter.",
        examples=[[[0, 3, "W"], [2, 1, "S"]]],
    )
    edges: Edges | None = None


class Board(Body):
    """A board, `?` where it is unknown."""

    board: list[Annotated[str, Field(pattern=rf"^[{MARKS}]+$")]] = Field(
        min_length=1,
        description=f"One string a row over `{MARKS}`: water, parts, ship of untold part, unknown.",
    )
    letters: list[str] | None = Field(None, description="In lettered puzzles, the letters.")


class PuzzleAndBoard(Body):
    """A puzzle and a board for it."""

    puzzle: Puzzle
    board: Board


class PuzzleMaybeBoard(Body):
    """A puzzle and a board for it, if there is one."""

    puzzle: Puzzle
    board: Board | None = None


class Conversion(Body):
    """A text with puzzles, in any format, and the format to write them in."""

    text: str = Field(examples=["battleship/10/10/05022313222433241100k0zzzi6zp//d"])
    to: Annotated[str, Field(json_schema_extra={"enum": list(FORMATS)})]


class Recipe(Body):
    """What a puzzle to be made is asked to be; what is left out is as usual."""

    size: str | Annotated[list[int], Field(min_length=2, max_length=2)] = Field(
        "10x10", description="Rows and columns."
    )
    fleet: str | dict[str, int] = Field("4:1,3:2,2:3,1:4", description="Ships: length and number.")
    grade: str | None = Field(None, description="`easy`, `intermediate`, `hard`, `expert`, or `easy-hard`.")
    seed: int | None = Field(None, ge=0, description="The same seed gives the same puzzle.")
    hints: list[Literal["water", "parts", "ships"]] = Field(
        ["water", "parts"], description="What may be given; `ships` do not tell their part."
    )
    givens_number: Annotated[list[int], Field(min_length=2, max_length=2)] | None = Field(
        None, description="Least and most given squares."
    )
    symmetry: str = Field("none", description="Of the pattern of the given squares.")
    missing_tallies: int = Field(0, ge=0, description="Lines that don't tell theirs.")
    spare: int = Field(0, ge=0, description="Given squares beyond those that are needed.")
    tries: int = Field(10_000, ge=1, description="Boards to try.")


class Answer(BaseModel):
    """What an answer says of a puzzle; more keys may come."""

    id: str | int | None = Field(description="The puzzle's.")


class Solved(Answer):
    """What solving found."""

    status: Status
    complete: bool = Field(description="Whether these are all the boards there are.")
    solutions: list[Board]
    engine: str
    nodes: float
    seconds: float


class Counted(Answer):
    """How many boards there are; at least so many, where the count is not complete."""

    n_solutions: int = Field(ge=0)
    complete: bool


class Fault(BaseModel):
    """A broken rule."""

    rule: str
    squares: list[Square]
    text: str


class Checked(Answer):
    """What the referee says."""

    faults: list[Fault]


class Line(BaseModel):
    """A row or a column, counted from 0."""

    axis: Literal["row", "column"]
    number: int


class Starved(BaseModel):
    """A ship on these squares would leave that line too few."""

    squares: list[Square]
    line: Line


class Reason(BaseModel):
    """What a step rests on; what it does not rest on is left out."""

    technique: str
    water: list[Square]
    ship: list[Square]
    text: str
    squares: list[Square] = Field([], description="What it starts from.")
    part: str | None = Field(None, description="What that shows.")
    line: Line | None = None
    tally: int | None = Field(None, description="Of that line, told or counted.")
    needs: int | None = Field(None, description="Ship squares that the line still needs.")
    length: int | None = Field(None, description="Of the ships it speaks of.")
    wanted: int | None = Field(None, description="How many of them are still to be found.")
    total: int | None = Field(None, description="How many of them the fleet has.")
    places: list[list[Square]] = Field([], description="Where those can lie.")
    groups: list[list[list[Square]]] = Field([], description="The places, sorted so that a group has one.")
    starved: list[Starved] = Field([], description="Where they cannot.")
    cases: list[Case] = Field([], description="For a supposition within another.")


class Case(BaseModel):
    """A supposition, what follows from it, and the contradiction that it ends in, if it does."""

    supposed: list[Square]
    kind: Literal["water", "ship"] = Field(alias="is", description="What these would be.")
    reasons: list[Reason]
    ending: Reason | None
    text: str


class Step(BaseModel):
    """A step of an explanation."""

    technique: str
    depth: int = Field(ge=0, le=2, description="0 plain, 1 by cases, 2 by cases within cases.")
    water: list[Square]
    ship: list[Square]
    text: str
    reasons: list[Reason]
    cases: list[Case]


class Graded(Answer):
    """How hard the puzzle is; null unless it has one solution and there was time to tell."""

    grade: Literal["easy", "intermediate", "hard", "expert"] | None
    score: float | None
    complete: bool = Field(True, description=_IN_TIME)


class Explained(Graded):
    """A puzzle explained, from the first square to the last that follows."""

    status: Status
    solved: bool
    complete: bool = Field(description=_IN_TIME)
    steps: list[Step]
    failure: str | None = Field(description="Why there is no solution.")
    open: list[Square] = Field(description="What stays open.")
    boards: list[Board] = Field(description="Two solutions that differ, where there are several.")


class Mistake(BaseModel):
    """What cannot be, and why."""

    squares: list[Square]
    text: str


class Hinted(Answer):
    """The next step, or the mistake. What does not apply, or is stronger than asked for, is null."""

    mistake: Mistake | None
    where: str | None
    technique: str | None
    step: Step | None
    complete: bool = Field(True, description=_IN_TIME)


class Converted(BaseModel):
    """The puzzles in another format."""

    model_config = ConfigDict(populate_by_name=True)
    text: str
    source: str = Field(alias="from", description="The format that they were in.")
    to: str


class Format(BaseModel):
    """A format that puzzles can be written in."""

    name: str
    summary: str
    suffix: str
    many: bool = Field(description="Whether a text can hold more than one puzzle.")


class Queue(BaseModel):
    """The workers for one kind of work, and the requests that wait for them."""

    work: Literal["short", "longer", "hard"]
    workers: int
    alive: int = Field(
        description="Workers whose process lives; one that has ended is replaced within seconds."
    )
    waiting: int = Field(description="Requests that wait.")
    free: int = Field(description="Requests that may still come to wait before the next is refused.")


class Health(BaseModel):
    """The state of the server."""

    status: Literal["ok", "unavailable"]
    version: str
    uptime: float = Field(description="Seconds since the start.")
    queues: list[Queue]


class Refusal(BaseModel):
    """Why there is no answer."""

    error: str
    faults: list[str] = Field(description="Each thing wrong with what was given, where that is known.")


class Options(BaseModel):
    """What can be chosen of every request that takes time."""

    model_config = ConfigDict(extra="forbid")
    time_limit: Annotated[
        Annotated[float, Field(ge=0, allow_inf_nan=False)] | None,
        Field(description="Seconds; never more than the server gives."),
    ] = None


def _is_engine(name: str) -> str:
    if name not in ENGINES:
        raise ValueError(f"no engine is called {name!r}; there are {', '.join(ENGINES)}")
    return name


class EngineOptions(Options):
    """What can be chosen where an engine is at work."""

    engine: Annotated[
        str,
        AfterValidator(_is_engine),
        Field(description="What to solve with.", json_schema_extra={"enum": list(ENGINES)}),
    ] = "auto"


class SolveOptions(EngineOptions):
    """What can be chosen for solving."""

    limit: int = Field(2, ge=1, le=100, description="Solutions to look for.")


class HintOptions(Options):
    """What can be chosen for a hint."""

    strength: Literal["where", "technique", "step"] = Field("step", description="How much to tell.")


class DayOptions(Options):
    """What can be chosen for the puzzle of the day."""

    date: str | None = Field(
        None,
        pattern=r"^\d{4}-\d{2}-\d{2}$",
        description="The day, like 2026-02-28; today's (UTC) if left out.",
    )


class DrawOptions(Options):
    """What can be chosen for a picture."""

    to: Literal["svg", "pdf", "png"] = Field("svg", description="The format.")
    theme: Literal["light", "dark", "auto"] = Field(
        "light", description="The colours; `auto`, for SVG alone, follows the reader's system."
    )
    size: float = Field(32, ge=4, le=100, allow_inf_nan=False, description="Pixels of a square's side.")
    names: bool = Field(True, description="With A B C and 1 2 3 beside the grid.")
    fleet: bool = Field(True, description="With the ships below the grid.")
