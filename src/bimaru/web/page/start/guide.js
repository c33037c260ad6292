/**
 * The first ninety seconds: three moves on a small board, each with what it follows from lit up on the board itself, the
 * rest of that board alone, and then a board of 6×6.
 */

import { button, byId, loadSheet } from "../dom.js";
import { phrase } from "../language.js";
import { setExplained, setSeen } from "../play/newcomer.js";
import { fillFinished } from "../play/game.js";
import { SHIP, UNKNOWN, WATER } from "../board/puzzle.js";
import { fromFragment, keyOf } from "../service/permalink.js";
import { saveSetting } from "../service/stored-values.js";

/** @import { PuzzleData } from "../board/puzzle.js" */
/** @typedef {{text: string, line: ["row" | "column", number] | null, squares: number[], mark: string}} GuidedMove */

const FIRST = "r=3.1.1.0.3&c=1.1.4.1.1&f=3x2.1x2";
const SECOND = "r=3.0.2.2.2.1&c=1.2.1.3.1.2&f=3x1.2x2.1x3&h=C4S.D2B";
/** @type {GuidedMove[]} */
const MOVES = [
  { text: phrase("The tally of a row or column is its number of ship squares. Row D has 0, so it is all water: tap that 0."), line: ["row", 3], squares: [15, 16, 17, 18, 19], mark: WATER },
  { text: phrase("Column 3 needs 4 ship squares, and just 4 are left. Tap each of them once: ship."), line: ["column", 2], squares: [2, 7, 12, 22], mark: SHIP },
  { text: phrase("Ships never touch, not even at a corner, so B4 is water. Tap it twice: the first tap is ship, the second water."), line: null, squares: [8], mark: WATER },
];
const NAMES = [phrase("First steps"), phrase("On your own")];

/** The setting with the key of the guide's board, as long as the guide lasts. */
const PLACE = "guide";
const BOARDS = [FIRST, SECOND].map((fragment, i) => ({ .../** @type {PuzzleData} */ (fromFragment(fragment)), id: NAMES[i], grade: "easy" }));
const KEYS = BOARDS.map(keyOf);

/**
 * Starts the guide, or goes on with it after the page was loaded again.
 * @param {import("../app.js").App} app @param {string} [key]  of the board with which to go on
 */
export function startGuide(app, key) {
  loadSheet("start/guide.css");
  const { session, view } = app;
  let isOver = false;
  /** The board that is played: 0, or 1. */
  let board = Math.max(0, KEYS.indexOf(key ?? KEYS[0]));
  const isDone = (/** @type {GuidedMove} */ { squares, mark }) => squares.every((square) => session.game.cells[square] === mark);

  /** @param {boolean} goesOn  with the game that is stored */
  function open(goesOn) {
    app.open(BOARDS[board]);
    if (session.hasStarted && !goesOn) session.restart(); // it was played before
    saveSetting(PLACE, KEYS[board]);
  }

  /** Says something until the guide goes on; a message without buttons has one that closes it, but not the guide. @param {string} title @param {string} text @param {HTMLElement[]} actions */
  const say = (title, text, actions) => app.showMessage(text, { title, actions, isClosable: !actions.length });
  const place = () => phrase("{number} of {count}", { number: at + 1, count: MOVES.length });
  const skipButton = () => button(phrase("Skip"), () => {
    end();
    app.clearMessage();
    app.switchTo("start");
  });

  function cue() {
    for (const element of view.grid.querySelectorAll("[data-cue]")) element.removeAttribute("data-cue");
    const move = board === 0 && !isOver ? MOVES[at] : undefined;
    if (!move || app.mode?.id !== "play") return;
    if (move.line) view.tallies[move.line[0]][move.line[1]].dataset.cue = "line";
    for (const square of move.squares) if (session.game.cells[square] !== move.mark) view.cells[square].dataset.cue = "square";
  }

  function onChange() {
    if (isOver) return;
    if (keyOf(session.puzzle.data) !== KEYS[board]) return end(); // another puzzle was opened
    const move = MOVES[at];
    const { cells } = session.game;
    const isElsewhere = cells.some((mark, square) => mark !== before[square] && mark !== UNKNOWN && !move?.squares.includes(square));
    before = cells;
    if (board === 0 && move && isDone(move)) {
      at++;
      show();
    } else if (board === 0 && move && isElsewhere) {
      say(place(), `${phrase("Not that one yet: what to tap is ringed.")} ${move.text}`, [skipButton()]);
    }
    cue();
  }

  function show() {
    if (board === 1) return say(NAMES[1], phrase("Stuck? Hint shows where to look, and why."), []);
    const move = MOVES[at];
    if (move) return say(place(), move.text, [skipButton()]);
    setExplained();
    const text = phrase("From now on, the page fills the rest of a row or column with water once it has all its ships. Find the rest of the fleet: ships found are crossed off in its list.");
    say(phrase("Now it is yours"), text, []);
    queueMicrotask(() => session.update(fillFinished(session.game, { fills: true })));
  }

  /** What was said instead, such as that ships touch, is over: the guide says again what it asks for. */
  const onClosed = () => setTimeout(() => !isOver && app.mode?.id === "play" && byId("message").hidden && at < MOVES.length && show());

  function onSolved() {
    if (isOver) return;
    if (board === 0) {
      const next = button(phrase("Play 6×6"), openSecond, { class: "primary" });
      return say(phrase("The whole fleet!"), phrase("One more, a little larger, and you know the game."), [next, skipButton()]);
    }
    end();
    const leave = button(phrase("To the start"), () => app.switchTo("start"), { class: "primary" });
    say(phrase("Well done"), phrase("Now you know all you need. There is a new puzzle every day."), [leave]);
  }

  function openSecond() {
    board = 1;
    open(false);
    show();
  }

  function end() {
    isOver = true;
    setSeen();
    saveSetting(PLACE, "");
    cue();
    session.removeEventListener("change", onChange);
    document.removeEventListener("message-closed", onClosed);
    document.removeEventListener("result-shown", onSolved);
  }

  app.switchTo("play");
  open(key !== undefined);
  let before = session.game.cells;
  let at = MOVES.findIndex((move) => !isDone(move));
  if (at < 0) at = MOVES.length;
  session.addEventListener("change", onChange);
  document.addEventListener("message-closed", onClosed);
  document.addEventListener("result-shown", onSolved); // in place of the usual card
  if (session.isSolved) onSolved();
  else show();
  cue();
}
