"""What the application makes of what becomes of a request: the work itself is played here."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Coroutine
from dataclasses import replace
from typing import Any

import pytest

from bimaru.web.messages import Answer, Request, as_json
from bimaru.web.scheduler import Failure, Scheduler
from bimaru.web.server_limits import Limits
from serving import JSON

app = pytest.importorskip("bimaru.web.app")
httpx = pytest.importorskip("httpx")


class FakeScheduler(Scheduler):
    """Scheduler without workers: every request has the same fate."""

    def __init__(self, fate: Answer | Failure | Exception, limits: Limits | None = None) -> None:
        super().__init__(limits or Limits(workers=1))
        self.fate = fate
        self.requests: list[Request] = []

    async def answer(self, request: Request) -> Answer | Failure:
        self.requests.append(request)
        if isinstance(self.fate, Exception):
            raise self.fate
        return self.fate


def response_to(scheduler: Scheduler, **request: Any) -> Any:
    """The response to a request that those scheduler work on."""

    async def ask() -> Any:
        whole = app.application(scheduler, frozenset({"*"}))
        inside = httpx.ASGITransport(whole, raise_app_exceptions=False)
        async with httpx.AsyncClient(transport=inside, base_url="http://localhost") as client:
            return await client.post("/api/solve", headers=JSON, **request)

    work: Coroutine[Any, Any, Any] = ask()
    return asyncio.run(work)


@pytest.mark.parametrize(
    ("failure", "text", "retry"),
    [
        (Failure.BUSY, "are waiting", "8"),
        (Failure.TIMED_OUT, "the time limit was exceeded: 7.5 seconds of processor time", None),
        (Failure.OVERDUE, "too busy: there was no answer within 99 seconds by the clock", "8"),
        (Failure.WORKER_DIED, "ended unexpectedly", None),
        (Failure.NO_WORKER, "no worker process could be started", "8"),
        (Failure.CLOSING, "the server is shutting down", None),
    ],
)
def test_a_failure_has_status_503_and_says_which_limit_it_was_and_whether_to_retry(
    failure: Failure, text: str, retry: str | None
) -> None:
    limits = Limits(time=7.5, clock_time=99, workers=1)
    response = response_to(FakeScheduler(failure, limits), content=b"{}")
    assert response.status_code == 503
    assert text in response.json()["error"]
    assert response.headers.get("retry-after") == retry


def test_an_internal_error_has_the_usual_shape_and_no_details() -> None:
    response = response_to(FakeScheduler(RuntimeError("secret")), content=b"{}")
    assert response.status_code == 500
    assert response.json() == {"error": "internal error", "faults": []}
    assert "content-security-policy" in response.headers


def test_the_body_goes_to_the_worker_as_it_came() -> None:
    scheduler = FakeScheduler(as_json({}))
    assert response_to(scheduler, content=b'{"rows": [NaN').status_code == 200
    assert scheduler.requests[0].body == b'{"rows": [NaN'


@pytest.mark.parametrize(("wanted", "granted"), [(None, 5), (3, 3), (60, 5), (0, 0)])
def test_a_request_can_lower_the_time_limit_but_not_raise_it(wanted: float | None, granted: float) -> None:
    scheduler = FakeScheduler(as_json({}), Limits(time=5, workers=1))
    response_to(scheduler, content=b"{}", params={} if wanted is None else {"time_limit": wanted})
    assert scheduler.requests[0].time_limit == granted


def test_a_body_that_comes_too_slowly_is_not_waited_for() -> None:
    async def pieces() -> AsyncIterator[bytes]:
        yield b"{"
        await asyncio.sleep(60)
        yield b"}"

    limits = replace(Limits(workers=1), body_time=0.05)
    response = response_to(FakeScheduler(as_json({}), limits), content=pieces())
    assert response.status_code == 408
    assert response.json()["error"] == "the body was sent too slowly"


def test_a_client_that_leaves_before_its_body_is_complete_has_made_a_bad_request() -> None:
    scheduler = FakeScheduler(as_json({}))
    received = iter([{"type": "http.request", "body": b"{", "more_body": True}, {"type": "http.disconnect"}])
    sent: list[Any] = []

    async def receive() -> Any:
        return next(received)

    async def send(message: Any) -> None:
        sent.append(message)

    headers = [(b"host", b"localhost"), (b"content-type", b"application/json")]
    scope = {"type": "http", "method": "POST", "path": "/api/solve", "query_string": b"", "headers": headers}
    asyncio.run(app.application(scheduler, frozenset({"*"}))(scope, receive, send))
    assert sent[0]["status"] == 400
    assert sent[1]["body"] == b'{"error": "the client disconnected", "faults": []}'
    assert scheduler.requests == []
