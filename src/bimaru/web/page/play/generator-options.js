/**
 * The options of a puzzle to generate: those that are folded away, what the browser keeps of all of them, the recipe
 * that they make, and what is wrong with it. Loaded when the dialog with puzzles is first opened.
 */

import { SIDE_NAMES } from "../board/referee.js";
import { actions, button, field, h, loadSheet } from "../dom.js";
import { select, tickBox } from "../choices.js";
import { nameOf, phrase } from "../language.js";
import { loadSetting, saveSetting } from "../service/stored-values.js";
import { GRADES, MISSING_TALLY, TECHNIQUES } from "./grades.js";

/** The choices of a recipe in `bimaru.generation`, with their names; a test compares them. @type {Record<string, string>} */
const SYMMETRY_NAMES = {
  none: phrase("none"), "half-turn": phrase("half-turn"), "quarter-turn": phrase("quarter-turn"), "left-right": phrase("left-right"), "top-bottom": phrase("top-bottom"),
  both: phrase("left-right and top-bottom"), diagonal: phrase("diagonal"), "other-diagonal": phrase("the other diagonal"), diagonals: phrase("both diagonals"),
};
const KIND_NAMES = { water: phrase("water"), parts: phrase("parts of ships"), ships: phrase("ship, without its part") };
export const [SYMMETRIES, KINDS, SIDES] = [SYMMETRY_NAMES, KIND_NAMES, SIDE_NAMES].map((names) => Object.keys(names));
export const SEEDS = 2 ** 48;

const PREFIX = "generate-"; // of the controls' ids
const SETTING = "generator";
const OTHER = "other"; // of the sizes: another one
/** The control beside which a fault of an entry of the recipe is shown, where its name is another one. @type {Record<string, string>} */
const PLACES = { givens: "givens-water", givens_number: "most", missing_tallies: "missing", edges: "edges-top" };
/** What the options that are folded away are by default. @type {Values} */
const USUAL = {
  "grade-to": "", technique: "", symmetry: "none", fewest: "", most: "", missing: "0", spare: "0", words: "", shapes: "", seed: "",
  "givens-water": true, "givens-parts": true, "givens-ships": false, ...Object.fromEntries(SIDES.map((side) => [`edges-${side}`, false])),
};

/** @typedef {Record<string, string | boolean>} Values  What each control shows, by its name. @typedef {HTMLInputElement | HTMLSelectElement} Control */

/** The grade of puzzles that take a technique. @param {string | boolean} technique */
const gradeWith = (technique) => GRADES.find((grade) => TECHNIQUES[grade].includes(String(technique)));

/** The number of rows and of columns that the values describe. @param {Values} values @returns {[number, number]} */
export function sidesOf({ size, rows, columns }) {
  const [height, width] = size === OTHER ? [rows, columns] : String(size).split("x");
  return [Number(height), Number(width)];
}

/** The body of a request for the puzzle, without what is usual. @param {Values} values @returns {Record<string, unknown>} */
export function recipeOf(values) {
  const [height, width] = sidesOf(values);
  const text = (/** @type {string} */ name) => String(values[name] ?? "").trim();
  const [fewest, most] = [text("fewest"), text("most")];
  const givens = KINDS.filter((kind) => values[`givens-${kind}`]);
  const edges = SIDES.filter((side) => values[`edges-${side}`]);
  const entries = {
    size: `${height}x${width}`,
    fleet: text("fleet") || {},
    grade: gradeOf(text("grade"), text("grade-to")),
    technique: text("technique"),
    words: text("words"),
    shapes: text("shapes"),
    edges: edges.length > 0 && edges,
    givens: givens.join() !== "water,parts" && givens,
    givens_number: (fewest || most) && [Number(fewest), most ? Number(most) : height * width],
    symmetry: text("symmetry") !== "none" && text("symmetry"),
    missing_tallies: Number(text("missing")),
    spare: Number(text("spare")),
    seed: text("seed") ? Number(text("seed")) : null,
  };
  return Object.fromEntries(Object.entries(entries).filter(([name, value]) => value || (name === "seed" && value === 0)));
}

/** A grade, a range of grades, or "" for any. @param {string} from @param {string} to */
function gradeOf(from, to) {
  if (!GRADES.includes(from)) return "";
  return GRADES.indexOf(to) > GRADES.indexOf(from) ? `${from}-${to}` : from;
}

/** The recipe that the browser keeps, without a seed; an easy puzzle if it keeps none. @returns {Record<string, unknown>} */
export function keptRecipe() {
  const kept = /** @type {Values} */ (loadSetting(SETTING, {}));
  return typeof kept.size === "string" ? recipeOf({ ...USUAL, ...kept, seed: "" }) : { grade: GRADES[0] };
}

