/**
 * What the modes share: the board, the game, the back end, messages, and switching between modes.
 *
 * A mode is a `Mode`: a bar under the board, panels beside it, handlers for the board, and what to do
 * on entering and leaving. `main.js` lists the modes; a new one is a file and a line there. A mode
 * draws with `app.view.show(scene)`; the current game stays in `app.session` in every mode.
 */

import { BoardView } from "./board/board-view.js";
import { button, byId, h } from "./dom.js";
import { listenForCommands, listenToBoard } from "./board/input.js";
import { listenToFingers, viewCommands } from "./board/viewport.js";
import { toFragment } from "./service/permalink.js";
import { MAX_LADDER_SIDE } from "./service/limits.js";
import { addsUp } from "./board/puzzle.js";
import { capitalize, phrase } from "./language.js";

/**
 * @typedef {{
 *   id: string, label: string, icon: string,
 *   bar: HTMLElement, panel: HTMLElement, handlers: import("./board/input.js").Handlers,
 *   enter(): void, leave(next: string): void, take?(data: import("./board/puzzle.js").PuzzleData): void, hasTab?: boolean,
 * }} Mode  Those without a tab come last. `leave`: for the mode with an id. `take`: takes over a puzzle, before it is entered.
 */

/** The state of history's entries that the page has made; of a link, which someone else has, it is `null`. */
const OWN = "own";

export class App {
  /** @type {Mode[]} */
  modes = [];
  /** @type {Mode | null} */
  mode = null;
  view = new BoardView(byId("frame"));
  /** Names a puzzle above the board in place of that of the game, until the mode is left. @type {(puzzle: {name: string, size: string, grade?: string} | null) => void} */
  headline = () => {};
  /** Whether the game only stands in for a link that is broken: if it is solved, its result would hide what is wrong. */
  isStandIn = false;
  /** Whether the next address replaces the current one, rather than becoming a new entry of the history. */
  #replacesAddress = true;
  #isRecording = false;
  /** The puzzle that was opened last, as a fragment. */
  #opened = "";
  /** Closes the message. It is made once: every new icon is loaded again. */
  #close = button(phrase("Close"), () => this.clearMessage(), { icon: "close", iconOnly: true, class: "quiet close" });

