"""The limits on sizes: of what is read, and of what each part takes.

Other limits stand where they are used: those on models and searches beside each engine, on the words and the
work of explanations in `deduction.limits`, on grading in `grading.graders`, on generating in `generation`
(`recipe`, `tries`, `straight_maker`, `placement_maker`), on the search for repairs in `advice.conflicts`, on
books in `books.puzzles` and `books.settings`, on certificates in `study.certificates`, on audits in
`study.audit`, and on requests in `web.server_limits`. docs/reference/limits.md lists those that users meet.
"""

from __future__ import annotations

from typing import Final

MAX_SIDE: Final = 99
"""Rows or columns of a puzzle."""
MAX_NUMBER: Final = 9999
"""The largest tally, ship length and number of ships."""
MAX_FAULTS: Final = 100
"""Faults of one puzzle, or one board, that an error lists."""

MAX_CHARACTERS: Final = 2**22
"""The most characters (of a line: bytes) that one puzzle or board may take, including comments before it.

A 99x99 grid with every clue takes a twentieth of that in JSON; the rest leaves room for ships with letters,
polyomino ships, and keys that are passed through."""
MAX_BLANKS: Final = 2**24
"""The most blank characters between two puzzles. They take no memory, but the read must end."""

KERNEL_MAX_SIDE: Final = 64
"""Rows or columns of a grid for the search kernel and for random fleets: a line is a word of 64 bits."""
LADDER_MAX_SIDE: Final = 63
"""Rows or columns of a puzzle to explain or grade: one bit of the word stays outside the grid."""
EXPLAINED_MAX_PLACEMENTS: Final = 30_000
"""Placements of all ships of a puzzle with letters or polyominoes, to explain or grade."""
GENERATED_MAX_SIDE: Final = LADDER_MAX_SIDE
"""Rows or columns of a puzzle to generate."""
SERVER_MAX_SIDE: Final = KERNEL_MAX_SIDE
"""Rows or columns of a puzzle that the server takes, unless it is started with another limit."""
UNCOMPILED_MAX_SIDE: Final = 16
"""Rows or columns for the kernel and for random fleets where they run uncompiled."""
