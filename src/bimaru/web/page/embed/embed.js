/** The entry point of `embed.html`: one puzzle in the page of another site, with the chosen controls. */

import { Api } from "../service/api.js";
import { App } from "../app.js";
import { byId } from "../dom.js";
import { CONTROLS, SIZE_MESSAGE, chosenControls } from "./controls.js";
import { FIRST_PUZZLE } from "../play/first-puzzle.js";
import { phrase, translateDocument } from "../language.js";
import { showHeadline } from "../play/headline.js";
import { backendOfPage, galleryAddress } from "../service/backend.js";
import { fromFragment, toFragment } from "../service/permalink.js";
import { playMode } from "../play/play.js";
import { Session } from "../play/session.js";
import { waitingLine } from "../service/waiting.js";

translateDocument();
const chosen = chosenControls(location.search);
const allowed = new Set(CONTROLS.filter(([name]) => chosen.includes(name)).flatMap(([, , commands]) => commands));
const has = (/** @type {string} */ name) => chosen.includes(name);

const session = new Session();
const app = new App(session, new Api(await backendOfPage()), { keepsHistory: false });
const linked = fromFragment(location.hash);
const openPage = () => void open(byId("page").getAttribute("href") ?? "./", "_blank", "noopener");
const mode = playMode(app, { puzzles: openPage, help: openPage });
const { handlers } = mode;

if (has("title") || has("clock")) {
  showHeadline(app);
  if (!has("title")) byId("headline").querySelector(".what")?.remove();
  if (!has("clock")) byId("headline").querySelector(".clock")?.remove();
} else byId("headline").remove();
byId("notices").append(waitingLine(app.api));
app.start([{ ...mode, handlers: { ...handlers, command: (name) => allowed.has(name) && handlers.command(name) } }]);
for (const part of mode.bar.querySelectorAll("button, .gap")) {
  if (!allowed.has(/** @type {HTMLElement} */ (part).dataset.command ?? "")) part.remove();
}
const fleet = mode.panel.querySelector(".fleet");
if (has("fleet") && fleet) byId("fleet").append(fleet);
app.open(linked ?? FIRST_PUZZLE);
if (!linked) app.showMessage(phrase("The link to this puzzle is incomplete."), { kind: "bad" });

if (has("link")) byId("page").setAttribute("href", `${galleryAddress() === null ? "./" : "play.html"}#${toFragment(session.puzzle.data)}`);
else byId("page").parentElement?.remove();

// The page around can make the frame as high as the puzzle. Only the height is sent, so any page may have it.
const report = () => parent.postMessage({ type: SIZE_MESSAGE, height: Math.ceil(document.body.getBoundingClientRect().height) }, "*");
new ResizeObserver(report).observe(document.body);
