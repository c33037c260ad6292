/**
 * The editor, the mode Set: makes a puzzle from drawn ships or from single clues, while the server counts
 * its solutions. Loaded when it is first entered (`lazy.js`).
 */

import { attempt, errorMessage } from "../service/api.js";
import { clueFields } from "./clue-fields.js";
import { completionCard } from "./completion.js";
import { actions, button, h, loadSheet, tool } from "../dom.js";
import { downloadCard } from "../service/downloads.js";
import * as drafts from "./draft.js";
import { FleetView } from "../board/fleet-view.js";
import { SHIP, UNKNOWN, WATER, isShip, puzzleOf, shipSquares, squareIndexes, squareName } from "../board/puzzle.js";
import { BENDS, bareName, faults, partName } from "../board/referee.js";
import { capitalize, counted, nameOf, phrase } from "../language.js";
import { changedSquares } from "../learn/argument.js";
import { MAX_LADDER_SIDE } from "../service/limits.js";
import { keyOf } from "../service/permalink.js";
import { loadSetting, saveSetting } from "../service/stored-values.js";
import { nameShown, titleOf } from "../names.js";
import { scoreText } from "../play/grades.js";
import { tallyEditor } from "./tally-field.js";
import { wordForm } from "./word-form.js";

/**
 * @import { App, Mode } from "../app.js"
 * @import { Overlay } from "../board/board-view.js"
 * @import { Puzzle, PuzzleData } from "../board/puzzle.js"
 * @import { BoardData, ExplanationData } from "../service/answers.js"
 * @import { Draft } from "./draft.js"
 * @import { Spread } from "./findings.js"
 * @typedef {{status: string, solutions: BoardData[]}} SolveData
 *   Besides the server's, the status "empty" of a puzzle without ships.
 * @typedef {{cells: readonly string[], overlay: Overlay}} Shown
 */

const LATE = phrase("The solutions could not be counted in time. Add a given or a tally to make counting faster.");
/** The kinds of givens that only polyomino ships have, with their names. */
const CORNERS = Object.entries(BENDS).map(([kind, bend]) => [kind, phrase("Corner, {bend}", { bend })]);

/** The fleet of most puzzles in print, and the side of the smallest grids that have it. */
const USUAL_FLEET = { 4: 1, 3: 2, 2: 3, 1: 4 };
const USUAL_SIDE = 8;
const COUNT_AFTER = 150; // milliseconds without a change after which solutions are counted
const MAX_ADDED_GIVENS = 200; // by phrase("Make unique")

const KIND_MARK = "kind:"; // starts a mark that is a kind of given, to distinguish it from a letter

/** The kinds of givens to choose from, with their names; "answer" stands for what the answer shows. */
const KINDS = [..."WSLRTBMX"].map((kind) => [kind, capitalize(bareName(kind))]);
const AS_ANSWERED = ["answer", phrase("As in the solution")];

