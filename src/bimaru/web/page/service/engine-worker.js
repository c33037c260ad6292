/**
 * The worker with the engine: Python (Pyodide) and bimaru, which answers one request at a time.
 *
 * The first message names the folder with the engine's files; each later one is a request. It answers with messages of
 * the kinds "progress" (the share of bytes loaded), "ready", "failed" and "answer".
 */

import { loadPython } from "./python.js";

const scope = /** @type {any} */ (self); // a worker's; the types are those of a window
const ENGINE = `
from importlib.resources import files
from bimaru.web.in_browser import Engine
Engine(files("bimaru.web").joinpath("options.json").read_text(), time_limit).answer
`;

/** The engine's function, once it is loaded; a method would be looked up and wrapped for each request. @type {any} */
let engine = null;

scope.onmessage = (/** @type {MessageEvent} */ { data }) => (engine ? answer(data) : void start(data));

/** @param {{address: string, timeLimit: number}} configuration */
async function start({ address, timeLimit }) {
  try {
    engine = await load(address, timeLimit);
    scope.postMessage({ kind: "ready" });
  } catch (error) {
    scope.postMessage({ kind: "failed", text: String(error) });
  }
}

/** @param {string} address @param {number} timeLimit */
async function load(address, timeLimit) {
  const pyodide = await loadPython(address, (share, download) => scope.postMessage({ kind: "progress", share, download }));
  pyodide.globals.set("time_limit", timeLimit);
  return pyodide.runPython(ENGINE);
}

/** @param {{operation: string, body: string, options: string}} request */
function answer({ operation, body, options }) {
  const result = engine(operation, body, options);
  const [status, type, bytes] = result.toJs();
  result.destroy(); // Python's memory is not collected by the browser
  scope.postMessage({ kind: "answer", status, type, content: bytes });
}
