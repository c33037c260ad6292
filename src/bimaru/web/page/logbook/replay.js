/** The replay of a game: its moves one by one on a small board, to play at several speeds, pause and step through. */

import { titleOf } from "../names.js";
import { puzzleOf, squareIndexes, squareName } from "../board/puzzle.js";
import { markName } from "../board/referee.js";
import { actions, button, field, h, loadSheet, tool } from "../dom.js";
import { select } from "../choices.js";
import { counted, phrase } from "../language.js";
import { boardsAfter, conclusionText, emptyOverlay, nameOfStep, overlayWith, wholeOverlay } from "../learn/argument.js";
import { smallBoard } from "../learn/small-board.js";
import { boardOf, newGame } from "../play/game.js";
import { formatTime, readGame } from "../play/session.js";
import { MAX_LADDER_SIDE } from "../service/limits.js";
import { readPuzzle } from "../validation.js";

/**
 * @import { Puzzle } from "../board/puzzle.js"
 * @import { Move } from "../play/game-record.js"
 * @import { Logbook, View } from "./views.js"
 */

const SPEEDS = [1, 4, 16, 64].map((speed) => /** @type {const} */ ([String(speed), speed === 1 ? phrase("as played") : phrase("{speed} times", { speed })]));
const STYLES = "learn/argument.css"; // of small boards
const USUAL_SPEED = "4";
const LONGEST_PAUSE = 2_000; // milliseconds between two moves at any speed
const SHORTEST_PAUSE = 40;
/** Between two moves for those who want less motion: no flashing. */
const CALM_PAUSE = 600;
const SPOKEN_AFTER = 1_500; // milliseconds between two announcements while moves are played
const NAMED = 3; // squares of a move that are named

