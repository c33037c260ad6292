# The C side of `codes.py`, which says what each of these is: constants that the compiled modules share.

cdef enum:
    OPEN = 0
    SHIP = 1
    WATER = 2

cdef enum:
    KNOWN = 0
    GIVEN = 1
    NOTED = 2
    CONCLUDED = 3
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
    CLASH = 20
    TOO_FEW = 21
    TOO_MANY = 22
    NO_FORM = 23
    ACCOUNTED = 24
    OWN = 25

cdef enum:
    NONE = -1
    NEVER = 2147483647

cdef enum:
    MAX_WAYS = 128
    MAX_GROUPED = 96
    MAX_PATTERNS = 256
