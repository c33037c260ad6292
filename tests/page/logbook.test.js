/** The logbook without a browser: the days' puzzles, records, streaks, times, results and copies. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import fc from "fast-check";
import { puzzleOf } from "../../src/bimaru/web/page/board/puzzle.js";
import { dayFrom, weekdayOf } from "../../src/bimaru/web/page/daily/daily.js";
import { dayOfNumber, numberOfDay, today } from "../../src/bimaru/web/page/daily/dates.js";
import { BackupError, mergeSettings, readBackup, writeBackup } from "../../src/bimaru/web/page/logbook/backup.js";
import { entryOf, solveOf } from "../../src/bimaru/web/page/logbook/entries.js";
import { resultText } from "../../src/bimaru/web/page/logbook/share-result.js";
import { rowsByGrade, streaks } from "../../src/bimaru/web/page/logbook/statistics.js";
import { titleOf } from "../../src/bimaru/web/page/names.js";
import { readCourse, withMove } from "../../src/bimaru/web/page/play/game-record.js";
import * as games from "../../src/bimaru/web/page/play/game.js";
import { Session } from "../../src/bimaru/web/page/play/session.js";
import { keyOf } from "../../src/bimaru/web/page/service/permalink.js";
import { loadSetting, saveSetting } from "../../src/bimaru/web/page/service/stored-values.js";
import { check, damage, damaged, freshStorage, freshWindow, puzzleData, puzzleIn } from "./support.js";

const FRAGMENTS = readFileSync(new URL("../../src/bimaru/web/page/daily/puzzles.txt", import.meta.url), "ascii").trim().split("\n");
const SMALL = { rows: [1, 1], cols: [1, null], fleet: { 1: 2 } };
const LINE = { rows: [1], cols: [null, null], fleet: { 1: 1 } };
const NOON = Date.parse("2026-11-22T12:00:00Z");

// Days

test("the puzzle of a day is the same in every version", () => {
  /** The same as in tests/web/test_web_daily.py. @type {Record<string, [string, string]>} */
  const pinned = {
    "2025-12-31": ["intermediate", "#r=4.1.0.2.3.3.1.1.2.3&c=0.2.2.3.1.4.0.1.4.3&f=4x1.3x2.2x3.1x4&h=E2T.I10T.J4B"],
    "2026-01-01": ["intermediate", "#r=3.0.1.5.0.3.2.2.2.2&c=2.0.7.1.1.3.0.1.1.4&f=4x1.3x2.2x3.1x4&h=A10S.D8L.F1W.I6M"],
    "2026-11-22": ["expert", "#r=3.1.2.1.3.2.0.5.0.3&c=0.2.1.2.6.0.2.0.1.6&f=4x1.3x2.2x3.1x4&h=E10S.J4L"],
    "2028-02-29": ["easy", "#r=2.3.4.1.1.1.1.2.2.3&c=1.1.4.1.1.1.1.3.0.7&f=4x1.3x2.2x3.1x4&h=B10S.C3M.H3T.H10T.J7L"],
    "2041-07-04": ["intermediate", "#r=3.2.0.2.2.2.1.2.5.1&c=3.0.0.3.3.1.4.3.1.2&f=4x1.3x2.2x3.1x4&h=D5S.F7B.F10S.I4M"],
  };
  for (const [day, [grade, fragment]] of Object.entries(pinned)) {
    const puzzle = dayFrom(FRAGMENTS, day);
    assert.deepEqual([puzzle.id, puzzle.day, puzzle.grade, keyOf(puzzle)], [day, day, grade, keyOf(puzzleIn(fragment))]);
  }
});

test("days and their numbers agree with the calendar of the language", () => {
  check(
    fc.property(fc.integer({ min: -700_000, max: 2_900_000 }), (number) => {
      const day = dayOfNumber(number);
      assert.equal(numberOfDay(day), number);
      assert.equal(weekdayOf(day), (new Date(day).getUTCDay() + 6) % 7);
    }),
  );
  assert.equal(today(new Date(2026, 0, 5, 23, 59)), "2026-01-05");
});

// Records

const marks = fc.array(fc.tuple(fc.nat(48), fc.constantFrom("#", ".", "?"), fc.constantFrom("mark", "undo", "redo")), { maxLength: 30 });

