"""English."""

from __future__ import annotations

from typing import Final

from bimaru.deduction.languages.en import answers
from bimaru.deduction.languages.en.telling import TELLING
from bimaru.deduction.languages.language import Language

ENGLISH: Final = Language(
    code="en",
    techniques={
        name: name
        for name in (
            "around a given part",
            "ships do not touch",
            "rest of the line is water",
            "rest of the line is ship",
            "water round a finished ship",
            "direction of a middle",
            "no ship fits",
            "one way to grow",
            "missing tally",
            "last places",
            "overlap",
            "ways to fill a line",
            "no ship fits: starved line",
            "last places: starved line",
            "overlap: starved line",
            "ways to fill a line: starved line",
            "contradiction",
            "places that fail",
            "cases",
            "nested contradiction",
            "ships on a square",
            "first letter from an edge",
            "sums of the tallies",
            "clues together",
            "found by search",
        )
    },
    grades={name: name for name in ("easy", "intermediate", "hard", "expert", "extreme")},
    phrases={
        "no_solution": "The puzzle has no solution.",
        "out_of_time": "The time limit was reached.",
        "no_answer_in_time": "the time limit was reached before the answer was known",
        "no_hint": "No hint: {reason}.",
        "no_argument": "No argument: {reason}.",
        "solved": "The puzzle is solved.",
        "nothing_follows": "Nothing more follows.",
        "technique": "Technique: {name}.",
        "conflict_steps": "How these clues contradict each other, in steps that are numbered from 1 again:",
        "repairs": "The puzzle would have a solution if",
        "repair_unique": "{repair} (then exactly one)",
        "repair_several": "{repair} (then several)",
        "repair": "{repair}",
        "impossible": "No solution: {reason}.",
        "by_search": "search proves it",
        "graded": "The only solution. Grade: {grade} ({score:.2f}).",
        "solved_by_search": "The only solution. Not graded: without search the techniques do not lead to it.",
        "unique": "There is one solution",
        "multiple": "There are several solutions",
        "unknown": "It is not known whether there is one solution",
        "late": "The time limit was reached. {known}.",
        "late_with_one_open": "The time limit was reached. {squares} is open. {known}.",
        "late_with_open": "The time limit was reached. {squares} are open. {known}.",
        "ambiguous": "{known}: nothing more follows, and {squares} stay open.",
        "stuck": "{known}, but no technique makes progress, and {squares} stay open.",
        "two_boards": "Two solutions that differ:",
        "ungraded": "not graded: {reason}",
        "ungraded_none": "it has no solution",
        "ungraded_multiple": "it has several solutions",
        "ungraded_unique": "no technique leads on to its solution",
        "ungraded_cut": "it takes too much search to grade",
        "ungraded_unknown": "it is not known whether it has one solution",
        "lesson_graded": "The only solution. Grade: {grade}.",
        "lesson_late": "The time limit was reached; still open are {squares}.",
        "lesson_ambiguous": "Several solutions: nothing more follows; still open are {squares}.",
        "lesson_stuck": "Nothing more follows; still open are {squares}.",
        "the_puzzle": "The puzzle",
    },
    telling=TELLING,
    answers=answers,
)
"""The names and sentences."""
