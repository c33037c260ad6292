/**
 * Setting: a puzzle is made by drawing its ships, or clue by clue, while the server tells how many
 * solutions it has. Fetched when someone turns to it (`lazy-mode.js`).
 */

import { attempt, told } from "../service/api.js";
import { clueFields } from "./clue-fields.js";
import { button, h } from "../dom.js";
import { downloadCard } from "../service/downloads.js";
import * as drafts from "./draft.js";
import { SHIP, UNKNOWN, WATER, isShip, puzzleOf, squareName } from "../board/puzzle.js";
import { faults, spokenPart } from "../board/referee.js";
import { set, setting } from "../service/storage.js";
import { tallyEditor } from "./tally-edit.js";

/**
 * @typedef {import("./draft.js").Draft} Draft
 * @typedef {import("../service/api.js").BoardData} BoardData
 * @typedef {{status: string, solutions: BoardData[]}} Found
 */

const REST = 150; // milliseconds without a change after which the server is asked
const MOST_ADDED = 200; // givens that "make unique" adds before it gives up

const PEN = "pen:"; // before the kind that a tap gives, so that it is not taken for a letter

/** What a tap in the clues gives: the kind, and its name. "answer" gives what the answer shows. */
const PENS = [
  ["W", "Water"], ["S", "Submarine"], ["L", "Left end"], ["R", "Right end"], ["T", "Top end"],
  ["B", "Bottom end"], ["M", "Middle"], ["X", "Ship"], ["answer", "As in the answer"],
];

