/** What can be done with the puzzle as a whole: a link to it, and the game as a file. */

import { button, download, fileName, h } from "../dom.js";
import { toFragment } from "../service/permalink.js";

/** @param {import("../app.js").App} app */
export function thisPuzzle(app) {
  const link = () => new URL(`#${toFragment(app.session.puzzle.data)}`, location.href).href;

  async function copy() {
    try {
      await navigator.clipboard.writeText(link());
      app.message("The link is copied. It holds the whole puzzle.", { kind: "good" });
    } catch {
      const field = h("input", { value: link(), readonly: true, "aria-label": "Link to this puzzle" });
      app.message("This is the link; it holds the whole puzzle.", { actions: [field] });
      field.select();
    }
  }

  const share = async () => {
    try {
      await navigator.share({ title: document.title, url: link() });
    } catch {
      // The person thought better of it.
    }
  };

  const save = () => {
    const game = `${JSON.stringify(app.session.toFile())}\n`;
    download(fileName(app.session.puzzle.data, "bimaru.json"), new Blob([game], { type: "application/json" }));
  };

  return h(
    "div",
    { class: "actions" },
    button("Copy link", () => void copy(), { icon: "link" }),
    "share" in navigator && button("Share", () => void share(), { icon: "share" }),
    button("Save", save, { icon: "save" }),
  );
}
