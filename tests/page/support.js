/** What the tests of the page's modules share: random puzzles, and a browser's surroundings without a browser. */

import fc from "fast-check";
import { fromFragment } from "../../src/bimaru/web/page/service/permalink.js";

/** @typedef {import("../../src/bimaru/web/page/board/puzzle.js").PuzzleData} PuzzleData */

const SEED = Number(process.env.FC_SEED ?? 6);
const RUNS = Number(process.env.FC_RUNS ?? 100);

/**
 * Tries a property on random values: the same each time, unless FC_SEED or FC_RUNS says otherwise.
 * @template {unknown[]} T @param {fc.IProperty<T> | fc.IAsyncProperty<T>} property @param {number} [share] of the usual number of runs
 */
export const check = (property, share = 1) => fc.assert(property, { seed: SEED, numRuns: Math.max(1, Math.round(RUNS * share)) });

// Puzzles

const LETTERS = ["1", "2", "A", "B", "é", "𝟙"];
const KINDS = ["W", "S", "L", "R", "T", "B", "M", "X", "RB", "LB", "RT", "LT"];

/** A polyomino, grown square by square. @type {fc.Arbitrary<string[]>} */
const shape = fc.array(fc.nat(7), { maxLength: 5 }).map((picks) => {
  /** @type {[number, number][]} */
  const squares = [[5, 5]];
  for (const pick of picks) {
    const [row, col] = squares[pick % squares.length];
    squares.push(/** @type {[number, number][]} */ ([[row - 1, col], [row + 1, col], [row, col - 1], [row, col + 1]])[pick % 4]);
  }
  const [top, left] = [0, 1].map((axis) => Math.min(...squares.map((square) => square[axis])));
  const [height, width] = [0, 1].map((axis) => Math.max(...squares.map((square) => square[axis])) + 1);
  const has = (/** @type {number} */ row, /** @type {number} */ col) => squares.some(([r, c]) => r === row && c === col);
  return Array.from({ length: height - top }, (_, r) => Array.from({ length: width - left }, (_, c) => (has(top + r, left + c) ? "#" : ".")).join(""));
});

/** @template T @param {fc.Arbitrary<T>} entry @param {number} length */
const line = (entry, length) => fc.array(entry, { minLength: length, maxLength: length });

/** Puzzles of every kind; few have a solution. @type {fc.Arbitrary<PuzzleData>} */
export const puzzleData = fc.tuple(fc.integer({ min: 1, max: 7 }), fc.integer({ min: 1, max: 7 }), fc.constantFrom("plain", "lettered", "bent", "all")).chain(([height, width, sort]) => {
  const tally = fc.option(fc.nat(4), { freq: 5 });
  const letter = fc.constantFrom(...LETTERS);
  const isLettered = sort === "lettered" || sort === "all";
  const kinds = [...KINDS.slice(0, sort === "bent" || sort === "all" ? 12 : 8), ...(isLettered ? LETTERS.map((one) => `=${one}`) : [])];
  const hint = fc.tuple(fc.nat(height - 1), fc.nat(width - 1), fc.constantFrom(...kinds));
  const side = (/** @type {number} */ length) => line(fc.option(letter, { freq: 2 }), length);
  return /** @type {fc.Arbitrary<PuzzleData>} */ (fc.record({
    rows: line(tally, height),
    cols: line(tally, width),
    fleet: fc.dictionary(fc.integer({ min: 1, max: 5 }).map(String), fc.nat(4), { maxKeys: 4, noNullPrototype: true }),
    givens: fc.uniqueArray(hint, { maxLength: 5, selector: ([row, col]) => row * width + col }),
    ...(isLettered ? { words: fc.array(fc.array(letter, { minLength: 1, maxLength: 4 }).map((word) => word.join("")), { minLength: 1, maxLength: 3 }), edges: fc.record({ top: side(width), right: side(height) }, { requiredKeys: [] }) } : {}),
    ...(sort === "bent" || sort === "all" ? { shapes: fc.array(shape, { minLength: 1, maxLength: 3 }) } : {}),
    id: fc.option(fc.oneof(fc.string(), fc.integer())),
  }, { requiredKeys: ["rows", "cols"] }));
});

