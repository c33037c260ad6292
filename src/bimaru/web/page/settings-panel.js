/** The dialog with the settings; loaded when it is first opened. Changes apply at once. */

import { actions, button, byId, field, h } from "./dom.js";
import { select, tickBox } from "./choices.js";
import { settings } from "./settings.js";
import { LANGUAGES, phrase } from "./language.js";

/**
 * @typedef {{name: string, label: string, choices?: [value: string, label: string][], more?(): HTMLElement}} Setting
 *   A switch, or one of several choices; `more` is shown below it.
 */

/** The settings in the order of the panel. @type {[group: string, settings: Setting[]][]} */
const SETTINGS = [
  [phrase("Playing"), [
    { name: "fills", label: phrase("Fill full lines with water") },
    { name: "surrounds", label: phrase("Put water around finished ships") },
    { name: "clicks", label: phrase("Order of clicks"), choices: [["ship", phrase("ship, water, empty")], ["water", phrase("water, ship, empty")]] },
    { name: "mistakes", label: phrase("Broken rules"), choices: [["once", phrase("shown at once")], ["request", phrase("shown by Check")], ["never", phrase("never shown")]] },
    { name: "warns", label: phrase("Mark tallies that can no longer be met") },
    { name: "vibrates", label: phrase("Vibrate when a finger marks") },
  ]],
  [phrase("Looks"), [
    { name: "theme", label: phrase("Theme"), choices: [["system", phrase("as the system")], ["light", phrase("light")], ["dark", phrase("dark")]] },
    { name: "palette", label: phrase("Colours"), choices: [["usual", phrase("usual")], ["orange", phrase("blue and orange, for red-green blindness")], ["teal", phrase("teal and red, for blue-yellow blindness")]] },
    { name: "errors", label: phrase("Mistakes in"), choices: [["usual", phrase("the usual colour")], ["orange", phrase("orange")], ["violet", phrase("violet")], ["black", phrase("black or white")], ["own", phrase("a colour of your own")]], more: colourField },
    { name: "marks", label: phrase("Size of marks"), choices: [["small", phrase("small")], ["medium", phrase("medium")], ["large", phrase("large")]] },
    { name: "hand", label: phrase("Tools for the"), choices: [["right", phrase("right hand")], ["left", phrase("left hand")]] },
    { name: "language", label: phrase("Language"), choices: [["", phrase("as the browser")], ...LANGUAGES] },
    { name: "clock", label: phrase("Show the clock") },
  ]],
];

/** @returns {() => void}  opens the dialog */
export function settingsPanel() {
  const dialog = /** @type {HTMLDialogElement} */ (byId("settings"));
  const known = SETTINGS.map(([group, list]) => /** @type {const} */ ([group, list.filter(({ name }) => name !== "vibrates" || "vibrate" in navigator)]));

  const show = () => {
    const groups = known.map(([group, list]) => h("fieldset", {}, h("legend", {}, group), ...list.flatMap((setting) => [controlOf(setting), setting.more?.() ?? ""])));
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
      h("header", {}, h("h2", { id: "settings-title" }, phrase("Settings")), button(phrase("Done"), () => dialog.close(), { class: "primary" })),
      body,
      actions(button(phrase("Usual settings"), reset, { icon: "again" })),
    ),
  );
  return () => {
    show();
    dialog.showModal();
  };
}

/** The field for a colour of mistakes, shown only where it is used. */
function colourField() {
  const input = h("input", { id: "setting-colour", type: "color", value: settings.colour, "aria-describedby": "setting-colour-note", oninput: () => (settings.colour = input.value) });
  const note = h("p", { id: "setting-colour-note", class: "fine" }, phrase("It is darkened on a light ground and lightened on a dark one where reading needs that."));
  const room = h("div", { class: "picked" }, field(phrase("Your colour"), input), note);
  const update = () => (room.hidden = settings.get("errors") !== "own");
  settings.addEventListener("errors", update);
  update();
  return room;
}

/** @param {Setting} setting */
function controlOf({ name, label, choices }) {
  const id = `setting-${name}`;
  if (!choices) {
    const box = tickBox(id, label, settings.get(name), () => settings.set(name, box.input.checked));
    return box.label;
  }
  const input = select(id, choices, () => settings.set(name, input.value));
  input.value = settings.get(name);
  return field(label, input);
}
