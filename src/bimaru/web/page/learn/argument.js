/**
 * The states of an argument: the boards that a supposition, its consequences and its contradiction lead through, one
 * link at a time. Pure functions from the tree of a step, as the API sends it, to values that a view draws.
 */

import { SHIP, UNKNOWN, WATER, isShip, puzzleOf, squareIndexes } from "../board/puzzle.js";
import { fleetOf, lineSquares } from "../board/referee.js";
import { stepMarks } from "../play/hints.js";
import { capitalize } from "../dom.js";
import { phrase } from "../language.js";

/**
 * @typedef {{axis: "row" | "column", number: number}} LineData
 * @typedef {{row: number} | {column: number} | {given: SquareData} | {fleet: number} | {word: string} | {shape: number} | {edge: [string, number]}} ClueData
 * @typedef {{
 *   technique: string, water: SquareData[], ship: SquareData[], text: string,
 *   squares?: SquareData[], line?: LineData, length?: number, starved?: {squares: SquareData[], line: LineData}[],
 *   cases?: CaseData[], barred?: SquareData[][], clues?: ClueData[],
 *   premises?: {ship: SquareData[], water: SquareData[], barred: SquareData[][]},
 * }} ReasonData
 * @typedef {{supposed: SquareData[], is: "water" | "ship" | "placement", reasons: ReasonData[], ending: ReasonData | null, text: string}} CaseData
 * @typedef {{
 *   technique: string, depth: number, water: SquareData[], ship: SquareData[], text: string,
 *   barred: SquareData[][], reasons: ReasonData[], cases: CaseData[], letters?: [row: number, column: number, letter: string][],
 * }} StepData
 *
 * @typedef {import("../board/puzzle.js").Puzzle} Puzzle
 * @typedef {{
 *   layers: Record<"supposed" | "implied" | "cited" | "barred" | "band" | "failing" | "failed" | "reached", Set<number>>,
 *   lines: Record<"row" | "column", Map<number, string>>,
 * }} Overlay  Squares by the class that shows what they are in an argument, and lines by that of their tally.
 * @typedef {import("../service/api.js").SquareData} SquareData
 *
 * @typedef {{
 *   kind: "supposition" | "link" | "ending" | "conclusion", text: string, cells: readonly string[],
 *   overlay: Overlay, ships: readonly number[], branches: readonly Branch[],
 * }} State  One board of an argument. `ships`: the kinds of the fleet, as `fleetOf` numbers them, that it is about.
 *   `branches`: suppositions nested in it.
 *
 * @typedef {{title: string, outcome: string, states: readonly State[]}} Branch
 *   A supposition with all that follows, or a chain of steps.
 *
 * @typedef {{supposed: ReadonlySet<number>, implied: ReadonlySet<number>}} World  What is only supposed, and what follows from it.
 */

/** @type {World} */
const ACTUAL = { supposed: new Set(), implied: new Set() };

/**
 * The branches of a step's case analysis, from the board before it; none for a plain step.
 * @param {Puzzle} puzzle @param {readonly string[]} cells @param {StepData} step @returns {Branch[]}
 */
export function branchesOf(puzzle, cells, step) {
  if (step.cases.length === 0) return [];
  const isOneEach = step.cases.length === step.reasons.length;
  return step.cases.map((one, i) => {
    const reasons = isOneEach ? [step.reasons[i]] : step.reasons;
    return branch(puzzle, cells, ACTUAL, one, conclusionState(puzzle, cells, reasons, i === step.cases.length - 1 || isOneEach));
  });
}

/** The refutation of a mistake, from the board without it. @param {Puzzle} puzzle @param {readonly string[]} cells @param {CaseData} refuted @returns {Branch} */
export function refutationOf(puzzle, cells, refuted) {
  const squares = new Set(squareIndexes(puzzle.width, refuted.supposed));
  return branch(puzzle, cells.map((mark, at) => (squares.has(at) ? UNKNOWN : mark)), ACTUAL, refuted, null);
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
  for (const step of steps) {
    const before = board;
    board = withMarks(before, stepMarks(puzzle.width, step));
    const settled = changedSquares(before, board);
    const overlay = overlayOf(puzzle, ACTUAL, step.reasons, settled);
    states.push({ kind: "link", text: conclusionText(step), cells: board, overlay, ships: shipsOf(puzzle, step.reasons), branches: branchesOf(puzzle, before, step) });
  }
  if (failure !== null) states.push({ kind: "ending", text: contradictionText(failure), cells: board, overlay: overlayOf(puzzle, ACTUAL, [], new Set()), ships: [], branches: [] });
  return states;
}

/** What a step concludes, in words: of a case analysis without the cases. @param {StepData} step */
export function conclusionText(step) {
  if (step.cases.length === 0 || !step.text.startsWith(step.cases[0].text)) return step.text;
  return [...new Set(step.reasons.map(({ text }) => text))].join(" ");
}

