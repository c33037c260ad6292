"""`bimaru serve`: the web page and its API."""

from __future__ import annotations

import socket
from collections.abc import Collection
from typing import TYPE_CHECKING

import click

from bimaru.cli import options
from bimaru.cli.main_group import BadInputError
from bimaru.errors import MissingExtraError

if TYPE_CHECKING:
    from bimaru.web.limits import Limits


@click.command()
@click.option(
    "--host", metavar="HOST", default="127.0.0.1", show_default=True, help="The address to listen on."
)
@click.option(
    "--port",
    type=options.number(0, 65535),
    metavar="N",
    default=8000,
    show_default=True,
    help="The port to listen on; 0 is any that is free.",
)
@click.option(
    "--root-path",
    metavar="PATH",
    default="",
    help="The path under which a reverse proxy has this server, like /bimaru.",
)
@click.option(
    "--allow-host",
    "names",
    metavar="NAME",
    multiple=True,
    help="A host name or address that clients may use in the URL; repeatable; * is any. Needed with a --host "
    "that other machines can reach. On loopback, localhost and its addresses are always allowed.",
)
@click.option(
    "--workers",
    type=options.number(most=64),
    metavar="N",
    help="Work on N easy and on N hard requests at a time; otherwise as many as there are processors.",
)
@click.option(
    "--time-limit",
    type=options.Real(0.1, 3600),
    metavar="S",
    default=10,
    show_default=True,
    help="Spend at most S seconds on a request.",
)
@click.option("--open", "is_opened", is_flag=True, help="Open the page in a browser.")
def serve(
    host: str,
    port: int,
    root_path: str,
    names: tuple[str, ...],
    workers: int | None,
    time_limit: float,
    is_opened: bool,
) -> None:
    """Serve the web page to play and make puzzles.

    Its JSON API is open to other programs: see docs/reference/http-api.md, or /docs on the server.
    Without --host, nobody but this machine can reach it. With another address than loopback, other
    machines can, without encryption and without accounts; --allow-host names the host names they
    use. Ctrl-C ends it.

    \b
    Example:
      bimaru serve
      bimaru serve --port 8001 --open
    """
    try:
        from bimaru.web import connections, guard, limits, server
    except ImportError:
        raise MissingExtraError("bimaru serve", "web") from None
    granted = limits.Limits(time=time_limit, workers=workers or limits.cores())
    try:
        allowed = guard.allowed_hosts(host, names)
        room = connections.room_for_connections(granted)
    except (ValueError, connections.TooFewFilesError) as error:
        raise BadInputError(str(error)) from error
    with _listening(host, port) as listener:
        shown = f"[{host}]" if ":" in host else host
        place = f"http://{shown}:{listener.getsockname()[1]}/"

        def ready() -> None:
            click.echo(f"bimaru is at {place} (Ctrl-C ends it)")
            if not guard.is_loopback(host):
                click.echo(_warning(allowed, granted, room), err=True)
            if is_opened:
                click.launch(place)

        server.run(listener, granted, allowed, _as_prefix(root_path), ready)


def _warning(names: Collection[str], granted: Limits, connections: int) -> str:
    """What it means that other machines can reach the server."""
    called = "under any name" if "*" in names else f"as {', '.join(sorted(names))}"
    return (
        f"Every machine that can reach this address can use the server, {called}.\n"
        "It has no accounts and no encryption (TLS): "
        "for the internet, put a web server with HTTPS in front of it.\n"
        f"Limits: {granted.time:g} s of work, {granted.body // 1024} kB of body and a grid of "
        f"{granted.side}x{granted.side} for a request; {granted.workers} short, {granted.workers} longer and "
        f"{granted.workers} hard requests worked on at a time, {granted.waiting_hard} hard ones waiting; "
        f"{connections} connections."
    )


def _as_prefix(path: str) -> str:
    """A path without the slash at its end, and with one before it."""
    inner = path.strip("/")
    return f"/{inner}" if inner else ""


def _listening(host: str, port: int) -> socket.socket:
    from bimaru.web.server import bind

    try:
        return bind(host, port)
    except OSError as error:
        raise BadInputError(f"{host}, port {port}: {error.strerror}") from error
