"""The files of the page, read anew for each request, with `no-cache` and an ETag, in gzip where accepted.

Starlette's `StaticFiles` would not be shorter: it takes media types from the machine's `mimetypes`, serves no
compressed copies, and mounted at the root it answers 404 where the API's paths need 405.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Final

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from bimaru.web.content_coding import gzipped, is_accepted, is_compressible
from bimaru.web.page_files import (
    COMPRESSED,
    INDEX,
    MEDIA_TYPES,
    PAGE,
    SERVICE_WORKER,
    is_unchanging,
    library_files,
    read_file,
    read_page,
    service_worker,
)

_CACHE_FOREVER: Final = "public, max-age=31536000, immutable"


def routes(directory: Path = PAGE) -> Iterator[Route]:
    """A route for each file of the directory, and `/` for the index; nothing else is looked up.

    The package's page gets its service worker and the library's words from here; a site, whose directory is
    another, has its own."""
    for file in sorted(directory.rglob("*")):
        if file.suffix in MEDIA_TYPES:
            path = file.relative_to(directory).as_posix()
            if path == SERVICE_WORKER and directory == PAGE:
                yield _made(path, lambda: service_worker(read_page()))
            else:
                yield _route(path, file)
            if path == INDEX:
                yield _route("", file)
    made = library_files() if directory == PAGE else {}
    yield from (_made(path, partial(made.__getitem__, path)) for path in made)


def _route(path: str, file: Path) -> Route:
    async def respond(request: Request) -> Response:
        copy, coding = _smallest_copy(file, _accepted(request))
        content = read_file(file) if coding is None else copy.read_bytes()
        cached_for = _CACHE_FOREVER if is_unchanging(path) else "no-cache"
        return revalidated(request, content, MEDIA_TYPES[file.suffix], cached_for, coding)

    return Route(f"/{path}", respond)


def _smallest_copy(file: Path, accepted: str) -> tuple[Path, str | None]:
    """The copy of a file beside it in a content coding that the client accepts, and that coding."""
    for coding, suffix in COMPRESSED.items():
        copy = file.with_name(file.name + suffix)
        if is_accepted(coding, accepted) and copy.is_file():
            return copy, coding
    return file, None


def _made(path: str, make: Callable[[], bytes]) -> Route:
    async def respond(request: Request) -> Response:
        return revalidated(request, make(), MEDIA_TYPES[Path(path).suffix])

    return Route(f"/{path}", respond)


def revalidated(
    request: Request,
    content: bytes,
    media_type: str,
    cached_for: str = "no-cache",
    coding: str | None = None,
) -> Response:
    """A response with the content, or with status 304 if the browser has it; cached copies are to be
    revalidated each time, unless `cached_for` is another Cache-Control. Content without a `coding` is
    compressed for a client that accepts it; each coding has its own tag."""
    if coding is None and is_compressible(media_type) and is_accepted("gzip", _accepted(request)):
        content, coding = gzipped(content), "gzip"
    tag = f'"{sha256(content).hexdigest()[:32]}"'
    headers = {"Cache-Control": cached_for, "ETag": tag, "Vary": "Accept-Encoding"}
    cached = (
        other.strip().removeprefix("W/") for other in request.headers.get("if-none-match", "").split(",")
    )
    if tag in cached:
        return Response(status_code=304, headers=headers)
    if coding is not None:
        headers["Content-Encoding"] = coding
    return Response(content, headers=headers, media_type=media_type)


def _accepted(request: Request) -> str:
    return ", ".join(request.headers.getlist("accept-encoding"))
