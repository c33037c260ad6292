/** The script of the list of puzzles: the puzzle of the day, how far each was played, and the theme. */

import { numberOfDay, today } from "../daily/dates.js";
import { h } from "../dom.js";
import { nameOf, phrase, translateDocument } from "../language.js";
import { entryOfDay } from "../daily/site-list.js";
import { fromFragment, keyOf } from "../service/permalink.js";
import { recentGames } from "../service/recent-games.js";
import { loadSetting } from "../service/stored-values.js";

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
  const { name, fragment, grade, place } = await entryOfDay(numberOfDay(today()));
  const picture = h("img", { src: `pictures/${place + 1}.svg`, alt: "" });
  box.append(h("a", { href: `play.html#${fragment}` }, picture, h("strong", {}, name), h("span", {}, grade ? nameOf(grade) : "")));
  box.hidden = false;
}

translate();
showProgress();
addEventListener("pageshow", (event) => event.persisted && location.reload()); // back from a game
void showToday();
if (isSecureContext && "serviceWorker" in navigator) void navigator.serviceWorker.register("service-worker.js").catch(() => undefined);
