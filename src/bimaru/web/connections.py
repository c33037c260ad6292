"""The open connections: how many there may be, and which are closed for being late or to make room."""

from __future__ import annotations

import sys
from contextlib import suppress
from typing import Final, Protocol

from bimaru.errors import BimaruError
from bimaru.web.limits import Limits

ACCEPTED_AT_ONCE: Final = 16
"""Connections that the event loop accepts before it does anything else."""
_UNSEEN: Final = 4 * ACCEPTED_AT_ONCE
"""Descriptors of connections that are accepted and not yet counted, or closed and not yet released: either
takes the event loop one or two rounds."""
_FILES_OF_A_WORKER: Final = 3
"""Two pipes, and on Linux the descriptor that reports the end of the process."""
_OTHER_FILES: Final = 32
"""Standard streams, sockets, the event loop, a file that is being read, the pipes of a starting process."""
_FEWEST: Final = 8
"""With fewer connections than this a browser could not load the page."""


class TooFewFilesError(BimaruError, RuntimeError):
    """The process may not open enough files for its workers and a few connections."""


def room_for_connections(limits: Limits) -> int:
    """How many connections this process can hold: at most `limits.connections`, and fewer where the limit of
    open files, raised as far as it may be, leaves room for fewer. Raises `TooFewFilesError`."""
    other = _UNSEEN + _OTHER_FILES + _FILES_OF_A_WORKER * limits.processes
    files = _open_files_limit(other + limits.connections)
    if files - other < min(_FEWEST, limits.connections):
        raise TooFewFilesError(
            f"this process may open {files} files (ulimit -n); "
            f"with --workers {limits.workers} the server needs at least {other + _FEWEST}"
        )
    return min(limits.connections, files - other)


def _open_files_limit(wanted: int) -> int:
    """The number of files that this process may open, once the limit is raised to `wanted` if it may be."""
    if sys.platform == "win32":  # where sockets are no files
        return wanted
    import resource

    limit, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    if limit == resource.RLIM_INFINITY or limit >= wanted:
        return wanted
    raised = wanted if most == resource.RLIM_INFINITY else min(wanted, most)
    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (raised, most))
    return resource.getrlimit(resource.RLIMIT_NOFILE)[0]


class Connection(Protocol):
    """What the registry does with a connection."""

    def abort(self) -> None:
        """Close it now, whatever is left to read or write."""

    def expire(self) -> None:
        """Close it because its client was too slow."""

    def is_stalled(self, now: float) -> bool:
        """Whether its client has not read for too long what was sent."""


class Connections:
    """All open connections, of which there are at most `most`.

    A connection *waits* while its client is to do something: to send a request or the rest of one, or to
    read an answer. When one more comes than there is room for, the connection that has been waiting longest
    is closed; only when every connection has a request that is being worked on, the new one is refused. So
    clients that do nothing cannot keep others out. Times are those of the event loop's clock, in seconds."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._open: set[Connection] = set()
        self._deadlines: dict[Connection, float] = {}

    def __len__(self) -> int:
        return len(self._open)

    @property
    def waiting(self) -> int:
        """How many wait for their client."""
        return len(self._deadlines)

    def admit(self, connection: Connection) -> Connection | None:
        """Take a new connection in. Returns the one to close for it: itself when there is no room."""
        if len(self._open) < self.most:
            self._open.add(connection)
            return None
        if not self._deadlines:
            return connection
        oldest = next(iter(self._deadlines))
        self.leave(oldest)
        self._open.add(connection)
        return oldest

    def wait(self, connection: Connection, deadline: float) -> None:
        """From now on the connection waits for its client, until the deadline."""
        if connection in self._open:
            self._deadlines.pop(connection, None)
            self._deadlines[connection] = deadline

    def work(self, connection: Connection) -> None:
        """From now on the client waits for us."""
        self._deadlines.pop(connection, None)

    def leave(self, connection: Connection) -> None:
        """The connection is closed, or about to be."""
        self._open.discard(connection)
        self._deadlines.pop(connection, None)

    def sweep(self, now: float) -> None:
        """Close the connections whose client is late."""
        for connection in [one for one, deadline in self._deadlines.items() if deadline < now]:
            self._deadlines.pop(connection, None)
            connection.expire()
        for connection in [one for one in self._open if one.is_stalled(now)]:
            connection.abort()

    def abort_waiting(self) -> None:
        """Close every connection that waits for its client."""
        for connection in list(self._deadlines):
            connection.abort()
