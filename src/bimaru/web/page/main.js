/** The entry point: creates the parts of the page, connects them, and opens the first puzzle. */

import { Api } from "./service/api.js";
import { App } from "./app.js";
import { backendOfPage } from "./service/backend.js";
import { zoomButtons } from "./board/viewport.js";
import { button, byId, h } from "./dom.js";
import { FIRST_PUZZLES } from "./play/first-puzzles.js";
import { puzzlesDialog } from "./play/puzzles-dialog.js";
import { showHeadline } from "./play/headline.js";
import { lazyMode } from "./lazy-mode.js";
import { fromFragment, readFragment } from "./service/permalink.js";
import { playMode } from "./play/play.js";
import { Session } from "./play/session.js";
import { storageLine } from "./play/share.js";
import { recentGames } from "./service/storage.js";
import { galleryAddress } from "./service/gallery.js";
import { offlineLine } from "./service/offline.js";
import { settings } from "./settings.js";
import { themeButton } from "./theme.js";
import { preparePrinting } from "./service/printing.js";
import { waitingLine } from "./service/waiting.js";
import { chosenLanguage, language, phrase, translateDocument } from "./language.js";

translateDocument();
settings.apply();
const session = new Session();
settings.addEventListener("language", () => {
  session.store();
  if (chosenLanguage() !== language) location.reload();
});
const api = new Api(await backendOfPage());
const app = new App(session, api);
/** @type {(() => void) | undefined} */
let showSettings;
/** Opens the settings, whose panel is loaded first. */
async function openSettings() {
  showSettings ??= (await import("./settings-panel.js")).settingsPanel();
  showSettings();
}
/** @type {(() => void) | undefined} */
let showHelp;
/** Opens the help, which is loaded first. */
async function openHelp() {
  showHelp ??= (await import("./help.js")).helpDialog();
  showHelp();
}
const dialogs = { puzzles: puzzlesDialog(app), help: () => void openHelp(), settings: () => void openSettings() };

showHeadline(app);
preparePrinting(app);
byId("notice").after(waitingLine(api), storageLine(session), offlineLine(api, () => session.store()));
byId("zoom").append(...zoomButtons(app.view));
byId("tools").append(
  ...(galleryAddress() === null ? [] : [h("a", { href: "./", class: "link" }, phrase("All puzzles"))]),
  button(phrase("Puzzles"), dialogs.puzzles, { icon: "puzzles", class: "primary", keys: "N" }),
  themeButton(),
  button(phrase("Settings"), dialogs.settings, { icon: "settings", iconOnly: true, keys: "," }),
  button(phrase("Help"), dialogs.help, { icon: "help", iconOnly: true, keys: "?" }),
);
// The modes, in the order of their tabs.
app.start([
  playMode(app, dialogs),
  lazyMode({ id: "learn", label: phrase("Learn"), icon: "learn" }, async () => (await import("./learn/learn.js")).learnMode(app, dialogs)),
  lazyMode({ id: "editor", label: phrase("Set"), icon: "edit" }, async () => (await import("./editor/editor.js")).editorMode(app, dialogs)),
]);

/** Opens the puzzle in the address, otherwise the one that was played last, otherwise a first puzzle. */
function openFirst() {
  const { data, fault } = readFragment(location.hash);
  if (data) return app.restore(data, modeInAddress());
  const isBroken = location.hash.length > 1;
  const [last] = recentGames();
  const recent = last && fromFragment(last.key);
  app.open(recent ? { ...recent, id: last.name || null } : FIRST_PUZZLES[0]);
  if (isBroken) showBrokenLink(fault);
}

const modeInAddress = () => new URLSearchParams(location.hash.slice(1)).get("m") ?? "play";

/** @param {string} fault */
const showBrokenLink = (fault) => app.showMessage(phrase("The link does not contain a complete puzzle: {fault}.", { fault }), { kind: "bad" });

// An entry of the history, or an address typed by hand.
addEventListener("hashchange", () => {
  const { data, fault } = readFragment(location.hash);
  if (data) app.restore(data, modeInAddress());
  else showBrokenLink(fault);
});
openFirst();
performance.mark("usable");
