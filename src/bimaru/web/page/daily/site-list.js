/** The puzzles of a site that `bimaru site` made: a list, and the puzzle of the day. */

import { galleryAddress } from "../service/backend.js";
import { fromFragment } from "../service/permalink.js";

/** @typedef {{name: string, fragment: string, grade: string | null}} Entry */

/** The entry of a day in the site's list, which begins anew when all had their day, and its place there. @param {number} day  as of `numberOfDay` @returns {Promise<Entry & {place: number}>} */
export async function entryOfDay(day) {
  const entries = await (await fetch(String(galleryAddress()))).json();
  const place = day % entries.length;
  return { ...entries[place], place };
}

/** The puzzle of a day of the site's list. @param {number} day  as of `numberOfDay` @returns {Promise<import("../board/puzzle.js").PuzzleData>} */
export async function puzzleOfSite(day) {
  const { name, fragment, grade } = await entryOfDay(day);
  const data = fromFragment(fragment);
  if (!data) throw new Error(`the puzzle ${name} cannot be read`);
  return { ...data, id: name, grade };
}
