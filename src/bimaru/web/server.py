"""The server: one process that talks to the world, and its workers."""

from __future__ import annotations

import signal
import socket
import sys
from collections.abc import Callable
from typing import Final

import uvicorn

from bimaru.web.app import application
from bimaru.web.lanes import Lanes
from bimaru.web.limits import Limits

_KEPT: Final = 75
"""Seconds that a connection stays open for another request: longer than proxies keep theirs."""
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
    called once requests are answered."""
    lanes = Lanes(limits)
    config = uvicorn.Config(
        application(lanes, names, root_path),
        log_level="warning",
        access_log=False,
        server_header=False,
        lifespan="on",
        timeout_keep_alive=_KEPT,
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
