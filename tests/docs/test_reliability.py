"""Each promise names its tests, which exist; each sentence quoted from README or the help is there."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

import click
import pytest

import bimaru
from bimaru.cli import COMMANDS
from bimaru.cli import main as group
from bimaru.formats.registry import REGISTRY
from bimaru.grading.grades import GRADES
from documents import DOCS, ROOT
from instances import instances

README: Final = " ".join((ROOT / "README.md").read_text(encoding="utf-8").split())


def rows(page: Path) -> list[list[str]]:
    """The cells of each row of the first table of a page, without its heading."""
    table = re.findall(r"(?:^\|.*\n)+", page.read_text(encoding="utf-8"), re.MULTILINE)[0]
    lines = table.splitlines()[2:]
    return [line.removeprefix("| ").removesuffix(" |").split(" | ") for line in lines]


PROMISES: Final = rows(DOCS / "reliability.md")
SAYINGS: Final = rows(Path(__file__).with_name("sayings.md"))
NAMED: Final = sorted({test for row in PROMISES + SAYINGS for test in re.findall(r"`([^`]+)`", row[-1])})


def test_every_promise_names_a_test() -> None:
    assert len(PROMISES) > 30
    assert [row for row in PROMISES if not re.search(r"`tests/\S+`", row[-1])] == []
    assert [row for row in SAYINGS if len(re.findall(r"`tests/\S+\.py(::test_\w+)?`", row[-1])) != 1] == []


@pytest.mark.parametrize("named", NAMED)
def test_every_test_that_is_named_exists(named: str) -> None:
    path, _, function = named.partition("::")
    assert (ROOT / path).is_file()
    if function:
        assert re.search(
            rf"^(async )?def {function}\(", (ROOT / path).read_text(encoding="utf-8"), re.MULTILINE
        )


@pytest.mark.parametrize(("where", "text"), [row[:2] for row in SAYINGS])
def test_what_is_quoted_is_said(where: str, text: str) -> None:
    assert text in (README if where == "README" else help_of(where))


def test_every_command_promises_something_that_is_tested() -> None:
    assert {where for where, *_ in SAYINGS} == {"README", "bimaru", *COMMANDS}


def help_of(command: str) -> str:
    """The help of a command, or of all, on one line."""
    context = click.Context(group, info_name="bimaru", **group.context_settings)
    found = group if command == "bimaru" else group.get_command(context, command)
    assert found is not None
    return " ".join(found.get_help(context).split())


# What README says, and no other test has


def test_readme_counts_the_formats() -> None:
    assert len(REGISTRY) == 12
    assert "any of twelve formats" in README


@pytest.mark.parametrize("name", ["boats", "csplib014"])
def test_the_whole_number_of_a_score_is_its_grade(name: str) -> None:
    for example in instances(name)[::40]:
        grade = bimaru.grade(example.puzzle)
        assert int(grade.score) == 1 + GRADES.index(grade)
