/**
 * The worker that runs the cells of a page (`cells.js`): each message is the code of one.
 *
 * Python is loaded for the first. It answers with messages of the kinds "progress", "running", "done" and "failed".
 */

import { loadPython } from "./engine/python.js";

let run;

self.onmessage = async ({ data }) => {
  try {
    run ??= await load();
    self.postMessage({ kind: "running" });
    self.postMessage({ kind: "done", ...JSON.parse(run(data)) });
  } catch (error) {
    self.postMessage({ kind: "failed", text: String(error) });
  }
};

async function load() {
  const address = new URL("engine/", import.meta.url).href;
  const [pyodide, runner] = await Promise.all([
    loadPython(address, (share) => self.postMessage({ kind: "progress", share })),
    fetch(new URL("run_cell.py", import.meta.url)).then((response) => response.text()),
  ]);
  pyodide.runPython(runner);
  return pyodide.globals.get("run");
}
