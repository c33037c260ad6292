"""Books of puzzles for print: `settings` reads the book file, `puzzles` collects the puzzles and refuses
those that do not fit in, `manuscript` says what stands on the pages, `press` sets them as PDF, `epub` as an
e-book, and `layout_folder` writes single pictures for layout programs.
"""
