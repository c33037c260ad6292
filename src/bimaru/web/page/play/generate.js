/** New puzzles by size and grade or technique, with a fleet for the size, named by their seeds. */

import { nameFor } from "../names.js";

/** @import { PuzzleData } from "../board/puzzle.js" */

/** The sizes on offer, each with a suitable fleet. @type {[size: string, fleet: string][]} */
export const SIZES = [
  ["6x6", "3:1,2:2,1:3"],
  ["8x8", "4:1,3:1,2:2,1:3"],
  ["10x10", "4:1,3:2,2:3,1:4"],
  ["12x12", "5:1,4:1,3:2,2:3,1:4"],
  ["15x15", "5:1,4:2,3:3,2:4,1:5"],
  ["20x20", "6:1,5:2,4:3,3:4,2:5,1:6"],
];

/** Whether hardly any puzzle of a size has a grade: on small grids nothing takes that much work. @param {string} size @param {string} [grade] */
export const isRare = (size, grade) => grade === "fiendish" && parseInt(size, 10) < 10;

/** A name for a puzzle that has none but a seed. @param {PuzzleData} puzzle @returns {PuzzleData} */
export const named = (puzzle) => ({ ...puzzle, id: puzzle.id ?? nameFor(String(puzzle.seed)) });

/**
 * Generates a puzzle of a size, or one to practise on, with a grade or a technique that it takes.
 * @param {import("../service/api.js").Api} api @param {{size?: string, grade?: string, technique?: string}} kind @returns {Promise<PuzzleData>}
 */
export async function generatePuzzle(api, kind) {
  // To practise on, a small one, if that can have the grade.
  const { size = isRare("8x8", kind.grade) ? "10x10" : "8x8", ...wanted } = kind;
  const fleet = SIZES.find(([name]) => name === size)?.[1];
  return named(await api.generate({ size, ...(fleet ? { fleet } : {}), ...wanted }));
}
