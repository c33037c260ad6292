/** The rules in a few lines, and the keys. */

import { button, byId, h } from "./dom.js";
import { KEYS } from "./board/input.js";

const RULES = [
  "Find the fleet: every ship of the list lies in the grid, across or down.",
  "Ships do not touch, not even at a corner.",
  "The number beside a row or column says how many of its squares are ship.",
  "Squares with a marked corner are given.",
];
const HANDS = [
  "Tap or click: ship, water, empty in turn. Drag to paint. Right click: water.",
  "Tap a tally: the rest of its line is water.",
  "On a large board a finger moves the board, a tap marks, and + and − make squares larger and smaller.",
  "A checkpoint remembers the board, so that you can try something and go back.",
];

/** @returns {() => void} */
export function helpDialog() {
  const dialog = /** @type {HTMLDialogElement} */ (byId("help"));
  const list = (/** @type {string[]} */ lines) => h("ul", {}, ...lines.map((line) => h("li", {}, line)));
  const keys = KEYS.map(([key, what]) => h("div", {}, h("dt", {}, key), h("dd", {}, what)));
  dialog.replaceChildren(
    h(
      "div",
      { class: "sheet" },
      h("header", {}, h("h2", { id: "help-title" }, "How to play"), button("Close", () => dialog.close(), { icon: "close", iconOnly: true })),
      h("h3", {}, "The puzzle"),
      list(RULES),
      h("h3", {}, "Mouse and touch"),
      list(HANDS),
      h("h3", {}, "Keys"),
      h("dl", { class: "keys" }, ...keys),
      h("p", { class: "fine" }, "In lettered puzzles, a letter of the puzzle writes itself."),
    ),
  );
  return () => dialog.showModal();
}
