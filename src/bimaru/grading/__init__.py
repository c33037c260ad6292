"""Grades: how hard a puzzle is for a person, by the techniques that it takes.

    grades.py       from work to a grade and its score
    graders.py      the grade of any puzzle, within a budget: by the ladder, or for other ships by finding
                    and by values and placements refuted one by one
    ladder_work.py  the work of a puzzle of straight ships, by the ladder
    ladder/         plain techniques on straight ships by whole lines, compiled; knows no reason
        lines.py    what is known of each line, and where ships can still lie in it
        line_techniques.py  each technique as a scan of the whole board
        ladder.py   the techniques as rungs, and suppositions
        rungs.py    the rungs, and what each leads to; suppositions by number

Grades need no reasons, and generating puzzles asks for thousands: so straight ships have techniques of their
own here, which do by whole lines what `bimaru.deduction.finding` does with reasons, in a seventh of the time.
`bimaru.deduction.techniques` has the table of techniques, with their efforts and grades.
"""

from bimaru.grading.grades import Grade

__all__ = ["Grade"]
