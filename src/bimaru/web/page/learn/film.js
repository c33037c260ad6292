/**
 * An explanation to keep: a film, which is an SVG picture that plays, or a strip of its boards one after another. Both
 * are drawn in the light colours of the chart. Loaded when one is first saved.
 */

import { UNKNOWN, WATER, isShip, rowName } from "../board/puzzle.js";
import { partsOf } from "../board/referee.js";
import { lettersOn } from "../board/board-view.js";
import { svg } from "../dom.js";
import { pathOf } from "./drawn-over.js";

/**
 * @import { Puzzle } from "../board/puzzle.js"
 * @typedef {{cells: readonly string[], reached: ReadonlySet<number>, title: string, text: string, overlay?: Pick<import("../board/board-view.js").Overlay, "barred" | "possible">}} Frame
 *   `overlay`: the placements that are ruled out, and the letters that squares may show.
 */

const SIDE = 32;
const MARGIN = 28;
const LINE = 15; // between the lines of the words below a board
const LETTER = 6.2; // the usual width of a letter
const [PAPER, SHEET, SEA, WAVE, INK, GRID, ACCENT, SOFT, BAD] = ["#f6f1e4", "#fcf8ee", "#d3e6ea", "#93bac7", "#17384a", "#c3cdca", "#a34a16", "#4c5f69", "#a8002f"];
const SECONDS = 1.8; // that a board is shown, besides the time to read
const PER_LETTER = 0.045;
const ACROSS = 3; // boards in a row of a strip
const BOW = "M0 8H15L22 11 27 13 30 16 27 19 22 21 15 24H0z", STERN = "M32 8H5L3 12V20L5 24H32z", MIDDLE = "M0 8H32V24H0z";
/** The drawing of each part, and by how much it is turned. @type {Record<string, [path: string, turn: number]>} */
const HULLS = { L: [STERN, 0], R: [BOW, 0], T: [STERN, 90], B: [BOW, 90], S: ["M4 16a12 8 0 1 0 24 0a12 8 0 1 0-24 0z", 0] };

/** The width of frames. @param {Puzzle} puzzle */
const widthOf = ({ width }) => Math.max(width * SIDE + 2 * MARGIN + 12, 320);

/** The width and height of frames, with room for the longest text. @param {Puzzle} puzzle @param {readonly Frame[]} frames @returns {[number, number]} */
const sizeOf = (puzzle, frames) => [widthOf(puzzle), puzzle.height * SIDE + 2 * MARGIN + LINE * (2 + Math.max(...frames.map(({ text }) => linesOf(puzzle, text).length)))];

/** A film of some boards. @param {Puzzle} puzzle @param {readonly Frame[]} frames @returns {Blob} */
export function filmOf(puzzle, frames) {
  const [width, height] = sizeOf(puzzle, frames);
  const times = frames.map(({ text }) => SECONDS + PER_LETTER * text.length);
  const total = times.reduce((sum, time) => sum + time, 0);
  let start = 0;
  const shown = frames.map((frame, i) => {
    const [from, to] = [start / total, Math.min((start + times[i]) / total, 1)];
    start += times[i];
    const board = drawn(puzzle, frame);
    const values = [...(from > 0 ? ["hidden"] : []), "visible", ...(to < 1 ? ["hidden"] : [])].join(";");
    const keys = [...(from > 0 ? [0] : []), from, ...(to < 1 ? [to] : [])].map((time) => time.toFixed(5)).join(";");
    board.append(svg("animate", { attributeName: "visibility", calcMode: "discrete", values, keyTimes: keys, dur: `${total.toFixed(2)}s`, repeatCount: "indefinite" }));
    if (i > 0) board.setAttribute("visibility", "hidden"); // where nothing moves, the first board is seen
    return board;
  });
  return fileOf(width, height, shown);
}

/** The same boards side by side. @param {Puzzle} puzzle @param {readonly Frame[]} frames @returns {Blob} */
export function stripOf(puzzle, frames) {
  const [width, height] = sizeOf(puzzle, frames);
  const placed = frames.map((frame, i) => svg("g", { transform: `translate(${(i % ACROSS) * width} ${Math.floor(i / ACROSS) * height})` }, drawn(puzzle, frame)));
  return fileOf(width * Math.min(ACROSS, frames.length), height * Math.ceil(frames.length / ACROSS), placed);
}

/** @param {number} width @param {number} height @param {Node[]} content */
function fileOf(width, height, content) {
  const picture = svg("svg", { viewBox: `0 0 ${width} ${height}`, width, height, "font-family": "serif" }, svg("rect", { width, height, fill: PAPER }), ...content);
  return new Blob([new XMLSerializer().serializeToString(picture)], { type: "image/svg+xml" });
}

