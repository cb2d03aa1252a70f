"""The invented publishers of the demonstration and their 40 feeds, in three forms and four languages.

Holds addresses under `.example` only, which nobody can own (RFC 2606), and no entries.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from pipeline.demo.grammar import Language
from pipeline.demo.languages import CHINESE, ENGLISH, GERMAN, THAI
from pipeline.measure.feed_files import SUFFIXES, Feed, Form

FORMS: Final[tuple[Form, ...]] = ("rss", "atom", "json")

LETTER = (
    "Sign up for our morning letter and read the stories that matter in your town before breakfast. "
    "Follow us on the harbour radio, and send photographs of your neighbourhood to the news desk."
)
MEMBERS = (
    "Quality journalism needs members: for the price of two coffees a month you keep our reporters on the road. "
    "All rights reserved; reprints only with the written consent of the publisher."
)
IMPRINT = (
    "Lesen Sie mehr in unserer Abendausgabe und abonnieren Sie den Newsletter für Ihre Region. "
    "Nachdruck nur mit Genehmigung des Verlags, Hinweise nimmt die Redaktion gern entgegen."
)


@dataclass(frozen=True)
class Publisher:
    """A publisher: its name, host, language, the names of its sections (a feed each) and the footer below its texts."""

    name: str
    host: str
    language: Language
    sections: tuple[str, ...]
    footer: str = ""


@dataclass(frozen=True)
class Outlet:
    """One feed of a publisher."""

    publisher: Publisher
    feed: Feed

    def paragraphs(self, paragraphs: tuple[str, ...]) -> tuple[str, ...]:
        """Return the paragraphs as this publisher prints them, with its footer below."""
        return (*paragraphs, self.publisher.footer) if self.publisher.footer else paragraphs


NEWS = ("News", "Business", "Sport")
WIRES: Final = (
    Publisher("Meridian Wire", "meridian-wire.example", ENGLISH, ("World", "Markets")),
    Publisher("Nordagentur", "nordagentur.example", GERMAN, ("Meldungen",)),
    Publisher("远山通讯社", "yuanshan.example", CHINESE, ("要闻",)),
    Publisher("สำนักข่าวสายลม", "sailom.example", THAI, ("ข่าวด่วน",)),
)
PAPERS: Final = (
    Publisher("Harbour Post", "harbour-post.example", ENGLISH, NEWS, LETTER),
    Publisher("Fenwick Gazette", "fenwick-gazette.example", ENGLISH, NEWS),
    Publisher("The Northern Ledger", "northern-ledger.example", ENGLISH, NEWS, MEMBERS),
    Publisher("Ravensworth Courier", "ravensworth-courier.example", ENGLISH, NEWS),
    Publisher("Tidewell Tribune", "tidewell-tribune.example", ENGLISH, NEWS),
    Publisher("Larkhill Star", "larkhill-star.example", ENGLISH, NEWS, LETTER.replace("harbour", "hilltop")),
    Publisher("The Evening Dispatch", "evening-dispatch.example", ENGLISH, NEWS),
    Publisher("Calder Bay Echo", "calder-bay-echo.example", ENGLISH, NEWS),
    Publisher("Lindentaler Bote", "lindentaler-bote.example", GERMAN, ("Stadt", "Wirtschaft"), IMPRINT),
    Publisher("Hagenbütteler Anzeiger", "hagenbuetteler-anzeiger.example", GERMAN, ("Stadt", "Wirtschaft")),
    Publisher("云浦晚报", "yunpu-wanbao.example", CHINESE, ("本地", "财经")),
    Publisher("松江日报", "songjiang-ribao.example", CHINESE, ("本地",)),
    Publisher("ข่าวท่าเรือ", "khao-tharuea.example", THAI, ("ท้องถิ่น", "ตลาด")),
)
BULLETINS: Final = (
    Publisher("Town Bulletin", "town-bulletin.example", ENGLISH, ("Notices",)),
    Publisher("County Noticeboard", "county-noticeboard.example", ENGLISH, ("Notices",)),
)
REGISTER: Final = Publisher(
    "Register of Companies",
    "company-register.example",
    ENGLISH,
    ("Entries",),
    "The registrar gives notice under section 12 of the act. Objections must reach the office in writing within "
    "thirty days; the register is open to everyone on working days.",
)


def outlets(publishers: tuple[Publisher, ...]) -> Iterator[Outlet]:
    """Yield the feeds of some publishers; neighbours differ in form."""
    place = 0
    for publisher in publishers:
        for section in publisher.sections:
            form = FORMS[place % len(FORMS)]
            slug = section.lower() if section.isascii() else f"feed-{place}"
            site = f"https://{publisher.host}/"
            url = f"{site}{slug}{SUFFIXES[form]}"
            place += 1
            yield Outlet(publisher, Feed(url, f"{publisher.name}: {section}", site, form, publisher.language.code))


WIRE_OUTLETS: Final = tuple(outlets(WIRES))
PAPER_OUTLETS: Final = tuple(outlets(PAPERS))
BULLETIN_OUTLETS: Final = tuple(outlets(BULLETINS))
(REGISTER_OUTLET,) = outlets((REGISTER,))
ALL_OUTLETS: Final = (*WIRE_OUTLETS, *PAPER_OUTLETS, *BULLETIN_OUTLETS, REGISTER_OUTLET)
