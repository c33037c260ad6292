/**
 * A draft: the clues of a puzzle that is being made, and the answer drawn for it, if there is one.
 * All functions here are pure.
 */

import { SHIP, UNKNOWN, WATER, isShip, markOfKind, puzzleOf } from "../board/puzzle.js";
import { countLine, lineSquares, nearestLetter, partsOf, shipsOn } from "../board/referee.js";
import { counted, phrase } from "../language.js";
import { isWord, puzzleFrom } from "../validation.js";

/**
 * @import { Puzzle, PuzzleData, Side } from "../board/puzzle.js"
 * @typedef {"rows" | "cols"} Lines
 * @typedef {{data: PuzzleData, answer: readonly string[] | null}} Draft  `answer`: the mark of every square.
 */

/** Keys that describe the puzzle as it was, and not an edited one. */
const STALE_KEYS = ["grade", "score", "grader", "seed", "solution", "source", "n_solutions"];

/** @param {PuzzleData} data @returns {Draft} */
export function draftOf(data) {
  const clues = Object.entries(data).filter(([key]) => !STALE_KEYS.includes(key));
  return { data: /** @type {PuzzleData} */ (Object.fromEntries(clues)), answer: null };
}

/**
 * The stored draft as far as it is valid, and what is wrong with the rest, or "". Nothing stored is no draft.
 * @param {any} stored
 * @returns {{draft: Draft | null, problem: string}}
 */
export function storedDraft(stored) {
  const isMissing = stored !== null && typeof stored === "object" && Object.keys(stored).length === 0;
  const { data, fault } = puzzleFrom(stored?.data);
  if (!data) return { draft: null, problem: isMissing ? "" : phrase("The stored draft is damaged ({fault}), so this is the current puzzle.", { fault }) };
  const { letters, givens } = puzzleOf(data);
  const marks = new Set([WATER, SHIP, ...letters]);
  const { answer = null } = stored;
  const isAnswer = Array.isArray(answer) && answer.length === givens.length && answer.every((/** @type {any} */ mark) => marks.has(mark));
  const problem = isAnswer || answer === null ? "" : phrase("The drawn ships of the stored draft are damaged, so only its clues are left.");
  return { draft: { data, answer: isAnswer ? answer : null }, problem };
}

/** What taps change: "ships", "letters" of ships, or "clues". */
export const LAYERS = ["ships", "letters", "clues"];

/** What taps changed when a draft was stored. @param {any} stored @returns {string} */
export const storedLayer = ({ layer }) => (LAYERS.includes(layer) ? layer : "clues");

/** A grid without clues or ships. @param {number} height @param {number} width @returns {Draft} */
export const emptyDraft = (height, width) => ({
  data: { rows: Array(height).fill(null), cols: Array(width).fill(null), fleet: {}, givens: [] },
  answer: null,
});

/** The draft with other values in place of some of its clues. @param {Draft} draft @param {Partial<PuzzleData>} changes @returns {Draft} */
export const withClues = (draft, changes) => ({ ...draft, data: /** @type {PuzzleData} */ ({ ...draft.data, ...changes }) });

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
 * The draft with an answer, from which all ships, the tallies and edge letters that are not missing, and the kinds of the
 * givens follow. Of a polyomino, or of a ship that has letters on some squares only, the letters go.
 * @param {Draft} draft @param {readonly string[]} drawn
 * @returns {Draft}
 */
