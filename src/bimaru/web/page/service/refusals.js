/**
 * Sentences of the back end about requests that it refuses, in the language in use and without what only the command
 * line has; loaded for the first one. The library writes them in English: a sentence is recognised by its form, and its
 * values are kept.
 */

import { capitalize } from "../dom.js";
import { counted, language, nameOf, phrase } from "../language.js";

/* eslint-disable no-restricted-syntax -- these are passed to `phrase` with their values */
/** The forms of sentences; of two that fit, the first is taken. */
export const FORMS = [
  "invalid options for a puzzle",
  "invalid puzzle",
  "invalid board",
  "invalid square",
  "invalid request",
  "line {number}: {text}",
  "puzzle {number}: {text}",
  "puzzle {number} of the array: {text}",
  "row {row}, column {column}: {text}",
  "across, tally {number}: {text}",
  "down, tally {number}: {text}",
  "columns, tally {number}: {text}",
  "rows, tally {number}: {text}",
  "a ship of length {length} does not fit into a grid of {size}",
  "the fleet {fleet} cannot lie on a grid of {size} without touching",
  "the ships cannot lie on a grid of {size} without touching",
  "{ships} cannot fit into a grid of {size} without touching",
  "{ship} does not fit into a grid of {size}",
  "this server generates puzzles up to {size}",
  "{value} is not HEIGHTxWIDTH with sides from {least} to {most}",
  "{value} is not a ship length from {least} to {most}",
  "{value} is not a number of ships from {least} to {most}",
  "{value} is not a word of {least} to {most} letters or digits",
  "{value} is not a range of numbers from {least} to {most}",
  "{value} is not a number from {least} to {most}",
  "not a whole number from {least} to {most}",
  "{value} is not one of {known}, nor rows like {example}",
  "{value} is not one of {known} or = and a letter",
  "{value} is not one of {known}",
  "{value} is not one connected ship",
  "cannot be combined with words",
  "cannot be combined with shapes",
  "no clue would determine their letters; allow edges, or givens of the kind parts",
  "only ships with letters have letters at the edges",
  "none are allowed, but some are required",
  "{name} needs a square grid, not {size}",
  "no suitable puzzle in 1 try: {list}",
  "no suitable puzzle in {tries} tries: {list}",
  "{count} did not turn out {name}",
  "{count} did not take {name}",
  "{count} had other solutions with every possible given",
  "{count} had too few squares to give",
  "{count} needed more than {most} givens",
  "{count} needed more givens than most",
  "{count} turned out harder than {name} with every possible given",
  "{count} turned out too large to prove that there is no other solution",
  "{number} nodes of search did not decide whether the fleet {fleet} can lie on a grid of {size}",
  "{number} nodes of search did not decide whether the ships fit on the grid",
  "no puzzle in the input",
  "not in any format that bimaru reads",
  "{value}: missing",
  "not JSON: {text} (column {column})",
  "Expecting value",
  "Extra data",
  "Unterminated string starting at",
  "Expecting {value} delimiter",
  "Expecting property name enclosed in double quotes",
  "Invalid control character at",
  "a puzzle is an object with `rows` and `cols`, not {text}",
  "a number",
  "a list",
  "{count} lines; a grid has {least} to {most} a side",
  "expected {expected}, found {found}",
  "expected {expected}",
  "{count} squares",
  "{count} tallies",
  "{count} lines",
  "{count} rows of squares",
  "{count} entries in {value}",
  "{count} with the blanks at the end",
  "column tallies and {count} rows after the bank",
  "the end",
  "columns/rows/tallies and squares/bank",
  "a line each of pzprv3, battleship, rows, columns and bank",
  "{text}, {found} with the blanks at the end",
  "{number} column tallies, but the rows have {most} squares",
  "unknown key {value}; did you mean {text}?",
  "unknown key {value}; expected one of {text}",
  "square {square} is off the {size} grid",
  "{value} is not a list of tallies",
  "{value} is neither null nor an integer from {least} to {most}",
  "{value} is neither length:count, like {example}, nor a length",
  "{value} is not an array like {example}",
  "{value} is not a piece (width, height and bitmap, as in {example})",
  "{value} is not a square and its kind, like {example} or {other}",
  "{value} is not length x count, like {example}",
  "ships up to length {length} (the limit must be {least} to {most})",
  "the format {format} cannot express: {features}",
  "missing tallies",
  "edge letters",
  "ships with letters",
  "polyomino ships",
  "letters as givens",
  "a grid of {size} (sides must be {text})",
  "a fleet other than {fleet}",
  "a grid that is not square ({size})",
  "givens of kind {value}",
  "tallies above {most}",
  "ships longer than {most}",
  "more than {most} ships of one length",
  "a picture of {size} pixels is too large: at most {most} are drawn",
  "{text} needs an extra: {value}",
  "{text} is not available in a browser: it needs a package that does not run there",
  "drawing as PDF or PNG",
  "the grid is {size}; this server accepts up to {limit}",
  "the puzzle cannot be explained: {text}",
  "only grids up to {size} are",
  "only up to {most} placements of ships with letters or bends are, it has {number}",
  "{puzzle} is not a puzzle with exactly one solution: {text}",
  "<Puzzle {size}, {count} givens>",
  "it has no solution",
  "it has several solutions",
  "it is not known whether it has one solution",
  "the time limit was reached before the answer was known",
];
/* eslint-enable no-restricted-syntax */
/** Values that are sentences or lists of them. @type {Record<string, string>} */
const LISTS = { text: "", puzzle: "", expected: "", found: "", list: ", ", features: "; " };
/** The entry of a puzzle or a recipe that a sentence is about, such as `fleet: ` or `rows[2]: `. */
const ENTRY = /^(\w+(?:\[\d+\])?: )(?!missing$)(.+)$/s;
/** Values that are numbers. */
const NUMBERS = ["number", "count", "row", "column", "length", "least", "most", "tries"];

