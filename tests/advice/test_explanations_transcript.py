"""What is said about many puzzles, by checksums: a change of how arguments are found or told shows here."""

from __future__ import annotations

from transcripts import on_unix, renewed, transcript

pytestmark = on_unix


def test_every_explanation_and_hint_is_as_it_was() -> None:
    assert renewed("explanations") == transcript("explanations")  # see tests/support/transcripts.py
