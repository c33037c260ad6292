# What `clue_ladder.py` takes from other compiled modules.

from bimaru.bits cimport BIT
from bimaru.deduction.ladder.ladder cimport Ladder
from bimaru.deduction.ladder.rungs cimport *
