"""The characters of an XML feed, made safe to parse: decoded, freed of its prolog and of what XML does not allow.

Parses no XML. A parser gets what this leaves: one root element, with no DOCTYPE before it that could declare an entity
or name a file (feedparser and expat would stop a bomb as well, after 0.4 s and 68 MB, and keep half of it).
"""

import codecs
import html
import re
from typing import Final, NamedTuple

from pipeline.errors import BadMessage
from pipeline.records import STAGE

_MARKS: Final = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
    (b"<\0\0\0", "utf-32-le"),
    (b"\0\0\0<", "utf-32-be"),
    (b"<\0", "utf-16-le"),
    (b"\0<", "utf-16-be"),
)
_DECLARED: Final = re.compile(rb"""\s*<\?xml[^>]{0,200}?encoding\s*=\s*["']([A-Za-z0-9._:-]{1,40})""")
_TEXT_CODECS: Final = re.compile(
    r"iso8859|cp\d|windows|koi8|mac-|big5|gb|hz|euc|shift_jis|iso2022|johab|tis|utf-8|ascii|kz|ptcp"
)
# What the names mean in practice (the WHATWG's Encoding Standard, which browsers follow).
_WIDER: Final = {"iso8859-1": "cp1252", "ascii": "cp1252", "gb2312": "gb18030", "gbk": "gb18030", "shift_jis": "cp932",
                 "euc_kr": "cp949", "iso8859-9": "cp1254", "iso8859-11": "cp874", "tis-620": "cp874"}  # fmt: skip
_NOT_XML: Final = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")
_REFERENCE: Final = re.compile(
    r"&(?!(?:amp|lt|gt|quot|apos);)(?:#([xX][0-9A-Fa-f]{1,8}|\d{1,8});|([A-Za-z][A-Za-z0-9]{1,31});)?"
)
_CDATA: Final = "<![CDATA["
_ROOT: Final = re.compile(r"<(?:([A-Za-z_][\w.-]*):)?([A-Za-z_][\w.-]*)")
_ENTRY_TAG: Final = re.compile(r"<(/?)(?:[\w.-]+:)?(?:item|entry)(?=[\s/>])", re.IGNORECASE)
_END_TAG: Final = re.compile(r"</(?:[\w.-]+:)?(?:rss|feed|rdf|channel)\s*>", re.IGNORECASE)


class FeedText(NamedTuple):
    """The root element as text, its name in lower case without prefix, what was cut off, and what was odd."""

    text: str
    root: str
    cut: str
    problems: list[str]


def feed_text(content: bytes) -> FeedText:
    """Read the bytes of an XML feed; raise `BadMessage` for an entity declaration and for what has no root element."""
    problems: list[str] = []
    text, problem = decode_xml(content)
    if problem:
        problems.append(problem)
    start = _start_of_root(text)
    root = _ROOT.match(text, start)
    if root is None:
        raise BadMessage("The file holds no XML element, so it is no feed.", stage=STAGE)
    text = _NOT_XML.sub("", text[start:])
    if f"&lt;{_CDATA[1:]}" in text:  # a section that was escaped with its markers, which HTML reads as a comment
        text = text.replace(f"&lt;{_CDATA[1:]}", "").replace("]]&gt;", "")
    text = _with_sound_references(text)
    end = _end_of_whole_entries(text)
    if end < len(text):
        problems.append("The feed is cut off: its last entry is incomplete and left out.")
    return FeedText(text[:end], root[2].lower(), text[end:], problems)


def decode_xml(content: bytes) -> tuple[str, str]:
    """Return the characters of an XML file and a sentence about what was wrong with their encoding, or "".

    A byte order mark wins, then the declaration. What is said to be UTF-8 and is not quite keeps its good characters;
    only where none of its bytes beyond ASCII is good it is taken for windows-1252.
    """
    for mark, name in _MARKS:
        if content.startswith(mark):
            text = content.decode(name, errors="replace").removeprefix("\ufeff")
            return text, _damage(text, name)
    declared = _declared_codec(content)
    if declared:
        text = content.decode(declared, errors="replace")
        return text, _damage(text, declared)
    try:
        return content.decode(), ""
    except UnicodeDecodeError:
        text = content.decode(errors="replace")
    if text.replace("\ufffd", "").isascii():
        return content.decode("cp1252", errors="replace"), "The feed is not UTF-8; it was read as windows-1252."
    return text, _damage(text, "UTF-8")


def _declared_codec(content: bytes) -> str:
    """Name of the declared codec where it is known and is not UTF-8."""
    found = _DECLARED.match(content)
    try:
        name = codecs.lookup(found[1].decode()).name if found else "utf-8"
    except LookupError:
        return ""
    if name in {"utf-8", "ascii"} or not _TEXT_CODECS.match(
        name
    ):  # no "hex", and no UTF-16 that could be read as ASCII
        return ""
    return _WIDER.get(name, name)


def _damage(text: str, name: str) -> str:
    count = text.count("\ufffd")
    return f"{count} characters of the feed are not valid {name} and were replaced." if count else ""


def _start_of_root(text: str) -> int:
    """Where the first element begins, past declarations, comments and junk."""
    at = 0
    while (at := text.find("<", at)) >= 0 and _ROOT.match(text, at) is None:
        if text[at : at + 8].upper() == "<!ENTITY":
            raise _entities()
        if text[at : at + 9].upper() == "<!DOCTYPE":
            at = _end_of_doctype(text, at)
        else:
            end = {"<?": "?>", "<!": "-->" if text.startswith("<!--", at) else ">"}.get(text[at : at + 2], "<")
            found = text.find(end, at + 1)
            at = len(text) if found < 0 else found + (len(end) if end != "<" else 0)
    return len(text) if at < 0 else at


def _end_of_doctype(text: str, at: int) -> int:
    close = text.find(">", at)
    bracket = text.find("[", at, close)
    if bracket >= 0:
        close = text.find("]", bracket)
        if "<!ENTITY" in text[bracket : close if close >= 0 else len(text)].upper():
            raise _entities()
        close = text.find(">", close) if close >= 0 else -1
    return len(text) if close < 0 else close + 1


def _entities() -> BadMessage:
    return BadMessage(
        "The feed declares XML entities, which may be a bomb or name files; they are not read.", stage=STAGE
    )


def _with_sound_references(text: str) -> str:
    """Mend what makes most feeds malformed: lone ampersands, HTML's names of characters, and numbers of none."""
    markup, *sections = text.split(_CDATA)
    mended = [_REFERENCE.sub(_mended, markup)]
    for section in sections:
        characters, end, markup = section.partition("]]>")
        mended.append(characters + end + _REFERENCE.sub(_mended, markup))
    return _CDATA.join(mended)


def _mended(found: re.Match[str]) -> str:
    number, name = found.groups()
    if number:
        character = html.unescape(found[0])  # what browsers show for it, which for 128 to 159 is windows-1252's
        return found[0] if character.isspace() else html.escape(_NOT_XML.sub("", character))
    return html.escape(html.unescape(found[0])) if name else "&amp;"


def _end_of_whole_entries(text: str) -> int:
    """Where a feed that was cut off within an entry has its last whole one; the length of any other."""
    start = end = -1
    for found in _ENTRY_TAG.finditer(text):
        if found[1]:
            end = found.start()
        else:
            start = found.start()
    return start if start > end and not _END_TAG.search(text, start) and not _self_closed(text, start) else len(text)


def _self_closed(text: str, start: int) -> bool:
    close = text.find(">", start)
    return close > 0 and text[close - 1] == "/"
