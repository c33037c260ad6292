"""`python -m bimaru`: the command."""

from bimaru.cli import main

if __name__ == "__main__":
    main(prog_name="bimaru")
