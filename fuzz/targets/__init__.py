"""One file a target; the runner finds them by listing this folder."""