/** @param {import("../app.js").App} app @returns {import("../app.js").Mode} */
export function setMode(app) {
  document.head.append(h("link", { rel: "stylesheet", href: "set.css" }));
  const { view } = app;
  let isOn = false;
  let layer = "clues";
  let pen = "W";
  /** @type {{draft: Draft, past: Draft[], future: Draft[]}} */
  let history = { draft: kept() ?? drafts.draftOf(app.session.puzzle.data), past: [], future: [] };
  /** @type {Found | null} */
  let found = null;
  /** Which of the solutions is shown, or -1. */
  let shown = -1;
  /** The draft as it was before the stroke that goes on. @type {Draft | null} */
  let beforeStroke = null;
  /** That of the page while something else is on. */
  let title = document.title;
  let timer = 0;
  let asking = new AbortController();

  const current = () => history.draft;
  /** Whether taps draw ships, and not clues. */
  const isDrawing = () => layer === "ships" && current().answer !== null;

  // Changes

  /** @param {Draft} draft @param {{joins?: boolean}} [how] */
  function become(draft, { joins = false } = {}) {
    if (draft === current()) return;
    history = joins ? { ...history, draft } : { draft, past: [...history.past, current()], future: [] };
    refresh();
  }

  /** @param {"past" | "future"} from @param {"past" | "future"} to */
  function travel(from, to) {
    const draft = history[from].at(-1);
    if (!draft) return;
    history = /** @type {typeof history} */ ({ draft, [from]: history[from].slice(0, -1), [to]: [...history[to], current()] });
    refresh();
    app.say(from === "past" ? "Undone." : "Done again.");
  }

  /** Begins anew, which can be undone. @param {Draft} draft @param {string} where */
  function start(draft, where) {
    layer = where;
    become(draft);
  }

  function refresh() {
    set("draft", { data: current().data, answer: current().answer });
    shown = -1;
    found = null;
    fields.show(current());
    draw();
    ask();
  }

  /** @type {import("../board/input.js").Handlers} */
  const handlers = {
    tap(at, value) {
      beforeStroke = current();
      become(touched(at, value, true));
      app.say(`${squareName(puzzleOf(current().data), at)}: ${spokenAt(at)}`);
    },
    paint: (at, value) => become(touched(at, value, false), { joins: true }),
    cancel() {
      if (beforeStroke) become(beforeStroke, { joins: true });
    },
    pen: () => (isDrawing() ? SHIP : PEN + pen),
    tally: tallyEditor(view, (lines, line, tally) => become(drafts.withTally(current(), lines, line, tally))),
    command: (name) => commands[name]?.(),
  };

  /** The draft after a tap on a square. @param {number} at @param {string} value @param {boolean} toggles */
  function touched(at, value, toggles) {
    const { answer } = current();
    if (isDrawing() && answer) {
      const mark = value === SHIP ? SHIP : WATER;
      return answer[at] === mark ? current() : drafts.answered(current(), answer.map((old, i) => (i === at ? mark : old)));
    }
    const kind = kindFor(at, value);
    const given = puzzleOf(current().data).givens[at];
    if (kind === given) return toggles ? drafts.withGiven(current(), at, "") : current();
    return drafts.withGiven(current(), at, kind);
  }

  /** The kind of given that a value stands for. @param {number} at @param {string} value */
  function kindFor(at, value) {
    if (value === UNKNOWN) return "";
    if (value === WATER) return "W";
    if (value === SHIP) return "X";
    if (!value.startsWith(PEN)) return `=${value}`;
    const kind = value.slice(PEN.length);
    if (kind !== "answer") return kind;
    const shows = target();
    return shows ? drafts.kindIn(current(), shows, at) : "";
  }

  /** @param {number} at */
  function spokenAt(at) {
    const { answer, data } = current();
    if (isDrawing()) return answer && isShip(answer[at]) ? "ship" : "water";
    const kind = puzzleOf(data).givens[at];
    return kind ? `${spokenPart(kind)}, given` : "nothing given";
  }

  // Solutions

  /** The answer that the puzzle is made for: the one drawn, or else the first found. */
  function target() {
    const { answer } = current();
    return answer ?? (found?.solutions[0] ? drafts.marksOf(found.solutions[0]) : null);
  }

  function ask() {
    clearTimeout(timer);
    asking.abort();
    asking = new AbortController();
    const { signal } = asking;
    timer = window.setTimeout(() => void solved(signal), REST);
  }

  /** @param {AbortSignal} signal */
  async function solved(signal) {
    const { data } = current();
    try {
      const answer = await app.api.post("solve", data, { limit: 2 }, signal);
      if (signal.aborted) return;
      found = answer;
      draw();
      if (found?.status === "unique" && puzzleOf(data).isPlain) await graded(data, signal);
    } catch (error) {
      if (!signal.aborted) verdict.textContent = told(error);
    }
  }

  /** @param {import("../board/puzzle.js").PuzzleData} data @param {AbortSignal} signal */
  async function graded(data, signal) {
    const { grade, score } = await app.api.post("grade", data, {}, signal);
    if (!signal.aborted && grade) verdict.textContent = `One solution. Grade: ${grade} (${score.toFixed(1)}).`;
  }

  /** Gives squares in which another solution differs, until there is none. */
  async function makeUnique() {
    const goal = target();
    if (!goal) return app.message("There is no answer to give squares of: draw the ships, or mend the clues until there is a solution.", { kind: "bad" });
    let draft = current();
    for (let added = 0; added <= MOST_ADDED; added++) {
      /** @type {Found} */
      const { status, solutions } = await app.api.post("solve", draft.data, { limit: 2 });
      const others = solutions.map(drafts.marksOf).filter((board) => board.join() !== goal.join());
      if (others.length === 0) return finish(draft, status, added);
      const differing = goal.flatMap((mark, at) => (mark === others[0][at] ? [] : [at]));
      const at = differing[Math.floor(Math.random() * differing.length)];
      draft = drafts.withGiven(draft, at, drafts.kindIn(draft, goal, at));
    }
    return app.message("It takes more givens than can be added at once.", { kind: "bad" });
  }

  /** @param {Draft} draft @param {string} status @param {number} added */
  function finish(draft, status, added) {
    become(draft);
    const told = added === 0 ? "It has one solution already." : `${added} ${added === 1 ? "square is" : "squares are"} given.`;
    if (status === "unique") app.message(told, { kind: "good", title: "One solution" });
    else if (status === "none") app.message("The clues contradict the answer.", { kind: "bad", title: "No solution" });
    else app.message("The server could not find out in time.", { kind: "bad" });
  }

  async function removeSpare() {
    const data = await app.api.post("minimise", current().data);
    const count = (/** @type {import("../board/puzzle.js").PuzzleData} */ { givens = [], rows, cols }) => givens.length + [...rows, ...cols].filter((tally) => tally !== null).length;
    const spared = count(current().data) - count(data);
    become({ ...drafts.draftOf(data), answer: current().answer });
    app.message(spared === 0 ? "Every clue is needed." : `${spared} ${spared === 1 ? "clue was" : "clues were"} spare.`, { kind: "good" });
  }

  async function random() {
    const { rows, cols, fleet = {} } = current().data;
    const ships = Object.entries(fleet).map(([length, count]) => `${length}:${count}`).join(",");
    const data = await app.api.generate({ size: `${rows.length}x${cols.length}`, ...(ships ? { fleet: ships } : {}) });
    const { solutions } = await app.api.post("solve", data, { limit: 1 });
    start({ ...drafts.draftOf(data), answer: drafts.marksOf(solutions[0]) }, "clues");
  }

  /** Runs what may fail, and says so. @param {() => Promise<unknown>} action @param {HTMLButtonElement} by */
  async function run(action, by) {
    by.disabled = true;
    await attempt(action, (text) => app.message(text, { kind: "bad" }));
    by.disabled = false;
    showFound();
  }

  // The bar and the panel

  const tool = (/** @type {string} */ text, /** @type {string} */ icon, /** @type {() => void} */ press, /** @type {string} */ keys) =>
    button(text, press, { icon, iconOnly: true, class: "tool", title: `${text} (${keys})`, keys });
  const undo = tool("Undo", "undo", () => travel("past", "future"), "U");
  const redo = tool("Redo", "redo", () => travel("future", "past"), "R");
  /** @type {Record<string, () => void>} */
  const commands = { undo: () => undo.click(), redo: () => redo.click() };

  const layers = ["ships", "clues"].map((name) => {
    const tab = button(name === "ships" ? "Ships" : "Clues", () => turnTo(name), { class: "tab" });
    tab.value = name;
    return tab;
  });
  const pens = PENS.map(([kind, name]) => {
    const choice = button(name, () => choose(kind), { iconOnly: true, class: "pen" });
    choice.value = kind;
    choice.append(kind === "answer" ? "A" : h("span", { class: `cell ${kind === "W" ? "water" : `ship p-${kind}`}`, "aria-hidden": "true" }));
    return choice;
  });
  const penRow = h("div", { class: "pens", role: "group", "aria-label": "What a tap gives" }, ...pens);
  const bar = h(
    "div",
    { class: "bar set" },
    h("div", { class: "bar", role: "toolbar", "aria-label": "Set" }, undo, redo, h("span", { class: "gap" }), h("div", { class: "tabs", role: "group", "aria-label": "What taps change" }, ...layers)),
    penRow,
  );

  const verdict = h("p", { class: "verdict", role: "status" });
  const boards = h("div", { class: "actions" });
  const unique = button("Make unique", () => void run(makeUnique, unique), { icon: "check" });
  const spare = button("Remove spare clues", () => void run(removeSpare, spare), { icon: "drop" });
  const made = button("A random one", () => void run(random, made), { icon: "again" });
  const play = button("Play it", () => (app.turnTo("play"), app.open(current().data)), { icon: "play", class: "primary" });
  const fields = clueFields(become, current);
  const downloads = downloadCard(app, () => current().data);
  downloads.open = true;
  const panel = h(
    "div",
    { class: "panels" },
    h("section", { class: "card" }, h("h2", {}, "Solutions"), verdict, boards, h("div", { class: "actions" }, unique, spare, play)),
    fields.element,
    h(
      "section",
      { class: "card" },
      h("h2", {}, "Start from"),
      h(
        "div",
        { class: "actions" },
        button("An empty grid", () => start(drafts.emptyDraft(current().data.rows.length, current().data.cols.length), "clues"), { icon: "edit" }),
        button("The puzzle played", () => start(drafts.draftOf(app.session.puzzle.data), "clues"), { icon: "puzzles" }),
        made,
      ),
    ),
    downloads,
  );

  /** @param {string} name */
  function turnTo(name) {
    if (name === "ships" && !current().answer) {
      const answer = puzzleOf(current().data).isPlain && found?.status === "unique" ? target() : null;
      become(answer ? drafts.answered(current(), answer) : drafts.begun(current()));
    }
    layer = name;
    draw();
  }

  /** @param {string} kind */
  function choose(kind) {
    pen = kind;
    layer = "clues";
    draw();
  }

  /** @param {number} which */
  function show(which) {
    shown = shown === which ? -1 : which;
    draw();
  }

  function draw() {
    if (!isOn) return;
    const { data, answer } = current();
    const puzzle = puzzleOf(data);
    const given = drafts.givenMarks(current());
    const solution = found?.solutions[shown];
    const drawn = isDrawing() ? answer : null;
    const cells = solution ? drafts.marksOf(solution) : (drawn ?? given);
    const tentative = new Set(solution ? given.flatMap((mark, at) => (mark === UNKNOWN ? [at] : [])) : []);
    const touching = drawn && !solution ? faults(puzzle, cells).filter(({ rule }) => rule === "touching") : [];
    view.show({ puzzle, cells, tentative, lit: differing(), faulty: new Set(touching.flatMap(({ squares }) => squares)), isFixed: Boolean(solution) });
    undo.disabled = history.past.length === 0;
    redo.disabled = history.future.length === 0;
    layers.forEach((tab) => tab.setAttribute("aria-pressed", String(tab.value === (drawn ? "ships" : "clues"))));
    layers[0].disabled = !puzzle.isPlain;
    penRow.hidden = drawn !== null;
    for (const choice of pens) choice.setAttribute("aria-pressed", String(choice.value === pen));
    showFound();
  }

  /** Where the two solutions differ. */
  function differing() {
    const [one, other] = (found?.solutions ?? []).map(drafts.marksOf);
    return new Set(one && other ? one.flatMap((mark, at) => (mark === other[at] ? [] : [at])) : []);
  }

  function showFound() {
    const count = found?.solutions.length ?? 0;
    verdict.textContent = found ? spoken(found) : "Counting…";
    verdict.dataset.status = found?.status ?? "";
    const names = count === 1 ? ["Show the answer"] : ["Show one", "Show another"].slice(0, count);
    boards.replaceChildren(
      ...names.map((name, i) => {
        const toggle = button(name, () => show(i), {});
        toggle.setAttribute("aria-pressed", String(shown === i));
        return toggle;
      }),
    );
    unique.disabled = found?.status !== "multiple";
    spare.disabled = found?.status !== "unique";
  }

  app.api.addEventListener("back", () => {
    if (isOn && !found) ask();
  });

  return {
    id: "set", label: "Set", icon: "edit", bar, panel, handlers,
    enter() {
      isOn = true;
      title = document.title;
      document.title = "Set a puzzle · Bimaru";
      refresh();
    },
    leave() {
      isOn = false;
      document.title = title;
      clearTimeout(timer);
      asking.abort();
    },
  };
}

/** The draft that was left here the last time. @returns {Draft | null} */
const kept = () => drafts.fromStored(setting("draft", {}));

/** @param {Found} found */
function spoken({ status }) {
  const told = { none: "No solution.", unique: "One solution.", multiple: "Several solutions: where two of them differ is lit." };
  return told[/** @type {"none"} */ (status)] ?? "The server could not find out in time.";
}
