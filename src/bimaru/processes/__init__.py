"""Work in other processes: an ordered map over a pool, calls that can be killed, and signals that wait."""
