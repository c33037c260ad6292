"""The server process: its socket, connections and workers."""

from __future__ import annotations

import asyncio
import signal
import socket
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Final

import uvicorn

from bimaru.web import logs
from bimaru.web.app import application
from bimaru.web.client_deadlines import Config
from bimaru.web.connections import ACCEPTED_AT_ONCE, Connections, room_for_connections
from bimaru.web.page_files import PAGE
from bimaru.web.scheduler import Scheduler
from bimaru.web.server_limits import Limits

_BACKLOG: Final = 1024
"""Connections that the system queues until they are accepted, so that bursts need no retries."""
_TICKS: Final = 10
"""Ticks of uvicorn a second."""
_SHUTDOWN_TIME: Final = 2
"""Seconds for connections to finish once the server shuts down."""


def bind(host: str, port: int) -> socket.socket:
    """A listening socket. Raises `OSError`."""
    # asyncio disables Nagle's algorithm, which delays answers by 40 ms, only if the protocol is given.
    family, kind, protocol, _, address = socket.getaddrinfo(
        host, port, type=socket.SOCK_STREAM, proto=socket.IPPROTO_TCP, flags=socket.AI_PASSIVE
    )[0]
    listening = socket.socket(family, kind, protocol)
    try:
        if sys.platform != "win32":  # the option means something else there
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(address)
        listening.listen()
    except OSError:
        listening.close()
        raise
    return listening


class Server(uvicorn.Server):
    """The server with its workers. Raises `TooFewFilesError` if the process may not open enough files.

    `ready` is called once it answers requests; `page` is the directory of the page or of a site.

    Every second it closes connections past their deadline and replaces dead workers. On shutdown it waits
    neither for hard requests nor for clients that have not sent a whole request."""

    def __init__(
        self,
        limits: Limits,
        hosts: frozenset[str],
        root_path: str = "",
        ready: Callable[[], None] = lambda: None,
        scheduler: Scheduler | None = None,
        page: Path = PAGE,
    ) -> None:
        self._scheduler = scheduler or Scheduler(limits)
        self._connections = Connections(room_for_connections(limits))
        self._ready = ready
        config = Config(
            application(self._scheduler, hosts, root_path, page),
            limits,
            self._connections,
            ws="none",
            log_config=None,
            log_level="warning",
            access_log=False,
            server_header=False,
            lifespan="on",
            backlog=ACCEPTED_AT_ONCE,
            timeout_graceful_shutdown=_SHUTDOWN_TIME,
        )
        super().__init__(config)
        self._logs = logs.configure()

    def run(self, sockets: list[socket.socket] | None = None) -> None:
        """Serve on the sockets until SIGTERM, SIGHUP or Ctrl-C, which raises `KeyboardInterrupt`."""
        names = [name for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
        before = {getattr(signal, name): signal.getsignal(getattr(signal, name)) for name in names}
        for number, previous in before.items():
            if previous != signal.SIG_IGN:  # as SIGHUP is under nohup
                signal.signal(number, self.handle_exit)  # uvicorn raises them again at the end
        try:
            super().run(sockets)
        finally:
            for number, previous in before.items():
                signal.signal(number, previous)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, then call `ready`."""
        await super().startup(sockets)
        for listening in sockets or ():
            listening.listen(_BACKLOG)  # asyncio has set it to the number that it accepts at once
        self._ready()

    async def on_tick(self, counter: int) -> bool:
        """Maintain connections, workers and log; return whether to shut down."""
        if counter % _TICKS == 0:
            self._connections.sweep(asyncio.get_running_loop().time())
            self._scheduler.replace_dead_workers()
            self._logs.summarise()
        return await super().on_tick(counter)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Shut down."""
        await self._scheduler.close()
        self._connections.abort_waiting()
        await super().shutdown(sockets)
