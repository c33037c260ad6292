/** The form to download a puzzle in any format that bimaru writes, or as a picture; loaded when it is first opened. */

import { ApiError, attempt } from "./api.js";
import { printPuzzle } from "./printing.js";
import { actions, button, download, field, fileName, h } from "../dom.js";
import { phrase } from "../language.js";

/** The parts of the form, and what fills its list of formats. @param {import("../app.js").App} app @param {() => import("../board/puzzle.js").PuzzleData} puzzle */
export function downloadForm(app, puzzle) {
  const problem = h("p", { class: "error", role: "alert" });
  const format = h("select", { id: "download-format" });

  /** @param {() => Promise<void>} action */
  const run = (action) => {
    problem.textContent = "";
    return attempt(action, (text) => (problem.textContent = text));
  };

  async function downloadPuzzle() {
    const to = format.value;
    const { text } = await app.api.convert(JSON.stringify(puzzle()), to);
    download(fileName(puzzle(), to === "json" ? "json" : `${to}.txt`), new Blob([text], { type: "text/plain" }));
  }

  const downloadPicture = (/** @type {string} */ to) => async () => download(fileName(puzzle(), to), new Blob([await app.api.post("draw", puzzle(), { to })]));

  /** @type {(() => void) | undefined} */
  let showBooklet;
  const openBooklet = async () => {
    const { bookletDialog } = await import("../booklet/booklet.js").catch(() => {
      throw new ApiError("offline", phrase("This part of the page could not be loaded."));
    });
    showBooklet ??= bookletDialog(app, puzzle);
    showBooklet();
  };

  async function listFormats() {
    const formats = /** @type {{name: string}[]} */ (await app.api.post("formats", undefined));
    format.replaceChildren(...formats.map(({ name }) => h("option", { value: name }, name)));
  }

  const { prints } = app.api.backend;
  const pictures = prints ? ["svg", "png"] : ["svg", "pdf", "png"];
  const listOnce = () => {
    if (problem.isConnected && format.options.length === 0) void run(listFormats);
  };
  const elements = [
    h("div", { class: "pair" }, field(phrase("Format"), format), button(phrase("Puzzle"), () => void run(downloadPuzzle), { icon: "save" })),
    actions(...pictures.map((to) => button(to.toUpperCase(), () => void run(downloadPicture(to)), { icon: "save" }))),
    actions(
      button(phrase("Print"), () => printPuzzle({ bare: true }), { icon: "print" }),
      button(phrase("Print with marks"), () => printPuzzle({ bare: false }), { icon: "print" }),
      button(phrase("Booklet…"), () => void run(openBooklet), { icon: "puzzles" }),
    ),
    problem,
  ];
  app.api.addEventListener("online", listOnce);
  return { elements, listOnce };
}
