/** Larger and smaller squares, for boards that are larger than the screen. */

import { button, byId } from "../dom.js";

const STEP = 1.25;
const MOST = 2.5;

/** @param {import("./board-view.js").BoardView} view */
export function zoomButtons(view) {
  const zoom = (/** @type {number} */ factor) => {
    const level = Math.min(MOST, Math.max(1 / MOST, view.zoom * factor));
    view.zoom = Math.abs(level - 1) < 0.01 ? 1 : level;
    view.resize();
  };
  byId("zoom").append(
    button("Smaller squares", () => zoom(1 / STEP), { icon: "smaller", iconOnly: true, class: "tool" }),
    button("Larger squares", () => zoom(STEP), { icon: "larger", iconOnly: true, class: "tool" }),
  );
}
