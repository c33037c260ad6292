"""What guards every answer: headers that keep a browser from doing more than it should, and names.

A page elsewhere cannot drive a server on loopback: requests that change or cost anything are JSON, which
a browser lets no other site send, and a name that is made to point here (DNS rebinding) is refused.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from ipaddress import ip_address
from typing import Final

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from bimaru.web.messages import error_answer

POLICY: Final = {
    "default-src": "'none'",
    "script-src": "'self'",
    "style-src": "'self'",
    "img-src": "'self' data: blob:",
    "connect-src": "'self'",
    "manifest-src": "'self'",
    "base-uri": "'none'",
    "form-action": "'none'",
    "frame-ancestors": "'none'",
}
"""What a page of this server may load, and from where; nothing inline runs."""

HEADERS: Final = {
    "Content-Security-Policy": "; ".join(f"{what} {where}" for what, where in POLICY.items()),
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}

ANY: Final = "*"
_LOOPBACK: Final = ("localhost", "127.0.0.1", "[::1]")


_NAME: Final = re.compile(r"\*|[\w-]+(\.[\w-]+)*|\[[0-9a-f:.]+\]", re.ASCII)


def names_for(host: str, also: Collection[str] = ()) -> frozenset[str]:
    """The names that a server listening on `host` answers to: those in `also`, and on loopback its own.

    Raises `ValueError` for a name that no client could use, and where there would be none at all."""
    names = [_bracketed(name.lower()) for name in also]
    for name in names:
        if not _NAME.fullmatch(name):
            raise ValueError(
                f"--allow-host {name}: expected the name or address alone, as in puzzles.example or 192.0.2.1"
            )
    if is_loopback(host):
        return frozenset((*_LOOPBACK, _bracketed(host.lower()), *names))
    if not names:
        raise ValueError(
            f"--host {host} lets other machines use the server: add --allow-host with each name or address "
            "that they use in the URL (--allow-host '*' allows any)"
        )
    return frozenset(names)


def is_loopback(host: str) -> bool:
    """Whether only this machine can reach an address."""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host.lower() == "localhost"


def _bracketed(host: str) -> str:
    try:
        return f"[{host}]" if ip_address(host).version == 6 else host
    except ValueError:
        return host


class Guard:
    """The application, answering to its names only and with `HEADERS` on every answer."""

    def __init__(self, app: ASGIApp, names: frozenset[str]) -> None:
        self._app = app
        self._names = names

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, as ASGI wants it."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                headers.update(HEADERS)
                headers.setdefault("Cache-Control", "no-store")
            await send(message)

        app = self._app if self._is_ours(Headers(scope=scope).get("host", "")) else _misdirected()
        await app(scope, receive, send_guarded)

    def _is_ours(self, host: str) -> bool:
        name = host.rpartition(":")[0] if host.rpartition(":")[2].isdecimal() else host
        return ANY in self._names or name.lower() in self._names


def _misdirected() -> Response:
    found = error_answer(400, "this server does not go by that name; --allow-host adds one")
    return Response(found.content, found.status, media_type=found.media_type)
