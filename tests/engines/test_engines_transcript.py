"""The models of the engines, what they do not take, and how much the searches do."""

from __future__ import annotations

from transcripts import on_unix, renewed, transcript

pytestmark = on_unix


def test_every_model_and_refusal_is_as_it_was() -> None:
    assert renewed("engines") == transcript("engines")  # see tests/support/transcripts.py
