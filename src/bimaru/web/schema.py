"""The bodies and answers of the API, as `/openapi.json` describes them.

The models of bodies are documentation only: workers read bodies with the library's own readers, which
report more faults; and a body that is designed to be slow to read delays no other request.
tests/web/test_web_schema.py compares the keys with those of the value types.
"""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Sequence
from dataclasses import MISSING, fields
from itertools import pairwise
from textwrap import dedent
from typing import Annotated, Any, Final, Literal, TypeAlias

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, create_model
from pydantic.json_schema import models_json_schema

from bimaru.board import MARKS
from bimaru.books.booklet import MOST_ON_A_PAGE
from bimaru.deduction.grading import GRADES, GradeName
from bimaru.deduction.languages import LanguageName
from bimaru.deduction.techniques import BY_NAME
from bimaru.engines.registry import REGISTRY as ENGINES
from bimaru.formats.registry import REGISTRY as FORMATS
from bimaru.generation import recipe
from bimaru.generation.generator import SEED_BITS
from bimaru.generation.patterns import SYMMETRIES
from bimaru.ships import Fleet
from bimaru.sizes import GENERATED_MAX_SIDE, MAX_NUMBER, MAX_SIDE, SERVER_MAX_SIDE
from bimaru.squares import LETTER_MARK, Part
from bimaru.web.messages import BOOKLET_PUZZLES

Count: TypeAlias = Annotated[int, Field(ge=0, le=MAX_NUMBER)]
Tally: TypeAlias = Count | None
Square: TypeAlias = Annotated[list[int], Field(min_length=2, max_length=2)]
Letter: TypeAlias = Annotated[str, Field(min_length=1, max_length=1)] | None
Word: TypeAlias = Annotated[str, Field(min_length=1, max_length=MAX_SIDE)]
FleetCounts: TypeAlias = dict[Annotated[str, Field(pattern=r"^0*[0-9]{1,4}$")], Count]
SquareName: TypeAlias = Annotated[str, Field(pattern=r"^[A-Za-z]{1,3}[1-9][0-9]{0,3}$")]
Index: TypeAlias = Annotated[int, Field(ge=0, lt=SERVER_MAX_SIDE)]
Kind: TypeAlias = Annotated[str, Field(pattern=rf"^({'|'.join(Part)}|{LETTER_MARK}\w)$")]
Status: TypeAlias = Literal["unique", "multiple", "none", "unknown"]
Side: TypeAlias = Annotated[int, Field(ge=1, le=GENERATED_MAX_SIDE)]
_COMPLETE: Final = "False if the time limit passed first."


# Bodies


class Edges(BaseModel):
    """The letter nearest to each edge of a lettered puzzle, line by line; null where none is given."""

    model_config = ConfigDict(extra="forbid")
    top: list[Letter] = []
    bottom: list[Letter] = []
    left: list[Letter] = []
    right: list[Letter] = []


Shape: TypeAlias = Annotated[list[Annotated[str, Field(pattern="^[#.]+$")]], Field(min_length=1)]


class Puzzle(BaseModel):
    """A puzzle. Its ships are `fleet`, `words` and `shapes` together. Other keys are kept."""

    id: str | int | None = None
    source: str | None = None
    rows: list[Tally] = Field(
        min_length=1, max_length=SERVER_MAX_SIDE, description="Tallies of the rows, from the top."
    )
    cols: list[Tally] = Field(
        min_length=1, max_length=SERVER_MAX_SIDE, description="Tallies of the columns, from the left."
    )
    fleet: FleetCounts | None = Field(
        None, description="The number of straight ships of each length.", examples=[{"4": 1, "3": 2}]
    )
    words: list[Word] = Field([], description="Ships with letters.")
    shapes: list[Shape] = Field(
        [], description="Polyomino ships, one string a row: `#` for ship squares, `.` for the others."
    )
    givens: list[tuple[Index, Index, Kind]] = Field(
        [],
        description="Given squares, [row, column, kind], counted from 0. The kind is one of "
        f"`{' '.join(Part)}`, or `{LETTER_MARK}` and a letter.",
        examples=[[[0, 3, "W"], [2, 1, "S"]]],
    )
    hints: list[tuple[Index, Index, Kind]] = Field(
        [], description="The older name of `givens`; not both.", json_schema_extra={"deprecated": True}
    )
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
    to: Annotated[str, Field(json_schema_extra={"enum": list(FORMATS)})]


