"""The compiled part of the build: which modules, and how; what the package needs; and the description for
package indexes. All else is in pyproject.toml.

The modules are Cython in pure-Python mode: the same files run uncompiled, some hundred times slower. That is
how they are installed where there is no C compiler, with a warning and with Cython, whose types they name.
With `BIMARU_COMPILED=1` that is an error instead. `BIMARU_CHECKED=1` builds them with bounds checks and
sanitizers (see scripts/checked-build), or fails, too.
"""

import gzip
import os
import platform
import re
import subprocess
import sys
import sysconfig
import tarfile
import tempfile
import tomllib
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, ClassVar

from Cython import __version__ as cython_version
from setuptools import Command, Distribution, Extension, setup
from setuptools.command.bdist_wheel import bdist_wheel
from setuptools.command.build_ext import build_ext
from setuptools.command.sdist import sdist
from setuptools.errors import BaseError, CCompilerError, CompileError, OptionError
from setuptools.modified import newer_group

# Those that take longest come first, so that no core is left to compile one alone at the end.
COMPILED = [
    "bimaru.deduction.finding.facts",
    "bimaru.deduction.finding.citations",
    "bimaru.rules",
    "bimaru.engines.sweep_kernel",
    "bimaru.engines.kernel",
    "bimaru.study.unit_propagation",
    "bimaru.arrangements.rejection",
    "bimaru.deduction.finding.placement_techniques",
    "bimaru.generation.alternatives",
    "bimaru.engines.placement_search",
    "bimaru.grading.ladder.lines",
    "bimaru.engines.clause_learning",
    "bimaru.engines.propagation",
    "bimaru.engines.batch_search",
    "bimaru.generation.clue_ladder",
    "bimaru.grading.ladder.ladder",
    "bimaru.formats.raw_json",
    "bimaru.generation.placement_alternatives",
    "bimaru.grading.ladder.line_techniques",
    "bimaru.engines.pose_rules",
    "bimaru.generation.square_groups",
]

# How a .py and a .pxd take declarations from a .pxd, or from several of a package.
CIMPORT = re.compile(r"from (?:cython\.cimports\.([\w.]+) import|([\w.]+) cimport) (\([^)]*\)|.*)")

# The time of all files in source archive and wheel: that of a release's commit, or the earliest of a wheel.
DATE = int(os.environ.get("SOURCE_DATE_EPOCH", 315532800))

REQUIRED = os.environ.get("BIMARU_COMPILED") == "1"
CHECKED = os.environ.get("BIMARU_CHECKED") == "1"
ABI3 = not sysconfig.get_config_var("Py_GIL_DISABLED")  # free-threaded Python has no stable ABI

if CHECKED:
    flags = ["-O1", "-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"]
elif sys.platform == "win32":
    flags = ["/O2"]
else:
    # Not -O3: there GCC peels short fixed loops before it can turn them into vector instructions. With
    # -fpeel-loops it peels them afterwards, which saves the kernel a tenth of its time. -w, because warnings
    # would be about what Cython wrote.
    flags = ["-O2", "-ftree-vectorize", "-fpeel-loops", "-g0", "-w"]

# Translates several modules to C, each given by its name, its file and that of the C. In one process,
# because Cython takes as long to read its own templates as to translate a module.
TRANSLATION = """
import ast, sys
from Cython.Compiler.Main import compile

directives, *files = sys.argv[1:]
for module, source, target in zip(*(files[n::3] for n in range(3))):
    translated = compile(
        source,
        full_module_name=module,
        output_file=target,
        language_level=3,
        compiler_directives=ast.literal_eval(directives),
    )
    if translated.num_errors:
        sys.exit(1)
"""

# These win over what a file says of itself at its top.
checks = {"boundscheck": True, "initializedcheck": True, "cdivision": False} if CHECKED else {}


def source(module: str) -> Path:
    """The file of a module."""
    return Path("src", *module.split(".")).with_suffix(".py")


