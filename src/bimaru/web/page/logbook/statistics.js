/** Numbers about solved puzzles: streaks of days, and times by grade. All functions are pure. */

import { numberOfDay } from "../daily/dates.js";
import { GRADES } from "../play/grades.js";

/**
 * @import { Solve } from "./entries.js"
 * @typedef {{grade: string | null, solved: number, best: number, median: number, hints: number, withoutHints: number}} Row
 *   Solves of a grade: times in seconds, the sum of hints, and how many solves had none.
 */

/** The days whose puzzle was solved on that day itself, or before it had begun where the player is, as numbers in order. @param {readonly Solve[]} solves */
function daysOnTime(solves) {
  const days = solves.flatMap(({ day, on }) => (day !== null && on <= day ? [numberOfDay(day)] : []));
  return [...new Set(days)].sort((one, other) => one - other);
}

/**
 * The consecutive days whose puzzles were solved on the day itself: the current streak, which today's puzzle can
 * still continue, and the longest.
 * @param {readonly Solve[]} solves @param {string} today
 */
export function streaks(solves, today) {
  const days = daysOnTime(solves);
  let [length, longest] = [0, 0];
  days.forEach((day, i) => {
    length = day - 1 === days[i - 1] ? length + 1 : 1;
    longest = Math.max(longest, length);
  });
  const isCurrent = length > 0 && numberOfDay(today) - days[days.length - 1] <= 1;
  return { current: isCurrent ? length : 0, longest };
}

/** The rows of the solves by grade, the easiest first, those of unknown grade last. @param {readonly Solve[]} solves @returns {Row[]} */
export function rowsByGrade(solves) {
  const known = (/** @type {string | null} */ grade) => (grade !== null && GRADES.includes(grade) ? grade : null);
  return [...GRADES, null].map((grade) => rowOf(grade, solves.filter((solve) => known(solve.grade) === grade))).filter(({ solved }) => solved > 0);
}

/** @param {string | null} grade @param {readonly Solve[]} solves @returns {Row} */
function rowOf(grade, solves) {
  const times = solves.map(({ seconds }) => seconds).sort((one, other) => one - other);
  return {
    grade,
    solved: solves.length,
    best: times[0] ?? 0,
    median: median(times),
    hints: solves.reduce((sum, { hints }) => sum + hints, 0),
    withoutHints: solves.filter(({ hints }) => hints === 0).length,
  };
}

/** The median of numbers in order: of an even number, the mean of the middle two, rounded. @param {readonly number[]} numbers */
function median(numbers) {
  const middle = numbers.length >> 1;
  return numbers.length % 2 ? numbers[middle] : Math.round(((numbers[middle - 1] ?? 0) + (numbers[middle] ?? 0)) / 2);
}
