/** Hints in three strengths (where to look, which technique, the whole step), and mistakes. */

import { ApiError, errorMessage } from "../service/api.js";
import { button, capitalize } from "../dom.js";
import { boardOf } from "./game.js";
import { SHIP, WATER, squareIndexes } from "../board/puzzle.js";
import { lineSquares } from "../board/referee.js";

/**
 * @typedef {import("../board/puzzle.js").Puzzle} Puzzle
 * @typedef {import("./game.js").Game} Game
 * @typedef {import("../service/api.js").HintData} HintData
 * @typedef {import("../service/api.js").StepData} StepData
 * @typedef {{game: Game, where: string, step: StepData, lit: Set<number>, strength: number}} ShownHint
 */

const STEP = 2; // the strength at which the whole step is shown

/**
 * @param {import("../app.js").App} app
 * @param {(highlights: {lit?: Set<number>, settled?: Set<number>, faulty?: Set<number>}) => void} highlight
 * @param {(marks: [number, string][]) => void} apply  makes the marks of a step
 */
export function createHints(app, highlight, apply) {
  /** @type {ShownHint | null} */
  let current = null;

  const reset = () => (current = null);

  /** Shows a hint, or a stronger one if the game has not changed. @param {Game} game */
  async function showNext(game) {
    if (current?.game === game) return show({ ...current, strength: Math.min(current.strength + 1, STEP) });
    const hint = await request(game);
    if (!hint || app.session.game !== game) return;
    if (hint.mistake) return showMistake(game, hint.mistake);
    if (hint.complete === false) return app.showMessage("No hint was found in the time that a request may take.", { title: "No hint" });
    if (!hint.where || !hint.step || !hint.focus) return app.showMessage("Nothing more can be deduced from this board.", { title: "No hint" });
    show({ game, where: hint.where, step: hint.step, lit: focusSquares(game.puzzle, hint.focus), strength: 0 });
  }

  /** Shows a mistake in a game, if there is one. @param {Game} game @param {string} otherwise  what is known without the server */
  async function check(game, otherwise) {
    const hint = game.puzzle.isPlain ? await request(game, otherwise) : null;
    if (app.session.game !== game) return;
    if (hint?.mistake) return showMistake(game, hint.mistake);
    if (hint?.complete === false) app.showMessage(`${otherwise} Whether a square is wrong could not be found out in time.`);
    else if (hint) app.showMessage("No mistakes so far.", { kind: "good", title: "Well done" });
    else if (!game.puzzle.isPlain) app.showMessage(otherwise, { kind: "good" });
  }

  /** @param {Game} game @param {string} [otherwise] @returns {Promise<HintData | null>} */
  async function request(game, otherwise) {
    try {
      return await app.api.hint(game.puzzle.data, boardOf(game.puzzle, game.cells));
    } catch (error) {
      const text = errorMessage(error);
      const isMissing = error instanceof ApiError && ["offline", "missing"].includes(error.kind);
      if (otherwise && isMissing) app.showMessage(`${otherwise} Finding other mistakes needs ${app.api.backend.name}.`);
      else app.showMessage(text, { kind: "bad" });
      return null;
    }
  }

  /** @param {Game} game @param {NonNullable<HintData["mistake"]>} mistake */
  function showMistake({ puzzle }, { squares, text }) {
    highlight({ faulty: new Set(squareIndexes(puzzle.width, squares)) });
    app.showMessage(text, { kind: "bad", title: "There is a mistake" });
  }

  /** @param {ShownHint} hint */
  function show(hint) {
    const { game, where, step, lit, strength } = hint;
    const marks = stepMarks(game.puzzle.width, step);
    const text = [where, `Technique: ${step.technique}.`, step.text][strength];
    const title = ["Where to look", "Which technique", capitalize(step.technique)][strength];
    const action =
      strength < STEP
        ? button(strength === 0 ? "Which technique?" : "Show the step", () => show({ ...hint, strength: strength + 1 }), { class: "primary" })
        : button("Apply", () => (app.clearMessage(), apply(marks)), { class: "primary" });
    app.showMessage(text, { title, actions: [action] });
    current = hint;
    highlight({ lit, settled: new Set(strength < STEP ? [] : marks.map(([at]) => at)) });
  }

  return { showNext, check, reset };
}

/** The squares that a hint points at. @param {Puzzle} puzzle @param {import("../service/api.js").FocusData} focus */
function focusSquares(puzzle, { squares, lines }) {
  const ofLines = lines.flatMap((line) => ("row" in line ? lineSquares(puzzle, "row", line.row) : lineSquares(puzzle, "column", line.column)));
  return new Set([...squareIndexes(puzzle.width, squares), ...ofLines]);
}

/** The marks that a step makes. @param {number} width @param {{water: [number, number][], ship: [number, number][]}} step @returns {[number, string][]} */
export function stepMarks(width, { water, ship }) {
  /** @type {(squares: [number, number][], mark: string) => [number, string][]} */
  const marked = (squares, mark) => squareIndexes(width, squares).map((at) => [at, mark]);
  return [...marked(water, WATER), ...marked(ship, SHIP)];
}
