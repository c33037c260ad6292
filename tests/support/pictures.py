"""The pictures in the documents that bimaru draws.

    python tests/support/pictures.py

draws them again, and rewrites the examples of docs/reference/techniques.md.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

import bimaru
import techniques_page

ROOT: Final = Path(__file__).parents[2]
FOLDER: Final = ROOT / "docs" / "pictures"
EXAMPLE: Final = ROOT / "examples" / "csplib014-113.txt"


def pictures() -> dict[str, str]:
    """Every picture by the name of its file in docs/pictures."""
    puzzle = bimaru.read(EXAMPLE)
    board = bimaru.solve(puzzle).board
    return {
        "puzzle.svg": bimaru.draw(puzzle, theme="auto"),
        "answer.svg": bimaru.draw(puzzle, board, theme="auto"),
        **techniques_page.pictures(),
    }


def main() -> None:
    """Write the pictures and the page."""
    FOLDER.mkdir(exist_ok=True)
    for name, drawn in pictures().items():
        (FOLDER / name).write_text(drawn, encoding="utf-8")
    page = techniques_page.PAGE
    page.write_text(techniques_page.renewed(page.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main()
