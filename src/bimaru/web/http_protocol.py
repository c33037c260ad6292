"""HTTP as uvicorn speaks it, with time limits for what clients send and read."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from enum import Enum, auto
from http import HTTPStatus
from typing import Any, Final

import h11
import uvicorn
from starlette.types import ASGIApp
from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle
from uvicorn.server import ServerState

from bimaru.web.connections import Connections
from bimaru.web.guard import HEADERS
from bimaru.web.limits import Limits
from bimaru.web.logs import logger
from bimaru.web.messages import error_answer

_READ_AT_ONCE: Final = 2**14
"""Bytes. The usual 256 kB, sent as chunks of one byte each, keep h11 busy for half a second at a stretch."""


class Config(uvicorn.Config):
    """What uvicorn needs to know, and what its connections need to know besides."""

    def __init__(self, app: ASGIApp, limits: Limits, connections: Connections, **more: Any) -> None:
        super().__init__(app, http=LimitedProtocol, timeout_keep_alive=int(limits.idle_time), **more)
        self.limits = limits
        self.connections = connections


class _Phase(Enum):
    """What a connection is at."""

    NEW = auto()
    """Nothing has come yet."""
    IDLE = auto()
    """A request has been answered, and nothing has come since."""
    HEAD = auto()
    BODY = auto()
    WORK = auto()
    """The request is there; the answer is not yet written."""
    LAST = auto()
    """The answer is written, and no other will be."""


class LimitedProtocol(H11Protocol):
    """A connection, which is closed when its client takes longer than the limits allow to send a request's
    head or body, to send another request, or to read an answer.

    The time for a head or a body counts from its beginning, so a trickle does not extend it."""

    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self._limits = config.limits
        self._all = config.connections
        self._at: tuple[_Phase, object] | None = None
        self._unread = 0
        self._last_read = 0.0

    # What asyncio and uvicorn call

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Take the connection in, or refuse it; one that waits may have to make room."""
        super().connection_made(transport)
        with suppress(AttributeError):  # an event loop of another make
            transport.max_size = _READ_AT_ONCE  # type: ignore[attr-defined]
        closing = self._all.admit(self)
        self._update_phase()
        if closing is not None:
            logger.warning(
                "All %d connections are in use; closing one for each that is opened", self._all.most
            )
        if closing is self:
            self._refuse(503, "too many connections have a request under way")
        elif closing is not None:
            closing.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the connection."""
        self._all.leave(self)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Read a part of a request, or of several."""
        super().data_received(data)
        self._update_phase()

    def on_response_complete(self) -> None:
        """Go on to the next request."""
        super().on_response_complete()
        self._update_phase()

    def send_400_response(self, msg: str) -> None:  # noqa: ARG002
        """Refuse what is not HTTP, in the shape of all refusals."""
        self._refuse(400, "this is not an HTTP request, or its head is too large")

    # What the registry calls

    def abort(self) -> None:
        """Close the connection now."""
        self._all.leave(self)
        self.transport.abort()

    def expire(self) -> None:
        """Close the connection of a client that is late, with status 408 if it has begun a request's head."""
        if self._phase is _Phase.HEAD:
            self._refuse(408, "the head of the request came too slowly")
        else:
            self.abort()

    def is_stalled(self, now: float) -> bool:
        """Whether nothing of what was sent has been read for as long as `Limits.read_time`."""
        unread = self.transport.get_write_buffer_size()
        if unread == 0 or unread < self._unread or self._unread == 0:
            self._last_read = now
        self._unread = unread
        return now - self._last_read > self._limits.read_time

    # Phases

    def _update_phase(self) -> None:
        """Set the deadline of a phase when it begins. Another request is another phase."""
        at = (self._phase, self._request)
        if at == self._at:
            return
        self._at = at
        limits = self._limits
        seconds = {
            _Phase.NEW: limits.head_time,
            _Phase.IDLE: limits.idle_time + 1,  # uvicorn closes it first, and in good order
            _Phase.HEAD: limits.head_time,
            _Phase.BODY: limits.body_time + 1,  # the application answers first, with status 408
            _Phase.LAST: limits.read_time,
        }.get(at[0])
        if seconds is None:
            self._all.work(self)
        else:
            self._all.wait(self, self.loop.time() + seconds)

    @property
    def _phase(self) -> _Phase:
        theirs = self.conn.their_state
        if theirs is h11.SEND_BODY:
            return _Phase.BODY
        if theirs is h11.IDLE:
            if self.conn.trailing_data[0]:
                return _Phase.HEAD
            return _Phase.NEW if self._request is None else _Phase.IDLE
        if self._request is None or self._request.response_complete:
            return _Phase.LAST
        return _Phase.WORK

    def _refuse(self, status: int, error: str) -> None:
        """Answer without the application, and close the connection."""
        request = self._request
        if request is None or request.response_complete or not request.response_started:
            self.transport.write(_closing_response(status, error))
        if request is not None and not request.response_complete:
            request.disconnected = True
            request.message_event.set()
        self.transport.close()

    @property
    def _request(self) -> RequestResponseCycle | None:
        """The request that came last."""
        return self.cycle


def _closing_response(status: int, error: str) -> bytes:
    found = error_answer(status, error)
    headers = {
        "Content-Type": found.media_type,
        "Content-Length": str(len(found.content)),
        "Connection": "close",
        "Cache-Control": "no-store",
    }
    lines = [f"HTTP/1.1 {status} {HTTPStatus(status).phrase}"]
    lines += (f"{name}: {value}" for name, value in {**headers, **HEADERS}.items())
    return "\r\n".join([*lines, "", ""]).encode("ascii") + found.content
