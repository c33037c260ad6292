/** The line above the board: which puzzle this is, its grade, the clock and the pause. */

import { clock } from "./clock.js";
import { ApiError } from "../service/api.js";
import { button, byId, h } from "../dom.js";

const GRADE_AFTER = 250; // milliseconds: the board comes first
/** What stands in the place of the grade, so that nobody looks in vain for the one answer. @type {Record<string, string>} */
const FAULTY = { none: "no solution", multiple: "several solutions" };

/** @param {import("../app.js").App} app */
export function headline(app) {
  const { session, api } = app;
  const name = h("h2", { class: "name" });
  const about = h("span", { class: "about" });
  const grade = h("span", { class: "grade", hidden: true });
  const time = h("span", { class: "time", role: "timer", "aria-label": "Time played" });
  const pause = button("Pause", () => session.pause(!session.isPaused), { icon: "pause", iconOnly: true, keys: "P" });
  byId("headline").replaceChildren(h("div", { class: "what" }, name, about, grade), h("div", { class: "clock" }, time, pause));
  byId("resume").addEventListener("click", () => session.pause(false));

  /** @param {string | null | undefined} found */
  const showGrade = (found) => {
    grade.hidden = !found;
    grade.textContent = found ?? "";
    grade.dataset.grade = found ?? "";
  };
  const showTime = () => (time.textContent = clock(session.seconds));

  /** Covers the board, or not, and takes the focus along. @param {boolean} isPaused */
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
    pause.hidden = session.isDone;
    cover(session.isPaused && session.isShown);
  });
  session.addEventListener("open", () => {
    const { puzzle } = session;
    const { id, grade: known } = puzzle.data;
    name.textContent = id === undefined || id === null ? "A puzzle" : String(id);
    name.title = name.textContent;
    about.textContent = `${puzzle.height}×${puzzle.width}`;
    document.title = `${name.textContent} · Bimaru`;
    showGrade(known);
    if (!known && puzzle.isPlain) setTimeout(() => void askGrade(puzzle), GRADE_AFTER);
  });

  /** @param {import("../board/puzzle.js").Puzzle} puzzle */
  async function askGrade(puzzle) {
    try {
      const { grade } = await api.grade(puzzle.data);
      const found = grade ?? FAULTY[(await api.post("solve", puzzle.data, { limit: 2 })).status];
      if (puzzle === session.puzzle) showGrade(found);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error; // a puzzle can be played without its grade
    }
  }
}
