"""`python -m pipeline`: the command line without the installed script.

Holds nothing of its own; the commands are in `pipeline.cli`.
"""

from pipeline.cli import main

if __name__ == "__main__":
    main()
