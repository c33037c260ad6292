/**
 * Values that the browser stores by name, and the settings among them. On its own, so that the language, which is a
 * setting, is known before the modules with texts.
 */

const SETTING = "bimaru:setting:";

/** The stored value with a name, or `null`. @param {string} name @returns {any} */
export function read(name) {
  try {
    return JSON.parse(localStorage.getItem(name) ?? "null");
  } catch {
    return null;
  }
}

/** Stores a value, and returns whether there was room. @param {string} name @param {unknown} value */
export function write(name, value) {
  try {
    localStorage.setItem(name, JSON.stringify(value));
    return true;
  } catch {
    return false; // the game lasts as long as the page is open
  }
}

/** What follows a prefix in the names of stored values. @param {string} prefix @returns {string[]} */
export function keysWith(prefix) {
  try {
    const names = Array.from({ length: localStorage.length }, (_, i) => localStorage.key(i) ?? "");
    return names.filter((name) => name.startsWith(prefix)).map((name) => name.slice(prefix.length));
  } catch {
    return [];
  }
}

/** The stored setting, or the fallback if it is missing or of another type. @template T @param {string} name @param {T} fallback @returns {T} */
export function loadSetting(name, fallback) {
  const value = read(SETTING + name);
  return value !== null && typeof value === typeof fallback ? value : fallback;
}

/** Stores a setting, and returns whether there was room. @param {string} name @param {unknown} value */
export const saveSetting = (name, value) => write(SETTING + name, value);

/** All stored settings by name. @returns {Record<string, any>} */
export const storedSettings = () => Object.fromEntries(keysWith(SETTING).map((name) => [name, read(SETTING + name)]));