/** The squares of the placements that a step rules out, as an overlay. @param {Puzzle} puzzle @param {StepData} step @returns {Overlay} */
export function barredOverlay(puzzle, { barred }) {
  const overlay = overlayOf(puzzle, ACTUAL, [], new Set());
  for (const at of squareIndexes(puzzle.width, barred.flat())) overlay.layers.barred.add(at);
  return overlay;
}

/** The cells after a step. @param {readonly string[]} cells @param {readonly [number, string][]} marks */
export function withMarks(cells, marks) {
  const after = [...cells];
  for (const [at, mark] of marks) after[at] = mark;
  return after;
}

/** @param {readonly string[]} before @param {readonly string[]} after */
export const changedSquares = (before, after) => new Set(after.flatMap((mark, at) => (mark === before[at] ? [] : [at])));

// One branch

/** @param {Puzzle} puzzle @param {readonly string[]} cells @param {World} outer @param {CaseData} supposition @param {State | null} conclusion @returns {Branch} */
function branch(puzzle, cells, outer, supposition, conclusion) {
  const title = firstSentence(supposition.text);
  const states = [suppositionState(puzzle, cells, outer, supposition, title)];
  let world = worldOf(puzzle, cells, outer, supposition);
  for (const reason of supposition.reasons) {
    const before = states[states.length - 1].cells;
    states.push(linkState(puzzle, before, world, reason));
    world = { ...world, implied: new Set([...world.implied, ...changedSquares(before, states[states.length - 1].cells)]) };
  }
  const board = states[states.length - 1].cells;
  if (supposition.ending) states.push(endingState(puzzle, board, world, supposition.ending));
  if (conclusion) states.push(conclusion);
  const outcome = supposition.ending ? contradictionText(supposition.ending.text) : phrase("This can be.");
  return { title, outcome, states };
}

/** @param {Puzzle} puzzle @param {readonly string[]} cells @param {World} outer @param {CaseData} supposition @param {string} text @returns {State} */
function suppositionState(puzzle, cells, outer, supposition, text) {
  const supposed = squareIndexes(puzzle.width, supposition.supposed);
  const marks = supposed.map((at) => /** @type {[number, string]} */ ([at, supposition.is === "water" ? WATER : SHIP]));
  const around = waterAround(puzzle, cells, supposition).map((at) => /** @type {[number, string]} */ ([at, WATER]));
  const world = worldOf(puzzle, cells, outer, supposition);
  return { kind: "supposition", text, cells: withMarks(cells, [...marks, ...around]), overlay: overlayOf(puzzle, world, [], new Set()), ships: [], branches: [] };
}

/** What is supposed in a case, with the water around a whole ship. @param {Puzzle} puzzle @param {readonly string[]} cells @param {World} outer @param {CaseData} supposition @returns {World} */
function worldOf(puzzle, cells, outer, supposition) {
  const supposed = new Set([...outer.supposed, ...squareIndexes(puzzle.width, supposition.supposed)]);
  return { supposed, implied: new Set([...outer.implied, ...waterAround(puzzle, cells, supposition)]) };
}

/** The open squares that touch a supposed placement: ships do not touch. @param {Puzzle} puzzle @param {readonly string[]} cells @param {CaseData} supposition @returns {number[]} */
function waterAround({ height, width }, cells, { supposed, is }) {
  if (is !== "placement") return [];
  const ship = new Set(squareIndexes(width, supposed));
  const around = supposed.flatMap(([row, col]) => [-1, 0, 1].flatMap((down) => [-1, 0, 1].map((right) => [row + down, col + right])));
  const inside = around.filter(([row, col]) => row >= 0 && row < height && col >= 0 && col < width).map(([row, col]) => row * width + col);
  return [...new Set(inside)].filter((at) => !ship.has(at) && cells[at] === UNKNOWN);
}

/** @param {Puzzle} puzzle @param {readonly string[]} cells @param {World} world @param {ReasonData} reason @returns {State} */
function linkState(puzzle, cells, world, reason) {
  const after = withMarks(cells, stepMarks(puzzle.width, reason));
  const settled = changedSquares(cells, after);
  const text = linkText(reason);
  const conclusion = { kind: /** @type {const} */ ("conclusion"), text, cells: after, overlay: overlayOf(puzzle, world, [reason], settled), ships: [], branches: [] };
  const branches = (reason.cases ?? []).map((one) => branch(puzzle, cells, world, one, conclusion));
  const overlay = overlayOf(puzzle, world, [reason], settled);
  for (const at of clashes(puzzle, cells, reason)) overlay.layers.failed.add(at);
  return { kind: "link", text, cells: after, overlay, ships: shipsOf(puzzle, [reason]), branches };
}

/** The squares that a link settles against itself or against the board. @param {Puzzle} puzzle @param {readonly string[]} cells @param {ReasonData} reason */
function clashes({ width }, cells, { water, ship }) {
  const [asWater, asShip] = [squareIndexes(width, water), squareIndexes(width, ship)];
  return [...asWater.filter((at) => asShip.includes(at) || isShip(cells[at])), ...asShip.filter((at) => cells[at] === WATER)];
}

