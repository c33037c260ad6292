/** Games, compared with a plain model: a list of boards and the index of the current one. */

import assert from "node:assert/strict";
import test from "node:test";
import fc from "fast-check";
import * as games from "../../src/bimaru/web/page/play/game.js";
import { isShip, puzzleOf } from "../../src/bimaru/web/page/board/puzzle.js";
import { countLine, faults, lineSquares, shipsOn } from "../../src/bimaru/web/page/board/referee.js";
import { anything, check, damage, damaged, puzzleData, puzzleIn } from "./support.js";

/**
 * @typedef {import("../../src/bimaru/web/page/board/puzzle.js").Puzzle} Puzzle
 * @typedef {games.Game} Game
 * @typedef {{boards: string[][], now: number, checkpoints: string[][]}} Model
 * @typedef {{game: Game}} Real
 * @typedef {[at: number, mark: string]} Mark
 */

/** A stored game, or a new one. @param {Puzzle} puzzle @param {unknown} stored */
const restored = (puzzle, stored) => games.fromStored(puzzle, stored) ?? games.newGame(puzzle);

/** The marks that can be made on a puzzle. @param {Puzzle} puzzle */
const marksOf = (puzzle) => ["?", ".", "#", ...puzzle.letters];

/** The numbers of the squares of every line that goes through a square. @param {Puzzle} puzzle @param {number} at */
const linesThrough = ({ height, width }, at) => [
  Array.from({ length: width }, (_, col) => at - (at % width) + col),
  Array.from({ length: height }, (_, row) => row * width + (at % width)),
];

// In the boards of the model, `~` is water that was filled in.

/** The board that is seen. @param {string[]} board */
const seen = (board) => board.map((mark) => (mark === "~" ? "." : mark));

/** Whether a line through a square has at least its ship squares, or exactly those. @param {Puzzle} puzzle @param {string[]} board @param {number} at @param {(ships: number, tally: number) => boolean} holds */
const someLine = (puzzle, board, at, holds) =>
  linesThrough(puzzle, at).some((squares, axis) => {
    const tally = axis === 0 ? puzzle.rows[Math.floor(at / puzzle.width)] : puzzle.cols[at % puzzle.width];
    return tally !== null && holds(squares.filter((square) => isShip(seen(board)[square])).length, tally);
  });

/** A board after a mark, computed plainly. @param {Puzzle} puzzle @param {string[]} board @param {Mark} mark @param {boolean} fills */
function marked(puzzle, board, [at, mark], fills) {
  if (puzzle.givens[at] || seen(board)[at] === mark) return board;
  const after = board.map((old, square) => (square === at ? mark : old));
  if (!fills || isShip(mark) === isShip(seen(board)[at])) return after;
  const own = new Set(linesThrough(puzzle, at).flatMap((squares, axis) => {
    const tally = axis === 0 ? puzzle.rows[Math.floor(at / puzzle.width)] : puzzle.cols[at % puzzle.width];
    return squares.filter((square) => isShip(seen(after)[square])).length === tally ? squares : [];
  }));
  return after.map((old, square) => {
    if (isShip(mark)) return old === "?" && own.has(square) ? "~" : old;
    return old === "~" && !someLine(puzzle, after, square, (ships, tally) => ships >= tally) ? "?" : old;
  });
}

/** Compares everything that can be seen of a game. @param {Model} model @param {Game} game */
function compare(model, game) {
  const { puzzle, cells } = game;
  assert.deepEqual(cells, seen(model.boards[model.now]));
  assert.deepEqual([game.past.length, game.future.length], [model.now, model.boards.length - 1 - model.now]);
  assert.deepEqual(game.checkpoints, model.checkpoints.map((board) => seen(board).join("")));
  assert.deepEqual(cells.filter((_, at) => puzzle.givens[at]), games.newGame(puzzle).cells.filter((_, at) => puzzle.givens[at]));
  assert.deepEqual(restored(puzzle, JSON.parse(JSON.stringify(games.toStored(game)))), game);
  const last = seen(model.checkpoints.at(-1) ?? [...cells]);
  assert.deepEqual([...games.sinceCheckpoint(game)], [...cells.keys()].filter((at) => cells[at] !== "?" && cells[at] !== last[at]));
  const full = cells.map((mark) => (mark === "?" ? "." : mark));
  assert.equal(games.isSolved(game), full.some(isShip) && faults(puzzle, full).length === 0);
  const first = linesThrough(puzzle, 0)[0];
  assert.deepEqual(countLine(cells, lineSquares(puzzle, "row", 0)), {
    ships: first.filter((at) => isShip(cells[at])).length,
    unknown: first.filter((at) => cells[at] === "?").length,
  });
}

