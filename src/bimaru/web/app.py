"""The application: the page, the API and what guards them."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from fastapi.responses import Response
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.staticfiles import StaticFiles

import bimaru
from bimaru.web import api, work
from bimaru.web.lanes import Lanes
from bimaru.web.limits import Limits

PAGE: Final = Path(__file__).parent / "page"


def application(limits: Limits, root_path: str = "") -> FastAPI:
    """The application within these limits, reached under `root_path` behind a proxy."""
    app = FastAPI(
        title="bimaru",
        version=bimaru.__version__,
        description="Battleship puzzles: solve, explain, check, make, convert and draw them.",
        docs_url=None,
        redoc_url=None,
        root_path=root_path,
        lifespan=_with_lanes,
    )
    app.state.limits = limits
    app.include_router(api.router, prefix="/api")
    app.add_exception_handler(HTTPException, _refused)
    app.add_exception_handler(RequestValidationError, _not_understood)
    app.mount("/", StaticFiles(directory=PAGE, html=True, check_dir=False))
    return app


@asynccontextmanager
async def _with_lanes(app: FastAPI) -> AsyncIterator[None]:
    app.state.lanes = Lanes(app.state.limits)
    try:
        yield
    finally:
        await app.state.lanes.close()


async def _refused(_: Request, error: Exception) -> Response:
    if not isinstance(error, HTTPException):
        raise error
    found = work.refusal(error.status_code, error.detail)
    return Response(found.content, found.status, error.headers, found.media_type)


async def _not_understood(_: Request, error: Exception) -> Response:
    if not isinstance(error, RequestValidationError):
        raise error
    faults = (f"{'.'.join(map(str, fault['loc'][1:]))}: {fault['msg']}" for fault in error.errors())
    found = work.refusal(422, "options that are not understood", *faults)
    return Response(found.content, found.status, media_type=found.media_type)
