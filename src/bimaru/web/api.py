"""The API: what can be asked, and the way of a request to a worker and back."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any, Final

from fastapi import APIRouter, Query, Request, Response

from bimaru.web import lanes, schema, work
from bimaru.web.incoming import UnreadRoute

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


async def _answer(request: Request, body: Any, options: schema.Options) -> Response:
    """What a worker answers, under the name of the route's function; the body is still bytes."""
    ours: lanes.Lanes = request.app.state.lanes
    chosen = options.model_dump()
    time_limit = chosen.pop("time_limit")
    limits = ours.limits
    asked = work.Request(
        operation=request.scope["route"].name,
        body=body or b"",
        options=chosen,
        time_limit=limits.time if time_limit is None else min(time_limit, limits.time),
        side=limits.side,
    )
    try:
        found = await _unless_gone(request, ours.answer(asked))
    except lanes.Busy:
        found = work.refusal(503, "too many hard requests are waiting; try again later")
        return _response(found, {"Retry-After": str(ours.patience)})
    except lanes.Overran:
        found = work.refusal(504, "this was not done in time")
    except lanes.Died:
        found = work.refusal(503, "the process at work on this ended")
    return _response(found)


def _response(found: work.Answer, headers: dict[str, str] | None = None) -> Response:
    return Response(found.content, found.status, headers, found.media_type)


async def _unless_gone(request: Request, working: Any) -> work.Answer:
    """The answer, which nobody works for any more once the client has gone."""
    work_on = asyncio.ensure_future(working)
    gone = asyncio.ensure_future(_gone(request))
    try:
        await asyncio.wait({work_on, gone}, return_when=asyncio.FIRST_COMPLETED)
        if not work_on.done():
            work_on.cancel()
            return work.refusal(503, "nobody waits for this any more")
        found: work.Answer = work_on.result()
        return found
    finally:
        gone.cancel()
        work_on.cancel()


async def _gone(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass
