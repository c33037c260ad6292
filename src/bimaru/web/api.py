"""The routes of the API: each passes its body and options to a worker and returns the answer."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Iterable, Mapping
from typing import Annotated, Any, Final

from fastapi import APIRouter, HTTPException, Query, Request, Response
from pydantic import BaseModel
from starlette.requests import ClientDisconnect

from bimaru.formats import REGISTRY, format_named
from bimaru.web import messages, queries, schema
from bimaru.web.operations import advice, making, pictures, solving
from bimaru.web.scheduler import Failure, Scheduler
from bimaru.web.schema import request_body
from bimaru.web.server_limits import Limits

_RETRY: Final = (Failure.OVERDUE, Failure.NO_WORKER, Failure.BUSY)
"""Failures after which a retry is worth while."""
_DESCRIPTIONS: Final = {
    400: "Host not allowed",
    408: "The body was sent too slowly",
    413: "The body is too large",
    415: "The body is not JSON",
    422: "Invalid request, or not possible for this puzzle",
    503: "Time or memory limit exceeded, or too many requests: then with `Retry-After`",
}
ERRORS: Final[dict[int | str, dict[str, Any]]] = {
    status: {"model": schema.Error, "description": text} for status, text in _DESCRIPTIONS.items()
}

_PUZZLE: Final = request_body(schema.Puzzle)
_PUZZLE_AND_OPTIONAL_BOARD: Final = request_body(schema.PuzzleAndOptionalBoard)
_PUZZLE_WITH_OR_WITHOUT_BOARD: Final = request_body(schema.PuzzleAndOptionalBoard, schema.Puzzle)

router = APIRouter(responses=ERRORS)


def _add(
    operation: Callable[[messages.Request], messages.Answer],
    options: type[queries.Options],
    answer: type[BaseModel] | Iterable[str],
    body: dict[str, Any] | None,
) -> None:
    """Add the route of an operation, which says in its docstring what it does. Its answer is JSON, described
    by a model, or of one of these media types; if it takes no body, it is a GET."""

    async def respond(request: Request, options: queries.Options) -> Response:
        return await _answer(request, options)

    respond.__annotations__["options"] = Annotated[options, Query()]  # which FastAPI reads
    described: dict[str, Any] = {"response_model": answer}
    if not isinstance(answer, type):
        content: dict[str, Any] = {media_type: {} for media_type in answer}
        described = {"response_class": Response, "responses": {200: {"content": content}}}
    router.add_api_route(
        f"/{operation.__name__}",
        respond,
        methods=["POST" if body else "GET"],
        name=operation.__name__,
        description=operation.__doc__,
        openapi_extra=body,
        **described,
    )


_add(solving.solve, queries.SolveOptions, schema.SolveResult, _PUZZLE)
_add(solving.count, queries.CountOptions, schema.CountResult, _PUZZLE)
_add(solving.check, queries.Options, schema.CheckResult, request_body(schema.PuzzleAndBoard))
_add(advice.review, queries.ReviewOptions, schema.ReviewResult, request_body(schema.PuzzleBoardAndHistory))
_add(advice.explain, queries.LanguageOptions, schema.ExplainResult, _PUZZLE)
_add(advice.why, queries.WhyOptions, schema.WhyResult, _PUZZLE_WITH_OR_WITHOUT_BOARD)
_add(advice.hint, queries.HintOptions, schema.HintResult, _PUZZLE_AND_OPTIONAL_BOARD)
_add(advice.grade, queries.Options, schema.GradeResult, _PUZZLE)


@router.post("/convert", response_model=schema.ConvertResult, openapi_extra=request_body(schema.Conversion))
async def convert(request: Request) -> Response:
    """Convert puzzles to another format."""
    return await _answer(request, queries.Options())


_add(making.generate, queries.Options, schema.Puzzle, request_body(schema.Recipe))
_add(making.minimise, queries.Options, schema.Puzzle, _PUZZLE)
_add(making.complete, queries.CompleteOptions, schema.CompleteResult, _PUZZLE_WITH_OR_WITHOUT_BOARD)
_add(pictures.draw, queries.DrawOptions, messages.PICTURES.values(), _PUZZLE_WITH_OR_WITHOUT_BOARD)
_add(pictures.booklet, queries.BookletOptions, [messages.PICTURES["pdf"]], request_body(schema.Booklet))
_add(making.daily, queries.DayOptions, schema.Puzzle, None)


@router.get("/formats", response_model=list[schema.Format])
async def formats() -> Response:
    """List the formats."""
    return response_of(messages.as_json([format_named(name).to_data() for name in REGISTRY]))


# From a request to a worker and back


async def _answer(request: Request, options: queries.Options) -> Response:
    """The answer of a worker to the operation that has the name of the route."""
    scheduler: Scheduler = request.app.state.scheduler
    values = options.model_dump(by_alias=True)  # the names of the schemas, which the browser has, too
    time_limit, max_time = values.pop("time_limit"), scheduler.limits.time
    message = messages.Request(
        operation=request.scope["route"].name,
        body=await _read_body(request, scheduler.limits) if request.method == "POST" else b"",
        options=values,
        time_limit=max_time if time_limit is None else min(time_limit, max_time),
        side=scheduler.limits.side,
    )
    result = await _unless_disconnected(request, scheduler.answer(message))
    if isinstance(result, Failure):
        text = result.value.format(time_limit=message.time_limit, longest=scheduler.limits.longest)
        headers = {"Retry-After": str(scheduler.retry_after)} if result in _RETRY else {}
        return response_of(messages.error_answer(503, text), headers)
    return response_of(result)


def response_of(answer: messages.Answer, headers: Mapping[str, str] | None = None) -> Response:
    """The HTTP response for an answer."""
    return Response(answer.content, answer.status, headers, answer.media_type)


async def _read_body(request: Request, limits: Limits) -> bytes:
    """The body, not decoded. Raises `HTTPException` if it is not JSON by its media type, too large or too
    slow."""
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != messages.JSON:
        raise HTTPException(415, "the body has to be JSON, sent as application/json")
    if int(request.headers.get("content-length", 0)) > limits.body:
        raise _too_large(limits.body)
    body = bytearray()
    try:
        async with asyncio.timeout(limits.body_time):
            async for chunk in request.stream():
                body += chunk
                if len(body) > limits.body:
                    raise _too_large(limits.body)
    except TimeoutError:
        # The rest of the body would have to be read before another request.
        raise HTTPException(408, "the body was sent too slowly", {"Connection": "close"}) from None
    except ClientDisconnect:
        raise HTTPException(400, "the client disconnected") from None
    return bytes(body)


def _too_large(limit: int) -> HTTPException:
    return HTTPException(413, f"the body is larger than {limit} bytes")


async def _unless_disconnected(
    request: Request, work: Coroutine[Any, Any, messages.Answer | Failure]
) -> messages.Answer | Failure:
    """The result of the work, which is cancelled if the client disconnects."""
    task = asyncio.create_task(work)
    disconnection = asyncio.create_task(_wait_for_disconnection(request))
    try:
        await asyncio.wait({task, disconnection}, return_when=asyncio.FIRST_COMPLETED)
        return await task if task.done() else Failure.CLOSING  # nobody reads that
    finally:
        disconnection.cancel()
        task.cancel()


async def _wait_for_disconnection(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass
