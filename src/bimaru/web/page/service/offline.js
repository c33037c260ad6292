/** Playing without a network: the service worker, the offer of a new version, and what the help says about it. */

import { h } from "../dom.js";

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
    const offer = async () => {
      // The first version waits for no other; its state may lag behind what it controls already.
      if (!worker || registration.waiting !== worker || !registration.active) return;
      (await import("./new-version.js")).offerVersion(line, worker, store);
    };
    void offer();
    worker?.addEventListener("statechange", () => void offer());
  };
  watch(registration.waiting);
  registration.addEventListener("updatefound", () => watch(registration.installing));
  const keepEngine = async () => (await workers.ready).active?.postMessage("keep the engine");
  if (api.backend.prints) api.addEventListener("ready", () => void keepEngine());
  if (api.backend.prints && api.isReady) void keepEngine();
}
