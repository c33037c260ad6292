/**
 * The server's API. Failures become an `ApiError` with a sentence to show; "offline" and "online" events
 * report whether the server can be reached.
 */

import { capitalize } from "../dom.js";

/**
 * @typedef {import("../board/puzzle.js").PuzzleData} PuzzleData
 * @typedef {{board: string[], letters?: string[]}} BoardData
 * @typedef {[row: number, column: number]} SquareData
 * @typedef {{squares: SquareData[], lines: ({row: number} | {column: number})[]}} FocusData
 * @typedef {{
 *   technique: string, depth: number, water: SquareData[], ship: SquareData[], text: string,
 *   reasons: {squares?: SquareData[], line?: {axis: "row" | "column", number: number}}[],
 * }} StepData
 * @typedef {{
 *   mistake: {squares: SquareData[], text: string} | null,
 *   where: string | null, focus: FocusData | null, technique: string | null, step: StepData | null,
 * }} HintData
 */

/** A request that failed: the server is offline, is busy, or refused it. */
export class ApiError extends Error {
  /** @param {"offline" | "busy" | "refused"} kind @param {string} message */
  constructor(kind, message) {
    super(message);
    this.kind = kind;
  }
}

const RETRY_AFTER = 4_000; // milliseconds between two attempts to reach the server again

export class Api extends EventTarget {
  isOffline = false;

  /** @param {PuzzleData} puzzle @param {BoardData} board @returns {Promise<{faults: {rule: string, squares: SquareData[], text: string}[]}>} */
  check = (puzzle, board) => this.post("check", { puzzle, board });

  /** @param {PuzzleData} puzzle @param {BoardData} board @returns {Promise<HintData>} */
  hint = (puzzle, board) => this.post("hint", { puzzle, board });

  /** @param {PuzzleData} puzzle @returns {Promise<import("../learn/learn.js").ExplanationData>} */
  explain = (puzzle) => this.post("explain", puzzle);

  /** @param {PuzzleData} puzzle @returns {Promise<{grade: string | null, score: number | null}>} */
  grade = (puzzle) => this.post("grade", puzzle);

  /** @param {Record<string, unknown>} options @returns {Promise<PuzzleData>} */
  generate = (options) => this.post("generate", options);

  /** @returns {Promise<PuzzleData>} */
  daily = () => this.get("daily");

  /** Text in any format as text in another. @param {string} text @param {string} to @returns {Promise<{text: string, from: string}>} */
  convert = (text, to) => this.post("convert", { text, to });

  /** @returns {Promise<{name: string, summary: string}[]>} */
  formats = () => this.get("formats");

  /**
   * @param {string} operation @param {unknown} body
   * @param {Record<string, string | number>} [options]  query parameters
   * @param {AbortSignal} [signal]
   * @returns {Promise<any>}
   */
  post(operation, body, options = {}, signal) {
    const query = new URLSearchParams(Object.entries(options).map(([name, value]) => [name, String(value)]));
    return this.#request(`${operation}${query.size ? `?${query}` : ""}`, postRequest(body, signal));
  }

  /** A picture of a puzzle: `svg`, `png` or `pdf`. @param {PuzzleData} puzzle @param {string} to @returns {Promise<Blob>} */
  picture(puzzle, to) {
    return this.#request(`draw?to=${to}`, postRequest(puzzle), (response) => response.blob());
  }

  /** @param {string} operation @returns {Promise<any>} */
  get(operation) {
    return this.#request(operation, {});
  }

  /** @param {string} path @param {RequestInit} init @param {(response: Response) => Promise<any>} [read]  reads the body of a success */
  async #request(path, init, read = readBody) {
    const { response, answer } = await this.#fetch(path, init, read);
    if (response.ok) return answer;
    throw refusalError(response, answer);
  }

  /** @param {string} path @param {RequestInit} init @param {(response: Response) => Promise<any>} read */
  async #fetch(path, init, read) {
    try {
      const response = await fetch(`api/${path}`, init);
      if ([502, 504].includes(response.status)) throw new TypeError("the proxy cannot reach the server");
      const answer = await (response.ok ? read : readBody)(response); // this may break off, too
      this.#setOffline(false);
      return { response, answer };
    } catch (error) {
      if (init.signal?.aborted) throw error;
      this.#setOffline(true);
      throw new ApiError("offline", "The server is not responding.");
    }
  }

  /** @param {boolean} isOffline */
  #setOffline(isOffline) {
    if (isOffline === this.isOffline) return;
    this.isOffline = isOffline;
    this.dispatchEvent(new Event(isOffline ? "offline" : "online"));
    if (isOffline) this.#retry();
  }

  #retry() {
    setTimeout(async () => {
      if (!document.hidden) await this.formats().catch(() => {});
      if (this.isOffline) this.#retry();
    }, RETRY_AFTER);
  }
}

/** @param {unknown} body @param {AbortSignal} [signal] @returns {RequestInit} */
const postRequest = (body, signal) => ({ method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body), signal });

/** @param {Response} response @returns {Promise<any>} */
const readBody = (response) => (response.headers.get("Content-Type")?.startsWith("application/json") ? response.json() : response.text());

/** @param {Response} response @param {any} answer */
function refusalError(response, answer) {
  if ([429, 503].includes(response.status)) {
    return new ApiError("busy", "The server is busy. Please try again in a moment.");
  }
  const error = typeof answer?.error === "string" ? answer.error : `The server refused the request (${response.status})`;
  const faults = Array.isArray(answer?.faults) ? answer.faults.slice(0, 3) : [];
  return new ApiError("refused", capitalize([error, ...faults].join(": ").replace(/\.?$/, ".")));
}

/** The sentence to show for a failed request; any other error is thrown again. @param {unknown} error */
export function errorMessage(error) {
  if (error instanceof ApiError) return error.message;
  throw error;
}

/** Runs an action, and passes on the message of a request that fails. @param {() => Promise<unknown>} action @param {(text: string) => void} showError */
export async function attempt(action, showError) {
  try {
    await action();
  } catch (error) {
    showError(errorMessage(error));
  }
}
