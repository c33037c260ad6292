"""What the package says of wrong values, libraries and batches, word for word."""

from __future__ import annotations

from transcripts import on_unix, renewed, transcript

pytestmark = on_unix


def test_every_message_is_as_it_was() -> None:
    assert renewed("package") == transcript("package")  # see tests/support/transcripts.py
