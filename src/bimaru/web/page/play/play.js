/** The mode Play: marks, undo, checkpoints, checks, hints, and the end of a game. */

import { downloadCard } from "../service/downloads.js";
import { actions, button, byId, h } from "../dom.js";
import { FleetView } from "../board/fleet-view.js";
import { isExplained } from "./newcomer.js";
import * as games from "./game.js";
import { UNKNOWN, WATER, squareName } from "../board/puzzle.js";
import { countLine, lineName, lineSquares, markName } from "../board/referee.js";
import { lazily } from "../lazy.js";
import { settings } from "../settings.js";
import { shareActions } from "./share.js";
import { capitalize, phrase } from "../language.js";

const VIBRATION = 12; // milliseconds

/** @typedef {{lit: Set<number>, settled: Set<number>, faulty: Set<number>, state: import("../learn/argument.js").State | null, ghosts: Map<number, string>}} Highlights */

/** @returns {Highlights} */
const noHighlights = () => ({ lit: new Set(), settled: new Set(), faulty: new Set(), state: null, ghosts: new Map() });

/** @param {import("../app.js").App} app @param {Record<string, () => void>} dialogs  functions that open them @returns {import("../app.js").Mode} */
export function playMode(app, dialogs) {
  const { session, view } = app;
  const fleet = new FleetView();
  const how = () => ({ fills: settings.get("fills"), surrounds: settings.get("surrounds") });
  let highlights = noHighlights();
  let isActive = false;
  /** Whether the current stroke has changed the game, so that further marks join its step. */
  let hasMarked = false;

  /** What is highlighted as wrong: what a check found, and all broken rules if they are to be shown at once. */
  const shownFaults = () => {
    const { game, isSolved } = session;
    if (isSolved || settings.get("mistakes") !== "once") return highlights.faulty;
    return new Set([...highlights.faulty, ...games.brokenSquares(game)]);
  };

  const draw = () => {
    if (!isActive) return;
    const { game, isSolved, canAct } = session;
    const { state } = highlights;
    const cells = isSolved ? games.filledCells(game) : (state?.cells ?? game.cells);
    const tentative = isSolved ? new Set() : games.sinceCheckpoint(game);
    const filled = isSolved || state ? new Set() : games.filledSquares(game.past);
    view.show({ puzzle: game.puzzle, cells, tentative, filled, ...highlights, faulty: shownFaults(), overlay: state?.overlay, possible: state || isSolved ? undefined : game.possible, isSolved, isFixed: !canAct || state !== null });
    fleet.show(game.puzzle, cells);
    undo.disabled = !games.canUndo(game) || !canAct;
    redo.disabled = game.future.length === 0 || !canAct;
    checkpoint.disabled = back.disabled = drop.disabled = !canAct;
    trial.hidden = game.checkpoints.length === 0;
    check.disabled = hint.disabled = !canAct;
    bar.toggleAttribute("data-over", isSolved); // nothing is left to do there
    check.hidden = settings.get("mistakes") === "never";
    const count = game.checkpoints.length;
    checkpointCount.dataset.count = count === 0 ? "" : String(count);
  };

  /** @param {Partial<Highlights>} changes */
  const highlight = (changes) => {
    highlights = { ...noHighlights(), ...changes };
    draw();
    const { state, faulty, settled, lit } = highlights;
    view.reveal([...([state?.overlay.layers.reached, faulty, settled, lit].find((squares) => squares?.size) ?? [])]);
  };

  /** Updates the game, unless it is paused or solved, and announces the change. @param {games.Game} game @param {string} text */
  const update = (game, text) => {
    if (game === session.game || !session.canAct) return;
    highlights = noHighlights();
    session.update(game);
    const touching = settings.get("mistakes") === "once" && games.brokenRules(game).findLast(({ rule }) => rule === "touching");
    if (touching) app.showMessage(`${capitalize(touching.text)}.`, { kind: "bad", title: phrase("Ships do not touch"), actions: [clearing(games.ownMarks(game).at(-1))] });
    else if (document.querySelector("#message:is(.bad, .good, .brief)")) app.clearMessage(); // it was about the board before
    else if (!isExplained() && byId("message").hidden && games.fillFinished(game, { fills: true }) !== game) askToFill();
    hints?.follow(game);
    app.announce(touching ? `${text}. ${touching.text}` : text);
    if (!session.isSolved && !game.cells.includes(UNKNOWN)) {
      app.showMessage(phrase("Every square is filled, but there is a mistake. Check shows where."), { kind: "bad", title: phrase("Not solved yet") });
    }
  };

  /** A button that clears a square. @param {number | undefined} at @returns {HTMLElement} */
  const clearing = (at = 0) => button(phrase("Clear {square}", { square: squareName(session.puzzle, at) }), () => update(games.mark(session.game, [[at, UNKNOWN]], how()), describeMark(session.game, at, UNKNOWN)), { class: "primary" });

  /** Asks once whether full lines are to be filled, when there is the first one. */
  function askToFill() {
    const answer = (/** @type {boolean} */ fills) => () => {
      settings.set("fills", fills);
      app.clearMessage();
    };
    app.showMessage(phrase("A row or column has all its ship squares, so the rest of it is water. Shall the page fill such lines?"), {
      title: phrase("A full line"), actions: [button(phrase("Fill them"), answer(true), { class: "primary" }), button(phrase("No, I do it"), answer(false))],
    });
  }

  /** @type {ReturnType<typeof import("./hints-and-mistakes.js").createHints> | null} */
  let hints = null;
  const loadHints = async () => {
    const { createHints } = await import("./hints-and-mistakes.js");
    return (hints ??= createHints(app, highlight, (marks) => update(games.mark(session.game, marks, how()), phrase("Step applied."))));
  };
  const showHint = lazily(app, async () => (await loadHints()).showNext);
  const showMistakes = lazily(app, async () => (await loadHints()).check);

  /** Begins or continues a stroke. @param {games.Game} game @param {string} text */
  const stroke = (game, text) => {
    hasMarked ||= game !== session.game;
    update(game, text);
  };

  /** Changes squares of a line as one step, or says that there are none. @param {[number, string][]} marks @param {string} text @param {string} otherwise */
  const changeLine = (marks, text, otherwise) => (marks.length > 0 ? update(games.mark(session.game, marks), text) : app.announce(otherwise));
  /** @param {"row" | "column"} kind @param {number} line */
  const fillLine = (kind, line) => {
    const name = { line: lineName(kind, line) };
    changeLine(restOfLine(session.game, kind, line), phrase("The rest of {line} is water.", name), phrase("Nothing is left to fill in {line}.", name));
  };
  /** @param {"row" | "column"} kind @param {number} line */
  const clearLine = (kind, line) => {
    const name = { line: lineName(kind, line) };
    changeLine(waterOfLine(session.game, kind, line), phrase("The water of {line} is removed.", name), phrase("There is no water of yours in {line}.", name));
  };

  /** @type {import("../board/input.js").Handlers} */
  const handlers = {
    tap(at, value) {
      hasMarked = false;
      if (settings.get("vibrates")) navigator.vibrate?.(VIBRATION);
      const noted = palette?.noted(session.game, at, value);
      if (noted) update(...noted);
      else stroke(games.mark(session.game, [[at, value]], how()), describeMark(session.game, at, value));
    },
    paint: (at, value) => palette?.noted(session.game, at, value) || stroke(games.mark(session.game, [[at, value]], { ...how(), joins: hasMarked }), describeMark(session.game, at, value)),
    tally(kind, line) {
      const { game } = session;
      const squares = lineSquares(game.puzzle, kind, line);
      const isFilling = game.past.at(-1)?.every(([at, from, to]) => squares.includes(at) && from === UNKNOWN && to === WATER);
      if (isFilling && restOfLine(game, kind, line).length === 0) return commands.undo();
      fillLine(kind, line);
      const tally = game.puzzle[kind === "row" ? "rows" : "cols"][line] ?? 0;
      if (session.game === game || countLine(session.game.cells, squares).ships >= tally) return;
      const name = { line: lineName(kind, line) };
      app.showMessage(`${phrase("The rest of {line} is water.", name)} ${phrase("Another tap on its tally takes that back.")}`, { kind: "brief" });
    },
    fillLine,
    clearLine,
    cancel: () => hasMarked && update(games.undo(session.game), phrase("Stroke cancelled.")),
    selectedMark: () => palette?.selected() ?? "",
    command: (name) => commands[name]?.(),
  };

  const runCheck = () => (settings.get("mistakes") === "never" ? app.announce(phrase("The settings say that mistakes are never shown.")) : showMistakes(session.game));

  const showResult = lazily(app, async () => (await import("./result.js")).showResult.bind(null, app, dialogs));

  function showSolved() {
    highlights = noHighlights();
    draw();
    showResult();
  }

  const restart = () => {
    app.clearMessage();
    const wasSolved = session.isSolved;
    session.restart();
    if (wasSolved) app.announce(phrase("A new game."));
    else app.showMessage(phrase("Board cleared. Undo restores it."), { kind: "brief" });
  };
  /** Runs a command, unless the game is solved or paused. @param {() => void} run */
  const ifPossible = (run) => () => (session.canAct ? run() : app.announce(session.isSolved ? phrase("The puzzle is solved.") : phrase("The game is paused.")));
  /** @type {Record<string, () => void>} */
  const commands = {
    undo: () => games.canUndo(session.game) && update(games.undo(session.game), phrase("Undone.")),
    redo: () => update(games.redo(session.game), phrase("Redone.")),
    checkpoint: () => update(games.setCheckpoint(session.game), phrase("In pencil from now on.")),
    back: () => update(games.rubOut(session.game), phrase("Rubbed out.")),
    drop: () => update(games.dropCheckpoint(session.game), phrase("Kept.")),
    check: ifPossible(runCheck),
    hint: ifPossible(() => showHint(session.game)),
    pause: () => session.setPaused(!session.isPaused),
    note: () => palette?.toggle(),
    ...dialogs,
  };

  const act = (/** @type {string} */ text, /** @type {string} */ command, /** @type {string} */ keys, /** @type {string} */ icon, look = {}) =>
    button(text, () => commands[command](), { icon, class: "tool wide", title: `${text} (${keys})`, keys, command, ...look });
  const undo = act(phrase("Undo"), "undo", "U", "undo", { iconOnly: true, class: "tool" });
  const redo = act(phrase("Redo"), "redo", "R", "redo", { iconOnly: true, class: "tool" });
  // A try-out in pencil: what is marked from now on is kept or rubbed out together.
  const checkpoint = act(phrase("Try out"), "checkpoint", "C", "trial");
  const checkpointCount = h("span", { class: "count", "aria-hidden": "true" });
  checkpoint.append(checkpointCount);
  const back = act(phrase("Rub out"), "back", "B", "eraser");
  const drop = act(phrase("Keep"), "drop", "D", "keep");
  const trial = h("div", { class: "trial" }, back, drop); // after everything else, or above it, so that nothing moves
  const check = button(phrase("Check"), commands.check, { icon: "check", class: "tool wide", keys: "V", command: "check" });
  const hint = button(phrase("Hint"), commands.hint, { icon: "hint", class: "tool wide", keys: "I", command: "hint" });
  const bar = h("div", { class: "bar playing", role: "group", "aria-label": phrase("Play") }, undo, redo, checkpoint, h("span", { class: "gap" }), check, hint, trial);

  const letters = h("section", { class: "card", hidden: true });
  /** @type {ReturnType<typeof import("./letter-palette.js").letterPalette> | null} */
  let palette = null;
  const showPalette = lazily(app, async () => {
    const { letterPalette } = await import("./letter-palette.js");
    palette = letterPalette(letters, (text) => app.announce(text));
    return () => palette?.build(session.puzzle);
  });
  const panel = h(
    "div",
    { class: "panels" },
    letters,
    fleet.card,
    h(
      "section",
      { class: "card" },
      h("h2", {}, phrase("This puzzle")),
      shareActions(app),
      actions(button(phrase("Start again"), restart, { icon: "again" })),
    ),
    downloadCard(app, () => session.puzzle.data),
  );

  session.addEventListener("change", draw);
  settings.addEventListener("mistakes", draw);
  for (const [name, text] of [["fills", phrase("Full lines are filled.")], ["surrounds", phrase("Finished ships are surrounded by water.")]]) {
    settings.addEventListener(name, () => settings.get(name) && update(games.fillFinished(session.game, { [name]: true }), text));
  }
  session.addEventListener("open", () => {
    highlights = noHighlights();
    hints?.reset();
    fleet.build(session.puzzle);
    if (palette || session.puzzle.isLettered) showPalette();
    app.clearMessage();
    if (session.problem) app.showMessage(session.problem, { kind: "bad" });
    else if (isActive && session.isSolved && !app.isStandIn) showSolved();
  });
  session.addEventListener("solved", () => showSolved());
  document.addEventListener("message-closed", () => {
    hints?.reset();
    if (highlights.state || [highlights.lit, highlights.settled, highlights.faulty].some((squares) => squares.size > 0)) highlight({});
  });

  return {
    id: "play", label: phrase("Play"), icon: "play", bar, panel, handlers,
    enter() {
      isActive = true;
      session.setVisible(true);
      if (session.isSolved) showSolved();
    },
    leave() {
      isActive = false;
      session.setVisible(false);
      highlights = noHighlights();
      hints?.reset();
    },
  };
}

