"""A technique of one's own for puzzles known to have exactly one solution: no two submarines at opposite
corners of a rectangle could as well be at the other two.

That there are no more solutions is no clue, so its sentence says that it relies on this."""

from itertools import combinations, product

from bimaru.deduction.own_techniques import Found, OwnTechnique


def find(sight):
    """What follows for the first rectangle of open squares for which anything does."""
    if any(ship.word for ship, _ in sight.kinds):
        return None
    free = {at for row in sight.rows for at in sight.open(row) if is_lonely(sight, at)} - sight.givens
    for rows in combinations(sight.rows, 2):
        cols = [col for col in range(sight.width) if (rows[0], col) in free and (rows[1], col) in free]
        for pair in combinations(cols, 2):
            if found := conclusion(sight, rows, pair):
                return found
    return None


def is_lonely(sight, square):
    """Whether all around a square is water, but perhaps one square, which may be another corner."""
    return sum(sight.mark(near) != "." for near in sight.around(square)) <= 1


def conclusion(sight, rows, cols):
    """What is the same in all ways to fill the corners but those with ships at two opposite ones."""
    corners = one, other, across, opposite = [*product(rows, cols)]
    around = {near for at in corners for near in sight.around(at)} - {*corners}
    if any(sight.mark(at) != "." for at in around):
        return None
    lines = (*rows, *(sight.columns[col] for col in cols))
    ways = [{*ship} for number in range(5) for ship in combinations(corners, number)]
    ways = [ship for ship in ways if ship not in ({one, opposite}, {other, across})]
    ways = [
        ship for ship in ways if all(fits(sight, line, len(ship & {*sight.line(line)})) for line in lines)
    ]
    if not ways:
        return None
    ship, water = set.intersection(*ways), {*corners}.difference(*ways)
    return Found(ship, water, lines, known=around) if ship or water else None


def fits(sight, line, number):
    """Whether a line can have this number of ship squares at its two open corners."""
    needs = sight.needs(line)
    return needs is None or 0 <= needs - number <= len(sight.open(line)) - 2


UNIQUENESS = OwnTechnique(
    "uniqueness",
    find,
    {
        "en": "submarines at opposite crossings of {lines} could swap columns, "
        "but there is only one solution: {values}",
    },
    assumes_uniqueness=True,
)
