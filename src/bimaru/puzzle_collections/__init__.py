"""Collections: many different puzzles of one recipe, in a directory of shards.

`making` makes them round by round: `shards` makes the puzzles of a range of seeds, on workers
(`bimaru.processes`: `executors`, `lost_workers`), `directory` holds the files (under one of the
`locks`), and `duplicates` are left out, by means of `integer_set` and `near_answers`.
"""
