"""One fleet after the other, until one gives a puzzle as asked for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping

from bimaru.errors import BimaruError
from bimaru.puzzle import Puzzle


class CannotGenerateError(BimaruError, ValueError):
    """As many fleets were tried as the recipe allows, and none gave a puzzle as asked for."""

    def __init__(self, tries: int, reasons: Mapping[str, int]) -> None:
        super().__init__(tries, dict(reasons))
        self.reasons = dict(reasons)

    def __str__(self) -> str:
        tries, reasons = self.args
        told = ", ".join(
            f"{number} {why}" for why, number in sorted(reasons.items(), key=lambda one: -one[1])
        )
        return f"no such puzzle in {tries} tries: {told}"


class UnfitError(BimaruError, RuntimeError):
    """This fleet gives no puzzle as asked for; the message says what went wrong with such fleets."""


def first_made(tries: int, attempt: Callable[[int], Puzzle]) -> Puzzle:
    """What the first attempt gives, numbered from 0, that does not raise `UnfitError`. Raises
    `CannotGenerateError`."""
    reasons: Counter[str] = Counter()
    for number in range(tries):
        try:
            return attempt(number)
        except UnfitError as reason:
            reasons[str(reason)] += 1
    raise CannotGenerateError(tries, reasons)
