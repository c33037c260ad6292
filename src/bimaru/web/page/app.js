/**
 * What the modes share: the board, the game, the server, the voice, and the switch between modes.
 *
 * A mode is a `Mode`: a bar under the board, panels beside it, handlers for the board, and what to do
 * on entering and leaving. `main.js` lists the modes; a new one is a file and a line there. A mode
 * draws by `app.view.show(scene)`; the game that is played stays in `app.session`, whoever is on.
 */

import { BoardView } from "./board/board-view.js";
import { button, byId, h } from "./dom.js";
import { listen, listenForCommands } from "./board/input.js";
import { toFragment } from "./service/permalink.js";
import { addsUp } from "./board/puzzle.js";

/**
 * @typedef {{
 *   id: string, label: string, icon: string,
 *   bar: HTMLElement, panel: HTMLElement, handlers: import("./board/input.js").Handlers,
 *   enter(): void, leave(): void,
 * }} Mode
 */

export class App {
  /** @type {Mode[]} */
  modes = [];
  /** @type {Mode | null} */
  mode = null;
  view = new BoardView(byId("frame"));

  /** @param {import("./play/session.js").Session} session @param {import("./service/api.js").Api} api */
  constructor(session, api) {
    this.session = session;
    this.api = api;
    const handlers = () => this.mode?.handlers ?? null;
    listen(this.view, handlers);
    listenForCommands(handlers);
    document.body.dataset.by = "keys";
    // Who points sees the square that is meant; who types has to be shown it.
    for (const [event, by] of [["keydown", "keys"], ["pointerdown", "pointer"]]) {
      document.addEventListener(event, () => (document.body.dataset.by = by), true);
    }
    api.addEventListener("gone", () => this.#tellGone(true));
    api.addEventListener("back", () => this.#tellGone(false));
  }

  /** @param {Mode[]} modes */
  start(modes) {
    this.modes = modes;
    byId("modes").replaceChildren(...modes.map((mode) => button(mode.label, () => this.turnTo(mode.id), { class: "tab", icon: mode.icon })));
    this.turnTo(modes[0].id);
  }

  /** @param {string} id */
  turnTo(id) {
    const mode = this.modes.find((one) => one.id === id);
    if (!mode || mode === this.mode) return;
    this.mode?.leave();
    this.mode = mode;
    document.body.dataset.mode = mode.id;
    [...byId("modes").children].forEach((tab, i) => tab.setAttribute("aria-pressed", String(this.modes[i] === mode)));
    byId("bar").replaceChildren(mode.bar);
    byId("panel").replaceChildren(mode.panel);
    this.clearMessage();
    mode.enter();
    this.view.resize();
  }

  /** Opens a puzzle to play, and puts it in the address. @param {import("./board/puzzle.js").PuzzleData} data @param {unknown} [stored] */
  open(data, stored) {
    const given = { ...data };
    delete given.solution; // nobody wants to come upon the answer in a file of theirs
    this.session.open(given, stored);
    history.replaceState(null, "", `#${toFragment(data)}`);
    if (!addsUp(this.session.puzzle)) {
      this.message("Its tallies and its fleet do not add up. If it came by a link, part of that may be missing.", { kind: "bad", title: "This puzzle has no solution" });
    }
  }

  // What is said

  /** Tells a screen reader. @param {string} text */
  say(text) {
    const live = byId("live");
    live.textContent = live.textContent === text ? `${text}\u00a0` : text;
  }

  /** Shows a message under the board, with buttons. @param {string} text @param {{kind?: "good" | "bad" | "plain", title?: string, actions?: HTMLElement[]}} [look] */
  message(text, { kind = "plain", title, actions = [] } = {}) {
    const close = button("Close", () => this.clearMessage(), { icon: "close", iconOnly: true, class: "quiet close" });
    const words = h("div", { class: "words" }, title ? h("strong", {}, title) : null, h("p", {}, text), actions.length > 0 && h("div", { class: "actions" }, ...actions));
    const box = byId("message");
    box.className = `message ${kind}`;
    box.replaceChildren(words, close);
    box.hidden = false;
    this.say(title ? `${title}. ${text}` : text);
  }

  clearMessage() {
    const box = byId("message");
    const hadFocus = box.contains(document.activeElement);
    box.hidden = true;
    box.replaceChildren();
    if (hadFocus) this.view.focus(this.view.focused);
    document.dispatchEvent(new Event("message-closed"));
  }

  /** @param {boolean} isGone */
  #tellGone(isGone) {
    const notice = byId("notice");
    notice.hidden = !isGone;
    notice.textContent = isGone ? "The server does not answer. You can play on; hints, checks and new puzzles come back with it." : "";
    if (!isGone) this.say("The server is back.");
  }
}