def _items_of(names: Sequence[str]) -> Any:
    return Field(json_schema_extra={"items": {"enum": list(names)}})


_GRADE: Final = f"({'|'.join(GRADES)})"
_RECIPE_TYPES: Final[dict[str, Any]] = {
    "size": str | Annotated[list[Side], Field(min_length=2, max_length=2)],
    "fleet": str | FleetCounts,
    "words": str | list[Word],
    "shapes": str | list[Shape],
    "edges": Annotated[list[str], _items_of(recipe.SIDES)],
    "grade": Annotated[str, Field(pattern=f"^{_GRADE}(-{_GRADE})?$")],
    "givens": Annotated[list[str], _items_of(recipe.GIVEN_OPTIONS)],
    "givens_number": Annotated[list[Annotated[int, Field(ge=0)]], Field(min_length=2, max_length=2)],
    "symmetry": Annotated[str, Field(json_schema_extra={"enum": list(SYMMETRIES)})],
    "missing_tallies": Annotated[int, Field(ge=0, le=2 * GENERATED_MAX_SIDE)],
    "spare": Annotated[int, Field(ge=0, le=GENERATED_MAX_SIDE**2)],
    "tries": Annotated[int, Field(ge=1)],
    "score": bool,
    "technique": Annotated[str, Field(json_schema_extra={"enum": list(BY_NAME)})],
}
"""The JSON types of a recipe's fields; size and ships may be text, as on the command line."""


def _recipe_model() -> type[BaseModel]:
    """The model of a recipe's JSON with a seed; names, defaults and descriptions are those of `Recipe`."""
    descriptions = _field_docstrings(recipe.Recipe)
    model: dict[str, Any] = {
        field.name: (
            _RECIPE_TYPES[field.name] | None,
            Field(_json_default(field.default), description=descriptions[field.name]),
        )
        for field in fields(recipe.Recipe)
    }
    for old, name in recipe.OLD_NAMES.items():
        older = f"The older name of `{name}`."
        deprecated = Field(None, description=older, json_schema_extra={"deprecated": True})
        model[old] = (_RECIPE_TYPES[name] | None, deprecated)
    seed = Field(None, ge=0, lt=2**SEED_BITS, description="Equal seeds give equal puzzles; null: random.")
    return create_model(
        "Recipe",
        __config__=ConfigDict(extra="forbid"),
        __doc__="The options of a generated puzzle; null stands for the default.",
        **model,
        seed=(int | None, seed),
    )


def _json_default(value: object) -> object:
    if value is MISSING:
        raise TypeError("a field of a recipe without a default")
    return str(value) if isinstance(value, Fleet) else list(value) if isinstance(value, tuple) else value


def _field_docstrings(cls: type) -> dict[str, str]:
    """The docstrings of the fields of a class, for JSON."""
    (definition,) = ast.parse(dedent(inspect.getsource(cls))).body
    found = {}
    for field, text in pairwise(definition.body if isinstance(definition, ast.ClassDef) else ()):
        if isinstance(field, ast.AnnAssign) and isinstance(text, ast.Expr):
            words = " ".join(ast.literal_eval(text.value).split()).replace("`None`", "null")
            found[ast.unparse(field.target)] = re.sub(r",? of `[A-Z_]+`,?", "", words)  # the enum lists them
    return found


