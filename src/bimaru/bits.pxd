# The C side of `bits.py`, which says what each of these is: inline functions that compiled modules share
# without a call.

ctypedef fused Lane:
    unsigned short
    unsigned int
    unsigned long long

ctypedef Py_ssize_t Index
ctypedef long long Number
ctypedef unsigned long long Word
ctypedef Lane* Lanes
ctypedef long long* Numbers
ctypedef unsigned long long* Words


cdef extern from *:
    """
    #define BIMARU_BIT 1ULL
    #define BIMARU_ALL_BITS 0xFFFFFFFFFFFFFFFFULL
    #if defined(__GNUC__) || defined(__clang__)
    #define bimaru_trailing_zeros(x) __builtin_ctzll(x)
    #elif defined(_MSC_VER) && defined(_WIN64)
    #include <intrin.h>
    static __inline int bimaru_trailing_zeros(unsigned long long x) {
        unsigned long at;
        _BitScanForward64(&at, x);
        return (int)at;
    }
    #else
    static int bimaru_trailing_zeros(unsigned long long x) {
        int at = 0;
        while (!(x & 1)) { x >>= 1; at++; }
        return at;
    }
    #endif
    """
    unsigned long long BIT "BIMARU_BIT"
    unsigned long long ALL_BITS "BIMARU_ALL_BITS"
    int trailing_zeros "bimaru_trailing_zeros"(unsigned long long x) noexcept nogil


# Divisors are lanes, since Cython divides an unsigned int by a literal as long, which has 32 bits on Windows
# and in WebAssembly: 0xFFFFFFFF would be -1.
cdef inline Lane popcount(Lane x) noexcept nogil:
    cdef Lane ones = ~(<Lane>0)
    x = x - (x >> 1 & ones // <Lane>3)
    x = (x & ones // <Lane>5) + (x >> 2 & ones // <Lane>5)
    x = (x + (x >> 4)) & ones // <Lane>17
    if sizeof(Lane) == 8:
        return x * (ones // <Lane>255) >> 56
    x = x + (x >> 8)
    if sizeof(Lane) == 2:
        return x & 0x1F
    x = x + (x >> 16)
    return x & 0x3F


cdef inline Py_ssize_t count_bits(
    Lane* one, Py_ssize_t first, Lane* other, Py_ssize_t second, Py_ssize_t n
) noexcept nogil:
    cdef Lane x, y, total = 0, ones = ~(<Lane>0)
    cdef Py_ssize_t r
    for r in range(n):
        x = one[first + r]
        y = other[second + r]
        x = x - (x >> 1 & ones // <Lane>3)
        y = y - (y >> 1 & ones // <Lane>3)
        x = (x & ones // <Lane>5) + (x >> 2 & ones // <Lane>5) + (y & ones // <Lane>5) + (y >> 2 & ones // <Lane>5)
        x = (x & ones // <Lane>17) + (x >> 4 & ones // <Lane>17)
        x = x + (x >> 8)
        if sizeof(Lane) == 2:
            total = total + (x & 0x3F)
        else:
            x = x + (x >> 16)
            if sizeof(Lane) == 8:
                x = x + (x >> 16 >> 16)
            total = total + (x & 0xFF)
    return total


cdef inline unsigned long long mix(unsigned long long word) noexcept nogil:
    word = (word ^ word >> 30) * <unsigned long long>0xBF58_476D_1CE4_E5B9
    word = (word ^ word >> 27) * <unsigned long long>0x94D0_49BB_1331_11EB
    return word ^ word >> 31
