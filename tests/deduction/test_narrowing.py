"""Refutations cite no clue that their own techniques can do without, and tell equal techniques together."""

from __future__ import annotations

from operator import and_

from bimaru.deduction.explanation import explain
from bimaru.deduction.ladder import NO_END, Proof, encode_placement
from bimaru.deduction.languages.notation import found_ships
from bimaru.deduction.narrowing import cited, narrowed
from bimaru.deduction.ordering import gathered
from bimaru.deduction.session import Deduction
from bimaru.deduction.word_count import estimated_words
from citations import Citations, all_links
from instances import instance, instances

PUZZLE = instance("csplib014", "csplib014-113").puzzle


def refutations(deduction: Deduction) -> list[Proof]:
    """The refutations of placements where the plain techniques end."""
    prover = deduction._prover()
    prover.advance()
    deduction._marks.add(*prover.known_rows())
    suppositions = [
        encode_placement(placement) for length in PUZZLE.fleet for placement in prover.placements_of(length)
    ]
    found = [prover.proof(one) for one in suppositions if prover.refute(one, NO_END) >= 0]
    return [proof for proof in found if proof is not None]


def once_narrowed(deduction: Deduction, proof: Proof) -> Proof:
    return narrowed(proof, deduction._puzzle_numbers, deduction._narrow_prover)


def test_a_narrowed_refutation_cites_fewer_numbers_and_supposes_the_same() -> None:
    deduction = Deduction(PUZZLE)
    proofs = refutations(deduction)
    once = [once_narrowed(deduction, proof) for proof in proofs]
    assert len(proofs) > 10
    assert sum(len(cited(proof)) for proof in once) < sum(len(cited(proof)) for proof in proofs)
    for proof, before in zip(once, proofs, strict=True):
        assert proof.supposition == before.supposition
        assert len(cited(proof)) <= len(cited(before))


def test_a_refutation_cites_no_tally_and_no_number_of_ships_that_it_can_do_without() -> None:
    deduction = Deduction(PUZZLE)
    number = 0
    for proof in refutations(deduction):
        once = once_narrowed(deduction, proof)
        for one in cited(once):
            number += 1
            prover = deduction._narrow_prover([other for other in cited(once) if other != one])
            fewer = prover.proof(once.supposition)
            assert fewer is None or estimated_words(fewer) > estimated_words(once)
    assert number > 10


def test_a_refutation_rests_on_any_known_squares_that_save_a_number() -> None:
    deduction = Deduction(PUZZLE)
    saved = 0
    for proof in refutations(deduction):
        once = once_narrowed(deduction, proof)
        before = zip(proof.from_ship + proof.from_water, once.from_ship + once.from_water, strict=True)
        rests_on_more = any(new & ~old for old, new in before)
        saved += rests_on_more and len(cited(once)) < len(cited(proof))
    assert saved > 0


def test_fewer_than_a_quarter_of_the_analyses_cite_a_clue_that_any_argument_could_do_without() -> None:
    superfluous = []
    for one in map(instances("csplib014").__getitem__, (0, 10, 100)):
        citations = Citations(one.puzzle)
        conclusions = [link for step in explain(one.puzzle) if step.cases for link in step.reasons]
        superfluous += [bool(citations.superfluous(link)) for link in conclusions]
    assert len(superfluous) > 100
    assert sum(superfluous) / len(superfluous) < 0.25


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
