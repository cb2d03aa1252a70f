"""Wire stories of a disaster whose death toll rises between two versions.

Prints nothing: it says what both versions say. All else in them stays word for word, but for the injured at times.
"""

from dataclasses import replace
from typing import Final

from pipeline.demo.grammar import Language, Topic, lines, words
from pipeline.measure.draws import Draws
from pipeline.measure.quality.languages import ENGLISH
from pipeline.measure.quality.prose import with_articles, write_article
from pipeline.measure.quality.series import Edition

STORM: Final = ENGLISH.topics[4]
DISASTER: Final = Topic(
    titles=lines("""
        TOLL killed as {event} hits {place}
        {event} in {place} kills TOLL
        TOLL dead after {event} near {place}
    """),
    sentences=STORM.sentences,
)
LEADS: Final = lines("""
    TOLL {people} were killed and HURT injured when a {event} hit {street} in {place} on {day}.
    A {event} at {landscape} near {place} killed TOLL {people} on {day}, {group} said; HURT are in hospital.
    At least TOLL {people} died on {day} when a {event} reached {place}, {speaker} said, and HURT were hurt.
""")
FOLLOWING: Final = lines("""
    Of the TOLL dead, {digit} lived at {street}, said {speaker} of {group}.
    {speaker} read out TOLL names at {hour} before {adjective} crowds of {people}.
    {group} had spoken of fewer than TOLL dead, {speaker} of more than HURT injured.
""")
DISASTERS: Final[Language] = replace(
    ENGLISH,
    words={
        **ENGLISH.words,
        "event": words("storm landslide fire flood explosion avalanche tornado squall blast quake"),
    },
    fixed=ENGLISH.fixed | {"event"},
)


def wire_story(draws: Draws) -> tuple[Edition, Edition]:
    """Return both versions of a story of more than 200 words."""
    article = write_article(DISASTERS, draws, DISASTER)
    lead, following = (article.writer.sentence(draws.pick(part)) for part in (LEADS, FOLLOWING))
    text = with_articles(f"{lead} {following}\n\n{article.text}")
    toll, hurt = draws.between(8, 60), draws.between(61, 190)
    later_toll, later_hurt = toll + draws.between(1, 3), hurt + draws.below(2) * draws.between(1, 9)
    first = _told(article.title, text, toll, hurt)
    return first, _told(article.title, text, later_toll, later_hurt)


def _told(title: str, text: str, toll: int, hurt: int) -> Edition:
    return Edition(title.replace("TOLL", str(toll)), text.replace("TOLL", str(toll)).replace("HURT", str(hurt)))