/** What the controls that are known make of stored values: others, and values of another type, are left out. @param {Values} known @param {any} stored @returns {Values} */
export const knownValues = (known, stored) =>
  Object.fromEntries(Object.entries(stored ?? {}).filter(([name, value]) => Object.hasOwn(known, name) && typeof value === typeof known[name]));

/**
 * Puts the options into their form.
 * @param {HTMLFormElement} form  has the size, the grade and the fleet @param {HTMLDetailsElement} more  for the others
 * @param {{restores: boolean}} how  whether the values that the browser keeps are put into the form
 * @returns {{recipe(): Record<string, unknown> | null, showFaults(faults: readonly string[]): string[]}}
 *   `recipe`: the body of a request, or `null` if a field shows what is wrong; `showFaults` shows those of a request
 *   beside their fields, and returns the others.
 */
export function generatorOptions(form, more, { restores }) {
  loadSheet("play/generator-options.css");
  const summary = more.querySelector("summary");
  const changed = h("span", { class: "changed" });
  summary?.append(" ", changed);
  more.append(h("div", { class: "options" }, ...moreFields()), actions(button(phrase("Usual options"), reset, { icon: "again" })));

  const controls = new Map([...form.querySelectorAll("input, select")].map((control) => [control.id.slice(PREFIX.length), /** @type {Control} */ (control)]));
  const control = (/** @type {string} */ name) => /** @type {Control} */ (controls.get(name));
  for (const [name, input] of controls) makeRoom(name, input);

  /** @returns {Values} */
  const values = () => Object.fromEntries([...controls].map(([name, input]) => [name, isBox(input) ? input.checked : input.value]));

  /** @param {Values} chosen */
  function show(chosen) {
    if (typeof chosen.size === "string") setValue(control("size"), chosen.size);
    control("size").dispatchEvent(new Event("change")); // which suggests a fleet, and shows the fields of another size
    for (const [name, value] of Object.entries(chosen)) setValue(control(name), value);
    update();
  }

  /** Updates what depends on the values. */
  function update() {
    const [height, width] = sidesOf(values());
    const squares = String(height * width || 1);
    for (const name of ["fewest", "most", "spare"]) control(name).setAttribute("max", squares);
    control("missing").setAttribute("max", String(height + width || 1));
    control("grade-to").disabled = !GRADES.includes(control("grade").value);
    const count = Object.entries(values()).filter(([name, value]) => Object.hasOwn(USUAL, name) && value !== USUAL[name]).length;
    changed.textContent = count > 0 ? phrase("({count} changed)", { count }) : "";
    return count;
  }

  function reset() {
    show(USUAL);
    clearFaults();
    saveSetting(SETTING, values());
  }

  // Faults

  /** @param {string} name @param {string} text */
  function showFault(name, text) {
    const place = document.getElementById(`${PREFIX}fault-${name}`);
    if (place) place.textContent = text;
    control(name).setAttribute("aria-invalid", String(text !== ""));
  }

  const clearFaults = () => controls.forEach((_, name) => showFault(name, ""));

  /** Brings the fields with a fault into view, and moves to the first. */
  function focusFault() {
    const faulty = [...controls.values()].filter((input) => input.getAttribute("aria-invalid") === "true");
    if (faulty.some((input) => more.contains(input))) more.open = true;
    faulty[0]?.focus();
  }

  function recipe() {
    clearFaults();
    const chosen = values();
    const faults = [...controls].flatMap(([name, input]) => (input.validity.valid ? [] : [[name, faultOf(name, input)]]));
    if (!chosen.fleet && !chosen.words && !chosen.shapes) faults.push(["fleet", phrase("Expected ships here, with letters or polyominoes.")]);
    const needed = gradeWith(chosen.technique);
    if (needed && (recipeOf(chosen).grade ?? needed) !== needed) {
      faults.push(["technique", phrase("This technique makes puzzles of one grade: {grade}.", { grade: nameOf(needed) })]);
    }
    if (chosen.technique === MISSING_TALLY && Number(chosen.missing) === 0) faults.push(["missing", phrase("This technique needs missing tallies.")]);
    const isReversed = chosen.fewest !== "" && chosen.most !== "" && Number(chosen.fewest) > Number(chosen.most);
    if (isReversed) faults.push(["most", phrase("This is less than the fewest givens.")]);
    for (const [name, text] of faults) showFault(name, text);
    focusFault();
    return faults.length > 0 ? null : recipeOf(chosen);
  }

  /** @param {readonly string[]} faults */
  function showFaults(faults) {
    const others = faults.filter((fault) => {
      const [, entry = "", text = ""] = /^(\w+)(?:\[\d+\])?: (.*)$/s.exec(fault) ?? [];
      const name = PLACES[entry] ?? entry;
      if (!controls.has(name)) return true;
      const before = document.getElementById(`${PREFIX}fault-${name}`)?.textContent;
      showFault(name, [before, `${text.slice(0, 1).toUpperCase()}${text.slice(1)}.`].filter(Boolean).join(" "));
      return false;
    });
    focusFault();
    return others;
  }

  const kept = restores ? knownValues(values(), loadSetting(SETTING, {})) : {};
  if (Object.keys(kept).length > 0) show(kept);
  more.open ||= update() > 0; // or opened before the options were there
  form.addEventListener("change", ({ target }) => {
    if (target === control("technique")) setValue(control("grade"), gradeWith(control("technique").value) ?? control("grade").value);
    update();
    saveSetting(SETTING, values());
  });
  return { recipe, showFaults };
}

