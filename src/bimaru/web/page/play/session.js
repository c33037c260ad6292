/**
 * The game that is being played: its value, its clock, and its keeping. The one place on the page
 * where the state of a game changes; whoever shows it listens for "change" and "open".
 */

import { fillFinished, gameOf, isSolved, isUntouched, newGame, toStored } from "./game.js";
import { keyOf } from "../service/permalink.js";
import { isShip, puzzleOf, shipSquares, summary } from "../board/puzzle.js";
import { loadGame, onGameElsewhere, saveGame, setting } from "../service/storage.js";

/**
 * @typedef {import("./game.js").Game} Game
 * @typedef {import("../board/puzzle.js").PuzzleData} PuzzleData
 */

const KEEP_AFTER = 300; // milliseconds of rest after which a change is kept
const VERSION = 1; // of what is kept
const MOST_SECONDS = 1e9; // no clock has run longer

export class Session extends EventTarget {
  /** @type {Game} */
  game = newGame(puzzleOf({ rows: [0], cols: [0] }));
  /** Seconds played. */
  seconds = 0;
  isPaused = false;
  isDone = false;
  /** Whether anything has been marked; the clock waits for that. */
  hasBegun = false;
  /** Whether the game is on the screen; the clock stands while it is not. */
  isShown = true;
  /** Whether everything is kept: another tab may have kept more since. */
  #isKept = true;
  #key = "";
  #timer = 0;

  constructor() {
    super();
    setInterval(() => this.#tick(), 1000);
    addEventListener("pagehide", () => this.keep());
    document.addEventListener("visibilitychange", () => this.keep());
    onGameElsewhere((key) => {
      if (key !== this.#key || !stored(this.puzzle, loadGame(key))) return;
      this.#isKept = true; // theirs is newer
      this.open(this.puzzle.data);
    });
  }

  get puzzle() {
    return this.game.puzzle;
  }

  /** Opens a puzzle where it was left, or anew. @param {PuzzleData} data @param {unknown} [file] what a file holds of it */
  open(data, file = undefined) {
    this.keep();
    const puzzle = puzzleOf(data);
    this.#key = keyOf(data);
    const given = stored(puzzle, file);
    const kept = given ?? stored(puzzle, loadGame(this.#key));
    this.#isKept = given === null;
    this.game = kept?.game ?? newGame(puzzle);
    this.seconds = kept?.seconds ?? 0;
    this.isPaused = false;
    this.hasBegun = !isUntouched(this.game);
    if (!this.hasBegun && setting("fills", true)) this.game = fillFinished(this.game);
    this.isDone = isSolved(this.game);
    this.dispatchEvent(new Event("open"));
    this.dispatchEvent(new Event("change"));
  }

  /** Puts another value in the place of the game. @param {Game} game */
  become(game) {
    if (game === this.game) return;
    this.game = game;
    this.hasBegun = true;
    this.#isKept = false;
    const wasDone = this.isDone;
    this.isDone = isSolved(game);
    this.dispatchEvent(new Event("change"));
    if (this.isDone && !wasDone) this.dispatchEvent(new Event("done"));
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => this.keep(), KEEP_AFTER);
  }

  /** @param {boolean} isPaused */
  pause(isPaused) {
    this.isPaused = isPaused && !this.isDone;
    this.dispatchEvent(new Event("change"));
  }

  /** Whether the game is on the screen. @param {boolean} isShown */
  show(isShown) {
    this.isShown = isShown;
    this.dispatchEvent(new Event("change"));
  }

  #tick() {
    if (document.hidden || this.isPaused || this.isDone || !this.isShown || !this.hasBegun) return;
    this.seconds += 1;
    this.#isKept = false;
    this.dispatchEvent(new Event("tick"));
  }

  /** Keeps the game in the browser, once anything has been done. */
  keep() {
    clearTimeout(this.#timer);
    if (!this.hasBegun || this.#isKept) return;
    this.#isKept = true;
    const { puzzle, cells } = this.game;
    const progress = cells.filter(isShip).length / Math.max(1, shipSquares(puzzle));
    const name = puzzle.data.id === null || puzzle.data.id === undefined ? "" : String(puzzle.data.id);
    saveGame({ key: this.#key, name, summary: summary(puzzle), isSolved: this.isDone, progress }, this.toFile());
  }

  /** The game as a file holds it. */
  toFile() {
    return { bimaru: VERSION, puzzle: this.puzzle.data, seconds: this.seconds, ...toStored(this.game) };
  }
}

/**
 * The game and the seconds that a file or the browser holds of a puzzle; `null` if there are none.
 * @param {import("../board/puzzle.js").Puzzle} puzzle @param {any} file
 */
function stored(puzzle, file) {
  const game = file?.bimaru === VERSION ? gameOf(puzzle, file) : null;
  const isTime = Number.isInteger(file?.seconds) && file.seconds >= 0 && file.seconds <= MOST_SECONDS;
  return game && { game, seconds: isTime ? file.seconds : 0 };
}
