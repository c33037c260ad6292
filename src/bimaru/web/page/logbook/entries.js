/** The entries of the logbook: what it knows of each game, and of each time that a puzzle was solved. */

import { puzzleOf, summary } from "../board/puzzle.js";
import { today } from "../daily/dates.js";
import { isSolved, progressOf } from "../play/game.js";
import { readGame } from "../play/session.js";
import { keyOf } from "../service/permalink.js";
import { readPuzzle } from "../validation.js";

/**
 * @typedef {{
 *   key: string, name: string, summary: string, size: string, words: string[], isSolved: boolean, progress: number,
 *   seconds: number, hints: number, grade: string | null, day: string | null, played: number, solvedAt: number | null, hasRecord: boolean,
 * }} Entry  A game: `key` is that of its puzzle; `progress`: as of `progressOf`; the rest as in `Course`.
 * @typedef {{
 *   key: string, at: number, on: string, name: string, size: string, grade: string | null, day: string | null, seconds: number, hints: number,
 * }} Solve  A puzzle solved `at` a time, `on` a day where the player was: 0 and "" if an old game does not have them.
 */

/** The entry of the file of a game, or `null` if it is not one. @param {any} file @returns {Entry | null} */
export function entryOf(file) {
  const data = readPuzzle(file?.puzzle);
  const puzzle = data && puzzleOf(data);
  const read = puzzle && readGame(puzzle, file);
  if (!data || !puzzle || !read) return null;
  const { game, seconds, course: { record, ...course } } = read;
  return {
    ...course,
    key: keyOf(data),
    name: String(data.id ?? ""),
    summary: summary(puzzle),
    size: `${puzzle.height}×${puzzle.width}`,
    words: data.words ?? [],
    isSolved: isSolved(game),
    progress: progressOf(game),
    seconds,
    hasRecord: record !== null && record.length > 0,
  };
}

/** The solve of an entry, or `null` if it is not solved. @param {Entry} entry @returns {Solve | null} */
export function solveOf({ key, name, size, grade, day, seconds, hints, isSolved, solvedAt }) {
  return isSolved ? { key, at: solvedAt ?? 0, on: solvedAt ? today(new Date(solvedAt)) : "", name, size, grade, day, seconds, hints } : null;
}
