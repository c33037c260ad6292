"""The API: what can be asked, and the way of a request to a worker and back."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Mapping
from datetime import UTC, datetime
from typing import Annotated, Any, Final

from fastapi import APIRouter, Query, Request, Response

from bimaru.formats import REGISTRY, format_named
from bimaru.web import messages as wire
from bimaru.web import schema
from bimaru.web.raw_body import UnreadRoute
from bimaru.web.scheduler import Failure, Lanes

_FAILURES: Final = {
    Failure.OVERRAN: (503, "this was not done in time"),
    Failure.DIED: (503, "the process at work on this has ended"),
    Failure.BUSY: (503, "too many requests are waiting already"),
}
_STATUSES: Final = {
    400: "the server does not go by that name",
    408: "the body came too slowly",
    413: "larger than the server takes",
    415: "not JSON",
    422: "not a puzzle, or one that this is not possible for",
    503: "not done in time or within the memory allowed, or too much else to do: then Retry-After says when",
}
REFUSALS: Final[dict[int | str, dict[str, Any]]] = {
    status: {"model": schema.Refusal, "description": text[:1].upper() + text[1:]}
    for status, text in _STATUSES.items()
}

_PICTURES: Final[dict[str, Any]] = {media_type: {} for media_type in wire.PICTURES.values()}

router = APIRouter(route_class=UnreadRoute, responses=REFUSALS)


@router.post("/solve", response_model=schema.Solved)
async def solve(
    request: Request, puzzle: schema.Puzzle, options: Annotated[schema.SolveOptions, Query()]
) -> Response:
    """Find solutions: with the usual limit of two, the status tells whether there is only one."""
    return await _answer(request, puzzle, options)


@router.post("/count", response_model=schema.Counted)
async def count(
    request: Request, puzzle: schema.Puzzle, options: Annotated[schema.EngineOptions, Query()]
) -> Response:
    """Count the solutions."""
    return await _answer(request, puzzle, options)


@router.post("/check", response_model=schema.Checked)
async def check(
    request: Request, asked: schema.PuzzleAndBoard, options: Annotated[schema.Options, Query()]
) -> Response:
    """Tell every rule that a board breaks; none if it is a solution."""
    return await _answer(request, asked, options)


@router.post("/explain", response_model=schema.Explained)
async def explain(
    request: Request, puzzle: schema.Puzzle, options: Annotated[schema.Options, Query()]
) -> Response:
    """Tell every step to the solution, and why."""
    return await _answer(request, puzzle, options)


@router.post("/hint", response_model=schema.Hinted)
async def hint(
    request: Request, asked: schema.PuzzleMaybeBoard, options: Annotated[schema.HintOptions, Query()]
) -> Response:
    """Tell the next step from a half-filled board, or the mistake in it."""
    return await _answer(request, asked, options)


@router.post("/grade", response_model=schema.Graded)
async def grade(
    request: Request, puzzle: schema.Puzzle, options: Annotated[schema.Options, Query()]
) -> Response:
    """Tell how hard a puzzle is."""
    return await _answer(request, puzzle, options)


@router.post("/convert", response_model=schema.Converted)
async def convert(request: Request, asked: schema.Conversion) -> Response:
    """Write puzzles in another format."""
    return await _answer(request, asked, schema.Options())


@router.post("/generate", response_model=schema.Puzzle)
async def generate(
    request: Request, recipe: schema.Recipe, options: Annotated[schema.Options, Query()]
) -> Response:
    """Make a puzzle with one solution, which comes with it."""
    return await _answer(request, recipe, options)


@router.post("/minimise", response_model=schema.Puzzle)
async def minimise(
    request: Request, puzzle: schema.Puzzle, options: Annotated[schema.Options, Query()]
) -> Response:
    """Drop clues while the puzzle has one solution; within the time limit, as many as are dropped by then."""
    return await _answer(request, puzzle, options)


@router.post("/draw", response_class=Response, responses={200: {"content": _PICTURES}})
async def draw(
    request: Request,
    asked: schema.PuzzleMaybeBoard | schema.Puzzle,
    options: Annotated[schema.DrawOptions, Query()],
) -> Response:
    """Draw a puzzle, or a board of it."""
    return await _answer(request, asked, options)


@router.get("/daily", response_model=schema.Puzzle)
async def daily(request: Request, options: Annotated[schema.DayOptions, Query()]) -> Response:
    """Give the puzzle of the day, the same for everyone: easy on Monday, expert on Sunday."""
    today = f"{datetime.now(UTC):%Y-%m-%d}"
    return await _answer(request, None, options.model_copy(update={"date": options.date or today}))


@router.get("/formats", response_model=list[schema.Format])
async def formats() -> Response:
    """List the formats."""
    return response_of(wire.as_json([format_named(name).to_data() for name in REGISTRY]))


# The way to a worker and back


async def _answer(request: Request, body: Any, options: schema.Options) -> Response:
    """What a worker answers, under the name of the route's function; the body is still bytes."""
    lanes: Lanes = request.app.state.lanes
    chosen = options.model_dump()
    time_limit, most = chosen.pop("time_limit"), lanes.limits.time
    asked = wire.Request(
        operation=request.scope["route"].name,
        body=body or b"",
        options=chosen,
        time_limit=most if time_limit is None else min(time_limit, most),
        side=lanes.limits.side,
    )
    found = await _while_wanted(request, lanes.answer(asked))
    if isinstance(found, Failure):
        status, text = _FAILURES[found]
        headers = {"Retry-After": str(lanes.patience)} if found is Failure.BUSY else {}
        return response_of(wire.refusal(status, text), headers)
    return response_of(found)


def response_of(found: wire.Answer, headers: Mapping[str, str] | None = None) -> Response:
    """An answer as FastAPI sends it."""
    return Response(found.content, found.status, headers, found.media_type)


async def _while_wanted(
    request: Request, working: Coroutine[Any, Any, wire.Answer | Failure]
) -> wire.Answer | Failure:
    """The answer, for which nobody works any more once the client has gone."""
    at_work = asyncio.create_task(working)
    gone = asyncio.create_task(_gone(request))
    try:
        await asyncio.wait({at_work, gone}, return_when=asyncio.FIRST_COMPLETED)
        return await at_work if at_work.done() else Failure.DIED
    finally:
        gone.cancel()
        at_work.cancel()


async def _gone(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass
