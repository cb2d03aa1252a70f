"""One number for a set of verdicts, so that two runs can be told to be equal.

Shared by `scan` and `verdicts`; it reads no topic and no file, and does not decide which verdict of an id is the last.
"""

import hashlib
from collections.abc import Mapping


def digest_of(verdicts: Mapping[bytes, bytes]) -> str:
    """Return the SHA-256, in hexadecimal, over the exact bytes of each id's final verdict, one line each.

    `verdicts` maps ids to verdicts, both as their UTF-8 bytes; the lines are in the order of the ids as bytes.
    """
    digest = hashlib.sha256()
    for document_id in sorted(verdicts):
        digest.update(verdicts[document_id])
        digest.update(b"\n")
    return digest.hexdigest()
