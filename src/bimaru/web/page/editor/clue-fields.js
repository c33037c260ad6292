/** The input fields of the editor: name, size, tallies and fleet. */

import { actions, field, h } from "../dom.js";
import { phrase } from "../language.js";
import { MAX_NUMBER, MAX_SERVER_SIDE } from "../service/limits.js";
import * as drafts from "./draft.js";
import { fleetFields } from "./variant-fields.js";

/** @import { Draft, Lines } from "./draft.js" */

const MIN_LENGTHS = 5; // lengths of ships with a field, if the grid has room for them

/**
 * @param {(draft: Draft) => void} update @param {() => Draft} current
 * @returns {{element: HTMLElement, show(draft: Draft): void, showFleet(): void}}  `showFleet`: unfolds the fields, and goes to the ships
 */
export function clueFields(update, current) {
  const name = h("input", { id: "editor-name", autocomplete: "off", maxlength: 80, onchange: () => update(drafts.withName(current(), name.value)) });
  const height = numberInput("editor-height", 1, MAX_SERVER_SIDE, () => resize());
  const width = numberInput("editor-width", 1, MAX_SERVER_SIDE, () => resize());
  const error = h("p", { class: "error", role: "alert" });
  const rows = talliesField("rows");
  const cols = talliesField("cols");
  const fleet = h("div", { class: "lengths" });
  const others = fleetFields(update, current);
  const allTallies = h("button", { type: "button", class: "quiet", onclick: () => update(drafts.withAllTallies(current())) }, phrase("All tallies"));

  function resize() {
    if (isValid(height, phrase("Rows")) && isValid(width, phrase("Columns"))) update(drafts.withSize(current(), height.valueAsNumber, width.valueAsNumber));
  }

  /** Whether a number is within its limits; if not, says so. @param {HTMLInputElement} input @param {string} name */
  function isValid(input, name) {
    const { valid } = input.validity;
    input.setAttribute("aria-invalid", String(!valid));
    error.textContent = valid ? "" : phrase("{name}: a whole number from {least} to {most} is needed.", { name, least: Number(input.min), most: Number(input.max) });
    return valid;
  }

  /** @param {Lines} lines */
  function talliesField(lines) {
    const input = h("input", { id: `editor-${lines}`, inputmode: "numeric", autocomplete: "off", spellcheck: "false", onchange: () => read() });
    const read = () => {
      const tallies = drafts.parseTallies(input.value, current().data[lines].length);
      error.textContent = typeof tallies === "string" ? tallies : "";
      if (typeof tallies !== "string") update(drafts.withClues(current(), { [lines]: tallies }));
    };
    return input;
  }

  /** @param {number} length */
  function lengthField(length) {
    const id = `editor-ships-${length}`;
    const input = numberInput(id, 0, MAX_NUMBER, () => isValid(input, `${phrase("Ships")} ${phrase("of length {length}", { length })}`) && update(drafts.withShips(current(), length, input.valueAsNumber)));
    return field(phrase("Length {length}", { length }), input);
  }

  /** @param {Draft} draft */
  function show(draft) {
    const { data, answer } = draft;
    others.show(draft);
    const { fleet: ships = {} } = data;
    error.textContent = "";
    name.value = String(data.id ?? "");
    height.value = String(data.rows.length);
    width.value = String(data.cols.length);
    rows.value = drafts.formatTallies(data.rows);
    cols.value = drafts.formatTallies(data.cols);
    allTallies.hidden = answer === null;
    const longest = Math.max(MIN_LENGTHS, ...Object.keys(ships).map((length) => Number(length) + 1));
    const lengths = Array.from({ length: Math.min(longest, Math.max(data.rows.length, data.cols.length)) }, (_, i) => i + 1);
    // Those that stay keep the focus: a change is also shown between the press and the release on the next field.
    while (fleet.children.length > lengths.length) fleet.lastElementChild?.remove();
    for (const length of lengths.slice(fleet.children.length)) fleet.append(lengthField(length));
    for (const [i, input] of [...fleet.querySelectorAll("input")].entries()) input.value = String(ships[String(lengths[i])] ?? 0);
    for (const input of [height, width, ...fleet.querySelectorAll("input")]) input.removeAttribute("aria-invalid");
  }

  // On phones the board is what clues are set on; the fields are folded away.
  const element = h(
    "details",
    { class: "card clues", open: !matchMedia("(max-width: 34rem)").matches },
    h("summary", {}, phrase("Clues")),
    field(phrase("Name"), name),
    h("div", { class: "pair" }, field(phrase("Rows"), height), field(phrase("Columns"), width)),
    field(phrase("Row tallies, - if missing"), rows),
    field(phrase("Column tallies"), cols),
    error,
    actions(allTallies),
    h("fieldset", {}, h("legend", {}, phrase("Ships")), fleet),
    others.element,
  );
  function showFleet() {
    element.open = true;
    fleet.querySelector("input")?.select();
    fleet.scrollIntoView({ block: "center" });
  }
  return { element, show, showFleet };
}

/** @param {string} id @param {number} min @param {number} max @param {() => void} change */
const numberInput = (id, min, max, change) => h("input", { id, type: "number", inputmode: "numeric", min, max, required: true, onchange: change });
