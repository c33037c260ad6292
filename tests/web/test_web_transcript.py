"""The pages that Python writes, and the answers to requests, word for word."""

from __future__ import annotations

import pytest

from transcripts import on_unix, renewed, transcript

pytest.importorskip("fastapi")
pytest.importorskip("httpx")
pytestmark = on_unix


def test_every_page_and_answer_is_as_it_was() -> None:
    assert renewed("web") == transcript("web")  # see tests/support/transcripts.py
