/**
 * The puzzle of a first visit: "Open sea", made with x-sheep's Boats (MIT).
 */

import { nameOf, phrase } from "../language.js";
import { fromFragment } from "../service/permalink.js";

/** @returns {import("../board/puzzle.js").PuzzleData} */
export function puzzleOfLink(/** @type {string} */ id, /** @type {string} */ size, /** @type {string} */ grade, /** @type {string} */ fragment, about = "") {
  const data = fromFragment(fragment);
  if (!data) throw new Error(`the puzzle ${id} cannot be read`);
  return { ...data, id, grade, about: [size, nameOf(grade), about].filter(Boolean).join(", ") };
}

export const FIRST_PUZZLE = puzzleOfLink(phrase("Open sea"), "10×10", "easy", "r=4.1.1.1.2.2.3.1.2.3&c=2.2.1.2.1.4.0.4.4.0&f=4x1.3x2.2x3.1x4&h=A2W.A6R.E8M.G3S.I6M");
