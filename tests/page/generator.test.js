/** The options of a puzzle to generate, as the body of a request and as the browser keeps them. */

import assert from "node:assert/strict";
import test from "node:test";
import fc from "fast-check";
import { knownValues, recipeOf, sidesOf } from "../../src/bimaru/web/page/play/generator-options.js";
import { anything, check } from "./support.js";

const USUAL = {
  size: "10x10", rows: "10", columns: "10", grade: "easy", fleet: "4:1,3:2", "grade-to": "", technique: "", symmetry: "none", fewest: "", most: "", missing: "0", spare: "0",
  words: "", shapes: "", seed: "", "givens-water": true, "givens-parts": true, "givens-ships": false, "edges-top": false, "edges-bottom": false, "edges-left": false, "edges-right": false,
};

test("usual options are left out of the request", () => {
  assert.deepEqual(recipeOf(USUAL), { size: "10x10", fleet: "4:1,3:2", grade: "easy" });
  assert.deepEqual(recipeOf({ ...USUAL, grade: "any" }), { size: "10x10", fleet: "4:1,3:2" });
});

test("every other option is in the request under its name in a recipe", () => {
  const chosen = {
    ...USUAL, size: "other", rows: "7", columns: "9", grade: "any", fleet: " ", technique: "overlap", symmetry: "half-turn", fewest: "3", missing: "2", spare: "1", words: "CAT, DOG", shapes: "L4", seed: "0",
    "givens-water": false, "givens-ships": true, "edges-left": true,
  };
  assert.deepEqual(recipeOf(chosen), {
    size: "7x9", fleet: {}, words: "CAT, DOG", shapes: "L4", edges: ["left"], givens: ["parts", "ships"], givens_number: [3, 63], technique: "overlap", symmetry: "half-turn", missing_tallies: 2, spare: 1, seed: 0,
  });
  assert.deepEqual(recipeOf({ ...USUAL, most: "4" }).givens_number, [0, 4]);
  assert.deepEqual(recipeOf({ ...USUAL, "givens-water": false, "givens-parts": false }).givens, []);
});

test("a harder grade to go up to makes a range, an easier one does not", () => {
  assert.equal(recipeOf({ ...USUAL, grade: "intermediate", "grade-to": "expert" }).grade, "intermediate-expert");
  assert.equal(recipeOf({ ...USUAL, grade: "hard", "grade-to": "intermediate" }).grade, "hard");
});

test("the sides are those of the size, or of another size", () => {
  assert.deepEqual(sidesOf({ ...USUAL, size: "8x6" }), [8, 6]);
  assert.deepEqual(sidesOf({ ...USUAL, size: "other", rows: "3", columns: "4" }), [3, 4]);
});

test("whatever is stored, only values of controls and of their type are used", () => {
  check(
    fc.property(fc.oneof(anything, fc.dictionary(fc.constantFrom(...Object.keys(USUAL), "other"), anything)), (stored) => {
      for (const [name, value] of Object.entries(knownValues(USUAL, stored))) {
        assert.equal(typeof value, typeof Reflect.get(USUAL, name));
      }
    }),
  );
});
