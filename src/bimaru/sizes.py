"""The limits on sizes: of what is read, and of what each part takes."""

from __future__ import annotations

from typing import Final

MAX_SIDE: Final = 99
"""Rows or columns of a puzzle."""
MAX_NUMBER: Final = 9999
"""The largest tally, ship length and number of ships."""
MAX_FAULTS: Final = 100
"""Faults of one puzzle, or one board, that an error lists."""

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
