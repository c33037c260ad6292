/** The result of a solved puzzle as a text to share, which gives nothing of the solution away. */

import { today } from "../daily/dates.js";
import { byId, h, loadSheet } from "../dom.js";
import { counted, nameOf, phrase } from "../language.js";
import { withoutGrade } from "../names.js";
import { formatTime } from "../play/session.js";
import { toFragment } from "../service/permalink.js";
import { solvedText } from "../play/result.js";
import { settings } from "../settings.js";
import { archive } from "./archive.js";
import { streaks } from "./statistics.js";

const MIN_STREAK = 2; // days

/** The text of a result. @param {{size: string, name: string, grade: string | null, day: string | null, seconds: number | null, hints: number, streak: number, link: string}} result */
export function resultText({ size, name, grade, day, seconds, hints, streak, link }) {
  const about = [day ?? withoutGrade(name, grade), size, grade && nameOf(grade)].filter(Boolean).join(", ");
  const time = seconds === null ? null : formatTime(seconds);
  const solved = hints === 0 ? withoutHints(time) : solvedText(time, hints);
  const days = streak >= MIN_STREAK ? counted("1 day in a row", "{count} days in a row", streak) : "";
  return [`Bimaru ${about}`, solved, days, link].filter(Boolean).join("\n");
}

/** @param {string | null} time */
const withoutHints = (time) => `${time === null ? phrase("Solved") : phrase("Solved in {time}", { time })} ${phrase("without hints")}`;

/** Shares the result of the current game, or copies it where the browser cannot share. @param {import("../app.js").App} app */
export async function shareResult(app) {
  const { session } = app;
  const { puzzle, seconds, course: { grade, day, hints } } = session;
  const all = await archive();
  await session.connect(all);
  const solves = await all.solves();
  const text = resultText({
    size: `${puzzle.height}×${puzzle.width}`,
    name: String(puzzle.data.id ?? ""),
    grade,
    day,
    seconds: settings.get("clock") ? seconds : null,
    hints,
    streak: day === today() ? streaks(solves, today()).current : 0,
    link: new URL(day === null ? `#${toFragment(puzzle.data)}` : `#d=${day}`, location.href).href,
  });
  if ("share" in navigator && matchMedia("(pointer: coarse)").matches) return void navigator.share({ text }).catch(() => {}); // closed without sharing
  const isCopied = await navigator.clipboard.writeText(text).then(() => true, () => false);
  if (isCopied) return showBelow(app, phrase("Result copied. It does not give the solution away."), h("pre", { class: "result" }, text));
  loadSheet("forms.css");
  const area = h("textarea", { rows: 4, readonly: true, "aria-label": phrase("Result") }, text);
  showBelow(app, phrase("Copy this result; it does not give the solution away."), area);
  area.select();
}

/** Shows something in the card of the result, which keeps its buttons. @param {import("../app.js").App} app @param {string} text @param {HTMLElement} content */
function showBelow(app, text, content) {
  const shared = h("div", { class: "shared" }, h("p", {}, text), content);
  const card = byId("message");
  card.querySelector(".shared")?.remove();
  card.querySelector(".words")?.append(shared);
  shared.scrollIntoView({ block: "nearest" });
  app.announce(text);
}
