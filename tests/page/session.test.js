/** The game that is played, with its clock and its keeping, without a browser. */

import assert from "node:assert/strict";
import test from "node:test";
import fc from "fast-check";
import * as games from "../../src/bimaru/web/page/play/game.js";
import { keyOf } from "../../src/bimaru/web/page/service/permalink.js";
import { puzzleOf } from "../../src/bimaru/web/page/board/puzzle.js";
import { Session } from "../../src/bimaru/web/page/play/session.js";
import { anything, check, damage, damaged, freshShelf, freshWindow, puzzleData } from "./support.js";

/** @typedef {import("../../src/bimaru/web/page/board/puzzle.js").PuzzleData} PuzzleData */

const SMALL = { rows: [1, 1], cols: [1, null], fleet: { 1: 2 } };
const OTHER = { rows: [1], cols: [null, null], fleet: { 1: 1 } };
const name = (/** @type {PuzzleData} */ data) => `bimaru:game:${keyOf(data)}`;

/** A page anew: nothing stored, nothing played. */
function fresh() {
  return { shelf: freshShelf(), around: freshWindow(), session: new Session() };
}

/** Everything of a session that a person sees. @param {Session} session */
const seen = ({ game, seconds, isDone }) => ({ ...games.toStored(game), seconds, isDone });

/** @type {Record<string, (session: Session, around: ReturnType<typeof freshWindow>, pick: number) => void>} */
const ACTIONS = {
  mark: (session, _, pick) => session.become(games.markAgain(session.game, pick % session.game.cells.length, "#.?"[pick % 3], { fills: pick % 2 > 0 })),
  undo: (session) => session.become(games.undo(session.game)),
  redo: (session) => session.become(games.redo(session.game)),
  checkpoint: (session) => session.become(games.setCheckpoint(session.game)),
  again: (session) => session.become(games.clear(session.game)),
  tick: (_, around) => around.tick(),
  pause: (session) => session.pause(!session.isPaused),
  hide: (_, around) => around.hide(true),
  unhide: (_, around) => around.hide(false),
};
const actions = fc.array(fc.tuple(fc.constantFrom(...Object.keys(ACTIONS)), fc.nat(100)), { maxLength: 25 });

test("whatever is played is there again after a reload", () => {
  check(
    fc.property(puzzleData, actions, (data, steps) => {
      const { session, around } = fresh();
      session.open(data);
      for (const [action, pick] of steps) ACTIONS[action](session, around, pick);
      session.keep();
      const again = new Session();
      again.open(data);
      assert.deepEqual(seen(again), seen(session));
      const file = JSON.parse(JSON.stringify(session.toFile()));
      freshShelf();
      const opened = new Session();
      opened.open(data, file);
      assert.deepEqual(seen(opened), seen(session));
    }),
  );
});

test("the clock counts the seconds in which the game is played and seen, and no others", () => {
  check(
    fc.property(puzzleData, actions, (data, steps) => {
      const { session, around } = fresh();
      session.open(data);
      let seconds = 0;
      for (const [action, pick] of steps) {
        const runs = !document.hidden && !session.isPaused && !session.isDone && session.hasBegun;
        ACTIONS[action](session, around, pick);
        if (action === "tick" && runs) seconds += 1;
        assert.equal(session.seconds, seconds);
      }
    }),
  );
});

test("whatever is stored in the place of a game, the puzzle can be played", () => {
  check(
    fc.property(puzzleData, actions, fc.oneof(damage, fc.string(), anything.map((value) => JSON.stringify(value) ?? "")), (data, steps, stored) => {
      const { session, around, shelf } = fresh();
      session.open(data);
      for (const [action, pick] of steps) ACTIONS[action](session, around, pick);
      const file = session.toFile();
      shelf.items.set(name(data), typeof stored === "string" ? stored : JSON.stringify(damaged(file, ...stored)));
      const again = new Session();
      again.open(data);
      assert.ok(Number.isInteger(again.seconds) && again.seconds >= 0 && again.seconds <= 1e9);
      assert.equal(again.game.cells.length, puzzleOf(data).givens.length);
      ACTIONS.mark(again, around, 3);
      again.keep();
    }),
  );
});

test("seconds that no clock can have counted are none, and the game is there all the same", () => {
  for (const seconds of ["1e308", "1e999", "-5", "0.5", '"7"', "null"]) {
    const { session, shelf } = fresh();
    shelf.items.set(name(SMALL), `{"bimaru": 1, "cells": "#...", "past": [], "future": [], "checkpoints": [], "seconds": ${seconds}}`);
    session.open(SMALL);
    assert.deepEqual([session.seconds, session.game.cells.join("")], [0, "#..."]);
  }
});

test("a game of another version is not read", () => {
  const { session, shelf } = fresh();
  shelf.items.set(name(SMALL), '{"bimaru": 2, "cells": "#...", "past": [], "future": [], "checkpoints": [], "seconds": 5}');
  session.open(SMALL);
  assert.deepEqual([session.seconds, session.game.cells.join("")], [0, "????"]);
});

test("what another tab stores is taken over if it is a game, and else left", () => {
  const { session, shelf, around } = fresh();
  session.open(SMALL);
  session.become(games.mark(session.game, [[0, "#"]]));
  for (const [value, cells] of [["[1", "#???"], ['{"bimaru": 1}', "#???"], ['{"bimaru": 1, "cells": ".?..", "past": [], "future": [], "checkpoints": []}', ".?.."]]) {
    shelf.items.set(name(SMALL), value);
    around.stored(name(SMALL), value);
    assert.equal(session.game.cells.join(""), cells);
  }
});

test("a game of which everything was undone can be done again after a reload", () => {
  const { session } = fresh();
  session.open({ ...SMALL, rows: [1, 0] });
  session.become(games.undo(games.mark(games.undo(session.game), [[0, "#"]])));
  session.keep();
  const again = new Session();
  again.open({ ...SMALL, rows: [1, 0] });
  assert.equal(games.redo(again.game).cells.join(""), "#???");
});

for (const [trouble, spoil] of /** @type {[string, (shelf: import("./support.js").Shelf) => void][]} */ ([
  ["a full store", (shelf) => (shelf.room = 0)],
  ["a forbidden store", (shelf) => (shelf.isForbidden = true)],
])) {
  test(`${trouble} stops nobody from playing, and loses no other game`, () => {
    const { session, shelf } = fresh();
    session.open(OTHER);
    session.become(games.mark(session.game, [[0, "#"]]));
    session.keep();
    spoil(shelf);
    session.open(SMALL);
    session.become(games.mark(session.game, [[0, "#"]]));
    session.keep();
    assert.equal(session.game.cells[0], "#");
    Object.assign(shelf, { room: Infinity, isForbidden: false });
    session.open(OTHER);
    assert.equal(session.game.cells[0], "#");
  });
}
