/** The current game, its clock, and its storage, without a browser. */

import assert from "node:assert/strict";
import test from "node:test";
import fc from "fast-check";
import * as games from "../../src/bimaru/web/page/play/game.js";
import { keyOf } from "../../src/bimaru/web/page/service/permalink.js";
import { puzzleOf } from "../../src/bimaru/web/page/board/puzzle.js";
import { Session } from "../../src/bimaru/web/page/play/session.js";
import { anything, check, damage, damaged, freshStorage, freshWindow, puzzleData } from "./support.js";

/** @typedef {import("../../src/bimaru/web/page/board/puzzle.js").PuzzleData} PuzzleData */

const SMALL = { rows: [1, 1], cols: [1, null], fleet: { 1: 2 } };
const OTHER = { rows: [1], cols: [null, null], fleet: { 1: 1 } };
const name = (/** @type {PuzzleData} */ data) => `bimaru:game:${keyOf(data)}`;

/** A new page: nothing stored, nothing played. */
function fresh() {
  return { storage: freshStorage(), around: freshWindow(), session: new Session() };
}

/** Everything of a session that the player sees. @param {Session} session */
const visible = ({ game, seconds, isSolved }) => ({ ...games.toStored(game), seconds, isSolved });

/** @type {Record<string, (session: Session, around: ReturnType<typeof freshWindow>, pick: number) => void>} */
const ACTIONS = {
  mark: (session, _, pick) => session.update(games.mark(session.game, [[pick % session.game.cells.length, "#.?"[pick % 3]]], { fills: pick % 2 > 0 })),
  undo: (session) => session.update(games.undo(session.game)),
  redo: (session) => session.update(games.redo(session.game)),
  checkpoint: (session) => session.update(games.setCheckpoint(session.game)),
  again: (session) => session.restart(),
  tick: (_, around) => around.tick(),
  pause: (session) => session.setPaused(!session.isPaused),
  hide: (_, around) => around.hide(true),
  unhide: (_, around) => around.hide(false),
};
const actions = fc.array(fc.tuple(fc.constantFrom(...Object.keys(ACTIONS)), fc.nat(100)), { maxLength: 25 });

test("every game is restored after a reload", () => {
  check(
    fc.property(puzzleData, actions, (data, steps) => {
      const { session, around } = fresh();
      session.open(data);
      for (const [action, pick] of steps) ACTIONS[action](session, around, pick);
      session.store();
      const again = new Session();
      again.open(data);
      assert.deepEqual(visible(again), visible(session));
      const file = JSON.parse(JSON.stringify(session.toFile()));
      freshStorage();
      const opened = new Session();
      opened.open(data, file);
      assert.deepEqual(visible(opened), visible(session));
    }),
  );
});

test("the clock counts only the seconds in which the game is played and visible", () => {
  check(
    fc.property(puzzleData, actions, (data, steps) => {
      const { session, around } = fresh();
      session.open(data);
      let seconds = 0;
      let before = 0; // the game began again
      /** @type {games.Step | undefined} */
      let cleared;
      for (const [action, pick] of steps) {
        const { game, isSolved } = session;
        const runs = !document.hidden && !session.isPaused && !isSolved && session.hasStarted;
        ACTIONS[action](session, around, pick);
        if (action === "again") {
          cleared = isSolved || session.game === game ? undefined : session.game.past.at(-1);
          [before, seconds] = [seconds, 0];
        }
        if (action === "undo" && cleared && session.game.future[0] === cleared) [seconds, cleared] = [seconds + before, undefined];
        if (action === "tick" && runs) seconds += 1;
        assert.equal(session.seconds, seconds);
      }
    }),
  );
});