export function withAnswer(draft, drawn) {
  const puzzle = puzzleOf(draft.data);
  const ships = shipsOn(puzzle, drawn).map(({ squares }) => squares);
  const answer = withoutPartialWords(puzzle, drawn, ships);
  const straight = ships.filter((ship) => isStraight(puzzle, ship));
  const known = new Set(draft.data.words);
  const words = straight.filter(([at]) => answer[at] !== SHIP).map((ship) => spelling(ship.map((at) => answer[at]), known));
  /** @type {Record<string, number>} */
  const fleet = {};
  for (const { length } of straight.filter(([at]) => answer[at] === SHIP)) fleet[length] = (fleet[length] ?? 0) + 1;
  const shapes = ships.filter((ship) => !isStraight(puzzle, ship)).map((ship) => shapeOf(puzzle, ship));
  const data = { ...draft.data, fleet, words, shapes };
  const givens = (draft.data.givens ?? []).map(([row, col, kind]) => /** @type {[number, number, string]} */ ([row, col, kindAfter({ data, answer }, answer, row * puzzle.width + col, kind)]));
  const recount = (/** @type {"row" | "column"} */ kind, /** @type {readonly (number | null)[]} */ tallies) =>
    tallies.map((tally, line) => (tally === null ? null : countLine(answer, lineSquares(puzzle, kind, line)).ships));
  const edges = Object.fromEntries(Object.entries(draft.data.edges ?? {}).map(([side, letters]) => [side, letters.map((letter, line) => (letter === null ? null : (nearestLetter(puzzle, answer, side, line) ?? null)))]));
  return { answer, data: { ...data, givens, rows: recount("row", puzzle.rows), cols: recount("column", puzzle.cols), ...(draft.data.edges ? { edges } : {}) } };
}

/** The kind of a given after its square changed: as exact as before. @param {Draft} draft @param {readonly string[]} answer @param {number} at @param {string} kind */
function kindAfter(draft, answer, at, kind) {
  const shown = givenKind(draft, answer, at);
  if (shown === "W" || kind === "W") return shown;
  if (kind === "X") return "X";
  return kind[0] === "=" ? shown : partsOf(puzzleOf({ ...draft.data, givens: [] }), answer)[at];
}

// Ships of an answer

/** Whether the squares of a ship are in a line. @param {Puzzle} puzzle @param {readonly number[]} ship */
export const isStraight = ({ width }, ship) => [(/** @type {number} */ at) => at % width, (/** @type {number} */ at) => Math.floor(at / width)].some((axis) => ship.every((at) => axis(at) === axis(ship[0])));

/** The squares of the ship at a square, none without one. @param {Puzzle} puzzle @param {readonly string[]} answer @param {number} at */
export const shipAt = (puzzle, answer, at) => shipsOn(puzzle, answer).find(({ squares }) => squares.includes(at))?.squares ?? [];

/** @param {Puzzle} puzzle @param {readonly string[]} answer @param {number[][]} ships */
function withoutPartialWords(puzzle, answer, ships) {
  const plain = new Set(ships.filter((ship) => !isStraight(puzzle, ship) || ship.some((at) => answer[at] === SHIP)).flat());
  return answer.map((mark, at) => (plain.has(at) ? SHIP : mark));
}

/** The rows of a ship as a shape. @param {Puzzle} puzzle @param {readonly number[]} ship */
function shapeOf({ width }, ship) {
  const squares = ship.map((at) => [Math.floor(at / width), at % width]);
  const [top, left] = [0, 1].map((axis) => Math.min(...squares.map((square) => square[axis])));
  const [height, length] = [0, 1].map((axis) => Math.max(...squares.map((square) => square[axis])) + 1);
  const has = new Set(ship);
  return Array.from({ length: height - top }, (_, r) => Array.from({ length: length - left }, (_, c) => (has.has((top + r) * width + left + c) ? "#" : ".")).join(""));
}

/** A word that may be known backwards. @param {string[]} letters @param {ReadonlySet<string>} known */
function spelling(letters, known) {
  const back = [...letters].reverse().join("");
  return known.has(back) ? back : letters.join("");
}

/** The draft with letters on the squares of a straight ship, or without those it has. @param {Draft} draft @param {readonly number[]} ship @param {string} word */
export function withLetters(draft, ship, word) {
  const letters = [...word];
  return draft.answer ? withAnswer(draft, draft.answer.map((mark, at) => (ship.includes(at) ? (letters[ship.indexOf(at)] ?? SHIP) : mark))) : draft;
}

/** The draft with every edge letter of its answer. @param {Draft} draft */
export function withAllEdges(draft) {
  const { answer, data } = draft;
  if (!answer) return draft;
  const puzzle = puzzleOf(data);
  const lines = { top: puzzle.width, bottom: puzzle.width, left: puzzle.height, right: puzzle.height };
  return withClues(draft, { edges: Object.fromEntries(Object.entries(lines).map(([side, length]) => [side, Array.from({ length }, (_, line) => nearestLetter(puzzle, answer, side, line) ?? null)])) });
}

// Ships and letters as text

