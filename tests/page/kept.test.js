/** What the page of version 0.1.0 wrote, in tests/data/kept/page, is opened: links, saved games, a copy of a logbook, and what a browser stored. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { puzzleOf } from "../../src/bimaru/web/page/board/puzzle.js";
import { storedDraft } from "../../src/bimaru/web/page/editor/draft.js";
import { readBackup } from "../../src/bimaru/web/page/logbook/backup.js";
import { entryOf, solveOf } from "../../src/bimaru/web/page/logbook/entries.js";
import * as games from "../../src/bimaru/web/page/play/game.js";
import { Session } from "../../src/bimaru/web/page/play/session.js";
import { keyOf, toFragment } from "../../src/bimaru/web/page/service/permalink.js";
import { recentGames } from "../../src/bimaru/web/page/service/recent-games.js";
import { loadSetting } from "../../src/bimaru/web/page/service/stored-values.js";
import { freshStorage, freshWindow, puzzleIn } from "./support.js";

/** @typedef {import("../../src/bimaru/web/page/board/puzzle.js").PuzzleData} PuzzleData */

const KEPT = new URL("../data/kept/", import.meta.url);
const read = (/** @type {string} */ name) => readFileSync(new URL(name, KEPT), "utf8");
/** @type {(name: string) => any[]} */
const lines = (name) => read(name).trim().split("\n").map((line) => JSON.parse(line));
/** @type {PuzzleData[]} */
const PUZZLES = lines("puzzles.jsonl");
const GAMES = lines("page/games.jsonl");

/** A session of a new page, where this is stored. @param {Record<string, string>} [stored] */
function sessionWith(stored = {}) {
  const storage = freshStorage();
  for (const [name, text] of Object.entries(stored)) storage.setItem(name, text);
  freshWindow();
  return new Session();
}

/** Checks that a session shows a game as it was saved, and that each of its steps can be taken back. @param {Session} session @param {any} file */
function checkIsOpen(session, file) {
  const { past, future, checkpoints, cells, hints, record, grade, day, played, solvedAt, seconds } = file;
  assert.equal(session.problem, "");
  assert.deepEqual(games.toStored(session.game), { cells, past, future, checkpoints });
  assert.deepEqual({ ...session.course, seconds: session.seconds }, { hints, record, grade, day, played, solvedAt, seconds });
  assert.equal(session.isSolved, solvedAt !== null);
  let game = session.game;
  for (let step = 0; step < past.length; step += 1) game = games.undo(game);
  assert.deepEqual(game.cells, games.newGame(session.puzzle).cells);
}

test("there are games of every kind of puzzle, solved ones and others, with all that a game has", () => {
  assert.deepEqual(GAMES.map(({ puzzle }) => puzzle.id), PUZZLES.map(({ id }) => id));
  for (const name of ["past", "future", "checkpoints", "hints", "record", "day", "solvedAt"]) {
    assert.ok(GAMES.some((game) => (Array.isArray(game[name]) ? game[name].length > 0 : game[name])), name);
  }
});

test("a link leads to its puzzle, and is written in the same way", () => {
  const links = JSON.parse(read("page/links.json"));
  for (const puzzle of PUZZLES) {
    const opened = puzzleIn(links[String(puzzle.id)]);
    assert.equal(opened.id, puzzle.id);
    assert.deepEqual(puzzleOf(opened).givens, puzzleOf(puzzle).givens);
    for (const data of [opened, puzzle]) assert.equal(`#${toFragment(data)}`, links[String(puzzle.id)]);
  }
});

test("a saved game is opened with every mark, step and figure", () => {
  for (const file of GAMES) {
    const session = sessionWith();
    session.open(file.puzzle, file);
    checkIsOpen(session, file);
    assert.deepEqual(JSON.parse(JSON.stringify(session.toFile())), file);
  }
});

test("a copy of a logbook has all its games, solves and settings", () => {
  freshStorage();
  const { games: files, solves, settings } = readBackup(read("page/logbook.json"));
  assert.deepEqual(files, GAMES);
  const known = GAMES.map((file) => entryOf(file)).map((entry) => entry && solveOf(entry)).filter((solve) => solve !== null);
  assert.ok(known.length > 1);
  const isElsewhere = { on: "" }; // the day of a solve is that where the player was
  assert.deepEqual(solves.map((solve) => ({ ...solve, ...isElsewhere })), known.map((solve) => ({ ...solve, ...isElsewhere })));
  assert.deepEqual([settings.theme, settings.fills, settings.lessons], ["dark", false, ["one", "two"]]);
});

test("what a browser stored is found: games, their list, settings and the draft", () => {
  const stored = JSON.parse(read("page/storage.json"));
  for (const file of GAMES) {
    const session = sessionWith(stored);
    session.open(file.puzzle);
    checkIsOpen(session, file);
  }
  assert.deepEqual(recentGames().map(({ key }) => key), GAMES.map(({ puzzle }) => keyOf(puzzle)).reverse());
  assert.deepEqual(recentGames().map(({ name }) => name), GAMES.map(({ puzzle }) => puzzle.id).reverse());
  assert.deepEqual([loadSetting("theme", "system"), loadSetting("fills", true)], ["dark", false]);
  const { draft, problem } = storedDraft(loadSetting("draft", {}));
  assert.deepEqual([draft?.data.id, draft?.answer?.filter((mark) => mark === "#").length, problem], ["My draft", 2, ""]);
});
