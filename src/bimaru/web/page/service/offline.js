/** Playing without a network: the service worker, the offer of a new version, and what the help says about it. */

import { button, h } from "../dom.js";
import { phrase } from "../language.js";

/**
 * Registers the service worker. The line that it returns offers a new version when there is one.
 * @param {import("./api.js").Api} api @param {() => void} store  stores the game before the page is loaded anew
 * @returns {HTMLElement}
 */
export function offlineLine(api, store) {
  const line = h("div", { class: "waiting", role: "status", hidden: true });
  const start = () => void register(line, api, store);
  // After everything that playing needs.
  if (isPossible() && document.readyState === "complete") start();
  else if (isPossible()) addEventListener("load", start);
  return line;
}

export const isPossible = () => isSecureContext && "serviceWorker" in navigator;

/** @param {HTMLElement} line @param {import("./api.js").Api} api @param {() => void} store */
async function register(line, api, store) {
  const workers = navigator.serviceWorker;
  const registration = await workers.register("service-worker.js").catch(() => undefined); // private windows have none
  if (!registration) return;
  /** @param {ServiceWorker | null} worker */
  const watch = (worker) => {
    const offer = () => {
      // The first version waits for no other; its state may lag behind what it controls already.
      if (worker && registration.waiting === worker && registration.active) offerVersion(line, worker, store);
    };
    offer();
    worker?.addEventListener("statechange", offer);
  };
  watch(registration.waiting);
  registration.addEventListener("updatefound", () => watch(registration.installing));
  const keepEngine = async () => (await workers.ready).active?.postMessage("keep the engine");
  if (api.backend.prints) api.addEventListener("ready", () => void keepEngine());
  if (api.backend.prints && api.isReady) void keepEngine();
}

/** Fills the line with the offer. @param {HTMLElement} line @param {ServiceWorker} worker  of the new version @param {() => void} store  stores the game before the page is loaded anew */
function offerVersion(line, worker, store) {
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
