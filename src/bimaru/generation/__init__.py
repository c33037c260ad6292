"""Making puzzles: recipes, the choice of clues, difficulty, and minimising."""
