/**
 * Touch, mouse and keyboard input on the board, passed to the current mode as marks on squares.
 * Taps cycle through ship, water and empty; a drag gives the first square's new mark to every square that
 * showed the same mark before. A finger marks once it moves or is lifted; a second one cancels the stroke.
 */

import { SHIP, UNKNOWN, WATER } from "./puzzle.js";
import { settings } from "../settings.js";
import { panning } from "./viewport.js";

/**
 * @import { BoardView, LineOnBoard } from "./board-view.js"
 * @typedef {{
 *   tap(at: number, value: string): void,
 *   paint(at: number, value: string): void,
 *   cancel(): void,
 *   selectedMark?(): string,
 *   tally?(kind: "row" | "column", line: number): void,
 *   fillLine?(kind: "row" | "column", line: number): void,
 *   clearLine?(kind: "row" | "column", line: number): void,
 *   command(name: string): void,
 * }} Handlers  `tap` begins a stroke with the mark chosen here, `paint` continues it. `selectedMark`: the mark that
 *   taps make, or "" if they cycle. `tally`: a tap on a tally; `fillLine`: the rest of a line is water;
 *   `clearLine`: its water goes. Commands: `undo`, `redo`, `hint`, ...
 */

/** The marks in the order of taps, by what comes first. @type {Record<string, Record<string, string>>} */
const CYCLES = {
  ship: { [UNKNOWN]: SHIP, [SHIP]: WATER, [WATER]: UNKNOWN },
  water: { [UNKNOWN]: WATER, [WATER]: SHIP, [SHIP]: UNKNOWN },
};
/** How many squares a finger's stroke leaves its line before it is taken to go elsewhere. */
const LEAVES = 1.2;
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
const COMMANDS = { u: "undo", r: "redo", c: "checkpoint", b: "back", d: "drop", v: "check", i: "hint", p: "pause", n: "puzzles", g: "logbook", ",": "settings", "?": "help", "/": "note", "+": "larger", "=": "larger", "-": "smaller", z: "whole" };

/**
 * Listens to the board. `handlers()` are those of the current mode.
 * @param {BoardView} view @param {() => Handlers | null} handlers
 */
export function listenToBoard(view, handlers) {
  const { grid } = view;
  /** `isPending`: a finger that has neither moved nor been lifted, and may be the first of two. @type {{pointer: number, value: string, from: string, last: [number, number], start: [number, number], isPending: boolean, isTouch: boolean, axis: string, at: number} | null} */
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
    const isTouch = event.pointerType === "touch";
    const wasTyping = isTyping();
    if (wasTyping) view.focus(at, !isTouch); // first, so that what is typed in a field is taken
    const from = view.scene.cells[at];
    const point = /** @type {[number, number]} */ ([event.clientX, event.clientY]);
    stroke = { pointer: event.pointerId, value: valueFor(event, from), from, last: point, start: point, isPending: isTouch, isTouch, axis: "", at };
    if (!isTouch) target.tap(at, stroke.value);
    // What was pressed is in view, and without scrolling the page is laid out only once, for the next frame.
    if (!wasTyping && !isTyping()) view.focus(at, !isTouch, { preventScroll: true });
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
    const point = stroke.isTouch ? alongLine(view, stroke, [event.clientX, event.clientY]) : /** @type {[number, number]} */ ([event.clientX, event.clientY]);
    for (const at of squaresBetween(view, stroke.last, point)) {
      if (at !== stroke.at && view.scene?.cells[at] === stroke.from) target?.paint(at, stroke.value);
    }
    stroke.last = point;
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
  grid.addEventListener("click", ({ target, detail }) => {
    if (!view.scene || view.scene.isFixed) return;
    const tally = view.lineOf(target);
    if (tally) handlers()?.tally?.(tally.kind, tally.line);
    // What assistive tools press has no pointer.
    const at = detail === 0 ? view.cells.indexOf(/** @type {HTMLElement} */ (target)) : -1;
    if (at >= 0) handlers()?.tap(at, nextMark(view.scene.cells[at], handlers()?.selectedMark?.()));
  });
  grid.addEventListener("contextmenu", (event) => event.preventDefault());
  grid.addEventListener("focusin", (event) => {
    const at = view.cells.indexOf(/** @type {HTMLElement} */ (event.target));
    if (at >= 0) view.focus(at, false);
    else view.focusedTally = view.lineOf(event.target);
  });
  grid.addEventListener("keydown", (event) => onKey(view, handlers(), event));
}

/** Whether the focus is in a field. */
const isTyping = () => document.activeElement?.matches("input, textarea, select") ?? false;

/**
 * A point of a finger's stroke, kept to the row or column in which the stroke began until it has clearly left that: a
 * finger wavers.
 * @param {BoardView} view @param {{start: [number, number], axis: string}} stroke @param {[number, number]} point @returns {[number, number]}
 */