def cimported(file: Path) -> Iterator[Path]:
    """Where the declarations may be that a .py or .pxd names: not all of these files exist."""
    for in_python, in_cython, names in CIMPORT.findall(file.read_text(encoding="utf-8")):
        package = in_python or in_cython
        for module in (package, *(f"{package}.{name}" for name in re.findall(r"\w+", names))):
            yield source(module).with_suffix(".pxd")


def declarations(module: str) -> list[str]:
    """The .pxd files that a module is compiled from: its own, those that it cimports, and so on."""
    found: set[Path] = set()
    waiting = [source(module).with_suffix(".pxd"), *cimported(source(module))]
    while waiting:
        file = waiting.pop()
        if file not in found and file.exists():
            found.add(file)
            waiting.extend(cimported(file))
    return sorted(file.as_posix() for file in found)


def extension(module: str) -> Extension:
    """How one module is compiled, to the stable ABI where there is one."""
    return Extension(
        module,
        [source(module).as_posix()],
        depends=["setup.py", *declarations(module)],  # the flags are in this file
        py_limited_api=ABI3,
        define_macros=[("Py_LIMITED_API", "0x030b0000")] if ABI3 else [],
        extra_compile_args=flags,
        extra_link_args=flags if CHECKED else [],
    )


def has_compiler() -> bool:
    """Whether a module in C can be compiled here, for which Python's headers are needed, too."""
    with tempfile.TemporaryDirectory() as directory:
        source = Path(directory, "nothing.c")
        source.write_text(
            '#include <Python.h>\nstatic struct PyModuleDef module = {PyModuleDef_HEAD_INIT, "nothing"};\n'
            "PyMODINIT_FUNC PyInit_nothing(void) { return PyModule_Create(&module); }\n",
            encoding="utf-8",
        )
        build = build_ext(Distribution({"ext_modules": [Extension("nothing", [str(source)])]}))
        build.build_lib = build.build_temp = directory
        build.ensure_finalized()
        try:
            build.run()
        except (BaseError, CCompilerError, OSError):
            return False
    return True


def description(readme: str, home: str | None = None) -> str:
    """The README for a package's page, which has no other file of the project: links to files lead to their
    pages at `home`, the address of the project's tree. As long as there is none, they become plain text."""
    pictures = r"!\[[^]]*\]\((?!https?:)[^)]*\)\n*"
    files = r"\[([^]]*)\]\((?!https?:)([^)]*)\)"
    if home is None:
        return re.sub(files, r"\1", re.sub(pictures, "", readme))
    return re.sub(files, rf"[\1]({home}/\2)", readme)


class Build(build_ext):
    """Compiles the modules, in parallel, and notes the compiler for `bimaru --version`."""

    def finalize_options(self) -> None:
        super().finalize_options()
        self.parallel = self.parallel or os.cpu_count()

    def build_extensions(self) -> None:
        stale = [ext for ext in self.extensions if self._is_stale(ext)]
        with ThreadPoolExecutor(self.parallel) as threads:
            [*threads.map(self._translate, (stale[n :: self.parallel] for n in range(self.parallel)))]
        super().build_extensions()

    def build_extension(self, ext: Extension) -> None:
        if self._is_stale(ext):
            print(f"compiling {ext.name}", file=sys.stderr, flush=True)
            ext.sources = [str(self._translation(source)) for source in ext.sources]
            super().build_extension(ext)

    def _is_stale(self, ext: Extension) -> bool:
        return self.force or newer_group([*ext.sources, *ext.depends], self.get_ext_fullpath(ext.name))

    def _translation(self, source: str) -> Path:
        """The file in C that a module is translated to."""
        return Path(self.build_temp, source).with_suffix(".c")

    def _translate(self, extensions: list[Extension]) -> None:
        """Translate modules to C, in a process of their own: Cython can translate only one at a time."""
        files = [
            (ext.name, source, self._translation(source)) for ext in extensions for source in ext.sources
        ]
        for _, _, target in files:
            target.parent.mkdir(parents=True, exist_ok=True)
        command = [
            sys.executable,
            "-c",
            TRANSLATION,
            repr(checks),
            *(str(word) for file in files for word in file),
        ]
        ran = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
        if ran.returncode:
            raise CompileError(f"Cython cannot translate all modules:\n{ran.stderr}")

    def run(self) -> None:
        super().run()
        module = Path(self.get_ext_fullpath("bimaru.rules"))
        if module.exists():
            by = f"Cython {cython_version}, {self._compiler_name()}"
            (module.parent / "compiler.txt").write_text(f"{by}\n", encoding="utf-8")

    def _compiler_name(self) -> str:
        """The C compiler with its version; if that is not known, as on Windows, the one that built Python."""
        command = getattr(self.compiler, "compiler_so", None) or [""]
        try:
            ran = subprocess.run([command[0], "--version"], capture_output=True, encoding="utf-8", check=True)
            return ran.stdout.splitlines()[0]
        except (OSError, subprocess.SubprocessError, IndexError):
            return platform.python_compiler()


