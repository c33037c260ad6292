# What the search takes from `propagation.py`.

from bimaru.bits cimport Index, Lanes, Numbers, Words

cdef Index propagate(
    Lanes memory, Index frame, Words columns, Numbers fleet, Numbers levels, Index level
) noexcept nogil
