/** The button for a look back on the game, which is loaded then. */

import { button, h } from "../dom.js";
import { phrase } from "../language.js";
import { lazily } from "../lazy.js";
import { attempt } from "../service/api.js";
import { MAX_LADDER_SIDE } from "../service/limits.js";

/** The button, and what it fills with a look back on the game, if the moves are known. @param {import("../app.js").App} app @returns {HTMLElement[]} */
export function lookBackParts(app) {
  const { puzzle, course } = app.session;
  if (!course.record?.length || Math.max(puzzle.height, puzzle.width) > MAX_LADDER_SIDE) return [];
  const into = h("div", { class: "look-back", hidden: true });
  const look = lazily(app, async () => {
    const { showLookBack } = await import("./look-back.js");
    return () => attempt(async () => {
      ask.disabled = true;
      into.hidden = false;
      into.textContent = phrase("Looking back…");
      await showLookBack(app, into);
      ask.hidden = true;
    }, (text) => {
      into.textContent = text;
      ask.disabled = false;
    });
  });
  const ask = button(phrase("How did I play?"), look, { class: "quiet", icon: "learn" });
  return [ask, into];
}
