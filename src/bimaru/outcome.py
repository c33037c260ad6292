"""What the answers to all questions about a puzzle have in common."""

from __future__ import annotations

from bimaru.json_values import JsonValue


class Outcome(JsonValue):
    """An answer: the base of all results."""

    __slots__ = ()

    complete: bool
    """Whether nothing is missing: false if a limit, such as that on time or on the number of boards, cut the
    work short. Then the answer is right as far as it goes. An answer that a limit makes impossible is
    `OutOfTimeError` instead."""


class WholeOutcome(Outcome):
    """An answer that is never partial: a limit makes it impossible."""

    __slots__ = ()

    complete: bool = True
