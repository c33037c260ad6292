/**
 * What the browser keeps for the person: games by puzzle, the list of them, and a few settings.
 * A browser that keeps nothing (private windows, a full disk) is no reason to stop playing.
 */

import { fromFragment } from "./permalink.js";
import { puzzleOf, summary } from "../board/puzzle.js";

const GAME = "bimaru:game:";
const RECENT = "bimaru:recent";
const SETTING = "bimaru:setting:";
const MOST_GAMES = 60;

/**
 * @typedef {{key: string, name: string, summary: string, isSolved: boolean, progress: number}} Recent
 *   A game that was played lately; `progress`: the share of ship squares found.
 */

/** @param {string} name @returns {any} */
function read(name) {
  try {
    return JSON.parse(localStorage.getItem(name) ?? "null");
  } catch {
    return null;
  }
}

/** @param {string} name @param {unknown} value */
function write(name, value) {
  try {
    localStorage.setItem(name, JSON.stringify(value));
  } catch {
    // Nothing can be kept: the game goes on as long as the page is open.
  }
}

/** @param {string} key */
export const loadGame = (key) => read(GAME + key);

/** The games that are kept, the last played first, and last those that the list has lost. @returns {Recent[]} */
export function recentGames() {
  const list = read(RECENT);
  const entries = [...(Array.isArray(list) ? list : []), ...keptKeys().map((key) => ({ key }))];
  /** @type {Map<string, Recent>} */
  const games = new Map();
  for (const entry of entries) if (typeof entry?.key === "string" && !games.has(entry.key)) games.set(entry.key, recent(entry));
  return [...games.values()].filter(({ summary }) => summary !== "");
}

/** An entry of the list as it has to be; without a summary if its key is no puzzle. @param {Record<string, any>} entry @returns {Recent} */
function recent({ key, name, isSolved, progress }) {
  const puzzle = fromFragment(key);
  return {
    key,
    name: typeof name === "string" ? name : "",
    summary: puzzle ? summary(puzzleOf(puzzle)) : "",
    isSolved: isSolved === true,
    progress: Number.isFinite(progress) ? Math.min(Math.max(progress, 0), 1) : 0,
  };
}

/** The keys of all games that are kept. @returns {string[]} */
function keptKeys() {
  try {
    const names = Array.from({ length: localStorage.length }, (_, i) => localStorage.key(i) ?? "");
    return names.filter((name) => name.startsWith(GAME)).map((name) => name.slice(GAME.length));
  } catch {
    return [];
  }
}

/** Keeps a game and puts it first in the list; the oldest are let go. @param {Recent} entry @param {unknown} game */
export function saveGame(entry, game) {
  const others = recentGames().filter(({ key }) => key !== entry.key);
  for (const { key } of others.slice(MOST_GAMES - 1)) forget(key);
  write(RECENT, [entry, ...others.slice(0, MOST_GAMES - 1)]);
  write(GAME + entry.key, game);
}

/** Tells of the games that other tabs keep. @param {(key: string) => void} tell */
export function onGameElsewhere(tell) {
  addEventListener("storage", ({ key, newValue }) => {
    if (key?.startsWith(GAME) && newValue) tell(key.slice(GAME.length));
  });
}

/** @param {string} key */
function forget(key) {
  try {
    localStorage.removeItem(GAME + key);
  } catch {
    // It was never kept.
  }
}

/** What was set, if it is of the same type as `otherwise`. @template T @param {string} name @param {T} otherwise @returns {T} */
export function setting(name, otherwise) {
  const value = read(SETTING + name);
  return value !== null && typeof value === typeof otherwise ? value : otherwise;
}

/** @param {string} name @param {unknown} value */
export const set = (name, value) => write(SETTING + name, value);
