/**
 * How a game went: the hints shown, its moves with their times, from which it can be replayed, and when it was
 * solved. All functions but `dayOf` are pure.
 */

import { SHIP, UNKNOWN, WATER } from "../board/puzzle.js";
import { loadSetting, saveSetting } from "../service/stored-values.js";
import { newGame } from "./game.js";

/**
 * @import { Puzzle, PuzzleData } from "../board/puzzle.js"
 * @typedef {[time: number, marks: [at: number, mark: string][], isTrial?: true]} Move  `time`: tenths of seconds played; `isTrial`: tried out in pencil.
 * @typedef {{
 *   hints: number, record: Move[] | null, grade: string | null, day: string | null, played: number, solvedAt: number | null,
 * }} Course  `record`: `null` if moves are missing; `day`: whose puzzle it is, as `2026-01-31`; `played`,
 *   `solvedAt`: the last move and the last one of the solution, in milliseconds since 1970 (`played` 0: unknown).
 */

/** The most moves of a record; a longer game has no replay. */
const MAX_MOVES = 10_000;
const MAX_HINTS = 1e6;
const MAX_TIME = 8.64e15; // milliseconds since 1970 that a date can have
/** The setting with the day's puzzle that was opened last, since an address has no day. */
const DAY = "day";

/** @returns {Course} */
export const newCourse = () => ({ hints: 0, record: [], grade: null, day: null, played: 0, solvedAt: null });

/** The course of a stored game; what is not valid counts as unknown. @param {Puzzle} puzzle @param {any} file @param {readonly string[]} cells @returns {Course} */
export function readCourse(puzzle, file, cells) {
  const isUpTo = (/** @type {unknown} */ number, /** @type {number} */ most) => Number.isInteger(number) && Number(number) >= 0 && Number(number) <= most;
  return {
    hints: isUpTo(file.hints, MAX_HINTS) ? file.hints : 0,
    record: readRecord(puzzle, file.record, cells),
    grade: gradeOf(file),
    day: isDay(file.day) ? file.day : null,
    played: isUpTo(file.played, MAX_TIME) ? file.played : 0,
    solvedAt: isUpTo(file.solvedAt, MAX_TIME) ? file.solvedAt : null,
  };
}

/** A course with the day and the grade of its puzzle. @param {Course} course @param {PuzzleData} data @param {string} key */
export const courseOf = (course, data, key) => ({ ...course, day: course.day ?? dayOf(data, key), grade: course.grade ?? gradeOf(data) });

/** The day that a puzzle was opened for, also after a reload. @param {PuzzleData} data @param {string} key */
function dayOf({ day }, key) {
  if (isDay(day)) saveSetting(DAY, { key, day });
  const last = loadSetting(DAY, /** @type {{key?: unknown, day?: unknown}} */ ({}));
  return last.key === key && isDay(last.day) ? last.day : null;
}

/** @param {unknown} text @returns {text is string} */
export const isDay = (text) => typeof text === "string" && /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text));

/** @param {{grade?: unknown}} data */
const gradeOf = ({ grade }) => (typeof grade === "string" && grade.length <= 20 ? grade : null);

// The record

/**
 * A record with the change from one board to the next; `null` if it would be too long, or moves were missing before.
 * @param {Move[] | null} record @param {readonly string[]} before @param {readonly string[]} after @param {number} time @param {boolean} [isTrial]
 * @returns {Move[] | null}
 */
export function withMove(record, before, after, time, isTrial = false) {
  const marks = after.flatMap((mark, at) => (mark === before[at] ? [] : [/** @type {[number, string]} */ ([at, mark])]));
  if (record === null || marks.length === 0) return record;
  const at = Math.max(time, record.at(-1)?.[0] ?? 0);
  return record.length < MAX_MOVES ? [...record, isTrial ? [at, marks, true] : [at, marks]] : null;
}

/** The stored record of a game with these marks, or `null` if it does not lead to them. @param {Puzzle} puzzle @param {unknown} stored @param {readonly string[]} cells @returns {Move[] | null} */
function readRecord(puzzle, stored, cells) {
  const known = new Set([UNKNOWN, WATER, SHIP, ...puzzle.letters]);
  const isMark = (/** @type {any} */ mark) => Array.isArray(mark) && mark.length === 2 && Number.isInteger(mark[0]) && puzzle.givens[mark[0]] === "" && known.has(mark[1]);
  if (!Array.isArray(stored) || stored.length > MAX_MOVES) return null;
  const board = [...newGame(puzzle).cells];
  let last = 0;
  for (const move of stored) {
    const [time, marks, isTrial = true] = Array.isArray(move) ? move : [];
    if (!Number.isSafeInteger(time) || time < last || !Array.isArray(marks) || !marks.every(isMark) || isTrial !== true) return null;
    last = time;
    for (const [at, mark] of marks) board[at] = mark;
  }
  return board.every((mark, at) => mark === cells[at]) ? stored : null;
}
