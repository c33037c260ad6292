"""Deduction: how squares follow from the clues, step by step, and the sentences that say so.

From a puzzle to its steps, from top to bottom:

    steps_in_order.py   the way through a puzzle, one step after the other; and what only search settles
    finding/            what follows and from what; knows no sentence
        geometry.py     where ships of any kind can lie, by number; kept for each size and fleet
        start.py        a puzzle's clues by number, and the state that they show
        facts.py        the board with a trail of facts: noting, following up, going back; compiled
        placement_techniques.py  each plain technique: `find_...` or `rule_out_...`, `cite_...`; compiled
        citations.py    the techniques run as far as they lead; what a conclusion rests on; compiled
        codes.py        values of squares and techniques by number, with names and words
        plain.py        plain techniques, the easiest first, and hard facts that need not be told
        plain_words.py  about how many words plain steps take, by what their sentences list
        case_splits.py  cases: the ways to fill a line, the placements of ships, the ships on a square
        kept_trials.py  how cases failed on boards before, and what they led to
        preferred_moves.py  what a case analysis settles, in how many words, and which one is preferred
        next_move.py    the best case analysis where plain techniques end
        outlines.py     arguments too long to be told: a split, and how many cases each of its own takes
        compared_ways.py  whole ways through, of which the cheapest to read is kept
    own_techniques.py   techniques that users add, tried where the others end
    telling/            facts as reasons, cases and steps; searches for nothing
        narrator.py     each link as a `Reason` that says what it rests on
        cases.py        case analyses, places that fail and outlines, with what follows from them
        step.py         a step of an explanation, as a value; lists of ships that an earlier one has given
        chapters.py     the parts of long explanations, and their titles
    languages/          the sentences
        link_sentences.py, ending_sentences.py  of conclusions, and of contradictions
        argument_sentences.py  of cases and whole steps
        advice_sentences.py  of hints, reviews, conflicts and other answers
        words.py, notation.py  words in their forms; names of squares, words counted
        language.py     a language, as a value
        principles.py   what each technique rests on, for lessons
        en.py, de.py, fr.py, es.py  the table of each language

A *fact* is a square that is known, or a placement that is *ruled out*: no ship can lie there. Techniques add
facts to the trail of `State`; `State.chain` gives those that others rest on, as links. A *note* is a
placement that a step has ruled out, and that a reader has to remember (`barred` in JSON). A *split* is a
question with a few answers, its cases; a *move* is a split with what it settles, and a *way* the moves to the
end. The narrator makes a `Reason` of each link, and a language its sentence. Where plain techniques end,
`Finder.best` compares case analyses, and where none is left, search settles a square (*found by search*).

Below them all:

    reasons.py, clues.py    the values of an argument: reasons, cases, clues, lines; the clues of a puzzle
    techniques.py           the table of techniques, with their efforts and grades
    limits.py               what can be explained, and in how many words; deadlines and budgets

What happens when ... a technique finds a contradiction: `State.failure` says which: a supposition is taken
back along the trail with `undo`; without one, the steps end. ... time runs out: `watch` (`Deadline.check`)
raises `OutOfTimeError`, and the steps told so far are kept. ... a grade takes too much search: `Budget.check`
raises `OutOfNodesError`, and there is no grade. ... a puzzle cannot be explained at all:
`limits.refusal` says why.

A technique that is not to be built in is one value, an `OwnTechnique`. A new plain technique that is fast,
and known to grades, is a row in `techniques.py`, a number below 64 in `codes.py` with its name and words, at
the same place in its .pxd, a pair `find_...` (or `rule_out_...`, of placements) and `cite_...` in
`placement_techniques.py` and its .pxd, a call to each in `State.step` and `State.cite`, what its sentences
list in `plain_words.py`, its reason in `Narrator._about`, and its sentences: a case each in
`LinkSentences._clause` and `EndingSentences._impossible`, and their text in the languages. If grades of
straight ships are to know it, it is also a scan in `line_techniques.py` of `grading/ladder`, and a rung in
`rungs.py` (and its .pxd) with a call in `Ladder.try_rung`.
"""

from bimaru.deduction.languages import grade_name, technique_name
from bimaru.deduction.limits import CannotExplainError
from bimaru.deduction.reasons import Case, Change, Clue, Facts, Line, Question, Reason
from bimaru.deduction.telling.step import Step

__all__ = [
    "CannotExplainError",
    "Case",
    "Change",
    "Clue",
    "Facts",
    "Line",
    "Question",
    "Reason",
    "Step",
    "grade_name",
    "technique_name",
]
