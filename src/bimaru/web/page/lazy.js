/** Parts of the page that are loaded when they are first used. */

import { phrase } from "./language.js";

/**
 * A function that runs what is loaded first, and shows a message where that fails.
 * @template {unknown[]} T
 * @param {import("./app.js").App} app @param {() => Promise<(...values: T) => unknown>} load
 * @returns {(...values: T) => void}
 */
export function lazily(app, load) {
  /** @type {((...values: T) => unknown) | null} */
  let run = null;
  return async (...values) => {
    try {
      run ??= await load();
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
      return app.showMessage(phrase("This part of the page could not be loaded."), { kind: "bad" });
    }
    run(...values);
  };
}
