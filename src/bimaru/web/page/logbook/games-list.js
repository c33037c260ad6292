/** All games, to search by words, state, grade and size, and to open or replay. */

import { nameShown, titleOf } from "../names.js";
import { button, field, h, tool } from "../dom.js";
import { counted, language, nameOf, phrase } from "../language.js";
import { formatTime } from "../play/session.js";
import { fromFragment, keyOf } from "../service/permalink.js";

/** @typedef {import("./entries.js").Entry} Entry */

const TEXTS = {
  search: phrase("Search by name, size, grade, date or word"),
  state: phrase("State"),
  grade: phrase("Grade"),
  size: phrase("Size"),
  any: phrase("any"),
  unfinished: phrase("unfinished"),
  solved: phrase("solved"),
  unknown: phrase("unknown"),
  none: phrase("No games yet."),
  noneFound: phrase("No game fits."),
  found: (/** @type {number} */ number) => counted("1 game", "{count} games", number),
  more: phrase("Show more"),
  solvedIn: (/** @type {string} */ time) => phrase("solved in {time}", { time }),
  hints: (/** @type {number} */ number) => counted("1 hint", "{count} hints", number),
};
const AT_ONCE = 40; // games that are shown, and again with each "Show more"

/** @param {import("./views.js").Logbook} logbook @returns {Promise<import("./views.js").View>} */
export async function gamesView(logbook) {
  const entries = await logbook.archive.entries();
  let shown = AT_ONCE;
  const search = h("input", { id: "games-search", type: "search", autocomplete: "off", spellcheck: "false", oninput: () => restart() });
  const state = choice("games-state", [TEXTS.unfinished, TEXTS.solved]);
  const grade = choice("games-grade", valuesOf(entries, gradeOf));
  const size = choice("games-size", valuesOf(entries, (entry) => entry.size));
  const count = h("p", { class: "fine", role: "status" });
  const list = h("ul", { class: "games" });
  const more = button(TEXTS.more, () => ((shown += AT_ONCE), show()), { class: "quiet wide" });

  /** @param {string} id @param {string[]} values */
  function choice(id, values) {
    return h("select", { id, onchange: () => restart() }, ...[TEXTS.any, ...values].map((value) => h("option", { value }, nameOf(value))));
  }

  function restart() {
    shown = AT_ONCE;
    show();
  }

  function show() {
    const chosen = (/** @type {HTMLSelectElement} */ select, /** @type {string} */ value) => select.value === TEXTS.any || select.value === value;
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    const found = entries.filter((entry) => {
      const text = textOf(entry);
      return words.every((word) => text.includes(word)) && chosen(grade, gradeOf(entry)) && chosen(size, entry.size)
        && chosen(state, entry.isSolved ? TEXTS.solved : TEXTS.unfinished);
    });
    count.textContent = entries.length === 0 ? TEXTS.none : found.length === 0 ? TEXTS.noneFound : TEXTS.found(found.length);
    list.replaceChildren(...found.slice(0, shown).map(item));
    more.hidden = found.length <= shown;
  }

  /** @param {Entry} entry */
  function item(entry) {
    const name = nameOfGame(entry);
    const open = () => {
      const data = fromFragment(entry.key);
      if (data) logbook.open({ ...data, ...(entry.name ? { id: entry.name } : {}), grade: entry.grade, ...(entry.day ? { day: entry.day } : {}) });
    };
    const replay = () => void logbook.run(async () => logbook.replay(await fileOf(logbook, entry.key)));
    return h(
      "li",
      {},
      h("button", { type: "button", class: "choice", onclick: open }, h("strong", {}, name), h("span", {}, aboutOf(entry))),
      entry.hasRecord && tool(phrase("Replay {name}", { name }), "play", replay),
    );
  }

  show();
  const filters = h("div", { class: "filters" }, field(TEXTS.state, state), field(TEXTS.grade, grade), field(TEXTS.size, size));
  return { element: h("section", {}, field(TEXTS.search, search), filters, count, list, more) };
}

/** @param {import("./views.js").Logbook} logbook @param {string} key */
const fileOf = async (logbook, key) => (await logbook.archive.load(key)) ?? (await logbook.archive.files()).find((file) => keyIn(file) === key);

/** @param {any} file */
const keyIn = (file) => (file?.puzzle ? keyOf(file.puzzle) : "");

/** @param {Entry} entry */
const gradeOf = ({ grade }) => grade ?? TEXTS.unknown;

/** The values that occur, in order. @param {Entry[]} entries @param {(entry: Entry) => string} valueOf */
const valuesOf = (entries, valueOf) => [...new Set(entries.map(valueOf))].sort((one, other) => one.localeCompare(other, language, { numeric: true }));

/** What stands beside the name. @param {Entry} entry */
function aboutOf({ size, grade, isSolved, progress, seconds, hints, played }) {
  const state = isSolved ? TEXTS.solvedIn(formatTime(seconds)) : Math.min(0.99, progress).toLocaleString(language, { style: "percent" });
  const date = played > 0 ? new Date(played).toLocaleDateString(language) : null;
  return [size, grade && nameOf(grade), state, hints > 0 ? TEXTS.hints(hints) : null, date].filter(Boolean).join(", ");
}

/** What a search looks through. @param {Entry} entry */
function textOf(entry) {
  const { key, name, size, words, day, played, isSolved } = entry;
  const dates = played > 0 ? [new Date(played).toISOString().slice(0, 10), new Date(played).toLocaleDateString(language, { dateStyle: "long" })] : [];
  return [nameOfGame({ key, name }), name, size, size.replace("×", "x"), ...words, day, entry.grade, nameOf(gradeOf(entry)), isSolved ? TEXTS.solved : TEXTS.unfinished, ...dates].join(" ").toLowerCase();
}

/** The name of a game to show. @param {Pick<Entry, "key" | "name">} entry */
function nameOfGame({ key, name }) {
  const data = name ? null : fromFragment(key);
  return data ? titleOf(data) : nameShown(name);
}
