/** Drafts: edits keep them valid puzzles, and whatever is stored is a draft or nothing. */

import assert from "node:assert/strict";
import test from "node:test";
import fc from "fast-check";
import * as drafts from "../../src/bimaru/web/page/editor/draft.js";
import { puzzleOf } from "../../src/bimaru/web/page/board/puzzle.js";
import { faults } from "../../src/bimaru/web/page/board/referee.js";
import { readPuzzle } from "../../src/bimaru/web/page/validation.js";
import { anything, check, damage, damaged, puzzleData } from "./support.js";

/** @typedef {drafts.Draft} Draft */

/** Edits of drafts, each chosen by a number. @type {Record<string, (draft: Draft, pick: number) => Draft>} */
const EDITS = {
  name: (draft, pick) => drafts.withName(draft, " é ".repeat(pick % 3)),
  resize: (draft, pick) => drafts.withSize(draft, 1 + (pick % 9), 1 + (pick % 7)),
  tally: (draft, pick) => drafts.withTally(draft, pick % 2 ? "rows" : "cols", pick % 9, pick % 5 ? pick : null),
  ships: (draft, pick) => drafts.withShips(draft, 1 + (pick % 6), pick % 4),
  given: (draft, pick) => drafts.withGiven(draft, pick % puzzleOf(draft.data).givens.length, ["", "W", "S", "X", "M"][pick % 5]),
  begin: (draft) => drafts.withEmptyAnswer(draft),
  all: (draft) => drafts.withAllTallies(draft),
  draw: (draft, pick) => (draft.answer ? drafts.withAnswer(draft, draft.answer.map((mark, at) => (at === pick % (draft.answer?.length ?? 1) ? "#" : mark))) : draft),
  letter: (draft, pick) => drafts.withLetters(draft, drafts.shipAt(puzzleOf(draft.data), draft.answer ?? [], pick % (draft.answer?.length ?? 1)), ["", "A", "AB", "ABC", "1é2"][pick % 5]),
  edges: (draft) => drafts.withAllEdges(draft),
  words: (draft, pick) => drafts.withClues(draft, { words: ["AB", "é1", "C"].slice(0, pick % 4) }),
  shapes: (draft, pick) => drafts.withClues(draft, { shapes: [["##", "#."], ["###", ".#."]].slice(0, pick % 3) }),
};
const edited = fc.tuple(puzzleData, fc.array(fc.tuple(fc.constantFrom(...Object.keys(EDITS)), fc.nat(99)), { maxLength: 15 }))
  .map(([data, edits]) => edits.reduce((draft, [edit, pick]) => EDITS[edit](draft, pick), drafts.draftOf(data)));

test("an edited draft is a puzzle, and is restored as it was stored", () => {
  check(
    fc.property(edited, (draft) => {
      assert.ok(readPuzzle(draft.data));
      assert.deepEqual(drafts.storedDraft(JSON.parse(JSON.stringify(draft))).draft, JSON.parse(JSON.stringify(draft)));
    }),
    2,
  );
});

test("a drawn answer with polyomino ships and words satisfies the clues that are made from it", () => {
  check(
    fc.property(fc.array(fc.tuple(fc.constantFrom("draw", "draw", "draw", "letter", "edges", "given", "resize"), fc.nat(999)), { maxLength: 40 }), (edits) => {
      const empty = drafts.withEmptyAnswer(drafts.emptyDraft(6, 5));
      const drawn = edits.reduce((draft, [edit, pick]) => EDITS[edit](draft, pick), empty);
      assert.ok(readPuzzle(drawn.data));
      if (!drawn.answer) return;
      const touching = faults(puzzleOf(drawn.data), drawn.answer).some(({ rule }) => rule === "touching");
      const rules = faults(puzzleOf(drawn.data), drawn.answer).map(({ rule }) => rule).filter((rule) => rule !== "touching" && rule !== "given");
      assert.deepEqual(rules, [], `${drawn.answer.join("")} ${touching}`);
    }),
    2,
  );
});

