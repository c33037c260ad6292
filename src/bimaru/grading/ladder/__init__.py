"""The ladder: plain techniques on straight ships, on whole lines at a time, for grades and generation.

Explanations come from `finding`, which keeps reasons; here only what follows matters, and how many steps it
takes by which technique. `Lines` is what is known of a board, `LineTechniques` are the deductions that a
person makes from it, and `Ladder` applies them, easiest first, and tests suppositions; each derives from the
one before. The table `bimaru.deduction.techniques` describes the techniques in the order of
the rungs.

A *line* is a row (numbered from 0) or a column (numbered on from the number of rows). Every square lies in
two lines; rows and columns are stored alike, as masks with a bit a square, so that each rule is written once.

The classes are Python, compiled with Cython (pure-Python mode), like the search kernel. A .pxd holds the
fields of a class and its methods in C; uncompiled, the arrays are made as it declares them. Local variables
are declared only where Cython would not infer their C type, as where their first value is a Python object.
"""
