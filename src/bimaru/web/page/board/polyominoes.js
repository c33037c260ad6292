/** Bent ships by name, as `bimaru.polyominoes` has them; a test compares them. */

import { puzzleOf } from "./puzzle.js";
import { fleetOf } from "./referee.js";

/** @type {Record<string, string>} */
export const BENT = {
  L3: "##/#.", O4: "##/##", T4: "###/.#.", S4: ".##/##.", L4: "###/#..",
  F5: ".##/##./.#.", L5: "####/#...", N5: "##../.###", P5: "##/##/#.", T5: "###/.#./.#.", U5: "#.#/###",
  V5: "#../#../###", W5: "#../##./.##", X5: ".#./###/.#.", Y5: "####/.#..", Z5: "##./.#./.##",
};

/** A puzzle with a ship of a shape, and nothing else. @param {string[]} shape */
export const puzzleOfShape = (shape) => puzzleOf({ rows: [null], cols: [null], shapes: [shape] });

/** What all orientations of a shape have in common. @param {string[]} shape */
export const keyOfShape = (shape) => fleetOf(puzzleOfShape(shape))[0].key;

const NAMES = new Map(Object.entries(BENT).map(([name, rows]) => [keyOfShape(rows.split("/")), name]));

/** The name of a shape, or its rows. @param {string[]} shape */
export const nameOfShape = (shape) => NAMES.get(keyOfShape(shape)) ?? shape.join("/");

/** The letter by which sentences call a bent ship, or "". @param {string} key  of the ship, as `fleetOf` has it */
export const letterOf = (key) => NAMES.get(key)?.[0] ?? "";
