"""`bimaru explain`: the steps to the solution, and the reasons for them."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from html import escape
from itertools import islice
from textwrap import fill
from typing import NamedTuple

import click

from bimaru import deduction
from bimaru.cli import combinations, options
from bimaru.cli.batch import InputPuzzle, answer_writer, end_line, puzzle_batch, puzzle_work, read_puzzles
from bimaru.cli.exit_codes import Exit
from bimaru.cli.language import language
from bimaru.cli.output import choose_look, is_directory, open_output
from bimaru.cli.workers import Workers, shared_work
from bimaru.deduction import Conflict, Explaining, Explanation, Step
from bimaru.deduction.languages import language_of
from bimaru.deduction.languages.language import Language
from bimaru.drawing.terminal import PAGE, Look, paragraphs, picture
from bimaru.puzzle import Puzzle


@click.command()
@combinations.exclusive("--json", "--html")
@combinations.exclusive("--steps", "--html")
@options.paths
@click.option("--draw", is_flag=True, help="Draw the board after every step.")
@options.number_option("--steps", "most", help="Print the first N steps, and the board after them.")
@click.option(
    "--no-refine",
    is_flag=True,
    help="Print case analyses as they are found, also those that turn out not to be needed.",
)
@language
@options.time_limit
@shared_work
@options.as_json
@click.option(
    "--html", "as_html", is_flag=True, help="Print a page in HTML, with a slider through the steps."
)
@options.ascii_only
@options.output
def explain(
    paths: tuple[str, ...],
    draw: bool,
    most: int | None,
    no_refine: bool,
    language: str,
    time_limit: float | None,
    workers: Workers,
    as_json: bool,
    as_html: bool,
    ascii_only: bool,
    target: str | None,
) -> Exit:
    """Explain puzzles step by step, as a person solves them.

    Each step applies the easiest technique that makes progress; docs/reference/techniques.md
    describes the techniques. If there are several solutions, the squares common to all are
    explained and the others listed, with the fewest givens that would decide them; if there is
    none, the steps lead to a contradiction, and the fewest clues that contradict each other and
    the smallest repairs follow. The extra "models" makes finding these much faster.

    Steps are printed as soon as they are known: those before the first case analysis at once, the
    others when the whole is refined or, with --no-refine, as they are found. With --workers or --dask,
    an explanation is printed when it is complete.

    An explanation with more than 12 case analyses has chapters: an overview before the first of them
    says which steps find which ships, lines or squares. With --no-refine or --steps there is none.

    \b
    With --json, one object per puzzle:
      {"id", "steps": [{"technique", "depth", "water", "ship", "barred",
                        "text", "question", "reasons", "cases"}],
       "chapters": [{"title", "first", "last", "text"}], "status",
       "solved", "complete", "grade", "score", "grader", "failure", "open",
       "boards", "conflict", "ambiguity"}
    The depth of a step is 0 for plain deduction, 1 for case analysis,
    2 for one nested in another. If "complete" is false, the time limit was
    reached, and there may be further steps.

    \b
    Example:
      bimaru explain puzzle.txt
      bimaru explain --draw puzzle.txt
      bimaru explain --language de puzzle.txt
      bimaru explain --json --time-limit 10 puzzles.jsonl
    """
    look = choose_look(target, ascii=ascii_only)
    words = language_of(language)
    has_chapters = not no_refine and not most
    parts = partial(_parts, words=words, look=look, draw=draw, most=most, has_chapters=has_chapters)
    as_text = partial(_with_blank_lines, parts)
    as_page = partial(_stream_as_page, each=is_directory(target), language=language)
    as_data = partial(_stream_as_json, most=most)
    stream = as_data if as_json else as_page if as_html else as_text
    work = partial(
        deduction.start_explanation,
        refine=not no_refine,
        time_limit=time_limit,
        with_clues=True,
        language=language,
    )
    batch = puzzle_batch()
    puzzles = read_puzzles(paths, batch)
    with open_output(target, ".json" if as_json else ".html" if as_html else ".txt") as output:
        if workers.are_one:
            write = answer_writer(output, partial(end_line, stream), _exit_code)
            return batch.run(puzzles, puzzle_work(work), write)

        def write_whole(item: InputPuzzle, whole: _Whole) -> Exit:
            output.put(item.puzzle.id, whole.text)
            return whole.exit_code

        return batch.run(puzzles, partial(_explain_whole, stream, work), write_whole, workers.map)


class _Whole(NamedTuple):
    """A complete explanation, as text."""

    text: str
    exit_code: Exit


def _explain_whole(
    stream: Callable[[InputPuzzle, Explaining], Iterator[str]],
    start: Callable[[Puzzle], Explaining],
    item: InputPuzzle,
) -> _Whole:
    """Explain a puzzle to the end, in a worker."""
    explaining = start(item.puzzle)
    return _Whole("".join(stream(item, explaining)), _exit_code(explaining))


def _exit_code(explaining: Explaining) -> Exit:
    explanation = explaining.explanation()
    if explanation.status == "none":
        return Exit.FAILED
    is_stuck = explanation.status == "unique" and not explanation.solved
    return Exit.UNDECIDED if is_stuck or not explanation.complete else Exit.DONE


def _stream_as_json(item: InputPuzzle, explaining: Explaining, most: int | None) -> Iterator[str]:
    """The JSON of an explanation. Its steps, the first `most` if that is a number, come first, as they are
    found."""
    yield f'{{"id": {json.dumps(item.puzzle.id)}, "steps": ['
    for number, step in enumerate(islice(explaining, most)):
        yield (", " if number else "") + json.dumps(step.to_data())
    rest = explaining.explanation().to_data()
    del rest["steps"]
    yield f"], {json.dumps(rest)[1:]}\n"


def _stream_as_page(item: InputPuzzle, explaining: Explaining, each: bool, language: str) -> Iterator[str]:
    """An explanation as a section of a page in HTML, or as `each` page."""
    from bimaru.cli.documents import conclusion  # imported late: they load pictures
    from bimaru.drawing.notebook import lesson_html

    for _ in explaining:
        pass
    title = escape(item.title or "bimaru")
    if each or item.number == 1:
        yield f'<!doctype html>\n<html lang="{language}">\n<meta charset="utf-8">\n<title>{title}</title>\n'
    explanation = explaining.explanation()
    lesson = lesson_html(item.puzzle, explanation, conclusion(explanation, language_of(language)))
    yield f"<h1>{title}</h1>\n{lesson}\n"


def _with_blank_lines(
    parts: Callable[[InputPuzzle, Explaining], Iterator[str]], item: InputPuzzle, explaining: Explaining
) -> Iterator[str]:
    """The parts of a text, with a blank line after each."""
    yield from (f"{part}\n\n" for part in parts(item, explaining) if part)


def _parts(
    item: InputPuzzle, explaining: Explaining, words: Language, look: Look, draw: bool, most: int | None,
    has_chapters: bool,
) -> Iterator[str]:  # fmt: skip
    """Title, steps as they are known, picture and verdict; the overview of chapters comes before the first
    case analysis. With fewer steps than there are, the picture is that of the last one, and the verdict is
    left out."""
    yield item.title
    number, step = 0, None
    told = _with_headings(explaining, words) if has_chapters else ((step, "") for step in explaining)
    for number, (step, heading) in enumerate(islice(told, most), 1):
        yield heading
        text = _sentences(number, step)
        shown = picture(item.puzzle, step.board, look) if draw else ""
        yield f"{text}\n\n{shown}" if draw else text
    explanation = explaining.explanation()
    if step is not None and number < len(explanation.steps):
        yield "" if draw else picture(item.puzzle, step.board, look)
        return
    yield "" if draw and explanation.steps else picture(item.puzzle, explanation.board, look)
    yield "\n".join(fill(line, PAGE) for line in _verdict(explanation, words))
    yield from (picture(item.puzzle, board, look) for board in explanation.boards)
    yield from _clues(explanation, words)


def _with_headings(explaining: Explaining, words: Language) -> Iterator[tuple[Step, str]]:
    """The steps, each with the heading before it: those before the first case analysis as they are known, the
    others when all chapters are."""
    number = 0
    for step in explaining:
        if step.cases:
            break
        yield step, ""
        number += 1
    explanation = explaining.explanation()
    headings = {chapter.first: chapter.title for chapter in explanation.chapters}
    if headings:
        overview = [words.phrase("overview"), *(f"- {chapter.text}" for chapter in explanation.chapters)]
        lines = [fill(line, PAGE, subsequent_indent="  ") for line in overview]
        headings[number + 1] = "\n".join([*lines, "", headings[number + 1]])
    for at, step in enumerate(explanation.steps[number:], number + 1):
        yield step, headings.get(at, "")


def _clues(explanation: Explanation, words: Language) -> Iterator[str]:
    """The clues that contradict each other, with steps and repairs; what would decide between solutions."""
    conflict = explanation.conflict
    if conflict is not None:
        is_new = bool(conflict.steps) or conflict.failure != explanation.failure
        yield fill(conflict.text, PAGE) if is_new else ""
        yield fill(words.phrase("conflict_steps"), PAGE) if conflict.steps else ""
        yield from numbered_steps(conflict.steps)
        if conflict.failure is not None and is_new:
            yield fill(words.arguments.contradiction(conflict.failure.text), PAGE)
        yield "\n".join(_repairs(conflict, words))
    elif explanation.ambiguity is not None:
        yield fill(explanation.ambiguity.text, PAGE)


def _repairs(conflict: Conflict, words: Language) -> Iterator[str]:
    if conflict.repairs:
        yield words.phrase("repairs")
    for repair in conflict.repairs:
        name = "repair_unique" if repair.unique else "repair_several"
        text = repair.text if repair.unique is None else words.phrase(name, repair=repair.text)
        yield fill(f"- {text}", PAGE, subsequent_indent="  ")


def numbered_steps(steps: Sequence[Step]) -> list[str]:
    """Steps with their numbers, a paragraph each."""
    return [_sentences(number, step) for number, step in enumerate(steps, 1)]


def _sentences(number: int, step: Step) -> str:
    """The sentences of a step, which has a number."""
    marker = f"{number}. "
    return paragraphs(f"{marker}{step.paragraph}", " " * len(marker))


def _verdict(explanation: Explanation, words: Language) -> Iterator[str]:
    if explanation.status == "none":
        failure = explanation.failure
        yield words.phrase("impossible", reason=failure.text if failure else words.phrase("by_search"))
    elif explanation.solved and explanation.grade is not None:
        grade = words.grades[explanation.grade]
        yield words.phrase("graded", grade=grade, score=explanation.grade.score)
    elif explanation.solved and explanation.complete:
        yield words.phrase("solved_by_search")
    else:
        yield from _open_squares(explanation, words)


def _open_squares(explanation: Explanation, words: Language) -> Iterator[str]:
    """Why the explanation stops, and which squares stay open."""
    squares = words.words.squares(explanation.open)
    status = explanation.status
    known = words.phrase(status if status in ("unique", "multiple") else "unknown")
    if not explanation.complete:
        name = {0: "late", 1: "late_with_one_open"}.get(len(explanation.open), "late_with_open")
        yield words.phrase(name, squares=squares, known=known)
    else:
        yield words.phrase("ambiguous" if status == "multiple" else "stuck", squares=squares, known=known)
    if explanation.boards:
        yield words.phrase("two_boards")
