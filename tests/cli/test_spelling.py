"""Options as people type them become those that a command has."""

from __future__ import annotations

import json

import pytest

from bimaru.cli.exit_codes import Exit
from bimaru.cli.spelling import rewritten
from command_line import UNIQUE, bimaru


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("--to text", ""),
        ("--to=text", ""),
        ("--format txt", ""),
        ("--to json", "--json"),
        ("--to csv", "--csv"),
        ("--to svg", "--to svg"),
    ],
)
def test_a_form_of_answers_is_the_option_for_it_and_text_is_none(typed: str, meant: str) -> None:
    assert rewritten(typed.split(), {"--json": (), "--csv": ()}) == meant.split()


def test_a_command_that_has_formats_keeps_them() -> None:
    assert rewritten(["--to", "json"], {"--json": (), "--to": ("json", "text")}) == ["--to", "json"]


@pytest.mark.parametrize(
    ("name", "code"), [("english", "en"), ("English", "en"), ("deutsch", "de"), ("German", "de")]
)
def test_languages_go_by_their_names(name: str, code: str) -> None:
    named, by_code = (
        bimaru("explain", "--language", word, "-", stdin=json.dumps(UNIQUE)) for word in (name, code)
    )
    assert (named.code, named.out) == (Exit.DONE, by_code.out)