/** @param {App} app @param {Record<string, () => void>} dialogs  commands that open them @returns {Mode} */
export function editorMode(app, dialogs) {
  loadSheet("editor/editor.css");
  const { view } = app;
  let isActive = false;
  const file = loadSetting("draft", {});
  const stored = drafts.storedDraft(file);
  /** What taps change: one of the layers of a draft. */
  let layer = drafts.storedLayer(file);
  let selectedKind = "W";
  /** What is to be said about the draft when Set is entered. @type {{text: string, kind: "bad" | "plain"}} */
  let notice = { text: stored.problem, kind: "bad" };
  /** @type {{draft: Draft, past: Draft[], future: Draft[]}} */
  let history = { draft: stored.draft ?? drafts.draftOf(app.session.puzzle.data), past: [], future: [] };
  /** @type {SolveData | null} */
  let result = null;
  /** The index of the solution that is shown, or -1. */
  let shownSolution = -1;
  /** What is wrong with a puzzle that does not have one solution. @type {ExplanationData | null} */
  let problem = null;
  /** How several solutions are spread, once they are counted. @type {Spread | null} */
  let spread = null;
  /** The share of solutions with a ship, by square. @type {Map<number, number> | undefined} */
  let heat;
  /** @typedef {{grade: string, score: number}} Grade */
  /** The grade of the draft, and that of the last one that had one, to compare with. @type {{now: Grade | null, before: Grade | null}} */
  let graded = { now: null, before: null };
  /** The clues that contradict each other. @type {Overlay | undefined} */
  let conflicting;
  /** What is shown instead of the draft: a state of an argument, or the hardest step. @type {Shown | null} */
  let shown = null;
  /** The draft before the current stroke. @type {Draft | null} */
  let beforeStroke = null;
  /** Whether the draft could be stored last time. */
  let hasRoom = true;
  /** The title of the page in the other modes. */
  let title = document.title;
  let timer = 0;
  let counting = new AbortController();

  const current = () => history.draft;
  /** Whether taps draw ships rather than set clues. */
  const isDrawing = () => layer === "ships" && current().answer !== null;
  /** Whether taps choose ships whose letters are typed. */
  const isLettering = () => layer === "letters" && current().answer !== null;

  // Changes

  /** @param {Draft} draft @param {{joins?: boolean}} [how]  `joins`: as part of the previous change */
  function update(draft, { joins = false } = {}) {
    if (draft === current()) return;
    history = joins ? { ...history, draft } : { draft, past: [...history.past, current()], future: [] };
    refresh();
  }

  /** Undoes or redoes a change. @param {"past" | "future"} from @param {"past" | "future"} to */
  function move(from, to) {
    const draft = history[from].at(-1);
    if (!draft) return;
    history = /** @type {typeof history} */ ({ draft, [from]: history[from].slice(0, -1), [to]: [...history[to], current()] });
    refresh();
    app.announce(from === "past" ? phrase("Undone.") : phrase("Redone."));
  }

  /** Replaces the draft by another one to start from. @param {Draft} draft @param {{joins?: boolean}} [how]  as of `update` */
  function startFrom(draft, how) {
    layer = "clues";
    update(draft, how);
  }

  /** Takes over another puzzle, unless the draft is that puzzle; what was only played is no draft to keep. @param {PuzzleData} data */
  function take(data) {
    if (keyOf(data) === keyOf(current().data)) return;
    const isKept = stored.draft !== null || history.past.length > 0;
    startFrom(drafts.draftOf(data), { joins: !isKept });
    if (!isKept) return;
    notice = { text: phrase("Your last draft is kept: Undo brings it back."), kind: "plain" };
    if (isActive) showNotice();
  }

  function showNotice() {
    if (notice.text) app.showMessage(notice.text, { kind: notice.kind });
    notice = { text: "", kind: "plain" };
  }

  /** An empty grid, on which ships are drawn first. */
  function startEmpty() {
    startFrom(drafts.emptyDraft(current().data.rows.length, current().data.cols.length));
    selectLayer("ships");
  }

  function store() {
    const isStored = saveSetting("draft", { data: current().data, answer: current().answer, layer });
    if (!isStored && hasRoom) app.showMessage(phrase("This browser cannot keep your draft: its storage is full or switched off. Download it to keep it."), { kind: "bad" });
    hasRoom = isStored;
  }

  function refresh() {
    store();
    shownSolution = -1;
    word.clear();
    result = problem = shown = spread = null;
    heat = undefined;
    graded = { now: null, before: graded.now ?? graded.before };
    conflicting = undefined;
    problems.replaceChildren();
    helpful.replaceChildren();
    fields.show(current());
    const puzzle = puzzleOf(current().data);
    fleet.build(puzzle);
    fleet.card.hidden = shipSquares(puzzle) === 0;
    draw();
    scheduleCount();
  }

  /** @type {import("../board/input.js").Handlers} */
  const handlers = {
    tap(at, value) {
      if (isLettering()) return chooseShip(at);
      beforeStroke = current();
      update(draftAfter(at, value, true));
      app.announce(`${squareName(puzzleOf(current().data), at)}: ${squareState(at)}`);
    },
    paint: (at, value) => isLettering() || update(draftAfter(at, value, false), { joins: true }),
    cancel() {
      if (beforeStroke && !isLettering()) update(beforeStroke, { joins: true });
    },
    selectedMark: () => (isDrawing() || isLettering() ? SHIP : KIND_MARK + selectedKind),
    tally: tallyEditor(view, (lines, line, tally) => update(drafts.withTally(current(), lines, line, tally))),
    command: (name) => commands[name]?.(),
  };

  /** The draft after a mark on a square; with `toggles`, a given of the same kind is removed. @param {number} at @param {string} value @param {boolean} toggles */
  function draftAfter(at, value, toggles) {
    const { answer } = current();
    if (isDrawing() && answer) {
      const mark = value === SHIP && (answer[at] === WATER || answer[at] === SHIP) ? SHIP : WATER; // a tap erases a letter, too
      return answer[at] === mark ? current() : drafts.withAnswer(current(), answer.map((old, i) => (i === at ? mark : old)));
    }
    const kind = kindFor(at, value);
    const given = puzzleOf(current().data).givens[at];
    if (kind === given) return toggles ? drafts.withGiven(current(), at, "") : current();
    return drafts.withGiven(current(), at, kind);
  }

  /** The kind of given that a mark stands for. @param {number} at @param {string} value */
  function kindFor(at, value) {
    if (value === UNKNOWN) return "";
    if (value === WATER) return "W";
    if (value === SHIP) return "X";
    if (!value.startsWith(KIND_MARK)) return `=${value}`;
    const kind = value.slice(KIND_MARK.length);
    if (kind !== "answer") return kind;
    const answer = intendedAnswer();
    return answer ? drafts.givenKind(current(), answer, at) : "";
  }

  /** Chooses the ship whose letters are typed. @param {number} at */
  function chooseShip(at) {
    const puzzle = puzzleOf(current().data);
    word.choose(puzzle, at);
    draw();
  }

  /** A square in words, for screen readers. @param {number} at */
  function squareState(at) {
    const { answer, data } = current();
    if (isDrawing()) return answer && isShip(answer[at]) ? phrase("ship") : phrase("water");
    const kind = puzzleOf(data).givens[at];
    return kind ? `${partName(kind)}, ${phrase("given")}` : phrase("not given");
  }

  // Solutions

  /** The answer that the puzzle is meant to have: the drawn one, or else the first solution found. */
  function intendedAnswer() {
    const { answer } = current();
    return answer ?? (result?.solutions[0] ? drafts.cellsOf(result.solutions[0]) : null);
  }

  function scheduleCount() {
    clearTimeout(timer);
    counting.abort(); // cancel the current request
    counting = new AbortController();
    const { signal } = counting;
    timer = window.setTimeout(() => void countSolutions(signal), COUNT_AFTER);
  }

  /** @param {AbortSignal} signal */
  async function countSolutions(signal) {
    const { data } = current();
    if (shipSquares(puzzleOf(data)) === 0) {
      result = { status: "empty", solutions: [] };
      return draw();
    }
    try {
      const received = await app.api.post("solve", data, { limit: 2 }, signal);
      if (signal.aborted) return;
      result = received;
      draw();
      if (result?.status === "unique") {
        await showGrade(data, signal);
        await showHardest(data, signal);
      }
      if (result?.status === "multiple") await showSpread(data, signal);
      if (result?.status === "none" || result?.status === "multiple") await showProblem(data, signal);
    } catch (error) {
      if (!signal.aborted) verdict.textContent = errorMessage(error);
    }
  }

  /** Shows how many solutions there are, and what each square is in them, where that is soon counted. @param {PuzzleData} data @param {AbortSignal} signal */
  async function showSpread(data, signal) {
    const sheet = await import("./findings.js");
    const counted = await sheet.spreadOf(app.api, data, signal);
    if (signal.aborted || !counted.complete) return;
    spread = counted;
    heat = sheet.heatOf(counted);
    const best = sheet.bestGivenView(current(), counted, intendedAnswer() ?? [], apply);
    helpful.replaceChildren(...(best ? [best] : []));
    draw();
  }

  /** Takes a draft that a suggestion leads to. @param {Draft} draft @param {string} text */
  function apply(draft, text) {
    update(draft);
    app.announce(text);
  }

  /** Shows something instead of the draft, or the draft again. @param {Shown | null} other */
  function showInstead(other) {
    shown = other;
    draw();
  }

  /** Shows which clues contradict each other, or where solutions differ. @param {PuzzleData} data @param {AbortSignal} signal */
  async function showProblem(data, signal) {
    const { conflictOverlay, problemView } = await import("./repairs.js");
    let explanation;
    try {
      explanation = await app.api.post("explain", data, {}, signal);
    } catch (error) {
      if (!signal.aborted) problems.textContent = errorMessage(error);
      return;
    }
    if (signal.aborted) return;
    problem = explanation;
    const clues = explanation.conflict?.clues;
    conflicting = clues ? conflictOverlay(data.cols.length, clues) : undefined;
    problems.replaceChildren(problemView(app, current(), explanation, apply, showInstead));
    draw();
  }

  /** @param {PuzzleData} data @param {AbortSignal} signal */
  async function showGrade(data, signal) {
    const { grade, score } = await app.api.post("grade", data, {}, signal);
    if (signal.aborted || !grade) return;
    graded = { ...graded, now: { grade, score } };
    showResult();
  }

  /** Shows the step where the draft is hardest. @param {PuzzleData} data @param {AbortSignal} signal */
  async function showHardest(data, signal) {
    if (Math.max(data.rows.length, data.cols.length) > MAX_LADDER_SIDE || !graded.now) return;
    const [sheet, { steps }] = await Promise.all([import("./findings.js"), app.api.post("explain", data, {}, signal)]);
    if (signal.aborted) return;
    const hardest = sheet.hardestStepView(current(), steps, showInstead);
    helpful.replaceChildren(...(hardest ? [hardest] : []));
  }

  /** Adds givens where other solutions differ from the answer, until there are none. */
  async function makeUnique() {
    const answer = intendedAnswer();
    if (!answer) return app.showMessage(phrase("There is no solution to take givens from. Draw the ships, or change the clues."), { kind: "bad" });
    let draft = current();
    for (let added = 0; added <= MAX_ADDED_GIVENS; added++) {
      /** @type {SolveData} */
      const { status, solutions } = await app.api.post("solve", draft.data, { limit: 2 });
      const others = solutions.map(drafts.cellsOf).filter((cells) => cells.join() !== answer.join());
      if (others.length === 0) return showUniqueness(draft, status, added);
      const differing = [...changedSquares(answer, others[0])];
      const at = differing[Math.floor(Math.random() * differing.length)];
      draft = drafts.withGiven(draft, at, drafts.givenKind(draft, answer, at));
    }
    return app.showMessage(phrase("More givens are needed than can be added at once."), { kind: "bad" });
  }

  /** @param {Draft} draft @param {string} status @param {number} added */
  function showUniqueness(draft, status, added) {
    update(draft);
    const text = added === 0 ? phrase("The puzzle already has one solution.") : counted("Added one given.", "Added {count} givens.", added);
    if (status === "unique") app.showMessage(text, { kind: "good", title: phrase("One solution") });
    else if (status === "none") app.showMessage(phrase("The clues contradict the drawn ships."), { kind: "bad", title: phrase("No solution") });
    else app.showMessage(LATE, { kind: "bad" });
  }

  async function removeNeedlessClues() {
    const data = await app.api.post("minimise", current().data);
    const removed = clueCount(current().data) - clueCount(data);
    update({ ...drafts.draftOf(data), answer: current().answer });
    app.showMessage(removed === 0 ? phrase("Every clue is needed.") : counted("Removed one clue.", "Removed {count} clues.", removed), { kind: "good" });
  }

  async function generate() {
    const { rows, cols, fleet = {}, words = [], shapes = [] } = current().data;
    const hasShips = [Object.keys(fleet), words, shapes].some((ships) => ships.length > 0);
    const data = await app.api.generate({ size: `${rows.length}x${cols.length}`, ...(hasShips ? { fleet, words, shapes } : {}) });
    const { solutions } = await app.api.post("solve", data, { limit: 1 });
    startFrom({ ...drafts.draftOf(data), answer: drafts.cellsOf(solutions[0]) });
  }

  /** Runs the action of a button, and shows its error. @param {() => Promise<unknown>} action @param {HTMLButtonElement} by */
  async function run(action, by) {
    by.disabled = true;
    await attempt(action, (text) => app.showMessage(text, { kind: "bad" }));
    by.disabled = false;
    showResult();
  }

  /** Opens the draft for Learn, under a name of its own; an empty one, or the puzzle that is played, is not opened. */
  function learnDraft() {
    const { data } = current();
    const { data: played } = app.session.puzzle;
    if (shipSquares(puzzleOf(data)) === 0 || keyOf(data) === keyOf(played)) return;
    const suffix = phrase("{name} (draft)", { name: "" });
    app.open({ ...data, id: phrase("{name} (draft)", { name: String(data.id ?? "").replace(suffix, "") || titleOf(data) }) });
  }

  // The bar and the panel

  const undo = tool(phrase("Undo"), "undo", () => move("past", "future"), "U");
  const redo = tool(phrase("Redo"), "redo", () => move("future", "past"), "R");
  /** @type {Record<string, () => void>} */
  const commands = { undo: () => undo.click(), redo: () => redo.click(), ...dialogs };

  const layers = drafts.LAYERS.map((name) => {
    const tab = button({ ships: phrase("Ships"), letters: phrase("Letters") }[name] ?? phrase("Clues"), () => selectLayer(name), { class: "tab" });
    tab.value = name;
    return tab;
  });
  /** The kinds of givens to choose from, by what the puzzle has. @type {HTMLButtonElement[]} */
  let swatches = [];
  const palette = h("div", { class: "palette", role: "group", "aria-label": phrase("Kind of given") });
  const word = wordForm(current, (draft, text) => {
    update(draft);
    view.focus(view.focused);
    app.announce(text);
  });

  /** Offers the kinds of givens that a puzzle can have. @param {Puzzle} puzzle */
  function showKinds({ isStraight, letters }) {
    const lettered = letters.map((letter) => [`=${letter}`, phrase("Letter {letter}", { letter })]);
    const kinds = [...KINDS, ...(isStraight ? [] : CORNERS), ...lettered, AS_ANSWERED];
    if (swatches.map(({ value }) => value).join() === kinds.map(([kind]) => kind).join()) return;
    swatches = kinds.map(([kind, name]) => {
      const swatch = button(name, () => selectKind(kind), { iconOnly: true, class: "swatch" });
      swatch.value = kind;
      swatch.append(kind === "answer" ? "A" : kind[0] === "=" ? kind : h("span", { class: `cell ${kind === "W" ? "water" : `ship p-${kind}`}`, "aria-hidden": "true" }));
      return swatch;
    });
    if (!kinds.some(([kind]) => kind === selectedKind)) selectedKind = "W";
    palette.replaceChildren(...swatches);
  }
  const bar = h(
    "div",
    { class: "bar editor" },
    h("div", { class: "bar", role: "toolbar", "aria-label": phrase("Set") }, undo, redo, h("span", { class: "gap" }), h("div", { class: "tabs", role: "group", "aria-label": phrase("Taps change") }, ...layers)),
    palette,
    word.element,
  );

  const fleet = new FleetView();
  const verdict = h("p", { class: "verdict", role: "status" });
  const solutionButtons = h("div", { class: "actions shown" });
  const problems = h("div", { class: "problems", "aria-live": "polite" });
  const helpful = h("div", {});
  const findings = h("div", { class: "findings" }, helpful, problems);
  const unique = button(phrase("Make unique"), () => void run(makeUnique, unique), { icon: "check" });
  const reduce = button(phrase("Remove unneeded clues"), () => void run(removeNeedlessClues, reduce), { icon: "drop" });
  const random = button(phrase("Random puzzle"), () => void run(generate, random), { icon: "again" });
  const enterFleet = button(phrase("Enter the fleet"), () => fields.showFleet(), { icon: "edit" });
  const usualFleet = button(phrase("The usual ten ships"), () => update(drafts.withClues(current(), { fleet: USUAL_FLEET })));
  const play = button(phrase("Play it"), () => (app.switchTo("play"), app.open(current().data)), { icon: "play", class: "primary" });
  const learn = button(phrase("Explain it"), () => app.switchTo("learn"), { icon: "learn" });
  const fields = clueFields(update, current);
  const completion = completionCard(app, current, update);
  const downloads = downloadCard(app, () => current().data);
  downloads.open = !matchMedia("(max-width: 34rem)").matches;
  const panel = h(
    "div",
    { class: "panels" },
    fleet.card,
    // What takes longer to find comes last, so that no button moves under the finger.
    h("section", { class: "card solutions" }, h("h2", {}, phrase("Solutions")), verdict, solutionButtons, actions(enterFleet, usualFleet, learn, play, unique, reduce), findings),
    completion.element,
    fields.element,
    h(
      "section",
      { class: "card" },
      h("h2", {}, phrase("Start from")),
      actions(
        button(phrase("Empty grid"), startEmpty, { icon: "edit" }),
        button(phrase("Current puzzle"), () => startFrom(drafts.draftOf(app.session.puzzle.data)), { icon: "puzzles" }),
        random,
      ),
    ),
    downloads,
  );

  /** @param {string} name */
  function selectLayer(name) {
    if (name !== "clues" && !current().answer) {
      const answer = result?.status === "unique" ? intendedAnswer() : null;
      update(answer ? drafts.withAnswer(current(), answer) : drafts.withEmptyAnswer(current()));
    }
    if (name === "clues") update(drafts.withoutBlankAnswer(current()));
    layer = name;
    store();
    word.clear();
    draw();
  }

  /** @param {string} kind */
  function selectKind(kind) {
    selectedKind = kind;
    layer = "clues";
    draw();
  }

  /** Shows a solution, or hides it. @param {number} index */
  function toggleSolution(index) {
    shownSolution = shownSolution === index ? -1 : index;
    draw();
  }

  function draw() {
    if (!isActive) return;
    const { data, answer } = current();
    const puzzle = puzzleOf(data);
    const given = drafts.givenCells(current());
    const solution = result?.solutions[shownSolution];
    const drawn = isDrawing() || isLettering() ? answer : null;
    const cells = solution ? drafts.cellsOf(solution) : (drawn ?? given);
    const tentative = new Set(solution ? given.flatMap((mark, at) => (mark === UNKNOWN ? [at] : [])) : []);
    const touching = drawn && !solution ? touchingShips() : [];
    const lit = new Set(shown ? [] : differingSquares(puzzle.width));
    const overlay = shown?.overlay ?? conflicting;
    const faulty = new Set(touching.flatMap(({ squares }) => squares));
    const settled = new Set(isLettering() ? word.squares() : []);
    view.show({ puzzle, cells: shown?.cells ?? cells, tentative, lit, heat, settled, faulty, overlay, isFixed: Boolean(solution) || shown !== null });
    fleet.show(puzzle, shown?.cells ?? cells);
    showTools(puzzle, drawn !== null);
    showResult();
  }

  /** Shows what can be undone, and what taps change. @param {Puzzle} puzzle @param {boolean} isDrawn */
  function showTools(puzzle, isDrawn) {
    undo.disabled = history.past.length === 0;
    redo.disabled = history.future.length === 0;
    layers.forEach((tab) => tab.setAttribute("aria-pressed", String(tab.value === (isDrawn ? layer : "clues"))));
    palette.hidden = isDrawn;
    word.element.hidden = !isLettering();
    showKinds(puzzle);
    for (const swatch of swatches) swatch.setAttribute("aria-pressed", String(swatch.value === selectedKind));
  }

  /** Where ships of the drawn answer touch. */
  function touchingShips() {
    const { data, answer } = current();
    return answer ? faults(puzzleOf(data), answer).filter(({ rule }) => rule === "touching") : [];
  }

  /** The squares where solutions differ: all, or those of two until all are known. @param {number} width */
  function differingSquares(width) {
    if (problem?.ambiguity) return squareIndexes(width, problem.ambiguity.squares);
    if (heat) return heat.keys();
    const [first, second] = (result?.solutions ?? []).map(drafts.cellsOf);
    return first && second ? changedSquares(first, second) : [];
  }

  function showResult() {
    const { id, rows, cols } = current().data;
    app.headline({ name: id ? nameShown(String(id)) : phrase("Draft"), size: `${rows.length}×${cols.length}`, grade: graded.now?.grade });
    const count = result?.solutions.length ?? 0;
    const why = problem?.conflict ? ` ${problem.conflict.text}` : "";
    verdict.textContent = result ? verdictOf(result, touchingShips(), spread) + gradeInWords(graded) + why : phrase("Counting…");
    verdict.dataset.status = findings.dataset.status = result?.status ?? "";
    const names = count === 1 ? [phrase("Show the solution")] : [phrase("Show one"), phrase("Show another")].slice(0, count);
    solutionButtons.replaceChildren(
      ...names.map((name, i) => {
        const toggle = button(name, () => toggleSolution(i), {});
        toggle.setAttribute("aria-pressed", String(shownSolution === i));
        return toggle;
      }),
    );
    const status = result?.status;
    unique.disabled = status !== "multiple";
    reduce.disabled = status !== "unique";
    if (!status) return; // until then, all keeps its place
    // Drawn ships are the fleet; of clues it is one that is easily overlooked.
    enterFleet.hidden = status !== "empty" || current().answer !== null;
    usualFleet.hidden = enterFleet.hidden || Math.min(rows.length, cols.length) < USUAL_SIDE;
    learn.hidden = status === "empty";
    play.hidden = learn.hidden || status === "none";
    unique.hidden = unique.disabled;
    reduce.hidden = reduce.disabled;
  }

  app.api.addEventListener("online", () => {
    if (isActive && !result) scheduleCount();
  });

  return {
    id: "editor", label: phrase("Set"), icon: "edit", bar, panel, handlers,
    enter() {
      isActive = true;
      title = document.title;
      document.title = phrase("Set a puzzle · Bimaru");
      refresh();
      showNotice();
    },
    take,
    leave(next) {
      isActive = false;
      document.title = title;
      if (next === "learn") learnDraft();
      clearTimeout(timer);
      counting.abort();
      completion.stop();
    },
  };
}