/** @param {Model} model @param {string[]} board */
function push(model, board) {
  const now = model.boards[model.now];
  if (seen(board).join() === seen(now).join()) return;
  const kept = board.map((mark, at) => (mark === "." && now[at] === "~" ? "~" : mark));
  model.boards = [...model.boards.slice(0, model.now + 1), kept];
  model.now += 1;
}

/**
 * A command: what it does to the game, and what to the model.
 * @param {string} name @param {(game: Game) => Game} act @param {(model: Model, puzzle: Puzzle) => void} expect
 * @returns {fc.Command<Model, Real>}
 */
const command = (name, act, expect) => ({
  check: () => true,
  run(model, real) {
    const before = real.game;
    real.game = act(before);
    expect(model, before.puzzle);
    compare(model, real.game);
    if (real.game.past.length > before.past.length && real.game.future.length === 0) {
      assert.deepEqual(games.undo(real.game).cells, before.cells);
      assert.deepEqual(games.redo(games.undo(real.game)), real.game);
    }
  },
  toString: () => name,
});

/** @param {Puzzle} puzzle */
function commandsOn(puzzle) {
  const one = /** @type {fc.Arbitrary<Mark>} */ (fc.tuple(fc.nat(puzzle.givens.length - 1), fc.constantFrom(...marksOf(puzzle))));
  const board = (/** @type {Model} */ model) => model.boards[model.now];
  return [
    fc.tuple(one, fc.boolean()).map(([mark, fills]) =>
      command(`mark ${mark} ${fills}`, (game) => games.mark(game, [mark], { fills }), (model) => push(model, marked(puzzle, board(model), mark, fills)))),
    fc.array(one, { maxLength: 4 }).map((marks) =>
      command(`marks ${marks}`, (game) => games.mark(game, marks), (model) => {
        const last = new Map(marks);
        push(model, board(model).map((old, at) => (puzzle.givens[at] ? old : (last.get(at) ?? old))));
      })),
    fc.tuple(one, fc.boolean()).map(([mark, fills]) =>
      command(`join ${mark} ${fills}`, (game) => games.mark(game, [mark], { fills, joins: true }), (model) => {
        const after = marked(puzzle, board(model), mark, fills);
        if (after === board(model)) return;
        model.boards = [...model.boards.slice(0, Math.max(1, model.now)), after];
        model.now = Math.max(1, model.now);
      })),
    fc.constant(command("undo", games.undo, (model) => (model.now = Math.max(0, model.now - 1)))),
    fc.constant(command("redo", games.redo, (model) => (model.now = Math.min(model.boards.length - 1, model.now + 1)))),
    fc.constant(command("checkpoint", games.setCheckpoint, (model) => (model.checkpoints = [...model.checkpoints, board(model)]))),
    fc.constant(command("back", games.backToCheckpoint, (model) => push(model, seen(model.checkpoints.at(-1) ?? board(model))))),
    fc.constant(command("drop", games.dropCheckpoint, (model) => (model.checkpoints = model.checkpoints.slice(0, -1)))),
    fc.constant(command("again", games.clear, (model) => push(model, model.boards[0]))),
    fc.constant(command("fill", (game) => games.fillFinished(game, { fills: true }), (model) => {
      const finished = board(model).map((_, at) => {
        const [row, col] = linesThrough(puzzle, at).map((squares) => squares.filter((square) => isShip(seen(board(model))[square])).length);
        return row === puzzle.rows[Math.floor(at / puzzle.width)] || col === puzzle.cols[at % puzzle.width];
      });
      push(model, board(model).map((old, at) => (old === "?" && finished[at] ? "~" : old)));
    })),
  ];
}

test("a game behaves like a list of boards and the index of the current one", () => {
  check(
    fc.property(
      puzzleData.map(puzzleOf).chain((puzzle) => fc.tuple(fc.constant(puzzle), fc.commands(commandsOn(puzzle), { size: "+1", maxCommands: 40 }))),
      ([puzzle, commands]) => {
        const fresh = games.newGame(puzzle);
        fc.modelRun(() => ({ model: { boards: [[...fresh.cells]], now: 0, checkpoints: [] }, real: { game: fresh } }), commands);
      },
    ),
  );
});

