"""How bimaru is tested, packed and published: workflows, the container, the conda recipe, its description."""

from __future__ import annotations

import contextlib
import io
import os
import re
import runpy
import shutil
import subprocess
import sys
import tarfile
import time
import tomllib
from importlib import import_module
from pathlib import Path
from typing import Any, Final

import pytest

import bimaru
from documents import ROOT
from serving import served

PROJECT: Final = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
DOCKERFILE: Final = (ROOT / "Dockerfile").read_text(encoding="utf-8")
WORKFLOWS: Final = sorted((ROOT / ".github" / "workflows").glob("*.yml"))


def loaded(path: Path) -> Any:
    """A YAML file."""
    return import_module("yaml").safe_load(path.read_text(encoding="utf-8"))


CI, RELEASE = map(loaded, WORKFLOWS)
RECIPE: Final = loaded(ROOT / "conda" / "recipe.yaml")


# Workflows


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_every_action_is_pinned_by_digest_with_its_version_beside_it(path: Path) -> None:
    uses = re.findall(r"uses: (.*)", path.read_text(encoding="utf-8"))
    assert uses
    assert [use for use in uses if not re.fullmatch(r"[\w/-]+@[0-9a-f]{40} # v[\d.]+|\./.*", use)] == []


def test_an_action_has_one_version_in_all_workflows() -> None:
    text = "".join(path.read_text(encoding="utf-8") for path in WORKFLOWS)
    pins = set(re.findall(r"uses: ([\w/-]+)@(.*)", text))
    assert len({name for name, _ in pins}) == len(pins)


def test_every_python_from_the_lowest_on_is_tested() -> None:
    jobs = CI["jobs"]
    versions = [
        version
        for job in ("every-check", "newest-python")
        for version in jobs[job]["strategy"]["matrix"]["python"]
    ]
    lowest = int(PROJECT["project"]["requires-python"].removeprefix(">=3."))
    assert versions == [*(f"3.{minor}" for minor in range(lowest, 15)), "3.14t"]


def test_nothing_is_published_before_all_tests_have_passed() -> None:
    jobs = RELEASE["jobs"]
    assert jobs["tests"]["uses"] == f"./.github/workflows/{WORKFLOWS[0].name}"
    publishing = [name for name, job in jobs.items() if "permissions" in job]
    assert [*publishing] == ["attest", "publish", "attach"]

    def before(name: str) -> set[str]:
        needs = jobs[name].get("needs", [])
        return {*needs, *(earlier for need in needs for earlier in before(need))}

    for name in publishing:
        assert {"tests", "wheels", "source"} <= before(name)
        assert jobs[name]["if"] == "github.ref_type == 'tag'"


def test_the_wheels_and_the_archive_are_dated_by_the_commit() -> None:
    for job in ("wheels", "browser", "source"):
        assert "SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)" in str(RELEASE["jobs"][job]["steps"])
    assert PROJECT["tool"]["cibuildwheel"]["linux"]["environment-pass"] == ["SOURCE_DATE_EPOCH"]


# The container


def test_the_container_copies_only_what_its_context_has() -> None:
    copied = re.findall(r"^COPY (?!--from)(.*) \S+$", DOCKERFILE, re.MULTILINE)
    paths = [path for line in copied for path in line.split()]
    allowed = re.findall(r"^!(.*)$", (ROOT / ".dockerignore").read_text(encoding="utf-8"), re.MULTILINE)
    assert {path.partition("/")[0] for path in paths} == {*allowed}
    assert [path for path in paths if not (ROOT / path).exists()] == []


def test_the_container_is_not_run_by_root() -> None:
    last = DOCKERFILE.rpartition("FROM ")[2]
    assert int(re.findall(r"^USER (\d+):\d+$", last, re.MULTILINE)[0]) > 0


@pytest.mark.thorough
def test_the_container_is_healthy_if_its_server_is_and_only_then() -> None:
    (code,) = re.findall(r'CMD \["python", "-c", "(.*)"\]', DOCKERFILE)
    (options,) = re.findall(r'^ENTRYPOINT \["bimaru", "serve", (.*)\]$', DOCKERFILE, re.MULTILINE)

    def checked(port: str) -> int:
        here = code.replace(":8000", f":{port}")
        return subprocess.run([sys.executable, "-c", here], capture_output=True, check=False).returncode

    with served(*options.replace('"', "").split(", ")) as server:
        port = server.url.rstrip("/").rpartition(":")[2]
        assert checked(port) == 0
    assert checked(port) != 0


