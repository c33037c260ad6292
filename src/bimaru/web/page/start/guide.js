/**
 * The first ninety seconds: three moves on a small board, each with what it follows from lit up on the board itself, the
 * rest of that board alone, and then a board of 6×6.
 */

import { button, loadSheet } from "../dom.js";
import { phrase } from "../language.js";
import { setExplained } from "../play/explained.js";
import { fillFinished } from "../play/game.js";
import { SHIP, WATER } from "../board/puzzle.js";
import { fromFragment } from "../service/permalink.js";

/** @typedef {{title: string, text: string, line: ["row" | "column", number] | null, squares: number[], mark: string}} GuidedMove */

const FIRST = "r=3.1.1.0.3&c=1.1.4.1.1&f=3x2.1x2";
const SECOND = "r=3.0.2.2.2.1&c=1.2.1.3.1.2&f=3x1.2x2.1x3&h=C4S.D2B";
/** @type {GuidedMove[]} */
const MOVES = [
  { title: phrase("1 of 3: a number tells"), text: phrase("A number tells how many ship squares its row or column has. Row D has 0, so it is all water: tap that 0."), line: ["row", 3], squares: [15, 16, 17, 18, 19], mark: WATER },
  { title: phrase("2 of 3: no choice left"), text: phrase("Column 3 needs 4 ship squares, and just 4 are left. Tap each of them once: ship."), line: ["column", 2], squares: [2, 7, 12, 22], mark: SHIP },
  { title: phrase("3 of 3: ships keep apart"), text: phrase("Ships never touch, not even at a corner, so B4 is water. Tap it twice: the first tap is ship, the second water."), line: null, squares: [8], mark: WATER },
];
const TEXTS = {
  names: [phrase("First steps"), phrase("On your own")],
  skip: phrase("Skip"),
  alone: phrase("Now it is yours"),
  aloneText: phrase("From now on, the page fills rows and columns that have all their ships with water. Find the rest of the fleet: cross it off below the board."),
  solved: phrase("The whole fleet!"),
  solvedText: phrase("One more, a little larger, and you know the game."),
  next: phrase("Play 6×6"),
  second: phrase("Stuck? Hint shows where to look, and why."),
  done: phrase("Well done"),
  doneText: phrase("Now you know all you need. There is a new puzzle every day."),
  start: phrase("To the start"),
};

/** Starts the guide. @param {import("../app.js").App} app */
export function startGuide(app) {
  loadSheet("start/guide.css");
  const { session, view } = app;
  let at = 0;
  let isOver = false;
  /** The board that is played: 0, or 1. */
  let board = 0;

  const open = (/** @type {string} */ fragment, /** @type {string} */ name) => {
    const data = fromFragment(fragment);
    if (data) app.open({ ...data, id: name, grade: "easy" });
    if (session.hasStarted) session.restart(); // it was played before
  };

  /** @param {string} title @param {string} text @param {HTMLElement[]} actions */
  const say = (title, text, actions) => app.showMessage(text, { title, actions });
  const skip = () => {
    end();
    app.clearMessage();
    app.switchTo("start");
  };

  function cue() {
    for (const element of view.grid.querySelectorAll("[data-cue]")) element.removeAttribute("data-cue");
    const move = board === 0 && !isOver ? MOVES[at] : undefined;
    if (!move || app.mode?.id !== "play") return;
    if (move.line) view.tallies[move.line[0]][move.line[1]].dataset.cue = "line";
    for (const square of move.squares) if (session.game.cells[square] !== move.mark) view.cells[square].dataset.cue = "square";
  }

  function onChange() {
    if (isOver) return;
    if (board === 0 && session.puzzle.height !== 5) return end(); // another puzzle was opened
    const move = MOVES[at];
    if (board === 0 && move && move.squares.every((square) => session.game.cells[square] === move.mark)) {
      at++;
      show();
    }
    cue();
  }

  function show() {
    const move = MOVES[at];
    if (move) return say(move.title, move.text, [button(TEXTS.skip, skip)]);
    setExplained();
    say(TEXTS.alone, TEXTS.aloneText, []);
    queueMicrotask(() => session.update(fillFinished(session.game, { fills: true })));
  }

  function onSolved() {
    if (isOver) return;
    if (board === 0) return say(TEXTS.solved, TEXTS.solvedText, [button(TEXTS.next, second, { class: "primary" }), button(TEXTS.skip, skip)]);
    end();
    say(TEXTS.done, TEXTS.doneText, [button(TEXTS.start, () => app.switchTo("start"), { class: "primary" })]);
  }

  function second() {
    board = 1;
    open(SECOND, TEXTS.names[1]);
    say(TEXTS.names[1], TEXTS.second, []);
  }

  function end() {
    isOver = true;
    setExplained();
    cue();
    session.removeEventListener("change", onChange);
    document.removeEventListener("result-shown", onSolved);
  }

  app.switchTo("play");
  open(FIRST, TEXTS.names[0]);
  session.addEventListener("change", onChange);
  document.addEventListener("result-shown", onSolved); // in place of the usual card
  show();
  cue();
}
