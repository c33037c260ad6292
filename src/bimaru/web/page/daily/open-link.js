/** Opening what an address without a whole puzzle stands for: the puzzle of a day, or nothing. */

import { button } from "../dom.js";
import { phrase } from "../language.js";
import { attempt } from "../service/api.js";
import { puzzleOfLink } from "./daily.js";
import { dayInFragment } from "./dates.js";

/**
 * Opens the puzzle of the day in a fragment, or says why there is none.
 * @param {import("../app.js").App} app @param {string} fragment @param {string} fault  why the fragment is no puzzle
 */
export async function openLink(app, fragment, fault) {
  const refuse = (/** @type {string} */ text) => app.showMessage(text, { kind: "bad", actions: [button(phrase("To the start"), () => app.switchTo("start"))] });
  const day = dayInFragment(fragment);
  if (day !== null) return attempt(async () => app.restore(await puzzleOfLink(day), "play"), refuse);
  refuse(phrase("The link does not contain a complete puzzle: {fault}. Copy the whole link again, or choose another puzzle.", { fault }));
}
