"""The helps of all commands, and what commands say, with each of their options, word for word."""

from __future__ import annotations

import pytest

from transcripts import on_unix, renewed, transcript

pytestmark = on_unix


@pytest.mark.parametrize("name", ["helps", "commands", "options"])
def test_every_help_and_message_is_as_it_was(name: str) -> None:
    assert renewed(name) == transcript(name)  # see tests/support/transcripts.py
