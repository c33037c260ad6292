# What the search takes from `propagation.py`.

from bimaru.bits cimport Lane

cdef Py_ssize_t propagate(
    Lane* memory, Py_ssize_t frame, unsigned long long* columns, long long* fleet, long long* levels, Py_ssize_t level
) noexcept nogil
