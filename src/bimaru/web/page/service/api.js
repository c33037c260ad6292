/**
 * The server's API. Everything that can go wrong with it becomes an `ApiError` with a sentence for
 * the person; whether the server is there at all is told by "gone" and "back" events.
 */

/**
 * @typedef {import("../board/puzzle.js").PuzzleData} PuzzleData
 * @typedef {{board: string[], letters?: string[]}} BoardData
 * @typedef {{technique: string, depth: number, water: [number, number][], ship: [number, number][], text: string}} StepData
 * @typedef {{mistake: {squares: [number, number][], text: string} | null, where: string | null, technique: string | null, step: StepData | null}} HintData
 * @typedef {{status: string, solved: boolean, grade: string | null, score: number | null, steps: StepData[], failure: string | null, open: [number, number][], boards: BoardData[]}} ExplanationData
 */

/** What the server could not or would not do; `kind`: it is not there, is too busy, or says no. */
export class ApiError extends Error {
  /** @param {"gone" | "busy" | "refused"} kind @param {string} message */
  constructor(kind, message) {
    super(message);
    this.kind = kind;
  }
}

const RETRY = 4_000; // milliseconds between two looks whether the server is back

export class Api extends EventTarget {
  isGone = false;

  /** @param {PuzzleData} puzzle @param {BoardData} board @returns {Promise<{faults: {rule: string, squares: [number, number][], text: string}[]}>} */
  check = (puzzle, board) => this.post("check", { puzzle, board });

  /** @param {PuzzleData} puzzle @param {BoardData} board @returns {Promise<HintData>} */
  hint = (puzzle, board) => this.post("hint", { puzzle, board });

  /** @param {PuzzleData} puzzle @returns {Promise<ExplanationData>} */
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
    return this.#ask(`${operation}${query.size ? `?${query}` : ""}`, posted(body, signal));
  }

  /** A picture of a puzzle: `svg`, `png` or `pdf`. @param {PuzzleData} puzzle @param {string} to @returns {Promise<Blob>} */
  picture(puzzle, to) {
    return this.#ask(`draw?to=${to}`, posted(puzzle), (response) => response.blob());
  }

  /** @param {string} operation @returns {Promise<any>} */
  get(operation) {
    return this.#ask(operation, {});
  }

  /** @param {string} path @param {RequestInit} init @param {(response: Response) => Promise<any>} [read]  what is no refusal */
  async #ask(path, init, read = readText) {
    const { response, answer } = await this.#fetch(path, init, read);
    if (response.ok) return answer;
    throw refusal(response, answer);
  }

  /** @param {string} path @param {RequestInit} init @param {(response: Response) => Promise<any>} read */
  async #fetch(path, init, read) {
    try {
      const response = await fetch(`api/${path}`, init);
      if ([502, 504].includes(response.status)) throw new TypeError("a proxy found no server");
      const answer = await (response.ok ? read : readText)(response); // may break off, too
      this.#setGone(false);
      return { response, answer };
    } catch (error) {
      if (init.signal?.aborted) throw error;
      this.#setGone(true);
      throw new ApiError("gone", "The server does not answer.");
    }
  }

  /** @param {boolean} isGone */
  #setGone(isGone) {
    if (isGone === this.isGone) return;
    this.isGone = isGone;
    this.dispatchEvent(new Event(isGone ? "gone" : "back"));
    if (isGone) this.#lookAgain();
  }

  #lookAgain() {
    setTimeout(async () => {
      if (!document.hidden) await this.formats().catch(() => {});
      if (this.isGone) this.#lookAgain();
    }, RETRY);
  }
}

/** @param {unknown} body @param {AbortSignal} [signal] @returns {RequestInit} */
const posted = (body, signal) => ({ method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body), signal });

/** @param {Response} response @returns {Promise<any>} */
const readText = (response) => (response.headers.get("Content-Type")?.startsWith("application/json") ? response.json() : response.text());

/** @param {Response} response @param {any} answer */
function refusal(response, answer) {
  if ([429, 503].includes(response.status)) {
    return new ApiError("busy", "The server has too much to do just now. Please try again in a moment.");
  }
  const error = typeof answer?.error === "string" ? answer.error : `The server says no (${response.status})`;
  const faults = Array.isArray(answer?.faults) ? answer.faults.slice(0, 3) : [];
  const sentence = [error, ...faults].join(": ").replace(/\.?$/, ".");
  return new ApiError("refused", sentence[0].toUpperCase() + sentence.slice(1));
}

/** What to tell the person about whatever was thrown. @param {unknown} error */
export function told(error) {
  if (error instanceof ApiError) return error.message;
  throw error;
}

/** Does something that may fail; what the server could not or would not do is told. @param {() => Promise<unknown>} action @param {(text: string) => void} tell */
export async function attempt(action, tell) {
  try {
    await action();
  } catch (error) {
    tell(told(error));
  }
}
