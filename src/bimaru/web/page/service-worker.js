/**
 * The service worker, with which the page works without a network. The server, or the maker of the site, puts a line
 * before this file that sets `SITE`: the version of the page, its files, and those of the engine.
 *
 * The page's files are kept when it is first opened, those of the engine once they were loaded. A new version is
 * fetched in the background and used when the page says so, or after all its tabs were closed.
 */

const scope = /** @type {any} */ (self); // a service worker's; the types are those of a window
/** @type {{version: string, files: string[], engine: string[]}} */
const { version, files, engine } = scope.SITE;

const PREFIX = `bimaru ${scope.registration.scope} `; // one origin may have several sites
const PAGE = `${PREFIX}page ${version}`;
const ENGINE = `${PREFIX}engine`;

/** @param {string} path */
const addressOf = (path) => new URL(path, scope.registration.scope).href;
const addresses = new Set(files.map(addressOf));
const engineAddresses = new Set(engine.map(addressOf));

scope.addEventListener("install", (/** @type {any} */ event) => event.waitUntil(keepPage()));
scope.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(takeOver()));

scope.addEventListener("message", (/** @type {any} */ event) => {
  if (event.data === "use the new version") scope.skipWaiting();
  if (event.data === "keep the engine") event.waitUntil(keepEngine());
});

scope.addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event;
  const address = request.url.replace(/[?#].*$/, "");
  if (request.method !== "GET") return;
  if (addresses.has(address)) event.respondWith(kept(PAGE, address, request));
  else if (engineAddresses.has(address)) event.respondWith(kept(ENGINE, address, request));
});

async function keepPage() {
  const cache = await caches.open(PAGE);
  // The browser's own cache may still have files of the version before.
  await cache.addAll([...addresses].map((address) => new Request(address, { cache: "no-cache" })));
}

async function takeOver() {
  const names = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && ![PAGE, ENGINE].includes(name));
  await Promise.all(names.map((name) => caches.delete(name)));
  const cache = await caches.open(ENGINE);
  const requests = await cache.keys();
  await Promise.all(requests.filter(({ url }) => !engineAddresses.has(url)).map((request) => cache.delete(request)));
  await scope.clients.claim(); // of the page that is open, too, which was loaded before there was a worker
}

async function keepEngine() {
  const cache = await caches.open(ENGINE);
  // An address names the engine's content by a digest, so a file that is kept is never out of date.
  for (const address of engineAddresses) if (!(await cache.match(address))) await cache.add(address);
}

/** @param {string} name @param {string} address @param {Request} request */
async function kept(name, address, request) {
  const cache = await caches.open(name);
  return (await cache.match(address)) ?? fetch(request); // browsers may drop what is kept
}
