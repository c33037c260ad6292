/**
 * A game: the marks on a puzzle, the steps that led to them, and checkpoints.
 * All functions here are pure; nothing is drawn or stored.
 */

import { SHIP, UNKNOWN, WATER, isShip, markOfKind, shipSquares } from "../board/puzzle.js";
import { countLine, faults, neighbours } from "../board/referee.js";
import { lostWater, newWater, waterOn } from "./automatic-water.js";

/**
 * @import { Puzzle } from "../board/puzzle.js"
 * @import { Fault } from "../board/referee.js"
 * @import { Automatic } from "./automatic-water.js"
 * @typedef {[at: number, from: string, to: string, how?: true | "rub" | "letters"]} Change  `how`: `true` for water that the page filled in, "rub" for
 *   what Rub out took back, "letters" for the possible letters of a square in place of its mark.
 * @typedef {readonly Change[]} Step  What one undo reverts.
 * @typedef {{
 *   puzzle: Puzzle, cells: readonly string[],
 *   past: readonly Step[], future: readonly Step[], checkpoints: readonly string[], possible: ReadonlyMap<number, string>,
 * }} Game  `possible`: the letters that the player has noted in squares. `past` and `future` together are at most `MAX_STEPS`.
 */

/** How changes are made. @type {true} */
const FILLED = true;
/** @type {"rub"} */
const RUBBED = "rub";
/** @type {"letters"} */
const LETTERS = "letters";

/** The most steps and checkpoints that a game keeps; older ones are dropped. */
export const MAX_STEPS = 1000, MAX_CHECKPOINTS = 50;

/** @param {Puzzle} puzzle @returns {Game} */
export function newGame(puzzle) {
  return { puzzle, cells: puzzle.givens.map(markOfKind), past: [], future: [], checkpoints: [], possible: new Map() };
}

/**
 * Marks squares as one step; given squares stay. With `fills` and `surrounds`, lines and ships that become finished
 * get their water, which is removed once they are no longer finished. With `joins`, the marks become part
 * of the previous step, as a stroke continues.
 * @param {Game} game @param {Iterable<[number, string]>} marks
 * @param {Automatic & {joins?: boolean}} [how]
 * @returns {Game}
 */
export function mark(game, marks, { fills = false, surrounds = false, joins = false } = {}) {
  const changes = changesTo(game, marks);
  if (changes.length === 0) return game;
  const cells = withChanges(game.cells, changes);
  const water = fills || surrounds ? automaticChanges(game, changes, cells, { fills, surrounds }) : [];
  const step = [...changes, ...water];
  const last = joins && game.past.at(-1);
  const past = last ? [...game.past.slice(0, -1), joinSteps(last, step)] : [...game.past, step];
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
  for (const [at, , to] of marksOf(changes)) after[at] = to;
  return after;
}

/** The changes of marks. @param {Step} changes */
const marksOf = (changes) => changes.filter(([, , , how]) => how !== LETTERS);

/** The marks and the possible letters after a step. @param {Game} game @param {Step} step */
function afterStep({ cells, possible }, step) {
  const letters = new Map(possible);
  for (const [at, , to, how] of step) if (how === LETTERS) letters.set(at, to);
  return { cells: withChanges(cells, step), possible: new Map([...letters].filter(([, noted]) => noted)) };
}

/** @param {Game} game @param {Step} step @returns {Game} */
const withStep = (game, step) => (step.length > 0 ? { ...game, ...afterStep(game, step), past: [...game.past, step].slice(-MAX_STEPS), future: [] } : game);

/** Changes the letters that are noted in a square that may have one. @param {Game} game @param {number} at @param {string} letters */
export function noteLetters(game, at, letters) {
  const from = game.possible.get(at) ?? "";
  const isOpen = game.puzzle.givens[at] === "" && (game.cells[at] === UNKNOWN || game.cells[at] === SHIP);
  return withStep(game, isOpen && from !== letters ? [[at, from, letters, LETTERS]] : []);
}

/** Two steps as one: from the marks before the first to those after the second. @param {Step} first @param {Step} second */
function joinSteps(first, second) {
  /** @type {Map<number, Change>} */
  const changes = new Map(first.map((change) => [placeOf(change), change]));
  for (const [at, from, to, ...filled] of second) changes.set(at, [at, changes.get(at)?.[1] ?? from, to, ...filled]);
  return [...changes.values()];
}

