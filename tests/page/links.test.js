/** Puzzles from outside: links, files, and other pasted text. */

import assert from "node:assert/strict";
import test from "node:test";
import fc from "fast-check";
import { puzzleInLink, savedGame } from "../../src/bimaru/web/page/play/puzzles-dialog.js";
import { fromFragment, keyOf, toFragment } from "../../src/bimaru/web/page/service/permalink.js";
import { puzzleOf, shipSquares } from "../../src/bimaru/web/page/board/puzzle.js";
import { faults, fleetOf, shipsOn } from "../../src/bimaru/web/page/board/referee.js";
import { readPuzzle } from "../../src/bimaru/web/page/validation.js";
import { anything, check, damage, damaged, puzzleData, puzzleIn } from "./support.js";

/** @typedef {import("../../src/bimaru/web/page/board/puzzle.js").PuzzleData} PuzzleData */

const SOON = 10_000; // milliseconds of the processor's; quadratic work would take minutes

/** A puzzle as a link gives it back. @param {PuzzleData} data @returns {PuzzleData} */
function normal({ id, rows, cols, fleet = {}, words = [], shapes = [], givens = [], edges = {} }) {
  const sides = Object.entries(edges).filter(([, letters]) => letters.length > 0);
  return {
    ...(id === null || id === undefined || id === "" ? {} : { id: String(id) }),
    rows,
    cols,
    fleet: Object.fromEntries(Object.entries(fleet).filter(([, count]) => count > 0)),
    ...(words.length > 0 ? { words } : {}),
    ...(shapes.length > 0 ? { shapes } : {}),
    givens: [...givens].sort(([r, c], [s, d]) => r - s || c - d),
    ...(sides.length > 0 ? { edges: Object.fromEntries(sides) } : {}),
  };
}

/** Uses a valid puzzle in every way. @param {PuzzleData} data */
function use(data) {
  assert.deepEqual(fromFragment(toFragment(data)), normal(data));
  const puzzle = puzzleOf(data);
  const cells = puzzle.givens.map(() => "#");
  faults(puzzle, cells);
  shipsOn(puzzle, cells);
  assert.equal(fleetOf(puzzle).reduce((sum, { shape, count }) => sum + shape.length * count, 0), shipSquares(puzzle));
}

test("a link holds the whole puzzle", () => {
  check(
    fc.property(puzzleData, (data) => {
      assert.deepEqual(readPuzzle(data), { ...data });
      assert.deepEqual(fromFragment(`#${toFragment(data)}`), normal(data));
      assert.deepEqual(fromFragment(keyOf(data)), normal({ ...data, id: null }));
      assert.deepEqual(puzzleInLink(` https://example.org/p#a#${toFragment(data)}\n`), normal(data));
      use(data);
    }),
    2,
  );
});

test("a damaged link is not a link, or one to another puzzle", () => {
  const edit = fc.tuple(fc.nat(), fc.nat(3), fc.oneof(fc.constantFrom(..."0129.-_=&#xABWX+%"), fc.string({ maxLength: 3 })));
  check(
    fc.property(puzzleData, fc.array(edit, { minLength: 1, maxLength: 4 }), (data, edits) => {
      const text = edits.reduce((now, [at, length, other]) => {
        const start = at % (now.length + 1);
        return now.slice(0, start) + other + now.slice(start + length);
      }, toFragment(data));
      const found = fromFragment(text);
      if (found) use(found);
    }),
    4,
  );
});

test("any text is read as a puzzle or nothing", () => {
  const part = fc.tuple(fc.constantFrom("r", "c", "f", "w", "s", "h", "et", "el", "n", "__proto__"), fc.string()).map(([name, value]) => `${name}=${value}`);
  check(
    fc.property(fc.oneof(fc.string(), fc.array(part, { maxLength: 6 }).map((parts) => `#r=1.1&c=1.1&${parts.join("&")}`)), (text) => {
      const found = fromFragment(text);
      if (found) use(found);
      puzzleInLink(text);
      savedGame(text);
    }),
    2,
  );
});

test("any data, damaged puzzles among them, are read as a puzzle or nothing", () => {
  check(
    fc.property(fc.oneof(anything, fc.tuple(puzzleData, damage).map(([data, [path, other]]) => damaged(data, path, other))), (data) => {
      const puzzle = readPuzzle(data);
      if (puzzle) use(puzzle);
      const file = JSON.stringify({ bimaru: 1, puzzle: data });
      assert.deepEqual(savedGame(file)?.puzzle ?? null, readPuzzle(JSON.parse(file).puzzle));
    }),
    4,
  );
});

const GRID = { rows: [1], cols: [1] };
const SQUARE_OF_SHIP = Array(99).fill("#".repeat(99));

