/** The dialog that opens puzzles: of the day, generated, pasted, from a file, a first one, or one played recently. */

import { ApiError, attempt } from "../service/api.js";
import { FIRST_PUZZLES } from "./first-puzzles.js";
import { SIZES, named } from "./generate.js";
import { puzzleOf, shipSquares } from "../board/puzzle.js";
import { GRADES } from "./grades.js";
import { titleOf } from "../names.js";
import { choicesOf, puzzleOfLink } from "../daily/daily.js";
import { dayInFragment, today as dayToday } from "../daily/dates.js";
import { runner, sheet } from "../dialog.js";
import { actions, button, byId, field, h } from "../dom.js";
import { select } from "../choices.js";
import { capitalize, nameOf, phrase } from "../language.js";
import { fromFragment } from "../service/permalink.js";
import { MAX_GENERATED_SIDE, MAX_TEXT } from "../service/limits.js";
import { puzzleOfGame, recentGames } from "../service/recent-games.js";
import { puzzleFrom, readPuzzle } from "../validation.js";

/**
 * @import { App } from "../app.js"
 * @import { PuzzleData } from "../board/puzzle.js"
 */

const MAX_FILE = 20e6; // bytes of a file to open: more than any saved game has
const OTHER = "other"; // the choice of another size

/** @param {App} app */
export function puzzlesDialog(app) {
  const dialog = /** @type {HTMLDialogElement} */ (byId("puzzles"));
  const { run, error, showError, busy } = runner(app.api, dialog);
  const recent = h("div", { class: "choices" });

  /** @param {PuzzleData} data @param {unknown} [stored] */
  const open = (data, stored) => {
    if (!dialog.open) return; // closed in the meantime: the current game stays
    dialog.close();
    app.switchTo("play");
    app.open(data, stored);
    app.view.focus(0);
  };

  const today = actions();
  /** Offers the puzzles of the day, by their grades. */
  const showToday = () => today.replaceChildren(...choicesOf(dayToday()).map(({ grade, load }) => {
    const by = button(grade === null ? phrase("Puzzle of the day") : capitalize(nameOf(grade)), () => void run(async () => open(await load())));
    if (grade !== null) void load().then((data) => by.replaceChildren(capitalize(nameOf(data.grade ?? grade))), () => {}); // which may be harder
    return by;
  }));
  const generator = generateForm(app, run, open);
  const first = FIRST_PUZZLES.map((puzzle) => choiceButton(String(puzzle.id), String(puzzle.about), () => open(puzzle)));
  dialog.replaceChildren(
    sheet(
      dialog,
      phrase("Puzzles"),
      busy,
      error,
      h(
        "div",
        { class: "columns" },
        h("div", {}, h("section", {}, h("h3", {}, phrase("Today")), today), generator.element, openForm(app, run, open, showError)),
        h("div", {}, h("section", {}, h("h3", {}, phrase("First puzzles")), h("div", { class: "choices" }, ...first)), h("section", {}, h("h3", {}, phrase("Recently played")), recent)),
      ),
    ),
  );

  return () => {
    error.textContent = "";
    app.session.store();
    const games = recentGames().slice(0, 8);
    recent.replaceChildren(...games.map((game) => recentButton(game, open)), ...(games.length === 0 ? [h("p", {}, phrase("No games yet."))] : []));
    showToday();
    dialog.showModal();
    today.querySelector("button")?.focus();
    void attempt(generator.loadOptions, showError);
  };
}

/** @param {string} name @param {string} about @param {() => void} press */
const choiceButton = (name, about, press) => h("button", { type: "button", class: "choice", onclick: press }, h("strong", {}, name), h("span", {}, about));

/** @param {import("../service/recent-games.js").Recent} game @param {(data: PuzzleData) => void} open */
function recentButton(game, open) {
  const { summary, isSolved, progress } = game;
  const state = isSolved ? phrase("solved") : phrase("{percent} %", { percent: Math.min(99, Math.round(progress * 100)) });
  const puzzle = puzzleOfGame(game);
  return choiceButton(puzzle ? titleOf(puzzle) : "", `${summary}, ${state}`, () => puzzle && open(puzzle));
}

