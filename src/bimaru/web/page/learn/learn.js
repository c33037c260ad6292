/** The mode Learn: steps through the explanation of the puzzle on the board, and through the argument of each step. */

import { errorMessage } from "../service/api.js";
import { argumentView, readingTime } from "./argument-view.js";
import { boardsAfter, branchesOf, changedSquares, conclusionText, nameOfStep, questionOf, stepMarks, stepOverlay } from "./argument.js";
import { FleetView } from "../board/fleet-view.js";
import { actions, button, download, fileName, h, loadSheet, tool } from "../dom.js";
import { lazily } from "../lazy.js";
import { titleOf } from "../names.js";
import { newGame } from "../play/game.js";
import { WATER, squareName } from "../board/puzzle.js";
import { Stage } from "./stage.js";
import { withNotes } from "./notes.js";
import { whyCard } from "./why.js";
import { capitalize, counted, phrase } from "../language.js";
import { scoreText } from "../play/grades.js";

/**
 * @import { App, Mode } from "../app.js"
 * @import { ExplanationData, StepData } from "../service/answers.js"
 * @import { State } from "./argument.js"
 */

const NAMED = 4; // squares of a step that its caption names
const SHORT = 70; // characters of a text that is in view as a whole, and needs no names before it
const STEP_TIME = 1_800; // milliseconds per plain step during playback
/** Keys that move by a link, or by a step where there is none. @type {Record<string, number>} */
const KEYS = { ArrowRight: 1, ArrowLeft: -1 };

/** The marks on the board, by the class that shows them. @type {[string, string][]} */
const LEGEND = [
  ["tally", phrase("tally used")], ["cited", phrase("square used")], ["supposed", phrase("supposed")], ["implied", phrase("follows from the supposition")], ["settled", phrase("follows now")],
  ["reached", phrase("follows now")], ["barred", phrase("place ruled out")], ["several", phrase("possible letters")], ["failed", phrase("contradiction")], ["failing", phrase("contradiction")],
];

