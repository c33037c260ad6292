/** The theme: light, dark, or that of the system. */

import { button } from "./dom.js";
import { loadSetting, saveSetting } from "./service/storage.js";

const NEXT = /** @type {Record<string, string>} */ ({ system: "light", light: "dark", dark: "system" });
const ICONS = /** @type {Record<string, string>} */ ({ system: "auto", light: "sun", dark: "moon" });

/** A button that switches to the next theme. */
export function themeButton() {
  const toggle = button("Theme", () => show(NEXT[document.documentElement.dataset.theme ?? "system"]), { icon: "auto", iconOnly: true });
  /** @param {string} theme */
  const show = (theme) => {
    document.documentElement.dataset.theme = theme;
    toggle.querySelector("use")?.setAttribute("href", `icons.svg#${ICONS[theme]}`);
    toggle.setAttribute("aria-label", `Theme: ${theme}`);
    toggle.title = `Theme: ${theme}`;
    saveSetting("theme", theme);
  };
  const stored = loadSetting("theme", "system");
  show(Object.hasOwn(ICONS, stored) ? stored : "system");
  return toggle;
}
