/** A puzzle as a file: in any format that the server writes, and as a picture. */

import { attempt } from "./api.js";
import { button, download, field, fileName, h } from "../dom.js";

/** @param {import("../app.js").App} app @param {() => import("../board/puzzle.js").PuzzleData} puzzle */
export function downloadCard(app, puzzle) {
  const trouble = h("p", { class: "trouble", role: "alert" });
  const format = h("select", { id: "download-format" });

  /** @param {() => Promise<void>} action */
  const run = (action) => {
    trouble.textContent = "";
    return attempt(action, (text) => (trouble.textContent = text));
  };

  async function write() {
    const to = format.value;
    const { text } = await app.api.convert(JSON.stringify(puzzle()), to);
    download(fileName(puzzle(), to === "json" ? "json" : `${to}.txt`), new Blob([text], { type: "text/plain" }));
  }

  const picture = (/** @type {string} */ to) => async () => download(fileName(puzzle(), to), await app.api.picture(puzzle(), to));

  async function list() {
    const formats = await app.api.formats();
    format.replaceChildren(...formats.map((one) => h("option", { value: one.name }, one.name)));
  }

  const show = () => {
    if (card.open && format.options.length === 0) void run(list);
  };
  const card = h(
    "details",
    { class: "card downloads", ontoggle: show },
    h("summary", {}, "Download"),
    h("div", { class: "pair" }, field("Format", format), button("Puzzle", () => void run(write), { icon: "save" })),
    h("div", { class: "actions" }, ...["svg", "pdf", "png"].map((to) => button(to.toUpperCase(), () => void run(picture(to)), { icon: "save" }))),
    trouble,
  );
  app.api.addEventListener("back", show);
  return card;
}
