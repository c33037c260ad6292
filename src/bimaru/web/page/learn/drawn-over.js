/** What is drawn over the squares of a board: the placements that are ruled out, and an arrow to what a tally settles. */

import { svg } from "../dom.js";
import { lineSquares } from "../board/referee.js";

/** @import { BoardView, Scene } from "../board/board-view.js" */

/** In sides of a square, as in the pictures that bimaru draws: how far a ring and its stroke stay off the sides, and how round it is. */
const GAP = 0.055, MARGIN = 0.11, ROUND = 0.39;

/** Draws over a board what its overlay is about. @param {BoardView} view @param {Scene} scene */
export function drawOver({ grid, cells, tallies, side }, { puzzle, overlay, settled = new Set() }) {
  if (!overlay) return;
  grid.append(...ruledOut(puzzle, overlay.barred));
  const cited = /** @type {const} */ (["row", "column"]).flatMap((kind) => [...overlay.lines[kind]].filter(([, role]) => role === "cited").map(([line]) => ({ kind, line })));
  if (cited.length !== 1) return;
  const [{ kind, line }] = cited;
  const reached = overlay.layers.reached.size > 0 ? overlay.layers.reached : settled;
  const at = lineSquares(puzzle, kind, line).filter((square) => reached.has(square)).pop();
  const [from, to] = [tallies[kind][line], at === undefined ? undefined : cells[at]];
  if (from && to) grid.append(arrowBetween(middleOf(from), middleOf(to), side * 0.34));
}

/** Placements that no ship has: each ringed, and struck through from end to end. @param {{height: number, width: number}} puzzle @param {readonly (readonly number[])[]} placements */
export function ruledOut({ height, width }, placements) {
  const d = pathOf(width, placements);
  return d ? [svg("svg", { class: "over ruled-out", "aria-hidden": "true", viewBox: `0 0 ${width} ${height}` }, svg("path", { d }))] : [];
}

/** The rings and strokes of placements on a board of that width. @param {number} width @param {readonly (readonly number[])[]} placements */
export const pathOf = (width, placements) => placements.map((squares) => struckOut(squares.map((at) => [Math.floor(at / width), at % width]))).join("");

/** @param {number[][]} squares  with row and column, in order */
function struckOut(squares) {
  const [rows, cols] = [0, 1].map((axis) => squares.map((square) => square[axis]));
  const [top, left] = [Math.min(...rows) + GAP, Math.min(...cols) + GAP];
  const [down, across] = [Math.max(...rows) + 1 - GAP - top - 2 * ROUND, Math.max(...cols) + 1 - GAP - left - 2 * ROUND];
  const corner = (/** @type {number} */ x, /** @type {number} */ y) => `a${ROUND} ${ROUND} 0 0 1 ${x * ROUND} ${y * ROUND}`;
  const ring = `M${left + ROUND} ${top}h${across}${corner(1, 1)}v${down}${corner(-1, 1)}h${-across}${corner(-1, -1)}v${-down}${corner(1, -1)}z`;
  const [[row, col], [lastRow, lastCol]] = [squares[0], squares[squares.length - 1]];
  const stroke = row === lastRow ? `M${col + MARGIN} ${row + 0.5}H${lastCol + 1 - MARGIN}` : `M${col + 0.5} ${row + MARGIN}V${lastRow + 1 - MARGIN}`;
  return ring + stroke;
}

/** The middle of an element on the board. @param {HTMLElement} element @returns {[number, number]} */
const middleOf = ({ offsetLeft, offsetTop, offsetWidth, offsetHeight }) => [offsetLeft + offsetWidth / 2, offsetTop + offsetHeight / 2];

/** An arrow that keeps a distance from both its ends. @param {[number, number]} from @param {[number, number]} to @param {number} distance */
function arrowBetween(from, to, distance) {
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]) || 1;
  const [dx, dy] = [(to[0] - from[0]) / length, (to[1] - from[1]) / length];
  const [x1, y1] = [from[0] + dx * distance, from[1] + dy * distance];
  const [x2, y2] = [to[0] - dx * distance, to[1] - dy * distance];
  const head = distance * 0.5;
  const wing = (/** @type {number} */ side) => `${x2 - dx * head - side * dy * head} ${y2 - dy * head + side * dx * head}`;
  const path = svg("path", { d: `M${x1} ${y1}L${x2} ${y2}M${wing(1)}L${x2} ${y2}L${wing(-1)}` });
  return svg("svg", { class: "over arrow", "aria-hidden": "true" }, path);
}
