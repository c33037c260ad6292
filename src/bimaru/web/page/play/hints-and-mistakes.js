/** Hints in strengths (where to look, which technique, of a case analysis its idea, the whole step), and mistakes. */

import { ApiError, errorMessage } from "../service/api.js";
import { button, h, loadSheet } from "../dom.js";
import { branchesOf, conclusionOf, nameOfStep, questionOf, refutationOf, stepMarks } from "../learn/argument.js";
import { Stage } from "../learn/stage.js";
import { boardOf, brokenRules, onlyMarks, ownMarks } from "./game.js";
import { ghostName } from "../board/board-view.js";
import { SHIP, UNKNOWN, WATER, isShip, squareIndexes, squareName } from "../board/puzzle.js";
import { lineSquares } from "../board/referee.js";
import { capitalize, phrase } from "../language.js";
import { loadSetting } from "../service/stored-values.js";
import { USED } from "./grades.js";
import { lookBackParts } from "./look-back-button.js";
import { nextTechnique } from "./next-technique.js";

const SHOWN = 3; // broken rules in one message

/**
 * @import { Puzzle } from "../board/puzzle.js"
 * @import { Fault } from "../board/referee.js"
 * @import { State } from "../learn/argument.js"
 * @import { CaseData, FocusData, HintData, StepData } from "../service/answers.js"
 * @import { Game } from "./game.js"
 * @typedef {{
 *   game: Game, where: string, step: StepData, idea: string | null, lit: Set<number>, strength: number, isLearning: boolean,
 * }} ShownHint  `isLearning`: its technique is the one to learn next
 * @typedef {{at: number, text: string, case: CaseData | null, cells: string[]}} FirstMistake  `cells`: the right marks and the wrong one
 * @typedef {{title: string, text: string, content?: HTMLElement, more?: string}} Revealed  `more`: the name of the button that reveals more
 */

/**
 * @param {import("../app.js").App} app
 * @param {(highlights: {lit?: Set<number>, settled?: Set<number>, faulty?: Set<number>, state?: State | null, ghosts?: Map<number, string>}) => void} highlight
 * @param {(marks: [number, string][]) => void} apply  makes the marks of a step
 */
