/**
 * A draft: the clues of a puzzle that is being made, and the answer drawn for it, if there is one.
 * All functions here are pure.
 */

import { SHIP, UNKNOWN, WATER, isShip, markOfKind, puzzleOf } from "../board/puzzle.js";
import { countLine, lineSquares, partsOf, shipsOn } from "../board/referee.js";
import { puzzleFrom } from "../validation.js";

/**
 * @typedef {import("../board/puzzle.js").PuzzleData} PuzzleData
 * @typedef {"rows" | "cols"} Lines
 * @typedef {{data: PuzzleData, answer: readonly string[] | null}} Draft  `answer`: the mark of every square.
 */

/** Keys that describe the puzzle as it was, and not an edited one. */
const STALE_KEYS = ["grade", "score", "seed", "solution", "source", "n_solutions"];

/** @param {PuzzleData} data @returns {Draft} */
export function draftOf(data) {
  const clues = Object.entries(data).filter(([key]) => !STALE_KEYS.includes(key));
  return { data: /** @type {PuzzleData} */ (Object.fromEntries(clues)), answer: null };
}

/** The stored draft, or `null` if it is not a puzzle; an invalid answer is dropped. @param {any} stored @returns {Draft | null} */
export const fromStored = (stored) => storedDraft(stored).draft;

/**
 * The stored draft as far as it is valid, and what is wrong with the rest, or "". Nothing stored is no draft.
 * @param {any} stored
 * @returns {{draft: Draft | null, problem: string}}
 */
export function storedDraft(stored) {
  const isMissing = stored !== null && typeof stored === "object" && Object.keys(stored).length === 0;
  const { data, fault } = puzzleFrom(stored?.data);
  if (!data) return { draft: null, problem: isMissing ? "" : `The stored draft is damaged (${fault}), so this is the current puzzle.` };
  const { letters, givens } = puzzleOf(data);
  const marks = new Set([WATER, SHIP, ...letters]);
  const { answer = null } = stored;
  const isAnswer = Array.isArray(answer) && answer.length === givens.length && answer.every((/** @type {any} */ mark) => marks.has(mark));
  const problem = isAnswer || answer === null ? "" : "The drawn ships of the stored draft are damaged, so only its clues are left.";
  return { draft: { data, answer: isAnswer ? answer : null }, problem };
}

/** A grid without clues or ships. @param {number} height @param {number} width @returns {Draft} */
export const emptyDraft = (height, width) => ({
  data: { rows: Array(height).fill(null), cols: Array(width).fill(null), fleet: {}, givens: [] },
  answer: null,
});

/** @param {Draft} draft @param {Partial<PuzzleData>} changes @returns {Draft} */
const withClues = (draft, changes) => ({ ...draft, data: /** @type {PuzzleData} */ ({ ...draft.data, ...changes }) });

/** @param {Draft} draft @param {string} name */
export const withName = (draft, name) => withClues(draft, { id: name.trim() || null });

/** The draft in another size: what lies outside is dropped, and new lines have no tally. @param {Draft} draft @param {number} height @param {number} width */
export function withSize(draft, height, width) {
  const { rows, cols, givens = [] } = draft.data;
  const edges = Object.fromEntries(
    Object.entries(draft.data.edges ?? {}).map(([side, letters]) => [side, fit(letters, side === "left" || side === "right" ? height : width)]),
  );
  const clues = withClues(draft, {
    rows: fit(rows, height),
    cols: fit(cols, width),
    givens: givens.filter(([row, col]) => row < height && col < width),
    ...(draft.data.edges ? { edges } : {}),
  });
  if (!draft.answer) return clues;
  const answer = Array.from({ length: height * width }, (_, at) => answerAt(draft, Math.floor(at / width), at % width));
  return withAnswer(clues, answer);
}

/** @template T @param {readonly (T | null)[]} line @param {number} length */
const fit = (line, length) => Array.from({ length }, (_, i) => line[i] ?? null);

/** The answer's mark on a square, water outside its grid. @param {Draft} draft @param {number} row @param {number} col */
function answerAt({ data: { rows, cols }, answer }, row, col) {
  return row < rows.length && col < cols.length ? (answer?.[row * cols.length + col] ?? WATER) : WATER;
}

/** @param {Draft} draft @param {Lines} lines @param {number} line @param {number | null} tally */
export const withTally = (draft, lines, line, tally) => withClues(draft, { [lines]: draft.data[lines].map((old, i) => (i === line ? tally : old)) });

