/** Creates elements, and the text and files around them. Text is always text, never markup. */

/**
 * An element with attributes (`on…` are listeners) and children; empty children are left out.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Record<string, unknown>} [attributes]
 * @param {...(Node | string | null | undefined | false)} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), /** @type {EventListener} */ (value));
    else if (name === "value" || name === "checked" || name === "disabled" || name === "hidden") Object.assign(element, { [name]: value });
    else if (value !== undefined && value !== false && value !== null) element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(.../** @type {(Node | string)[]} */ (children.filter(Boolean)));
  return element;
}

/** An element of SVG. @param {string} tag @param {Record<string, string | number>} attributes @param {...(Node | string)} children */
export function svg(tag, attributes, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  element.append(...children);
  return element;
}

/** An icon of `icons.svg`. @param {string} name */
export const icon = (name) => svg("svg", { class: "icon", "aria-hidden": "true" }, svg("use", { href: `icons.svg#${name}` }));

/**
 * A button with an icon, text, or both; the text is the label of an icon without text.
 * @param {string} text @param {() => void} press
 * @param {{icon?: string, iconOnly?: boolean, class?: string, title?: string, keys?: string, command?: string}} [look]
 */
export function button(text, press, look = {}) {
  const label = look.iconOnly ? text : undefined;
  const title = look.title ?? label;
  return h(
    "button",
    { type: "button", class: look.class ?? "quiet", "aria-label": label, title, "aria-keyshortcuts": look.keys, "data-command": look.command, onclick: press },
    look.icon ? icon(look.icon) : null,
    look.iconOnly ? null : h("span", {}, text),
  );
}

/** A button that shows only its icon; its tooltip names the keys, too. @param {string} text @param {string} icon @param {() => void} press @param {string} [keys] */
export const tool = (text, icon, press, keys) => button(text, press, { icon, iconOnly: true, class: "tool", keys, title: keys && `${text} (${keys})` });

/** A row of buttons, with what stands among them. @param {...(Node | string | null | undefined | false)} content */
export const actions = (...content) => h("div", { class: "actions" }, ...content);

/** The element of the page with an id. @param {string} id */
export function byId(id) {
  const element = document.getElementById(id);
  if (!element) throw new Error(`the page has no element #${id}`);
  return element;
}

/** An input with a label above it. @param {string} label @param {HTMLElement} input */
export const field = (label, input) => h("label", { class: "field", for: input.id }, h("span", {}, label), input);

/** The name of a puzzle's file. @param {import("./board/puzzle.js").PuzzleData} puzzle @param {string} extension */
export const fileName = ({ id }, extension) => `${String(id ?? "puzzle").replace(/[^\p{L}\p{N}._-]+/gu, "-").slice(0, 80)}.${extension}`;

/** Starts the download of a file. @param {string} name @param {Blob} file */
export function download(name, file) {
  const url = URL.createObjectURL(file);
  h("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** Style sheets under way. @type {Set<Promise<unknown>>} */
const sheets = new Set();

/** Loads a style sheet, once. @param {string} href */
export function loadSheet(href) {
  if (document.querySelector(`link[href="${href}"]`)) return;
  const sheet = h("link", { rel: "stylesheet", href });
  const end = new Promise((resolve) => ["load", "error"].forEach((name) => sheet.addEventListener(name, resolve)));
  sheets.add(end);
  void end.then(() => sheets.delete(end));
  document.head.append(sheet);
}

/** Waits for the style sheets under way: what is shown before them has another size. */
export const sheetsLoaded = () => Promise.all(sheets);