test("whatever is stored in place of a game, the puzzle can be played", () => {
  check(
    fc.property(puzzleData, actions, fc.oneof(damage, fc.string(), anything.map((value) => JSON.stringify(value) ?? "")), (data, steps, stored) => {
      const { session, around, storage } = fresh();
      session.open(data);
      for (const [action, pick] of steps) ACTIONS[action](session, around, pick);
      const file = session.toFile();
      storage.items.set(name(data), typeof stored === "string" ? stored : JSON.stringify(damaged(file, ...stored)));
      const again = new Session();
      again.open(data);
      assert.ok(Number.isInteger(again.seconds) && again.seconds >= 0 && again.seconds <= 1e9);
      assert.equal(again.game.cells.length, puzzleOf(data).givens.length);
      ACTIONS.mark(again, around, 3);
      again.store();
    }),
  );
});

test("impossible seconds count as none, and the game is restored all the same", () => {
  for (const seconds of ["1e308", "1e999", "-5", "0.5", '"7"', "null"]) {
    const { session, storage } = fresh();
    storage.items.set(name(SMALL), `{"bimaru": 1, "cells": "#...", "past": [], "future": [], "checkpoints": [], "seconds": ${seconds}}`);
    session.open(SMALL);
    assert.deepEqual([session.seconds, session.game.cells.join("")], [0, "#..."]);
  }
});

test("a game of another version is not read", () => {
  const { session, storage } = fresh();
  storage.items.set(name(SMALL), '{"bimaru": 2, "cells": "#...", "past": [], "future": [], "checkpoints": [], "seconds": 5}');
  session.open(SMALL);
  assert.deepEqual([session.seconds, session.game.cells.join("")], [0, "????"]);
});

test("what another tab stores is taken over if it is a game, and ignored otherwise", () => {
  const { session, storage, around } = fresh();
  session.open(SMALL);
  session.update(games.mark(session.game, [[0, "#"]]));
  for (const [value, cells] of [["[1", "#???"], ['{"bimaru": 1}', "#???"], ['{"bimaru": 1, "cells": ".?..", "past": [], "future": [], "checkpoints": [], "played": 8e15}', ".?.."]]) {
    storage.items.set(name(SMALL), value);
    around.stored(name(SMALL), value);
    assert.equal(session.game.cells.join(""), cells);
  }
});

test("of the games of two tabs, the one played last stays, whichever is stored first", () => {
  const { session, storage, around } = fresh();
  session.open(SMALL);
  session.update(games.mark(session.game, [[0, "#"]]));
  const older = JSON.stringify({ ...session.toFile(), seconds: 9, cells: "?#??", played: session.course.played - 1 });
  for (const isStored of [false, true]) {
    if (isStored) session.store();
    storage.items.set(name(SMALL), older);
    around.stored(name(SMALL), older);
    assert.equal(session.game.cells.join(""), "#???");
    assert.equal(JSON.parse(storage.items.get(name(SMALL)) ?? "").cells, "#???");
  }
});

test("a tab that has not heard of a newer game does not overwrite it", () => {
  const { session, storage, around } = fresh();
  session.open(SMALL);
  session.update(games.mark(session.game, [[0, "#"]]));
  const newer = JSON.stringify({ ...session.toFile(), cells: "?#??", played: session.course.played + 1 });
  storage.items.set(name(SMALL), newer);
  around.tick();
  session.store();
  assert.equal(storage.items.get(name(SMALL)), newer);
});

test("a game opened from a file replaces a stored one that was played later", () => {
  const { session, storage } = fresh();
  session.open(SMALL);
  session.update(games.mark(session.game, [[0, "#"]]));
  const file = session.toFile();
  session.update(games.mark(session.game, [[1, "."]]));
  session.store();
  session.open(SMALL, { ...file, played: 1 });
  session.store();
  assert.equal(JSON.parse(storage.items.get(name(SMALL)) ?? "").cells, "#???");
});

