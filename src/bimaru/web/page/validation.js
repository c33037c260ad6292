/**
 * What a puzzle has to be that comes from outside: out of a link, a file, or what the browser kept.
 * The limits are those of `bimaru.puzzle`, and two more, which only puzzles without a solution exceed: as many
 * lengths of ships as the largest grid has lines, and for words and shapes together its squares.
 */

import { SIDES, puzzleOf, shipSquares } from "./board/puzzle.js";

export const MOST_LINES = 99; // rows, or columns
const MOST_NUMBER = 9999; // a tally, a length, a number of ships
const MOST_SQUARES = MOST_LINES ** 2;
const KIND = /^([WSLRTBMX]|[LR][TB])$/;
const LETTERS = /^[\p{L}\p{N}]+$/u;

/**
 * Whether unknown data are a puzzle that the page can show. Takes time linear in their size.
 * @param {any} data
 * @returns {data is import("./board/puzzle.js").PuzzleData}
 */
export function isPuzzle(data) {
  const { rows, cols, fleet = {}, words = [], shapes = [], hints = [], givens = hints, edges = {}, id = null } = data ?? {};
  return areTallies(rows) && areTallies(cols) && isFleet(fleet) && areAll(words, isWord) && areAll(shapes, isShape)
    && areGivens(givens, rows.length, cols.length) && areEdges(edges, rows.length, cols.length)
    && (id === null || typeof id === "string" || typeof id === "number") && shipSquares(puzzleOf({ ...data, fleet: {} })) <= MOST_SQUARES;
}

/** @param {unknown} list @param {(entry: any) => boolean} isSound */
const areAll = (list, isSound) => Array.isArray(list) && list.length <= MOST_NUMBER && list.every(isSound);

/** @param {unknown} number */
const isCount = (number) => Number.isInteger(number) && Number(number) >= 0 && Number(number) <= MOST_NUMBER;

/** @param {unknown} tallies */
const areTallies = (tallies) => Array.isArray(tallies) && tallies.length > 0 && tallies.length <= MOST_LINES && tallies.every((tally) => tally === null || isCount(tally));

/** @param {unknown} value @returns {value is object} */
const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

/** @param {unknown} fleet */
const isFleet = (fleet) => isObject(fleet) && Object.keys(fleet).length <= MOST_LINES && Object.entries(fleet).every(([length, count]) => /^[1-9]\d{0,3}$/.test(length) && isCount(count));

/** @param {unknown} text */
const isWord = (text) => typeof text === "string" && LETTERS.test(text) && [...text].length <= MOST_LINES;

/** @param {unknown} text */
const isLetter = (text) => isWord(text) && [...String(text)].length === 1;

/** @param {unknown} shape */
function isShape(shape) {
  if (!Array.isArray(shape) || shape.length > MOST_LINES || !shape.every((row) => typeof row === "string")) return false;
  const width = shape[0]?.length ?? 0;
  return width <= MOST_LINES && shape.every((row) => row.length === width && /^[#.]+$/.test(row)) && isConnected(shape.join(""), width);
}

/** Whether the squares of a shape are one ship. @param {string} marks  its rows one after another @param {number} width */
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
  if (!Array.isArray(givens) || givens.length > MOST_SQUARES) return false;
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
