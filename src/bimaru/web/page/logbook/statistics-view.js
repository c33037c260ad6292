/** Streaks, and the solved puzzles by grade with their times. */

import { today } from "../daily/days.js";
import { h } from "../dom.js";
import { gradesExplained } from "../play/grades.js";
import { formatTime } from "../play/session.js";
import { rowsByGrade, streaks } from "./statistics.js";

const TEXTS = {
  none: "Nothing solved yet. Every puzzle that you solve is counted here.",
  solved: "Solved",
  withoutHints: "without hints",
  current: "Streak of days",
  longest: "longest streak",
  caption: "Solved puzzles by grade",
  columns: ["Grade", "Solved", "Best", "Median", "Hints"],
  unknown: "unknown",
};

/** @param {import("./logbook.js").Logbook} logbook @returns {Promise<import("./logbook.js").View>} */
export async function statisticsView({ archive }) {
  const solves = await archive.solves();
  const rows = rowsByGrade(solves);
  if (rows.length === 0) return { element: h("p", {}, TEXTS.none) };
  const { current, longest } = streaks(solves, today());
  const numbers = /** @type {[string, number][]} */ ([
    [TEXTS.solved, solves.length],
    [TEXTS.withoutHints, rows.reduce((sum, { withoutHints }) => sum + withoutHints, 0)],
    [TEXTS.current, current],
    [TEXTS.longest, longest],
  ]);
  const tiles = numbers.map(([label, number]) => h("div", {}, h("dt", {}, label), h("dd", {}, String(number))));
  const lines = rows.map(({ grade, solved, best, median, hints }) =>
    h("tr", {}, h("th", { scope: "row" }, grade ?? TEXTS.unknown), ...[solved, formatTime(best), formatTime(median), hints].map((value) => h("td", {}, String(value)))),
  );
  const table = h(
    "table",
    { class: "times" },
    h("caption", { class: "visually-hidden" }, TEXTS.caption),
    h("thead", {}, h("tr", {}, ...TEXTS.columns.map((name) => h("th", { scope: "col" }, name)))),
    h("tbody", {}, ...lines),
  );
  return { element: h("section", { class: "statistics" }, h("dl", { class: "numbers" }, ...tiles), table, gradesExplained()) };
}
