/** Opening the puzzle of a day from an address. */

import { attempt } from "../service/api.js";
import { puzzleOfLink } from "./daily.js";

/** Opens the puzzle of a day. @param {import("../app.js").App} app @param {string} day  any text @param {() => void} otherwise  if there is none */
export const openDay = (app, day, otherwise) =>
  attempt(async () => app.restore(await puzzleOfLink(day), "play"), (text) => (otherwise(), app.showMessage(text, { kind: "bad" })));