/** A board with its words. @param {Puzzle} puzzle @param {Frame} frame */
function drawn(puzzle, { cells, reached, title, text, overlay }) {
  const { height, width } = puzzle;
  const parts = partsOf(puzzle, cells);
  const at = (/** @type {number} */ square) => [MARGIN + (square % width) * SIDE, MARGIN + Math.floor(square / width) * SIDE];
  const board = svg("g", {}, svg("rect", { x: MARGIN, y: MARGIN, width: width * SIDE, height: height * SIDE, fill: SHEET }));
  cells.forEach((mark, square) => {
    const [x, y] = at(square);
    if (mark !== UNKNOWN && parts[square] !== "X") board.append(svg("rect", { x, y, width: SIDE, height: SIDE, fill: SEA }));
    if (mark === WATER) board.append(svg("path", { d: `M${x} ${y + 12}q8-5 16 0t16 0M${x} ${y + 24}q8-5 16 0t16 0`, fill: "none", stroke: WAVE, "stroke-width": 1.4 }));
  });
  for (let line = 0; line <= Math.max(height, width); line++) {
    if (line <= height) board.append(svg("path", { d: `M${MARGIN} ${MARGIN + line * SIDE}h${width * SIDE}`, stroke: GRID }));
    if (line <= width) board.append(svg("path", { d: `M${MARGIN + line * SIDE} ${MARGIN}v${height * SIDE}`, stroke: GRID }));
  }
  cells.forEach((mark, square) => isShip(mark) && board.append(...shipAt(at(square), parts, square, lettersOn({ cells, possible: overlay?.possible }, square), width)));
  for (const square of reached) {
    const [x, y] = at(square);
    board.append(svg("circle", { cx: x + SIDE / 2, cy: y + SIDE / 2, r: SIDE * 0.46, fill: "none", stroke: ACCENT, "stroke-width": 2.5 }));
  }
  const barred = pathOf(width, overlay?.barred ?? []);
  if (barred) board.append(svg("path", { d: barred, transform: `translate(${MARGIN} ${MARGIN}) scale(${SIDE})`, fill: "none", stroke: BAD, "stroke-width": 0.0625, "stroke-linecap": "round" }));
  board.append(svg("rect", { x: MARGIN, y: MARGIN, width: width * SIDE, height: height * SIDE, fill: "none", stroke: INK, "stroke-width": 2 }));
  const label = (/** @type {number} */ x, /** @type {number} */ y, /** @type {string} */ words, size = 11, weight = 400, fill = SOFT) => board.append(svg("text", { x, y, "text-anchor": "middle", "font-size": size, "font-weight": weight, fill }, words));
  puzzle.rows.forEach((tally, row) => {
    label(MARGIN - 12, MARGIN + row * SIDE + 20, rowName(row));
    if (tally !== null) label(MARGIN + width * SIDE + 14, MARGIN + row * SIDE + 22, String(tally), 16, 700, INK);
  });
  puzzle.cols.forEach((tally, col) => {
    label(MARGIN + col * SIDE + SIDE / 2, MARGIN - 8, String(col + 1));
    if (tally !== null) label(MARGIN + col * SIDE + SIDE / 2, MARGIN + height * SIDE + 18, String(tally), 16, 700, INK);
  });
  board.append(...words(puzzle, title, text));
  return board;
}

/** @param {number[]} corner @param {readonly string[]} parts @param {number} square @param {string} letters  its letter, or in lines those that it may show @param {number} width */
function shipAt([x, y], parts, square, letters, width) {
  const part = parts[square];
  const isUpright = [square - width, square + width].some((near) => ["T", "M", "B"].includes(parts[near]));
  const [path, turn] = HULLS[part] ?? [MIDDLE, isUpright ? 90 : 0];
  const lines = letters.split("\n");
  const isOne = letters.length < 2;
  const gap = letters ? 4 : 10; // with room for letters
  const hull = part === "X"
    ? svg("rect", { x: x + gap, y: y + gap, width: SIDE - 2 * gap, height: SIDE - 2 * gap, rx: 2, fill: SOFT })
    : svg("path", { d: path, fill: INK, transform: `translate(${x} ${y}) rotate(${turn} ${SIDE / 2} ${SIDE / 2})` });
  const texts = lines.map((line, i) => svg("text", { x: x + SIDE / 2, y: y + (isOne ? 22 : SIDE / 2 + 4 + 11 * (i - (lines.length - 1) / 2)), "text-anchor": "middle", "font-size": isOne ? 16 : 11, "font-weight": 700, fill: SHEET }, line));
  return letters ? [hull, ...texts] : [hull];
}

/** The title and the text of a frame, in lines. @param {Puzzle} puzzle @param {string} title @param {string} text */
function words(puzzle, title, text) {
  const y = puzzle.height * SIDE + 2 * MARGIN + 12;
  return [title, ...linesOf(puzzle, text)].map((line, i) => svg("text", { x: MARGIN, y: y + i * LINE, "font-size": 12, "font-weight": i === 0 ? 700 : 400, fill: INK }, line));
}

/** The lines of a text, as wide as a frame. @param {Puzzle} puzzle @param {string} text */
function linesOf(puzzle, text) {
  const letters = Math.floor((widthOf(puzzle) - 2 * MARGIN) / LETTER);
  const lines = [];
  for (const paragraph of text.split("\n")) {
    let line = "";
    for (const word of paragraph.split(" ")) {
      if (line && line.length + 1 + word.length > letters) {
        lines.push(line);
        line = word;
      } else line = line ? `${line} ${word}` : word;
    }
    lines.push(line);
  }
  return lines;
}
