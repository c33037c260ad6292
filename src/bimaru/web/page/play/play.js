/** Playing: marking, undoing, checkpoints, checking, hints, and being told that it is solved. */

import { told } from "../service/api.js";
import { clock } from "./clock.js";
import { downloadCard } from "../service/downloads.js";
import { button, h } from "../dom.js";
import { FleetView } from "../board/fleet-view.js";
import * as games from "./game.js";
import { hinting } from "./hints.js";
import { penRow } from "./palette.js";
import { UNKNOWN, WATER, isShip, squareName } from "../board/puzzle.js";
import { countLine, faults, lineName, lineSquares } from "../board/referee.js";
import { set, setting } from "../service/storage.js";
import { thisPuzzle } from "./share.js";

/** @typedef {import("../app.js").App} App */
/** @typedef {{lit: Set<number>, settled: Set<number>, faulty: Set<number>}} Light */

/** @returns {Light} */
const dark = () => ({ lit: new Set(), settled: new Set(), faulty: new Set() });

/** @param {App} app @param {{puzzles(): void, help(): void}} open  the dialogs @returns {import("../app.js").Mode} */
export function playMode(app, open) {
  const { session, view } = app;
  const fleet = new FleetView();
  let fills = setting("fills", true);
  let light = dark();
  let isOn = false;
  /** Whether the stroke that goes on has changed the game: what comes next is part of that step then. */
  let hasMarked = false;

  const draw = () => {
    if (!isOn) return;
    const { game, isDone, isPaused } = session;
    const cells = isDone ? games.asFull(game) : game.cells;
    view.show({ puzzle: game.puzzle, cells, tentative: games.sinceCheckpoint(game), ...light, isSolved: isDone, isFixed: isDone || isPaused });
    fleet.show(game.puzzle, cells);
    undo.disabled = game.past.length === 0 || isDone;
    redo.disabled = game.future.length === 0 || isDone;
    setPoint.disabled = isDone;
    back.disabled = drop.disabled = game.checkpoints.length === 0 || isDone;
    check.disabled = hint.disabled = isDone || isPaused;
    const count = game.checkpoints.length;
    points.textContent = count === 0 ? "" : String(count);
  };

  /** @param {Partial<Light>} parts */
  const shine = (parts) => {
    light = { ...dark(), ...parts };
    draw();
  };

  /** Does something to the game and tells a screen reader. @param {games.Game} game @param {string} text */
  const become = (game, text) => {
    if (game === session.game || session.isDone || session.isPaused) return;
    light = dark();
    session.become(game);
    if (document.querySelector("#message.bad")) app.clearMessage();
    app.say(text);
    if (!session.isDone && !game.cells.includes(UNKNOWN)) {
      app.message("Every square is filled, but something is not right. Check shows where.", { kind: "bad", title: "Not yet" });
    }
  };

  const hints = hinting(app, shine, (marks) => become(games.mark(session.game, marks, { fills }), "The step is done."));

  /** Goes on with a stroke. @param {games.Game} game @param {string} text */
  const stroke = (game, text) => {
    hasMarked ||= game !== session.game;
    become(game, text);
  };

  /** @type {import("../board/input.js").Handlers} */
  const handlers = {
    tap(at, value) {
      hasMarked = false;
      stroke(games.markAgain(session.game, at, value, { fills }), spokenMark(session.game, at, value));
    },
    paint: (at, value) => stroke(games.mark(session.game, [[at, value]], { fills, joins: hasMarked }), spokenMark(session.game, at, value)),
    tally: (kind, line) => become(games.mark(session.game, restOf(session.game, kind, line)), `The rest of ${lineName(kind, line)} is water.`),
    cancel: () => hasMarked && become(games.undo(session.game), "Taken back."),
    pen: () => pens.chosen(),
    command: (name) => commands[name]?.(),
  };

  async function runCheck() {
    const { game } = session;
    const broken = faults(game.puzzle, game.cells).filter(({ rule }) => rule !== "unfinished");
    if (broken.length > 0) return showFaults(broken);
    await hints.mistake(game, "No rule is broken so far.");
  }

  /** @param {import("../board/referee.js").Fault[]} broken */
  function showFaults(broken) {
    shine({ faulty: new Set(broken.flatMap(({ squares }) => squares)) });
    const more = broken.length > 3 ? ` And ${broken.length - 3} more.` : "";
    app.message(broken.slice(0, 3).map(({ text }) => `${text[0].toUpperCase()}${text.slice(1)}.`).join(" ") + more, { kind: "bad", title: "Not right yet" });
  }

  async function congratulate() {
    light = dark();
    draw();
    const { game, seconds } = session;
    const title = `Solved in ${clock(seconds)}`;
    const actions = [button("Next puzzle", open.puzzles, { class: "primary" })];
    try {
      const { faults: broken } = await app.api.check(game.puzzle.data, games.boardOf(game.puzzle, games.asFull(game)));
      if (game === session.game && broken.length === 0) app.message("Every ship is found, and the referee agrees.", { kind: "good", title, actions });
    } catch (error) {
      told(error);
      app.message("Every ship is found. The server could not be asked, but this page's own referee agrees.", { kind: "good", title, actions });
    }
  }

  const startAgain = () => {
    app.clearMessage();
    if (session.isDone) session.seconds = 0;
    session.become(games.clear(session.game));
    app.say("Everything is taken off; undo brings it back.");
  };
  /** @param {boolean} on */
  const setFills = (on) => {
    set("fills", (fills = on));
    if (on) become(games.fillFinished(session.game), "Finished lines are filled.");
  };
  /** @type {Record<string, () => void>} */
  const commands = {
    undo: () => become(games.undo(session.game), "Undone."),
    redo: () => become(games.redo(session.game), "Done again."),
    checkpoint: () => become(games.setCheckpoint(session.game), "Checkpoint set."),
    back: () => become(games.backToCheckpoint(session.game), "Back at the checkpoint."),
    drop: () => become(games.dropCheckpoint(session.game), "Checkpoint dropped."),
    check: () => void runCheck(),
    hint: () => void hints.next(session.game),
    pause: () => session.pause(!session.isPaused),
    ...open,
  };

  const tool = (/** @type {string} */ text, /** @type {string} */ command, /** @type {string} */ keys, title = text) =>
    button(text, () => commands[command](), { icon: command, iconOnly: true, class: "tool", title: `${title} (${keys})`, keys });
  const undo = tool("Undo", "undo", "U");
  const redo = tool("Redo", "redo", "R");
  const setPoint = tool("Set a checkpoint", "checkpoint", "C");
  const points = h("span", { class: "count", "aria-hidden": "true" });
  setPoint.append(points);
  const back = tool("Back to the checkpoint", "back", "B");
  const drop = tool("Drop the checkpoint", "drop", "D");
  const check = button("Check", commands.check, { icon: "check", class: "tool wide", keys: "V" });
  const hint = button("Hint", commands.hint, { icon: "hint", class: "tool wide", keys: "I" });
  const bar = h("div", { class: "bar", role: "group", "aria-label": "Play" }, undo, redo, h("span", { class: "gap" }), setPoint, back, drop, h("span", { class: "gap" }), check, hint);

  const fillBox = h("input", { type: "checkbox", checked: fills, onchange: () => setFills(fillBox.checked) });
  const pens = penRow();
  const panel = h(
    "div",
    { class: "panels" },
    pens.element,
    h("section", { class: "card" }, h("h2", {}, "Fleet"), fleet.element),
    h(
      "section",
      { class: "card" },
      h("h2", {}, "This puzzle"),
      thisPuzzle(app),
      h("label", { class: "switch" }, fillBox, "Fill finished lines with water"),
      h("div", { class: "actions" }, button("Start again", startAgain, { icon: "again" })),
    ),
    downloadCard(app, () => session.puzzle.data),
  );

  session.addEventListener("change", draw);
  session.addEventListener("open", () => {
    light = dark();
    hints.forget();
    fleet.build(session.puzzle);
    pens.build(session.puzzle);
    app.clearMessage();
  });
  session.addEventListener("done", () => void congratulate());
  document.addEventListener("message-closed", () => {
    hints.forget();
    if ([light.lit, light.settled, light.faulty].some((squares) => squares.size > 0)) shine({});
  });

  return {
    id: "play", label: "Play", icon: "play", bar, panel, handlers,
    enter() {
      isOn = true;
      session.show(true);
    },
    leave() {
      isOn = false;
      session.show(false);
      light = dark();
      hints.forget();
    },
  };
}

/** Water for what is open in a line. @param {games.Game} game @param {"row" | "column"} kind @param {number} line @returns {[number, string][]} */
function restOf({ puzzle, cells }, kind, line) {
  return lineSquares(puzzle, kind, line).filter((at) => cells[at] === UNKNOWN).map((at) => [at, WATER]);
}

/** What a screen reader is told of a mark: the square, and how far its lines are. @param {games.Game} game @param {number} at @param {string} value */
function spokenMark({ puzzle, cells }, at, value) {
  const after = cells.map((mark, square) => (square === at && !puzzle.givens[at] ? value : mark));
  const [row, col] = [Math.floor(at / puzzle.width), at % puzzle.width];
  const count = (/** @type {"row" | "column"} */ kind, /** @type {number} */ line, /** @type {number | null} */ tally) =>
    `${kind} ${countLine(after, lineSquares(puzzle, kind, line)).ships} of ${tally ?? "unknown"}`;
  const name = value === UNKNOWN ? "empty" : isShip(value) ? (value === "#" ? "ship" : `ship ${value}`) : "water";
  return `${squareName(puzzle, at)} ${name}, ${count("row", row, puzzle.rows[row])}, ${count("column", col, puzzle.cols[col])}`;
}
