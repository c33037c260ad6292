/**
 * Writes compressed copies beside the files of a folder that have none: node compress.mjs DIRECTORY STORE
 *
 * The store keeps the copies of earlier runs, since the best compression of large files takes minutes.
 */
import { createHash } from "node:crypto";
import { copyFile, mkdir, readFile, readdir, rename, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

const COMPRESSIBLE = /\.(css|html|js|json|mjs|svg|wasm|webmanifest|zip)$/;
const CODINGS = {
  ".br": (content) => promisify(brotliCompress)(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24, [constants.BROTLI_PARAM_SIZE_HINT]: content.length } }),
  ".gz": (content) => promisify(gzip)(content, { level: 9 }),
};

const exists = (path) => stat(path).then(() => true, () => false);

const [, , directory, store] = process.argv;

/** Compresses a file, or takes the copy from the store. */
async function writeCopy(path, suffix, compress) {
  const content = await readFile(path);
  const kept = join(store, createHash("sha256").update(content).digest("hex") + suffix);
  if (!(await exists(kept))) {
    await writeFile(`${kept}.part`, await compress(content));
    await rename(`${kept}.part`, kept);
  }
  await copyFile(kept, path + suffix);
}

await mkdir(store, { recursive: true });
for (const file of await readdir(directory, { recursive: true, withFileTypes: true })) {
  const path = join(file.parentPath ?? file.path, file.name);
  if (!file.isFile() || !COMPRESSIBLE.test(path)) continue;
  for (const [suffix, compress] of Object.entries(CODINGS)) {
    if (!(await exists(path + suffix))) await writeCopy(path, suffix, compress);
  }
}