/** The number of givens and tallies. @param {PuzzleData} data */
const clueCount = ({ givens = [], rows, cols }) => givens.length + [...rows, ...cols].filter((tally) => tally !== null).length;

/** The score of a draft, whose grade is above the board, and, if they have changed, what they were before. @param {{now: {grade: string, score: number} | null, before: {grade: string, score: number} | null}} graded */
function gradeInWords({ now, before }) {
  if (!now) return "";
  const score = scoreText(now.score);
  if (!before || (before.grade === now.grade && scoreText(before.score) === score)) return ` ${phrase("Score: {score}.", { score })}`;
  return ` ${phrase("Score: {score}, before: {old} ({before}).", { score, before: nameOf(before.grade), old: scoreText(before.score) })}`;
}

/** @param {SolveData} result @param {import("../board/referee.js").Fault[]} touching  ships of the drawn answer @param {Spread | null} spread */
function verdictOf({ status }, touching, spread) {
  const texts = {
    empty: phrase("No ships yet. Draw some, or enter the fleet below."), none: `${phrase("No solution")}.`, unique: `${phrase("One solution")}.`,
    multiple: spread
      ? phrase("Several solutions: {count}. The larger the dot on a square, the more of them have a ship there.", { count: spread.n_solutions })
      : phrase("Several solutions. The squares where two of them differ are highlighted."),
  };
  const verdict = texts[/** @type {"none"} */ (status)] ?? LATE;
  return touching.length > 0 ? `${capitalize(touching[0].text)}. ${verdict}` : verdict;
}