/** A regular expression for sentences of a form, with a group for each value. @param {string} form */
const patternOf = (form) => new RegExp(`^${form.replace(/[.*+?^$()|[\]\\]/g, "\\$&").replace(/\{(\w+)\}/g, groupOf)}$`, "s");
/** @param {string} _ @param {string} name */
const groupOf = (_, name) => `(?<${name}>${NUMBERS.includes(name) ? "[\\d,]+" : ".+?"})`;
const PATTERNS = FORMS.map((form) => /** @type {const} */ ([form, patternOf(form)]));

const MAX_FAULTS = 3; // shown for one request
const COMMAND = / \(\x60bimaru [^)]*\)/; // an aside, in backquotes
const PLACE = /^line \d+: /;
/** Of what is missing, the place says nothing. */
const MISSING = /^line \d+: (?=[\w[\].]+: missing$)/;

/**
 * What an answer that refuses a request says.
 * @param {number} status @param {any} answer @returns {{kind: "busy" | "refused", message: string, faults: string[]}}  as of an `ApiError`
 */
export function refusalOf(status, answer) {
  const busy = busyText(status, answer?.error);
  if (busy) return { kind: "busy", message: busy, faults: [] };
  const faults = Array.isArray(answer?.faults) ? answer.faults : [];
  const text = typeof answer?.error === "string" ? refusal(answer.error, faults) : phrase("The server refused the request ({status})", { status: String(status) });
  return { kind: "refused", message: capitalize(text.replace(/\.?$/, ".")), faults: faults.map(inLanguage) };
}

/** Why a request that is not at fault was not answered, or "". @param {number} status @param {any} error */
function busyText(status, error) {
  if (error?.startsWith?.("the time limit was exceeded")) return phrase("This took too long and was stopped.");
  if (error === "the memory limit was exceeded") return phrase("This needed too much memory and was stopped.");
  if (error === "the worker process ended unexpectedly") return phrase("The server could not finish this. Please try again.");
  return [429, 503].includes(status) ? phrase("The server is busy. Please try again in a moment.") : "";
}

/** A refusal as the page says it: its sentence and its first faults, each place in a text only once. @param {string} error @param {string[]} faults */
function refusal(error, faults) {
  const said = faults.slice(0, MAX_FAULTS).map((fault) => fault.replace(MISSING, ""));
  const listed = said.map((fault, i) => (PLACE.exec(fault)?.[0] === PLACE.exec(said[i - 1] ?? "")?.[0] ? fault.replace(PLACE, "") : fault));
  return [inLanguage(error), listed.map(inLanguage).join("; ")].filter(Boolean).join(": ");
}

/** A sentence as the page says it. @param {string} sentence */
const inLanguage = (sentence) => (language === "en" ? sentence.replace(COMMAND, "") : translated(sentence));

/** A sentence in the language in use; as it is where its form is not known. @param {string} sentence @returns {string} */
export function translated(sentence) {
  if (COMMAND.test(sentence)) return translated(sentence.replace(COMMAND, ""));
  const [, entry, rest] = ENTRY.exec(sentence) ?? [];
  if (entry) return entry + translated(rest);
  for (const [form, pattern] of PATTERNS) {
    const match = pattern.exec(sentence);
    if (match) return filled(form, Object.fromEntries(Object.entries(match.groups ?? {}).map(translatedValue)));
  }
  return sentence;
}

/** A form with its values, in the plural that a count needs. @param {string} form @param {Record<string, string>} values */
function filled(form, values) {
  return values.count === undefined ? phrase(form, values) : counted(form, form, Number(values.count.replaceAll(",", "")), values);
}

/** @param {[name: string, value: string]} entry @returns {[string, string]} */
function translatedValue([name, value]) {
  if (name === "name") return [name, nameOf(value) === value ? phrase(value) : nameOf(value)];
  const separator = LISTS[name];
  if (separator === undefined) return [name, value];
  return [name, separator === "" ? translated(value) : value.split(separator).map(translated).join(separator)];
}