export function createHints(app, highlight, apply) {
  loadSheet("learn/argument.css");
  /** @type {ShownHint | null} */
  let current = null;

  /** Stops the playback of an argument. */
  let pause = () => {};

  function reset() {
    pause();
    current = null;
  }

  /** Shows a hint or, if the game has not changed, a stronger one, and in the end makes the step. @param {Game} game */
  async function showNext(game) {
    if (current?.game === game) return isWhole(current) ? applyStep(current) : void show({ ...current, strength: current.strength + 1 });
    const isBeginner = Object.keys(loadSetting(USED, {})).length === 0; // the easiest step is right then
    const learning = isBeginner ? undefined : nextTechnique()?.technique;
    const hint = await request(() => app.api.hint(game.puzzle.data, boardOf(game.puzzle, game.cells), learning ? { prefer: learning } : {}));
    if (!hint || app.session.game !== game) return;
    if (hint.mistake) {
      app.session.addHint();
      return void showMistake(game, (await firstMistake(game)) || otherMistake(game, hint.mistake));
    }
    if (hint.complete === false) return app.showMessage(phrase("No hint was found in the time that a request may take."), { title: phrase("No hint") });
    if (!hint.where || !hint.step || !hint.focus) {
      if (await isImpossible(game)) return sayImpossible(game);
      return app.showMessage(phrase("Nothing more can be deduced from this board."), { title: phrase("No hint") });
    }
    app.session.addHint();
    await show({ game, where: `${hint.where} ${lookFor(game, hint.focus)}`, step: hint.step, idea: hint.idea, lit: focusSquares(game.puzzle, hint.focus), strength: 0, isLearning: hint.step.technique === learning });
  }

  /** Shows the rules that a game breaks, and the first mark of the player's that is wrong, if there is one. @param {Game} game */
  async function check(game) {
    const broken = brokenRules(game);
    if (broken.length > 0) showFaults(broken, game);
    if (broken.length > 0 && !app.api.isReady) return; // an engine that is not there yet is not loaded for this
    const otherwise = broken.length > 0 ? "" : phrase("No rule is broken so far.");
    const mistake = await firstMistake(game, otherwise);
    if (app.session.game !== game || mistake === undefined) return;
    if (mistake) await showMistake(game, mistake, broken);
    else if (ownMarks(game).length === 0) app.showMessage(phrase("You have not marked anything yet."));
    else if (broken.length === 0) app.showMessage(phrase("No mistakes so far."), { kind: "good", title: phrase("Well done"), actions: lookBackParts(app) });
  }

  /** @param {Fault[]} broken @param {Game} game */
  function showFaults(broken, game) {
    highlight({ faulty: new Set(broken.slice(0, SHOWN).flatMap(({ squares }) => squares)) });
    const name = async () => {
      const mistake = await firstMistake(game, "");
      if (mistake && app.session.game === game) await showMistake(game, mistake, broken);
    };
    const actions = app.api.isReady ? [] : [button(phrase("Which mark was wrong first?"), () => void name())];
    app.showMessage(faultsText(game, broken), { kind: "bad", title: phrase("Not right yet"), actions });
  }

  /**
   * The first of the player's own marks that is wrong, with what refutes it: `null` if all can be right, `undefined` if
   * that is not known. What the page filled in is left out: it follows from the marks.
   * @param {Game} game @param {string} [otherwise]  what is known without the engine; "" shows nothing if that cannot answer
   * @returns {Promise<FirstMistake | null | undefined>}
   */
  async function firstMistake(game, otherwise) {
    const { puzzle } = game;
    const own = ownMarks(game);
    const found = await request(() => app.api.review(puzzle.data, boardOf(puzzle, onlyMarks(game, own))), otherwise);
    if (!found) return undefined;
    if (found.right === null && otherwise) app.showMessage(`${otherwise} ${phrase("Whether a square is wrong could not be found out in time.")}`);
    if (found.right !== false) return found.right ? null : undefined;
    const wrong = new Set(squareIndexes(puzzle.width, found.removed ?? []));
    const at = own.find((square) => wrong.has(square));
    if (at === undefined) return void sayImpossible(game); // even without any mark
    const cells = onlyMarks(game, own.filter((square) => square === at || !wrong.has(square)));
    // Not the whole: the button says what to clear. A refusal is no reason to keep a mistake back.
    const told = await app.api.hint(puzzle.data, boardOf(puzzle, cells), { strength: "idea" }).catch((error) => void errorMessage(error));
    const isAbout = squareIndexes(puzzle.width, told?.mistake?.squares ?? []).includes(at);
    const square = squareName(puzzle, at);
    const plain = cells[at] === WATER ? phrase("{square} is not water.", { square }) : phrase("{square} is not ship.", { square });
    return { at, cells, text: (isAbout && told?.mistake?.text) || plain, case: isAbout ? (told?.mistake?.case ?? null) : null };
  }

  /** Whether a puzzle has no solution at all. @param {Game} game */
  async function isImpossible({ puzzle }) {
    const found = await request(() => app.api.post("solve", puzzle.data, { limit: 1 }), "");
    return found?.status === "none";
  }

  /** @param {Game} game */
  function sayImpossible(game) {
    const text = phrase("No board keeps all its rules. If it was copied, compare its clues with the original.");
    if (app.session.game === game) app.showMessage(text, { kind: "bad", title: phrase("This puzzle has no solution") });
  }

  /** The answer to a request, or `null` if there is none. @template T @param {() => Promise<T>} send @param {string} [otherwise]  as of `firstMistake` @returns {Promise<T | null>} */
  async function request(send, otherwise) {
    try {
      return await send();
    } catch (error) {
      const text = errorMessage(error);
      if (otherwise === "") return null;
      const isMissing = error instanceof ApiError && ["offline", "missing"].includes(error.kind);
      if (otherwise && isMissing) app.showMessage(`${otherwise} ${phrase("Finding other mistakes needs {engine}.", { engine: app.api.backend.name })}`);
      else app.showMessage(text, { kind: isMissing ? "plain" : "bad" });
      return null;
    }
  }

  /** @param {Game} game @param {FirstMistake} mistake @param {Fault[]} [broken]  the rules that are broken besides */
  async function showMistake(game, { at, text, case: refuted, cells }, broken = []) {
    const shown = { faulty: new Set(at < 0 ? [] : [at]) };
    const content = refuted ? await argument({ ...game, cells }, refuted, shown) : undefined;
    if (app.session.game !== game) return;
    const words = refuted ? text.replace(` ${refuted.text}`, "") : text;
    highlight(shown);
    const rules = broken.length > 0 ? `${faultsText(game, broken)} ${phrase("Your first mistake: {text}", { text: words })}` : words;
    app.showMessage(rules, { kind: "bad", title: broken.length > 0 ? phrase("Not right yet") : phrase("There is a mistake"), content, actions: at < 0 ? [] : [clearing(game, at)] });
    current = null;
  }

  /** Takes back a mark that is wrong. @param {Game} game @param {number} at */
  const clearing = ({ puzzle }, at) => button(phrase("Clear {square}", { square: squareName(puzzle, at) }), () => (app.clearMessage(), apply([[at, UNKNOWN]])), { class: "primary" });

  /** A mistake that the engine finds on the whole board. @param {Game} game @param {NonNullable<HintData["mistake"]>} mistake @returns {FirstMistake} */
  const otherMistake = (game, { squares, text, case: refuted }) => ({ at: squareIndexes(game.puzzle.width, squares)[0] ?? -1, text, case: refuted, cells: [...game.cells] });

  /** A step or the refutation of a mistake, to go through on the board. @param {Game} game @param {StepData | CaseData} tree @param {{settled?: Set<number>, faulty?: Set<number>, ghosts?: Map<number, string>}} shown  on the board itself */
  async function argument(game, tree, shown) {
    const { argumentView } = await import("../learn/argument-view.js");
    const { puzzle, cells } = game;
    const stage = new Stage((state) => highlight(state ? { state } : shown), (text) => app.announce(text));
    // Of a mistake, the message only names the square; the reason is shown on request.
    const view = "supposed" in tree
      ? argumentView(puzzle, [{ ...refutationOf(puzzle, cells, tree), title: phrase("Why?"), outcome: "", isPlain: true }], stage, "", false)
      : argumentView(puzzle, branchesOf(puzzle, cells, tree), stage, questionOf(tree));
    pause = view.pause;
    view.element.addEventListener("toggle", () => requestAnimationFrame(() => view.element.scrollIntoView({ block: "nearest" })), true); // on phones it opens below the screen
    return view.element;
  }

  /** @param {ShownHint} hint */
  function applyStep(hint) {
    app.clearMessage();
    apply(marksOf(hint));
  }

  /** @param {ShownHint} hint */
  async function show(hint) {
    const { game, step, lit, strength } = hint;
    const marks = isWhole(hint) ? marksOf(hint) : [];
    const shown = { lit, settled: new Set(marks.map(([at]) => at)), ghosts: new Map(marks) };
    const content = !isWhole(hint) ? undefined : step.cases.length > 0 ? await argument(game, step, shown) : legend(marks);
    if (app.session.game.puzzle !== game.puzzle || app.session.game.cells !== game.cells) return;
    const { title, text, more } = strengthsOf(hint)[strength];
    const action = more
      ? button(more, () => void show({ ...hint, strength: strength + 1 }), { class: "primary" })
      : button(phrase("Apply"), () => applyStep(hint), { class: "primary" });
    app.showMessage(text, { title, content, actions: [action] });
    current = hint;
    highlight(shown);
  }

  /** Follows a game that goes on: a hint goes with the last of its squares, or with a mark against it. @param {Game} game */
  function follow({ puzzle, cells }) {
    if (!current) return;
    const marks = stepMarks(puzzle.width, current.step);
    const isOver = marks.every(([at, mark]) => cells[at] === mark) || marks.some(([at, mark]) => cells[at] !== UNKNOWN && (cells[at] === WATER) !== (mark === WATER));
    if (isOver) app.clearMessage();
  }

  return { showNext, check, reset, follow };
}

