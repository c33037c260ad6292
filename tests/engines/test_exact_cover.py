"""Dancing links: what is covered is uncovered exactly."""

from __future__ import annotations

from bimaru.engines import Budget, engine_named
from bimaru.engines.exact_cover import Links
from instances import instance


def state(links: Links) -> tuple[list[int], ...]:
    return tuple([*one] for one in (links.up, links.down, links.size, links.next_item, links.previous_item))


def test_uncovering_in_reverse_restores_every_link() -> None:
    links = Links(4, 3)
    for items in ((1, 2), (1, 4), (2, 3), (3, 4), (1, 3)):
        links.add(items)
    before = state(links)
    for item in (1, 4, 2):
        links.cover(item)
    assert links.smallest() == 3
    assert links.options_of(3) == []
    for item in (2, 4, 1):
        links.uncover(item)
    assert state(links) == before


def test_the_smallest_primary_item_is_next_and_secondary_ones_never_are() -> None:
    links = Links(3, 2)
    for items in ((1, 3), (1,), (2,)):
        links.add(items)
    assert links.smallest() == 2
    links.cover(1)
    links.cover(2)
    assert links.smallest() == 0


def test_it_spends_no_more_nodes_than_it_has() -> None:
    run = engine_named("exact-cover").run(instance("seeds", "seed-001-6x6").puzzle, Budget(nodes=3))
    list(run)
    assert (run.stats["nodes"], run.complete) == (3, False)