test("a clock that was set back does not make a game older", () => {
  const { session, storage } = fresh();
  session.open(SMALL);
  session.update(games.mark(session.game, [[0, "#"]]));
  const early = { ...session.toFile(), played: 8e15 };
  storage.items.set(name(SMALL), JSON.stringify(early));
  const again = new Session();
  again.open(SMALL);
  again.update(games.mark(again.game, [[1, "."]]));
  again.store();
  assert.equal(JSON.parse(storage.items.get(name(SMALL)) ?? "").cells, "#.??");
});

test("a game that was undone completely can be redone after a reload", () => {
  const { session } = fresh();
  session.open({ ...SMALL, rows: [1, 0] });
  session.update(games.undo(games.mark(games.undo(session.game), [[0, "#"]])));
  session.store();
  const again = new Session();
  again.open({ ...SMALL, rows: [1, 0] });
  assert.equal(games.redo(again.game).cells.join(""), "#???");
});

test("a solved game makes way for a new one, whose time starts at 0 and cannot return to the solution", () => {
  const { session, around, storage } = fresh();
  session.open(OTHER);
  session.update(games.mark(session.game, [[1, "."]]));
  around.tick();
  session.update(games.mark(session.game, [[0, "#"]]));
  assert.deepEqual([session.isSolved, session.seconds, session.canAct], [true, 1, false]);
  session.store();
  session.restart();
  assert.deepEqual([session.isSolved, session.seconds, session.hasStarted, session.canAct], [false, 0, false, true]);
  assert.equal(games.undo(session.game).cells.join(""), "??");
  assert.equal(storage.items.has(name(OTHER)), false);
});

test("a game begun again has a clock and moves of its own, and undo goes on with those before", () => {
  const { session, around } = fresh();
  session.open(SMALL);
  session.update(games.mark(session.game, [[0, "#"]]));
  around.tick();
  session.update(games.mark(session.game, [[1, "."]]));
  const { record } = session.course;
  session.restart();
  assert.deepEqual([session.seconds, session.course.record, session.game.cells.join("")], [0, [], "????"]);
  around.tick();
  session.update(games.undo(session.game));
  assert.deepEqual([session.seconds, session.course.record, session.game.cells.join("")], [2, record, "#.??"]);
  session.update(games.setCheckpoint(session.game));
  assert.equal(session.seconds, 2);
  session.update(games.redo(session.game));
  around.tick();
  assert.equal(session.seconds, 3);
});

test("a board without marks begins again at 0, too", () => {
  const { session, around } = fresh();
  session.open(SMALL);
  session.update(games.mark(session.game, [[0, "#"]]));
  session.update(games.undo(session.game));
  around.tick();
  session.restart();
  assert.deepEqual([session.seconds, session.course.record], [0, []]);
});

test("a game begun again has the water of its finished lines, and undo restores its marks", () => {
  const { session } = fresh();
  session.open({ rows: [0, null], cols: [null, null], fleet: { 1: 1 } });
  session.update(games.mark(session.game, [[2, "."]]));
  session.setPaused(true);
  session.restart();
  assert.deepEqual([session.game.cells.join(""), session.isPaused], ["..??", false]);
  assert.equal(games.undo(session.game).cells.join(""), "...?");
});

for (const [trouble, spoil] of /** @type {[string, (storage: import("./support.js").FakeStorage) => void][]} */ ([
  ["a full storage", (storage) => (storage.room = 0)],
  ["a forbidden storage", (storage) => (storage.isForbidden = true)],
])) {
  test(`${trouble} does not stop the game, and loses no other one`, () => {
    const { session, storage } = fresh();
    session.open(OTHER);
    session.update(games.mark(session.game, [[0, "#"]]));
    session.store();
    spoil(storage);
    session.open(SMALL);
    session.update(games.mark(session.game, [[0, "#"]]));
    session.store();
    assert.equal(session.game.cells[0], "#");
    Object.assign(storage, { room: Infinity, isForbidden: false });
    session.open(OTHER);
    assert.equal(session.game.cells[0], "#");
  });
}