test("a record leads through every board of the game to the last", () => {
  check(
    fc.property(puzzleData, marks, (data, steps) => {
      const puzzle = puzzleOf(data);
      let game = games.newGame(puzzle);
      /** @type {import("../../src/bimaru/web/page/play/game-record.js").Move[] | null} */
      let record = [];
      for (const [time, [at, mark, kind]] of steps.entries()) {
        const next = kind === "undo" ? games.undo(game) : kind === "redo" ? games.redo(game) : games.mark(game, [[at % game.cells.length, mark]], { fills: true });
        record = withMove(record, game.cells, next.cells, time);
        game = next;
      }
      const file = JSON.parse(JSON.stringify({ record }));
      assert.deepEqual(readCourse(puzzle, file, game.cells).record, record);
      const board = [...games.newGame(puzzle).cells];
      for (const [, changes] of record ?? []) for (const [at, mark] of changes) board[at] = mark;
      assert.deepEqual(board, game.cells);
    }),
  );
});

test("a damaged course counts as unknown, and never leads to another board", () => {
  const puzzle = puzzleOf(SMALL);
  const course = { hints: 2, record: [[3, [[0, "#"]]], [9, [[3, "."]], true]], grade: "easy", day: "2026-01-02", played: NOON, solvedAt: null };
  check(
    fc.property(damage, ([path, other]) => {
      const { record, hints, played, day } = readCourse(puzzle, damaged(course, path, other) ?? {}, [..."#??."]);
      assert.ok(record === null || [...record.flatMap(([, changes]) => changes)].length >= 2);
      assert.ok(Number.isInteger(hints) && Number.isInteger(played) && (day === null || !Number.isNaN(Date.parse(day))));
    }),
  );
});

test("times of a record never go back, and a record without its beginning stays missing", () => {
  assert.deepEqual(withMove([[50, [[0, "#"]]]], [..."#?"], [..."#."], 7), [[50, [[0, "#"]]], [50, [[1, "."]]]]);
  assert.equal(withMove(null, [..."??"], [..."#?"], 7), null);
});

test("moves that are tried out in pencil are recorded as such", () => {
  freshStorage();
  freshWindow();
  const session = new Session();
  session.open(LINE);
  session.update(games.setCheckpoint(session.game));
  session.update(games.mark(session.game, [[1, "."]]));
  session.update(games.rubOut(session.game));
  session.update(games.mark(session.game, [[0, "#"]]));
  session.store();
  const again = new Session();
  again.open(LINE);
  assert.deepEqual(again.course.record?.map(([, changes, isTrial]) => [changes, isTrial]), [[[[1, "."]], true], [[[1, "?"]], true], [[[0, "#"]], undefined]]);
});

test("a session records moves, hints, and when it was solved, and keeps them over a reload", () => {
  freshStorage();
  const around = freshWindow();
  const session = new Session();
  session.open({ ...LINE, grade: "hard", day: "2026-11-22" });
  session.addHint();
  session.update(games.mark(session.game, [[1, "."]]));
  around.tick();
  session.update(games.undo(session.game));
  session.update(games.mark(session.game, [[0, "#"]]));
  session.store();
  const again = new Session();
  again.open(LINE);
  const { hints, record, grade, day, solvedAt, played } = again.course;
  assert.deepEqual([hints, record?.map(([, changes]) => changes), grade, day, solvedAt], [1, [[[1, "."]], [[1, "?"]], [[0, "#"]]], "hard", "2026-11-22", played]);
  again.restart();
  assert.deepEqual([again.course.hints, again.course.record, again.course.day, again.course.solvedAt], [0, [], "2026-11-22", null]);
});

test("the day of a puzzle is known after a reload before anything was marked", () => {
  freshStorage();
  freshWindow();
  const session = new Session();
  session.open({ ...LINE, day: "2026-11-22" });
  const again = new Session();
  again.open(LINE);
  assert.equal(again.course.day, "2026-11-22");
  again.open(SMALL);
  assert.equal(again.course.day, null);
});

test("the archive's game is opened unless something was marked in the meantime", async () => {
  for (const [played, isMarked, expected] of /** @type {[number, boolean, string][]} */ ([[5, false, ".?"], [5, true, "?."], [0, false, ".?"]])) {
    freshStorage();
    freshWindow();
    const session = new Session();
    session.open(LINE);
    void session.connect({ save: async () => true, remove: () => {}, load: async () => ({ bimaru: 1, cells: ".?", past: [], future: [], checkpoints: [], played }) });
    if (isMarked) session.update(games.mark(session.game, [[1, "."]]));
    await new Promise((resolve) => setImmediate(resolve));
    assert.equal(session.game.cells.join(""), expected);
  }
});

