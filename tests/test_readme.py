"""The README tells the truth: its examples run, and everything that there is stands in it."""

from __future__ import annotations

import doctest
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

import bimaru
from bimaru.cli import COMMANDS
from bimaru.engines.registry import REGISTRY as ENGINES
from bimaru.formats.registry import REGISTRY as FORMATS

ROOT: Final = Path(__file__).parents[1]
README: Final = (ROOT / "README.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    """What stands between the fences of that language."""
    return re.findall(rf"^```{language}\n(.*?)^```", README, re.MULTILINE | re.DOTALL)


def commands(block: str) -> Iterator[tuple[str, str]]:
    """Every command of a block, with the output shown below it."""
    for example in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
        first_line, _, rest = example.partition("\n")
        typed, end, output = rest.partition("END\n") if "<<'END'" in first_line else ("", "", rest)
        yield f"{first_line}\n{typed}{end}", output


def without_costs(text: str) -> str:
    """Output without times and node counts, which differ by run or as engines get better."""
    return re.sub(r"[\d.]+( ms| nodes)\b", r"\1", text).strip()


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A directory of its own with the examples in it."""
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.skipif(sys.platform == "win32", reason="the examples are for a Unix shell")
@pytest.mark.parametrize("block", blocks("console"))
def test_the_commands_print_what_the_readme_shows(block: str, desk: Path) -> None:
    for command, output in commands(block):
        script = f'bimaru() {{ "{sys.executable}" -m bimaru "$@"; }}\n{command}'
        run = subprocess.run(
            ["sh", "-c", script], cwd=desk, capture_output=True, encoding="utf-8", check=False
        )
        assert without_costs(run.stdout + run.stderr) == without_costs(output)


def test_the_python_examples_give_what_the_readme_shows(desk: Path) -> None:
    examples = doctest.DocTestParser().get_doctest("\n".join(blocks("pycon")), {}, "README.md", None, None)
    assert examples.examples
    assert doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(examples).failed == 0


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_is_in_the_readme(name: str) -> None:
    assert f"`bimaru {name}" in README


@pytest.mark.parametrize("name", [*ENGINES, *FORMATS])
def test_every_engine_and_format_is_in_the_readme(name: str) -> None:
    assert f"`{name}`" in README


def test_the_changelog_begins_with_this_version() -> None:
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert re.findall(r"^## ([\d.]+)", changelog, re.MULTILINE)[0] == bimaru.__version__
