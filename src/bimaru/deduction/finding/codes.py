"""The numbers that the compiled modules of `finding` use: values of squares, and techniques.

This file serves callers in Python, and those modules uncompiled; compiled, they take the same names from
`codes.pxd`, as constants of C.
"""

from __future__ import annotations

# Values of squares.
OPEN = 0
SHIP = 1
WATER = 2

# Techniques, about in the order in which `State.step` tries them; those before CORNER only say what is
# given or known.
KNOWN = 0  # on the board, or supposed
GIVEN = 1
NOTED = 2  # a placement that an earlier step ruled out
CONCLUDED = 3  # what cases showed
ON_WATER = 4
TOUCHING = 5
CORNER = 6
LINE_WATER = 7
LINE_SHIP = 8
OVERFULL = 9
STARVED = 10
ALL_FOUND = 11
BEFORE_LETTER = 12
ONLY_LETTER = 13
LETTER = 14
ON_SQUARE = 15
NO_SHIP = 16
LAST = 17
OVERLAP = 18
WAYS = 19
# Contradictions that are none of the techniques'.
CLASH = 20
TOO_FEW = 21
TOO_MANY = 22
NO_FORM = 23  # ship squares that belong together, but to no ship
ACCOUNTED = 24  # all ships of a kind are complete, or only they can fill some square or line
# A technique of the user's: the last number.
OWN = 25

NONE = -1
NEVER = 2147483647  # later than everything on the trail

# Sizes of lists; what has more is left out.
MAX_WAYS = 128  # to fill a line
MAX_GROUPED = 96  # placements sorted into groups
MAX_PATTERNS = 256  # of the ships in one line
