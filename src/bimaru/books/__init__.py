"""Books of puzzles for print: `settings` reads the book file, `chapters` collects the puzzles, `plan` lays
out the pages, `printer` writes them as PDF, and `folder` writes single pictures for layout programs.
"""
