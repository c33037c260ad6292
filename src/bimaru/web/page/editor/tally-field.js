/** Editing of tallies on the board: a tally becomes an input, and Enter goes on to the next. */

import { h } from "../dom.js";
import { phrase } from "../language.js";
import { lineName } from "../board/referee.js";

/**
 * A function that turns the tally of a line into an input.
 * @param {import("../board/board-view.js").BoardView} view
 * @param {(lines: import("./draft.js").Lines, line: number, tally: number | null) => void} save
 */
export function tallyEditor(view, save) {
  /** @param {"row" | "column"} kind @param {number} line */
  return function edit(kind, line) {
    const element = view.tallies[kind][line];
    if (!element) return;
    const before = String(view.scene?.puzzle[kind === "row" ? "rows" : "cols"][line] ?? "");
    const input = h("input", { class: "tally-input", inputmode: "numeric", enterkeyhint: "next", maxlength: 3, value: before, "aria-label": phrase("Tally of {line}", { line: lineName(kind, line) }) });

    const close = (/** @type {string} */ text) => {
      input.removeEventListener("blur", commit);
      element.replaceChildren(text === "" ? h("span", { class: "visually-hidden" }, phrase("unknown")) : text);
      if (text !== before) save(kind === "row" ? "rows" : "cols", line, text === "" ? null : Number(text));
    };
    const commit = () => close(/^\d*$/.test(input.value.trim()) ? input.value.trim() : before);

    input.addEventListener("blur", commit);
    input.addEventListener("keydown", (event) => {
      event.stopPropagation();
      if (event.key === "Escape") close(before);
      else if (event.key === "Enter") commit();
      else return;
      if (event.key === "Enter" && line + 1 < view.tallies[kind].length) edit(kind, line + 1);
      else if (event.key === "Enter" && kind === "row") edit("column", 0);
      else view.focusTally({ kind, line });
    });
    element.replaceChildren(input);
    input.focus();
    input.select();
  };
}
