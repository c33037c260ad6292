/** Hints in strengths (where to look, which technique, of a case analysis its idea, the whole step), and mistakes. */

import { ApiError, errorMessage } from "../service/api.js";
import { button, capitalize } from "../dom.js";
import { boardOf } from "./game.js";
import { SHIP, WATER, squareIndexes } from "../board/puzzle.js";
import { faults, lineSquares } from "../board/referee.js";
import { nameOf, phrase } from "../language.js";

const SHOWN = 3; // broken rules in one message

/**
 * @typedef {import("../board/puzzle.js").Puzzle} Puzzle
 * @typedef {import("./game.js").Game} Game
 * @typedef {import("../service/api.js").HintData} HintData
 * @typedef {import("../service/api.js").StepData} StepData
 * @typedef {{game: Game, where: string, step: StepData, idea: string | null, lit: Set<number>, strength: number}} ShownHint
 * @typedef {import("../learn/argument.js").CaseData} CaseData
 * @typedef {import("../learn/argument.js").State} State
 * @typedef {{title: string, text: string, content?: HTMLElement, more?: string}} Revealed  `more`: the name of the button that reveals more
 */

/**
 * @param {import("../app.js").App} app
 * @param {(highlights: {lit?: Set<number>, settled?: Set<number>, faulty?: Set<number>, state?: State | null}) => void} highlight
 * @param {(marks: [number, string][]) => void} apply  makes the marks of a step
 */
export function createHints(app, highlight, apply) {
  /** @type {ShownHint | null} */
  let current = null;

  /** Stops the playback of an argument. */
  let pause = () => {};

  function reset() {
    pause();
    current = null;
  }

  /** Shows a hint, or a stronger one if the game has not changed. @param {Game} game */
  async function showNext(game) {
    if (current?.game === game) return void show({ ...current, strength: Math.min(current.strength + 1, strengthsOf(current).length - 1) });
    const hint = await request(game);
    if (!hint || app.session.game !== game) return;
    if (hint.mistake) return void showMistake(game, hint.mistake);
    if (hint.complete === false) return app.showMessage(phrase("No hint was found in the time that a request may take."), { title: phrase("No hint") });
    if (!hint.where || !hint.step || !hint.focus) return app.showMessage(phrase("Nothing more can be deduced from this board."), { title: phrase("No hint") });
    app.session.addHint();
    await show({ game, where: hint.where, step: hint.step, idea: hint.idea, lit: focusSquares(game.puzzle, hint.focus), strength: 0 });
  }

  /** Shows the rules that a game breaks, otherwise another mistake in it, if there is one. @param {Game} game */
  async function check(game) {
    const broken = faults(game.puzzle, game.cells).filter(({ rule }) => rule !== "unfinished");
    if (broken.length > 0) return showFaults(broken);
    const otherwise = phrase("No rule is broken so far.");
    const hint = await request(game, otherwise);
    if (app.session.game !== game) return;
    if (hint?.mistake) return void showMistake(game, hint.mistake);
    if (hint?.complete === false) app.showMessage(`${otherwise} ${phrase("Whether a square is wrong could not be found out in time.")}`);
    else if (hint) app.showMessage(phrase("No mistakes so far."), { kind: "good", title: phrase("Well done") });
  }

  /** @param {import("../board/referee.js").Fault[]} broken */
  function showFaults(broken) {
    highlight({ faulty: new Set(broken.flatMap(({ squares }) => squares)) });
    const more = broken.length > SHOWN ? ` ${phrase("And {count} more.", { count: broken.length - SHOWN })}` : "";
    app.showMessage(broken.slice(0, SHOWN).map(({ text }) => `${capitalize(text)}.`).join(" ") + more, { kind: "bad", title: phrase("Not right yet") });
  }

  /** @param {Game} game @param {string} [otherwise]  what is known without the server @returns {Promise<HintData | null>} */
  async function request(game, otherwise) {
    try {
      return await app.api.hint(game.puzzle.data, boardOf(game.puzzle, game.cells));
    } catch (error) {
      const text = errorMessage(error);
      const isMissing = error instanceof ApiError && ["offline", "missing"].includes(error.kind);
      if (otherwise && isMissing) app.showMessage(`${otherwise} ${phrase("Finding other mistakes needs {engine}.", { engine: app.api.backend.name })}`);
      else app.showMessage(text, { kind: "bad" });
      return null;
    }
  }

  /** @param {Game} game @param {NonNullable<HintData["mistake"]>} mistake */
  async function showMistake(game, { squares, text, case: refuted }) {
    const { width } = game.puzzle;
    const shown = { faulty: new Set(squareIndexes(width, squares)) };
    const show = (/** @type {string} */ words, /** @type {HTMLElement | undefined} */ content) => {
      highlight(shown);
      app.showMessage(words, { kind: "bad", title: phrase("There is a mistake"), content });
    };
    if (!refuted) return show(text, undefined);
    const content = await argument(game, refuted, shown);
    if (app.session.game === game) show(text.replace(` ${refuted.text}`, ""), content);
  }

  /** A step or the refutation of a mistake, to go through on the board. @param {Game} game @param {StepData | CaseData} tree @param {{settled?: Set<number>, faulty?: Set<number>}} shown  on the board itself */
  async function argument(game, tree, shown) {
    const { argumentInPlay } = await import("../learn/argument-in-play.js");
    const view = argumentInPlay(app, game, tree, (state) => highlight(state ? { state } : shown));
    pause = view.pause;
    return view.element;
  }

  /** @param {ShownHint} hint */
  async function show(hint) {
    const { game, step, lit, strength } = hint;
    const strengths = strengthsOf(hint);
    const marks = stepMarks(game.puzzle.width, step).filter(([at, mark]) => game.cells[at] !== mark);
    const isWhole = strength === strengths.length - 1;
    const shown = { lit, settled: new Set(isWhole ? marks.map(([at]) => at) : []) };
    const content = isWhole && step.cases.length > 0 ? await argument(game, step, shown) : undefined;
    if (app.session.game !== game) return;
    const { title, text, more } = strengths[strength];
    const action = more
      ? button(more, () => void show({ ...hint, strength: strength + 1 }), { class: "primary" })
      : button(phrase("Apply"), () => (app.clearMessage(), apply(marks)), { class: "primary" });
    app.showMessage(text, { title, content, actions: [action] });
    current = hint;
    highlight(shown);
  }

  return { showNext, check, reset };
}

