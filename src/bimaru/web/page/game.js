/**
 * A game: what is marked on a puzzle, how it came about, and what can be gone back to.
 * Everything here is a function from values to values; nothing is drawn and nothing is stored.
 */

import { SHIP, UNKNOWN, WATER, isShip, markOfKind, shipSquares } from "./puzzle.js";
import { countLine, faults, lineSquares } from "./referee.js";

/**
 * @typedef {import("./puzzle.js").Puzzle} Puzzle
 * @typedef {[at: number, from: string, to: string]} Change
 * @typedef {readonly Change[]} Step  What one undo takes back.
 * @typedef {{
 *   puzzle: Puzzle, cells: readonly string[],
 *   past: readonly Step[], future: readonly Step[], checkpoints: readonly string[],
 * }} Game
 */

/** @param {Puzzle} puzzle @returns {Game} */
export function newGame(puzzle) {
  return { puzzle, cells: puzzle.hints.map(markOfKind), past: [], future: [], checkpoints: [] };
}

/**
 * Marks squares as one step; given squares stay. With `fills`, the lines that are finished by it
 * fill with water. With `joins`, it becomes part of the step before (a stroke that goes on).
 * @param {Game} game @param {Iterable<[number, string]>} marks
 * @param {{fills?: boolean, joins?: boolean}} [how]
 * @returns {Game}
 */
export function mark(game, marks, { fills = false, joins = false } = {}) {
  const changes = changesTo(game, marks);
  if (changes.length === 0) return game;
  const cells = withChanges(game.cells, changes);
  const water = fills ? linesFinished(game.puzzle, game.cells, cells) : [];
  const step = [...changes, ...water];
  const past = joins && game.past.length > 0 ? [...game.past.slice(0, -1), joined(game.past[game.past.length - 1], step)] : [...game.past, step];
  return { ...game, cells: withChanges(cells, water), past, future: [] };
}

/**
 * Marks a square that was marked in the step just before, anew: the water that its line was filled
 * with comes off again first, so that tapping on through the marks leaves nothing behind.
 * @param {Game} game @param {number} at @param {string} value @param {{fills?: boolean}} [how]
 */
export function markAgain(game, at, value, how) {
  if (game.cells[at] === value) return game;
  const last = game.past[game.past.length - 1] ?? [];
  if (last[0]?.[0] !== at) return mark(game, [[at, value]], how);
  const off = last.slice(1).map(([square, from]) => /** @type {[number, string]} */ ([square, from]));
  const cleared = { ...game, cells: withChanges(game.cells, changesTo(game, off)) };
  const after = mark(cleared, [[at, value]], how);
  return { ...after, past: [...game.past, differences(game.cells, after.cells)] };
}

/** @param {Game} game @param {Iterable<[number, string]>} marks @returns {Change[]} */
function changesTo({ puzzle, cells }, marks) {
  return [...marks]
    .filter(([at, to]) => puzzle.hints[at] === "" && cells[at] !== to)
    .map(([at, to]) => [at, cells[at], to]);
}

/** @param {readonly string[]} cells @param {Step} changes */
function withChanges(cells, changes) {
  const after = [...cells];
  for (const [at, , to] of changes) after[at] = to;
  return after;
}

/** Two steps as one; what a square was before the first counts. @param {Step} first @param {Step} second */
function joined(first, second) {
  /** @type {Map<number, Change>} */
  const changes = new Map(first.map((change) => [change[0], change]));
  for (const [at, from, to] of second) changes.set(at, [at, changes.get(at)?.[1] ?? from, to]);
  return [...changes.values()];
}

/** @param {readonly string[]} before @param {readonly string[]} after @returns {Change[]} */
function differences(before, after) {
  return [...before.keys()].filter((at) => before[at] !== after[at]).map((at) => [at, before[at], after[at]]);
}

// Lines that fill themselves

/** Every line of a puzzle with its tally. @param {Puzzle} puzzle */
function* lines(puzzle) {
  for (const [kind, tallies] of /** @type {const} */ ([["row", puzzle.rows], ["column", puzzle.cols]])) {
    for (const [line, tally] of tallies.entries()) if (tally !== null) yield { squares: lineSquares(puzzle, kind, line), tally };
  }
}

/**
 * The water of the lines that have all their ships now and had not before.
 * @param {Puzzle} puzzle @param {readonly string[]} before @param {readonly string[]} after
 * @returns {Change[]}
 */
function linesFinished(puzzle, before, after) {
  /** @type {Map<number, Change>} */
  const water = new Map();
  for (const { squares, tally } of lines(puzzle)) {
    if (countLine(after, squares).ships !== tally || countLine(before, squares).ships >= tally) continue;
    for (const at of squares) if (after[at] === UNKNOWN) water.set(at, [at, UNKNOWN, WATER]);
  }
  return [...water.values()];
}

