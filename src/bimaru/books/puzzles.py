"""The puzzles of a book, solved, graded, in order and numbered; those that do not fit in are refused."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from typing import Final, NamedTuple

from bimaru.advice import UngradableError, grade
from bimaru.board import Board
from bimaru.books.settings import Book, Chapter
from bimaru.deduction import CannotExplainError
from bimaru.errors import BimaruError, OutOfTimeError
from bimaru.formats import read_all
from bimaru.generation.generator import maker_of
from bimaru.generation.recipe import Recipe
from bimaru.generation.tries import CannotGenerateError, is_fruitless
from bimaru.grading.grades import GRADES
from bimaru.puzzle import Puzzle
from bimaru.solving import solve
from bimaru.symmetry import fingerprint

GRADING_SECONDS: Final = 30.0
"""Time limit on the grade of a puzzle; after that it is printed without one."""
MOST_PUZZLES: Final = 2_500
"""In a book: the typesetter holds all its pages in memory, about one gigabyte of them."""
_MOST_REPEATS: Final = 1000
"""Seeds in a row that repeat puzzles of the book, after which a recipe is taken to have no more."""


class FruitlessChapterError(BimaruError, ValueError):
    """The recipe of a chapter gives no puzzle; the message says which and why."""


class UnfitPuzzleError(BimaruError, ValueError):
    """A puzzle cannot be printed in a book: it does not have exactly one solution, or there are too few."""


class Entry(NamedTuple):
    """A puzzle of a book: its number, its solution, and its grade and score, if known."""

    number: int
    puzzle: Puzzle
    board: Board
    grade: str = ""
    score: float | None = None

    @property
    def stars(self) -> int:
        """The grade as a number from 1; 0 if it is not known."""
        return GRADES.index(self.grade) + 1 if self.grade in GRADES else 0


class Section(NamedTuple):
    """A chapter with its puzzles."""

    title: str
    entries: tuple[Entry, ...]
    text: str = ""


def collect(
    book: Book, time_limit: float | None = None, on_puzzle: Callable[[int], object] = lambda _: None
) -> list[Section]:
    """The chapters of a book. `time_limit`: seconds to solve a puzzle; `on_puzzle` is called with their
    number.

    Raises `UnfitPuzzleError` for a puzzle without exactly one solution, with its place; what reading and
    generating raise."""
    places = {fingerprint(puzzle): f"one in {book.not_in}" for puzzle in _earlier(book)}
    seen, most = {*places}, len(places) + MOST_PUZZLES
    number = book.first_number
    sections = []
    for chapter in book.chapters:
        entries: list[Entry] = []
        for position, puzzle in enumerate(_puzzles(chapter, seen), 1):
            on_puzzle(number + len(entries))
            place = _place(chapter, position, puzzle)
            _check_is_new(puzzle, place, places, most)
            entries.append(_entry(book, chapter, place, puzzle, time_limit))
        if chapter.order == "grade":
            entries.sort(key=lambda entry: (entry.stars or len(GRADES) + 1, entry.score or 0.0))
        numbered = tuple(entry._replace(number=number + i) for i, entry in enumerate(entries))
        number += len(numbered)
        sections.append(Section(chapter.title, numbered, chapter.text))
    return sections


def _place(chapter: Chapter, position: int, puzzle: Puzzle) -> str:
    """Where a puzzle stands in the book, and its id, for messages."""
    name = "" if puzzle.id is None else f" ({puzzle.id!r})"
    return f"chapter {chapter.title!r}, puzzle {position}{name}"


def _earlier(book: Book) -> Iterator[Puzzle]:
    """The puzzles that the book must not have."""
    return read_all(Path(book.not_in)) if book.not_in else iter(())


def _check_is_new(puzzle: Puzzle, place: str, places: dict[int, str], most: int) -> None:
    """Raise `UnfitPuzzleError` for a puzzle that has a place already, perhaps turned or flipped, or for one
    too many."""
    before = places.setdefault(fingerprint(puzzle), place)
    if before != place:
        raise UnfitPuzzleError(f"{place}: the same puzzle as {before}, perhaps turned or flipped")
    if len(places) > most:
        raise UnfitPuzzleError(f"{place}: a book has at most {MOST_PUZZLES:,} puzzles; make several volumes")


def _puzzles(chapter: Chapter, seen: set[int]) -> Iterator[Puzzle]:
    for path in chapter.files:
        yield from read_all(path)
    if chapter.recipe is not None:
        yield from _generated(chapter, chapter.recipe, seen)


def _generated(chapter: Chapter, recipe: Recipe, seen: set[int]) -> Iterator[Puzzle]:
    """The first different puzzles of the seeds that the book does not have yet. As in collections, a seed
    that gives no puzzle is skipped. Raises `FruitlessChapterError` if the first `FRUITLESS_TRIES` give
    none."""
    maker = maker_of(recipe)
    made = repeats = 0
    for number, seed in enumerate(count(chapter.seed), 1):
        try:
            puzzle = maker.make(seed)
        except CannotGenerateError as error:
            if is_fruitless(recipe, number, made):
                raise FruitlessChapterError(f"chapter {chapter.title!r}: {error}") from error
            continue
        if (key := fingerprint(puzzle)) in seen:
            repeats += 1
            if repeats == _MOST_REPEATS:
                raise UnfitPuzzleError(
                    f"chapter {chapter.title!r}: only {made} different puzzles, not {chapter.number}"
                )
            continue
        seen.add(key)
        repeats = 0
        made += 1
        yield puzzle
        if made == chapter.number:
            return


def _entry(book: Book, chapter: Chapter, place: str, puzzle: Puzzle, time_limit: float | None) -> Entry:
    result = solve(puzzle, time_limit=time_limit)
    if result.status != "unique" or result.board is None:
        found = {"none": "no solution", "multiple": "several solutions"}.get(
            result.status, "not decided in time"
        )
        raise UnfitPuzzleError(f"{place}: {found}; a book needs exactly one solution")
    known = puzzle.provenance
    name, score = known.grade or "", known.score
    is_needed = book.stars or book.grades or chapter.order == "grade"
    if is_needed and (name not in GRADES or (score is None and chapter.order == "grade")):
        name, score = _graded(puzzle)
    return Entry(0, puzzle, result.board, name if name in GRADES else "", score)


def _graded(puzzle: Puzzle) -> tuple[str, float | None]:
    try:
        found = grade(puzzle, time_limit=GRADING_SECONDS)
    except (CannotExplainError, OutOfTimeError, UngradableError):
        return "", None
    return str(found), found.score
