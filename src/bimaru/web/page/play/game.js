/**
 * A game: the marks on a puzzle, the steps that led to them, and checkpoints.
 * All functions here are pure; nothing is drawn or stored.
 */

import { SHIP, UNKNOWN, WATER, isShip, markOfKind, shipSquares } from "../board/puzzle.js";
import { countLine, faults, lineSquares } from "../board/referee.js";

/**
 * @typedef {import("../board/puzzle.js").Puzzle} Puzzle
 * @typedef {[at: number, from: string, to: string, isFilled?: true]} Change  `isFilled`: water that the page filled in.
 * @typedef {readonly Change[]} Step  What one undo reverts.
 * @typedef {{
 *   puzzle: Puzzle, cells: readonly string[],
 *   past: readonly Step[], future: readonly Step[], checkpoints: readonly string[],
 * }} Game  `past` and `future` together are at most `MAX_STEPS`.
 */

/** The most steps and checkpoints that a game keeps; older ones are dropped. */
export const MAX_STEPS = 1000, MAX_CHECKPOINTS = 50;

/** @param {Puzzle} puzzle @returns {Game} */
export function newGame(puzzle) {
  return { puzzle, cells: puzzle.givens.map(markOfKind), past: [], future: [], checkpoints: [] };
}

/**
 * Marks squares as one step; given squares stay. With `fills`, lines that become finished are filled with
 * water, and such water is removed once its lines are no longer finished. With `joins`, the marks become part
 * of the previous step, as a stroke continues.
 * @param {Game} game @param {Iterable<[number, string]>} marks
 * @param {{fills?: boolean, joins?: boolean}} [how]
 * @returns {Game}
 */
export function mark(game, marks, { fills = false, joins = false } = {}) {
  const changes = changesTo(game, marks);
  if (changes.length === 0) return game;
  const cells = withChanges(game.cells, changes);
  const water = fills ? [...waterOfFinishedLines(game.puzzle, game.cells, cells), ...waterWithoutCause(game, changes, cells)] : [];
  const step = [...changes, ...water];
  const past = joins && game.past.length > 0 ? [...game.past.slice(0, -1), joinSteps(game.past[game.past.length - 1], step)] : [...game.past, step];
  return { ...game, cells: withChanges(cells, water), past: past.slice(-MAX_STEPS), future: [] };
}

/** @param {Game} game @param {Iterable<[number, string]>} marks @returns {Change[]} */
function changesTo({ puzzle, cells }, marks) {
  return [...new Map(marks)]
    .filter(([at, to]) => puzzle.givens[at] === "" && cells[at] !== to)
    .map(([at, to]) => [at, cells[at], to]);
}

/** @param {readonly string[]} cells @param {Step} changes */
function withChanges(cells, changes) {
  const after = [...cells];
  for (const [at, , to] of changes) after[at] = to;
  return after;
}

/** Two steps as one: from the marks before the first to those after the second. @param {Step} first @param {Step} second */
function joinSteps(first, second) {
  /** @type {Map<number, Change>} */
  const changes = new Map(first.map((change) => [change[0], change]));
  for (const [at, from, to, ...filled] of second) changes.set(at, [at, changes.get(at)?.[1] ?? from, to, ...filled]);
  return [...changes.values()];
}

// Filling finished lines

/** The lines of a puzzle that have a tally. @param {Puzzle} puzzle */
function* lines(puzzle) {
  for (const [kind, tallies] of /** @type {const} */ ([["row", puzzle.rows], ["column", puzzle.cols]])) {
    for (const [line, tally] of tallies.entries()) if (tally !== null) yield { squares: lineSquares(puzzle, kind, line), tally };
  }
}

/**
 * The water of the lines whose ship squares became complete.
 * @param {Puzzle} puzzle @param {readonly string[]} before @param {readonly string[]} after
 * @returns {Change[]}
 */
