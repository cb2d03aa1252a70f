"""What RocksDB says when its folder cannot be used, as what a user has to mend.

Opens and repairs nothing; an error that is not known here stays as it is.
"""

from pathlib import Path

from pipeline.errors import BadSetup

REBUILT = "what is in it is read back from Kafka"
KNOWN_CAUSES = {
    "No space left on device": (
        "The disk of {folder} is full.",
        "Free some space and start the worker again: it goes on where it was, and nothing is lost.",
    ),
    "Disk quota exceeded": (
        "The disk quota of {folder} is used up.",
        "Raise it and start the worker again: it goes on where it was, and nothing is lost.",
    ),
    "Read-only file system": (
        "The disk of {folder} is read-only.",
        "Mount it for writing, or use another with --data.",
    ),
    "Permission denied": ("A file in {folder} may not be written.", "Give it to the user of the worker: chown -R."),
    "Corruption:": ("A table in {folder} is damaged.", f"Delete that folder and start the worker again: {REBUILT}."),
    "No such file or directory": (
        "A table in {folder} has lost a file.",
        f"Delete that folder and start the worker again: {REBUILT}.",
    ),
}


def as_setup(error: Exception, folder: Path) -> BadSetup | None:
    """Return what has to be mended where the error comes from RocksDB and its cause is known, else None."""
    text = str(error)
    for sign, (sentence, advice) in KNOWN_CAUSES.items():
        if type(error) is Exception and sign in text:  # rocksdict raises nothing more special
            return BadSetup(sentence.format(folder=folder), advice)
    return None