/** @param {Draft} draft @param {Side} side @param {(string | null)[]} letters */
export const withEdge = (draft, side, letters) => withClues(draft, { edges: { ...draft.data.edges, [side]: letters } });

/** The letters at a side, `-` where there is none. @param {PuzzleData} data @param {Side} side */
export const formatEdge = ({ edges }, side) => (edges?.[side] ?? []).map((letter) => letter ?? "-").join(" ");

/**
 * Letters at a side from text, with `-`, `_` or `?` for none.
 * @param {string} text @param {number} length
 * @returns {(string | null)[] | string}  the letters, or what is wrong with the text
 */
export function parseEdge(text, length) {
  const entries = text.split(/[\s,;]+/).filter(Boolean);
  if (entries.length === 0) return Array(length).fill(null);
  const invalid = entries.find((entry) => !/^[-_?]$/.test(entry) && !(isWord(entry) && [...entry].length === 1));
  if (invalid !== undefined) return phrase("“{entry}” is not a letter.", { entry: invalid.slice(0, 12) });
  if (entries.length !== length) return counted("One letter for {lines} lines.", "{count} letters for {lines} lines.", entries.length, { lines: length });
  return entries.map((entry) => (/[-_?]/.test(entry) ? null : entry));
}

/** The draft with an answer of water alone, and every tally. @param {Draft} draft */
export function withEmptyAnswer(draft) {
  const { rows, cols } = draft.data;
  const clues = withClues(draft, { rows: rows.map(() => 0), cols: cols.map(() => 0), words: [], shapes: [], edges: {} });
  return withAnswer(clues, Array(rows.length * cols.length).fill(WATER));
}

/** The draft without an answer in which nothing is drawn yet, whose tallies are 0. @param {Draft} draft @returns {Draft} */
export function withoutBlankAnswer(draft) {
  const { data, answer } = draft;
  if (!answer || answer.some(isShip)) return draft;
  return { data: { ...data, rows: data.rows.map(() => null), cols: data.cols.map(() => null) }, answer: null };
}

/** The draft with every tally of its answer. @param {Draft} draft */
export const withAllTallies = (draft) =>
  draft.answer ? withAnswer(withClues(draft, { rows: draft.data.rows.map(() => 0), cols: draft.data.cols.map(() => 0) }), draft.answer) : draft;

/** The most specific kind of given for a square of a full board. @param {Draft} draft @param {readonly string[]} cells @param {number} at */
export function givenKind({ data }, cells, at) {
  if (!isShip(cells[at])) return "W";
  return cells[at] === SHIP ? partsOf(puzzleOf({ ...data, givens: [] }), cells)[at] : `=${cells[at]}`;
}

/** The cells of a board of the server. @param {import("../service/answers.js").BoardData} board */
export function cellsOf({ board, letters }) {
  const named = [...(letters ?? []).join("")];
  return [...board.join("")].map((part, at) => (part === UNKNOWN || part === WATER ? part : letters && named[at] !== "." ? named[at] : SHIP));
}

/** The cells with the givens alone. @param {Draft} draft */
export const givenCells = ({ data }) => puzzleOf(data).givens.map(markOfKind);

/**
 * Tallies from text: numbers, and `-`, `_` or `?` for a missing one; with spaces between them, or one character each.
 * @param {string} text @param {number} length
 * @returns {(number | null)[] | string}  the tallies, or what is wrong with the text
 */
export function parseTallies(text, length) {
  const words = text.split(/[\s,;]+/).filter(Boolean);
  // Where the keys for numbers have no space, one digit a line is clear without.
  const entries = words.length === 1 && words[0].length === length ? [...words[0]] : words;
  const invalid = entries.find((entry) => !/^(\d{1,3}|[-_?])$/.test(entry));
  if (invalid !== undefined) return phrase("“{entry}” is not a tally: write a number, or - for none.", { entry: invalid.slice(0, 12) });
  if (entries.length !== length) return counted("One tally for {lines} lines.", "{count} tallies for {lines} lines.", entries.length, { lines: length });
  return entries.map((entry) => (/\d/.test(entry) ? Number(entry) : null));
}

/** @param {readonly (number | null)[]} tallies */
export const formatTallies = (tallies) => tallies.map((tally) => tally ?? "-").join(" ");
