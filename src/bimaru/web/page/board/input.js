/**
 * Fingers, mouse and keys on the board, told to whatever mode is on as marks on squares.
 * Tapping goes from ship to water to empty; a drag gives every square what the first one got, if it
 * showed what the first one showed. A second finger, or the browser taking over to scroll, takes the stroke back.
 */

import { SHIP, UNKNOWN, WATER } from "./puzzle.js";

/**
 * @typedef {import("./board-view.js").BoardView} BoardView
 * @typedef {{
 *   tap(at: number, value: string): void,
 *   paint(at: number, value: string): void,
 *   cancel(): void,
 *   pen?(): string,
 *   tally?(kind: "row" | "column", line: number): void,
 *   command(name: string): void,
 * }} Handlers  `tap` begins a stroke, `paint` goes on with it. `pen`: the
 *   mark that taps write, or "" while they cycle. Commands: `undo`, `redo`, `hint`, ...
 */

/** @type {Record<string, string>} */
const CYCLE = { [UNKNOWN]: SHIP, [SHIP]: WATER, [WATER]: UNKNOWN };
const MOVED = 10; // pixels after which a finger is no longer tapping

/** The mark that tapping makes of another, with a pen or in turn. @param {string} mark @param {string} [pen] */
function nextMark(mark, pen) {
  if (pen) return mark === pen ? UNKNOWN : pen;
  return CYCLE[mark] ?? WATER;
}

/** Keys with what they do; the help panel shows the same list. */
export const KEYS = /** @type {const} */ ([
  ["Arrows, H J K L", "move; with Shift, paint along"],
  ["Home, End", "to the ends of the row; with Ctrl, of the board"],
  ["Space, Enter", "ship, water, empty in turn"],
  ["X or S", "ship"],
  ["W or .", "water"],
  ["Backspace, Delete, 0", "empty"],
  ["U, Ctrl+Z", "undo"],
  ["R, Ctrl+Y, Ctrl+Shift+Z", "redo"],
  ["C / B / D", "set a checkpoint, go back to it, drop it"],
  ["V", "check"],
  ["I", "a hint, then a stronger one"],
  ["P", "pause"],
  ["N", "puzzles"],
  ["?", "this help"],
]);

/** @type {Record<string, [number, number]>} */
const MOVES = {
  ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1],
  k: [-1, 0], j: [1, 0], h: [0, -1], l: [0, 1],
};
/** @type {Record<string, string>} */
const MARKS = { x: SHIP, s: SHIP, w: WATER, ".": WATER, backspace: UNKNOWN, delete: UNKNOWN, 0: UNKNOWN };
/** @type {Record<string, string>} */
const COMMANDS = { u: "undo", r: "redo", c: "checkpoint", b: "back", d: "drop", v: "check", i: "hint", p: "pause", n: "puzzles", "?": "help" };

/**
 * Listens to the board. `handlers()` are those of the mode that is on.
 * @param {BoardView} view @param {() => Handlers | null} handlers
 */