Recipe: Final = _recipe_model()
_BODIES: Final = (
    Puzzle,
    PuzzleAndBoard,
    PuzzleBoardAndHistory,
    PuzzleAndOptionalBoard,
    Booklet,
    Conversion,
    Recipe,
)
_REFERENCE: Final = "#/components/schemas/{model}"


def body_schemas() -> dict[str, Any]:
    """The JSON schemas of all bodies and what they consist of, by name."""
    _, document = models_json_schema([(model, "validation") for model in _BODIES], ref_template=_REFERENCE)
    schemas: dict[str, Any] = document["$defs"]
    return schemas


def request_body(*models: type[BaseModel]) -> dict[str, Any]:
    """The `openapi_extra` of a route that takes one of these bodies."""
    references = [{"$ref": _REFERENCE.format(model=model.__name__)} for model in models]
    schema = references[0] if len(references) == 1 else {"anyOf": references}
    return {"requestBody": {"required": True, "content": {"application/json": {"schema": schema}}}}


# Answers


class Result(BaseModel):
    """A result for a puzzle. Later versions may add keys."""

    id: str | int | None = Field(description="The `id` of the puzzle.")


class SolveResult(Result):
    """Solutions."""

    status: Status
    complete: bool = Field(description="Whether these are all solutions.")
    solutions: list[Board]
    engine: str
    nodes: int
    seconds: float
    failure: str | None = Field(
        None, description="Without a solution: why, if that is seen at once; null if not."
    )


class CountResult(Result):
    """The number of solutions; a lower bound if the count is not complete."""

    n_solutions: int = Field(ge=0)
    complete: bool
    squares: list[list[int]] | None = Field(
        None,
        description="With `squares`, row by row: in how many solutions each square is ship; null if that was "
        "not found out.",
    )


class Fault(BaseModel):
    """A broken rule."""

    rule: str
    squares: list[Square]
    text: str


class CheckResult(Result):
    """The rules that a board breaks."""

    faults: list[Fault]


class ReviewResult(Result):
    """Whether a board can be completed to a solution; null if the time limit passed first."""

    right: bool | None
    finished: bool | None = Field(description="Whether it is a solution.")
    board: Board | None = Field(description="With `rewind`: the board to go back to; null: no solution.")
    removed: list[Square] | None = Field(description="With `rewind`: the squares taken back.")
    complete: bool = Field(True, description=_COMPLETE)


class Line(BaseModel):
    """A row or a column, counted from 0."""

    axis: Literal["row", "column"]
    number: int


class Facts(BaseModel):
    """What is known: ship squares, water squares, and placements where no ship lies."""

    ship: list[Square]
    water: list[Square]
    barred: list[list[Square]]


class Reason(BaseModel):
    """A link of an argument. Keys that do not apply are left out."""

    technique: str
    water: list[Square]
    ship: list[Square]
    text: str
    squares: list[Square] = Field([], description="The premises.")
    part: str | None = Field(None, description="The part that the premise shows.")
    line: Line | None = Field(None, description="The line that it is about, if it is one.")
    lines: list[Line] = Field([], description="The lines that it is about, if they are several.")
    tally: int | None = Field(None, description="The tally of the line or lines, given or derived.")
    needs: int | None = Field(None, description="Ship squares that the line still needs.")
    length: int | None = Field(None, description="Length of the ships concerned.")
    wanted: int | None = Field(None, description="How many of them are not yet placed.")
    total: int | None = Field(None, description="How many of them the fleet has.")
    places: list[list[Square]] = Field([], description="Their candidate placements.")
    words: list[str] = Field([], description="Of lettered ships: the word on each of these placements.")
    groups: list[list[list[Square]]] = Field(
        [], description="The same in groups, each of which holds one ship."
    )
    starved: list[Line] = Field([], description="Lines that other placements would leave too few squares.")
    n_ways: int | None = Field(None, description="The number of ways, unless it is large.")
    ways: list[list[Square]] = Field(
        [], description="Ways to fill the line, each as the ship squares that it adds, where they are few."
    )
    barred: list[list[Square]] = Field([], description="Placements that it rules out.")
    barred_in: list[int] = Field(
        [], description="The steps, from 1, that ruled out the placements among the premises."
    )
    clues: list[dict[str, int | str | list[int | str]]] = Field(
        [], description='The clues cited, such as `{"row": 3}`, `{"fleet": 4}`, `{"given": [0, 1]}`.'
    )
    premises: Facts | None = Field(None, description="What is known before it and used.")