// Taps

/** A random game, with taps on one of its squares. */
const played = puzzleData.map(puzzleOf).chain((puzzle) => {
  const marks = fc.array(/** @type {fc.Arbitrary<Mark>} */ (fc.tuple(fc.nat(puzzle.givens.length - 1), fc.constantFrom(...marksOf(puzzle)))), { maxLength: 5 });
  return fc.tuple(fc.array(fc.tuple(marks, fc.boolean(), fc.boolean()), { maxLength: 6 }), fc.nat(puzzle.givens.length - 1), fc.array(fc.constantFrom(...marksOf(puzzle)), { minLength: 1, maxLength: 5 }))
    .map(([strokes, at, taps]) => ({ game: strokes.reduce((game, [stroke, fills, joins]) => games.mark(game, stroke, { fills, joins }), games.newGame(puzzle)), at, taps }));
});

/** @param {Game} game @param {number} at @param {string} value */
const tap = (game, at, value) => games.mark(game, [[at, value]], { fills: true });

test("taps on a square have the effect of the last tap alone", () => {
  check(
    fc.property(played, ({ game, at, taps }) => {
      /** @type {Game} */
      const start = { ...games.fillFinished(games.mark(game, [[at, "?"]]), { fills: true }), past: [], future: [] };
      fc.pre(start.cells[at] === "?" && !start.cells.some((_, other) => someLine(start.puzzle, [...start.cells], other, (ships, tally) => ships > tally)));
      const after = taps.reduce((now, value) => tap(now, at, value), start);
      assert.deepEqual(after.cells, tap(start, at, taps[taps.length - 1]).cells);
      assert.deepEqual(after.past.reduce((now) => games.undo(now), after).cells, start.cells);
    }),
  );
});

test("a tap removes from other squares only water in lines that are not finished", () => {
  check(
    fc.property(played, ({ game, at, taps }) => {
      const after = tap(game, at, taps[0]);
      const lost = [...game.cells.keys()].filter((other) => other !== at && after.cells[other] !== game.cells[other] && game.cells[other] !== "?");
      assert.ok(lost.every((other) => game.cells[other] === "." && !someLine(game.puzzle, [...after.cells], other, (ships, tally) => ships >= tally)));
    }),
  );
});

test("water that was filled in goes with the ship that finished its line, however many taps later", () => {
  const puzzle = puzzleOf({ rows: [1, null], cols: [null, 1, null], fleet: { 1: 2 } });
  const filled = tap(tap(tap(games.newGame(puzzle), 0, "#"), 5, "#"), 3, ".");
  assert.equal(filled.cells.join(""), "#...?#");
  assert.equal(tap(filled, 0, ".").cells.join(""), ".??.?#");
});

test("water that was filled in stays while its other line is finished, and water marked by hand always", () => {
  const puzzle = puzzleOf({ rows: [1, null], cols: [null, 1, null], fleet: { 1: 2 } });
  const crossed = tap(tap(games.newGame(puzzle), 0, "#"), 4, "#");
  assert.equal(tap(crossed, 0, "?").cells.join(""), "?.??#?");
  const byHand = tap(tap(games.newGame(puzzle), 2, "."), 0, "#");
  assert.equal(tap(byHand, 0, "?").cells.join(""), "??.???");
});

const ROW = puzzleOf({ rows: [2], cols: [null, null, null, null], fleet: { 1: 2 } });

test("a tap on the first square of a stroke leaves the others as they are", () => {
  const stroke = [1, 2, 3].reduce((game, at) => games.mark(game, [[at, "."]], { joins: true }), games.mark(games.newGame(ROW), [[0, "."]]));
  assert.equal(tap(stroke, 0, "?").cells.join(""), "?...");
});

test("a tap on water that was filled in leaves the ship that finished the line", () => {
  const ships = tap(tap(tap(games.newGame(ROW), 3, "#"), 2, "."), 2, "#");
  assert.equal(ships.cells.join(""), "..##");
  assert.equal(tap(ships, 0, "#").cells.join(""), "#.##");
});

test("a letter typed over another leaves the line filled", () => {
  const lettered = puzzleOf(puzzleIn("r=1&c=_._._&w=A.B"));
  const written = tap(tap(games.newGame(lettered), 1, "A"), 1, "B");
  assert.equal(written.cells.join(""), ".B.");
  assert.equal(tap(written, 1, "?").cells.join(""), "???");
});

