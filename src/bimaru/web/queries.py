"""The options of requests, in the query of their URL: the server validates them, `/openapi.json` describes
them."""

from __future__ import annotations

from typing import Annotated, Final, Literal, TypeAlias

from pydantic import AfterValidator, BaseModel, Field

from bimaru.advice.hints import Strength
from bimaru.books.booklet import MOST_ON_A_PAGE, Paper
from bimaru.deduction.languages import LanguageName
from bimaru.deduction.techniques import BY_NAME
from bimaru.drawing.svg import SvgTheme
from bimaru.engines.registry import REGISTRY as ENGINES
from bimaru.generation.generator import SEED_BITS
from bimaru.grading.grades import GradeName
from bimaru.sizes import SERVER_MAX_SIDE
from bimaru.squares import LETTER_MARK, Part

SquareName: TypeAlias = Annotated[str, Field(pattern=r"^[A-Za-z]{1,3}[1-9][0-9]{0,3}$")]
Seed: TypeAlias = Annotated[int, Field(ge=0, lt=2**SEED_BITS)]
KIND: Final = rf"^({'|'.join(Part)}|{LETTER_MARK}\w)$"
"""The pattern of what a square can show."""


class Options(BaseModel, extra="forbid"):
    """Options of all requests that are passed to a worker."""

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

    strength: Strength = Field("step", description="How much the hint reveals.")
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
        pattern=KIND,
        description="Why it does not show this kind, instead of why it is ship or water.",
    )


class CompleteOptions(Options):
    """Options of `complete`."""

    grade: GradeName | None = Field(None, description="The grade wanted; by default any.")
    givens: int | None = Field(None, ge=0, le=SERVER_MAX_SIDE**2, description="The most givens.")
    seed: Seed | None = Field(None, description="Equal seeds try the same boards in order; null: random.")


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
    theme: SvgTheme = Field(
        "light", description="The colours; `auto` (SVG only) follows the reader's system."
    )
    size: float = Field(32, ge=4, le=100, allow_inf_nan=False, description="Pixels a square.")
    names: bool = Field(True, description="Whether to label rows and columns.")
    fleet: bool = Field(True, description="Whether to draw the fleet below the grid.")


class BookletOptions(Options):
    """Options of `booklet`."""

    title: str = Field("", max_length=200, description="On the first page, above others; else a usual one.")
    paper: Paper = Field("a4", description="The size of the pages.")
    per_page: int = Field(
        2, ge=1, le=MOST_ON_A_PAGE, description="Puzzles on a page, fewer where squares would be too small."
    )
    rules: bool = Field(True, description="Whether the first page has the rules.")
    answers: bool = Field(True, description="Whether the answers are at the end.")
