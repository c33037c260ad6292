/**
 * The referee: the faults of a full or half-filled board, the part that each ship square shows, and the ships
 * on it. The rules are those of `bimaru.rules` and `bimaru.board`, with which the tests compare them; they are
 * written nowhere else on the page.
 */

import { SHIP, SIDES, UNKNOWN, WATER, isShip, rowName, squareName } from "./puzzle.js";
import { counted, phrase } from "../language.js";

/**
 * @import { Puzzle } from "./puzzle.js"
 * @typedef {readonly string[]} Cells  The mark of every square, row by row.
 * @typedef {{rule: string, squares: number[], text: string}} Fault
 * @typedef {{squares: number[], isFinished: boolean, key: string}} PlacedShip
 * @typedef {[number, number][]} Shape  (row, column) pairs, sorted.
 */

const ABOVE = 1, BELOW = 2, LEFT = 4, RIGHT = 8;
const SIDE_BITS = [ABOVE, BELOW, LEFT, RIGHT];

/** The part of a ship square by which of its neighbours are ship; every other combination is a middle. */
const PART_BY_OPENINGS = new Map([
  [0, "S"], [RIGHT, "L"], [LEFT, "R"], [BELOW, "T"], [ABOVE, "B"],
  [BELOW | RIGHT, "RB"], [BELOW | LEFT, "LB"], [ABOVE | RIGHT, "RT"], [ABOVE | LEFT, "LT"],
]);
/** The inverse, for the parts that determine all four neighbours. */
const OPENINGS_BY_PART = new Map([...PART_BY_OPENINGS].map(([openings, part]) => [part, openings]));

/** @param {number} openings */
const partOf = (openings) => PART_BY_OPENINGS.get(openings) ?? "M";

/** The squares above, below, left and right; -1 off the grid. @param {Puzzle} puzzle @param {number} at */
export function neighbours({ height, width }, at) {
  const col = at % width;
  return [
    at >= width ? at - width : -1,
    at < (height - 1) * width ? at + width : -1,
    col > 0 ? at - 1 : -1,
    col < width - 1 ? at + 1 : -1,
  ];
}

/** The squares that touch a square only at a corner. @param {Puzzle} puzzle @param {number} at */
function diagonals(puzzle, at) {
  const [above, below] = neighbours(puzzle, at);
  return [above, below].flatMap((row) => (row < 0 ? [] : neighbours(puzzle, row).slice(2))).filter((near) => near >= 0);
}

/** The squares of all lines of the puzzles in use, since every mark counts every line. @type {WeakMap<Puzzle, Record<"row" | "column", number[][]>>} */
const linesOf = new WeakMap();

/** The squares of a row or column, which must not be changed. @param {Puzzle} puzzle @param {"row" | "column"} kind @param {number} line */
export function lineSquares(puzzle, kind, line) {
  let lines = linesOf.get(puzzle);
  if (!lines) linesOf.set(puzzle, (lines = linesOn(puzzle)));
  return lines[kind][line];
}

/** @param {Puzzle} puzzle */
function linesOn({ height, width }) {
  const along = (/** @type {number} */ length, /** @type {(i: number) => number} */ at) => Array.from({ length }, (_, i) => at(i));
  return {
    row: along(height, (row) => row).map((row) => along(width, (col) => row * width + col)),
    column: along(width, (col) => col).map((col) => along(height, (row) => row * width + col)),
  };
}

// Parts

/**
 * The cells with the water that single ship squares imply: beside given parts and, if all ships are straight,
 * at the corners of every ship square and along its ship.
 * @param {Puzzle} puzzle @param {Cells} cells
 * @returns {string[]}
 */
export function withImpliedWater(puzzle, cells) {
  const known = [...cells];
  cells.forEach((mark, at) => {
    if (!isShip(mark)) return;
    const near = neighbours(puzzle, at);
    const water = near.filter((_, side) => isClosed(puzzle, cells, at, near, side));
    if (puzzle.isStraight) water.push(...diagonals(puzzle, at));
    for (const square of water) if (known[square] === UNKNOWN) known[square] = WATER;
  });
  return known;
}

