/** The start: the puzzles of today, the game to continue, new puzzles in one click, techniques to learn, and what is on paper. */

import { attempt } from "../service/api.js";
import { choicesOf } from "../daily/daily.js";
import { today } from "../daily/dates.js";
import { actions, button, byId, h, loadSheet } from "../dom.js";
import { emptyOverlay } from "../learn/argument.js";
import { smallBoard } from "../learn/small-board.js";
import { capitalize, nameOf, phrase } from "../language.js";
import { lazily } from "../lazy.js";
import { titleOf } from "../names.js";
import { GRADES, MISSING_TALLY, TECHNIQUES, USED } from "../play/grades.js";
import { newGame } from "../play/game.js";
import { SIZES, generatePuzzle, isRare } from "../play/generate.js";
import { readGame } from "../play/session.js";
import { puzzleOf } from "../board/puzzle.js";
import { keyOf } from "../service/permalink.js";
import { loadGame, puzzleOfGame, recentGames } from "../service/recent-games.js";
import { loadSetting } from "../service/stored-values.js";

/** @import { App, Mode } from "../app.js" */
/** @import { PuzzleData } from "../board/puzzle.js" */

/** The grid on which a puzzle is copied from paper: it has no clues, and a usual size. @type {PuzzleData} */
const PAPER = { rows: Array(10).fill(null), cols: Array(10).fill(null), fleet: {}, givens: [] };
const NAME = document.querySelector("h1")?.textContent ?? "";

