/**
 * What is found out about a draft: how its solutions are spread, with the given that leaves the fewest; of one with a
 * single solution, the step where it is hardest. Loaded with the first draft that has a solution.
 */

import { isShip, puzzleOf, squareName } from "../board/puzzle.js";
import { partName } from "../board/referee.js";
import { button, h, loadSheet } from "../dom.js";
import { phrase } from "../language.js";
import { conclusionText, nameOfStep, stepMarks, wholeOverlay, withMarks } from "../learn/argument.js";
import { hardestOf } from "../play/grades.js";
import * as drafts from "./draft.js";

/**
 * @import { Draft } from "./draft.js"
 * @typedef {{n_solutions: number, complete: boolean, squares: number[][] | null}} Spread  `squares`: in how many solutions each square is ship.
 * @typedef {{at: number, kind: string, left: number}} BestGiven  `left`: solutions that remain at most.
 */

const COUNT_TIME = "3"; // seconds

/** @param {import("../service/api.js").Api} api @param {import("../board/puzzle.js").PuzzleData} data @param {AbortSignal} signal @returns {Promise<Spread>} */
export const spreadOf = (api, data, signal) => api.post("count", data, { squares: "true", time_limit: COUNT_TIME }, signal);

/** The share of solutions in which a square is ship, for the squares that differ. @param {Spread} spread @returns {Map<number, number>} */
export function heatOf({ n_solutions: all, squares }) {
  const shares = (squares ?? []).flat().map((count, at) => /** @type {[number, number]} */ ([at, count / all]));
  return new Map(shares.filter(([, share]) => share > 0 && share < 1));
}

/** The given that leaves the fewest solutions, as the intended solution shows it. @param {Draft} draft @param {Spread} spread @param {readonly string[]} answer @returns {BestGiven | null} */
export function bestGiven(draft, { n_solutions: all, squares }, answer) {
  const { givens } = puzzleOf(draft.data);
  const open = (squares ?? []).flat().flatMap((count, at) => (givens[at] === "" ? [{ at, left: isShip(answer[at]) ? count : all - count }] : []));
  const [best] = open.filter(({ left }) => left > 0 && left < all).sort((one, other) => one.left - other.left);
  return best ? { ...best, kind: drafts.givenKind(draft, [...answer], best.at) } : null;
}

/**
 * The given that helps most, as a button, unless one that leaves a single solution is offered anyhow.
 * @param {Draft} draft @param {Spread} spread @param {readonly string[]} answer @param {(draft: Draft, text: string) => void} apply
 */
export function bestGivenView(draft, spread, answer, apply) {
  const best = bestGiven(draft, spread, answer);
  if (!best || best.left < 2) return null;
  const { at, kind, left } = best;
  const name = phrase("{square} as {part}", { square: squareName(puzzleOf(draft.data), at), part: partName(kind) });
  const give = () => apply(drafts.withGiven(draft, at, kind), phrase("Given: {names}.", { names: name }));
  const text = phrase("Give {names}: at most {left} of {count} remain", { names: name, left, count: spread.n_solutions });
  return h("div", { class: "problem" }, h("h3", {}, phrase("The given that helps most")), button(text, give, { class: "quiet repair" }));
}

/**
 * The hardest step of an explanation, as a button that shows it on the board.
 * @param {Draft} draft @param {readonly import("../service/answers.js").StepData[]} steps
 * @param {(shown: {cells: readonly string[], overlay: import("../board/board-view.js").Overlay} | null) => void} show
 */
export function hardestStepView(draft, steps, show) {
  const number = hardestOf(steps);
  const step = steps[number];
  if (!step) return null;
  const puzzle = puzzleOf(draft.data);
  const cells = steps.slice(0, number + 1).reduce((board, done) => withMarks(board, stepMarks(puzzle.width, done)), drafts.givenCells(draft));
  const overlay = wholeOverlay(puzzle, step);
  const place = phrase("Step {number} of {count}, {technique}.", { number: number + 1, count: steps.length, technique: nameOfStep(step) });
  const words = h("p", { class: "fine", hidden: true }, `${place} ${conclusionText(step)}`);
  loadSheet("learn/argument.css");
  const toggle = button(phrase("Show the hardest step"), () => {
    words.hidden = !words.hidden;
    toggle.setAttribute("aria-pressed", String(!words.hidden));
    show(words.hidden ? null : { cells, overlay });
  }, { class: "quiet repair" });
  toggle.setAttribute("aria-pressed", "false");
  return h("div", { class: "problem" }, toggle, words);
}