class Manual(Command):
    """Installs pages for `man` and completion files for shells, made from the help of the commands.

    It takes the place of setuptools' `install_data`. The files are made in a process of their own, because
    this one should not import the package.
    """

    user_options: ClassVar = []

    def initialize_options(self) -> None:
        self.install_dir = ""
        self.written: list[str] = []

    def finalize_options(self) -> None:
        self.install_dir = self.get_finalized_command("install").install_data

    def run(self) -> None:
        paths = os.pathsep.join(filter(None, ("src", os.environ.get("PYTHONPATH"))))
        ran = subprocess.run(
            [sys.executable, "-m", "bimaru.cli.manual", str(Path(self.install_dir, "share"))],
            env=os.environ | {"PYTHONPATH": paths},
            stdout=subprocess.PIPE,
            encoding="utf-8",
            check=True,
        )
        self.written = ran.stdout.splitlines()

    def get_outputs(self) -> list[str]:
        return self.written


class SourceArchive(sdist):
    """Packs the same files into the same bytes, by whomever, wherever and whenever that is done."""

    def make_archive(self, base_name: str, format: str, *_: Any, base_dir: str, **__: Any) -> str:
        if format != "gztar":
            raise OptionError(f"a source archive is a .tar.gz (gztar), not {format}")
        path = Path(f"{base_name}.tar.gz")
        with (
            path.open("wb") as file,
            gzip.GzipFile("", "wb", fileobj=file, mtime=DATE) as packed,
            tarfile.open(fileobj=packed, mode="w") as archive,
        ):
            archive.add(base_dir, filter=without_origin)
        return str(path)


class Wheel(bdist_wheel):
    """Gives files the time that a source archive gives them."""

    def run(self) -> None:
        os.environ["SOURCE_DATE_EPOCH"] = str(DATE)
        super().run()


def without_origin(member: tarfile.TarInfo) -> tarfile.TarInfo:
    """A file or directory of an archive, without what machines and users have of their own."""
    mode = 0o755 if member.mode & 0o100 else 0o644
    return member.replace(mtime=DATE, mode=mode, uid=0, gid=0, uname="", gname="", deep=False)


IS_COMPILED = REQUIRED or CHECKED or has_compiler()
if not IS_COMPILED:
    print("warning: no C compiler, or no headers of Python: bimaru will be slow", file=sys.stderr)

NEEDS = tomllib.loads(Path(__file__).with_name("pyproject.toml").read_text(encoding="utf-8"))[
    "dependency-groups"
]

setup(
    cmdclass={"build_ext": Build, "install_data": Manual, "sdist": SourceArchive, "bdist_wheel": Wheel},
    data_files=[("share", [])],  # which `Manual` writes
    long_description=description(Path(__file__).with_name("README.md").read_text(encoding="utf-8")),
    long_description_content_type="text/markdown",
    install_requires=NEEDS["core"] if IS_COMPILED else [*NEEDS["core"], *NEEDS["cython"]],
    ext_modules=[extension(module) for module in COMPILED] if IS_COMPILED else [],
    options={
        "bdist_wheel": {"py_limited_api": "cp311"} if IS_COMPILED and ABI3 else {},
    },
)
