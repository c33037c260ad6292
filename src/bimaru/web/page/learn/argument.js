/**
 * The states of an argument: the boards that a supposition, its consequences and its contradiction lead through, one
 * link at a time. Pure functions from the tree of a step, as the API sends it, to values that a view draws.
 */

import { SHIP, UNKNOWN, WATER, isShip, puzzleOf, squareIndexes, squareName } from "../board/puzzle.js";
import { fleetOf, lineSquares } from "../board/referee.js";
import { capitalize, nameOf, phrase } from "../language.js";
import { drawOver } from "./drawn-over.js";
import { withNotes } from "./notes.js";

/**
 * @import { Overlay } from "../board/board-view.js"
 * @import { Puzzle } from "../board/puzzle.js"
 * @import { CaseData, QuestionData, ReasonData, SquareData, StepData } from "../service/answers.js"
 *
 * @typedef {{
 *   kind: "supposition" | "link" | "question" | "ending" | "conclusion", text: string, cells: readonly string[],
 *   overlay: Overlay, ships: readonly number[], question: string, branches: readonly Branch[],
 * }} State  One board of an argument. `ships`: the kinds of the fleet, as `fleetOf` numbers them, that it is about.
 *   `branches`: suppositions nested in it, which answer the `question`, if there is one.
 *
 * @typedef {{title: string, outcome: string, states: readonly State[], isPlain?: boolean}} Branch
 *   A supposition with all that follows, or a chain of steps. `isPlain`: its title supposes nothing.
 *
 * @typedef {Partial<ReasonData>} About  What a state is about, or rests on.
 * @typedef {{supposed: ReadonlySet<number>, implied: ReadonlySet<number>}} World  What is only supposed, and what follows from it.
 */

/** @type {World} */
const ACTUAL = { supposed: new Set(), implied: new Set() };
/** What a state without ships and suppositions of its own has in their place. @type {Pick<State, "ships" | "question" | "branches">} */
const ALONE = { ships: [], question: "", branches: [] };

/**
 * The branches of a step's case analysis, from the board before it; none for a plain step.
 * @param {Puzzle} puzzle @param {readonly string[]} cells @param {StepData} step @returns {Branch[]}
 */
export function branchesOf(puzzle, cells, step) {
  const { reasons, question = null } = step;
  // Without a question the step refutes one supposition; the cases that hold add nothing.
  const cases = question?.text === "" ? step.cases.filter((one) => one.ending) : step.cases;
  const last = cases.length - 1;
  // The answer to a question follows from all cases together; otherwise each case has a conclusion of its own.
  const concluded = (/** @type {number} */ i) => (i === last ? reasons.slice(question ? 0 : i) : question ? [] : reasons.slice(i, i + 1));
  const conclusion = (/** @type {number} */ i) => conclusionState(puzzle, cells, concluded(i), i === last ? step : {});
  return cases.map((one, i) => noting(puzzle, step, branch(puzzle, cells, ACTUAL, one, question, conclusion(i))));
}

/** The refutation of a mistake, from the board without it. @param {Puzzle} puzzle @param {readonly string[]} cells @param {CaseData} refuted @returns {Branch} */
export function refutationOf(puzzle, cells, refuted) {
  const squares = squareIndexes(puzzle.width, refuted.supposed);
  const square = squares.map((at) => squareName(puzzle, at)).join(", ");
  const text = refuted.is === "water" ? phrase("Suppose {square} is water.", { square }) : phrase("Suppose {square} is ship.", { square });
  // Corners are marked without a word, unless nothing else refutes the mistake.
  const reasons = refuted.reasons.every(({ technique }) => technique === CORNERS) ? refuted.reasons.map((reason) => ({ ...reason, technique: "" })) : refuted.reasons;
  const ending = refuted.ending && reasons.at(-1)?.text.startsWith(refuted.ending.text) ? null : refuted.ending; // it would say the same again
  return branch(puzzle, cells.map((mark, at) => (squares.includes(at) ? UNKNOWN : mark)), ACTUAL, { ...refuted, text, reasons, ending }, null, null);
}

/**
 * Steps one after another, as a chain of states.
 * @param {Puzzle} puzzle @param {readonly string[]} cells @param {readonly StepData[]} steps @param {string | null} [failure]  the contradiction in which they end
 * @returns {State[]}
 */
