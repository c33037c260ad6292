"""The files of the page, read anew each time; whoever has one is told whether it is still the same."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Final

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

PAGE: Final = Path(__file__).parent / "page"
INDEX: Final = "index.html"
_TYPES: Final = {
    ".css": "text/css",
    ".html": "text/html",
    ".ico": "image/x-icon",
    ".js": "text/javascript",
    ".json": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain",
    ".webmanifest": "application/manifest+json",
}
"""Not Python's `mimetypes`, which asks the machine: a browser runs no script that has another type."""


def routes(directory: Path = PAGE) -> Iterator[Route]:
    """A route for each file, and `/` for the index: nothing else is ever looked up."""
    for file in sorted(directory.rglob("*")):
        if file.suffix in _TYPES:
            path = file.relative_to(directory).as_posix()
            yield _route(f"/{path}", file)
            if path == INDEX:
                yield _route("/", file)


def _route(path: str, file: Path) -> Route:
    async def give(request: Request) -> Response:
        return fresh(request, file.read_bytes(), _TYPES[file.suffix])

    return Route(path, give)


def fresh(request: Request, content: bytes, media_type: str) -> Response:
    """The content, unless the browser has it already; it is to ask again every time."""
    tag = f'"{sha256(content).hexdigest()[:32]}"'
    headers = {"Cache-Control": "no-cache", "ETag": tag}
    known = (
        other.strip().removeprefix("W/") for other in request.headers.get("if-none-match", "").split(",")
    )
    if tag in known:
        return Response(status_code=304, headers=headers)
    return Response(content, headers=headers, media_type=media_type)