function waterOfFinishedLines(puzzle, before, after) {
  /** @type {Map<number, Change>} */
  const water = new Map();
  for (const { squares, tally } of lines(puzzle)) {
    if (countLine(after, squares).ships !== tally || countLine(before, squares).ships >= tally) continue;
    for (const at of squares) if (after[at] === UNKNOWN) water.set(at, [at, UNKNOWN, WATER, true]);
  }
  return [...water.values()];
}

/**
 * The removal of water that was filled in, where neither the row nor the column is finished any more.
 * @param {Game} game @param {Step} changes @param {readonly string[]} after  the marks with the changes
 * @returns {Change[]}
 */
function waterWithoutCause({ puzzle, past }, changes, after) {
  if (!changes.some(([, from, to]) => isShip(from) && !isShip(to))) return [];
  const finished = new Set([...lines(puzzle)].filter(({ squares, tally }) => countLine(after, squares).ships >= tally).flatMap(({ squares }) => squares));
  const marked = new Set(changes.map(([at]) => at));
  return [...filledSquares(past)].filter((at) => after[at] === WATER && !finished.has(at) && !marked.has(at)).map((at) => [at, WATER, UNKNOWN]);
}

/** The squares whose last change was that the page filled them in. @param {readonly Step[]} steps */
function filledSquares(steps) {
  /** @type {Set<number>} */
  const filled = new Set();
  for (const [at, , , isFilled] of steps.flat()) {
    if (isFilled) filled.add(at);
    else filled.delete(at);
  }
  return filled;
}

/** Fills every line whose ship squares are complete, as one step. @param {Game} game @returns {Game} */
export function fillFinishedLines(game) {
  const finished = [...lines(game.puzzle)].filter(({ squares, tally }) => countLine(game.cells, squares).ships === tally);
  const open = new Set(finished.flatMap(({ squares }) => squares).filter((at) => game.cells[at] === UNKNOWN));
  const filled = mark(game, [...open].map((at) => [at, WATER]));
  return filled === game ? game : { ...filled, past: [...filled.past.slice(0, -1), filled.past[filled.past.length - 1].map(([at, from, to]) => [at, from, to, true])] };
}

// Undo, redo and checkpoints

/** @param {Game} game @returns {Game} */
export function undo(game) {
  const step = game.past[game.past.length - 1];
  if (!step) return game;
  return { ...game, cells: withChanges(game.cells, reversed(step)), past: game.past.slice(0, -1), future: [step, ...game.future] };
}

/** @param {Game} game @returns {Game} */
export function redo(game) {
  const [step, ...future] = game.future;
  return step ? { ...game, cells: withChanges(game.cells, step), past: [...game.past, step], future } : game;
}

/** Returns to the first board, as one step; with `fills`, to the one whose finished lines are filled. @param {Game} game @param {{fills?: boolean}} [how] */
export function clear(game, { fills = false } = {}) {
  const first = newGame(game.puzzle);
  return mark(game, (fills ? fillFinishedLines(first) : first).cells.entries());
}

/** @param {Game} game @returns {Game} */
export const setCheckpoint = (game) => ({ ...game, checkpoints: [...game.checkpoints, game.cells.join("")].slice(-MAX_CHECKPOINTS) });

/** Returns to the last checkpoint, as one step. @param {Game} game */
export function backToCheckpoint(game) {
  const last = game.checkpoints[game.checkpoints.length - 1];
  return last === undefined ? game : mark(game, [...last].entries());
}

/** @param {Game} game @returns {Game} */
export const dropCheckpoint = (game) => ({ ...game, checkpoints: game.checkpoints.slice(0, -1) });

/** The squares marked since the last checkpoint. @param {Game} game */
export function sinceCheckpoint({ cells, checkpoints }) {
  const last = [...(checkpoints[checkpoints.length - 1] ?? cells)];
  return new Set([...cells.keys()].filter((at) => cells[at] !== UNKNOWN && cells[at] !== last[at]));
}

/** The marked squares that break a rule on a half-filled board. @param {Game} game */
export function brokenSquares({ puzzle, cells }) {
  return faults(puzzle, cells).filter(({ rule }) => rule !== "unfinished").flatMap(({ squares }) => squares).filter((at) => cells[at] !== UNKNOWN);
}