/** Whether a hint shows its whole step. @param {ShownHint} hint */
const isWhole = (hint) => hint.strength === strengthsOf(hint).length - 1;

/** What the step of a hint would change. @param {ShownHint} hint */
const marksOf = ({ game, step }) => stepMarks(game.puzzle.width, step).filter(([at, mark]) => game.cells[at] !== mark);

/** The first broken rules in words. @param {Game} game @param {Fault[]} broken */
function faultsText({ puzzle }, broken) {
  const more = broken.length > SHOWN ? ` ${phrase("And {count} more.", { count: broken.length - SHOWN })}` : "";
  const named = (/** @type {number[]} */ squares) => squares.map((at) => squareName(puzzle, at)).join(", ");
  const inWords = broken.slice(0, SHOWN).map(({ rule, squares, text }) => (rule === "given" ? phrase("{text}, which conflicts with {squares}", { text, squares: named(squares) }) : text));
  return inWords.map((text) => `${capitalize(text)}.`).join(" ") + more;
}

/** What a hint reveals, one strength after the other. @param {ShownHint} hint @returns {Revealed[]} */
function strengthsOf({ where, step, idea, isLearning }) {
  const technique = phrase("Technique: {name}.", { name: nameOfStep(step) });
  return [
    { title: phrase("Where to look"), text: where, more: phrase("Which technique?") },
    { title: phrase("Which technique"), text: isLearning ? `${technique} ${phrase("It is the one to learn next.")}` : technique, more: idea ? phrase("Which idea?") : phrase("Show the step") },
    ...(idea ? [{ title: phrase("The idea"), text: idea, more: phrase("Show the step") }] : []),
    { title: capitalize(nameOfStep(step)), text: step.cases.length > 0 ? conclusionOf(step) : step.text },
  ];
}

