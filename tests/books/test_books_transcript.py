"""Books as EPUB and HTML, what templates are given, and settings that are refused, word for word."""

from __future__ import annotations

from transcripts import on_unix, renewed, transcript

pytestmark = on_unix


def test_every_page_and_message_is_as_it_was() -> None:
    assert renewed("books") == transcript("books")  # see tests/support/transcripts.py
