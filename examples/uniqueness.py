"""A technique of one's own for puzzles known to have exactly one solution: no two submarines at opposite
corners of a rectangle could as well be at the other two.

What it concludes does not follow from the clues alone, so its sentence says what it takes for granted."""

from itertools import combinations, product

from bimaru.deduction.own_techniques import Found, OwnTechnique


def find(sight):
    """What follows for the first rectangle of open squares for which anything does."""
    if any(ship.word for ship, _ in sight.kinds):
        return None
    open_squares = {at for row in sight.rows for at in sight.open(row)} - sight.givens
    for rows in combinations(sight.rows, 2):
        cols = [col for col in range(sight.width) if {(row, col) for row in rows} <= open_squares]
        for pair in combinations(cols, 2):
            if found := conclusion(sight, rows, pair):
                return found
    return None


def conclusion(sight, rows, cols):
    """What is the same in all ways to fill the corners but those with two ships at opposite ones."""
    corners = [*product(rows, cols)]
    around = {near for at in corners for near in sight.around(at)} - {*corners}
    if any(sight.mark(at) != "." for at in around):
        return None
    lines = (*rows, *(sight.height + col for col in cols))
    ways = [
        way
        for way in product((True, False), repeat=4)
        if way not in ((True, False, False, True), (False, True, True, False))
        and all(fits(sight, line, sum(value for at, value in zip(corners, way) if at in sight.line(line)))
                for line in lines)
    ]
    ship = [at for at, *values in zip(corners, *ways) if all(values)]
    water = [at for at, *values in zip(corners, *ways) if not any(values)]
    return Found(ship, water, lines, known=around) if ways and (ship or water) else None


def fits(sight, line, number):
    """Whether two of the open squares of a line can hold so many ship squares."""
    needs = sight.needs(line)
    return needs is None or 0 <= needs - number <= len(sight.open(line)) - 2


UNIQUENESS = OwnTechnique(
    "uniqueness",
    find,
    {
        "en": "submarines at opposite crossings of {lines} could swap columns, but there is only one solution: "
        "{values}"
    },
)
