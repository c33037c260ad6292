"""Runs over many puzzles on a cluster that continue where they were interrupted: an ordered map, and the
journal beside the output from which finished answers are taken. A collection continues without a journal: see
`bimaru.puzzle_collections.making`."""
