/** The message about a solved game; loaded when there is one. */

import { choicesOf } from "../daily/daily.js";
import { today } from "../daily/dates.js";
import { titleOf } from "../names.js";
import { ApiError, errorMessage } from "../service/api.js";
import { button, h, loadSheet, sheetsLoaded } from "../dom.js";
import { settings } from "../settings.js";
import { counted, nameOf, phrase } from "../language.js";
import { MAX_LADDER_SIDE } from "../service/limits.js";
import { keyOf } from "../service/permalink.js";
import { recentGames } from "../service/recent-games.js";
import { loadSetting, saveSetting } from "../service/stored-values.js";
import { FIRST_PUZZLES } from "./first-puzzles.js";
import { SIZES, generatePuzzle } from "./generate.js";
import { USED, hardestOf } from "./grades.js";
import { lookBackParts } from "./look-back-button.js";
import { formatTime } from "./session.js";

const MIN_TIMES = 2; // earlier solves with which a time is compared

/** @param {import("../app.js").App} app @param {Record<string, () => void>} dialogs  functions that open them */
export async function showResult(app, dialogs) {
  const { session } = app;
  loadSheet("play/result.css");
  await sheetsLoaded();
  if (!session.isSolved || app.mode?.id !== "play") return; // it was left while this was loaded
  const title = solvedText(null, session.course.hints); // the clock stands above the board
  const next = button(phrase("Next puzzle"), () => void openNext(app, dialogs.puzzles), { class: "primary" });
  /** @type {HTMLElement[]} */
  const actions = [next, button(phrase("Other puzzles"), dialogs.puzzles)];
  if (dialogs.shareResult) actions.push(button(phrase("Share"), dialogs.shareResult, { icon: "share" }));
  if (dialogs.replay && session.course.record?.length) actions.push(button(phrase("Replay"), dialogs.replay, { icon: "play" }));
  const more = h("p", { class: app.api.isReady ? "fine awaited" : "fine" });
  actions.push(...lookBackParts(app), more); // last, so that no button moves under the finger when it arrives
  app.showMessage("", { kind: "good", title, actions });
  document.dispatchEvent(new Event("result-shown"));
  void addDetails(app, more);
}

/** Opens another puzzle of the same size and grade; where none can be made, offers one that is kept or, where none can be made at once, opens the dialog with puzzles. @param {import("../app.js").App} app @param {() => void} otherwise */
async function openNext(app, otherwise) {
  const { api, session: { puzzle, course: { grade } } } = app;
  const size = `${puzzle.height}x${puzzle.width}`;
  try {
    if (api.isOffline) throw api.silence();
    if (!api.isReady || !puzzle.isPlain || grade === null || !SIZES.some(([name]) => name === size)) return otherwise();
    const made = await generatePuzzle(api, { size, grade });
    if (app.session.puzzle === puzzle) app.open(made);
  } catch (error) {
    const text = errorMessage(error);
    if (api.isOffline) await offerKept(app, text, otherwise);
    else otherwise();
  }
}

/** Says why no puzzle can be made, and offers one that needs no connection, if one is left. @param {import("../app.js").App} app @param {string} why @param {() => void} otherwise */
async function offerKept(app, why, otherwise) {
  const { puzzle } = app.session;
  const loaded = await Promise.allSettled(choicesOf(today()).map(({ load }) => load()));
  const solved = new Set(recentGames().filter(({ isSolved }) => isSolved).map(({ key }) => key));
  const kept = [...loaded.flatMap((one) => (one.status === "fulfilled" ? [one.value] : [])), ...FIRST_PUZZLES].find((data) => !solved.has(keyOf(data)));
  if (app.session.puzzle !== puzzle) return;
  const text = kept ? `${why} ${phrase("This puzzle is kept here, and needs no connection: {name}.", { name: titleOf(kept) })}` : why;
  const actions = [button(phrase("Other puzzles"), otherwise)];
  if (kept) actions.unshift(button(phrase("Play it"), () => app.open(kept), { class: "primary" }));
  app.showMessage(text, { title: phrase("No new puzzle"), actions });
}

/** Adds how the time compares with one's own, and the hardest technique that was needed. @param {import("../app.js").App} app @param {HTMLElement} into */
async function addDetails(app, into) {
  const { session, api } = app;
  const { puzzle, seconds, course: { grade } } = session;
  const size = `${puzzle.height}×${puzzle.width}`;
  const add = (/** @type {string} */ text) => (into.textContent = [into.textContent, text].filter(Boolean).join(" "));
  try {
    const { archive } = await import("../logbook/archive.js");
    const solves = (await (await archive()).solves()).filter((solve) => solve.grade === grade && solve.size === size && solve.seconds > 0);
    const times = solves.map((solve) => solve.seconds).sort((one, other) => one - other);
    const others = times.length - (times.includes(seconds) ? 1 : 0);
    if (settings.get("clock") && others >= MIN_TIMES) {
      const usual = formatTime(times[times.length >> 1]);
      add(seconds <= times[0] ? phrase("Your best time for this size and grade; your usual one is {usual}.", { usual }) : phrase("Your usual time for this size and grade is {usual}.", { usual }));
    }
    if (!api.isReady || Math.max(puzzle.height, puzzle.width) > MAX_LADDER_SIDE) return;
    const { signal } = new AbortController(); // nobody waits for it
    const { steps } = await api.post("explain", puzzle.data, {}, signal);
    const hardest = steps[hardestOf(steps)]?.technique;
    if (hardest && !session.course.hints) saveSetting(USED, { ...loadSetting(USED, {}), [hardest]: Date.now() });
    if (hardest) add(phrase("The hardest technique it takes is “{name}”.", { name: nameOf(hardest) }));
  } catch (error) {
    if (!(error instanceof ApiError || error instanceof TypeError)) throw error; // details are optional
  }
}

/** "Solved", with the time and the hints. @param {string | null} time  unless the clock is hidden @param {number} hints */
export function solvedText(time, hints) {
  if (hints === 0) return phrase("Solved");
  return time === null ? counted("Solved with 1 hint", "Solved with {count} hints", hints) : counted("Solved in {time} with 1 hint", "Solved in {time} with {count} hints", hints, { time });
}
