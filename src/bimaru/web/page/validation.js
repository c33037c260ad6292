/**
 * Validates puzzles from links, files and the browser's storage. The limits are those of `bimaru.sizes`, and two
 * that only puzzles without a solution exceed: MAX_SIDE lengths of ships, and MAX_SQUARES in words and shapes.
 */

import { SIDES, puzzleOf, shipSquares } from "./board/puzzle.js";
import { phrase } from "./language.js";
import { MAX_NUMBER, MAX_SIDE } from "./service/limits.js";

/**
 * @import { PuzzleData } from "./board/puzzle.js"
 * @typedef {{data: PuzzleData, fault: ""} | {data: null, fault: string}} Reading
 *   A puzzle, or what is wrong with the data: where, and what was expected.
 */

const MAX_SQUARES = MAX_SIDE ** 2;
const KIND = /^([WSLRTBMX]|[LR][TB])$/;
const LETTERS = /^[\p{L}\p{N}]+$/u;

/** The puzzle that unknown data describe, or `null`; see `puzzleFrom`. @param {any} data */
export const readPuzzle = (data) => puzzleFrom(data).data;

/**
 * The puzzle that unknown data describe, with its givens under `givens`, whose older name is `hints`,
 * or what is wrong with them. Takes time linear in the size of the data.
 * @param {any} data
 * @returns {Reading}
 */
export function puzzleFrom(data) {
  if (!isObject(data)) return { data: null, fault: phrase("a puzzle is an object with rows and cols") };
  const { hints, ...others } = /** @type {Record<string, unknown>} */ (data);
  if (hints !== undefined && "givens" in others) return { data: null, fault: phrase("givens: also named hints, their older name") };
  const renamed = hints === undefined ? others : { ...others, givens: hints };
  const puzzle = typeof renamed.id === "string" ? { ...renamed, id: visible(renamed.id) } : renamed;
  const fault = faultOf(puzzle);
  return fault === "" ? { data: /** @type {PuzzleData} */ (puzzle), fault } : { data: null, fault };
}

/** A name without characters that do not show but turn others round, or hide them. @param {string} name */
const visible = (name) => name.replace(/[\p{Cc}\p{Zl}\p{Zp}\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]/gu, "");

/** What is wrong with a puzzle, or "". @param {any} data */
function faultOf(data) {
  const { rows, cols, fleet = {}, words = [], shapes = [], givens = [], edges = {}, id = null } = data;
  return tallyFault("rows", rows) || tallyFault("cols", cols) || fleetFault(fleet)
    || listFault("words", words, isWord, (number) => phrase("words: number {number} is not of up to {most} letters or digits", { number, most: MAX_SIDE }))
    || listFault("shapes", shapes, isShape, (number) => phrase("shapes: number {number} is not connected rows of # and .", { number }))
    || givenFault(givens, rows.length, cols.length) || edgeFault(edges, rows.length, cols.length)
    || (id === null || typeof id === "string" || typeof id === "number" ? "" : phrase("id: neither text nor a number"))
    || (shipSquares(puzzleOf({ ...data, fleet: {} })) <= MAX_SQUARES ? "" : phrase("words and shapes: more than {most} squares", { most: MAX_SQUARES }));
}

/** @param {string} name @param {any} list @param {(entry: any) => boolean} isValid @param {(number: number) => string} textOf  of the fault in an entry, by its number */
function listFault(name, list, isValid, textOf) {
  if (!Array.isArray(list) || list.length > MAX_NUMBER) return phrase("{name}: not a list of up to {most}", { name, most: MAX_NUMBER });
  const at = list.findIndex((entry) => !isValid(entry));
  return at < 0 ? "" : textOf(at + 1);
}

/** @param {unknown} number */
const isCount = (number) => Number.isInteger(number) && Number(number) >= 0 && Number(number) <= MAX_NUMBER;

/** @param {string} name @param {any} tallies */
function tallyFault(name, tallies) {
  if (!Array.isArray(tallies) || tallies.length === 0) return phrase("{name}: missing", { name });
  if (tallies.length > MAX_SIDE) return phrase("{name}: {number} lines, at most {most}", { name, number: tallies.length, most: MAX_SIDE });
  return listFault(name, tallies, (tally) => tally === null || isCount(tally), (number) => phrase("{name}: number {number} is not a tally from 0 to {most}", { name, number, most: MAX_NUMBER }));
}

/** @param {unknown} value @returns {value is Record<string, unknown>} */
export const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

/** @param {unknown} fleet */
function fleetFault(fleet) {
  if (!isObject(fleet) || Object.keys(fleet).length > MAX_SIDE) return phrase("fleet: not numbers of ships of up to {most} lengths", { most: MAX_SIDE });
  const wrong = Object.entries(fleet).find(([length, count]) => !/^[1-9]\d{0,3}$/.test(length) || !isCount(count));
  return wrong ? phrase("fleet: lengths are from 1 to {most}, numbers of ships from 0 to {most}", { most: MAX_NUMBER }) : "";
}

/** Whether a text is the letters of a ship. @param {unknown} text */
export const isWord = (text) => typeof text === "string" && LETTERS.test(text) && [...text].length <= MAX_SIDE;

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
function givenFault(givens, height, width) {
  if (!Array.isArray(givens) || givens.length > MAX_SQUARES) return phrase("{name}: not a list of up to {most}", { name: "givens", most: MAX_SQUARES });
  /** @type {Map<number, string>} */
  const kinds = new Map();
  for (const [at, given] of givens.entries()) {
    const [row, col, kind] = Array.isArray(given) && given.length === 3 ? given : [];
    const isOn = Number.isInteger(row) && row >= 0 && row < height && Number.isInteger(col) && col >= 0 && col < width;
    if (!isOn) return phrase("givens: number {number} is not a square of the {height}×{width} grid with its kind", { number: at + 1, height, width });
    if (typeof kind !== "string" || !(KIND.test(kind) || (kind[0] === "=" && isLetter(kind.slice(1))))) return phrase("givens: number {number} has an unknown kind", { number: at + 1 });
    const square = row * width + col;
    if (!kinds.has(square)) kinds.set(square, kind);
    if (kinds.get(square) !== kind) return phrase("givens: number {number} contradicts an earlier one", { number: at + 1 });
  }
  return "";
}

/** @param {unknown} edges @param {number} height @param {number} width */
function edgeFault(edges, height, width) {
  const lines = /** @type {Record<string, number>} */ ({ top: width, bottom: width, left: height, right: height });
  if (!isObject(edges)) return phrase("edges: not an object");
  const wrong = Object.entries(edges).find(([side, letters]) =>
    !(SIDES.some((one) => one === side) && Array.isArray(letters) && letters.length === lines[side] && letters.every((letter) => letter === null || isLetter(letter))));
  return wrong ? phrase("edges: {side} is not a side with a letter or none for each line", { side: wrong[0].slice(0, 12) }) : "";
}
