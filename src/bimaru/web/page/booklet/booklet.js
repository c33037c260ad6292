/**
 * The dialog that makes a booklet of several puzzles: as PDF by the server, or on paper by the browser.
 * Loaded when it is first opened.
 */

import { titleOf } from "../names.js";
import { named } from "../play/generate.js";
import { ApiError } from "../service/api.js";
import { runner, sheet } from "../dialog.js";
import { actions, button, download, field, h, loadSheet } from "../dom.js";
import { select, tickBox } from "../choices.js";
import { phrase } from "../language.js";
import { keyOf } from "../service/permalink.js";
import { keptRecipe } from "../play/generator-options.js";
import { puzzleOfGame, recentGames } from "../service/recent-games.js";
import { ROWS, printBooklet } from "./paper.js";

/** @import { PuzzleData } from "../board/puzzle.js" */

const USUAL_NAME = phrase("Battleship puzzles");
const MAX_NEW = 30;
const MAX_RECENT = 30;

/**
 * @param {import("../app.js").App} app @param {() => PuzzleData} current  the puzzle on the board
 * @returns {() => void}  opens the dialog
 */
export function bookletDialog(app, current) {
  loadSheet("dialogs.css");
  loadSheet("forms.css");
  loadSheet("booklet/booklet.css");
  const makesPdf = !app.api.backend.prints;
  const dialog = h("dialog", { id: "booklet", "aria-labelledby": "booklet-heading" });
  const { run, error, busy } = runner(app.api, dialog);
  const state = h("p", { class: "fine", role: "status" });
  const list = h("fieldset");
  const name = h("input", { id: "booklet-title", maxlength: 120, autocomplete: "off", value: USUAL_NAME });
  const added = h("input", { id: "booklet-new", type: "number", inputmode: "numeric", min: 0, max: MAX_NEW, value: "0", required: true });
  const perPage = select("booklet-per-page", Object.keys(ROWS).map((number) => [number, number]));
  const paper = select("booklet-paper", [["a4", "A4"], ["letter", phrase("Letter")]]);
  const rules = tickBox("booklet-rules", phrase("A page of rules"), true);
  const answers = tickBox("booklet-answers", phrase("Answers at the end"), true);
  perPage.value = "2";
  /** The puzzles to choose from, by their keys. @type {Map<string, PuzzleData>} */
  let offered = new Map();

  function offer() {
    const [board, ...others] = [current(), ...recentGames().slice(0, MAX_RECENT).flatMap((game) => puzzleOfGame(game) ?? [])];
    offered = new Map([board, ...others].map((puzzle) => [keyOf(puzzle), puzzle]));
    const boxes = [...offered].map(([key, puzzle], i) => {
      const label = [titleOf(puzzle), `${puzzle.rows.length}×${puzzle.cols.length}`].join(", ");
      const choice = tickBox(`booklet-puzzle-${i}`, i === 0 ? phrase("{puzzle} (the puzzle on the board)", { puzzle: label }) : label, i === 0);
      choice.input.value = key;
      return choice.label;
    });
    list.replaceChildren(h("legend", {}, phrase("Puzzles")), ...boxes);
  }

  /** The chosen puzzles, and new ones. @returns {Promise<PuzzleData[]>} */
  async function chosen() {
    if (!added.validity.valid) throw new ApiError("refused", phrase("New puzzles: a whole number from 0 to {most} is needed.", { most: MAX_NEW }));
    const checked = [...list.querySelectorAll("input")].filter((input) => input.checked);
    const puzzles = checked.flatMap(({ value }) => offered.get(value) ?? []);
    const number = added.valueAsNumber;
    if (puzzles.length + number === 0) throw new ApiError("refused", phrase("Choose a puzzle, or add new ones."));
    for (let made = 1; made <= number; made++) {
      const puzzle = await app.api.generate(keptRecipe());
      puzzles.push(named(puzzle));
      state.textContent = phrase("Generated {number} of {count} puzzles.", { number: made, count: number });
    }
    return puzzles;
  }

  /** Makes the booklet, and shows what went wrong. @param {(puzzles: PuzzleData[]) => Promise<void>} finish */
  const make = (finish) => run(async () => {
    try {
      await finish(await chosen());
    } finally {
      state.textContent = "";
    }
  });

  const style = () => ({ title: name.value.trim() || USUAL_NAME, per_page: Number(perPage.value), rules: rules.input.checked, answers: answers.input.checked });
  const savePdf = () => make(async (puzzles) => {
    const { rules, answers, ...others } = style();
    const file = await app.api.post("booklet", { puzzles }, { ...others, paper: paper.value, rules: String(rules), answers: String(answers) });
    if (dialog.open) download("booklet.pdf", file);
  });
  const print = () => make(async (puzzles) => {
    await printBooklet(app.api, puzzles, style(), () => dialog.open);
  });

  const makers = actions(
    makesPdf && button(phrase("PDF"), () => void savePdf(), { icon: "save", class: "primary" }),
    button(phrase("Print"), () => void print(), { icon: "print", class: makesPdf ? "quiet" : "primary" }),
  );
  const about = makesPdf
    ? phrase("The server makes the PDF; Print opens the browser’s print dialog.")
    : phrase("This site has no server, so the browser’s print dialog makes the booklet: on paper, or as PDF if it offers that.");
  dialog.append(
    sheet(
      dialog,
      phrase("Booklet"),
      busy,
      error,
      h(
        "form",
        { novalidate: true, onsubmit: (/** @type {Event} */ event) => event.preventDefault() },
        field(phrase("Title"), name),
        list,
        field(phrase("New puzzles besides, with the options of “New puzzle”"), added),
        h("div", { class: "pair" }, field(phrase("Puzzles on a page"), perPage), makesPdf && field(phrase("Paper"), paper)),
        h("div", {}, rules.label, answers.label),
        makers,
        state,
      ),
      h("p", { class: "fine" }, about),
    ),
  );
  document.body.append(dialog);
  return () => {
    offer();
    error.textContent = "";
    dialog.showModal();
  };
}