test("undo after Rub out brings the marks back in pencil, and redo rubs them out again", () => {
  const before = tap(games.setCheckpoint(tap(games.newGame(ROW), 0, ".")), 1, "#");
  const rubbed = games.rubOut(before);
  assert.deepEqual([rubbed.cells.join(""), rubbed.checkpoints], [".???", []]);
  const undone = games.undo(restored(ROW, JSON.parse(JSON.stringify(games.toStored(rubbed)))));
  assert.deepEqual({ ...undone, future: [] }, before);
  assert.deepEqual([...games.sinceCheckpoint(undone)], [1]);
  assert.deepEqual(games.redo(undone), rubbed);
});

// Possible letters

const WORDS = puzzleOf(puzzleIn("r=_._&c=_._._&w=AB.CA&h=A1W"));
/** What is done to a game with letters, and whether it is a step. @type {fc.Arbitrary<(game: Game) => Game>} */
const withLetters = fc.oneof(
  fc.tuple(fc.nat(5), fc.constantFrom("", "A", "AB", "ABC")).map(([at, letters]) => (/** @type {Game} */ game) => games.noteLetters(game, at, letters)),
  fc.tuple(fc.nat(5), fc.constantFrom(...marksOf(WORDS)), fc.boolean()).map(([at, mark, joins]) => (/** @type {Game} */ game) => games.mark(game, [[at, mark]], { fills: true, joins })),
  fc.constant((/** @type {Game} */ game) => games.clear(game)),
);

/** What is seen of a game: its marks, and the letters that are noted. @param {Game} game @returns {unknown[]} */
const seenWithLetters = ({ cells, possible }) => [cells.join(""), [...possible].sort(([one], [other]) => one - other)];

test("noted letters are undone, redone and stored like marks", () => {
  check(
    fc.property(fc.array(withLetters, { maxLength: 12 }), (acts) => {
      let game = games.newGame(WORDS);
      for (const act of acts) {
        const before = game;
        game = act(game);
        if (game.past.length > before.past.length) assert.deepEqual(seenWithLetters(games.undo(game)), seenWithLetters(before));
        assert.deepEqual(restored(WORDS, JSON.parse(JSON.stringify(games.toStored(game)))), game);
      }
      const states = [seenWithLetters(game)];
      let back = game;
      while (back.past.length > 0) states.unshift(seenWithLetters((back = games.undo(back))));
      assert.deepEqual(states[0], seenWithLetters(games.newGame(WORDS)));
      for (const state of states.slice(1)) assert.deepEqual(seenWithLetters((back = games.redo(back))), state);
    }),
  );
});

test("letters are noted where none is known: not on water, letters and given squares", () => {
  const ship = games.mark(games.newGame(WORDS), [[1, "#"], [2, "."], [3, "B"]]);
  const noted = [0, 1, 2, 3, 4].reduce((game, at) => games.noteLetters(game, at, "AC"), ship);
  assert.deepEqual([...noted.possible], [[1, "AC"], [4, "AC"]]);
  assert.deepEqual(noted.cells, ship.cells);
  assert.deepEqual(games.ownMarks(noted), games.ownMarks(ship));
});

test("a board that is cleared has no noted letters, which one undo brings back with the marks", () => {
  const game = games.mark(games.noteLetters(games.newGame(WORDS), 1, "AB"), [[2, "#"]]);
  const cleared = games.clear(game);
  assert.ok(cleared.possible.size === 0 && cleared.cells.join("") === ".?????");
  assert.deepEqual(seenWithLetters(games.undo(cleared)), seenWithLetters(game));
});

test("damaged letters are read as valid ones, or none", () => {
  check(
    fc.property(fc.array(withLetters, { minLength: 1, maxLength: 6 }), fc.array(damage, { minLength: 1, maxLength: 3 }), (acts, damages) => {
      const stored = damages.reduce((/** @type {unknown} */ value, [path, other]) => damaged(value, path, other), games.toStored(acts.reduce((game, act) => act(game), games.newGame(WORDS))));
      const game = restored(WORDS, stored);
      checkGame(game);
      for (const [at, letters] of game.possible) assert.ok(at > 0 && at < 6 && /^[ABC]+$/.test(letters));
    }),
  );
});

// Limits

