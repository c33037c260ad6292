"""Arrangements of fleets that are counted and drawn, word for word."""

from __future__ import annotations

from transcripts import on_unix, renewed, transcript

pytestmark = on_unix


def test_every_arrangement_is_as_it_was() -> None:
    assert renewed("arrangements") == transcript("arrangements")  # see tests/support/transcripts.py
