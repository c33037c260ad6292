"""There is a page for `man` for each command, and a completion file for each shell; both can be used."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path
from typing import Final

import click
import pytest

from bimaru.cli import COMMANDS, main
from bimaru.cli.manual import manual, write_manual

FILES: Final = manual()
PAGES: Final = {Path(name).stem: text for name, text in FILES.items() if name.startswith("man/")}


def help_of(command: str) -> str:
    context = click.Context(main, info_name="bimaru", **main.context_settings)
    found = main.get_command(context, command)
    assert found is not None
    return found.get_help(click.Context(found, info_name=command, parent=context))


def plain(page: str) -> str:
    """The text of a page without the marks of roff."""
    return page.replace(r"\-", "-").replace(r"\fB", "").replace(r"\fR", "").replace(r"\e", "\\")


def test_each_command_and_subcommand_has_a_page() -> None:
    assert {"bimaru", *(f"bimaru-{name}" for name in COMMANDS), "bimaru-library-add"} <= PAGES.keys()


@pytest.mark.parametrize("command", COMMANDS)
def test_a_page_has_the_summary_and_every_option_of_the_help(command: str) -> None:
    page, text = plain(PAGES[f"bimaru-{command}"]), help_of(command)
    options = [line.split()[0].rstrip(",") for line in text.splitlines() if line.startswith("  -")]
    assert [option for option in options if option not in page] == []
    assert text.splitlines()[2].strip().split(".")[0] in " ".join(page.split())


def test_no_line_of_text_is_taken_for_a_request() -> None:
    requests = {".TH", ".SH", ".PP", ".TP", ".nf", ".fi"}
    lines = [line for page in PAGES.values() for line in page.splitlines()]
    assert {line.split()[0] for line in lines if line.startswith((".", "'"))} == requests


def test_the_pages_are_set_without_a_warning(tmp_path: Path) -> None:
    pages = [path for path in write_manual(tmp_path) if path.suffix == ".1"]
    if shutil.which("groff"):  # without it, the test above is what is left
        command = ["groff", "-man", "-ww", "-Tutf8", *map(str, pages)]
        ran = subprocess.run(command, capture_output=True, encoding="utf-8", check=True)
        assert ran.stderr == ""
        assert "bimaru-minimise" in ran.stdout


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_a_shell_accepts_its_completion_file(shell: str, tmp_path: Path) -> None:
    request = f"_BIMARU_COMPLETE={shell}_complete"
    (file,) = (path for path in write_manual(tmp_path) if request in path.read_text(encoding="utf-8"))
    if shutil.which(shell):
        subprocess.run([shell, "-n", str(file)], check=True)
