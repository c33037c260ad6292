/** The help dialog: the rules, the gestures and the keys. */

import { pictureOf } from "./board/fleet-view.js";
import { puzzleOf } from "./board/puzzle.js";
import { sheet } from "./dialog.js";
import { actions, button, byId, h, loadSheet } from "./dom.js";
import { emptyOverlay } from "./learn/argument.js";
import { smallBoard } from "./learn/small-board.js";
import { isPossible } from "./service/offline.js";
import { ServerBackend } from "./service/server.js";
import { phrase } from "./language.js";

/** Keys and what they do, as the help dialog lists them. */
const KEYS = /** @type {const} */ ([
  [phrase("Arrows, H J K L"), phrase("move; with Shift, paint")],
  [phrase("Home, End"), phrase("start and end of the row; with Ctrl, of the board")],
  [phrase("Space, Enter"), phrase("cycle through ship, water, empty")],
  [phrase("X or S"), phrase("ship")],
  [phrase("W or ."), phrase("water")],
  [phrase("Backspace, Delete, 0"), phrase("empty")],
  [phrase("F, Shift+F"), phrase("the rest of the row, of the column, is water")],
  [phrase("T, Arrows beyond the edge"), phrase("to the tallies; T again to the column’s; Esc back to the square")],
  [phrase("Enter on a tally"), phrase("the rest of its line is water; Backspace removes the water")],
  [phrase("U, Ctrl+Z"), phrase("undo")],
  [phrase("R, Ctrl+Y, Ctrl+Shift+Z"), phrase("redo")],
  ["C / B / D", phrase("try out in pencil, rub out, keep")],
  ["/", phrase("note possible letters; again, write letters")],
  ["V", phrase("check")],
  ["I", phrase("hint; again for a stronger one")],
  ["P", phrase("pause")],
  ["+ / − / Z", phrase("larger and smaller squares; the whole board")],
  ["N", phrase("puzzles")],
  ["G", phrase("logbook")],
  [",", phrase("settings")],
  ["?", phrase("this help")],
]);
const RULES = [
  phrase("Find the fleet: every ship in the list lies in the grid."),
  phrase("Squares with a marked corner are given."),
];
/** The names of ships in sentences, by length. @type {[length: number, name: string][]} */
const SHIPS = [[4, phrase("battleship")], [3, phrase("cruiser")], [2, phrase("destroyer")], [1, phrase("submarine")]];
const OTHER_SHIPS = [
  phrase("Ships with letters are words, read in either direction. A letter at an edge is the first one in its row or column, seen from there."),
  phrase("Ships of other shapes may be turned and mirrored. They do not touch either, not even at a corner."),
];
/** The rules in pictures: the tally of each row, its squares, and what the picture shows. @type {[tallies: (number | null)[], rows: string[], text: string][]} */
const PICTURES = [
  [[2], [".##.."], phrase("A tally counts the ship squares in its row or column.")],
  [[null, null, null], [".....", ".###.", "....."], phrase("Ships lie straight, with water all around, also at the corners.")],
  [[null], ["#.##."], phrase("A round part is a whole ship of one square; longer ones have two ends.")],
];
const GESTURES = [
  phrase("Tap or click to cycle through ship, water and empty. Drag to paint. Right-click for water."),
  phrase("Tap a tally to fill the rest of its line with water."),
  phrase("On a large board, two fingers move and zoom; the buttons below it do so with one."),
  phrase("Try out marks in pencil, and keep them or rub them out together."),
];

/** The rules on one card. */
function rulesCard() {
  loadSheet("learn/argument.css");
  const figures = PICTURES.map(([rows, cells, text]) => {
    const board = smallBoard(puzzleOf({ rows, cols: [...cells[0]].map(() => null), fleet: { 1: 1 } }));
    board.show({ cells: [...cells.join("")], overlay: emptyOverlay(), text });
    return h("figure", {}, board.element, h("figcaption", { "aria-hidden": "true" }, text));
  });
  return h("div", { class: "rules-card" }, ...figures);
}

/** The ships with names, as the list of the fleet draws them. */
function namedShips() {
  const shape = (/** @type {number} */ length) => Array.from({ length }, (_, col) => /** @type {[number, number]} */ ([0, col]));
  return h("ul", { class: "fleet" }, ...SHIPS.map(([length, name]) => h("li", {}, pictureOf(shape(length), ""), `${name} (${length})`)));
}

/** @param {import("./app.js").App} app @returns {() => void}  opens the dialog */
export function helpDialog(app) {
  const dialog = /** @type {HTMLDialogElement} */ (byId("help"));
  const list = (/** @type {string[]} */ lines) => h("ul", {}, ...lines.map((line) => h("li", {}, line)));
  const keys = KEYS.map(([key, action]) => h("div", {}, h("dt", {}, key), h("dd", {}, action)));
  dialog.replaceChildren(
    sheet(
      dialog,
      phrase("How to play"),
      h("p", {}, phrase("New to this? Ten short lessons teach it on small boards.")),
      actions(button(phrase("Lessons"), () => (dialog.close(), app.switchTo("tutorial")), { icon: "learn", class: "primary" })),
      h("h3", {}, phrase("The puzzle")),
      rulesCard(),
      list(RULES),
      h("h3", {}, phrase("The names of the ships")),
      namedShips(),
      h("h3", {}, phrase("Letters and other shapes")),
      list(OTHER_SHIPS),
      h("h3", {}, phrase("Mouse and touch")),
      list(GESTURES),
      h("h3", {}, phrase("Keys")),
      h("dl", { class: "keys" }, ...keys),
      h("p", { class: "fine" }, phrase("In lettered puzzles, type a letter to enter it.")),
      h("h3", {}, phrase("Without a network")),
      h("p", {}, offlineSentence(app.api.backend)),
    ),
  );
  return () => dialog.showModal();
}

/** What works without a network, or why nothing does. @param {import("./service/api.js").Backend} backend */
function offlineSentence(backend) {
  if (isPossible() && backend instanceof ServerBackend) return phrase("Once this page has been opened, you can play on it without a network, and install it like an app. Hints, explanations and new puzzles need the server.");
  if (isPossible()) return phrase("Once opened, this page also works without a network, and can be installed like an app.");
  return isSecureContext
    ? phrase("This browser does not let pages work without a network.")
    : phrase("Over plain HTTP, browsers do not let a page work without a network; over HTTPS they do.");
}
