/** All games, to search by words, state, grade and size, and to open or replay. */

import { nameShown, titleOf } from "../names.js";
import { button, field, h, tool } from "../dom.js";
import { select } from "../choices.js";
import { counted, language, locale, nameOf, phrase } from "../language.js";
import { formatTime } from "../play/session.js";
import { fromFragment, keyOf } from "../service/permalink.js";
import { puzzleOfGame } from "../service/recent-games.js";

/** @import { Entry } from "./entries.js" */
/** @import { Logbook, View } from "./views.js" */

const [ANY, UNFINISHED, SOLVED] = [phrase("any"), phrase("unfinished"), phrase("solved")];
const AT_ONCE = 40; // games that are shown, and again with each "Show more"

/** @param {Logbook} logbook @returns {Promise<View>} */
export async function gamesView(logbook) {
  const entries = await logbook.archive.entries();
  let shown = AT_ONCE;
  const search = h("input", { id: "games-search", type: "search", autocomplete: "off", spellcheck: "false", oninput: () => restart() });
  const state = choice("games-state", [UNFINISHED, SOLVED]);
  const grade = choice("games-grade", valuesOf(entries, gradeOf));
  const size = choice("games-size", valuesOf(entries, (entry) => entry.size));
  const count = h("p", { class: "fine", role: "status" });
  const list = h("ul", { class: "games" });
  const more = button(phrase("Show more"), () => ((shown += AT_ONCE), show()), { class: "quiet wide" });

  /** @param {string} id @param {string[]} values */
  function choice(id, values) {
    return select(id, [ANY, ...values].map((value) => [value, nameOf(value)]), restart);
  }

  function restart() {
    shown = AT_ONCE;
    show();
  }

  function show() {
    const chosen = (/** @type {HTMLSelectElement} */ select, /** @type {string} */ value) => select.value === ANY || select.value === value;
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    const found = entries.filter((entry) => {
      const text = textOf(entry);
      return words.every((word) => text.includes(word)) && chosen(grade, gradeOf(entry)) && chosen(size, entry.size)
        && chosen(state, entry.isSolved ? SOLVED : UNFINISHED);
    });
    const none = entries.length === 0 ? phrase("No games yet.") : phrase("No game fits.");
    count.textContent = found.length === 0 ? none : counted("1 game", "{count} games", found.length);
    list.replaceChildren(...found.slice(0, shown).map(item));
    more.hidden = found.length <= shown;
  }

  /** @param {Entry} entry */
  function item(entry) {
    const name = nameOfGame(entry);
    const open = () => {
      const data = puzzleOfGame(entry);
      if (data) logbook.open({ ...data, grade: entry.grade, ...(entry.day ? { day: entry.day } : {}) });
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
  const filters = h("div", { class: "filters" }, field(phrase("State"), state), field(phrase("Grade"), grade), field(phrase("Size"), size));
  return { element: h("section", {}, field(phrase("Search by name, size, grade, date or word"), search), filters, count, list, more) };
}

/** @param {Logbook} logbook @param {string} key */
const fileOf = async ({ archive }, key) =>
  (await archive.load(key)) ?? (await archive.files()).find((file) => file?.puzzle && keyOf(file.puzzle) === key);

/** @param {Entry} entry */
const gradeOf = ({ grade }) => grade ?? phrase("unknown");

/** The values that occur, in order. @param {Entry[]} entries @param {(entry: Entry) => string} valueOf */
const valuesOf = (entries, valueOf) => [...new Set(entries.map(valueOf))].sort((one, other) => one.localeCompare(other, language, { numeric: true }));

/** What stands beside the name. @param {Entry} entry */
function aboutOf({ size, grade, isSolved, progress, seconds, hints, played }) {
  const state = isSolved ? phrase("solved in {time}", { time: formatTime(seconds) }) : Math.min(0.99, progress).toLocaleString(language, { style: "percent" });
  const date = played > 0 ? new Date(played).toLocaleDateString(locale) : null;
  return [size, grade && nameOf(grade), state, hints > 0 ? counted("1 hint", "{count} hints", hints) : null, date].filter(Boolean).join(", ");
}

/** What a search looks through. @param {Entry} entry */
function textOf(entry) {
  const { key, name, size, words, day, played, isSolved } = entry;
  const dates = played > 0 ? [new Date(played).toISOString().slice(0, 10), new Date(played).toLocaleDateString(locale, { dateStyle: "long" })] : [];
  return [nameOfGame({ key, name }), name, size, size.replace("×", "x"), ...words, day, entry.grade, nameOf(gradeOf(entry)), isSolved ? SOLVED : UNFINISHED, ...dates].join(" ").toLowerCase();
}

/** The name of a game to show. @param {Pick<Entry, "key" | "name">} entry */
function nameOfGame({ key, name }) {
  const data = name ? null : fromFragment(key);
  return data ? titleOf(data) : nameShown(name);
}
