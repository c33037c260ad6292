/** The input fields of the editor for ships with letters, polyomino ships and letters at the edges. */

import { loadSheetFor } from "../board/board-view.js";
import { pictureOf } from "../board/fleet-view.js";
import { POLYOMINOES, nameOfShape, puzzleOfShape } from "../board/polyomino.js";
import { SIDES } from "../board/puzzle.js";
import { fleetOf } from "../board/referee.js";
import { actions, button, field, h } from "../dom.js";
import { select } from "../choices.js";
import { phrase } from "../language.js";
import { MAX_SIDE } from "../service/limits.js";
import { isWord } from "../validation.js";
import * as drafts from "./draft.js";

/** @import { Draft } from "./draft.js" */

const SIDE_NAMES = { top: phrase("Top"), bottom: phrase("Bottom"), left: phrase("Left"), right: phrase("Right") };

/**
 * @param {(draft: Draft) => void} update @param {() => Draft} current
 * @returns {{element: HTMLElement, show(draft: Draft): void}}
 */
export function fleetFields(update, current) {
  const error = h("p", { class: "error", role: "alert" });
  const words = h("input", { id: "editor-words", autocomplete: "off", spellcheck: "false", onchange: () => readWords() });
  const kind = select("editor-shape", Object.keys(POLYOMINOES).map((name) => [name, name]));
  const picture = h("span");
  const shapes = h("ul", { class: "shapes" });
  const sides = SIDES.map((side) => /** @type {const} */ ([side, h("input", { id: `editor-edge-${side}`, autocomplete: "off", spellcheck: "false", onchange: () => readEdge(side) })]));
  const allEdges = button(phrase("All edge letters"), () => update(drafts.withAllEdges(current())));
  const edgeFields = h("div", { class: "pair" }, ...sides.map(([side, input]) => field(SIDE_NAMES[side], input)));
  const edges = h("fieldset", {}, h("legend", {}, phrase("Letters at the edges, - for none")), edgeFields, actions(allEdges));

  const showPicture = () => picture.replaceChildren(shipPicture(POLYOMINOES[kind.value].split("/")));
  kind.addEventListener("change", showPicture);
  showPicture();

  /** Takes what a field has, or says what is wrong with it. @param {Draft | string} read */
  function take(read) {
    error.textContent = typeof read === "string" ? read : "";
    if (typeof read !== "string") update(read);
  }
  function readWords() {
    const list = words.value.split(/[\s,;]+/).filter(Boolean);
    const wrong = list.find((word) => !isWord(word));
    if (wrong === undefined) return take(drafts.withClues(current(), { words: list }));
    take(phrase("“{word}” is not a word of up to {most} letters or digits.", { word: wrong.slice(0, 12), most: MAX_SIDE }));
  }
  /** @param {import("../board/puzzle.js").Side} side */
  function readEdge(side) {
    const length = current().data[side === "top" || side === "bottom" ? "cols" : "rows"].length;
    const letters = drafts.parseEdge(sides.find(([name]) => name === side)?.[1].value ?? "", length);
    take(typeof letters === "string" ? letters : drafts.withEdge(current(), side, letters));
  }
  const shapesNow = () => current().data.shapes ?? [];
  const add = button(phrase("Add"), () => update(drafts.withClues(current(), { shapes: [...shapesNow(), POLYOMINOES[kind.value].split("/")] })));

  /** @param {string[]} shape @param {number} index */
  const shapeItem = (shape, index) => {
    const remove = () => update(drafts.withClues(current(), { shapes: shapesNow().filter((_, i) => i !== index) }));
    const name = phrase("Remove {name}", { name: nameOfShape(shape) });
    return h("li", {}, shipPicture(shape), button(name, remove, { icon: "close", iconOnly: true }));
  };

  /** @param {Draft} draft */
  function show({ data, answer }) {
    error.textContent = "";
    words.value = (data.words ?? []).join(" ");
    shapes.replaceChildren(...(data.shapes ?? []).map(shapeItem));
    edges.hidden = (data.words ?? []).length === 0;
    allEdges.hidden = answer === null;
    for (const [side, input] of sides) input.value = drafts.formatEdge(data, side);
  }

  const newShape = h("div", { class: "new-shape" }, field(phrase("Kind of polyomino ship"), kind), picture, add);
  const element = h(
    "div",
    { class: "other-ships" },
    field(phrase("Ships with letters, like CAT DOG"), words),
    h("fieldset", {}, h("legend", {}, phrase("Polyominoes")), shapes, newShape),
    edges,
    error,
  );
  return { element, show };
}

/** A picture of a polyomino ship. @param {string[]} shape */
function shipPicture(shape) {
  const puzzle = puzzleOfShape(shape);
  loadSheetFor(puzzle);
  return pictureOf(fleetOf(puzzle)[0].shape, "");
}
