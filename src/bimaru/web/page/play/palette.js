/** For lettered puzzles: a row of letters, of which one can be chosen for taps to write. */

import { button, h } from "../dom.js";

export function penRow() {
  let pen = "";
  const row = h("div", { class: "pens", role: "group", "aria-label": "What a tap writes" });
  const element = h("section", { class: "card", hidden: true }, h("h2", {}, "Letters"), h("p", {}, "Choose what a tap writes, or type the letters."), row);

  /** @param {string} letter */
  const choose = (letter) => {
    pen = letter;
    for (const choice of row.querySelectorAll("button")) choice.setAttribute("aria-pressed", String(choice.value === letter));
  };

  /** @param {import("../board/puzzle.js").Puzzle} puzzle */
  const build = ({ isLettered, letters }) => {
    element.hidden = !isLettered;
    const choices = ["", ...letters].map((letter) => {
      const choice = button(letter || "Cycle", () => choose(letter), { class: "pen" });
      choice.value = letter;
      return choice;
    });
    row.replaceChildren(...choices);
    choose("");
  };
  return { element, build, chosen: () => pen };
}
