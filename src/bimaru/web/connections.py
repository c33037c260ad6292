"""The registry of open connections: their number, their deadlines, and which to close for a new one."""

from __future__ import annotations

import sys
from contextlib import suppress
from typing import Final, Protocol

from bimaru.errors import BimaruError
from bimaru.web.server_limits import Limits

ACCEPTED_AT_ONCE: Final = 16
"""Connections that the event loop accepts at a time."""
_UNCOUNTED: Final = 4 * ACCEPTED_AT_ONCE
"""Descriptors of connections accepted and not yet counted, or closed and not yet released: the event loop
takes one or two rounds for either."""
_WORKER_FILES: Final = 3
"""Two pipes, and on Linux the descriptor that reports the end of the process."""
_OTHER_FILES: Final = 32
"""Standard streams, sockets, the event loop, a file being read, the pipes of a starting process."""
_MIN_CONNECTIONS: Final = 8
"""The fewest connections with which a browser loads the page."""


class TooFewFilesError(BimaruError, RuntimeError):
    """The limit of open files is too low for the workers and a few connections."""


def room_for_connections(limits: Limits) -> int:
    """The most connections this process can hold, up to `limits.connections`.

    Raises the limit of open files as far as needed and allowed. Raises `TooFewFilesError`."""
    other = _UNCOUNTED + _OTHER_FILES + _WORKER_FILES * limits.processes
    files = _open_files_limit(other + limits.connections)
    if files - other < min(_MIN_CONNECTIONS, limits.connections):
        raise TooFewFilesError(
            f"this process may open {files} files (ulimit -n); "
            f"with --workers {limits.workers} the server needs at least {other + _MIN_CONNECTIONS}"
        )
    return min(limits.connections, files - other)


def _open_files_limit(required: int) -> int:
    """The number of files that this process may open, after raising the limit to `required` if allowed."""
    if sys.platform == "win32":  # where sockets are no files
        return required
    import resource

    limit, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    if limit == resource.RLIM_INFINITY or limit >= required:
        return required
    raised = required if most == resource.RLIM_INFINITY else min(required, most)
    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (raised, most))
    return resource.getrlimit(resource.RLIMIT_NOFILE)[0]


class Connection(Protocol):
    """A connection, as the registry uses it."""

    def abort(self) -> None:
        """Close it at once, dropping unread and unsent data."""

    def expire(self) -> None:
        """Close it because its client was too slow."""

    def is_stalled(self, now: float) -> bool:
        """Whether its client has stopped reading for too long."""


class Connections:
    """The open connections, at most `capacity`.

    A connection *waits* while the server expects its client to send a request or to read an answer. If the
    registry is full, a new connection replaces the one that has been waiting longest; if none waits, the new
    one is rejected. So idle clients cannot keep others out. Times are seconds of the event loop's clock."""

    def __init__(self, capacity: int) -> None:
        self.capacity = capacity
        self._open: set[Connection] = set()
        self._deadlines: dict[Connection, float] = {}

    def __len__(self) -> int:
        return len(self._open)

    @property
    def waiting(self) -> int:
        """The number of connections that wait for their client."""
        return len(self._deadlines)

    def admit(self, connection: Connection) -> Connection | None:
        """Add a new connection. Returns the connection to close for it, which is itself if none waits."""
        if len(self._open) < self.capacity:
            self._open.add(connection)
            return None
        if not self._deadlines:
            return connection
        oldest = next(iter(self._deadlines))
        self.remove(oldest)
        self._open.add(connection)
        return oldest

    def mark_waiting(self, connection: Connection, deadline: float) -> None:
        """Mark the connection as waiting for its client, until the deadline."""
        if connection in self._open:
            self._deadlines.pop(connection, None)
            self._deadlines[connection] = deadline

    def mark_busy(self, connection: Connection) -> None:
        """Mark the connection as busy: its client waits for the server."""
        self._deadlines.pop(connection, None)

    def remove(self, connection: Connection) -> None:
        """Remove a connection that is closed or about to be."""
        self._open.discard(connection)
        self._deadlines.pop(connection, None)

    def sweep(self, now: float) -> None:
        """Close connections past their deadline, and stalled ones."""
        for connection in [late for late, deadline in self._deadlines.items() if deadline < now]:
            self._deadlines.pop(connection, None)
            connection.expire()
        for connection in [other for other in self._open if other.is_stalled(now)]:
            connection.abort()

    def abort_waiting(self) -> None:
        """Close every connection that waits for its client."""
        for connection in list(self._deadlines):
            connection.abort()
