/**
 * Writes a whole puzzle as the fragment of an address, and reads it back:
 *
 *     #r=2.4.3.3.2.4.1.1.0.0&c=0.5.0.2.2.3.1.3.2.2&f=4x1.3x2.2x3.1x4&h=A6W.G10S
 *
 * `r`, `c`: tallies, `_` for a missing one; `f`: the fleet; `w`: words; `s`: shapes, as rows of 1 and 0
 * joined by `-`; `h`: givens by square (once called hints), letters as `B4-A`; `et eb el er`: the letters
 * at the edges, `_` for none; `n`: the name. A fragment `#d=2026-01-31` stands for the puzzle of that day.
 */

import { SIDES, rowFromName, rowName } from "../board/puzzle.js";
import { phrase } from "../language.js";
import { puzzleFrom } from "../validation.js";
import { MAX_SIDE } from "./limits.js";

/** @import { PuzzleData } from "../board/puzzle.js" */

const EDGES = { top: "et", bottom: "eb", left: "el", right: "er" };
const GIVEN = /^([A-Z]{1,2})([1-9]\d?)(-.|[A-Z]{1,2})$/u;

/** @param {PuzzleData} puzzle */
export function toFragment({ rows, cols, fleet = {}, words = [], shapes = [], givens = [], edges = {}, id }) {
  const tallies = (/** @type {(number | null)[]} */ line) => line.map((tally) => tally ?? "_").join(".");
  const ships = Object.entries(fleet).filter(([, count]) => count > 0).sort(([a], [b]) => Number(b) - Number(a));
  const inOrder = [...givens].sort(([r, c], [s, d]) => r - s || c - d);
  const parts = {
    r: tallies(rows),
    c: tallies(cols),
    f: ships.map(([length, count]) => `${length}x${count}`).join("."),
    w: words.join("."),
    s: shapes.map((shape) => shape.join("-").replaceAll("#", "1").replaceAll(".", "0")).join("."),
    h: inOrder.map(([row, col, kind]) => `${rowName(row)}${col + 1}${kind.replace("=", "-")}`).join("."),
    ...Object.fromEntries(SIDES.map((side) => [EDGES[side], (edges[side] ?? []).map((letter) => letter ?? "_").join("")])),
    n: String(id ?? ""),
  };
  return new URLSearchParams(Object.entries(parts).filter(([, text]) => text !== "")).toString();
}

/** The key under which the game of a puzzle is stored: its fragment without the name. @param {PuzzleData} puzzle */
export const keyOf = (puzzle) => toFragment({ ...puzzle, id: null });

/** The puzzle of a fragment, or `null` if it does not describe one. @param {string} fragment @returns {PuzzleData | null} */
export const fromFragment = (fragment) => readFragment(fragment).data;

/**
 * The puzzle of a fragment, or what is wrong with it.
 * @param {string} fragment
 * @returns {import("../validation.js").Reading}
 */
export function readFragment(fragment) {
  const parameters = new URLSearchParams(fragment.replace(/^#/, ""));
  const list = (/** @type {string} */ name) => (parameters.get(name) ?? "").split(".").filter(Boolean);
  const rows = list("r").map(tallyOf);
  const cols = list("c").map(tallyOf);
  if (Math.max(rows.length, cols.length) > MAX_SIDE) return { data: null, fault: phrase("{size} squares; at most {most}", { size: `${rows.length}×${cols.length}`, most: `${MAX_SIDE}×${MAX_SIDE}` }) };
  const fleet = list("f").map((entry) => /^([1-9]\d{0,3})x(\d{1,4})$/.exec(entry));
  const givens = list("h").map(givenOf);
  const shapes = list("s").map((shape) => shape.split("-").map((row) => row.replaceAll("1", "#").replaceAll("0", ".")));
  const edges = edgesOf(parameters);
  if (fleet.includes(null) || new Set(fleet.map((entry) => entry?.[1])).size < fleet.length) {
    return { data: null, fault: phrase("f: not ships as length x number, each length once") };
  }
  return puzzleFrom({
    ...(parameters.get("n") ? { id: parameters.get("n") } : {}),
    rows,
    cols,
    fleet: Object.fromEntries(fleet.map((entry) => [entry?.[1], Number(entry?.[2])])),
    ...(parameters.has("w") ? { words: list("w") } : {}),
    ...(parameters.has("s") ? { shapes } : {}),
    givens,
    ...(Object.keys(edges).length > 0 ? { edges } : {}),
  });
}

/** @param {string} text */
function tallyOf(text) {
  if (text === "_") return null;
  return /^\d{1,4}$/.test(text) ? Number(text) : undefined;
}

/** @param {string} entry @returns {[number, number, string] | null} */
function givenOf(entry) {
  const parts = GIVEN.exec(entry);
  return parts && [rowFromName(parts[1]), Number(parts[2]) - 1, parts[3].replace("-", "=")];
}

/** @param {URLSearchParams} parameters */
function edgesOf(parameters) {
  /** @type {Record<string, (string | null)[]>} */
  const edges = {};
  for (const side of SIDES) {
    const letters = [...(parameters.get(EDGES[side]) ?? "")];
    if (letters.length > 0) edges[side] = letters.map((letter) => (letter === "_" ? null : letter));
  }
  return edges;
}
