/** The entry point: creates the parts of the page, connects them, and opens the first puzzle. */

import { Api } from "./service/api.js";
import { App } from "./app.js";
import { backendOfPage, galleryAddress } from "./service/backend.js";
import { zoomButtons } from "./board/viewport.js";
import { button, byId, h, loadSheet, sheetsLoaded } from "./dom.js";
import { isSeen } from "./play/newcomer.js";
import { FIRST_PUZZLE } from "./play/first-puzzle.js";
import { showHeadline } from "./play/headline.js";
import { lazily, lazyMode } from "./lazy.js";
import { keyOf, readFragment } from "./service/permalink.js";
import { playMode } from "./play/play.js";
import { Session } from "./play/session.js";
import { storageLine } from "./play/share.js";
import { puzzleOfGame, recentGames } from "./service/recent-games.js";
import { loadSetting } from "./service/stored-values.js";
import { settings } from "./settings.js";
import { themeButton } from "./theme-button.js";
import { waitingLine } from "./service/waiting.js";
import { chosenLanguage, language, phrase, translateDocument } from "./language.js";

const LATER = 1_000; // milliseconds

translateDocument();
settings.apply();
const session = new Session();
settings.addEventListener("language", () => {
  session.store();
  if (chosenLanguage() !== language) location.reload();
});
const api = new Api(await backendOfPage());
const app = new App(session, api);

/** Opens a dialog unless one is open: pressing twice while its files are loaded opens it once. @template {unknown[]} T @param {() => Promise<(...values: T) => unknown>} load */
const lazyDialog = (load) =>
  lazily(app, async () => {
    loadSheet("dialogs.css");
    loadSheet("forms.css");
    const [open, { openDialog }] = await Promise.all([load(), import("./back-button.js")]);
    await sheetsLoaded();
    return (/** @type {T} */ ...values) => openDialog() ?? open(...values);
  });

const logbook = lazyDialog(async () => (await import("./logbook/logbook.js")).logbookDialog(app));
const dialogs = {
  puzzles: lazyDialog(async () => (await import("./play/puzzles-dialog.js")).puzzlesDialog(app)),
  help: lazyDialog(async () => (await import("./help.js")).helpDialog(app)),
  settings: lazyDialog(async () => (await import("./settings-panel.js")).settingsPanel()),
  logbook: () => logbook(),
  replay: () => logbook("replay"),
  shareResult: lazily(app, async () => (await import("./logbook/share-result.js")).shareResult.bind(null, app)),
};

byId("home").addEventListener("click", () => app.switchTo("start"));
byId("home").title = phrase("Start");
showHeadline(app);
byId("skip").addEventListener("click", (event) => {
  event.preventDefault(); // the address keeps its puzzle
  app.view.focus(app.view.focused);
});
const storage = storageLine(session);
byId("notices").append(waitingLine(api), storage); // beside the board, so that it keeps its place
byId("zoom").append(...zoomButtons(app.view));
byId("tools").append(
  ...(galleryAddress() === null ? [] : [h("a", { href: "./", class: "link" }, phrase("All puzzles"))]),
  button(phrase("Puzzles"), dialogs.puzzles, { icon: "puzzles", keys: "N", title: phrase("Puzzles") }),
  button(phrase("Logbook"), dialogs.logbook, { icon: "day", iconOnly: true, keys: "G" }),
  themeButton(),
  button(phrase("Settings"), dialogs.settings, { icon: "settings", iconOnly: true, keys: "," }),
  button(phrase("Help"), dialogs.help, { icon: "help", iconOnly: true, keys: "?" }),
);
// The modes, in the order of their tabs.
app.start([
  playMode(app, dialogs),
  lazyMode({ id: "learn", label: phrase("Learn"), icon: "learn" }, async () => (await import("./learn/learn.js")).learnMode(app, dialogs)),
  lazyMode({ id: "editor", label: phrase("Set"), icon: "edit" }, async () => (await import("./editor/editor.js")).editorMode(app, dialogs)),
  lazyMode({ id: "start", label: phrase("Start"), icon: "puzzles", hasTab: false }, async () => (await import("./start/start.js")).startMode(app, dialogs)),
  lazyMode({ id: "tutorial", label: phrase("Lessons"), icon: "learn", hasTab: false }, async () => (await import("./tutorial/tutorial.js")).tutorialMode(app, dialogs)),
]);

const guide = lazily(app, async () => {
  const { startGuide } = await import("./start/guide.js");
  return (/** @type {string | undefined} */ key) => startGuide(app, key);
});

/** Opens the puzzle in the address, otherwise the one that was played last, otherwise a first puzzle. */
function openFirst() {
  const { hash } = location;
  const { data, fault } = readFragment(hash);
  if (data) {
    app.restore(data, modeInAddress());
    const key = keyOf(data);
    if (key === loadSetting("guide", "")) guide(key); // the page was loaded again
    return;
  }
  openLast({ keepsAddress: hash.length > 1 });
  if (hash.length > 1) void openLink(hash, fault);
  else if (galleryAddress() === null && isSeen()) app.switchTo("start");
  else if (galleryAddress() === null) guide(undefined);
}

/** Opens the puzzle that was played last, otherwise a first puzzle. @param {{keepsAddress: boolean}} how  as of `App.open` */
function openLast(how) {
  const [last] = recentGames();
  app.open((last && puzzleOfGame(last)) ?? FIRST_PUZZLE, undefined, how);
}

/** Opens what a fragment without a puzzle stands for. @param {string} fragment @param {string} fault */
const openLink = async (fragment, fault) => (await import("./daily/open-link.js")).openLink(app, fragment, fault);

const modeInAddress = () => new URLSearchParams(location.hash.slice(1)).get("m") ?? "play";

// An entry of the history, or an address typed by hand.
addEventListener("hashchange", () => {
  const { data, fault } = readFragment(location.hash);
  if (data) app.restore(data, modeInAddress());
  else if (location.hash.length < 2) app.switchTo("start");
  else void openLink(location.hash, fault);
});
openFirst();
// Loaded after everything that playing needs: printing, hints, results, what keeps the page for use without a network, the archive of all games.
setTimeout(async () => {
  void import("./service/printing.js").then(({ preparePrinting }) => preparePrinting(app), () => {});
  void Promise.all([import("./play/hints-and-mistakes.js"), import("./play/result.js")]).catch(() => {}); // tried again when they are needed
  void import("./service/offline.js").then(({ offlineLine }) => storage.after(offlineLine(api, () => session.store())), () => {});
  const { archive } = await import("./logbook/archive.js").catch(() => ({ archive: () => null })); // without it, the recent games are still stored
  await session.connect(await archive());
}, LATER);
performance.mark("usable");
