/** Hints in three strengths: where to look, by which technique, and the whole step; and mistakes. */

import { ApiError, told } from "../service/api.js";
import { button } from "../dom.js";
import { boardOf } from "./game.js";
import { SHIP, WATER, squaresNamedIn } from "../board/puzzle.js";

/**
 * @typedef {import("./game.js").Game} Game
 * @typedef {import("../service/api.js").HintData} HintData
 */

/**
 * @param {import("../app.js").App} app
 * @param {(light: {lit?: Set<number>, settled?: Set<number>, faulty?: Set<number>}) => void} shine
 * @param {(marks: [number, string][]) => void} apply
 */
export function hinting(app, shine, apply) {
  /** The hint that is being told, for which game, and how much of it. @type {{game: Game, hint: HintData, strength: number} | null} */
  let current = null;

  const forget = () => (current = null);

  /** A hint; asked again for the same game, a stronger one. @param {Game} game */
  async function next(game) {
    if (current?.game === game) return tell(Math.min(current.strength + 1, 2));
    const hint = await ask(game);
    if (!hint || app.session.game !== game) return;
    if (hint.mistake) return tellMistake(game, hint.mistake);
    if (!hint.where || !hint.step) return app.message("Nothing more follows from what is on the board.", { title: "No hint" });
    current = { game, hint, strength: 0 };
    tell(0);
  }

  /** Tells a mistake in a game, if there is one. @param {Game} game @param {string} otherwise */
  async function mistake(game, otherwise) {
    const hint = game.puzzle.isPlain ? await ask(game, otherwise) : null;
    if (app.session.game !== game) return;
    if (hint?.mistake) return tellMistake(game, hint.mistake);
    if (hint) app.message("No mistake so far.", { kind: "good", title: "Well done" });
    else if (!game.puzzle.isPlain) app.message(otherwise, { kind: "good" });
  }

  /** @param {Game} game @param {string} [otherwise] @returns {Promise<HintData | null>} */
  async function ask(game, otherwise) {
    try {
      return await app.api.hint(game.puzzle.data, boardOf(game.puzzle, game.cells));
    } catch (error) {
      const isGone = error instanceof ApiError && error.kind === "gone";
      app.message(isGone && otherwise ? `${otherwise} (Whether it is also right, only the server can tell.)` : told(error), { kind: isGone && otherwise ? "plain" : "bad" });
      return null;
    }
  }

  /** @param {Game} game @param {{squares: [number, number][], text: string}} found */
  function tellMistake({ puzzle }, { squares, text }) {
    shine({ faulty: indexes(puzzle.width, squares) });
    app.message(text, { kind: "bad", title: "There is a mistake" });
  }

  /** @param {number} strength */
  function tell(strength) {
    if (!current?.hint.step) return;
    current.strength = strength;
    const { game, hint } = current;
    const { technique, text, water, ship } = current.hint.step;
    const { width } = game.puzzle;
    const where = new Set(squaresNamedIn(game.puzzle, hint.where ?? ""));
    const settled = strength < 2 ? new Set(/** @type {number[]} */ ([])) : indexes(width, [...water, ...ship]);
    const words = [hint.where ?? "", `Technique: ${technique}.`, text][strength];
    const marks = [...entries(width, water, WATER), ...entries(width, ship, SHIP)];
    const stronger = button(strength === 0 ? "Which technique?" : "Show the step", () => tell(strength + 1), { class: "primary" });
    const done = button("Do it", () => (app.clearMessage(), apply(marks)), { class: "primary" });
    const kept = current;
    app.message(words, { title: ["Where to look", "How", capital(technique)][strength], actions: [strength < 2 ? stronger : done] });
    current = kept;
    shine({ lit: where, settled });
  }

  return { next, mistake, forget };
}

/** @param {number} width @param {[number, number][]} squares */
export const indexes = (width, squares) => new Set(squares.map(([row, col]) => row * width + col));

/** @param {number} width @param {[number, number][]} squares @param {string} mark @returns {[number, string][]} */
export const entries = (width, squares, mark) => squares.map(([row, col]) => [row * width + col, mark]);

/** @param {string} text */
export const capital = (text) => text.slice(0, 1).toUpperCase() + text.slice(1);
