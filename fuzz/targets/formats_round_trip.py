"""Every format reads back what it writes, whatever the line ends, and rejects what it cannot express."""

from __future__ import annotations

from random import Random
from typing import Final

from bimaru import CannotWriteError, Puzzle, parse, parse_all, write, write_all
from bimaru.formats import REGISTRY, format_named, sniff
from fuzz.agreement import Finding, expect
from fuzz.puzzles import CORNERS, STRAIGHT_KINDS, random_shape

_SIDES: Final = (*(1, 2, 3, 4, 5, 6, 10, 10, 11) * 4, 40, 99)
_STANDARD: Final[dict[int, int]] = {4: 1, 3: 2, 2: 3, 1: 4}
_BANKS: Final[tuple[dict[int, int], ...]] = (
    _STANDARD,
    {3: 1, 2: 2, 1: 3},
    {5: 1, 4: 2, 3: 3, 2: 4, 1: 5},
    {},
)
_LETTERS: Final = "ABCabcRTLX019éßΩ"
_TEXT: Final = (
    *"aZ 0-7\"'\\#:;/?.,|{}[]()<>~^=%@!&*\t\n\r",
    *"é\u00a0\u2028\ufeff\u3000\x85\x0b\x00😀",
)
_SAME_WITHOUT_GIVENS: Final = {"csc384", "csc384-old"}
"""Formats whose texts differ only in the marks of givens."""


def case(random: Random) -> None:
    """One puzzle, in every format."""
    puzzle, other = _puzzle(random), _puzzle(random)
    for name in REGISTRY:
        _try_format(random, name, puzzle, other)


def _try_format(random: Random, name: str, puzzle: Puzzle, other: Puzzle) -> None:
    chosen = format_named(name)
    unsupported = [*chosen.scope.unsupported(puzzle)]
    try:
        text = write(puzzle, name)
    except CannotWriteError as refusal:
        expect(f"what {name} does not support", refusal.unsupported, tuple(unsupported), puzzle)
        expect(f"{name} refuses for a reason", bool(unsupported), True, puzzle)
        return
    expect(f"{name} writes only what it supports", unsupported, [], puzzle)
    _expect_read(name, text, puzzle)
    expect(f"{name} written again", write(parse(text, name), name), text, puzzle)
    _expect_read(name, _reformatted(random, text), puzzle)
    if name in ("json", "text"):
        read = parse(text)
        expect("id and source", (read.id, read.source), (puzzle.id, puzzle.source), puzzle)
    if chosen.many and not [*chosen.scope.unsupported(other)]:
        together = "".join(write_all([puzzle, other, puzzle], name))
        expect(f"three puzzles in {name}", [*parse_all(together)], [puzzle, other, puzzle], puzzle)


def _expect_read(name: str, text: str, puzzle: Puzzle) -> None:
    expect(f"{name} reads what it wrote", parse(text, name), puzzle, puzzle)
    found = sniff(text)
    if found != name and not {found, name} <= _SAME_WITHOUT_GIVENS:
        raise Finding(f"{text!r} of {name} is detected as {found}")
    expect(f"{name} written, {found} read", parse(text), puzzle, puzzle)


def _reformatted(random: Random, text: str) -> str:
    """The same text with other line ends, with blanks after lines, blank lines around, a byte order mark."""
    end = random.choice(("\n", "\r\n"))
    lines = [line + " " * random.choice((0, 0, 1)) for line in text.rstrip("\n").split("\n")]
    start = random.choice(("", "", "\ufeff", end, f"{end} {end}"))
    return start + end.join(lines) + random.choice(("", end, f"{end} {end}"))


def _puzzle(random: Random) -> Puzzle:
    """A puzzle that all, some or few formats can express."""
    is_standard = random.random() < 0.15
    height = 10 if is_standard else random.choice(_SIDES)
    width = height if is_standard or random.random() < 0.7 else random.choice(_SIDES)
    features = [not is_standard and random.random() < 0.15 for _ in range(6)]
    missing, large, ship, corners, letters, many = features
    tally = random.choice((10, 255, 256, 9999)) if large else min(9, max(height, width))
    kinds = [*STRAIGHT_KINDS[:-1]] + ["X"] * ship + [*CORNERS] * corners
    kinds += [f"={letter}" for letter in _LETTERS] if letters else []

    def tallies(lines: int) -> list[int | None]:
        return [None if missing and random.random() < 0.3 else random.randint(0, tally) for _ in range(lines)]

    def edge(lines: int) -> list[str | None]:
        return [random.choice((None, *_LETTERS)) for _ in range(lines)]

    sides = {"top": width, "bottom": width, "left": height, "right": height}
    return Puzzle(
        tallies(height),
        tallies(width),
        _STANDARD if is_standard else _fleet(random, many),
        {
            (random.randrange(height), random.randrange(width)): random.choice(kinds)
            for _ in range(random.choice((0, 1, 2, 5, 30)))
        },
        words=[_letters(random, 5) for _ in range(random.randint(0, 3))] if letters else (),
        shapes=[random_shape(random, random.randint(1, 9)) for _ in range(random.randint(0, 5))]
        if corners
        else (),
        edges={side: edge(lines) for side, lines in sides.items() if random.random() < 0.5}
        if letters
        else {},
        id=random.choice((None, random.randint(-5, 10**12), _text(random))),
        source=random.choice((None, _text(random))),
        extra={"note": _text(random)} if random.random() < 0.1 else {},
    )


def _fleet(random: Random, is_large: bool) -> dict[int, int]:
    """A fleet: a preset of some formats, or a random one."""
    if random.random() < 0.5:
        return random.choice(_BANKS)
    longest, most = (random.choice((5, 9, 10, 35, 36, 9999)), 12) if is_large else (5, 9)
    return {random.randint(1, longest): random.randint(0, most) for _ in range(random.randint(0, 5))}


def _letters(random: Random, most: int) -> str:
    return "".join(random.choices(_LETTERS, k=random.randint(1, most)))


def _text(random: Random) -> str:
    return "".join(random.choices(_TEXT, k=random.randint(0, 12)))
