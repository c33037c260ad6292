"""Engines side by side on one puzzle: their results, their costs, and whether they agree."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import nullcontext, suppress
from dataclasses import dataclass, field, replace
from typing import Final, Literal, NamedTuple, TypeAlias

from bimaru.board import Board
from bimaru.engines.model_engine import ModelEngine
from bimaru.engines.protocol import Engine
from bimaru.engines.registry import source_of
from bimaru.engines.relaxation import Relaxation, relaxation
from bimaru.engines.solver_log import logging_to
from bimaru.errors import MissingExtraError, OutOfTimeError, UnsupportedPuzzleError
from bimaru.outcome import Outcome
from bimaru.puzzle import Puzzle
from bimaru.solving import EngineFailedError, Status, WrongBoardError, engine_errors, solve

TrialStatus: TypeAlias = Status | Literal["refused", "missing", "wrong", "failed"]
"""The outcome of a trial: the status found; or the engine does not take the puzzle, its package,
program or solver is not installed, it returned a board that the referee rejects, or its solver failed."""

SIZES: Final = ("variables", "constraints", "nonzeros", "clauses")
"""Sizes of a model, by their names in `Run.stats`."""
COSTS: Final = ("nodes", "conflicts", "fails", "build_seconds", "solve_seconds", "seconds")
"""Costs of a run, by their names in `Run.stats`; `seconds` includes the referee's work."""

_SMALLEST: Final = Puzzle([None], [None])


@dataclass(frozen=True, slots=True)
class Trial(Outcome):
    """The result of one engine on one puzzle.

    `boards` are those that the referee accepts, or the one that it rejects if the outcome is `wrong`.
    `complete`: whether they are all. `decided`: whether the limit on boards was reached or they are all.
    `trouble`: why there is no status, as a sentence. `log`: the logs of the engine's solver, `None` if they
    were not wanted."""

    engine: str
    outcome: TrialStatus
    boards: tuple[Board, ...] = ()
    complete: bool = False
    decided: bool = False
    stats: Mapping[str, int | float] = field(default_factory=dict)
    trouble: str = ""
    log: str | None = None
    relaxation: Relaxation | None = None
    """The linear relaxation of the engine's model, if it was wanted and the engine has one."""

    @property
    def has_run(self) -> bool:
        """Whether the engine returned a status, even `unknown`."""
        return not self.trouble

    @property
    def is_at_fault(self) -> bool:
        """Whether the engine failed or was wrong, whatever the others found."""
        return self.outcome in ("wrong", "failed")

    def figures(self) -> dict[str, str | int | float | bool | None]:
        """Status, number of boards, sizes and costs, as JSON; `None` for what the engine does not have."""
        return {
            "engine": self.engine,
            "status": self.outcome,
            "complete": self.complete,
            "n_solutions": len(self.boards) if self.has_run else None,
            **{name: self.stats.get(name) for name in (*SIZES, *COSTS)},
            "trouble": self.trouble or None,
        }

    def to_data(self) -> dict[str, object]:
        """The figures, and the log and the bounds if there are any, as JSON."""
        data: dict[str, object] = {**self.figures()}
        if self.log is not None:
            data["log"] = self.log
        if found := self.relaxation:
            data |= {"lp_bound": found.lp_bound, "n_squares": found.n_squares, "root_gap": found.root_gap}
        return data


class Claim(NamedTuple):
    """A board that an engine found, or `None` if it found that there is none."""

    engine: str
    board: Board | None


class Disagreement(NamedTuple):
    """Two claims that contradict each other; or a board that the referee rejects, and one that it accepts if
    another engine found one."""

    text: str
    claims: tuple[Claim, ...]

    def to_data(self) -> dict[str, object]:
        """The disagreement as JSON."""
        claims = [
            {"engine": claim.engine, "solution": claim.board.to_data() if claim.board else None}
            for claim in self.claims
        ]
        return {"text": self.text, "claims": claims}


