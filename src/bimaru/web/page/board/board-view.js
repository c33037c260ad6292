/**
 * The board on the screen: a grid of squares with names, tallies and edge letters, for touch, mouse,
 * keyboard and screen readers. `show` draws a `Scene` and updates only what has changed.
 */

import { byId, h, loadSheet } from "../dom.js";
import { SHIP, UNKNOWN, WATER, isShip, rowName, squareName } from "./puzzle.js";
import { bareName, countLine, lineName, lineSquares, partsOf } from "./referee.js";
import { phrase } from "../language.js";

/**
 * @import { Puzzle, Side } from "./puzzle.js"
 * @typedef {{
 *   puzzle: Puzzle, cells: readonly string[],
 *   lit?: ReadonlySet<number>, settled?: ReadonlySet<number>, faulty?: ReadonlySet<number>, tentative?: ReadonlySet<number>, filled?: ReadonlySet<number>,
 *   heat?: ReadonlyMap<number, number>, ghosts?: ReadonlyMap<number, string>, isSolved?: boolean, isFixed?: boolean, overlay?: Overlay, possible?: ReadonlyMap<number, string>,
 * }} Scene  `lit`: where a hint points; `settled`: what a step settles; `ghosts`: what it makes of
 *   empty squares; `tentative`: marked since the
 *   last checkpoint; `filled`: water that the page filled in; `heat`: the share of a puzzle's solutions in which a square is ship; `isFixed`: nothing can be marked; `overlay`: what a state of an argument is about;
 *   `possible`: the letters that squares without one may show, in place of those of the overlay.
 * @typedef {{
 *   layers: Record<"supposed" | "implied" | "cited" | "barred" | "band" | "failing" | "failed" | "reached", Set<number>>,
 *   lines: Record<"row" | "column", Map<number, string>>, barred: readonly (readonly number[])[],
 *   possible: ReadonlyMap<number, string>, drawOver(view: BoardView, scene: Scene): void,
 * }} Overlay  Squares by the class that shows what they are in an argument, lines by that of their tally, the
 *   placements that are ruled out, and what draws over the squares.
 * @typedef {{kind: "row" | "column", line: number}} LineOnBoard
 */

/** What squares are in an argument, in words. @type {Partial<Record<keyof Overlay["layers"], string>>} */
const LAYER_WORDS = { supposed: phrase("supposed"), implied: phrase("follows from the supposition"), reached: phrase("follows now"), barred: phrase("place ruled out"), failed: phrase("contradiction") };

const NONE = /** @type {ReadonlySet<number>} */ (new Set());
/** Sides of a square in pixels: the smallest for touch (WCAG 2.2, 2.5.8) and for a mouse, and the largest; only zooming goes below. */
const MIN_SIZE = { coarse: 24, fine: 22 };
/** The zoom above which a board that is a little too large is shown whole at first, rather than cut. */
const NEARLY = 0.85;
const MAX_SIZE = 64;
const MAX_ZOOM = 3;
/** Whether the window is low, so that everything else is beside the board; also in `style.css`. */
export const isLow = () => matchMedia("(max-height: 30rem) and (min-width: 34rem)").matches;

/** The sides on which a ship continues beyond each part. @type {Record<string, string>} */
const OPEN_SIDES = { L: "r", R: "l", T: "b", B: "t", RB: "r b", LB: "l b", RT: "r t", LT: "l t", M: "t b l r" };

/** Loads the sheets for the parts of polyomino ships and for possible letters, if a puzzle has some. @param {Puzzle} puzzle */
export function loadSheetFor({ isStraight, isLettered }) {
  if (!isStraight) loadSheet("board/polyomino.css");
  if (isLettered) loadSheet("board/letters.css");
}

export class BoardView {
  /** @param {HTMLElement} frame  holds the grid, and scrolls it if necessary */
  constructor(frame) {
    this.frame = frame;
    this.grid = h("div", { class: "board", role: "grid" });
    frame.append(this.grid);
    /** @type {HTMLElement[]} */
    this.cells = [];
    /** @type {Record<"row" | "column", HTMLElement[]>} */
    this.tallies = { row: [], column: [] };
    /** The square that keys act on. */
    this.focused = 0;
    /** The line whose tally keys act on instead, or `null`. @type {LineOnBoard | null} */
    this.focusedTally = null;
    this.zoom = 1;
    /** @type {Scene | null} */
    this.scene = null;
    /** @type {string[]} */
    this.shown = [];
    this.shape = "";
    const sizes = new ResizeObserver(() => this.resize());
    for (const element of [frame, byId("bar")]) sizes.observe(element);
  }

