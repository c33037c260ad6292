/** A puzzle as a file: in any format that the server writes, and as a picture. */

import { told } from "./api.js";
import { button, downloadFile, h } from "./dom.js";

/** @typedef {import("./puzzle.js").PuzzleData} PuzzleData */

/** @param {import("./app.js").App} app @param {() => PuzzleData} puzzle */
export function downloadCard(app, puzzle) {
  const trouble = h("p", { class: "trouble", role: "alert" });
  const format = h("select", { id: "download-format" });
  const name = (/** @type {string} */ ending) => `${String(puzzle().id ?? "puzzle").replace(/[^\p{L}\p{N}._-]+/gu, "-")}.${ending}`;

  /** @param {() => Promise<void>} action */
  async function attempt(action) {
    trouble.textContent = "";
    try {
      await action();
    } catch (error) {
      trouble.textContent = told(error);
    }
  }

  async function write() {
    const to = format.value;
    const { text } = await app.api.convert(JSON.stringify(puzzle()), to);
    downloadFile(name(to === "json" ? "json" : `${to}.txt`), new Blob([text], { type: "text/plain" }));
  }

  const picture = (/** @type {string} */ to) => async () => downloadFile(name(to), await app.api.picture(puzzle(), to));

  async function list() {
    const formats = await app.api.formats();
    format.replaceChildren(...formats.map((one) => h("option", { value: one.name }, one.name)));
  }
  void attempt(list);

  return h(
    "section",
    { class: "card" },
    h("h2", {}, "Download"),
    h("div", { class: "pair" }, h("label", { class: "field", for: format.id }, h("span", {}, "Format"), format), button("Puzzle", () => void attempt(write), { icon: "save" })),
    h("div", { class: "actions" }, ...["svg", "pdf", "png"].map((to) => button(to.toUpperCase(), () => void attempt(picture(to)), { icon: "save" }))),
    trouble,
  );
}