export function listen(view, handlers) {
  const { grid } = view;
  /** @type {{pointer: number, value: string, from: string, last: [number, number], start: [number, number], waits: boolean, at: number} | null} */
  let stroke = null;

  /** @param {PointerEvent} event */
  const valueFor = (event, /** @type {string} */ mark) => {
    if (event.button === 2) return mark === WATER ? UNKNOWN : WATER;
    return nextMark(mark, handlers()?.pen?.());
  };

  grid.addEventListener("pointerdown", (event) => {
    const target = handlers();
    if (!target || !view.scene || view.scene.isFixed) return;
    if (stroke) return;
    const at = view.squareAt(event.clientX, event.clientY);
    if (at < 0 || event.button === 1) return;
    view.focus(at, event.pointerType !== "touch");
    const from = view.scene.cells[at];
    const point = /** @type {[number, number]} */ ([event.clientX, event.clientY]);
    const waits = event.pointerType === "touch" && view.scrolls;
    stroke = { pointer: event.pointerId, value: valueFor(event, from), from, last: point, start: point, waits, at };
    if (!waits) target.tap(at, stroke.value);
  });

  document.addEventListener("pointerdown", (event) => {
    if (!stroke || event.pointerId === stroke.pointer) return;
    if (!stroke.waits) handlers()?.cancel();
    stroke = null;
  });

  document.addEventListener("pointermove", (event) => {
    if (!stroke || event.pointerId !== stroke.pointer || stroke.waits) return;
    const target = handlers();
    for (const at of squaresBetween(view, stroke.last, [event.clientX, event.clientY])) {
      if (at !== stroke.at && view.scene?.cells[at] === stroke.from) target?.paint(at, stroke.value);
    }
    stroke.last = [event.clientX, event.clientY];
  });

  /** @param {PointerEvent} event */
  const end = (event) => {
    if (!stroke || event.pointerId !== stroke.pointer) return;
    const { waits, start, at, value } = stroke;
    stroke = null;
    const hasMoved = Math.hypot(event.clientX - start[0], event.clientY - start[1]) > MOVED;
    if (waits && !hasMoved && event.type === "pointerup") handlers()?.tap(at, value);
    if (!waits && event.type === "pointercancel") handlers()?.cancel();
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

/** Every square that a straight line on the screen crosses. @param {BoardView} view @param {[number, number]} from @param {[number, number]} to */
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
  const action = keyAction(view, event, target?.pen?.());
  if (!action) return;
  event.preventDefault();
  event.stopPropagation();
  if ("move" in action) {
    const value = scene.cells[view.focused];
    view.focus(action.move);
    if (event.shiftKey && !event.ctrlKey && !scene.isFixed) target?.tap(action.move, value);
  } else if (!scene.isFixed) target?.tap(view.focused, action.value);
}

/** What a key asks of the board. @param {BoardView} view @param {KeyboardEvent} event @param {string} [pen] @returns {{move: number} | {value: string} | null} */
function keyAction(view, event, pen) {
  const { scene, focused } = view;
  if (!scene) return null;
  const { height, width, letters } = scene.puzzle;
  const letter = letters.find((one) => one.toUpperCase() === event.key.toUpperCase());
  if (letter && !event.ctrlKey) return { value: letter };
  const [row, col] = [Math.floor(focused / width), focused % width];
  if (event.key === "Home") return { move: event.ctrlKey ? 0 : row * width };
  if (event.key === "End") return { move: event.ctrlKey ? height * width - 1 : row * width + width - 1 };
  if (event.ctrlKey) return null;
  const move = MOVES[event.key] ?? MOVES[event.key.toLowerCase()];
  if (move) return { move: clamp(row + move[0], height) * width + clamp(col + move[1], width) };
  if (event.key === " " || event.key === "Enter") return { value: nextMark(scene.cells[focused], pen) };
  const value = MARKS[event.key.toLowerCase()];
  return value === undefined ? null : { value };
}

/** @param {number} value @param {number} count */
const clamp = (value, count) => Math.max(0, Math.min(count - 1, value));

/**
 * Listens to the keys that mean the same wherever the focus is, except where someone is writing.
 * @param {() => Handlers | null} handlers
 */
export function listenForCommands(handlers) {
  document.addEventListener("keydown", (event) => {
    const target = /** @type {HTMLElement} */ (event.target);
    if (event.altKey || target.closest("input:not([type=checkbox], [type=range]), textarea, select, dialog[open]")) return;
    const name = commandOf(event);
    if (!name) return;
    event.preventDefault();
    handlers()?.command(name);
  });
}

/** @param {KeyboardEvent} event */
function commandOf(event) {
  const key = event.key.toLowerCase();
  if (!event.ctrlKey && !event.metaKey) return COMMANDS[key];
  if (key === "y" || (key === "z" && event.shiftKey)) return "redo";
  return key === "z" ? "undo" : undefined;
}
