/** For lettered puzzles: a row of letters, of which one can be chosen for taps to write. */

import { button, h } from "./dom.js";

/** @param {import("./app.js").App} app */
export function penRow(app) {
  const row = h("div", { class: "pens", role: "group", "aria-label": "What a tap writes" });
  const element = h("section", { class: "card", hidden: true }, h("h2", {}, "Letters"), h("p", {}, "Choose what a tap writes, or type the letters."), row);

  /** @param {string} letter */
  const choose = (letter) => {
    app.pen = letter;
    for (const pen of row.querySelectorAll("button")) pen.setAttribute("aria-pressed", String(pen.value === letter));
  };

  /** @param {import("./puzzle.js").Puzzle} puzzle */
  const build = ({ isLettered, letters }) => {
    element.hidden = !isLettered;
    const pens = ["", ...letters].map((letter) => {
      const pen = button(letter || "Cycle", () => choose(letter), { class: "pen" });
      pen.value = letter;
      return pen;
    });
    row.replaceChildren(...pens);
    choose("");
  };
  return { element, build };
}
