/** Sharing a puzzle as a link, and saving the game to a file. */

import { actions, button, download, fileName, h } from "../dom.js";
import { lazily } from "../lazy.js";
import { toFragment } from "../service/permalink.js";
import { phrase } from "../language.js";

/** @param {import("../app.js").App} app */
export function shareActions(app) {
  const link = () => new URL(`#${toFragment(app.session.puzzle.data)}`, location.href).href;

  const copy = lazily(app, async () => {
    const { copyLink } = await import("./copy-link.js");
    return () => copyLink(app, link());
  });

  const share = async () => {
    try {
      await navigator.share({ title: document.title, url: link() });
    } catch {
      // The dialog was closed without sharing.
    }
  };

  return actions(
    button(phrase("Copy link"), () => copy(), { icon: "link" }),
    "share" in navigator && button(phrase("Share"), () => void share(), { icon: "share" }),
    button(phrase("Save"), () => saveToFile(app.session), { icon: "save" }),
    button(phrase("Embed"), () => void open(`embedding.html#${toFragment(app.session.puzzle.data)}`, "_blank", "noopener"), { icon: "embed" }),
  );
}

/** Downloads the game as a file. @param {import("./session.js").Session} session */
export function saveToFile(session) {
  const game = `${JSON.stringify(session.toFile())}\n`;
  download(fileName(session.puzzle.data, "bimaru.json"), new Blob([game], { type: "application/json" }));
}

/** The line that appears when the browser has no room for the game. @param {import("./session.js").Session} session @returns {HTMLElement} */
export function storageLine(session) {
  const text = h("span");
  const line = h("div", { class: "waiting", role: "status", hidden: true }, text, button(phrase("Save to a file"), () => saveToFile(session)), button(phrase("Close"), () => (line.hidden = true)));
  let isKnown = false;
  session.addEventListener("unstored", () => {
    if (isKnown) return;
    isKnown = true;
    line.hidden = false;
    text.textContent = phrase("This browser cannot keep your game: its storage is full or switched off.");
  });
  session.addEventListener("stored", () => {
    isKnown = false;
    line.hidden = true;
  });
  return line;
}
