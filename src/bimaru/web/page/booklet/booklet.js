/**
 * The dialog that makes a booklet of several puzzles: as PDF by the server, or on paper by the browser.
 * Loaded when it is first opened.
 */

import { titleOf } from "../names.js";
import { named } from "../play/generate.js";
import { ApiError, attempt } from "../service/api.js";
import { waitingLine } from "../service/waiting.js";
import { button, download, field, h, loadSheet } from "../dom.js";
import { phrase } from "../language.js";
import { fromFragment, keyOf } from "../service/permalink.js";
import { keptRecipe } from "../play/generator-options.js";
import { recentGames } from "../service/storage.js";
import { ROWS, printBooklet } from "./paper.js";

/** @typedef {import("../board/puzzle.js").PuzzleData} PuzzleData */

const TEXTS = {
  title: phrase("Booklet"),
  close: phrase("Close"),
  name: phrase("Title"),
  usualName: phrase("Battleship puzzles"),
  puzzles: phrase("Puzzles"),
  thisOne: (/** @type {string} */ puzzle) => phrase("{puzzle} (the puzzle on the board)", { puzzle }),
  added: phrase("New puzzles besides, with the options of “New puzzle”"),
  perPage: phrase("Puzzles on a page"),
  paper: phrase("Paper"),
  papers: [["a4", "A4"], ["letter", phrase("Letter")]],
  rules: phrase("A page of rules"),
  answers: phrase("Answers at the end"),
  pdf: phrase("PDF"),
  print: phrase("Print"),
  onServer: phrase("The server makes the PDF; Print opens the browser’s print dialog."),
  inBrowser: phrase("This site has no server, so the browser’s print dialog makes the booklet: on paper, or as PDF if it offers that."),
  none: phrase("Choose a puzzle, or add new ones."),
  number: (/** @type {number} */ most) => phrase("New puzzles: a whole number from 0 to {most} is needed.", { most }),
  made: (/** @type {number} */ number, /** @type {number} */ of) => phrase("Generated {number} of {count} puzzles.", { number, count: of }),
};

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
  const error = h("p", { class: "error", role: "alert" });
  const state = h("p", { class: "fine", role: "status" });
  const list = h("fieldset");
  const name = h("input", { id: "booklet-title", maxlength: 120, autocomplete: "off", value: TEXTS.usualName });
  const added = h("input", { id: "booklet-new", type: "number", inputmode: "numeric", min: 0, max: MAX_NEW, value: "0", required: true });
  const perPage = h("select", { id: "booklet-per-page" }, ...Object.keys(ROWS).map((number) => h("option", { value: number }, number)));
  const paper = h("select", { id: "booklet-paper" }, ...TEXTS.papers.map(([value, text]) => h("option", { value }, text)));
  const box = (/** @type {string} */ id, /** @type {string} */ text) => {
    const input = h("input", { id, type: "checkbox", checked: true });
    return { input, label: h("label", { class: "switch", for: id }, input, text) };
  };
  const [rules, answers] = [box("booklet-rules", TEXTS.rules), box("booklet-answers", TEXTS.answers)];
  perPage.value = "2";
  /** The puzzles to choose from, by their keys. @type {Map<string, PuzzleData>} */
  let offered = new Map();

  function offer() {
    const [board, ...others] = [current(), ...recentGames().slice(0, MAX_RECENT).flatMap(({ key, name }) => withName(fromFragment(key), name))];
    offered = new Map([board, ...others].map((puzzle) => [keyOf(puzzle), puzzle]));
    const boxes = [...offered].map(([key, puzzle], i) => {
      const label = [titleOf(puzzle), `${puzzle.rows.length}×${puzzle.cols.length}`].join(", ");
      const choice = box(`booklet-puzzle-${i}`, i === 0 ? TEXTS.thisOne(label) : label);
      choice.input.value = key;
      choice.input.checked = i === 0;
      return choice.label;
    });
    list.replaceChildren(h("legend", {}, TEXTS.puzzles), ...boxes);
  }

  /** The chosen puzzles, and new ones. @returns {Promise<PuzzleData[]>} */
  async function chosen() {
    if (!added.validity.valid) throw new ApiError("refused", TEXTS.number(MAX_NEW));
    const checked = [...list.querySelectorAll("input")].filter((input) => input.checked);
    const puzzles = checked.flatMap(({ value }) => offered.get(value) ?? []);
    const number = added.valueAsNumber;
    if (puzzles.length + number === 0) throw new ApiError("refused", TEXTS.none);
    for (let made = 1; made <= number; made++) {
      const puzzle = await app.api.generate(keptRecipe());
      puzzles.push(named(puzzle));
      state.textContent = TEXTS.made(made, number);
    }
    return puzzles;
  }

  /** Makes the booklet, and shows what went wrong. @param {(puzzles: PuzzleData[]) => Promise<void>} finish */
  async function make(finish) {
    if (dialog.hasAttribute("aria-busy")) return;
    error.textContent = state.textContent = "";
    dialog.setAttribute("aria-busy", "true");
    await attempt(async () => finish(await chosen()), (text) => {
      error.textContent = text;
      error.scrollIntoView({ block: "nearest" });
    });
    dialog.removeAttribute("aria-busy");
    state.textContent = "";
  }

  const style = () => ({ title: name.value.trim() || TEXTS.usualName, per_page: Number(perPage.value), rules: rules.input.checked, answers: answers.input.checked });
  const savePdf = () => make(async (puzzles) => {
    const { rules, answers, ...others } = style();
    const file = await app.api.booklet(puzzles, { ...others, paper: paper.value, rules: String(rules), answers: String(answers) });
    if (dialog.open) download("booklet.pdf", file);
  });
  const print = () => make(async (puzzles) => {
    await printBooklet(app.api, puzzles, style(), () => dialog.open);
  });

  const actions = h(
    "div",
    { class: "actions" },
    makesPdf && button(TEXTS.pdf, () => void savePdf(), { icon: "save", class: "primary" }),
    button(TEXTS.print, () => void print(), { icon: "print", class: makesPdf ? "quiet" : "primary" }),
  );
  const dialog = h(
    "dialog",
    { id: "booklet", "aria-labelledby": "booklet-heading", onclose: () => dialog.hasAttribute("aria-busy") && app.api.cancel() },
    h(
      "div",
      { class: "sheet" },
      h("header", {}, h("h2", { id: "booklet-heading" }, TEXTS.title), button(TEXTS.close, () => dialog.close(), { icon: "close", iconOnly: true })),
      h("div", { class: "busy" }, waitingLine(app.api)),
      error,
      h(
        "form",
        { novalidate: true, onsubmit: (/** @type {Event} */ event) => event.preventDefault() },
        field(TEXTS.name, name),
        list,
        field(TEXTS.added, added),
        h("div", { class: "pair" }, field(TEXTS.perPage, perPage), makesPdf && field(TEXTS.paper, paper)),
        h("div", {}, rules.label, answers.label),
        actions,
        state,
      ),
      h("p", { class: "fine" }, makesPdf ? TEXTS.onServer : TEXTS.inBrowser),
    ),
  );
  document.body.append(dialog);
  return () => {
    offer();
    error.textContent = "";
    dialog.showModal();
  };
}

/** A puzzle with a name, or none. @param {PuzzleData | null} puzzle @param {string} name @returns {PuzzleData[]} */
const withName = (puzzle, name) => (puzzle ? [name ? { ...puzzle, id: name } : puzzle] : []);
