"""`bimaru explain`: the steps to the solution, and the reasons for them."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from html import escape
from itertools import islice
from textwrap import fill
from typing import Any

from bimaru import advice
from bimaru.advice import Conflict, Explaining, Explanation
from bimaru.cli import combinations, options
from bimaru.cli.batch import InputPuzzle, answer_writer, end_line, puzzle_batch, puzzle_work
from bimaru.cli.command import command
from bimaru.cli.declarations import flag
from bimaru.cli.exit_codes import Exit
from bimaru.cli.language import conclusion, language
from bimaru.cli.output import choose_look, is_directory, open_output
from bimaru.cli.technique_files import TechniqueFile, technique_files, techniques_in
from bimaru.cli.workers import Workers, shared_work
from bimaru.deduction import Step
from bimaru.deduction.languages import language_of
from bimaru.deduction.languages.language import Language
from bimaru.deduction.languages.notation import placement_name
from bimaru.drawing.terminal import PAGE, Look, paragraphs, picture
from bimaru.puzzle import Puzzle


@command(combinations.exclusive("--json", "--html"), combinations.exclusive("--steps", "--html"))
def explain(
    paths: tuple[str, ...] = options.paths,
    draw: bool = flag(
        "--draw", "Draw the board after every step, and name placements ruled out that are still needed."
    ),
    most: int | None = options.number("--steps N", "Print the first N steps, and the board after them."),
    no_refine: bool = flag(
        "--no-refine", "Print case analyses as they are found, also those that turn out not to be needed."
    ),
    files: tuple[TechniqueFile, ...] = technique_files,
    language: str = language,
    time_limit: float | None = options.time_limit,
    workers: Workers = shared_work,
    as_json: bool = options.as_json,
    as_html: bool = flag("--html", "Print a page in HTML, with a slider through the steps."),
    ascii_only: bool = options.ascii_only,
    target: str | None = options.output,
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
       "solved", "n_searched", "complete", "grade", "score", "grader",
       "failure", "open", "boards", "conflict", "ambiguity"}
    and without a grade "ungraded", the reason. "n_searched" is how many
    squares only search settled. The depth of a step is 0 for plain
    deduction, 1 for case analysis, 2 for one nested in another. If
    "complete" is false, the time limit was reached, and there may be
    further steps.

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
    as_text = partial(_as_text, words=words, look=look, draw=draw, most=most, has_chapters=has_chapters)
    as_page = partial(_stream_as_page, each=is_directory(target), language=language)
    as_data = partial(_stream_as_json, most=most)
    stream = as_data if as_json else as_page if as_html else as_text
    techniques_in(files)  # before any puzzle is read
    start = partial(_start, files=files, time_limit=time_limit, language=language)
    work = partial(start, refine=not no_refine)
    batch = puzzle_batch(paths)
    with open_output(target, ".json" if as_json else ".html" if as_html else ".txt") as output:
        if workers.are_one:
            write = answer_writer(output, partial(end_line, stream), _exit_code)
            return batch.run(puzzle_work(work), write)

        def write_whole(item: InputPuzzle, answer: tuple[str, Exit]) -> Exit:
            text, code = answer
            output.put(item.puzzle.id, text)
            return code

        return batch.run(partial(_explain_whole, stream, work), write_whole, workers.map)


def _start(puzzle: Puzzle, files: tuple[TechniqueFile, ...], **options: Any) -> Explaining:
    """Start an explanation, perhaps in a worker, which runs the files itself."""
    return advice.start_explanation(puzzle, with_clues=True, techniques=techniques_in(files), **options)


def _explain_whole(
    stream: Callable[[InputPuzzle, Explaining], Iterator[str]],
    start: Callable[[Puzzle], Explaining],
    item: InputPuzzle,
) -> tuple[str, Exit]:
    """Explain a puzzle to the end, in a worker: the text, and the exit code."""
    explaining = start(item.puzzle)
    return "".join(stream(item, explaining)), _exit_code(explaining)


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
    from bimaru.drawing.notebook import lesson_html  # imported late: it loads pictures

    for _ in explaining:
        pass
    title = escape(item.title or "bimaru")
    if each or item.number == 1:
        yield f'<!doctype html>\n<html lang="{language}">\n<meta charset="utf-8">\n<title>{title}</title>\n'
    explanation = explaining.explanation()
    end = conclusion(explanation, language_of(language), is_lesson=True)
    lesson = lesson_html(item.puzzle, explanation, end)
    yield f"<h1>{title}</h1>\n{lesson}\n"


def _as_text(item: InputPuzzle, explaining: Explaining, **form: Any) -> Iterator[str]:
    """The parts of a text in that form, with a blank line after each."""
    yield from (f"{part}\n\n" for part in _parts(item, explaining, **form) if part)


def _parts(
    item: InputPuzzle, explaining: Explaining, words: Language, look: Look, draw: bool, most: int | None,
    has_chapters: bool,
) -> Iterator[str]:  # fmt: skip
    """Title, steps as they are known, picture and verdict; the overview of chapters comes before the first
    case analysis. With fewer steps than there are, the picture is that of the last one, and the verdict is
    left out."""
    yield item.title
    number, step = 0, None
    steps = explaining.explanation() if draw else explaining  # later steps show which notes are needed
    told = _with_headings(explaining, words) if has_chapters else ((step, "") for step in steps)
    for number, (step, heading) in enumerate(islice(told, most), 1):
        yield heading
        text = _sentences(number, step)
        yield f"{text}\n\n{_drawn(item.puzzle, step, words, look)}" if draw else text
    explanation = explaining.explanation()
    if step is not None and number < len(explanation.steps):
        yield "" if draw else picture(item.puzzle, step.board, look)
        return
    yield "" if draw and explanation.steps else picture(item.puzzle, explanation.board, look)
    yield "\n".join(fill(line, PAGE) for line in conclusion(explanation, words))
    yield from (picture(item.puzzle, board, look) for board in explanation.boards)
    yield from _clues(explanation, words)


def _drawn(puzzle: Puzzle, step: Step, words: Language, look: Look) -> str:
    """The board after a step, with the placements below it that a later step needs to be ruled out."""
    shown = picture(puzzle, step.board, look)
    notes = [placement_name(placement) for placement in (*step.noted, *step.barred)]
    if not notes:
        return shown
    below = words.words.say("noted", len(notes), placements=words.words.joined(notes))
    return f"{shown}\n{fill(below, PAGE)}"


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
        if not conflict.more_clues or explanation.failure is None:  # else the steps before lead there, too
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
