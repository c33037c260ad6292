"""The application: the page, the API and their error handlers, behind `security`."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Final

from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

import bimaru
from bimaru.web import api, health, reference, schema, static_files
from bimaru.web.api import response_of
from bimaru.web.messages import error_answer
from bimaru.web.page_files import PAGE
from bimaru.web.scheduler import Scheduler
from bimaru.web.security import Guard

_STYLE: Final = Path(__file__).parent / "reference.css"


class _Application(FastAPI):
    def __init__(self, prefix: str, **options: Any) -> None:
        super().__init__(**options)
        self._prefix = prefix

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle an ASGI scope, whose paths a proxy may have given a prefix."""
        await super().__call__({**scope, "root_path": self._prefix}, receive, send)

    def openapi(self) -> dict[str, Any]:
        """The OpenAPI document, with the schemas of bodies, which no route reads."""
        document = super().openapi()
        document["components"]["schemas"] |= schema.body_schemas()
        return document


def application(scheduler: Scheduler, hosts: frozenset[str], root_path: str = "", page: Path = PAGE) -> Guard:
    """The application for these allowed hosts, under `root_path` if behind a proxy; `page` is the directory
    of the page or of a site."""
    app = _Application(
        root_path,
        title="bimaru",
        version=bimaru.__version__,
        description="Battleship puzzles: solve, explain, check, generate, convert and draw them.",
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,
        lifespan=_with_workers,
        exception_handlers={
            HTTPException: _http_error,
            RequestValidationError: _validation_error,
            Exception: _internal_error,
        },
    )
    app.state.scheduler = scheduler
    app.include_router(api.router, prefix="/api")
    app.include_router(health.router)
    app.router.routes += [Route("/docs", _docs), Route("/docs.css", _docs_style), *static_files.routes(page)]
    return Guard(app, hosts)


@asynccontextmanager
async def _with_workers(app: FastAPI) -> AsyncIterator[None]:
    scheduler: Scheduler = app.state.scheduler
    app.state.since = time.monotonic()
    await scheduler.start()
    try:
        yield
    finally:
        await scheduler.close()


async def _docs(request: Request) -> Response:
    page = reference.page(request.app.openapi())
    return static_files.revalidated(request, page.encode(), "text/html")


async def _docs_style(request: Request) -> Response:
    return static_files.revalidated(request, _STYLE.read_bytes(), "text/css")


# All errors have the same shape.


async def _http_error(_: Request, error: HTTPException) -> Response:
    return response_of(error_answer(error.status_code, error.detail), error.headers)


async def _validation_error(_: Request, error: RequestValidationError) -> Response:
    faults = (f"{'.'.join(map(str, fault['loc'][1:]))}: {fault['msg']}" for fault in error.errors())
    return response_of(error_answer(422, "invalid request", *faults))


async def _internal_error(_: Request, __: Exception) -> Response:
    return response_of(error_answer(500, "internal error"))
