"""The server: one process that talks to the world, and its workers."""

from __future__ import annotations

import signal
import socket
from collections.abc import Callable
from typing import Final

import uvicorn

from bimaru.web.app import application
from bimaru.web.lanes import Lanes
from bimaru.web.limits import Limits

_LAST_WORDS: Final = 2
"""Seconds that connections get to end once the server ends."""


def bound(host: str, port: int) -> socket.socket:
    """A socket that listens there. Raises `OSError`."""
    family, *_, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0]
    return socket.create_server((str(address[0]), port), family=family)


def run(
    listening: socket.socket,
    limits: Limits,
    names: frozenset[str],
    root_path: str,
    ready: Callable[[], None],
) -> None:
    """Serve on that socket until SIGTERM, or until Ctrl-C, which raises `KeyboardInterrupt`. `ready` is
    called once requests are answered."""
    lanes = Lanes(limits)
    config = uvicorn.Config(
        application(lanes, names, root_path),
        log_level="warning",
        access_log=False,
        server_header=False,
        lifespan="on",
        timeout_graceful_shutdown=_LAST_WORDS,
    )
    before = signal.signal(signal.SIGTERM, lambda *_: None)  # uvicorn raises it once more in the end
    try:
        _Server(config, lanes, ready).run([listening])
    finally:
        signal.signal(signal.SIGTERM, before)


class _Server(uvicorn.Server):
    """Says when it is ready, and lets nobody wait for hard work when it ends."""

    def __init__(self, config: uvicorn.Config, lanes: Lanes, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._lanes = lanes
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        await self._lanes.close()
        await super().shutdown(sockets)
