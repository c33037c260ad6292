/** The calendar: a month of days with their puzzles, those that were solved or begun, and the streak. */

import { FIRST_DAY, gradeOfDay, isOut, puzzleOfDay, weekdayOf } from "../daily/daily.js";
import { dayOfNumber, numberOfDay, today } from "../daily/dates.js";
import { actions, button, h, loadSheet, tool } from "../dom.js";
import { counted, locale, nameOf, phrase } from "../language.js";
import { GRADES, gradesExplained } from "../play/grades.js";
import { streaks } from "./statistics.js";

const STATES = { solved: phrase("solved"), begun: phrase("begun"), open: phrase("not begun") };
const DAYS_OF_WEEK = 7;
/** Keys that move among the days. @type {Record<string, number>} */
const KEYS = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -DAYS_OF_WEEK, ArrowDown: DAYS_OF_WEEK };

/** @typedef {keyof typeof STATES} DayState */

/** @param {import("./views.js").Logbook} logbook @returns {Promise<import("./views.js").View>} */
export async function calendarView(logbook) {
  loadSheet("play/depths.css");
  const [entries, solves] = await Promise.all([logbook.archive.entries(), logbook.archive.solves()]);
  const begun = new Set(entries.filter(({ isSolved }) => !isSolved).map(({ day }) => day));
  const solved = new Set(solves.map(({ day }) => day));
  const now = today();
  let month = now.slice(0, 7);

  /** @param {string} day @returns {DayState} */
  const stateOf = (day) => (solved.has(day) ? "solved" : begun.has(day) ? "begun" : "open");
  /** @param {string} day */
  const play = (day) => void logbook.run(async () => logbook.open(await puzzleOfDay(day)));

  const heading = h("h3", { "aria-live": "polite" });
  const previous = tool(phrase("Previous month"), "previous", () => turn(-1));
  const next = tool(phrase("Next month"), "next", () => turn(1));
  const days = h("tbody", { onkeydown: onKey });

  /** @param {number} by  months */
  function turn(by) {
    const [year, number] = month.split("-").map(Number);
    month = new Date(Date.UTC(year, number - 1 + by, 1)).toISOString().slice(0, 7);
    show();
  }

  /** Shows the month, with a day that Tab reaches. @param {string} [focused] */
  function show(focused = month === now.slice(0, 7) ? now : lastDay(month)) {
    heading.textContent = new Intl.DateTimeFormat(locale, { month: "long", year: "numeric", timeZone: "UTC" }).format(new Date(`${month}-01`));
    previous.disabled = month <= FIRST_DAY.slice(0, 7);
    next.disabled = month >= now.slice(0, 7);
    days.replaceChildren(...weeksOf(month).map((week) => h("tr", {}, ...week.map((day) => h("td", {}, day && dayButton(day, day === focused))))));
  }

  /** @param {string} day @param {boolean} isFocused */
  function dayButton(day, isFocused) {
    const state = stateOf(day);
    const grade = gradeOfDay(day);
    const date = new Intl.DateTimeFormat(locale, { dateStyle: "long", timeZone: "UTC" }).format(new Date(day));
    const label = [date, grade && nameOf(grade), STATES[state]].filter(Boolean).join(", ");
    return h(
      "button",
      { type: "button", class: grade && isOut(day) && state !== "solved" ? `day ${state} graded grade-${grade}` : `day ${state}`, "data-day": day, "aria-label": label, title: label, "aria-current": day === now ? "date" : undefined, tabindex: isFocused ? 0 : -1, disabled: !isOut(day), onclick: () => play(day) },
      String(Number(day.slice(-2))),
    );
  }

  /** @param {KeyboardEvent} event */
  function onKey(event) {
    const from = /** @type {HTMLElement} */ (event.target).dataset.day;
    const by = KEYS[event.key];
    if (!from || by === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const to = dayOfNumber(numberOfDay(from) + by);
    if (!isOut(to)) return;
    month = to.slice(0, 7);
    show(to);
    /** @type {HTMLElement | null} */ (days.querySelector(`[data-day="${to}"]`))?.focus();
  }

  const { current, longest } = streaks(solves, now);
  const streak = current > 0
    ? h("strong", {}, counted("1 day in a row", "{count} days in a row", current))
    : phrase("Solve the day’s puzzle on its day to begin a streak.");
  const weekdays = Array.from({ length: DAYS_OF_WEEK }, (_, i) => new Date(Date.UTC(2024, 0, i + 1))); // which begins on a Monday
  const names = weekdays.map((date) =>
    h("th", { scope: "col" }, h("span", { class: "visually-hidden" }, date.toLocaleDateString(locale, { weekday: "long", timeZone: "UTC" })), h("span", { "aria-hidden": "true" }, date.toLocaleDateString(locale, { weekday: "narrow", timeZone: "UTC" }))),
  );
  show();
  const element = h(
    "section",
    { class: "calendar" },
    h("p", {}, streak, longest > 0 ? `${current > 0 ? "." : ""} ${counted("Longest: 1 day.", "Longest: {count} days.", longest)}` : null),
    actions(button(phrase("Puzzle of the day"), () => play(now), { icon: "day", class: solved.has(now) ? "quiet" : "primary" })),
    h("div", { class: "month" }, previous, heading, next),
    h("table", {}, h("thead", {}, h("tr", {}, ...names)), days),
    h("p", { class: "fine legend" }, ...Object.entries(STATES).map(([state, text]) => h("span", { class: `key ${state}` }, text))),
    h("p", { class: "fine legend" }, ...gradesOf(now.slice(0, 7)).map((grade) => h("span", { class: `key depth grade-${grade}` }, nameOf(grade)))),
    gradesExplained(),
  );
  return { element };
}

/** The days of a month by weeks from Monday, with "" before the first. @param {string} month */
function weeksOf(month) {
  const first = numberOfDay(`${month}-01`);
  const length = numberOfDay(lastDay(month)) - first + 1;
  const days = [...Array(weekdayOf(`${month}-01`)).fill(""), ...Array.from({ length }, (_, i) => dayOfNumber(first + i))];
  return Array.from({ length: Math.ceil(days.length / DAYS_OF_WEEK) }, (_, i) => days.slice(i * DAYS_OF_WEEK, (i + 1) * DAYS_OF_WEEK));
}

/** The grades of the puzzles of a month, each once, the easiest first. @param {string} month @returns {string[]} */
function gradesOf(month) {
  const found = new Set(weeksOf(month).flat().map((day) => day && gradeOfDay(day)));
  return GRADES.filter((grade) => found.has(grade));
}

/** The last day of a month. @param {string} month */
function lastDay(month) {
  const [year, number] = month.split("-").map(Number);
  return new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10);
}
