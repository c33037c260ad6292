/** The lessons: a mode in which each small board accepts only the step that it teaches; loaded when it is first entered. */

import { FleetView } from "../board/fleet-view.js";
import { SHIP, WATER, squareName } from "../board/puzzle.js";
import { button, h, loadSheet } from "../dom.js";
import { language } from "../language.js";
import { loadSetting, saveSetting } from "../service/storage.js";
import { judge, lessonOf, squaresLeft } from "./lesson.js";
import { LESSONS, TEXTS } from "./texts.js";

/** The setting with the techniques of the lessons that are done. */
const DONE = "lessons";

/** A file of the lessons. @param {string} name @returns {Promise<any>} */
async function read(name) {
  const response = await fetch(`tutorial/${name}.json`);
  if (!response.ok) throw new TypeError(`${name}: ${response.status}`);
  return response.json();
}

/** @param {import("../app.js").App} app @param {Record<string, () => void>} dialogs @returns {Promise<import("../app.js").Mode>} */
export async function tutorialMode(app, dialogs) {
  const lessons = /** @type {import("./lesson.js").LessonData[]} */ (await read("lessons")).map(lessonOf);
  const principles = /** @type {Record<string, Record<string, string>>} */ (await read("principles"))[language];
  loadSheet("tutorial/tutorial.css");
  const done = new Set(loadSetting(DONE, /** @type {string[]} */ ([])));
  let at = Math.max(0, lessons.findIndex(({ technique }) => !done.has(technique)));
  let cells = lessons[at].cells;
  let chosen = SHIP;
  let isHelped = false;

  const fleet = new FleetView();
  const title = h("h2", { class: "lesson-title", tabindex: -1 });
  const idea = h("p");
  const task = h("p", { class: "task" });
  const ship = button(TEXTS.ship, () => choose(SHIP), { class: "swatch" });
  const water = button(TEXTS.water, () => choose(WATER), { class: "swatch" });
  const help = button(TEXTS.help, () => ((isHelped = true), say(wordsOf().help)), { icon: "hint", class: "tool wide" });
  const again = button(TEXTS.again, () => open(at), { icon: "again", class: "tool wide" });
  const next = button(TEXTS.next, () => (at === lessons.length - 1 ? app.switchTo("play") : open(at + 1)), { class: "primary" });
  const list = h("ol", { class: "lessons" });
  const tools = h("div", { class: "bar" }, h("div", { class: "palette", role: "group", "aria-label": TEXTS.mark }, ship, water), help, again, next);
  const bar = h("div", { class: "tutorial-bar" }, title, idea, tools, task);
  const panel = h("div", { class: "panels" }, fleet.card, h("section", { class: "card" }, h("h2", {}, TEXTS.label), list));

  const wordsOf = () => LESSONS[lessons[at].technique];
  const ideaOf = () => principles[lessons[at].technique];

  /** @param {string} text */
  function say(text) {
    task.textContent = text;
    draw();
    app.announce(text);
  }

  /** @param {string} mark */
  function choose(mark) {
    chosen = mark;
    ship.setAttribute("aria-pressed", String(mark === SHIP));
    water.setAttribute("aria-pressed", String(mark === WATER));
  }

  /** @param {number} number */
  function open(number) {
    at = number;
    cells = lessons[at].cells;
    isHelped = false;
    choose(SHIP);
    const words = wordsOf();
    const { height, width } = lessons[at].puzzle;
    const place = TEXTS.place(at + 1, lessons.length);
    app.headline({ name: place, size: `${height}×${width}` });
    title.textContent = words.title;
    idea.textContent = ideaOf();
    next.textContent = at === lessons.length - 1 ? TEXTS.play : TEXTS.next;
    fleet.build(lessons[at].puzzle);
    task.textContent = words.task;
    draw();
    app.announce(`${place}. ${words.title}. ${ideaOf()} ${words.task}`);
  }

  function draw() {
    const lesson = lessons[at];
    const left = squaresLeft(lesson, cells);
    const isDone = left.length === 0;
    const settled = new Set([...lesson.taught.keys()].filter((square) => !left.includes(square)));
    app.view.show({ puzzle: lesson.puzzle, cells, settled, lit: new Set([...namedIn(task.textContent ?? "", lesson.puzzle), ...(isHelped ? left : [])]), isFixed: isDone });
    fleet.show(lesson.puzzle, cells);
    next.hidden = !isDone;
    again.hidden = !isDone;
    help.hidden = isDone;
    list.replaceChildren(...lessons.map(({ technique }, i) => {
      const entry = button(LESSONS[technique].title, () => open(i), { class: "choice" });
      entry.setAttribute("aria-current", i === at ? "step" : "false");
      if (done.has(technique)) entry.append(h("span", {}, `✓ ${TEXTS.done}`));
      return h("li", {}, entry);
    }));
  }

  /** @param {number} square @param {string} mark */
  function mark(square, mark) {
    const lesson = lessons[at];
    const name = squareName(lesson.puzzle, square);
    const verdict = judge(lesson, cells, square, mark);
    if (verdict !== "good") return say(verdict === "known" ? TEXTS.known(name) : TEXTS[verdict](name, wordsOf().help));
    cells = cells.map((old, i) => (i === square ? mark : old));
    const left = squaresLeft(lesson, cells).length;
    if (left > 0) return say(TEXTS.good(left));
    done.add(lesson.technique);
    saveSetting(DONE, [...done]);
    say(TEXTS.right(lesson.reason) + (done.size === lessons.length ? ` ${TEXTS.allDone}` : ""));
  }

  return {
    id: "tutorial", label: TEXTS.label, icon: "learn", bar, panel,
    handlers: { tap: mark, paint: mark, cancel() {}, selectedMark: () => chosen, command: (name) => dialogs[name]?.() },
    enter() {
      open(at);
    },
    leave() {},
  };
}

/** The squares that a text names. @param {string} text @param {import("../board/puzzle.js").Puzzle} puzzle */
function namedIn(text, puzzle) {
  const names = new Set(text.match(/\b[A-Z]\d+\b/g));
  return puzzle.givens.flatMap((_, at) => (names.has(squareName(puzzle, at)) ? [at] : []));
}
