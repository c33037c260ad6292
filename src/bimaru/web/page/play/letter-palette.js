/** The palette of lettered puzzles: the letter selected there is what taps write, or note as possible. Loaded with the first one. */

import { possibleName } from "../board/board-view.js";
import { UNKNOWN, isShip, SHIP, squareName } from "../board/puzzle.js";
import { button, h } from "../dom.js";
import { phrase } from "../language.js";
import { noteLetters } from "./game.js";

/** Fills a card. @param {HTMLElement} card @param {(text: string) => void} announce */
export function letterPalette(card, announce) {
  let selected = "";
  let isNoting = false;
  const row = h("div", { class: "palette", role: "group", "aria-label": phrase("Letter to write") });
  const noting = button(phrase("Note possible letters"), toggle, { class: "swatch", keys: "/", title: `${phrase("Note possible letters")} (/)` });
  card.replaceChildren(h("h2", {}, phrase("Letters")), h("p", {}, phrase("Choose the letter that taps write, or type letters.")), row, h("div", { class: "palette" }, noting));

  /** Whether letters are noted from now on, instead of written. */
  function toggle() {
    isNoting = !isNoting;
    noting.setAttribute("aria-pressed", String(isNoting));
    announce(isNoting ? phrase("Letters are noted as possible.") : phrase("Letters are written."));
  }

  /** @param {string} letter */
  const select = (letter) => {
    selected = letter;
    for (const choice of row.querySelectorAll("button")) choice.setAttribute("aria-pressed", String(choice.value === letter));
  };

  /** @param {import("../board/puzzle.js").Puzzle} puzzle */
  const build = ({ isLettered, letters }) => {
    card.hidden = !isLettered;
    const choices = ["", ...letters].map((letter) => {
      const choice = button(letter || phrase("Cycle"), () => select(letter), { class: "swatch" });
      choice.value = letter;
      return choice;
    });
    row.replaceChildren(...choices);
    isNoting = false;
    noting.setAttribute("aria-pressed", "false");
    select("");
  };

  /** The letters of a square after a mark that notes one, or takes it back, or all from an empty square; `null` for a mark that is written. @param {import("./game.js").Game} game @param {number} at @param {string} value */
  function lettersAfter({ cells, possible }, at, value) {
    const letters = possible.get(at) ?? "";
    if (value === UNKNOWN && cells[at] === UNKNOWN && letters) return "";
    if (!isNoting || !isShip(value) || value === SHIP) return null;
    return letters.includes(value) ? letters.replace(value, "") : [...letters, value].sort().join("");
  }

  return {
    build, toggle,
    selected: () => selected,
    /** A game after a mark that notes a letter, and its words; `null` for a mark that is written. @param {import("./game.js").Game} game @param {number} at @param {string} value @returns {[import("./game.js").Game, string] | null} */
    noted(game, at, value) {
      const letters = lettersAfter(game, at, value);
      return letters === null ? null : [noteLetters(game, at, letters), `${squareName(game.puzzle, at)} ${possibleName(letters) || phrase("no possible letters")}`];
    },
  };
}
