"""`bimaru serve`: the web page and its API."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path
from typing import TYPE_CHECKING

import click

from bimaru.cli import options
from bimaru.cli.command import command
from bimaru.cli.declarations import flag, option
from bimaru.cli.error_reports import BadInputError
from bimaru.errors import MissingExtraError
from bimaru.processes.cores import available_cores

if TYPE_CHECKING:
    from bimaru.web.server_limits import Limits


@command()
def serve(
    host: str = option("--host HOST", "Address to listen on.", shown_default="127.0.0.1"),
    port: int = options.number(
        "--port N", "Port to listen on; 0 picks a free one.", least=0, most=65535, default=8000
    ),
    root_path: str = option(
        "--root-path PATH", "Path under which a reverse proxy serves this server, like /bimaru.", default=""
    ),
    names: tuple[str, ...] = option(
        "--allow-host NAME",
        "Host name or address that clients may use in the URL; * allows any; repeatable. Needed if "
        "other machines can reach --host; on loopback, localhost and its addresses are always allowed.",
        multiple=True,
    ),
    workers: int | None = options.number(
        "--workers N",
        "Work on N requests of each kind (short, longer, hard) in parallel.  [default: one per processor]",
        most=64,
    ),
    time_limit: float = option(
        "--time-limit S",
        "Spend at most S seconds of processor time on a request.",
        type=options.Real(0.1, 3600),
        shown_default=10,
    ),
    site: Path | None = option(
        "--site DIR",
        "Serve the site that bimaru site wrote to DIR, instead of the built-in page; the JSON API remains.",
        type=click.Path(exists=True, file_okay=False, path_type=Path),
    ),
    is_opened: bool = flag("--open", "Open the page in a browser."),
) -> None:
    """Serve the web page for playing and making puzzles.

    Other programs can use its JSON API: see docs/reference/http-api.md, or /docs on the server.
    By default, only this machine can reach it. If --host is not a loopback address, other
    machines can, without encryption or accounts; --allow-host lists the host names that they
    use. Ctrl-C stops the server.

    \b
    Example:
      bimaru serve
      bimaru serve --port 8001 --open
    """
    try:
        from bimaru.web import connections, page_files, security, server, server_limits
    except ImportError:
        raise MissingExtraError("bimaru serve", "web") from None
    granted = server_limits.Limits(time=time_limit, workers=workers or available_cores())
    try:
        allowed = security.allowed_hosts(host, names)
        room = connections.room_for_connections(granted)
    except (ValueError, connections.TooFewFilesError) as error:
        raise BadInputError(str(error)) from error
    if site is not None and not (site / page_files.INDEX).is_file():
        raise BadInputError(f"{site}: not a site: it has no {page_files.INDEX}")
    try:
        listening = server.bind(host, port)
    except OSError as error:
        raise BadInputError(f"{host}, port {port}: {error.strerror}") from error
    with listening as listener:
        url_host = f"[{host}]" if ":" in host else host
        url = f"http://{url_host}:{listener.getsockname()[1]}/"

        def ready() -> None:
            click.echo(f"bimaru is at {url} (Ctrl-C stops it)")
            if not security.is_loopback(host):
                click.echo(_warning(allowed, granted, room), err=True)
            if is_opened:
                click.launch(url)

        page = site or page_files.PAGE
        server.Server(granted, allowed, _as_prefix(root_path), ready, page=page).run([listener])


def _warning(names: Collection[str], granted: Limits, connections: int) -> str:
    """The warning to print when other machines can reach the server."""
    known = "under any name" if "*" in names else f"as {', '.join(sorted(names))}"
    return (
        f"Every machine that can reach this address can use the server, {known}.\n"
        "It has no accounts and no encryption (TLS): "
        "on the internet, put a web server with HTTPS in front of it.\n"
        f"Limits: a request may take {granted.time:g} s of processor time, {granted.body // 1024} kB of body "
        f"and a grid of {granted.side}x{granted.side}; {granted.workers} short, {granted.workers} longer and "
        f"{granted.workers} hard requests are worked on in parallel, {granted.waiting_hard} hard ones wait; "
        f"{connections} connections."
    )


def _as_prefix(path: str) -> str:
    """The path with a slash before it and none after it; empty for the root."""
    inner = path.strip("/")
    return f"/{inner}" if inner else ""
