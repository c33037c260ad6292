"""The compiled part of the build: which modules, and how; and the description for package indexes. All else
stands in pyproject.toml.

The modules are Cython in pure-Python mode: the same files run uncompiled, some hundred times slower. That is
how they are installed where there is no C compiler, with a warning, unless `BIMARU_COMPILED=1`.
`BIMARU_CHECKED=1` builds them with the checks of Cython and of the C compiler on (see scripts/checked-build).
"""

import os
import platform
import re
import subprocess
import sys
import sysconfig
from pathlib import Path

from Cython import __version__ as cython_version
from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

COMPILED = [
    "bimaru.rules",
    "bimaru.engines.propagation",
    "bimaru.engines.kernel",
    "bimaru.engines.pose_rules",
    "bimaru.engines.placement_search",
    "bimaru.engines.clause_learning",
    "bimaru.deduction.ladder",
    "bimaru.arrangements.rejection",
    "bimaru.generation.alternatives",
    "bimaru.generation.placement_alternatives",
]

REQUIRED = os.environ.get("BIMARU_COMPILED") == "1"
CHECKED = os.environ.get("BIMARU_CHECKED") == "1"
ABI3 = not sysconfig.get_config_var("Py_GIL_DISABLED")  # free-threaded Python has no stable ABI

if CHECKED:
    flags = ["-O1", "-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"]
elif sys.platform == "win32":
    flags = ["/O2"]
else:
    # Not -O3: there GCC peels short fixed loops before it can turn them into vector instructions. With
    # -fpeel-loops it peels them afterwards, which saves the kernel a tenth of its time.
    flags = ["-O2", "-ftree-vectorize", "-fpeel-loops", "-g0"]

# These win over what a file says of itself at its top.
checks = {"boundscheck": True, "initializedcheck": True, "cdivision": False} if CHECKED else {}


def extension(module: str) -> Extension:
    """How one module is compiled, to the stable ABI where there is one."""
    return Extension(
        module,
        [f"src/{module.replace('.', '/')}.py"],
        py_limited_api=ABI3,
        define_macros=[("Py_LIMITED_API", "0x030b0000")] if ABI3 else [],
        extra_compile_args=flags,
        extra_link_args=flags if CHECKED else [],
        optional=not (REQUIRED or CHECKED),
    )


def description(readme: str, home: str | None = None) -> str:
    """The README for a package's page, which has no other file of the project: links to files lead to their
    pages at `home`, the address of the project's tree. As long as there is none, they become plain text."""
    pictures = r"!\[[^]]*\]\((?!https?:)[^)]*\)\n*"
    files = r"\[([^]]*)\]\((?!https?:)([^)]*)\)"
    if home is None:
        return re.sub(files, r"\1", re.sub(pictures, "", readme))
    return re.sub(files, rf"[\1]({home}/\2)", readme)


class Build(build_ext):
    """Compiles the modules, and notes by what, for `bimaru --version`."""

    def run(self) -> None:
        super().run()
        module = Path(self.get_ext_fullpath(COMPILED[0]))
        if module.exists():
            by = f"Cython {cython_version}, {self._compiler_name()}"
            (module.parent / "compiler.txt").write_text(f"{by}\n", encoding="utf-8")

    def _compiler_name(self) -> str:
        """The C compiler with its version; if that is not known, as on Windows, the one of Python."""
        command = getattr(self.compiler, "compiler_so", None) or [""]
        try:
            ran = subprocess.run([command[0], "--version"], capture_output=True, encoding="utf-8", check=True)
            return ran.stdout.splitlines()[0]
        except (OSError, subprocess.SubprocessError, IndexError):
            return platform.python_compiler()


setup(
    cmdclass={"build_ext": Build},
    long_description=description(Path(__file__).with_name("README.md").read_text(encoding="utf-8")),
    long_description_content_type="text/markdown",
    ext_modules=[extension(module) for module in COMPILED],
    options={
        "build_ext": {"cython_c_in_temp": True, "cython_directives": {"language_level": 3, **checks}},
        "bdist_wheel": {"py_limited_api": "cp311"} if ABI3 else {},
    },
)
