/** Runs every operation once and prints which files of the standard library were imported: node trial.mjs ARCHIVE */
import { readFile } from "node:fs/promises";
import { loadPyodide } from "./node_modules/pyodide/pyodide.mjs";

// Node would show the whole of Pyodide's one line of source with an error.
process.on("uncaughtException", (error) => (console.error(error.message), process.exit(1)));

const pyodide = await loadPyodide();
pyodide.unpackArchive(new Uint8Array(await readFile(process.argv[2])), "zip", { extractDir: "/lib/python3.14/site-packages" });
const trial = await readFile(new URL("trial.py", import.meta.url), "utf-8");
process.stdout.write(pyodide.runPython(trial));
