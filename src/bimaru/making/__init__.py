"""Making puzzles: random fleets, the choice of clues, collections."""