// Solved

/** The cells with water wherever nothing is marked. @param {Game} game */
export const filledCells = ({ cells }) => cells.map((mark) => (mark === UNKNOWN ? WATER : mark));

/** Whether the marked ships are a solution. @param {Game} game */
export function isSolved(game) {
  const ships = game.cells.filter(isShip).length;
  return ships > 0 && ships === shipSquares(game.puzzle) && faults(game.puzzle, filledCells(game)).length === 0;
}

// The server's boards, and stored games

/** The cells as a board of the server. @param {Puzzle} puzzle @param {readonly string[]} cells */
export function boardOf(puzzle, cells) {
  const { height, width, givens } = puzzle;
  const rowsOf = (/** @type {string[]} */ marks) => Array.from({ length: height }, (_, row) => marks.slice(row * width, (row + 1) * width).join(""));
  const board = rowsOf(cells.map((mark, at) => (!isShip(mark) ? mark : /^[SLRTBM]$/.test(givens[at]) ? givens[at] : "X")));
  const letters = rowsOf(cells.map((mark) => (isShip(mark) && mark !== SHIP ? mark : ".")));
  return puzzle.isLettered ? { board, letters } : { board };
}

/** A game as it is stored: everything but its puzzle. @param {Game} game */
export const toStored = ({ cells, past, future, checkpoints }) => ({ cells: cells.join(""), past, future, checkpoints });

/**
 * The stored game of a puzzle, or `null` if it is not one. Steps that are not consistent with the marks
 * are dropped, and so are checkpoints of another size.
 * @param {Puzzle} puzzle @param {any} stored
 * @returns {Game | null}
 */
export function fromStored(puzzle, stored) {
  const marks = new Set([UNKNOWN, WATER, SHIP, ...puzzle.letters]);
  const isBoard = (/** @type {unknown} */ text) => typeof text === "string" && [...text].length === puzzle.givens.length && [...text].every((mark) => marks.has(mark));
  const isChange = (/** @type {any} */ change) =>
    Array.isArray(change) && (change.length === 3 || (change.length === 4 && change[3] === true)) && puzzle.givens[change[0]] === "" && Number.isInteger(change[0]) && marks.has(change[1]) && marks.has(change[2]);
  const areSteps = (/** @type {unknown} */ steps) =>
    Array.isArray(steps) && steps.every((step) => Array.isArray(step) && new Set(step.map((change) => change?.[0])).size === step.length && step.every(isChange));

  if (!isBoard(stored?.cells)) return null;
  const { past, future, checkpoints } = stored;
  const cells = [...stored.cells].map((mark, at) => (puzzle.givens[at] ? markOfKind(puzzle.givens[at]) : mark));
  const isConsistent = areSteps(past) && areSteps(future) && areApplicable(cells, future) && areApplicable(cells, [...past].reverse().map(reversed));
  return {
    puzzle,
    cells,
    past: isConsistent ? past.slice(-MAX_STEPS) : [],
    future: isConsistent ? future.slice(0, MAX_STEPS - Math.min(past.length, MAX_STEPS)) : [],
    checkpoints: Array.isArray(checkpoints) ? checkpoints.filter(isBoard).slice(-MAX_CHECKPOINTS) : [],
  };
}

/** Whether each step starts from the marks that the one before left. @param {readonly string[]} cells @param {readonly Step[]} steps */
function areApplicable(cells, steps) {
  const marks = [...cells];
  return steps.every((step) =>
    step.every(([at, from, to]) => {
      const isNext = marks[at] === from;
      marks[at] = to;
      return isNext;
    }),
  );
}

/** @param {Step} step @returns {Step} */
const reversed = (step) => step.map(([at, from, to, ...filled]) => [at, to, from, ...filled]);

/** Whether a game has no marks, steps or checkpoints of its own. @param {Game} game */
export const isUntouched = ({ puzzle, cells, past, future, checkpoints }) =>
  [past, future, checkpoints].every((list) => list.length === 0) && newGame(puzzle).cells.every((mark, at) => mark === cells[at]);
