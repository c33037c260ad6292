/**
 * The page's referee finds on the boards of 4×4 with few ship squares, and on the half-filled ones of 3×3, what Python's
 * finds: the rules, the squares and the sentences. `test_page_referee.py` holds Python to the same digests.
 */

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { puzzleOf } from "../../src/bimaru/web/page/board/puzzle.js";
import { faults } from "../../src/bimaru/web/page/board/referee.js";

/** @type {{marks: string, puzzle: import("../../src/bimaru/web/page/board/puzzle.js").PuzzleData, digests: string[]}[]} */
const cases = JSON.parse(readFileSync(new URL("referee.json", import.meta.url), "utf-8"));

/** Every board with these marks; the last square changes first. @param {string} marks @param {number} squares */
function* boards(marks, squares) {
  const base = marks.length;
  for (let number = 0; number < base ** squares; number++) {
    yield Array.from({ length: squares }, (_, at) => marks[Math.floor(number / base ** (squares - 1 - at)) % base]);
  }
}

for (const { marks, puzzle: data, digests } of cases) {
  const squares = data.rows.length * data.cols.length;
  test(`boards with ${marks} and up to ${digests.length - 1} ship squares have the faults that Python finds`, () => {
    const puzzle = puzzleOf(data);
    const sums = digests.map(() => createHash("sha256"));
    for (const board of boards(marks, squares)) {
      const sum = sums[board.filter((mark) => mark === "#").length];
      if (sum) {
        const found = faults(puzzle, board).map((fault) => [fault.rule, fault.squares, fault.text]);
        sum.update(`${JSON.stringify(found)}\n`);
      }
    }
    assert.deepEqual(sums.map((sum) => sum.digest("hex").slice(0, 16)), digests);
  });
}
