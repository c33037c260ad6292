"""Work in other processes: an ordered map over a pool, and calls that can be killed."""
