"""Files, folders and standard input as chunks and lines of bytes, compressed or not, in bounded memory.

Knows no format of documents: `pipeline.edges.inputs` decides what the bytes are.
"""

import os
import sys
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from pathlib import Path
from typing import BinaryIO, Final, NamedTuple, Protocol

import zstandard

from pipeline.errors import BadSetup

MAX_LINE_BYTES: Final = 16 << 20  # of what is held to find a line's end; nothing near it is accepted as a document
STANDARD_INPUT: Final = Path("-")
DAMAGED: Final = (EOFError, OSError, zlib.error, zstandard.ZstdError)  # what reading a file may raise

_CHUNK_BYTES: Final = 1 << 16
_PIECE_BYTES: Final = 1 << 10  # the worst frame makes 32 MiB of these, and a call returns all; damage costs one piece
_ZSTD_WINDOW_BYTES: Final = 1 << 27  # as zstd's own command line allows
_GZIP_BITS: Final = 31  # zlib's sign for gzip's header and checksum
_GZIP: Final = b"\x1f\x8b"
_ZSTD: Final = b"\x28\xb5\x2f\xfd"


class Frame(Protocol):
    """What zlib's and zstandard's decompressors have in common."""

    @property
    def eof(self) -> bool:
        """Whether the frame is complete."""

    @property
    def unused_data(self) -> bytes:
        """What came after its end."""

    def decompress(self, data: bytes, /) -> bytes:
        """Return all that these bytes yield."""


class File(NamedTuple):
    """One file to read; `name` is its path as given, with "/" between the parts, in UTF-8 whatever the path holds."""

    path: Path
    name: str


def files_of(paths: Sequence[Path]) -> list[File]:
    """Return the files that the paths name, in their order; those of a folder by their paths as bytes, hidden ones not.

    Raises `BadSetup` for a path that is not there, and for a folder without files or that cannot be read.
    """
    found: list[File] = []
    for path in paths:
        if path != STANDARD_INPUT and not path.exists():
            raise BadSetup(f"There is no {path}.", "Check the path.")
        inside = _inside(path) if path.is_dir() else [path]
        if not inside:
            raise BadSetup(f"The folder {path} holds no files.", "Hidden files are not read; name those you mean.")
        found.extend(File(item, os.fsencode(item.as_posix()).decode(errors="replace")) for item in inside)
    return found


def _inside(folder: Path) -> list[Path]:
    found: list[Path] = []
    for parent, folders, names in os.walk(folder, onerror=_refuse):
        folders[:] = [name for name in folders if not name.startswith(".")]
        found.extend(Path(parent, name) for name in names if not name.startswith("."))
    return sorted((path for path in found if path.is_file()), key=os.fsencode)


def _refuse(error: OSError) -> None:
    """Read nothing rather than all but a folder: nobody would miss what is in it."""
    raise BadSetup(
        f"The folder {error.filename} cannot be read: {error.strerror}.",
        "Make it readable, or name the files you mean.",
    )


def chunks_of(file: File) -> Iterator[bytes]:
    """Yield the bytes of a file, decompressed where it begins as gzip or Zstandard does, whatever its name.

    Raises one of DAMAGED for what cannot be read, or not to its end.
    """
    with _opened(file.path) as raw:
        start = raw.peek(4) if hasattr(raw, "peek") else b""
        if start.startswith(_GZIP):
            yield from _decompressed(raw, partial(zlib.decompressobj, wbits=_GZIP_BITS))
        elif start.startswith(_ZSTD):
            zstd = zstandard.ZstdDecompressor(max_window_size=_ZSTD_WINDOW_BYTES)
            yield from _decompressed(raw, zstd.decompressobj)
        else:
            yield from _pieces(raw)


def lines_of(chunks: Iterable[bytes]) -> Iterator[bytes]:
    """Yield the lines without their ends; of one longer than MAX_LINE_BYTES its beginning, one byte over the limit."""
    pending: list[bytes] = []
    size = 0
    for chunk in chunks:
        start = 0
        while (end := chunk.find(b"\n", start)) >= 0:  # `split` looks at each byte: three times as long for most lines
            if pending or end - start > MAX_LINE_BYTES:
                yield _joined(pending, chunk[start:end])
                pending, size = [], 0
            else:
                yield chunk[start:end].removesuffix(b"\r")
            start = end + 1
        if size <= MAX_LINE_BYTES:
            rest = chunk[start:]
            pending.append(rest)
            size += len(rest)
    if size:
        yield _joined(pending, b"")


def _joined(pending: list[bytes], piece: bytes) -> bytes:
    line = b"".join((*pending, piece)) if pending else piece
    return line[: MAX_LINE_BYTES + 1].removesuffix(b"\r")


def _opened(path: Path) -> AbstractContextManager[BinaryIO]:
    if path != STANDARD_INPUT:
        return path.open("rb")
    if sys.stdin is None:
        raise BadSetup("Standard input is closed.", "Leave it open, or name a file.")
    return nullcontext(sys.stdin.buffer)


def _pieces(stream: BinaryIO) -> Iterator[bytes]:
    while chunk := stream.read(_CHUNK_BYTES):
        yield chunk


def _decompressed(raw: BinaryIO, new_frame: Callable[[], Frame]) -> Iterator[bytes]:
    """Decompress frame after frame (members, with gzip), with zeros between them as tapes and gzip have it."""
    frame = new_frame()
    is_inside = False
    while piece := raw.read(_PIECE_BYTES):
        rest = piece if is_inside else piece.lstrip(b"\0")
        while rest:
            if chunk := frame.decompress(rest):
                yield chunk
            is_inside = not frame.eof
            rest = frame.unused_data.lstrip(b"\0")
            if frame.eof:
                frame = new_frame()
    if is_inside:
        raise EOFError("it ends within a frame")