/**
 * @param {App} app
 * @param {(action: () => Promise<void>) => Promise<void>} run @param {(data: PuzzleData) => void} open
 */
function generateForm(app, run, open) {
  const size = select("generate-size", [...SIZES.map(([name]) => /** @type {const} */ ([name, name.replace("x", " × ")])), [OTHER, phrase("another size")]]);
  const side = (/** @type {string} */ id) => h("input", { id, type: "number", inputmode: "numeric", min: 1, max: MAX_GENERATED_SIDE, value: "10", required: true, disabled: true });
  const [height, width] = [side("generate-rows"), side("generate-columns")];
  const sides = h("div", { class: "pair", hidden: true }, field(phrase("Height"), height), field(phrase("Width"), width));
  const grade = select("generate-grade", [...GRADES.map((name) => /** @type {const} */ ([name, nameOf(name)])), ["any", phrase("any")]]);
  const fleet = h("input", { id: "generate-fleet", value: SIZES[2][1], spellcheck: "false", autocomplete: "off", pattern: "\\s*\\d+:\\d+(\\s*[, ]\\s*\\d+:\\d+)*\\s*", title: phrase("length:count, like 4:1,3:2") });
  size.value = SIZES[2][0];
  size.addEventListener("change", () => {
    fleet.value = SIZES.find(([name]) => name === size.value)?.[1] ?? fleet.value;
    more.open ||= size.value === OTHER; // its fleet is the user's
    sides.hidden = height.disabled = width.disabled = size.value !== OTHER; // a disabled field is not validated
  });
  const more = h("details", { class: "more" }, h("summary", {}, phrase("More options")), field(phrase("Fleet (length:count)"), fleet));
  /** @type {ReturnType<typeof import("./generator-options.js").generatorOptions> | undefined} */
  let options;
  const loadOptions = async () => {
    const { generatorOptions } = await import("./generator-options.js").catch(() => {
      throw new ApiError("offline", phrase("The options could not be loaded."));
    });
    return (options ??= generatorOptions(form, more, { restores: !isChanged }));
  };
  const generate = async () => {
    const { recipe, showFaults } = await loadOptions();
    const body = recipe();
    if (!body) return;
    try {
      const puzzle = await app.api.generate(body).catch(withAdvice);
      open(named(puzzle));
    } catch (error) {
      const faults = error instanceof ApiError ? error.faults : [];
      if (faults.length === 0 || showFaults(faults).length > 0) throw error;
    }
  };
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    void run(generate);
  };
  const generateButton = h("button", { class: "primary", type: "submit" }, phrase("Generate"));
  // Faults are shown beside the fields, also beside those that are folded away, where the browser would show none.
  const form = h("form", { class: "generate", novalidate: true, onsubmit: submit }, field(phrase("Size"), size), field(phrase("Grade"), grade), sides, more, generateButton);
  let isChanged = false; // by the user, before the options are there
  form.addEventListener("change", () => (isChanged = true), { once: true });
  const element = h("section", {}, h("h3", {}, phrase("New puzzle")), form);
  return { element, loadOptions };
}

/** Adds to the message of a request that took too long what may be generated instead. @param {unknown} error @returns {never} */
function withAdvice(error) {
  if (!(error instanceof ApiError) || error.kind !== "busy") throw error;
  throw new ApiError("busy", [error.message, phrase("Generate again to try another puzzle, or choose another grade or a smaller board.")].join(" "));
}

/**
 * @param {App} app
 * @param {(action: () => Promise<void>) => Promise<void>} run @param {(data: PuzzleData, stored?: unknown) => void} open
 * @param {(text: string) => void} showError
 */