test("a game keeps a limited number of its latest steps and checkpoints", () => {
  let game = games.newGame(puzzleOf({ rows: [null], cols: [null, null] }));
  for (let i = 0; i < games.MAX_STEPS + 30; i++) game = games.setCheckpoint(games.mark(game, [[i % 2, game.cells[i % 2] === "#" ? "." : "#"]]));
  assert.deepEqual([game.past.length, game.checkpoints.length], [games.MAX_STEPS, games.MAX_CHECKPOINTS]);
  assert.deepEqual(restored(game.puzzle, games.toStored(game)), game);
  const back = game.past.reduce((now) => games.undo(now), game);
  assert.deepEqual([back.past.length, back.future.length], [0, games.MAX_STEPS]);
  assert.deepEqual(back.future.reduce((now) => games.redo(now), back), game);
});

test("no more is read than a game keeps", () => {
  const puzzle = puzzleOf({ rows: [null], cols: [null] });
  const cycle = (/** @type {number} */ i) => [[0, "?.#"[i % 3], "?.#"[(i + 1) % 3]]];
  const steps = Array.from({ length: 3 * games.MAX_STEPS }, (_, i) => cycle(i));
  const game = restored(puzzle, { cells: "?", past: steps, future: steps, checkpoints: Array(3 * games.MAX_STEPS).fill("#") });
  assert.equal(game.past.length, games.MAX_STEPS);
  assert.equal(game.checkpoints.length, games.MAX_CHECKPOINTS);
  assert.equal(game.future.length, 0);
});

// Damage

/** Checks that undo and redo work throughout, with valid marks on squares that are not given. @param {Game} game */
function checkGame(game) {
  const { puzzle } = game;
  const marks = marksOf(puzzle);
  const given = games.newGame(puzzle).cells;
  const boards = [game.cells];
  let back = game;
  for (let left = game.past.length; left > 0; left--) boards.push((back = games.undo(back)).cells);
  let again = back;
  for (let left = game.past.length; left > 0; left--) again = games.redo(again);
  assert.deepEqual(again, game);
  for (let left = game.future.length; left > 0; left--) boards.push((again = games.redo(again)).cells);
  for (let left = game.checkpoints.length; left > 0; left--) boards.push(games.backToCheckpoint({ ...game, checkpoints: game.checkpoints.slice(0, left) }).cells);
  for (const board of boards) {
    assert.equal(board.length, puzzle.givens.length);
    assert.ok(board.every((mark, at) => marks.includes(mark) && (!puzzle.givens[at] || mark === given[at])));
  }
}

test("a damaged game is read as a valid one", () => {
  check(
    fc.property(played, fc.array(damage, { minLength: 1, maxLength: 3 }), ({ game, at, taps }, damages) => {
      const more = games.undo(games.setCheckpoint(tap(game, at, taps[0])));
      const stored = damages.reduce((/** @type {unknown} */ value, [path, other]) => damaged(value, path, other), games.toStored(more));
      checkGame(restored(game.puzzle, stored));
    }),
    2,
  );
});

test("anything else is read as a new game or a valid one", () => {
  check(
    fc.property(puzzleData.map(puzzleOf), anything, fc.string(), (puzzle, stored, cells) => {
      checkGame(restored(puzzle, stored));
      checkGame(restored(puzzle, { cells, past: stored, future: [stored], checkpoints: stored }));
      checkGame(restored(puzzle, { cells: "?".repeat(puzzle.givens.length), past: [stored], future: [[stored]], checkpoints: [stored] }));
    }),
  );
});

test("marks survive a history that is inconsistent with them", () => {
  const puzzle = puzzleOf({ rows: [null], cols: [null, null], givens: [[0, 1, "W"]] });
  const stored = { cells: "#.", past: [[[0, "?", "."]]], future: [], checkpoints: ["#.", "#", 5, "☃."] };
  assert.deepEqual(restored(puzzle, stored), { puzzle, cells: ["#", "."], past: [], future: [], checkpoints: ["#."], possible: new Map() });
});

// Solved

