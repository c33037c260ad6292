/**
 * Water that the page fills in: in lines whose ships are complete, and around ships that are. It goes again with what
 * caused it. All functions here are pure; boards are the mark of every square.
 */

import { UNKNOWN, WATER } from "../board/puzzle.js";
import { countLine, lineSquares, neighbours, shipsOn } from "../board/referee.js";

/**
 * @import { Puzzle } from "../board/puzzle.js"
 * @typedef {readonly string[]} Cells
 * @typedef {{fills?: boolean, surrounds?: boolean}} Automatic  whether finished lines are filled; and what is around finished ships
 */

/**
 * The squares that are filled in after some were marked: those of lines that became finished, and around ships that did.
 * @param {Puzzle} puzzle @param {Cells} before @param {Cells} after @param {Automatic} how
 * @returns {Set<number>}
 */
export function newWater(puzzle, before, after, { fills = false, surrounds = false }) {
  const ofLines = fills ? [...lines(puzzle)].filter(({ squares, tally }) => shipsIn(after, squares) === tally && shipsIn(before, squares) < tally) : [];
  const filled = new Set(ofLines.flatMap(({ squares }) => squares).filter((at) => after[at] === UNKNOWN));
  if (!surrounds) return filled;
  const known = new Set(finishedShips(puzzle, before).map(String));
  for (let cells = withWater(after, filled); ; cells = withWater(after, filled)) {
    const rings = finishedShips(puzzle, cells).filter((ship) => !known.has(String(ship))).flatMap((ship) => ringOf(puzzle, ship));
    const open = rings.filter((at) => cells[at] === UNKNOWN);
    if (open.length === 0) return filled;
    for (const at of open) filled.add(at);
  }
}

/**
 * Of the water that was filled in, what has lost its cause: neither a finished line nor a finished ship is left for it.
 * Ships count as finished only if they are without the water that has none.
 * @param {Puzzle} puzzle @param {Cells} cells @param {Iterable<number>} filled  squares @param {Automatic} how
 * @returns {number[]}
 */
export function lostWater(puzzle, cells, filled, { surrounds = false }) {
  const ofLines = new Set(finishedLines(puzzle, cells, (ships, tally) => ships >= tally));
  const doubtful = new Set([...filled].filter((at) => cells[at] === WATER && !ofLines.has(at)));
  while (surrounds && doubtful.size > 0) {
    const certain = cells.map((mark, at) => (doubtful.has(at) ? UNKNOWN : mark));
    const caused = finishedShips(puzzle, certain).flatMap((ship) => ringOf(puzzle, ship)).filter((at) => doubtful.has(at));
    if (caused.length === 0) break;
    for (const at of caused) doubtful.delete(at);
  }
  return [...doubtful];
}

/** The squares to fill on a board as it is. @param {Puzzle} puzzle @param {Cells} cells @param {Automatic} how @returns {Set<number>} */
export function waterOn(puzzle, cells, { fills = false, surrounds = false }) {
  const ofLines = fills ? finishedLines(puzzle, cells, (ships, tally) => ships === tally).filter((at) => cells[at] === UNKNOWN) : [];
  const known = withWater(cells, new Set(ofLines));
  const nothing = cells.map(() => UNKNOWN);
  return new Set([...ofLines, ...(surrounds ? newWater(puzzle, nothing, known, { surrounds }) : [])]);
}

/** The lines of a puzzle that have a tally. @param {Puzzle} puzzle */
function* lines(puzzle) {
  for (const [kind, tallies] of /** @type {const} */ ([["row", puzzle.rows], ["column", puzzle.cols]])) {
    for (const [line, tally] of tallies.entries()) if (tally !== null) yield { squares: lineSquares(puzzle, kind, line), tally };
  }
}

/** @param {Cells} cells @param {number[]} squares */
const shipsIn = (cells, squares) => countLine(cells, squares).ships;

/** The squares of the lines whose ships stand so to their tally. @param {Puzzle} puzzle @param {Cells} cells @param {(ships: number, tally: number) => boolean} holds */
const finishedLines = (puzzle, cells, holds) => [...lines(puzzle)].filter(({ squares, tally }) => holds(shipsIn(cells, squares), tally)).flatMap(({ squares }) => squares);

/** @param {Cells} cells @param {ReadonlySet<number>} water */
const withWater = (cells, water) => cells.map((mark, at) => (water.has(at) ? WATER : mark));

/** The squares of each ship that cannot grow. @param {Puzzle} puzzle @param {Cells} cells */
const finishedShips = (puzzle, cells) => shipsOn(puzzle, cells).filter(({ isFinished }) => isFinished).map(({ squares }) => squares);

/** The squares around a ship, at its corners too. @param {Puzzle} puzzle @param {number[]} ship */
function ringOf(puzzle, ship) {
  const near = ship.flatMap((at) => {
    const [above, below, left, right] = neighbours(puzzle, at);
    const beside = [above, below].filter((row) => row >= 0).flatMap((row) => neighbours(puzzle, row).slice(2));
    return [above, below, left, right, ...beside];
  });
  return near.filter((at) => at >= 0 && !ship.includes(at));
}
