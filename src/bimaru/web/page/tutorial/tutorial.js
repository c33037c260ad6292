/** The lessons: a mode in which each small board accepts only the step that it teaches; loaded when it is first entered. */

import { FleetView } from "../board/fleet-view.js";
import { SHIP, WATER, squareName } from "../board/puzzle.js";
import { button, h, loadSheet } from "../dom.js";
import { counted, language, phrase } from "../language.js";
import { loadSetting, saveSetting } from "../service/stored-values.js";
import { judge, lessonOf, squaresLeft } from "./lesson.js";
import { LESSONS } from "./texts.js";

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
  const ship = button(phrase("Ship"), () => choose(SHIP), { class: "swatch" });
  const water = button(phrase("Water"), () => choose(WATER), { class: "swatch" });
  const help = button(phrase("Hint"), () => ((isHelped = true), say(wordsOf().help)), { icon: "hint", class: "tool wide" });
  const again = button(phrase("Again"), () => open(at), { icon: "again", class: "tool wide" });
  const next = button(phrase("Next lesson"), () => (at === lessons.length - 1 ? app.switchTo("play") : open(at + 1)), { class: "primary" });
  const list = h("ol", { class: "lessons" });
  const tools = h("div", { class: "bar" }, h("div", { class: "palette", role: "group", "aria-label": phrase("What taps mark") }, ship, water), help, again, next);
  const bar = h("div", { class: "tutorial-bar" }, title, idea, tools, task);
  const panel = h("div", { class: "panels" }, fleet.card, h("section", { class: "card" }, h("h2", {}, phrase("Lessons")), list));

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
    const place = phrase("Lesson {number} of {of}", { number: at + 1, of: lessons.length });
    app.headline({ name: place, size: `${height}×${width}` });
    title.textContent = words.title;
    idea.textContent = ideaOf();
    next.textContent = at === lessons.length - 1 ? phrase("Play a puzzle") : phrase("Next lesson");
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
      if (done.has(technique)) entry.append(h("span", {}, `✓ ${phrase("done")}`));
      return h("li", {}, entry);
    }));
  }

  /** @param {number} square @param {string} mark */
  function mark(square, mark) {
    const lesson = lessons[at];
    const verdict = judge(lesson, cells, square, mark);
    if (verdict !== "good") return say(notGood(verdict, squareName(lesson.puzzle, square), wordsOf().help));
    cells = cells.map((old, i) => (i === square ? mark : old));
    const left = squaresLeft(lesson, cells).length;
    if (left > 0) return say(counted("Right. 1 more square in this step.", "Right. {count} more squares in this step.", left));
    done.add(lesson.technique);
    saveSetting(DONE, [...done]);
    const end = done.size === lessons.length ? [phrase("That was the last lesson. You know all that most puzzles need.")] : [];
    say([`${phrase("Well done")}.`, lesson.reason, ...end].join(" "));
  }

  return {
    id: "tutorial", label: phrase("Lessons"), icon: "learn", bar, panel,
    handlers: { tap: mark, paint: mark, cancel() {}, selectedMark: () => chosen, command: (name) => dialogs[name]?.() },
    enter() {
      open(at);
    },
    leave() {},
  };
}

/** What is to be said to a mark that is not one of those to make. @param {Exclude<import("./lesson.js").Verdict, "good">} verdict @param {string} square @param {string} help */
function notGood(verdict, square, help) {
  return {
    known: phrase("{square} is known already.", { square }),
    wrong: phrase("Not quite: {square} is one of the squares, but it is the other kind. {help}", { square, help }),
    early: phrase("That is how {square} turns out, but nothing on this board shows it yet in this way. {help}", { square, help }),
    other: phrase("{square} does not follow from this step. {help}", { square, help }),
  }[verdict];
}

/** The squares that a text names. @param {string} text @param {import("../board/puzzle.js").Puzzle} puzzle */
function namedIn(text, puzzle) {
  const names = new Set(text.match(/\b[A-Z]\d+\b/g));
  return puzzle.givens.flatMap((_, at) => (names.has(squareName(puzzle, at)) ? [at] : []));
}
