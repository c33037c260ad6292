"""Generating and minimising puzzles.

`recipe` holds the options of a puzzle. `generator` makes one from a recipe and a seed: by `straight_maker` if
its ships are straight and have no letters, else by `placement_maker`, with words from `lettered`. `tries`
draws fleet after fleet until one gives a puzzle. They choose clues by `clue_selection` and `patterns`, until
`uniqueness` finds no other solution or `clue_ladder` can solve it by the techniques of a grade.
`minimisation` drops clues of any puzzle, by `clue_masks` and `bimaru.advice.clue_sets.hitting_set`.

Superfluous givens are dropped by `drop` of `alternatives`, or of `clue_ladder` for a grade, and by
`clue_selection.drop_redundant` for other ships and for drafts. The first two hold their `square_groups`.
"""