function alongLine(view, stroke, [x, y]) {
  const [dx, dy] = [Math.abs(x - stroke.start[0]), Math.abs(y - stroke.start[1])];
  if (stroke.axis === "" && Math.max(dx, dy) > view.side) stroke.axis = dx > dy ? "row" : "column";
  if (stroke.axis === "row" && dy < LEAVES * view.side) return [x, stroke.start[1]];
  if (stroke.axis === "column" && dx < LEAVES * view.side) return [stroke.start[0], y];
  stroke.axis = stroke.axis === "" ? "" : "free";
  return [x, y];
}

/** The squares that a straight line on the screen crosses. @param {BoardView} view @param {[number, number]} from @param {[number, number]} to */
function squaresBetween(view, from, to) {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const steps = Math.max(1, Math.ceil(Math.hypot(dx, dy) / (view.side / 2)));
  const points = Array.from({ length: steps }, (_, i) => (i + 1) / steps);
  return new Set(points.map((t) => view.squareAt(from[0] + dx * t, from[1] + dy * t)).filter((at) => at >= 0));
}

/**
 * What a key does on the board.
 * @typedef {{move: number} | {value: string} | {tally: LineOnBoard} | {act: "tally" | "fillLine" | "clearLine", on: LineOnBoard}} KeyAction
 */

/** @param {BoardView} view @param {Handlers | null} target @param {KeyboardEvent} event */
function onKey(view, target, event) {
  const { scene } = view;
  if (!scene || event.altKey || event.metaKey) return;
  const action = view.focusedTally ? tallyKeyAction(view, view.focusedTally, event) : keyAction(view, event, target?.selectedMark?.());
  if (!action) return;
  event.preventDefault();
  event.stopPropagation();
  if ("tally" in action) view.focusTally(action.tally);
  else if ("move" in action) {
    const isStroke = event.shiftKey && !event.ctrlKey && !scene.isFixed && !view.focusedTally;
    const value = scene.cells[view.focused];
    view.focus(action.move);
    if (isStroke) target?.tap(action.move, value);
  } else if (scene.isFixed) return;
  else if ("act" in action) target?.[action.act]?.(action.on.kind, action.on.line);
  else target?.tap(view.focused, action.value);
}

/** What a key stands for on a square, if anything. @param {BoardView} view @param {KeyboardEvent} event @param {string} [selected] @returns {KeyAction | null} */
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
  const key = event.key.toLowerCase();
  const line = /** @type {LineOnBoard} */ (event.shiftKey ? { kind: "column", line: col } : { kind: "row", line: row });
  if (key === "t") return { tally: line };
  if (key === "f") return { act: "fillLine", on: line };
  const move = MOVES[event.key] ?? MOVES[key];
  if (move) return moveTo(scene.puzzle, row + move[0], col + move[1], event.shiftKey);
  if (event.key === " " || event.key === "Enter") return { value: nextMark(scene.cells[focused], selected) };
  const value = MARKS[key];
  return value === undefined ? null : { value };
}

/** A move to a square, or beyond the edge to a tally; a stroke stays on the squares. @param {import("./puzzle.js").Puzzle} puzzle @param {number} row @param {number} col @param {boolean} isStroke @returns {KeyAction} */
function moveTo({ height, width }, row, col, isStroke) {
  if (col === width && !isStroke) return { tally: { kind: "row", line: row } };
  if (row === height && !isStroke) return { tally: { kind: "column", line: col } };
  return { move: clamp(row, height) * width + clamp(col, width) };
}

/** What a key stands for on the tally of a line, if anything. @param {BoardView} view @param {LineOnBoard} on @param {KeyboardEvent} event @returns {KeyAction | null} */
function tallyKeyAction({ scene, focused }, on, event) {
  if (!scene || event.ctrlKey) return null;
  const { height, width } = scene.puzzle;
  const isRow = on.kind === "row";
  const key = event.key.toLowerCase();
  if (key === "escape") return { move: focused };
  if (key === "t") return isRow ? { tally: { kind: "column", line: focused % width } } : { move: focused };
  if (key === "enter" || key === " ") return { act: "tally", on };
  if (key === "f") return { act: "fillLine", on };
  if (MARKS[key] === UNKNOWN) return { act: "clearLine", on };
  if (key === "home") return { move: isRow ? on.line * width : on.line };
  const [rows, cols] = MOVES[event.key] ?? MOVES[key] ?? [0, 0];
  const [along, across] = isRow ? [rows, cols] : [cols, rows];
  if (across < 0) return { move: isRow ? on.line * width + width - 1 : (height - 1) * width + on.line };
  return along === 0 ? null : { tally: { ...on, line: clamp(on.line + along, isRow ? height : width) } };
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
