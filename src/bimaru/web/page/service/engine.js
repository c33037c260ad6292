/**
 * The back end of a page on a static site: Python in a worker of the browser (`engine-worker.js`).
 *
 * The engine is loaded when it is first needed, or at once if the browser has kept its files. A request past its time
 * limit ends its worker, which is started again; while a worker is busy, a second one takes what waits.
 */

import { ApiError } from "./api.js";
import { phrase } from "../language.js";

/**
 * @typedef {{operation: string, body: unknown, options: Record<string, string | number>, resolve(response: Response): void, reject(error: unknown): void}} Task
 * @typedef {{worker: Worker, state: "starting" | "free" | "busy", task: Task | null, timer: number}} Place
 */

const TIME_LIMIT = 10; // seconds for a request, as on the server
const SLACK = 3_000; // milliseconds beyond the limit in which a request may still stop by itself
const SECOND_AFTER = 400; // milliseconds that a request waits for a busy worker before a second one is started
const MAX_WORKERS = 2;
/** A module with one SIMD instruction. */
const SIMD = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11]);

/** Whether this browser can run the engine. */
const isSupported = () => typeof WebAssembly === "object" && typeof Worker === "function" && WebAssembly.validate(SIMD);

export class EngineBackend extends EventTarget {
  name = phrase("the engine");
  offlineNotice = phrase("The engine for hints, checks and new puzzles could not be loaded. You can keep playing without it.");
  prints = true;
  /** What is being loaded, from 0 to 1; 1 while Python starts. */
  progress = 0;
  /** Bytes that loading takes, compressed, once known. */
  size = 0;
  /** @type {Place[]} */
  #places = [];
  /** @type {Task[]} */
  #waiting = [];
  #timer = 0;

  /** @param {string} address  of the folder with the engine's files */
  constructor(address) {
    super();
    this.address = new URL(address, document.baseURI).href;
    void this.#startIfKept();
  }

  get isReady() {
    return this.#places.some(({ state }) => state !== "starting");
  }

  /** The phase of loading that a request waits for. @returns {"loading" | "starting" | "working"} */
  get phase() {
    if (this.isReady) return "working";
    return this.progress < 1 ? "loading" : "starting";
  }

  /** @param {string} operation @param {unknown} body @param {Record<string, string | number>} options @param {AbortSignal} signal @returns {Promise<Response>} */
  async send(operation, body, options, signal) {
    if (!isSupported()) throw new ApiError("missing", phrase("Your browser cannot run the engine for this: it lacks WebAssembly with SIMD. You can still play without it."));
    if (operation === "draw" && options.to === "png") {
      const { rasterised } = await import("./raster.js");
      return rasterised(await this.send(operation, body, { ...options, to: "svg" }, signal));
    }
    return new Promise((resolve, reject) => {
      /** @type {Task} */
      const task = { operation, body, options, resolve, reject };
      signal.addEventListener("abort", () => this.#abort(task, signal.reason));
      this.#waiting.push(task);
      this.#assign();
    });
  }

  /** Starts a worker at once where the browser has the files, so that the first answer comes sooner. */
  async #startIfKept() {
    const isKept = typeof caches === "object" && isSupported() && (await caches.match(`${this.address}pyodide.asm.wasm`).catch(() => undefined));
    if (isKept && this.#places.length === 0) this.#start();
  }

  #assign() {
    for (const place of this.#places.filter(({ state }) => state === "free")) {
      const task = this.#waiting.shift();
      if (task) this.#work(place, task);
    }
    // A worker that is starting takes what waits.
    if (this.#waiting.length === 0 || this.#places.some(({ state }) => state === "starting")) return;
    if (this.#places.length === 0) return this.#start();
    clearTimeout(this.#timer);
    if (this.#places.length < MAX_WORKERS) this.#timer = window.setTimeout(() => this.#waiting.length > 0 && this.#places.length < MAX_WORKERS && this.#start(), SECOND_AFTER);
  }

  #start() {
    // Beside the document, so that it is found from a bundle, too.
    const worker = new Worker(new URL("service/engine-worker.js", document.baseURI), { type: "module", name: "bimaru" });
    /** @type {Place} */
    const place = { worker, state: "starting", task: null, timer: 0 };
    this.#places.push(place);
    worker.addEventListener("message", ({ data }) => this.#receive(place, data));
    worker.addEventListener("error", (event) => {
      event.preventDefault();
      this.#fail(place);
    });
    worker.postMessage({ address: this.address, timeLimit: TIME_LIMIT });
  }

  /** @param {Place} place @param {any} message */
  #receive(place, message) {
    if (message.kind === "progress") this.#showProgress(message);
    else if (message.kind === "failed") this.#fail(place);
    else if (message.kind === "ready") this.#free(place);
    else {
      const { status, type, content } = message;
      place.task?.resolve(new Response(content, { status, headers: { "Content-Type": type } }));
      this.#free(place);
    }
  }

  /** @param {{share: number, download: number}} progress */
  #showProgress({ share, download }) {
    this.size = download;
    this.progress = share;
    this.dispatchEvent(new Event("progress"));
  }

  /** @param {Place} place */
  #free(place) {
    clearTimeout(place.timer);
    const isFirst = !this.isReady;
    place.state = "free";
    place.task = null;
    if (isFirst) this.dispatchEvent(new Event("ready"));
    this.#assign();
  }

  /** @param {Place} place @param {Task} task */
  #work(place, task) {
    place.state = "busy";
    place.task = task;
    const limit = Math.min(Number(task.options.time_limit ?? TIME_LIMIT), TIME_LIMIT);
    place.timer = window.setTimeout(() => this.#expire(place), limit * 1000 + SLACK);
    const { operation, body, options } = task;
    place.worker.postMessage({ operation, body: body === undefined ? "" : JSON.stringify(body), options: JSON.stringify(options) });
  }

  /** Ends a worker past its time limit, and starts another in its place. @param {Place} place */
  #expire(place) {
    place.task?.resolve(Response.json({ error: "the time limit was exceeded", faults: [] }, { status: 503 }));
    this.#replace(place);
  }

  /** @param {Place} place */
  #replace(place) {
    this.#end(place);
    if (this.#places.length === 0) this.#start();
    else this.#assign();
  }

  /** @param {Place} place */
  #end(place) {
    clearTimeout(place.timer);
    place.worker.terminate();
    this.#places = this.#places.filter((other) => other !== place);
  }

  /** @param {Task} task @param {unknown} reason */
  #abort(task, reason) {
    task.reject(reason);
    this.#waiting = this.#waiting.filter((other) => other !== task);
    const place = this.#places.find((other) => other.task === task);
    if (place) this.#replace(place);
  }

  /** A worker that could not be started, or broke down. @param {Place} place */
  #fail(place) {
    this.#end(place);
    if (place.task) return place.task.resolve(Response.json({ error: "the memory limit was exceeded", faults: [] }, { status: 503 })), this.#assign();
    if (this.#places.length > 0) return; // another worker takes what waits
    const failed = this.#waiting;
    this.#waiting = [];
    for (const { reject } of failed) reject(new TypeError("the engine could not be loaded"));
  }
}

/** The back end of a site that was made without an engine. */
export class NoBackend extends EventTarget {
  name = phrase("the engine");
  isReady = false;
  offlineNotice = "";
  prints = true;

  /** @returns {Promise<Response>} */
  send() {
    return Promise.reject(new ApiError("missing", phrase("This site is for playing and checking only: it was made without the engine that this needs.")));
  }
}
