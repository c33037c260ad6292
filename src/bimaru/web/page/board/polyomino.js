/** Polyomino ships by name, as `bimaru.polyominoes` has them; a test compares them. */

import { puzzleOf } from "./puzzle.js";
import { fleetOf } from "./referee.js";
import { h } from "../dom.js";
import { phrase } from "../language.js";

/** @type {Record<string, string>} */
export const POLYOMINOES = {
  L3: "##/#.", O4: "##/##", T4: "###/.#.", S4: ".##/##.", L4: "###/#..",
  F5: ".##/##./.#.", L5: "####/#...", N5: "##../.###", P5: "##/##/#.", T5: "###/.#./.#.", U5: "#.#/###",
  V5: "#../#../###", W5: "#../##./.##", X5: ".#./###/.#.", Y5: "####/.#..", Z5: "##./.#./.##",
};

/** A puzzle with a ship of a shape, and nothing else. @param {string[]} shape */
export const puzzleOfShape = (shape) => puzzleOf({ rows: [null], cols: [null], shapes: [shape] });

/** What all orientations of a shape have in common. @param {string[]} shape */
export const keyOfShape = (shape) => fleetOf(puzzleOfShape(shape))[0].key;

const NAMES = new Map(Object.entries(POLYOMINOES).map(([name, rows]) => [keyOfShape(rows.split("/")), name]));

/** The name of a shape, or its rows. @param {string[]} shape */
export const nameOfShape = (shape) => NAMES.get(keyOfShape(shape)) ?? shape.join("/");

/**
 * Gives polyomino ships in the list of the fleet the names by which sentences call them, and shows their letters, once.
 * @param {{key: string, name: string, item: HTMLElement, note: HTMLElement}[]} kinds
 */
export function show(kinds) {
  for (const kind of kinds) {
    const [letter, size] = NAMES.get(kind.key) ?? "";
    if (!letter) continue;
    const name = [phrase("{letter} tromino", { letter }), phrase("{letter} tetromino", { letter }), phrase("{letter} pentomino", { letter })][Number(size) - 3];
    if (kind.name === name) continue; // another board came while this was loading
    kind.note.textContent = kind.note.textContent.replace(kind.name, name);
    kind.name = name;
    kind.item.prepend(h("span", { class: "fine", "aria-hidden": "true" }, letter));
  }
}