class Question(BaseModel):
    """What cases answer; one of them is true."""

    about: Literal["ships", "line", "square"] = Field(
        description="Where the ships of a kind lie, how a line is filled, or which ship covers a square."
    )
    n_cases: int
    text: str = Field(description="The question as a sentence.")
    lines: list[Line] = Field([], description="The line to fill.")
    squares: list[Square] = Field([], description="The square to cover.")
    length: int | None = Field(None, description="Length of the ships to place.")
    wanted: int | None = Field(None, description="How many of them are not yet placed.")


class Case(BaseModel):
    """A supposition, its consequences, and the contradiction that it ends in, if any."""

    supposed: list[Square]
    kind: Literal["water", "ship", "placement", "way"] = Field(
        alias="is",
        description="What the supposed squares would be: of a `way`, all further ship squares of the line.",
    )
    places: list[list[Square]] = Field(description="The ships that are supposed.")
    reasons: list[Reason]
    ending: Reason | None = Field(description="The contradiction; null: this can be.")
    text: str
    question: Question | None = Field(
        None, description="Of a case that is split further: what its cases answer."
    )
    cases: list[Case] = Field(
        [], description="Of a case that is split further: its cases, all of which fail."
    )


class Step(BaseModel):
    """A step of an explanation."""

    technique: str
    depth: int = Field(ge=0, le=2, description="0: direct, 1: by cases, 2: by nested cases.")
    water: list[Square]
    ship: list[Square]
    barred: list[list[Square]] = Field(description="Placements that it rules out.")
    text: str
    question: Question | None = Field(description="What the cases answer; null: they answer none.")
    reasons: list[Reason]
    cases: list[Case]
    letters: list[tuple[int, int, str]] = Field(
        [], description="Of a puzzle with letters: those known after the step, with row and column."
    )


class GradeResult(Result):
    """The difficulty; null unless the puzzle has one solution and was graded in time."""

    grade: GradeName | None
    score: float | None
    grader: int = Field(description="The version of the grader: grades of equal versions are comparable.")
    complete: bool = Field(True, description=_COMPLETE)


Clue: TypeAlias = dict[str, int | str | list[int | str]]
"""A clue that is cited, such as `{"row": 3}`, `{"fleet": 4}`, `{"given": [0, 1]}`."""


class Change(BaseModel):
    """A clue with another value: a tally, or the kind of a given."""

    clue: Clue
    before: int | str
    after: int | str


class Repair(BaseModel):
    """A change of one clue, or a unit moved between two tallies, after which there is a solution."""

    text: str
    unique: bool | None = Field(description="Whether there is then only one; null: not known.")
    changes: list[Change]


class Conflict(BaseModel):
    """Clues, and known squares of a board, that contradict each other; none can be left out (of totals that
    differ, those of both sides)."""

    clues: list[Clue]
    squares: list[Square]
    smallest: bool = Field(description="Whether no other conflict has fewer.")
    steps: list[Step] = Field(
        description="From these clues to the contradiction, where techniques lead there."
    )
    failure: str | None = Field(description="The contradiction.")
    repairs: list[Repair]
    complete: bool = Field(description=_COMPLETE)
    text: str


class Ambiguity(BaseModel):
    """Where solutions differ, and sets of givens each of which would leave only one."""

    squares: list[Square]
    additions: list[list[tuple[Index, Index, Kind]]]
    smallest: bool = Field(description="Whether no set has fewer givens.")
    complete: bool = Field(description=_COMPLETE)
    text: str


