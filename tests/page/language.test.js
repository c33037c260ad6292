/** Every text of the page's modules is in every language's table, and the tables have no other texts. */

import assert from "node:assert/strict";
import { readFile, readdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

import { capitalize, counted, phrase } from "../../src/bimaru/web/page/language.js";

/** @typedef {import("../../src/bimaru/web/page/language.js").Table} Table */

const PAGE = join(dirname(fileURLToPath(import.meta.url)), "../../src/bimaru/web/page");
const TEXT = String.raw`"((?:[^"\\]|\\.)*)"`;
const ONE = new RegExp(String.raw`\bphrase\(\s*${TEXT}`, "g");
const SEVERAL = new RegExp(String.raw`\bcounted\(\s*${TEXT},\s*${TEXT}`, "g");
const LABEL = /aria-label="([^"]+)" data-phrase-label/g;
const STATIC = / data-phrase>([^<]+)</g;

/** @param {RegExp} pattern @param {string} code @param {number} [group] */
const found = (pattern, code, group = 1) => [...code.matchAll(pattern)].map((match) => match[group]);

/** Texts that the library translates, besides names of techniques and grades; `tests/page/test_page_language.py` has them, too. */
const OF_LIBRARY = [
  "Then {clause}.", "a submarine", "the letter {letter}", "submarine", "destroyer", "cruiser", "battleship", "ship {word}",
  "{letter} tromino", "{letter} tetromino", "{letter} pentomino", "rest of the line",
  "contradiction", "ships do not touch", "no ship fits",
];

/** @param {string} text */
const small = (text) => text.slice(0, 1).toLowerCase() + text.slice(1);

/** The texts that the page translates. */
async function textsOfPage() {
  /** @type {Set<string>} */
  const texts = new Set();
  for (const file of await readdir(PAGE, { recursive: true })) {
    if (!/\.(js|html)$/.test(file) || file.startsWith("languages")) continue;
    const code = await readFile(join(PAGE, file), "utf-8");
    for (const text of [...found(ONE, code), ...found(SEVERAL, code, 2), ...found(LABEL, code), ...found(STATIC, code)]) texts.add(text);
  }
  return texts;
}

const files = (await readdir(join(PAGE, "languages"))).filter((file) => file.endsWith(".js"));
/** @type {[string, {default: Table, refusals: Table}][]} */
const languages = await Promise.all(files.map(async (file) => [file, await import(join(PAGE, "languages", file))]));

/** The names in braces. @param {string} text */
const values = (text) => [...text.toLowerCase().matchAll(/\{\w+\}/g)].map(String).sort();

test("every table has all texts of the page, and no others", async () => {
  const texts = await textsOfPage();
  assert.ok(texts.size > 200);
  for (const [file, { default: table }] of languages) {
    const keys = new Set(Object.keys(table));
    const has = (/** @type {string} */ text) => keys.has(text) || OF_LIBRARY.includes(text);
    assert.deepEqual([...texts].filter((text) => !has(text) && !has(small(text))), [], `missing in ${file}`);
    assert.deepEqual([...keys].filter((key) => !texts.has(key)), [], `not on the page, but in ${file}`);
  }
  /** @param {string} key */
  const isNeedless = (key) => key !== small(key) && languages.every(([, { default: table }]) => table[key] === capitalize(String(table[small(key)])));
  assert.deepEqual([...texts].filter(isNeedless), [], "also there without a capital");
});

test("every language has the forms of the same refusals, in the same order", () => {
  const [[, first], ...others] = languages;
  assert.ok(Object.keys(first.refusals).length > 100);
  for (const [file, { refusals }] of others) assert.deepEqual(Object.keys(refusals), Object.keys(first.refusals), file);
});

test("translations have the same values to fill in", () => {
  for (const [, table] of languages) {
    for (const [english, entry] of [...Object.entries(table.default), ...Object.entries(table.refusals)]) {
      if (typeof entry === "string") assert.deepEqual(values(entry), values(english), english);
      else for (const form of Object.values(entry)) assert.ok(values(form).every((value) => values(english).includes(value)), english);
    }
  }
});

test("French marks stay beside their words", () => {
  const [[, french]] = languages.filter(([file]) => file === "fr.js");
  const texts = [french.default, french.refusals].flatMap((table) => Object.values(table)).flatMap((entry) => (typeof entry === "string" ? entry : Object.values(entry)));
  const isParted = (/** @type {string} */ text) => /[^\u00a0][;?!»]|[^\u00a0]:(?=\s|$)|«[^\u00a0]|\u202f/.test(text.replace("fleet:", "fleet")); // a line to type
  assert.deepEqual(texts.filter(isParted), []);
});

test("texts are filled in, numbers grouped, and plurals chosen", () => {
  assert.equal(phrase("{name} of {length}", { name: "A {length}", length: 12000 }), "A {length} of 12,000");
  assert.equal(phrase("{missing} stays"), "{missing} stays");
  assert.equal(counted("one step", "{count} steps", 1), "one step");
  assert.equal(counted("one step", "{count} steps", 2), "2 steps");
});
