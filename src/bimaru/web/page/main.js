/** Where the page begins: its parts are made and put together, and the first puzzle is opened. */

import { Api } from "./service/api.js";
import { App } from "./app.js";
import { button, byId } from "./dom.js";
import { FIRST } from "./play/first-puzzles.js";
import { puzzlesDialog } from "./play/puzzles-dialog.js";
import { headline } from "./play/headline.js";
import { helpDialog } from "./help.js";
import { lazyMode } from "./lazy-mode.js";
import { fromFragment } from "./service/permalink.js";
import { playMode } from "./play/play.js";
import { Session } from "./play/session.js";
import { recentGames } from "./service/storage.js";
import { themeButton } from "./theme.js";
import { zoomButtons } from "./board/zoom.js";

const session = new Session();
const app = new App(session, new Api());
const dialogs = { puzzles: puzzlesDialog(app), help: helpDialog() };

headline(app);
zoomButtons(app.view);
byId("tools").append(
  button("Puzzles", dialogs.puzzles, { icon: "puzzles", class: "primary", keys: "N" }),
  themeButton(),
  button("Help", dialogs.help, { icon: "help", iconOnly: true, keys: "?" }),
);
// The modes, in the order of their tabs.
app.start([
  playMode(app, dialogs),
  lazyMode({ id: "learn", label: "Learn", icon: "learn" }, async () => (await import("./learn/learn.js")).learnMode(app, dialogs)),
  lazyMode({ id: "set", label: "Set", icon: "edit" }, async () => (await import("./editor/editor.js")).setMode(app)),
]);

/** The puzzle of the address, or else the one that was played last, or else the first of all. */
function openFirst() {
  const [last] = recentGames();
  const kept = last && fromFragment(last.key);
  const linked = fromFragment(location.hash);
  if (linked) return app.open(linked);
  const isBroken = location.hash.length > 1;
  app.open(kept ? { ...kept, id: last.name || null } : FIRST[0]);
  if (isBroken) app.message("The address does not hold a whole puzzle.", { kind: "bad" });
}

addEventListener("hashchange", () => {
  const linked = fromFragment(location.hash);
  if (!linked) return app.message("The address does not hold a whole puzzle.", { kind: "bad" });
  app.turnTo("play");
  app.open(linked);
});
openFirst();
performance.mark("usable");
