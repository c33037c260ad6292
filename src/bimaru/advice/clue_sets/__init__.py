"""The smallest sets of clues from which something follows, as a SAT solver finds them."""
