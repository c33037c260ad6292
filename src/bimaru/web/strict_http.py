"""HTTP read strictly: requests that a proxy in front may read in another way are refused.

h11 follows the older advice to be liberal: it joins folded headers, ends lines at a bare line feed, and lets
`Transfer-Encoding` overrule `Content-Length`. Where the proxy decides otherwise, the end of one client's
request becomes the beginning of another's (request smuggling; RFC 9112, sections 2.2, 2.3, 5.2, 6.1 and 6.3).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from http import HTTPStatus
from typing import Any, Final, NamedTuple

import h11

_END: Final = re.compile(rb"\n\r?\n")
"""The end of a head, as h11 finds it."""
_CONTROL: Final = re.compile(rb"[\x00-\x08\x0a-\x1f\x7f]")
"""What no line of a head contains; the end of a line is cut off before."""
_VERSION: Final = re.compile(rb" HTTP/([0-9])\.([0-9])")


class Refusal(NamedTuple):
    """Why a request is refused."""

    status: HTTPStatus
    reason: str


class StrictConnection(h11.Connection):
    """The server's end of a connection. After an error, `refusal` says what was wrong."""

    def __init__(self, max_head: int) -> None:
        super().__init__(h11.SERVER, max_head)
        self._max_head = max_head
        self.refusal = _malformed("")

    def next_event(self) -> Any:
        """The next event. Raises `h11.RemoteProtocolError`."""
        is_head = self.their_state is h11.IDLE
        if is_head and (refusal := head_refusal(self.trailing_data[0], self._max_head)):
            self.refusal = refusal
            raise h11.RemoteProtocolError(refusal.reason, refusal.status)
        try:
            return super().next_event()
        except h11.RemoteProtocolError as error:
            self.refusal = self._refusal_of(error, is_head=is_head)
            raise

    def _refusal_of(self, error: h11.RemoteProtocolError, *, is_head: bool) -> Refusal:
        match error.error_status_hint:
            case HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE if is_head:
                return _too_large(self._max_head)
            case HTTPStatus.NOT_IMPLEMENTED:
                return Refusal(
                    HTTPStatus.NOT_IMPLEMENTED, "of transfer encodings the server takes only chunked"
                )
        return _malformed("")


def head_refusal(received: bytes, most: int) -> Refusal | None:
    """Why a head of up to `most` bytes is refused that h11 might accept; `None` if it may be right or is not
    complete."""
    end = _END.search(received)
    if end is None:
        return None
    if end.end() > most:
        return _too_large(most)
    first, *fields = received[: end.end()].removesuffix(b"\r\n\r\n").split(b"\r\n")
    if any(_CONTROL.search(line) for line in (first, *fields)):
        return _malformed("a line of the head contains a control character or has a wrong end")
    version = _VERSION.search(first[-len(b" HTTP/1.1") :])
    if version and version[1] != b"1":
        return Refusal(
            HTTPStatus.HTTP_VERSION_NOT_SUPPORTED, "the server speaks HTTP/1.1, and no other version"
        )
    if any(line.startswith((b" ", b"\t")) for line in fields):
        return _malformed("a header is folded")
    return _length_refusal(fields, is_old=version is not None and version[2] == b"0")


def _length_refusal(fields: Sequence[bytes], *, is_old: bool) -> Refusal | None:
    """Why the length of the body is not clear; `is_old` for HTTP/1.0."""
    lengths = _values(fields, b"content-length")
    encodings = _values(fields, b"transfer-encoding")
    if len(lengths) > 1:
        return _malformed("it has several Content-Length")
    if lengths and not lengths[0].isdigit():
        return _malformed("Content-Length is not a number")
    if encodings and lengths:
        return _malformed("it has both Content-Length and Transfer-Encoding")
    if encodings and is_old:
        return _malformed("HTTP/1.0 has no Transfer-Encoding")
    return None


def _values(fields: Sequence[bytes], wanted: bytes) -> list[bytes]:
    """The values of a header, each time that it is there."""
    pairs = (field.partition(b":") for field in fields)
    return [value.strip() for name, _, value in pairs if name.lower() == wanted]


def _too_large(most: int) -> Refusal:
    return Refusal(
        HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE, f"the head of the request is larger than {most} bytes"
    )


def _malformed(what: str) -> Refusal:
    text = "malformed HTTP request"
    return Refusal(HTTPStatus.BAD_REQUEST, f"{text}: {what}" if what else text)
