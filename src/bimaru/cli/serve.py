"""`bimaru serve`: the web page and its API."""

from __future__ import annotations

import click

from bimaru.cli.group import BadInput
from bimaru.engines.protocol import MissingExtra


@click.command()
@click.option(
    "--host", default="127.0.0.1", show_default=True, metavar="HOST", help="The address to listen on."
)
@click.option(
    "--port", type=click.IntRange(0, 65535), default=8000, show_default=True, metavar="N",
    help="The port; 0 takes a free one.",
)  # fmt: skip
@click.option(
    "--root-path", default="", metavar="PATH", help="The path that a reverse proxy serves this under."
)
def serve(host: str, port: int, root_path: str) -> None:
    """Serve the web page to play and make puzzles.

    \b
    Example:
      bimaru serve --port 8001
    """
    try:
        from bimaru.web import server
        from bimaru.web.limits import Limits
    except ImportError:
        raise MissingExtra("bimaru serve", "web") from None
    try:
        listening = server.bound(host, port)
    except OSError as error:
        raise BadInput(f"{host}:{port}: {error.strerror}") from error
    place = f"http://{host}:{listening.getsockname()[1]}/"
    server.run(listening, Limits(), root_path, lambda: click.echo(f"bimaru is at {place} (Ctrl-C ends it)"))
