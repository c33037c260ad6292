"""Collections: any number of different puzzles of one recipe, in a directory of shards."""