/** What to look for where a hint points. @param {Game} game @param {FocusData} focus */
function lookFor({ puzzle, puzzle: { givens }, cells }, { squares, lines }) {
  if (lines.length > 0) return phrase("How many ship squares are still missing there, and where can they be?");
  const ships = squareIndexes(puzzle.width, squares).filter((at) => isShip(cells[at]));
  if (ships.length > 0 && ships.every((at) => givens[at] === "S")) return phrase("What around the ship there is water?");
  if (ships.length > 0) return phrase("How can the ship there lie, and what around it is water?");
  return phrase("What would follow from ship there, and what from water?");
}

/** What the rings on the board mean. @param {[number, string][]} marks */
function legend(marks) {
  const kinds = [["to-ship", ghostName(SHIP), marks.some(([, mark]) => mark !== WATER)], ["to-water", ghostName(WATER), marks.some(([, mark]) => mark === WATER)]];
  return h("p", { class: "legend" }, ...kinds.map(([name, text, isUsed]) => isUsed && h("span", {}, h("span", { class: `cell settled ${name}` }), String(text))));
}

/** The squares that a hint points at. @param {Puzzle} puzzle @param {FocusData} focus */
function focusSquares(puzzle, { squares, lines }) {
  const ofLines = lines.flatMap((line) => ("row" in line ? lineSquares(puzzle, "row", line.row) : lineSquares(puzzle, "column", line.column)));
  return new Set([...squareIndexes(puzzle.width, squares), ...ofLines]);
}
