/**
 * The look back on a game, with what hints and arguments say about the boards before its moves. It points at moves
 * that were wrong, at those that nothing close by settled, and at the one that took longest, each with what could have
 * been found on that board; and it names a technique to learn next.
 */

import { conclusionText, emptyOverlay, nameOfStep, overlayWith, stepMarks, stepOverlay } from "../learn/argument.js";
import { smallBoard } from "../learn/small-board.js";
import { ApiError, attempt } from "../service/api.js";
import { button, h, loadSheet } from "../dom.js";
import { SHIP, UNKNOWN, WATER, isShip, squareName } from "../board/puzzle.js";
import { nameOf, phrase } from "../language.js";
import { boardOf, filledCells, newGame } from "./game.js";
import { generatePuzzle } from "./generate.js";
import { nextTechnique } from "./next-technique.js";
import { formatTime } from "./session.js";

/**
 * @import { Puzzle } from "../board/puzzle.js"
 * @import { StepData } from "../service/answers.js"
 * @import { Api } from "../service/api.js"
 * @import { Move } from "./game-record.js"
 * @typedef {"wrong" | "guess" | "slow"} Verdict
 * @typedef {{verdict: Verdict, number: number, until: number, at: number, mark: string, tenths: number, cells: readonly string[], open: StepData | null}} Finding
 *   `number`: of the move, from 1; `until`: of the one that put it right, or 0; `cells`: the board before it, without what was wrong; `open`: a step that could have been made.
 */

const MAX_FINDINGS = 3;
const NEAR = 3; // steps of a hint after which a square counts as settled
const MAX_LINKS = 8; // of an argument that is still close by
const MAX_ARGUMENTS = 8; // asked for in one game: they take a while
const ARGUMENT_TIME = 2; // seconds of work for each
const MAX_TIME = 15_000; // milliseconds for all, also on a busy server: nobody waits minutes to hear about a game that is over
const LATE = new ApiError("cancelled", "");
const LONG = 300; // tenths of a second
const LONGER = 4; // times the usual one

/**
 * What there is to say about a game. Rejects with an `ApiError` if the engine does not answer.
 * @param {Api} api @param {Puzzle} puzzle @param {readonly Move[]} record
 * @param {readonly string[]} truth  marks that are right: the solution, or a board that was checked
 * @returns {Promise<{findings: Finding[], isWhole: boolean}>}  `isWhole`: whether all moves were looked at, up to the last finding
 */
export async function lookBack(api, puzzle, record, truth) {
  const ask = oracle(api, puzzle);
  const slowest = longestPause(record);
  const board = [...newGame(puzzle).cells];
  /** @type {Finding[]} */
  const findings = [];
  for (const [i, [, marks, isTrial]] of record.entries()) {
    const own = passesBy(record, i) ? [] : marksMade(marks).filter(([at]) => truth[at] !== UNKNOWN);
    for (const [at, mark] of own) {
      // Whoever tries something out expects that it may be wrong.
      const verdict = isTrial ? null : !isRight(truth, at, mark) ? "wrong" : (await ask.isSettled(board, at)) ? null : "guess";
      const shown = verdict ?? (i === slowest ? "slow" : null);
      if (!shown) continue;
      findings.push({ verdict: shown, number: i + 1, until: moveAgainst(record, i, at, mark), at, mark, tenths: pauseBefore(record, i), cells: [...board], open: await ask.openStep(board) });
      break;
    }
    if (findings.length === MAX_FINDINGS) break;
    for (const [at, mark] of marks) if (mark !== UNKNOWN && isRight(truth, at, mark)) board[at] = mark;
  }
  return { findings, isWhole: ask.isWhole() };
}

/** What the engine answers about boards. @param {Api} api @param {Puzzle} puzzle */
function oracle(api, puzzle) {
  /** What followed from earlier boards follows from later ones, too. @type {Set<number>} */
  const settled = new Set();
  let left = MAX_ARGUMENTS;
  let isWhole = true;
  const end = new AbortController();
  setTimeout(() => end.abort(LATE), MAX_TIME);
  const hint = async (/** @type {readonly string[]} */ cells) => (await api.hint(puzzle.data, boardOf(puzzle, cells))).step;

  /** Adds what the next steps from a board settle, and says whether a plain step is open at all. @param {readonly string[]} board */
  async function reach(board) {
    const cells = [...board];
    for (let n = 0; n < NEAR; n++) {
      const step = await hint(cells);
      if (!step || step.cases.length > 0) return n > 0;
      for (const [at, mark] of stepMarks(puzzle.width, step)) {
        cells[at] = mark;
        settled.add(at);
      }
    }
    return true;
  }

  /** Whether a square follows from a board in a few plain steps; where that is not known, it gets the benefit of the doubt. @param {readonly string[]} board @param {number} at */
  async function isSettled(board, at) {
    if (board[at] !== UNKNOWN || settled.has(at)) return true;
    const isPlain = await reach(board); // otherwise the player may have supposed something
    if (!isPlain || settled.has(at)) return true;
    const isOver = left-- <= 0 || end.signal.aborted;
    const argument = isOver ? null : await inTime(api.why(puzzle.data, boardOf(puzzle, board), squareName(puzzle, at), ARGUMENT_TIME, end.signal));
    if (!argument) {
      isWhole = false;
      return true;
    }
    const { verdict, steps, complete } = argument;
    if (verdict !== "forced") return complete === false;
    return steps.every(({ cases }) => cases.length === 0) && steps.flatMap(({ reasons }) => reasons).length <= MAX_LINKS;
  }

  return { isSettled, openStep: hint, isWhole: () => isWhole };
}