/** @param {App} app @param {Record<string, () => void>} commands  shared by the modes @returns {Mode} */
export function learnMode(app, commands) {
  loadSheet("learn/learn.css");
  loadSheet("learn/argument.css");
  const { session, view } = app;
  let isActive = false;
  let at = 0;
  let timer = 0; // of the playback
  /** @type {ExplanationData | null} */
  let explanation = null;
  /** The board after each number of steps. @type {(readonly string[])[]} */
  let boards = [];
  /** The state of an argument that is shown instead of the step. @type {State | null} */
  let state = null;
  /** The argument of the current step. @type {import("./argument-view.js").ArgumentView | null} */
  let argument = null;

  const stage = new Stage((shown) => {
    state = shown;
    draw();
  }, (text) => app.announce(text));
  const fleet = new FleetView();
  const verdict = h("p", { class: "verdict" });
  const list = h("ol", { class: "steps" });
  const slider = h("input", { type: "range", min: 0, value: "0", "aria-label": phrase("Step"), oninput: () => goTo(Number(slider.value)) });
  const count = h("output", { class: "step-count" });
  const first = tool(phrase("To the start"), "first", () => goTo(0));
  const previous = tool(phrase("Previous step"), "previous", () => goTo(at - 1));
  const play = tool(phrase("Play steps"), "play", () => setPlaying(!timer));
  const next = tool(phrase("Next step"), "next", () => goTo(at + 1));
  const last = tool(phrase("To the end"), "last", () => goTo(boards.length - 1));
  // On phones the list of steps is below the board, so that the current link is repeated here, and the same two buttons
  // go through links and steps.
  const back = button(phrase("Back in the argument"), () => move(-1), { icon: "previous", iconOnly: true, class: "tool in-argument" });
  const on = button(phrase("On in the argument"), () => move(1), { icon: "next", iconOnly: true, class: "tool in-argument" });
  const bar = h("div", { class: "bar learn" }, h("div", { class: "bar", role: "group", "aria-label": phrase("Steps") }, first, previous, back, play, next, on, last, count), slider);
  const words = h("p", { "aria-hidden": "true" });
  const legend = h("div", { class: "legend" });
  const caption = h("div", { class: "caption" }, words, legend);
  bar.append(caption);
  /** Saves the boards of the explanation as a picture. @param {"filmOf" | "stripOf"} how @param {string} suffix */
  const saver = (how, suffix) => lazily(app, async () => {
    const film = await import("./film.js");
    return () => {
      if (!explanation) return;
      const { puzzle } = session;
      const frames = boards.map((board, i) => {
        const step = explanation?.steps[i - 1];
        return { cells: board, reached: i > 0 ? changedSquares(boards[i - 1], board) : new Set(), title: step ? `${i}. ${capitalize(nameOfStep(step))}` : titleOf(puzzle.data), text: step?.text ?? "", overlay: step && stepOverlay(puzzle, step) };
      });
      download(fileName({ ...puzzle.data, id: titleOf(puzzle.data) }, suffix), film[how](puzzle, frames));
    };
  });
  const keep = actions(button(phrase("Save as a film"), saver("filmOf", "film.svg"), { icon: "play" }), button(phrase("Save as a strip"), saver("stripOf", "strip.svg"), { icon: "save" }));
  const why = whyCard(app, stage, () => ({ cells: boards[at] ?? newGame(session.puzzle).cells, explanation }), () => ((state = null), draw()), () => goTo(at));
  const panel = h(
    "div",
    { class: "panels" },
    fleet.card,
    h("section", { class: "card explanation" }, h("h2", {}, phrase("Explanation")), verdict, list, keep),
    why.element,
  );

  /** @param {number} step */
  function goTo(step, isPlayback = false) {
    if (!explanation) return;
    if (!isPlayback) setPlaying(false);
    stage.clear();
    state = null;
    why.reset();
    at = Math.max(0, Math.min(boards.length - 1, step));
    showArgument();
    draw();
    if (at > 0) app.announce(`${phrase("Step")} ${at}. ${conclusionText(explanation.steps[at - 1])}`);
  }

  /** Moves by a link of the current argument, or by a step. @param {number} by */
  function move(by, isPlayback = false) {
    if (!isPlayback) setPlaying(false);
    if (argument?.move(by)) return;
    goTo(at + by, isPlayback);
  }

  /** @param {boolean} isPlaying */
  function setPlaying(isPlaying) {
    clearTimeout(timer);
    timer = isPlaying ? window.setTimeout(advance, state ? readingTime(state.text) : STEP_TIME) : 0;
    play.setAttribute("aria-pressed", String(isPlaying));
  }

  function advance() {
    const before = at;
    move(1, true);
    setPlaying(at + 1 < boards.length || before !== at || state !== null);
  }

  /** Puts the argument of the current step below it. */
  function showArgument() {
    for (const old of list.querySelectorAll(":scope > li > .argument")) old.remove();
    argument = null;
    const step = explanation?.steps[at - 1];
    if (!step || step.cases.length === 0) return;
    argument = argumentView(session.puzzle, branchesOf(session.puzzle, boards[at - 1], step), stage, questionOf(step));
    list.children[at - 1].append(argument.element);
  }

  function draw() {
    if (!isActive) return;
    const { puzzle } = session;
    const step = explanation?.steps[at - 1];
    const cells = state?.cells ?? boards[at] ?? newGame(puzzle).cells;
    const settled = state || !step ? new Set() : changedSquares(boards[at - 1], cells);
    const overlay = state?.overlay ?? (step ? stepOverlay(puzzle, step) : undefined);
    view.show({ puzzle, cells, lit: why.asked(), settled, overlay, isFixed: true });
    fleet.show(puzzle, cells);
    markShips(fleet.element, state);
    slider.max = String(Math.max(boards.length - 1, 0));
    slider.value = String(at);
    count.textContent = `${at} / ${Math.max(boards.length - 1, 0)}`;
    first.disabled = previous.disabled = at === 0;
    next.disabled = last.disabled = at >= boards.length - 1;
    play.disabled = at >= boards.length - 1 && !argument;
    slider.disabled = boards.length < 2;
    keep.hidden = boards.length < 2;
    markCurrent();
    caption.classList.toggle("empty", !step);
    legend.replaceChildren(...legendOf(overlay, settled.size > 0));
    bar.toggleAttribute("data-argues", argument !== null);
    words.replaceChildren(...(state || !step ? captionOf(cells, null, state, state?.text ?? "") : conclusionOf(cells, step)));
    if (!state) scrollToCurrent();
  }

  /** Marks the step that is shown in the list, and unfolds its chapter. */
  function markCurrent() {
    [...list.querySelectorAll(".step")].forEach((item, i) => item.setAttribute("aria-current", i + 1 === at ? "step" : "false"));
    for (const { first, last } of explanation?.chapters ?? []) unfold([...list.children].slice(first - 1, last), first <= Math.max(at, 1) && at <= last);
  }

  /** The caption of a step as a whole; of one with an argument, how to go through that. @param {readonly string[]} cells @param {import("../service/answers.js").StepData} step */
  function conclusionOf(cells, step) {
    const caption = captionOf(cells, boards[at - 1], null, conclusionText(step));
    return argument ? [...caption, ` ${phrase("Tap › to see why.")}`] : caption;
  }

  /** What follows, first, so that a long text cannot hide it; then the text. @param {readonly string[]} cells @param {readonly string[] | null} before @param {State | null} state @param {string} text */
  function captionOf(cells, before, state, text) {
    const { puzzle } = session;
    const reached = [...(state ? state.overlay.layers.reached : before ? changedSquares(before, cells) : [])];
    if (reached.length === 0 || reached.length > NAMED || text.length < SHORT) return [text];
    const names = reached.map((square) => `${squareName(puzzle, square)} ${cells[square] === WATER ? phrase("water") : phrase("ship")}`).join(", ");
    return [h("strong", {}, names), h("br"), text];
  }

  /** Scrolls the list, but not the page, to the step that is shown. */
  function scrollToCurrent() {
    const item = /** @type {HTMLElement | undefined} */ (list.children[at - 1]);
    list.scrollTop = item ? item.offsetTop - list.offsetTop : 0;
  }

  async function load() {
    const { puzzle } = session;
    stage.clear();
    at = 0;
    boards = [];
    explanation = argument = state = null;
    list.replaceChildren();
    fleet.build(puzzle);
    why.reset();
    draw();
    verdict.textContent = phrase("Explaining…");
    try {
      const received = /** @type {ExplanationData} */ (await app.api.post("explain", puzzle.data));
      if (puzzle !== session.puzzle) return;
      explanation = { ...received, steps: withNotes(received.steps) };
      boards = boardsAfter(newGame(puzzle).cells, received.steps.map((step) => stepMarks(puzzle.width, step)));
      verdict.textContent = verdictOf(received);
      const chapters = new Map(received.chapters.map(({ first, text }) => [first, button(text, () => goTo(first), { class: "chapter" })]));
      list.replaceChildren(...received.steps.map((step, i) => h("li", {}, chapters.get(i + 1), stepButton(step, () => goTo(i + 1)))));
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

  document.addEventListener("keydown", (event) => {
    const by = KEYS[event.key];
    const target = /** @type {HTMLElement} */ (event.target);
    const isHere = target === document.body || bar.contains(target) || panel.contains(target);
    if (!isActive || by === undefined || !isHere || event.ctrlKey || event.altKey || event.metaKey || target.closest("input, select")) return;
    event.preventDefault();
    move(by);
  });

  return {
    id: "learn", label: phrase("Learn"), icon: "learn", bar, panel,
    handlers: { tap() {}, paint() {}, cancel() {}, command: (name) => commands[name]?.() },
    enter() {
      isActive = true;
      why.setActive(true);
      if (explanation && boards[0]?.length === session.game.cells.length) draw();
      else void load();
    },
    leave() {
      setPlaying(false);
      argument?.pause();
      why.setActive(false);
      isActive = false;
    },
  };
}

/** Lights up the ships of the fleet that a state of an argument is about. @param {HTMLElement} list  the entries of a `FleetView` @param {State | null} state */
function markShips(list, state) {
  [...list.children].forEach((item, kind) => {
    const isAbout = state?.ships.includes(kind) ?? false;
    item.classList.toggle("failing", isAbout && state?.kind === "ending");
    item.classList.toggle("cited", isAbout && state?.kind !== "ending");
  });
}

/** What the marks on the board mean, those that are there. @param {import("../board/board-view.js").Overlay | undefined} overlay @param {boolean} settles */
function legendOf(overlay, settles) {
  if (!overlay) return [];
  const { layers, lines, possible } = overlay;
  const roles = [...lines.row.values(), ...lines.column.values()];
  /** @type {Record<string, boolean>} */
  const there = { settled: settles, several: possible.size > 0, tally: roles.includes("cited"), failing: roles.includes("failing") && layers.failed.size === 0 };
  const kinds = LEGEND.filter(([name]) => there[name] ?? layers[/** @type {"cited"} */ (name)].size > 0);
  return kinds.map(([name, text]) => h("span", {}, name === "tally" ? h("span", { class: "tally cited" }, "1") : h("span", { class: `cell ${name}` }), text));
}

/** @param {StepData} step @param {() => void} press */
function stepButton(step, press) {
  return h("button", { type: "button", class: `step depth-${step.depth}`, onclick: press }, h("strong", {}, capitalize(nameOfStep(step))), h("span", {}, conclusionText(step)));
}

/** Shows the steps of a chapter below its title, or only that. @param {Element[]} items @param {boolean} isOpen */
function unfold(items, isOpen) {
  items[0].querySelector(".chapter")?.setAttribute("aria-expanded", String(isOpen));
  for (const item of items) item.querySelector(".step")?.toggleAttribute("hidden", !isOpen); // hidden items would not be counted
}

/** @param {ExplanationData} explanation */
function verdictOf(explanation) {
  const { n_searched: number } = explanation;
  const searched = number > 0 ? counted("One square was found only by search.", "{count} squares were found only by search.", number) : "";
  return [outcomeOf(explanation), searched].filter(Boolean).join(" ");
}

/** @param {ExplanationData} explanation */
function outcomeOf({ status, solved, complete, grade, score, failure, steps }) {
  if (status === "none") return failure ? phrase("This puzzle has no solution: {failure}", { failure }) : `${phrase("This puzzle has no solution")}.`;
  if (status === "multiple") return counted("This puzzle has several solutions; one step finds everything that they have in common.", "This puzzle has several solutions; {count} steps find everything that they have in common.", steps.length);
  if (!complete) return counted("The time limit was reached after one step.", "The time limit was reached after {count} steps.", steps.length);
  if (!solved) return phrase("The techniques do not solve this puzzle completely.");
  const found = counted("One solution, in one step.", "One solution, in {count} steps.", steps.length);
  if (grade === null) return `${found} ${phrase("Not graded: without search the techniques do not lead to it.")}`;
  return score === null ? found : `${found} ${phrase("Score: {score}.", { score: scoreText(score) })}`; // the grade is above the board
}
