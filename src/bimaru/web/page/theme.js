/** Light or dark: as the system says, until the person says otherwise. */

import { button } from "./dom.js";
import { set, setting } from "./service/storage.js";

const NEXT = /** @type {Record<string, string>} */ ({ system: "light", light: "dark", dark: "system" });
const ICONS = /** @type {Record<string, string>} */ ({ system: "auto", light: "sun", dark: "moon" });

/** A button that goes round the themes. */
export function themeButton() {
  const turn = button("Theme", () => show(NEXT[document.documentElement.dataset.theme ?? "system"]), { icon: "auto", iconOnly: true });
  /** @param {string} theme */
  const show = (theme) => {
    document.documentElement.dataset.theme = theme;
    turn.querySelector("use")?.setAttribute("href", `icons.svg#${ICONS[theme]}`);
    turn.setAttribute("aria-label", `Theme: ${theme}`);
    turn.title = `Theme: ${theme}`;
    set("theme", theme);
  };
  const kept = setting("theme", "system");
  show(Object.hasOwn(ICONS, kept) ? kept : "system");
  return turn;
}
