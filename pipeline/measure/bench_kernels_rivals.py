"""Other people's libraries and programs in the rows where they do the same, as their documentation has them used.

Each is used where it is installed (`[bench]`; Node.js), and named where it is not. Those that take a Python object for
every word are measured on fewer documents in rows whose cost does not depend on how many there are.
"""

import importlib.util
import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import numpy as np

from pipeline.measure.bench import SEED_DEMO
from pipeline.measure.bench_kernels_inputs import BATCH, PROFILE, Inputs, text_of
from pipeline.measure.bench_kernels_ours import AFFINE, ASCII, INDEX, JACCARD, SIMHASH, SKETCH, WHOLE, Entrant, batched

FEW: Final = 2_000  # documents, where some thousand a second come of it
USED_SLOTS: Final = PROFILE.bands * PROFILE.rows  # a rival's signature has no slots to spare
THRESHOLD: Final = PROFILE.threshold_num / PROFILE.threshold_den
SEED: Final = 42
EXTRA: Final = "pip install 'firstprint[bench]'"
WORD: Final = re.compile("[a-z0-9]+")

Entrants = dict[str, Entrant]  # by row


def rivals(inputs: Inputs) -> Iterator[tuple[str, Entrants | str]]:
    """Yield each rival's name with its rows, or with what would install it."""
    yield "Python", python(inputs)
    libraries = {"datasketch": datasketch, "rensa": rensa, "gaoya": gaoya, "simhash": simhash}
    for name, make in libraries.items():
        yield name, make(inputs) if importlib.util.find_spec(name) else EXTRA
    node = shutil.which("node")
    yield "Node", {WHOLE: node_program(node, inputs)} if node else "install Node.js"


def strings_of(text: str) -> set[str]:
    """Shingles as strings, the way in which each of these libraries' examples has them made."""
    words, width = WORD.findall(text.lower()), PROFILE.shingle_words
    return {" ".join(words[i : i + width]) for i in range(len(words) - width + 1)}


def python(inputs: Inputs) -> Entrants:
    """Python's own strings and sets, which all libraries that do not cut texts begin with."""
    pairs = inputs.pairs[:FEW]
    sets = {place: frozenset(set_of(inputs, place)) for place in np.unique(pairs).tolist()}

    def shared(piece: slice) -> list[int]:
        return [len(sets[a] & sets[b]) for a, b in pairs[piece].tolist()]

    return {
        ASCII: batched(lambda piece: list(map(strings_of, inputs.texts[piece])), min(FEW, inputs.documents), BATCH),
        JACCARD: batched(shared, len(pairs), BATCH),
    }


def set_of(inputs: Inputs, place: int) -> list[int]:
    """The shingles of one document."""
    found: list[int] = inputs.values[inputs.offsets[place] : inputs.offsets[place + 1]].tolist()
    return found


def datasketch(inputs: Inputs) -> Entrants:
    """MinHash (its default, affine modulo 2^32 over SHA-1) and MinHashLSH with 42 bands of 3."""
    from datasketch import LeanMinHash, MinHash, MinHashLSH

    few = min(FEW, inputs.documents)
    sets = [set_of(inputs, place) for place in range(few)]
    shape = (PROFILE.bands, PROFILE.rows)

    def sign(piece: slice) -> list[Any]:
        return list(MinHash.generator(sets[piece], num_perm=PROFILE.slots, hashfunc=int))

    def meet(first: int) -> None:
        index = MinHashLSH(num_perm=PROFILE.slots, params=shape)
        for place in range(first):
            index.query(signatures[place])
            index.insert(place, signatures[place])

    def whole(first: int) -> int:
        index, found = MinHashLSH(num_perm=PROFILE.slots, params=shape), 0
        kept: list[Any] = []
        tokens = ([one.encode() for one in strings_of(text_of(line))] for line in inputs.lines[:first])
        for place, signature in enumerate(MinHash.generator(tokens, num_perm=PROFILE.slots)):
            found += sum(signature.jaccard(kept[other]) >= THRESHOLD for other in index.query(signature))
            index.insert(place, signature)
            kept.append(signature)
        return found

    signatures = [LeanMinHash(seed=1, hashvalues=row, scheme="affine32") for row in inputs.sketches]
    return {
        AFFINE: batched(sign, few, BATCH),
        INDEX: Entrant(inputs.documents, meet),
        WHOLE: Entrant(inputs.documents, whole),
    }


