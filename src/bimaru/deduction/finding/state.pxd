# What `state.py` takes from other modules.

from bimaru.bits cimport ALL_BITS, BIT, popcount, trailing_zeros
from bimaru.deduction.finding.codes cimport *