/** Anything that JSON can hold, numbers beyond all limits and the names of prototypes among it. @type {fc.Arbitrary<unknown>} */
export const anything = fc.oneof(
  fc.jsonValue(),
  fc.constantFrom(1e308, -1, 0.5, Infinity, null, [], {}, "", "__proto__", "constructor", "☃", "toString", [[]], [null], JSON.parse('{"__proto__": {"rows": [1]}}')),
);

/**
 * A value of JSON with one thing in it replaced by another, or taken out.
 * @param {unknown} value @param {readonly number[]} path  which entry to go into, a number a depth @param {unknown} other
 * @returns {unknown}
 */
export function damaged(value, path, other) {
  const keys = value !== null && typeof value === "object" ? Object.keys(value) : [];
  if (path.length === 0 || keys.length === 0) return other;
  const key = keys[path[0] % keys.length];
  const copy = Array.isArray(value) ? [...value] : { .../** @type {object} */ (value) };
  return Object.assign(copy, { [key]: damaged(Reflect.get(copy, key), path.slice(1), other) });
}

/** Where something is damaged, and what is there instead. */
export const damage = fc.tuple(fc.array(fc.nat(50), { minLength: 1, maxLength: 5 }), anything);

/** A puzzle that has to be one. @param {string} fragment */
export function puzzleIn(fragment) {
  const data = fromFragment(fragment);
  if (!data) throw new Error(`no puzzle: ${fragment}`);
  return data;
}

// The browser

/** `localStorage`, that can be full, or out of reach. */
export class Shelf {
  /** @type {Map<string, string>} */
  items = new Map();
  room = Infinity;
  isForbidden = false;

  #look() {
    if (this.isForbidden) throw new DOMException("no storage here", "SecurityError");
  }

  get length() {
    this.#look();
    return this.items.size;
  }

  key(/** @type {number} */ index) {
    this.#look();
    return [...this.items.keys()][index] ?? null;
  }

  getItem(/** @type {string} */ name) {
    this.#look();
    return this.items.get(name) ?? null;
  }

  setItem(/** @type {string} */ name, /** @type {string} */ value) {
    this.#look();
    const others = [...this.items].filter(([other]) => other !== name);
    if ([...others, [name, value]].flat().join("").length > this.room) throw new DOMException("full", "QuotaExceededError");
    this.items.set(name, value);
  }

  removeItem(/** @type {string} */ name) {
    this.#look();
    this.items.delete(name);
  }
}

/** Puts an empty shelf in the place of `localStorage`. */
export function freshShelf() {
  const shelf = new Shelf();
  Object.defineProperty(globalThis, "localStorage", { configurable: true, value: shelf });
  return shelf;
}

/** Puts a window and a document around the tests; time passes by `tick` alone. */
export function freshWindow() {
  const [target, page] = [new EventTarget(), new EventTarget()];
  /** @type {Set<() => void>} */
  const clocks = new Set();
  Object.assign(globalThis, {
    window: globalThis,
    document: Object.assign(page, { hidden: false }),
    addEventListener: target.addEventListener.bind(target),
    setInterval: (/** @type {() => void} */ act) => clocks.add(act),
    setTimeout: () => 0,
    clearTimeout: () => {},
  });
  return {
    tick: () => clocks.forEach((act) => act()),
    /** @param {boolean} isHidden */
    hide: (isHidden) => {
      Object.assign(page, { hidden: isHidden });
      page.dispatchEvent(new Event("visibilitychange"));
    },
    /** Another tab has stored something. @param {string} key @param {string | null} newValue */
    stored: (key, newValue) => target.dispatchEvent(Object.assign(new Event("storage"), { key, newValue })),
  };
}
