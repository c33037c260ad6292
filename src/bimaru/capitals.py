"""Capitals at the beginning of sentences."""

from __future__ import annotations


def capitalised(text: str) -> str:
    """The text with a capital at its beginning, otherwise unchanged."""
    return text[:1].upper() + text[1:]