  /** @param {Scene} scene */
  show(scene) {
    const { puzzle } = scene;
    if (this.shape !== shapeOf(puzzle)) this.#build(puzzle);
    this.scene = scene;
    this.grid.classList.toggle("solved", Boolean(scene.isSolved));
    this.grid.setAttribute("aria-readonly", String(Boolean(scene.isFixed)));
    const parts = partsOf(puzzle, scene.cells);
    scene.cells.forEach((_, at) => this.#showCell(scene, parts, at));
    this.#showTallies(scene, "row", puzzle.rows);
    this.#showTallies(scene, "column", puzzle.cols);
    this.#drawOver(scene);
  }

  /** @param {Scene} scene */
  #drawOver(scene) {
    for (const old of this.grid.querySelectorAll(".over")) old.remove();
    scene.overlay?.drawOver(this, scene);
  }

  /** Moves the square that keys act on, by default with the focus. @param {number} at @param {boolean} [withFocus] @param {FocusOptions} [how] */
  focus(at, withFocus = true, how = {}) {
    this.cells[this.focused]?.setAttribute("tabindex", "-1");
    this.focusedTally = null;
    this.focused = at;
    this.cells[at]?.setAttribute("tabindex", "0");
    if (withFocus) this.cells[at]?.focus(how);
  }

  /** Moves to the tally of a line. @param {LineOnBoard} tally */
  focusTally(tally) {
    this.focusedTally = tally;
    this.tallies[tally.kind][tally.line]?.focus();
  }

  /** The line whose tally an element shows, or `null`. @param {EventTarget | null} element @returns {LineOnBoard | null} */
  lineOf(element) {
    for (const kind of /** @type {const} */ (["row", "column"])) {
      const line = this.tallies[kind].indexOf(/** @type {HTMLElement} */ (element));
      if (line >= 0) return { kind, line };
    }
    return null;
  }

