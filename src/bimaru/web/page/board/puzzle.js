/**
 * The puzzle as the page knows it: the server's JSON, read once, with what is asked of it often.
 * Squares are numbered row by row from 0; people read them as `B4`.
 */

/**
 * @typedef {Record<string, unknown> & {
 *   rows: (number | null)[], cols: (number | null)[],
 *   id?: string | number | null, source?: string | null,
 *   fleet?: Record<string, number>, words?: string[], shapes?: string[][],
 *   givens?: [number, number, string][],
 *   hints?: [number, number, string][],
 *   edges?: Partial<Record<Side, (string | null)[]>>,
 *   grade?: string | null,
 * }} PuzzleData  A puzzle in the server's JSON.
 *
 * @typedef {"top" | "bottom" | "left" | "right"} Side
 *
 * @typedef {{
 *   data: PuzzleData, height: number, width: number,
 *   rows: readonly (number | null)[], cols: readonly (number | null)[],
 *   givens: readonly string[],
 *   isStraight: boolean, isLettered: boolean, isPlain: boolean, letters: readonly string[],
 * }} Puzzle  `givens`: the kind given at each square, or "". `letters`: those that occur in it.
 *
 * @typedef {{row: number, col: number}} Place
 */

export const UNKNOWN = "?";
export const WATER = ".";
/** A ship square without a letter. Any other mark is a ship square with that letter. */
export const SHIP = "#";

/** @type {readonly Side[]} */
export const SIDES = ["top", "bottom", "left", "right"];

/**
 * @param {PuzzleData} data
 * @returns {Puzzle}
 */
export function puzzleOf(data) {
  const { rows, cols, words = [], shapes = [], hints = [], givens = hints, edges = {} } = data;
  const kinds = new Array(rows.length * cols.length).fill("");
  for (const [row, col, kind] of givens) kinds[row * cols.length + col] = kind;
  const named = [...givens.map(([, , kind]) => (kind[0] === "=" ? kind.slice(1) : "")), ...SIDES.flatMap((side) => edges[side] ?? [])];
  const letters = new Set([...words.join(""), ...named].filter(Boolean));
  const isStraight = shapes.every(isLine);
  return {
    data,
    height: rows.length,
    width: cols.length,
    rows,
    cols,
    givens: kinds,
    isStraight,
    isLettered: words.length > 0 || letters.size > 0,
    isPlain: isStraight && letters.size === 0,
    letters: /** @type {string[]} */ ([...letters].sort()),
  };
}

/** Whether a shape, which is connected, lies in one line. @param {string[]} shape */
function isLine(shape) {
  const rows = shape.filter((row) => row.includes("#")).length;
  return rows === 1 || rows === shape.join("").replaceAll(".", "").length;
}

/** The number of ship squares of the whole fleet. @param {Puzzle} puzzle */
export function shipSquares({ data: { fleet = {}, words = [], shapes = [] } }) {
  const straight = Object.entries(fleet).reduce((sum, [length, count]) => sum + Number(length) * count, 0);
  const bent = shapes.flat().join("").replaceAll(".", "").length;
  return straight + [...words.join("")].length + bent;
}

/** Whether rows, columns and fleet can have the same number of ship squares. @param {Puzzle} puzzle */
export function addsUp(puzzle) {
  const ships = shipSquares(puzzle);
  return [puzzle.rows, puzzle.cols].every((tallies) => {
    const told = tallies.reduce((/** @type {number} */ sum, tally) => sum + (tally ?? 0), 0);
    return tallies.includes(null) ? told <= ships : told === ships;
  });
}

/** What a given kind puts on its square. @param {string} kind */
export function markOfKind(kind) {
  if (kind === "") return UNKNOWN;
  if (kind === "W") return WATER;
  return kind[0] === "=" ? kind.slice(1) : SHIP;
}

/** @param {string | undefined} mark */
export const isShip = (mark) => mark !== undefined && mark !== UNKNOWN && mark !== WATER;

/** A row as people read it: A for 0, AA for 26. @param {number} row */
export function rowName(row) {
  let name = "";
  for (let left = row + 1; left > 0; left = Math.floor((left - 1) / 26)) {
    name = String.fromCharCode(65 + ((left - 1) % 26)) + name;
  }
  return name;
}

/** The row of such a name. @param {string} name */
export function rowNamed(name) {
  return [...name].reduce((row, letter) => row * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

/** @param {Puzzle} puzzle @param {number} index */
export function squareName({ width }, index) {
  return `${rowName(Math.floor(index / width))}${(index % width) + 1}`;
}

/**
 * The squares that a sentence of the server names: `row C`, `column 3`, `B4`, `A1-A4`.
 * @param {Puzzle} puzzle @param {string} text
 * @returns {number[]}
 */
export function squaresNamedIn(puzzle, text) {
  /** @type {Set<number>} */
  const found = new Set();
  const name = /\brow ([A-Z]{1,2})\b|\bcolumn (\d{1,2})\b|\b([A-Z]{1,2})(\d{1,2})(?:-([A-Z]{1,2})(\d{1,2}))?\b/gi;
  for (const [, row, col, r1, c1, r2, c2] of text.matchAll(name)) {
    const last = { row: puzzle.height - 1, col: puzzle.width - 1 };
    if (row) addBox(found, puzzle, { row: rowNamed(row.toUpperCase()), col: 0 }, { row: rowNamed(row.toUpperCase()), col: last.col });
    else if (col) addBox(found, puzzle, { row: 0, col: Number(col) - 1 }, { row: last.row, col: Number(col) - 1 });
    else {
      const from = { row: rowNamed(r1), col: Number(c1) - 1 };
      addBox(found, puzzle, from, r2 ? { row: rowNamed(r2), col: Number(c2) - 1 } : from);
    }
  }
  return [...found];
}

/** @param {Set<number>} found @param {Puzzle} puzzle @param {Place} from @param {Place} to */
function addBox(found, { height, width }, from, to) {
  for (let row = from.row; row <= Math.min(to.row, height - 1); row++) {
    for (let col = from.col; col <= Math.min(to.col, width - 1); col++) found.add(row * width + col);
  }
}

/** `10×10, 10 ships`: the puzzle in a few words. @param {Puzzle} puzzle */
export function summary({ height, width, data: { fleet = {}, words = [], shapes = [] } }) {
  const ships = Object.values(fleet).reduce((sum, count) => sum + count, 0) + words.length + shapes.length;
  return `${height}×${width}, ${ships} ships`;
}
