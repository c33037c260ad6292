"""The texts that fuzzing of the readers has kept are read without a fault of the readers."""

from __future__ import annotations

import subprocess
import sys
from random import Random

import pytest

from fuzz import guided
from fuzz.mutation import mutate
from fuzz.reading import CORPUS, READERS, Wrong, corpus, kept
from fuzz.targets import readers


@pytest.mark.parametrize("name", READERS)
def test_every_text_of_the_corpus_is_read_or_refused(name: str) -> None:
    for text in corpus()[name]:
        readers.try_text(name, text)


def test_the_corpus_is_small_and_belongs_to_readers() -> None:
    files = [file for file in CORPUS.rglob("*") if file.is_file()]
    assert sum(file.stat().st_size for file in files) < 300_000
    assert {file.parent.name for file in files} <= READERS.keys()
    assert sum(len(kept(name)) for name in READERS) == len(files)


def test_what_a_reader_should_not_do_is_a_finding_with_its_text(monkeypatch: pytest.MonkeyPatch) -> None:
    def wrong(text: str) -> None:
        raise RecursionError(text)

    monkeypatch.setitem(READERS, "json", wrong)
    with pytest.raises(Wrong, match=r"^json: '\[1'$"):
        readers.try_text("json", "[1")


def test_bytes_stand_for_a_reader_and_a_text_and_back() -> None:
    for data in readers.seeds():
        name, text = readers.text_in(data)
        assert name in READERS
        assert text.encode("utf-8", "replace") == data[1:]
    assert readers.text_in(b"")[1] == ""


def test_changes_are_the_same_for_the_same_random_numbers_and_mostly_change() -> None:
    texts = corpus()["any"]
    changed = [mutate(Random(i), texts[0], texts) for i in range(100)]
    assert changed == [mutate(Random(i), texts[0], texts) for i in range(100)]
    assert len(set(changed)) > 80


def test_steps_differ_for_texts_that_are_read_differently() -> None:
    name = sorted(READERS).index("fleet")
    one, other = (guided.steps_of(readers, bytes([name]) + text) for text in (b"4:1", b"4;1"))
    assert one
    assert other - one


def test_who_traced_before_steps_were_followed_goes_on_tracing() -> None:
    def trace(*_: object) -> None:
        pass

    outer = sys.gettrace()
    sys.settrace(trace)
    try:
        guided.steps_of(readers, b"4:1")
        assert sys.gettrace() is trace
    finally:
        sys.settrace(outer)


def test_without_atheris_the_guided_tool_says_what_is_missing() -> None:
    script = "import sys; sys.modules['atheris'] = None; from fuzz import guided; sys.exit(guided.main())"
    command = [sys.executable, "-c", script, "readers", "--seconds", "1"]
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stderr) == (2, "python -m fuzz.guided needs atheris: pip install atheris\n")
