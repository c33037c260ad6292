/** A lesson as a value: its board, and what a mark on it is worth. All functions are pure. */

import { SHIP, UNKNOWN, WATER, puzzleOf } from "../board/puzzle.js";
import { language } from "../language.js";
import { stepMarks } from "../learn/argument.js";
import { fromFragment } from "../service/permalink.js";

/**
 * @typedef {{
 *   technique: string, puzzle: string, board: string[], solution: string[],
 *   water: [number, number][], ship: [number, number][], reason: {en: string, [language: string]: string},
 * }} LessonData  `puzzle`: a fragment; `board`: before the step; `water`, `ship`: the squares that the step settles.
 * @typedef {{
 *   technique: string, puzzle: import("../board/puzzle.js").Puzzle, cells: readonly string[], taught: Map<number, string>,
 *   solution: readonly string[], reason: string,
 * }} Lesson  `taught`: the marks of the step.
 * @typedef {"known" | "good" | "wrong" | "early" | "other"} Verdict
 */

/** @param {LessonData} data @returns {Lesson} */
export function lessonOf({ technique, puzzle: fragment, board, solution, water, ship, reason }) {
  const data = fromFragment(fragment);
  if (!data) throw new Error(`the lesson ${technique} cannot be read`);
  const puzzle = puzzleOf(data);
  const taught = new Map(stepMarks(puzzle.width, { water, ship }));
  return { technique, puzzle, cells: marksOf(board), taught, solution: marksOf(solution), reason: reason[language] ?? reason.en };
}

/** @param {string[]} rows */
const marksOf = (rows) => [...rows.join("")].map((mark) => (mark === UNKNOWN || mark === WATER ? mark : SHIP));

/** What a mark is worth on a board of the lesson. @param {Lesson} lesson @param {readonly string[]} cells @param {number} at @param {string} mark @returns {Verdict} */
export function judge({ taught, solution }, cells, at, mark) {
  if (cells[at] !== UNKNOWN) return "known";
  const expected = taught.get(at);
  if (expected !== undefined) return expected === mark ? "good" : "wrong";
  return solution[at] === mark ? "early" : "other";
}

/** The squares of the step that are not marked yet. @param {Lesson} lesson @param {readonly string[]} cells */
export const squaresLeft = ({ taught }, cells) => [...taught.keys()].filter((at) => cells[at] === UNKNOWN);
