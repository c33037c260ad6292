"""What a long game leaves behind: as many nodes in the document after hundreds of marks as before."""

from __future__ import annotations

import pytest

from browsing import OpenPage, Table

pytestmark = pytest.mark.needs("browser")

SIDE = 20
TALLIES = ".".join(["5"] * SIDE)
LARGE = f"#r={TALLIES}&c={TALLIES}&f=6x1.5x2.4x3.3x4.2x5.1x6&h=A1W"
CLICK = """([count, squares]) => {
  const cells = [...document.querySelectorAll('.board .cell')]
  for (let i = 0; i < count; i++) {
    const cell = cells[(i * 7) % squares]
    const { left, top } = cell.getBoundingClientRect()
    const at = { clientX: left + 3, clientY: top + 3, pointerId: 1, pointerType: 'mouse', bubbles: true }
    cell.dispatchEvent(new PointerEvent('pointerdown', at))
    cell.dispatchEvent(new PointerEvent('pointerup', at))
  }
}"""
"""Makes marks on squares in turn, each several times, so that they go as well as come."""
IN_DOCUMENT = """() => {
  const walker = document.createTreeWalker(document, NodeFilter.SHOW_ALL)
  let count = 0
  while (walker.nextNode()) count++
  return count
}"""


def alive(table: Table) -> int:
    """The nodes in memory, also those outside the document."""
    session = table.page.context.new_cdp_session(table.page)
    session.send("HeapProfiler.collectGarbage")
    count: int = session.send("Memory.getDOMCounters")["nodes"]
    session.detach()
    return count


@pytest.mark.thorough
@pytest.mark.parametrize("squares", [100, 300])
def test_hundreds_of_marks_leave_no_further_nodes(open_page: OpenPage, squares: int) -> None:
    table = open_page(LARGE)
    clicks = [3 * squares, squares]
    table.page.evaluate(CLICK, clicks)  # each square three times: as it was before
    before = table.page.evaluate(IN_DOCUMENT), alive(table)
    table.page.evaluate(CLICK, clicks)
    table.page.evaluate(CLICK, clicks)
    after = table.page.evaluate(IN_DOCUMENT), alive(table)
    marks = table.page.evaluate("document.querySelectorAll('.cell.ship, .cell.water').length")
    assert marks < SIDE**2
    assert after[0] <= before[0] + 5
    assert after[1] <= before[1] + 100
