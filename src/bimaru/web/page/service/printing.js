/** Printing: the puzzle of any mode on one page (`print.css`), with the marks on the board or without. */

import { FleetView } from "../board/fleet-view.js";
import { byId, h, loadSheet, sheetsLoaded } from "../dom.js";
import { newGame, onlyMarks, ownMarks } from "../play/game.js";
import { phrase } from "../language.js";

/** Whether the next page is printed without marks. */
let isBare = false;

/** Opens the browser's print dialog for the puzzle on the board. @param {{bare: boolean}} what  `bare`: without marks */
export function printPuzzle({ bare }) {
  isBare = bare;
  print();
}

/** Puts what belongs on paper there while the browser prints. @param {import("../app.js").App} app */
export function preparePrinting(app) {
  loadSheet("print.css");
  void sheetsLoaded().then(() => performance.mark("printable"));
  const { view } = app;
  const [title, list] = [byId("paper-title"), byId("paper-fleet")];
  /** @type {import("../board/board-view.js").Scene | null} */
  let screen = null;

  addEventListener("beforeprint", () => {
    if (screen || !view.scene) return;
    screen = view.scene;
    const { puzzle } = screen;
    const { game } = app.session;
    const isGame = app.mode?.id === "play" && puzzle === game.puzzle && !app.session.isSolved;
    const marked = isGame ? onlyMarks(game, ownMarks(game)) : screen.cells; // paper shows what the player marked
    const cells = isBare ? newGame(puzzle).cells : marked;
    const fleet = new FleetView();
    fleet.build(puzzle);
    if (!isBare) fleet.show(puzzle, cells);
    const { id } = puzzle.data;
    const size = h("span", { class: "size" }, `${puzzle.height}×${puzzle.width}`);
    title.replaceChildren(h("h2", {}, id === null || id === undefined ? phrase("Battleship puzzle") : String(id), " ", size));
    list.replaceChildren(fleet.element);
    view.show({ puzzle, cells });
  });
  addEventListener("afterprint", () => {
    if (screen) view.show(screen);
    screen = null;
    isBare = false;
  });
}
