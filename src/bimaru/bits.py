"""Operations on machine words that compiled modules share: counting bits, and mixing them.

This file serves uncompiled modules, with integers for words. Compiled ones take the same names from
`bits.pxd`, where a word has 16, 32 or 64 bits.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeAlias

BIT: Final = 1
ALL_BITS: Final = 0xFFFF_FFFF_FFFF_FFFF
GOLDEN: Final = 0x9E37_79B9_7F4A_7C15
"""The step between two seeds of SplitMix64: 2**64 divided by the golden ratio."""


class Lane(int):
    """A word of 16, 32 or 64 bits: in C a fused type. Importing this file must not need Cython."""


# Types of C, by the names that compiled modules give them.
Index: TypeAlias = int
"""An index, an offset or a size in memory."""
Number: TypeAlias = int
"""A signed integer of 64 bits."""
Word: TypeAlias = int
"""An unsigned one."""
Lanes: TypeAlias = list[int]
Numbers: TypeAlias = list[int]
Words: TypeAlias = list[int]
"""Arrays, in C by their addresses."""


def popcount(x: int) -> int:
    """The number of bits of a word; in C by adding neighbouring fields (Warren, Hacker's Delight, 5-1)."""
    return x.bit_count()


def trailing_zeros(x: int) -> int:
    """The position of the lowest bit that is set in a word of 64 bits, which must not be 0."""
    return (x & -x).bit_length() - 1


def count_bits(one: Sequence[int], first: int, other: Sequence[int], second: int, n: int) -> int:
    """The number of bits in n words of one array and n of another, from these offsets; see `popcount`."""
    return sum(one[first + r].bit_count() + other[second + r].bit_count() for r in range(n))


def mix(word: int) -> int:
    """The 64 bits mixed so that every bit depends on all bits: the finaliser of SplitMix64 (Steele, Lea and
    Flood, "Fast splittable pseudorandom number generators", 2014)."""
    word = (word ^ word >> 30) * 0xBF58_476D_1CE4_E5B9 & ALL_BITS
    word = (word ^ word >> 27) * 0x94D0_49BB_1331_11EB & ALL_BITS
    return word ^ word >> 31
