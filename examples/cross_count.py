"""A technique of one's own: two lines that need all that the lines across can give them."""

from itertools import combinations

from bimaru.deduction.own_techniques import Found, OwnTechnique


def find(sight):
    """What follows for the first pair of lines for which anything does."""
    pairs = [(pair, sight.columns) for pair in combinations(sight.rows, 2)]
    pairs += [(pair, sight.rows) for pair in combinations(sight.columns, 2)]
    needs = {line: sight.needs(line) for line in (*sight.rows, *sight.columns)}
    open_in = {line: {*sight.open(line)} for line in needs}
    found = (
        count(pair, across, needs, open_in) for pair, across in pairs if None not in map(needs.get, pair)
    )
    return next(filter(None, found), None)


def count(pair, across, needs, open_in):
    """A line across can give the pair all its open squares there, but no more than it needs itself."""
    both = open_in[pair[0]] | open_in[pair[1]]
    most, scarce, ship, water = 0, [], set(), set()
    for line in across:
        there = both & open_in[line]
        if needs[line] is not None and needs[line] < len(there):
            most += needs[line]
            scarce.append(line)
            water |= open_in[line] - both
        else:
            most += len(there)
            ship |= there
    if most == needs[pair[0]] + needs[pair[1]] and (ship or water):
        return Found(ship, water, lines=(*pair, *scarce))
    return None


CROSS_COUNT = OwnTechnique(
    "cross-count",
    find,
    {
        "en": "{lines} leave no choice: {values}",
        "de": "{lines} lassen keine Wahl: {values}",
    },
)