export function chainOf(puzzle, cells, steps, failure = null) {
  /** @type {State[]} */
  const states = [];
  let board = cells;
  for (const step of withNotes(steps)) {
    const before = board;
    board = withMarks(before, stepMarks(puzzle.width, step));
    const settled = changedSquares(before, board);
    const overlay = withPossible(puzzle, withBarred(puzzle, overlayOf(puzzle, ACTUAL, step.reasons, settled), step.noted), step);
    states.push({ kind: "link", text: conclusionText(step), cells: board, overlay, ships: shipsOf(puzzle, step.reasons), question: questionOf(step), branches: branchesOf(puzzle, before, step) });
  }
  if (failure !== null) states.push({ kind: "ending", text: contradictionText(failure), cells: board, overlay: overlayOf(puzzle, ACTUAL, [], new Set()), ...ALONE });
  return states;
}

/** The technique whose links a reader marks unasked: the texts do not say them. */
const CORNERS = "ships do not touch";

/** What a case analysis concludes, without its cases. @param {{reasons: readonly StepData["reasons"][number][]}} step */
export function conclusionOf({ reasons }) {
  const told = reasons.filter(({ technique }) => technique !== CORNERS);
  return [...new Set((told.length > 0 ? told : reasons).map(({ text }) => text))].join(" ");
}

/**
 * The marks that a step makes, with all letters that are known after it.
 * @param {number} width @param {Pick<StepData, "water" | "ship" | "letters">} step @returns {[number, string][]}
 */
export function stepMarks(width, { water, ship, letters = [] }) {
  /** @type {(squares: [number, number][], mark: string) => [number, string][]} */
  const marked = (squares, mark) => squareIndexes(width, squares).map((at) => [at, mark]);
  const lettered = letters.map(([row, col, letter]) => /** @type {[number, string]} */ ([row * width + col, letter]));
  return [...new Map([...marked(water, WATER), ...marked(ship, SHIP), ...lettered])];
}

/** The name of a step, as of `Step.title`: that of its technique or, where the rest of some line is water, and then that of another is ship, the one for both. @param {StepData} step */
export function nameOfStep({ technique, reasons }) {
  const isBoth = technique === "rest of the line is water" && reasons.some((reason) => reason.technique === "rest of the line is ship");
  return isBoth ? phrase("rest of the line") : nameOf(technique);
}

/** What a step concludes, in words: of a case analysis without the cases. @param {StepData} step */
export const conclusionText = (step) => (step.cases.length > 0 && conclusionOf(step)) || step.text;

/** What the cases of a step answer, or "". Where several placements fail, the first line of its text asks for them. @param {StepData} step */
export const questionOf = ({ question, cases, text }) => question?.text ?? (cases.length > 1 ? /^.*(?=\n)/.exec(text)?.[0] : undefined) ?? "";

/** What a step rests on, the notes that are alive, the placements that it rules out, and the letters that squares may show after it. @param {Puzzle} puzzle @param {StepData} step @returns {Overlay} */
export function stepOverlay(puzzle, step) {
  const { noted = [], barred, reasons, cases } = step;
  return withPossible(puzzle, withBarred(puzzle, overlayOf(puzzle, ACTUAL, cases.length > 0 ? [] : reasons, new Set()), [...noted, ...barred]), step);
}

/** What a step rests on, and what it settles. @param {Puzzle} puzzle @param {StepData} step @returns {Overlay} */
export const wholeOverlay = (puzzle, step) => overlayWith(stepOverlay(puzzle, step), "reached", stepMarks(puzzle.width, step).map(([at]) => at));

/** An overlay with squares in one of its layers. @param {Overlay} overlay @param {"reached" | "failed" | "implied"} layer @param {Iterable<number>} squares @returns {Overlay} */
export const overlayWith = (overlay, layer, squares) => ({ ...overlay, layers: { ...overlay.layers, [layer]: new Set(squares) } });

/** An overlay with further placements that are ruled out. @param {Puzzle} puzzle @param {Overlay} overlay @param {readonly SquareData[][]} [placements] @returns {Overlay} */
function withBarred({ width }, overlay, placements = []) {
  const barred = [...new Map([...placements.map((squares) => squareIndexes(width, squares)), ...overlay.barred].map((squares) => [String(squares), squares])).values()];
  return { ...overlay, barred, layers: { ...overlay.layers, barred: new Set([...overlay.layers.barred, ...barred.flat()]) } };
}