/** @param {Logbook} logbook @param {any} file  of the game @returns {View} */
export function replayView(logbook, file) {
  const data = readPuzzle(file?.puzzle);
  const puzzle = data && puzzleOf(data);
  const record = puzzle && readGame(puzzle, file)?.course.record;
  if (!puzzle || !record || record.length === 0) return { element: h("p", {}, phrase("This game has no replay: its moves were not recorded.")) };
  const boards = boardsAfter(newGame(puzzle).cells, record.map(([, marks]) => marks));
  const board = smallBoard(puzzle);
  board.element.style.setProperty("--columns", String(puzzle.width));
  loadSheet(STYLES);
  const isCalm = matchMedia("(prefers-reduced-motion: reduce)").matches;
  let at = 0;
  let timer = 0;
  let spoken = 0;

  const first = tool(phrase("To the start"), "first", () => step(-Infinity));
  const previous = tool(phrase("Previous move"), "previous", () => step(-1));
  const playing = tool(phrase("Play the moves"), "play", () => (timer ? pause() : play()));
  const next = tool(phrase("Next move"), "next", () => step(1));
  const last = tool(phrase("To the end"), "last", () => step(Infinity));
  const slider = h("input", { type: "range", min: 0, max: record.length, value: "0", "aria-label": phrase("Move"), oninput: () => (pause(), goTo(Number(slider.value))) });
  const speed = select("replay-speed", SPEEDS);
  speed.value = USUAL_SPEED;
  const caption = h("p", { class: "replay-caption" });
  const told = h("p", { class: "fine" });
  const find = button(phrase("What could be found here?"), () => void logbook.run(showOpenStep), { class: "quiet", icon: "hint" });

  /** @param {number} to @param {boolean} [isPlayed]  whether the moves are played, and not all announced */
  function goTo(to, isPlayed = false) {
    at = Math.max(0, Math.min(record?.length ?? 0, to));
    const text = at === 0 ? phrase("The start") : describe(/** @type {Puzzle} */ (puzzle), /** @type {Move[]} */ (record), at);
    const changed = at === 0 ? [] : (record?.[at - 1][1] ?? []).map(([square]) => square);
    board.show({ cells: boards[at], text, overlay: overlayWith(emptyOverlay(), "reached", changed) });
    caption.textContent = text;
    told.textContent = "";
    slider.value = String(at);
    slider.setAttribute("aria-valuetext", text);
    for (const [tool, isIdle] of /** @type {const} */ ([[first, at === 0], [previous, at === 0], [next, at === boards.length - 1], [last, at === boards.length - 1]])) {
      tool.setAttribute("aria-disabled", String(isIdle)); // not `disabled`, which would take the focus away
    }
    if (isPlayed && at < boards.length - 1 && Date.now() - spoken < SPOKEN_AFTER) return;
    spoken = Date.now();
    logbook.announce(text);
  }

  /** Shows a step that could have been made on the board shown, or the mistake in it. */
  async function showOpenStep() {
    pause();
    const cells = boards[at];
    const shown = /** @type {Puzzle} */ (puzzle);
    const { step, mistake } = await logbook.app.api.hint(shown.data, boardOf(shown, cells));
    if (cells !== boards[at]) return;
    const found = step
      ? `${phrase("You could have used: {technique}.", { technique: nameOfStep(step) })} ${conclusionText(step)}`
      : phrase("Nothing more can be deduced from this board.");
    told.textContent = mistake?.text ?? found;
    logbook.announce(told.textContent);
    if (step) board.show({ cells, text: told.textContent, overlay: wholeOverlay(shown, step) });
    if (mistake) board.show({ cells, text: told.textContent, overlay: overlayWith(emptyOverlay(), "failed", squareIndexes(shown.width, mistake.squares)) });
  }

  /** @param {number} by */
  function step(by) {
    pause();
    goTo(at + by);
  }

  function play() {
    if (at >= boards.length - 1) goTo(0, true);
    tick();
  }

  function tick() {
    timer = window.setTimeout(() => {
      goTo(at + 1, true);
      if (at < boards.length - 1 && caption.isConnected) tick();
      else pause();
    }, pauseBefore(at));
    playing.setAttribute("aria-pressed", "true");
  }

  /** The milliseconds before the next move. @param {number} move */
  function pauseBefore(move) {
    if (isCalm) return CALM_PAUSE;
    const [from, to] = [record?.[move - 1]?.[0] ?? 0, record?.[move]?.[0] ?? 0];
    return Math.max(SHORTEST_PAUSE, Math.min(LONGEST_PAUSE, ((to - from) * 100) / Number(speed.value)));
  }

  function pause() {
    clearTimeout(timer);
    timer = 0;
    playing.setAttribute("aria-pressed", "false");
  }

  pause();
  goTo(0);
  const element = h(
    "section",
    { class: "replay" },
    h("h3", {}, phrase("Replay: {name}", { name: titleOf(puzzle.data) })),
    h("div", { class: "replay-board", tabindex: 0, role: "group", "aria-label": phrase("Replay") }, board.element),
    caption,
    h("div", { class: "bar", role: "group", "aria-label": phrase("Replay") }, first, previous, playing, next, last),
    slider,
    Math.max(puzzle.height, puzzle.width) <= MAX_LADDER_SIDE ? actions(find) : null,
    told,
    isCalm ? null : field(phrase("Speed"), speed),
  );
  return { element, leave: pause };
}

/** A move in words. @param {Puzzle} puzzle @param {readonly Move[]} record @param {number} at  its number, from 1 */
function describe(puzzle, record, at) {
  const [time, marks] = record[at - 1];
  const named = () => marks.map(([square, mark]) => `${squareName(puzzle, square)} ${markName(mark)}`).join(", ");
  const changed = marks.length > NAMED ? counted("1 square", "{count} squares", marks.length) : named();
  const place = phrase("Move {at} of {of}, {time}", { at, of: record.length, time: formatTime(Math.floor(time / 10)) });
  return `${place}: ${changed}`;
}
