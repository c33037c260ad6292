/** The clues that are written rather than tapped: the name, the size, the tallies and the fleet. */

import { field, h } from "../dom.js";
import * as drafts from "./draft.js";

/** @typedef {import("./draft.js").Draft} Draft */

const SHORTEST_LIST = 5; // lengths of ships that are offered at least

/**
 * @param {(draft: Draft) => void} become @param {() => Draft} current
 * @returns {{element: HTMLElement, show(draft: Draft): void}}
 */
export function clueFields(become, current) {
  const name = h("input", { id: "set-name", autocomplete: "off", maxlength: 80, onchange: () => become(drafts.named(current(), name.value)) });
  const height = number("set-height", 1, drafts.LONGEST_SIDE, () => resize());
  const width = number("set-width", 1, drafts.LONGEST_SIDE, () => resize());
  const trouble = h("p", { class: "trouble", role: "alert" });
  const rows = talliesField("rows");
  const cols = talliesField("cols");
  const fleet = h("div", { class: "lengths" });
  const all = h("button", { type: "button", class: "quiet", onclick: () => become(drafts.withAllTallies(current())) }, "All tallies");

  function resize() {
    if (height.validity.valid && width.validity.valid) become(drafts.resized(current(), height.valueAsNumber, width.valueAsNumber));
    else [height, width].find((input) => !input.validity.valid)?.reportValidity();
  }

  /** @param {import("./draft.js").Lines} lines */
  function talliesField(lines) {
    const input = h("input", { id: `set-${lines}`, inputmode: "numeric", autocomplete: "off", spellcheck: "false", onchange: () => read() });
    const read = () => {
      const tallies = drafts.readTallies(input.value, current().data[lines].length);
      trouble.textContent = typeof tallies === "string" ? tallies : "";
      if (typeof tallies !== "string") become(drafts.withTallies(current(), lines, tallies));
    };
    return input;
  }

  /** @param {number} length @param {number} count */
  function lengthField(length, count) {
    const id = `set-ships-${length}`;
    const input = number(id, 0, 99, () => input.validity.valid && become(drafts.withShips(current(), length, input.valueAsNumber)));
    input.value = String(count);
    return field(`of ${length}`, input);
  }

  /** @param {Draft} draft */
  function show({ data, answer }) {
    const { fleet: ships = {} } = data;
    trouble.textContent = "";
    name.value = data.id === null || data.id === undefined ? "" : String(data.id);
    height.value = String(data.rows.length);
    width.value = String(data.cols.length);
    rows.value = drafts.writtenTallies(data.rows);
    cols.value = drafts.writtenTallies(data.cols);
    all.hidden = answer === null;
    const longest = Math.max(SHORTEST_LIST, ...Object.keys(ships).map((length) => Number(length) + 1));
    const lengths = Array.from({ length: Math.min(longest, Math.max(data.rows.length, data.cols.length)) }, (_, i) => i + 1);
    const focused = document.activeElement?.id ?? "";
    fleet.replaceChildren(...lengths.map((length) => lengthField(length, ships[String(length)] ?? 0)));
    if (focused.startsWith("set-ships-")) document.getElementById(focused)?.focus();
  }

  const element = h(
    "section",
    { class: "card clues" },
    h("h2", {}, "Clues"),
    field("Name", name),
    h("div", { class: "pair" }, field("Rows", height), field("Columns", width)),
    field("Tallies of the rows, - for none", rows),
    field("Tallies of the columns", cols),
    trouble,
    h("div", { class: "actions" }, all),
    h("fieldset", {}, h("legend", {}, "Ships"), fleet),
  );
  return { element, show };
}

/** @param {string} id @param {number} min @param {number} max @param {() => void} change */
const number = (id, min, max, change) => h("input", { id, type: "number", inputmode: "numeric", min, max, required: true, onchange: change });
