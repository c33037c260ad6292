/**
 * All games and solves that the browser keeps: in IndexedDB or, where there is none, those in the local storage.
 * The local storage has the recent games as well, since a page that closes can still write there, and other tabs hear of it.
 */

import { answer, change, openDatabase, storeOf } from "./database.js";
import { entryOf, solveOf } from "./entries.js";
import { loadGame, recentGames, saveGame } from "../service/recent-games.js";

/**
 * @import { Entry, Solve } from "./entries.js"
 * @typedef {import("../play/session.js").Archive & {
 *   entries(): Promise<Entry[]>, solves(): Promise<Solve[]>, files(): Promise<any[]>, merge(files: any[], solves: Solve[]): Promise<boolean>,
 * }} Archive  `entries`: of all games, those played last first; `merge`: adds games and solves, all or, if there is
 *   no room, none; of two games of a puzzle, the one played last stays.
 */

const STORES = { games: { keyPath: "key" }, files: {}, solves: { keyPath: ["key", "at"] } };
const ALL = Object.keys(STORES);

/** @type {Promise<Archive> | null} */
let opening = null;

/** The archive of this browser, once the games in the local storage have joined it. @returns {Promise<Archive>} */
export async function archive() {
  opening ??= openDatabase("bimaru", STORES).then(archiveIn);
  try {
    const opened = await opening;
    await opened.merge(localFiles(), []);
    return opened;
  } catch {
    return localArchive;
  }
}

/** @param {IDBDatabase} database @returns {Archive} */
function archiveIn(database) {
  /** @param {any[]} files @param {Solve[]} [others] */
  const put = async (files, others = []) => {
    try {
      await change(database, ALL, (games, stored, solves) => {
        for (const file of files) {
          const entry = entryOf(file);
          const solve = entry && solveOf(entry);
          if (entry) games.put(entry);
          if (entry) stored.put(file, entry.key);
          if (solve) solves.put(solve);
        }
        for (const solve of others) solves.put(solve);
      });
      return true;
    } catch {
      return false; // no room
    }
  };
  /** What a store answers; rejects if the database was closed, too. @param {string} name @param {(store: IDBObjectStore) => IDBRequest} ask */
  const read = async (name, ask) => answer(ask(storeOf(database, name)));
  /** @param {string} name */
  const all = (name) => read(name, (store) => store.getAll());
  const entries = async () => inOrder(await all("games"));
  return {
    entries,
    save: (_, file) => put([file]),
    load: (key) => read("files", (store) => store.get(key)).catch(() => null),
    remove: (key) => void change(database, ["games", "files"], (games, files) => [games, files].forEach((store) => store.delete(key))).catch(() => {}),
    solves: () => all("solves"),
    files: () => all("files"),
    merge: async (files, solves) => put(newer(files, await entries()), solves),
  };
}

/** The archive without IndexedDB: only the recent games, and the solves among them. @type {Archive} */
const localArchive = {
  save: async () => false, // the session has stored it
  load: async () => null,
  remove: () => {},
  entries: async () => inOrder(localFiles().map(entryOf).filter((entry) => entry !== null)),
  solves: async () => (await localArchive.entries()).map(solveOf).filter((solve) => solve !== null),
  files: async () => localFiles(),
  merge: async (files) => newer(files, await localArchive.entries()).every((file) => {
    const entry = entryOf(file);
    return entry !== null && saveGame(entry, file);
  }),
};

const localFiles = () => recentGames().map(({ key }) => loadGame(key)).filter((file) => file !== null);

/** @param {Entry[]} entries */
const inOrder = (entries) => entries.sort((one, other) => other.played - one.played);

/** The files of games that are missing, or were played later than these. @param {any[]} files @param {Entry[]} entries */
function newer(files, entries) {
  const known = new Map(entries.map(({ key, played }) => [key, played]));
  return files.filter((file) => {
    const entry = entryOf(file);
    return entry !== null && entry.played > (known.get(entry.key) ?? -1);
  });
}
