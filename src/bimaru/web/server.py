"""The server: one process that talks to the world, and its workers."""

from __future__ import annotations

import asyncio
import signal
import socket
import sys
from collections.abc import Callable
from typing import Final

import uvicorn

from bimaru.web import logs
from bimaru.web.app import application
from bimaru.web.connections import ACCEPTED_AT_ONCE, Connections, room_for_connections
from bimaru.web.http_protocol import Config
from bimaru.web.limits import Limits
from bimaru.web.scheduler import Lanes

_QUEUE: Final = 1024
"""Connections that the system holds until they are accepted, so that a sudden crowd need not try again."""
_TICKS: Final = 10
"""Ticks of uvicorn's in a second."""
_LAST_WORDS: Final = 2
"""Seconds that connections get to end once the server ends."""


def bound(host: str, port: int) -> socket.socket:
    """A socket that listens there. Raises `OSError`."""
    # Of a socket that does not say that it is TCP, asyncio leaves answers lying about for 40 ms (Nagle).
    family, kind, protocol, _, address = socket.getaddrinfo(
        host, port, type=socket.SOCK_STREAM, proto=socket.IPPROTO_TCP, flags=socket.AI_PASSIVE
    )[0]
    listening = socket.socket(family, kind, protocol)
    try:
        if sys.platform != "win32":  # where it means something else
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(address)
        listening.listen()
    except OSError:
        listening.close()
        raise
    return listening


def run(
    listening: socket.socket,
    limits: Limits,
    names: frozenset[str],
    root_path: str,
    ready: Callable[[], None],
) -> None:
    """Serve on that socket until SIGTERM, or until Ctrl-C, which raises `KeyboardInterrupt`. `ready` is
    called once requests are answered. Raises `TooFewFilesError`."""
    server = Server(limits, names, root_path, ready)
    before = signal.signal(signal.SIGTERM, lambda *_: None)  # uvicorn raises it once more in the end
    try:
        server.run([listening])
    finally:
        signal.signal(signal.SIGTERM, before)


class Server(uvicorn.Server):
    """The server with its workers. Raises `TooFewFilesError` where the process may not open enough files.

    Every second it closes the connections of clients that are late and replaces workers that have ended.
    When it ends, it waits for nobody's hard work, nor for clients that have not sent a whole request."""

    def __init__(
        self,
        limits: Limits,
        names: frozenset[str],
        root_path: str = "",
        ready: Callable[[], None] = lambda: None,
        lanes: Lanes | None = None,
    ) -> None:
        self._lanes = lanes or Lanes(limits)
        self._connections = Connections(room_for_connections(limits))
        self._ready = ready
        config = Config(
            application(self._lanes, names, root_path),
            limits,
            self._connections,
            ws="none",
            log_config=None,
            log_level="warning",
            access_log=False,
            server_header=False,
            lifespan="on",
            backlog=ACCEPTED_AT_ONCE,
            timeout_graceful_shutdown=_LAST_WORDS,
        )
        super().__init__(config)
        self._logs = logs.configured()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, and call `ready`."""
        await super().startup(sockets)
        for listening in sockets or ():
            listening.listen(_QUEUE)  # asyncio has set it to the number that it accepts at once
        self._ready()

    async def on_tick(self, counter: int) -> bool:
        """Look after connections, workers and messages; whether to end."""
        if counter % _TICKS == 0:
            self._connections.sweep(asyncio.get_running_loop().time())
            self._lanes.replace_dead_workers()
            self._logs.summarise()
        return await super().on_tick(counter)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End."""
        await self._lanes.close()
        self._connections.abort_waiting()
        await super().shutdown(sockets)