/** The cells after a step. @param {readonly string[]} cells @param {readonly [number, string][]} marks */
export function withMarks(cells, marks) {
  const after = [...cells];
  for (const [at, mark] of marks) after[at] = mark;
  return after;
}

/** An overlay with the letters that squares may show after a step. @param {Puzzle} puzzle @param {Overlay} overlay @param {Partial<StepData>} step @returns {Overlay} */
const withPossible = ({ width }, overlay, { possible_letters: letters = [] }) => ({ ...overlay, possible: new Map(letters.map(([row, col, several]) => [row * width + col, several])) });

/** A board, and those after each of some lists of marks. @param {readonly string[]} first @param {readonly (readonly [number, string][])[]} lists */
export function boardsAfter(first, lists) {
  const boards = [first];
  for (const marks of lists) boards.push(withMarks(boards[boards.length - 1], marks));
  return boards;
}

/** @param {readonly string[]} before @param {readonly string[]} after */
export const changedSquares = (before, after) => new Set(after.flatMap((mark, at) => (mark === before[at] ? [] : [at])));

// One branch

/** A branch, and those within it, whose boards show the notes that are alive at its step. @param {Puzzle} puzzle @param {StepData} step @param {Branch} branch @returns {Branch} */
function noting(puzzle, step, branch) {
  const states = branch.states.map((state) => ({ ...state, overlay: withBarred(puzzle, state.overlay, step.noted), branches: state.branches.map((inner) => noting(puzzle, step, inner)) }));
  return { ...branch, states };
}

/**
 * A supposition with what follows: links, each with the corners that it marks, then the cases into which it is split.
 * @param {Puzzle} puzzle @param {readonly string[]} cells @param {World} outer @param {CaseData} supposition
 * @param {QuestionData | null} question  what it answers @param {State | null} conclusion @returns {Branch}
 */
function branch(puzzle, cells, outer, supposition, question, conclusion) {
  const title = titleOf(supposition, question);
  const supposed = new Set([...outer.supposed, ...squareIndexes(puzzle.width, supposition.supposed)]);
  let world = { supposed, implied: outer.implied };
  let board = cells;
  /** @type {State[]} */
  const states = [];
  for (const { reason, corners } of linksOf(supposition.reasons)) {
    const state = withCorners(puzzle, reason ? linkState(puzzle, board, world, reason) : suppositionState(puzzle, cells, world, supposition, question, title), corners);
    world = { supposed, implied: without([...world.implied, ...changedSquares(board, state.cells)], supposed) };
    board = state.cells;
    states.push(state);
  }
  if (supposition.question) states.push(questionState(puzzle, board, world, supposition.question, supposition.cases ?? []));
  if (supposition.ending) states.push(endingState(puzzle, board, world, supposition.question ? { ...supposition.ending, premises: undefined } : supposition.ending));
  if (conclusion) states.push(conclusion);
  const outcome = supposition.ending ? contradictionText(supposition.ending.text) : phrase("This can be.");
  return { title, outcome, states };
}

/**
 * The links of a supposition, each with the corners that follow it: they are marked without a word. The first is the
 * supposition itself.
 * @param {readonly ReasonData[]} reasons
 */
function linksOf(reasons) {
  /** @type {{reason: ReasonData | null, corners: ReasonData[]}[]} */
  const links = [{ reason: null, corners: [] }];
  for (const reason of reasons) {
    if (reason.technique === CORNERS) links[links.length - 1].corners.push(reason);
    else links.push({ reason, corners: [] });
  }
  return links;
}

/** @param {Puzzle} puzzle @param {State} state @param {readonly ReasonData[]} corners @returns {State} */
function withCorners(puzzle, state, corners) {
  const cells = withMarks(state.cells, corners.flatMap((reason) => stepMarks(puzzle.width, reason)));
  return { ...state, cells, overlay: overlayWith(state.overlay, "implied", [...state.overlay.layers.implied, ...changedSquares(state.cells, cells)]) };
}

