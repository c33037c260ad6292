/** The puzzles of a site that `bimaru site` made: a list, and the puzzle of the day. */

import { siteSetting } from "./backend.js";
import { fromFragment } from "./permalink.js";

/** @typedef {{name: string, fragment: string, grade: string | null}} Entry */

const DAY = 86_400_000; // milliseconds

/** The address of the site's list of puzzles, or `null` if it has none. */
export const galleryAddress = () => siteSetting("gallery");

/** The puzzle of a day of the site's list, which begins anew when all had their day. @param {number} day  its number, see `dayNumber` @returns {Promise<import("../board/puzzle.js").PuzzleData>} */
export async function puzzleOfSite(day) {
  /** @type {Entry[]} */
  const entries = await (await fetch(String(galleryAddress()))).json();
  const { name, fragment, grade } = entries[day % entries.length];
  const data = fromFragment(fragment);
  if (!data) throw new Error(`the puzzle ${name} cannot be read`);
  return { ...data, id: name, grade };
}

/** The number of a day where the user is. @param {Date} now */
export const dayNumber = (now) => Math.floor((now.getTime() - now.getTimezoneOffset() * 60_000) / DAY);
