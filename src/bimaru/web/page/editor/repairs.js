/**
 * What is wrong with a puzzle that does not have one solution: the clues that contradict each other, with repairs, or
 * the squares where solutions differ, with the givens that would leave one. Loaded with the first such puzzle.
 */

import { chainOf, emptyOverlay } from "../learn/argument.js";
import { chainView } from "../learn/argument-view.js";
import { Stage } from "../learn/stage.js";
import { button, h, loadSheet } from "../dom.js";
import { puzzleOf, squareIndexes, squareName } from "../board/puzzle.js";
import { partName } from "../board/referee.js";
import { capitalize, counted, language, phrase } from "../language.js";
import * as drafts from "./draft.js";

/**
 * @import { App } from "../app.js"
 * @import { State } from "../learn/argument.js"
 * @import { AmbiguityData, ClueData, ConflictData, ExplanationData, RepairData } from "../service/answers.js"
 * @import { Draft } from "./draft.js"
 */

/** The clues that contradict each other, as an overlay: lines by their tallies, and given squares. @param {number} width @param {readonly ClueData[]} clues @returns {import("../board/board-view.js").Overlay} */
export function conflictOverlay(width, clues) {
  const overlay = emptyOverlay();
  for (const clue of clues) {
    if ("row" in clue) overlay.lines.row.set(clue.row, "failing");
    if ("column" in clue) overlay.lines.column.set(clue.column, "failing");
    if ("given" in clue) overlay.layers.failed.add(clue.given[0] * width + clue.given[1]);
  }
  return overlay;
}

/** A draft after a repair. @param {Draft} draft @param {RepairData} repair */
export function repaired(draft, { changes }) {
  return changes.reduce((changed, { clue, after }) => {
    if ("row" in clue) return drafts.withTally(changed, "rows", clue.row, Number(after));
    if ("column" in clue) return drafts.withTally(changed, "cols", clue.column, Number(after));
    return "given" in clue ? drafts.withGiven(changed, clue.given[0] * draft.data.cols.length + clue.given[1], String(after)) : changed;
  }, draft);
}

/** A draft with further givens. @param {Draft} draft @param {readonly [number, number, string][]} givens */
export const withGivens = (draft, givens) =>
  givens.reduce((changed, [row, col, kind]) => drafts.withGiven(changed, row * draft.data.cols.length + col, kind), draft);

/** A repair, and how many solutions the repaired puzzle has. @param {RepairData} repair */
function repairInWords({ text, unique }) {
  const repair = capitalize(text);
  if (unique === null) return repair;
  return unique ? phrase("{repair}, with one solution", { repair }) : phrase("{repair}, with several solutions", { repair });
}

const list = new Intl.ListFormat(language, { type: "conjunction" });

/**
 * What is wrong, in words and buttons.
 * @param {App} app @param {Draft} draft @param {ExplanationData} explanation
 * @param {(draft: Draft, text: string) => void} apply  takes a repaired draft
 * @param {(state: State | null) => void} draw  shows a state of the argument on the board
 * @returns {HTMLElement}
 */
export function problemView(app, draft, { conflict, ambiguity }, apply, draw) {
  loadSheet("learn/argument.css");
  if (conflict) return conflictView(app, draft, conflict, apply, draw);
  if (ambiguity) return ambiguityView(draft, ambiguity, apply);
  return h("div", {});
}

/** @param {App} app @param {Draft} draft @param {ConflictData} conflict @param {(draft: Draft, text: string) => void} apply @param {(state: State | null) => void} draw */
function conflictView(app, draft, conflict, apply, draw) {
  const puzzle = puzzleOf(draft.data);
  const cited = new Set(conflict.clues.flatMap((clue) => ("given" in clue ? squareIndexes(puzzle.width, [clue.given]) : [])));
  const cells = drafts.givenCells(draft).map((mark, at) => (cited.has(at) ? mark : "?"));
  const states = conflict.steps.length > 0 ? chainOf(puzzle, cells, conflict.steps, conflict.failure) : [];
  const stage = new Stage(draw, (text) => app.announce(text));
  const repairs = conflict.repairs.map((repair) =>
    h("li", {}, button(repairInWords(repair), () => apply(repaired(draft, repair), phrase("Repaired: {repair}.", { repair: repair.text })), { class: "quiet repair" })));
  return h(
    "div",
    { class: "problem" },
    ...listed(phrase("Repairs"), repairs),
    states.length > 0 && chainView(puzzle, states, stage, phrase("Why they contradict each other"), counted("one step", "{count} steps", states.length), false).element,
  );
}

/** What can be done, below its title, if there is something. @param {string} title @param {HTMLElement[]} items */
const listed = (title, items) => (items.length > 0 ? [h("h3", {}, title), h("ul", { class: "repairs" }, ...items)] : []);

/** @param {Draft} draft @param {AmbiguityData} ambiguity @param {(draft: Draft, text: string) => void} apply */
function ambiguityView(draft, ambiguity, apply) {
  const ways = ambiguity.additions.map((givens) => {
    const after = withGivens(draft, givens);
    const puzzle = puzzleOf(draft.data);
    const names = list.format(givens.map(([row, col, kind]) => phrase("{square} as {part}", { square: squareName(puzzle, row * puzzle.width + col), part: partName(kind) })));
    return h("li", {}, button(phrase("Give {names}", { names }), () => apply(after, phrase("Given: {names}.", { names })), { class: "quiet repair" }));
  });
  const count = ambiguity.squares.length;
  return h(
    "div",
    { class: "problem" },
    h("p", {}, counted("Solutions differ on one square, which is highlighted.", "Solutions differ on {count} squares, which are highlighted.", count)),
    ...listed(ambiguity.smallest ? phrase("The fewest givens that leave one solution") : phrase("Givens that leave one solution"), ways),
  );
}