  /** Scrolls squares of a board that is larger than its frame into view, the first of them surely. @param {readonly number[]} squares */
  reveal(squares) {
    if (!this.scrolls || squares.length === 0) return;
    for (const at of [Math.max(...squares), Math.min(...squares)]) this.cells[at].scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  /** The square at a point of the screen, or -1. @param {number} x @param {number} y */
  squareAt(x, y) {
    if (!this.scene || this.cells.length === 0) return -1;
    const { left, top } = this.cells[0].getBoundingClientRect();
    const [row, col] = [Math.floor((y - top) / this.side), Math.floor((x - left) / this.side)];
    const { height, width } = this.scene.puzzle;
    return row >= 0 && row < height && col >= 0 && col < width ? row * width + col : -1;
  }

  /** Whether the grid is larger than its frame, so that touch has to scroll it. */
  get scrolls() {
    return this.frame.scrollWidth > this.frame.clientWidth + 1 || this.frame.scrollHeight > this.frame.clientHeight + 1;
  }

  /** Makes squares as large as the space allows, in whole pixels to keep lines crisp, times the zoom. */
  resize() {
    if (!this.scene) return;
    const { width, height, data } = this.scene.puzzle;
    const [name, tally] = ["name", "tally"].map((kind) => this.#sizeOf(kind));
    const around = name + tally + (data.edges ? 2.8 * name : 0) + 4;
    const smallest = matchMedia("(pointer: coarse)").matches ? MIN_SIZE.coarse : MIN_SIZE.fine;
    const maxHeight = this.#maxHeight();
    const fitting = Math.floor(Math.min((this.frame.offsetWidth - around) / width, (maxHeight - around) / height));
    this.#base = Math.max(Math.min(fitting, MAX_SIZE), smallest);
    this.whole = Math.min(Math.max(fitting, 4) / this.#base, 1);
    this.zoom = Math.min(Math.max(this.#chosen || Number(this.whole < NEARLY), this.whole), MAX_ZOOM); // at least `whole`
    this.side = Math.floor(this.#base * this.zoom);
    const side = `${this.side}px`;
    if (this.grid.style.getPropertyValue("--side") !== side) this.grid.style.setProperty("--side", side); // which styles every square again
    this.frame.style.maxHeight = Number.isFinite(maxHeight) ? `${maxHeight}px` : "";
    this.frame.classList.toggle("scrolls", this.scrolls);
    this.frame.classList.toggle("zoomable", this.scrolls || this.zoom !== 1);
    for (const id of ["headline", "bar"]) byId(id).style.setProperty("--board", `${this.grid.offsetWidth}px`);
    if (this.scene.cells.length > 0) this.#drawOver(this.scene);
    this.frame.dispatchEvent(new Event("zoom"));
  }

  side = 32;
  /** The zoom at which the whole board is in view: at most 1. */
  whole = 1;
  /** The zoom that was chosen; 0 where it is found for the window. */
  #chosen = 0;
  /** The side of a square without zoom. */
  #base = 32;

  /** Zooms while a point of the screen, by default the middle of the frame, stays on its square. @param {number} zoom @param {[number, number]} [point] */
  zoomTo(zoom, point) {
    const frame = this.frame.getBoundingClientRect();
    const [x, y] = point ?? [frame.left + frame.width / 2, frame.top + frame.height / 2];
    const [left, top] = this.#origin();
    const [col, row] = [(x - left) / this.side, (y - top) / this.side];
    this.#chosen = Math.abs(zoom - 1) < 0.01 ? 1 : zoom;
    this.resize();
    const [newLeft, newTop] = this.#origin();
    this.frame.scrollBy(newLeft + col * this.side - x, newTop + row * this.side - y);
  }

  /** The corner of the first square on the screen. @returns {[number, number]} */
  #origin() {
    const { left, top } = this.cells[0].getBoundingClientRect();
    return [left, top];
  }

  /** The width of the names or tallies beside the squares. @param {string} kind */
  #sizeOf(kind) {
    return this.grid.querySelector(`.row > .${kind}.corner`)?.getBoundingClientRect().width ?? 0;
  }

  /** The greatest height of the frame: what the parts above and below it leave of the window, so that the tallies stay in view. */
  #maxHeight() {
    if (document.body.classList.contains("embedded")) return Infinity; // its page gives it the height that it needs
    const low = isLow();
    const top = low ? 0 : this.frame.getBoundingClientRect().top + scrollY;
    const below = low ? 8 : byId("bar").offsetHeight + modesBelow() + (this.frame.classList.contains("zoomable") ? byId("zoom").offsetHeight : 0) + 32;
    // Where letters are enlarged, what is around the board takes no more than two fifths of the window. Lessons have smaller boards, and their task below.
    const least = document.body.dataset.mode === "tutorial" ? 200 : Math.max(Math.min(innerHeight, 320) - 8, low ? 0 : innerHeight * 0.6);
    return Math.max(innerHeight - top - below, least);
  }

  /** @param {Puzzle} puzzle */
  #build(puzzle) {
    loadSheetFor(puzzle);
    this.shape = shapeOf(puzzle);
    this.#chosen = 0;
    this.shown = [];
    this.cells = puzzle.givens.map(() => h("div", { class: "cell", role: "gridcell", tabindex: -1 }));
    const { edges = {} } = puzzle.data;
    const has = (/** @type {Side} */ side) => edges[side]?.some(Boolean);
    const edge = (/** @type {string | null | undefined} */ letter) => h("div", { class: "edge", "aria-hidden": "true" }, letter ?? "");
    const [isLeft, isRight] = [has("left"), has("right")];
    const across = (/** @type {string} */ kind, /** @type {HTMLElement[]} */ entries) =>
      h("div", { class: `row ${kind}`, role: "row" }, corner("name"), isLeft && corner("edge"), ...entries, isRight && corner("edge"), corner("tally"));
    const columns = puzzle.cols.map((_, col) => h("div", { class: "name", "aria-hidden": "true" }, String(col + 1)));
    this.tallies = {
      row: puzzle.rows.map(() => h("div", { class: "tally", role: "rowheader", tabindex: -1 })),
      column: puzzle.cols.map(() => h("div", { class: "tally", role: "columnheader", tabindex: -1 })),
    };
    const rows = puzzle.rows.map((_, row) =>
      h(
        "div",
        { class: row === puzzle.height - 1 ? "row last" : "row", role: "row" },
        h("div", { class: "name", "aria-hidden": "true" }, rowName(row)),
        isLeft && edge(edges.left?.[row]),
        ...this.cells.slice(row * puzzle.width, (row + 1) * puzzle.width),
        isRight && edge(edges.right?.[row]),
        this.tallies.row[row],
      ),
    );
    const names = across("names", columns);
    names.setAttribute("role", "presentation");
    const [top, bottom] = [edges.top, edges.bottom].map((letters) => {
      const row = letters?.some(Boolean) ? across("edges", letters.map(edge)) : null;
      row?.setAttribute("role", "presentation");
      return row;
    });
    this.grid.replaceChildren(...[names, top, ...rows, bottom, across("tallies", this.tallies.column)].filter((row) => !!row));
    this.grid.classList.toggle("edged", Boolean(isRight));
    this.grid.style.setProperty("--columns", String(puzzle.width));
    this.grid.style.setProperty("--rows", String(puzzle.height));
    this.grid.style.setProperty("--left", isLeft ? "1" : "0");
    this.grid.style.setProperty("--top", top ? "1" : "0");
    this.grid.classList.toggle("polyomino", !puzzle.isStraight);
    this.grid.setAttribute("aria-label", phrase("Board, {rows} rows, {columns} columns", { rows: puzzle.height, columns: puzzle.width }));
    this.focus(Math.min(this.focused, this.cells.length - 1), false);
    this.scene = { puzzle, cells: [] };
    this.resize();
  }

  /** @param {Scene} scene @param {string[]} parts @param {number} at */
  #showCell(scene, parts, at) {
    const letter = lettersOn(scene, at);
    const classes = classesOf(scene, parts, at);
    const key = `${classes}${letter}${scene.heat?.get(at) ?? ""}`;
    if (this.shown[at] === key) return;
    this.shown[at] = key;
    const cell = this.cells[at];
    cell.className = classes;
    if (cell.textContent !== letter) cell.textContent = letter;
    cell.setAttribute("aria-label", labelOf(scene, parts[at], at));
  }

  /** @param {Scene} scene @param {"row" | "column"} kind @param {readonly (number | null)[]} tallies */
  #showTallies({ puzzle, cells, overlay }, kind, tallies) {
    tallies.forEach((tally, line) => {
      const { ships, unknown } = countLine(cells, lineSquares(puzzle, kind, line));
      const state = tally === null ? "" : ships > tally || ships + unknown < tally ? "exceeded" : ships === tally ? "met" : "";
      const note = { "": "", met: phrase("met"), exceeded: ships > (tally ?? 0) ? phrase("too many") : phrase("out of reach") }[state];
      const role = overlay?.lines[kind].get(line) ?? "";
      const number = phrase("{line}: {ships} of {tally}", { line: lineName(kind, line), ships, tally: tally ?? phrase("unknown") });
      const label = [number, note, role === "failing" && phrase("contradiction")].filter(Boolean).join(", ");
      const classes = ["tally", tally === null ? "missing" : state, role].filter(Boolean).join(" ");
      const element = this.tallies[kind][line];
      if (element.getAttribute("aria-label") === label && element.className === classes) return;
      element.setAttribute("aria-label", label);
      element.className = classes;
      element.replaceChildren(tally === null ? h("span", { class: "visually-hidden" }, phrase("unknown")) : String(tally));
    });
  }
}

