/** The button for the theme: light, dark, or that of the system. */

import { button } from "./dom.js";
import { settings } from "./settings.js";

const NEXT = /** @type {Record<string, string>} */ ({ system: "light", light: "dark", dark: "system" });
const ICONS = /** @type {Record<string, string>} */ ({ system: "auto", light: "sun", dark: "moon" });

/** A button that switches to the next theme. */
export function themeButton() {
  const toggle = button("Theme", () => settings.set("theme", NEXT[settings.get("theme")]), { icon: "auto", iconOnly: true, class: "quiet theme" });
  const show = () => {
    const theme = settings.get("theme");
    toggle.querySelector("use")?.setAttribute("href", `icons.svg#${ICONS[theme]}`);
    toggle.setAttribute("aria-label", `Theme: ${theme}`);
    toggle.title = `Theme: ${theme}`;
  };
  settings.addEventListener("theme", show);
  show();
  return toggle;
}
