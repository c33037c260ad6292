/** A mode whose files are loaded when it is first entered. */

import { errorMessage } from "./service/api.js";
import { button, h, loadSheet, sheetsLoaded } from "./dom.js";
import { phrase } from "./language.js";

/** @import { Mode } from "./app.js" */

/** @type {import("./board/input.js").Handlers} */
const NO_HANDLERS = { tap() {}, paint() {}, cancel() {}, command() {} };

/** @param {{id: string, label: string, icon: string, hasTab?: boolean}} tab @param {() => Promise<Mode>} load @returns {Mode} */
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
      const text = error instanceof TypeError ? phrase("This part of the page could not be loaded.") : errorMessage(error);
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