/** Boards without touching ships, each with its puzzle. */
const solved = fc.tuple(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 5 })).chain(([height, width]) =>
  fc.array(fc.boolean(), { minLength: height * width, maxLength: height * width }).map((ships) => {
    const cells = ships.map((ship) => (ship ? "#" : "."));
    const puzzle = puzzleOf({
      rows: Array.from({ length: height }, (_, row) => cells.filter((mark, at) => mark === "#" && Math.floor(at / width) === row).length),
      cols: Array.from({ length: width }, (_, col) => cells.filter((mark, at) => mark === "#" && at % width === col).length),
      shapes: shapesOn(cells, width),
    });
    return { puzzle, cells };
  }),
).filter(({ puzzle, cells }) => cells.includes("#") && !cells.some((mark, at) => mark === "#" && at % puzzle.width < puzzle.width - 1 && [at + puzzle.width + 1, at - puzzle.width + 1].some((far) => cells[far] === "#" && cells[at + 1] === "." && cells[far - 1] === ".")));

/** The ships of a board as shapes, found by spreading from square to square. @param {string[]} cells @param {number} width */
function shapesOn(cells, width) {
  const owner = cells.map((mark, at) => (mark === "#" ? at : -1));
  const isNext = (/** @type {number} */ a, /** @type {number} */ b) => Math.abs(a - b) === width || (Math.abs(a - b) === 1 && Math.floor(a / width) === Math.floor(b / width));
  for (let round = 0; round < cells.length; round++) {
    owner.forEach((mine, at) => owner.forEach((theirs, other) => {
      if (mine >= 0 && theirs >= 0 && isNext(at, other)) owner[at] = Math.min(owner[at], owner[other]);
    }));
  }
  return [...new Set(owner.filter((one) => one >= 0))].map((one) => {
    const squares = [...cells.keys()].filter((at) => owner[at] === one).map((at) => [Math.floor(at / width), at % width]);
    const [top, left] = [0, 1].map((axis) => Math.min(...squares.map((square) => square[axis])));
    const [bottom, right] = [0, 1].map((axis) => Math.max(...squares.map((square) => square[axis])));
    const has = (/** @type {number} */ row, /** @type {number} */ col) => squares.some(([r, c]) => r === row && c === col);
    return Array.from({ length: bottom - top + 1 }, (_, r) => Array.from({ length: right - left + 1 }, (_, c) => (has(top + r, left + c) ? "#" : ".")).join(""));
  });
}

test("a game is solved when exactly the right ships are marked, whatever is left empty", () => {
  check(
    fc.property(solved, fc.nat(), ({ puzzle, cells }, pick) => {
      const game = games.mark(games.newGame(puzzle), cells.flatMap((mark, at) => (mark === "#" ? [/** @type {Mark} */ ([at, mark])] : [])));
      assert.ok(games.isSolved(game));
      assert.ok(games.isSolved(games.mark(game, cells.map((mark, at) => /** @type {Mark} */ ([at, mark])))));
      const at = pick % cells.length;
      assert.ok(!games.isSolved(games.mark(game, [[at, cells[at] === "#" ? "." : "#"]])));
    }),
  );
});

// Water around finished ships

const ALONE = puzzleOf({ rows: [null, null, null, null], cols: [null, null, null, null, null], fleet: { 2: 1, 1: 1 } });

/** A board of rows as marks. @param {...string} rows */
const shownAs = (...rows) => [...rows.join("")];

test("progress goes from 0 to 1 with the ship squares that are not given", () => {
  const puzzle = puzzleOf({ rows: [3], cols: [1, 1, 0, 1], fleet: { 2: 1, 1: 1 }, givens: [[0, 0, "L"], [0, 2, "W"]] });
  const game = games.newGame(puzzle);
  assert.equal(games.progressOf(game), 0);
  assert.equal(games.progressOf(games.mark(game, [[1, "#"]])), 0.5);
  assert.equal(games.progressOf(games.mark(game, [[1, "#"], [3, "#"]])), 1);
});

test("a ship that cannot grow gets water all around, which goes with what ended it", () => {
  const around = { surrounds: true };
  const ship = games.mark(games.mark(games.newGame(ALONE), [[6, "#"]], around), [[7, "#"]], around);
  assert.deepEqual(ship.cells, shownAs("?????", "?##??", "?????", "?????"));
  const open = games.mark(ship, [[5, "."]], around);
  assert.deepEqual(open.cells, shownAs("?????", ".##??", "?????", "?????"));
  const whole = games.mark(open, [[8, "."]], around);
  assert.deepEqual(whole.cells, shownAs("....?", ".##.?", "....?", "?????"));
  assert.deepEqual(games.undo(whole).cells, open.cells);
  assert.deepEqual(games.mark(whole, [[8, "?"]], around).cells, open.cells);
  assert.deepEqual(games.mark(whole, [[7, "?"]], around).cells, shownAs("?????", ".#?.?", "?????", "?????"));
  const erased = games.mark(whole, [[0, "?"]], around);
  assert.equal(erased.cells[0], "?");
  assert.equal(games.mark(erased, [[19, "#"]], around).cells[0], "?");
});