// Water that is filled in

/**
 * The changes that follow marks: water that has lost its cause goes, and finished lines and ships get theirs.
 * @param {Game} game @param {Step} changes @param {readonly string[]} after  the marks with the changes @param {Automatic} how
 * @returns {Change[]}
 */
function automaticChanges({ puzzle, cells, past }, changes, after, how) {
  const marked = new Set(changes.map(([at]) => at));
  const mayLose = changes.some(([, from, to]) => (isShip(from) && !isShip(to)) || (how.surrounds && from !== UNKNOWN));
  const lost = mayLose ? lostWater(puzzle, after, [...filledSquares(past)].filter((at) => !marked.has(at)), how) : [];
  const gone = /** @type {Change[]} */ (lost.map((at) => [at, WATER, UNKNOWN]));
  const filled = newWater(puzzle, cells, withChanges(after, gone), how);
  return [...gone, ...[...filled].map((at) => /** @type {Change} */ ([at, UNKNOWN, WATER, FILLED]))];
}

/** The squares whose last change was that the page filled them in. @param {readonly Step[]} steps */
export function filledSquares(steps) {
  /** @type {Set<number>} */
  const filled = new Set();
  for (const [at, , , how] of marksOf(steps.flat())) {
    if (how === FILLED) filled.add(at);
    else filled.delete(at);
  }
  return filled;
}

/**
 * The squares that the player marked and that are still marked, in the order of their last marks. Those of a stored
 * game without its steps come first.
 * @param {Game} game
 */
export function ownMarks({ puzzle, cells, past }) {
  /** @type {Map<number, boolean>} */
  const isOwn = new Map();
  for (const [at, , , how] of marksOf(past.flat())) {
    isOwn.delete(at); // so that it comes last
    isOwn.set(at, how !== FILLED);
  }
  const isMarked = (/** @type {number} */ at) => puzzle.givens[at] === "" && cells[at] !== UNKNOWN;
  const isComplete = past.length > 0 && past.length < MAX_STEPS;
  const early = isComplete ? [] : [...cells.keys()].filter((at) => !isOwn.has(at));
  return [...early, ...isOwn.keys()].filter((at) => isMarked(at) && isOwn.get(at) !== false);
}

/** The board with the givens and some of the marks only. @param {Game} game @param {readonly number[]} squares @returns {string[]} */
export function onlyMarks({ puzzle, cells }, squares) {
  const kept = new Set(squares);
  return newGame(puzzle).cells.map((given, at) => (kept.has(at) ? cells[at] : given));
}

/** Fills every line whose ship squares are complete, or what is around finished ships, as one step. @param {Game} game @param {Automatic} how @returns {Game} */
export function fillFinished(game, how) {
  return made(game, mark(game, [...waterOn(game.puzzle, game.cells, how)].map((at) => [at, WATER])), FILLED);
}

/** A game whose last step, if it is new, says how it was made. @param {Game} before @param {Game} after @param {true | "rub"} how @returns {Game} */
function made(before, after, how) {
  if (after === before) return after;
  return { ...after, past: [...after.past.slice(0, -1), after.past[after.past.length - 1].map(([at, from, to]) => [at, from, to, how])] };
}

// Undo, redo and checkpoints

/** Whether a step of the player's is left to undo: water that the page filled in before the first one is not. @param {Game} game */
export const canUndo = ({ past }) => past.length > 1 || past.some((step) => step.some(([, , , how]) => how !== FILLED));

/** What Rub out took back is in pencil again. @param {Game} game @returns {Game} */
export function undo(game) {
  const step = game.past.at(-1);
  if (!step) return game;
  const before = isRubOut(step) ? setCheckpoint(game) : game;
  return { ...before, ...afterStep(game, reversed(step)), past: game.past.slice(0, -1), future: [step, ...game.future] };
}

/** @param {Game} game @returns {Game} */
export function redo(game) {
  const [step, ...future] = game.future;
  if (!step) return game;
  const after = isRubOut(step) ? dropCheckpoint(game) : game;
  return { ...after, ...afterStep(game, step), past: [...game.past, step], future };
}

