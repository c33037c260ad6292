/**
 * The games that the browser stores locally, by puzzle, and the list of recent ones; `logbook/archive.js` keeps all games.
 * Playing goes on where nothing can be stored (private windows, a full disk).
 */

import { fromFragment } from "./permalink.js";
import { keysWith, read, write } from "./stored-values.js";
import { puzzleOf, summary } from "../board/puzzle.js";

const GAME = "bimaru:game:";
const RECENT = "bimaru:recent";
export const MAX_GAMES = 60;

/**
 * @typedef {{key: string, name: string, summary: string, isSolved: boolean, progress: number}} Recent
 *   A game that was played recently; `progress`: the share of ship squares found, without those that are given.
 */

/** @param {string} key */
export const loadGame = (key) => read(GAME + key);

/** The stored games, the most recent first; those missing from the list come last. @returns {Recent[]} */
export function recentGames() {
  const list = read(RECENT);
  const entries = [...(Array.isArray(list) ? list : []), ...keysWith(GAME).map((key) => ({ key }))];
  /** @type {Map<string, Recent>} */
  const games = new Map();
  for (const entry of entries) if (typeof entry?.key === "string" && !games.has(entry.key)) games.set(entry.key, readEntry(entry));
  return [...games.values()].filter(({ summary }) => summary !== "");
}

/** The puzzle of a game, with its name. @param {{key: string, name: string}} game */
export function puzzleOfGame({ key, name }) {
  const data = fromFragment(key);
  return data && name ? { ...data, id: name } : data;
}

/** A valid entry for a stored one; its summary is empty if its key is not a puzzle. @param {Record<string, any>} entry @returns {Recent} */
function readEntry({ key, name, isSolved, progress }) {
  const puzzle = fromFragment(key);
  return {
    key,
    name: typeof name === "string" ? name : "",
    summary: puzzle ? summary(puzzleOf(puzzle)) : "",
    isSolved: isSolved === true,
    progress: Number.isFinite(progress) ? Math.min(Math.max(progress, 0), 1) : 0,
  };
}

/**
 * Stores a game and puts it first in the list; the oldest are removed, unless they have to wait for the archive.
 * Returns whether there was room for it; if not, the list and the other games stay as they were.
 * @param {Recent} entry @param {unknown} game @param {{most?: number}} [how]  the most games to keep
 */
export function saveGame(entry, game, { most = MAX_GAMES } = {}) {
  const others = recentGames().filter(({ key }) => key !== entry.key);
  if (!write(GAME + entry.key, game)) return false;
  for (const { key } of others.slice(most - 1)) removeGame(key);
  write(RECENT, [entry, ...others.slice(0, most - 1)]);
  return true;
}

/** Reports the keys of games that other tabs store. @param {(key: string) => void} report */
export function onGameStoredElsewhere(report) {
  addEventListener("storage", ({ key, newValue }) => {
    if (key?.startsWith(GAME) && newValue) report(key.slice(GAME.length));
  });
}

/** Forgets a game. @param {string} key */
export function removeGame(key) {
  try {
    localStorage.removeItem(GAME + key);
  } catch {
    // It was never stored.
  }
}