/** The height of the modes where they lie at the bottom of the window: on phones. */
function modesBelow() {
  const modes = document.querySelector(".top .tabs");
  return modes && getComputedStyle(modes).position === "fixed" ? /** @type {HTMLElement} */ (modes).offsetHeight : 0;
}

/** Two puzzles with the same shape have the same elements on the board. @param {Puzzle} puzzle */
const shapeOf = ({ height, width, data }) => JSON.stringify([height, width, data.edges ?? null]);

/** The letters that a square may show, if its own is not known. @param {Pick<Scene, "cells" | "possible" | "overlay">} scene @param {number} at */
const possibleOn = ({ cells, possible, overlay }, at) => (cells[at] === UNKNOWN || cells[at] === SHIP ? (possible ?? overlay?.possible)?.get(at) ?? "" : "");

/** How many of several letters stand on a line of their square. @param {string} letters */
const lineOf = (letters) => Math.ceil(Math.sqrt(letters.length));

/** The letter of a square, or in lines those that it may show. @param {Pick<Scene, "cells" | "possible" | "overlay">} scene @param {number} at */
export function lettersOn(scene, at) {
  const possible = possibleOn(scene, at);
  if (possible) return possible.match(RegExp(`.{1,${lineOf(possible)}}`, "gu"))?.join("\n") ?? "";
  return letterOf(scene.cells[at]);
}

/** The letter of a mark, or "". @param {string} mark */
const letterOf = (mark) => (isShip(mark) && mark !== SHIP ? mark : "");

