"""What is read, what is wrong with other texts, and what is written, word for word."""

from __future__ import annotations

from transcripts import on_unix, renewed, transcript

pytestmark = on_unix


def test_every_text_and_message_is_as_it_was() -> None:
    assert renewed("formats") == transcript("formats")  # see tests/support/transcripts.py
