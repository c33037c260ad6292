/** The entry point of `embedding.html`: chooses the controls of an embedded puzzle, and shows the HTML to copy. */

import { button, byId, h } from "../dom.js";
import { CONTROLS, SIZE_MESSAGE, USUAL } from "./controls.js";
import { FIRST_PUZZLE } from "../play/first-puzzle.js";
import { phrase, translateDocument } from "../language.js";
import { fromFragment, toFragment } from "../service/permalink.js";
import { loadSetting } from "../service/stored-values.js";

translateDocument();
const COPIED_FOR = 2_000; // milliseconds

const theme = loadSetting("theme", "system");
if (["light", "dark"].includes(theme)) document.documentElement.dataset.theme = theme;

const puzzle = fromFragment(location.hash) ?? FIRST_PUZZLE;
const boxes = CONTROLS.map(([name]) => h("input", { type: "checkbox", name, checked: USUAL.includes(name), onchange: () => show() }));
const snippet = /** @type {HTMLTextAreaElement} */ (byId("snippet"));
const preview = /** @type {HTMLIFrameElement} */ (byId("preview"));

function show() {
  const controls = boxes.filter(({ checked }) => checked).map(({ name }) => name);
  const address = new URL(`embed.html?controls=${controls.join(",")}#${toFragment(puzzle)}`, location.href).href;
  snippet.value = snippetOf(address);
  if (preview.src !== address) preview.src = address;
}

/** The HTML that shows an address in a frame. @param {string} address */
function snippetOf(address) {
  const source = address.replaceAll("&", "&amp;").replaceAll('"', "&quot;");
  return `<iframe class="bimaru" src="${source}"
  title="${phrase("Battleship puzzle")}" width="100%" height="620" style="border: 0" loading="lazy"></iframe>
<script>
addEventListener("message", ({ data, source }) => {
  if (data?.type !== "${SIZE_MESSAGE}") return;
  for (const frame of document.querySelectorAll("iframe.bimaru")) {
    if (frame.contentWindow === source) frame.height = data.height;
  }
});
</script>
`;
}

const copy = button(phrase("Copy"), () => void copySnippet(), { class: "primary", icon: "link" });
async function copySnippet() {
  snippet.select();
  await navigator.clipboard.writeText(snippet.value).catch(() => document.execCommand("copy"));
  copy.querySelector("span")?.replaceChildren(phrase("Copied"));
  setTimeout(() => copy.querySelector("span")?.replaceChildren(phrase("Copy")), COPIED_FOR);
}

addEventListener("message", ({ data, source }) => {
  if (data?.type === SIZE_MESSAGE && source === preview.contentWindow) preview.height = String(data.height);
});
byId("controls").append(...CONTROLS.map(([, label], i) => h("label", { class: "switch" }, boxes[i], label)));
byId("copy").append(copy);
show();