/** The answer to a request, or `null` if it was not found in time. @template T @param {Promise<T>} answer @returns {Promise<T | null>} */
async function inTime(answer) {
  try {
    return await answer;
  } catch (error) {
    if (error === LATE || (error instanceof ApiError && error.kind === "busy")) return null;
    throw error;
  }
}

/** The marks of a move that were made, not filled in: its ships or, without one, its water. @param {Move[1]} marks */
function marksMade(marks) {
  const known = marks.filter(([, mark]) => mark !== UNKNOWN);
  const ships = known.filter(([, mark]) => isShip(mark));
  return ships.length > 0 ? ships : known;
}

/** Whether a move only led to another mark on the same squares, as the first of two taps does. @param {readonly Move[]} record @param {number} i */
const passesBy = (record, i) => marksMade(record[i][1]).every(([at]) => record[i + 1]?.[1].some(([square]) => square === at));

/** @param {readonly string[]} truth @param {number} at @param {string} mark */
const isRight = (truth, at, mark) => truth[at] !== UNKNOWN && isShip(truth[at]) === isShip(mark);

/** The number of the move after a move that took back or changed one of its marks, or 0. @param {readonly Move[]} record @param {number} i @param {number} at @param {string} mark */
const moveAgainst = (record, i, at, mark) => record.findIndex(([, marks], j) => j > i && marks.some(([square, other]) => square === at && (other === UNKNOWN || isShip(other) !== isShip(mark)))) + 1;

/** @param {readonly Move[]} record @param {number} i */
const pauseBefore = (record, i) => record[i][0] - (record[i - 1]?.[0] ?? 0);

/** The move before which the player thought much longer than usual, or -1. @param {readonly Move[]} record */
function longestPause(record) {
  const pauses = record.map((_, i) => pauseBefore(record, i));
  const longest = Math.max(...pauses);
  const usual = [...pauses].sort((one, other) => one - other)[pauses.length >> 1];
  return longest >= Math.max(LONG, LONGER * usual) ? pauses.indexOf(longest) : -1;
}

/** Looks back on the game, and shows what there is to say. @param {import("../app.js").App} app @param {HTMLElement} into */
export async function showLookBack(app, into) {
  loadSheet("play/look-back.css");
  loadSheet("learn/argument.css"); // of small boards
  const { api, session } = app;
  const { puzzle } = session;
  const truth = session.isSolved ? filledCells(session.game) : session.game.cells;
  const record = session.course.record ?? [];
  const { findings, isWhole } = await lookBack(api, puzzle, record, truth);
  const next = nextTechnique(findings.map(({ open }) => open?.technique));
  const practise = (/** @type {{grade: string, technique: string}} */ kind) =>
    attempt(async () => app.open(await generatePuzzle(api, kind)), (text) => app.showMessage(text, { kind: "bad" }));
  const isTried = record.some(([, , isTrial]) => isTrial);
  const withoutFindings = !isWhole ? phrase("Nothing was found to be wrong, but not every move could be looked at in time.")
    : isTried ? phrase("Apart from what you tried out in pencil, every move followed from what was on the board.")
    : phrase("Every move followed from what was on the board: not one guess.");
  into.replaceChildren(findings.length > 0 ? h("ul", {}, ...findings.map((finding) => findingView(puzzle, finding))) : h("p", {}, withoutFindings));
  if (next && puzzle.isPlain) {
    const text = phrase("Next for you: {technique}.", { technique: nameOf(next.technique) });
    into.append(h("p", {}, text), button(phrase("A puzzle that needs it"), () => void practise(next), { class: "quiet", icon: "learn" }));
  }
  app.announce([...into.querySelectorAll("summary, :scope > p")].map(({ textContent }) => textContent).join(" ")); // not the boards
}

/** @param {Puzzle} puzzle @param {Finding} finding */
function findingView(puzzle, { verdict, number, until, at, mark, tenths, cells, open }) {
  const name = mark === WATER ? phrase("water") : mark === SHIP ? phrase("ship") : mark;
  const values = { number, until, square: squareName(puzzle, at), mark: name, time: formatTime(Math.round(tenths / 10)) };
  const summary = {
    wrong: phrase("Move {number}, {square} as {mark}, was wrong; you took it back in move {until}.", values),
    guess: phrase("Move {number}, {square} as {mark}, was more of a guess: nothing close by settled it yet.", values),
    slow: phrase("Move {number}, {square} as {mark}, took longest: {time}.", values),
  }[verdict];
  const board = smallBoard(puzzle);
  const overlay = overlayWith(open ? stepOverlay(puzzle, open) : emptyOverlay(), "reached", [at]);
  board.show({ cells, overlay, text: phrase("The board before this move") });
  const told = open && h("p", { class: "fine" }, h("strong", {}, phrase("You could have used: {technique}.", { technique: nameOfStep(open) })), " ", conclusionText(open));
  return h("li", {}, h("details", {}, h("summary", {}, summary), board.element, told));
}
