"""Engines side by side on one puzzle: what each says, what that costs it, and whether they agree."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from types import MappingProxyType
from typing import Final, Literal, NamedTuple, TypeAlias

from bimaru.board import Board
from bimaru.engines.protocol import Engine
from bimaru.errors import MissingExtraError, UnsupportedPuzzleError
from bimaru.puzzle import Puzzle
from bimaru.solving import Status, WrongBoardError, solve

Outcome: TypeAlias = Status | Literal["refused", "missing", "wrong", "failed"]
"""What came of an engine: the status that it found; or it does not take the puzzle, its package is
not installed, it gave a board that the referee rejects, or its solver broke down."""

SIZES: Final = ("variables", "constraints", "nonzeros", "clauses")
"""What there may be of a model, by the names in `Run.stats`."""
COSTS: Final = ("nodes", "conflicts", "fails", "build_seconds", "solve_seconds", "seconds")
"""What a run may have cost, by the same names; `seconds` is all, the referee's work included."""

_SMALLEST: Final = Puzzle([None], [None])


class Trial(NamedTuple):
    """One engine on one puzzle. `boards` are those that the referee accepts, or of a `wrong`
    engine the one that it rejects; `complete` says that they are all there are, `decided` that
    they are what was asked for. `trouble` says in a sentence why there is no status."""

    engine: str
    outcome: Outcome
    boards: tuple[Board, ...] = ()
    complete: bool = False
    decided: bool = False
    stats: Mapping[str, int | float] = MappingProxyType({})
    trouble: str = ""

    @property
    def has_run(self) -> bool:
        """Whether it came to a status, be it `unknown`."""
        return not self.trouble

    @property
    def is_at_fault(self) -> bool:
        """Whether the engine is wrong whatever others say."""
        return self.outcome in ("wrong", "failed")

    def figures(self) -> dict[str, str | int | float | bool | None]:
        """All but the boards, as plain data; `None` for what the engine does not count."""
        return {
            "engine": self.engine,
            "status": self.outcome,
            "complete": self.complete,
            "n_solutions": len(self.boards) if self.has_run else None,
            **{name: self.stats.get(name) for name in (*SIZES, *COSTS)},
            "trouble": self.trouble or None,
        }


class Claim(NamedTuple):
    """A board that an engine found; `None` where it says that there is none."""

    engine: str
    board: Board | None


class Disagreement(NamedTuple):
    """Two claims that exclude each other, or a board that the referee rejects and, where another
    engine has found one, a board that it accepts."""

    text: str
    claims: tuple[Claim, ...]


class Comparison(NamedTuple):
    """The trials of several engines on one puzzle."""

    puzzle: Puzzle
    trials: tuple[Trial, ...]

    @property
    def decided(self) -> list[Trial]:
        """Those that know what was asked."""
        return [trial for trial in self.trials if trial.decided]

    @property
    def answer(self) -> Outcome:
        """What they know; where they disagree, what the first of them says."""
        return next((trial.outcome for trial in self.decided if trial.outcome != "unknown"), "unknown")

    def disagreements(self) -> list[Disagreement]:
        """Where the trials contradict each other, or the referee one of them. An engine that ran
        out of its budget contradicts none by what it has not found."""
        accepted = [trial for trial in self.trials if trial.has_run]
        return [*_rejected(self.trials, accepted), *_contradicting(accepted)]

    @property
    def is_sound(self) -> bool:
        """Whether no engine is at fault and none contradicts another."""
        return not (any(trial.is_at_fault for trial in self.trials) or self.disagreements())


def warm_up(engine: Engine) -> None:
    """Solve a puzzle of one square, so that what the engine imports is not part of a trial."""
    with suppress(Exception):  # the trials tell what is wrong
        solve(_SMALLEST, engine=engine)


def tried(puzzle: Puzzle, engine: Engine, limit: int | None = 2, *, time_limit: float | None = None) -> Trial:
    """The engine on the puzzle: up to `limit` boards (`None`: all) in `time_limit` seconds.

    Whatever is wrong with the engine is told in the trial."""
    try:
        result = solve(puzzle, engine=engine, limit=limit, time_limit=time_limit)
    except UnsupportedPuzzleError as refusal:
        return Trial(engine.name, "refused", trouble=str(refusal))
    except MissingExtraError as missing:
        return Trial(engine.name, "missing", trouble=str(missing))
    except WrongBoardError as wrong:
        trouble = f"the engine {engine.name} gave a wrong board: {wrong.fault}"
        return Trial(engine.name, "wrong", (wrong.board,), trouble=trouble)
    except Exception as error:
        last_line = str(error).strip().rpartition("\n")[2] or type(error).__name__
        return Trial(engine.name, "failed", trouble=f"the engine {engine.name} failed: {last_line}")
    decided = result.complete or len(result.boards) == limit
    return Trial(engine.name, result.status, result.boards, result.complete, decided, result.stats)


def _rejected(trials: Iterable[Trial], accepted: Sequence[Trial]) -> Iterator[Disagreement]:
    right = [Claim(trial.engine, trial.boards[0]) for trial in accepted if trial.boards]
    for trial in trials:
        if trial.outcome == "wrong":
            yield Disagreement(trial.trouble, (Claim(trial.engine, trial.boards[0]), *right[:1]))


def _contradicting(trials: Sequence[Trial]) -> Iterator[Disagreement]:
    """Boards that others, who say that they have found all, have not; one for the same others."""
    told = set()
    for one in trials:
        for board in one.boards:
            others = [other for other in trials if other.complete and board not in other.boards]
            names = tuple(other.engine for other in others)
            if others and names not in told:
                told.add(names)
                first = others[0].boards[0] if others[0].boards else None
                text = f"{one.engine} has a board that is not among all those of {', '.join(names)}"
                yield Disagreement(text, (Claim(one.engine, board), Claim(names[0], first)))
