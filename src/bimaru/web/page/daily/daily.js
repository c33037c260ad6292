/**
 * The puzzle of each day: the same everywhere and in every later version, and known without a server.
 *
 * `puzzles.txt` has 105 weeks of puzzles, seven a week from Monday to Sunday. They begin with the week of
 * 29 December 2025; after 105 weeks they begin anew in the next of the eight symmetries of the grid.
 * `bimaru/web/daily.py` does the same for the JSON API. The file is never changed, which would change the past.
 * `more.txt` has three more for each of 371 days, easy, hard and extreme, from 1 January 2026 on, in the same way;
 * `g=` names the grade of those that turned out fiendish when that grade was introduced.
 * A site with a list of its own takes the puzzles of the days from that, in turn.
 */

import { ApiError } from "../service/api.js";
import { nameOf, phrase } from "../language.js";
import { GRADES as ALL_GRADES } from "../play/grades.js";
import { galleryAddress } from "../service/backend.js";
import { puzzleOfSite } from "./site-list.js";
import { dayShown } from "../names.js";
import { fromFragment } from "../service/permalink.js";
import { dayOfNumber, firstToday, numberOfDay, today } from "./dates.js";

/** @import { PuzzleData } from "../board/puzzle.js" */

/** The grades of the days from Monday to Sunday. */
const GRADES = ["easy", "easy", "intermediate", "intermediate", "hard", "hard", "expert"];
/** The grades of the other puzzles of each day, in the order of their file; the last may be harder. */
const OTHERS = ["easy", "hard", "extreme"];
/** The first day of the calendar. */
export const FIRST_DAY = "2026-01-01";
const WEEK = 7;
const MAX_SHOWN = 20; // characters of a text that is not a day
const MONDAY = 3; // days from the Monday before 1 January 1970 to that day
const FIRST_WEEK = 2922; // of 29 December 2025, counted from that Monday

/** The weekday of a day, 0 for Monday. @param {string} day */
export const weekdayOf = (day) => modulo(numberOfDay(day) + MONDAY, WEEK);

/** The grade of a day's puzzle, or `null` where a site's list decides. @param {string} day */
export const gradeOfDay = (day) => (galleryAddress() === null ? GRADES[weekdayOf(day)] : null);

/** Whether a text is a day of the calendar: not before its first, and not in the future. @param {string} day */
export const isOut = (day) => dayFault(day) === "";

/** Why there is no puzzle of a day, or "". @param {string} day  any text @param {string} last  the last day that has one */
function dayFault(day, last = today()) {
  if (Number.isNaN(numberOfDay(day)) || dayOfNumber(numberOfDay(day)) !== day) {
    return phrase("“{text}” is not a date like {example}.", { text: day.slice(0, MAX_SHOWN), example: FIRST_DAY });
  }
  if (day < FIRST_DAY) return phrase("The daily puzzles begin on {day}.", { day: dayShown(FIRST_DAY) });
  return day > last ? phrase("The puzzle of {day} is not out yet.", { day: dayShown(day) }) : "";
}

/** The puzzle of a day that a link names: also of one that has begun only elsewhere on Earth, where the sender may be. Rejects with an `ApiError` that says why there is none. @param {string} day  any text */
export async function puzzleOfLink(day) {
  const fault = dayFault(day, firstToday());
  if (fault) throw new ApiError("refused", fault);
  return puzzleOfDay(day);
}

/** The puzzle of a day, named after it. Rejects with an `ApiError` if it cannot be loaded. @param {string} day @returns {Promise<PuzzleData>} */
export const puzzleOfDay = (day) => loaded(async () =>
  galleryAddress() === null ? dayFrom(await fragments("puzzles"), day) : { ...(await puzzleOfSite(numberOfDay(day))), day });

/** The other puzzles of a day, by their places in `OTHERS`. Rejects with an `ApiError` if they cannot be loaded. @param {string} day @returns {Promise<Record<string, PuzzleData>>} */
export const puzzlesOfToday = (day) => loaded(async () => othersFrom(await fragments("more"), day));

