"""`bimaru audit`: another program on puzzles that tell wrong ones from right ones."""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Final

import click

from bimaru.cli import options
from bimaru.cli.audit_reports import as_junit, as_page, as_text
from bimaru.cli.batch import read_puzzles
from bimaru.cli.command import command
from bimaru.cli.declarations import argument, flag, option
from bimaru.cli.error_reports import BadInputError
from bimaru.cli.exit_codes import Exit, worst
from bimaru.cli.output import choose_look, open_output
from bimaru.processes.sandbox import Limits, unenforced
from bimaru.study.answer_readers import ANSWERS
from bimaru.study.audit import Audit, audit_program, probes_of
from bimaru.study.audit.programs import Program

SUBMISSION: Final = "{submission}"
"""What a command has in place of the file of a submission."""
_MOST_ALIKE: Final = 5
"""Puzzles about the same, without `--thorough`."""
_SUFFIXES: Final = {"text": ".txt", "json": ".json", "junit": ".xml", "html": ".html"}


@command()
def audit(
    command: tuple[str, ...] = argument(
        metavar="-- COMMAND...", nargs=-1, required=True, type=click.UNPROCESSED
    ),
    puzzles: tuple[str, ...] = option(
        "--puzzles FILE",
        "Puzzles to try, instead of its own; may be repeated.",
        multiple=True,
        type=options.INPUT,
    ),
    name: str = options.output_format(
        "json", "Format in which the program gets puzzles; see bimaru formats."
    ),
    answers: str | None = option(
        "--from FORMAT",
        "Format of its answers, if it is not recognised, as of bimaru check.",
        choices=ANSWERS,
    ),
    wants_all: bool = flag("--all", "The program has to find every solution."),
    submissions: Path | None = option(
        "--submissions DIR",
        f"Audit every file of DIR, which is {SUBMISSION} in COMMAND.",
        type=click.Path(exists=True, file_okay=False, path_type=Path),
    ),
    thorough: bool = flag("--thorough", "Try all of its puzzles, some three times as many."),
    seconds: float = option(
        "--time-limit S", "Seconds for each puzzle.", type=options.Seconds(), shown_default=10.0
    ),
    memory: int = options.number("--memory MB", "Memory of the program.", default=2000),
    workers: int = options.number("--workers N", "Submissions to run at a time.", default=1),
    report: str = option(
        "--report KIND",
        "The report: text, junit (XML for CI) or html (a page for a class).",
        choices=["text", "junit", "html"],
        default="text",
    ),
    as_json: bool = options.as_json,
    target: str | None = options.output,
) -> Exit:
    """Test another solver on puzzles that show mistakes.

    COMMAND runs the program; {puzzle} in it stands for the file of a puzzle, which
    is standard input without it. The program prints one solution or several in any
    form that bimaru check reads, or that there is none. Each run is in a scratch
    directory, with limits, and ends with all processes that it has started. A
    puzzle on which the program fails is made as small as possible. After Ctrl-C
    the report covers the programs that had finished.

    \b
    With --json, one object per program:
      {"program", "right", "verdicts": [{"puzzle", "about", "finding", "text",
       "board", "missing", "faults", "seconds", "peak_bytes"}],
       "counterexample", "unenforced"}
    where "missing" is {"board": [...]}, a solution that a program with too few
    did not find, or else null.
    The finding is right, wrong, too few, too many, unreadable, crash, time or
    skipped. With --all, a puzzle is also skipped if it has too many
    solutions to count in five seconds.

    \b
    Example:
      bimaru audit --puzzles puzzles.jsonl -- python solver.py {puzzle}
    """
    limits = Limits(seconds, memory * 1_000_000)
    given = [item.puzzle for item in read_puzzles(puzzles)] if puzzles else None
    probes = [*probes_of(given, None if thorough else _MOST_ALIKE)]
    commands = [*_commands(command, submissions)]
    programs = [(title, Program(program, name, limits, answers)) for title, program in commands]
    kind = "json" if as_json else report
    audits: list[Audit] = []
    with open_output(target, _SUFFIXES[kind]) as output:
        look = choose_look(target, ascii=False)

        def put(found: Audit) -> None:
            audits.append(found)
            if kind in ("text", "json"):
                output.put(None, json.dumps(found.to_data()) + "\n" if as_json else as_text(found, look))

        def audit_one(title: str, program: Program) -> Audit:
            try:
                return audit_program(title, program, probes, wants_all=wants_all, unenforced=unenforced())
            except (FileNotFoundError, PermissionError) as error:
                raise BadInputError(f"{error.filename}: {error.strerror}") from error

        is_interrupted = _run(programs, audit_one, workers, put)
        if is_interrupted and not audits:
            raise KeyboardInterrupt
        if kind not in ("text", "json"):
            output.put(None, as_junit(audits) if kind == "junit" else as_page(audits))
    if is_interrupted:
        click.echo("Interrupted; finished results are kept.", err=True)
        return Exit.INTERRUPTED
    return worst(*map(_exit_code, audits))


def _run(
    programs: Sequence[tuple[str, Program]],
    audit_one: Callable[[str, Program], Audit],
    workers: int,
    put: Callable[[Audit], None],
) -> bool:
    """Pass on the audits in the order of the programs, each as soon as it is known; after Ctrl-C those that
    are known by then. Returns whether Ctrl-C came."""
    with ThreadPoolExecutor(workers) as pool:
        waiting = deque(pool.submit(audit_one, *program) for program in programs)
        try:
            while waiting:
                found = waiting[0].result()
                waiting.popleft()
                put(found)
            return False
        except KeyboardInterrupt:
            # Before the programs are ended, for that makes more of them ready, as if they had crashed.
            ready = [future for future in waiting if future.done() and future.exception() is None]
        finally:  # the pool would wait for them
            for future in waiting:
                future.cancel()
            for _, program in programs:
                program.end()
    for future in ready:
        put(future.result())
    return True


def _exit_code(found: Audit) -> Exit:
    """The exit code of an audit; nothing is known of a program that was given no puzzle."""
    if found.counterexample is not None:
        return Exit.FAILED
    return Exit.DONE if found.is_right else Exit.UNDECIDED


def _commands(command: Sequence[str], submissions: Path | None) -> Iterator[tuple[str, Sequence[str]]]:
    """The name and the command of each program. Raises `UsageError` and `BadInputError`."""
    has_place = any(SUBMISSION in part for part in command)
    if has_place != (submissions is not None):
        raise click.UsageError(f"--submissions DIR goes with {SUBMISSION} in COMMAND.")
    if submissions is None:
        yield " ".join(command), command
        return
    files = sorted(path for path in submissions.iterdir() if path.is_file() and not path.name.startswith("."))
    if not files:
        raise BadInputError(f"{submissions}: no file to audit")
    for path in files:
        yield path.name, [part.replace(SUBMISSION, str(path.resolve())) for part in command]
