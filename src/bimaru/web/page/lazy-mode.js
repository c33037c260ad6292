/** A mode whose files are fetched only when someone turns to it. */

import { told } from "./service/api.js";
import { button, h } from "./dom.js";

/** @typedef {import("./app.js").Mode} Mode */

/** @type {import("./board/input.js").Handlers} */
const NOTHING_YET = { tap() {}, paint() {}, cancel() {}, command() {} };

/** @param {{id: string, label: string, icon: string}} tab @param {() => Promise<Mode>} load @returns {Mode} */
export function lazyMode(tab, load) {
  const bar = h("div");
  const panel = h("div", { class: "panels" });
  let isOn = false;
  /** @type {Mode | null} */
  let mode = null;

  async function fetched() {
    panel.replaceChildren(h("p", {}, "One moment…"));
    try {
      mode = await load();
    } catch (error) {
      const text = error instanceof TypeError ? "This part of the page could not be fetched." : told(error);
      panel.replaceChildren(h("p", { class: "trouble", role: "alert" }, text), button("Try again", () => void fetched(), { class: "primary" }));
      return;
    }
    bar.replaceChildren(mode.bar);
    panel.replaceChildren(mode.panel);
    if (isOn) mode.enter();
  }

  return {
    ...tab, bar, panel,
    get handlers() {
      return mode?.handlers ?? NOTHING_YET;
    },
    enter() {
      isOn = true;
      if (mode) mode.enter();
      else void fetched();
    },
    leave() {
      isOn = false;
      mode?.leave();
    },
  };
}
