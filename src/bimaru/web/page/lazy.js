/** Parts of the page that are loaded when they are first used: what buttons run, and modes. */

import { button, h, loadSheet, sheetsLoaded } from "./dom.js";
import { phrase } from "./language.js";
import { errorMessage } from "./service/api.js";

/** @import { Mode } from "./app.js" */

const NOT_LOADED = phrase("This part of the page could not be loaded.");
/** @type {import("./board/input.js").Handlers} */
const NO_HANDLERS = { tap() {}, paint() {}, cancel() {}, command() {} };

/**
 * A function that runs what is loaded first, and shows a message where that fails.
 * @template {unknown[]} T
 * @param {import("./app.js").App} app @param {() => Promise<(...values: T) => unknown>} load
 * @returns {(...values: T) => void}
 */
export function lazily(app, load) {
  /** @type {((...values: T) => unknown) | null} */
  let run = null;
  return async (...values) => {
    try {
      run ??= await load();
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
      return app.showMessage(NOT_LOADED, { kind: "bad" });
    }
    run(...values);
  };
}

/** A mode whose files are loaded when it is first entered. @param {{id: string, label: string, icon: string, hasTab?: boolean}} tab @param {() => Promise<Mode>} load @returns {Mode} */
export function lazyMode(tab, load) {
  const bar = h("div");
  const panel = h("div", { class: "panels" });
  let isActive = false;
  /** @type {Mode | null} */
  let mode = null;
  /** The puzzle to take over once the mode is loaded. @type {import("./board/puzzle.js").PuzzleData | null} */
  let taken = null;

  async function loadMode() {
    panel.replaceChildren(h("p", {}, phrase("Loading…")));
    loadSheet("forms.css");
    try {
      const loaded = await load();
      await sheetsLoaded();
      mode = loaded;
    } catch (error) {
      const text = error instanceof TypeError ? NOT_LOADED : errorMessage(error);
      panel.replaceChildren(h("p", { class: "error", role: "alert" }, text), button(phrase("Try again"), () => void loadMode(), { class: "primary" }));
      return;
    }
    bar.replaceChildren(mode.bar);
    panel.replaceChildren(mode.panel);
    if (taken) mode.take?.(taken);
    if (isActive) mode.enter();
  }

  return {
    ...tab, bar, panel,
    get handlers() {
      return mode?.handlers ?? NO_HANDLERS;
    },
    enter() {
      isActive = true;
      if (mode) mode.enter();
      else void loadMode();
    },
    take(data) {
      if (mode) mode.take?.(data);
      else taken = data;
    },
    leave(next) {
      isActive = false;
      mode?.leave(next);
    },
  };
}