class WhyResult(Result):
    """Why a square is ship or water, or cannot show a kind."""

    square: Square
    kind: str | None = Field(description="What it shows, or with `not` does not show; null: not forced.")
    is_not: bool = Field(alias="not")
    verdict: Literal["forced", "open", "possible", "none", "unknown"] = Field(
        description="`open`: solutions differ there; `possible`: some solution shows the kind; "
        "`none`: there is no solution; `unknown`: the time limit passed first."
    )
    clues: list[Clue] = Field(description="The clues that force it; none can be left out.")
    squares: list[Square] = Field(description="The known squares that force it with them.")
    smallest: bool = Field(description="Whether no set has fewer.")
    steps: list[Step] = Field(
        description="From these clues to the square or, where no technique leads there, from more clues."
    )
    boards: list[Board] = Field(description="Solutions, where it is not forced.")
    complete: bool = Field(description=_COMPLETE)
    text: str


class ExplainResult(GradeResult):
    """The deduction of a solution, step by step."""

    status: Status
    solved: bool
    complete: bool = Field(description=_COMPLETE)
    steps: list[Step]
    failure: str | None = Field(description="Why there is no solution.")
    open: list[Square] = Field(description="The squares left open.")
    boards: list[Board] = Field(description="Two solutions, if there are several.")
    conflict: Conflict | None = Field(
        description="If there is no solution: clues that contradict each other."
    )
    ambiguity: Ambiguity | None = Field(description="If there are several: where they differ.")


class Mistake(BaseModel):
    """Squares that contradict the puzzle, and why."""

    squares: list[Square]
    text: str
    case: Case | None = Field(None, description="The refutation of the square, if plain techniques do it.")
    guess: bool | None = Field(None, description="With moves: whether nothing settled the square by then.")
    clear: list[Square] = Field([], description="What to clear to go back to before the mistake.")


class Focus(BaseModel):
    """Where to look: squares and lines, such as `{"row": 3}`."""

    squares: list[Square]
    lines: list[dict[Literal["row", "column"], Index]]


class HintResult(Result):
    """The next step, or the mistake. Null: does not apply, or beyond the `strength` requested."""

    mistake: Mistake | None
    where: str | None
    focus: Focus | None
    technique: str | None
    idea: str | None = Field(description="Of a case analysis: what to suppose, and where to watch.")
    step: Step | None
    solved: bool = Field(description="Whether the board is a solution.")
    complete: bool = Field(True, description=_COMPLETE)


class CompleteResult(Result):
    """A draft completed to a target."""

    puzzle: Puzzle | None = Field(
        description="The puzzle, or the nearest to the target, with its solution and grade; null: none."
    )
    tries: int = Field(description="The boards tried.")
    complete: bool = Field(
        description="Whether the puzzle meets the target, or is null because the draft has no solution."
    )


class ConvertResult(BaseModel):
    """Converted puzzles."""

    model_config = ConfigDict(populate_by_name=True)
    text: str
    source: str = Field(alias="from", description="The format detected.")
    to: str


class Format(BaseModel):
    """A text format for puzzles."""

    name: str
    summary: str
    suffix: str
    many: bool = Field(description="Whether a text can hold more than one puzzle.")


class Queue(BaseModel):
    """A pool of workers for one kind of request, and its queue."""

    work: Literal["short", "longer", "hard"]
    workers: int
    alive: int = Field(description="Workers with a live process; others are replaced within seconds.")
    waiting: int = Field(description="Requests in the queue.")
    free: int = Field(description="Free places in the queue.")


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


class Options(BaseModel):
    """Options of all requests that are passed to a worker."""

    model_config = ConfigDict(extra="forbid")
    time_limit: Annotated[
        Annotated[float, Field(ge=0, allow_inf_nan=False)] | None,
        Field(description="Seconds of processor time, at most the limit of the server."),
    ] = None


