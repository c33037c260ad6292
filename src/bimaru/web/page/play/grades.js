/** The grades, and what each needs, in a few words, for wherever grades are shown. */

import { h } from "../dom.js";
import { capitalize, decimal, nameOf, phrase } from "../language.js";

/** A score, rounded down, so that none looks like that of the next grade. @param {number} score */
export const scoreText = (score) => decimal(Math.floor(10 * score + 1e-9) / 10, 1);

const TITLE = phrase("What the grades mean");
/** @type {Record<string, string>} */
const TEXTS = {
  easy: phrase("Every step follows from one line, one ship or one given part, or from counting the fleet’s squares."),
  intermediate: phrase("Some steps compare all places left for the ships of a length, or all ways to fill a line."),
  hard: phrase("Some steps rule out places where a ship would leave a line with too few squares: starved lines."),
  expert: phrase("Some steps suppose that a square is ship or water, and follow that to a contradiction."),
  extreme: phrase("Some steps suppose whole places of ships one by one."),
  fiendish: phrase("Some steps need a supposition within another, or the puzzle takes as much work as if they did."),
};

/** The names of all grades, as in the answers of the engine, the easiest first; a test compares them. */
export const GRADES = Object.keys(TEXTS);

/** The setting with the hardest techniques of the puzzles that were solved without a hint, and when. */
export const USED = "techniques";
export const MISSING_TALLY = "missing tally";
/** The techniques of each grade that can be required. @type {Record<string, string[]>} */
export const TECHNIQUES = {
  easy: ["around a given part", "ships do not touch", "rest of the line is water", "rest of the line is ship", "water round a finished ship", "direction of a middle", "no ship fits", "one way to grow", MISSING_TALLY],
  intermediate: ["last places", "overlap", "ways to fill a line"],
  hard: ["no ship fits: starved line", "last places: starved line", "overlap: starved line", "ways to fill a line: starved line"],
  expert: ["contradiction"],
  extreme: ["places that fail"],
  fiendish: ["nested contradiction"],
};

/** The index of the first of the hardest steps, or -1. @param {readonly {technique: string}[]} steps */
export function hardestOf(steps) {
  const ranks = Object.values(TECHNIQUES).flat();
  const hardness = steps.map(({ technique }) => ranks.indexOf(technique));
  return hardness.indexOf(Math.max(...hardness));
}

/** Shows what a grade needs. @param {import("../app.js").App} app @param {string} grade  or what stands in its place */
export function explainGrade(app, grade) {
  const title = TEXTS[grade] ? capitalize(nameOf(grade)) : TITLE;
  const text = TEXTS[grade] ?? phrase("Only puzzles with exactly one solution, to which the techniques lead, have a grade.");
  app.showMessage(text, { title, content: gradesExplained() });
}

/** The explanation of all grades, folded. */
export function gradesExplained() {
  const grades = Object.entries(TEXTS).map(([grade, text]) => h("div", {}, h("dt", {}, nameOf(grade)), h("dd", {}, text)));
  return h("details", { class: "grades" }, h("summary", {}, TITLE), h("dl", {}, ...grades));
}
