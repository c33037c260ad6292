"""`GET /healthz`: whether the server can answer requests, for the programs that watch over it."""

from __future__ import annotations

import time

from fastapi import APIRouter, Request, Response

import bimaru
from bimaru.web import messages, schema
from bimaru.web.api import ERRORS, response_of
from bimaru.web.scheduler import Lanes

router = APIRouter()


@router.get(
    "/healthz",
    response_model=schema.Health,
    responses={
        400: ERRORS[400],
        503: {"model": schema.Health, "description": "No worker is alive for one kind of work."},
    },
)
async def health(request: Request) -> Response:
    """Report the state of the server. It takes no worker and no place in a queue."""
    lanes: Lanes = request.app.state.lanes
    loads = lanes.load()
    is_well = all(load.alive for load in loads)
    report = {
        "status": "ok" if is_well else "unavailable",
        "version": bimaru.__version__,
        "uptime": round(time.monotonic() - request.app.state.since, 3),
        "queues": [
            {"work": work, **load._asdict()} for work, load in zip(_kinds(len(loads)), loads, strict=True)
        ],
    }
    return response_of(messages.as_json(report, 200 if is_well else 503))


def _kinds(number: int) -> list[str]:
    """What the work of each lane is called."""
    return ["hard"] if number == 1 else ["short", *["longer"] * (number - 2), "hard"]
