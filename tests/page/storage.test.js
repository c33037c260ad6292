/** What the browser keeps: games, their list, and settings, whatever was stored in their places. */

import assert from "node:assert/strict";
import test from "node:test";
import fc from "fast-check";
import { keyOf } from "../../src/bimaru/web/page/service/permalink.js";
import { puzzleOf, summary } from "../../src/bimaru/web/page/board/puzzle.js";
import { loadGame, recentGames, saveGame, set, setting } from "../../src/bimaru/web/page/service/storage.js";
import { anything, check, damage, damaged, freshShelf } from "./support.js";

const LIST = "bimaru:recent";
const GAME = "bimaru:game:";
const MOST_GAMES = 60;

/** The puzzle of a number. @param {number} number */
const puzzle = (number) => ({ rows: [number], cols: [null] });

/** @param {number} number @param {unknown} [game] */
function save(number, game = { number }) {
  saveGame({ key: keyOf(puzzle(number)), name: `No. ${number}`, summary: summary(puzzleOf(puzzle(number))), isSolved: false, progress: 0.5 }, game);
}

const text = fc.oneof(fc.string(), anything.map((value) => JSON.stringify(value) ?? ""), fc.array(anything).map((list) => JSON.stringify(list)));

/** Whether the list can be shown as it is. */
function checkList() {
  const list = recentGames();
  for (const { key, name, summary: about, isSolved, progress } of list) {
    assert.deepEqual([typeof key, typeof name, typeof about, typeof isSolved], ["string", "string", "string", "boolean"]);
    assert.ok(about !== "" && progress >= 0 && progress <= 1);
  }
  assert.equal(new Set(list.map(({ key }) => key)).size, list.length);
  return list.map(({ key }) => key);
}

test("the games played last are kept, as many as are promised, the last first", () => {
  check(
    fc.property(fc.array(fc.nat(90), { maxLength: 150 }), (played) => {
      const shelf = freshShelf();
      for (const number of played) save(number);
      const wanted = [...new Set([...played].reverse())].slice(0, MOST_GAMES);
      assert.deepEqual(checkList(), wanted.map((number) => keyOf(puzzle(number))));
      for (const number of wanted) assert.deepEqual(loadGame(keyOf(puzzle(number))), { number });
      assert.equal(shelf.length, wanted.length + (wanted.length > 0 ? 1 : 0));
    }),
    0.2,
  );
});

test("a damaged list loses no game", () => {
  check(
    fc.property(text, (list) => {
      const shelf = freshShelf();
      for (const number of [1, 2, 3]) save(number);
      shelf.items.set(LIST, list);
      const keys = [1, 2, 3].map((number) => keyOf(puzzle(number)));
      assert.ok(keys.every((key) => checkList().includes(key)));
      save(4);
      assert.deepEqual(checkList()[0], keyOf(puzzle(4)));
      for (const number of [1, 2, 3, 4]) assert.deepEqual(loadGame(keyOf(puzzle(number))), { number });
    }),
  );
});

test("a damaged entry of the list is mended, and the others are as they were", () => {
  check(
    fc.property(fc.array(damage, { minLength: 1, maxLength: 4 }), (damages) => {
      const shelf = freshShelf();
      for (const number of [1, 2, 3]) save(number);
      const [first, ...others] = recentGames();
      const broken = damages.reduce((/** @type {unknown} */ value, [path, other]) => damaged(value, path, other), [first]);
      shelf.items.set(LIST, JSON.stringify([...others, ...(Array.isArray(broken) ? broken : [broken])]));
      checkList();
      assert.deepEqual(recentGames().slice(0, 2), others);
      assert.ok(recentGames().some(({ key }) => key === first.key));
    }),
  );
});

test("one key twice in a long list does not cost the game under it", () => {
  const shelf = freshShelf();
  save(1);
  const entry = recentGames()[0];
  shelf.items.set(LIST, JSON.stringify(Array(2 * MOST_GAMES).fill(entry)));
  save(2);
  assert.deepEqual(loadGame(entry.key), { number: 1 });
});

test("a key that is no puzzle is not listed, and what is stored under it is let be", () => {
  const shelf = freshShelf();
  for (const key of ["__proto__", "r=1", "r=x&c=1", ""]) shelf.items.set(GAME + key, "{}");
  shelf.items.set(LIST, '[{"key": "__proto__"}, {"key": "constructor"}, {"__proto__": {"key": "r=1&c=1"}}]');
  assert.deepEqual(recentGames(), []);
  save(1);
  assert.equal(shelf.length, 6);
});

test("text that is not JSON is no game", () => {
  check(
    fc.property(fc.string(), (damage) => {
      const shelf = freshShelf();
      shelf.items.set(`${GAME}r=1&c=1`, damage);
      loadGame("r=1&c=1");
    }),
  );
});

test("a setting is of the type that is asked for", () => {
  check(
    fc.property(fc.string(), text, fc.constantFrom(true, "system", {}), (name, stored, otherwise) => {
      const shelf = freshShelf();
      shelf.items.set(`bimaru:setting:${name}`, stored);
      const value = setting(name, otherwise);
      assert.ok(value !== null && typeof value === typeof otherwise);
      set(name, otherwise);
      assert.deepEqual(setting(name, otherwise), otherwise);
    }),
  );
});

test("a store that is full keeps what it holds", () => {
  check(
    fc.property(fc.nat(3000), (room) => {
      const shelf = freshShelf();
      for (const number of [1, 2, 3]) save(number);
      shelf.room = room;
      save(4, { long: "x".repeat(1000) });
      save(1, { number: 1, long: "x".repeat(1000) });
      checkList();
      for (const number of [1, 2, 3]) assert.equal(loadGame(keyOf(puzzle(number))).number, number);
    }),
    0.5,
  );
});

test("a store that may not be looked at is an empty one", () => {
  const shelf = freshShelf();
  shelf.isForbidden = true;
  save(1);
  set("theme", "dark");
  assert.deepEqual([recentGames(), loadGame("r=1&c=_"), setting("theme", "system")], [[], null, "system"]);
  Object.defineProperty(globalThis, "localStorage", { configurable: true, get: () => { throw new DOMException("no storage at all", "SecurityError"); } });
  save(1);
  assert.deepEqual([recentGames(), loadGame("r=1&c=_"), setting("theme", "system")], [[], null, "system"]);
});
