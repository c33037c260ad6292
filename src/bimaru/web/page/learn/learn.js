/** Learning: the whole explanation of the puzzle, step by step, forwards and backwards, on the board. */

import { told } from "../service/api.js";
import { button, h } from "../dom.js";
import { newGame } from "../play/game.js";
import { capital, entries, indexes } from "../play/hints.js";
import { SHIP, WATER } from "../board/puzzle.js";

/** @typedef {import("../service/api.js").ExplanationData} ExplanationData */

const PACE = 1_800; // milliseconds a step while it plays by itself

/** @param {import("../app.js").App} app @param {Record<string, () => void>} commands  those of every mode @returns {import("../app.js").Mode} */
export function learnMode(app, commands) {
  const { session, view } = app;
  let isOn = false;
  let at = 0;
  let playing = 0;
  /** @type {ExplanationData | null} */
  let explanation = null;
  /** The board after each number of steps. @type {string[][]} */
  let boards = [];

  const verdict = h("p", { class: "verdict" });
  const list = h("ol", { class: "steps" });
  const slider = h("input", { type: "range", min: 0, value: "0", "aria-label": "Step", oninput: () => goTo(Number(slider.value)) });
  const count = h("output", { class: "step-count" });
  const first = button("To the start", () => goTo(0), { icon: "first", iconOnly: true, class: "tool" });
  const previous = button("Step back", () => goTo(at - 1), { icon: "previous", iconOnly: true, class: "tool" });
  const play = button("Play the steps", () => setPlaying(!playing), { icon: "play", iconOnly: true, class: "tool" });
  const next = button("Step on", () => goTo(at + 1), { icon: "next", iconOnly: true, class: "tool" });
  const last = button("To the end", () => goTo(boards.length - 1), { icon: "last", iconOnly: true, class: "tool" });
  const bar = h("div", { class: "bar learn" }, h("div", { class: "bar", role: "group", "aria-label": "Steps" }, first, previous, play, next, last, count), slider);
  const panel = h("div", { class: "panels" }, h("section", { class: "card explanation" }, h("h2", {}, "Explanation"), verdict, list));

  /** @param {number} step */
  function goTo(step, follows = false) {
    if (!explanation) return;
    if (!follows) setPlaying(0);
    at = Math.max(0, Math.min(boards.length - 1, step));
    draw();
    if (at > 0) app.say(`Step ${at}. ${explanation.steps[at - 1].text}`);
  }

  /** @param {boolean | number} on */
  function setPlaying(on) {
    clearInterval(playing);
    playing = on ? window.setInterval(() => (at + 1 < boards.length ? goTo(at + 1, true) : setPlaying(0)), PACE) : 0;
    play.setAttribute("aria-pressed", String(Boolean(playing)));
  }

  function draw() {
    if (!isOn) return;
    const { puzzle } = session;
    const step = explanation?.steps[at - 1];
    const settled = step ? indexes(puzzle.width, [...step.water, ...step.ship]) : new Set(/** @type {number[]} */ ([]));
    view.show({ puzzle, cells: boards[at] ?? newGame(puzzle).cells, settled, isFixed: true });
    slider.max = String(Math.max(boards.length - 1, 0));
    slider.value = String(at);
    count.textContent = `${at} / ${Math.max(boards.length - 1, 0)}`;
    first.disabled = previous.disabled = at === 0;
    next.disabled = last.disabled = play.disabled = at >= boards.length - 1;
    slider.disabled = boards.length < 2;
    [...list.children].forEach((item, i) => item.querySelector("button")?.setAttribute("aria-current", i + 1 === at ? "step" : "false"));
    showCurrent();
  }

  /** Scrolls the list, and nothing else, to the step that is shown. */
  function showCurrent() {
    const item = /** @type {HTMLElement | undefined} */ (list.children[at - 1]);
    list.scrollTop = item ? item.offsetTop - list.offsetTop : 0;
  }

  async function load() {
    const { puzzle } = session;
    at = 0;
    boards = [];
    explanation = null;
    list.replaceChildren();
    draw();
    if (!puzzle.isPlain) return (verdict.textContent = "Only puzzles with straight ships and without letters are explained.");
    verdict.textContent = "Thinking…";
    try {
      const found = await app.api.explain(puzzle.data);
      if (puzzle !== session.puzzle) return;
      explanation = found;
      boards = boardsOf(puzzle, found);
      verdict.textContent = verdictOf(found);
      list.replaceChildren(...found.steps.map((step, i) => h("li", {}, stepButton(step, () => goTo(i + 1)))));
      draw();
    } catch (error) {
      verdict.textContent = told(error);
    }
  }

  session.addEventListener("open", () => {
    explanation = null;
    if (isOn) void load();
  });

  app.api.addEventListener("back", () => {
    if (isOn && !explanation) void load();
  });

  return {
    id: "learn", label: "Learn", icon: "learn", bar, panel,
    handlers: { tap() {}, paint() {}, cancel() {}, command: (name) => commands[name]?.() },
    enter() {
      isOn = true;
      if (explanation && boards[0]?.length === session.game.cells.length) draw();
      else void load();
    },
    leave() {
      setPlaying(0);
      isOn = false;
    },
  };
}

/** @param {import("../service/api.js").StepData} step @param {() => void} press */
function stepButton({ technique, text, depth }, press) {
  return h("button", { type: "button", class: `step depth-${depth}`, onclick: press }, h("strong", {}, capital(technique)), h("span", {}, text));
}

/** @param {import("../board/puzzle.js").Puzzle} puzzle @param {ExplanationData} explanation */
function boardsOf(puzzle, { steps }) {
  const boards = [[...newGame(puzzle).cells]];
  for (const { water, ship } of steps) {
    const cells = [...boards[boards.length - 1]];
    for (const [at, mark] of [...entries(puzzle.width, water, WATER), ...entries(puzzle.width, ship, SHIP)]) cells[at] = mark;
    boards.push(cells);
  }
  return boards;
}

/** @param {ExplanationData} explanation */
function verdictOf({ status, solved, grade, score, failure, steps }) {
  if (status === "none") return `This puzzle has no solution${failure ? `: ${failure}` : "."}`;
  if (status === "multiple") return `This puzzle has several solutions; ${steps.length} steps lead to what they have in common.`;
  if (!solved) return "No technique leads to the end of this puzzle.";
  return `One solution, in ${steps.length} steps. Grade: ${grade}${score === null ? "" : ` (${score.toFixed(1)})`}.`;
}