def _is_engine(text: str) -> str:
    """The options of the engine are for the worker to validate."""
    if (name := text.partition(":")[0]) not in ENGINES:
        raise ValueError(f"unknown engine {name!r}; expected one of {', '.join(ENGINES)}")
    return text


class EngineOptions(Options):
    """Options of requests that run an engine."""

    engine: Annotated[
        str,
        AfterValidator(_is_engine),
        Field(
            description="The engine, and its options if there are any, as on the command line.",
            examples=["search", "backtracking:order=static,checks=none"],
            json_schema_extra={"pattern": f"^({'|'.join(ENGINES)})(:|$)"},
        ),
    ] = "auto"


class CountOptions(EngineOptions):
    """Options of `count`."""

    squares: bool = Field(
        False, description="Whether to count in how many solutions each square is ship; takes no engine."
    )


class SolveOptions(EngineOptions):
    """Options of `solve`."""

    limit: int = Field(2, ge=1, le=100, description="Most solutions to find.")


class LanguageOptions(Options):
    """Options of requests whose answers have sentences."""

    language: LanguageName = Field("en", description="The language of the sentences.")


class HintOptions(LanguageOptions):
    """Options of `hint`."""

    strength: Literal["where", "technique", "idea", "step"] = Field(
        "step", description="How much the hint reveals."
    )
    last: SquareName | None = Field(
        None, description="The square marked last: of steps that are as easy, the nearest is given."
    )
    prefer: str | None = Field(
        None,
        pattern=f"^({'|'.join(BY_NAME)})$",
        description="A technique, of which a step is given wherever one follows from the board.",
    )


class ReviewOptions(Options):
    """Options of `review`."""

    rewind: bool = Field(False, description="Whether to return the board to go back to.")


class WhyOptions(LanguageOptions):
    """Options of `why`."""

    square: SquareName = Field(description="The square, like B4.")
    is_not: str | None = Field(
        None,
        alias="not",
        pattern=rf"^({'|'.join(Part)}|{LETTER_MARK}\w)$",
        description="Why it does not show this kind, instead of why it is ship or water.",
    )


class CompleteOptions(Options):
    """Options of `complete`."""

    grade: GradeName | None = Field(None, description="The grade wanted; by default any.")
    givens: int | None = Field(None, ge=0, le=SERVER_MAX_SIDE**2, description="The most givens.")
    seed: int | None = Field(
        None, ge=0, lt=2**SEED_BITS, description="Equal seeds try the same boards in order; null: random."
    )


class DayOptions(Options):
    """Options of `daily`."""

    date: str | None = Field(
        None,
        pattern=r"^\d{4}-\d{2}-\d{2}$",
        description="The day, as in 2026-02-28; by default today (UTC).",
    )


class DrawOptions(Options):
    """Options of `draw`."""

    to: Literal["svg", "pdf", "png"] = Field("svg", description="The format.")
    theme: Literal["light", "dark", "auto"] = Field(
        "light", description="The colours; `auto` (SVG only) follows the reader's system."
    )
    size: float = Field(32, ge=4, le=100, allow_inf_nan=False, description="Pixels a square.")
    names: bool = Field(True, description="Whether to label rows and columns.")
    fleet: bool = Field(True, description="Whether to draw the fleet below the grid.")


class BookletOptions(Options):
    """Options of `booklet`."""

    title: str = Field("Battleship puzzles", max_length=200, description="On the first page, above others.")
    paper: Literal["a4", "letter"] = Field("a4", description="The size of the pages.")
    per_page: int = Field(
        2, ge=1, le=MOST_ON_A_PAGE, description="Puzzles on a page, fewer where squares would be too small."
    )
    rules: bool = Field(True, description="Whether the first page has the rules.")
    answers: bool = Field(True, description="Whether the answers are at the end.")
