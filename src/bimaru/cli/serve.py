"""`bimaru serve`: the web page and its API."""

from __future__ import annotations

import socket

import click

from bimaru.cli import options
from bimaru.cli.group import BadInput
from bimaru.engines.protocol import MissingExtra


@click.command()
@click.option(
    "--host", metavar="HOST", default="127.0.0.1", show_default=True, help="The address to listen on."
)
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
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
    help="A name that the server goes by, as often as you like; * is any. On loopback it goes by that "
    "of the machine alone, elsewhere by any unless some are given.",
)
@click.option(
    "--workers",
    type=click.IntRange(1, 64),
    metavar="N",
    help="Work on N easy and on N hard requests at a time; otherwise as many as there are processors.",
)
@click.option(
    "--time-limit",
    type=click.FloatRange(0.1, 3600),
    callback=options.finite,
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
    Without --host, nobody but this machine can reach it. Ctrl-C ends it.

    \b
    Example:
      bimaru serve
      bimaru serve --port 8001 --open
    """
    try:
        from bimaru.web import guard, limits, server
    except ImportError:
        raise MissingExtra("bimaru serve", "web") from None
    granted = limits.Limits(time=time_limit, workers=workers or limits.cores())
    with _listening(host, port) as listener:
        shown = f"[{host}]" if ":" in host else host
        place = f"http://{shown}:{listener.getsockname()[1]}/"

        def ready() -> None:
            click.echo(f"bimaru is at {place} (Ctrl-C ends it)")
            if is_opened:
                click.launch(place)

        server.run(listener, granted, guard.names_for(host, names), _as_prefix(root_path), ready)


def _as_prefix(path: str) -> str:
    """A path without the slash at its end, and with one before it."""
    inner = path.strip("/")
    return f"/{inner}" if inner else ""


def _listening(host: str, port: int) -> socket.socket:
    from bimaru.web.server import bound

    try:
        return bound(host, port)
    except OSError as error:
        raise BadInput(f"{host}, port {port}: {error.strerror}") from error
