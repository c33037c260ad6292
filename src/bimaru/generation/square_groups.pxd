# The fields and C methods of `square_groups.py`.


cdef class SquareGroups:
    cdef int n  # of the groups
    cdef int n_ordered
    cdef bytearray memory  # of the three that follow
    cdef int* start  # for each group, where its squares start among all; then where those of the last one end
    cdef int* square  # the squares of one group after the other, each with its mask in the lowest byte
    cdef int* order  # the groups to select from, or to drop; the choosers write to it, too

    cdef allocate(self, Py_ssize_t squares)
    cdef load(self, list numbers)
