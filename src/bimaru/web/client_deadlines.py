"""uvicorn's HTTP protocol with deadlines for clients to send requests and to read answers."""

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
from bimaru.web.content_policy import HEADERS
from bimaru.web.logs import logger
from bimaru.web.messages import error_answer
from bimaru.web.server_limits import Limits
from bimaru.web.strict_http import StrictConnection

_READ_AT_ONCE: Final = 2**14
"""Bytes. With the default of 256 kB, chunks of one byte would block the event loop for half a second."""
_MAX_HEAD: Final = 2**14
"""Bytes of a request's head."""


class Config(uvicorn.Config):
    """uvicorn's configuration, with the limits and the registry of connections."""

    def __init__(self, app: ASGIApp, limits: Limits, connections: Connections, **more: Any) -> None:
        super().__init__(app, http=LimitedProtocol, timeout_keep_alive=int(limits.idle_time), **more)
        self.limits = limits
        self.connections = connections


class _Phase(Enum):
    """The phase of a connection."""

    NEW = auto()
    """Nothing received yet."""
    IDLE = auto()
    """The last request is answered, and nothing received since."""
    HEAD = auto()
    BODY = auto()
    WORK = auto()
    """The request is complete, the answer is not."""
    LAST = auto()
    """The last answer is written."""


class LimitedProtocol(H11Protocol):
    """A connection with deadlines for its client to send the head or body of a request, to send another
    request, and to read an answer.

    The deadline of a head or body counts from its beginning, so a trickle does not extend it."""

    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self.conn: StrictConnection = StrictConnection(_MAX_HEAD)
        self._limits = config.limits
        self._registry = config.connections
        self._phase_and_request: tuple[_Phase, object] | None = None
        self._unread = 0  # bytes that the client had not read at the last look
        self._last_read = 0.0  # when it last read some

    # Called by asyncio and uvicorn

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Register the connection, or reject it; a waiting one may be closed for it."""
        super().connection_made(transport)
        with suppress(AttributeError):  # another event loop
            transport.max_size = _READ_AT_ONCE  # type: ignore[attr-defined]
        closing = self._registry.admit(self)
        self._update_phase()
        if closing is not None:
            logger.warning(
                "All %d connections are in use; closing one for each that is opened", self._registry.capacity
            )
        if closing is self:
            self._reject(503, "all connections are busy")
        elif closing is not None:
            closing.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """Remove the connection."""
        self._registry.remove(self)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Receive part of a request, or several requests."""
        super().data_received(data)
        self._update_phase()

    def on_response_complete(self) -> None:
        """Continue with the next request."""
        super().on_response_complete()
        self._update_phase()

    def send_400_response(self, msg: str) -> None:  # noqa: ARG002
        """Reject malformed HTTP, in the shape of all errors."""
        self._reject(*self.conn.refusal)

    # Called by the registry

    def abort(self) -> None:
        """Close the connection now."""
        self._registry.remove(self)
        self.transport.abort()

    def expire(self) -> None:
        """Close a connection past its deadline, with status 408 within a request's head."""
        if self._phase is _Phase.HEAD and not self.transport.is_closing():
            self._reject(408, "the head of the request was sent too slowly")
        else:
            self.abort()

    def is_stalled(self, now: float) -> bool:
        """Whether the client has read nothing of an answer for `Limits.read_time`."""
        unread = self.transport.get_write_buffer_size()
        if unread == 0 or unread < self._unread or self._unread == 0:
            self._last_read = now
        self._unread = unread
        return now - self._last_read > self._limits.read_time

    # Phases

    def _update_phase(self) -> None:
        """Set the deadline of a phase when it begins. Each request has its own phases."""
        state = (self._phase, self._request)
        if state == self._phase_and_request:
            return
        self._phase_and_request = state
        limits = self._limits
        seconds = {
            _Phase.NEW: limits.head_time,
            _Phase.IDLE: limits.idle_time + 1,  # uvicorn closes it first, properly
            _Phase.HEAD: limits.head_time,
            _Phase.BODY: limits.body_time + 1,  # the application answers first, with status 408
            _Phase.LAST: limits.read_time,
        }.get(state[0])
        if seconds is None:
            self._registry.mark_busy(self)
        else:
            self._registry.mark_waiting(self, self.loop.time() + seconds)

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

    def _reject(self, status: int, error: str) -> None:
        """Answer with an error, without the application, and close the connection."""
        request = self._request
        if request is None or request.response_complete or not request.response_started:
            self.transport.write(_closing_response(status, error))
        if request is not None and not request.response_complete:
            request.disconnected = True
            request.message_event.set()
        self.transport.close()

    @property
    def _request(self) -> RequestResponseCycle | None:
        """The last request."""
        return self.cycle


def _closing_response(status: int, error: str) -> bytes:
    answer = error_answer(status, error)
    headers = {
        "Content-Type": answer.media_type,
        "Content-Length": str(len(answer.content)),
        "Connection": "close",
        "Cache-Control": "no-store",
    }
    lines = [f"HTTP/1.1 {status} {HTTPStatus(status).phrase}"]
    lines += (f"{name}: {value}" for name, value in {**headers, **HEADERS}.items())
    return "\r\n".join([*lines, "", ""]).encode("ascii") + answer.content
