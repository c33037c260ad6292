/** The line above the board: the puzzle's name, size and grade, and the clock. */

import { ApiError } from "../service/api.js";
import { button, byId, h } from "../dom.js";
import { lazily } from "../lazy.js";
import { MAX_LADDER_SIDE } from "../service/limits.js";
import { formatTime } from "./session.js";
import { nameOf, phrase } from "../language.js";
import { titleOf, withoutGrade } from "../names.js";

const GRADE_AFTER = 250; // milliseconds: the board comes first
/** Shown in place of the grade if there is not exactly one solution. @type {Record<string, string>} */
const NOT_UNIQUE = { none: phrase("no solution"), multiple: phrase("several solutions") };

/** @param {import("../app.js").App} app */
export function showHeadline(app) {
  const { session, api } = app;
  const name = h("h2", { class: "name" });
  const about = h("span", { class: "about" });
  const grade = h("button", { type: "button", class: "grade", hidden: true, onclick: () => void explainGrade() });
  const time = h("span", { class: "time", role: "timer", "aria-label": phrase("Time played") });
  const pause = button(phrase("Pause"), () => session.setPaused(!session.isPaused), { icon: "pause", iconOnly: true, keys: "P" });
  byId("headline").replaceChildren(h("div", { class: "what" }, name, about, grade), h("div", { class: "clock" }, time, pause));
  byId("resume").addEventListener("click", () => session.setPaused(false));

  let ofGame = { name: "", size: "", grade: "" };
  /** @type {Parameters<typeof app.headline>[0]} */
  let other = null;
  const show = () => {
    const shown = other ?? ofGame;
    name.textContent = name.title = withoutGrade(shown.name, shown.grade);
    about.textContent = shown.size;
    grade.hidden = !shown.grade;
    grade.textContent = shown.grade ? nameOf(shown.grade) : "";
    grade.dataset.grade = shown.grade ?? "";
  };
  app.headline = (puzzle) => {
    other = puzzle;
    show();
  };
  /** @param {string} text  the grade of the game */
  const showGrade = (text) => {
    ofGame = { ...ofGame, grade: text };
    show();
    if (text && !Object.values(NOT_UNIQUE).includes(text)) session.setGrade(text);
  };
  const explainGrade = lazily(app, async () => {
    const { explainGrade } = await import("./grades.js");
    return () => explainGrade(app, grade.dataset.grade ?? "");
  });
  const showTime = () => (time.textContent = formatTime(session.seconds));

  /** Covers or uncovers the board, and moves the focus accordingly. @param {boolean} isPaused */
  const cover = (isPaused) => {
    const veil = byId("veil");
    if (veil.hidden !== isPaused) return;
    const hadFocus = veil.contains(document.activeElement);
    veil.hidden = !isPaused;
    app.view.grid.inert = isPaused;
    if (isPaused) byId("resume").focus();
    else if (hadFocus) app.view.focus(app.view.focused);
  };

  session.addEventListener("tick", showTime);
  session.addEventListener("change", () => {
    showTime();
    pause.hidden = session.isSolved;
    pause.disabled = session.isPaused; // Resume is on the board
    cover(session.isPaused && session.isVisible);
  });
  session.addEventListener("open", () => {
    const { puzzle } = session;
    const { grade: knownGrade } = puzzle.data;
    const title = titleOf(puzzle.data);
    ofGame = { name: title, size: `${puzzle.height}×${puzzle.width}`, grade: "" };
    document.title = `${withoutGrade(title, knownGrade)} · Bimaru`;
    showGrade(knownGrade ?? session.course.grade ?? ""); // of a game that was stored
    if (!knownGrade) setTimeout(() => void loadGrade(puzzle), GRADE_AFTER);
  });
  api.addEventListener("ready", () => {
    if (!ofGame.grade) void loadGrade(session.puzzle);
  });

  /** @param {import("../board/puzzle.js").Puzzle} puzzle */
  async function loadGrade(puzzle) {
    if (Math.max(puzzle.height, puzzle.width) > MAX_LADDER_SIDE) return;
    if (!api.isReady) return; // an engine that is not there yet is not loaded for this
    const { signal } = new AbortController(); // nobody waits for it
    try {
      const { grade } = await api.post("grade", puzzle.data, {}, signal);
      const text = grade ?? NOT_UNIQUE[(await api.post("solve", puzzle.data, { limit: 2 }, signal)).status];
      if (puzzle === session.puzzle) showGrade(text);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error; // the grade is optional
    }
  }
}
