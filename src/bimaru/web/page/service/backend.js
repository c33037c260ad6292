/** Chooses the back end: the document of a static site names its engine and its list of puzzles in `meta` elements, that of the server has none. */

import { ServerBackend } from "./server.js";

/** The content of a `meta` element that the maker of a site has put into the document, or `null`. @param {string} name */
const siteSetting = (name) => document.querySelector(`meta[name="bimaru-${name}"]`)?.getAttribute("content") ?? null;

/** The address of the site's list of puzzles, or `null` if it has none. */
export const galleryAddress = () => siteSetting("gallery");

/** @returns {Promise<import("./api.js").Backend>} */
export async function backendOfPage() {
  const address = siteSetting("engine");
  if (address === null) return new ServerBackend();
  const { EngineBackend, NoBackend } = await import("./engine.js");
  return address === "" ? new NoBackend() : new EngineBackend(address);
}
