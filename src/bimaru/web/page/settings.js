/** What the user can choose, with sensible defaults; stored in the browser. */

import { loadSetting, saveSetting } from "./service/storage.js";
import { LANGUAGES, phrase } from "./language.js";

/**
 * @typedef {{name: string, label: string, usual: string, choices: [value: string, label: string][]}} Choice
 * @typedef {{name: string, label: string, usual: boolean}} Switch
 */

/** The settings in the order of the panel. @type {[group: string, settings: (Choice | Switch)[]][]} */
export const SETTINGS = [
  [phrase("Playing"), [
    { name: "fills", label: phrase("Fill finished lines with water"), usual: true },
    { name: "surrounds", label: phrase("Put water around finished ships"), usual: false },
    { name: "clicks", label: phrase("Order of clicks"), usual: "ship", choices: [["ship", phrase("ship, water, empty")], ["water", phrase("water, ship, empty")]] },
    { name: "mistakes", label: phrase("Broken rules"), usual: "request", choices: [["once", phrase("shown at once")], ["request", phrase("shown by Check")], ["never", phrase("never shown")]] },
    { name: "warns", label: phrase("Mark tallies that can no longer be met"), usual: true },
    { name: "vibrates", label: phrase("Vibrate when a finger marks"), usual: false },
  ]],
  [phrase("Looks"), [
    { name: "theme", label: phrase("Theme"), usual: "system", choices: [["system", phrase("as the system")], ["light", phrase("light")], ["dark", phrase("dark")]] },
    { name: "palette", label: phrase("Colours"), usual: "usual", choices: [["usual", phrase("usual")], ["orange", phrase("blue and orange, for red-green blindness")], ["teal", phrase("teal and red, for blue-yellow blindness")]] },
    { name: "errors", label: phrase("Mistakes in"), usual: "usual", choices: [["usual", phrase("the usual colour")], ["orange", phrase("orange")], ["violet", phrase("violet")], ["black", phrase("black or white")]] },
    { name: "marks", label: phrase("Size of marks"), usual: "medium", choices: [["small", phrase("small")], ["medium", phrase("medium")], ["large", phrase("large")]] },
    { name: "hand", label: phrase("Tools for the"), usual: "right", choices: [["right", phrase("right hand")], ["left", phrase("left hand")]] },
    { name: "language", label: phrase("Language"), usual: "", choices: [["", phrase("as the browser")], ...LANGUAGES] },
    { name: "clock", label: phrase("Show the clock"), usual: true },
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
