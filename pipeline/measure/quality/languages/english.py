"""English stories of the demonstration's six subjects, at the length of articles.

Adds no subject: it breaks up the few phrases of five fixed words and gives numbers more values, so that longer stories
still have few shingles in common.
"""

from dataclasses import replace
from typing import Final

from pipeline.demo.grammar import Topic
from pipeline.demo.languages import ENGLISH as SHORT

RENEWED: Final = {
    "had been held up by": "was {delayed} by",
    "{percent} per cent more than {group} expects": "{money} million, not {money}",
    "was turned down because of": "{failed} because of",
    "saw red for a foul on": "{fouled}",
    "The group plans to invest {money} million": "It will invest {money} million",
    "called it on {day} outside": "said on {day} outside",
    "promised {quality} access throughout": "kept away {during}",
    "had led until minute": "led until minute",
}


def _renewed(topic: Topic) -> Topic:
    sentences = topic.sentences
    for old, new in RENEWED.items():
        sentences = tuple(sentence.replace(old, new) for sentence in sentences)
    return Topic(topic.titles, sentences)


ENGLISH: Final = replace(
    SHORT,
    topics=tuple(map(_renewed, SHORT.topics)),
    general=_renewed(Topic((), SHORT.general)).sentences,
    sizes=(14, 25),
    words={
        **SHORT.words,
        "delayed": ("delayed", "held up", "stopped twice", "slowed down", "put in doubt", "overtaken"),
        "failed": ("failed", "was dropped", "fell through", "lost support", "went nowhere"),
        "fouled": ("was sent off for tripping", "saw red after hitting", "was booked for pushing", "left injured by"),
        "during": ("all through", "during", "for most of", "in the whole of", "until the end of"),
        "year": tuple(map(str, range(1948, 2025))),
        "number": tuple(f"{n:,}" for n in range(112, 9_000, 37)),
        "percent": tuple(map(str, range(2, 60))),
        "money": tuple(f"{n / 10:g}" for n in range(12, 990, 13)),
    },
)
