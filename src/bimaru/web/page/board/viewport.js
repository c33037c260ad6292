/**
 * Boards larger than the screen: buttons that zoom, and fingers that move the board. Two fingers move and zoom it,
 * and never mark; one finger marks, unless "Move the board" is switched on.
 */

import { h, tool } from "../dom.js";
import { phrase } from "../language.js";

/** @import { BoardView } from "./board-view.js" */
/** @typedef {[x: number, y: number]} Point */

const ZOOM_STEP = 1.25;

/** Whether one finger moves the board. */
export const panning = { isOn: false };

/** Commands that change the view, in every mode. @param {BoardView} view @returns {Record<string, () => void>} */
export const viewCommands = (view) => ({
  larger: () => view.zoomTo(view.zoom * ZOOM_STEP),
  smaller: () => view.zoomTo(view.zoom / ZOOM_STEP),
  whole: () => view.zoomTo(view.zoom === view.whole ? 1 : view.whole),
});

/** Buttons for a board larger than the screen. @param {BoardView} view @returns {HTMLElement[]} */
export function zoomButtons(view) {
  const commands = viewCommands(view);
  const smaller = tool(phrase("Smaller squares"), "smaller", commands.smaller, "-");
  const whole = tool(phrase("Whole board"), "whole", commands.whole, "Z");
  const larger = tool(phrase("Larger squares"), "larger", commands.larger, "+");
  const move = tool(phrase("Move the board"), "move", () => setPanning(!panning.isOn));
  const setPanning = (/** @type {boolean} */ isOn) => {
    panning.isOn = isOn;
    move.setAttribute("aria-pressed", String(isOn));
    view.frame.classList.toggle("panning", isOn);
  };
  setPanning(false);
  view.frame.addEventListener("zoom", () => {
    whole.setAttribute("aria-pressed", String(view.zoom === view.whole));
    smaller.disabled = view.zoom <= view.whole;
    move.hidden = !view.scrolls;
    if (!view.scrolls && panning.isOn) setPanning(false);
  });
  return [h("div", { class: "bar", role: "group", "aria-label": phrase("View") }, smaller, whole, larger, move)];
}

/** Moves and zooms the board with two fingers, or with one while that is switched on. @param {BoardView} view */
export function listenToFingers(view) {
  /** The pointers that are down on the board. @type {Map<number, Point>} */
  const points = new Map();
  /** Where they were when the board moved last. @type {Point[]} */
  let before = [];
  let frame = 0;

  // Once for all fingers that moved since the last picture.
  const move = () => {
    frame = 0;
    const after = [...points.values()];
    const isMoved = view.frame.classList.contains("zoomable") && after.length === before.length && (after.length === 2 || (after.length === 1 && panning.isOn));
    if (isMoved) moveView(view, before, after);
    before = after;
  };

  view.grid.addEventListener("pointerdown", ({ pointerId, pointerType, clientX, clientY }) => {
    if (pointerType !== "touch" && !panning.isOn) return;
    points.set(pointerId, [clientX, clientY]);
    before = [...points.values()];
  });
  document.addEventListener("pointermove", ({ pointerId, clientX, clientY }) => {
    if (!points.has(pointerId)) return;
    points.set(pointerId, [clientX, clientY]);
    frame ||= requestAnimationFrame(move);
  });
  for (const name of ["pointerup", "pointercancel"]) {
    document.addEventListener(name, (event) => {
      if (frame) cancelAnimationFrame(frame), move();
      if (points.delete(/** @type {PointerEvent} */ (event).pointerId)) before = [...points.values()];
    });
  }
}

/** Keeps the board under fingers that moved. @param {BoardView} view @param {Point[]} before @param {Point[]} after */
function moveView(view, before, after) {
  const { factor, from, to } = gesture(before, after);
  if (factor !== 1) view.zoomTo(view.zoom * factor, from);
  view.frame.scrollBy(from[0] - to[0], from[1] - to[1]);
}

/**
 * What fingers did between two moments: by which factor they spread, and from where to where their middle moved.
 * @param {readonly Point[]} before @param {readonly Point[]} after  one or two points each
 * @returns {{factor: number, from: Point, to: Point}}
 */
export function gesture(before, after) {
  const spread = (/** @type {readonly Point[]} */ [a, b = a]) => Math.hypot(a[0] - b[0], a[1] - b[1]);
  const middle = (/** @type {readonly Point[]} */ [a, b = a]) => /** @type {Point} */ ([(a[0] + b[0]) / 2, (a[1] + b[1]) / 2]);
  const factor = spread(before) > 0 && spread(after) > 0 ? spread(after) / spread(before) : 1;
  return { factor, from: middle(before), to: middle(after) };
}
