"""Audits as text, as JUnit XML, and as a page for a class."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from html import escape
from textwrap import fill
from typing import Final
from xml.sax.saxutils import escape as escape_text
from xml.sax.saxutils import quoteattr

from bimaru.capitals import capitalised
from bimaru.drawing.terminal import PAGE, PLAIN, Look, picture
from bimaru.study.audit import FINE, Audit, Finding, Verdict
from bimaru.study.audit.verdicts import NOT_JUDGED

_MOST_LISTED: Final = 10
_CONTROL: Final = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""What XML cannot contain."""


def as_text(audit: Audit, look: Look = PLAIN) -> str:
    """The result, the failures in a list, and the counterexample as a picture."""
    lines = [f"{audit.program}: {summary(audit)}"]
    failed = [(name, verdict) for name, verdict in _named(audit) if not verdict.is_fine]
    for name, verdict in failed[:_MOST_LISTED]:
        first_line = verdict.text.partition("\n")[0]
        line = f"{name}: {verdict.finding}: {first_line}"
        lines.append(fill(line, PAGE, initial_indent="  ", subsequent_indent="    "))
    if len(failed) > _MOST_LISTED:
        lines.append(f"  and {len(failed) - _MOST_LISTED} more")
    if audit.counterexample is not None:
        lines += ["", "The smallest counterexample found:", "", counterexample(audit.counterexample, look)]
    if audit.unenforced:
        lines += ["", fill(_not_limited(audit.unenforced), PAGE)]
    return "\n".join(lines) + "\n\n"


def summary(audit: Audit) -> str:
    """The result in one clause: on how many puzzles the program was right, or failed and how."""
    skipped = [verdict for verdict in audit.verdicts if verdict.finding == Finding.SKIPPED]
    number = len(audit.verdicts) - len(skipped)
    if not number:
        return _of_none_judged(skipped)
    rest = "".join(f"; {count} more {why}" for why, count in Counter(map(_why_skipped, skipped)).items())
    if audit.is_right:
        return f"right on {_puzzles(number)}{rest}"
    kinds = Counter(str(verdict.finding) for verdict in audit.failed)
    how = ", ".join(f"{kind} {count}" for kind, count in kinds.items())
    return f"not right on {len(audit.failed)} of {number} puzzles ({how}{rest})"


def _of_none_judged(skipped: Sequence[Verdict]) -> str:
    """What is said of a program about which nothing is known: it was not judged or got no puzzle, and why."""
    tried = sum(verdict.text == NOT_JUDGED for verdict in skipped)
    if tried:
        return f"{_puzzles(tried)} {NOT_JUDGED}"
    return f"tried on no puzzle{f': {skipped[-1].text}' if skipped else ''}"


def _why_skipped(verdict: Verdict) -> str:
    """Why in a few words: what a format cannot express differs from puzzle to puzzle."""
    return verdict.text if verdict.text.startswith("not ") else "cannot be written in its format"


def _puzzles(number: int) -> str:
    return f"{number} puzzle{'' if number == 1 else 's'}"


def counterexample(verdict: Verdict, look: Look = PLAIN) -> str:
    """The puzzle, the board of the program or one that it has not found, and what is wrong."""
    puzzle, board = verdict.puzzle, verdict.board
    parts = [
        capitalised(f"{verdict.about}; ships {puzzle.fleet}" if puzzle.fleet else verdict.about),
        picture(puzzle, None, look),
    ]
    if board is not None and (board.height, board.width) == (puzzle.height, puzzle.width):
        parts += ["The program's board:", picture(puzzle, board, look)]
    if verdict.missing is not None:
        parts += ["A solution that it misses:", picture(puzzle, verdict.missing, look)]
    parts.append(fill(f"{capitalised(str(verdict.finding))}: {verdict.text}.", PAGE))
    return "\n\n".join(parts)


def _not_limited(limits: Sequence[str]) -> str:
    """What programs could do on this system, as a sentence."""
    *others, last = limits
    listed = f"{', '.join(others)} and {last}" if others else last
    return f"Not limited on this system: {listed}."


