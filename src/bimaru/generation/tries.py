"""Tries: fleet after fleet until one gives a suitable puzzle, and why the others were rejected."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Final, NamedTuple

from bimaru.arrangements.rejection import Chance
from bimaru.clock import clock
from bimaru.deduction.limits import Budget
from bimaru.errors import BimaruError, OutOfTimeError
from bimaru.generation.recipe import Recipe
from bimaru.puzzle import Puzzle

FRUITLESS_TRIES: Final = 100_000
"""Most fleets to try for the first puzzle of a series: some seeds, if the recipe has the usual tries."""


class CannotGenerateError(BimaruError, ValueError):
    """None of the recipe's tries gave a suitable puzzle; `reasons` counts why. `is_cut` if there were fewer
    tries than allowed, because they took too much search."""

    def __init__(self, tries: int, reasons: Mapping[str, int], is_cut: bool = False) -> None:
        super().__init__(tries, dict(reasons), is_cut)
        self.reasons = dict(reasons)
        self.is_cut = is_cut

    def __str__(self) -> str:
        tries, reasons, is_cut = self.args
        listed = sorted(reasons.items(), key=lambda item: -item[1])
        counts = ", ".join(f"{number} {reason}" for reason, number in listed)
        limit = " (more would take too much search)" if is_cut else ""
        return f"no suitable puzzle in {'1 try' if tries == 1 else f'{tries} tries'}{limit}: {counts}"


class RejectedFleetError(BimaruError, ValueError):
    """A fleet gave no suitable puzzle; the message says why."""


class Try(NamedTuple):
    """A try to make a puzzle of the next fleet. `number`: how many fleets were rejected before; `grade`: the
    one wanted, if any; `work`: where to count what it takes."""

    number: int
    grade: str | None
    work: Budget


_OTHER_GRADES: Final = 8
"""Each other grade of the range may take this part of the work for the one drawn: 1 in this number."""


def first_success(
    recipe: Recipe,
    chance: Chance,
    attempt: Callable[[Try], Puzzle],
    most: int,
    time_limit: float | None = None,
    *,
    look: int = 1,
) -> Puzzle:
    """The result of the first attempt that does not raise `RejectedFleetError`.

    Of a range of grades, one is drawn. Where `most` work gives no puzzle of that one, the others are tried,
    those nearest to it first. `look` is the work that a call of its `check` stands for.

    Raises `CannotGenerateError` after the tries of the recipe, or once all this work is done, and
    `OutOfTimeError` after that many seconds."""
    reasons: list[str] = []
    deadline = math.inf if time_limit is None else clock.now() + time_limit
    for place, grade in enumerate(_grades_to_try(recipe, chance)):
        work = Budget(most // _OTHER_GRADES if place else most, look)
        while len(reasons) < recipe.tries and not work.is_spent:
            try:
                return attempt(Try(len(reasons), grade, work))
            except RejectedFleetError as reason:
                reasons.append(str(reason))
            if clock.now() >= deadline:
                raise OutOfTimeError("no suitable puzzle")
    raise CannotGenerateError(len(reasons), Counter(reasons), len(reasons) < recipe.tries)


def fewest_givens(recipe: Recipe, chance: Chance) -> tuple[int, ...]:
    """The least number of givens of a puzzle, drawn from the range; and that of the range itself, for
    fleets to which a grade or the kinds of givens allow no more."""
    least, most = recipe.givens_number or (0, recipe.squares)
    is_limit = least in (0, most) or most == recipe.squares
    return (least,) if is_limit else (least + chance.below(most - least + 1), least)


def is_fruitless(recipe: Recipe, seeds: int, made: int) -> bool:
    """Whether to give up a series: none of its first seeds gave a puzzle, in many tries."""
    return not made and seeds * recipe.tries >= FRUITLESS_TRIES


def _grades_to_try(recipe: Recipe, chance: Chance) -> Sequence[str | None]:
    """One of the grades at random, then the others, those nearest to it first."""
    grades = recipe.grades
    if not grades:
        return (None,)
    # Drawn once a seed, not once a fleet: else grades that most fleets fail would be rare.
    drawn = chance.below(len(grades))
    nearest = sorted(range(len(grades)), key=lambda i: (abs(i - drawn), i))
    return [grades[i] for i in nearest if not recipe.excludes(grades[i])]
