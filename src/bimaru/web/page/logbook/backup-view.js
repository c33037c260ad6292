/** Copies: the whole logbook as a file, and the content of such a file added to what is there. */

import { actions, button, download, h } from "../dom.js";
import { today } from "../daily/dates.js";
import { capitalize, counted, phrase } from "../language.js";
import { settings } from "../settings.js";
import { BackupError, mergeSettings, readBackup, writeBackup } from "./backup.js";

const MAX_FILE = 300e6; // bytes

/** @param {import("./views.js").Logbook} logbook @returns {Promise<import("./views.js").View>} */
export async function backupView({ archive, app }) {
  const message = h("p", { class: "fine", role: "status" });
  const error = h("p", { class: "error", role: "alert" });
  const label = phrase("File with a copy of a logbook");
  const file = h("input", { type: "file", id: "logbook-file", accept: ".json,application/json", "aria-label": label, tabindex: -1, class: "visually-hidden", onchange: () => void add() });

  /** @param {string} text @param {boolean} isError */
  const report = (text, isError = false) => {
    message.textContent = isError ? "" : text;
    error.textContent = isError ? text : "";
  };

  async function save() {
    app.session.store();
    const [games, solves] = [await archive.files(), await archive.solves()];
    download(`bimaru-logbook-${today()}.json`, new Blob([writeBackup(games, solves, new Date())], { type: "application/json" }));
    report(counted("Saved 1 game.", "Saved {count} games.", games.length));
  }

  async function add() {
    const chosen = file.files?.[0];
    file.value = "";
    if (!chosen) return;
    if (chosen.size > MAX_FILE) return report(phrase("This file is too large to be a copy of a logbook."), true);
    const text = await chosen.text().catch(() => null);
    if (text === null) return report(phrase("The file cannot be read."), true);
    try {
      const backup = readBackup(text);
      const isMerged = await archive.merge(backup.games, backup.solves);
      if (!isMerged) return report(phrase("This browser has no room for the games in this copy. Nothing was added."), true);
      mergeSettings(backup.settings);
      settings.apply();
      settings.dispatchEvent(new Event("theme"));
      await app.session.connect(archive); // the current game may be among them
      const games = counted("1 game", "{count} games", (await archive.entries()).length);
      const solves = counted("1 solved puzzle", "{count} solved puzzles", (await archive.solves()).length);
      report(phrase("Added the copy. Now in the logbook: {games}, {solves}.", { games, solves }));
    } catch (fault) {
      if (!(fault instanceof BackupError)) throw fault;
      report(capitalize(fault.message), true);
    }
  }

  const element = h(
    "section",
    { class: "copies" },
    h("p", {}, phrase("Games stay in this browser. A copy in a file keeps them safe, and takes them to another browser or device: all games, solved puzzles and settings.")),
    h("p", {}, phrase("Adding a copy loses nothing: of two games of the same puzzle, the one played last stays.")),
    actions(
      button(phrase("Save a copy"), () => void save(), { icon: "save", class: "primary" }),
      button(phrase("Add a copy…"), () => file.click(), { icon: "open" }),
      file,
    ),
    message,
    error,
  );
  return { element };
}
