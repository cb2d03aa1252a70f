"""One form for the many spellings of a web address, and its 64-bit hash.

Fetches nothing and resolves no redirects. Two equal links are evidence for the decision, never a verdict; the rules are
conservative: what may lead to another page (`m.` hosts, `/amp` paths, case of paths, unknown parameters) stays.
Method: RFC 3986 section 6.2 (syntax and scheme based normalisation), and a list of parameters that only count clicks.
"""

import re
from typing import Final
from urllib.parse import SplitResult, quote, urlsplit

import mmh3

# Host in lower case, a path without escapes, doubled slashes or dot segments, a clean query or none: as most links are.
# No part can end where the next one begins, so none is tried again shorter (the second "+"), which takes a third less.
_PLAIN: Final = re.compile(
    r"https?://(?:www\.)?+((?!www\.)[a-z0-9-]++(?:\.[a-z0-9-]++)++)((?:/[A-Za-z0-9_~-][A-Za-z0-9._~-]*+)*+)/?+"
    r"(?:\?([A-Za-z0-9._~!$'()*,;:@/=&-]*+))?(?:#.*)?"
)
_HOST: Final = re.compile(r"[^\s\x00-\x20/?#@:\\<>^|%\[\]\x7f]+|\[[0-9a-f:.]+\]")
_SCHEMES: Final = frozenset({"http", "https", ""})
_DEFAULT_PORTS: Final = frozenset({None, 80, 443})
_CONTROLS: Final = dict.fromkeys(map(ord, "\t\r\n"))
_UNRESERVED: Final = "-._~"  # beside letters and digits, which `quote` always keeps
_PATH_SAFE: Final = _UNRESERVED + "!$&'()*+,;=:@/"
_QUERY_SAFE: Final = _UNRESERVED + "!$'()*,;:@/?="
_CLEAN: Final = re.compile(r"[A-Za-z0-9._~!$'()*,;:@/=-]*")  # safe in both
_ESCAPE: Final = re.compile(r"%([0-9A-Fa-f]{2})")

_TRACKING_PREFIXES: Final = ("utm_", "mtm_", "pk_", "piwik_", "matomo_", "hsa_", "at_custom", "__hs", "stm_", "itm_")
_TRACKING: Final = frozenset(
    """
    _branch_match_id _bta_c _bta_tid _ga _gl _hsenc _hsmi _ke _openstat action_object_map action_ref_map
    action_type_map at_bbc_team at_campaign at_campaign_type at_format at_link_id at_link_origin at_link_type
    at_medium at_ptr_name cmpid dclid dm_i ef_id epik fb_action_ids fb_action_types fb_ref fb_source fbclid
    gad_source gbraid gclid gclsrc gdffi gdfms gdftrk guccounter guce_referrer guce_referrer_sig hsctatracking
    ig_rid igsh igshid irclickid irgwc mc_cid mc_eid mkcid mkevt mkrid mkt_tok ml_subscriber ml_subscriber_hash
    msclkid ns_campaign ns_fee ns_linkname ns_mchannel ns_source oft_c oft_ck oft_d oft_id oft_ids oft_k oft_lk
    oft_sk oly_anon_id oly_enc_id rb_clickid s_cid s_kwcid sb_referer_host sc_campaign sc_channel sc_content
    sc_country sc_geo sc_medium sc_outcome spm srsltid trk_contact trk_module trk_msg trk_sid ttclid twclid
    vero_conv vero_id wbraid wickedid xtor yclid ymclid ysclid
    """.split()  # noqa: SIM905 - a list of 90 literals reads worse
)
_FEED_MARKERS: Final = frozenset("cmp emc from medium partner ref source src via".split())  # noqa: SIM905 - "source=rss"


def canonical_link(url: str) -> str:
    """Return `//host/path?query` for a web address, "" for anything else. Never raises and is idempotent.

    Dropped are the scheme (http and https give one link), user, default port, fragment, `www.`, dot segments, trailing
    slashes, and parameters that only track. Host names become lower case and ASCII (IDNA), escapes upper case or the
    unreserved character that they stand for, and parameters are sorted by name and value.
    """
    plain = _PLAIN.fullmatch(url)
    if plain is not None:
        host, path, query = plain.groups()
        if query and (query := _canonical_query(query)):
            return f"//{host}{path or '/'}?{query}"
        return f"//{host}{path or '/'}"
    try:
        parts = urlsplit(url.strip().translate(_CONTROLS))
        port = parts.port
    except ValueError:
        return ""
    host = _canonical_host(parts)
    if parts.scheme not in _SCHEMES or not host:
        return ""
    place = host if port in _DEFAULT_PORTS else f"{host}:{port}"
    query = _canonical_query(parts.query)
    return f"//{place}{_canonical_path(parts.path)}{'?' if query else ''}{query}"


def link_hash(link: str) -> int:
    """Return the first 64 bits, big endian, of the link's 128-bit MurmurHash3 (x64); 0 for no link."""
    return int.from_bytes(mmh3.mmh3_x64_128_digest(link.encode())[:8], "big") if link else 0


def _canonical_host(parts: SplitResult) -> str:
    host = parts.hostname or ""
    if not host.isascii():
        try:
            host = host.encode("idna").decode().lower()
        except UnicodeError:
            return ""
    host = host.rstrip(".")
    while host.startswith("www.") and "." in host[4:]:
        host = host[4:]
    if ":" in host:
        host = f"[{host}]"
    return host if _HOST.fullmatch(host) else ""


def _canonical_path(path: str) -> str:
    kept: list[str] = []
    for segment in _escape(path, _PATH_SAFE).split("/"):
        if segment == "..":
            kept = kept[:-1] if len(kept) > 1 else kept
        elif segment != ".":
            kept.append(segment)
    joined = "/".join(kept).rstrip("/")
    return joined if joined.startswith("/") else f"/{joined}"


def _canonical_query(query: str) -> str:
    pairs = []
    for part in query.split("&"):
        while part.startswith("amp;"):  # escaped once too often, as feeds do
            part = part.removeprefix("amp;")  # noqa: PLW2901 - the stripped part replaces the other
        name, equals, value = _escape(part.replace("+", "%20"), _QUERY_SAFE).partition("=")
        if part and not _only_tracks(name.lower(), value.lower()):
            pairs.append((name, value, equals))
    return "&".join(name + equals + value for name, value, equals in sorted(pairs))


def _only_tracks(name: str, value: str) -> bool:
    return (
        name in _TRACKING or name.startswith(_TRACKING_PREFIXES) or (name in _FEED_MARKERS and value.startswith("rss"))
    )


def _escape(text: str, safe: str) -> str:
    """Decode escapes of unreserved characters, write the others in upper case, escape what may not stand in a URL."""
    if _CLEAN.fullmatch(text):
        return text
    pieces = _ESCAPE.split(text)  # text and hexadecimal digits in turn
    pieces[0::2] = [quote(piece, safe=safe, errors="replace") for piece in pieces[0::2]]
    pieces[1::2] = [_unreserved_or_escape(digits) for digits in pieces[1::2]]
    return "".join(pieces)


def _unreserved_or_escape(digits: str) -> str:
    character = chr(int(digits, 16))
    is_unreserved = character.isascii() and (character.isalnum() or character in _UNRESERVED)
    return character if is_unreserved else f"%{digits.upper()}"
