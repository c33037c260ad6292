# What `citations.py` takes from other compiled modules.

from bimaru.bits cimport ALL_BITS, BIT, popcount, trailing_zeros
from bimaru.deduction.finding cimport placement_techniques as techniques
from bimaru.deduction.finding.codes cimport *
from bimaru.deduction.finding.facts cimport Facts
