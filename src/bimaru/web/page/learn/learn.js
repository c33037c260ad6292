/** The mode Learn: steps through the explanation of the puzzle on the board. */

import { errorMessage } from "../service/api.js";
import { button, capitalize, h } from "../dom.js";
import { newGame } from "../play/game.js";
import { stepMarks } from "../play/hints.js";

/**
 * @typedef {import("../service/api.js").BoardData} BoardData
 * @typedef {import("../service/api.js").SquareData} SquareData
 * @typedef {import("../service/api.js").StepData} StepData
 * @typedef {{status: string, solved: boolean, grade: string | null, score: number | null, steps: StepData[], failure: string | null, open: SquareData[], boards: BoardData[]}} ExplanationData
 */

const STEP_TIME = 1_800; // milliseconds per step during playback

/** @param {import("../app.js").App} app @param {Record<string, () => void>} commands  shared by the modes @returns {import("../app.js").Mode} */
export function learnMode(app, commands) {
  document.head.append(h("link", { rel: "stylesheet", href: "learn/learn.css" }));
  const { session, view } = app;
  let isActive = false;
  let at = 0;
  let timer = 0; // of the playback
  /** @type {ExplanationData | null} */
  let explanation = null;
  /** The board after each number of steps. @type {string[][]} */
  let boards = [];

  const verdict = h("p", { class: "verdict" });
  const list = h("ol", { class: "steps" });
  const slider = h("input", { type: "range", min: 0, value: "0", "aria-label": "Step", oninput: () => goTo(Number(slider.value)) });
  const count = h("output", { class: "step-count" });
  const first = button("To the start", () => goTo(0), { icon: "first", iconOnly: true, class: "tool" });
  const previous = button("Previous step", () => goTo(at - 1), { icon: "previous", iconOnly: true, class: "tool" });
  const play = button("Play steps", () => setPlaying(!timer), { icon: "play", iconOnly: true, class: "tool" });
  const next = button("Next step", () => goTo(at + 1), { icon: "next", iconOnly: true, class: "tool" });
  const last = button("To the end", () => goTo(boards.length - 1), { icon: "last", iconOnly: true, class: "tool" });
  const bar = h("div", { class: "bar learn" }, h("div", { class: "bar", role: "group", "aria-label": "Steps" }, first, previous, play, next, last, count), slider);
  const panel = h("div", { class: "panels" }, h("section", { class: "card explanation" }, h("h2", {}, "Explanation"), verdict, list));

  /** @param {number} step */
  function goTo(step, isPlayback = false) {
    if (!explanation) return;
    if (!isPlayback) setPlaying(false);
    at = Math.max(0, Math.min(boards.length - 1, step));
    draw();
    if (at > 0) app.announce(`Step ${at}. ${explanation.steps[at - 1].text}`);
  }

  /** @param {boolean} isPlaying */
  function setPlaying(isPlaying) {
    clearInterval(timer);
    timer = isPlaying ? window.setInterval(() => (at + 1 < boards.length ? goTo(at + 1, true) : setPlaying(false)), STEP_TIME) : 0;
    play.setAttribute("aria-pressed", String(isPlaying));
  }

  function draw() {
    if (!isActive) return;
    const { puzzle } = session;
    const step = explanation?.steps[at - 1];
    const settled = new Set(step ? stepMarks(puzzle.width, step).map(([square]) => square) : []);
    view.show({ puzzle, cells: boards[at] ?? newGame(puzzle).cells, settled, isFixed: true });
    slider.max = String(Math.max(boards.length - 1, 0));
    slider.value = String(at);
    count.textContent = `${at} / ${Math.max(boards.length - 1, 0)}`;
    first.disabled = previous.disabled = at === 0;
    next.disabled = last.disabled = play.disabled = at >= boards.length - 1;
    slider.disabled = boards.length < 2;
    [...list.children].forEach((item, i) => item.querySelector("button")?.setAttribute("aria-current", i + 1 === at ? "step" : "false"));
    scrollToCurrent();
  }

  /** Scrolls the list, but not the page, to the step that is shown. */
  function scrollToCurrent() {
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
    if (!puzzle.isPlain) return (verdict.textContent = "Only puzzles with straight ships without letters can be explained.");
    verdict.textContent = "Explaining…";
    try {
      const received = await app.api.explain(puzzle.data);
      if (puzzle !== session.puzzle) return;
      explanation = received;
      boards = boardsOf(puzzle, received);
      verdict.textContent = verdictOf(received);
      list.replaceChildren(...received.steps.map((step, i) => h("li", {}, stepButton(step, () => goTo(i + 1)))));
      draw();
    } catch (error) {
      verdict.textContent = errorMessage(error);
    }
  }

  session.addEventListener("open", () => {
    explanation = null;
    if (isActive) void load();
  });

  app.api.addEventListener("online", () => {
    if (isActive && !explanation) void load();
  });

  return {
    id: "learn", label: "Learn", icon: "learn", bar, panel,
    handlers: { tap() {}, paint() {}, cancel() {}, command: (name) => commands[name]?.() },
    enter() {
      isActive = true;
      if (explanation && boards[0]?.length === session.game.cells.length) draw();
      else void load();
    },
    leave() {
      setPlaying(false);
      isActive = false;
    },
  };
}

/** @param {StepData} step @param {() => void} press */
function stepButton({ technique, text, depth }, press) {
  return h("button", { type: "button", class: `step depth-${depth}`, onclick: press }, h("strong", {}, capitalize(technique)), h("span", {}, text));
}

/** The cells before the first step and after each. @param {import("../board/puzzle.js").Puzzle} puzzle @param {ExplanationData} explanation */
function boardsOf(puzzle, { steps }) {
  const boards = [[...newGame(puzzle).cells]];
  for (const step of steps) {
    const cells = [...boards[boards.length - 1]];
    for (const [at, mark] of stepMarks(puzzle.width, step)) cells[at] = mark;
    boards.push(cells);
  }
  return boards;
}

/** @param {ExplanationData} explanation */
function verdictOf({ status, solved, grade, score, failure, steps }) {
  if (status === "none") return `This puzzle has no solution${failure ? `: ${failure}` : "."}`;
  if (status === "multiple") return `This puzzle has several solutions; ${steps.length} steps lead to everything that they have in common.`;
  if (!solved) return "The techniques do not solve this puzzle completely.";
  return `One solution, in ${steps.length} steps. Grade: ${grade}${score === null ? "" : ` (${score.toFixed(1)})`}.`;
}
