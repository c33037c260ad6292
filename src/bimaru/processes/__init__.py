"""Work in other processes: an ordered map over a pool, executors on this machine or on a cluster, jobs that
go on when workers are lost, calls that can be killed, and signals that wait."""