/** What a hint reveals, one strength after the other. @param {ShownHint} hint @returns {Revealed[]} */
function strengthsOf({ where, step, idea }) {
  return [
    { title: phrase("Where to look"), text: where, more: phrase("Which technique?") },
    { title: phrase("Which technique"), text: phrase("Technique: {name}.", { name: nameOf(step.technique) }), more: idea ? phrase("Which idea?") : phrase("Show the step") },
    ...(idea ? [{ title: phrase("The idea"), text: idea, more: phrase("Show the step") }] : []),
    { title: capitalize(nameOf(step.technique)), text: step.cases.length > 0 ? conclusionOf(step) : step.text },
  ];
}

/** What a case analysis concludes, without its cases. @param {StepData} step */
const conclusionOf = ({ reasons }) => [...new Set(reasons.map(({ text }) => text))].join(" ");

/** The squares that a hint points at. @param {Puzzle} puzzle @param {import("../service/api.js").FocusData} focus */
function focusSquares(puzzle, { squares, lines }) {
  const ofLines = lines.flatMap((line) => ("row" in line ? lineSquares(puzzle, "row", line.row) : lineSquares(puzzle, "column", line.column)));
  return new Set([...squareIndexes(puzzle.width, squares), ...ofLines]);
}

/**
 * The marks that a step makes, with all letters that are known after it.
 * @param {number} width @param {Pick<StepData, "water" | "ship" | "letters">} step @returns {[number, string][]}
 */
export function stepMarks(width, { water, ship, letters = [] }) {
  /** @type {(squares: [number, number][], mark: string) => [number, string][]} */
  const marked = (squares, mark) => squareIndexes(width, squares).map((at) => [at, mark]);
  const lettered = letters.map(([row, col, letter]) => /** @type {[number, string]} */ ([row * width + col, letter]));
  return [...new Map([...marked(water, WATER), ...marked(ship, SHIP), ...lettered])];
}
