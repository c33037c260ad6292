"""Solve, explain, make, draw and play Battleship puzzles."""

__version__ = "0.1.0"
