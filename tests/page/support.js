/** Shared by the tests of the page's modules: random puzzles, and stand-ins for parts of the browser. */

import fc from "fast-check";
import { fromFragment } from "../../src/bimaru/web/page/service/permalink.js";

/** @typedef {import("../../src/bimaru/web/page/board/puzzle.js").PuzzleData} PuzzleData */

const SEED = Number(process.env.FC_SEED ?? 6);
const RUNS = Number(process.env.FC_RUNS ?? 100);

/**
 * Tries a property on random values, the same each time unless FC_SEED or FC_RUNS is set.
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
export const puzzleData = fc.tuple(fc.integer({ min: 1, max: 7 }), fc.integer({ min: 1, max: 7 }), fc.constantFrom("plain", "lettered", "polyomino", "all")).chain(([height, width, sort]) => {
  const tally = fc.option(fc.nat(4), { freq: 5 });
  const letter = fc.constantFrom(...LETTERS);
  const isLettered = sort === "lettered" || sort === "all";
  const kinds = [...KINDS.slice(0, sort === "polyomino" || sort === "all" ? 12 : 8), ...(isLettered ? LETTERS.map((one) => `=${one}`) : [])];
  const given = fc.tuple(fc.nat(height - 1), fc.nat(width - 1), fc.constantFrom(...kinds));
  const side = (/** @type {number} */ length) => line(fc.option(letter, { freq: 2 }), length);
  return /** @type {fc.Arbitrary<PuzzleData>} */ (fc.record({
    rows: line(tally, height),
    cols: line(tally, width),
    fleet: fc.dictionary(fc.integer({ min: 1, max: 5 }).map(String), fc.nat(4), { maxKeys: 4, noNullPrototype: true }),
    givens: fc.uniqueArray(given, { maxLength: 5, selector: ([row, col]) => row * width + col }),
    ...(isLettered ? { words: fc.array(fc.array(letter, { minLength: 1, maxLength: 4 }).map((word) => word.join("")), { minLength: 1, maxLength: 3 }), edges: fc.record({ top: side(width), right: side(height) }, { requiredKeys: [] }) } : {}),
    ...(sort === "polyomino" || sort === "all" ? { shapes: fc.array(shape, { minLength: 1, maxLength: 3 }) } : {}),
    id: fc.option(fc.oneof(fc.string(), fc.integer())),
  }, { requiredKeys: ["rows", "cols"] }));
});

/** Any JSON, including numbers beyond all limits and the names of prototypes. @type {fc.Arbitrary<unknown>} */
export const anything = fc.oneof(
  fc.jsonValue(),
  fc.constantFrom(1e308, -1, 0.5, Infinity, null, [], {}, "", "__proto__", "constructor", "☃", "toString", [[]], [null], JSON.parse('{"__proto__": {"rows": [1]}}')),
);

/**
 * A JSON value with one value inside replaced by another.
 * @param {unknown} value @param {readonly number[]} path  the entry to follow at each depth @param {unknown} other
 * @returns {unknown}
 */
export function damaged(value, path, other) {
  const keys = value !== null && typeof value === "object" ? Object.keys(value) : [];
  if (path.length === 0 || keys.length === 0) return other;
  const key = keys[path[0] % keys.length];
  const copy = Array.isArray(value) ? [...value] : { .../** @type {object} */ (value) };
  return Object.assign(copy, { [key]: damaged(Reflect.get(copy, key), path.slice(1), other) });
}

/** Where to damage a value, and what to put there. */
export const damage = fc.tuple(fc.array(fc.nat(50), { minLength: 1, maxLength: 5 }), anything);

/** The puzzle of a valid fragment. @param {string} fragment */
export function puzzleIn(fragment) {
  const data = fromFragment(fragment);
  if (!data) throw new Error(`not a puzzle: ${fragment}`);
  return data;
}

// The browser

/** A stand-in for `localStorage` that can be full or forbidden. */
export class FakeStorage {
  /** @type {Map<string, string>} */
  items = new Map();
  room = Infinity;
  isForbidden = false;

  #checkAccess() {
    if (this.isForbidden) throw new DOMException("no storage here", "SecurityError");
  }

  get length() {
    this.#checkAccess();
    return this.items.size;
  }

  key(/** @type {number} */ index) {
    this.#checkAccess();
    return [...this.items.keys()][index] ?? null;
  }

  getItem(/** @type {string} */ name) {
    this.#checkAccess();
    return this.items.get(name) ?? null;
  }

  setItem(/** @type {string} */ name, /** @type {string} */ value) {
    this.#checkAccess();
    const others = [...this.items].filter(([other]) => other !== name);
    if ([...others, [name, value]].flat().join("").length > this.room) throw new DOMException("full", "QuotaExceededError");
    this.items.set(name, value);
  }

  removeItem(/** @type {string} */ name) {
    this.#checkAccess();
    this.items.delete(name);
  }
}

/** Replaces `localStorage` by an empty stand-in. */
export function freshStorage() {
  const storage = new FakeStorage();
  Object.defineProperty(globalThis, "localStorage", { configurable: true, value: storage });
  return storage;
}

/** Replaces the window and the document by stand-ins; time passes only by `tick`. */
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
    /** Another tab stores something. @param {string} key @param {string | null} newValue */
    stored: (key, newValue) => target.dispatchEvent(Object.assign(new Event("storage"), { key, newValue })),
  };
}
