"""Placements that are ruled out are marked from there to the last step that needs them."""

from __future__ import annotations

from functools import cache
from typing import Final

from bimaru import Explanation
from bimaru.advice.explanation import explain
from bimaru.cli.pictures import steps as pictures_of
from bimaru.deduction.languages import language_of
from bimaru.deduction.languages.notation import placement_name
from bimaru.deduction.limits import MOST_NOTES
from bimaru.deduction.reasons import links_of
from bimaru.drawing.argument import overview, panels_of, states_of
from command_line import bimaru as call
from command_line import jsonl
from instances import instance

MANY_NOTES: Final = instance("csplib014", "csplib014-11794").puzzle


@cache
def explanation() -> Explanation:
    """One with notes, found soonest."""
    return explain(MANY_NOTES, refine=False)


def test_a_note_is_alive_from_the_step_after_it_to_the_last_that_needs_it() -> None:
    told = explanation()
    assert any(step.noted for step in told)
    for number, step in enumerate(told):
        later = [link for each in told[number:] for link in (*each.reasons, *links_of(each.cases))]
        needed = {placement for link in later for placement in link.premises.barred}
        before = {placement for each in told[:number] for placement in each.barred}
        assert {*step.noted} == needed & before
        assert len(step.noted) <= MOST_NOTES


def test_pictures_mark_notes_while_they_are_alive() -> None:
    told = explanation()
    number, step = next((i, step) for i, step in enumerate(told) if step.noted and step.cases)
    before = told[number - 1].board
    assert {*step.noted} <= {*overview(told)[number].highlight.barred}
    for state in (*states_of(before, step), *panels_of(before, step)):
        assert {*step.noted} <= {*state.highlight.barred}
    assert pictures_of(MANY_NOTES, told, number + 1)[0].step == step


def test_below_a_board_in_text_are_the_placements_that_are_ruled_out() -> None:
    drawn = call("explain", "--no-refine", "--draw", "-", stdin=jsonl(MANY_NOTES.to_data())).out
    told = explanation()
    words = language_of("en").words
    lists = [
        words.say("noted", placements=words.joined([*map(placement_name, (*step.noted, *step.barred))]))
        for step in told
        if step.noted or step.barred
    ]
    text = " ".join(drawn.split())
    at = 0
    for line in lists:
        at = text.index(line, at) + 1
    assert text.count("Ruled out:") == len(lists)
