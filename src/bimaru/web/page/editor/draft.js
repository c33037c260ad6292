/**
 * A puzzle that is being set: its clues, and the answer that was drawn for it, if one was.
 * Everything here is a function from values to values.
 */

import { SHIP, UNKNOWN, WATER, isShip, markOfKind, puzzleOf } from "../board/puzzle.js";
import { countLine, lineSquares, partsOf, shipsOn } from "../board/referee.js";
import { isPuzzle } from "../validation.js";

/**
 * @typedef {import("../board/puzzle.js").PuzzleData} PuzzleData
 * @typedef {"rows" | "cols"} Lines
 * @typedef {{data: PuzzleData, answer: readonly string[] | null}} Draft  `answer`: the mark of every square.
 */

export const LONGEST_SIDE = 30;

/** What belongs to a puzzle as it was found, and no longer to one that is changed. */
const STALE = ["grade", "score", "seed", "solution", "source", "n_solutions"];

/** @param {PuzzleData} data @returns {Draft} */
export function draftOf(data) {
  const clues = Object.entries(data).filter(([key]) => !STALE.includes(key));
  return { data: /** @type {PuzzleData} */ (Object.fromEntries(clues)), answer: null };
}

/**
 * The draft that was stored, without an answer that is not one; `null` if it is no puzzle.
 * @param {any} stored
 * @returns {Draft | null}
 */
export function fromStored(stored) {
  if (!isPuzzle(stored?.data)) return null;
  const { letters, givens } = puzzleOf(stored.data);
  const marks = new Set([WATER, SHIP, ...letters]);
  const isAnswer = Array.isArray(stored.answer) && stored.answer.length === givens.length && stored.answer.every((/** @type {any} */ mark) => marks.has(mark));
  return { data: stored.data, answer: isAnswer ? stored.answer : null };
}

/** A grid on which nothing is given, without ships. @param {number} height @param {number} width @returns {Draft} */
export const emptyDraft = (height, width) => ({
  data: { rows: Array(height).fill(null), cols: Array(width).fill(null), fleet: {}, givens: [] },
  answer: null,
});

/** @param {Draft} draft @param {Partial<PuzzleData>} changes @returns {Draft} */
const changed = (draft, changes) => ({ ...draft, data: /** @type {PuzzleData} */ ({ ...draft.data, ...changes }) });

/** The draft with another name. @param {Draft} draft @param {string} name */
export const named = (draft, name) => changed(draft, { id: name.trim() || null });

/** What lies beyond the new edge is let go; new lines have no tally. @param {Draft} draft @param {number} height @param {number} width */
export function resized(draft, height, width) {
  const { rows, cols, hints = [], givens = hints } = draft.data;
  const edges = Object.fromEntries(
    Object.entries(draft.data.edges ?? {}).map(([side, letters]) => [side, fitted(letters, side === "left" || side === "right" ? height : width)]),
  );
  const after = changed(draft, {
    rows: fitted(rows, height),
    cols: fitted(cols, width),
    givens: givens.filter(([row, col]) => row < height && col < width),
    ...(draft.data.edges ? { edges } : {}),
  });
  if (!draft.answer) return after;
  const answer = Array.from({ length: height * width }, (_, at) => markIn(draft, Math.floor(at / width), at % width));
  return answered(after, answer);
}

/** @template T @param {readonly (T | null)[]} line @param {number} length */
const fitted = (line, length) => Array.from({ length }, (_, i) => line[i] ?? null);

/** The answer's mark on a square, water where there is none. @param {Draft} draft @param {number} row @param {number} col */
function markIn({ data: { rows, cols }, answer }, row, col) {
  return row < rows.length && col < cols.length ? (answer?.[row * cols.length + col] ?? WATER) : WATER;
}

/** @param {Draft} draft @param {Lines} lines @param {number} line @param {number | null} tally */
export const withTally = (draft, lines, line, tally) => changed(draft, { [lines]: draft.data[lines].map((old, i) => (i === line ? tally : old)) });

/** @param {Draft} draft @param {Lines} lines @param {(number | null)[]} tallies  as many as there are lines */
export const withTallies = (draft, lines, tallies) => changed(draft, { [lines]: tallies });

