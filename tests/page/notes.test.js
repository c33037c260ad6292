/** Notes are alive from the step after that which rules a placement out to the last that rests on it. */

import assert from "node:assert/strict";
import test from "node:test";
import { withNotes } from "../../src/bimaru/web/page/learn/notes.js";

/**
 * @typedef {import("../../src/bimaru/web/page/service/answers.js").SquareData[]} Placement
 * @typedef {import("../../src/bimaru/web/page/service/answers.js").StepData} StepData
 */

const [P, Q] = /** @type {[Placement, Placement]} */ ([[[0, 0], [0, 1]], [[2, 3]]]);

/** @param {Placement[]} barred @returns {StepData["reasons"][number]} */
const restingOn = (barred) => ({ technique: "cases", water: [], ship: [], text: "", premises: { ship: [], water: [], barred } });

/** A step that rules placements out, and rests on others in the case within its case. @param {Placement[]} barred @param {Placement[]} [needed] @returns {StepData} */
function step(barred, needed = []) {
  /** @type {StepData["cases"][number]} */
  const inner = { supposed: [], is: "ship", reasons: [], ending: restingOn(needed), text: "" };
  return { technique: "cases", depth: 2, water: [], ship: [], text: "", barred, reasons: [], cases: [{ ...inner, ending: null, cases: [inner] }] };
}

/** @param {StepData[]} steps */
const noted = (steps) => withNotes(steps).map((one) => one.noted);

test("a note is alive until the last step that needs it, wherever that rests on it", () => {
  assert.deepEqual(noted([step([P]), step([]), step([Q], [P]), step([], [P, Q]), step([])]), [[], [P], [P], [P, Q], []]);
});

test("a placement that no later step needs is no note, and one that is ruled out again is another note", () => {
  assert.deepEqual(noted([step([P]), step([Q])]), [[], []]);
  assert.deepEqual(noted([step([P]), step([], [P]), step([]), step([P]), step([], [P])]), [[], [P], [], [], [P]]);
});