test("a full storage is reported only once it is known that the archive has no room, either", async () => {
  /** @type {[import("../../src/bimaru/web/page/play/session.js").Archive | null, string][]} */
  const archives = [[{ save: async () => true, remove: () => {}, load: async () => null }, "stored"], [{ save: async () => false, remove: () => {}, load: async () => null }, "unstored"], [null, "unstored"]];
  for (const [archive, expected] of archives) {
    freshStorage().room = 0;
    freshWindow();
    const session = new Session();
    /** @type {string[]} */
    const events = [];
    for (const name of ["stored", "unstored"]) session.addEventListener(name, () => events.push(name));
    session.open(LINE);
    session.update(games.mark(session.game, [[1, "."]]));
    session.store();
    assert.deepEqual(events, []);
    await session.connect(archive);
    await new Promise((resolve) => setImmediate(resolve));
    assert.deepEqual(events, [expected]);
  }
});

test("a game that only the archive can keep counts as stored", async () => {
  for (const isArchived of [true, false]) {
    const storage = freshStorage();
    freshWindow();
    storage.room = 0;
    const session = new Session();
    /** @type {string[]} */
    const events = [];
    for (const name of ["stored", "unstored"]) session.addEventListener(name, () => events.push(name));
    await session.connect({ save: async () => isArchived, remove: () => {}, load: async () => null });
    session.open(LINE);
    session.update(games.mark(session.game, [[1, "."]]));
    session.store();
    await new Promise((resolve) => setImmediate(resolve));
    assert.deepEqual(events, [isArchived ? "stored" : "unstored"]);
  }
});

// Streaks and times

/** @param {Partial<import("../../src/bimaru/web/page/logbook/entries.js").Solve>} changes */
const solve = (changes) => ({ key: "r=1&c=1", at: 1, on: "2026-11-22", name: "", size: "1×1", grade: "easy", day: null, seconds: 60, hints: 0, ...changes });

test("a streak is of consecutive days, each solved on its day, and ends with today or yesterday", () => {
  const now = numberOfDay("2026-11-22");
  check(
    fc.property(fc.array(fc.tuple(fc.nat(12), fc.constantFrom(0, 0, 0, 1)), { maxLength: 20 }), (list) => {
      const solves = list.map(([ago, late]) => solve({ day: dayOfNumber(now - ago), on: dayOfNumber(now - ago + late) }));
      const onTime = new Set(list.filter(([, late]) => late === 0).map(([ago]) => ago));
      const run = (/** @type {number} */ from) => {
        let ago = from;
        while (onTime.has(ago)) ago += 1;
        return ago - from;
      };
      const starts = [...Array(14).keys()];
      assert.deepEqual(streaks(solves, "2026-11-22"), { current: run(0) || run(1), longest: Math.max(...starts.map(run)) });
    }),
  );
});

test("times are the best and the median of each grade, and hints are counted", () => {
  const solves = [[300, 0, "easy"], [100, 2, "easy"], [200, 1, "easy"], [10, 0, null], [20, 0, "strange"], [45, 0, "expert"]].map(
    ([seconds, hints, grade]) => solve({ seconds: Number(seconds), hints: Number(hints), grade: /** @type {string | null} */ (grade) }),
  );
  assert.deepEqual(rowsByGrade(solves), [
    { grade: "easy", solved: 3, best: 100, median: 200, hints: 3, withoutHints: 1 },
    { grade: "expert", solved: 1, best: 45, median: 45, hints: 0, withoutHints: 1 },
    { grade: null, solved: 2, best: 10, median: 15, hints: 0, withoutHints: 2 },
  ]);
  assert.deepEqual(rowsByGrade([]), []);
});

test("a puzzle that a list names by its number keeps that name", () => {
  assert.equal(titleOf({ ...SMALL, id: "No. 1" }), "No. 1");
});