/** Returns to the first board, as one step, with the water that is filled in there. @param {Game} game @param {Automatic} [how] */
export function clear(game, how = {}) {
  const letters = [...game.possible].map(([at, from]) => /** @type {Change} */ ([at, from, "", LETTERS]));
  return withStep(game, [...changesTo(game, fillFinished(newGame(game.puzzle), how).cells.entries()), ...letters]);
}

/** @param {Game} game @returns {Game} */
export const setCheckpoint = (game) => ({ ...game, checkpoints: [...game.checkpoints, game.cells.join("")].slice(-MAX_CHECKPOINTS) });

/** Returns to the last checkpoint, as one step. @param {Game} game */
export function backToCheckpoint(game) {
  const last = game.checkpoints.at(-1);
  return last === undefined ? game : mark(game, [...last].entries());
}

/** @param {Game} game @returns {Game} */
export const dropCheckpoint = (game) => ({ ...game, checkpoints: game.checkpoints.slice(0, -1) });

/** Returns to the last checkpoint, which goes. @param {Game} game */
export const rubOut = (game) => dropCheckpoint(made(game, backToCheckpoint(game), RUBBED));

/** @param {Step} step */
const isRubOut = (step) => step.some(([, , , how]) => how === RUBBED);

/** The squares marked since the last checkpoint. @param {Game} game */
export function sinceCheckpoint({ cells, checkpoints }) {
  const last = [...(checkpoints.at(-1) ?? cells)];
  return new Set([...cells.keys()].filter((at) => cells[at] !== UNKNOWN && cells[at] !== last[at]));
}

/** The rules that games break, since every mark asks twice. @type {WeakMap<Game, Fault[]>} */
const brokenBy = new WeakMap();

/**
 * The rules that the player's marks break, each with the marks that do so. Water that the page filled in counts only
 * once nothing is left to mark, and where it ends a ship that its given part says goes on.
 * @param {Game} game
 */
export function brokenRules(game) {
  const known = brokenBy.get(game);
  if (known) return known;
  const filled = game.cells.includes(UNKNOWN) ? filledSquares(game.past) : new Set();
  const own = { ...game, cells: game.cells.map((mark, at) => (filled.has(at) ? UNKNOWN : mark)) };
  const ofMarks = faults(game.puzzle, own.cells).filter(({ rule }) => rule !== "unfinished");
  const isKnown = (/** @type {Fault} */ { rule, squares: [at] }) => rule !== "given" || ofMarks.some((fault) => fault.rule === rule && fault.squares[0] === at);
  const ofWater = filled.size > 0 ? faults(game.puzzle, game.cells).filter((fault) => !isKnown(fault)) : [];
  const broken = [...ofMarks.map((fault) => ({ ...fault, squares: blamed(own, fault) })), ...ofWater.map((fault) => ({ ...fault, squares: blamed(game, fault) }))];
  brokenBy.set(game, broken);
  return broken;
}

/** The marks, never givens, to which a fault is due: in a line the ships if there are too many, otherwise the water. @param {Game} game @param {Fault} fault */
function blamed(game, { rule, squares }) {
  const { puzzle, cells } = game;
  const isOwn = (/** @type {number} */ at) => at >= 0 && puzzle.givens[at] === "" && cells[at] !== UNKNOWN;
  if (rule === "given") {
    const near = neighbours(puzzle, squares[0]).filter(isOwn);
    const alone = near.filter((at) => faults(puzzle, onlyMarks(game, [at])).some((fault) => fault.rule === rule && fault.squares[0] === squares[0]));
    return alone.length > 0 ? alone : near;
  }
  if (rule !== "row" && rule !== "column") return squares.filter(isOwn);
  const tally = rule === "row" ? puzzle.rows[Math.floor(squares[0] / puzzle.width)] : puzzle.cols[squares[0] % puzzle.width];
  const hasTooMany = countLine(cells, squares).ships > (tally ?? 0);
  return squares.filter((at) => isOwn(at) && isShip(cells[at]) === hasTooMany);
}

/** The marked squares that break a rule on a half-filled board, other than by their number in a line, which its tally shows. @param {Game} game */
export const brokenSquares = (game) => brokenRules(game).filter(({ rule }) => rule !== "row" && rule !== "column").flatMap(({ squares }) => squares);

// Solved

