"""Arrangements of a fleet on a grid, counted exactly and drawn at random.

`sweep` counts by dynamic programming, with the engine of this name, whose numbers also serve to draw
uniformly. `rejection` draws uniformly by trial, and holds the random numbers. `random_fleets` chooses a
method for a grid and a fleet. Of the boards of a puzzle, `square_counts` says in how many each square is
ship, and `random_boards` draws some.
"""
