"""Lines of the log, and the limit on repetition."""

import logging
import sys

import pytest

from pipeline.runtime import logs
from pipeline.runtime.logs import Lines, Quiet, event


def record(name: str, level: int, message: str, *args: object) -> logging.LogRecord:
    return logging.LogRecord(name, level, "file", 1, message, args, None)


def test_an_event_is_key_value_on_one_line() -> None:
    assert event("x", a=1, b="two words", c='say "hi"\n', d="") == r'event=x a=1 b="two words" c="say \"hi\"\n" d=""'


def test_every_line_has_time_and_level_and_what_is_no_event_is_quoted() -> None:
    line = Lines().format(record("faust.app", logging.WARNING, "two\nlines %s", "here"))
    assert line.startswith("time=")
    assert line.endswith('Z level=warning logger=faust.app message="two\\nlines here"')
    assert Lines().format(record("pipeline", logging.INFO, event("ok"))).endswith("level=info event=ok")


def test_a_traceback_follows_its_line() -> None:
    try:
        int("why")
    except ValueError:
        failed = record("pipeline", logging.ERROR, event("failed"))
        failed.exc_info = sys.exc_info()
    assert Lines().format(failed).splitlines()[-1] == "ValueError: invalid literal for int() with base 10: 'why'"


def test_a_library_says_the_same_once_in_a_while_and_then_how_often(monkeypatch: pytest.MonkeyPatch) -> None:
    now_s = 0.0
    monkeypatch.setattr("pipeline.runtime.logs.time.monotonic", lambda: now_s)
    quiet = Quiet(chatty=False)
    shown = [quiet.filter(record("aiokafka.conn", logging.ERROR, "no node %s", n)) for n in range(50)]
    assert shown == [True] + [False] * 49
    now_s = logs.QUIET_S
    again = record("aiokafka.conn", logging.ERROR, "no node %s", 50)
    assert quiet.filter(again)
    assert again.getMessage() == "no node 50 (49 more in 10 s)"


def test_what_passes_by_itself_is_shown_only_when_it_does_not(monkeypatch: pytest.MonkeyPatch) -> None:
    now_s = 0.0
    monkeypatch.setattr("pipeline.runtime.logs.time.monotonic", lambda: now_s)
    quiet, name = Quiet(chatty=False), "aiokafka.consumer.group_coordinator"

    def say(why: str) -> logging.LogRecord:
        return record(name, logging.ERROR, "Group Coordinator Request failed: %s", why)

    early = "[Error 15] GroupCoordinatorNotAvailableError"
    assert not any(quiet.filter(say(early)) for _ in range(9))
    assert not quiet.filter(
        record(name, logging.WARNING, "Marking the coordinator dead (node %s)for group %s.", 1, "g")
    )
    assert quiet.filter(say("[Error 30] GroupAuthorizationFailedError"))
    now_s = logs.QUIET_S
    lasting = say(early)
    assert quiet.filter(lasting)
    assert lasting.getMessage().endswith("(9 more in 10 s)")
    now_s = 1000.0
    assert not quiet.filter(say(early))


def test_below_a_warning_only_events_pass_unless_asked_for() -> None:
    talk = record("pipeline.app", logging.INFO, "[^-App]: Starting...")
    assert not Quiet(chatty=False).filter(talk)
    assert Quiet(chatty=True).filter(talk)
    assert all(Quiet(chatty=False).filter(record("pipeline.app", logging.INFO, event("ready"))) for _ in range(9))
