"""Around the application: security headers on every response, and the check of the Host header.

Other sites cannot drive a server on loopback: request bodies are JSON, which browsers do not send across
origins without permission, and hosts that are not allowed (DNS rebinding) are rejected.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from ipaddress import ip_address
from typing import Final

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from bimaru.web.content_policy import EXCEPTIONS, HEADERS, policy_text
from bimaru.web.messages import error_answer

ANY: Final = "*"
_LOOPBACK: Final = ("localhost", "127.0.0.1", "[::1]")
_HOST: Final = re.compile(r"\*|[\w-]+(\.[\w-]+)*|\[[0-9a-f:.]+\]", re.ASCII)


def allowed_hosts(host: str, also: Collection[str] = ()) -> frozenset[str]:
    """The values of the Host header (without port) accepted by a server that listens on `host`: `also`, and
    on loopback the names of loopback.

    Raises `ValueError` for a malformed host, and if there would be none."""
    names = [_bracketed(name.lower()) for name in also]
    for name in names:
        if not _HOST.fullmatch(name):
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
    """Whether only this machine can reach the address."""
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
    """The application for allowed hosts only, with `HEADERS` on every response."""

    def __init__(self, app: ASGIApp, hosts: frozenset[str]) -> None:
        self.app = app
        self._hosts = hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle an ASGI scope."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                headers.update(HEADERS)
                for path, exceptions in EXCEPTIONS.items():
                    if scope["path"].endswith(path):  # a proxy's prefix may precede it
                        headers["Content-Security-Policy"] = policy_text(exceptions)
                headers.setdefault("Cache-Control", "no-store")
            await send(message)

        host = Headers(scope=scope).get("host", "")
        app = self.app if self._is_allowed(host) else _host_refused(host)
        await app(scope, receive, send_guarded)

    def _is_allowed(self, host: str) -> bool:
        name = host.rpartition(":")[0] if host.rpartition(":")[2].isdecimal() else host
        return ANY in self._hosts or name.lower() in self._hosts


def _host_refused(host: str) -> Response:
    reason = "host not allowed; --allow-host adds one" if host else "the request names no host"
    answer = error_answer(400, reason)
    return Response(answer.content, answer.status, media_type=answer.media_type)
