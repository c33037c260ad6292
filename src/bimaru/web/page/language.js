/**
 * The language of the page. The texts in the modules are English; every other language is a table in `languages/`, from
 * the English texts to its own, which is loaded before any text is shown, and only if it is the one in use. The server
 * adds a table of words that the library has, names of techniques and grades among them.
 */

import { loadSetting } from "./service/stored-values.js";

/** The languages in their own words; all but the first have a table. @type {[code: string, name: string][]} */
export const LANGUAGES = [["en", "English"], ["de", "Deutsch"], ["fr", "Français"], ["es", "Español"]];

/**
 * @typedef {{one: string, other: string, [category: string]: string}} Forms  by the categories of `Intl.PluralRules`
 * @typedef {Record<string, string | Forms>} Table  texts by their English ones; of those that count something, the one for several
 */

/** The language chosen in the settings, otherwise the first of the browser's that there is. @returns {string} */
export function chosenLanguage() {
  const known = LANGUAGES.map(([code]) => code);
  const wanted = [loadSetting("language", ""), ...(globalThis.navigator?.languages ?? [])].map((tag) => tag.split("-")[0]);
  return wanted.find((code) => known.includes(code)) ?? "en";
}

/** The language in use. */
export const language = chosenLanguage();
/** The language with the country of the browser, if it has one: dates are British for the British. */
export const locale = globalThis.navigator?.languages?.find((tag) => tag.split("-")[0] === language) ?? language;
/** The address of a table, found beside the document also from a bundle. @param {string} suffix */
const addressOf = (suffix) => new URL(`languages/${language}${suffix}`, document.baseURI).href;
/** @type {[{default: Table, refusals: Table}, Table]} */
const [{ default: texts, refusals }, words] = language === LANGUAGES[0][0]
  ? [{ default: {}, refusals: {} }, {}]
  : await Promise.all([import(addressOf(".js")), fetch(addressOf(".json")).then((response) => response.json())]);
export { refusals };
/** Without a prototype, since stored grades are looked up, too. @type {Table} */
const table = Object.assign(Object.create(null), words, texts);
const plurals = new Intl.PluralRules(language);
const numbers = new Intl.NumberFormat(language);

/** @param {string} text */
export const capitalize = (text) => text.slice(0, 1).toUpperCase() + text.slice(1);

/** A text in the language in use, with values in place of names in braces. Of one with a capital and one without, the tables have the latter. @param {string} english @param {Record<string, string | number>} [values] */
export function phrase(english, values = {}) {
  const small = english.slice(0, 1).toLowerCase() + english.slice(1);
  return filled(table[english] ?? (small in table ? capitalize(String(table[small])) : english), 0, values);
}

/** A text with a number, `{count}`, in the form for that number. @param {string} one @param {string} other @param {number} count @param {Record<string, string | number>} [values] */
export const counted = (one, other, count, values = {}) => filled(table[other] ?? { one, other }, count, { ...values, count });

/** A text of a table with its values, in the form for a number. @param {string | Forms} text @param {number} count @param {Record<string, string | number>} values */
export function filled(text, count, values) {
  const form = typeof text === "string" ? text : (text[plurals.select(count)] ?? text.other);
  return form.replace(/\{(\w+)\}/g, (braces, name) => {
    const value = values[name];
    return typeof value === "number" ? numbers.format(value) : (value ?? braces);
  });
}

/** The name of a technique or a grade, by its name in the answers of the engine. @param {string} name */
export const nameOf = (name) => phrase(name);

/** A number with digits after the decimal point. @param {number} value @param {number} digits */
export const decimal = (value, digits) => value.toLocaleString(language, { minimumFractionDigits: digits, maximumFractionDigits: digits });

/** Translates the texts in the document, and names its language for browsers and screen readers. */
export function translateDocument() {
  document.documentElement.lang = language;
  for (const element of document.querySelectorAll("[data-phrase]")) element.textContent = phrase(element.textContent ?? "");
  for (const element of document.querySelectorAll("[data-phrase-label]")) element.setAttribute("aria-label", phrase(element.getAttribute("aria-label") ?? ""));
}
