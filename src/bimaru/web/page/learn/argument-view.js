/**
 * The argument of a step: every supposition folded until it is opened, its consequences one by one on a board, with
 * buttons and arrow keys to go through them, and what is nested on a smaller board.
 */

import { h, loadSheet, tool } from "../dom.js";
import { smallBoard } from "./small-board.js";
import { Stage } from "./stage.js";
import { phrase } from "../language.js";

/**
 * @import { Puzzle } from "../board/puzzle.js"
 * @import { Branch, State } from "./argument.js"
 * @typedef {import("./stage.js").Player & {element: HTMLElement, open(): void}} BranchView
 * @typedef {{element: HTMLElement, move(by: number): boolean, pause(): void}} ArgumentView
 */

const LEAST_TIME = 1_800; // milliseconds that a state is shown during playback
const TIME_PER_LETTER = 45;

const KEYS = /** @type {Record<string, number>} */ ({ ArrowRight: 1, ArrowLeft: -1, ArrowDown: 1, ArrowUp: -1, End: Infinity, Home: -Infinity });

/** How long a state is shown during playback, in milliseconds. @param {string} text */
export const readingTime = (text) => Math.max(LEAST_TIME, TIME_PER_LETTER * text.length);

/**
 * The branches of a step, one below the other; a single one is open. `question`: what they answer, if they do.
 * @param {Puzzle} puzzle @param {readonly Branch[]} branches @param {Stage} stage @param {string} [question] @param {boolean} [isOpen] @returns {ArgumentView}
 */
export function argumentView(puzzle, branches, stage, question = "", isOpen = branches.length === 1) {
  loadSheet("learn/argument.css");
  const views = branches.map((branch) => branchView(puzzle, branch, stage, isOpen));
  /** Moves by one state, and on to the next branch. @param {number} by */
  function move(by) {
    const current = views.findIndex((view) => view === stage.player);
    if (current >= 0 && views[current].move(by)) return true;
    const other = by > 0 ? views[current + 1] : undefined;
    other?.open();
    return other?.move(1) ?? false;
  }

  return {
    element: h("div", { class: "argument" }, ...questionAbove(question), ...views.map((view) => view.element)),
    move,
    pause: () => views.forEach((view) => view.pause()),
  };
}

/** What the branches below it answer. @param {string} question */
const questionAbove = (question) => (question ? [h("p", { class: "question" }, question)] : []);

/**
 * One branch. Nothing of it is drawn before it is opened.
 * @param {Puzzle} puzzle @param {Branch} branch @param {Stage} stage @param {boolean} isOpen @returns {BranchView}
 */
function branchView(puzzle, branch, stage, isOpen) {
  const states = [...branch.states];
  const summary = h("summary", {}, h("span", { class: "supposing" }, branch.title), h("span", { class: "outcome" }, branch.outcome));
  const element = h("details", { class: branch.isPlain ? "branch plain" : "branch", open: isOpen, onkeydown: onKey, ontoggle: () => (element.open ? fill() : leave()) }, summary);
  let at = -1;
  let timer = 0;
  /** @type {HTMLButtonElement[]} */
  let links = [];
  /** @type {ReturnType<typeof controls> | null} */
  let bar = null;
  const view = { element, move, pause, leave, open };

  function open() {
    element.open = true;
    fill();
  }

  function fill() {
    if (bar) return;
    bar = controls({ move, play: () => (timer ? pause() : play()), goTo: (to) => (pause(), goTo(to)) });
    links = states.map((state, i) => linkButton(branch.isPlain ? state.text : wordsBelow(state), () => (pause(), goTo(i))));
    const items = states.map((state, i) => h("li", { class: `is-${state.kind}` }, links[i], ...questionAbove(state.question), ...state.branches.map((one) => nestedView(puzzle, one, stage.announce))));
    element.append(bar.element, h("ol", { class: "links" }, ...items));
    update();
  }

  /** @param {number} by */
  function move(by) {
    pause();
    return step(by);
  }

  /** @param {number} by */
  function step(by) {
    const to = Math.max(by < -1 ? 0 : -1, Math.min(states.length - 1, at + by));
    if (to === at) return false;
    if (to < 0) return release();
    goTo(to);
    return true;
  }

  /** @param {number} to */
  function goTo(to) {
    fill();
    at = to;
    stage.show(view, states[at], phrase("{number} of {count}", { number: at + 1, count: states.length }));
    update();
  }

  /** Back to the board before the supposition. */
  function release() {
    at = -1;
    stage.release(view);
    update();
    return true;
  }

  function leave() {
    pause();
    if (at >= 0) release();
  }

  function play() {
    if (at >= states.length - 1) at = -1;
    step(1);
    tick();
  }

  function tick() {
    timer = window.setTimeout(() => {
      timer = 0;
      if (element.isConnected && step(1)) return tick();
      update();
    }, readingTime(states[Math.max(at, 0)].text));
    update();
  }

  function pause() {
    clearTimeout(timer);
    timer = 0;
    update();
  }

  function update() {
    bar?.show(at, states.length, timer > 0);
    links.forEach((link, i) => link.setAttribute("aria-current", i === at ? "step" : "false"));
    if (links[at]) scrollTo(links[at]);
  }

  /** @param {KeyboardEvent} event */
  function onKey(event) {
    const by = KEYS[event.key];
    if (by === undefined || event.ctrlKey || event.altKey || event.metaKey || !element.open) return;
    event.preventDefault();
    event.stopPropagation();
    move(by);
  }

  if (isOpen) fill();
  return view;
}

