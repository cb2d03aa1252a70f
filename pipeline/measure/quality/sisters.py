"""Sister releases in six languages: one notice for two branches of a program, equal but for the version.

Labels nothing; the English ones, which share fixes and differ in more, are a kind of `templates`.
"""

from dataclasses import replace
from typing import Final

from pipeline.demo.grammar import Language, Writer
from pipeline.measure.draws import Draws
from pipeline.measure.quality.languages import ARABIC, CHINESE, GERMAN, HINDI, JAPANESE, THAI
from pipeline.measure.quality.series import Edition
from pipeline.measure.quality.standing_texts import WORDS

# Title, opening and closing; VERSION is what differs.
FRAMES: Final[dict[Language, tuple[str, str, str]]] = {
    GERMAN: (
        "{software} VERSION erschienen",
        "{software} VERSION steht seit {tag} bereit, {leute} laden VERSION bei {firma2}.",
        "Fehler in VERSION nimmt {sprecher} bis {tag} entgegen.",
    ),
    CHINESE: (
        "{software} VERSION发布",
        "{software} VERSION{day}发布，{people}可向{company}索取。",
        "VERSION的错误请告诉{person}。",
    ),
    JAPANESE: (
        "{software} VERSION公開",
        "{software} VERSIONを{day}に公開、{people}は{company}で入手できる。",
        "VERSIONの不具合は{person}{role}へ。",
    ),
    ARABIC: (
        "صدور {software} VERSION",
        "صدر {software} VERSION يوم {day}، ويجده {people} لدى {company}.",
        "أخطاء VERSION تصل إلى {person} قبل {day}.",
    ),
    HINDI: (
        "{software} VERSION जारी",
        "{software} VERSION {day} को जारी, {people} {company} से ले सकते हैं।",
        "VERSION की गड़बड़ी {person} को {day} तक बताएँ।",
    ),
    THAI: (
        "{software} VERSION ออกแล้ว",
        "{software} VERSION ออก {day} {people}รับได้ที่{company}",
        "แจ้งข้อผิดของ VERSION กับ{person}",
    ),
}
NAMES: Final = tuple(f"{tool}{ending}" for tool in WORDS["tool"] for ending in WORDS["ending"])


def sister_notices(language: Language, versions: tuple[str, str], draws: Draws) -> tuple[Edition, Edition]:
    """Write a notice of six to nine sentences, and the same for the other version."""
    named = replace(language, words={**language.words, "software": NAMES})
    writer = Writer(named, draws, language.fixed | {"software"})
    title, opening, closing = map(writer.sentence, FRAMES[language])
    news = (opening, *writer.more(draws.between(5, 8)), closing)
    text = language.gap.join(news)
    one, other = (Edition(title.replace("VERSION", version), text.replace("VERSION", version)) for version in versions)
    return one, other


def transposed(text: str, draws: Draws) -> str:
    """Let two neighbouring letters change places, not both of them ASCII: a typo that leaves names and versions."""
    neighbours = [(at, text[at : at + 2]) for at in range(len(text) // 3, len(text) - 1)]
    places = [at for at, two in neighbours if two.isalpha() and two[0] != two[1] and not two.isascii()]
    place = draws.pick(places)
    return text[:place] + text[place + 1] + text[place] + text[place + 2 :]