/** @param {Puzzle} puzzle @param {readonly string[]} cells @param {World} world @param {ReasonData} ending @returns {State} */
function endingState(puzzle, cells, world, ending) {
  const overlay = overlayOf(puzzle, world, [{ ...ending, squares: [], line: undefined }], new Set());
  const lines = failingLines(ending);
  for (const { axis, number } of lines) {
    overlay.lines[axis].set(number, "failing");
    for (const at of lineSquares(puzzle, axis, number)) overlay.layers.failing.add(at);
  }
  for (const at of squareIndexes(puzzle.width, ending.squares ?? [])) overlay.layers.failed.add(at);
  return { kind: "ending", text: contradictionText(ending.text), cells, overlay, ships: shipsOf(puzzle, [ending]), branches: [] };
}

/** The lines in which a contradiction shows. @param {ReasonData} ending */
const failingLines = ({ line, starved = [] }) => (line ? [line] : starved.map((one) => one.line));

/** @param {Puzzle} puzzle @param {readonly string[]} cells @param {readonly ReasonData[]} reasons @param {boolean} isShown @returns {State | null} */
function conclusionState(puzzle, cells, reasons, isShown) {
  if (!isShown) return null;
  const after = withMarks(cells, reasons.flatMap((reason) => stepMarks(puzzle.width, reason)));
  const overlay = overlayOf(puzzle, ACTUAL, [], changedSquares(cells, after));
  for (const at of squareIndexes(puzzle.width, reasons.flatMap(({ barred = [] }) => barred.flat()))) overlay.layers.barred.add(at);
  return { kind: "conclusion", text: reasons.map(({ text }) => text).join(" "), cells: after, overlay, ships: [], branches: [] };
}

// What is lit up

/** @param {Puzzle} puzzle @param {World} world @param {readonly ReasonData[]} reasons  what the state rests on @param {ReadonlySet<number>} settled @returns {Overlay} */
function overlayOf(puzzle, { supposed, implied }, reasons, settled) {
  const { width } = puzzle;
  const numbers = (/** @type {SquareData[][]} */ lists) => squareIndexes(width, lists.flat());
  const cited = numbers(reasons.flatMap(({ squares = [], premises }) => [squares, premises?.ship ?? [], premises?.water ?? []]));
  const barred = numbers(reasons.flatMap(({ premises, barred = [] }) => [...(premises?.barred ?? []), ...barred]));
  /** @type {Overlay["lines"]} */
  const lines = { row: new Map(), column: new Map() };
  for (const clue of reasons.flatMap(({ clues = [] }) => clues)) {
    if ("row" in clue) lines.row.set(clue.row, "cited");
    if ("column" in clue) lines.column.set(clue.column, "cited");
  }
  const band = reasons.flatMap(({ line }) => (line ? lineSquares(puzzle, line.axis, line.number) : []));
  const layers = {
    supposed: new Set(supposed),
    implied: without(implied, settled),
    cited: without(cited, settled, supposed),
    barred: without(barred, settled, supposed, implied),
    band: new Set(band),
    failing: /** @type {Set<number>} */ (new Set()),
    failed: /** @type {Set<number>} */ (new Set()),
    reached: new Set(settled),
  };
  return { layers, lines };
}

/** An overlay that shows nothing yet. @returns {Overlay} */
export const emptyOverlay = () => overlayOf(puzzleOf({ rows: [], cols: [] }), ACTUAL, [], new Set());

/** @param {Iterable<number>} squares @param {...ReadonlySet<number>} others */
const without = (squares, ...others) => new Set([...squares].filter((at) => !others.some((other) => other.has(at))));

/** The kinds of ships that reasons are about. @param {Puzzle} puzzle @param {readonly ReasonData[]} reasons */
function shipsOf(puzzle, reasons) {
  const lengths = new Set(reasons.flatMap(({ length, clues = [] }) => [length, ...clues.map((clue) => ("fleet" in clue ? clue.fleet : undefined))]));
  const words = new Set(reasons.flatMap(({ clues = [] }) => clues.map((clue) => ("word" in clue ? clue.word : undefined))));
  return fleetOf(puzzle).flatMap(({ shape, word }, kind) => {
    const isStraight = shape.every(([row]) => row === 0);
    return (word ? words.has(word) || words.has([...word].reverse().join("")) : isStraight && lengths.has(shape.length)) ? [kind] : [];
  });
}

// Words

/** A link without the suppositions nested in it, which its sentences repeat in brackets. @param {ReasonData} reason */
function linkText({ text, cases = [] }) {
  if (cases.length === 0) return text;
  return cases.reduce((rest, one) => rest.replace(one.text, ""), text).replace(/^\(|\)$/g, "").trim();
}

/** How an argument ends, as a sentence. @param {string} text  the contradiction, as a clause */
function contradictionText(text) {
  const clause = text.replace(/\.$/, "");
  return phrase("Then {clause}.", { clause, Clause: capitalize(clause) });
}

/** @param {string} text */
function firstSentence(text) {
  const end = text.indexOf(". ");
  return end < 0 ? text : text.slice(0, end + 1);
}
