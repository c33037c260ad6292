"""Options as people type them become those that a command has."""

from __future__ import annotations

import json
import re

import click
import pytest

from bimaru.cli import main, spelling
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


def options_of(command: str) -> set[str]:
    """The options that a command has."""
    found = main.get_command(click.Context(main), command)
    assert found is not None
    return {name for parameter in found.params for name in parameter.opts}


def test_other_names_stand_for_commands_and_options_that_there_are() -> None:
    assert set(spelling.COMMANDS.values()) <= {*main.names}
    assert {command for names in spelling.ANYWAY.values() for command in names if command[0] != "-"} <= {
        *main.names
    }
    known = set().union(*map(options_of, main.names))
    assert {*spelling.OPTIONS} | {option for option, _ in spelling.FLAGS.values()} <= known


def test_advice_names_commands_and_options_that_there_are() -> None:
    for text in (*spelling.ADVICE.values(), *spelling.SIMILAR.values(), *spelling.ALONE.values()):
        for command, option in re.findall(r"\bbimaru (\w+) (--[a-z-]+)", text):
            assert option in options_of(command), text
        assert {*re.findall(r"\bbimaru (\w+)", text)} <= {*main.names}
