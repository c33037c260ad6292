"""Collections, their records and cards, and what is wrong with others, word for word."""

from __future__ import annotations

from transcripts import on_unix, renewed, transcript

pytestmark = on_unix


def test_every_record_and_message_is_as_it_was() -> None:
    assert renewed("puzzle_collections") == transcript("puzzle_collections")