/** @template T @param {() => Promise<T>} load */
async function loaded(load) {
  try {
    return await load();
  } catch {
    throw new ApiError("offline", phrase("The puzzles of the days could not be loaded."));
  }
}

/**
 * The puzzles of a day to choose from, the easiest first; where a site's list decides, one without a known grade.
 * `isOwn`: the puzzle of the day, which counts for the streak.
 * @param {string} day @returns {{grade: string | null, load: () => Promise<PuzzleData>, isOwn?: true}[]}
 */
export function choicesOf(day) {
  const own = gradeOfDay(day);
  const ofDay = { grade: own, load: () => puzzleOfDay(day), isOwn: /** @type {true} */ (true) };
  if (own === null) return [ofDay];
  return ALL_GRADES.filter((grade) => grade === own || OTHERS.includes(grade)).map((grade) => (grade === own ? ofDay : { grade, load: async () => (await puzzlesOfToday(day))[grade] }));
}

/** The lists of fragments that were loaded. @type {Record<string, string[]>} */
const lists = {};

/** @param {"puzzles" | "more"} list */
async function fragments(list) {
  if (lists[list]) return lists[list];
  const response = await fetch(`daily/${list}.txt`);
  if (!response.ok) throw new Error(String(response.status));
  lists[list] = (await response.text()).trim().split("\n");
  return lists[list];
}

/** The other puzzles of a day among the fragments of all, by their places in `OTHERS`. @param {readonly string[]} fragments @param {string} day @returns {Record<string, PuzzleData>} */
export function othersFrom(fragments, day) {
  const number = numberOfDay(day) - numberOfDay(FIRST_DAY);
  const days = fragments.length / OTHERS.length;
  const entries = OTHERS.map((grade, i) => {
    const fragment = fragments[modulo(number, days) * OTHERS.length + i];
    const data = fromFragment(fragment);
    if (!data) throw new Error(`the puzzles of ${day} cannot be read`);
    const found = new URLSearchParams(fragment).get("g") ?? grade;
    return [grade, { ...turned(data, modulo(Math.floor(number / days), 8)), id: `${day}, ${nameOf(found)}`, grade: found }];
  });
  return Object.fromEntries(entries);
}

/** The puzzle of a day among the fragments of all. @param {readonly string[]} fragments @param {string} day @returns {PuzzleData} */
export function dayFrom(fragments, day) {
  const week = Math.floor((numberOfDay(day) + MONDAY) / WEEK) - FIRST_WEEK;
  const weeks = fragments.length / WEEK;
  const weekday = weekdayOf(day);
  const data = fromFragment(fragments[modulo(week, weeks) * WEEK + weekday]);
  if (!data) throw new Error(`the puzzle of ${day} cannot be read`);
  return { ...turned(data, modulo(Math.floor(week / weeks), 8)), id: day, day, grade: GRADES[weekday] };
}

/** @param {number} number @param {number} divisor */
const modulo = (number, divisor) => ((number % divisor) + divisor) % divisor;

/** What parts of ships become upside down, mirrored, and transposed. @type {Record<string, string>[]} */
const IMAGES = [{ T: "B", B: "T" }, { L: "R", R: "L" }, { L: "T", T: "L", R: "B", B: "R" }];

/** A puzzle of straight ships in one of the eight symmetries: upside down with 4, mirrored with 2, transposed with 1. @param {PuzzleData} puzzle @param {number} turn @returns {PuzzleData} */
function turned(puzzle, turn) {
  let { rows, cols, givens = [] } = puzzle;
  const image = (/** @type {string} */ kind, /** @type {number} */ which) => IMAGES[which][kind] ?? kind;
  if (turn & 4) {
    givens = givens.map(([row, col, kind]) => [rows.length - 1 - row, col, image(kind, 0)]);
    rows = [...rows].reverse();
  }
  if (turn & 2) {
    givens = givens.map(([row, col, kind]) => [row, cols.length - 1 - col, image(kind, 1)]);
    cols = [...cols].reverse();
  }
  if (turn & 1) {
    givens = givens.map(([row, col, kind]) => [col, row, image(kind, 2)]);
    [rows, cols] = [cols, rows];
  }
  return { ...puzzle, rows, cols, givens };
}