/** @param {Scene} scene @param {string[]} parts @param {number} at */
export function classesOf(scene, parts, at) {
  const { puzzle, cells, lit = NONE, settled = NONE, faulty = NONE, tentative = NONE, filled = NONE, heat, ghosts, overlay } = scene;
  const mark = cells[at];
  // One text, without lists: on large boards this takes most of the time that a mark takes.
  let classes = `cell${markClass(mark, parts[at], filled.has(at))}`;
  if (puzzle.givens[at] !== "") classes += " given";
  if (lit.has(at)) classes += " lit";
  if (settled.has(at)) classes += " settled";
  if (mark === UNKNOWN) classes += ghostClass(ghosts?.get(at)) + heatClass(heat?.get(at));
  if (faulty.has(at)) classes += " faulty";
  if (tentative.has(at)) classes += " tentative";
  if (overlay) for (const [name, squares] of Object.entries(overlay.layers)) if (squares.has(at)) classes += ` ${name}`;
  const possible = possibleOn(scene, at);
  if (possible) classes += ` several several-${lineOf(possible)}`;
  if (parts[at]) for (const side of joins(puzzle, parts, at)) classes += ` j-${side}`;
  return classes;
}

/** @param {string} mark @param {string} part @param {boolean} isFilled */
const markClass = (mark, part, isFilled) => (mark === UNKNOWN ? "" : mark === WATER ? (isFilled ? " water filled" : " water") : ` ship p-${part}`);

/** The label of a square for screen readers. @param {Scene} scene @param {string} part @param {number} at */
export function labelOf(scene, part, at) {
  const { puzzle, cells, lit = NONE, settled = NONE, faulty = NONE, tentative = NONE, filled = NONE, heat, ghosts, overlay } = scene;
  const origin = puzzle.givens[at] ? phrase("given") : cells[at] === UNKNOWN ? "" : tentative.has(at) ? phrase("in pencil") : filled.has(at) ? phrase("filled in") : phrase("entered");
  const highlight = faulty.has(at) ? phrase("breaks a rule") : lit.has(at) || settled.has(at) ? (ghosts?.has(at) ? ghostName(ghosts.get(at) ?? "") : phrase("highlighted")) : "";
  const roles = Object.entries(LAYER_WORDS).filter(([name]) => overlay?.layers[/** @type {"supposed"} */ (name)].has(at)).map(([, words]) => words);
  const share = heat?.get(at);
  const spread = share === undefined ? "" : phrase("ship in {percent} % of the solutions", { percent: Math.round(share * 100) });
  return [squareName(puzzle, at), markName(cells[at], part, letterOf(cells[at])), possibleName(possibleOn(scene, at)), roles.length > 0 ? "" : origin, highlight, spread, ...roles].filter(Boolean).join(", ");
}

/** @param {string | undefined} mark  what a step makes of an empty square */
const ghostClass = (mark) => (mark === undefined ? "" : mark === WATER ? " to-water" : " to-ship");

/** How often a square is ship among the solutions, in five sizes of a dot. @param {number | undefined} share */
const heatClass = (share) => (share === undefined ? "" : ` heat heat-${Math.ceil(share * 5)}`);

/** The letters that a square may show, in words, or "". @param {string} letters */
export const possibleName = (letters) => letters && phrase("possible: {letters}", { letters: [...letters].join(" ") });

/** What a step makes of a square, in words. @param {string} mark */
export const ghostName = (mark) => phrase("becomes {mark}", { mark: mark === WATER ? phrase("water") : phrase("ship") });

/** @param {string} kind */
const corner = (kind) => h("div", { class: `${kind} corner`, "aria-hidden": "true" });

/** @param {string} mark @param {string} part @param {string} letter */
function markName(mark, part, letter) {
  if (mark === UNKNOWN) return phrase("empty");
  if (mark === WATER) return phrase("water");
  return [part === "X" ? phrase("ship") : bareName(part), letter && phrase("letter {letter}", { letter })].filter(Boolean).join(", ");
}

/** @type {readonly [side: string, opposite: string, rows: number, cols: number][]} */
const ADJACENT = [["t", "b", -1, 0], ["b", "t", 1, 0], ["l", "r", 0, -1], ["r", "l", 0, 1]];

/**
 * The sides on which a square is drawn joined to its neighbour: the ship continues in both directions.
 * @param {Puzzle} puzzle @param {readonly string[]} parts @param {number} at
 */
export function joins({ height, width }, parts, at) {
  if (!parts[at]) return [];
  const [row, col] = [Math.floor(at / width), at % width];
  const reaches = (/** @type {number} */ square, /** @type {string} */ side) => OPEN_SIDES[parts[square]]?.includes(side);
  return ADJACENT.filter(([side, opposite, rows, cols]) => {
    const isOn = row + rows >= 0 && row + rows < height && col + cols >= 0 && col + cols < width;
    return isOn && reaches(at, side) && reaches(at + rows * width + cols, opposite);
  }).map(([side]) => side);
}
