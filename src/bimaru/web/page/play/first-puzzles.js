/**
 * Puzzles to begin with, each with one solution. "Steep" is board 113 of CSPLib prob014, donated by
 * Moshe Rubin (CC BY 4.0); the others were made for this project.
 */

import { phrase } from "../language.js";
import { FIRST_PUZZLE, puzzleOfLink } from "./first-puzzle.js";

/** All but the first, each with its grade, which a test compares with `bimaru grade`. @type {[name: string, size: string, grade: string, fragment: string, about?: string][]} */
const LINKS = [
  [phrase("Small bay"), "6×6", "intermediate", "r=2.1.1.2.0.4&c=0.2.2.4.0.2&f=3x1.2x2.1x3&h=D3W.F2L"],
  [phrase("Steep"), "10×10", "fiendish", "r=2.4.3.3.2.4.1.1.0.0&c=0.5.0.2.2.3.1.3.2.2&f=4x1.3x2.2x3.1x4&h=A6W.G10S", phrase("by Moshe Rubin")],
  [phrase("Numbered ships"), "7×7", "hard", "r=2.0.1.2.3.2.0&c=0.3.0.2.2.1.2&w=123.21.32.1.2.3&eb=_3_1223&er=2_2123_", phrase("ships with letters")],
  [phrase("Polyominoes"), "8×8", "intermediate", "r=4.0.6.2.0.3.4.1&c=2.3.2.2.3.5.2.1&s=1111.111-100.111-010.110-011.11-11&h=F1X.F5X.F6X", phrase("ships of any shape")],
];

export const FIRST_PUZZLES = [FIRST_PUZZLE, ...LINKS.map((link) => puzzleOfLink(...link))];
