"""Requests as they come: bodies within their limits, and left as they are for the worker to read."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

from fastapi import HTTPException, Request, Response
from fastapi.routing import APIRoute

from bimaru.web.limits import Limits


class UnreadRequest(Request):
    """A request whose JSON is left as the bytes that it is. Raises `HTTPException` for a body that
    is no JSON by its name, too large or too slow."""

    async def json(self) -> Any:
        """The body, unread."""
        return await self.body()

    async def body(self) -> bytes:
        """The body, once it has come."""
        if not hasattr(self, "_whole"):
            limits: Limits = self.app.state.lanes.limits
            if self.headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
                raise HTTPException(415, "the body has to be JSON, sent as application/json")
            if int(self.headers.get("content-length", 0)) > limits.body:
                raise _too_large(limits.body)
            try:
                async with asyncio.timeout(limits.body_time):
                    self._whole = await self._read(limits.body)
            except TimeoutError:
                # The rest of the body would have to be read before another request.
                raise HTTPException(408, "the body came too slowly", {"Connection": "close"}) from None
        return self._whole

    async def _read(self, most: int) -> bytes:
        data = bytearray()
        async for chunk in self.stream():
            data += chunk
            if len(data) > most:
                raise _too_large(most)
        return bytes(data)


def _too_large(most: int) -> HTTPException:
    return HTTPException(413, f"the body is larger than {most} bytes")


class UnreadRoute(APIRoute):
    """A route whose requests are left unread."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """What FastAPI calls for each request."""
        handle = super().get_route_handler()

        async def unread(request: Request) -> Response:
            return await handle(UnreadRequest(request.scope, request.receive))

        return unread
