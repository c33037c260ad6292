/**
 * The operations of bimaru, which a back end carries out: the server (`server.js`), or Python in a worker (`engine.js`).
 * Failures become an `ApiError` with a sentence to show; "offline" and "online" events report whether the back end
 * can be reached, "progress" and "ready" events what it loads and whether the user waits for an answer.
 */

import { capitalize, language, phrase } from "../language.js";
import { ENGINE_LANGUAGES } from "./limits.js";

/**
 * @import { PuzzleData } from "../board/puzzle.js"
 * @import { BoardData, HintData } from "./answers.js"
 */

/** A request that failed: its back end cannot be reached, is busy or lacks a part, refused it, or it was cancelled. */
export class ApiError extends Error {
  /** @param {"offline" | "busy" | "missing" | "refused" | "cancelled"} kind @param {string} message @param {readonly string[]} [faults]  each with the name of its entry */
  constructor(kind, message, faults = []) {
    super(message);
    this.kind = kind;
    this.faults = faults;
  }
}

/**
 * What answers the requests. `send` rejects with a `TypeError` where it cannot be reached, with an `ApiError` where it
 * cannot work in this browser, and with the reason of the signal where that is aborted.
 * @typedef {EventTarget & {
 *   name: string, isReady: boolean, offlineNotice: string, prints: boolean,
 *   send(operation: string, body: unknown, options: Record<string, string | number>, signal: AbortSignal): Promise<Response>,
 * }} Backend
 *   `name`: in a sentence, such as "the server"; `isReady`: whether it answers at once, without loading anything;
 *   `prints`: whether PDF files come from the browser's print dialog. "progress" and "ready" events report its loading.
 */

/** The operations whose answers have sentences. */
const SPEAKING = ["explain", "hint", "why"];
const RETRY_AFTER = 4_000; // milliseconds between two attempts to reach the back end again

export class Api extends EventTarget {
  isOffline = false;
  /** Where the user is: requests are sent from there now. */
  #place = "";
  /** The unanswered requests that the user may cancel: the places that they were sent from, and their operations. @type {Map<AbortController, {place: string, operation: string}>} */
  #pending = new Map();

  /** @param {Backend} backend */
  constructor(backend) {
    super();
    this.backend = backend;
    backend.addEventListener("progress", () => this.dispatchEvent(new Event("progress")));
    backend.addEventListener("ready", () => this.dispatchEvent(new Event("ready")));
  }

  get isReady() {
    return this.backend.isReady && !this.isOffline;
  }

  /** The operation for whose answer the user waits: that of a request of the current place. */
  get awaited() {
    return [...this.#pending.values()].find(({ place }) => place === this.#place)?.operation;
  }

  /** Notes where the user is from now on: the mode and the puzzle. @param {string} place */
  enter(place) {
    this.#place = place;
    this.dispatchEvent(new Event("progress"));
  }

  /** Cancels the requests that the user may cancel, those of other places, too. */
  cancel() {
    for (const controller of this.#pending.keys()) controller.abort(new ApiError("cancelled", phrase("Cancelled.")));
  }

  /**
   * @param {PuzzleData} puzzle @param {BoardData} board
   * @param {{prefer?: string, strength?: string}} [options]  `prefer`: a technique, of which a step is given wherever one follows from the board
   * @returns {Promise<HintData>}
   */
  hint = (puzzle, board, options = {}) => this.post("hint", { puzzle, board }, options);

  /** The argument for what a square shows, from a board without it. @param {PuzzleData} puzzle @param {BoardData} board @param {string} square  its name @param {number} seconds  of work @param {AbortSignal} signal  as of `post` @returns {Promise<{verdict: string, steps: import("./answers.js").StepData[], complete?: boolean}>} */
  why = (puzzle, board, square, seconds, signal) => this.post("why", { puzzle, board }, { square, time_limit: seconds }, signal);

  /** Whether a board can still become a solution, and its wrong squares. @param {PuzzleData} puzzle @param {BoardData} board @returns {Promise<{right: boolean | null, removed: import("./answers.js").SquareData[] | null}>} */
  review = (puzzle, board) => this.post("review", { puzzle, board }, { rewind: "true" });

  /** @param {Record<string, unknown>} options @returns {Promise<PuzzleData>} */
  generate = (options) => this.post("generate", options);

  /** Text in any format as text in another. @param {string} text @param {string} to @returns {Promise<{text: string, from: string}>} */
  convert = (text, to) => this.post("convert", { text, to });

  /**
   * @param {string} operation @param {unknown} body  `undefined` for one that takes none
   * @param {Record<string, string | number>} [given]  query parameters, to which the language is added
   * @param {AbortSignal} [signal]  if given, the page itself cancels the request, and the user does not wait for it
   * @returns {Promise<any>}  the value of JSON, text (SVG, too), or a file
   */
  async post(operation, body, given = {}, signal) {
    const options = language !== "en" && ENGINE_LANGUAGES.includes(language) && SPEAKING.includes(operation) ? { language, ...given } : given;
    const { response, answer } = signal ? await this.#send(operation, body, options, signal) : await this.#whileWaiting(operation, (own) => this.#send(operation, body, options, own));
    if (response.ok) return answer;
    const { refusalOf } = await import("./refusals.js");
    const { kind, message, faults } = refusalOf(response.status, answer);
    throw new ApiError(kind, message, faults);
  }

  /** Sends a request that the user waits for, and may cancel. @template T @param {string} operation @param {(signal: AbortSignal) => Promise<T>} send @returns {Promise<T>} */
  async #whileWaiting(operation, send) {
    const controller = new AbortController();
    this.#pending.set(controller, { place: this.#place, operation });
    this.dispatchEvent(new Event("progress"));
    try {
      return await send(controller.signal);
    } finally {
      this.#pending.delete(controller);
      this.dispatchEvent(new Event("progress"));
    }
  }

  /** @param {string} operation @param {unknown} body @param {Record<string, string | number>} options @param {AbortSignal} signal */
  async #send(operation, body, options, signal) {
    try {
      const response = await this.backend.send(operation, body, options, signal);
      const answer = await readBody(response); // this may break off, too
      this.#setOffline(false);
      return { response, answer };
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      if (error instanceof ApiError) throw error;
      this.#setOffline(true);
      throw this.silence();
    }
  }

  /** The error that the back end cannot be reached. */
  silence() {
    return new ApiError("offline", navigator.onLine ? capitalize(phrase("{engine} is not responding.", { engine: this.backend.name })) : phrase("You are offline."));
  }

  /** @param {boolean} isOffline */
  #setOffline(isOffline) {
    if (isOffline === this.isOffline) return;
    this.isOffline = isOffline;
    this.dispatchEvent(new Event(isOffline ? "offline" : "online"));
    if (isOffline) this.#retry();
  }

  /** Tries whether the back end can be reached. */
  reach() {
    return this.post("formats", undefined, {}, new AbortController().signal).catch(() => {});
  }

  #retry() {
    setTimeout(async () => {
      if (!document.hidden) await this.reach();
      if (this.isOffline) this.#retry();
    }, RETRY_AFTER);
  }
}

/** @param {Response} response @returns {Promise<any>} */
function readBody(response) {
  const type = response.headers.get("Content-Type") ?? "";
  if (type.startsWith("application/json")) return response.json();
  return /png|pdf/.test(type) ? response.blob() : response.text();
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