/** @param {Draft} draft @param {Lines} lines @param {(number | null)[]} tallies  as many as there are lines */
export const withTallies = (draft, lines, tallies) => withClues(draft, { [lines]: tallies });

/** @param {Draft} draft @param {number} length @param {number} count */
export function withShips(draft, length, count) {
  const fleet = { ...draft.data.fleet, [length]: count };
  return withClues(draft, { fleet: Object.fromEntries(Object.entries(fleet).filter(([, number]) => number > 0)) });
}

/** The draft with a square given as a kind, or not given if that is "". @param {Draft} draft @param {number} at @param {string} kind */
export function withGiven(draft, at, kind) {
  const width = draft.data.cols.length;
  const [row, col] = [Math.floor(at / width), at % width];
  const others = (draft.data.givens ?? []).filter(([r, c]) => r !== row || c !== col);
  return withClues(draft, { givens: kind === "" ? others : [...others, [row, col, kind]] });
}

/**
 * The draft with an answer, from which the fleet, the tallies that are not missing, and the kinds of the givens follow.
 * @param {Draft} draft @param {readonly string[]} answer
 * @returns {Draft}
 */
export function withAnswer(draft, answer) {
  const puzzle = puzzleOf(draft.data);
  /** @type {Record<string, number>} */
  const fleet = {};
  for (const { squares } of shipsOn(puzzle, answer)) fleet[squares.length] = (fleet[squares.length] ?? 0) + 1;
  const givens = (draft.data.givens ?? []).map(([row, col, kind]) => {
    const shown = givenKind(draft, answer, row * puzzle.width + col);
    return /** @type {[number, number, string]} */ ([row, col, kind === "X" && shown !== "W" ? "X" : shown]);
  });
  const recount = (/** @type {"row" | "column"} */ kind, /** @type {readonly (number | null)[]} */ tallies) =>
    tallies.map((tally, line) => (tally === null ? null : countLine(answer, lineSquares(puzzle, kind, line)).ships));
  return { answer, data: { ...draft.data, fleet, givens, rows: recount("row", puzzle.rows), cols: recount("column", puzzle.cols) } };
}

/** The draft with an answer of water alone, and every tally. @param {Draft} draft */
export function withEmptyAnswer(draft) {
  const { rows, cols } = draft.data;
  const clues = withClues(draft, { rows: rows.map(() => 0), cols: cols.map(() => 0), words: [], shapes: [], edges: {} });
  return withAnswer(clues, Array(rows.length * cols.length).fill(WATER));
}

/** The draft with every tally of its answer. @param {Draft} draft */
export const withAllTallies = (draft) =>
  draft.answer ? withAnswer(withClues(draft, { rows: draft.data.rows.map(() => 0), cols: draft.data.cols.map(() => 0) }), draft.answer) : draft;

/** The most specific kind of given for a square of a full board. @param {Draft} draft @param {readonly string[]} cells @param {number} at */
export function givenKind({ data }, cells, at) {
  if (!isShip(cells[at])) return "W";
  return cells[at] === SHIP ? partsOf(puzzleOf({ ...data, givens: [] }), cells)[at] : `=${cells[at]}`;
}

/** The cells of a board of the server. @param {import("../service/api.js").BoardData} board */
export function cellsOf({ board, letters }) {
  const named = [...(letters ?? []).join("")];
  return [...board.join("")].map((part, at) => (part === UNKNOWN || part === WATER ? part : letters ? named[at] : SHIP));
}

/** The cells with the givens alone. @param {Draft} draft */
export const givenCells = ({ data }) => puzzleOf(data).givens.map(markOfKind);

/**
 * Tallies from text: numbers, and `-`, `_` or `?` for a missing one.
 * @param {string} text @param {number} length
 * @returns {(number | null)[] | string}  the tallies, or what is wrong with the text
 */
export function parseTallies(text, length) {
  const entries = text.split(/[\s,;]+/).filter(Boolean);
  const invalid = entries.find((entry) => !/^(\d{1,3}|[-_?])$/.test(entry));
  if (invalid !== undefined) return `“${invalid.slice(0, 12)}” is not a tally.`;
  if (entries.length !== length) return `${entries.length} tallies for ${length} lines.`;
  return entries.map((entry) => (/\d/.test(entry) ? Number(entry) : null));
}

/** @param {readonly (number | null)[]} tallies */
export const formatTallies = (tallies) => tallies.map((tally) => tally ?? "-").join(" ");
