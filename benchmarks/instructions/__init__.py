"""Whether a change is faster, decided by instruction counts."""