/** @param {Control} control @returns {control is HTMLInputElement} */
const isBox = (control) => control.type === "checkbox";

/** Sets a value, if the control has it as a choice. @param {Control} control @param {string | boolean} value */
function setValue(control, value) {
  if (isBox(control)) control.checked = value === true;
  else if (!(control instanceof HTMLSelectElement) || [...control.options].some((option) => option.value === value)) control.value = String(value);
}

/** What is wrong with a value that the browser refuses. @param {string} name @param {Control} control */
function faultOf(name, control) {
  if (name === "fleet") return phrase("Expected lengths with numbers of ships, like 4:1,3:2.");
  const [least, most] = ["min", "max"].map((limit) => Number(control.getAttribute(limit)));
  return phrase("Expected a whole number from {least} to {most}.", { least, most });
}

/** Makes room for a fault below a control, which is described by it. @param {string} name @param {Control} control */
function makeRoom(name, control) {
  const group = control.closest("fieldset");
  const id = `${PREFIX}fault-${name}`;
  const fault = h("p", { class: "fault", id });
  control.setAttribute("aria-describedby", id);
  if (group) return group.append(fault);
  const label = control.closest("label");
  const room = h("div", { class: "room" });
  label?.replaceWith(room);
  if (label) room.append(label, fault);
}

/** The choices of techniques of a grade. @param {[grade: string, names: string[]]} entry */
const techniquesOf = ([grade, names]) => h("optgroup", { label: nameOf(grade) }, ...names.map((value) => h("option", { value }, nameOf(value))));

/** The fields that are folded away. */
function moreFields() {
  const text = (/** @type {string} */ name, /** @type {string} */ label) => field(label, h("input", { id: PREFIX + name, autocomplete: "off", spellcheck: "false", maxlength: 500 }));
  const number = (/** @type {string} */ name, /** @type {string} */ label, /** @type {Record<string, unknown>} */ more = {}) =>
    field(label, h("input", { id: PREFIX + name, type: "number", inputmode: "numeric", min: 0, ...more }));
  const boxes = (/** @type {string} */ name, /** @type {string} */ legend, /** @type {[string, string][]} */ choices) =>
    h("fieldset", {}, h("legend", {}, legend), ...choices.map(([value, shown]) => tickBox(`${PREFIX}${name}-${value}`, shown, USUAL[`${name}-${value}`] === true).label));
  const harder = GRADES.slice(1).map((grade) => /** @type {[string, string]} */ ([grade, nameOf(grade)]));
  const technique = h("select", { id: `${PREFIX}technique` }, h("option", { value: "" }, phrase("any")), ...Object.entries(TECHNIQUES).map(techniquesOf));
  return [
    field(phrase("Or harder, up to"), select(`${PREFIX}grade-to`, [["", phrase("no harder")], ...harder])),
    field(phrase("A technique that it takes"), technique),
    field(phrase("Symmetry of givens"), select(`${PREFIX}symmetry`, Object.entries(SYMMETRY_NAMES))),
    boxes("givens", phrase("Kinds of givens"), Object.entries(KIND_NAMES)),
    number("fewest", phrase("Fewest givens"), { placeholder: phrase("any") }),
    number("most", phrase("Most givens"), { placeholder: phrase("any") }),
    number("missing", phrase("Missing tallies"), { value: "0", required: true }),
    number("spare", phrase("Givens beyond those needed"), { value: "0", required: true }),
    text("words", phrase("Ships with letters, like CAT, DOG")),
    text("shapes", phrase("Polyomino ships, like L4, F5 or ##/#.")),
    boxes("edges", phrase("Letters at the edges"), Object.entries(SIDE_NAMES)),
    number("seed", phrase("Seed, for the same puzzle again"), { max: SEEDS - 1, placeholder: phrase("any") }),
  ];
}