/** @param {Puzzle} puzzle @param {readonly string[]} cells @param {World} world @param {CaseData} supposition @param {QuestionData | null} question @param {string} text @returns {State} */
function suppositionState(puzzle, cells, { supposed, implied }, supposition, question, text) {
  const marked = (/** @type {number[]} */ squares, /** @type {string} */ mark) => squares.map((at) => /** @type {[number, string]} */ ([at, mark]));
  const rest = waterBeside(puzzle, cells, supposition, question);
  const after = withMarks(cells, [...marked(squareIndexes(puzzle.width, supposition.supposed), supposition.is === "water" ? WATER : SHIP), ...marked(rest, WATER)]);
  const overlay = overlayOf(puzzle, { supposed, implied: new Set([...implied, ...rest]) }, [], new Set());
  return { kind: "supposition", text, cells: after, overlay, ...ALONE };
}

/** The open squares that are water with what is supposed: those around a whole ship, or the rest of a line. @param {Puzzle} puzzle @param {readonly string[]} cells @param {CaseData} supposition @param {QuestionData | null} question @returns {number[]} */
function waterBeside(puzzle, cells, { supposed, is }, question) {
  const ship = new Set(squareIndexes(puzzle.width, supposed));
  const beside = is === "placement" ? squaresAround(puzzle, supposed) : is === "way" ? (question?.lines ?? []).flatMap(({ axis, number }) => lineSquares(puzzle, axis, number)) : [];
  return [...new Set(beside)].filter((at) => !ship.has(at) && cells[at] === UNKNOWN);
}

/** Squares and those that touch them. @param {Puzzle} puzzle @param {readonly SquareData[]} squares */
function squaresAround({ height, width }, squares) {
  const around = squares.flatMap(([row, col]) => [-1, 0, 1].flatMap((down) => [-1, 0, 1].map((right) => [row + down, col + right])));
  return around.filter(([row, col]) => row >= 0 && row < height && col >= 0 && col < width).map(([row, col]) => row * width + col);
}

/** @param {Puzzle} puzzle @param {readonly string[]} cells @param {World} world @param {ReasonData} reason @returns {State} */
function linkState(puzzle, cells, world, reason) {
  const after = withMarks(cells, stepMarks(puzzle.width, reason));
  const overlay = overlayOf(puzzle, world, [reason], changedSquares(cells, after));
  for (const at of clashes(puzzle, cells, reason)) overlay.layers.failed.add(at);
  return { ...ALONE, kind: "link", text: reason.text, cells: after, overlay, ships: shipsOf(puzzle, [reason]) };
}

/** The cases into which a supposition is split. @param {Puzzle} puzzle @param {readonly string[]} cells @param {World} world @param {QuestionData} question @param {readonly CaseData[]} cases @returns {State} */
function questionState(puzzle, cells, world, question, cases) {
  const branches = cases.map((one) => branch(puzzle, cells, world, one, question, null));
  return { kind: "question", text: question.text, cells, overlay: overlayOf(puzzle, world, [question], new Set()), ships: shipsOf(puzzle, [question]), question: "", branches };
}

/** The squares that a link settles against itself or against the board. @param {Puzzle} puzzle @param {readonly string[]} cells @param {ReasonData} reason */
function clashes({ width }, cells, { water, ship }) {
  const [asWater, asShip] = [squareIndexes(width, water), squareIndexes(width, ship)];
  return [...asWater.filter((at) => asShip.includes(at) || isShip(cells[at])), ...asShip.filter((at) => cells[at] === WATER)];
}

/** @param {Puzzle} puzzle @param {readonly string[]} cells @param {World} world @param {ReasonData} ending @returns {State} */
function endingState(puzzle, cells, world, ending) {
  const overlay = overlayOf(puzzle, world, [{ ...ending, squares: [], line: undefined, lines: [] }], new Set());
  const failing = linesOf(ending).length > 0 ? linesOf(ending) : (ending.starved ?? []); // where the contradiction shows
  for (const { axis, number } of failing) {
    overlay.lines[axis].set(number, "failing");
    for (const at of lineSquares(puzzle, axis, number)) overlay.layers.failing.add(at);
  }
  for (const at of squareIndexes(puzzle.width, ending.squares ?? [])) overlay.layers.failed.add(at);
  return { kind: "ending", text: contradictionText(ending.text), cells, overlay, ships: shipsOf(puzzle, [ending]), question: "", branches: [] };
}

