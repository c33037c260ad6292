/** Films and strips without a browser: what is said is there as a whole, below the boards. */

import assert from "node:assert/strict";
import test from "node:test";
import { puzzleOf } from "../../src/bimaru/web/page/board/puzzle.js";
import { stripOf } from "../../src/bimaru/web/page/learn/film.js";

/** A stand-in for an element of SVG, which writes itself. @param {string} name */
function element(name) {
  /** @type {string[]} */
  const parts = [];
  let head = name;
  return { setAttribute: (/** @type {string} */ key, /** @type {string} */ value) => (head += ` ${key}="${value}"`), append: (/** @type {unknown[]} */ ...more) => parts.push(...more.map(String)), toString: () => `<${head}>${parts.join("")}</${name}>` };
}
Object.assign(globalThis, {
  document: { createElementNS: (/** @type {string} */ _, /** @type {string} */ name) => element(name) },
  XMLSerializer: class {
    serializeToString = String;
  },
});

test("a picture of an explanation has every word of its sentences, within its height", async () => {
  const said = Array.from({ length: 90 }, (_, i) => `word${i}`).join(" ");
  const puzzle = puzzleOf({ rows: [1, 1], cols: [1, 1], fleet: { 1: 2 } });
  const frame = { cells: ["?", "?", "?", "?"], reached: new Set(), title: "1. A step", text: `${said}\n- a case` };
  const picture = await stripOf(puzzle, [frame]).text();
  const lines = [...picture.matchAll(/<text [^>]*y="(\d+)" font-size="12"[^>]*>([^<]*)</g)];
  assert.equal(lines.map(([, , line]) => line).join(" "), `1. A step ${said} - a case`);
  assert.ok(Number(lines.at(-1)?.[1]) < Number(/ height="(\d+)"/.exec(picture)?.[1]));
});

test("a board of a picture has the placements that are ruled out, and the letters that a square may show", async () => {
  const puzzle = puzzleOf({ rows: [null, null], cols: [null, null, null], words: ["AB", "BA"] });
  const overlay = { barred: [[0, 1], [1, 4]], possible: new Map([[2, "AB"], [5, "ABC"]]) };
  const frame = { cells: [..."??#..#"], reached: new Set(), title: "", text: "", overlay };
  const [bare, marked] = await Promise.all([{ ...frame, overlay: undefined }, frame].map((one) => stripOf(puzzle, [one]).text()));
  const rings = (/** @type {string} */ picture) => picture.match(/<path d="[^"]*z[^"]*" transform="translate\([^"]* scale/)?.[0].match(/z/g)?.length ?? 0;
  assert.deepEqual([rings(bare), rings(marked)], [0, 2]);
  const small = (/** @type {string} */ picture) => [...picture.matchAll(/font-size="11" font-weight="700" fill="#fcf8ee">([^<]*)</g)].map(([, text]) => text);
  assert.deepEqual([small(bare), small(marked)], [[], ["AB", "AB", "C"]]);
});
