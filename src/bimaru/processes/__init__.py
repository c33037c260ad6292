"""Work in other processes: an ordered map over a pool, executors on this machine or on a cluster, calls that
can be killed, and signals that wait."""