  /**
   * @param {import("./play/session.js").Session} session @param {import("./service/api.js").Api} api
   * @param {{keepsHistory?: boolean}} [how]  whether puzzles and modes become entries of the browser's history
   */
  constructor(session, api, { keepsHistory = true } = {}) {
    this.session = session;
    this.api = api;
    this.keepsHistory = keepsHistory;
    const handlers = () => this.mode?.handlers ?? null;
    listenToBoard(this.view, handlers);
    listenToFingers(this.view);
    const views = viewCommands(this.view);
    listenForCommands((name) => (views[name] ?? (() => handlers()?.command(name)))());
    document.body.dataset.input = "keyboard"; // the board shows its focus ring for keyboards only
    for (const [event, device] of [["keydown", "keyboard"], ["pointerdown", "pointer"]]) {
      document.addEventListener(event, () => (document.body.dataset.input = device), true);
    }
    api.addEventListener("offline", () => this.#showConnection(true));
    api.addEventListener("online", () => this.#showConnection(false));
    addEventListener("online", () => api.isOffline && void api.reach());
  }

  /** @param {Mode[]} modes */
  start(modes) {
    this.modes = modes;
    byId("modes").replaceChildren(...modes.filter(({ hasTab = true }) => hasTab).map((mode) => button(mode.label, () => this.switchTo(mode.id), { class: "tab", icon: mode.icon, title: mode.label })));
    this.switchTo(modes[0].id);
  }

  /** @param {string} id */
  switchTo(id) {
    const mode = this.modes.find((candidate) => candidate.id === id);
    if (!mode || mode === this.mode) return;
    this.mode?.leave(id);
    this.mode = mode;
    this.#wait();
    document.body.dataset.mode = mode.id;
    [...byId("modes").children].forEach((tab, i) => tab.setAttribute("aria-pressed", String(this.modes[i] === mode)));
    byId("bar").replaceChildren(mode.bar);
    byId("panel").replaceChildren(mode.panel);
    this.headline(null);
    this.clearMessage();
    mode.enter();
    this.view.resize();
    this.#recordAddress();
  }

  /**
   * Opens a puzzle to play, and puts it in the address.
   * @param {import("./board/puzzle.js").PuzzleData} data @param {unknown} [stored]  its game
   * @param {{keepsAddress?: boolean}} [how]  whether the address stays: that of a broken link, so that it can be mended
   */
  open(data, stored, { keepsAddress = false } = {}) {
    const unsolved = { ...data };
    delete unsolved.solution; // so that a saved game does not give the solution away
    this.isStandIn = keepsAddress;
    this.#opened = keepsAddress ? location.hash.slice(1) : toFragment(data);
    this.#wait();
    this.session.open(unsolved, stored);
    if (!keepsAddress) this.#recordAddress();
    const { height, width } = this.session.puzzle;
    if (!addsUp(this.session.puzzle)) {
      this.showMessage(phrase("The tallies and the fleet do not add up. If you opened a link, part of it may be missing."), { kind: "bad", title: phrase("This puzzle has no solution") });
    } else if (Math.max(height, width) > MAX_LADDER_SIDE && !this.session.isSolved) {
      const most = `${MAX_LADDER_SIDE}×${MAX_LADDER_SIDE}`;
      this.showMessage(phrase("Hints, explanations and grades are for boards up to {most}, and this one is {size}. You can play it, and check the rules.", { most, size: `${height}×${width}` }));
    }
  }

  /** Shows what an address describes: a puzzle in a mode. @param {import("./board/puzzle.js").PuzzleData} data @param {string} id  of the mode */
  restore(data, id) {
    this.#replacesAddress = true;
    if (toFragment(data) !== this.#opened) {
      if (this.mode?.id !== id) this.switchTo("play");
      this.open(data);
    }
    if (history.state === OWN) this.switchTo(id);
    else this.enterWith(id, data);
  }

  /** Enters a mode with a puzzle for it to take over. @param {string} id @param {import("./board/puzzle.js").PuzzleData} data */
  enterWith(id, data) {
    this.modes.find((mode) => mode.id === id)?.take?.(data);
    this.switchTo(id);
  }

  /** From now on, the user waits for what this mode asks about this puzzle. */
  #wait() {
    this.api.enter(`${this.mode?.id} ${this.#opened}`);
  }

  /** Puts the puzzle and the mode into the address, once for all changes that are made together. */
  #recordAddress() {
    if (this.#isRecording) return;
    this.#isRecording = true;
    queueMicrotask(() => {
      const isStart = this.mode?.id === "start";
      const address = isStart ? location.pathname + location.search : `#${this.#opened}${this.mode && this.mode !== this.modes[0] ? `&m=${this.mode.id}` : ""}`;
      const isNew = this.keepsHistory && !this.#replacesAddress && address !== location.hash && !(isStart && location.hash === "");
      history[isNew ? "pushState" : "replaceState"](OWN, "", address);
      this.#isRecording = this.#replacesAddress = false;
    });
  }

  // Messages

  /** Announces a text to screen readers. @param {string} text */
  announce(text) {
    const live = byId("live");
    live.textContent = live.textContent === text ? `${text}\u00a0` : text;
  }

  /** Shows a message beside the board, with buttons. @param {string} text @param {{kind?: "good" | "bad" | "plain" | "brief", title?: string, content?: HTMLElement, actions?: HTMLElement[], isClosable?: boolean}} [look]  `content`: below the text; "brief": until the board changes */
  showMessage(text, { kind = "plain", title, content, actions = [], isClosable = true } = {}) {
    const words = h("div", { class: "words" }, title && h("strong", {}, title), text && h("p", {}, text), content, actions.length > 0 && h("div", { class: "actions" }, ...actions));
    const box = byId("message");
    box.className = `message ${kind}`;
    this.#close.hidden = !isClosable;
    box.replaceChildren(words, this.#close);
    box.hidden = false;
    this.announce([title, text].filter(Boolean).join(". ").replace("!. ", "! "));
  }

  clearMessage() {
    const box = byId("message");
    const hadFocus = box.contains(document.activeElement);
    box.hidden = true;
    box.replaceChildren();
    if (hadFocus) this.view.focus(this.view.focused);
    document.dispatchEvent(new Event("message-closed"));
  }

  /** @param {boolean} isOffline */
  #showConnection(isOffline) {
    const notice = byId("notice");
    notice.hidden = !isOffline;
    const text = navigator.onLine ? this.api.backend.offlineNotice : phrase("You are offline. You can keep playing; hints, checks and new puzzles need a connection.");
    notice.replaceChildren(...(isOffline ? [text, button(phrase("Close"), () => (notice.hidden = true), { icon: "close", iconOnly: true })] : []));
    if (!isOffline) this.announce(capitalize(phrase("{engine} is back.", { engine: this.api.backend.name })));
  }
}