# The conda recipe


def bounds(requirements: list[Any]) -> set[str]:
    """Requirements without blanks and extras."""
    return {text.replace(" ", "") for text in requirements if isinstance(text, str) and "${{" not in text}


def test_the_conda_recipe_asks_for_what_the_project_asks_for() -> None:
    project, needs = PROJECT["project"], RECIPE["requirements"]
    python = f"python{project['requires-python']}"
    extras = project["optional-dependencies"]
    assert RECIPE["context"]["version"] == bimaru.__version__
    assert bounds(needs["run"]) == {python, *PROJECT["dependency-groups"]["core"]}
    assert bounds(needs["host"]) == {python, "pip", *PROJECT["build-system"]["requires"]}
    assert bounds(needs["run_constraints"]) == {*extras["print"], *extras["web"]}
    assert RECIPE["build"]["python"]["entry_points"] == [f"bimaru = {project['scripts']['bimaru']}"]
    assert RECIPE["about"]["summary"] == project["description"]


def test_the_citation_names_this_version_and_licence() -> None:
    citation = loaded(ROOT / "CITATION.cff")
    assert citation["version"] == bimaru.__version__
    own, typeface = PROJECT["project"]["license"].split(" AND ")
    assert (citation["license"], typeface) == (own, "OFL-1.1")
    assert RECIPE["about"]["license"] == PROJECT["project"]["license"]
    assert RECIPE["about"]["license_file"] == PROJECT["project"]["license-files"]
    assert {"cff-version", "message", "title", "authors"} <= citation.keys()


# What setup.py declares