def rensa(inputs: Inputs) -> Entrants:
    """R-MinHash from hashes and from strings, and its LSH with 42 bands."""
    from rensa import RMinHash, RMinHashLSH

    wide = inputs.values.astype(np.uint64)

    def sign(piece: slice) -> Any:
        offsets = inputs.offsets[piece.start : piece.stop + 1]
        values = wide[offsets[0] : offsets[-1]]
        moved = (offsets - offsets[0]).astype(np.uint64)
        return RMinHash.digest_matrix_from_flat_token_hashes(values, moved, PROFILE.slots, SEED)

    def new_index() -> Any:
        return RMinHashLSH(THRESHOLD, USED_SLOTS, PROFILE.bands)

    def signature_of(tokens: set[str]) -> Any:
        signature = RMinHash(USED_SLOTS, SEED)
        signature.update(tokens)
        return signature

    def meet(first: int) -> None:
        index = new_index()
        for place in range(first):
            index.query(signatures[place])
            index.insert(place, signatures[place])

    def whole(first: int) -> int:
        index, found = new_index(), 0
        kept: list[Any] = []
        for place, line in enumerate(inputs.lines[:first]):
            signature = signature_of(strings_of(text_of(line)))
            found += sum(signature.jaccard(kept[other]) >= THRESHOLD for other in index.query(signature))
            index.insert(place, signature)
            kept.append(signature)
        return found

    signatures = [signature_of(set(map(str, set_of(inputs, place)))) for place in range(inputs.documents)]
    return {
        SKETCH: batched(sign, inputs.documents, BATCH),
        INDEX: Entrant(inputs.documents, meet),
        WHOLE: Entrant(inputs.documents, whole),
    }


def gaoya(inputs: Inputs) -> Entrants:
    """Its index cuts texts itself, in Rust, and signs a text once to query and once to insert."""
    from gaoya.minhash import MinHashStringIndex

    def whole(first: int) -> int:
        width = PROFILE.shingle_words
        shape = (PROFILE.bands, PROFILE.rows)
        index, found = MinHashStringIndex(32, THRESHOLD, *shape, None, "word", True, (width, width)), 0  # noqa: FBT003  # its order
        for place, line in enumerate(inputs.lines[:first]):
            text = text_of(line)
            found += len(index.query(text))
            index.insert_document(place, text)
        return found

    return {WHOLE: Entrant(inputs.documents, whole)}


def simhash(inputs: Inputs) -> Entrants:
    """It hashes strings (MD5) itself, so its row has that besides."""
    from simhash import Simhash

    few = min(FEW, inputs.documents)
    features = [list(strings_of(text)) for text in inputs.texts[:few]]
    return {SIMHASH: batched(lambda piece: [Simhash(one).value for one in features[piece]], few, BATCH)}


def node_program(node: str, inputs: Inputs) -> Entrant:
    """The method of the measurement article (`seed_demo.mjs`), its start left out."""

    def run(first: int) -> float:
        with tempfile.TemporaryDirectory(prefix="firstprint-bench-") as folder:
            file = Path(folder) / "documents.jsonl"
            file.write_bytes(b"\n".join(inputs.lines[:first]))
            return child_seconds([node, "--max-old-space-size=12000", str(SEED_DEMO), str(file)])

    return Entrant(inputs.documents, run, lambda first: run(first) - run(1))


def child_seconds(command: list[str]) -> float:
    """CPU seconds of a program from start to end, its threads included."""
    child = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    _, status, used = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode:
        raise subprocess.CalledProcessError(child.returncode, command)
    return used.ru_utime + used.ru_stime
