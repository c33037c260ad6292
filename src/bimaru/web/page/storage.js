/**
 * What the browser keeps for the person: games by puzzle, the list of them, and a few settings.
 * A browser that keeps nothing (private windows, a full disk) is no reason to stop playing.
 */

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

/** @returns {Recent[]} */
export const recentGames = () => {
  const list = read(RECENT);
  return Array.isArray(list) ? list.filter((entry) => typeof entry?.key === "string") : [];
};

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

/** @template T @param {string} name @param {T} otherwise @returns {T} */
export const setting = (name, otherwise) => read(SETTING + name) ?? otherwise;

/** @param {string} name @param {unknown} value */
export const set = (name, value) => write(SETTING + name, value);
