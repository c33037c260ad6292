"""Running a program on one puzzle after another, until it is known whether it is right."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from time import perf_counter
from typing import Any, Final

from bimaru.outcome import Outcome
from bimaru.puzzle import Puzzle
from bimaru.study.audit.claims import claim_of_value
from bimaru.study.audit.probes import Probe, battery, probe_of
from bimaru.study.audit.shrinking import has_ships, shrunk
from bimaru.study.audit.verdicts import Claim, Finding, Verdict, judge

MOST_LATE: Final = 10
"""Puzzles without an answer in time after which a program is given up."""
_NOT_RUN: Final = Claim(failure=Finding.SKIPPED, text=f"not run, after {MOST_LATE} puzzles without an answer")


@dataclass(frozen=True, slots=True)
class Audit(Outcome):
    """The verdicts on a program, one for each puzzle, and the smallest `counterexample` found, if any is
    wrong. `unenforced` are the limits that the system does not keep."""

    program: str
    verdicts: tuple[Verdict, ...]
    counterexample: Verdict | None = None
    unenforced: tuple[str, ...] = ()

    @property
    def complete(self) -> bool:  # type: ignore[override]  # all answers are read only
        """Whether the program was judged on every puzzle; false if one was skipped, as the rest is after many
        time-outs."""
        return all(verdict.finding != Finding.SKIPPED for verdict in self.verdicts)

    @property
    def is_right(self) -> bool:
        """Whether the program was right on some puzzle, and wrong on none."""
        return self.counterexample is None and any(one.finding == Finding.RIGHT for one in self.verdicts)

    @property
    def failed(self) -> tuple[Verdict, ...]:
        """The verdicts that count against it."""
        return tuple(verdict for verdict in self.verdicts if not verdict.is_fine)

    def to_data(self) -> dict[str, object]:
        """The audit as JSON."""
        found = self.counterexample
        return {
            "program": self.program,
            "right": self.is_right,
            "verdicts": [verdict.to_data() for verdict in self.verdicts],
            "counterexample": None if found is None else found.to_data(),
            "unenforced": [*self.unenforced],
        }


def audit(
    solver: Callable[[Puzzle], Any],
    *,
    puzzles: Iterable[Puzzle] | None = None,
    all: bool = False,
    shrink: bool = True,
) -> Audit:
    """Try a function that solves puzzles on puzzles that tell wrong programs from right ones, or on these.

    `solver` takes a `Puzzle` and returns a board, its rows, several of these, a `Result`, or `None` if there
    is no solution; with `all`, every solution, unless they are too many to count in seconds: such puzzles are
    skipped. It runs in this process, without limits: Ctrl-C ends the audit. With `shrink`, the first puzzle
    on which it fails is made smaller.

    Raises `TypeError` if `solver` is not a function, and what reading `puzzles` raises; an error of the
    solver is a verdict."""
    _check_is_function(solver)
    name = getattr(solver, "__name__", type(solver).__name__)
    return audit_program(name, partial(_call, solver), probes_of(puzzles), wants_all=all, shrink=shrink)


def _check_is_function(value: object) -> None:
    """Raise `TypeError`, which says what to pass, for anything else: a board, the name of a program."""
    if not callable(value):
        ways = "one that takes a puzzle and returns a board, as bimaru.solve; bimaru audit runs programs"
        raise TypeError(f"expected a function, got {type(value).__name__}: {ways}")


def _call(solver: Callable[[Puzzle], Any], puzzle: Puzzle) -> Claim:
    start = perf_counter()
    try:
        claim = claim_of_value(solver(puzzle))
    except Exception as error:
        claim = Claim(failure=Finding.CRASH, text=f"{type(error).__name__}: {error}")
    return replace(claim, seconds=perf_counter() - start)


def probes_of(
    puzzles: Iterable[Puzzle] | None, most_alike: int | None = None
) -> Sequence[Probe] | Iterator[Probe]:
    """The puzzles of an audit: those given or, without any, its own, at most `most_alike` of each kind."""
    return (
        battery(most_alike)
        if puzzles is None
        else (probe_of(puzzle, "a puzzle of yours") for puzzle in puzzles)
    )


def audit_program(
    name: str,
    ask: Callable[[Puzzle], Claim],
    probes: Iterable[Probe],
    *,
    wants_all: bool = False,
    shrink: bool = True,
    unenforced: Sequence[str] = (),
) -> Audit:
    """The audit of a program that is called through a function. After `MOST_LATE` time-outs the remaining
    puzzles, which are larger, are skipped; puzzles that timed out are not shrunk."""

    def verdict_on(probe: Probe) -> Verdict:
        return judge(probe, ask(probe.puzzle), wants_all=wants_all)

    verdicts: list[Verdict] = []
    late = 0
    for probe in probes:
        verdicts.append(
            verdict_on(probe) if late < MOST_LATE else judge(probe, _NOT_RUN, wants_all=wants_all)
        )
        late += verdicts[-1].finding == Finding.TIME
    smallest = _smallest(verdicts)
    if smallest is not None and smallest.finding != Finding.TIME and shrink:
        smallest = shrunk(smallest, verdict_on)
    return Audit(name, tuple(verdicts), smallest, tuple(unenforced))


def _smallest(verdicts: Iterable[Verdict]) -> Verdict | None:
    """The failure on the smallest grid, with the fewest clues; a wrong board rather than none, and a puzzle
    with ships rather than one without, which says little of a program."""
    failed = [verdict for verdict in verdicts if not verdict.is_fine]
    return min(failed, key=_size, default=None)


def _size(verdict: Verdict) -> tuple[bool, bool, int, int, int]:
    puzzle = verdict.puzzle
    tallies = sum(tally is not None for tally in puzzle.rows + puzzle.cols)
    shows = verdict.finding in (Finding.WRONG, Finding.TOO_FEW, Finding.TOO_MANY)
    squares = puzzle.height * puzzle.width
    return (not shows, not has_ships(puzzle), squares, puzzle.fleet.size, tallies + len(puzzle.givens))
