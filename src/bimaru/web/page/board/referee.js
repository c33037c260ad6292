/**
 * The referee: what is wrong with a half-filled or full board, which part each ship square shows,
 * and which ships are finished. The same rules as `bimaru.rules` and `bimaru.board`, with which
 * the tests compare them; nothing else on the page knows a rule.
 */

import { SHIP, SIDES, UNKNOWN, WATER, isShip, rowName, squareName } from "./puzzle.js";

/**
 * @typedef {import("./puzzle.js").Puzzle} Puzzle
 * @typedef {readonly string[]} Cells  The mark of every square, row by row.
 * @typedef {{rule: string, squares: number[], text: string}} Fault
 * @typedef {{squares: number[], isWhole: boolean, key: string}} LyingShip
 * @typedef {[number, number][]} Shape  (row, column) pairs, sorted.
 */

const ABOVE = 1, BELOW = 2, LEFT = 4, RIGHT = 8;
const SIDE_BITS = [ABOVE, BELOW, LEFT, RIGHT];

/** The part of a ship square by those of its neighbours that are ship; any other sum is a middle. */
const PART_BY_OPENINGS = new Map([
  [0, "S"], [RIGHT, "L"], [LEFT, "R"], [BELOW, "T"], [ABOVE, "B"],
  [BELOW | RIGHT, "RB"], [BELOW | LEFT, "LB"], [ABOVE | RIGHT, "RT"], [ABOVE | LEFT, "LT"],
]);
/** The other way round, for parts that tell all four neighbours. */
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

/** The squares that touch one only at a corner. @param {Puzzle} puzzle @param {number} at */
function diagonals(puzzle, at) {
  const [above, below] = neighbours(puzzle, at);
  return [above, below].flatMap((row) => (row < 0 ? [] : neighbours(puzzle, row).slice(2))).filter((near) => near >= 0);
}

/** The squares of each row, or of each column. @param {Puzzle} puzzle @param {"row" | "column"} kind @param {number} line */
export function lineSquares({ height, width }, kind, line) {
  return kind === "row"
    ? Array.from({ length: width }, (_, col) => line * width + col)
    : Array.from({ length: height }, (_, row) => row * width + line);
}

// Parts

/**
 * The cells with the water that one ship square alone implies: round the parts that are given,
 * and where all ships are straight, at the corners of every ship square and along its ship.
 * @param {Puzzle} puzzle @param {Cells} cells
 * @returns {string[]}
 */
export function withImpliedWater(puzzle, cells) {
  const known = [...cells];
  cells.forEach((mark, at) => {
    if (!isShip(mark)) return;
    const near = neighbours(puzzle, at);
    const wet = near.filter((_, side) => isShut(puzzle, cells, at, near, side));
    if (puzzle.isStraight) wet.push(...diagonals(puzzle, at));
    for (const square of wet) if (known[square] === UNKNOWN) known[square] = WATER;
  });
  return known;
}

/**
 * Whether a ship square's ship cannot go on to that side: its part is given, or it lies the other way.
 * @param {Puzzle} puzzle @param {Cells} cells @param {number} at @param {number[]} near @param {number} side
 */
function isShut(puzzle, cells, at, near, side) {
  if (near[side] < 0) return false;
  const given = OPENINGS_BY_PART.get(puzzle.givens[at]);
  if (given !== undefined) return (given & SIDE_BITS[side]) === 0;
  const across = side < 2 ? near.slice(2) : near.slice(0, 2);
  return puzzle.isStraight && across.some((square) => isShip(cells[square]));
}