for (const [what, data] of /** @type {[string, object][]} */ ([
  ["a given at infinity", { ...GRID, givens: [[Infinity, 0, "W"]] }],
  ["a tally beyond all grids", { rows: [10_000], cols: [1] }],
  ["a hundred lines", { rows: Array(100).fill(1), cols: [1] }],
  ["no lines", { rows: [], cols: [1] }],
  ["a square given as two kinds", { ...GRID, givens: [[0, 0, "W"], [0, 0, "S"]] }],
  ["a letter that is punctuation", { ...GRID, givens: [[0, 0, "=?"]] }],
  ["a letter of two letters", { ...GRID, givens: [[0, 0, "=AB"]] }],
  ["an empty word", { ...GRID, words: [""] }],
  ["a word of a hundred letters", { ...GRID, words: ["A".repeat(100)] }],
  ["a shape in two pieces", { ...GRID, shapes: [["#.#"]] }],
  ["a shape in two pieces at the ends of its rows", { ...GRID, shapes: [["..#", "#.."]] }],
  ["an empty shape", { ...GRID, shapes: [["."]] }],
  ["a shape without rows", { ...GRID, shapes: [[]] }],
  ["a shape of a hundred squares in a row", { ...GRID, shapes: [["#".repeat(100)]] }],
  ["edges of another size", { ...GRID, edges: { top: ["A", "B"] } }],
  ["edges of another side", { ...GRID, edges: { front: ["A"] } }],
  ["a fleet that is a list", { ...GRID, fleet: [1] }],
  ["a fleet with a prototype", { ...GRID, fleet: JSON.parse('{"__proto__": 1}') }],
  ["a ship longer than any that is read", { ...GRID, fleet: { 10000: 1 } }],
  ["a hundred lengths of ships", { ...GRID, fleet: Object.fromEntries(Array.from({ length: 100 }, (_, i) => [i + 1, 0])) }],
  ["ships of every length", { ...GRID, fleet: Object.fromEntries(Array.from({ length: 9999 }, (_, i) => [i + 1, 1])) }],
  ["two shapes as large as the largest grid", { ...GRID, shapes: [SQUARE_OF_SHIP, SQUARE_OF_SHIP] }],
])) {
  test(`${what}: not a puzzle`, () => assert.equal(readPuzzle(data), null));
}

test("more and longer ships than fit into any grid are a puzzle, whose fleet is found quickly", () => {
  isSoon(() => use(puzzleIn(`r=1&c=1&f=${Array.from({ length: 99 }, (_, i) => `${9999 - i}x9999`).join(".")}`)));
});

test("a link that names a length or a square twice is not a link", () => {
  assert.equal(fromFragment("r=1&c=1&f=1x1.1x2"), null);
  assert.equal(fromFragment("r=1&c=1&h=A1W.A1S"), null);
  assert.notEqual(fromFragment("r=1&c=1&h=A1W.A1W"), null);
});

test("a letter beyond the first 65,536 characters is one square", () => {
  assert.equal(shipSquares(puzzleOf(puzzleIn("r=_&c=_&w=𝟙2.A"))), 3);
});

/** @param {() => void} act */
function isSoon(act) {
  const start = process.cpuUsage();
  act();
  assert.ok(process.cpuUsage(start).user / 1000 < SOON);
}

test("a shape as large as the largest grid is read, named and found on a board quickly", () => {
  isSoon(() => {
    const data = puzzleIn(`r=${Array(99).fill("_").join(".")}&c=${Array(99).fill("_").join(".")}&s=${Array(99).fill("1".repeat(99)).join("-")}`);
    const puzzle = puzzleOf(data);
    assert.equal(fleetOf(puzzle)[0].shape.length, 99 * 99);
    assert.deepEqual(faults(puzzle, puzzle.givens.map(() => "#")), []);
  });
});

for (const [what, text] of /** @type {[string, string][]} */ ([
  ["a shape of a hundred thousand squares in a row", `r=1&c=1&s=${"1".repeat(1e5)}`],
  ["a shape of a hundred thousand rows", `r=1&c=1&s=${Array(1e5).fill("1").join("-")}`],
  ["a hundred thousand shapes", `r=1&c=1&s=${Array(1e5).fill("11-10").join(".")}`],
  ["shapes full of holes", `r=1&c=1&s=${Array(90).fill(Array(99).fill(`1${"0".repeat(98)}`).join("-")).join(".")}`],
  ["a hundred thousand rows", `r=${Array(1e5).fill("1").join(".")}&c=1`],
  ["a hundred thousand words", `r=1&c=1&w=${Array(1e5).fill("A").join(".")}`],
  ["a word of a hundred thousand letters", `r=1&c=1&w=${"A".repeat(1e5)}`],
  ["a hundred thousand givens", `r=1&c=1&h=${Array(1e5).fill("A1W").join(".")}`],
  ["a hundred thousand lengths", `r=1&c=1&f=${Array.from({ length: 1e5 }, (_, i) => `${i + 1}x1`).join(".")}`],
  ["a name of a hundred thousand letters and nothing else", `n=${"é".repeat(1e5)}`],
  ["a hundred thousand parts", "r=1&".repeat(1e5)],
  ["a hundred thousand links in a row", `${"#r=1&c=1".repeat(1e5)} .`],
])) {
  test(`${what}: refused, or read, in linear time`, () => isSoon(() => (fromFragment(text), puzzleInLink(text), savedGame(text))));
}

test("givens under their older name, hints, are read as givens; both names at once are refused", () => {
  const old = { ...GRID, hints: [[0, 0, "S"]] };
  const puzzle = { ...GRID, givens: [[0, 0, "S"]] };
  assert.deepEqual(readPuzzle(old), puzzle);
  assert.deepEqual(savedGame(JSON.stringify({ bimaru: 1, puzzle: old, seconds: 5 })), { bimaru: 1, puzzle, seconds: 5 });
  assert.equal(readPuzzle({ ...old, ...puzzle }), null);
  assert.equal(readPuzzle({ ...GRID, hints: [[0, 9, "S"]] }), null);
});

test("what a puzzle has beside its clues is kept", () => {
  const data = { ...GRID, grade: "easy", source: "somewhere", seed: 7 };
  assert.deepEqual(readPuzzle(data), data);
});
