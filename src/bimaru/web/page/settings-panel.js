/** The dialog with the settings; loaded when it is first opened. Changes apply at once. */

import { button, byId, field, h } from "./dom.js";
import { SETTINGS, settings } from "./settings.js";
import { phrase } from "./language.js";

/** @returns {() => void}  opens the dialog */
export function settingsPanel() {
  const dialog = /** @type {HTMLDialogElement} */ (byId("settings"));
  const known = SETTINGS.map(([group, list]) => /** @type {const} */ ([group, list.filter(({ name }) => name !== "vibrates" || "vibrate" in navigator)]));

  const show = () => {
    const groups = known.map(([group, list]) => h("fieldset", {}, h("legend", {}, group), ...list.map(controlOf)));
    body.replaceChildren(...groups);
  };
  const reset = () => {
    settings.reset();
    show();
  };
  const body = h("div", { class: "settings" });
  dialog.replaceChildren(
    h(
      "div",
      { class: "sheet" },
      h("header", {}, h("h2", { id: "settings-title" }, phrase("Settings")), button(phrase("Close"), () => dialog.close(), { icon: "close", iconOnly: true })),
      body,
      h("div", { class: "actions" }, button(phrase("Usual settings"), reset, { icon: "again" })),
    ),
  );
  return () => {
    show();
    dialog.showModal();
  };
}

/** @param {import("./settings.js").Choice | import("./settings.js").Switch} setting */
function controlOf(setting) {
  const { name, label } = setting;
  const id = `setting-${name}`;
  if (!("choices" in setting)) {
    const box = h("input", { id, type: "checkbox", checked: settings.get(name), onchange: () => settings.set(name, box.checked) });
    return h("label", { class: "switch", for: id }, box, label);
  }
  const select = h("select", { id, onchange: () => settings.set(name, select.value) }, ...setting.choices.map(([value, text]) => h("option", { value }, text)));
  select.value = settings.get(name);
  return field(label, select);
}
