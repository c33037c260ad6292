"""The files of the page, read anew for each request, with `no-cache` and an ETag.

Starlette's `StaticFiles` would not be shorter: it takes media types from the machine's `mimetypes`, serves no
compressed copies, and mounted at the root it answers 404 where the API's paths need 405.
"""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Final

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from bimaru.web.page_files import (
    COMPRESSED,
    INDEX,
    MEDIA_TYPES,
    PAGE,
    SERVICE_WORKER,
    is_unchanging,
    read_page,
    service_worker,
)

_CACHE_FOREVER: Final = "public, max-age=31536000, immutable"


def routes(directory: Path = PAGE) -> Iterator[Route]:
    """A route for each file of the directory, and `/` for the index; nothing else is looked up.

    The package's page gets its service worker from here; a site, whose directory is another, has its own."""
    for file in sorted(directory.rglob("*")):
        if file.suffix in MEDIA_TYPES:
            path = file.relative_to(directory).as_posix()
            if path == SERVICE_WORKER and directory == PAGE:
                yield Route(f"/{path}", _service_worker)
            else:
                yield _route(path, file)
            if path == INDEX:
                yield _route("", file)


def _route(path: str, file: Path) -> Route:
    async def respond(request: Request) -> Response:
        accepted = request.headers.get("accept-encoding", "")
        copy, coding = _smallest_copy(file, accepted)
        cached_for = _CACHE_FOREVER if is_unchanging(path) else "no-cache"
        response = revalidated(request, copy.read_bytes(), MEDIA_TYPES[file.suffix], cached_for)
        if coding is not None:
            response.headers["Content-Encoding"] = coding
        response.headers["Vary"] = "Accept-Encoding"
        return response

    return Route(f"/{path}", respond)


def _smallest_copy(file: Path, accepted: str) -> tuple[Path, str | None]:
    """The copy of a file beside it in a content coding that the client accepts, and that coding."""
    codings = {part.partition(";")[0].strip() for part in accepted.split(",")}
    for coding, suffix in COMPRESSED.items():
        copy = file.with_name(file.name + suffix)
        if coding in codings and copy.is_file():
            return copy, coding
    return file, None


async def _service_worker(request: Request) -> Response:
    return revalidated(request, service_worker(read_page()), MEDIA_TYPES[".js"])


def revalidated(request: Request, content: bytes, media_type: str, cached_for: str = "no-cache") -> Response:
    """A response with the content, or with status 304 if the browser has it; cached copies are to be
    revalidated each time, unless `cached_for` is another Cache-Control."""
    tag = f'"{sha256(content).hexdigest()[:32]}"'
    headers = {"Cache-Control": cached_for, "ETag": tag}
    cached = (
        other.strip().removeprefix("W/") for other in request.headers.get("if-none-match", "").split(",")
    )
    if tag in cached:
        return Response(status_code=304, headers=headers)
    return Response(content, headers=headers, media_type=media_type)
