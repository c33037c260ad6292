/**
 * Touch, mouse and keyboard input on the board, passed to the current mode as marks on squares.
 * Taps cycle through ship, water and empty; a drag gives the first square's new mark to every square that
 * showed the same mark before. A finger marks once it moves or is lifted; a second one cancels the stroke.
 */

import { SHIP, UNKNOWN, WATER } from "./puzzle.js";
import { settings } from "../settings.js";
import { panning } from "./viewport.js";

/**
 * @typedef {import("./board-view.js").BoardView} BoardView
 * @typedef {{
 *   tap(at: number, value: string): void,
 *   paint(at: number, value: string): void,
 *   cancel(): void,
 *   selectedMark?(): string,
 *   tally?(kind: "row" | "column", line: number): void,
 *   command(name: string): void,
 * }} Handlers  `tap` begins a stroke, `paint` continues it. `selectedMark`: the mark that
 *   taps make, or "" if they cycle. Commands: `undo`, `redo`, `hint`, ...
 */

/** The marks in the order of taps, by what comes first. @type {Record<string, Record<string, string>>} */
const CYCLES = {
  ship: { [UNKNOWN]: SHIP, [SHIP]: WATER, [WATER]: UNKNOWN },
  water: { [UNKNOWN]: WATER, [WATER]: SHIP, [SHIP]: UNKNOWN },
};
const DRAG_DISTANCE = 10; // pixels beyond which a touch is no longer a tap

/** The mark after a tap on a square. @param {string} mark @param {string} [selected] */
function nextMark(mark, selected) {
  if (selected) return mark === selected ? UNKNOWN : selected;
  return CYCLES[settings.get("clicks")][mark] ?? WATER;
}

/** @type {Record<string, [number, number]>} */
const MOVES = {
  ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1],
  k: [-1, 0], j: [1, 0], h: [0, -1], l: [0, 1],
};
/** @type {Record<string, string>} */
const MARKS = { x: SHIP, s: SHIP, w: WATER, ".": WATER, backspace: UNKNOWN, delete: UNKNOWN, 0: UNKNOWN };
/** @type {Record<string, string>} */
const COMMANDS = { u: "undo", r: "redo", c: "checkpoint", b: "back", d: "drop", v: "check", i: "hint", p: "pause", n: "puzzles", ",": "settings", "?": "help", "+": "larger", "=": "larger", "-": "smaller", z: "whole" };

/**
 * Listens to the board. `handlers()` are those of the current mode.
 * @param {BoardView} view @param {() => Handlers | null} handlers
 */
export function listenToBoard(view, handlers) {
  const { grid } = view;
  /** `isPending`: a finger that has neither moved nor been lifted, and may be the first of two. @type {{pointer: number, value: string, from: string, last: [number, number], start: [number, number], isPending: boolean, at: number} | null} */
  let stroke = null;

  /** @param {PointerEvent} event */
  const valueFor = (event, /** @type {string} */ mark) => {
    const secondary = settings.get("clicks") === "water" ? SHIP : WATER; // the other mark
    if (event.button === 2) return mark === secondary ? UNKNOWN : secondary;
    return nextMark(mark, handlers()?.selectedMark?.());
  };

  grid.addEventListener("pointerdown", (event) => {
    const target = handlers();
    if (!target || !view.scene || view.scene.isFixed) return;
    if (stroke || panning.isOn) return;
    const at = view.squareAt(event.clientX, event.clientY);
    if (at < 0 || event.button === 1) return;
    view.focus(at, event.pointerType !== "touch");
    const from = view.scene.cells[at];
    const point = /** @type {[number, number]} */ ([event.clientX, event.clientY]);
    const isPending = event.pointerType === "touch";
    stroke = { pointer: event.pointerId, value: valueFor(event, from), from, last: point, start: point, isPending, at };
    if (!isPending) target.tap(at, stroke.value);
  });

  document.addEventListener("pointerdown", (event) => {
    if (!stroke || event.pointerId === stroke.pointer) return;
    if (!stroke.isPending) handlers()?.cancel();
    stroke = null;
  });

  document.addEventListener("pointermove", (event) => {
    if (!stroke || event.pointerId !== stroke.pointer) return;
    const target = handlers();
    if (stroke.isPending) {
      if (Math.hypot(event.clientX - stroke.start[0], event.clientY - stroke.start[1]) <= DRAG_DISTANCE) return;
      stroke.isPending = false;
      target?.tap(stroke.at, stroke.value);
    }
    for (const at of squaresBetween(view, stroke.last, [event.clientX, event.clientY])) {
      if (at !== stroke.at && view.scene?.cells[at] === stroke.from) target?.paint(at, stroke.value);
    }
    stroke.last = [event.clientX, event.clientY];
  });

  /** @param {PointerEvent} event */
  const end = (event) => {
    if (!stroke || event.pointerId !== stroke.pointer) return;
    const { isPending, at, value } = stroke;
    stroke = null;
    if (isPending && event.type === "pointerup") handlers()?.tap(at, value);
    if (!isPending && event.type === "pointercancel") handlers()?.cancel();
  };
  document.addEventListener("pointerup", end);
  document.addEventListener("pointercancel", end);
  grid.addEventListener("click", ({ target }) => {
    for (const kind of /** @type {const} */ (["row", "column"])) {
      const line = view.tallies[kind].indexOf(/** @type {HTMLElement} */ (target));
      if (line >= 0 && !view.scene?.isFixed) handlers()?.tally?.(kind, line);
    }
  });
  grid.addEventListener("contextmenu", (event) => event.preventDefault());
  grid.addEventListener("focusin", (event) => {
    const at = view.cells.indexOf(/** @type {HTMLElement} */ (event.target));
    if (at >= 0) view.focus(at, false);
  });
  grid.addEventListener("keydown", (event) => onKey(view, handlers(), event));
}

