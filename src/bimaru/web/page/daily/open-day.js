/** Opening the puzzle of a day from an address. */

import { phrase } from "../language.js";
import { attempt } from "../service/api.js";
import { isOut, puzzleOfDay } from "./daily.js";

/** Opens the puzzle of a day. @param {import("../app.js").App} app @param {string} day @param {() => void} otherwise  if there is none @param {(fault: string) => void} refuse */
export async function openDay(app, day, otherwise, refuse) {
  if (isOut(day)) return attempt(async () => app.restore(await puzzleOfDay(day), "play"), (text) => (otherwise(), app.showMessage(text, { kind: "bad" })));
  otherwise();
  refuse(phrase("there is no puzzle of the day {day} yet", { day: day.slice(0, 10) }));
}
