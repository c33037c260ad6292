/** The logbook: a dialog with the calendar of the days' puzzles, all games, statistics, and copies; loaded when it is first opened. */

import { sheet } from "../dialog.js";
import { button, h, loadSheet } from "../dom.js";
import { capitalize, phrase } from "../language.js";
import { attempt } from "../service/api.js";
import { archive } from "./archive.js";
import { backupView } from "./backup-view.js";
import { calendarView } from "./calendar.js";
import { gamesView } from "./games-list.js";
import { replayView } from "./replay.js";
import { statisticsView } from "./statistics-view.js";

/**
 * @import { App } from "../app.js"
 * @import { Logbook, View } from "./views.js"
 */

const TABS = { calendar: phrase("Calendar"), games: phrase("Games"), statistics: phrase("Statistics"), copies: phrase("Copies") };
/** @type {Record<string, (logbook: Logbook) => Promise<View>>} */
const VIEWS = { calendar: calendarView, games: gamesView, statistics: statisticsView, copies: backupView };

/** @param {App} app @returns {(tab?: string) => void}  opens the dialog at a part of it, or at the replay of the current game */
export function logbookDialog(app) {
  loadSheet("logbook/logbook.css");
  const error = h("p", { class: "error", role: "alert" });
  const live = h("div", { class: "visually-hidden", role: "status", "aria-live": "polite" });
  const body = h("div", { class: "logbook-view" });
  const tabs = Object.keys(VIEWS).map((name) => button(TABS[/** @type {"games"} */ (name)], () => void show(name), { class: "tab" }));
  const dialog = h("dialog", { id: "logbook", "aria-labelledby": "logbook-title", onclose: () => leave() });
  const parts = h("nav", { class: "tabs", "aria-label": phrase("Parts of the logbook") }, ...tabs);
  dialog.append(sheet(dialog, phrase("Logbook"), parts, error, body, live));
  document.body.append(dialog);
  let leave = () => {};
  let connected = Promise.resolve();
  /** Counts the views, so that one that comes late is not shown. */
  let turn = 0;

  /** @param {() => Promise<unknown>} action */
  const run = (action) => {
    error.textContent = "";
    return attempt(action, (text) => (error.textContent = capitalize(text)));
  };
  /** @param {import("../board/puzzle.js").PuzzleData} data */
  const open = (data) => {
    dialog.close();
    app.switchTo("play");
    app.open(data);
    app.view.focus(0);
  };

  /** @param {string} name @param {(logbook: Logbook) => Promise<View>} [make] */
  async function show(name, make = VIEWS[name]) {
    const mine = (turn += 1);
    leave();
    leave = () => {};
    error.textContent = "";
    tabs.forEach((tab, i) => tab.setAttribute("aria-pressed", String(Object.keys(VIEWS)[i] === name)));
    body.replaceChildren(h("p", { class: "fine" }, phrase("Loading…")));
    await connected;
    const view = await make({ app, archive: await archive(), open, replay, run, announce: (text) => void (live.textContent = text) });
    if (mine !== turn) return view.leave?.();
    leave = () => view.leave?.();
    body.replaceChildren(view.element);
  }

  /** @param {any} file  of a game */
  const replay = (file) => void show("games", async (logbook) => replayView(logbook, file));

  return (tab = "calendar") => {
    connected = archive().then((opened) => app.session.connect(opened)); // so that it has the current game
    if (!dialog.open) dialog.showModal();
    if (tab === "replay") replay(JSON.parse(JSON.stringify(app.session.toFile())));
    else void show(tab);
  };
}
