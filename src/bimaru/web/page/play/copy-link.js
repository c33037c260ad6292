/** Copying the link to a puzzle; loaded when it is first wanted. */

import { h } from "../dom.js";
import { phrase } from "../language.js";

/** Copies a link, or shows it to be copied. @param {import("../app.js").App} app @param {string} link */
export async function copyLink(app, link) {
  try {
    await navigator.clipboard.writeText(link);
    app.showMessage(phrase("Link copied. It contains the whole puzzle."), { kind: "good" });
  } catch {
    const field = h("input", { value: link, readonly: true, "aria-label": phrase("Link to this puzzle") });
    app.showMessage(phrase("Copy this link; it contains the whole puzzle."), { actions: [field] });
    field.select();
  }
}
