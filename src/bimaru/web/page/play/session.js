/**
 * The current game: its value, its clock, and how it is stored. Only here does the state of a game change;
 * "open", "change", "tick" and "solved" events report it, "stored" and "unstored" whether the browser had room for it,
 * in the local storage or, once that is connected, in the archive.
 */

import { clear, fillFinished, fromStored, isSolved, isUntouched, newGame, progressOf, toStored } from "./game.js";
import { courseOf, newCourse, readCourse, withMove } from "./game-record.js";
import { isExplained } from "./newcomer.js";
import { keyOf } from "../service/permalink.js";
import { puzzleOf, summary } from "../board/puzzle.js";
import { loadGame, onGameStoredElsewhere, removeGame, saveGame } from "../service/recent-games.js";
import { loadSetting } from "../service/stored-values.js";
import { phrase } from "../language.js";

/**
 * @import { Puzzle, PuzzleData } from "../board/puzzle.js"
 * @import { Game } from "./game.js"
 * @typedef {{
 *   save(entry: import("../service/recent-games.js").Recent, file: object): Promise<boolean>,
 *   load(key: string): Promise<any>, remove(key: string): void,
 * }} Archive  Keeps all games, beside the recent ones in the local storage. `save`: whether there was room.
 */

const SAVE_AFTER = 300; // milliseconds without a change after which the game is stored
const VERSION = 1; // of the stored format
/** Which water is filled in, by the settings. @returns {import("./automatic-water.js").Automatic} */
const automatic = () => ({ fills: isExplained() && loadSetting("fills", true), surrounds: loadSetting("surrounds", false) });
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
  /** How the game went. */
  course = newCourse();
  /** The time and the moves of the game before it began again, and the step that cleared its board. @type {{step: import("./game.js").Step | undefined, seconds: number, record: import("./game-record.js").Course["record"]} | null} */
  #cleared = null;
  /** When the clock's last second began. */
  #beat = 0;
  /** Connected once it is loaded; `null` where there is none. @type {Archive | null | undefined} */
  #archive;

  constructor() {
    super();
    setInterval(() => this.#tick(), 1000);
    addEventListener("pagehide", () => this.store());
    document.addEventListener("visibilitychange", () => this.store());
    onGameStoredElsewhere((key) => key === this.#key && this.#compare());
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
    const stored = loadGame(this.#key);
    const kept = readGame(puzzle, stored);
    const { game, seconds, course } = saved ?? kept ?? { game: newGame(puzzle), seconds: 0, course: newCourse() };
    if (saved && kept) course.played = Math.max(course.played, kept.course.played + 1); // it replaces the stored one
    this.#isStored = saved === null;
    this.problem = "";
    if (file !== undefined && !saved) this.problem = phrase("The marks in this file do not fit its puzzle, so only the puzzle was opened.");
    else if (!saved && stored !== null && !kept) this.problem = phrase("The stored game of this puzzle is damaged, so it begins anew.");
    this.#begin(game, seconds, courseOf(course, data, this.#key));
    void this.#lookUp();
  }

  /** Connects the archive, if there is one: its game is opened if it is newer, and otherwise this one is kept there, too. @param {Archive | null} archive */
  async connect(archive) {
    this.#archive = archive;
    await this.#lookUp();
    if (!this.hasStarted) return;
    this.#isStored = false;
    this.store();
  }

  /** Of this game and the one that another tab has stored, the one played last stays. */
  #compare() {
    const stored = readGame(this.puzzle, loadGame(this.#key));
    if (this.#isBefore(stored)) {
      this.#isStored = true;
      return this.open(this.puzzle.data);
    }
    if (stored && stored.course.played < this.course.played) {
      this.#isStored = false;
      this.store();
    }
  }

  /** Whether a stored game was played after this one. @param {ReturnType<typeof readGame>} stored */
  #isBefore(stored) {
    return stored !== null && (!this.hasStarted || stored.course.played > this.course.played);
  }

  /** Opens the game in the archive instead, if it is newer and nothing has been marked in the meantime. */
  async #lookUp() {
    const { puzzle } = this;
    const archived = readGame(puzzle, await this.#archive?.load(this.#key));
    if (puzzle !== this.puzzle || !this.#isStored || !archived || !this.#isBefore(archived)) return;
    this.#begin(archived.game, archived.seconds, archived.course);
  }

  /** @param {Game} game @param {number} seconds @param {import("./game-record.js").Course} course */
  #begin(game, seconds, course) {
    this.game = game;
    this.course = course;
    this.seconds = seconds;
    this.isPaused = false;
    this.#cleared = null;
    this.hasStarted = !isUntouched(this.game);
    if (!this.hasStarted) {
      this.game = fillFinished(game, automatic());
      this.#record(game);
    }
    this.isSolved = isSolved(this.game);
    this.dispatchEvent(new Event("open"));
    this.dispatchEvent(new Event("change"));
  }

  /** Begins the puzzle again, at 0 seconds: a solved game makes way for a new one; otherwise the marks are removed in one step. */
  restart() {
    if (!this.isSolved) return this.#clear();
    clearTimeout(this.#timer);
    removeGame(this.#key);
    this.#archive?.remove(this.#key);
    this.#isStored = true;
    const { grade, day } = this.course;
    this.#begin(newGame(this.puzzle), 0, { ...newCourse(), grade, day });
  }

  /** Removes the marks; undoing that brings the time and the moves back, too. */
  #clear() {
    const { game, seconds, course } = this;
    const after = clear(game, automatic());
    this.setPaused(false);
    this.#cleared = after === game ? null : { step: after.past.at(-1), seconds, record: course.record };
    this.game = newGame(this.puzzle);
    this.seconds = 0;
    this.course = { ...course, record: [] };
    this.update(after);
  }

  /** Replaces the game by its next value. @param {Game} game */
  update(game) {
    if (game === this.game) return;
    const before = this.game;
    this.game = game;
    if (this.#cleared && this.#cleared.step === game.future[0]) this.#takeBack(this.#cleared);
    else this.#record(before);
    this.hasStarted = true;
    this.course = { ...this.course, played: Math.max(Date.now(), this.course.played + 1) }; // a clock that was set back must not make it older
    this.#isStored = false;
    const wasSolved = this.isSolved;
    this.isSolved = isSolved(game);
    if (this.isSolved && !wasSolved) this.course = { ...this.course, solvedAt: this.course.played };
    this.dispatchEvent(new Event("change"));
    if (this.isSolved && !wasSolved) this.dispatchEvent(new Event("solved"));
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => this.store(), SAVE_AFTER);
  }

  /** Goes on with the time and the moves before the board was cleared. @param {{seconds: number, record: import("./game-record.js").Course["record"]}} cleared */
  #takeBack({ seconds, record }) {
    this.seconds += seconds;
    this.course = { ...this.course, record };
    this.#cleared = null;
  }

  /** Adds what has changed on the board to the record. @param {Game} before */
  #record({ cells, checkpoints }) {
    const tenths = this.hasStarted ? Math.floor(Math.min(Math.max(performance.now() - this.#beat, 0), 999) / 100) : 0;
    this.course = { ...this.course, record: withMove(this.course.record, cells, this.game.cells, this.seconds * 10 + tenths, Math.max(checkpoints.length, this.game.checkpoints.length) > 0) };
  }

  /** Counts a hint. */
  addHint() {
    this.course = { ...this.course, hints: this.course.hints + 1 };
    this.#isStored = false;
  }

  /** Adds the grade of the puzzle once it is known. @param {string} grade */
  setGrade(grade) {
    if (this.course.grade !== null) return;
    this.course = { ...this.course, grade };
    if (!this.isSolved) return; // it is stored with the next move
    this.#isStored = false;
    this.store();
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
    this.#beat = performance.now();
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
    if (this.#isBefore(readGame(this.game.puzzle, loadGame(this.#key)))) return; // another tab's; its event is on the way
    const { puzzle } = this.game;
    const name = String(puzzle.data.id ?? "");
    const entry = { key: this.#key, name, summary: summary(puzzle), isSolved: this.isSolved, progress: progressOf(this.game) };
    const file = this.toFile();
    const isStored = saveGame(entry, file, this.#archive ? {} : { most: Infinity });
    const report = (/** @type {boolean} */ isKept) => void this.dispatchEvent(new Event(isKept ? "stored" : "unstored"));
    if (this.#archive) void this.#archive.save(entry, file).then((isArchived) => report(isStored || isArchived));
    else if (isStored || this.#archive === null) report(isStored); // an archive that is still to come may have room
  }

  /** The game as JSON for a file. */
  toFile() {
    return { bimaru: VERSION, puzzle: this.puzzle.data, seconds: this.seconds, ...toStored(this.game), ...this.course };
  }
}

/**
 * The game of a puzzle, its seconds and its course from a file or the storage; `null` if there is none.
 * @param {Puzzle} puzzle @param {any} file
 */
export function readGame(puzzle, file) {
  const game = file?.bimaru === VERSION ? fromStored(puzzle, file) : null;
  const isTime = Number.isInteger(file?.seconds) && file.seconds >= 0 && file.seconds <= MAX_SECONDS;
  return game && { game, seconds: isTime ? file.seconds : 0, course: readCourse(puzzle, file, game.cells) };
}

/** Seconds as `4:32` or `1:04:32`. @param {number} seconds */
export function formatTime(seconds) {
  const two = (/** @type {number} */ n) => String(n).padStart(2, "0");
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}
