/** A small board, for what is nested in an argument: a picture with a description in place of a grid to move in. */

import { h } from "../dom.js";
import { classesOf, lettersOn, loadSheetFor } from "../board/board-view.js";
import { rowName } from "../board/puzzle.js";
import { partsOf } from "../board/referee.js";
import { ruledOut } from "./drawn-over.js";

/** @import { State } from "./argument.js" */

/** @param {import("../board/puzzle.js").Puzzle} puzzle */
export function smallBoard(puzzle) {
  loadSheetFor(puzzle);
  const cells = puzzle.givens.map(() => h("div", { class: "cell" }));
  const label = (/** @type {string} */ text) => h("div", { class: "name" }, text);
  const tallies = { row: puzzle.rows.map(tallyOf), column: puzzle.cols.map(tallyOf) };
  const rows = puzzle.rows.map((_, row) => h("div", { class: row === puzzle.height - 1 ? "row last" : "row" }, label(rowName(row)), ...cells.slice(row * puzzle.width, (row + 1) * puzzle.width), tallies.row[row]));
  const corner = () => h("div", { class: "name corner" });
  const names = h("div", { class: "row names" }, corner(), ...puzzle.cols.map((_, col) => label(String(col + 1))), corner());
  const last = h("div", { class: "row tallies" }, corner(), ...tallies.column, corner());
  const element = h("div", { class: "board small-board", role: "img" }, names, ...rows, last);

  element.style.setProperty("--columns", String(puzzle.width));
  element.style.setProperty("--rows", String(puzzle.height));
  element.classList.toggle("polyomino", !puzzle.isStraight);

  /** @param {Pick<State, "cells" | "overlay" | "text">} state */
  function show({ cells: marks, overlay, text }) {
    element.setAttribute("aria-label", text);
    const parts = partsOf(puzzle, marks);
    cells.forEach((cell, at) => {
      cell.className = classesOf({ puzzle, cells: marks, overlay }, parts, at);
      cell.textContent = lettersOn({ cells: marks, overlay }, at);
    });
    element.querySelector(".over")?.remove();
    element.append(...ruledOut(puzzle, overlay.barred));
    for (const axis of /** @type {const} */ (["row", "column"])) {
      tallies[axis].forEach((tally, line) => (tally.className = `tally ${overlay.lines[axis].get(line) ?? ""}`));
    }
  }

  return { element, show };
}

/** @param {number | null} tally */
const tallyOf = (tally) => h("div", { class: "tally" }, tally === null ? "" : String(tally));