/** The squares that a straight line on the screen crosses. @param {BoardView} view @param {[number, number]} from @param {[number, number]} to */
function squaresBetween(view, from, to) {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const steps = Math.max(1, Math.ceil(Math.hypot(dx, dy) / (view.side / 2)));
  const points = Array.from({ length: steps }, (_, i) => (i + 1) / steps);
  return new Set(points.map((t) => view.squareAt(from[0] + dx * t, from[1] + dy * t)).filter((at) => at >= 0));
}

/** @param {BoardView} view @param {Handlers | null} target @param {KeyboardEvent} event */
function onKey(view, target, event) {
  const { scene } = view;
  if (!scene || event.altKey || event.metaKey) return;
  const action = keyAction(view, event, target?.selectedMark?.());
  if (!action) return;
  event.preventDefault();
  event.stopPropagation();
  if ("move" in action) {
    const value = scene.cells[view.focused];
    view.focus(action.move);
    if (event.shiftKey && !event.ctrlKey && !scene.isFixed) target?.tap(action.move, value);
  } else if (!scene.isFixed) target?.tap(view.focused, action.value);
}

/** The move or mark that a key stands for, if any. @param {BoardView} view @param {KeyboardEvent} event @param {string} [selected] @returns {{move: number} | {value: string} | null} */
function keyAction(view, event, selected) {
  const { scene, focused } = view;
  if (!scene) return null;
  const { height, width, letters } = scene.puzzle;
  const letter = letters.find((entry) => entry.toUpperCase() === event.key.toUpperCase());
  if (letter && !event.ctrlKey) return { value: letter };
  const [row, col] = [Math.floor(focused / width), focused % width];
  if (event.key === "Home") return { move: event.ctrlKey ? 0 : row * width };
  if (event.key === "End") return { move: event.ctrlKey ? height * width - 1 : row * width + width - 1 };
  if (event.ctrlKey) return null;
  const move = MOVES[event.key] ?? MOVES[event.key.toLowerCase()];
  if (move) return { move: clamp(row + move[0], height) * width + clamp(col + move[1], width) };
  if (event.key === " " || event.key === "Enter") return { value: nextMark(scene.cells[focused], selected) };
  const value = MARKS[event.key.toLowerCase()];
  return value === undefined ? null : { value };
}

/** @param {number} value @param {number} count */
const clamp = (value, count) => Math.max(0, Math.min(count - 1, value));

/**
 * Listens for keys that work wherever the focus is, except in text fields and dialogs.
 * @param {(name: string) => void} run
 */
export function listenForCommands(run) {
  document.addEventListener("keydown", (event) => {
    const target = /** @type {HTMLElement} */ (event.target);
    if (event.altKey || target.closest("input:not([type=checkbox], [type=range]), textarea, select, dialog[open]")) return;
    const name = commandOf(event);
    if (!name) return;
    event.preventDefault();
    run(name);
  });
}

/** @param {KeyboardEvent} event */
function commandOf(event) {
  const key = event.key.toLowerCase();
  if (!event.ctrlKey && !event.metaKey) return COMMANDS[key];
  if (key === "y" || (key === "z" && event.shiftKey)) return "redo";
  return key === "z" ? "undo" : undefined;
}
