/** The fleet beside the board: pictures of its ships, crossed off as they are found. */

import { joins } from "./board-view.js";
import { h } from "../dom.js";
import { fleetOf, partsOf, shipsOn } from "./referee.js";
import { puzzleOf, shipSquares } from "./puzzle.js";
import { MAX_SIDE } from "../service/limits.js";
import { counted, phrase } from "../language.js";

/** @import { Puzzle } from "./puzzle.js" */

// A link may describe any number of ships of any length.
const MAX_PICTURES = 30; // of one kind of ship
const MAX_SQUARES = 5000; // of all pictures together

export class FleetView {
  element = h("ul", { class: "fleet", "aria-label": phrase("Fleet") });
  /** The list under its title. */
  card = h("section", { class: "card fleet-card" }, h("h2", {}, phrase("Fleet")), this.element);
  /** @type {{key: string, name: string, count: number, ships: HTMLElement[], item: HTMLElement, note: HTMLElement}[]} */
  #kinds = [];

  /** @param {Puzzle} puzzle */
  build(puzzle) {
    let room = MAX_SQUARES;
    this.#kinds = fleetOf(puzzle).map(({ key, shape, word, count }) => {
      const drawn = shape.slice(0, MAX_SIDE);
      const { height, width } = boxOf(drawn);
      const length = Math.min(count, MAX_PICTURES, Math.floor(room / (height * width)));
      room -= length * height * width;
      const ships = Array.from({ length }, () => pictureOf(drawn, word));
      const more = count > ships.length && h("span", { "aria-hidden": "true" }, `× ${count}`);
      const note = h("span", { class: "visually-hidden" });
      return { key, name: word ? phrase("ship {word}", { word }) : phrase("ship of {length}", { length: shape.length }), count, ships, note, item: h("li", {}, ...ships, more, note) };
    });
    this.element.classList.toggle("large", shipSquares(puzzle) > 40);
    this.element.replaceChildren(...this.#kinds.map(({ item }) => item));
    if (!puzzle.isStraight) void import("./polyomino.js").then((it) => it.show(this.#kinds), () => {});
  }

  /** @param {Puzzle} puzzle @param {readonly string[]} cells */
  show(puzzle, cells) {
    const finished = shipsOn(puzzle, cells).filter((ship) => ship.isFinished);
    for (const { key, name, count, ships, item, note } of this.#kinds) {
      const found = finished.filter((ship) => ship.key === key).length;
      ships.forEach((ship, i) => ship.classList.toggle("found", i < found));
      item.classList.toggle("over", found > count);
      const number = counted("{name}: {count} of {whole} found", "{name}: {count} of {whole} found", found, { name, whole: count });
      note.textContent = found > count ? `${number}, ${phrase("too many")}` : number;
    }
  }
}

/** The size of the box around a shape. @param {[number, number][]} shape */
const boxOf = (shape) => ({ height: Math.max(...shape.map(([row]) => row)) + 1, width: Math.max(...shape.map(([, col]) => col)) + 1 });

/** A picture of a ship. @param {[number, number][]} shape @param {string} word */
export function pictureOf(shape, word) {
  const { height, width } = boxOf(shape);
  const cells = Array(height * width).fill(".");
  shape.forEach(([row, col], i) => (cells[row * width + col] = [...word][i] ?? "#"));
  const puzzle = puzzleOf({ rows: Array(height).fill(null), cols: Array(width).fill(null), shapes: [["#"]] });
  const parts = partsOf(puzzle, cells);
  const classOf = (/** @type {number} */ at) => ["cell ship", `p-${parts[at]}`, ...joins(puzzle, parts, at).map((side) => `j-${side}`)].join(" ");
  const squares = cells.map((mark, at) => h("span", { class: mark === "." ? "cell" : classOf(at) }, mark === "." || mark === "#" ? "" : mark));
  const drawing = h("span", { class: height > 1 ? "ship-picture polyomino" : "ship-picture", "aria-hidden": "true" }, ...squares);
  drawing.style.setProperty("--columns", String(width));
  return drawing;
}
