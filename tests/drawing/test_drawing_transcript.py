"""Pictures as text and as SVG, and what they say, word for word."""

from __future__ import annotations

from transcripts import on_unix, renewed, transcript

pytestmark = on_unix


def test_every_picture_is_as_it_was() -> None:
    assert renewed("drawing") == transcript("drawing")  # see tests/support/transcripts.py