/**
 * The part that each square shows: "" where no ship is, "X" where its neighbours do not tell yet.
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

/** Ship squares joined by their sides, in reading order. @param {Puzzle} puzzle @param {Cells} cells */
function joinedShips(puzzle, cells) {
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
 * The ships that lie on a board; `isWhole` when none of them can grow, `key` as in `fleetOf`.
 * @param {Puzzle} puzzle @param {Cells} cells
 * @returns {LyingShip[]}
 */
export function shipsOn(puzzle, cells) {
  const known = withImpliedWater(puzzle, cells);
  return joinedShips(puzzle, cells).map((squares) => ({
    squares,
    isWhole: squares.every((at) => neighbours(puzzle, at).every((near) => known[near] !== UNKNOWN)),
    key: keyOf(shipOn(puzzle, cells, squares)),
  }));
}

/**
 * The fleet, longest ships first: each kind of ship with its key and how many there are.
 * @param {Puzzle} puzzle
 */
export function fleetOf({ data: { fleet = {}, words = [], shapes = [] } }) {
  const ships = [
    ...Object.entries(fleet).filter(([, count]) => count > 0).map(([length, count]) => ({ shape: straight(Number(length)), word: "", count })),
    ...words.map((word) => ({ shape: straight([...word].length), word: eitherWay(word), count: 1 })),
    ...shapes.map((shape) => ({ shape: canonical(squaresOf(shape)), word: "", count: 1 })),
  ];
  /** @type {Map<string, {key: string, shape: Shape, word: string, count: number}>} */
  const kinds = new Map();
  for (const ship of ships.sort(byRank)) {
    const key = keyOf(ship);
    kinds.set(key, { ...ship, key, count: (kinds.get(key)?.count ?? 0) + ship.count });
  }
  return [...kinds.values()];
}

/** @param {{shape: Shape, word: string}} ship */
const keyOf = ({ shape, word }) => `${shape.join(" ")}|${word}`;

/** @param {number} length @returns {Shape} */
const straight = (length) => Array.from({ length }, (_, col) => [0, col]);

/** A word may lie backwards. @param {string} word */
function eitherWay(word) {
  const back = [...word].reverse().join("");
  return word < back ? word : back;
}

/** @param {string[]} shape @returns {Shape} */
const squaresOf = (shape) => shape.flatMap((row, r) => [...row].flatMap((mark, c) => (mark === "#" ? [/** @type {[number, number]} */ ([r, c])] : [])));

/** One of the up to eight ways to turn and flip a shape: the first in order. @param {Shape} shape */
function canonical(shape) {
  /** @type {Shape[]} */
  const forms = [];
  for (let turn = 0, form = shape; turn < 4; turn++) {
    form = form.map(([r, c]) => [c, -r]);
    forms.push(atCorner(form), atCorner(form.map(([r, c]) => [r, -c])));
  }
  return forms.sort(byShape)[0];
}

/** @param {Shape} shape @returns {Shape} */
function atCorner(shape) {
  const top = Math.min(...shape.map(([r]) => r));
  const left = Math.min(...shape.map(([, c]) => c));
  return shape.map(([r, c]) => /** @type {[number, number]} */ ([r - top, c - left])).sort(([r, c], [s, d]) => r - s || c - d);
}

/** @param {Shape} a @param {Shape} b */
function byShape(a, b) {
  const [one, other] = [a.flat(), b.flat()];
  const at = one.findIndex((value, i) => value !== other[i]);
  return at < 0 ? a.length - b.length : one[at] - (other[at] ?? -1);
}

/** @param {{shape: Shape, word: string}} a @param {{shape: Shape, word: string}} b */
function byRank(a, b) {
  return b.shape.length - a.shape.length || byShape(a.shape, b.shape) || (a.word < b.word ? -1 : Number(a.word > b.word));
}

/** @param {Puzzle} puzzle @param {Cells} cells @param {number[]} squares */
function shipOn({ width }, cells, squares) {
  const shape = canonical(squares.map((at) => [Math.floor(at / width), at % width]));
  const letters = squares.map((at) => (cells[at] === SHIP ? "." : cells[at])).join("");
  if (/^\.*$/.test(letters)) return { shape, word: "" };
  return { shape, word: shape.every(([row]) => row === 0) ? eitherWay(letters) : letters };
}

// Faults

/** How many squares of a line are ship, and how many unknown. @param {Cells} cells @param {number[]} squares */
export function countLine(cells, squares) {
  const ships = squares.filter((at) => isShip(cells[at])).length;
  const unknown = squares.filter((at) => cells[at] === UNKNOWN).length;
  return { ships, unknown };
}

/**
 * Every rule that a board breaks; none when it is a right answer. A half-filled board is never
 * right: it is `unfinished`, and charged besides with what is wrong however it is filled.
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
      ? [{ rule: "unfinished", squares: unknown, text: `squares still unknown: ${unknown.length}` }]
      : [...fleetFaults(puzzle, cells), ...edgeFaults(puzzle, cells)]),
  ];
}

/** @param {"row" | "column"} kind @param {number} line */
export const lineName = (kind, line) => (kind === "row" ? `row ${rowName(line)}` : `column ${line + 1}`);

/** @param {Puzzle} puzzle @param {Cells} cells @param {"row" | "column"} kind @param {readonly (number | null)[]} tallies */
function lineFaults(puzzle, cells, kind, tallies) {
  return tallies.flatMap((tally, line) => {
    const squares = lineSquares(puzzle, kind, line);
    const { ships, unknown } = countLine(cells, squares);
    if (tally === null || (ships <= tally && tally <= ships + unknown)) return [];
    const left = unknown ? ` and ${unknown} unknown` : "";
    return [{ rule: kind, squares, text: `${lineName(kind, line)} has ${ships} ship squares${left}, its tally is ${tally}` }];
  });
}

/** @type {Record<string, string>} */
const SPOKEN = {
  W: "water", S: "a submarine", L: "a left end", R: "a right end", T: "a top end", B: "a bottom end", M: "a middle", X: "ship",
  RB: "a corner open to the right and below", LB: "a corner open to the left and below",
  RT: "a corner open to the right and above", LT: "a corner open to the left and above",
};

/** A part in words. @param {string} part */
export const spokenPart = (part) => SPOKEN[part] ?? `the letter ${part.slice(1)}`;

/** @param {Puzzle} puzzle @param {Cells} cells */
function givenFaults(puzzle, cells) {
  return puzzle.givens.flatMap((kind, at) => {
    if (!kind || cells[at] === UNKNOWN || isKept(puzzle, cells, at, kind)) return [];
    return [{ rule: "given", squares: [at], text: `${squareName(puzzle, at)} is given as ${spokenPart(kind)}` }];
  });
}

/** @param {Puzzle} puzzle @param {Cells} cells @param {number} at @param {string} kind */
function isKept(puzzle, cells, at, kind) {
  if (kind === "W" || cells[at] === WATER) return kind === "W" && cells[at] === WATER;
  if (kind === "X") return true;
  if (kind[0] === "=") return cells[at] === kind.slice(1) || (cells[at] === SHIP && cells.includes(UNKNOWN));
  return canBe(kind, cells, neighbours(puzzle, at));
}

/** Whether a ship square shows this part once its unknown neighbours are filled in some way. @param {string} part @param {Cells} cells @param {number[]} near */
function canBe(part, cells, near) {
  const sure = openings(cells, near);
  const open = near.reduce((sum, square, side) => (cells[square] === UNKNOWN ? sum | SIDE_BITS[side] : sum), 0);
  return Array.from({ length: 16 }, (_, filled) => filled).some((filled) => (filled & open) === filled && partOf(sure | filled) === part);
}

/** @param {Puzzle} puzzle @param {Cells} cells */
function touchingFaults(puzzle, cells) {
  const shipAt = new Map(joinedShips(puzzle, cells).flatMap((squares, ship) => squares.map((at) => [at, ship])));
  return [...shipAt.keys()].sort((a, b) => a - b).flatMap((at) =>
    diagonals(puzzle, at)
      .filter((near) => near < at && shipAt.has(near) && shipAt.get(near) !== shipAt.get(at))
      .map((near) => ({
        rule: "touching",
        squares: [near, at],
        text: `the ships at ${squareName(puzzle, near)} and ${squareName(puzzle, at)} touch at a corner`,
      })),
  );
}

/** @param {Puzzle} puzzle @param {Cells} cells */
function fleetFaults(puzzle, cells) {
  const wanted = new Map(fleetOf(puzzle).map((kind) => [kind.key, kind]));
  /** @type {Map<string, {key: string, shape: Shape, word: string, lying: number[][]}>} */
  const kinds = new Map([...wanted].map(([key, kind]) => [key, { ...kind, lying: [] }]));
  for (const squares of joinedShips(puzzle, cells)) {
    const ship = shipOn(puzzle, cells, squares);
    const key = keyOf(ship);
    kinds.set(key, { ...ship, key, lying: [...(kinds.get(key)?.lying ?? []), squares] });
  }
  return [...kinds.values()].sort(byRank).flatMap((kind) => {
    const count = wanted.get(kind.key)?.count ?? 0;
    if (kind.lying.length === count) return [];
    return [{ rule: "fleet", squares: kind.lying.flat(), text: `ships ${spokenShip(kind)}: ${kind.lying.length}, the fleet has ${count}` }];
  });
}

/** @param {{shape: Shape, word: string}} ship */
function spokenShip({ shape, word }) {
  if (word) return `lettered ${word}`;
  return shape.every(([row]) => row === 0) ? `of length ${shape.length}` : `of that bent shape, ${shape.length} squares`;
}

/** Edges that name another letter than the nearest one in their line. @param {Puzzle} puzzle @param {Cells} cells */
function edgeFaults(puzzle, cells) {
  return SIDES.flatMap((side) =>
    (puzzle.data.edges?.[side] ?? []).flatMap((letter, line) => {
      const kind = side === "left" || side === "right" ? "row" : "column";
      const squares = lineSquares(puzzle, kind, line);
      const inwards = side === "left" || side === "top" ? squares : [...squares].reverse();
      const nearest = inwards.map((at) => cells[at]).find((mark) => mark !== WATER && mark !== SHIP);
      if (letter === null || nearest === letter) return [];
      const text = `the letter nearest to the ${side} of ${lineName(kind, line)} is ${nearest ?? "missing"}, not ${letter}`;
      return [{ rule: "edge", squares, text }];
    }),
  );
}
