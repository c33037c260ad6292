/** A button that calls the coach, which is loaded then. */

import { button, h } from "../dom.js";
import { phrase } from "../language.js";
import { lazily } from "../lazy.js";
import { attempt } from "../service/api.js";
import { MAX_LADDER_SIDE } from "../service/limits.js";

/** A button that has the coach look back on the game, and where it does, if the moves are known. @param {import("../app.js").App} app @returns {HTMLElement[]} */
export function coachParts(app) {
  const { puzzle, course } = app.session;
  if (!course.record?.length || Math.max(puzzle.height, puzzle.width) > MAX_LADDER_SIDE) return [];
  const into = h("div", { class: "coach", hidden: true });
  const look = lazily(app, async () => {
    const { coach } = await import("./coach.js");
    return () => attempt(async () => {
      ask.disabled = true;
      into.hidden = false;
      into.textContent = phrase("Looking back…");
      await coach(app, into);
      ask.hidden = true;
    }, (text) => {
      into.textContent = text;
      ask.disabled = false;
    });
  });
  const ask = button(phrase("How did I play?"), look, { class: "quiet", icon: "learn" });
  return [ask, into];
}