function openForm(app, run, open, showError) {
  const text = h("textarea", { id: "paste-text", rows: 5, maxlength: MAX_TEXT, spellcheck: "false", placeholder: "https://puzz.link/p?battleship/…" });
  // A field with millions of characters would hold up the page.
  const refuseHuge = (/** @type {Event} */ event, /** @type {string | undefined} */ entered) => {
    if ((entered?.length ?? 0) <= MAX_TEXT) return;
    event.preventDefault();
    showError(tooLongText(entered?.length ?? 0));
  };
  text.addEventListener("paste", (event) => refuseHuge(event, event.clipboardData?.getData("text/plain")));
  text.addEventListener("drop", (event) => refuseHuge(event, event.dataTransfer?.getData("text/plain")));
  const file = h("input", { type: "file", id: "paste-file", "aria-label": phrase("File with a puzzle or a saved game"), tabindex: -1, class: "visually-hidden", onchange: () => void run(openFile) });

  /** @param {string} source */
  const openText = async (source) => {
    const data = puzzleInLink(source);
    if (data) return open(data);
    const day = dayInLink(source);
    if (day !== null) return open(await puzzleOfLink(day));
    const saved = savedGame(source);
    if (saved) return open(saved.puzzle, saved);
    if (source.length > MAX_TEXT) throw new ApiError("refused", tooLongText(source.length));
    const { text: json, from } = await app.api.convert(source, "json");
    const [first, ...others] = json.trim().split("\n");
    const { data: puzzle, fault } = puzzleFrom(JSON.parse(first));
    if (!puzzle) throw new ApiError("refused", phrase("The page cannot show this puzzle: {fault}.", { fault }));
    if (from === "text" && shipSquares(puzzleOf(puzzle)) === 0) throw new ApiError("refused", phrase("The fleet is missing: add a line like fleet: 4:1, 3:2, 2:3, 1:4."));
    open(puzzle);
    if (others.length > 0) app.showMessage(phrase("Opened the first of {number} puzzles.", { number: others.length + 1 }));
  };
  const openFile = async () => {
    const chosen = file.files?.[0];
    file.value = "";
    if (chosen && chosen.size > MAX_FILE) throw new ApiError("refused", tooLongFile(chosen.size));
    if (chosen) await openText(await chosen.text());
  };
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    if (text.value.trim() !== "") return void run(() => openText(text.value));
    showError(phrase("Paste a puzzle here, or open a file."));
    text.focus();
  };
  return h(
    "section",
    { class: "paste" },
    h("h3", {}, phrase("Your own puzzle")),
    h(
      "form",
      { onsubmit: submit },
      h("label", { for: "paste-text" }, phrase("Paste a puzzle in any format, a puzz.link address or a link to this page")),
      text,
      actions(h("button", { class: "quiet", type: "submit" }, phrase("Open")), button(phrase("Open a file…"), () => file.click(), { icon: "open" }), file),
    ),
  );
}

/** @param {number} number  of characters */
const tooLongText = (number) => phrase("This text has {number} characters; a puzzle has up to {most}.", { number, most: MAX_TEXT });

/** @param {number} number  of bytes */
const tooLongFile = (number) => phrase("This file has {number} bytes; a puzzle has up to {most}.", { number, most: MAX_TEXT });

/** The puzzle in a link to this page, or `null`. @param {string} text */
export const puzzleInLink = (text) => fromFragment(fragmentInLink(text, "#r="));

/** The day in a link to the puzzle of a day, or `null`. @param {string} text */
const dayInLink = (text) => dayInFragment(fragmentInLink(text, "#d="));

/** The fragment of an address, or "". @param {string} text @param {string} start  of the fragment */
function fragmentInLink(text, start) {
  const address = text.trim();
  const at = address.lastIndexOf(start);
  return at < 0 || /\s/.test(address) ? "" : address.slice(at);
}

/** The game that the page saved to a file, or `null`; only its puzzle has been validated. @param {string} text @returns {{puzzle: PuzzleData} | null} */
export function savedGame(text) {
  try {
    const data = JSON.parse(text);
    const puzzle = data?.bimaru === 1 ? readPuzzle(data.puzzle) : null;
    return puzzle && { ...data, puzzle };
  } catch {
    return null;
  }
}