/** The cells with water wherever nothing is marked. @param {Game} game */
export const filledCells = ({ cells }) => cells.map((mark) => (mark === UNKNOWN ? WATER : mark));

/** The share of the ship squares that the player has marked, of those that are not given. @param {Game} game */
export function progressOf({ puzzle, cells }) {
  const given = newGame(puzzle).cells.filter(isShip).length;
  return (cells.filter(isShip).length - given) / Math.max(1, shipSquares(puzzle) - given);
}

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
export const toStored = ({ cells, past, future, checkpoints, possible }) => ({ cells: cells.join(""), past, future, checkpoints, ...(possible.size > 0 && { possible: [...possible] }) });

/**
 * The stored game of a puzzle, or `null` if it is not one. Steps that are not consistent with the marks
 * are dropped, and so are checkpoints of another size.
 * @param {Puzzle} puzzle @param {any} stored
 * @returns {Game | null}
 */
export function fromStored(puzzle, stored) {
  const marks = new Set([UNKNOWN, WATER, SHIP, ...puzzle.letters]);
  const isBoard = (/** @type {unknown} */ text) => typeof text === "string" && [...text].length === puzzle.givens.length && [...text].every((mark) => marks.has(mark));
  const isSquare = (/** @type {any} */ at) => Number.isInteger(at) && puzzle.givens[at] === "";
  const areLetters = (/** @type {unknown} */ text) => typeof text === "string" && [...text].every((letter) => puzzle.letters.includes(letter));
  const isChange = (/** @type {any} */ change) => {
    if (!Array.isArray(change) || !isSquare(change[0])) return false;
    const [, from, to, how = FILLED] = change; // without one: as for water, a mark
    return change.length <= 4 && (how === LETTERS ? areLetters(from) && areLetters(to) : (how === FILLED || how === RUBBED) && marks.has(from) && marks.has(to));
  };
  const areSteps = (/** @type {unknown} */ steps) =>
    Array.isArray(steps) && steps.every((step) => Array.isArray(step) && step.every(isChange) && new Set(step.map(placeOf)).size === step.length);

  if (!isBoard(stored?.cells)) return null;
  const { past, future, checkpoints } = stored;
  const cells = [...stored.cells].map((mark, at) => (puzzle.givens[at] ? markOfKind(puzzle.givens[at]) : mark));
  const possible = new Map((Array.isArray(stored.possible) ? stored.possible : []).filter((/** @type {any} */ entry) => isSquare(entry?.[0]) && entry[1] && areLetters(entry[1])));
  const isConsistent = areSteps(past) && areSteps(future) && areApplicable(cells, possible, future) && areApplicable(cells, possible, [...past].reverse().map(reversed));
  return {
    puzzle,
    cells,
    past: isConsistent ? past.slice(-MAX_STEPS) : [],
    future: isConsistent ? future.slice(0, MAX_STEPS - Math.min(past.length, MAX_STEPS)) : [],
    checkpoints: Array.isArray(checkpoints) ? checkpoints.filter(isBoard).slice(-MAX_CHECKPOINTS) : [],
    possible,
  };
}

/** The mark of a square, or its possible letters, by a number. @param {Change} change */
const placeOf = ([at, , , how]) => (how === LETTERS ? -1 - at : at);

/** Whether each step starts from the marks and the letters that the one before left. @param {readonly string[]} cells @param {Game["possible"]} possible @param {readonly Step[]} steps */
function areApplicable(cells, possible, steps) {
  const marks = new Map([...cells.entries(), ...[...possible].map(([at, letters]) => /** @type {const} */ ([-1 - at, letters]))]);
  return steps.every((step) =>
    step.every((change) => {
      const isNext = (marks.get(placeOf(change)) ?? "") === change[1];
      marks.set(placeOf(change), change[2]);
      return isNext;
    }),
  );
}

/** @param {Step} step @returns {Step} */
const reversed = (step) => step.map(([at, from, to, ...filled]) => [at, to, from, ...filled]);

/** Whether a game has no marks, steps or checkpoints of its own. @param {Game} game */
export const isUntouched = ({ puzzle, cells, past, future, checkpoints, possible }) =>
  [past, future, checkpoints, [...possible]].every((list) => list.length === 0) && newGame(puzzle).cells.every((mark, at) => mark === cells[at]);
