/** The script of the list of puzzles: the puzzle of the day, how far each was played, and the theme. */

import { h } from "../dom.js";
import { nameOf, phrase, translateDocument } from "../language.js";
import { dayNumber, galleryAddress } from "../service/gallery.js";
import { fromFragment, keyOf } from "../service/permalink.js";
import { loadSetting, recentGames } from "../service/storage.js";

/** @typedef {import("../service/gallery.js").Entry} Entry */

const theme = loadSetting("theme", "system");
if (["light", "dark"].includes(theme)) document.documentElement.dataset.theme = theme;

/** Translates the page, which is in English before its script runs. */
function translate() {
  translateDocument();
  document.querySelector(".numbers")?.setAttribute("aria-label", phrase("Pages"));
  for (const grade of document.querySelectorAll(".grade")) grade.textContent = nameOf(grade.textContent ?? "");
}

function showProgress() {
  const games = new Map(recentGames().map((game) => [game.key, game]));
  for (const link of document.querySelectorAll(".list a")) {
    const puzzle = fromFragment(/** @type {HTMLAnchorElement} */ (link).hash);
    const game = puzzle && games.get(keyOf(puzzle));
    if (game) link.append(h("span", { class: "state" }, game.isSolved ? phrase("solved") : phrase("begun")));
  }
}

async function showToday() {
  const box = document.getElementById("today");
  if (!box) return;
  /** @type {Entry[]} */
  const entries = await (await fetch(String(galleryAddress()))).json();
  const number = dayNumber(new Date()) % entries.length;
  const { name, fragment, grade } = entries[number];
  const picture = h("img", { src: `pictures/${number + 1}.svg`, alt: "" });
  box.append(h("a", { href: `play.html#${fragment}` }, picture, h("strong", {}, name), h("span", {}, grade ? nameOf(grade) : "")));
  box.hidden = false;
}

translate();
showProgress();
addEventListener("pageshow", (event) => event.persisted && location.reload()); // back from a game
void showToday();
if (isSecureContext && "serviceWorker" in navigator) void navigator.serviceWorker.register("service-worker.js").catch(() => undefined);
