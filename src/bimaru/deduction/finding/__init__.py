"""Finding: what follows on a board, for every kind of ship, and from what."""
