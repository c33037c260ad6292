/** Compiles the sources of an archive to bytecode, with Pyodide's own Python: node bytecode.mjs SOURCES TARGET */
import { readFile, writeFile } from "node:fs/promises";
import { loadPyodide } from "./node_modules/pyodide/pyodide.mjs";

// Node would show the whole of Pyodide's one line of source with an error.
process.on("uncaughtException", (error) => (console.error(error.message), process.exit(1)));

const [, , source, target] = process.argv;
const pyodide = await loadPyodide();
pyodide.FS.writeFile("/sources.zip", await readFile(source));
pyodide.runPython(`
import importlib._bootstrap_external as bootstrap
from zipfile import ZipFile

with ZipFile("/sources.zip") as sources, ZipFile("/bytecode.zip", "w") as target:
    for name in sources.namelist():
        content = sources.read(name)
        if name.endswith(".py"):
            # Without assertions and line tables of unused docstrings; never checked against a source.
            code = compile(content, name, "exec", dont_inherit=True, optimize=2)
            content = bootstrap._code_to_hash_pyc(code, bytes(8), False)
            name += "c"
        target.writestr(name, content)
`);
await writeFile(target, pyodide.FS.readFile("/bytecode.zip"));
