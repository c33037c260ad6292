"""The server: one process that talks to the world, and its workers."""

from __future__ import annotations

import socket
from collections.abc import Callable

import uvicorn

from bimaru.web.app import application
from bimaru.web.limits import Limits


def bound(host: str, port: int) -> socket.socket:
    """A socket that listens there. Raises `OSError`."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    return socket.create_server((host, port), family=family, backlog=128)


def run(listening: socket.socket, limits: Limits, root_path: str, ready: Callable[[], None]) -> None:
    """Serve on that socket until Ctrl-C or SIGTERM; `ready` is called once requests are answered."""
    config = uvicorn.Config(
        application(limits, root_path),
        log_level="warning",
        access_log=False,
        server_header=False,
        lifespan="on",
    )
    _Server(config, ready).run(sockets=[listening])


class _Server(uvicorn.Server):
    def __init__(self, config: uvicorn.Config, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._ready()