/**
 * Whether the ship cannot continue from a square to a side: the square's part is given, or the ship lies across.
 * @param {Puzzle} puzzle @param {Cells} cells @param {number} at @param {number[]} near @param {number} side
 */
function isClosed(puzzle, cells, at, near, side) {
  if (near[side] < 0) return false;
  const given = OPENINGS_BY_PART.get(puzzle.givens[at]);
  if (given !== undefined) return (given & SIDE_BITS[side]) === 0;
  const across = side < 2 ? near.slice(2) : near.slice(0, 2);
  return puzzle.isStraight && across.some((square) => isShip(cells[square]));
}

/**
 * The part that each square shows: "" without a ship, "X" where unknown neighbours leave it open.
 * @param {Puzzle} puzzle @param {Cells} cells
 * @returns {string[]}
 */
export function partsOf(puzzle, cells) {
  const known = withImpliedWater(puzzle, cells);
  return cells.map((mark, at) => (isShip(mark) ? partAt(puzzle, known, at) : ""));
}

/** @param {Puzzle} puzzle @param {Cells} known @param {number} at */
function partAt(puzzle, known, at) {
  const given = puzzle.givens[at];
  if (given && given !== "X" && given[0] !== "=") return given;
  const near = neighbours(puzzle, at);
  return near.some((square) => known[square] === UNKNOWN) ? "X" : partOf(openings(known, near));
}

/** Which neighbours are ship. @param {Cells} cells @param {number[]} near */
function openings(cells, near) {
  return near.reduce((sum, square, side) => (isShip(cells[square]) ? sum | SIDE_BITS[side] : sum), 0);
}

// Ships

/** The ships on a board: ship squares connected by their sides, in reading order. @param {Puzzle} puzzle @param {Cells} cells */
function connectedSquares(puzzle, cells) {
  /** @type {Set<number>} */
  const seen = new Set();
  /** @type {number[][]} */
  const ships = [];
  cells.forEach((mark, start) => {
    if (!isShip(mark) || seen.has(start)) return;
    const ship = [start];
    seen.add(start);
    for (const at of ship) {
      for (const near of neighbours(puzzle, at)) {
        if (near >= 0 && isShip(cells[near]) && !seen.has(near)) ship.push(near), seen.add(near);
      }
    }
    ships.push(ship.sort((a, b) => a - b));
  });
  return ships;
}

/**
 * The ships on a board: `isFinished` if it cannot grow, touches no other and shows the parts that are given, `key` as in `fleetOf`.
 * @param {Puzzle} puzzle @param {Cells} cells
 * @returns {PlacedShip[]}
 */
export function shipsOn(puzzle, cells) {
  const known = withImpliedWater(puzzle, cells);
  const isWhole = (/** @type {number[]} */ squares) => squares.every((at) => neighbours(puzzle, at).every((near) => known[near] !== UNKNOWN));
  const touchesNone = (/** @type {number[]} */ squares) => squares.every((at) => diagonals(puzzle, at).every((near) => !isShip(cells[near]) || squares.includes(near)));
  const hasGivenParts = (/** @type {number[]} */ squares) => squares.every((at) => puzzle.givens[at] === "" || showsGiven(puzzle, cells, at, puzzle.givens[at]));
  return connectedSquares(puzzle, cells).map((squares) => ({
    squares,
    isFinished: isWhole(squares) && touchesNone(squares) && hasGivenParts(squares),
    key: keyOf(shipOn(puzzle, cells, squares)),
  }));
}

/**
 * The kinds of ships in the fleet, longest first, each with its key and number.
 * @param {Puzzle} puzzle
 */
