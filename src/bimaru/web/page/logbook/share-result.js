/** The result of a solved puzzle as a text to share, which gives nothing of the solution away. */

import { today } from "../daily/days.js";
import { button, h } from "../dom.js";
import { formatTime } from "../play/session.js";
import { toFragment } from "../service/permalink.js";
import { settings } from "../settings.js";
import { archive } from "./archive.js";
import { streaks } from "./statistics.js";

const TEXTS = {
  name: (/** @type {string} */ name) => `Bimaru ${name}`,
  solved: "Solved",
  solvedIn: (/** @type {string} */ time) => `Solved in ${time}`,
  hints: (/** @type {number} */ number) => (number === 0 ? "without hints" : `with ${number} ${number === 1 ? "hint" : "hints"}`),
  streak: (/** @type {number} */ days) => `${days} days in a row`,
  copied: "Result copied. It does not give the solution away.",
  copy: "Copy this result; it does not give the solution away.",
  label: "Result",
};
const MIN_STREAK = 2; // days

/** The text of a result. @param {{size: string, name: string, grade: string | null, day: string | null, seconds: number | null, hints: number, streak: number, link: string}} result */
export function resultText({ size, name, grade, day, seconds, hints, streak, link }) {
  const about = [day ?? name, size, grade].filter(Boolean).join(", ");
  const how = [seconds === null ? TEXTS.solved : TEXTS.solvedIn(formatTime(seconds)), TEXTS.hints(hints)].join(" ");
  return [TEXTS.name(about), how, ...(streak >= MIN_STREAK ? [TEXTS.streak(streak)] : []), link].join("\n");
}

/** Shares the result of the current game, or copies it where the browser cannot share. @param {import("../app.js").App} app */
export async function shareResult(app) {
  const { session } = app;
  const { puzzle, seconds, course: { grade, day, hints } } = session;
  const all = await archive();
  await session.connect(all);
  const solves = await all.solves();
  const text = resultText({
    size: `${puzzle.height}×${puzzle.width}`,
    name: puzzle.data.id === null || puzzle.data.id === undefined ? "" : String(puzzle.data.id),
    grade,
    day,
    seconds: settings.get("clock") ? seconds : null,
    hints,
    streak: day === today() ? streaks(solves, today()).current : 0,
    link: new URL(day === null ? `#${toFragment(puzzle.data)}` : `#d=${day}`, location.href).href,
  });
  if ("share" in navigator && matchMedia("(pointer: coarse)").matches) return void navigator.share({ text }).catch(() => {}); // closed without sharing
  try {
    await navigator.clipboard.writeText(text);
    app.showMessage(TEXTS.copied, { kind: "good", content: h("pre", { class: "result" }, text) });
  } catch {
    const area = h("textarea", { rows: 4, readonly: true, "aria-label": TEXTS.label }, text);
    app.showMessage(TEXTS.copy, { content: area, actions: [button(TEXTS.label, () => area.select())] });
    area.select();
  }
}
