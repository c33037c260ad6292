/**
 * The puzzle as the page uses it: the server's JSON with values derived from it.
 * Squares are numbered row by row from 0 and shown as `B4`.
 */

import { counted } from "../language.js";

/**
 * @typedef {Record<string, unknown> & {
 *   rows: (number | null)[], cols: (number | null)[],
 *   id?: string | number | null, source?: string | null,
 *   fleet?: Record<string, number>, words?: string[], shapes?: string[][],
 *   givens?: [number, number, string][],
 *   edges?: Partial<Record<Side, (string | null)[]>>,
 *   grade?: string | null,
 * }} PuzzleData  A puzzle in the server's JSON.
 *
 * @typedef {"top" | "bottom" | "left" | "right"} Side
 *
 * @typedef {{
 *   data: PuzzleData, height: number, width: number,
 *   rows: readonly (number | null)[], cols: readonly (number | null)[],
 *   givens: readonly string[],
 *   isStraight: boolean, isLettered: boolean, isPlain: boolean, letters: readonly string[],
 * }} Puzzle  `givens`: the kind given at each square, or "". `letters`: those that occur in it.
 */

export const UNKNOWN = "?";
export const WATER = ".";
/** A ship square without a letter. Any other mark is a ship square with that letter. */
export const SHIP = "#";

/** @type {readonly Side[]} */
export const SIDES = ["top", "bottom", "left", "right"];

/**
 * @param {PuzzleData} data
 * @returns {Puzzle}
 */
export function puzzleOf(data) {
  const { rows, cols, words = [], shapes = [], givens = [], edges = {} } = data;
  const kinds = new Array(rows.length * cols.length).fill("");
  for (const [row, col, kind] of givens) kinds[row * cols.length + col] = kind;
  const named = [...givens.map(([, , kind]) => (kind[0] === "=" ? kind.slice(1) : "")), ...SIDES.flatMap((side) => edges[side] ?? [])];
  const letters = new Set([...words.join(""), ...named].filter(Boolean));
  const isStraight = shapes.every(isLine);
  return {
    data,
    height: rows.length,
    width: cols.length,
    rows,
    cols,
    givens: kinds,
    isStraight,
    isLettered: words.length > 0 || letters.size > 0,
    isPlain: isStraight && letters.size === 0,
    letters: /** @type {string[]} */ ([...letters].sort()),
  };
}

/** Whether a connected shape is straight. @param {string[]} shape */
function isLine(shape) {
  const rows = shape.filter((row) => row.includes("#")).length;
  return rows === 1 || rows === shape.join("").replaceAll(".", "").length;
}

/** The number of ship squares of the whole fleet. @param {Puzzle} puzzle */
export function shipSquares({ data: { fleet = {}, words = [], shapes = [] } }) {
  const straight = Object.entries(fleet).reduce((sum, [length, count]) => sum + Number(length) * count, 0);
  const rest = shapes.flat().join("").replaceAll(".", "").length;
  return straight + [...words.join("")].length + rest;
}

/** Whether the row tallies, the column tallies and the fleet agree on the number of ship squares. @param {Puzzle} puzzle */
export function addsUp(puzzle) {
  const ships = shipSquares(puzzle);
  return [puzzle.rows, puzzle.cols].every((tallies) => {
    const sum = tallies.reduce((/** @type {number} */ total, tally) => total + (tally ?? 0), 0);
    return tallies.includes(null) ? sum <= ships : sum === ships;
  });
}

/** The mark that a kind of given puts on its square. @param {string} kind */
export function markOfKind(kind) {
  if (kind === "") return UNKNOWN;
  if (kind === "W") return WATER;
  return kind[0] === "=" ? kind.slice(1) : SHIP;
}

/** @param {string | undefined} mark */
export const isShip = (mark) => mark !== undefined && mark !== UNKNOWN && mark !== WATER;

/** The name of a row: A for 0, AA for 26. @param {number} row */
export function rowName(row) {
  let name = "";
  for (let left = row + 1; left > 0; left = Math.floor((left - 1) / 26)) {
    name = String.fromCharCode(65 + ((left - 1) % 26)) + name;
  }
  return name;
}

/** The row with a name. @param {string} name */
export function rowFromName(name) {
  return [...name].reduce((row, letter) => row * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

/** @param {Puzzle} puzzle @param {number} index */
export function squareName({ width }, index) {
  return `${rowName(Math.floor(index / width))}${(index % width) + 1}`;
}

/** The numbers of (row, column) pairs. @param {number} width @param {[number, number][]} squares */
export const squareIndexes = (width, squares) => squares.map(([row, col]) => row * width + col);

/** A short description: `10×10, 10 ships`. @param {Puzzle} puzzle */
export function summary({ height, width, data: { fleet = {}, words = [], shapes = [] } }) {
  const ships = Object.values(fleet).reduce((sum, count) => sum + count, 0) + words.length + shapes.length;
  return counted("{size}, one ship", "{size}, {count} ships", ships, { size: `${height}×${width}` });
}