/** Fills every line that has all its ships, as one step. @param {Game} game */
export function fillFinished(game) {
  const finished = [...lines(game.puzzle)].filter(({ squares, tally }) => countLine(game.cells, squares).ships === tally);
  const open = new Set(finished.flatMap(({ squares }) => squares).filter((at) => game.cells[at] === UNKNOWN));
  return mark(game, [...open].map((at) => [at, WATER]));
}

// Back and forth

/** @param {Game} game @returns {Game} */
export function undo(game) {
  const step = game.past[game.past.length - 1];
  if (!step) return game;
  const cells = withChanges(game.cells, step.map(([at, from, to]) => [at, to, from]));
  return { ...game, cells, past: game.past.slice(0, -1), future: [step, ...game.future] };
}

/** @param {Game} game @returns {Game} */
export function redo(game) {
  const [step, ...future] = game.future;
  return step ? { ...game, cells: withChanges(game.cells, step), past: [...game.past, step], future } : game;
}

/** Takes everything off, as one step. @param {Game} game */
export const clear = (game) => mark(game, game.cells.map((_, at) => [at, UNKNOWN]));

/** @param {Game} game @returns {Game} */
export const setCheckpoint = (game) => ({ ...game, checkpoints: [...game.checkpoints, game.cells.join("")] });

/** Goes back to the last checkpoint, as one step that can be undone. @param {Game} game */
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

// What it has come to

/** The cells with water wherever nothing is marked. @param {Game} game */
export const asFull = ({ cells }) => cells.map((mark) => (mark === UNKNOWN ? WATER : mark));

/** Whether every ship is marked, and rightly so. @param {Game} game */
export function isSolved(game) {
  const ships = game.cells.filter(isShip).length;
  return ships > 0 && ships === shipSquares(game.puzzle) && faults(game.puzzle, asFull(game)).length === 0;
}

// To and from the server's boards, and what is stored

/** @param {Puzzle} puzzle @param {readonly string[]} cells */
export function boardOf(puzzle, cells) {
  const { height, width, hints } = puzzle;
  const rowsOf = (/** @type {string[]} */ marks) => Array.from({ length: height }, (_, row) => marks.slice(row * width, (row + 1) * width).join(""));
  const board = rowsOf(cells.map((mark, at) => (!isShip(mark) ? mark : /^[SLRTBM]$/.test(hints[at]) ? hints[at] : "X")));
  const letters = rowsOf(cells.map((mark) => (isShip(mark) && mark !== SHIP ? mark : ".")));
  return puzzle.isLettered ? { board, letters } : { board };
}

/** The cells that a board of the server shows. @param {{board: string[], letters?: string[]}} board */
export function cellsOf({ board, letters }) {
  const named = [...(letters ?? []).join("")];
  return [...board.join("")].map((mark, at) => {
    if (mark === UNKNOWN || mark === WATER) return mark;
    return named[at] && named[at] !== "." ? named[at] : SHIP;
  });
}

/** What is stored of a game: everything but its puzzle. @param {Game} game */
export const toStored = ({ cells, past, future, checkpoints }) => ({ cells: cells.join(""), past, future, checkpoints });

/**
 * A game from what was stored; a new one if that is not of this puzzle.
 * @param {Puzzle} puzzle @param {any} stored
 * @returns {Game}
 */
export function fromStored(puzzle, stored) {
  const fresh = newGame(puzzle);
  const isWhole = (/** @type {unknown} */ text) => typeof text === "string" && [...text].length === fresh.cells.length;
  const areSteps = (/** @type {unknown} */ steps) => Array.isArray(steps) && steps.every((step) => Array.isArray(step) && step.every((change) => isChange(change, fresh.cells.length)));
  if (!isWhole(stored?.cells) || !areSteps(stored.past) || !areSteps(stored.future)) return fresh;
  if (!Array.isArray(stored.checkpoints) || !stored.checkpoints.every(isWhole)) return fresh;
  const cells = fresh.cells.map((given, at) => (puzzle.hints[at] ? given : [...stored.cells][at]));
  return { puzzle, cells, past: stored.past, future: stored.future, checkpoints: stored.checkpoints };
}

/** @param {unknown} change @param {number} size */
function isChange(change, size) {
  return Array.isArray(change) && change.length === 3 && Number.isInteger(change[0]) && change[0] >= 0 && change[0] < size
    && typeof change[1] === "string" && typeof change[2] === "string";
}
