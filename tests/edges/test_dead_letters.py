"""The headers of dead letters: Kafka Connect's names, and nothing lost on the way back."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.edges.dead_letters import INDEX, DeadLetter, dead_letter_headers, read_dead_letter

TEXTS = st.text(st.characters(exclude_categories=["Cs"]))
LETTERS = st.builds(
    DeadLetter,
    topic=TEXTS,
    partition=st.integers(0, 63),
    offset=st.integers(0, 1 << 50),
    index=st.none() | st.integers(0, 300),
    stage=TEXTS,
    reason=TEXTS,
)


@given(LETTERS)
def test_what_is_written_is_read_back(letter: DeadLetter) -> None:
    assert read_dead_letter(dead_letter_headers(letter)) == letter


def test_names_are_those_of_kafka_connect() -> None:
    headers = dict(dead_letter_headers(DeadLetter("raw", 3, 7, 0, "normalised", "The document is empty.")))
    assert headers["__connect.errors.topic"] == b"raw"
    assert headers["__connect.errors.partition"] == b"3"
    assert headers["__connect.errors.offset"] == b"7"
    assert headers["__connect.errors.stage"] == b"normalised"
    assert headers["__connect.errors.exception.message"] == b"The document is empty."
    assert headers["firstprint-index"] == b"0"


def test_a_whole_message_has_no_index() -> None:
    assert INDEX not in dict(dead_letter_headers(DeadLetter("raw", 3, 7, None, "normalised", "It is null.")))


def test_a_reason_with_a_lone_surrogate_can_be_written() -> None:
    headers = dict(dead_letter_headers(DeadLetter("raw", 0, 0, 0, "normalised", "\ud800")))
    assert headers["__connect.errors.exception.message"] == b"\\ud800"


def test_a_missing_header_is_a_key_error() -> None:
    with pytest.raises(KeyError):
        read_dead_letter([("__connect.errors.topic", b"raw")])
