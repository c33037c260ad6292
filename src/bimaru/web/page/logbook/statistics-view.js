/** Streaks, and the solved puzzles by grade with their times. */

import { today } from "../daily/dates.js";
import { h } from "../dom.js";
import { capitalize, decimal, nameOf, phrase } from "../language.js";
import { gradesExplained } from "../play/grades.js";
import { formatTime } from "../play/session.js";
import { rowsByGrade, streaks } from "./statistics.js";

const COLUMNS = [phrase("Grade"), phrase("Solved"), phrase("Best"), phrase("Median"), phrase("Hints")];

/** @param {import("./views.js").Logbook} logbook @returns {Promise<import("./views.js").View>} */
export async function statisticsView({ archive }) {
  const solves = await archive.solves();
  const rows = rowsByGrade(solves);
  if (rows.length === 0) return { element: h("p", {}, phrase("Nothing solved yet. Every puzzle that you solve is counted here.")) };
  const { current, longest } = streaks(solves, today());
  const numbers = /** @type {[string, number][]} */ ([
    [phrase("Solved"), solves.length],
    [phrase("without hints"), rows.reduce((sum, { withoutHints }) => sum + withoutHints, 0)],
    [phrase("Streak of days"), current],
    [phrase("longest streak"), longest],
  ]);
  const tiles = numbers.map(([label, number]) => h("div", {}, h("dt", {}, capitalize(label)), h("dd", {}, decimal(number, 0))));
  const lines = rows.map(({ grade, solved, best, median, hints }) =>
    h("tr", {}, h("th", { scope: "row" }, grade === null ? phrase("unknown") : nameOf(grade)), ...[decimal(solved, 0), formatTime(best), formatTime(median), decimal(hints, 0)].map((value) => h("td", {}, value))),
  );
  const table = h(
    "table",
    { class: "times" },
    h("caption", { class: "visually-hidden" }, phrase("Solved puzzles by grade")),
    h("thead", {}, h("tr", {}, ...COLUMNS.map((name) => h("th", { scope: "col" }, name)))),
    h("tbody", {}, ...lines),
  );
  return { element: h("section", { class: "statistics" }, h("dl", { class: "numbers" }, ...tiles), table, gradesExplained()) };
}
