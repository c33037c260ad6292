/** A booklet on paper: several puzzles on a page, and their answers at the end, as pictures that the engine draws. */

import { h } from "../dom.js";
import { nameOf, phrase } from "../language.js";

/** @import { PuzzleData } from "../board/puzzle.js" */
/** @import { Api } from "../service/api.js" */
/** @typedef {{title: string, per_page: number, rules: boolean, answers: boolean}} Style */

const RULES = [
  phrase("Find the fleet: every ship below the grid lies in it, across or down."),
  phrase("Ships do not touch, not even at a corner."),
  phrase("The tally beside a row or column is the number of its ship squares; where there is none, there may be any number."),
  phrase("Given squares show water as a wave, or a part of a ship."),
];

/** The rows and columns of a page, by the number of its puzzles. @type {Record<number, [down: number, across: number]>} */
export const ROWS = { 1: [1, 1], 2: [2, 1], 4: [2, 2], 6: [3, 2] };

/**
 * Draws the booklet and opens the print dialog.
 * @param {Api} api @param {readonly PuzzleData[]} puzzles @param {Style} style @param {() => boolean} isWanted  whether it is still wanted once it is drawn
 */
export async function printBooklet(api, puzzles, style, isWanted) {
  /** @type {string[]} */
  const addresses = [];
  /** @param {unknown} body @param {Record<string, string>} [options] */
  const picture = async (body, options = {}) => {
    const svg = await api.post("draw", body, { to: "svg", ...options });
    const address = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
    addresses.push(address);
    const image = h("img", { src: address, alt: "" });
    await image.decode();
    return image;
  };
  const figures = [];
  const answers = [];
  for (const [i, puzzle] of puzzles.entries()) {
    figures.push(h("figure", {}, h("figcaption", {}, caption(i, puzzle)), await picture(puzzle)));
    if (style.answers) answers.push(h("figure", {}, h("figcaption", {}, String(i + 1)), await answerOf(api, puzzle, picture)));
  }
  if (isWanted()) printPages(pagesOf(puzzles, figures, answers, style));
  else for (const address of addresses) URL.revokeObjectURL(address);
  addEventListener("afterprint", () => addresses.forEach((address) => URL.revokeObjectURL(address)), { once: true });
}

/** @param {number} index @param {PuzzleData} puzzle */
const caption = (index, { id, grade }) => [`${index + 1}`, id ?? "", grade ? nameOf(grade) : ""].filter(Boolean).join(" · ");

/** The answer as a picture, or why there is none. @param {Api} api @param {PuzzleData} puzzle @param {(body: unknown, options?: Record<string, string>) => Promise<HTMLElement>} picture */
async function answerOf(api, puzzle, picture) {
  const { status, solutions } = await api.post("solve", puzzle, { limit: 2 });
  if (status === "unique") return picture({ puzzle, board: solutions[0] }, { names: "false", fleet: "false" });
  const reasons = { multiple: phrase("several solutions"), none: phrase("no solution") };
  return h("p", {}, reasons[/** @type {"none"} */ (status)] ?? phrase("no answer was found in time"));
}

/** @param {readonly PuzzleData[]} puzzles @param {HTMLElement[]} figures @param {HTMLElement[]} answers @param {Style} style */
function pagesOf(puzzles, figures, answers, { title, per_page: perPage, rules }) {
  const [down, across] = ROWS[perPage];
  const pages = [];
  for (let at = 0; at < figures.length; at += perPage) {
    const page = h("div", { class: "booklet-page" }, ...figures.slice(at, at + perPage));
    page.style.setProperty("--down", String(down));
    page.style.setProperty("--across", String(across));
    pages.push(page);
  }
  const lines = [...RULES];
  if (puzzles.some(({ shapes }) => shapes?.length)) lines.push(phrase("Ships with bends may be turned and flipped."));
  if (puzzles.some(({ words }) => words?.length)) lines.push(phrase("Ships with letters may be read in any direction. A letter at the edge is the one nearest to it in its row or column."));
  const howTo = rules && h("div", {}, h("h2", {}, phrase("How to solve")), h("ul", {}, ...lines.map((line) => h("li", {}, line))));
  const isShort = pages.length === 1; // one sheet: the rules above the puzzles, and the answers below
  const opening = h("div", { class: isShort ? "" : "booklet-page" }, h("h1", {}, title), howTo);
  const closing = answers.length > 0 && h("div", { class: "booklet-answers" }, h("h2", {}, phrase("Answers")), h("div", {}, ...answers));
  return h("div", { class: isShort ? "booklet-paper booklet-short" : "booklet-paper" }, opening, ...pages, closing);
}

/** Prints these pages instead of the document. @param {HTMLElement} pages */
function printPages(pages) {
  document.querySelector(".booklet-paper")?.remove();
  document.body.append(pages);
  document.body.classList.add("prints-booklet");
  addEventListener(
    "afterprint",
    () => {
      document.body.classList.remove("prints-booklet");
      pages.remove();
    },
    { once: true },
  );
  print();
}
