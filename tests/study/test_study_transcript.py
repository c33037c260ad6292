"""Exported models, audits, comparisons and certificates, word for word."""

from __future__ import annotations

from transcripts import on_unix, renewed, transcript

pytestmark = on_unix


def test_every_export_and_report_is_as_it_was() -> None:
    assert renewed("study") == transcript("study")  # see tests/support/transcripts.py
