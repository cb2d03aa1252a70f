"""feedparser's two parsers, given one text each: the strict one, and the loose one for what is not well-formed.

Called directly, past `feedparser.parse`, whose work on files, addresses, encodings and DOCTYPEs `feed_text` has done.
The text of an element reaches the strict parser in one piece: expat cuts it at every line and every escape, which cost
more than half of the time. Refuses what would keep either of them busy for hours; real feeds are far below the limits.
"""

import io
import xml.sax
from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple
from xml.sax.handler import ContentHandler, feature_external_ges, feature_namespaces
from xml.sax.xmlreader import AttributesNSImpl

from feedparser.api import LooseFeedParser, StrictFeedParser

from pipeline.errors import BadMessage
from pipeline.records import STAGE

MAX_DEPTH: Final = 256  # of elements; XHTML in Atom nests some twenty, the deepest of 85 real feeds five
MAX_ATTRIBUTES: Final = 256  # of an element; the most in 85 real feeds are ten
MAX_UNCLOSED: Final = 10_000  # tags, in a feed that is not well-formed; HTML in it closes few of its own
MAX_OPEN_BRACKETS: Final = 1_000  # "<" without a ">"

_DECLARATION: Final = '<?xml version="1.0" encoding="utf-8"?>\n'

Name = tuple[str | None, str]


class Parsed(NamedTuple):
    """feedparser's name of the version, the fields of the feed and of its entries, and why it is not well-formed."""

    version: str
    head: Mapping[str, Any]
    entries: Sequence[Mapping[str, Any]]
    problem: str


def parse_feed(text: str) -> Parsed:
    """Parse one root element; raise `BadMessage` for what is too deep, too damaged, or breaks the parser."""
    content = (_DECLARATION + text).encode()
    problem = ""
    try:
        target = _configured(StrictFeedParser("", None, "utf-8"))
        _walk(content, target)
    except BadMessage:
        raise
    except Exception as error:  # noqa: BLE001 - whatever it is, the loose parser may do better
        problem = str(error)
        target = _configured(LooseFeedParser("", None, "utf-8", {}))
        _feed_loosely(content, target)
    return Parsed(target.version or "", target.feeddata, target.entries, problem)


def _configured(target: Any) -> Any:
    target.resolve_relative_uris = False
    target.sanitize_html = False
    return target


def _walk(content: bytes, target: Any) -> None:
    reader = xml.sax.make_parser()  # noqa: S317 - no DOCTYPE is left in the text, so no entity either
    reader.setFeature(feature_namespaces, True)  # noqa: FBT003 - the standard library's signature
    reader.setFeature(feature_external_ges, False)  # noqa: FBT003 - as above
    reader.setContentHandler(_Guard(target))
    reader.setErrorHandler(target)
    reader.parse(io.BytesIO(content))


class _Guard(ContentHandler):
    """Hands events on, text in one piece, and stops at the limits."""

    def __init__(self, target: Any) -> None:
        super().__init__()
        self._target = target
        self._texts: list[str] = []
        self._depth = 0

    def startPrefixMapping(self, prefix: str | None, uri: str) -> None:  # noqa: N802 - SAX
        self._target.startPrefixMapping(prefix, uri)

    def startElementNS(self, name: Name, qname: str | None, attrs: AttributesNSImpl) -> None:  # noqa: N802 - SAX
        self._depth += 1
        if self._depth > MAX_DEPTH:
            raise BadMessage(f"The feed nests its elements more than {MAX_DEPTH} deep.", stage=STAGE)
        if len(attrs) > MAX_ATTRIBUTES:
            raise BadMessage(f"An element of the feed has more than {MAX_ATTRIBUTES} attributes.", stage=STAGE)
        self._flush()
        self._target.startElementNS(name, qname, attrs)

    def endElementNS(self, name: Name, qname: str | None) -> None:  # noqa: N802 - SAX
        self._depth -= 1
        self._flush()
        self._target.endElementNS(name, qname)

    def characters(self, content: str) -> None:
        self._texts.append(content)

    def _flush(self) -> None:
        if self._texts:
            self._target.characters("".join(self._texts))
            self._texts.clear()


def _feed_loosely(content: bytes, target: Any) -> None:
    first, *sections = content.split(b"<![CDATA[")
    markup = first + b"".join(section.partition(b"]]>")[2] for section in sections)
    ends = markup.count(b"</") + markup.count(b"/>")
    if markup.count(b"<") - 2 * ends > MAX_UNCLOSED:
        raise BadMessage(f"The feed is not well-formed and leaves more than {MAX_UNCLOSED} tags open.", stage=STAGE)
    if any(piece.count(b"<") > MAX_OPEN_BRACKETS for piece in markup.split(b">")):
        raise BadMessage("The feed is not well-formed, and damaged beyond reading.", stage=STAGE)
    try:
        target.feed(content.decode())
    except Exception as error:  # it raises whatever the input leads it to
        raise BadMessage(f"The feed cannot be parsed ({type(error).__name__}: {error}).", stage=STAGE) from error
