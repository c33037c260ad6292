/** Inputs with choices, which the first play does not need. */

import { h } from "./dom.js";

/** An input with choices, each a value with its text. @param {string} id @param {Iterable<readonly [value: string, text: string]>} choices @param {() => void} [change] */
export const select = (id, choices, change = () => {}) =>
  h("select", { id, onchange: change }, ...[...choices].map(([value, text]) => h("option", { value }, text)));

/** A box to tick, and its label with a text. @param {string} id @param {string} text @param {boolean} checked @param {() => void} [change] */
export function tickBox(id, text, checked, change = () => {}) {
  const input = h("input", { id, type: "checkbox", checked, onchange: change });
  return { input, label: h("label", { class: "switch", for: id }, input, text) };
}
