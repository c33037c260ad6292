/** The message about a solved game; loaded when there is one. */

import { errorMessage } from "../service/api.js";
import { button, capitalize } from "../dom.js";
import { settings } from "../settings.js";
import { counted, phrase } from "../language.js";
import { boardOf, filledCells } from "./game.js";
import { formatTime } from "./session.js";

/** @param {import("../app.js").App} app @param {Record<string, () => void>} dialogs  functions that open them @param {boolean} isNew  whether the game was solved just now, so that it is confirmed */
export async function showResult(app, dialogs, isNew) {
  const { session } = app;
  if (!session.isSolved || app.mode?.id !== "play") return; // it was left while this was loaded
  const { game } = session;
  const title = solvedText(settings.get("clock") ? formatTime(session.seconds) : null, session.course.hints);
  const actions = [button(phrase("Next puzzle"), dialogs.puzzles, { class: "primary" })];
  if (dialogs.shareResult) actions.push(button(phrase("Share result"), dialogs.shareResult, { icon: "share" }));
  if (dialogs.replay && session.course.record?.length) actions.push(button(phrase("Replay"), dialogs.replay, { icon: "play" }));
  const show = (/** @type {string} */ text) => app.showMessage(text, { kind: "good", title, actions });
  const engine = app.api.backend.name;
  if (!isNew) return show(phrase("Every ship is found."));
  if (!app.api.isReady && !app.api.isOffline) return show(phrase("Every ship is found, and the page's own check confirms the solution."));
  try {
    const { faults } = await app.api.check(game.puzzle.data, boardOf(game.puzzle, filledCells(game)));
    if (game === session.game && faults.length === 0) show(phrase("Every ship is found, and {engine} confirms the solution.", { engine }));
  } catch (error) {
    errorMessage(error); // which throws on what is not a failed request
    show(phrase("Every ship is found. {engine} is not available, but the page's own check confirms the solution.", { engine: capitalize(engine) }));
  }
}

/** "Solved", with the time and the hints. @param {string | null} time  unless the clock is hidden @param {number} hints */
export function solvedText(time, hints) {
  if (time === null) return hints > 0 ? counted("Solved with 1 hint", "Solved with {count} hints", hints) : phrase("Solved");
  return hints > 0 ? counted("Solved in {time} with 1 hint", "Solved in {time} with {count} hints", hints, { time }) : phrase("Solved in {time}", { time });
}
