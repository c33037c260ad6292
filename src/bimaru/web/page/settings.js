/** What the user can choose, with sensible defaults; stored in the browser. */

import { loadSetting, saveSetting } from "./service/storage.js";

/**
 * @typedef {{name: string, label: string, usual: string, choices: [value: string, label: string][]}} Choice
 * @typedef {{name: string, label: string, usual: boolean}} Switch
 */

/** The settings in the order of the panel. @type {[group: string, settings: (Choice | Switch)[]][]} */
export const SETTINGS = [
  ["Playing", [
    { name: "fills", label: "Fill finished lines with water", usual: true },
    { name: "surrounds", label: "Put water around finished ships", usual: false },
    { name: "clicks", label: "Order of clicks", usual: "ship", choices: [["ship", "ship, water, empty"], ["water", "water, ship, empty"]] },
    { name: "mistakes", label: "Broken rules", usual: "request", choices: [["once", "shown at once"], ["request", "shown by Check"], ["never", "never shown"]] },
    { name: "warns", label: "Mark tallies that can no longer be met", usual: true },
    { name: "vibrates", label: "Vibrate when a finger marks", usual: false },
  ]],
  ["Looks", [
    { name: "theme", label: "Theme", usual: "system", choices: [["system", "as the system"], ["light", "light"], ["dark", "dark"]] },
    { name: "palette", label: "Colours", usual: "usual", choices: [["usual", "usual"], ["orange", "blue and orange, for red-green blindness"], ["teal", "teal and red, for blue-yellow blindness"]] },
    { name: "errors", label: "Mistakes in", usual: "usual", choices: [["usual", "the usual colour"], ["orange", "orange"], ["violet", "violet"], ["black", "black or white"]] },
    { name: "marks", label: "Size of marks", usual: "medium", choices: [["small", "small"], ["medium", "medium"], ["large", "large"]] },
    { name: "hand", label: "Tools for the", usual: "right", choices: [["right", "right hand"], ["left", "left hand"]] },
    { name: "clock", label: "Show the clock", usual: true },
  ]],
];

const ALL = new Map(SETTINGS.flatMap(([, group]) => group).map((setting) => [setting.name, setting]));
/** Those that style sheets read, as attributes `data-…` of the document. */
const LOOKS = ["theme", "palette", "errors", "marks", "hand", "clock", "warns"];

class Settings extends EventTarget {
  /** The value of a setting; the usual one if what is stored is not among its choices. @param {string} name @returns {any} */
  get(name) {
    const setting = ALL.get(name);
    if (!setting) throw new Error(`there is no setting ${name}`);
    const value = loadSetting(name, setting.usual);
    const isKnown = !("choices" in setting) || setting.choices.some(([choice]) => choice === value);
    return isKnown ? value : setting.usual;
  }

  /** Stores a value, and reports it by a "change" event and one with the setting's name. @param {string} name @param {string | boolean} value */
  set(name, value) {
    saveSetting(name, value);
    this.apply();
    this.dispatchEvent(new Event(name));
    this.dispatchEvent(new Event("change"));
  }

  /** Returns every setting to its usual value. */
  reset() {
    for (const { name, usual } of ALL.values()) this.set(name, usual);
  }

  /** Sets the attributes of the document that style sheets read. */
  apply() {
    for (const name of LOOKS) document.documentElement.dataset[name] = String(this.get(name));
  }
}

export const settings = new Settings();
