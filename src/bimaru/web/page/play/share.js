/** Sharing a puzzle as a link, and saving the game to a file. */

import { button, download, fileName, h } from "../dom.js";
import { toFragment } from "../service/permalink.js";

/** @param {import("../app.js").App} app */
export function shareActions(app) {
  const link = () => new URL(`#${toFragment(app.session.puzzle.data)}`, location.href).href;

  async function copy() {
    try {
      await navigator.clipboard.writeText(link());
      app.showMessage("Link copied. It contains the whole puzzle.", { kind: "good" });
    } catch {
      const field = h("input", { value: link(), readonly: true, "aria-label": "Link to this puzzle" });
      app.showMessage("Copy this link; it contains the whole puzzle.", { actions: [field] });
      field.select();
    }
  }

  const share = async () => {
    try {
      await navigator.share({ title: document.title, url: link() });
    } catch {
      // The dialog was closed without sharing.
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
    button("Embed", () => void open(`embedding.html#${toFragment(app.session.puzzle.data)}`, "_blank", "noopener"), { icon: "embed" }),
  );
}
