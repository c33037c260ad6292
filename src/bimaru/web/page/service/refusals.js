/**
 * Sentences of the back end about requests that it refuses, in the language in use and without what only the command
 * line has; loaded for the first one. The library writes them in English: a sentence is recognised by its form, and its
 * values are kept.
 */

import { capitalize, filled, language, phrase, refusals } from "../language.js";

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
const FORMS = Object.entries(refusals).map(([form, text]) => ({ pattern: patternOf(form), text }));

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
  for (const { pattern, text } of FORMS) {
    const match = pattern.exec(sentence);
    if (!match) continue;
    const values = Object.fromEntries(Object.entries(match.groups ?? {}).map(translatedValue));
    return filled(text, Number(values.count ?? 0), values);
  }
  return sentence;
}

/** @param {[name: string, value: string]} entry @returns {[string, string | number]} */
function translatedValue([name, value]) {
  if (name === "count") return [name, Number(value.replaceAll(",", ""))];
  if (name === "name") return [name, phrase(value)];
  const separator = LISTS[name];
  if (separator === undefined) return [name, value];
  return [name, separator === "" ? translated(value) : value.split(separator).map(translated).join(separator)];
}
