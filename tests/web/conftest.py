"""A server for all tests that only ask it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from serving import ALONE, client_of

if TYPE_CHECKING:
    from httpx import Client


@pytest.fixture(scope="session")
def client() -> Iterator[Client]:
    """A client of a server with one worker for each kind of work."""
    with client_of(*ALONE) as client:
        yield client