/** @param {App} app @param {Record<string, () => void>} dialogs @returns {Promise<Mode>} */
export async function startMode(app, dialogs) {
  loadSheet("start/start.css");
  loadSheet("play/depths.css");
  loadSheet("learn/argument.css"); // of small boards
  const state = h("p", { class: "error", role: "alert" });
  const goOn = h("section", { class: "go-on" });
  const ofToday = h("div", { class: "today-choices" });
  let isBusy = false;

  /** @param {PuzzleData} data */
  const open = (data) => {
    app.switchTo("play");
    app.open(data);
    app.view.focus(0, false);
  };

  /** Opens what a promise brings, one at a time. @param {() => Promise<PuzzleData>} make @param {HTMLElement} by */
  async function openMade(make, by) {
    if (isBusy) return;
    isBusy = true;
    state.textContent = "";
    by.setAttribute("aria-busy", "true");
    app.announce(phrase("Making a puzzle…"));
    await attempt(async () => {
      const puzzle = await make();
      if (app.mode?.id === "start") open(puzzle);
    }, (text) => (state.textContent = text));
    by.removeAttribute("aria-busy");
    isBusy = false;
  }

  const choice = (/** @type {string | HTMLElement} */ text, /** @type {() => Promise<PuzzleData>} */ make, /** @type {{class: string, label?: string}} */ look) => {
    const by = h("button", { type: "button", class: look.class, "aria-label": look.label, title: text === "" ? look.label : undefined, onclick: () => void openMade(make, by) }, text);
    return by;
  };

  /** The picture of a puzzle, for those who see it. @param {PuzzleData} data @param {readonly string[]} [cells]  a game on it */
  function thumb(data, cells) {
    const puzzle = puzzleOf(data);
    const board = smallBoard(puzzle);
    board.show({ cells: [...(cells ?? newGame(puzzle).cells)], overlay: emptyOverlay(), text: titleOf(data) });
    return board.element;
  }

  /** The day whose puzzles are shown. */
  let day = "";
  function showToday() {
    day = today();
    const choices = choicesOf(day);
    if (choices[0].grade === null) return ofToday.replaceChildren(choice(phrase("Puzzle of the day"), choices[0].load, { class: "primary" }));
    const charts = choices.map(({ grade, load }) => choice(h("span", {}, capitalize(nameOf(grade ?? ""))), load, { class: "chart" }));
    charts.forEach((chart, i) => {
      chart.prepend(h("span", { class: "thumb", "aria-hidden": "true" }));
      chart.append(h("span", { class: "fine" }, choices[i].isOwn ? phrase("Puzzle of the day") : "\u00a0")); // for its size, so that nothing moves
    });
    ofToday.replaceChildren(...charts);
    const solved = new Set(recentGames().filter(({ isSolved }) => isSolved).map(({ key }) => key));
    const loaded = choices.map(({ load, isOwn }, i) => load().then((data) => draw(charts[i], data, { isOwn, isSolved: solved.has(keyOf(data)) })));
    const own = charts.filter((_, i) => choices[i].isOwn);
    void Promise.allSettled(loaded).then(() => suggest([...own, ...charts]));
  }

  /** Makes one button the primary one where neither the guide nor a game to continue is: the first of today's that is not solved, or else others. @param {HTMLElement[]} charts  the puzzle of the day first */
  function suggest(charts) {
    const open = charts.find((chart) => !chart.querySelector(".done"));
    for (const chart of [...charts, more]) chart.classList.remove("primary");
    if (goOn.hidden && guide.className !== "primary") (open ?? more).classList.add("primary");
  }

  /** Completes a puzzle of today: its board, its grade, and its size or, of the one that counts, that it does, or that it has been solved. @param {HTMLElement} chart @param {PuzzleData} data @param {{isOwn?: boolean, isSolved: boolean}} how */
  function draw(chart, data, { isOwn, isSolved }) {
    const [picture, grade, about] = chart.children;
    picture.replaceChildren(thumb(data));
    grade.replaceChildren(capitalize(nameOf(data.grade ?? "")));
    about.className = isSolved ? "fine done" : "fine";
    if (isSolved) about.textContent = `✓ ${phrase("solved")}`;
    else if (!isOwn) about.textContent = `${data.rows.length}×${data.cols.length}`;
  }

  function showGame() {
    const games = recentGames();
    guide.className = games.length === 0 ? "primary" : "quiet"; // for beginners
    const game = games.find(({ isSolved }) => !isSolved);
    const data = game && puzzleOfGame(game);
    goOn.hidden = !data;
    if (!game || !data) return;
    const cells = readGame(puzzleOf(data), loadGame(game.key))?.game.cells;
    const percent = Math.min(99, Math.round(game.progress * 100));
    const go = button(phrase("Continue"), () => open(data), { class: "primary" });
    const state = h("p", { class: "fine" }, `${game.summary}, ${phrase("{percent} %", { percent })}`);
    const about = h("div", {}, h("h2", {}, titleOf(data)), state, go);
    goOn.replaceChildren(h("div", { class: "thumb" }, thumb(data, cells)), about);
  }

  const more = button(phrase("Other sizes and kinds…"), dialogs.puzzles);
  const sizes = SIZES.slice(0, 5).map(([size]) => size);
  const grid = h(
    "div",
    { class: "kinds" },
    h("span", {}),
    ...sizes.map((size) => h("span", { class: "kind-size", "aria-hidden": "true" }, size.split("x")[0], h("span", {}, `×${size.split("x")[1]}`))),
    ...GRADES.flatMap((grade) => {
      const kinds = sizes.map((size) => {
        if (isRare(size, grade)) return h("span", {});
        const label = [phrase("New puzzle"), nameOf(grade), size.replace("x", "×")].join(", ");
        return choice("", () => generatePuzzle(app.api, { size, grade }), { class: `kind grade-${grade}`, label });
      });
      return [h("span", { class: "kind-name", "aria-hidden": "true" }, capitalize(nameOf(grade))), ...kinds];
    }),
  );

  // A map of the techniques, which fills: each opens a puzzle that it takes.
  const map = h("div", { class: "techniques" });
  function showTechniques() {
    const used = /** @type {Record<string, number>} */ (loadSetting(USED, {}));
    const groups = Object.entries(TECHNIQUES).map(([grade, names]) => {
      const choices = names.filter((name) => name !== MISSING_TALLY).map((name) => {
        const isUsed = name in used;
        const title = capitalize(nameOf(name));
        const label = `${title}: ${isUsed ? phrase("used without a hint") : phrase("A puzzle that needs it")}`;
        return choice(isUsed ? `✓ ${title}` : title, () => generatePuzzle(app.api, { grade, technique: name }), { class: isUsed ? "choice used" : "choice", label });
      });
      const done = names.filter((name) => name in used).length;
      return h("details", {}, h("summary", {}, capitalize(nameOf(grade)), h("span", { class: "fine" }, ` ${done} / ${choices.length}`)), h("div", {}, ...choices));
    });
    map.replaceChildren(...groups);
  }

  const card = (/** @type {string} */ title, /** @type {(HTMLElement | false)[]} */ ...content) => h("section", {}, h("h2", {}, title), ...content);
  const learn = card(phrase("Learn a technique"), map, actions(button(phrase("Lessons"), () => app.switchTo("tutorial"), { icon: "learn" })));
  const paper = card(
    phrase("From paper"),
    h("p", { class: "fine" }, phrase("Copy a puzzle square by square, paste it, or open a file.")),
    actions(button(phrase("Set it"), () => app.enterWith("editor", PAPER), { icon: "edit" }), button(phrase("Paste or open…"), dialogs.puzzles, { icon: "open" })),
  );
  const archive = card(phrase("Played before"), actions(button(phrase("Logbook"), dialogs.logbook, { icon: "day" })));
  for (const later of [learn, paper, archive]) later.classList.add("later");
  const showGuide = lazily(app, async () => (await import("./guide.js")).startGuide.bind(null, app, undefined));
  const guide = button(phrase("Show me how it works"), showGuide, { icon: "learn" });
  const lead = h("p", { class: "lead" }, phrase("Find the fleet. Each tally is the number of ship squares in its row or column."));
  const panel = h(
    "div",
    { class: "start" },
    h("header", {}, lead, actions(guide)),
    state,
    h("div", { class: "half" }, goOn, card(phrase("Today"), ofToday), learn),
    h("div", { class: "half" }, card(phrase("New puzzle"), grid, actions(more)), paper, archive),
  );

  // A page that is left open shows the next day's puzzles when it is looked at again.
  for (const [target, event] of /** @type {[EventTarget, string][]} */ ([[document, "visibilitychange"], [window, "focus"]])) {
    target.addEventListener(event, () => app.mode?.id === "start" && day !== today() && showToday());
  }

  let title = document.title;
  return {
    id: "start", label: phrase("Battleship puzzles"), icon: "puzzles", bar: h("div"), panel,
    handlers: { tap() {}, paint() {}, cancel() {}, command: (name) => dialogs[name]?.() },
    enter() {
      title = document.title;
      document.title = NAME;
      state.textContent = "";
      app.session.store();
      showToday();
      showGame();
      showTechniques();
      byId("panel").scrollTop = 0;
    },
    leave() {
      document.title = title;
      scrollTo(0, 0); // what comes next is as long as the screen
    },
  };
}
