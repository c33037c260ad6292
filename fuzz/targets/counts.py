"""Every board behind a count passes the referee, on grids whose sides are at the limits of words and lanes.

The compiled searches count without building boards, so that no referee sees what they count. Here the same
search gives its boards, each of which is judged: as many as were counted, all different. Where both
searches end, they must agree."""

from __future__ import annotations

from itertools import islice
from random import Random
from typing import Final, TypeAlias

from bimaru import Puzzle, check, count
from bimaru.engines.protocol import Budget
from bimaru.engines.registry import engine_named
from fuzz.agreement import expect
from fuzz.puzzles import random_shape

Rows: TypeAlias = list[str]
Square: TypeAlias = tuple[int, int]

_SIDES: Final = (1, 2, 5, 15, 16, 17, 31, 32, 33, 62, 63, 64)
_PLACEMENT_SIDES: Final = (1, 7, 8, 9, 31, 32, 63, 64, 65, 98, 99)
_NODES: Final = 120


def case(random: Random) -> None:
    """One puzzle, counted and audited by the searches that take it."""
    puzzle = _puzzle(random)
    numbers = set()
    for engine in ("search", "placements"):
        if engine_named(engine).refusal(puzzle) is None:
            number = count(puzzle, engine=engine, node_limit=_NODES)
            _audit(puzzle, engine, int(number), number.complete)
            if number.complete:
                numbers.add(int(number))
    expect("counts of the searches", len(numbers) <= 1, True, puzzle)


def _audit(puzzle: Puzzle, engine: str, number: int, complete: bool) -> None:
    """Raise `Finding` unless the boards that a search gives are as many as it counts, and right."""
    run = engine_named(engine).run(puzzle, Budget(nodes=_NODES))
    boards = list(islice(run, number + 1))
    expect(f"boards behind the count of {engine}", len(set(boards)), number, puzzle)
    expect(f"completeness of {engine}", run.complete or len(boards) > number, complete, puzzle)
    for board in boards:
        expect(f"faults of a board that {engine} counts", check(puzzle, board), [], puzzle)


def _puzzle(random: Random) -> Puzzle:
    is_plain = random.random() < 0.6
    sides = _SIDES if is_plain else _PLACEMENT_SIDES
    height, width = random.choice(sides), random.choice(sides)
    if is_plain and random.random() < 0.2:  # as many lengths as there can be
        lengths = random.choice((16, 32, 33, 62, 63, 64, 65))
        return Puzzle([None] * height, [None] * width, dict.fromkeys(range(1, lengths + 1), 1))
    longest = max(height, width)
    ships: list[Rows] = [["#" * max(1, random.choice((1, 2, 3, longest - 1, longest)))] for _ in range(4)]
    if not is_plain:
        ships += [[*random_shape(random, random.randint(3, 5))] for _ in range(random.randint(0, 2))]
    laid = [(ship, squares) for ship in ships if (squares := _squares(random, ship, height, width))]
    return _with_tallies(random, height, width, _apart(laid), is_plain)


def _squares(random: Random, rows: Rows, height: int, width: int) -> list[Square]:
    """The squares of a ship somewhere on the grid; none if it does not fit this way."""
    if random.random() < 0.5:
        rows = ["".join(column) for column in zip(*rows, strict=True)]
    top, left = height - len(rows), width - len(rows[0])
    if min(top, left) < 0:
        return []
    top, left = random.choice((0, random.randint(0, top), top)), random.choice((0, left))
    return [(top + r, left + c) for r, row in enumerate(rows) for c, mark in enumerate(row) if mark == "#"]


def _apart(laid: list[tuple[Rows, list[Square]]]) -> list[tuple[Rows, list[Square]]]:
    """Those ships that touch none before them."""
    kept: list[tuple[Rows, list[Square]]] = []
    taken: set[Square] = set()
    for rows, squares in laid:
        if taken.isdisjoint(squares):
            kept.append((rows, squares))
            taken.update((r + dr, c + dc) for r, c in squares for dr in (-1, 0, 1) for dc in (-1, 0, 1))
    return kept


def _with_tallies(
    random: Random, height: int, width: int, laid: list[tuple[Rows, list[Square]]], is_plain: bool
) -> Puzzle:
    """A puzzle that has that solution, or one wrong clue."""
    occupied = {square for _, squares in laid for square in squares}
    missing = random.choice((0, 0.1, 0.6, 1))
    tallies = [sum(at[0] == r for at in occupied) for r in range(height)]
    tallies += [sum(at[1] == c for at in occupied) for c in range(width)]
    if random.random() < 0.1:
        tallies[random.randrange(len(tallies))] += 1
    tallies_given = [None if random.random() < missing else tally for tally in tallies]
    straight = [len(squares) for rows, squares in laid if len(rows) == 1]
    words = [] if is_plain else ["".join(random.choices("AB", k=n)) for n in straight if n < 6]
    lengths = straight if is_plain else [n for n in straight if n >= 6]
    shown = random.choice((0, 2, 10))
    givens = dict.fromkeys(random.sample(sorted(occupied), min(shown, len(occupied))), "X")
    return Puzzle(
        tallies_given[:height],
        tallies_given[height:],
        {n: lengths.count(n) for n in lengths},
        givens,
        words=words,
        shapes=[rows for rows, _ in laid if len(rows) > 1],
    )