@dataclass(frozen=True, slots=True)
class Comparison(Outcome):
    """The trials of several engines on one puzzle."""

    puzzle: Puzzle
    trials: tuple[Trial, ...]

    @property
    def complete(self) -> bool:  # type: ignore[override]  # all answers are read only
        """Whether every engine has decided the puzzle."""
        return all(trial.decided for trial in self.trials)

    @property
    def decided(self) -> list[Trial]:
        """The trials that are decided."""
        return [trial for trial in self.trials if trial.decided]

    @property
    def answer(self) -> TrialStatus:
        """The outcome of the first trial that is decided and not `unknown`; else `unknown`."""
        return next((trial.outcome for trial in self.decided if trial.outcome != "unknown"), "unknown")

    def disagreements(self) -> list[Disagreement]:
        """The contradictions between trials, and between a trial and the referee. A trial that reached its
        limit contradicts no other by boards that it has not found."""
        accepted = [trial for trial in self.trials if trial.has_run]
        return [*_rejected_boards(self.trials, accepted), *_contradictions(accepted)]

    @property
    def is_sound(self) -> bool:
        """Whether no engine is at fault and none contradicts another."""
        return not (any(trial.is_at_fault for trial in self.trials) or self.disagreements())

    def to_data(self) -> dict[str, object]:
        """The comparison as JSON."""
        return {
            "agree": self.is_sound,
            "engines": [trial.to_data() for trial in self.trials],
            "disagreements": [found.to_data() for found in self.disagreements()],
        }


def warm_up(engine: Engine) -> None:
    """Solve a puzzle of one square, so that the engine's imports are not part of a trial."""
    with suppress(Exception):  # the trials report it
        solve(_SMALLEST, engine=engine)


def run_trial(
    puzzle: Puzzle,
    engine: Engine,
    limit: int | None = 2,
    *,
    time_limit: float | None = None,
    node_limit: int | None = None,
    with_log: bool = False,
) -> Trial:
    """Run an engine on a puzzle, for up to `limit` boards (`None`: all), `time_limit` seconds and
    `node_limit` nodes.

    Every failure of the engine is reported in the trial."""
    log: list[str] = []
    with logging_to(log.append) if with_log else nullcontext():
        try:
            result = solve(puzzle, engine=engine, limit=limit, time_limit=time_limit, node_limit=node_limit)
        except Exception as error:
            trial = _trial_without_result(engine, error)
        else:
            decided = result.complete or len(result.boards) == limit
            trial = Trial(engine.name, result.status, result.boards, result.complete, decided, result.stats)
    return replace(trial, log="\n".join(log)) if with_log else trial


def with_relaxation(
    puzzle: Puzzle, engine: Engine, trial: Trial, *, time_limit: float | None = None
) -> Trial:
    """The trial with the linear relaxation of the engine's model, if it has one and found a board."""
    if not (isinstance(engine, ModelEngine) and trial.has_run and trial.outcome != "unknown"):
        return trial
    try:
        with engine_errors(engine):
            return replace(trial, relaxation=relaxation(engine, puzzle, time_limit=time_limit))
    except Exception as error:
        return replace(_trial_without_result(engine, error), log=trial.log)


def _trial_without_result(engine: Engine, error: Exception) -> Trial:
    """The trial of an engine that raised this error."""
    match error:
        case UnsupportedPuzzleError():
            return Trial(engine.name, "refused", trouble=str(error))
        case MissingExtraError():
            return Trial(engine.name, "missing", trouble=str(error))
        case OutOfTimeError():
            return Trial(engine.name, "unknown")
        case WrongBoardError():
            trouble = f"the engine {source_of(engine.name)} gave a wrong board: {error.fault}"
            return Trial(engine.name, "wrong", (error.board,), trouble=trouble)
        case EngineFailedError():
            return Trial(engine.name, "failed", trouble=str(error))
    last_line = str(error).strip().rpartition("\n")[2] or type(error).__name__
    return Trial(engine.name, "failed", trouble=f"the engine {engine.name} failed: {last_line}")


def _rejected_boards(trials: Iterable[Trial], accepted: Sequence[Trial]) -> Iterator[Disagreement]:
    right = [Claim(trial.engine, trial.boards[0]) for trial in accepted if trial.boards]
    for trial in trials:
        if trial.outcome == "wrong":
            yield Disagreement(trial.trouble, (Claim(trial.engine, trial.boards[0]), *right[:1]))


def _contradictions(trials: Sequence[Trial]) -> Iterator[Disagreement]:
    """Boards that are missing from complete trials; one for each set of such trials."""
    reported = set()
    for trial in trials:
        for board in trial.boards:
            others = [other for other in trials if other.complete and board not in other.boards]
            names = tuple(other.engine for other in others)
            if others and names not in reported:
                reported.add(names)
                first = others[0].boards[0] if others[0].boards else None
                text = f"{trial.engine} found a board that is not among all the boards of {', '.join(names)}"
                yield Disagreement(text, (Claim(trial.engine, board), Claim(names[0], first)))
