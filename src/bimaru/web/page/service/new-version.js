/** The offer of a new version of the page; loaded when there is one. */

import { button, h } from "../dom.js";
import { phrase } from "../language.js";

/** Fills the line with the offer. @param {HTMLElement} line @param {ServiceWorker} worker  of the new version @param {() => void} store  stores the game before the page is loaded anew */
export function offerVersion(line, worker, store) {
  const use = () => {
    navigator.serviceWorker.addEventListener("controllerchange", () => {
      store();
      location.reload();
    });
    worker.postMessage("use the new version");
  };
  line.replaceChildren(
    h("span", {}, phrase("There is a new version of this page. Your game is kept.")),
    button(phrase("Use it now"), use),
    button(phrase("Later"), () => (line.hidden = true)),
  );
  line.hidden = false;
}
