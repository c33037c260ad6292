/** Editing of tallies on the board: a tally becomes an input, and Enter goes on to the next; on touch screens, whose keys for numbers may lack Enter, a tally does that is complete. */

import { h } from "../dom.js";
import { phrase } from "../language.js";
import { lineName } from "../board/referee.js";

/**
 * A function that turns the tally of a line into an input.
 * @param {import("../board/board-view.js").BoardView} view
 * @param {(lines: import("./draft.js").Lines, line: number, tally: number | null) => void} save
 */
export function tallyEditor(view, save) {
  /** @param {"row" | "column"} kind @param {number} line @param {string} [typed]  what was already typed for it */
  return function edit(kind, line, typed = "") {
    const element = view.tallies[kind][line];
    if (!element) return;
    const before = String(view.scene?.puzzle[kind === "row" ? "rows" : "cols"][line] ?? "");
    const squares = view.tallies[kind === "row" ? "column" : "row"].length;
    const input = h("input", { class: "tally-input", inputmode: "numeric", enterkeyhint: "next", maxlength: 3, value: before, "aria-label": phrase("Tally of {line}", { line: lineName(kind, line) }) });

    const close = (/** @type {string} */ text) => {
      input.removeEventListener("blur", commit);
      element.replaceChildren(text === "" ? h("span", { class: "visually-hidden" }, phrase("unknown")) : text);
      if (text !== before) save(kind === "row" ? "rows" : "cols", line, text === "" ? null : Number(text));
    };
    const entered = () => (/^\d*$/.test(input.value.trim()) ? input.value.trim() : before);
    const commit = () => close(entered());

    /** Closes the input with a tally, and opens the next. @param {string} text @param {string} [more]  typed for that */
    function goOn(text, more) {
      close(text);
      if (line + 1 < view.tallies[kind].length) edit(kind, line + 1, more);
      else if (kind === "row") edit("column", 0, more);
      else view.focusTally({ kind, line });
    }

    /** Goes on if no digit can follow what is typed, or the last one is of the next tally; that a ship fills ten squares is too rare to wait for. */
    function goOnIfComplete() {
      const text = input.value;
      if (!/^\d+$/.test(text) || !matchMedia("(pointer: coarse)").matches) return;
      if (text.length > 1 && Number(text) > squares) goOn(text.slice(0, -1), text.slice(-1));
      else if (Number(text) === 0 || Number(text) * 10 >= squares) goOn(text);
    }

    input.addEventListener("blur", commit);
    input.addEventListener("input", goOnIfComplete);
    input.addEventListener("keydown", (event) => {
      event.stopPropagation();
      if (event.key === "Enter") goOn(entered());
      if (event.key !== "Escape") return;
      close(before);
      view.focusTally({ kind, line });
    });
    element.replaceChildren(input);
    input.focus();
    input.select();
    if (!typed) return;
    input.value = typed;
    goOnIfComplete();
  };
}
