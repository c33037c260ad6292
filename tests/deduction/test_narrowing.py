"""Refutations cite no clue that their own techniques can do without, and tell equal techniques together."""

from __future__ import annotations

from operator import and_

from bimaru.deduction.explanation import explain
from bimaru.deduction.ladder import NO_END, Proof, encode_placement
from bimaru.deduction.languages.notation import found_ships
from bimaru.deduction.narrowing import narrowed
from bimaru.deduction.ordering import gathered
from bimaru.deduction.session import Deduction
from citations import all_links
from instances import instance

PUZZLE = instance("csplib014", "csplib014-113").puzzle


def refutations(deduction: Deduction) -> list[Proof]:
    """The refutations of placements where the plain techniques end."""
    prover = deduction._prover()
    prover.advance()
    suppositions = [
        encode_placement(placement) for length in PUZZLE.fleet for placement in prover.placements_of(length)
    ]
    found = [prover.proof(one) for one in suppositions if prover.refute(one, NO_END) >= 0]
    return [proof for proof in found if proof is not None]


def cited(proof: Proof) -> set[int]:
    return {line for link in (*proof.links, proof.ending) for line in link.lines}


def test_a_narrowed_refutation_cites_fewer_tallies_and_cannot_be_narrowed_again() -> None:
    deduction = Deduction(PUZZLE)
    proofs = refutations(deduction)
    once = [narrowed(proof, deduction._narrow_prover) for proof in proofs]
    assert len(proofs) > 10
    assert sum(len(cited(proof)) for proof in once) < sum(len(cited(proof)) for proof in proofs)
    for proof, before in zip(once, proofs, strict=True):
        assert proof.supposition == before.supposition
        assert len(cited(proof)) <= len(cited(before))
        assert narrowed(proof, deduction._narrow_prover) == proof


def test_a_refutation_cites_no_number_of_ships_that_it_can_do_without() -> None:
    deduction = Deduction(PUZZLE)
    number = 0
    for proof in refutations(deduction):
        once = narrowed(proof, deduction._narrow_prover)
        counts = {length for link in (*once.links, once.ending) for length in link.lengths}
        for length in counts:
            number += 1
            prover = deduction._narrow_prover(cited(once), counts - {length}, once)
            assert not 0 <= prover.refute(once.supposition, NO_END) <= len(once.links)
    assert number > 10


def test_the_fleet_does_not_stand_in_for_a_tally() -> None:
    """The number of a kind of ship is cited only for ships of that kind: those that are missing, or all of
    those that are found."""
    steps = [
        step
        for number in (113, 1283)
        for step in explain(instance("csplib014", f"csplib014-{number}").puzzle)
    ]
    links = [
        link
        for step in steps
        for case in step.cases
        for link in all_links((*case.reasons, case.ending) if case.ending else case.reasons)
    ]
    others = [(link.text, one) for link in links for one in found_ships(link)]
    assert len(others) > 5
    assert [text for text, one in others if not one.is_all] == []


def test_links_are_gathered_by_technique_after_all_that_they_rest_on() -> None:
    for proof in refutations(Deduction(PUZZLE)):
        links = gathered(proof.links)
        unnumbered = [link._replace(scan=0) for link in links]
        assert sorted(unnumbered) == sorted(link._replace(scan=0) for link in proof.links)
        for i, link in enumerate(links):
            for later in links[i + 1 :]:
                assert not any(map(and_, link.from_ship, later.ship))
                assert not any(map(and_, link.from_water, later.water))
            same = [other.rung for other in links if other.scan == link.scan]
            assert {*same} == {link.rung}
