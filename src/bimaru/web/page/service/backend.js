/** Chooses the back end: the document of a static site names its engine in a `meta` element, that of the server has none. */

import { ServerBackend } from "./server.js";

/** The content of a `meta` element that the maker of a site has put into the document, or `null`. @param {string} name */
export const siteSetting = (name) => document.querySelector(`meta[name="bimaru-${name}"]`)?.getAttribute("content") ?? null;

/** @returns {Promise<import("./api.js").Backend>} */
export async function backendOfPage() {
  const address = siteSetting("engine");
  if (address === null) return new ServerBackend();
  const { EngineBackend, NoBackend } = await import("./engine.js");
  return address === "" ? new NoBackend() : new EngineBackend(address);
}
