"""The files of the page, read anew for each request, with `no-cache` and an ETag.

Starlette's `StaticFiles` would not be shorter: it takes media types from the machine's `mimetypes`, and
mounted at the root it answers 404 where the API's paths need 405.
"""

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
_MEDIA_TYPES: Final = {
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
"""Fixed, since browsers run no script with another type than a script's."""


def routes(directory: Path = PAGE) -> Iterator[Route]:
    """A route for each file of the directory, and `/` for the index; nothing else is looked up."""
    for file in sorted(directory.rglob("*")):
        if file.suffix in _MEDIA_TYPES:
            path = file.relative_to(directory).as_posix()
            yield _route(f"/{path}", file)
            if path == INDEX:
                yield _route("/", file)


def _route(path: str, file: Path) -> Route:
    async def respond(request: Request) -> Response:
        return revalidated(request, file.read_bytes(), _MEDIA_TYPES[file.suffix])

    return Route(path, respond)


def revalidated(request: Request, content: bytes, media_type: str) -> Response:
    """A response with the content, or with status 304 if the browser has it; cached copies are to be
    revalidated each time."""
    tag = f'"{sha256(content).hexdigest()[:32]}"'
    headers = {"Cache-Control": "no-cache", "ETag": tag}
    cached = (
        other.strip().removeprefix("W/") for other in request.headers.get("if-none-match", "").split(",")
    )
    if tag in cached:
        return Response(status_code=304, headers=headers)
    return Response(content, headers=headers, media_type=media_type)
