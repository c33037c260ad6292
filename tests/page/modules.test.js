/** The page's modules depend on one another in one direction only, also by the types in their comments. */

import assert from "node:assert/strict";
import { readFile, readdir } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const PAGE = join(dirname(fileURLToPath(import.meta.url)), "../../src/bimaru/web/page");
const IMPORT = /(?:\bfrom|\bimport)\s*\(?\s*"(\.{1,2}\/[^"]+\.js)"/g;

/** What each module imports, statically, when it is needed, or for its types. @returns {Promise<Map<string, string[]>>} */
async function importsOfPage() {
  const files = (await readdir(PAGE, { recursive: true })).filter((file) => file.endsWith(".js"));
  const entries = files.map(async (file) => {
    const code = await readFile(join(PAGE, file), "utf-8");
    const imported = [...code.matchAll(IMPORT)].map(([, path]) => relative(PAGE, join(PAGE, dirname(file), path)));
    return /** @type {[string, string[]]} */ ([file, [...new Set(imported)].filter((name) => name !== file)]);
  });
  return new Map(await Promise.all(entries));
}

/** The modules that are left when those are taken away, again and again, that import none of the rest. @param {Map<string, string[]>} imports */
function inRings(imports) {
  const left = new Map(imports);
  for (let before = Infinity; left.size < before; ) {
    before = left.size;
    for (const [file, imported] of left) if (!imported.some((name) => left.has(name))) left.delete(file);
  }
  return [...left.keys()];
}

test("no modules import one another in a ring", async () => {
  const imports = await importsOfPage();
  assert.ok(imports.size > 80);
  for (const [file, imported] of imports) for (const name of imported) assert.ok(imports.has(name), `${file} imports ${name}`);
  assert.deepEqual(inRings(imports), []);
});

test("a ring is found, with what leads into it", () => {
  const imports = new Map([["a", ["b"]], ["b", ["c"]], ["c", ["b", "d"]], ["d", []]]);
  assert.deepEqual(inRings(imports), ["a", "b", "c"]);
});
