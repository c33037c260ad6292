"""Arrangements of a fleet on a grid: counted exactly, and drawn uniformly at random."""
