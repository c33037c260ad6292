/** The card that completes a draft to a target: a grade, and at most a number of givens. */

import { actions, button, field, h } from "../dom.js";
import { select } from "../choices.js";
import { counted, nameOf, phrase } from "../language.js";
import { boardOf } from "../play/game.js";
import { GRADES } from "../play/grades.js";
import { ApiError, errorMessage } from "../service/api.js";
import { loadSetting, saveSetting } from "../service/stored-values.js";
import { puzzleOf } from "../board/puzzle.js";
import * as drafts from "./draft.js";

/**
 * @import { PuzzleData } from "../board/puzzle.js"
 * @import { Draft } from "./draft.js"
 * @typedef {{puzzle: PuzzleData | null, tries: number, complete: boolean}} Completion
 *   `puzzle`: the nearest, `null` if none was found; `complete`: it meets the target, or the draft has no solution.
 */

const TIME = 8; // seconds for one attempt, less than the server's limit
const MOST_GIVENS = 99;
const TICK = 200; // milliseconds between two looks at the clock

/**
 * @param {import("../app.js").App} app @param {() => Draft} current
 * @param {(draft: Draft) => void} update  takes the completed draft
 * @returns {{element: HTMLElement, stop(): void}}
 */
export function completionCard(app, current, update) {
  const last = loadSetting("target", { grade: "", givens: "" });
  const grade = select("target-grade", ["", ...GRADES].map((name) => [name, name ? nameOf(name) : phrase("any")]));
  grade.value = GRADES.includes(last.grade) ? last.grade : "";
  const givens = h("input", {
    id: "target-givens", type: "number", inputmode: "numeric", min: 0, max: MOST_GIVENS,
    placeholder: phrase("any"), value: String(last.givens),
  });
  const start = h("button", { type: "submit", class: "quiet" }, phrase("Complete the draft"));
  const stop = () => running?.abort(new ApiError("cancelled", phrase("Stopped.")));
  const bar = h("progress", { max: TIME, "aria-label": phrase("Progress") });
  const progress = h("div", { class: "actions trying", hidden: true }, bar, button(phrase("Stop"), stop));
  /** @type {AbortController | null} */
  let running = null;

  /** @param {Event} [event] */
  async function submit(event) {
    event?.preventDefault();
    if (running || !givens.reportValidity()) return;
    const target = { grade: grade.value, givens: givens.value };
    saveSetting("target", target);
    const draft = current();
    const begun = drafts.withoutBlankAnswer(draft);
    running = new AbortController();
    const timer = setInterval(showTime, TICK, Date.now());
    show(true);
    try {
      const found = await completed(begun, target, running.signal);
      if (draft === current()) answer(found, begun.answer);
    } catch (error) {
      app.showMessage(errorMessage(error));
    } finally {
      clearInterval(timer);
      running = null;
      show(false);
    }
  }

  /**
   * @param {Draft} draft @param {{grade: string, givens: string}} target @param {AbortSignal} signal
   * @returns {Promise<Completion>}
   */
  function completed({ data, answer: drawn }, target, signal) {
    const board = drawn && boardOf(puzzleOf(data), drawn);
    const wanted = Object.entries(target).filter(([, value]) => value !== "");
    const options = { ...Object.fromEntries(wanted), time_limit: TIME };
    return app.api.post("complete", { puzzle: data, board }, options, signal);
  }

  /** @param {Completion} found @param {readonly string[] | null} drawn  the answer of the draft */
  function answer({ puzzle, tries, complete }, drawn) {
    const title = phrase("Not completed");
    if (!puzzle) {
      const why = complete ? phrase("The draft has no solution.") : phrase("No puzzle was found in time.");
      return app.showMessage(why, { kind: "bad", title });
    }
    const tried = counted("One board was tried.", "{count} boards were tried.", tries);
    const values = { puzzle: inWords(puzzle) };
    const take = () => {
      update({ ...drafts.draftOf(puzzle), answer: drawn });
      app.showMessage(`${phrase("The draft is completed: {puzzle}.", values)} ${tried}`, { kind: "good" });
    };
    if (complete) return take();
    const actions = [button(phrase("Take the nearest"), take), button(phrase("Go on trying"), () => void submit())];
    app.showMessage(`${phrase("No puzzle met the target. The nearest: {puzzle}.", values)} ${tried}`, { title, actions });
  }

  /** @param {boolean} isRunning */
  function show(isRunning) {
    const hadFocus = progress.contains(document.activeElement);
    start.disabled = isRunning;
    progress.hidden = !isRunning;
    bar.value = 0;
    if (hadFocus) start.focus();
  }

  const showTime = (/** @type {number} */ since) => (bar.value = (Date.now() - since) / 1000);

  const form = h(
    "form",
    { novalidate: true, onsubmit: submit },
    h("div", { class: "pair" }, field(phrase("Grade"), grade), field(phrase("Givens at most"), givens)),
    actions(start, progress),
    h("p", { class: "fine" }, phrase("What you have set stays; givens are added until there is one solution.")),
  );
  const isRoomy = !matchMedia("(max-width: 34rem)").matches; // folded on phones, as the clues are
  const title = h("summary", {}, phrase("Complete to a target"));
  const element = h("details", { class: "card completion", open: isRoomy }, title, form);
  return { element, stop };
}

/** @param {PuzzleData} data */
function inWords({ grade, givens = [] }) {
  const number = counted("one given", "{count} givens", givens.length);
  return grade ? `${nameOf(String(grade))}, ${number}` : number;
}
