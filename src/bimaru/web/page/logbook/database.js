/** IndexedDB with promises: a database of object stores, opened once, and transactions on it. */

const PATIENCE = 5_000; // milliseconds after which a database that does not open counts as missing

/** The answer to a request. @template T @param {IDBRequest<T>} request @returns {Promise<T>} */
export const answer = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

/**
 * Opens a database. Rejects where the browser has none, as in some private windows, or another tab holds an old version.
 * @param {string} name @param {Record<string, IDBObjectStoreParameters>} stores  with their keys
 * @returns {Promise<IDBDatabase>}
 */
export function openDatabase(name, stores) {
  return new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error("the database does not open")), PATIENCE);
    const request = indexedDB.open(name, 1);
    request.onupgradeneeded = () => {
      for (const [store, key] of Object.entries(stores)) request.result.createObjectStore(store, key);
    };
    request.onblocked = () => reject(new Error("the database is in use"));
    request.onerror = () => reject(request.error);
    request.onsuccess = () => {
      request.result.onversionchange = () => request.result.close();
      resolve(request.result);
    };
  });
}

/** A store to read. @param {IDBDatabase} database @param {string} name */
export const storeOf = (database, name) => database.transaction(name, "readonly").objectStore(name);

/**
 * Changes stores in one transaction: all of it or, if it rejects, nothing.
 * @param {IDBDatabase} database @param {string[]} names @param {(...stores: IDBObjectStore[]) => void} change
 * @returns {Promise<void>}
 */
export function change(database, names, change) {
  return new Promise((resolve, reject) => {
    const transaction = database.transaction(names, "readwrite");
    transaction.oncomplete = () => resolve();
    transaction.onerror = transaction.onabort = () => reject(transaction.error);
    change(...names.map((name) => transaction.objectStore(name)));
  });
}
