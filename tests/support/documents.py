"""The documents, and running the examples in them."""

from __future__ import annotations

import doctest
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

from command_line import typed

ROOT: Final = Path(__file__).parents[2]
DOCS: Final = ROOT / "docs"
PAGES: Final = {
    str(path.relative_to(ROOT)): path for path in sorted((*ROOT.glob("*.md"), *DOCS.rglob("*.md")))
}
"""Every document of the project by its path."""

EXECUTED: Final = ("console", "pycon", "python")
"""Languages of blocks that are run, unless `<!-- not run: REASON -->` stands above them."""
DATA: Final = ("css", "ini", "json", "nginx", "text", "toml")
"""Languages of blocks that cannot be run. Any other block, such as `sh`, needs a reason, too."""

_BLOCK: Final = re.compile(
    r"(?:^<!-- not run: (?P<reason>.+?) -->\n+)?^```(?P<language>[^\n]*)\n(?P<text>.*?)^```$",
    re.MULTILINE | re.DOTALL,
)
_ELIDED: Final = "[...]"
"""A line of output that stands for any number of lines."""


class Block(NamedTuple):
    """An example: its language, its text, the line where it begins, and why it is not run."""

    language: str
    text: str
    line: int
    reason: str | None

    @property
    def is_run(self) -> bool:
        return self.language in EXECUTED and self.reason is None


def blocks(page: str) -> list[Block]:
    """The fenced blocks of a document, in order; directives of Sphinx are none."""
    text = PAGES[page].read_text(encoding="utf-8")
    return [
        Block(found["language"], found["text"], text.count("\n", 0, found.start("text")), found["reason"])
        for found in _BLOCK.finditer(text)
        if not found["language"].startswith("{")
    ]


def run(page: str) -> list[str]:
    """Run the examples of a page in order, all in the current directory and, of Python's prompt, in one
    namespace. Returns a report for each that gives something other than what is shown."""
    names: dict[str, Any] = {}
    reports = []
    for block in blocks(page):
        if block.is_run:
            reports += [f"{page}:{block.line}: {report}" for report in _reports(block, names)]
    return reports


def _reports(block: Block, names: dict[str, Any]) -> Iterator[str]:
    if block.language == "console":
        yield from _command_reports(block)
    elif block.language == "pycon":
        yield from _prompt_reports(block, names)
    else:
        ran = subprocess.run(
            [sys.executable, "-c", block.text], capture_output=True, encoding="utf-8", check=False
        )
        if ran.returncode:
            yield ran.stderr


def _command_reports(block: Block) -> Iterator[str]:
    for command, shown in commands(block.text):
        ran = typed(command)
        if not _is_shown(ran.out + ran.err, shown):
            yield f"{command}shows\n{shown}but prints\n{ran.out}{ran.err}"


def commands(block: str) -> Iterator[tuple[str, str]]:
    """Every command of a `console` block, with the output shown below it."""
    for example in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
        first_line, _, rest = example.partition("\n")
        typed, end, output = rest.partition("END\n") if "<<'END'" in first_line else ("", "", rest)
        yield f"{first_line}\n{typed}{end}", output


def _is_shown(printed: str, shown: str) -> bool:
    """Whether output is what a document shows, but for times and node counts, which differ by run or as
    engines get better, and for lines left out."""
    lines = [re.escape(line) for line in _without_costs(shown).splitlines()]
    pattern = "\n".join(lines).replace(re.escape(_ELIDED), ".*?")
    return re.fullmatch(pattern, _without_costs(printed), re.DOTALL) is not None


def _without_costs(text: str) -> str:
    return re.sub(r"[\d.]+( ms| nodes)\b", r"\1", text).strip()


def _prompt_reports(block: Block, names: dict[str, Any]) -> Iterator[str]:
    test = doctest.DocTestParser().get_doctest(block.text, {}, "example", None, 0)
    test.globs = names
    written: list[str] = []
    doctest.DocTestRunner(verbose=False).run(test, out=written.append, clear_globs=False)
    yield from filter(None, ["".join(written)])
