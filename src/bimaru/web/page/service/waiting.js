/** The line that shows what the user waits for: the engine, by bytes and then starting, or an answer that takes long. */

import { button, h, loadSheet, sheetsLoaded } from "../dom.js";
import { decimal, phrase } from "../language.js";

const SHOW_AFTER = 700; // milliseconds: most answers come sooner

/** @param {import("./api.js").Api} api @returns {HTMLElement} */
export function waitingLine(api) {
  const text = h("span");
  const bar = h("progress", { max: 1, "aria-label": phrase("Progress") });
  const line = h("div", { class: "waiting", role: "status", hidden: true }, text, bar, button(phrase("Cancel"), () => api.cancel(), { class: "quiet" }));
  let timer = 0;
  /** @type {Record<string, string>} */
  let work = {};

  function update() {
    const { phase = "working", progress = 0, size = 0 } = /** @type {{phase?: string, progress?: number, size?: number}} */ (/** @type {unknown} */ (api.backend));
    if (phase === "loading" && size > 0) bar.value = progress;
    else bar.removeAttribute("value");
    const label = { loading: phrase("Loading the engine…"), starting: phrase("Starting the engine…"), working: work[api.awaited ?? ""] ?? phrase("Working…") }[phase] ?? "";
    const inMegabytes = (/** @type {number} */ bytes) => decimal(bytes / 1e6, 1);
    const megabytes = phase === "loading" && size > 0 ? ` ${phrase("{part} of {whole} MB", { part: inMegabytes(progress * size), whole: inMegabytes(size) })}` : "";
    text.replaceChildren(label, h("span", { class: "bytes", "aria-hidden": "true" }, megabytes));
    if (api.awaited === undefined) {
      clearTimeout(timer);
      timer = 0;
      line.hidden = true;
    } else if (timer === 0) timer = window.setTimeout(show, SHOW_AFTER);
  }

  async function show() {
    loadSheet("service/waiting.css");
    work = await import("./waiting-texts.js").then(({ WORK }) => WORK, () => ({})); // without a network it is said less exactly
    await sheetsLoaded();
    if (timer === 0) return; // answered in the meantime
    line.hidden = false;
    update();
  }

  api.addEventListener("progress", update);
  api.addEventListener("ready", update);
  return line;
}