test("a result names the puzzle, time and hints, and nothing of the board", () => {
  const result = { size: "10×10", name: "No. 5", grade: "hard", day: null, seconds: 272, hints: 1, streak: 0, link: "https://x/#r=1" };
  assert.equal(resultText(result), "Bimaru No. 5, 10×10, hard\nSolved in 4:32 with 1 hint\nhttps://x/#r=1");
  assert.equal(resultText({ ...result, day: "2026-11-22", grade: null, seconds: null, hints: 0, streak: 3 }), "Bimaru 2026-11-22, 10×10\nSolved without hints\n3 days in a row\nhttps://x/#r=1");
  assert.equal(resultText({ ...result, name: "2026-11-29, hard" }).split("\n")[0], "Bimaru 2026-11-29, 10×10, hard");
});

// Copies

/** A game of a puzzle, as a file. @param {import("./support.js").PuzzleData} puzzle @param {string} cells @param {object} [more] */
const file = (puzzle, cells, more = {}) => ({ bimaru: 1, puzzle, seconds: 5, cells, past: [], future: [], checkpoints: [], ...more });
const SOLVED = file({ ...LINE, id: "Bay" }, "#?", { solvedAt: NOON, played: NOON, hints: 3, grade: "easy", record: [[4, [[0, "#"]]]] });

test("an entry has what is known of a game, and its solve what is counted", () => {
  const entry = entryOf(SOLVED);
  assert.ok(entry);
  assert.deepEqual([entry.key, entry.name, entry.size, entry.isSolved, entry.hasRecord, entry.played], [keyOf(LINE), "Bay", "1×2", true, true, NOON]);
  assert.deepEqual(solveOf(entry), { key: keyOf(LINE), at: NOON, on: today(new Date(NOON)), name: "Bay", size: "1×2", grade: "easy", day: null, seconds: 5, hints: 3 });
  assert.equal(entryOf({ ...SOLVED, cells: "☃" }), null);
});

test("a copy that is saved can be read again, with its settings", () => {
  freshStorage();
  saveSetting("theme", "dark");
  saveSetting("lessons", ["one"]);
  saveSetting("day", { key: "x", day: "2026-01-01" });
  const backup = readBackup(writeBackup([SOLVED, file(SMALL, "#???")], [solve({})], new Date(NOON)));
  assert.deepEqual(backup, { games: [SOLVED, file(SMALL, "#???")], solves: [solve({})], settings: { theme: "dark", lessons: ["one"] } });
  freshStorage();
  saveSetting("theme", "light");
  saveSetting("lessons", ["two"]);
  mergeSettings({ ...backup.settings, marks: "large", day: {}, "no name": 1 });
  assert.deepEqual([loadSetting("theme", ""), loadSetting("lessons", [""]), loadSetting("marks", "")], ["light", ["two", "one"], "large"]);
});

test("a file that is not a copy, or a damaged one, is refused with the reason", () => {
  const good = { bimaru: 1, logbook: 1, games: [SOLVED], solves: [solve({})], settings: {} };
  for (const [text, message] of /** @type {[unknown, RegExp][]} */ ([
    [{}, /not a copy of a logbook\.$/],
    [null, /not a copy of a logbook\.$/],
    [SOLVED, /a single game/],
    [{ ...good, logbook: 2 }, /later version/],
    [{ ...good, games: {} }, /games are missing/],
    [{ ...good, solves: undefined }, /solved puzzles are missing/],
    [{ ...good, games: [SOLVED, { ...SOLVED, cells: "???" }] }, /nothing of it was added: game 2: the marks do not fit/],
    [{ ...good, games: [{ ...SOLVED, puzzle: { rows: [1], cols: [] } }] }, /game 1: cols: missing/],
    [{ ...good, solves: [solve({ on: "2026-02-31x" })] }, /solved puzzle 1 is not valid/],
  ])) {
    assert.throws(() => readBackup(JSON.stringify(text)), (error) => error instanceof BackupError && message.test(error.message));
  }
  assert.throws(() => readBackup("{"), /it is not JSON/);
  assert.doesNotThrow(() => readBackup(JSON.stringify(good)));
});

test("whatever is wrong with a copy, it is read or refused, never half", () => {
  const good = { bimaru: 1, logbook: 1, games: [SOLVED], solves: [solve({})], settings: { theme: "dark" } };
  check(
    fc.property(damage, ([path, other]) => {
      try {
        const { games: read, solves } = readBackup(JSON.stringify(damaged(good, path, other)) ?? "");
        assert.ok(read.every((one) => entryOf(one) !== null));
        streaks(solves, "2026-11-22");
        rowsByGrade(solves);
      } catch (error) {
        assert.ok(error instanceof BackupError, String(error));
      }
    }),
    5,
  );
});