export function fleetOf({ data: { fleet = {}, words = [], shapes = [] } }) {
  const ships = [
    ...Object.entries(fleet).filter(([, count]) => count > 0).map(([length, count]) => ({ shape: straight(Number(length)), word: "", count })),
    ...words.map((word) => ({ shape: straight([...word].length), word: canonicalWord(word), count: 1 })),
    ...shapes.map((shape) => ({ shape: canonicalShape(squaresOf(shape)), word: "", count: 1 })),
  ];
  /** @type {Map<string, {key: string, shape: Shape, word: string, count: number}>} */
  const kinds = new Map();
  for (const ship of ships.sort(compareRanks)) {
    const key = keyOf(ship);
    kinds.set(key, { ...ship, key, count: (kinds.get(key)?.count ?? 0) + ship.count });
  }
  return [...kinds.values()];
}

/** @param {{shape: Shape, word: string}} ship */
const keyOf = ({ shape, word }) => `${shape.join(" ")}|${word}`;

/** @param {number} length @returns {Shape} */
const straight = (length) => Array.from({ length }, (_, col) => [0, col]);

/** A word or its reverse, whichever is first in order: words may lie backwards. @param {string} word */
function canonicalWord(word) {
  const back = [...word].reverse().join("");
  return word < back ? word : back;
}

/** @param {string[]} shape @returns {Shape} */
const squaresOf = (shape) => shape.flatMap((row, r) => [...row].flatMap((mark, c) => (mark === "#" ? [/** @type {[number, number]} */ ([r, c])] : [])));

/** The first in order of the up to eight orientations of a shape. @param {Shape} shape */
function canonicalShape(shape) {
  /** @type {Shape[]} */
  const orientations = [];
  for (let turn = 0, form = shape; turn < 4; turn++) {
    form = form.map(([r, c]) => [c, -r]);
    orientations.push(atCorner(form), atCorner(form.map(([r, c]) => [r, -c])));
  }
  return orientations.sort(compareShapes)[0];
}

/** @param {Shape} shape @returns {Shape} */
function atCorner(shape) {
  const top = Math.min(...shape.map(([r]) => r));
  const left = Math.min(...shape.map(([, c]) => c));
  return shape.map(([r, c]) => /** @type {[number, number]} */ ([r - top, c - left])).sort(([r, c], [s, d]) => r - s || c - d);
}

/** @param {Shape} a @param {Shape} b */
function compareShapes(a, b) {
  const [first, second] = [a.flat(), b.flat()];
  const at = first.findIndex((value, i) => value !== second[i]);
  return at < 0 ? a.length - b.length : first[at] - (second[at] ?? -1);
}

/** The order of ships, as of `Ship.rank` in Python: the longest first, then by shape, then by word. @param {{shape: Shape, word: string}} a @param {{shape: Shape, word: string}} b */
function compareRanks(a, b) {
  return b.shape.length - a.shape.length || compareShapes(a.shape, b.shape) || (a.word < b.word ? -1 : Number(a.word > b.word));
}

/** @param {Puzzle} puzzle @param {Cells} cells @param {number[]} squares */
function shipOn({ width }, cells, squares) {
  const shape = canonicalShape(squares.map((at) => [Math.floor(at / width), at % width]));
  const letters = squares.map((at) => (cells[at] === SHIP ? "." : cells[at])).join("");
  if (/^\.*$/.test(letters)) return { shape, word: "" };
  return { shape, word: shape.every(([row]) => row === 0) ? canonicalWord(letters) : letters };
}

// Faults

/** The numbers of ship squares and unknown squares of a line. @param {Cells} cells @param {number[]} squares */
export function countLine(cells, squares) {
  let [ships, unknown] = [0, 0];
  for (const at of squares) {
    if (cells[at] === UNKNOWN) unknown++;
    else if (isShip(cells[at])) ships++;
  }
  return { ships, unknown };
}

/**
 * Every rule that a board breaks; empty for a solution. A half-filled board is `unfinished`, and breaks
 * other rules only if it does so however it is filled.
 * @param {Puzzle} puzzle @param {Cells} cells
 * @returns {Fault[]}
 */
