"""`GET /healthz`: whether the server can answer requests, for monitoring."""

from __future__ import annotations

import time

from fastapi import APIRouter, Request, Response

import bimaru
from bimaru.web import messages, schema
from bimaru.web.api import ERRORS, response_of
from bimaru.web.scheduler import Scheduler

router = APIRouter()


@router.get(
    "/healthz",
    response_model=schema.Health,
    responses={
        400: ERRORS[400],
        503: {"model": schema.Health, "description": "A pool has no live worker."},
    },
)
async def health(request: Request) -> Response:
    """Report the state of the server, without a worker or a place in a queue."""
    scheduler: Scheduler = request.app.state.scheduler
    loads = scheduler.load()
    is_ok = all(load.alive for load in loads)
    report = {
        "status": "ok" if is_ok else "unavailable",
        "version": bimaru.__version__,
        "uptime": round(time.monotonic() - request.app.state.since, 3),
        "queues": [
            {"work": work, **load.to_data()} for work, load in zip(_kinds(len(loads)), loads, strict=True)
        ],
    }
    return response_of(messages.as_json(report, 200 if is_ok else 503))


def _kinds(number: int) -> list[str]:
    """The kind of requests of each pool."""
    return ["hard"] if number == 1 else ["short", *["longer"] * (number - 2), "hard"]
