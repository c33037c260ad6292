/**
 * Puzzles for a first visit, each with one solution. "Steep" is board 113 of CSPLib prob014, donated by
 * Moshe Rubin (CC BY 4.0); "Open sea" was made with x-sheep's Boats (MIT), the others for this project.
 */

import { nameOf, phrase } from "../language.js";
import { fromFragment } from "../service/permalink.js";

/** Each with its grade, which a test compares with `bimaru grade`. @type {[name: string, size: string, grade: string, fragment: string, about?: string][]} */
const LINKS = [
  [phrase("Open sea"), "10×10", "easy", "r=4.1.1.1.2.2.3.1.2.3&c=2.2.1.2.1.4.0.4.4.0&f=4x1.3x2.2x3.1x4&h=A2W.A6R.E8M.G3S.I6M"],
  [phrase("Small bay"), "6×6", "intermediate", "r=2.1.1.2.0.4&c=0.2.2.4.0.2&f=3x1.2x2.1x3&h=D3W.F2L"],
  [phrase("Steep"), "10×10", "fiendish", "r=2.4.3.3.2.4.1.1.0.0&c=0.5.0.2.2.3.1.3.2.2&f=4x1.3x2.2x3.1x4&h=A6W.G10S", phrase("by Moshe Rubin")],
  [phrase("Numbered ships"), "7×7", "hard", "r=2.0.1.2.3.2.0&c=0.3.0.2.2.1.2&w=123.21.32.1.2.3&eb=_3_1223&er=2_2123_", phrase("ships with letters")],
  [phrase("Bent ships"), "8×8", "intermediate", "r=4.0.6.2.0.3.4.1&c=2.3.2.2.3.5.2.1&s=1111.111-100.111-010.110-011.11-11&h=F1X.F5X.F6X", phrase("ships of any shape")],
];

/** @returns {import("../board/puzzle.js").PuzzleData} */
function puzzleOfLink(/** @type {string} */ id, /** @type {string} */ size, /** @type {string} */ grade, /** @type {string} */ fragment, about = "") {
  const data = fromFragment(fragment);
  if (!data) throw new Error(`the puzzle ${id} cannot be read`);
  return { ...data, id, grade, about: [size, nameOf(grade), about].filter(Boolean).join(", ") };
}

export const FIRST_PUZZLES = LINKS.map((link) => puzzleOfLink(...link));