@pytest.fixture
def set_up(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """The names of `setup.py`, and what it hands to setuptools."""
    given: dict[str, Any] = {}
    monkeypatch.chdir(ROOT)
    monkeypatch.setattr("setuptools.setup", given.update)
    return runpy.run_path("setup.py") | given


def test_coverage_leaves_out_what_is_compiled(set_up: dict[str, Any]) -> None:
    paths = [f"*/{name.replace('.', '/')}.py" for name in set_up["COMPILED"]]
    assert PROJECT["tool"]["coverage"]["run"]["omit"] == sorted(paths)


def compiled_again(changed: str, project: Path, monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """The modules that a build compiles, by their last names, in a copy where only this file is newer than
    what was compiled."""
    shutil.copytree(
        ROOT / "src", project / "src", ignore=shutil.ignore_patterns("*.so", "__pycache__", "web")
    )
    for name in ("setup.py", "pyproject.toml", "README.md"):
        shutil.copy(ROOT / name, project)
    given: dict[str, Any] = {}
    monkeypatch.chdir(project)
    monkeypatch.setenv("BIMARU_COMPILED", "1")
    monkeypatch.setattr("setuptools.setup", given.update)
    build = runpy.run_path("setup.py")["Build"](import_module("setuptools").Distribution())
    build.build_lib = "built"
    build.ensure_finalized()
    now = time.time()
    for extension in given["ext_modules"]:
        compiled = Path(build.get_ext_fullpath(extension.name))
        compiled.parent.mkdir(parents=True, exist_ok=True)
        compiled.touch()
        os.utime(compiled, (now + 1, now + 1))
    os.utime(changed, (now + 2, now + 2))
    stale = [extension.name for extension in given["ext_modules"] if build._is_stale(extension)]
    return {name.rpartition(".")[2] for name in stale}


@pytest.mark.parametrize(
    ("changed", "compiled"),
    [
        ("puzzle.py", set()),
        ("engines/kernel.py", {"kernel"}),
        ("generation/clue_ladder.pxd", {"clue_ladder"}),
        ("engines/poses.pxd", {"placement_search", "pose_rules"}),
        # The ladder uses techniques that use lines; the search of batches uses the kernel, which uses memory.
        ("grading/ladder/lines.pxd", {"lines", "line_techniques", "ladder", "clue_ladder"}),
        (
            "engines/kernel_memory.pxd",
            {"kernel", "propagation", "batch_search", "alternatives", "rejection", "lines"},
        ),
    ],
)
def test_a_module_is_compiled_again_when_a_file_changes_that_it_uses_and_no_other(
    changed: str, compiled: set[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert compiled_again(f"src/bimaru/{changed}", tmp_path, monkeypatch) == compiled


def test_all_modules_are_compiled_again_when_the_flags_may_have_changed(
    set_up: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert len(compiled_again("setup.py", tmp_path, monkeypatch)) == len(set_up["COMPILED"])


def test_no_declarations_are_overlooked_that_cython_would_find(set_up: dict[str, Any]) -> None:
    """Cython's own search overlooks what is renamed: `from package cimport module as name`."""
    options = import_module("Cython.Compiler.Options")
    context = import_module("Cython.Compiler.Main").Context
    search = import_module("Cython.Build.Dependencies").DependencyTree
    paths = options.CompilationOptions(options.default_options, include_path=["src"])
    tree = search(context.from_options(paths), quiet=True)
    for extension in set_up["ext_modules"]:
        (source,) = extension.sources
        found = {Path(file).as_posix() for file in tree.all_dependencies(source)}
        ours = {file for file in found if file.startswith("src/") and file.endswith(".pxd")}
        assert ours <= {*extension.depends}
        assert source in found


def packed(parent: Path, mode: int, changed: float, set_up: dict[str, Any]) -> bytes:
    """The source archive of a script and a text with this mode and time."""
    folder = parent / "bimaru-0"
    (folder / "scripts").mkdir(parents=True)
    for name, text, run in (("scripts/run", "#!/bin/sh", 0o100), ("a", "text", 0)):
        path = folder / name
        path.write_text(text, encoding="utf-8")
        path.chmod(mode | run)
        os.utime(path, (changed, changed))
    command = set_up["SourceArchive"](import_module("setuptools").Distribution())
    with contextlib.chdir(parent):
        return Path(command.make_archive("packed", "gztar", base_dir="bimaru-0")).read_bytes()


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no permission to run a file")
def test_the_source_archive_is_the_same_whenever_and_by_whomever_it_is_packed(
    set_up: dict[str, Any], tmp_path: Path
) -> None:
    archive = packed(tmp_path / "here", 0o600, 1e9, set_up)
    assert packed(tmp_path / "there", 0o664, 1.5e9, set_up) == archive
    with tarfile.open(fileobj=io.BytesIO(archive)) as members:
        modes = {member.name.partition("/")[2]: oct(member.mode) for member in members}
        assert modes == {"": "0o755", "a": "0o644", "scripts": "0o755", "scripts/run": "0o755"}
        assert {member.mtime for member in members.getmembers()} == {set_up["DATE"]}


def links_to_files(text: str) -> list[str]:
    """What Markdown links to by a path."""
    return [target for target in re.findall(r"\]\(([^)]*)\)", text) if not target.startswith("http")]


def test_the_description_has_all_words_of_the_readme_but_no_link_to_a_file(set_up: dict[str, Any]) -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    shown = set_up["long_description"]
    assert len(links_to_files(readme)) > 10
    assert links_to_files(shown) == []
    assert "| are new | the tutorial: from a first puzzle" in shown
    assert "[CSPLib prob014]: https://" in shown
    blocks = re.findall(r"^```.*?^```", readme, re.MULTILINE | re.DOTALL)
    assert re.findall(r"^```.*?^```", shown, re.MULTILINE | re.DOTALL) == blocks
    assert set_up["long_description_content_type"] == "text/markdown"


def test_once_there_is_a_home_the_links_lead_there(set_up: dict[str, Any]) -> None:
    text = "![A page](docs/page.png)\n[Speed](docs/background/speed.md), [peer](https://peer.example)"
    assert set_up["description"](text, "https://home.example/main") == (
        "![A page](https://home.example/main/docs/page.png)\n"
        "[Speed](https://home.example/main/docs/background/speed.md), [peer](https://peer.example)"
    )


# Scripts


@pytest.mark.skipif(sys.platform == "win32", reason="the scripts are for a Unix shell")
@pytest.mark.parametrize(("script", "program"), [("check-page", "npm"), ("build-site", "emcc")])
def test_a_script_that_lacks_a_program_says_so_and_fails(script: str, program: str, tmp_path: Path) -> None:
    (tmp_path / "dirname").symlink_to(shutil.which("dirname") or "")
    args = ["/bin/sh", str(ROOT / "scripts" / script), sys.executable, str(tmp_path / "work")]
    ran = subprocess.run(args, env={"PATH": str(tmp_path)}, capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stdout) == (1, "")
    assert f"needs {program}" in ran.stderr