test("a word is written on its ship, read from it, and goes when the ship changes", () => {
  const puzzle = puzzleOf(drafts.emptyDraft(3, 4).data);
  const drawn = drafts.withAnswer(drafts.withEmptyAnswer(drafts.emptyDraft(3, 4)), [..."###......#.."]);
  const named = drafts.withAllEdges(drafts.withLetters(drawn, drafts.shipAt(puzzle, drawn.answer ?? [], 1), "CAT"));
  assert.deepEqual([named.data.words, named.data.fleet, named.data.shapes], [["CAT"], { 1: 1 }, []]);
  assert.deepEqual(named.data.edges, { top: ["C", "A", "T", null], bottom: ["C", "A", "T", null], left: ["C", null, null], right: ["T", null, null] });
  assert.deepEqual(drafts.withGiven(named, 1, drafts.givenKind(named, named.answer ?? [], 1)).data.givens, [[0, 1, "=A"]]);
  const longer = drafts.withAnswer(named, (named.answer ?? []).map((mark, at) => (at === 3 ? "#" : mark)));
  assert.deepEqual([longer.data.words, longer.data.fleet], [[], { 1: 1, 4: 1 }]);
  assert.deepEqual(longer.data.edges?.left, [null, null, null]);
  const polyomino = drafts.withAnswer(named, (named.answer ?? []).map((mark, at) => (at === 4 ? "#" : mark)));
  assert.deepEqual([polyomino.data.words, polyomino.data.shapes], [[], [["###", "#.."]]]);
  const shorter = drafts.withAnswer(named, (named.answer ?? []).map((mark, at) => (at === 2 ? "." : mark)));
  assert.deepEqual(shorter.data.words, ["CA"]);
});

test("edge letters are parsed as they are formatted, and other text gives an error message", () => {
  const draft = drafts.withEdge(drafts.emptyDraft(2, 3), "top", ["A", null, "é"]);
  assert.equal(drafts.formatEdge(draft.data, "top"), "A - é");
  assert.deepEqual(drafts.parseEdge("A - é", 3), ["A", null, "é"]);
  assert.deepEqual(drafts.parseEdge("", 2), [null, null]);
  assert.equal(drafts.parseEdge("A B", 3), "2 letters for 3 lines.");
  assert.equal(drafts.parseEdge("AB - -", 3), "“AB” is not a letter.");
});

test("a drawn answer satisfies the clues that are made from it", () => {
  check(
    fc.property(edited, fc.nat(99), (draft, pick) => {
      const drawn = EDITS.draw(EDITS.given(drafts.withEmptyAnswer(draft), pick), pick);
      if (!drawn.answer) return;
      const rules = new Set(faults(puzzleOf(drawn.data), drawn.answer).map(({ rule }) => rule));
      rules.delete("touching");
      assert.deepEqual([...rules], []);
    }),
  );
});

test("taps change what they changed when a draft was stored, and clues if that is not known", () => {
  assert.deepEqual([{ layer: "ships" }, { layer: "letters" }, { layer: 3 }, {}, []].map(drafts.storedLayer), ["ships", "letters", "clues", "clues", "clues"]);
});

test("a damaged draft is read as a draft or nothing", () => {
  check(
    fc.property(edited, fc.oneof(damage, anything), (draft, other) => {
      const stored = Array.isArray(other) && Array.isArray(other[0]) && other.length === 2 ? damaged(draft, other[0], other[1]) : other;
      const found = drafts.storedDraft(stored).draft;
      if (!found) return;
      assert.ok(readPuzzle(found.data));
      assert.ok(found.answer === null || found.answer.length === puzzleOf(found.data).givens.length);
      for (const edit of Object.values(EDITS)) edit(found, 7);
      drafts.givenCells(found);
      drafts.formatTallies(found.data.rows);
    }),
    2,
  );
});

test("tallies are parsed as they are formatted, and other text gives an error message", () => {
  check(
    fc.property(fc.array(fc.option(fc.nat(999)), { minLength: 1, maxLength: 30 }), (tallies) => {
      assert.deepEqual(drafts.parseTallies(drafts.formatTallies(tallies), tallies.length), tallies);
    }),
  );
  check(fc.property(fc.string(), fc.integer({ min: 1, max: 5 }), (text, length) => {
    const found = drafts.parseTallies(text, length);
    assert.ok(typeof found === "string" || found.length === length);
  }));
});

test("tallies of one character each are read without spaces", () => {
  assert.deepEqual(drafts.parseTallies("41-0", 4), [4, 1, null, 0]);
  assert.deepEqual(drafts.parseTallies("12", 1), [12]);
  assert.equal(typeof drafts.parseTallies("4112", 3), "string");
});

test("a board of the server is read square by square, whatever its letters", () => {
  const board = { board: ["X.X", "?.."], letters: ["𝟙.2", "..."] };
  assert.deepEqual(drafts.cellsOf(board), ["𝟙", ".", "2", "?", ".", "."]);
});

test("givens under their older name, hints, are read as givens", () => {
  const stored = { data: { rows: [1], cols: [1, 0], fleet: { 1: 1 }, hints: [[0, 0, "S"]] }, answer: null };
  assert.deepEqual(drafts.storedDraft(stored).draft, { data: { rows: [1], cols: [1, 0], fleet: { 1: 1 }, givens: [[0, 0, "S"]] }, answer: null });
});
