/** Getting a puzzle: made to order, of the day, pasted, from a file, one to start with, or one left unfinished. */

import { ApiError, attempt } from "../service/api.js";
import { FIRST } from "./first-puzzles.js";
import { button, byId, field, h } from "../dom.js";
import { fromFragment } from "../service/permalink.js";
import { recentGames } from "../service/storage.js";
import { isPuzzle } from "../validation.js";

/** @typedef {import("../board/puzzle.js").PuzzleData} PuzzleData */

const GRADES = ["easy", "intermediate", "hard", "expert"];
const BUSY_AFTER = 300; // milliseconds
/** Sizes with a fleet that suits them. */
const SIZES = [
  ["6x6", "3:1,2:2,1:3"],
  ["8x8", "4:1,3:1,2:2,1:3"],
  ["10x10", "4:1,3:2,2:3,1:4"],
  ["12x12", "5:1,4:1,3:2,2:3,1:4"],
  ["15x15", "5:1,4:2,3:3,2:4,1:5"],
  ["20x20", "6:1,5:2,4:3,3:4,2:5,1:6"],
];

/** @param {import("../app.js").App} app */
export function puzzlesDialog(app) {
  const dialog = /** @type {HTMLDialogElement} */ (byId("puzzles"));
  const trouble = h("p", { class: "trouble", role: "alert" });
  const busy = h("p", { class: "busy", role: "status" });
  const recent = h("div", { class: "choices" });

  /** @param {PuzzleData} data @param {unknown} [stored] */
  const open = (data, stored) => {
    if (!dialog.open) return; // who has turned away in the meantime goes on with the game
    dialog.close();
    app.turnTo("play");
    app.open(data, stored);
    app.view.focus(0);
  };

  /** Does something that may fail, and says so where the person is looking. @param {() => Promise<void>} action */
  const run = async (action) => {
    trouble.textContent = "";
    dialog.setAttribute("aria-busy", "true");
    const timer = setTimeout(() => (busy.textContent = "One moment…"), BUSY_AFTER);
    await attempt(action, (text) => {
      trouble.textContent = text;
      trouble.scrollIntoView({ block: "nearest" });
    });
    clearTimeout(timer);
    busy.textContent = "";
    dialog.removeAttribute("aria-busy");
  };

  const daily = () => run(async () => open(await app.api.daily()));

  const today = button("Puzzle of the day", () => void daily(), { icon: "day", class: "primary" });
  const first = FIRST.map((puzzle) => choice(String(puzzle.id), String(puzzle.about), () => open(puzzle)));
  dialog.replaceChildren(
    h(
      "div",
      { class: "sheet" },
      h("header", {}, h("h2", { id: "puzzles-title" }, "Puzzles"), button("Close", () => dialog.close(), { icon: "close", iconOnly: true })),
      busy,
      trouble,
      h(
        "div",
        { class: "columns" },
        h("div", {}, h("section", {}, h("h3", {}, "Today"), today), makeForm(app, run, open), pasteForm(app, run, open)),
        h("div", {}, h("section", {}, h("h3", {}, "To start with"), h("div", { class: "choices" }, ...first)), h("section", {}, h("h3", {}, "Lately played"), recent)),
      ),
    ),
  );

  return () => {
    trouble.textContent = "";
    app.session.keep();
    const games = recentGames().slice(0, 8);
    recent.replaceChildren(...games.map((game) => recentChoice(game, open)), ...(games.length === 0 ? [h("p", {}, "Nothing yet.")] : []));
    dialog.showModal();
    today.focus();
  };
}

/** @param {string} name @param {string} about @param {() => void} press */
const choice = (name, about, press) => h("button", { type: "button", class: "choice", onclick: press }, h("strong", {}, name), h("span", {}, about));

/** @param {import("../service/storage.js").Recent} game @param {(data: PuzzleData) => void} open */
function recentChoice({ key, name, summary, isSolved, progress }, open) {
  const state = isSolved ? "solved" : `${Math.min(99, Math.round(progress * 100))} %`;
  return choice(name || "A puzzle", `${summary}, ${state}`, () => {
    const data = fromFragment(key);
    if (data) open(name ? { ...data, id: name } : data);
  });
}

