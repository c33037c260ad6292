# The C side of `codes.py`, which says what each of these is, in the same order: constants of C.

cdef enum:
    OPEN, SHIP, WATER

cdef enum:
    KNOWN, GIVEN, NOTED, CONCLUDED, ON_WATER, TOUCHING, CORNER, LINE_WATER, LINE_SHIP, OVERFULL, STARVED, ALL_FOUND
    BEFORE_LETTER, ONLY_LETTER, LETTER, ON_SQUARE, NO_SHIP, LAST, OVERLAP, WAYS, CLASH, TOO_FEW, TOO_MANY, NO_FORM
    ACCOUNTED, OWN

cdef enum:
    NONE = -1
    NEVER = 2147483647

cdef enum:
    MAX_WAYS = 128
    MAX_GROUPED = 96
    MAX_PATTERNS = 256
