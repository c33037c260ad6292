/** The question why a square is what it is, from the givens or from the board shown, and its answer. */

import { ApiError, errorMessage } from "../service/api.js";
import { chainOf } from "./argument.js";
import { argumentView, chainView } from "./argument-view.js";
import { button, field, h } from "../dom.js";
import { select } from "../choices.js";
import { boardOf, newGame } from "../play/game.js";
import { UNKNOWN, squareIndexes, squareName } from "../board/puzzle.js";
import { stepsFor } from "./needed-steps.js";
import { counted, phrase } from "../language.js";

/**
 * @import { ExplanationData, StepData } from "../service/answers.js"
 * @import { Player, Stage } from "./stage.js"
 * @typedef {{verdict: string, steps: StepData[], squares: [number, number][], text: string, boards: unknown[]}} WhyData
 * @typedef {{cells: readonly string[], explanation: ExplanationData | null}} Shown  The board shown, and what explains it.
 */

/** The player of an argument of one step, which is shown at once. @type {Player} */
const ALONE = { move: () => false, pause() {}, leave() {} };

/**
 * A card to ask on. A tap on the board, or Enter on one of its squares, asks about it.
 * @param {import("../app.js").App} app @param {Stage} stage @param {() => Shown} shown
 * @param {() => void} draw  the board, once another square is asked about
 * @param {() => void} leave  goes back to the steps
 */
export function whyCard(app, stage, shown, draw, leave) {
  const { session, view } = app;
  let isActive = false;
  let question = 0; // the number of the latest
  /** The square that it is about. @type {ReadonlySet<number>} */
  let asked = new Set();

  const name = h("input", { id: "why-square", autocomplete: "off", autocapitalize: "characters", maxlength: 6, placeholder: "B4" });
  const from = select("why-from", [["board", phrase("from the board shown")], ["givens", phrase("from the givens")]]);
  const answer = h("div", { class: "answer" });
  const form = h("form", { class: "why-form", onsubmit: submit }, field(phrase("Square"), name), field(phrase("Argue"), from), h("button", { class: "primary" }, phrase("Why?")));
  const title = h("h2", {}, phrase("Why?"));
  const element = h("section", { class: "card why" }, title, h("p", { class: "fine" }, phrase("Tap a square, or press Enter on it: why is it water or ship?")), answer, form);

  /** Marks a square on the board and puts the card where it is seen, or back. @param {number} at  or -1 */
  function setAsked(at) {
    asked = new Set(at < 0 ? [] : [at]);
    element.classList.toggle("asked", at >= 0);
    title.textContent = at < 0 ? phrase("Why?") : phrase("Why {square}?", { square: squareName(session.puzzle, at) });
    if (at >= 0) scrollTo({ top: 0 });
  }

  /** @param {Event} event */
  function submit(event) {
    event.preventDefault();
    const at = session.puzzle.givens.findIndex((_, square) => squareName(session.puzzle, square) === name.value.trim().toUpperCase());
    if (at < 0) return showText(phrase("There is no square {name} on this board.", { name: name.value.trim() || phrase("without a name") }));
    void ask(at);
  }

  /** @param {number} at */
  async function ask(at) {
    const { puzzle } = session;
    const number = ++question;
    const { cells, explanation } = shown();
    // Given squares are clues, and known without the board.
    const start = cells.map((mark, square) => (from.value === "givens" || square === at || puzzle.givens[square] ? UNKNOWN : mark));
    stage.clear();
    setAsked(at);
    draw();
    showText(phrase("One moment…"));
    try {
      const received = await request(at, start, explanation);
      if (number === question && puzzle === session.puzzle) show(received, start);
    } catch (error) {
      if (number === question) showText(errorMessage(error));
    }
  }

  /** @param {number} at @param {readonly string[]} cells @param {ExplanationData | null} explanation @returns {Promise<WhyData>} */
  async function request(at, cells, explanation) {
    const { puzzle } = session;
    try {
      return await app.api.post("why", { puzzle: puzzle.data, board: boardOf(puzzle, cells) }, { square: squareName(puzzle, at) });
    } catch (error) {
      const found = error instanceof ApiError && error.kind === "refused" && explanation ? stepsFor(explanation.steps, [Math.floor(at / puzzle.width), at % puzzle.width]) : null;
      if (!found) throw error;
      return { verdict: "forced", steps: found, squares: [], text: counted("The explanation leads to {square} in one step.", "The explanation leads to {square} in {count} steps.", found.length, { square: squareName(puzzle, at) }), boards: [] };
    }
  }

  /** @param {WhyData} received @param {readonly string[]} cells */
  function show({ verdict, steps, squares, text }, cells) {
    const { puzzle } = session;
    showText(text);
    if (verdict !== "forced" || steps.length === 0) return;
    const known = new Set(squareIndexes(puzzle.width, squares));
    const givens = newGame(puzzle).cells;
    const start = cells.map((mark, at) => (known.has(at) ? mark : givens[at]));
    const states = chainOf(puzzle, start, steps);
    const [only] = states;
    if (states.length === 1 && only.branches.length === 0) return stage.show(ALONE, only, ""); // the text has said it
    const argument = states.length === 1 ? argumentView(puzzle, only.branches, stage, only.question) : chainView(puzzle, states, stage, phrase("The argument, in {count} steps", { count: states.length }), "");
    answer.append(argument.element, button(phrase("Back to the steps"), leave, { icon: "previous" }));
  }

  /** @param {string} text */
  function showText(text) {
    answer.replaceChildren(h("p", {}, text));
    app.announce(text);
  }

  /** @param {number} at */
  function choose(at) {
    if (!isActive || at < 0) return;
    name.value = squareName(session.puzzle, at);
    void ask(at);
  }

  view.grid.addEventListener("click", (event) => choose(view.squareAt(event.clientX, event.clientY)));
  view.grid.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || !view.cells.includes(/** @type {HTMLElement} */ (event.target))) return;
    choose(view.focused);
  });

  return {
    element,
    asked: () => asked,
    reset() {
      question++;
      setAsked(-1);
      answer.replaceChildren();
    },
    /** @param {boolean} is */
    setActive(is) {
      isActive = is;
    },
  };
}
