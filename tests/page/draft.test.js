/** Puzzles that are being set: whatever is done to one it stays a puzzle, and whatever is stored is one or none. */

import assert from "node:assert/strict";
import test from "node:test";
import fc from "fast-check";
import * as drafts from "../../src/bimaru/web/page/editor/draft.js";
import { puzzleOf } from "../../src/bimaru/web/page/board/puzzle.js";
import { faults } from "../../src/bimaru/web/page/board/referee.js";
import { isPuzzle } from "../../src/bimaru/web/page/validation.js";
import { anything, check, damage, damaged, puzzleData } from "./support.js";

/** @typedef {drafts.Draft} Draft */

/** What is done to drafts, each by a number. @type {Record<string, (draft: Draft, pick: number) => Draft>} */
const EDITS = {
  name: (draft, pick) => drafts.named(draft, " é ".repeat(pick % 3)),
  resize: (draft, pick) => drafts.resized(draft, 1 + (pick % 9), 1 + (pick % 7)),
  tally: (draft, pick) => drafts.withTally(draft, pick % 2 ? "rows" : "cols", pick % 9, pick % 5 ? pick : null),
  ships: (draft, pick) => drafts.withShips(draft, 1 + (pick % 6), pick % 4),
  hint: (draft, pick) => drafts.withGiven(draft, pick % puzzleOf(draft.data).givens.length, ["", "W", "S", "X", "M"][pick % 5]),
  begin: (draft) => drafts.begun(draft),
  all: (draft) => drafts.withAllTallies(draft),
  draw: (draft, pick) => (draft.answer && puzzleOf(draft.data).isPlain ? drafts.answered(draft, draft.answer.map((mark, at) => (at === pick % (draft.answer?.length ?? 1) ? "#" : mark))) : draft),
};
const edited = fc.tuple(puzzleData, fc.array(fc.tuple(fc.constantFrom(...Object.keys(EDITS)), fc.nat(99)), { maxLength: 15 }))
  .map(([data, edits]) => edits.reduce((draft, [edit, pick]) => EDITS[edit](draft, pick), drafts.draftOf(data)));

test("a draft is a puzzle, whatever is done to it, and comes back as it was stored", () => {
  check(
    fc.property(edited, (draft) => {
      assert.ok(isPuzzle(draft.data));
      assert.deepEqual(drafts.fromStored(JSON.parse(JSON.stringify(draft))), JSON.parse(JSON.stringify(draft)));
    }),
    2,
  );
});

test("the answer that is drawn keeps the clues that are made of it", () => {
  check(
    fc.property(edited, fc.nat(99), (draft, pick) => {
      const drawn = EDITS.draw(EDITS.hint(drafts.begun(draft), pick), pick);
      if (!drawn.answer) return;
      const rules = new Set(faults(puzzleOf(drawn.data), drawn.answer).map(({ rule }) => rule));
      rules.delete("touching");
      assert.deepEqual([...rules], []);
    }),
  );
});

test("a damaged draft is a draft or none", () => {
  check(
    fc.property(edited, fc.oneof(damage, anything), (draft, other) => {
      const stored = Array.isArray(other) && Array.isArray(other[0]) && other.length === 2 ? damaged(draft, other[0], other[1]) : other;
      const found = drafts.fromStored(stored);
      if (!found) return;
      assert.ok(isPuzzle(found.data));
      assert.ok(found.answer === null || found.answer.length === puzzleOf(found.data).givens.length);
      for (const edit of Object.values(EDITS)) edit(found, 7);
      drafts.givenMarks(found);
      drafts.writtenTallies(found.data.rows);
    }),
    2,
  );
});

test("tallies are read as they are written, and other text is answered with a sentence", () => {
  check(
    fc.property(fc.array(fc.option(fc.nat(999)), { minLength: 1, maxLength: 30 }), (tallies) => {
      assert.deepEqual(drafts.readTallies(drafts.writtenTallies(tallies), tallies.length), tallies);
    }),
  );
  check(fc.property(fc.string(), fc.integer({ min: 1, max: 5 }), (text, length) => {
    const found = drafts.readTallies(text, length);
    assert.ok(typeof found === "string" || found.length === length);
  }));
});

test("a board is read square by square, whatever its letters", () => {
  const board = { board: ["X.X", "?.."], letters: ["𝟙.2", "..."] };
  assert.deepEqual(drafts.marksOf(board), ["𝟙", ".", "2", "?", ".", "."]);
});
