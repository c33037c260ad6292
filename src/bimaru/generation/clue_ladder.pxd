# What `clue_ladder.py` takes from other compiled modules.

from bimaru.bits cimport BIT
from bimaru.generation.square_groups cimport SquareGroups
from bimaru.grading.ladder.ladder cimport Ladder
from bimaru.grading.ladder.rungs cimport *
