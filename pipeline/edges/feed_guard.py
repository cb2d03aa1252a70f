"""Refuse feeds that would keep a parser busy for hours: nested too deeply, or damaged beyond reading.

feedparser needs time by the square of the depth of elements, of the attributes of one element, and of unclosed tags in
a feed that is not well-formed. What real feeds have of these is far below the limits. Changes nothing in the text.
"""

from typing import Final
from xml.parsers import expat

from pipeline.errors import BadMessage
from pipeline.records import STAGE

MAX_DEPTH: Final = 256  # of elements; XHTML in Atom nests some twenty, the deepest of 85 real feeds five
MAX_ATTRIBUTES: Final = 256  # of an element; the most in 85 real feeds are ten
MAX_UNCLOSED: Final = 10_000  # tags, in a feed that is not well-formed; HTML in it closes few of its own
MAX_OPEN_BRACKETS: Final = 1_000  # "<" without a ">"


def check_structure(text: bytes) -> None:
    """Raise `BadMessage` for an XML text that no parser should be given; it must declare no entities."""
    if not _Walker().is_whole(text):
        _check_damaged(text)


class _Walker:
    """Counts while expat walks, and stops it at a limit."""

    def __init__(self) -> None:
        self._depth = 0
        self._parser = expat.ParserCreate()
        self._parser.StartElementHandler = self._start
        self._parser.EndElementHandler = self._end

    def is_whole(self, text: bytes) -> bool:
        """Whether the text is well-formed. Raises `BadMessage` at a limit."""
        try:
            self._parser.Parse(text, True)  # noqa: FBT003 - expat's own signature
        except expat.ExpatError:
            return False
        return True

    def _start(self, _: str, attributes: dict[str, str]) -> None:
        self._depth += 1
        if self._depth > MAX_DEPTH:
            raise BadMessage(f"The feed nests its elements more than {MAX_DEPTH} deep.", stage=STAGE)
        if len(attributes) > MAX_ATTRIBUTES:
            raise BadMessage(f"An element of the feed has more than {MAX_ATTRIBUTES} attributes.", stage=STAGE)

    def _end(self, _: str) -> None:
        self._depth -= 1


def _check_damaged(text: bytes) -> None:
    first, *sections = text.split(b"<![CDATA[")
    markup = first + b"".join(section.partition(b"]]>")[2] for section in sections)
    ends = markup.count(b"</") + markup.count(b"/>")
    if markup.count(b"<") - 2 * ends > MAX_UNCLOSED:
        raise BadMessage(f"The feed is not well-formed and leaves more than {MAX_UNCLOSED} tags open.", stage=STAGE)
    if any(piece.count(b"<") > MAX_OPEN_BRACKETS for piece in markup.split(b">")):
        raise BadMessage("The feed is not well-formed, and damaged beyond reading.", stage=STAGE)
