/** The whole logbook as one file, and the validation of such a file. */

import { entryOf } from "./entries.js";
import { phrase } from "../language.js";
import { isDay } from "../play/game-record.js";
import { fromFragment } from "../service/permalink.js";
import { loadSetting, saveSetting, storedSettings } from "../service/stored-values.js";
import { isObject, puzzleFrom } from "../validation.js";

/**
 * @import { Solve } from "./entries.js"
 * @typedef {{games: any[], solves: Solve[], settings: Record<string, unknown>}} Backup  `games`: their files.
 */

const VERSION = 1;
/** Settings that belong to this browser alone. */
const OWN = new Set(["day"]);
const NAME = /^[a-z]{1,30}$/;
const TEXT = 10_000; // characters of a name or key at most

/** A file that is not a copy of a logbook; its message says why. */
export class BackupError extends Error {}

/** The text of a copy. @param {any[]} games @param {Solve[]} solves @param {Date} now */
export function writeBackup(games, solves, now) {
  const settings = Object.fromEntries(Object.entries(storedSettings()).filter(([name]) => !OWN.has(name)));
  return `${JSON.stringify({ bimaru: VERSION, logbook: VERSION, made: now.toISOString(), games, solves, settings })}\n`;
}

/** The content of a copy. Throws `BackupError`. @param {string} text @returns {Backup} */
export function readBackup(text) {
  const data = parse(text);
  if (data?.logbook === undefined && data?.puzzle !== undefined) throw new BackupError(phrase("This file is a single game: open it under Puzzles."));
  if (Number(data?.logbook) > VERSION) throw new BackupError(phrase("This copy was made by a later version of the page."));
  if (data?.logbook !== VERSION) throw new BackupError(phrase("This file is not a copy of a logbook."));
  const { games, solves, settings } = data;
  if (!Array.isArray(games)) throw new BackupError(phrase("This copy is damaged: its games are missing."));
  if (!Array.isArray(solves)) throw new BackupError(phrase("This copy is damaged: its solved puzzles are missing."));
  games.forEach((file, i) => {
    if (entryOf(file) !== null) return;
    const fault = puzzleFrom(file?.puzzle).fault || phrase("the marks do not fit the puzzle");
    throw new BackupError(phrase("This copy is damaged, and nothing of it was added: game {number}: {fault}.", { number: i + 1, fault }));
  });
  const wrong = solves.findIndex((solve) => !isSolve(solve));
  if (wrong >= 0) throw new BackupError(phrase("This copy is damaged, and nothing of it was added: solved puzzle {number} is not valid.", { number: wrong + 1 }));
  return { games, solves: solves.map(plainSolve), settings: isObject(settings) ? settings : {} };
}

/** @param {string} text @returns {any} */
function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    throw new BackupError(phrase("This file is not a copy of a logbook: it is not JSON."));
  }
}

/** @param {any} solve */
function isSolve(solve) {
  if (!isObject(solve)) return false;
  const { key, at, on, name, size, grade, day, seconds, hints } = solve;
  const isText = (/** @type {unknown} */ text) => typeof text === "string" && text.length <= TEXT;
  return [key, name, size].every(isText) && fromFragment(String(key)) !== null
    && [at, seconds, hints].every((number) => Number.isSafeInteger(number) && Number(number) >= 0)
    && (on === "" || isDay(on)) && (grade === null || isText(grade)) && (day === null || isDay(day));
}

/** A solve without keys that it should not have. @param {Solve} solve @returns {Solve} */
const plainSolve = ({ key, at, on, name, size, grade, day, seconds, hints }) => ({ key, at, on, name, size, grade, day, seconds, hints });

/** Adds the settings of a copy that this browser does not have; lists are joined. @param {Record<string, unknown>} settings */
export function mergeSettings(settings) {
  const here = storedSettings();
  for (const [name, value] of Object.entries(settings)) {
    if (!NAME.test(name) || OWN.has(name)) continue;
    if (!(name in here)) saveSetting(name, value);
    else if (Array.isArray(value) && Array.isArray(here[name])) saveSetting(name, [...new Set([...loadSetting(name, /** @type {unknown[]} */ ([])), ...value])]);
  }
}
