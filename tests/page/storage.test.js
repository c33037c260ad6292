/** The browser's storage: games, their list, and settings, whatever is stored in their place. */

import assert from "node:assert/strict";
import test from "node:test";
import fc from "fast-check";
import { keyOf } from "../../src/bimaru/web/page/service/permalink.js";
import { puzzleOf, summary } from "../../src/bimaru/web/page/board/puzzle.js";
import { MAX_GAMES, loadGame, recentGames, saveGame } from "../../src/bimaru/web/page/service/recent-games.js";
import { loadSetting, saveSetting } from "../../src/bimaru/web/page/service/stored-values.js";
import { anything, check, damage, damaged, freshStorage } from "./support.js";

const LIST = "bimaru:recent";
const GAME = "bimaru:game:";

/** A puzzle for a number. @param {number} number */
const puzzle = (number) => ({ rows: [number], cols: [null] });

/** @param {number} number @param {unknown} [game] */
function save(number, game = { number }) {
  saveGame({ key: keyOf(puzzle(number)), name: `No. ${number}`, summary: summary(puzzleOf(puzzle(number))), isSolved: false, progress: 0.5 }, game);
}

const text = fc.oneof(fc.string(), anything.map((value) => JSON.stringify(value) ?? ""), fc.array(anything).map((list) => JSON.stringify(list)));

/** Checks that the list can be shown, and returns its keys. */
function checkList() {
  const list = recentGames();
  for (const { key, name, summary: about, isSolved, progress } of list) {
    assert.deepEqual([typeof key, typeof name, typeof about, typeof isSolved], ["string", "string", "string", "boolean"]);
    assert.ok(about !== "" && progress >= 0 && progress <= 1);
  }
  assert.equal(new Set(list.map(({ key }) => key)).size, list.length);
  return list.map(({ key }) => key);
}

test("the most recent games are kept, up to the limit, the last first", () => {
  check(
    fc.property(fc.array(fc.nat(90), { maxLength: 150 }), (played) => {
      const storage = freshStorage();
      for (const number of played) save(number);
      const expected = [...new Set([...played].reverse())].slice(0, MAX_GAMES);
      assert.deepEqual(checkList(), expected.map((number) => keyOf(puzzle(number))));
      for (const number of expected) assert.deepEqual(loadGame(keyOf(puzzle(number))), { number });
      assert.equal(storage.length, expected.length + (expected.length > 0 ? 1 : 0));
    }),
    0.2,
  );
});

test("a damaged list loses no game", () => {
  check(
    fc.property(text, (list) => {
      const storage = freshStorage();
      for (const number of [1, 2, 3]) save(number);
      storage.items.set(LIST, list);
      const keys = [1, 2, 3].map((number) => keyOf(puzzle(number)));
      assert.ok(keys.every((key) => checkList().includes(key)));
      save(4);
      assert.deepEqual(checkList()[0], keyOf(puzzle(4)));
      for (const number of [1, 2, 3, 4]) assert.deepEqual(loadGame(keyOf(puzzle(number))), { number });
    }),
  );
});

test("a damaged entry of the list is repaired, and the others stay as they were", () => {
  check(
    fc.property(fc.array(damage, { minLength: 1, maxLength: 4 }), (damages) => {
      const storage = freshStorage();
      for (const number of [1, 2, 3]) save(number);
      const [first, ...others] = recentGames();
      const broken = damages.reduce((/** @type {unknown} */ value, [path, other]) => damaged(value, path, other), [first]);
      storage.items.set(LIST, JSON.stringify([...others, ...(Array.isArray(broken) ? broken : [broken])]));
      checkList();
      assert.deepEqual(recentGames().slice(0, 2), others);
      assert.ok(recentGames().some(({ key }) => key === first.key));
    }),
  );
});

test("a repeated key in a long list does not delete its game", () => {
  const storage = freshStorage();
  save(1);
  const entry = recentGames()[0];
  storage.items.set(LIST, JSON.stringify(Array(2 * MAX_GAMES).fill(entry)));
  save(2);
  assert.deepEqual(loadGame(entry.key), { number: 1 });
});

test("a key that is not a puzzle is not listed, and what is stored under it stays", () => {
  const storage = freshStorage();
  for (const key of ["__proto__", "r=1", "r=x&c=1", ""]) storage.items.set(GAME + key, "{}");
  storage.items.set(LIST, '[{"key": "__proto__"}, {"key": "constructor"}, {"__proto__": {"key": "r=1&c=1"}}]');
  assert.deepEqual(recentGames(), []);
  save(1);
  assert.equal(storage.length, 6);
});

test("text that is not JSON is not a game", () => {
  check(
    fc.property(fc.string(), (damage) => {
      const storage = freshStorage();
      storage.items.set(`${GAME}r=1&c=1`, damage);
      loadGame("r=1&c=1");
    }),
  );
});

test("a setting has the type of its fallback", () => {
  check(
    fc.property(fc.string(), text, fc.constantFrom(true, "system", {}), (name, stored, fallback) => {
      const storage = freshStorage();
      storage.items.set(`bimaru:setting:${name}`, stored);
      const value = loadSetting(name, fallback);
      assert.ok(value !== null && typeof value === typeof fallback);
      saveSetting(name, fallback);
      assert.deepEqual(loadSetting(name, fallback), fallback);
    }),
  );
});

test("a full storage keeps what it holds", () => {
  check(
    fc.property(fc.nat(3000), (room) => {
      const storage = freshStorage();
      for (const number of [1, 2, 3]) save(number);
      storage.room = room;
      save(4, { long: "x".repeat(1000) });
      save(1, { number: 1, long: "x".repeat(1000) });
      checkList();
      for (const number of [1, 2, 3]) assert.equal(loadGame(keyOf(puzzle(number))).number, number);
    }),
    0.5,
  );
});

test("a forbidden storage counts as empty", () => {
  const storage = freshStorage();
  storage.isForbidden = true;
  save(1);
  saveSetting("theme", "dark");
  assert.deepEqual([recentGames(), loadGame("r=1&c=_"), loadSetting("theme", "system")], [[], null, "system"]);
  Object.defineProperty(globalThis, "localStorage", { configurable: true, get: () => { throw new DOMException("no storage at all", "SecurityError"); } });
  save(1);
  assert.deepEqual([recentGames(), loadGame("r=1&c=_"), loadSetting("theme", "system")], [[], null, "system"]);
});