export function faults(puzzle, cells) {
  const unknown = [...cells.keys()].filter((at) => cells[at] === UNKNOWN);
  return [
    ...lineFaults(puzzle, cells, "row", puzzle.rows),
    ...lineFaults(puzzle, cells, "column", puzzle.cols),
    ...givenFaults(puzzle, cells),
    ...(puzzle.isStraight || unknown.length === 0 ? touchingFaults(puzzle, cells) : []),
    ...(unknown.length > 0
      ? [{ rule: "unfinished", squares: unknown, text: phrase("squares still unknown: {count}", { count: unknown.length }) }]
      : [...fleetFaults(puzzle, cells), ...edgeFaults(puzzle, cells)]),
  ];
}

/** @param {"row" | "column"} kind @param {number} line */
export const lineName = (kind, line) => (kind === "row" ? phrase("row {name}", { name: rowName(line) }) : phrase("column {name}", { name: line + 1 }));

/** @param {Puzzle} puzzle @param {Cells} cells @param {"row" | "column"} kind @param {readonly (number | null)[]} tallies */
function lineFaults(puzzle, cells, kind, tallies) {
  return tallies.flatMap((tally, line) => {
    const squares = lineSquares(puzzle, kind, line);
    const { ships, unknown } = countLine(cells, squares);
    if (tally === null || (ships <= tally && tally <= ships + unknown)) return [];
    const values = { line: lineName(kind, line), unknown, tally };
    const text = unknown
      ? counted("{line} has {count} ship square and {unknown} unknown, its tally is {tally}", "{line} has {count} ship squares and {unknown} unknown, its tally is {tally}", ships, values)
      : counted("{line} has {count} ship square, its tally is {tally}", "{line} has {count} ship squares, its tally is {tally}", ships, values);
    return [{ rule: kind, squares, text }];
  });
}

/** The sides to which corners of polyomino ships are open. */
export const BENDS = { RB: phrase("right and below"), LB: phrase("left and below"), RT: phrase("right and above"), LT: phrase("left and above") };
/** @type {Record<string, string>} */
const PART_NAMES = {
  W: phrase("water"), S: phrase("a submarine"), L: phrase("a left end"), R: phrase("a right end"), T: phrase("a top end"), B: phrase("a bottom end"), M: phrase("a middle"), X: phrase("ship"),
  ...Object.fromEntries(Object.entries(BENDS).map(([part, bend]) => [part, phrase("a corner open to the {bend}", { bend })])),
};

/** A mark in words: `ship`. @param {string} mark */
export function markName(mark) {
  if (!isShip(mark)) return mark === UNKNOWN ? phrase("empty") : phrase("water");
  return mark === SHIP ? phrase("ship") : phrase("ship {word}", { word: mark });
}

/** A part in words: `a left end`. @param {string} part */
export const partName = (part) => PART_NAMES[part] ?? phrase("the letter {letter}", { letter: part.slice(1) });

/** A part without its article: `left end`. @param {string} part */
export const bareName = (part) => partName(part).replace(/^(a|eine?|une?|una?) /, "");

/** @param {Puzzle} puzzle @param {Cells} cells */
function givenFaults(puzzle, cells) {
  return puzzle.givens.flatMap((kind, at) => {
    if (!kind || cells[at] === UNKNOWN || showsGiven(puzzle, cells, at, kind)) return [];
    return [{ rule: "given", squares: [at], text: phrase("{square} is given as {part}", { square: squareName(puzzle, at), part: partName(kind) }) }];
  });
}

/** @param {Puzzle} puzzle @param {Cells} cells @param {number} at @param {string} kind */
function showsGiven(puzzle, cells, at, kind) {
  if (kind === "W" || cells[at] === WATER) return kind === "W" && cells[at] === WATER;
  if (kind === "X") return true;
  if (kind[0] === "=") return cells[at] === kind.slice(1) || (cells[at] === SHIP && cells.includes(UNKNOWN));
  return canBe(kind, cells, neighbours(puzzle, at));
}

/** Whether some way to fill the unknown neighbours gives a ship square this part. @param {string} part @param {Cells} cells @param {number[]} near */
function canBe(part, cells, near) {
  const known = openings(cells, near);
  const open = near.reduce((sum, square, side) => (cells[square] === UNKNOWN ? sum | SIDE_BITS[side] : sum), 0);
  return [...Array(16).keys()].some((filled) => (filled & open) === filled && partOf(known | filled) === part);
}

