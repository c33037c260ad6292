/**
 * Bundles the page: node bundle.mjs SOURCE TARGET
 *
 * The documents' scripts and styles become a few files, whose names contain a hash of their content; everything else,
 * such as the workers and what is loaded by its path, is copied.
 */
import { build } from "esbuild";
import { cp, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { dirname, join, relative, resolve } from "node:path";

const [, , source, target] = process.argv;
const SCRIPT = /<script type="module" src="([^"]+)"><\/script>/;
const STYLES = /( *<link rel="stylesheet" href="([^"]+)">\n)+/;
const LOADED_BY_PATH = ["service/engine-worker.js", "service-worker.js", "gallery/gallery.css", "gallery/gallery.js", ...await sheetsOnDemand(), ...(await readdir(join(source, "languages"))).map((name) => `languages/${name}`)];

/** On a site the back end is known: one request less. */
const engineAtOnce = {
  name: "engine-at-once",
  setup: (build) => build.onLoad({ filter: /service\/backend\.js$/ }, async ({ path }) => {
    const text = await readFile(path, "utf-8");
    const contents = text.replace('await import("./engine.js")', "engine");
    if (contents === text) throw new Error(`${path} no longer imports the engine on demand`);
    return { contents: `import * as engine from "./engine.js";\n${contents}`, loader: "js" };
  }),
};

/** What a document's script loads on demand starts with that script: all they share is then one file, not many. */
const sharedAtOnce = (script) => ({
  name: "shared-at-once",
  setup: (build) => build.onLoad({ filter: /\.js$/ }, async ({ path }) => {
    if (!onDemand.has(path)) return undefined;
    return { contents: `import "${join(source, script)}";\n${await readFile(path, "utf-8")}`, loader: "js" };
  }),
});

/** The style sheets that modules load on demand. */
async function sheetsOnDemand() {
  const found = new Set();
  for (const file of await readdir(source, { recursive: true })) {
    if (!file.endsWith(".js")) continue;
    const text = await readFile(join(source, file), "utf-8");
    for (const [, path] of text.matchAll(/\b(?:loadSheet\(|STYLES = )"([^"]+\.css)"/g)) found.add(path);
  }
  return found;
}

/** The modules that others load on demand, except the engine, which a site always needs. */
async function modulesOnDemand() {
  const found = new Set();
  for (const file of await readdir(source, { recursive: true })) {
    if (!file.endsWith(".js")) continue;
    const text = await readFile(join(source, file), "utf-8");
    for (const [, path] of text.matchAll(/^(?! *\*|.*@).*\bimport\("(\.[^"]+)"\)/gm)) found.add(resolve(source, dirname(file), path));
  }
  found.delete(resolve(source, "service/engine.js"));
  return found;
}

const onDemand = await modulesOnDemand();
await rm(target, { recursive: true, force: true });
const documents = (await readdir(source)).filter((name) => name.endsWith(".html"));
const texts = new Map(await Promise.all(documents.map(async (name) => [name, await readFile(join(source, name), "utf-8")])));
const scriptOf = (text) => SCRIPT.exec(text)?.[1];
const stylesOf = (text) => [...text.matchAll(/<link rel="stylesheet" href="([^"]+)">/g)].map(([, path]) => path);

const common = { absWorkingDir: source, outdir: target, minify: true, bundle: true, metafile: true, entryNames: "[name]-[hash]", chunkNames: "[name]-[hash]", legalComments: "none", logLevel: "warning" };

// Files that are found by their paths keep them.
for (const file of await readdir(source, { recursive: true, withFileTypes: true })) {
  const path = relative(source, join(file.parentPath ?? file.path, file.name));
  const isSource = /\.(js|css|html)$/.test(path) && !LOADED_BY_PATH.includes(path);
  if (file.isFile() && !isSource) await cp(join(source, path), join(target, path));
}
await build({ ...common, bundle: true, splitting: false, format: "esm", entryNames: "[dir]/[name]", outbase: ".", allowOverwrite: true, entryPoints: LOADED_BY_PATH.filter((path) => path !== "service-worker.js"), loader: { ".svg": "dataurl" } });

for (const [name, text] of texts) {
  const styles = stylesOf(text);
  const contents = styles.map((path) => `@import "./${path}";`).join("\n");
  const sheet = await build({ ...common, stdin: { contents, resolveDir: source, loader: "css", sourcefile: "sheets.css" }, loader: { ".svg": "dataurl" }, entryNames: "style-[hash]" });
  const [style] = Object.keys(sheet.metafile.outputs).map((path) => relative(target, join(source, path)));
  // One by one, so that only what is loaded on demand becomes a file of its own.
  const scripts = await build({ ...common, format: "esm", splitting: true, plugins: [engineAtOnce, sharedAtOnce(scriptOf(text))], entryPoints: [scriptOf(text)] });
  const [[output, { imports }]] = Object.entries(scripts.metafile.outputs).filter(([, { entryPoint }]) => entryPoint === scriptOf(text));
  const script = relative(target, join(source, output));
  const preloads = imports.filter(({ kind }) => kind === "import-statement").map(({ path }) => `    <link rel="modulepreload" href="${relative(target, join(source, path))}">\n`);
  const html = text
    .replace(/ *<link rel="modulepreload"[^>]*>\n/g, "")
    .replace(STYLES, `    <link rel="stylesheet" href="${style}">\n${preloads.join("")}`)
    .replace(SCRIPT, `<script type="module" src="${script}"></script>`);
  await writeFile(join(target, name), html);
}
