/** The card with the downloads of a puzzle; what is in it is loaded when it is first opened. */

import { h, loadSheet, sheetsLoaded } from "../dom.js";
import { lazily } from "../lazy.js";
import { phrase } from "../language.js";

/** @param {import("../app.js").App} app @param {() => import("../board/puzzle.js").PuzzleData} puzzle */
export function downloadCard(app, puzzle) {
  const summary = h("summary", {}, phrase("Download"));
  const fill = lazily(app, async () => {
    loadSheet("forms.css");
    const { elements, listOnce } = (await import("./download-form.js")).downloadForm(app, puzzle);
    await sheetsLoaded();
    card.replaceChildren(summary, ...elements);
    return listOnce;
  });
  const card = h("details", { class: "card downloads", ontoggle: () => card.open && fill() }, summary);
  return card;
}
