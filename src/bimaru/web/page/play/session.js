/**
 * The current game: its value, its clock, and how it is stored. Only here does the state of a game change;
 * "open", "change", "tick" and "solved" events report it, "stored" and "unstored" whether the browser had room for it.
 */

import { clear, fillFinishedLines, fromStored, isSolved, isUntouched, newGame, toStored } from "./game.js";
import { keyOf } from "../service/permalink.js";
import { isShip, puzzleOf, shipSquares, summary } from "../board/puzzle.js";
import { loadGame, loadSetting, onGameStoredElsewhere, removeGame, saveGame } from "../service/storage.js";
import { phrase } from "../language.js";

/**
 * @typedef {import("./game.js").Game} Game
 * @typedef {import("../board/puzzle.js").PuzzleData} PuzzleData
 */

const SAVE_AFTER = 300; // milliseconds without a change after which the game is stored
const VERSION = 1; // of the stored format
const MAX_SECONDS = 1e9; // more than any clock can have counted

export class Session extends EventTarget {
  /** @type {Game} */
  game = newGame(puzzleOf({ rows: [0], cols: [0] }));
  /** Seconds played. */
  seconds = 0;
  isPaused = false;
  isSolved = false;
  /** Whether anything has been marked; the clock starts with that. */
  hasStarted = false;
  /** What is wrong with the stored game or the file that was opened last, or "". */
  problem = "";
  /** Whether the game is on the screen; the clock runs only then. */
  isVisible = true;
  /** Whether this tab has stored all its changes; another tab may have stored newer ones. */
  #isStored = true;
  #key = "";
  #timer = 0;

  constructor() {
    super();
    setInterval(() => this.#tick(), 1000);
    addEventListener("pagehide", () => this.store());
    document.addEventListener("visibilitychange", () => this.store());
    onGameStoredElsewhere((key) => {
      if (key !== this.#key || !readGame(this.puzzle, loadGame(key))) return;
      this.#isStored = true; // the other tab's game is newer
      this.open(this.puzzle.data);
    });
  }

  get puzzle() {
    return this.game.puzzle;
  }

  /** Whether marks, checks and hints are possible: the game is neither solved nor paused. */
  get canAct() {
    return !this.isSolved && !this.isPaused;
  }

  /** Opens a puzzle with its stored game, or a new one. @param {PuzzleData} data @param {unknown} [file]  a saved game, preferred */
  open(data, file = undefined) {
    this.store();
    const puzzle = puzzleOf(data);
    this.#key = keyOf(data);
    const saved = readGame(puzzle, file);
    const stored = saved ? null : loadGame(this.#key);
    const kept = readGame(puzzle, stored);
    const { game, seconds } = saved ?? kept ?? { game: newGame(puzzle), seconds: 0 };
    this.#isStored = saved === null;
    this.problem = "";
    if (file !== undefined && !saved) this.problem = phrase("The marks in this file do not fit its puzzle, so only the puzzle was opened.");
    else if (stored !== null && !kept) this.problem = phrase("The stored game of this puzzle is damaged, so it begins anew.");
    this.#begin(game, seconds);
  }

  /** @param {Game} game @param {number} seconds */
  #begin(game, seconds) {
    this.game = game;
    this.seconds = seconds;
    this.isPaused = false;
    this.hasStarted = !isUntouched(this.game);
    if (!this.hasStarted && loadSetting("fills", true)) this.game = fillFinishedLines(this.game);
    this.isSolved = isSolved(this.game);
    this.dispatchEvent(new Event("open"));
    this.dispatchEvent(new Event("change"));
  }

  /** Begins the puzzle again: a solved game makes way for a new one; otherwise the marks are removed in one step. */
  restart() {
    if (!this.isSolved) {
      this.setPaused(false);
      return this.update(clear(this.game, { fills: loadSetting("fills", true) }));
    }
    clearTimeout(this.#timer);
    removeGame(this.#key);
    this.#isStored = true;
    this.#begin(newGame(this.puzzle), 0);
  }

  /** Replaces the game by its next value. @param {Game} game */
  update(game) {
    if (game === this.game) return;
    this.game = game;
    this.hasStarted = true;
    this.#isStored = false;
    const wasSolved = this.isSolved;
    this.isSolved = isSolved(game);
    this.dispatchEvent(new Event("change"));
    if (this.isSolved && !wasSolved) this.dispatchEvent(new Event("solved"));
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => this.store(), SAVE_AFTER);
  }

  /** @param {boolean} isPaused */
  setPaused(isPaused) {
    this.isPaused = isPaused && !this.isSolved;
    this.dispatchEvent(new Event("change"));
  }

  /** Whether the game is on the screen. @param {boolean} isVisible */
  setVisible(isVisible) {
    this.isVisible = isVisible;
    this.dispatchEvent(new Event("change"));
  }

  #tick() {
    if (document.hidden || this.isPaused || this.isSolved || !this.isVisible || !this.hasStarted) return;
    this.seconds += 1;
    this.#isStored = false;
    this.dispatchEvent(new Event("tick"));
  }

  /** Stores the game in the browser, once anything has been marked. */
  store() {
    clearTimeout(this.#timer);
    if (!this.hasStarted || this.#isStored) return;
    this.#isStored = true;
    const { puzzle, cells } = this.game;
    const progress = cells.filter(isShip).length / Math.max(1, shipSquares(puzzle));
    const name = puzzle.data.id === null || puzzle.data.id === undefined ? "" : String(puzzle.data.id);
    const isStored = saveGame({ key: this.#key, name, summary: summary(puzzle), isSolved: this.isSolved, progress }, this.toFile());
    this.dispatchEvent(new Event(isStored ? "stored" : "unstored"));
  }

  /** The game as JSON for a file. */
  toFile() {
    return { bimaru: VERSION, puzzle: this.puzzle.data, seconds: this.seconds, ...toStored(this.game) };
  }
}

/**
 * The game of a puzzle and its seconds from a file or the storage; `null` if there is none.
 * @param {import("../board/puzzle.js").Puzzle} puzzle @param {any} file
 */
function readGame(puzzle, file) {
  const game = file?.bimaru === VERSION ? fromStored(puzzle, file) : null;
  const isTime = Number.isInteger(file?.seconds) && file.seconds >= 0 && file.seconds <= MAX_SECONDS;
  return game && { game, seconds: isTime ? file.seconds : 0 };
}

/** Seconds as `4:32` or `1:04:32`. @param {number} seconds */
export function formatTime(seconds) {
  const two = (/** @type {number} */ n) => String(n).padStart(2, "0");
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}
