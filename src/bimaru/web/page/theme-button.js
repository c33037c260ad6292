/** The button for the theme: light, dark, or that of the system. */

import { button } from "./dom.js";
import { settings } from "./settings.js";
import { phrase } from "./language.js";

const NEXT = /** @type {Record<string, string>} */ ({ system: "light", light: "dark", dark: "system" });
const NAMES = /** @type {Record<string, string>} */ ({ system: phrase("system"), light: phrase("light"), dark: phrase("dark") });
const ICONS = /** @type {Record<string, string>} */ ({ system: "auto", light: "sun", dark: "moon" });

/** A button that switches to the next theme. */
export function themeButton() {
  const toggle = button(phrase("Theme"), () => settings.set("theme", NEXT[settings.get("theme")]), { icon: "auto", iconOnly: true, class: "quiet theme" });
  const show = () => {
    const theme = settings.get("theme");
    toggle.querySelector("use")?.setAttribute("href", `icons.svg#${ICONS[theme]}`);
    const label = phrase("Theme: {theme}", { theme: NAMES[theme] });
    toggle.setAttribute("aria-label", label);
    toggle.title = label;
  };
  settings.addEventListener("theme", show);
  show();
  return toggle;
}
