/** What the user can choose, with sensible defaults; stored in the browser. */

import { isExplained, setExplained } from "./play/newcomer.js";
import { loadSetting, saveSetting } from "./service/stored-values.js";
import { loadSheet } from "./dom.js";
import { LANGUAGES } from "./language.js";

/** The usual value of each setting, first, and the others that it can have. */
const VALUES = {
  fills: [true, false],
  surrounds: [false, true],
  clicks: ["ship", "water"],
  mistakes: ["once", "request", "never"],
  warns: [true, false],
  vibrates: [false, true],
  theme: ["system", "light", "dark"],
  palette: ["usual", "orange", "teal"],
  errors: ["usual", "orange", "violet", "black", "own"],
  marks: ["medium", "small", "large"],
  hand: ["right", "left"],
  language: ["", ...LANGUAGES.map(([code]) => code)],
  clock: [true, false],
};
const ALL = /** @type {Map<string, (string | boolean)[]>} */ (new Map(Object.entries(VALUES)));
/** Those that style sheets read, as attributes `data-…` of the document. */
const LOOKS = ["theme", "palette", "errors", "marks", "hand", "clock", "warns"];

/** The colour of mistakes where `errors` is "own". */
const COLOUR = "colour";
const USUAL_COLOUR = "#b3261e";

class Settings extends EventTarget {
  /**
   * The value of a setting; the usual one if what is stored is not among its choices. Lines are not filled before the
   * player knows about it. @param {string} name @returns {any}
   */
  get(name) {
    if (name === "fills" && !isExplained()) return false;
    const values = ALL.get(name);
    if (!values) throw new Error(`there is no setting ${name}`);
    const value = loadSetting(name, values[0]);
    return values.includes(value) ? value : values[0];
  }

  /** The colour that the user picked for mistakes; the usual one if what is stored is not a colour. */
  get colour() {
    const value = loadSetting(COLOUR, USUAL_COLOUR);
    return /^#[\da-f]{6}$/i.test(value) ? value : USUAL_COLOUR;
  }

  set colour(value) {
    saveSetting(COLOUR, value);
    this.apply();
  }

  /** Stores a value, and reports it by a "change" event and one with the setting's name. @param {string} name @param {string | boolean} value */
  set(name, value) {
    if (name === "fills") setExplained();
    saveSetting(name, value);
    this.apply();
    this.dispatchEvent(new Event(name));
    this.dispatchEvent(new Event("change"));
  }

  /** Returns every setting to its usual value. */
  reset() {
    for (const [name, [usual]] of ALL) this.set(name, usual);
  }

  /** Sets the attributes of the document that style sheets read. */
  apply() {
    document.documentElement.style.setProperty("--picked", this.colour);
    if (["palette", "errors"].some((name) => this.get(name) !== "usual")) loadSheet("palettes.css");
    for (const name of LOOKS) document.documentElement.dataset[name] = String(this.get(name));
  }
}

export const settings = new Settings();