/** @param {Draft} draft @param {number} length @param {number} count */
export function withShips(draft, length, count) {
  const fleet = { ...draft.data.fleet, [length]: count };
  return changed(draft, { fleet: Object.fromEntries(Object.entries(fleet).filter(([, number]) => number > 0)) });
}

/** The draft with a square given as that kind, "" for not at all. @param {Draft} draft @param {number} at @param {string} kind */
export function withGiven(draft, at, kind) {
  const width = draft.data.cols.length;
  const [row, col] = [Math.floor(at / width), at % width];
  const others = (draft.data.givens ?? draft.data.hints ?? []).filter(([r, c]) => r !== row || c !== col);
  return changed(draft, { givens: kind === "" ? others : [...others, [row, col, kind]] });
}

/**
 * The draft for that answer: the fleet, the tallies that are told, and the givens are those of the answer.
 * @param {Draft} draft @param {readonly string[]} answer
 * @returns {Draft}
 */
export function answered(draft, answer) {
  const puzzle = puzzleOf(draft.data);
  /** @type {Record<string, number>} */
  const fleet = {};
  for (const { squares } of shipsOn(puzzle, answer)) fleet[squares.length] = (fleet[squares.length] ?? 0) + 1;
  const givens = (draft.data.givens ?? draft.data.hints ?? []).map(([row, col, kind]) => {
    const shown = kindIn(draft, answer, row * puzzle.width + col);
    return /** @type {[number, number, string]} */ ([row, col, kind === "X" && shown !== "W" ? "X" : shown]);
  });
  const told = (/** @type {"row" | "column"} */ kind, /** @type {readonly (number | null)[]} */ tallies) =>
    tallies.map((tally, line) => (tally === null ? null : countLine(answer, lineSquares(puzzle, kind, line)).ships));
  return { answer, data: { ...draft.data, fleet, givens, rows: told("row", puzzle.rows), cols: told("column", puzzle.cols) } };
}

/** Begins to draw an answer: open water, with every tally told. @param {Draft} draft */
export function begun(draft) {
  const { rows, cols } = draft.data;
  const told = changed(draft, { rows: rows.map(() => 0), cols: cols.map(() => 0), words: [], shapes: [], edges: {} });
  return answered(told, Array(rows.length * cols.length).fill(WATER));
}

/** All tallies as the answer has them. @param {Draft} draft */
export const withAllTallies = (draft) =>
  draft.answer ? answered(changed(draft, { rows: draft.data.rows.map(() => 0), cols: draft.data.cols.map(() => 0) }), draft.answer) : draft;

/** The kind of given that tells all of what a full board shows on a square. @param {Draft} draft @param {readonly string[]} cells @param {number} at */
export function kindIn({ data }, cells, at) {
  if (!isShip(cells[at])) return "W";
  return cells[at] === SHIP ? partsOf(puzzleOf({ ...data, givens: [] }), cells)[at] : `=${cells[at]}`;
}

/** The marks of a board as the server writes it. @param {import("../service/api.js").BoardData} board */
export function marksOf({ board, letters }) {
  const named = [...(letters ?? []).join("")];
  return [...board.join("")].map((part, at) => (part === "." ? WATER : part === "?" ? UNKNOWN : letters ? named[at] : SHIP));
}

/** The marks that the clues alone put on the board. @param {Draft} draft */
export const givenMarks = ({ data }) => puzzleOf(data).givens.map(markOfKind);

/**
 * Tallies as people write them: numbers, and `-`, `_` or `?` for one that is not told.
 * @param {string} text @param {number} length
 * @returns {(number | null)[] | string}  or what is wrong
 */
export function readTallies(text, length) {
  const entries = text.split(/[\s,;]+/).filter(Boolean);
  const strange = entries.find((entry) => !/^(\d{1,3}|[-_?])$/.test(entry));
  if (strange !== undefined) return `“${strange.slice(0, 12)}” is not a tally.`;
  if (entries.length !== length) return `${entries.length} tallies for ${length} lines.`;
  return entries.map((entry) => (/\d/.test(entry) ? Number(entry) : null));
}

/** @param {readonly (number | null)[]} tallies */
export const writtenTallies = (tallies) => tallies.map((tally) => tally ?? "-").join(" ");
