"""The API: what can be asked, and the way of a request to a worker and back."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Mapping
from typing import Annotated, Any, Final

from fastapi import APIRouter, Query, Request, Response

from bimaru.web import schema, work
from bimaru.web.incoming import UnreadRoute
from bimaru.web.lanes import Failure, Lanes

_FAILURES: Final = {
    Failure.OVERRAN: (504, "this was not done in time"),
    Failure.DIED: (503, "the process at work on this has ended"),
    Failure.BUSY: (503, "too many hard requests are waiting already"),
}
_STATUSES: Final = {
    400: "not HTTP that is understood here",
    413: "larger than the server takes",
    415: "not JSON",
    422: "not a puzzle, or one that this is not possible for",
    503: "too busy, or too much memory needed; try again later",
    504: "not done in time",
}
REFUSALS: Final[dict[int | str, dict[str, Any]]] = {
    status: {"model": schema.Refusal, "description": text[:1].upper() + text[1:]}
    for status, text in _STATUSES.items()
}

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
    request: Request, asked: schema.PuzzleAndBoard, options: Annotated[schema.HintOptions, Query()]
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


@router.get("/formats", response_model=list[schema.Format])
async def formats(request: Request) -> Response:
    """List the formats."""
    return await _answer(request, None, schema.Options())


# The way to a worker and back


async def _answer(request: Request, body: Any, options: schema.Options) -> Response:
    """What a worker answers, under the name of the route's function; the body is still bytes."""
    lanes: Lanes = request.app.state.lanes
    chosen = options.model_dump()
    time_limit, most = chosen.pop("time_limit"), lanes.limits.time
    asked = work.Request(
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
        return response_of(work.refusal(status, text), headers)
    return response_of(found)


def response_of(found: work.Answer, headers: Mapping[str, str] | None = None) -> Response:
    """An answer as FastAPI sends it."""
    return Response(found.content, found.status, headers, found.media_type)


async def _while_wanted(
    request: Request, working: Coroutine[Any, Any, work.Answer | Failure]
) -> work.Answer | Failure:
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
