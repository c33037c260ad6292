"""Puzzles of many recipes, and recipes that are refused, word for word."""

from __future__ import annotations

from transcripts import on_unix, renewed, transcript

pytestmark = on_unix


def test_every_puzzle_and_message_is_as_it_was() -> None:
    assert renewed("generation") == transcript("generation")  # see tests/support/transcripts.py
