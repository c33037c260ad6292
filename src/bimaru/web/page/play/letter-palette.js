/** The palette of lettered puzzles: the letter selected there is what taps write. */

import { button, h } from "../dom.js";
import { phrase } from "../language.js";

export function letterPalette() {
  let selected = "";
  const row = h("div", { class: "palette", role: "group", "aria-label": phrase("Letter to write") });
  const element = h("section", { class: "card", hidden: true }, h("h2", {}, phrase("Letters")), h("p", {}, phrase("Choose the letter that taps write, or type letters.")), row);

  /** @param {string} letter */
  const select = (letter) => {
    selected = letter;
    for (const choice of row.querySelectorAll("button")) choice.setAttribute("aria-pressed", String(choice.value === letter));
  };

  /** @param {import("../board/puzzle.js").Puzzle} puzzle */
  const build = ({ isLettered, letters }) => {
    element.hidden = !isLettered;
    const choices = ["", ...letters].map((letter) => {
      const choice = button(letter || phrase("Cycle"), () => select(letter), { class: "swatch" });
      choice.value = letter;
      return choice;
    });
    row.replaceChildren(...choices);
    select("");
  };
  return { element, build, selected: () => selected };
}
