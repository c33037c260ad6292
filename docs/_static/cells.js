/**
 * The cells of a page: a Run button for each, and what it shows below it.
 *
 * Nothing is loaded before the first click. A run first runs the cells above it that have not been run as they stand.
 * Stop ends the worker, and what the cells have made with it.
 */

const cells = [...document.querySelectorAll(".cell")].map(cellOf);
/** @type {Worker | null} */
let worker = null;
/** Called with what the worker answers to the current cell. */
let receive = () => {};

// Workers need a server.
if (location.protocol !== "file:") cells.forEach(addControls);

/** @param {HTMLElement} element */
function cellOf(element, index) {
  return { element, name: `cell ${index + 1}`, code: element.querySelector("pre"), isRun: false };
}

function addControls(cell) {
  const { element, code, name } = cell;
  const attributes = { contenteditable: "plaintext-only", role: "textbox", "aria-multiline": "true", "aria-label": `Code of ${name}`, spellcheck: "false", tabindex: "0" };
  for (const [key, value] of Object.entries(attributes)) code.setAttribute(key, value);
  code.addEventListener("input", () => (cell.isRun = false));
  code.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey || event.shiftKey)) return;
    event.preventDefault();
    if (!worker?.isBusy) void runUpTo(cell);
  });
  cell.button = made("button", { type: "button", textContent: "Run" });
  cell.button.setAttribute("aria-label", `Run ${name}`);
  cell.button.addEventListener("click", () => (worker?.isBusy ? stop() : void runUpTo(cell)));
  cell.status = made("span", { role: "status" });
  cell.progress = made("progress", { hidden: true });
  cell.progress.setAttribute("aria-label", "Python, loaded");
  const bar = made("div", { className: "cell-bar" });
  bar.append(cell.button, cell.status, cell.progress);
  code.closest("[class*=highlight-]").after(bar);
}

/** An element with properties. */
function made(tag, properties) {
  return Object.assign(document.createElement(tag), properties);
}

async function runUpTo(last) {
  worker ??= new Worker(new URL("cell-worker.js", import.meta.url), { type: "module", name: "cells" });
  worker.onmessage = ({ data }) => receive(data);
  worker.onerror = (event) => receive({ kind: "failed", text: event.message || "a file is missing" });
  worker.isBusy = true;
  showButtons(last);
  const above = cells.slice(0, cells.indexOf(last)).filter((cell) => !cell.isRun);
  for (const cell of [...above, last]) {
    if (!(await isRunWell(cell))) break;
  }
  if (worker) worker.isBusy = false;
  showButtons(null);
}

/** Runs a cell. @returns {Promise<boolean>} whether it ended well */
function isRunWell(cell) {
  say(cell, "Waiting for Python …");
  return new Promise((resolve) => {
    receive = (message) => {
      cell.progress.hidden = message.kind !== "progress";
      if (message.kind === "progress") cell.progress.value = message.share;
      else if (message.kind === "running") say(cell, "Running …");
      else {
        if (message.kind === "done") show(cell, message.shown);
        else end();
        cell.isRun = message.isDone === true;
        say(cell, cell.isRun ? "Done." : message.kind === "done" ? "Failed: see below." : message.text);
        resolve(cell.isRun);
      }
    };
    worker.postMessage(cell.code.innerText);
  });
}

function stop() {
  end();
  receive({ kind: "stopped", text: "Stopped. The next run begins anew." });
}

/** Ends the worker, and with it all that the cells have made. */
function end() {
  worker?.terminate();
  worker = null;
  for (const cell of cells) cell.isRun = false;
}

/** While a cell runs, its button stops it, and the others wait. */
function showButtons(running) {
  for (const { button, name, ...cell } of cells) {
    const word = running?.button === button ? "Stop" : "Run";
    button.textContent = word;
    button.setAttribute("aria-label", `${word} ${name}`);
    button.disabled = running !== null && running.button !== button;
  }
}

/** Says what happens to a cell, which screen readers announce. */
function say(cell, text) {
  if (cell.status.textContent !== text) cell.status.textContent = text;
}

/** Shows below a cell what it shows now, in place of what the document or an earlier run has shown. */
function show(cell, shown) {
  const output = made("div", { className: "cell-output" });
  for (const { text, html } of shown) {
    if (html === undefined) output.append(made("pre", { textContent: text, tabIndex: 0 }));
    else output.append(made("div", { className: "cell-picture", innerHTML: html })); // made by the reader's own code
  }
  const [, , ...earlier] = cell.element.children;
  for (const one of earlier) one.remove();
  cell.element.append(output);
}
