/**
 * Loads Python (Pyodide) and bimaru in a worker, from the folder with the engine's files: for the page
 * (`engine-worker.js`) and for the cells of the documentation.
 */

const scope = /** @type {any} */ (self); // a worker's; the types are those of a window
const PACKAGES = "/lib/python3.14/site-packages";
const WASM = "application/wasm";
const LOCAL_FILE = 0x04034b50; // the signature of a file in a ZIP archive

/**
 * Python with bimaru. `onProgress` is given the share of bytes loaded, and how many they are, compressed.
 *
 * @param {string} address @param {(share: number, download: number) => void} onProgress @returns {Promise<any>}
 */
export async function loadPython(address, onProgress) {
  const fetched = scope.fetch.bind(scope);
  const contents = await (await fetched(`${address}engine.json`)).json();
  // Modules are imported, not fetched, and cannot be counted.
  const size = Object.entries(contents.files).reduce((sum, [name, bytes]) => sum + (name.endsWith(".mjs") ? 0 : bytes), 0);
  let loaded = 0;
  const count = (/** @type {number} */ bytes) => onProgress(Math.min(1, (loaded += bytes) / size), contents.download);
  // Pyodide fetches its files by itself: this is how their bytes are counted.
  scope.fetch = async (/** @type {RequestInfo} */ request, /** @type {RequestInit} */ init) => counted(await fetched(request, init), count);
  const [archive, { loadPyodide }] = await Promise.all([bytesOf(`${address}bimaru.zip`), import(`${address}pyodide.mjs`)]);
  const pyodide = await loadPyodide({
    indexURL: address,
    stdLibURL: `${address}python_stdlib.zip`,
    lockFileContents: { info: contents.pyodide, packages: {} },
    packageBaseUrl: address,
  });
  count(size); // whatever a browser did not report: only starting is left
  for (const [path, content] of filesOf(archive)) {
    pyodide.FS.mkdirTree(`${PACKAGES}/${path}`.replace(/\/[^/]*$/, ""));
    pyodide.FS.writeFile(`${PACKAGES}/${path}`, content, { canOwn: true });
  }
  return pyodide;
}

/** @param {string} address */
const bytesOf = async (address) => new Uint8Array(await (await scope.fetch(address)).arrayBuffer());

/** The files of an uncompressed ZIP archive, by their paths. @param {Uint8Array} archive @returns {Generator<[path: string, content: Uint8Array]>} */
function* filesOf(archive) {
  const view = new DataView(archive.buffer, archive.byteOffset, archive.byteLength);
  const text = new TextDecoder();
  for (let at = 0; view.getUint32(at, true) === LOCAL_FILE; ) {
    const [size, nameLength, extraLength] = [view.getUint32(at + 18, true), view.getUint16(at + 26, true), view.getUint16(at + 28, true)];
    const name = at + 30;
    const content = name + nameLength + extraLength;
    yield [text.decode(archive.subarray(name, name + nameLength)), archive.subarray(content, content + size)];
    at = content + size;
  }
}

/** The response, with its bytes reported as they arrive. @param {Response} response @param {(bytes: number) => void} count */
function counted(response, count) {
  if (!response.ok || !response.body) throw new TypeError(`${response.url}: ${response.status}`);
  // Browsers keep the code that they compile from a response of their own, and only from one.
  if (response.headers.get("Content-Type") === WASM) {
    void response.clone().body?.pipeTo(new WritableStream({ write: (chunk) => count(chunk.byteLength) })).catch(() => {});
    return response;
  }
  const counter = new TransformStream({
    transform(chunk, controller) {
      count(chunk.byteLength);
      controller.enqueue(chunk);
    },
  });
  // Only this type is compiled while it arrives, and a host may not know it.
  const type = response.url.endsWith(".wasm") ? WASM : "application/octet-stream";
  return new Response(response.body.pipeThrough(counter), { headers: { "Content-Type": type } });
}
