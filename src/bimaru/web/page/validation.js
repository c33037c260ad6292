/**
 * Validates puzzles from links, files and the browser's storage. The limits are those of `bimaru.puzzle`, and two
 * that only puzzles without a solution exceed: MAX_SIDE lengths of ships, and MAX_SQUARES in words and shapes.
 */

import { SIDES, puzzleOf, shipSquares } from "./board/puzzle.js";
import { MAX_NUMBER, MAX_SIDE } from "./service/limits.js";

const MAX_SQUARES = MAX_SIDE ** 2;
const KIND = /^([WSLRTBMX]|[LR][TB])$/;
const LETTERS = /^[\p{L}\p{N}]+$/u;

/**
 * The puzzle that unknown data describe, with its givens under `givens`, whose older name is `hints`;
 * `null` if the page cannot show it. Takes time linear in the size of the data.
 * @param {any} data
 * @returns {import("./board/puzzle.js").PuzzleData | null}
 */
export function readPuzzle(data) {
  if (!isObject(data)) return null;
  const { hints, ...others } = /** @type {Record<string, unknown>} */ (data);
  if (hints !== undefined && "givens" in others) return null;
  const puzzle = hints === undefined ? others : { ...others, givens: hints };
  return isPuzzle(puzzle) ? puzzle : null;
}

/** @param {any} data @returns {data is import("./board/puzzle.js").PuzzleData} */
function isPuzzle(data) {
  const { rows, cols, fleet = {}, words = [], shapes = [], givens = [], edges = {}, id = null } = data;
  return areTallies(rows) && areTallies(cols) && isFleet(fleet) && areAll(words, isWord) && areAll(shapes, isShape)
    && areGivens(givens, rows.length, cols.length) && areEdges(edges, rows.length, cols.length)
    && (id === null || typeof id === "string" || typeof id === "number") && shipSquares(puzzleOf({ ...data, fleet: {} })) <= MAX_SQUARES;
}

/** @param {unknown} list @param {(entry: any) => boolean} isValid */
const areAll = (list, isValid) => Array.isArray(list) && list.length <= MAX_NUMBER && list.every(isValid);

/** @param {unknown} number */
const isCount = (number) => Number.isInteger(number) && Number(number) >= 0 && Number(number) <= MAX_NUMBER;

/** @param {unknown} tallies */
const areTallies = (tallies) => Array.isArray(tallies) && tallies.length > 0 && tallies.length <= MAX_SIDE && tallies.every((tally) => tally === null || isCount(tally));

/** @param {unknown} value @returns {value is object} */
const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

/** @param {unknown} fleet */
const isFleet = (fleet) => isObject(fleet) && Object.keys(fleet).length <= MAX_SIDE && Object.entries(fleet).every(([length, count]) => /^[1-9]\d{0,3}$/.test(length) && isCount(count));

/** @param {unknown} text */
const isWord = (text) => typeof text === "string" && LETTERS.test(text) && [...text].length <= MAX_SIDE;

/** @param {unknown} text */
const isLetter = (text) => isWord(text) && [...String(text)].length === 1;

/** @param {unknown} shape */
function isShape(shape) {
  if (!Array.isArray(shape) || shape.length > MAX_SIDE || !shape.every((row) => typeof row === "string")) return false;
  const width = shape[0]?.length ?? 0;
  return width <= MAX_SIDE && shape.every((row) => row.length === width && /^[#.]+$/.test(row)) && isConnected(shape.join(""), width);
}

/** Whether the squares of a shape are connected. @param {string} marks  its rows, concatenated @param {number} width */
function isConnected(marks, width) {
  const start = marks.indexOf("#");
  const reached = new Set([start]);
  for (const at of reached) {
    const sides = [at - width, at + width, ...(at % width > 0 ? [at - 1] : []), ...(at % width < width - 1 ? [at + 1] : [])];
    for (const near of sides) if (marks[near] === "#") reached.add(near);
  }
  return start >= 0 && reached.size === marks.replaceAll(".", "").length;
}

/** @param {unknown} givens @param {number} height @param {number} width */
function areGivens(givens, height, width) {
  if (!Array.isArray(givens) || givens.length > MAX_SQUARES) return false;
  /** @type {Map<number, string>} */
  const kinds = new Map();
  return givens.every((given) => {
    if (!Array.isArray(given) || given.length !== 3) return false;
    const [row, col, kind] = given;
    const isOn = Number.isInteger(row) && row >= 0 && row < height && Number.isInteger(col) && col >= 0 && col < width;
    if (!isOn || typeof kind !== "string" || !(KIND.test(kind) || (kind[0] === "=" && isLetter(kind.slice(1))))) return false;
    const at = row * width + col;
    if (!kinds.has(at)) kinds.set(at, kind);
    return kinds.get(at) === kind;
  });
}

/** @param {unknown} edges @param {number} height @param {number} width */
function areEdges(edges, height, width) {
  const lines = /** @type {Record<string, number>} */ ({ top: width, bottom: width, left: height, right: height });
  return isObject(edges) && Object.entries(edges).every(([side, letters]) =>
    SIDES.some((one) => one === side) && Array.isArray(letters) && letters.length === lines[side] && letters.every((letter) => letter === null || isLetter(letter)));
}
