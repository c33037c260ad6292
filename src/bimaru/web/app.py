"""The application: the page, the API and what guards them."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

import bimaru
from bimaru.web import api, health, reference
from bimaru.web import static_files as pages
from bimaru.web.api import response_of
from bimaru.web.guard import Guard
from bimaru.web.messages import refusal
from bimaru.web.scheduler import Lanes

_STYLE: Final = Path(__file__).parent / "reference.css"


def application(lanes: Lanes, names: frozenset[str], root_path: str = "") -> Guard:
    """The application, answering to these names, and reached under `root_path` behind a proxy."""
    app = FastAPI(
        title="bimaru",
        version=bimaru.__version__,
        description="Battleship puzzles: solve, explain, check, make, convert and draw them.",
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,
        root_path=root_path,
        lifespan=_with_lanes,
        exception_handlers={
            HTTPException: _refused,
            RequestValidationError: _not_understood,
            Exception: _broken_down,
        },
    )
    app.state.lanes = lanes
    app.include_router(api.router, prefix="/api")
    app.include_router(health.router)
    app.router.routes += [Route("/docs", _docs), Route("/docs.css", _docs_style), *pages.routes()]
    return Guard(app, names)


@asynccontextmanager
async def _with_lanes(app: FastAPI) -> AsyncIterator[None]:
    lanes: Lanes = app.state.lanes
    app.state.since = time.monotonic()
    await lanes.start()
    try:
        yield
    finally:
        await lanes.close()


async def _docs(request: Request) -> Response:
    return pages.fresh(request, reference.page(request.app.openapi()).encode(), "text/html")


async def _docs_style(request: Request) -> Response:
    return pages.fresh(request, _STYLE.read_bytes(), "text/css")


# Every error is told in one shape


async def _refused(_: Request, error: Exception) -> Response:
    if not isinstance(error, HTTPException):
        raise error
    return response_of(refusal(error.status_code, error.detail), error.headers)


async def _not_understood(_: Request, error: Exception) -> Response:
    if not isinstance(error, RequestValidationError):
        raise error
    faults = (f"{'.'.join(map(str, fault['loc'][1:]))}: {fault['msg']}" for fault in error.errors())
    return response_of(refusal(422, "this is not what can be asked", *faults))


async def _broken_down(_: Request, __: Exception) -> Response:
    return response_of(refusal(500, "bimaru broke down"))
