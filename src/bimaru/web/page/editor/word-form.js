/** The form below the board in which the letters of a drawn ship are typed. */

import { h } from "../dom.js";
import { counted, phrase } from "../language.js";
import { SHIP, squareName } from "../board/puzzle.js";
import { isWord } from "../validation.js";
import * as drafts from "./draft.js";

/** @import { Puzzle } from "../board/puzzle.js" */
/** @import { Draft } from "./draft.js" */

const CHOOSE = phrase("Choose a straight ship on the board, then type its letters.");

/**
 * @param {() => Draft} current @param {(draft: Draft, text: string) => void} apply  takes the draft with the letters
 * @returns {{element: HTMLElement, squares(): readonly number[], choose(puzzle: Puzzle, at: number): void, clear(): void}}
 *   `squares`: those of the chosen ship; `choose` chooses the ship at a square.
 */
export function wordForm(current, apply) {
  /** @type {readonly number[]} */
  let squares = [];
  const label = h("span", {}, CHOOSE);
  const input = h("input", { id: "editor-word", autocomplete: "off", spellcheck: "false", autocapitalize: "characters", maxlength: 198, disabled: true });
  const fault = h("p", { class: "error", role: "alert" });
  const write = h("button", { type: "submit", class: "quiet", disabled: true }, phrase("Write"));

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
    const isRight = word === "" || (isWord(word) && [...word].length === squares.length);
    const expected = counted("Expected one letter or digit, or nothing.", "Expected {count} letters or digits, or nothing.", squares.length);
    fault.textContent = isRight ? "" : expected;
    const text = word ? phrase("Written: {word}.", { word }) : phrase("The letters are removed.");
    if (isRight) apply(drafts.withLetters(current(), squares, word), text);
  }

  return {
    element: h("form", { class: "word", onsubmit: submit }, h("label", { class: "field", for: input.id }, label, input), write, fault),
    squares: () => squares,
    choose(puzzle, at) {
      const { answer } = current();
      const ship = answer ? drafts.shipAt(puzzle, answer, at) : [];
      if (ship.length === 0) return show([], phrase("There is no ship at {square}.", { square: squareName(puzzle, at) }), "");
      if (!drafts.isStraight(puzzle, ship)) return show([], phrase("Only straight ships have letters."), "");
      const word = answer?.[ship[0]] === SHIP ? "" : ship.map((square) => answer?.[square]).join("");
      const values = { first: squareName(puzzle, ship[0]), last: squareName(puzzle, ship[ship.length - 1]), length: ship.length };
      const text = ship.length > 1
        ? phrase("Letters of the ship from {first} to {last} ({length})", values)
        : phrase("Letters of the ship at {first} ({length})", values);
      show(ship, text, word);
      input.focus();
      input.select();
    },
    clear: () => show([], CHOOSE, ""),
  };
}