/** @param {Puzzle} puzzle @param {Cells} cells */
function touchingFaults(puzzle, cells) {
  const shipAt = new Map(connectedSquares(puzzle, cells).flatMap((squares, ship) => squares.map((at) => [at, ship])));
  return [...shipAt.keys()].sort((a, b) => a - b).flatMap((at) =>
    diagonals(puzzle, at)
      .filter((near) => near < at && shipAt.has(near) && shipAt.get(near) !== shipAt.get(at))
      .map((near) => ({
        rule: "touching",
        squares: [near, at],
        text: phrase("the ships at {one} and {other} touch at a corner", { one: squareName(puzzle, near), other: squareName(puzzle, at) }),
      })),
  );
}

/** @param {Puzzle} puzzle @param {Cells} cells */
function fleetFaults(puzzle, cells) {
  const fleet = new Map(fleetOf(puzzle).map((kind) => [kind.key, kind]));
  /** @type {Map<string, {key: string, shape: Shape, word: string, placed: number[][]}>} */
  const kinds = new Map([...fleet].map(([key, kind]) => [key, { ...kind, placed: [] }]));
  for (const squares of connectedSquares(puzzle, cells)) {
    const ship = shipOn(puzzle, cells, squares);
    const key = keyOf(ship);
    kinds.set(key, { ...ship, key, placed: [...(kinds.get(key)?.placed ?? []), squares] });
  }
  return [...kinds.values()].sort(compareRanks).flatMap((kind) => {
    const count = fleet.get(kind.key)?.count ?? 0;
    if (kind.placed.length === count) return [];
    return [{ rule: "fleet", squares: kind.placed.flat(), text: phrase("ships {kind}: {placed}, the fleet has {count}", { kind: shipName(kind), placed: kind.placed.length, count }) }];
  });
}

/** @param {{shape: Shape, word: string}} ship */
function shipName({ shape, word }) {
  if (word) return phrase("lettered {word}", { word });
  return shape.every(([row]) => row === 0) ? phrase("of length {length}", { length: shape.length }) : phrase("of the shape {shape}", { shape: rowsOf(shape) });
}

/** The rows of a shape: `##/#.`. @param {Shape} shape */
function rowsOf(shape) {
  const width = Math.max(...shape.map(([, col]) => col)) + 1;
  /** @type {string[][]} */
  const rows = [];
  for (const [row, col] of shape) (rows[row] ??= Array(width).fill("."))[col] = "#";
  return rows.map((row) => row.join("")).join("/");
}

/** @type {Record<string, string>} */
export const SIDE_NAMES = { top: phrase("top"), bottom: phrase("bottom"), left: phrase("left"), right: phrase("right") };

/** Edge letters that differ from the nearest letter in their line. @param {Puzzle} puzzle @param {Cells} cells */
function edgeFaults(puzzle, cells) {
  return SIDES.flatMap((side) =>
    (puzzle.data.edges?.[side] ?? []).flatMap((letter, line) => {
      const kind = side === "left" || side === "right" ? "row" : "column";
      const nearest = nearestLetter(puzzle, cells, side, line);
      if (letter === null || nearest === letter) return [];
      const text = phrase("the letter nearest to the {side} of {line} is {nearest}, not {letter}", { side: SIDE_NAMES[side], line: lineName(kind, line), nearest: nearest ?? phrase("missing"), letter });
      return [{ rule: "edge", squares: lineSquares(puzzle, kind, line), text }];
    }),
  );
}

/** The letter of a line of a full board that is nearest to a side, if there is one. @param {Puzzle} puzzle @param {Cells} cells @param {string} side @param {number} line */
export function nearestLetter(puzzle, cells, side, line) {
  const squares = lineSquares(puzzle, side === "left" || side === "right" ? "row" : "column", line);
  const inwards = side === "left" || side === "top" ? squares : [...squares].reverse();
  return inwards.map((at) => cells[at]).find((mark) => mark !== WATER && mark !== SHIP);
}
