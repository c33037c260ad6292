/** The help dialog: the rules, the gestures and the keys. */

import { button, byId, h } from "./dom.js";
import { KEYS } from "./board/input.js";
import { offlineSentence } from "./service/offline.js";

const RULES = [
  "Find the fleet: every ship in the list lies in the grid, horizontally or vertically.",
  "Ships do not touch, not even at a corner.",
  "The number beside a row or column is the number of its ship squares.",
  "Squares with a marked corner are given.",
];
const GESTURES = [
  "Tap or click to cycle through ship, water and empty. Drag to paint. Right-click for water.",
  "Tap a tally to fill the rest of its line with water.",
  "On a large board, two fingers move and zoom; the buttons below it do so with one.",
  "Set a checkpoint to try something and go back.",
];

const LESSONS = { about: "New to this? Ten short lessons teach it on small boards.", start: "Lessons" };

/** @param {import("./app.js").App} app @returns {() => void}  opens the dialog */
export function helpDialog(app) {
  const dialog = /** @type {HTMLDialogElement} */ (byId("help"));
  const list = (/** @type {string[]} */ lines) => h("ul", {}, ...lines.map((line) => h("li", {}, line)));
  const keys = KEYS.map(([key, action]) => h("div", {}, h("dt", {}, key), h("dd", {}, action)));
  dialog.replaceChildren(
    h(
      "div",
      { class: "sheet" },
      h("header", {}, h("h2", { id: "help-title" }, "How to play"), button("Close", () => dialog.close(), { icon: "close", iconOnly: true })),
      h("p", {}, LESSONS.about),
      h("div", { class: "actions" }, button(LESSONS.start, () => (dialog.close(), app.switchTo("tutorial")), { icon: "learn", class: "primary" })),
      h("h3", {}, "The puzzle"),
      list(RULES),
      h("h3", {}, "Mouse and touch"),
      list(GESTURES),
      h("h3", {}, "Keys"),
      h("dl", { class: "keys" }, ...keys),
      h("p", { class: "fine" }, "In lettered puzzles, type a letter to enter it."),
      h("h3", {}, "Without a network"),
      h("p", {}, offlineSentence()),
    ),
  );
  return () => dialog.showModal();
}