/** Scrolls the list that a link is in, but not the page, so that the link is seen. @param {HTMLElement} link */
function scrollTo(link) {
  const list = /** @type {HTMLElement} */ (link.closest(".steps, .links"));
  const [room, item] = [list.getBoundingClientRect(), link.getBoundingClientRect()];
  const margin = room.height / 4;
  if (item.top < room.top + margin || item.bottom > room.bottom - margin) list.scrollTop += item.top - room.top - margin;
}

/** The buttons above the links of a branch. @param {{move(by: number): unknown, play(): void, goTo(to: number): void}} acts */
function controls({ move, play, goTo }) {
  const first = tool(phrase("To the supposition"), "first", () => move(-Infinity));
  const previous = tool(phrase("Previous link"), "previous", () => move(-1));
  const playing = tool(phrase("Play the argument"), "play", play);
  const next = tool(phrase("Next link"), "next", () => move(1));
  const last = tool(phrase("To the conclusion"), "last", () => move(Infinity));
  const count = h("output", { class: "link-count" });
  const slider = h("input", { type: "range", min: 0, value: "0", "aria-label": phrase("Link"), oninput: () => goTo(Number(slider.value)) });
  return {
    element: h("div", { class: "bar", role: "group", "aria-label": phrase("Argument") }, first, previous, playing, next, last, count, slider),
    /** @param {number} at @param {number} length @param {boolean} isPlaying */
    show(at, length, isPlaying) {
      count.textContent = `${at + 1} / ${length}`;
      slider.max = String(length - 1);
      slider.value = String(Math.max(at, 0));
      slider.hidden = length < 2;
      // Not `disabled`, which would take the focus away from a button that has just been pressed.
      for (const [tool, isIdle] of /** @type {const} */ ([[previous, at < 0], [first, at === 0], [next, at === length - 1], [last, at === length - 1]])) {
        tool.setAttribute("aria-disabled", String(isIdle));
      }
      playing.setAttribute("aria-pressed", String(isPlaying));
    },
  };
}

/** The words of a state below its branch's title, which says what is supposed. @param {State} state */
const wordsBelow = ({ kind, text }) => (kind === "supposition" ? phrase("Supposed") : text);

/** @param {string} text @param {() => void} press */
const linkButton = (text, press) => h("button", { type: "button", class: "link-button", onclick: press }, text);

/** A branch within a link, with a board of its own. @param {Puzzle} puzzle @param {Branch} branch @param {(text: string) => void} announce */
function nestedView(puzzle, branch, announce) {
  const board = smallBoard(puzzle);
  const stage = new Stage((state) => board.show(state ?? branch.states[0]), announce);
  const inner = branchView(puzzle, branch, stage, false);
  inner.element.classList.add("nested");
  board.show(branch.states[0]);
  inner.element.addEventListener("toggle", () => board.element.isConnected || inner.element.querySelector("summary")?.after(board.element));
  return inner.element;
}

/**
 * A chain of steps, such as the answer to a question, with the same controls; a step's own suppositions are nested.
 * @param {Puzzle} puzzle @param {readonly State[]} states @param {Stage} stage @param {string} title @param {string} outcome @param {boolean} [isOpen] @returns {ArgumentView}
 */
export const chainView = (puzzle, states, stage, title, outcome, isOpen = true) => argumentView(puzzle, [{ title, outcome, states, isPlain: true }], stage, "", isOpen);