/** @param {Puzzle} puzzle @param {readonly string[]} cells @param {readonly ReasonData[]} reasons @param {Partial<StepData>} step  whose possible letters are shown @returns {State | null} */
function conclusionState(puzzle, cells, reasons, step) {
  if (reasons.length === 0) return null;
  const after = withMarks(cells, reasons.flatMap((reason) => stepMarks(puzzle.width, reason)));
  const overlay = withBarred(puzzle, overlayOf(puzzle, ACTUAL, [], changedSquares(cells, after)), reasons.flatMap(({ barred = [] }) => barred));
  return { kind: "conclusion", text: conclusionOf({ reasons }), cells: after, overlay: withPossible(puzzle, overlay, step), ...ALONE };
}

// What is lit up

/** The lines that a reason or a question is about. @param {About} about */
const linesOf = ({ line, lines = [] }) => (line ? [line] : lines);

/** @param {Puzzle} puzzle @param {World} world @param {readonly About[]} reasons  what the state rests on @param {ReadonlySet<number>} settled @returns {Overlay} */
function overlayOf(puzzle, { supposed, implied }, reasons, settled) {
  const { width } = puzzle;
  const numbers = (/** @type {SquareData[][]} */ lists) => squareIndexes(width, lists.flat());
  const cited = numbers(reasons.flatMap(({ squares = [], premises }) => [squares, premises?.ship ?? [], premises?.water ?? []]));
  const barred = reasons.flatMap(({ premises, barred = [] }) => [...(premises?.barred ?? []), ...barred]).map((squares) => squareIndexes(width, squares));
  /** @type {Overlay["lines"]} */
  const lines = { row: new Map(), column: new Map() };
  for (const clue of reasons.flatMap(({ clues = [] }) => clues)) {
    if ("row" in clue) lines.row.set(clue.row, "cited");
    if ("column" in clue) lines.column.set(clue.column, "cited");
  }
  const band = reasons.flatMap(linesOf).flatMap(({ axis, number }) => lineSquares(puzzle, axis, number));
  const layers = {
    supposed: new Set(supposed),
    implied: without(implied, settled),
    cited: without(cited, settled, supposed),
    barred: without(barred.flat(), settled, supposed, implied),
    band: new Set(band),
    failing: /** @type {Set<number>} */ (new Set()),
    failed: /** @type {Set<number>} */ (new Set()),
    reached: new Set(settled),
  };
  return { layers, lines, barred, possible: new Map(), drawOver };
}

/** An overlay that shows nothing yet. @returns {Overlay} */
export const emptyOverlay = () => overlayOf(puzzleOf({ rows: [], cols: [] }), ACTUAL, [], new Set());

/** @param {Iterable<number>} squares @param {...ReadonlySet<number>} others */
const without = (squares, ...others) => new Set([...squares].filter((at) => !others.some((other) => other.has(at))));

/** The kinds of ships that reasons are about. @param {Puzzle} puzzle @param {readonly About[]} reasons */
function shipsOf(puzzle, reasons) {
  const lengths = new Set(reasons.flatMap(({ length, clues = [] }) => [length, ...clues.map((clue) => ("fleet" in clue ? clue.fleet : undefined))]));
  const words = new Set(reasons.flatMap(({ clues = [] }) => clues.map((clue) => ("word" in clue ? clue.word : undefined))));
  return fleetOf(puzzle).flatMap(({ shape, word }, kind) => {
    const isStraight = shape.every(([row]) => row === 0);
    return (word ? words.has(word) || words.has([...word].reverse().join("")) : isStraight && lengths.has(shape.length)) ? [kind] : [];
  });
}

// Words

/** How an argument ends, as a sentence. @param {string} text  the contradiction, as a clause */
function contradictionText(text) {
  const clause = text.replace(/\.$/, "");
  return phrase("Then {clause}.", { clause, Clause: capitalize(clause) });
}

/** What is supposed: the first sentence or, of the answer to a question, what stands before the colon. @param {CaseData} supposition @param {QuestionData | null} question */
function titleOf({ text }, question) {
  const end = question ? text.indexOf(":") : text.indexOf(". ") + 1;
  return end <= 0 ? text : text.slice(0, end);
}
