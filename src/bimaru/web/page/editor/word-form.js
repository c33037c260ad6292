/** The form below the board in which the letters of a drawn ship are typed. */

import { h } from "../dom.js";
import { counted, phrase } from "../language.js";
import { SHIP, squareName } from "../board/puzzle.js";
import * as drafts from "./draft.js";

/** @typedef {import("./draft.js").Draft} Draft @typedef {import("../board/puzzle.js").Puzzle} Puzzle */

const TEXTS = {
  choose: phrase("Choose a straight ship on the board, then type its letters."),
  noShip: (/** @type {string} */ square) => phrase("There is no ship at {square}.", { square }),
  bent: phrase("Only straight ships have letters."),
  word: (/** @type {string} */ first, /** @type {string} */ last, /** @type {number} */ length) => 
    first === last ? phrase("Letters of the ship at {first} ({length})", { first, length }) : phrase("Letters of the ship from {first} to {last} ({length})", { first, last, length }),
  wrong: (/** @type {number} */ length) => counted("Expected one letter or digit, or nothing.", "Expected {count} letters or digits, or nothing.", length),
  write: phrase("Write"),
  written: (/** @type {string} */ word) => (word ? phrase("Written: {word}.", { word }) : phrase("The letters are removed.")),
};

/**
 * @param {() => Draft} current @param {(draft: Draft, text: string) => void} apply  takes the draft with the letters
 * @returns {{element: HTMLElement, squares(): readonly number[], choose(puzzle: Puzzle, at: number): void, clear(): void}}
 *   `squares`: those of the chosen ship; `choose` chooses the ship at a square.
 */
export function wordForm(current, apply) {
  /** @type {readonly number[]} */
  let squares = [];
  const label = h("span", {}, TEXTS.choose);
  const input = h("input", { id: "editor-word", autocomplete: "off", spellcheck: "false", autocapitalize: "characters", maxlength: 198, disabled: true });
  const fault = h("p", { class: "error", role: "alert" });
  const write = h("button", { type: "submit", class: "quiet", disabled: true }, TEXTS.write);

  /** @param {readonly number[]} ship @param {string} text @param {string} word */
  function show(ship, text, word) {
    squares = ship;
    label.textContent = text;
    input.value = word;
    input.disabled = write.disabled = ship.length === 0;
    fault.textContent = "";
  }

  /** @param {Event} event */
  function submit(event) {
    event.preventDefault();
    const word = input.value.trim();
    const isRight = word === "" || (drafts.isWord(word) && [...word].length === squares.length);
    fault.textContent = isRight ? "" : TEXTS.wrong(squares.length);
    if (isRight) apply(drafts.withLetters(current(), squares, word), TEXTS.written(word));
  }

  return {
    element: h("form", { class: "word", onsubmit: submit }, h("label", { class: "field", for: input.id }, label, input), write, fault),
    squares: () => squares,
    choose(puzzle, at) {
      const { answer } = current();
      const ship = answer ? drafts.shipAt(puzzle, answer, at) : [];
      if (ship.length === 0) return show([], TEXTS.noShip(squareName(puzzle, at)), "");
      if (!drafts.isStraight(puzzle, ship)) return show([], TEXTS.bent, "");
      const word = answer?.[ship[0]] === SHIP ? "" : ship.map((square) => answer?.[square]).join("");
      show(ship, TEXTS.word(squareName(puzzle, ship[0]), squareName(puzzle, ship[ship.length - 1]), ship.length), word);
      input.focus();
      input.select();
    },
    clear: () => show([], TEXTS.choose, ""),
  };
}
