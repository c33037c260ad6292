/** The back end of a page that `bimaru serve` serves: the server's JSON API. */

import { phrase } from "../language.js";

export class ServerBackend extends EventTarget {
  name = phrase("the server");
  isReady = true;
  offlineNotice = phrase("The server is not responding. You can keep playing; hints, checks and new puzzles need the server.");
  prints = false;

  /** @param {string} operation @param {unknown} body @param {Record<string, string | number>} options @param {AbortSignal} signal */
  async send(operation, body, options, signal) {
    const query = new URLSearchParams(Object.entries(options).map(([name, value]) => [name, String(value)]));
    const address = `api/${operation}${query.size ? `?${query}` : ""}`;
    const response = await fetch(address, body === undefined ? { signal } : { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body), signal });
    if ([502, 504].includes(response.status)) throw new TypeError("the proxy cannot reach the server");
    return response;
  }
}
