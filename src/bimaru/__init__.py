"""Solve, explain, make, draw and play Battleship puzzles."""
