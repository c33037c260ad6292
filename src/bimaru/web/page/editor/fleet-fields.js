/** The input fields of the editor for ships with letters, bent ships and letters at the edges. */

import { loadSheetFor } from "../board/board-view.js";
import { pictureOf } from "../board/fleet-view.js";
import { BENT, nameOfShape, puzzleOfShape } from "../board/bent.js";
import { SIDES } from "../board/puzzle.js";
import { fleetOf } from "../board/referee.js";
import { actions, button, field, h } from "../dom.js";
import { phrase } from "../language.js";
import { MAX_SIDE } from "../service/limits.js";
import * as drafts from "./draft.js";

/** @typedef {import("./draft.js").Draft} Draft */

const TEXTS = {
  words: phrase("Ships with letters, like CAT DOG"),
  bent: phrase("Bent ships"),
  kind: phrase("Kind of bent ship"),
  add: phrase("Add"),
  remove: (/** @type {string} */ name) => phrase("Remove {name}", { name }),
  edges: phrase("Letters at the edges, - for none"),
  sides: { top: phrase("Top"), bottom: phrase("Bottom"), left: phrase("Left"), right: phrase("Right") },
  allEdges: phrase("All edge letters"),
  word: (/** @type {string} */ word) => phrase("“{word}” is not a word of up to {most} letters or digits.", { word: word.slice(0, 12), most: MAX_SIDE }),
};

/**
 * @param {(draft: Draft) => void} update @param {() => Draft} current
 * @returns {{element: HTMLElement, show(draft: Draft): void}}
 */
export function fleetFields(update, current) {
  const error = h("p", { class: "error", role: "alert" });
  const words = h("input", { id: "editor-words", autocomplete: "off", spellcheck: "false", onchange: () => readWords() });
  const kind = h("select", { id: "editor-shape" }, ...Object.keys(BENT).map((name) => h("option", { value: name }, name)));
  const picture = h("span");
  const shapes = h("ul", { class: "shapes" });
  const sides = SIDES.map((side) => /** @type {const} */ ([side, h("input", { id: `editor-edge-${side}`, autocomplete: "off", spellcheck: "false", onchange: () => readEdge(side) })]));
  const allEdges = button(TEXTS.allEdges, () => update(drafts.withAllEdges(current())));
  const edges = h("fieldset", {}, h("legend", {}, TEXTS.edges), h("div", { class: "pair" }, ...sides.map(([side, input]) => field(TEXTS.sides[side], input))), actions(allEdges));

  const showPicture = () => picture.replaceChildren(shipPicture(BENT[kind.value].split("/")));
  kind.addEventListener("change", showPicture);
  showPicture();

  /** Takes what a field has, or says what is wrong with it. @param {Draft | string} read */
  function take(read) {
    error.textContent = typeof read === "string" ? read : "";
    if (typeof read !== "string") update(read);
  }
  function readWords() {
    const list = words.value.split(/[\s,;]+/).filter(Boolean);
    const wrong = list.find((word) => !drafts.isWord(word));
    take(wrong === undefined ? drafts.withWords(current(), list) : TEXTS.word(wrong));
  }
  /** @param {import("../board/puzzle.js").Side} side */
  function readEdge(side) {
    const length = current().data[side === "top" || side === "bottom" ? "cols" : "rows"].length;
    const letters = drafts.parseEdge(sides.find(([name]) => name === side)?.[1].value ?? "", length);
    take(typeof letters === "string" ? letters : drafts.withEdge(current(), side, letters));
  }
  const add = button(TEXTS.add, () => update(drafts.withShapes(current(), [...(current().data.shapes ?? []), BENT[kind.value].split("/")])));

  /** @param {string[]} shape @param {number} index */
  const shapeItem = (shape, index) => {
    const remove = () => update(drafts.withShapes(current(), (current().data.shapes ?? []).filter((_, i) => i !== index)));
    return h("li", {}, shipPicture(shape), button(TEXTS.remove(nameOfShape(shape)), remove, { icon: "close", iconOnly: true }));
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

  const element = h(
    "div",
    { class: "other-ships" },
    field(TEXTS.words, words),
    h("fieldset", {}, h("legend", {}, TEXTS.bent), shapes, h("div", { class: "new-shape" }, field(TEXTS.kind, kind), picture, add)),
    edges,
    error,
  );
  return { element, show };
}

/** A picture of a bent ship. @param {string[]} shape */
function shipPicture(shape) {
  const puzzle = puzzleOfShape(shape);
  loadSheetFor(puzzle);
  return pictureOf(fleetOf(puzzle)[0].shape, "");
}
