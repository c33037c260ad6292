/** What dialogs have in common. */

import { button, h } from "./dom.js";
import { phrase } from "./language.js";
import { attempt } from "./service/api.js";
import { waitingLine } from "./service/waiting.js";

/** The content of a dialog, below its title and the button that closes it. @param {HTMLDialogElement} dialog @param {string} title @param {...Node} content */
export function sheet(dialog, title, ...content) {
  const close = button(phrase("Close"), () => dialog.close(), { icon: "close", iconOnly: true });
  return h("div", { class: "sheet" }, h("header", {}, h("h2", { id: dialog.getAttribute("aria-labelledby") }, title), close), ...content);
}

/** Runs actions of a dialog one at a time, and shows what they wait for and why one failed; closing it cancels them. @param {import("./service/api.js").Api} api @param {HTMLDialogElement} dialog */
export function runner(api, dialog) {
  const error = h("p", { class: "error", role: "alert" });
  const isBusy = () => dialog.hasAttribute("aria-busy");
  const showError = (/** @type {string} */ text) => {
    error.textContent = text;
    error.scrollIntoView({ block: "nearest" });
  };
  const run = async (/** @type {() => Promise<void>} */ action) => {
    if (isBusy()) return;
    error.textContent = "";
    dialog.setAttribute("aria-busy", "true");
    await attempt(action, showError);
    dialog.removeAttribute("aria-busy");
  };
  dialog.addEventListener("close", () => isBusy() && api.cancel());
  return { run, error, showError, busy: h("div", { class: "busy" }, waitingLine(api)) };
}