def as_junit(audits: Sequence[Audit]) -> str:
    """A test suite a program, a test case a puzzle, in the XML of JUnit."""
    suites = "".join(_suite(audit) for audit in audits)
    return (
        f'<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="bimaru audit">\n{suites}</testsuites>\n'
    )


def _suite(audit: Audit) -> str:
    verdicts = audit.verdicts
    skipped = sum(verdict.finding == Finding.SKIPPED for verdict in verdicts)
    seconds = sum(verdict.seconds for verdict in verdicts)
    cases = "".join(_case(audit, name, verdict) for name, verdict in _named(audit))
    counts = f'tests="{len(verdicts)}" failures="{len(audit.failed)}" skipped="{skipped}"'
    return (
        f'<testsuite name={_attribute(audit.program)} {counts} time="{seconds:.3f}">\n{cases}</testsuite>\n'
    )


def _named(audit: Audit) -> Iterator[tuple[str, Verdict]]:
    """The verdicts, each with the name of its puzzle, or its number."""
    for number, verdict in enumerate(audit.verdicts, 1):
        name = verdict.puzzle.id
        yield f"puzzle {number}" if name is None else str(name), verdict


def _case(audit: Audit, name: str, verdict: Verdict) -> str:
    names = f"classname={_attribute(audit.program)} name={_attribute(name)}"
    head = f'<testcase {names} time="{verdict.seconds:.3f}"'
    if verdict.finding == Finding.RIGHT:
        return f"{head}/>\n"
    if verdict.finding in FINE:
        return f"{head}><skipped message={_attribute(verdict.text)}/></testcase>\n"
    shown = escape_text(_CONTROL.sub("?", counterexample(verdict)))
    failure = f"<failure type={_attribute(str(verdict.finding))} message={_attribute(verdict.text)}>"
    return f"{head}>{failure}\n{shown}\n</failure></testcase>\n"


def _attribute(text: str) -> str:
    return quoteattr(_CONTROL.sub("?", text))


_STYLE: Final = (
    "body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#222}"
    "table{border-collapse:collapse;width:100%}"
    "td,th{border-bottom:1px solid #ccc;padding:.3rem .6rem;text-align:left}"
    "pre{background:#f4f6f8;padding:1rem;overflow:auto}.right{color:#17692f}.not{color:#a3161d}"
)


def as_page(audits: Sequence[Audit]) -> str:
    """A page for a class: a table of the programs, and of each wrong one the counterexample."""
    rows = "".join(_row(number, audit) for number, audit in enumerate(audits))
    parts = "".join(_part(number, audit) for number, audit in enumerate(audits) if not audit.is_right)
    limits = sorted({limit for audit in audits for limit in audit.unenforced})
    note = f"<p>{escape(_not_limited(limits))}</p>" if limits else ""
    head = f'<meta charset="utf-8"><title>Audit</title><style>{_STYLE}</style>'
    table = f"<table><tr><th>Program<th>Result<th>Seconds</tr>{rows}</table>"
    body = f"<h1>Audit</h1>{table}{parts}{note}"
    return f'<!doctype html><html lang="en"><head>{head}</head><body>{body}</body></html>\n'


def _row(number: int, audit: Audit) -> str:
    name = escape(audit.program)
    link = name if audit.is_right else f'<a href="#program-{number}">{name}</a>'
    look = "right" if audit.is_right else "not"
    seconds = sum(verdict.seconds for verdict in audit.verdicts)
    return f'<tr><td>{link}<td class="{look}">{escape(summary(audit))}<td>{seconds:.1f}</tr>'


def _part(number: int, audit: Audit) -> str:
    found = "" if audit.counterexample is None else counterexample(audit.counterexample)
    heading = f'<h2 id="program-{number}">{escape(audit.program)}</h2>'
    return f"{heading}<p>{escape(capitalised(summary(audit)))}.</p><pre>{escape(found)}</pre>"