/** Water for the unknown squares of a line. @param {games.Game} game @param {"row" | "column"} kind @param {number} line @returns {[number, string][]} */
function restOfLine({ puzzle, cells }, kind, line) {
  return lineSquares(puzzle, kind, line).filter((at) => cells[at] === UNKNOWN).map((at) => [at, WATER]);
}

/** Nothing for the squares of a line that are marked as water. @param {games.Game} game @param {"row" | "column"} kind @param {number} line @returns {[number, string][]} */
function waterOfLine({ puzzle, cells }, kind, line) {
  return lineSquares(puzzle, kind, line).filter((at) => cells[at] === WATER && !puzzle.givens[at]).map((at) => [at, UNKNOWN]);
}

/** A mark in words, with the state of its lines, for screen readers. @param {games.Game} game @param {number} at @param {string} value */
function describeMark({ puzzle, cells }, at, value) {
  const after = cells.map((mark, square) => (square === at && !puzzle.givens[at] ? value : mark));
  const [row, col] = [Math.floor(at / puzzle.width), at % puzzle.width];
  const count = (/** @type {"row" | "column"} */ kind, /** @type {number} */ line, /** @type {number | null} */ tally) => {
    const values = { ships: countLine(after, lineSquares(puzzle, kind, line)).ships, tally: tally ?? phrase("unknown") };
    return kind === "row" ? phrase("row {ships} of {tally}", values) : phrase("column {ships} of {tally}", values);
  };
  return `${squareName(puzzle, at)} ${markName(value)}, ${count("row", row, puzzle.rows[row])}, ${count("column", col, puzzle.cols[col])}`;
}
