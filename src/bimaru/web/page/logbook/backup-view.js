/** Copies: the whole logbook as a file, and the content of such a file added to what is there. */

import { actions, button, capitalize, download, h } from "../dom.js";
import { today } from "../daily/days.js";
import { counted, phrase } from "../language.js";
import { settings } from "../settings.js";
import { BackupError, mergeSettings, readBackup, writeBackup } from "./backup.js";

const TEXTS = {
  about: phrase("Games stay in this browser. A copy in a file keeps them safe, and takes them to another browser or device: all games, solved puzzles and settings."),
  merging: phrase("Adding a copy loses nothing: of two games of the same puzzle, the one played last stays."),
  save: phrase("Save a copy"),
  add: phrase("Add a copy…"),
  file: phrase("File with a copy of a logbook"),
  tooLarge: phrase("This file is too large to be a copy of a logbook."),
  noRoom: phrase("This browser has no room for the games in this copy. Nothing was added."),
  unreadable: phrase("The file cannot be read."),
  saved: (/** @type {number} */ games) => counted("Saved 1 game.", "Saved {count} games.", games),
  added: (/** @type {number} */ games, /** @type {number} */ solves) => phrase("Added the copy. Now in the logbook: {games}, {solves}.", {
    games: counted("1 game", "{count} games", games),
    solves: counted("1 solved puzzle", "{count} solved puzzles", solves),
  }),
};
const MAX_FILE = 300e6; // bytes

/** @param {import("./views.js").Logbook} logbook @returns {Promise<import("./views.js").View>} */
export async function backupView({ archive, app }) {
  const message = h("p", { class: "fine", role: "status" });
  const error = h("p", { class: "error", role: "alert" });
  const file = h("input", { type: "file", id: "logbook-file", accept: ".json,application/json", "aria-label": TEXTS.file, tabindex: -1, class: "visually-hidden", onchange: () => void add() });

  /** @param {string} text @param {boolean} isError */
  const report = (text, isError = false) => {
    message.textContent = isError ? "" : text;
    error.textContent = isError ? text : "";
  };

  async function save() {
    app.session.store();
    const [games, solves] = [await archive.files(), await archive.solves()];
    download(`bimaru-logbook-${today()}.json`, new Blob([writeBackup(games, solves, new Date())], { type: "application/json" }));
    report(TEXTS.saved(games.length));
  }

  async function add() {
    const chosen = file.files?.[0];
    file.value = "";
    if (!chosen) return;
    if (chosen.size > MAX_FILE) return report(TEXTS.tooLarge, true);
    const text = await chosen.text().catch(() => null);
    if (text === null) return report(TEXTS.unreadable, true);
    try {
      const backup = readBackup(text);
      if (!(await archive.merge(backup.games, backup.solves))) return report(TEXTS.noRoom, true);
      mergeSettings(backup.settings);
      settings.apply();
      settings.dispatchEvent(new Event("theme"));
      await app.session.connect(archive); // the current game may be among them
      const [games, solves] = [await archive.entries(), await archive.solves()];
      report(TEXTS.added(games.length, solves.length));
    } catch (fault) {
      if (!(fault instanceof BackupError)) throw fault;
      report(capitalize(fault.message), true);
    }
  }

  const element = h(
    "section",
    { class: "copies" },
    h("p", {}, TEXTS.about),
    h("p", {}, TEXTS.merging),
    actions(button(TEXTS.save, () => void save(), { icon: "save", class: "primary" }), button(TEXTS.add, () => file.click(), { icon: "open" }), file),
    message,
    error,
  );
  return { element };
}
