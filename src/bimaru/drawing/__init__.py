"""Drawing puzzles and boards."""
