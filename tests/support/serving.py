"""A server of its own for a test, `bimaru serve` on a free port of this machine, and its clients."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from command_line import started

if TYPE_CHECKING:
    from httpx import Client

JSON: Final = {"Content-Type": "application/json"}
ALONE: Final = ("--workers", "1", "--time-limit", "60")
"""For one client, whose answers must come on a busy machine, too: workers are nice, and other tests run
beside them."""


class Server(NamedTuple):
    """A server at work."""

    process: subprocess.Popen[str]
    url: str


@contextmanager
def served(*options: str, **more: Any) -> Iterator[Server]:
    """A server, ended when the block ends; `more` is for its process."""
    with started("serve", "--port", "0", *options, **more) as process:
        try:
            assert process.stdout is not None
            said = process.stdout.readline()
            url = next((word for word in said.split() if word.startswith("http://")), "")
            assert url, process.communicate()
            yield Server(process, url)
        finally:
            process.terminate()
            if process.returncode is None:
                process.communicate()


@contextmanager
def client_of(*options: str) -> Iterator[Client]:
    """A client of a server of its own."""
    import httpx

    with served(*options) as server, httpx.Client(base_url=server.url, timeout=60) as client:
        yield client


def posted(client: Client, path: str, body: object, **options: Any) -> Any:
    """What the API answers to a good request."""
    response = client.post(f"/api/{path}", json=body, params=options)
    assert response.status_code == 200, response.text
    return response.json()


def refused(client: Client, path: str, body: object, status: int = 422, **options: Any) -> Any:
    """What the API answers to a bad one: the error and its faults."""
    response = client.post(f"/api/{path}", content=json.dumps(body), params=options, headers=JSON)
    assert response.status_code == status, response.text
    refusal = response.json()
    assert refusal.keys() == {"error", "faults"}
    return refusal
