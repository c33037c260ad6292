"""Deduction: explanations step by step, hints and grades, as a person solves.

From a puzzle to its explanation, from top to bottom:

    explanation.py      explain, grade: one puzzle, its verdict and its steps
    steps_in_order.py   the way through a puzzle, one step after the other; and what only search settles
    finding/            what follows and from what; knows no sentence
        geometry.py     where ships of any kind can lie, by number; kept for each size and fleet
        start.py        a puzzle's clues by number, and the state that they show
        facts.py        the board with a trail of facts: noting, following up, going back; compiled
        placement_techniques.py  each plain technique: `find_...` or `rule_out_...`, `cite_...`; compiled
        citations.py    the techniques run as far as they lead; what a conclusion rests on; compiled
        codes.py        techniques and values of squares by number
        plain.py        plain techniques, the easiest first, and hard facts that need not be told
        case_splits.py  cases: the ways to fill a line, the placements of ships, the ships on a square
        preferred_moves.py  what a case analysis settles, in how many words, and which one is preferred
        next_move.py    the best case analysis where plain techniques end
        outlines.py     arguments too long to be told: a split, and how many cases each of its own takes
        compared_ways.py  whole ways through, of which the cheapest to read is told
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

    hints.py, reviews.py, why.py     advice on a half-filled board; why a square is what it is
    mistakes.py                      what is wrong on a half-filled board, and where it began
    position.py                      a board beside its puzzle, and where they disagree
    faults_at_sight.py               totals that differ, ships that do not fit, parts without a ship
    conflicts.py                     a puzzle without a solution: the clues at odds, and how to mend them
    ambiguity.py                     a puzzle with several solutions: where they differ
    proofs.py                        the steps to one conclusion, without those that it does not need
    clue_sets/                       the smallest sets of clues from which something follows
        oracle.py, switches.py           whether it does, asked of a SAT solver, clue by clue
        minimal_sets.py, hitting_set.py  the smallest sets, from its answers

Grades need no reasons, and generating puzzles asks for thousands:

    techniques.py       the table of techniques, with their efforts and grades
    grading.py          from work to a grade and its score
    graders.py          the grade of any puzzle, within a budget: by the ladder, or for other ships by finding
                        and by values and placements refuted one by one
    ladder_work.py      the work of a puzzle of straight ships, by the ladder
    ladder/             plain techniques on straight ships by whole lines, compiled; knows no reason
        lines.py        what is known of each line, and where ships can still lie in it
        line_techniques.py  each technique as a scan of the whole board
        ladder.py       the techniques as rungs, and suppositions
        rungs.py        the rungs, and what each leads to; suppositions by number

Below them all:

    reasons.py, clues.py    the values of an argument: reasons, cases, clues, lines; the clues of a puzzle
    limits.py               what can be explained, and in how many words; deadlines and budgets

What happens when ... a technique finds a contradiction: `State.failure` says which: a supposition is taken
back along the trail with `undo`; without one, the steps end. ... time runs out: `watch`
(`Deadline.check` or `Budget.check`) raises `OutOfTimeError`, and the steps told so far are kept. ... a puzzle
cannot be explained at all: `limits.refusal` says why.

A technique that is not to be built in is one value, an `OwnTechnique`. A new plain technique that is fast,
and known to grades, is a number in `codes.py`, at the same place in its .pxd (`State.cost` and `State.linked`
compare numbers), a pair `find_...` (or `rule_out_...`, of placements) and `cite_...` in
`placement_techniques.py` and its .pxd, a call to each in `State.step` and `State.cite`, a name in `_NAMES` of
`telling/narrator.py` and its reason in `Narrator._about`, a row in `finding/plain.py`, and its sentences:
a case each in `LinkSentences._clause` and `EndingSentences._impossible`, and their text in the languages. If
grades of straight ships are to know it, it is also a scan in `line_techniques.py`, a rung in `rungs.py` (and
its .pxd) with a call in `Ladder.try_rung`, and a row in `techniques.py`.
"""

from bimaru.deduction.ambiguity import Ambiguity, explain_ambiguity
from bimaru.deduction.conflicts import Conflict, Repair, explain_conflict
from bimaru.deduction.explanation import (
    Explaining,
    Explanation,
    UngradableError,
    explain,
    grade,
    start_explanation,
)
from bimaru.deduction.grading import Grade
from bimaru.deduction.hints import Advice, Focus, hint
from bimaru.deduction.languages import grade_name, technique_name
from bimaru.deduction.limits import CannotExplainError
from bimaru.deduction.mistakes import Mistake
from bimaru.deduction.position import InvalidSquareError
from bimaru.deduction.reasons import Case, Change, Clue, Facts, Line, Question, Reason
from bimaru.deduction.reviews import Review, review
from bimaru.deduction.telling.step import Step
from bimaru.deduction.why import Argument, why
from bimaru.errors import NoSolutionError, OutOfTimeError

__all__ = [
    "Advice",
    "Ambiguity",
    "Argument",
    "CannotExplainError",
    "Case",
    "Change",
    "Clue",
    "Conflict",
    "Explaining",
    "Explanation",
    "Facts",
    "Focus",
    "Grade",
    "InvalidSquareError",
    "Line",
    "Mistake",
    "NoSolutionError",
    "OutOfTimeError",
    "Question",
    "Reason",
    "Repair",
    "Review",
    "Step",
    "UngradableError",
    "explain",
    "explain_ambiguity",
    "explain_conflict",
    "grade",
    "grade_name",
    "hint",
    "review",
    "start_explanation",
    "technique_name",
    "why",
]