test("water around one ship may finish the next, and both lose it together", () => {
  const around = { surrounds: true };
  const marks = /** @type {[number, string][]} */ ([[0, "#"], [2, "#"], [7, "."], [3, "."], [1, "."]]);
  const before = marks.reduce((game, one) => games.mark(game, [one], around), games.newGame(ALONE));
  const both = games.mark(before, [[5, "."]], around);
  assert.deepEqual(both.cells, shownAs("#.#.?", "....?", "?????", "?????"));
  assert.deepEqual(games.mark(both, [[7, "?"]], around).cells, shownAs("#.#.?", "..???", "?????", "?????"));
});

test("water that was filled in goes with the last mark, by undo or by erasing", () => {
  const stroke = fc.tuple(fc.nat(48), fc.constantFrom("#", "#", "."));
  check(
    fc.property(puzzleData, fc.array(stroke, { maxLength: 12 }), (data, strokes) => {
      const puzzle = puzzleOf({ ...data, rows: data.rows.map(() => null), cols: data.cols.map(() => null) }); // no line is a cause
      const marks = /** @type {Mark[]} */ ([...new Map(strokes.map(([at, mark]) => [at % puzzle.givens.length, mark]))]);
      const game = marks.reduce((made, one) => games.mark(made, [one], { surrounds: true }), games.newGame(puzzle));
      const undone = game.past.reduce((made) => games.undo(made), game);
      assert.deepEqual(undone.cells, games.newGame(puzzle).cells);
      assert.deepEqual(restored(puzzle, JSON.parse(JSON.stringify(games.toStored(game)))), game);
      const removed = marks.reduce((made, [at]) => games.mark(made, [[at, "?"]], { surrounds: true }), game);
      const start = games.fillFinished(games.newGame(puzzle), { surrounds: true });
      assert.ok(removed.cells.every((mark, at) => mark === "?" || mark === start.cells[at] || puzzle.givens[at]), removed.cells.join(""));
    }),
  );
});

test("a rule that only filled water breaks is not the player's", () => {
  const puzzle = puzzleOf({ rows: [1, 2, 1], cols: [1, 1, 3], fleet: { 1: 1, 3: 1 } });
  const game = games.mark(games.newGame(puzzle), [[0, "#"], [4, "#"]], { fills: true });
  assert.ok(faults(puzzle, game.cells).some(({ rule, squares }) => rule === "column" && squares.includes(2)));
  assert.deepEqual(games.brokenRules(game).map(({ rule }) => rule), ["touching"]);
});

test("filled water beside a given end that has to go on breaks a rule, and the end is no finished ship", () => {
  const puzzle = puzzleOf({ rows: [2, null], cols: [null, null, null, null, null], fleet: { 2: 1, 1: 3 }, givens: [[0, 3, "L"]] });
  const game = games.mark(games.newGame(puzzle), [[0, "#"]], { fills: true });
  assert.deepEqual(game.cells, shownAs("#..#.", "?????"));
  assert.deepEqual(games.brokenRules(game).map(({ rule, squares }) => [rule, squares]), [["given", [4]]]);
  assert.deepEqual(games.brokenSquares(game), [4]);
  assert.deepEqual(shipsOn(puzzle, shownAs("#..#.", ".....")).map(({ isFinished }) => isFinished), [true, false]);
  assert.deepEqual(shipsOn(puzzle, shownAs("...##", ".....")).map(({ isFinished }) => isFinished), [true]);
});

test("the marks at which a rule is broken are the player's, and those to which it is due", () => {
  const puzzle = puzzleOf({ rows: [1, null, 2], cols: [null, null, 3], fleet: { 1: 3 }, givens: [[0, 0, "S"], [2, 0, "X"]] });
  const after = (/** @type {Mark[]} */ ...marks) => games.brokenRules(games.mark(games.newGame(puzzle), marks)).map(({ rule, squares }) => [rule, squares]);
  assert.deepEqual(after([1, "#"], [3, "."], [2, "."]), [["row", [1]], ["column", [2]], ["given", [1]]]);
});