/**
 * @param {import("../app.js").App} app
 * @param {(action: () => Promise<void>) => Promise<void>} run @param {(data: PuzzleData) => void} open
 */
function makeForm(app, run, open) {
  const size = h("select", { id: "make-size" }, ...SIZES.map(([name]) => h("option", { value: name }, name.replace("x", " × "))));
  const grade = h("select", { id: "make-grade" }, ...GRADES.map((name) => h("option", { value: name }, name)));
  const fleet = h("input", { id: "make-fleet", value: SIZES[2][1], spellcheck: "false", autocomplete: "off", pattern: "\\s*\\d+:\\d+(\\s*[, ]\\s*\\d+:\\d+)*\\s*", required: true, title: "length:count, like 4:1,3:2" });
  size.value = SIZES[2][0];
  size.addEventListener("change", () => (fleet.value = SIZES.find(([name]) => name === size.value)?.[1] ?? fleet.value));
  const make = (/** @type {Event} */ event) => {
    event.preventDefault();
    void run(async () => {
      const made = await app.api.generate({ size: size.value, fleet: fleet.value, grade: grade.value });
      open({ ...made, id: made.id ?? `No. ${made.seed}` });
    });
  };
  return h(
    "section",
    {},
    h("h3", {}, "A new one"),
    h("form", { class: "make", onsubmit: make }, field("Size", size), field("Grade", grade), field("Fleet (length:count)", fleet), h("button", { class: "primary", type: "submit" }, "Make it")),
  );
}

/**
 * @param {import("../app.js").App} app
 * @param {(action: () => Promise<void>) => Promise<void>} run @param {(data: PuzzleData, stored?: unknown) => void} open
 */
function pasteForm(app, run, open) {
  const text = h("textarea", { id: "paste-text", rows: 5, spellcheck: "false", placeholder: "https://puzz.link/p?battleship/…", required: true });
  const file = h("input", { type: "file", id: "paste-file", "aria-label": "A file with a puzzle or a saved game", tabindex: -1, class: "visually-hidden", onchange: () => void run(openFile) });

  /** @param {string} given */
  const openText = async (given) => {
    const data = linked(given);
    if (data) return open(data);
    const saved = savedGame(given);
    if (saved) return open(saved.puzzle, saved);
    const { text: json } = await app.api.convert(given, "json");
    const [one, ...others] = json.trim().split("\n");
    const puzzle = JSON.parse(one);
    if (!isPuzzle(puzzle)) throw new ApiError("refused", "It has more kinds of ships than any grid has room for.");
    open(puzzle);
    if (others.length > 0) app.message(`This is the first of the ${others.length + 1} puzzles in it.`);
  };
  const openFile = async () => {
    const chosen = file.files?.[0];
    file.value = "";
    if (chosen) await openText(await chosen.text());
  };
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    void run(() => openText(text.value));
  };
  return h(
    "section",
    { class: "paste" },
    h("h3", {}, "One that you have"),
    h(
      "form",
      { onsubmit: submit },
      h("label", { for: "paste-text" }, "Paste a puzzle in any format, a puzz.link address or a link to this page"),
      text,
      h("div", { class: "actions" }, h("button", { class: "primary", type: "submit" }, "Open"), button("Open a file…", () => file.click(), { icon: "open" }), file),
    ),
  );
}

/** The puzzle in a link to this page. @param {string} text */
export function linked(text) {
  const address = text.trim();
  const start = address.lastIndexOf("#r=");
  return start < 0 || /\s/.test(address) ? null : fromFragment(address.slice(start));
}

/** What this page saved to a file, if its puzzle is sound. @param {string} text @returns {{puzzle: PuzzleData} | null} */
export function savedGame(text) {
  try {
    const data = JSON.parse(text);
    return data?.bimaru === 1 && isPuzzle(data.puzzle) ? data : null;
  } catch {
    return null;
  }
}
